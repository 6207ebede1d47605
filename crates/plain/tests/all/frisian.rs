//! Hand-made cases of Frisian draughts and of the variants of the international game.

use super::{men, paths, position, takes};
use quirkat_plain::{
    Board, Corner, Count, Diagonals, End, LiteMap, P, Rank, Rank::King, Rank::Man, Rules, Side::First, Side::Second,
    State, Turn, game,
};
use std::collections::BTreeSet;

const FRISIAN: (&str, &str, &[(&str, &str)]) = ("frisian", "wfd", &[]);

/// Plays the turn along this path.
fn play(rules: &Rules, state: &State, path: &[P]) -> State {
    let turns = rules.turns(state);
    let turn: Option<&Turn> = turns.iter().find(|turn| turn.path == path);
    rules.play(state, turn.unwrap_or_else(|| panic!("no {path:?} in {:?}", paths(rules, state))))
}

/// Counts of lidraughts, from the starts.
#[test]
fn frisian_games_have_the_published_counts() {
    for (variant, counts) in [("wfd", [9, 81, 658, 3874, 21265]), ("frysk", [9, 81, 657, 5329, 41829])] {
        let rules = game("frisian", Some(variant), &[]).unwrap();
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(rules.perft(&rules.start(), depth, Count::Moves), count, "{variant} at depth {depth}");
        }
    }
}

#[test]
fn rows_and_columns_without_drawn_lines_are_found() {
    let leaps = |board: &Board| -> usize {
        let directions = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        let rays = board.points.iter().flat_map(|&point| directions.map(|way| board.undrawn_ray(point, way).len()));
        rays.filter(|&length| length > 1).count()
    };
    let cases = [
        // Ten rows and ten columns of five squares.
        (Board::checker(10, 10, Corner::Left), 20 * 6),
        // Rows and columns of three and of four squares.
        (Board::checker(7, 7, Corner::Left), 2 * (4 * 4 + 3 * 2)),
        // Four rows and four columns of four centres.
        (Board::cross(5, 5), 8 * 4),
        // Three rows and three columns of three points; two points are too few.
        (Board::queah13(), 6 * 2),
        (Board::serpent(8, false), 2 * 12),
        (Board::serpent(8, true), 0),
        (Board::alq(5, 5), 0),
        (Board::grid(8, 8, Diagonals::None), 0),
        // The bars between the squares are joined, the gap in the middle has two points.
        (Board::mill24(), 0),
        // The points beside a triangle are at other distances.
        (Board::tri(4), 0),
    ];
    for (number, (board, expected)) in cases.iter().enumerate() {
        assert_eq!(leaps(board), *expected, "board {number}");
    }
}

#[test]
fn a_man_captures_in_eight_directions_and_steps_in_two() {
    let around: Vec<P> = vec![(4, 6), (5, 5), (6, 4), (5, 3), (4, 2), (3, 3), (2, 4), (3, 5)];
    let (rules, state) = position(FRISIAN, &[((4, 4), Man)], &around.iter().map(|&at| (at, Man)).collect::<Vec<_>>());
    let firsts: BTreeSet<P> = rules.captures(&state).iter().map(|capture| capture.path[1]).collect();
    assert_eq!(firsts, BTreeSet::from([(4, 8), (6, 6), (8, 4), (6, 2), (4, 0), (2, 2), (0, 4), (2, 6)]));
    let (rules, state) = position(FRISIAN, &[((4, 4), Man)], &[((9, 9), Man)]);
    assert_eq!(paths(&rules, &state), [[(4, 4), (3, 5)], [(4, 4), (5, 5)]]);
}

#[test]
fn a_king_captures_at_a_distance_along_a_row() {
    let (rules, state) = position(FRISIAN, &[((0, 4), King)], &[((4, 4), Man)]);
    assert_eq!(takes(&rules, &state), BTreeSet::from([vec![(0, 4), (6, 4)], vec![(0, 4), (8, 4)]]));
    // Two pieces in succession bar the way.
    let (rules, state) = position(FRISIAN, &[((0, 4), King)], &[((4, 4), Man), ((6, 4), Man)]);
    assert!(takes(&rules, &state).is_empty());
}

#[test]
fn straight_leaps_are_added_to_bent_ones() {
    let landings = |more: &[(&str, &str)]| -> BTreeSet<P> {
        let rules = game("awithlaknan-mosona", Some("bent"), more).unwrap();
        let state = rules.state(men(&[(1, 0)], &[(2, 1), (3, 0), (15, 2)]), First);
        rules.captures(&state).iter().map(|capture| capture.path[1]).collect()
    };
    let bent = landings(&[]);
    assert!(!bent.is_empty() && !bent.contains(&(5, 0)), "{bent:?}");
    let both = landings(&[("capture_lines", "with_orthogonals")]);
    assert_eq!(both, bent.into_iter().chain([(5, 0)]).collect());
}

/// Two men are worth more than a king, and a king more than a man.
#[test]
fn a_frisian_king_counts_slightly_less_than_two_men() {
    // One man of the first side for each capture, in three regions of the board that do not meet.
    let best = |left: &[Rank], right: &[Rank]| {
        let line = |x: i32, ranks: &[Rank]| -> Vec<(P, Rank)> {
            ranks.iter().zip(0..).map(|(&rank, number)| ((x, 2 + 4 * number % 8), rank)).collect()
        };
        let second = [line(0, left), line(8, right)].concat();
        let (rules, state) = position(FRISIAN, &[((0, 0), Man), ((8, 0), Man)], &second);
        takes(&rules, &state).into_iter().map(|path| path[0].0).collect::<Vec<_>>()
    };
    assert_eq!(best(&[King], &[Man]), [0]);
    assert_eq!(best(&[King], &[Man, Man]), [8]);
    assert_eq!(best(&[Man, King], &[King, Man]), [0, 8]);
    assert_eq!(best(&[Man, Man], &[Man, King]), [8]);
}

#[test]
fn of_captures_of_equal_value_a_king_makes_one() {
    let (rules, state) = position(FRISIAN, &[((0, 0), Man), ((8, 0), King)], &[((0, 2), Man), ((8, 6), Man)]);
    assert!(takes(&rules, &state).iter().all(|path| path[0] == (8, 0)));
    let (rules, state) = position(FRISIAN, &[((0, 0), Man), ((8, 0), King)], &[((0, 2), King), ((8, 6), Man)]);
    assert_eq!(takes(&rules, &state), BTreeSet::from([vec![(0, 0), (0, 4)]]));
}

/// Plays the steps of the first side, each answered by a step of the second side's king to and fro.
fn with_answers(rules: &Rules, mut state: State, steps: &[[P; 2]]) -> State {
    for (number, step) in steps.iter().enumerate() {
        let answer = if number % 2 == 0 { [(9, 9), (8, 8)] } else { [(8, 8), (9, 9)] };
        state = play(rules, &play(rules, &state, step), &answer);
    }
    state
}

#[test]
fn a_king_rests_after_three_moves_while_its_side_has_men() {
    let first = [((0, 2), King), ((1, 9), King), ((6, 0), Man)];
    let (rules, state) = position(FRISIAN, &first, &[((9, 9), King)]);
    let three = [[(0, 2), (1, 3)], [(1, 3), (0, 2)], [(0, 2), (1, 3)]];
    let rests = with_answers(&rules, state.clone(), &three);
    assert_eq!(rests.king_moves, LiteMap::from_iter([(First, ((1, 3), 3))]), "the other side has no men");
    assert!(paths(&rules, &rests).iter().all(|path| path[0] != (1, 3)));
    // A move of another piece ends the count; another king begins its own.
    let man = play(&rules, &rests, &[(6, 0), (5, 1)]);
    assert!(man.king_moves.is_empty());
    let other = play(&rules, &rests, &[(1, 9), (0, 8)]);
    assert_eq!(other.king_moves, LiteMap::from_iter([(First, ((0, 8), 1))]));
    // The king may capture, which ends the count.
    let mut captures = rests.clone();
    captures.pieces.insert((2, 2), (Second, Man));
    let taken = play(&rules, &captures, &[(1, 3), (3, 1)]);
    assert!(taken.king_moves.is_empty());
    // Without men there is no count and no limit.
    let (rules, state) = position(FRISIAN, &first[..2], &[((9, 9), King)]);
    let moved = with_answers(&rules, state, &three);
    assert!(moved.king_moves.is_empty());
    assert!(paths(&rules, &moved).iter().any(|path| path[0] == (1, 3)));
}

#[test]
fn a_count_ends_with_the_king_or_the_last_man() {
    // A promotion is no move of a king.
    let (rules, state) = position(FRISIAN, &[((2, 8), Man), ((6, 0), Man)], &[((9, 9), King), ((0, 6), Man)]);
    let crowned = play(&rules, &state, &[(2, 8), (1, 9)]);
    assert_eq!(crowned.pieces[&(1, 9)], (First, King));
    assert!(crowned.king_moves.is_empty());
    // The last man becomes a king.
    let (rules, state) = position(FRISIAN, &[((2, 8), Man), ((5, 1), King)], &[((9, 9), King)]);
    let mut counted = state;
    counted.king_moves = LiteMap::from_iter([(First, ((5, 1), 2))]);
    assert!(play(&rules, &counted, &[(2, 8), (1, 9)]).king_moves.is_empty());
    // The second side's king, or its last man, is captured.
    for (victim, other) in [(King, Man), (Man, King)] {
        let king = if victim == King { (5, 3) } else { (9, 9) };
        let (rules, mut state) = position(FRISIAN, &[((4, 2), Man)], &[((5, 3), victim), ((9, 9), other)]);
        state.king_moves = LiteMap::from_iter([(Second, (king, 2))]);
        assert!(play(&rules, &state, &[(4, 2), (6, 4)]).king_moves.is_empty(), "{victim:?}");
    }
}

/// Behind a king a killer stops directly, or where it captures on; behind a man it stops anywhere.
#[test]
fn a_killer_stops_directly_behind_a_king() {
    let landings = |variant: &str, victim: Rank, more: &[(P, Rank)]| {
        let second = [&[((2, 2), victim)], more].concat();
        let (rules, state) = position(("international", variant, &[]), &[((0, 0), King)], &second);
        takes(&rules, &state)
    };
    assert_eq!(landings("killer", King, &[]), BTreeSet::from([vec![(0, 0), (3, 3)]]));
    assert_eq!(landings("killer", Man, &[]).len(), 7);
    assert_eq!(landings("fmjd", King, &[]).len(), 7);
    // It captures on from (5,5), and stops anywhere behind the man.
    let on = landings("killer", King, &[((7, 3), Man)]);
    assert_eq!(on, BTreeSet::from([vec![(0, 0), (5, 5), (8, 2)], vec![(0, 0), (5, 5), (9, 1)]]));
    let twice = landings("killer", King, &[((7, 3), King)]);
    assert_eq!(twice, BTreeSet::from([vec![(0, 0), (5, 5), (8, 2)]]));
}

#[test]
fn the_first_king_wins_a_breakthrough() {
    let (rules, state) = position(("international", "breakthrough", &[]), &[((2, 8), Man)], &[((9, 3), Man)]);
    let crowned = play(&rules, &state, &[(2, 8), (1, 9)]);
    assert_eq!(rules.outcome(&crowned), Some(End::Promotion(Second)));
    // With a king of each side, the one that moved last has won.
    let (rules, state) = position(("international", "breakthrough", &[]), &[((2, 8), King)], &[((9, 3), King)]);
    assert_eq!(rules.outcome(&state), Some(End::Promotion(First)));
}

#[test]
fn a_side_without_pieces_or_moves_wins_antidraughts() {
    let (rules, state) = position(("international", "antidraughts", &[]), &[((2, 2), Man)], &[((3, 3), Man)]);
    let taken = play(&rules, &state, &[(2, 2), (4, 4)]);
    assert_eq!(rules.outcome(&taken), Some(End::NoPieces(First)));
    let blockers = [((1, 1), Man), ((2, 2), Man)];
    let (rules, state) = position(("international", "antidraughts", &[]), &[((0, 0), Man)], &blockers);
    assert_eq!(rules.outcome(&state), Some(End::Blocked(Some(Second))));
    for (blocked, loser) in [("draw", Some(End::Blocked(None))), ("pass", None)] {
        let more = [("blocked", blocked)];
        let (rules, state) = position(("international", "antidraughts", &more), &[((0, 0), Man)], &blockers);
        assert_eq!(rules.outcome(&state), loser, "{blocked}");
    }
    // A side whose towers are all taken wins too.
    let (rules, state) = position(("lasca", "lasca", &[("aim", "lose")]), &[((2, 2), Man)], &[((3, 3), Man)]);
    let taken = play(&rules, &state, &[(2, 2), (4, 4)]);
    assert_eq!(rules.outcome(&taken), Some(End::NoPieces(First)));
}
