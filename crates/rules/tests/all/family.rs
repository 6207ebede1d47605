//! Invariants of every variant of the catalogue: play, and texts that are read back.

use crate::random::{choose, random_game};
use fastrand::Rng;
use quirkat_rules::{
    AnyGame, AnyRules, CaptureBy, DoubleMill, Mills, OnOff, Opening, Pdn, PerftMode, Place, Point, Removal, Resupply,
    Ruleset, Setup, Side, Sides, YesNo, find_game, games, read_diagram, read_fen, read_turn, write_diagram, write_fen,
};
use std::collections::HashSet;

/// Compiles every variant of every game.
fn all_rules() -> Vec<AnyRules> {
    let rulesets = games().flat_map(|game| game.variants().map(|variant| game.ruleset(Some(variant), &[])));
    rulesets.map(|ruleset| AnyRules::compile(ruleset.unwrap()).unwrap()).collect()
}

/// Visits every position of a random game of every variant.
fn each_position(seed: u64, plies: usize, mut look: impl FnMut(&AnyGame, &mut Rng)) {
    for (number, rules) in all_rules().iter().enumerate() {
        let mut rng = Rng::with_seed(seed + number as u64);
        let mut game = rules.new_game();
        for _ in 0..plies {
            look(&game, &mut rng);
            let turns = game.turns().unwrap();
            if turns.is_empty() {
                break;
            }
            game.play(choose(&turns, &mut rng)).unwrap();
        }
    }
}

fn count(setup: &Setup, side: Side) -> usize {
    setup.count(side) + usize::from(setup.memory.hand[side.index()])
}

#[test]
fn pieces_are_conserved_except_those_that_leave() {
    let mut towers = 0;
    each_position(1, 80, |game, _| {
        let before = game.setup();
        let under = game.ruleset().options.removal == Removal::Under;
        for turn in game.turns().unwrap() {
            let mut next = game.clone();
            next.play(&turn).unwrap();
            let after = next.setup();
            let (mover, other) = (game.to_move(), game.to_move().other());
            // A claim changes the capture of the opponent; in tower games no piece leaves by that.
            let taken = if under { 0 } else { turn.captures.len() } + usize::from(turn.huff.is_some());
            let off = |side| turn.removed.iter().filter(|&&gone| before.top(gone).unwrap().side == side).count();
            assert_eq!(count(&after, mover), count(&before, mover) - off(mover), "{turn:?}");
            assert_eq!(count(&after, other), count(&before, other) - off(other) - taken, "{turn:?}");
            towers += after.columns.iter().filter(|column| column.len() > 1).count();
        }
    });
    assert!(towers > 1000, "only {towers} towers");
}

#[test]
fn a_tower_is_its_owners_block_over_the_prisoners() {
    each_position(2, 120, |game, _| {
        for column in game.setup().columns {
            let changes = column.windows(2).filter(|pair| pair[0].side != pair[1].side).count();
            assert!(changes <= 1, "{column:?}");
            assert!(column.len() <= 1 || game.ruleset().options.removal == Removal::Under);
        }
    });
}

#[test]
fn closed_rows_never_hold_a_piece_and_never_open() {
    let mut closed_rows = 0;
    for (number, rules) in all_rules().iter().enumerate() {
        let mut rng = Rng::with_seed(30 + number as u64);
        for _ in 0..3 {
            let mut game = rules.new_game();
            let mut earlier = [0; 4];
            for _ in 0..200 {
                let setup = game.setup();
                let closed = setup.memory.closed;
                assert!(closed.iter().zip(earlier).all(|(now, before)| *now >= before), "{closed:?} after {earlier:?}");
                earlier = closed;
                let board = &game.ruleset().board;
                let rows = distinct(board.points().map(|point| board.place(point).y));
                let columns = distinct(board.points().map(|point| board.place(point).x));
                for point in board.points().filter(|point| setup.top(*point).is_some()) {
                    let Place { x, y } = board.place(point);
                    let (row, column) = (place_of(&rows, y), place_of(&columns, x));
                    let [bottom, top, left, right] = closed.map(usize::from);
                    assert!(row >= bottom && row < rows.len() - top, "{}", write_fen(game.ruleset(), &setup));
                    assert!(column >= left && column < columns.len() - right);
                }
                let turns = game.turns().unwrap();
                if turns.is_empty() {
                    break;
                }
                game.play(choose(&turns, &mut rng)).unwrap();
            }
            closed_rows += earlier.iter().map(|&rows| usize::from(rows)).sum::<usize>();
        }
    }
    assert!(closed_rows > 20, "only {closed_rows} rows closed");
}

fn distinct(values: impl Iterator<Item = i32>) -> Vec<i32> {
    let mut values: Vec<_> = values.collect::<HashSet<_>>().into_iter().collect();
    values.sort_unstable();
    values
}

fn place_of(values: &[i32], value: i32) -> usize {
    values.iter().position(|&other| other == value).unwrap()
}

#[test]
fn positions_are_read_back() {
    each_position(4, 60, |game, _| {
        let (ruleset, setup) = (game.ruleset(), game.setup());
        let fen = write_fen(ruleset, &setup);
        assert_eq!(read_fen(ruleset, &fen).as_ref(), Ok(&setup), "{fen}");
        let diagram = write_diagram(&ruleset.board, ruleset.white(), &setup);
        assert_eq!(read_diagram(&ruleset.board, ruleset.white(), &diagram).as_ref(), Ok(&setup), "{diagram}");
        let again = game.rules().game(Some(&setup)).unwrap();
        assert_eq!(again.setup(), setup, "{fen}");
    });
}

#[test]
fn turns_are_read_back() {
    each_position(5, 40, |game, rng| {
        let mut turns = game.turns().unwrap();
        rng.shuffle(&mut turns);
        for turn in turns.iter().take(12) {
            let text = turn.text(&game.ruleset().board);
            let read = read_turn(&**game, &text).unwrap_or_else(|error| panic!("{error} in {:?}", game.setup()));
            assert_eq!(read, *turn, "{text}");
        }
    });
}

#[test]
fn records_are_replayed() {
    for (number, rules) in all_rules().iter().enumerate() {
        let game = random_game(rules, 60, &mut Rng::with_seed(600 + number as u64));
        let text = Pdn::from_game(&*game, &[]).to_string();
        let file = find_game(&rules.ruleset().game).unwrap();
        let replayed = Pdn::read(&text).unwrap()[0].replay(file).unwrap_or_else(|error| panic!("{error} in {text}"));
        assert_eq!(replayed.setup(), game.setup(), "{text}");
    }
}

#[test]
fn turning_the_board_and_exchanging_sides_changes_nothing() {
    let mut compared = HashSet::new();
    for (number, rules) in all_rules().iter().enumerate() {
        let ruleset = rules.ruleset();
        let board = &ruleset.board;
        let (low, high) = board.bounds();
        let around = |point: Point| {
            let Place { x, y } = board.place(point);
            let image = Place { x: low.x + high.x - x, y: low.y + high.y - y };
            board.points().find(|&other| board.place(other) == image).unwrap()
        };
        let mut rng = Rng::with_seed(700 + number as u64);
        for plies in [0, 10, 25] {
            let setup = random_game(rules, plies, &mut rng).setup();
            let options = &ruleset.options;
            let unequal = options.captors != Sides::Both || options.vela == OnOff::On;
            if setup.memory.before.is_some() || !setup.memory.visited.is_empty() || unequal {
                continue;
            }
            let mut turned = setup.clone();
            turned.to_move = setup.to_move.other();
            for point in board.points() {
                turned.columns[around(point).index()] = setup.columns[point.index()]
                    .iter()
                    .map(|piece| quirkat_rules::Piece { side: piece.side.other(), ..*piece })
                    .collect();
            }
            let remembered = &mut turned.memory;
            remembered.huffable = setup.memory.huffable.iter().map(|&point| around(point)).collect();
            remembered.last = setup.memory.last.map(|last| last.map(|(to, from)| (around(to), around(from))));
            remembered.last.reverse();
            remembered.hand.reverse();
            let [bottom, top, left, right] = remembered.closed;
            remembered.closed = [top, bottom, right, left];
            let counts = |setup: &Setup| {
                let game = rules.game(Some(setup)).unwrap();
                [PerftMode::Moves, PerftMode::Paths].map(|count| game.perft(2, count).unwrap())
            };
            assert_eq!(counts(&turned), counts(&setup), "{} {}", ruleset.title(), write_fen(&ruleset, &setup));
            compared.insert(ruleset.title());
        }
    }
    assert!(compared.len() > 60, "only {} variants were compared", compared.len());
}

/// Compiles every variant whose ruleset passes the filter.
fn rules_of(is_chosen: impl Fn(&Ruleset) -> bool) -> Vec<AnyRules> {
    let found: Vec<_> = all_rules().into_iter().filter(|rules| is_chosen(&rules.ruleset())).collect();
    assert!(!found.is_empty(), "no variant is wanted");
    found
}

#[test]
fn konane_is_finite_and_is_never_drawn() {
    for (number, rules) in rules_of(|ruleset| ruleset.options.opening != Opening::None).iter().enumerate() {
        for seed in 0..10 {
            let mut rng = Rng::with_seed(800 + 100 * number as u64 + seed);
            let mut game = rules.new_game();
            let points = game.ruleset().board.len();
            while game.outcome().is_none() {
                let turns = game.turns().unwrap();
                let turn = choose(&turns, &mut rng);
                assert!(!turn.captures.is_empty() || game.history().len() < 2, "every turn takes something");
                game.play(turn).unwrap();
                assert!(game.history().len() < points, "every turn takes a stone off");
            }
            let outcome = game.outcome().unwrap();
            assert_eq!(outcome.winner, Some(game.to_move().other()), "a side without a move has lost");
        }
    }
}

#[test]
fn queah_never_has_more_than_four_pieces_a_side_on_the_board() {
    let rules = rules_of(|ruleset| ruleset.options.resupply != Resupply::Optional);
    let mut entered = 0;
    for (number, rules) in rules.iter().enumerate() {
        for seed in 0..20 {
            let mut rng = Rng::with_seed(900 + 100 * number as u64 + seed);
            let mut game = rules.new_game();
            for _ in 0..200 {
                let setup = game.setup();
                assert!(Side::BOTH.iter().all(|&side| setup.count(side) <= 4), "{:?}", setup);
                let turns = game.turns().unwrap();
                if turns.is_empty() {
                    break;
                }
                let turn = choose(&turns, &mut rng);
                entered += turn.drops.len();
                game.play(turn).unwrap();
            }
        }
    }
    assert!(entered > 200, "only {entered} pieces entered");
}

#[test]
fn a_mill_removes_what_the_variant_allows() {
    let mut taken = 0;
    for (number, rules) in rules_of(|ruleset| ruleset.options.mills == Mills::Take).iter().enumerate() {
        let ruleset = rules.ruleset();
        let board = &ruleset.board;
        let rows: Vec<_> = board.lines().iter().flat_map(|line| line.windows(3)).collect();
        let in_mill = |setup: &Setup, point: Point| {
            let side = setup.top(point).map(|piece| piece.side);
            let full = |row: &&&[Point]| row.iter().all(|&at| setup.top(at).map(|piece| piece.side) == side);
            rows.iter().filter(|row| row.contains(&point)).filter(full).count()
        };
        let mut rng = Rng::with_seed(1000 + number as u64);
        for _ in 0..20 {
            let mut game = rules.new_game();
            for _ in 0..120 {
                let before = game.setup();
                let turns = game.turns().unwrap();
                for turn in turns.iter().filter(|turn| turn.roll.is_none()) {
                    let mut next = game.clone();
                    next.play(turn).unwrap();
                    let after = next.setup();
                    let end = turn.drops.last().or(turn.path.last()).unwrap();
                    let made = match turn.drops.len() {
                        3 => in_mill(&after, turn.drops[1]).max(1),
                        _ => in_mill(&after, *end),
                    };
                    let most = if ruleset.options.double_mill == DoubleMill::Two { 2 } else { 1 };
                    let enemies = before.count(game.to_move().other());
                    if turn.drops.len() < 3 {
                        assert_eq!(turn.removed.len(), made.min(most).min(enemies), "{turn:?}");
                    }
                    for &gone in &turn.removed {
                        let points = board
                            .points()
                            .filter(|&at| before.top(at).is_some_and(|piece| piece.side != game.to_move()));
                        let all_safe = points.into_iter().all(|at| in_mill(&before, at) > 0);
                        let protected = ruleset.options.mill_protected == YesNo::Yes;
                        let lone = turn.removed.len() == 1;
                        assert!(!protected || !lone || in_mill(&before, gone) == 0 || all_safe, "{turn:?}");
                        taken += 1;
                    }
                }
                if turns.is_empty() {
                    break;
                }
                game.play(choose(&turns, &mut rng)).unwrap();
            }
        }
    }
    assert!(taken > 1000, "only {taken} pieces taken");
}

#[test]
fn fanorona_visits_no_point_twice_in_a_turn() {
    let mut long = 0;
    for (number, rules) in rules_of(|ruleset| ruleset.options.capture_by == CaptureBy::Approach).iter().enumerate() {
        let mut rng = Rng::with_seed(1100 + number as u64);
        for _ in 0..10 {
            let mut game = rules.new_game();
            for _ in 0..60 {
                let turns = game.turns().unwrap();
                for turn in &turns {
                    let distinct: HashSet<_> = turn.path.iter().collect();
                    assert_eq!(distinct.len(), turn.path.len(), "{turn:?}");
                    assert_eq!(turn.runs.iter().map(|run| run.length).sum::<usize>(), turn.captures.len(), "{turn:?}");
                    long += usize::from(turn.path.len() > 3);
                }
                if turns.is_empty() {
                    break;
                }
                game.play(choose(&turns, &mut rng)).unwrap();
            }
        }
    }
    assert!(long > 100, "only {long} long chains");
}

#[test]
fn a_position_refuses_memory_that_its_rules_do_not_use() {
    let refused = |game: &str, variant: &str, fen: &str| {
        let ruleset = find_game(game).unwrap().ruleset(Some(variant), &[]).unwrap();
        let setup = read_fen(&ruleset, fen).unwrap();
        AnyRules::compile(ruleset).unwrap().game(Some(&setup)).unwrap_err().to_string()
    };
    for (variant, what) in [("walker", "hand=1,1"), ("wikipedia", "hand=1,1"), ("bell_strict", "closed=1,0")] {
        let error = refused("alquerque", variant, &format!("W:Wa3:Bc3:{what}"));
        assert!(error.starts_with("these rules know nothing of"), "{variant}: {error}");
    }
    assert!(refused("lasca", "lasca", "W:Wa1:Bg7:hand=1,0").contains("`hand`"));
    assert!(refused("tuknanavuhpi", "seed", "W:Wa1:Bi9:closed=1,0").contains("does not fit what stands on a1"));
}
