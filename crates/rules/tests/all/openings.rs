//! Start positions of the draughts, tower, Sahara, Hopi, Keres, Sri Lankan and Zuni games: boards, pieces and first moves
//! as the sources and the geometry require.
//!
//! Places are as in the game files: x to the right of the first side, y away from it, in half steps on boards whose cells
//! have centres.

mod far;

use quirkat_rules::{
    AnyGame, AnyRules, Board, Colour, OptionKey, Piece, Place, Point, Rank, Ruleset, Setup, Side, Turn, find_game,
    games,
};

type At = (i32, i32);

const GAMES: [&str; 32] = [
    "buruj",
    "lasca",
    "bashni",
    "damas",
    "shashki",
    "dama",
    "tama",
    "international",
    "english",
    "brazilian",
    "italian",
    "pinoy-dama",
    "canadian",
    "frisian",
    "dameo",
    "portuguese",
    "czech",
    "pool",
    "unified-pool",
    "jamaican",
    "thai",
    "spantsiretti",
    "zamma",
    "kharbaga",
    "kharberg",
    "tukvnanawopi",
    "tuknanavuhpi",
    "aiyawatstani",
    "peralikatuma",
    "sixteen-soldiers",
    "awithlaknannai",
    "awithlaknan-mosona",
];

const TOWERS: [&str; 3] = ["buruj", "lasca", "bashni"];

fn ruleset(game: &str, variant: Option<&str>, house_rules: &[(&str, &str)]) -> Ruleset {
    let file = find_game(game).unwrap_or_else(|| panic!("there is no {game}"));
    file.ruleset(variant, house_rules).unwrap_or_else(|error| panic!("{game} {variant:?} {house_rules:?}: {error}"))
}

fn new_game(ruleset: Ruleset) -> AnyGame {
    AnyRules::compile(ruleset).unwrap_or_else(|error| panic!("{error}")).new_game()
}

fn start(game: &str, house_rules: &[(&str, &str)]) -> AnyGame {
    new_game(ruleset(game, None, house_rules))
}

fn variant(game: &str, variant: &str) -> AnyGame {
    new_game(ruleset(game, Some(variant), &[]))
}

fn board(game: &AnyGame) -> &Board {
    &game.ruleset().board
}

fn at(board: &Board, point: Point) -> At {
    let Place { x, y } = board.place(point);
    (x, y)
}

fn point(board: &Board, (x, y): At) -> Option<Point> {
    board.points().find(|&point| board.place(point) == Place { x, y })
}

fn option(game: &str, variant: Option<&str>, key: &str) -> String {
    OptionKey::from_name(key).unwrap().value(&ruleset(game, variant, &[]).options)
}

fn pieces(game: &AnyGame) -> [usize; 2] {
    Side::BOTH.map(|side| game.setup().count(side))
}

/// Returns the places of a side's pieces, row by row from the nearest.
fn men_of(game: &AnyGame, side: Side) -> Vec<At> {
    let board = board(game);
    let setup = game.setup();
    places(board, |point| setup.top(point).is_some_and(|piece| piece.side == side))
}

fn empty(game: &AnyGame) -> Vec<At> {
    let setup = game.setup();
    places(board(game), |point| setup.top(point).is_none())
}

fn places(board: &Board, keep: impl Fn(Point) -> bool) -> Vec<At> {
    let mut places: Vec<_> = board.points().filter(|&point| keep(point)).map(|point| at(board, point)).collect();
    places.sort_by_key(|&(x, y)| (y, x));
    places
}

fn turns(game: &AnyGame) -> Vec<Turn> {
    game.turns().unwrap()
}

/// Returns the first moves, the nearest rows first: start, end and number of capturing replies of each.
fn first_moves(game: &AnyGame) -> Vec<(At, At, usize)> {
    let mut moves: Vec<_> = turns(game)
        .iter()
        .map(|turn| {
            assert!(turn.captures.is_empty(), "nothing can be taken in the first move");
            let (from, to) = turn.endpoints().unwrap();
            let mut next = game.clone();
            next.play(turn).unwrap();
            let replies = turns(&next).iter().filter(|reply| !reply.captures.is_empty()).count();
            (at(board(game), from), at(board(game), to), replies)
        })
        .collect();
    moves.sort_by_key(|&(from, to, _)| ((from.1, from.0), (to.1, to.0)));
    moves
}

fn degrees(board: &Board) -> Vec<usize> {
    let mut degrees = vec![0; board.len()];
    for (a, b) in board.edges() {
        degrees[a.index()] += 1;
        degrees[b.index()] += 1;
    }
    degrees
}

#[test]
fn boards_have_the_points_and_lines_of_their_rules() {
    for (game, points, edges) in [
        ("buruj", 25, 56),
        ("lasca", 25, 36),
        ("bashni", 32, 49),
        ("damas", 32, 49),
        ("shashki", 32, 49),
        ("dama", 64, 112),
        ("tama", 64, 210),
        ("international", 50, 81),
        ("english", 32, 49),
        ("brazilian", 32, 49),
        ("italian", 32, 49),
        ("pinoy-dama", 32, 49),
        ("canadian", 72, 121),
        ("frisian", 50, 81),
        ("dameo", 64, 210),
        ("portuguese", 32, 49),
        ("czech", 32, 49),
        ("pool", 32, 49),
        ("unified-pool", 32, 49),
        ("jamaican", 32, 49),
        ("thai", 32, 49),
        ("spantsiretti", 40, 63),
        ("zamma", 81, 208),
        ("kharbaga", 41, 104),
        ("kharberg", 25, 56),
        ("tukvnanawopi", 41, 104),
        ("tuknanavuhpi", 41, 104),
        ("aiyawatstani", 41, 104),
        ("peralikatuma", 49, 96),
        ("sixteen-soldiers", 37, 76),
        ("awithlaknannai", 25, 54),
        ("awithlaknan-mosona", 25, 40),
    ] {
        let board = ruleset(game, None, &[]).board;
        assert_eq!((board.len(), board.edges().len()), (points, edges), "{game}");
    }
}

#[test]
fn boards_have_the_leaps_of_their_rules() {
    for (game, leaps) in [
        ("buruj", 80),
        ("international", 128),
        ("frisian", 248),
        ("tama", 192),
        ("kharbaga", 160),
        ("kharberg", 80),
        ("tukvnanawopi", 160),
        ("tuknanavuhpi", 160),
        ("aiyawatstani", 160),
        ("peralikatuma", 144),
        ("sixteen-soldiers", 112),
        ("awithlaknannai", 66),
        ("awithlaknan-mosona", 42),
    ] {
        assert_eq!(ruleset(game, None, &[]).board.leaps().len(), leaps, "{game}");
    }
}

#[test]
fn each_side_starts_with_its_pieces() {
    for (game, each) in [
        ("buruj", 12),
        ("lasca", 11),
        ("bashni", 12),
        ("damas", 12),
        ("shashki", 12),
        ("dama", 16),
        ("tama", 16),
        ("international", 20),
        ("english", 12),
        ("brazilian", 12),
        ("italian", 12),
        ("pinoy-dama", 12),
        ("canadian", 30),
        ("frisian", 20),
        ("dameo", 18),
        ("portuguese", 12),
        ("czech", 12),
        ("pool", 12),
        ("unified-pool", 12),
        ("jamaican", 12),
        ("thai", 8),
        ("spantsiretti", 15),
        ("zamma", 40),
        ("kharbaga", 20),
        ("kharberg", 12),
        ("tukvnanawopi", 20),
        ("tuknanavuhpi", 20),
        ("aiyawatstani", 20),
        ("peralikatuma", 23),
        ("sixteen-soldiers", 16),
        ("awithlaknannai", 12),
        ("awithlaknan-mosona", 12),
    ] {
        let game_at_start = start(game, &[]);
        assert_eq!(pieces(&game_at_start), [each; 2], "{game}");
        let men_only = game_at_start.setup().columns.iter().flatten().all(|piece| piece.rank == Rank::Man);
        assert!(men_only, "{game}");
    }
}

#[test]
fn the_first_side_begins_and_is_white_except_in_a_few_games() {
    for game in GAMES {
        let white = !["english", "pool", "jamaican", "thai", "zamma"].contains(&game);
        let colour = ruleset(game, None, &[]).colour(Side::First);
        assert_eq!(colour == Colour::White, white, "{game}");
        assert_eq!(start(game, &[]).to_move(), Side::First, "{game}");
    }
}

#[test]
fn the_start_is_the_same_for_both_sides_when_the_board_is_turned() {
    for game in GAMES {
        let start = start(game, &[]);
        let (low, high) = board(&start).bounds();
        let mut turned: Vec<_> =
            men_of(&start, Side::First).into_iter().map(|(x, y)| (low.x + high.x - x, low.y + high.y - y)).collect();
        turned.sort_by_key(|&(x, y)| (y, x));
        assert_eq!(turned, men_of(&start, Side::Second), "{game}");
    }
}

#[test]
fn every_variant_can_be_played_and_names_its_sources() {
    for file in games() {
        for ruleset in file.variants().map(|id| ruleset(&file.id, Some(id), &[])) {
            let title = ruleset.title();
            assert!(!ruleset.info.sources.is_empty(), "{title}");
            assert!(ruleset.info.clauses.iter().all(|clause| !clause.source.is_empty()), "{title}");
            assert!(!turns(&new_game(ruleset)).is_empty(), "{title}");
        }
    }
}

#[test]
fn the_near_corner_is_playable_at_the_left_or_at_the_right() {
    for (game, left) in [
        ("bashni", true),
        ("shashki", true),
        ("international", true),
        ("english", true),
        ("brazilian", true),
        ("canadian", true),
        ("frisian", true),
        ("czech", true),
        ("pool", true),
        ("unified-pool", true),
        ("thai", true),
        ("spantsiretti", true),
        ("portuguese", false),
        ("jamaican", false),
        ("damas", false),
        ("italian", false),
        ("pinoy-dama", false),
    ] {
        let board = ruleset(game, None, &[]).board;
        let (low, high) = board.bounds();
        assert_eq!(point(&board, (low.x, low.y)).is_some(), left, "{game}");
        assert_eq!(point(&board, (high.x, low.y)).is_some(), !left, "{game}");
    }
    let mirrored = start("pinoy-dama", &[("corner", "left")]);
    assert!(point(board(&mirrored), (0, 0)).is_some());
    assert_eq!(pieces(&mirrored), [12; 2]);
}

#[test]
fn draughts_squares_have_their_customary_names() {
    for (game, name, place) in [
        ("international", "1", (1, 9)),
        ("international", "50", (8, 0)),
        ("english", "1", (6, 0)),
        ("english", "32", (1, 7)),
        ("damas", "1", (7, 0)),
        ("damas", "32", (0, 7)),
        ("italian", "1", (0, 7)),
        ("italian", "32", (7, 0)),
        ("shashki", "a1", (0, 0)),
        ("brazilian", "h8", (7, 7)),
        ("dama", "a2", (0, 1)),
        ("frisian", "1", (1, 9)),
        ("frisian", "50", (8, 0)),
        ("canadian", "1", (1, 11)),
        ("canadian", "72", (10, 0)),
        ("portuguese", "1", (7, 0)),
        ("portuguese", "32", (0, 7)),
        ("czech", "a1", (0, 0)),
        ("pool", "1", (6, 0)),
        ("unified-pool", "a1", (0, 0)),
        ("jamaican", "a1", (7, 0)),
        ("jamaican", "h8", (0, 7)),
        ("thai", "1", (1, 7)),
        ("thai", "32", (6, 0)),
        ("spantsiretti", "a1", (0, 0)),
        ("spantsiretti", "j8", (9, 7)),
    ] {
        let board = ruleset(game, None, &[]).board;
        let found = board.point(name).map(|point| at(&board, point));
        assert_eq!(found, Some(place), "{name} of {game}");
    }
}

#[test]
fn turkish_draughts_leaves_the_back_rows_and_two_rows_in_the_middle_empty() {
    let start = start("dama", &[]);
    for side in Side::BOTH {
        let rows: Vec<_> = (0..8).map(|y| men_of(&start, side).iter().filter(|place| place.1 == y).count()).collect();
        let expected = if side == Side::First { [0, 8, 8, 0, 0, 0, 0, 0] } else { [0, 0, 0, 0, 0, 8, 8, 0] };
        assert_eq!(rows, expected);
    }
    assert_eq!(turns(&start).len(), 8, "a full row of men can only step forward");
}

#[test]
fn filipino_dama_begins_like_brazilian_draughts_in_a_mirror() {
    let mirrored = |places: Vec<At>| {
        let mut places: Vec<_> = places.into_iter().map(|(x, y)| (7 - x, y)).collect();
        places.sort_by_key(|&(x, y)| (y, x));
        places
    };
    let (filipino, brazilian) = (start("pinoy-dama", &[]), start("brazilian", &[]));
    for side in Side::BOTH {
        assert_eq!(men_of(&filipino, side), mirrored(men_of(&brazilian, side)));
    }
    assert_eq!(turns(&filipino).len(), 7);
}

#[test]
fn tower_games_put_captured_pieces_under_the_capturing_piece() {
    for (game, rejump) in [("buruj", "not_consecutive"), ("lasca", "once"), ("bashni", "once")] {
        for id in find_game(game).unwrap().variants() {
            assert_eq!(option(game, Some(id), "removal"), "under", "{game}:{id}");
        }
        assert_eq!(option(game, None, "rejump"), rejump, "{game}");
    }
    assert_eq!(option("bashni", Some("michaelsen"), "rejump"), "not_consecutive");
}

/// Plays fixed choices among the turns and checks every column.
#[test]
fn in_tower_games_no_piece_leaves_and_colours_never_alternate() {
    for name in TOWERS {
        for choice in 0..8 {
            let mut game = start(name, &[]);
            let total = pieces(&game);
            for ply in 0..80 {
                let turns = turns(&game);
                if turns.is_empty() {
                    break;
                }
                game.play(&turns[(7 * ply + choice) % turns.len()]).unwrap();
                assert_eq!(pieces(&game), total, "{name}");
                for column in &game.setup().columns {
                    let changes = column.windows(2).filter(|pair| pair[0].side != pair[1].side).count();
                    assert!(changes <= 1, "{name}: {column:?}");
                }
            }
        }
    }
}

#[test]
fn lasca_has_rows_of_four_and_three_and_inner_points_of_four_lines() {
    let start = start("lasca", &[]);
    let board = board(&start);
    assert_eq!(board.rows().iter().map(Vec::len).collect::<Vec<_>>(), [4, 3, 4, 3, 4, 3, 4]);
    let degrees = degrees(board);
    for point in board.points() {
        let (x, y) = at(board, point);
        let expected = match [x, y].iter().filter(|&&c| c == 0 || c == 6).count() {
            2 => 1,
            1 => 2,
            _ => 4,
        };
        assert_eq!(degrees[point.index()], expected, "({x},{y})");
    }
    assert_eq!(empty(&start), [(1, 3), (3, 3), (5, 3)]);
    assert_eq!(turns(&start).len(), 6);
}

#[test]
fn buruj_opens_like_alquerque() {
    let start = start("buruj", &[]);
    assert_eq!(empty(&start), [(2, 2)]);
    assert_eq!(
        first_moves(&start),
        [((1, 1), (2, 2), 1), ((2, 1), (2, 2), 1), ((3, 1), (2, 2), 2), ((3, 2), (2, 2), 1)]
    );
}

/// A man of the first side before five towers of the other: two of two men each, three of one.
fn five_towers(rejump: &str) -> AnyGame {
    let ruleset = ruleset("buruj", Some("max"), &[("rejump", rejump)]);
    let board = ruleset.board.clone();
    let mut setup = Setup::empty(&board);
    let mut put = |place, side, height| {
        setup.columns[point(&board, place).unwrap().index()] = vec![Piece { side, rank: Rank::Man }; height];
    };
    put((4, 2), Side::First, 1);
    for (place, height) in [((0, 1), 2), ((1, 1), 2), ((1, 2), 1), ((2, 3), 1), ((3, 3), 1)] {
        put(place, Side::Second, height);
    }
    AnyRules::compile(ruleset).unwrap().game(Some(&setup)).unwrap()
}

fn ways(game: &AnyGame) -> Vec<Vec<At>> {
    turns(game).iter().map(|turn| turn.path.iter().map(|&point| at(board(game), point)).collect()).collect()
}

#[test]
fn leaping_a_tower_again_after_another_gives_seven_leaps_and_leaping_each_once_gives_five() {
    let seven = [(4, 2), (2, 4), (2, 2), (0, 0), (0, 2), (2, 2), (0, 0), (0, 2)];
    let game = five_towers("not_consecutive");
    assert_eq!(ways(&game), [seven]);
    let over: Vec<_> = turns(&game)[0].captures.iter().map(|&point| at(board(&game), point)).collect();
    assert_eq!(over, [(3, 3), (2, 3), (1, 1), (0, 1), (1, 2), (1, 1), (0, 1)]);

    let game = five_towers("once");
    let ways = ways(&game);
    assert_eq!(ways.iter().map(Vec::len).collect::<Vec<_>>(), [6, 6], "two turns of five leaps");
    assert!(ways.iter().any(|way| way[..] == seven[..6]));
}

#[test]
fn zamma_fills_the_board_except_its_middle() {
    let start = start("zamma", &[]);
    assert_eq!(empty(&start), [(4, 4)]);
    let middle: Vec<_> = men_of(&start, Side::First).into_iter().filter(|place| place.1 == 4).collect();
    assert_eq!(middle, [(5, 4), (6, 4), (7, 4), (8, 4)], "on the owner's right");
}

#[test]
fn zamma_opens_with_three_forward_steps_that_are_captured_in_one_one_and_three_ways() {
    for id in ["zamma", "srand"] {
        assert_eq!(
            first_moves(&variant("zamma", id)),
            [((3, 3), (4, 4), 1), ((4, 3), (4, 4), 1), ((5, 3), (4, 4), 3)],
            "{id}"
        );
    }
}

#[test]
fn crand_has_only_the_two_great_diagonals_and_one_first_move() {
    let crand = variant("zamma", "crand");
    assert_eq!((board(&crand).len(), board(&crand).edges().len()), (81, 144 + 16));
    assert_eq!(pieces(&crand), [40; 2]);
    let moves: Vec<_> = first_moves(&crand).into_iter().map(|(from, to, _)| (from, to)).collect();
    assert_eq!(moves, [((4, 3), (4, 4))]);
}

#[test]
fn kharbaga_has_points_of_three_four_five_and_eight_lines() {
    let board = ruleset("kharbaga", None, &[]).board;
    let degrees = degrees(&board);
    for (degree, points) in [(3, 4), (4, 16), (5, 12), (8, 9)] {
        assert_eq!(degrees.iter().filter(|&&found| found == degree).count(), points, "points of {degree} lines");
    }
}

#[test]
fn kharbaga_opens_with_three_forward_steps_that_are_captured_in_one_two_and_two_ways() {
    for id in ["kharbaga", "standing"] {
        let mut moves = first_moves(&variant("kharbaga", id));
        moves.sort();
        assert_eq!(moves, [((3, 3), (4, 4), 1), ((4, 2), (4, 4), 2), ((5, 3), (4, 4), 2)], "{id}");
    }
}

#[test]
fn forty_one_points_are_filled_except_the_middle_with_two_extra_men_on_the_right() {
    for game in ["kharbaga", "tukvnanawopi", "tuknanavuhpi", "aiyawatstani"] {
        let start = start(game, &[]);
        assert_eq!(empty(&start), [(4, 4)], "{game}");
        let middle = |side| -> Vec<At> { men_of(&start, side).into_iter().filter(|place| place.1 == 4).collect() };
        assert_eq!(middle(Side::First), [(6, 4), (8, 4)], "{game}");
        assert_eq!(middle(Side::Second), [(0, 4), (2, 4)], "{game}");
    }
}

#[test]
fn the_men_of_the_middle_row_may_stand_on_the_left_or_alternate() {
    let middle = |game: &str, value, side| -> Vec<At> {
        let start = start(game, &[("middle", value)]);
        men_of(&start, side).into_iter().filter(|place| place.1 == 4).collect()
    };
    for game in ["tukvnanawopi", "tuknanavuhpi", "aiyawatstani"] {
        assert_eq!(middle(game, "left", Side::First), [(0, 4), (2, 4)], "{game}");
        assert_eq!(middle(game, "alternating", Side::First), [(2, 4), (6, 4)], "{game}");
        assert_eq!(middle(game, "alternating", Side::Second), [(0, 4), (8, 4)], "{game}");
    }
}

#[test]
fn kharbaga_with_plain_crossings_is_the_kings_moves_on_twenty_five_points() {
    let crossings = variant("kharbaga", "crossings");
    assert_eq!((board(&crossings).len(), board(&crossings).edges().len()), (25, 40 + 32));
    assert_eq!(pieces(&crossings), [12; 2]);
    assert_eq!(empty(&crossings).len(), 1);
}

#[test]
fn hopi_and_keres_men_have_a_fourth_first_move_sideways() {
    for game in ["tukvnanawopi", "tuknanavuhpi", "aiyawatstani"] {
        let mut moves: Vec<_> = first_moves(&start(game, &[])).into_iter().map(|(from, to, _)| (from, to)).collect();
        moves.sort();
        let centre = (4, 4);
        assert_eq!(moves, [((3, 3), centre), ((4, 2), centre), ((5, 3), centre), ((6, 4), centre)], "{game}");
    }
}

#[test]
fn the_readings_of_aiyawatstani_have_their_boards_and_their_grains() {
    for (id, points, each) in [("seed", 41, 20), ("reserve", 41, 20), ("fanorona45", 45, 22), ("eleven", 41, 11)] {
        let start = variant("aiyawatstani", id);
        assert_eq!(board(&start).len(), points, "{id}");
        assert_eq!(pieces(&start), [each; 2], "{id}");
    }
    assert_eq!(board(&variant("aiyawatstani", "fanorona45")).edges().len(), 108);
    assert_eq!(variant("aiyawatstani", "reserve").setup().memory.hand, [2, 2]);
    assert_eq!(variant("aiyawatstani", "seed").setup().memory.hand, [0, 0]);
}

#[test]
fn peralikatuma_leaves_three_points_in_the_middle_empty() {
    for id in ["seed", "parker", "wikipedia_old", "bead"] {
        assert_eq!(empty(&variant("peralikatuma", id)), [(1, 2), (2, 2), (3, 2)], "{id}");
    }
}

#[test]
fn in_peralikatuma_the_second_triangle_is_on_the_left_or_on_the_right() {
    let fills = |value, places: &[At]| {
        let men = men_of(&start("peralikatuma", &[("side_triangle", value)]), Side::First);
        places.iter().all(|place| men.contains(place))
    };
    let west = [(0, 2), (-1, 1), (-1, 2), (-1, 3), (-2, 0), (-2, 2), (-2, 4)];
    let east = [(4, 2), (5, 1), (5, 2), (5, 3), (6, 0), (6, 2), (6, 4)];
    let south = [(2, 0), (1, -1), (2, -1), (3, -1), (0, -2), (2, -2), (4, -2)];
    assert!(fills("left", &west) && fills("left", &south) && !fills("left", &east));
    assert!(fills("right", &east) && fills("right", &south) && !fills("right", &west));
}

#[test]
fn sixteen_soldiers_leaves_the_middle_row_empty() {
    assert_eq!(empty(&start("sixteen-soldiers", &[])), [(0, 2), (1, 2), (2, 2), (3, 2), (4, 2)]);
}

#[test]
fn sixteen_soldiers_has_nine_first_moves_of_which_seven_are_captured_in_one_way() {
    let moves = first_moves(&start("sixteen-soldiers", &[]));
    assert_eq!(moves.len(), 9);
    for (from, to, replies) in moves {
        let safe = [((1, 1), (0, 2)), ((3, 1), (4, 2))].contains(&(from, to));
        assert_eq!(replies, usize::from(!safe), "{from:?} to {to:?}");
    }
}

#[test]
fn the_serpents_of_eight_open_with_three_moves_that_are_captured_in_one_two_and_one_ways() {
    let mandatory = [("capture", "mandatory"), ("chain", "mandatory")];
    for game in ["awithlaknannai", "awithlaknan-mosona"] {
        let start = start(game, &mandatory);
        assert_eq!(empty(&start), [(8, 1)], "{game}");
        assert_eq!(
            first_moves(&start),
            [((7, 0), (8, 1), 1), ((9, 0), (8, 1), 2), ((10, 1), (8, 1), 1)],
            "{game}: c4, c5 and b6"
        );
    }
}

#[test]
fn serpents_of_every_length_have_three_points_a_step_and_one_more() {
    for n in [4, 6, 8, 10, 12, 16] {
        let length = n.to_string();
        for outer in ["yes", "no"] {
            let start = start("awithlaknannai", &[("n", length.as_str()), ("outer", outer)]);
            assert_eq!(board(&start).len(), 3 * n + 1);
            assert_eq!(pieces(&start), [3 * n / 2; 2]);
        }
    }
    let long = start("awithlaknannai", &[("n", "16")]);
    assert_eq!((board(&long).edges().len(), board(&long).leaps().len()), (110, 146));
}

#[test]
fn in_bells_and_wikipedias_long_game_the_two_tips_are_empty_too() {
    for id in ["bell", "wikipedia"] {
        let start = variant("awithlaknannai", id);
        assert_eq!(pieces(&start), [23; 2], "{id}");
        assert_eq!(empty(&start), [(0, 1), (16, 1), (32, 1)], "{id}");
    }
}

/// Issue 17, point 20: the notes of the variants state the replies to the first move; the article shows c2-c3.
#[test]
fn first_moves_have_a_single_reply_where_the_notes_claim_it() {
    for (name, expected) in [("walker", &["b2-c3", "c2-c3", "d3-c3"][..]), ("article", &["c2-c3"])] {
        let game = variant("alquerque", name);
        let text = |turn: &Turn| turn.text(board(&game));
        let has_one_reply = |turn: &&Turn| {
            let mut next = game.clone();
            next.play(turn).unwrap();
            turns(&next).len() == 1
        };
        let all = turns(&game);
        let mut single: Vec<_> = all.iter().filter(has_one_reply).map(text).collect();
        single.sort();
        assert_eq!(single, expected, "{name}");
        let note = game.ruleset().info.note.get(quirkat_rules::Language::En).to_owned();
        assert!(expected.iter().all(|turn| note.contains(turn)), "{name}: {note}");
    }
    let mut shown = variant("alquerque", "article");
    for (text, number) in [("c2-c3", 4), ("c4xc2", 1)] {
        let legal = turns(&shown);
        let turn = legal.iter().find(|turn| turn.text(board(&shown)) == text).unwrap().clone();
        assert_eq!(legal.len(), number, "{text}");
        shown.play(&turn).unwrap();
    }
}
