//! Positions in which the engines once differed.

use crate::pair::Pair;
use crate::statistics::Statistics;
use crate::trial::game_file;
use fastrand::Rng;
use quirkat_plain::{Board, P, Rank, Rank::King, Rank::Man, Rules, Side};

/// Checks that the engines agree at a position on a square alquerque board with the second side to move.
fn agree_at(size: i32, options: &[(&str, &str)], first: &[(P, Rank)], second: &[(P, Rank)]) {
    let board = Board::alq(size, size);
    let start = Rules::new(board.clone(), &[]).unwrap().start();
    let file = game_file(&format!("\"alq({size},{size})\""), &start, size, size);
    let pair = Pair::new(file.ruleset(None, options).unwrap(), board);
    let of = |side: Side| move |&(point, rank): &(P, Rank)| (point, (side, rank));
    let pieces = first.iter().map(of(Side::First)).chain(second.iter().map(of(Side::Second))).collect();
    let state = pair.plain.state(pieces, Side::Second);
    let mut statistics = Statistics::default();
    pair.walk(&state, 0, &mut Rng::with_seed(0), &mut statistics).unwrap_or_else(|difference| panic!("{difference}"));
    assert!(statistics.captures > 0, "{statistics:?}");
}

/// The man takes three men, is promoted, and goes on over a king.
#[test]
fn a_man_promoted_inside_a_chain_takes_a_king_on_a_large_board() {
    let options = [
        ("choice", "frisian"),
        ("take_higher", "no"),
        ("return", "not_start"),
        ("promotion", "long"),
        ("promo_mid", "as_king"),
        ("king_landing", "next"),
        ("king_reach", "adjacent"),
        ("turning", "no_reversal"),
        ("king_move_limit", "1"),
    ];
    let first = [((2, 1), King), ((3, 1), Man), ((4, 3), Man), ((5, 5), Man)];
    agree_at(9, &options, &first, &[((6, 6), Man)]);
}

/// From a5 the capturing piece could go on only over a4 to its start, which is barred.
#[test]
fn a_killer_does_not_land_far_behind_a_king_before_a_barred_point() {
    let options = [
        ("cap_dirs", "straight"),
        ("capture", "optional"),
        ("chain", "optional"),
        ("choice", "max"),
        ("return", "not_start"),
        ("promotion", "long"),
        ("king_landing", "killer"),
        ("turning", "no_reversal"),
    ];
    let first = [
        ((2, 1), King),
        ((3, 1), Man),
        ((1, 2), Man),
        ((0, 3), King),
        ((1, 3), King),
        ((4, 3), King),
        ((1, 4), Man),
        ((3, 4), King),
    ];
    agree_at(5, &options, &first, &[((4, 0), Man), ((0, 2), King)]);
}
