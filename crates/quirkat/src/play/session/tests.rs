use super::*;
use quirkat_draw::CharacterSet;
use quirkat_play::ClockTerms;
use quirkat_rules::{AnyRules, Language, Pdn, Reason, find_game, read_fen};
use quirkat_search::Level;
use std::fs;
use tempfile::TempDir;

/// Creates a session in a temporary folder, with an engine limited by depth instead of time.
fn session(variant: &str, fen: Option<&str>, players: [Player; 2]) -> (TempDir, Session) {
    session_with(variant, fen, players, |_| ())
}

fn session_with(
    variant: &str,
    fen: Option<&str>,
    players: [Player; 2],
    change: impl FnOnce(&mut PlayOptions),
) -> (TempDir, Session) {
    let folder = tempfile::tempdir().unwrap();
    let ruleset = find_game("alquerque").unwrap().ruleset(Some(variant), &[]).unwrap();
    let setup = fen.map(|fen| read_fen(&ruleset, fen).unwrap());
    let mut options = PlayOptions {
        game: AnyRules::compile(ruleset).unwrap().game(setup.as_ref()).unwrap(),
        saved: None,
        clock: None,
        players,
        outside: [None, None],
        library: None,
        record: Record::new(folder.path().join("game.pdn"), vec![("Event".to_owned(), "test".to_owned())]),
        limits: Limits { depth: Some(4), ..Limits::default() },
        seed: 7,
        look: CharacterSet::Ascii,
        language: Language::En,
        colour: false,
    };
    change(&mut options);
    (folder, Session::new(options))
}

const PEOPLE: [Player; 2] = [Player::Human, Player::Human];

fn against_engine() -> [Player; 2] {
    [Player::Human, Player::Engine(Level::BEST)]
}

fn texts(session: &Session) -> Vec<String> {
    let board = &session.game().ruleset().board;
    session.turns().into_iter().map(|(_, turn)| turn.text(board)).collect()
}

/// Returns the moves in the file.
fn saved_moves(session: &Session) -> Vec<String> {
    let text = fs::read_to_string(session.path()).unwrap();
    Pdn::read(&text).unwrap()[0].turns.iter().map(|turn| turn.text.clone()).collect()
}

#[test]
fn every_change_is_saved_at_once() {
    let (_folder, mut session) = session("walker", None, PEOPLE);
    assert!(!session.is_saved(), "nothing has happened yet");
    session.play_text("b2-c3").unwrap();
    assert_eq!(saved_moves(&session), ["b2-c3"]);
    session.play_text("d4xb2").unwrap();
    assert_eq!(saved_moves(&session), ["b2-c3", "d4xb2"]);
    session.undo().unwrap();
    assert_eq!(saved_moves(&session), ["b2-c3"]);
    session.resign().unwrap();
    let text = fs::read_to_string(session.path()).unwrap();
    assert!(text.contains("[Event \"test\"]") && text.contains("[Termination \"resignation\"]"), "{text}");
}

#[test]
fn a_refused_move_has_a_reason_and_changes_nothing() {
    let (_folder, mut session) = session("walker", None, PEOPLE);
    let refusal = session.play_text("b2-b3").unwrap_err();
    assert_eq!(refusal.to_string(), "b2-b3: b3 is occupied");
    assert!(!session.is_saved());
}

#[test]
fn a_failed_save_is_reported_and_the_game_continues() {
    let (folder, mut session) = session("walker", None, PEOPLE);
    fs::write(folder.path().join("file"), "").unwrap();
    session.record = Record::new(folder.path().join("file/game.pdn"), vec![]);
    session.play_text("b2-c3").unwrap();
    assert!(session.trouble().unwrap().contains("game.pdn"));
    session.save_as(&folder.path().join("elsewhere.pdn")).unwrap();
    assert_eq!((session.trouble(), saved_moves(&session)), (None, vec!["b2-c3".to_owned()]));
}

#[test]
fn undo_takes_back_the_engines_reply_too() {
    let (_folder, mut session) = session("walker", None, against_engine());
    assert_eq!(session.undo(), Err(Refusal::NothingToUndo));
    session.play_text("b2-c3").unwrap();
    assert!(matches!(session.play_text("a1xc3"), Err(Refusal::EngineToMove(side)) if side == Side::Second));
    let Some(Event::Played(Side::Second, turn)) = session.wait() else { panic!("no move") };
    assert_eq!(turn.text(&session.game().ruleset().board), "d4xb2");
    assert_eq!(saved_moves(&session).len(), 2);
    assert_eq!(session.undo(), Ok(2));
    assert_eq!(texts(&session), Vec::<String>::new());
    session.play_text("c2-c3").unwrap();
    assert_eq!(session.undo(), Ok(1), "also while the engine thinks");
    assert_eq!(session.wait(), None);
}

#[test]
fn the_engine_errs_the_same_way_for_the_same_seed() {
    let play = || {
        let level = Player::Engine(Level::new(2).unwrap());
        let (_folder, mut session) = session("article", None, [level.clone(), level]);
        (0..30).for_each(|_| drop(session.wait()));
        texts(&session)
    };
    assert_eq!(play(), play());
}

#[test]
fn people_accept_or_decline_offers() {
    let (_folder, mut session) = session("article", None, PEOPLE);
    assert_eq!(session.answer(true), Err(Refusal::NoOffer));
    let offer = session.make_offer(OfferKind::Draw).unwrap();
    assert_eq!(offer, Offer { by: Side::First, kind: OfferKind::Draw });
    session.answer(false).unwrap();
    assert_eq!((session.outcome(), session.offer()), (None, None));
    session.make_offer(OfferKind::Draw).unwrap();
    session.play_text("b2-c3").unwrap();
    assert_eq!(session.offer(), None, "a move declines the offer");
    session.make_offer(OfferKind::Count).unwrap();
    session.answer(true).unwrap();
    assert_eq!(session.outcome().map(|outcome| outcome.reason), Some(Reason::AgreedCount));
    assert_eq!(session.make_offer(OfferKind::Draw), Err(Refusal::Over));
}

#[test]
fn a_count_needs_rules_with_counting() {
    let (_folder, mut session) = session("walker", None, PEOPLE);
    assert!(session.make_offer(OfferKind::Count).unwrap_err().to_string().contains("end_count"));
}

#[test]
fn the_engine_declines_an_early_draw() {
    for (fen, accepts) in [("W:Wa1,b1,c1,d1:Be5", false), ("W:We1:Ba5,b5,c5,d5", false)] {
        let (_folder, mut session) = session("walker", Some(fen), against_engine());
        let offer = session.make_offer(OfferKind::Draw).unwrap();
        assert_eq!(session.wait(), Some(Event::Answered(offer, accepts)), "{fen}");
        assert_eq!(session.outcome().is_some(), accepts);
    }
}

#[test]
fn the_engine_counts_when_it_has_more() {
    for (fen, accepts) in [("W:Wa1,b1:Be5,d5,c5", true), ("W:Wa1,b1:Be5", false)] {
        let (_folder, mut session) = session("article", Some(fen), against_engine());
        let offer = session.make_offer(OfferKind::Count).unwrap();
        assert_eq!(session.wait(), Some(Event::Answered(offer, accepts)), "{fen}");
    }
}

#[test]
fn a_hint_is_a_legal_move_and_a_move_cancels_it() {
    let (_folder, mut session) = session("walker", None, PEOPLE);
    session.ask_hint().unwrap();
    let Some(Event::Hint(line, Some(proved))) = session.wait() else { panic!("no hint") };
    assert_eq!(proved.position.map(|value| value.wdl), Some(quirkat_rules::Wdl::Win));
    session.ask_hint().unwrap();
    session.play(&line.turns[0]).unwrap();
    assert_eq!((session.busy(), session.wait()), (None, None));
}

#[test]
fn resigning_against_the_engine_resigns_for_the_person() {
    let (_folder, mut session) = session("walker", Some("B:Wa1,b1:Be5,d5"), against_engine());
    session.resign().unwrap();
    assert_eq!(session.outcome().unwrap().winner, Some(Side::Second));
}

#[test]
fn a_rematch_gets_its_own_file() {
    let (folder, mut session) = session("walker", Some("W:Wa1,c1:Be5"), PEOPLE);
    session.play_text("a1-a2").unwrap();
    session.resign().unwrap();
    session.rematch().unwrap();
    assert_eq!((session.outcome(), texts(&session).len()), (None, 0));
    assert_eq!(session.path(), folder.path().join("game-2.pdn"));
    session.play_text("a1-b2").unwrap();
    assert_eq!(saved_moves(&session), ["a1-b2"]);
    let first = fs::read_to_string(folder.path().join("game.pdn")).unwrap();
    assert!(first.contains("a1-a2"), "{first}");
}

#[test]
fn a_loaded_game_continues_in_its_file() {
    let (folder, mut session) = session("smith_bell", None, PEOPLE);
    session.play_text("c2-c3").unwrap();
    let other = folder.path().join("other.pdn");
    session.save_as(&other).unwrap();
    assert!(session.save_as(&folder.path().join("game.pdn")).is_err(), "nothing is overwritten");
    session.play_text("c4xc2").unwrap();
    assert_eq!(saved_moves(&session).len(), 2);
    session.load(&folder.path().join("game.pdn")).unwrap();
    assert_eq!(texts(&session), ["c2-c3"]);
    assert_eq!(session.turns()[0].0, Side::First);
    assert!(session.load(&folder.path().join("nothing.pdn")).is_err());
    assert_eq!(texts(&session), ["c2-c3"]);
    session.play_text("c4xc2").unwrap();
    assert_eq!(session.path(), folder.path().join("game.pdn"));
}

/// Creates a game with six seconds per side.
fn hasty(players: [Player; 2], change: impl FnOnce(&mut PlayOptions)) -> (TempDir, Session) {
    session_with("walker", None, players, |options| {
        options.clock = ClockTerms::read("0.1");
        change(options);
    })
}

#[test]
fn the_engine_plays_within_its_time() {
    let hours = Limits { time: Some(Duration::from_secs(3_600)), ..Limits::default() };
    let best = Player::Engine(Level::BEST);
    let (_folder, mut session) = hasty([best.clone(), best], |options| options.limits = hours);
    for _ in 0..12 {
        assert!(matches!(session.wait(), Some(Event::Played(..))));
    }
    for side in Side::BOTH {
        let (left, _) = session.clock(side).unwrap();
        assert!((3_000..5_900).contains(&left), "five moves of a twenty-fifth of the remaining time each: {left}");
    }
}

#[test]
fn a_loss_on_time_can_be_taken_back() {
    let (_folder, mut session) = hasty(PEOPLE, |_| ());
    session.play_text("b2-c3").unwrap();
    assert_eq!(session.clock(Side::Second), Some((6_000, false)), "the clocks do not run before the first moves");
    session.play_text("d4xb2").unwrap();
    assert!(session.clock(Side::First).unwrap().1);
    session.began -= Duration::from_secs(6);
    assert_eq!(session.play_text("a1xc3"), Err(Refusal::Over));
    assert_eq!((session.is_over(), session.termination()), (true, Some(Termination::Time(Side::First))));
    assert_eq!(session.words().end(&session).unwrap(), "White ran out of time. Black wins.");
    let text = fs::read_to_string(session.path()).unwrap();
    assert!(text.contains("[Result \"0-1\"]") && text.contains("[Termination \"time\"]"), "{text}");
    session.undo().unwrap();
    assert_eq!((session.is_over(), session.clock(Side::First)), (false, Some((6_000, false))));
}

#[test]
fn a_resumed_game_continues_its_clocks() {
    let (_folder, mut session) = hasty(PEOPLE, |_| ());
    session.play_text("b2-c3").unwrap();
    session.play_text("d4xb2").unwrap();
    session.began -= Duration::from_secs(2);
    session.was_away(Duration::from_secs(1));
    session.leave();
    let (path, left) = (session.path().to_owned(), session.clock(Side::First).unwrap().0);
    assert!((4_000..=5_000).contains(&left), "{left}");
    session.began -= Duration::from_secs(3);
    session.load(&path).unwrap();
    let (again, runs) = session.clock(Side::First).unwrap();
    // The record rounds times to tenths of a second.
    assert!(runs && (left - 1_000..=left + 50).contains(&again), "{left} {again}");
    assert_eq!(session.path(), path, "comments with clock times do not count as foreign");
    session.resign().unwrap();
    session.rematch().unwrap();
    assert_eq!(session.clock(Side::First), Some((6_000, false)));
}

#[test]
fn people_cannot_act_in_a_game_of_two_engines() {
    let level = Player::Engine(Level::new(1).unwrap());
    let (_folder, mut session) = session("walker", None, [level.clone(), level]);
    assert_eq!(session.undo(), Err(Refusal::NobodyPlays));
    assert_eq!(session.resign(), Err(Refusal::NobodyPlays));
    assert!(session.make_offer(OfferKind::Draw).is_err());
    assert!(matches!(session.wait(), Some(Event::Played(Side::First, _))));
    assert!(matches!(session.wait(), Some(Event::Played(Side::Second, _))));
}
