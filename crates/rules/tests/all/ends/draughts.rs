//! Draw rules of draughts, and the last two pieces of Turkish draughts.

use super::far::position;
use super::{drawn, is_over, play, won};
use quirkat_rules::{Reason, Side};

/// Five turns of each side, of two men that do not meet and of two kings that do not repeat a position three times.
const MEN: &str = "e1-f2 f8-e7 f2-g3 e7-d6 g3-h4 d6-c5 h4-g5 c5-b4 g5-h6 b4-a3";
const KINGS: &str = "a1-b2 b8-a7 b2-c3 a7-b8 c3-b2 b8-a7 b2-a3 a7-b8 a3-c1 b8-a7";

/// Issue 17, point 16; clause 7.2.6 of the Russian rules covers positions in which both opponents have kings.
#[test]
fn few_pieces_draw_if_both_sides_have_kings() {
    for game in ["shashki", "bashni"] {
        let mut men = position(game, "W:We1:Bf8");
        play(&mut men, MEN);
        assert_eq!(men.outcome(), None, "{game}: there are no kings");

        let mut kings = position(game, "W:WKa1:BKb8");
        let (before, last) = KINGS.rsplit_once(' ').unwrap();
        play(&mut kings, before);
        assert_eq!(kings.outcome(), None, "{game}: after nine plies");
        play(&mut kings, last);
        is_over(&mut kings, drawn(Reason::FewPieces));
    }
}

/// Issue 17, point 17.
#[test]
fn a_lone_man_is_counted_when_it_can_neither_capture_nor_promote() {
    let winner = won(Side::First, Reason::LoneMan);
    for to_move in ["W", "B"] {
        is_over(&mut position("dama", &format!("{to_move}:WKh8:Ba5")), winner);
        assert_eq!(position("dama", &format!("{to_move}:WKb3:Ba3")).outcome(), None, "the man takes");
        assert_eq!(position("dama", &format!("{to_move}:WKh8:Ba2")).outcome(), None, "the man is crowned");
    }
    let mut takes = position("dama", "B:WKb3:Ba3");
    play(&mut takes, "a3xc3");
    is_over(&mut takes, won(Side::Second, Reason::NoPieces));

    let mut crowned = position("dama", "W:WKh8:Ba2");
    play(&mut crowned, "h8-h7");
    assert_eq!(crowned.outcome(), None);
    play(&mut crowned, "a2-a1");
    is_over(&mut crowned, drawn(Reason::OneEach));

    // The king captures the man before the rule for a lone man applies.
    let mut taken = position("dama", "W:WKa8:Ba5");
    assert_eq!(taken.outcome(), None);
    play(&mut taken, "a8xa4");
    is_over(&mut taken, won(Side::First, Reason::NoPieces));
}

/// Issue 61.
#[test]
fn a_lone_man_under_attack_may_step_away() {
    let mut away = position("dama", "B:WKa8:Ba5");
    assert_eq!(away.outcome(), None);
    play(&mut away, "a5-b5");
    is_over(&mut away, won(Side::First, Reason::LoneMan));

    // A king in front of the man blocks its promotion, but attacks it.
    let mut crowned = position("dama", "B:WKa1:Ba2");
    assert_eq!(crowned.outcome(), None);
    play(&mut crowned, "a2-b2");
    assert_eq!(crowned.outcome(), None);
}

/// One king each is a draw, unless the side to move can capture the other.
#[test]
fn a_king_captures_the_last_king_before_the_draw() {
    is_over(&mut position("dama", "W:WKa1:BKh8"), drawn(Reason::OneEach));
    let mut taken = position("dama", "W:WKa1:BKa4");
    assert_eq!(taken.outcome(), None);
    play(&mut taken, "a1xa8");
    is_over(&mut taken, won(Side::First, Reason::NoPieces));
}
