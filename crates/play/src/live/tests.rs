use super::*;
use crate::{Act, Next, Phrase, Refusal, Ruling, Seated};
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

fn live(title: &str, players: [Player; 2], manners: Manners) -> LiveGame {
    LiveGame::new(Ruling::new(title, &[]).unwrap().new_game(), players, manners, None)
}

fn turn(text: &str) -> Act {
    Act::Turn { ply: None, text: text.to_owned() }
}

const FIRST: Seated = Seated::At(Side::First);
const SECOND: Seated = Seated::At(Side::Second);

/// Judges an act, and lets happen what it comes to.
fn act(live: &mut LiveGame, seated: Seated, act: Act) -> Result<(), Refusal> {
    let events = live.judge(seated, &act, 0)?;
    let entries: Vec<_> = events.into_iter().map(|(by, event)| Entry { at: 0, by, event }).collect();
    *live = live.after(&entries)?;
    Ok(())
}

/// Plays so many turns for whoever is to move.
fn play(live: &mut LiveGame, plies: usize) {
    for _ in 0..plies {
        let (by, event) = (live.game.to_move(), live.turn_event(&live.game.turns().unwrap()[0]));
        live.apply(&Entry { at: 0, by, event }).unwrap();
    }
}

#[test]
fn everybody_plays_in_turn_and_spectators_look_on() {
    let mut live = live("alquerque", people(), Manners::Club);
    assert_eq!(act(&mut live, Seated::Nowhere, turn("b2-c3")), Err(Refusal::NotPlaying));
    assert_eq!(act(&mut live, SECOND, turn("b2-c3")), Err(Refusal::NotYourTurn));
    let old = Act::Turn { ply: Some(1), text: "b2-c3".to_owned() };
    assert_eq!(act(&mut live, FIRST, old), Err(Refusal::OldPly));
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
    let mut live = live("alquerque", [person("Ana"), Player::Open], Manners::Club);
    assert_eq!((live.open_side(), live.next()), (Some(Side::Second), Next::People));
    assert_eq!(act(&mut live, FIRST, turn("b2-c3")), Err(Refusal::Waiting));
    live.apply(&Entry { at: 5, by: Side::Second, event: Event::Join("Bruna".to_owned()) }).unwrap();
    assert_eq!((live.players.clone(), live.changed), (people(), Some(5)));
    act(&mut live, FIRST, turn("b2-c3")).unwrap();
}

#[test]
fn in_a_club_one_offer_waits_for_the_other_side() {
    let mut live = live("alquerque:article", people(), Manners::Club);
    let draw = Act::Offer(Deal::Draw);
    assert_eq!(act(&mut live, FIRST, draw.clone()), Err(Refusal::NotNow(Deal::Draw)), "nothing was played");
    play(&mut live, 1);
    act(&mut live, FIRST, draw.clone()).unwrap();
    assert_eq!(live.offer, Some(Offer { by: Side::First, what: Deal::Draw }));
    assert_eq!(act(&mut live, FIRST, Act::Accept), Err(Refusal::NoOffer), "nobody accepts what they offer");
    assert_eq!(act(&mut live, SECOND, Act::Offer(Deal::Count)), Err(Refusal::NotNow(Deal::Count)));
    act(&mut live, SECOND, Act::Decline).unwrap();
    act(&mut live, FIRST, draw.clone()).unwrap();
    play(&mut live, 1);
    assert_eq!(live.offer, None, "who plays on does not accept");
    act(&mut live, FIRST, draw.clone()).unwrap();
    play(&mut live, 1);
    assert!(live.offer.is_some(), "who has offered may play on");
    act(&mut live, SECOND, draw).unwrap();
    assert_eq!(live.outcome().map(|end| end.reason), Some(Reason::Agreement), "both had the same thought");
}

#[test]
fn a_declined_offer_is_known_until_who_made_it_plays_on() {
    let mut live = live("alquerque:article", people(), Manners::Club);
    let offer = Offer { by: Side::First, what: Deal::Draw };
    play(&mut live, 2);
    act(&mut live, FIRST, Act::Offer(Deal::Draw)).unwrap();
    assert_eq!(live.declined, None);
    act(&mut live, SECOND, Act::Decline).unwrap();
    assert_eq!((live.offer, live.declined), (None, Some(offer)));
    play(&mut live, 1);
    assert_eq!(live.declined, None, "who has asked plays on");
    act(&mut live, FIRST, Act::Offer(Deal::Draw)).unwrap();
    act(&mut live, SECOND, Act::Decline).unwrap();
    play(&mut live, 1);
    assert_eq!(live.declined, Some(offer), "who has declined plays on, and who has asked may not have looked");
    act(&mut live, SECOND, Act::Offer(Deal::Takeback)).unwrap();
    assert_eq!(live.declined, None, "something else is offered");
    act(&mut live, FIRST, Act::Resign).unwrap();
    act(&mut live, SECOND, Act::Offer(Deal::Rematch)).unwrap();
    act(&mut live, FIRST, Act::Decline).unwrap();
    assert_eq!(live.declined, Some(Offer { by: Side::Second, what: Deal::Rematch }), "after the end as well");
}

#[test]
fn at_home_who_is_to_move_offers_and_an_offer_lasts_until_the_turn() {
    let mut live = live("alquerque:article", people(), Manners::Home);
    act(&mut live, Seated::Both, Act::Offer(Deal::Draw)).unwrap();
    act(&mut live, Seated::Both, Act::Offer(Deal::Count)).unwrap();
    assert_eq!(live.offer, Some(Offer { by: Side::First, what: Deal::Count }), "the last word counts");
    play(&mut live, 1);
    assert_eq!(live.offer, None);
    assert_eq!(act(&mut live, FIRST, Act::Offer(Deal::Draw)), Err(Refusal::NotYourTurn));
    act(&mut live, SECOND, Act::Offer(Deal::Draw)).unwrap();
    act(&mut live, Seated::Both, Act::Accept).unwrap();
    assert_eq!(live.outcome().map(|end| end.reason), Some(Reason::Agreement));
}

#[test]
fn counting_and_taking_back_need_something_to_count_and_to_take_back() {
    for manners in [Manners::Home, Manners::Club, Manners::Alone] {
        let mut live = live("alquerque:walker", people(), manners);
        assert_eq!(act(&mut live, Seated::Both, Act::Offer(Deal::Takeback)), Err(Refusal::NothingToUndo));
        let count = act(&mut live, Seated::Both, Act::Offer(Deal::Count));
        assert_eq!(count, Err(Refusal::Play(PlayError::NoCount)));
        assert!(!live.can_offer(Side::First, Deal::Rematch));
    }
}

#[test]
fn a_turn_is_taken_back_as_manners_are() {
    let back = || Act::Offer(Deal::Takeback);
    let mut club = live("alquerque", people(), Manners::Club);
    play(&mut club, 3);
    act(&mut club, SECOND, back()).unwrap();
    assert_eq!(club.movers().len(), 3, "the other side is asked");
    act(&mut club, FIRST, Act::Accept).unwrap();
    assert_eq!(club.movers().len(), 1, "back to the turn of who has asked");
    let mut engine = live("alquerque", against_engine(), Manners::Club);
    play(&mut engine, 2);
    act(&mut engine, FIRST, back()).unwrap();
    assert_eq!(engine.movers().len(), 0, "the engine agrees");
    for manners in [Manners::Alone, Manners::Home] {
        let mut live = live("alquerque", people(), manners);
        play(&mut live, 2);
        act(&mut live, Seated::Both, back()).unwrap();
        assert_eq!(live.movers().len(), 1, "nobody is asked, and it is the last turn");
        act(&mut live, Seated::Both, Act::Resign).unwrap();
        let result = act(&mut live, Seated::Both, back());
        if manners == Manners::Home {
            assert_eq!((result, live.end(), live.movers().len()), (Ok(()), None, 0), "even after the end");
        } else {
            assert_eq!(result, Err(Refusal::Over));
        }
    }
}

#[test]
fn two_engines_need_nobody() {
    let level = Player::Engine(Level::new(1).unwrap());
    let mut live = live("alquerque", [level.clone(), level], Manners::Home);
    assert_eq!(act(&mut live, Seated::Nowhere, Act::Resign), Err(Refusal::NobodyPlays));
    assert_eq!(live.may_play(Seated::Nowhere), Err(Refusal::Thinking(Side::First)));
    assert_eq!(live.next(), Next::Turn(Level::new(1).unwrap()));
}

#[test]
fn the_engine_answers_first_and_then_plays() {
    let mut live = live("alquerque", against_engine(), Manners::Club);
    assert_eq!(live.next(), Next::People);
    play(&mut live, 1);
    assert_eq!(live.next(), Next::Turn(Level::BEST));
    act(&mut live, FIRST, Act::Offer(Deal::Draw)).unwrap();
    let offer = Offer { by: Side::First, what: Deal::Draw };
    assert_eq!(live.next(), Next::Answer(offer));
    live.apply(&Entry { at: 0, by: Side::Second, event: Event::Decline }).unwrap();
    assert_eq!(live.next(), Next::Turn(Level::BEST));
    assert_eq!(act(&mut live, FIRST, turn("a1-a2")), Err(Refusal::Thinking(Side::Second)));
}

#[test]
fn dice_are_thrown_for_everybody() {
    let mut live =
        LiveGame::new(Ruling::new("alquerque-de-nueve:dados", &[]).unwrap().new_game(), people(), Manners::Club, None);
    assert_eq!(live.next(), Next::Throw);
    let throw = live.game.turns().unwrap()[0].text(&live.game.ruleset().board);
    assert_eq!(act(&mut live, Seated::Both, turn(&throw)), Err(Refusal::NotYourTurn));
    play(&mut live, 1);
    assert_eq!(live.next(), Next::People);
    assert_eq!(act(&mut live, FIRST, Act::Offer(Deal::Takeback)), Err(Refusal::NothingToUndo), "a throw is nobody's");
}

#[test]
fn the_engine_takes_a_draw_when_it_is_not_better() {
    let offer = Offer { by: Side::First, what: Deal::Draw };
    let score = |hundredths: i32| match hundredths.signum() {
        // Scores are made by searches; what it says here is only better, as good, or worse for the side to move.
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
    let ask = |manners, plies: usize, hundredths| {
        let mut live = live("alquerque:article", against_engine(), manners);
        play(&mut live, plies);
        assert_eq!(live.game.to_move(), Side::First);
        live.engine_accepts(offer, score(hundredths))
    };
    for manners in [Manners::Home, Manners::Club] {
        assert!(!ask(manners, 0, 1) && !ask(manners, 18, 1), "not in a young game, {manners:?}");
        assert!(ask(manners, 20, 1) && ask(manners, 20, 0) && !ask(manners, 20, -1), "{manners:?}");
    }
}

#[test]
fn the_engine_counts_at_home_when_it_has_more() {
    let offer = Offer { by: Side::First, what: Deal::Count };
    for (manners, fen, accepts) in [
        (Manners::Home, "W:Wa1,b1:Be5,d5,c5", true),
        (Manners::Home, "W:Wa1,b1:Be5", false),
        (Manners::Home, "W:Wa1:Be5", false),
        (Manners::Club, "W:Wa1,b1:Be5,d5,c5", false),
    ] {
        let game = Ruling::new("alquerque:article", &[]).unwrap().game(Some(fen)).unwrap();
        let live = LiveGame::new(game, against_engine(), manners, None);
        assert_eq!(live.engine_accepts(offer, Score::DRAW), accepts, "{manners:?} {fen}");
    }
}

#[test]
fn time_runs_out() {
    let game = Ruling::new("alquerque", &[]).unwrap().new_game();
    let terms = ClockTerms::Whole { initial: 1_000, increment: 0 };
    let mut live = LiveGame::new(game, people(), Manners::Club, Some(terms));
    play(&mut live, 2);
    let flag = vec![(Side::First, Event::Flag)];
    let text = live.game.turns().unwrap()[0].text(&live.game.ruleset().board);
    assert_eq!(live.judge(FIRST, &turn(&text), 1_000), Ok(flag), "who plays too late has lost");
    live.apply(&Entry { at: 1_000, by: Side::First, event: Event::Flag }).unwrap();
    assert_eq!((live.end(), live.outcome()), (Some((Some(Side::Second), "time")), None));
    assert_eq!(live.clock.unwrap().running(), None);
}

#[test]
fn both_want_another_game() {
    let mut live = live("alquerque", people(), Manners::Club);
    act(&mut live, FIRST, Act::Resign).unwrap();
    act(&mut live, FIRST, Act::Offer(Deal::Rematch)).unwrap();
    assert_eq!(live.next(), Next::People);
    act(&mut live, SECOND, Act::Accept).unwrap();
    assert!(live.rematch_agreed);
    live.apply(&Entry { at: 0, by: Side::First, event: Event::Rematch("g".to_owned()) }).unwrap();
    assert!(!live.can_offer(Side::First, Deal::Rematch));
}

#[test]
fn events_that_do_not_fit_are_told() {
    let mut live = live("alquerque", people(), Manners::Club);
    let entry = |event| Entry { at: 0, by: Side::First, event };
    assert_eq!(live.apply(&entry(Event::Accept)), Err(Misfit::NothingOffered));
    assert!(matches!(live.apply(&entry(Event::Turn("e5-e4".to_owned()))), Err(Misfit::Turn(_))));
    live.apply(&entry(Event::Resign)).unwrap();
    assert!(matches!(live.apply(&entry(Event::Resign)), Err(Misfit::Play(PlayError::Over(_)))));
}

#[test]
fn a_game_is_called_off_until_both_sides_have_made_a_turn() {
    let mut fresh = live("alquerque", [person("Ana"), Player::Open], Manners::Club);
    assert_eq!(act(&mut fresh, Seated::Nowhere, Act::CallOff), Err(Refusal::NotPlaying));
    act(&mut fresh, FIRST, Act::CallOff).unwrap();
    assert_eq!((fresh.end(), fresh.to_move(), fresh.outcome()), (Some((None, "called_off")), None, None));
    assert_eq!(act(&mut fresh, FIRST, Act::Offer(Deal::Rematch)), Err(Refusal::NotNow(Deal::Rematch)));
    let mut begun = live("alquerque", people(), Manners::Club);
    play(&mut begun, 1);
    assert!(begun.may_call_off(FIRST).is_ok() && begun.may_call_off(SECOND).is_ok());
    play(&mut begun, 1);
    assert_eq!(act(&mut begun, SECOND, Act::CallOff), Err(Refusal::Begun));
    assert_eq!(live("alquerque", people(), Manners::Home).may_call_off(Seated::Both), Err(Refusal::Begun));
}

#[test]
fn who_stays_away_loses_where_no_clock_runs_and_only_to_the_other_person() {
    let days = |days: Millis| days * 24 * 60 * 60 * 1_000;
    let begun = |clock| {
        let game = Ruling::new("alquerque", &[]).unwrap().new_game();
        let mut live = LiveGame::new(game, people(), Manners::Club, clock);
        play(&mut live, 2);
        live
    };
    let mut left = begun(None);
    assert_eq!(left.judge(SECOND, &Act::Claim, days(14) - 1), Err(Refusal::NotAway), "there is time until then");
    assert_eq!(left.judge(FIRST, &Act::Claim, days(15)), Err(Refusal::NotAway), "it is their own turn");
    assert_eq!(left.judge(SECOND, &Act::Claim, days(14)), Ok(vec![(Side::Second, Event::Claim)]));
    left.apply(&Entry { at: days(14), by: Side::Second, event: Event::Claim }).unwrap();
    assert_eq!((left.end(), left.outcome()), (Some((Some(Side::Second), "absence")), None));
    let timed = begun(Some(ClockTerms::Turn(days(20))));
    assert_eq!(timed.judge(SECOND, &Act::Claim, days(15)), Err(Refusal::NotAway), "the clock decides");
    let mut engine = live("alquerque", against_engine(), Manners::Club);
    play(&mut engine, 3);
    assert_eq!(engine.judge(FIRST, &Act::Claim, days(15)), Err(Refusal::NotAway), "an engine does not go away");
}

#[test]
fn players_say_a_little_at_a_time_and_hear_nothing_of_whom_they_do_not_want_to_hear() {
    let mut live = live("alquerque", people(), Manners::Club);
    let say = |phrase| Act::Say(phrase);
    for phrase in [Phrase::Hello, Phrase::GoodLuck, Phrase::Moment] {
        act(&mut live, FIRST, say(phrase)).unwrap();
    }
    assert_eq!(act(&mut live, FIRST, say(Phrase::Hello)), Err(Refusal::SaidEnough));
    act(&mut live, SECOND, say(Phrase::Hello)).unwrap();
    play(&mut live, 1);
    act(&mut live, FIRST, say(Phrase::Sorry)).unwrap();
    assert_eq!(live.said.iter().filter(|said| said.by == Side::First).count(), 4);
    assert_eq!(act(&mut live, Seated::Nowhere, say(Phrase::Hello)), Err(Refusal::NotPlaying));

    act(&mut live, SECOND, Act::Shut).unwrap();
    assert!(live.said.iter().all(|said| said.by == Side::Second));
    assert_eq!(act(&mut live, FIRST, say(Phrase::Hello)), Err(Refusal::NotHeard));
    act(&mut live, SECOND, say(Phrase::Goodbye)).unwrap();
    let events = live.events;
    act(&mut live, SECOND, Act::Shut).unwrap();
    assert_eq!(live.events, events, "nothing happens a second time");
    // Farewells are said when the game is over.
    act(&mut live, FIRST, Act::Resign).unwrap();
    act(&mut live, SECOND, say(Phrase::WellPlayed)).unwrap();
}

#[test]
fn nobody_talks_to_the_engine_or_to_themselves() {
    for (seated, players, manners) in
        [(FIRST, against_engine(), Manners::Club), (Seated::Both, people(), Manners::Alone)]
    {
        let mut live = live("alquerque", players, manners);
        for what in [Act::Say(Phrase::Hello), Act::Shut] {
            assert_eq!(act(&mut live, seated, what), Err(Refusal::NotHeard));
        }
    }
}
