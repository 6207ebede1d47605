//! Endings: positions and histories with their outcome and reason.

mod draughts;
mod far;

use quirkat_rules::{
    AnyGame, AnyRules, GameFile, MAX_HOPS, Outcome, PlayError, Reason, Side, TooManyTurns, find_game, read_fen,
    read_turn,
};

/// A game of `walker` with house rules, from a position.
fn game(rules: &[(&str, &str)], fen: &str) -> AnyGame {
    let ruleset = find_game("alquerque").unwrap().ruleset(None, rules).unwrap();
    let setup = read_fen(&ruleset, fen).unwrap();
    AnyRules::compile(ruleset).unwrap().game(Some(&setup)).unwrap()
}

fn play(game: &mut AnyGame, turns: &str) {
    for text in turns.split_whitespace() {
        let turn = read_turn(&**game, text).unwrap_or_else(|error| panic!("{error}"));
        game.play(&turn).unwrap();
    }
}

fn won(winner: Side, reason: Reason) -> Option<Outcome> {
    Some(Outcome { winner: Some(winner), reason })
}

fn drawn(reason: Reason) -> Option<Outcome> {
    Some(Outcome { winner: None, reason })
}

/// Checks that every query reports the game as over.
fn is_over(game: &mut AnyGame, outcome: Option<Outcome>) {
    assert_eq!(game.outcome(), outcome);
    let over = Err(PlayError::Over(outcome.unwrap()));
    assert_eq!(game.turns(), Ok(vec![]));
    assert_eq!(game.resign(Side::First), over);
    assert_eq!(game.agree_draw(), over);
    assert_eq!(read_turn(&**game, "pass").unwrap_err().to_string(), "the game is over");
    assert_eq!(game.outcome(), outcome, "the refused calls changed nothing");
}

/// A white man in the corner between black men that cannot be leapt, and a free black man.
const WALLED: &str = "W:Wa1:Bb1,c1,a2,b2,a3,c3,e5";

/// Two lone men far apart, which can move back and forth; `SHUFFLE` returns to the start.
const ALONE: &str = "W:Wa1:Be5";
const SHUFFLE: &str = "a1-a2 e5-e4 a2-a1 e4-e5 ";

#[test]
fn capturing_the_last_piece_wins() {
    let mut taken = game(&[], "W:Wa1:Bb2");
    assert_eq!(taken.outcome(), None);
    play(&mut taken, "a1xc3");
    is_over(&mut taken, won(Side::First, Reason::NoPieces));

    let mut taken = game(&[], "B:Wd4:Be5");
    play(&mut taken, "e5xc3");
    is_over(&mut taken, won(Side::Second, Reason::NoPieces));
}

#[test]
fn a_side_without_pieces_has_lost_at_either_sides_turn() {
    for to_move in ["W", "B"] {
        is_over(&mut game(&[], &format!("{to_move}:Wa1:B")), won(Side::First, Reason::NoPieces));
        is_over(&mut game(&[], &format!("{to_move}:W:Ba1")), won(Side::Second, Reason::NoPieces));
    }
}

#[test]
fn huffing_the_last_piece_wins() {
    let mut huffed = game(&[("capture", "huff")], "W:Wa1:Bb2,e5");
    play(&mut huffed, "a1-a2");
    let turn = read_turn(&*huffed, "huff a2").unwrap();
    huffed.play(&turn).unwrap();
    is_over(&mut huffed, won(Side::Second, Reason::NoPieces));
}

#[test]
fn a_blocked_side_loses_draws_or_passes() {
    is_over(&mut game(&[], WALLED), won(Side::Second, Reason::Blocked));
    is_over(&mut game(&[("blocked", "draw")], WALLED), drawn(Reason::Blocked));
    let mut passing = game(&[("blocked", "pass")], WALLED);
    assert_eq!(passing.outcome(), None);
    let turns = passing.turns().unwrap();
    assert_eq!(turns.iter().map(|turn| turn.text(&passing.ruleset().board)).collect::<Vec<_>>(), ["pass"]);
    play(&mut passing, "pass");
    assert_eq!((passing.to_move(), passing.outcome()), (Side::Second, None));
}

#[test]
fn passing_draws_if_neither_side_can_move() {
    let forward = [("step_dirs", "forward"), ("cap_dirs", "forward"), ("blocked", "pass")];
    is_over(&mut game(&forward, "W:Wa5:Be1"), drawn(Reason::Blocked));
    is_over(&mut game(&forward[..2], "W:Wa5:Be1"), won(Side::Second, Reason::Blocked));
    is_over(&mut game(&forward[..2], "B:Wa5:Be1"), won(Side::First, Reason::Blocked));
}

/// White could not move even after huffing a1, and Black could move only if it lost a1 itself.
#[test]
fn a_huff_by_the_opponent_is_not_a_move_of_the_blocked_side() {
    let rules = [("step_dirs", "forward"), ("cap_dirs", "forward"), ("blocked", "pass"), ("capture", "huff")];
    is_over(&mut game(&rules, "W:We5:Ba1,a2:huff=a1"), drawn(Reason::Blocked));
}

/// A man that can capture in more ways than are listed: neither side is blocked, under any precedence.
#[test]
fn a_side_with_too_many_turns_to_list_is_not_blocked() {
    let rows: String = (0..13).rev().map(|y| victims(y) + "\n").collect();
    let text = format!(
        "id = 'many'\nversion = 1\ndefault = 'free'\nboard = 'alq(13,13)'\nsetup = \"\"\"\n{rows}\"\"\"\n\
         name = {{ en = 'Many', es = 'Muchas' }}\n\
         sides.first = {{ colour = 'white', en = 'White', es = 'Blancas' }}\n\
         sides.second = {{ colour = 'black', en = 'Black', es = 'Negras' }}\n\
         ranks.man = {{ en = ['man', 'men'], es = ['el peón', 'los peones'] }}\n\
         ranks.king = {{ en = ['king', 'kings'], es = ['la dama', 'las damas'] }}\n\
         variants.free.name = {{ en = 'Free', es = 'Libre' }}\n"
    );
    let file = GameFile::parse("many.toml", &text, &|_| Err(String::new().into())).unwrap();
    for rules in [
        [("choice", "free"), ("blocked", "loss")],
        [("choice", "max"), ("blocked", "loss")],
        [("choice", "max"), ("blocked", "pass")],
    ] {
        let game = AnyRules::compile(file.ruleset(None, &rules).unwrap()).unwrap().new_game();
        assert_eq!((game.turns(), game.outcome()), (Err(TooManyTurns::Hops { limit: MAX_HOPS }), None), "{rules:?}");
    }
}

/// A row with a black man on every point where no leap from the corner lands, and a white one in that corner.
fn victims(y: usize) -> String {
    let letter = |x| {
        if (x, y) == (0, 0) {
            "w"
        } else if x % 2 == 1 || y % 2 == 1 {
            "b"
        } else {
            "."
        }
    };
    (0..13).map(letter).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_third_occurrence_of_a_position_draws() {
    let mut repeated = game(&[], ALONE);
    play(&mut repeated, SHUFFLE);
    assert_eq!(repeated.outcome(), None, "twice is not enough");
    play(&mut repeated, "a1-a2 e5-e4 a2-a1");
    assert_eq!(repeated.outcome(), None);
    play(&mut repeated, "e4-e5");
    is_over(&mut repeated, drawn(Reason::Repetition));
}

#[test]
fn the_third_occurrence_may_end_the_game_by_a_count() {
    for (fen, outcome) in [
        (ALONE, drawn(Reason::RepetitionCount)),
        ("W:Wa1,e1:Be5", won(Side::First, Reason::RepetitionCount)),
        ("W:Wa1:Be5,a5", won(Side::Second, Reason::RepetitionCount)),
    ] {
        let mut repeated = game(&[("repetition", "count")], fen);
        play(&mut repeated, &SHUFFLE.repeat(2));
        is_over(&mut repeated, outcome);
    }
}

/// Issue 17, point 19: Walker's rule 9 draws where both players are equal.
#[test]
fn the_third_occurrence_may_draw_only_between_equal_sides() {
    let rules = [("repetition", "draw_if_equal")];
    let mut equal = game(&rules, ALONE);
    play(&mut equal, &SHUFFLE.repeat(2));
    is_over(&mut equal, drawn(Reason::Repetition));
    for fen in ["W:Wa1,e1:Be5", "W:Wa1:Be5,a5"] {
        let mut unequal = game(&rules, fen);
        play(&mut unequal, &SHUFFLE.repeat(3));
        assert_eq!(unequal.outcome(), None, "{fen}");
    }
}

/// Issue 17, point 20; rule h of the article names the ban, which it does not make.
#[test]
fn a_chain_may_be_barred_from_its_start() {
    let turns = |value: &str| {
        let game = game(&[("return", value)], "W:Wa1:Bb1,b2,c2,a3,e5");
        let board = &game.ruleset().board;
        let mut turns: Vec<_> = game.turns().unwrap().iter().map(|turn| turn.text(board)).collect();
        turns.sort();
        turns
    };
    assert_eq!(turns("free"), ["a1xc1xc3xa1", "a1xc3xc1xa1"]);
    assert_eq!(turns("not_start"), ["a1xc1xc3", "a1xc3xc1"]);
    let refused = read_turn(&*game(&[("return", "not_start")], "W:Wa1:Bb1,b2,c2,a3,e5"), "a1xc1xc3xa1").unwrap_err();
    assert_eq!(refused.to_string(), "a1xc1xc3xa1: this piece may not return to a1");
    // In the next turn it may return.
    let mut back = game(&[("return", "not_start")], ALONE);
    play(&mut back, "a1-a2 e5-e4 a2-a1");
}

#[test]
fn repetition_may_have_no_effect() {
    let mut repeated = game(&[("repetition", "none")], ALONE);
    play(&mut repeated, &SHUFFLE.repeat(20));
    assert_eq!(repeated.outcome(), None);
    assert_eq!(repeated.turns().unwrap().len(), 3);
}

#[test]
fn positions_with_different_memory_differ() {
    // Neither man may go straight back, so both walk round a corner. The pieces stand as at the start for the third time,
    // but the memory at the start was empty.
    let mut walked = game(&[("return", "not_last")], ALONE);
    play(&mut walked, &"a1-a2 e5-e4 a2-b2 e4-d4 b2-a1 d4-e5 ".repeat(2));
    assert_eq!(walked.outcome(), None);
    play(&mut walked, "a1-a2");
    assert_eq!(walked.outcome(), None);
    play(&mut walked, "e5-e4");
    is_over(&mut walked, drawn(Reason::Repetition));
}

#[test]
fn a_capture_restarts_the_history() {
    let mut taken = game(&[("no_capture_limit", "3")], "W:Wa1,c1:Be5,c2");
    play(&mut taken, "c1xc3 e5-e4 a1-a2 e4-e5 a2-a1 e5-e4");
    assert_eq!(taken.outcome(), None);
    play(&mut taken, "a1-a2");
    is_over(&mut taken, drawn(Reason::NoCapture));
}

#[test]
fn a_forbidden_repetition_is_not_a_legal_turn() {
    let mut repeated = game(&[("repetition", "forbidden")], ALONE);
    play(&mut repeated, "a1-a2 e5-e4 a2-a1");
    let refused = read_turn(&*repeated, "e4-e5").unwrap_err().to_string();
    assert_eq!(refused, "e4-e5: the move would repeat an earlier position");
    let turns = repeated.turns().unwrap();
    assert!(turns.iter().all(|turn| turn.text(&repeated.ruleset().board) != "e4-e5"));
    assert_eq!(turns.len(), 2, "e4-d4 and e4-e3 are left");
}

#[test]
fn a_side_whose_every_turn_would_repeat_loses() {
    // The white man can only move between a1 and a2.
    let mut caught = game(&[("repetition", "forbidden"), ("capture", "optional")], "B:Wa1:Bb1,b2,c1,c2,c3,a3,a4,e5");
    play(&mut caught, "e5-e4 a1-a2 e4-e5");
    is_over(&mut caught, won(Side::Second, Reason::Blocked));
}

#[test]
fn pieces_are_counted_after_seven_turns_each_without_a_capture() {
    for (fen, outcome) in [
        (ALONE, drawn(Reason::Count)),
        ("W:Wa1,e1:Be5", won(Side::First, Reason::Count)),
        ("W:Wa1:Be5,a5", won(Side::Second, Reason::Count)),
    ] {
        let mut counted = game(&[("end_count", "automatic"), ("repetition", "none")], fen);
        play(&mut counted, &SHUFFLE.repeat(3));
        play(&mut counted, "a1-a2");
        assert_eq!(counted.outcome(), None, "after 13 plies");
        play(&mut counted, "e5-e4");
        is_over(&mut counted, outcome);
    }
}

#[test]
fn players_may_agree_to_count_where_the_rules_count() {
    for (value, allowed) in [("off", false), ("by_agreement", true), ("automatic", true)] {
        let mut counted = game(&[("end_count", value)], "W:Wa1,b1:Be5");
        if allowed {
            assert_eq!(counted.agree_count(), Ok(()));
            is_over(&mut counted, won(Side::First, Reason::AgreedCount));
        } else {
            assert_eq!(counted.agree_count(), Err(PlayError::NoCount));
            assert_eq!(counted.outcome(), None);
        }
    }
}

#[test]
fn turns_without_a_capture_may_be_limited() {
    let mut limited = game(&[("no_capture_limit", "2")], ALONE);
    play(&mut limited, "a1-a2 e5-e4 a2-a3");
    assert_eq!(limited.outcome(), None);
    play(&mut limited, "e4-e3");
    is_over(&mut limited, drawn(Reason::NoCapture));
}

#[test]
fn players_resign_and_agree_at_either_sides_turn() {
    for side in Side::BOTH {
        let mut resigned = game(&[], ALONE);
        assert_eq!(resigned.resign(side), Ok(()));
        is_over(&mut resigned, won(side.other(), Reason::Resignation));
    }
    let mut agreed = game(&[], ALONE);
    assert_eq!(agreed.agree_draw(), Ok(()));
    is_over(&mut agreed, drawn(Reason::Agreement));
}

#[test]
fn a_finished_game_can_be_undone() {
    // By the players: undoing the last turn cancels their agreement.
    let mut agreed = game(&[], ALONE);
    let (start, turns) = (agreed.setup(), agreed.turns());
    play(&mut agreed, "a1-a2");
    agreed.resign(Side::Second).unwrap();
    assert!(agreed.undo().is_some());
    assert_eq!((agreed.outcome(), agreed.setup(), agreed.turns()), (None, start, turns));
    // At the start there is no turn to undo, but the agreement is cancelled all the same.
    agreed.agree_draw().unwrap();
    assert_eq!(agreed.undo(), None);
    assert_eq!(agreed.outcome(), None);
    // By the position.
    let mut taken = game(&[], "W:Wa1:Bb2");
    play(&mut taken, "a1xc3");
    taken.undo();
    assert_eq!((taken.outcome(), taken.turns().unwrap().len()), (None, 1));
    // By history.
    let mut repeated = game(&[], ALONE);
    play(&mut repeated, &SHUFFLE.repeat(2));
    repeated.undo();
    assert_eq!((repeated.outcome(), repeated.turns().unwrap().len()), (None, 3));
    play(&mut repeated, "e4-e5");
    is_over(&mut repeated, drawn(Reason::Repetition));
}

#[test]
fn results_are_whites_score_first() {
    let result = |outcome: Option<Outcome>, white| outcome.unwrap().result(white);
    assert_eq!(result(won(Side::First, Reason::NoPieces), Side::First), "1-0");
    assert_eq!(result(won(Side::First, Reason::NoPieces), Side::Second), "0-1");
    assert_eq!(result(drawn(Reason::Agreement), Side::First), "1/2-1/2");
    let words: std::collections::BTreeSet<_> = Reason::ALL.iter().map(|reason| reason.word()).collect();
    assert_eq!(words.len(), Reason::ALL.len());
}

#[test]
fn a_game_lists_no_more_turns_than_its_limit() {
    let file = find_game("zamma").unwrap();
    let rules = AnyRules::compile(file.ruleset(None, &[("choice", "free")]).unwrap()).unwrap();
    let fen = "W:WKa7:Bh1,i1,a2,b2,e2,g3,b4,h4,c5,f5,a6,b6,e6,d7,d8,f8,h8,a9,c9,i9";
    let mut game = rules.game(Some(&read_fen(&rules.ruleset(), fen).unwrap())).unwrap();
    game.limit_turns(5_000);
    let refused = TooManyTurns::Turns { found: 504_061, limit: 5_000 };
    assert_eq!(game.turns(), Err(refused));
    assert_eq!(read_turn(&*game, "a7-a8"), Err(refused.into()));
    assert_eq!(refused.to_string(), "this position has 504061 moves: too many to list; allowed: at most 5000");
    game.limit_turns(504_061);
    assert_eq!(game.turns().map(|turns| turns.len()), Ok(504_061));
}
