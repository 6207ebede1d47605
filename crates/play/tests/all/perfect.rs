//! The perfect level with tables of a small game.

use quirkat_endings::{TableLibrary, TableSources};
use quirkat_play::Ruling;
use quirkat_rules::{AnyGame, Dtw, GameValue, Side, Wdl, write_fen};
use quirkat_search::{Engine, Level, Library, Limits, Random, Score, Stop, TableReport};
use quirkat_solve::{LayerKind, LayerSolver, LayerTable, MenLaw, MenPosition, MenTables};
use std::path::Path;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// The Zuni game on a strip of thirteen points. Endless play is won by the side with more men, or drawn.
fn strip(endless: &str) -> Ruling {
    let rules = ["n=4".to_owned(), format!("repetition={endless}")];
    Ruling::new("awithlaknannai", &rules).unwrap()
}

/// Solves a game into a folder.
fn solve(ruling: &Ruling, folder: &Path) -> MenTables {
    let ruleset = ruling.ruleset();
    let law = MenLaw::of(&ruleset).unwrap();
    let whole = LayerSolver { law: &law, title: &ruleset.title(), folder, threads: 1, memory: 0, stop: &|| false };
    let mut done = vec![];
    for men in 1..=ruleset.start.count(Side::First) {
        assert!(whole.solve(men, LayerKind::Wdl, &done, &|_| {}).unwrap().is_done());
        done.push(LayerTable::open(&law, folder, men, LayerKind::Wdl).unwrap());
    }
    MenTables::open(law, folder).unwrap()
}

fn library(folder: &Path) -> Arc<TableLibrary> {
    Arc::new(TableLibrary::open(&TableSources::Folder(folder.to_owned()), Arc::new(|error| panic!("{error}"))).unwrap())
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn the_perfect_level_wins_won_positions_and_never_loses_drawn_ones() {
    for endless in ["count", "draw"] {
        let folder = TempDir::new().unwrap();
        let ruling = strip(endless);
        let tables = solve(&ruling, folder.path());
        let library = library(folder.path());
        let (mut rng, mut chance) = (fastrand::Rng::with_seed(5), Random::with_seed(5));
        let mut checked = [0; 3];
        let starts = std::iter::repeat_with(|| tables.sample(&mut rng).unwrap()).take(60);
        for start in starts.chain([MenPosition::of(&ruling.ruleset().start)]) {
            let setup = start.setup(tables.law().points);
            let fen = write_fen(&ruling.ruleset(), &setup);
            let mut game = ruling.game(Some(&fen)).unwrap();
            let probe = library.tables(game.ruleset()).unwrap();
            let Some(value) = TableReport::new(&game, &*probe).unwrap().position else { panic!("{fen} is not known") };
            let hero = game.to_move();
            let mut perfect = Engine::new(1).with_library(Some(Arc::clone(&library) as _));
            let mut strong = Engine::new(1);
            // A side that avoids a draw can delay it as long as new positions remain.
            let longest = if matches!(value, GameValue { wdl: Wdl::Win, .. }) { 3000 } else { 300 };
            while game.outcome().is_none() && game.history().len() < longest {
                let (engine, level) =
                    if game.to_move() == hero { (&mut perfect, Level::PERFECT) } else { (&mut strong, Level::BEST) };
                let turn = engine.choose(&game, level, nodes(800), &Stop::default(), &mut chance).unwrap().unwrap();
                game.play(&turn).unwrap();
            }
            let end = game.outcome().map_or(GameValue::DRAW, |outcome| GameValue::from_outcome(outcome, hero));
            match value {
                GameValue { wdl: Wdl::Win, .. } => {
                    assert_eq!(end, GameValue { wdl: Wdl::Win, dtw: Some(Dtw(0)) }, "{endless} {fen}")
                }
                GameValue { wdl: Wdl::Draw, .. } => {
                    assert_ne!(end, GameValue { wdl: Wdl::Loss, dtw: Some(Dtw(0)) }, "{endless} {fen}")
                }
                GameValue { wdl: Wdl::Loss, .. } => {}
            }
            let kind = match value {
                GameValue { wdl: Wdl::Win, .. } => 0,
                GameValue { wdl: Wdl::Draw, .. } => 1,
                GameValue { wdl: Wdl::Loss, .. } => 2,
            };
            checked[kind] += 1;
        }
        assert!(checked[0] > 10 && checked[1] > 2, "too few positions of a kind: {checked:?}");
    }
}

#[test]
fn analyses_include_table_values_of_turns() {
    let folder = TempDir::new().unwrap();
    let ruling = strip("draw");
    // Tables may lie in the folder itself or in a subfolder.
    let below = folder.path().join("strip");
    std::fs::create_dir(&below).unwrap();
    solve(&ruling, &below);
    let library = library(folder.path());
    let game = ruling.new_game();
    let lines = |game: &AnyGame| {
        let mut engine = Engine::new(1).with_library(Some(Arc::clone(&library) as _));
        let found = engine.analyse(game, nodes(3000), 10, &Stop::default(), &mut |_| {}).unwrap();
        let first = |line: &quirkat_search::Variation| (line.turns[0].text(&game.ruleset().board), line.score);
        found.lines.iter().map(first).collect::<Vec<_>>()
    };
    let [best, rest @ ..] = &lines(&game)[..] else { panic!("there are turns") };
    assert_eq!(*best, ("b4-b3".to_owned(), Score::DRAW));
    assert_eq!(rest.iter().map(|(_, score)| *score).collect::<Vec<_>>(), [Score::LOST; 2]);
    // The library has no values for other rules.
    assert!(library.tables(&Ruling::new("alquerque", &[]).unwrap().ruleset()).is_none());
    assert!(library.tables(&strip("count").ruleset()).is_none());
}

#[test]
fn a_damaged_table_is_reported_once_and_play_continues_without_it() {
    let folder = TempDir::new().unwrap();
    let ruling = strip("count");
    solve(&ruling, folder.path());
    let path = LayerKind::Wdl.path(folder.path(), 3);
    let mut bytes = std::fs::read(&path).unwrap();
    let text = bytes.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
    let end = bytes.len() - 24;
    let index = u64::from_le_bytes(bytes[end..end + 8].try_into().unwrap()) as usize;
    bytes[text..index].fill(7);
    std::fs::write(&path, bytes).unwrap();
    let warnings: Arc<Mutex<Vec<String>>> = Arc::default();
    let sink = Arc::clone(&warnings);
    let warn = move |error: &quirkat_solve::TableError| sink.lock().unwrap().push(error.to_string());
    let library = TableLibrary::open(&TableSources::Folder(folder.path().to_owned()), Arc::new(warn)).unwrap();
    let mut engine = Engine::new(1).with_library(Some(Arc::new(library)));
    let mut game = ruling.new_game();
    for _ in 0..20 {
        let mut chance = Random::with_seed(1);
        let turn = engine.choose(&game, Level::PERFECT, nodes(500), &Stop::default(), &mut chance).unwrap();
        let Some(turn) = turn else { break };
        game.play(&turn).unwrap();
    }
    let warnings = warnings.lock().unwrap();
    assert!(warnings.len() == 1 && warnings[0].contains("a block is damaged"), "{warnings:?}");
}
