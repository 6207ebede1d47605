//! Start positions of fanorona, konane, dablot, queah, the hunts and the mills: boards, pieces and first moves as the
//! sources and the geometry require.

use super::{At, at, board, degrees, empty, first_moves, men_of, pieces, point, ruleset, start, turns, variant};
use quirkat_rules::{AnyGame, Rank, RunCaptureKind, Side};

fn rule(game: &str, key: &str, value: &str) -> AnyGame {
    start(game, &[(key, value)])
}

fn counts(game: &AnyGame) -> (usize, usize, usize) {
    let board = board(game);
    (board.len(), board.edges().len(), board.leaps().len())
}

fn hands(game: &AnyGame) -> [u8; 2] {
    game.setup().memory.hand
}

/// Returns the number of points of each degree, the lowest degree first.
fn degree_counts(game: &AnyGame) -> Vec<(usize, usize)> {
    let mut counted = std::collections::BTreeMap::new();
    for degree in degrees(board(game)) {
        *counted.entry(degree).or_default() += 1;
    }
    counted.into_iter().collect()
}

#[test]
fn fanorona_has_its_three_boards() {
    assert_eq!(counts(&start("fanorona", &[])).0, 45);
    assert_eq!(counts(&start("fanorona", &[])).1, 108);
    assert_eq!(counts(&variant("fanorona", "dimyand")).0, 25);
    for telo in ["telo_align", "telo_capture"] {
        assert_eq!(counts(&variant("fanorona", telo)), (9, 16, 16));
    }
    // Diagonals leave from the strong points only, those whose x + y is even.
    let tsivy = start("fanorona", &[]);
    for (point, degree) in board(&tsivy).points().zip(degrees(board(&tsivy))) {
        let (x, y) = at(board(&tsivy), point);
        let inside = (1..8).contains(&x) && (1..4).contains(&y);
        assert_eq!(inside && degree == 8, inside && (x + y) % 2 == 0, "{x},{y}");
    }
}

#[test]
fn fanorona_starts_with_alternating_stones_around_an_empty_centre() {
    let tsivy = start("fanorona", &[]);
    assert_eq!(pieces(&tsivy), [22, 22]);
    assert_eq!(empty(&tsivy), [(4, 2)]);
    let middle = |side| men_of(&tsivy, side).into_iter().filter(|at| at.1 == 2).map(|at| at.0).collect::<Vec<_>>();
    assert_eq!(middle(Side::First), [1, 3, 6, 8]);
    assert_eq!(middle(Side::Second), [0, 2, 5, 7]);
    let dimyand = variant("fanorona", "dimyand");
    assert_eq!((pieces(&dimyand), empty(&dimyand)), ([12, 12], vec![(2, 2)]));
    assert_eq!(pieces(&variant("fanorona", "telo_capture")), [4, 4]);
    assert_eq!(
        (pieces(&variant("fanorona", "telo_align")), hands(&variant("fanorona", "telo_align"))),
        ([0, 0], [3, 3])
    );
}

#[test]
fn fanorona_opens_with_one_of_five_captures() {
    let tsivy = start("fanorona", &[]);
    let board = board(&tsivy);
    let mut found: Vec<(At, At, char, Vec<At>)> = turns(&tsivy)
        .iter()
        .map(|turn| {
            let (from, to) = turn.endpoints().unwrap();
            let [run] = turn.runs[..] else { panic!("{turn:?}") };
            let mut taken: Vec<_> = turn.captures.iter().map(|&point| at(board, point)).collect();
            taken.sort_unstable();
            (at(board, from), at(board, to), run.kind.mark().unwrap(), taken)
        })
        .collect();
    found.sort();
    let centre = (4, 2);
    let expected = [
        ((3, 1), centre, 'A', vec![(5, 3), (6, 4)]),
        ((3, 2), centre, 'A', vec![(5, 2)]),
        ((3, 2), centre, 'W', vec![(2, 2)]),
        ((4, 1), centre, 'A', vec![(4, 3), (4, 4)]),
        ((5, 1), centre, 'A', vec![(2, 4), (3, 3)]),
    ];
    assert_eq!(found, expected);
    assert_eq!(RunCaptureKind::Withdrawal.mark(), Some('W'));
}

#[test]
fn vela_begins_with_steps_that_capture_nothing() {
    let vela = variant("fanorona", "vela");
    assert!(turns(&vela).iter().all(|turn| turn.captures.is_empty()));
    let mut offered = vela.clone();
    let step = turns(&vela).into_iter().find(|turn| {
        let mut next = vela.clone();
        next.play(turn).unwrap();
        turns(&next).iter().any(|reply| !reply.captures.is_empty())
    });
    offered.play(&step.unwrap()).unwrap();
    assert!(turns(&offered).iter().all(|turn| turn.captures.len() == 1), "one man a turn");
}

#[test]
fn konane_fills_a_grid_of_any_size() {
    for (size, w, h) in
        [("6x6", 6, 6), ("8x8", 8, 8), ("10x10", 10, 10), ("9x13", 9, 13), ("14x17", 14, 17), ("20x20", 20, 20)]
    {
        let game = rule("konane", "size", size);
        assert_eq!(counts(&game), (w * h, 2 * w * h - w - h, 2 * ((w - 2) * h + (h - 2) * w)), "{size}");
        assert!(men_of(&game, Side::First).iter().all(|(x, y)| (x + y) % 2 == 0));
        assert!(men_of(&game, Side::Second).iter().all(|(x, y)| (x + y) % 2 == 1));
        assert_eq!(pieces(&game).iter().sum::<usize>(), w * h);
    }
    assert_eq!(counts(&start("konane", &[])).0, 100);
    assert_eq!(start("konane", &[]).ruleset().colour(Side::First), quirkat_rules::Colour::Black);
}

#[test]
fn konane_opens_at_the_centre_or_in_a_corner() {
    let first = |house_rules: &[(&str, &str)]| {
        let game = start("konane", house_rules);
        let mut stones: Vec<_> = turns(&game).iter().map(|turn| at(board(&game), turn.removed[0])).collect();
        stones.sort_unstable();
        stones
    };
    assert_eq!(first(&[("size", "6x6")]), [(0, 0), (2, 2), (3, 3), (5, 5)]);
    assert_eq!(first(&[("size", "6x6"), ("opening", "centre")]), [(2, 2), (3, 3)]);
    assert_eq!(first(&[("size", "8x8"), ("opening", "anywhere")]).len(), 32);
    // On odd boards the centre is one point; the first stone comes from it or from next to it.
    assert_eq!(first(&[("size", "9x9"), ("opening", "centre")]), [(4, 4)]);
    assert_eq!(first(&[("size", "7x9"), ("opening", "centre")]), [(2, 4), (3, 3), (3, 5), (4, 4)]);
    // The second stone is next to the hole, and Black makes the first capture.
    let mut game = rule("konane", "size", "6x6");
    for expected in [4, 4] {
        let turn = turns(&game).into_iter().find(|turn| {
            let (x, y) = at(board(&game), turn.removed[0]);
            (2..4).contains(&x) && (2..4).contains(&y)
        });
        assert_eq!(turns(&game).len(), expected);
        game.play(&turn.unwrap()).unwrap();
    }
    assert!(turns(&game).iter().all(|turn| turn.captures.len() == 1 && turn.path.len() == 2));
}

#[test]
fn dablot_has_72_points_and_three_ranks() {
    let game = start("dablot", &[]);
    assert_eq!(counts(&game), (72, 191, 316));
    assert_eq!(degree_counts(&game), [(3, 4), (4, 30), (5, 18), (8, 20)]);
    let rows: Vec<_> = board(&game).rows().iter().map(Vec::len).collect();
    assert_eq!(rows, [6, 5, 6, 5, 6, 5, 6, 5, 6, 5, 6, 5, 6]);
    let setup = game.setup();
    let rank = |side, rank| {
        let has = |&&place: &&At| setup.top(point(board(&game), place).unwrap()).unwrap().rank == rank;
        men_of(&game, side).iter().filter(has).copied().collect::<Vec<_>>()
    };
    assert_eq!(rank(Side::First, Rank::Man).len(), 28);
    assert!(rank(Side::First, Rank::Man).iter().all(|place| place.1 <= 4));
    assert_eq!((rank(Side::First, Rank::Prince), rank(Side::First, Rank::King)), (vec![(9, 5)], vec![(10, 6)]));
    assert_eq!((rank(Side::Second, Rank::Prince), rank(Side::Second, Rank::King)), (vec![(1, 7)], vec![(0, 6)]));
    assert_eq!(first_moves(&game).len(), 15);
}

#[test]
fn queah_has_13_squares_and_six_pieces_in_each_hand() {
    let game = start("queah", &[]);
    assert_eq!(counts(&game), (13, 16, 20));
    assert_eq!(degree_counts(&game), [(1, 4), (2, 4), (4, 5)]);
    assert_eq!(men_of(&game, Side::First), [(0, -2), (2, -2), (-1, -1), (1, -1)]);
    assert_eq!(men_of(&game, Side::Second), [(-1, 1), (1, 1), (-2, 2), (0, 2)]);
    assert_eq!((hands(&game), turns(&game).len()), ([6, 6], 5));
    assert_eq!(empty(&game), [(-2, -2), (-2, 0), (0, 0), (2, 0), (2, 2)]);
}

#[test]
fn the_hare_starts_in_the_middle_among_ten_to_twelve_hunters() {
    for (hunters, taken) in [("12", "3"), ("11", "2"), ("10", "1")] {
        let game = rule("liebre", "hunters", hunters);
        assert_eq!(pieces(&game), [hunters.parse().unwrap(), 1]);
        assert_eq!(men_of(&game, Side::Second), [(2, 2)]);
        let rules = ruleset("liebre", None, &[("hunters", hunters)]);
        assert_eq!(quirkat_rules::OptionKey::from_name("taken_to_win").unwrap().value(&rules.options), taken);
        assert!(turns(&game).iter().all(|turn| turn.captures.is_empty()), "hunters do not capture");
    }
    for (variant_, hunters) in [("alfonso", 12), ("eleven", 11), ("ten", 10)] {
        assert_eq!(pieces(&variant("liebre", variant_)), [hunters, 1]);
    }
    assert_eq!(men_of(&start("liebre", &[]), Side::First).iter().filter(|at| at.1 == 2).count(), 2);
    for (diagonals, edges) in [("usual", 56), ("great_diagonals", 48), ("no_diagonals", 40)] {
        assert_eq!(counts(&rule("liebre", "board", diagonals)).1, edges);
    }
}

#[test]
fn tigers_stand_in_the_corners_and_goats_are_placed() {
    let game = start("bagh-chal", &[]);
    assert_eq!(men_of(&game, Side::Second), [(0, 0), (4, 0), (0, 4), (4, 4)]);
    assert_eq!((pieces(&game), hands(&game)), ([0, 4], [20, 0]));
    assert_eq!(turns(&game).len(), 21);
    assert!(turns(&game).iter().all(|turn| turn.drops.len() == 1 && turn.path.is_empty()));
}

#[test]
fn leopards_and_cows_are_placed_on_an_empty_board() {
    for (board, points, edges) in [("tri4", 49, 96), ("tri2", 37, 76)] {
        let game = rule("leopards", "board", board);
        assert_eq!((counts(&game).0, counts(&game).1), (points, edges));
        assert_eq!((pieces(&game), hands(&game), turns(&game).len()), ([0, 0], [2, 24], points));
    }
}

#[test]
fn the_mills_have_their_rows_of_three() {
    for (game, points, edges, rows, hand) in [("alquerque-de-tres", 9, 16, 8, 3), ("alquerque-de-nueve", 24, 32, 16, 9)]
    {
        let game = start(game, &[]);
        assert_eq!((counts(&game).0, counts(&game).1), (points, edges));
        assert_eq!(board(&game).lines().iter().filter(|line| line.len() == 3).count(), rows);
        assert_eq!((pieces(&game), hands(&game), turns(&game).len()), ([0, 0], [hand; 2], points));
    }
    assert_eq!(turns(&variant("alquerque-de-tres", "tapatan")).len(), 8, "the centre is barred at first");
}

#[test]
fn dice_are_thrown_before_a_man_is_placed() {
    let mut game = variant("alquerque-de-nueve", "dados");
    assert!(game.is_chance_node());
    assert_eq!(turns(&game).len(), 216);
    let throw = |game: &AnyGame, dice| turns(game).into_iter().find(|turn| turn.roll == Some(dice)).unwrap();
    let rows = |game: &AnyGame| turns(game).iter().filter(|turn| turn.drops.len() == 3).count();
    for lucky in [[6, 5, 4], [4, 6, 5], [6, 3, 3], [2, 5, 2], [1, 1, 4]] {
        let mut thrown = game.clone();
        thrown.play(&throw(&game, lucky)).unwrap();
        assert_eq!((thrown.to_move(), rows(&thrown), turns(&thrown).len()), (Side::First, 16, 40), "{lucky:?}");
    }
    let plain = throw(&game, [6, 6, 6]);
    game.play(&plain).unwrap();
    assert_eq!((rows(&game), turns(&game).len()), (0, 24));
}
