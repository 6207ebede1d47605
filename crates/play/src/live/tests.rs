use super::*;
use crate::{Act, NextActor, Phrase, Refusal, Ruling, Seats};
use quirkat_rules::{PlayError, Reason};
use quirkat_search::{Level, Score};

fn person(name: &str) -> Player {
    Player::Person(name.to_owned())
}

fn people() -> [Player; 2] {
    [person("Ana"), person("Bruna")]
}

fn against_engine() -> [Player; 2] {
    [person("Ana"), Player::Engine(Level::BEST)]
}

fn live(title: &str, players: [Player; 2], mode: PlayMode) -> LiveGame {
    LiveGame::new(Ruling::new(title, &[]).unwrap().new_game(), players, mode, None)
}

fn turn(text: &str) -> Act {
    Act::Turn { ply: None, text: text.to_owned() }
}

const FIRST: Seats = Seats::One(Side::First);
const SECOND: Seats = Seats::One(Side::Second);

/// Judges an act and applies its events.
fn act(live: &mut LiveGame, seated: Seats, act: Act) -> Result<(), Refusal> {
    let events = live.judge(seated, &act, 0)?;
    let entries: Vec<_> = events.into_iter().map(|(by, event)| LogEntry { at: 0, by, event }).collect();
    *live = live.after(&entries)?;
    Ok(())
}

/// Plays this number of turns for both sides.
fn play(live: &mut LiveGame, plies: usize) {
    for _ in 0..plies {
        let (by, event) = (live.game.to_move(), live.turn_event(&live.game.turns().unwrap()[0]));
        live.apply(&LogEntry { at: 0, by, event }).unwrap();
    }
}

#[test]
fn players_alternate_and_spectators_only_watch() {
    let mut live = live("alquerque", people(), PlayMode::Club);
    assert_eq!(act(&mut live, Seats::None, turn("b2-c3")), Err(Refusal::NotPlaying));
    assert_eq!(act(&mut live, SECOND, turn("b2-c3")), Err(Refusal::NotYourTurn));
    let old = Act::Turn { ply: Some(1), text: "b2-c3".to_owned() };
    assert_eq!(act(&mut live, FIRST, old), Err(Refusal::StalePly));
    assert!(matches!(act(&mut live, FIRST, turn("b2-b3")), Err(Refusal::Illegal(_))));
    act(&mut live, FIRST, turn("b2-c3")).unwrap();
    act(&mut live, SECOND, turn("d4xb2")).unwrap();
    assert_eq!((live.movers(), live.events), (&Side::BOTH[..], 2));
    act(&mut live, SECOND, Act::Resign).unwrap();
    assert_eq!((live.end(), live.to_move()), (Some((Some(Side::First), "resignation")), None));
    assert_eq!(act(&mut live, FIRST, turn("a1xc3")), Err(Refusal::Over));
}

#[test]
fn a_game_waits_for_its_open_seat() {
    let mut live = live("alquerque", [person("Ana"), Player::Open], PlayMode::Club);
    assert_eq!((live.open_side(), live.next_actor()), (Some(Side::Second), NextActor::People));
    assert_eq!(act(&mut live, FIRST, turn("b2-c3")), Err(Refusal::Waiting));
    live.apply(&LogEntry { at: 5, by: Side::Second, event: Event::Join("Bruna".to_owned()) }).unwrap();
    assert_eq!((live.players.clone(), live.last_event_at), (people(), Some(5)));
    act(&mut live, FIRST, turn("b2-c3")).unwrap();
}

#[test]
fn in_a_club_one_offer_waits_for_the_other_side() {
    let mut live = live("alquerque:article", people(), PlayMode::Club);
    let draw = Act::Offer(OfferKind::Draw);
    assert_eq!(
        act(&mut live, FIRST, draw.clone()),
        Err(Refusal::OfferUnavailable(OfferKind::Draw)),
        "nothing was played"
    );
    play(&mut live, 1);
    act(&mut live, FIRST, draw.clone()).unwrap();
    assert_eq!(live.offer, Some(Offer { by: Side::First, kind: OfferKind::Draw }));
    assert_eq!(act(&mut live, FIRST, Act::Accept), Err(Refusal::NoOffer), "a player cannot accept their own offer");
    assert_eq!(act(&mut live, SECOND, Act::Offer(OfferKind::Count)), Err(Refusal::OfferUnavailable(OfferKind::Count)));
    act(&mut live, SECOND, Act::Decline).unwrap();
    act(&mut live, FIRST, draw.clone()).unwrap();
    play(&mut live, 1);
    assert_eq!(live.offer, None, "playing on declines the offer");
    act(&mut live, FIRST, draw.clone()).unwrap();
    play(&mut live, 1);
    assert!(live.offer.is_some(), "the offer lasts while its maker plays on");
    act(&mut live, SECOND, draw).unwrap();
    assert_eq!(live.outcome().map(|end| end.reason), Some(Reason::Agreement), "both had the same thought");
}

#[test]
fn a_declined_offer_is_shown_until_its_maker_moves() {
    let mut live = live("alquerque:article", people(), PlayMode::Club);
    let offer = Offer { by: Side::First, kind: OfferKind::Draw };
    play(&mut live, 2);
    act(&mut live, FIRST, Act::Offer(OfferKind::Draw)).unwrap();
    assert_eq!(live.declined, None);
    act(&mut live, SECOND, Act::Decline).unwrap();
    assert_eq!((live.offer, live.declined), (None, Some(offer)));
    play(&mut live, 1);
    assert_eq!(live.declined, None, "the maker of the offer plays on");
    act(&mut live, FIRST, Act::Offer(OfferKind::Draw)).unwrap();
    act(&mut live, SECOND, Act::Decline).unwrap();
    play(&mut live, 1);
    assert_eq!(live.declined, Some(offer), "the decline stays visible until the maker of the offer plays on");
    act(&mut live, SECOND, Act::Offer(OfferKind::Takeback)).unwrap();
    assert_eq!(live.declined, None, "something else is offered");
    act(&mut live, FIRST, Act::Resign).unwrap();
    act(&mut live, SECOND, Act::Offer(OfferKind::Rematch)).unwrap();
    act(&mut live, FIRST, Act::Decline).unwrap();
    assert_eq!(live.declined, Some(Offer { by: Side::Second, kind: OfferKind::Rematch }), "after the end as well");
}

#[test]
fn at_home_the_side_to_move_offers_and_an_offer_lasts_until_the_turn() {
    let mut live = live("alquerque:article", people(), PlayMode::Home);
    act(&mut live, Seats::Both, Act::Offer(OfferKind::Draw)).unwrap();
    act(&mut live, Seats::Both, Act::Offer(OfferKind::Count)).unwrap();
    assert_eq!(live.offer, Some(Offer { by: Side::First, kind: OfferKind::Count }), "the last word counts");
    play(&mut live, 1);
    assert_eq!(live.offer, None);
    assert_eq!(act(&mut live, FIRST, Act::Offer(OfferKind::Draw)), Err(Refusal::NotYourTurn));
    act(&mut live, SECOND, Act::Offer(OfferKind::Draw)).unwrap();
    act(&mut live, Seats::Both, Act::Accept).unwrap();
    assert_eq!(live.outcome().map(|end| end.reason), Some(Reason::Agreement));
}

#[test]
fn counts_and_takebacks_need_an_option_and_a_turn() {
    for mode in [PlayMode::Home, PlayMode::Club, PlayMode::Alone] {
        let mut live = live("alquerque:walker", people(), mode);
        assert_eq!(act(&mut live, Seats::Both, Act::Offer(OfferKind::Takeback)), Err(Refusal::NothingToUndo));
        let count = act(&mut live, Seats::Both, Act::Offer(OfferKind::Count));
        assert_eq!(count, Err(Refusal::Play(PlayError::NoCount)));
        assert!(!live.can_offer(Side::First, OfferKind::Rematch));
    }
}

#[test]
fn takebacks_follow_the_play_mode() {
    let back = || Act::Offer(OfferKind::Takeback);
    let mut club = live("alquerque", people(), PlayMode::Club);
    play(&mut club, 3);
    act(&mut club, SECOND, back()).unwrap();
    assert_eq!(club.movers().len(), 3, "the other side is asked");
    act(&mut club, FIRST, Act::Accept).unwrap();
    assert_eq!(club.movers().len(), 1, "back to the last turn of the asking side");
    let mut engine = live("alquerque", against_engine(), PlayMode::Club);
    play(&mut engine, 2);
    act(&mut engine, FIRST, back()).unwrap();
    assert_eq!(engine.movers().len(), 0, "the engine agrees");
    for mode in [PlayMode::Alone, PlayMode::Home] {
        let mut live = live("alquerque", people(), mode);
        play(&mut live, 2);
        act(&mut live, Seats::Both, back()).unwrap();
        assert_eq!(live.movers().len(), 1, "no side is asked, and only the last turn is taken back");
        act(&mut live, Seats::Both, Act::Resign).unwrap();
        let result = act(&mut live, Seats::Both, back());
        if mode == PlayMode::Home {
            assert_eq!((result, live.end(), live.movers().len()), (Ok(()), None, 0), "even after the end");
        } else {
            assert_eq!(result, Err(Refusal::Over));
        }
    }
}

#[test]
fn two_engines_play_without_people() {
    let level = Player::Engine(Level::new(1).unwrap());
    let mut live = live("alquerque", [level.clone(), level], PlayMode::Home);
    assert_eq!(act(&mut live, Seats::None, Act::Resign), Err(Refusal::NobodyPlays));
    assert_eq!(live.may_play(Seats::None), Err(Refusal::EngineToMove(Side::First)));
    assert_eq!(live.next_actor(), NextActor::Turn(Level::new(1).unwrap()));
}

#[test]
fn the_engine_answers_first_and_then_plays() {
    let mut live = live("alquerque", against_engine(), PlayMode::Club);
    assert_eq!(live.next_actor(), NextActor::People);
    play(&mut live, 1);
    assert_eq!(live.next_actor(), NextActor::Turn(Level::BEST));
    act(&mut live, FIRST, Act::Offer(OfferKind::Draw)).unwrap();
    let offer = Offer { by: Side::First, kind: OfferKind::Draw };
    assert_eq!(live.next_actor(), NextActor::Answer(offer));
    live.apply(&LogEntry { at: 0, by: Side::Second, event: Event::Decline }).unwrap();
    assert_eq!(live.next_actor(), NextActor::Turn(Level::BEST));
    assert_eq!(act(&mut live, FIRST, turn("a1-a2")), Err(Refusal::EngineToMove(Side::Second)));
}

#[test]
fn dice_are_thrown_without_a_request() {
    let mut live =
        LiveGame::new(Ruling::new("alquerque-de-nueve:dados", &[]).unwrap().new_game(), people(), PlayMode::Club, None);
    assert_eq!(live.next_actor(), NextActor::Throw);
    let throw = live.game.turns().unwrap()[0].text(&live.game.ruleset().board);
    assert_eq!(act(&mut live, Seats::Both, turn(&throw)), Err(Refusal::NotYourTurn));
    play(&mut live, 1);
    assert_eq!(live.next_actor(), NextActor::People);
    assert_eq!(
        act(&mut live, FIRST, Act::Offer(OfferKind::Takeback)),
        Err(Refusal::NothingToUndo),
        "a throw belongs to no side"
    );
}

#[test]
fn the_engine_takes_a_draw_when_it_is_not_better() {
    let offer = Offer { by: Side::First, kind: OfferKind::Draw };
    let score = |hundredths: i32| match hundredths.signum() {
        // Scores come from searches; here they are only better, equal or worse for the side to move.
        0 => Score::DRAW,
        sign => {
            let game = Ruling::new("alquerque", &[]).unwrap();
            let fen = if sign > 0 { "W:Wa1,b1,c1,d1:Be5" } else { "W:We1:Ba5,b5,c5,d5" };
            let game = game.game(Some(fen)).unwrap();
            let limits = quirkat_search::Limits { depth: Some(2), ..quirkat_search::Limits::default() };
            let stop = quirkat_search::Stop::default();
            let found = quirkat_search::Engine::new(1).analyse(&game, limits, 1, &stop, &mut |_| {}).unwrap();
            found.lines[0].score
        }
    };
    let ask = |mode, plies: usize, hundredths| {
        let mut live = live("alquerque:article", against_engine(), mode);
        play(&mut live, plies);
        assert_eq!(live.game.to_move(), Side::First);
        live.engine_accepts(offer, score(hundredths))
    };
    for mode in [PlayMode::Home, PlayMode::Club] {
        assert!(!ask(mode, 0, 1) && !ask(mode, 18, 1), "not in a young game, {mode:?}");
        assert!(ask(mode, 20, 1) && ask(mode, 20, 0) && !ask(mode, 20, -1), "{mode:?}");
    }
}

#[test]
fn the_engine_counts_at_home_when_it_has_more() {
    let offer = Offer { by: Side::First, kind: OfferKind::Count };
    for (mode, fen, accepts) in [
        (PlayMode::Home, "W:Wa1,b1:Be5,d5,c5", true),
        (PlayMode::Home, "W:Wa1,b1:Be5", false),
        (PlayMode::Home, "W:Wa1:Be5", false),
        (PlayMode::Club, "W:Wa1,b1:Be5,d5,c5", false),
    ] {
        let game = Ruling::new("alquerque:article", &[]).unwrap().game(Some(fen)).unwrap();
        let live = LiveGame::new(game, against_engine(), mode, None);
        assert_eq!(live.engine_accepts(offer, Score::DRAW), accepts, "{mode:?} {fen}");
    }
}

#[test]
fn time_runs_out() {
    let game = Ruling::new("alquerque", &[]).unwrap().new_game();
    let terms = ClockTerms::Whole { initial: 1_000, increment: 0 };
    let mut live = LiveGame::new(game, people(), PlayMode::Club, Some(terms));
    play(&mut live, 2);
    let flag = vec![(Side::First, Event::Flag)];
    let text = live.game.turns().unwrap()[0].text(&live.game.ruleset().board);
    assert_eq!(live.judge(FIRST, &turn(&text), 1_000), Ok(flag), "a turn after the flag has fallen loses");
    live.apply(&LogEntry { at: 1_000, by: Side::First, event: Event::Flag }).unwrap();
    assert_eq!((live.end(), live.outcome()), (Some((Some(Side::Second), "time")), None));
    assert_eq!(live.clock.unwrap().running(), None);
}

#[test]
fn a_rematch_needs_both_players() {
    let mut live = live("alquerque", people(), PlayMode::Club);
    act(&mut live, FIRST, Act::Resign).unwrap();
    act(&mut live, FIRST, Act::Offer(OfferKind::Rematch)).unwrap();
    assert_eq!(live.next_actor(), NextActor::People);
    act(&mut live, SECOND, Act::Accept).unwrap();
    assert!(live.rematch_agreed);
    live.apply(&LogEntry { at: 0, by: Side::First, event: Event::Rematch("g".to_owned()) }).unwrap();
    assert!(!live.can_offer(Side::First, OfferKind::Rematch));
}

#[test]
fn events_that_do_not_fit_are_errors() {
    let mut live = live("alquerque", people(), PlayMode::Club);
    let entry = |event| LogEntry { at: 0, by: Side::First, event };
    assert_eq!(live.apply(&entry(Event::Accept)), Err(EventError::NothingOffered));
    assert!(matches!(live.apply(&entry(Event::Turn("e5-e4".to_owned()))), Err(EventError::Turn(_))));
    live.apply(&entry(Event::Resign)).unwrap();
    assert!(matches!(live.apply(&entry(Event::Resign)), Err(EventError::Play(PlayError::Over(_)))));
}

#[test]
fn a_game_can_be_called_off_until_both_sides_have_moved() {
    let mut fresh = live("alquerque", [person("Ana"), Player::Open], PlayMode::Club);
    assert_eq!(act(&mut fresh, Seats::None, Act::CallOff), Err(Refusal::NotPlaying));
    act(&mut fresh, FIRST, Act::CallOff).unwrap();
    assert_eq!((fresh.end(), fresh.to_move(), fresh.outcome()), (Some((None, "called_off")), None, None));
    assert_eq!(
        act(&mut fresh, FIRST, Act::Offer(OfferKind::Rematch)),
        Err(Refusal::OfferUnavailable(OfferKind::Rematch))
    );
    let mut game = live("alquerque", people(), PlayMode::Club);
    play(&mut game, 1);
    assert!(game.may_call_off(FIRST).is_ok() && game.may_call_off(SECOND).is_ok());
    play(&mut game, 1);
    assert_eq!(act(&mut game, SECOND, Act::CallOff), Err(Refusal::AlreadyBegun));
    assert_eq!(live("alquerque", people(), PlayMode::Home).may_call_off(Seats::Both), Err(Refusal::AlreadyBegun));
}

#[test]
fn a_person_can_claim_the_game_of_an_absent_opponent_without_a_clock() {
    let days = |days: Millis| days * 24 * 60 * 60 * 1_000;
    let game = |clock| {
        let game = Ruling::new("alquerque", &[]).unwrap().new_game();
        let mut live = LiveGame::new(game, people(), PlayMode::Club, clock);
        play(&mut live, 2);
        live
    };
    let mut left = game(None);
    assert_eq!(left.judge(SECOND, &Act::Claim, days(14) - 1), Err(Refusal::NotAway), "there is time until then");
    assert_eq!(left.judge(FIRST, &Act::Claim, days(15)), Err(Refusal::NotAway), "it is their own turn");
    assert_eq!(left.judge(SECOND, &Act::Claim, days(14)), Ok(vec![(Side::Second, Event::Claim)]));
    left.apply(&LogEntry { at: days(14), by: Side::Second, event: Event::Claim }).unwrap();
    assert_eq!((left.end(), left.outcome()), (Some((Some(Side::Second), "absence")), None));
    let timed = game(Some(ClockTerms::Turn(days(20))));
    assert_eq!(timed.judge(SECOND, &Act::Claim, days(15)), Err(Refusal::NotAway), "the clock decides");
    let mut engine = live("alquerque", against_engine(), PlayMode::Club);
    play(&mut engine, 3);
    assert_eq!(engine.judge(FIRST, &Act::Claim, days(15)), Err(Refusal::NotAway), "an engine does not go away");
}

#[test]
fn phrases_are_limited_and_can_be_muted() {
    let mut live = live("alquerque", people(), PlayMode::Club);
    let say = |phrase| Act::Say(phrase);
    for phrase in [Phrase::Hello, Phrase::GoodLuck, Phrase::Moment] {
        act(&mut live, FIRST, say(phrase)).unwrap();
    }
    assert_eq!(act(&mut live, FIRST, say(Phrase::Hello)), Err(Refusal::ChatLimit));
    act(&mut live, SECOND, say(Phrase::Hello)).unwrap();
    play(&mut live, 1);
    act(&mut live, FIRST, say(Phrase::Sorry)).unwrap();
    assert_eq!(live.chat.iter().filter(|message| message.by == Side::First).count(), 4);
    assert_eq!(act(&mut live, Seats::None, say(Phrase::Hello)), Err(Refusal::NotPlaying));

    act(&mut live, SECOND, Act::Mute).unwrap();
    assert!(live.chat.iter().all(|message| message.by == Side::Second));
    assert_eq!(act(&mut live, FIRST, say(Phrase::Hello)), Err(Refusal::NoListener));
    act(&mut live, SECOND, say(Phrase::Goodbye)).unwrap();
    let events = live.events;
    act(&mut live, SECOND, Act::Mute).unwrap();
    assert_eq!(live.events, events, "nothing happens a second time");
    // Phrases may follow the end of the game.
    act(&mut live, FIRST, Act::Resign).unwrap();
    act(&mut live, SECOND, say(Phrase::WellPlayed)).unwrap();
}

#[test]
fn phrases_need_another_person() {
    for (seated, players, mode) in [(FIRST, against_engine(), PlayMode::Club), (Seats::Both, people(), PlayMode::Alone)]
    {
        let mut live = live("alquerque", players, mode);
        for what in [Act::Say(Phrase::Hello), Act::Mute] {
            assert_eq!(act(&mut live, seated, what), Err(Refusal::NoListener));
        }
    }
}
