//! The board in the middle of a turn.

use quirkat_rules::mid_turn::{CapturedFate, captures_mid_turn, setup_mid_turn};
use quirkat_rules::{AnyRules, Partial, Piece, Progress, Rank, Turn, find_game, read_fen, read_turn};

#[test]
fn captured_pieces_leave_or_go_under() {
    let ruleset = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
    let setup = read_fen(&ruleset, "W:Wa1:Bb2,d4").unwrap();
    let game = AnyRules::compile(ruleset.clone()).unwrap().game(Some(&setup)).unwrap();
    let turn = read_turn(&*game, "a1xc3xe5").unwrap();
    let mut before = setup;
    let point = |name| ruleset.board.point(name).unwrap();
    let [white, black] = ["a1", "b2"].map(|name| before.top(point(name)).unwrap());
    before.columns[point("b2").index()] = vec![white, black];
    before.columns[point("d4").index()] = vec![Piece { rank: Rank::King, ..black }];
    let after = |hops: usize, becomes| {
        let setup = setup_mid_turn(&before, &turn, Progress { path: 1 + hops, ..Progress::default() }, becomes);
        ["a1", "b2", "c3", "e5"].map(|name| setup.columns[point(name).index()].clone())
    };
    let king = Piece { rank: Rank::King, ..black };
    assert_eq!(after(1, CapturedFate::GoUnder), [vec![], vec![white], vec![black, white], vec![]]);
    assert_eq!(after(2, CapturedFate::GoUnder), [vec![], vec![white], vec![], vec![king, black, white]]);
    assert_eq!(after(2, CapturedFate::Leave), [vec![], vec![white], vec![], vec![white]]);
    assert_eq!(after(2, CapturedFate::Stay), [vec![], vec![white, black], vec![], vec![white]]);
}

#[test]
fn an_ambiguous_capture_waits_for_the_choice() {
    let ruleset = find_game("fanorona").unwrap().ruleset(None, &[]).unwrap();
    // From e3 to e4 a man approaches e5 and withdraws from e2.
    let setup = read_fen(&ruleset, "W:We3:Be5,e2,a1").unwrap();
    let turns = AnyRules::compile(ruleset.clone()).unwrap().game(Some(&setup)).unwrap().turns().unwrap();
    let gone = |names: &[&str]| {
        let points: Vec<_> = names.iter().map(|name| ruleset.board.point(name).unwrap()).collect();
        let (turn, progress) = Partial::new(&ruleset.board, &turns, None, None, &points).first_match.unwrap();
        let shown = setup_mid_turn(&setup, turn, progress, CapturedFate::from_ruleset(&ruleset));
        let empty = ["e2", "e5"].map(|name| shown.columns[ruleset.board.point(name).unwrap().index()].is_empty());
        (captures_mid_turn(turn, progress).len(), empty)
    };
    assert_eq!(gone(&["e3", "e4"]), (0, [false, false]));
    assert_eq!(gone(&["e3", "e4", "e2"]), (1, [true, false]));
    assert_eq!(gone(&["e3", "e4", "e5"]), (1, [false, true]));
}

#[test]
fn men_enter_from_the_hand_and_a_huffed_piece_leaves_first() {
    let ruleset = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
    let mut before = read_fen(&ruleset, "W:Wa1:Bb2,d4").unwrap();
    before.memory.hand = [2, 0];
    let point = |name| ruleset.board.point(name).unwrap();
    let drops = vec![point("c3"), point("e5")];
    let turn = Turn { huff: Some(point("b2")), drops, removed: vec![point("d4")], ..Turn::default() };
    let after = |progress| {
        let setup = setup_mid_turn(&before, &turn, progress, CapturedFate::Leave);
        let standing = ["b2", "c3", "d4", "e5"].map(|name| setup.columns[point(name).index()].len());
        (standing, setup.memory.hand)
    };
    assert_eq!(after(Progress::default()), ([0, 0, 1, 0], [2, 0]));
    assert_eq!(after(Progress { drops: 1, ..Progress::default() }), ([0, 1, 1, 0], [1, 0]));
    assert_eq!(after(Progress::complete(&turn)), ([0, 1, 0, 1], [0, 0]));
    assert_eq!(captures_mid_turn(&turn, Progress::complete(&turn)), [point("d4")]);
}
