//! Shipped tables: their values follow from the rules, and a player that uses them plays perfectly.

use quirkat_endings::{TableLibrary, TableSources};
use quirkat_play::Ruling;
use quirkat_rules::{AnyRules, Dtw, GameValue, Setup, Wdl, write_fen};
use quirkat_search::{Engine, Level, Library, Limits, Random, Stop};
use quirkat_solve::{AnyLaw, AnyTables, TableCatalog, Verifier};
use std::sync::Arc;

/// Titles of the games with tables.
fn titles() -> impl Iterator<Item = String> {
    quirkat_endings::folders().map(|(folder, _)| folder.replace('.', ":"))
}

fn tables(ruling: &Ruling) -> AnyTables {
    let law = AnyLaw::of(&ruling.ruleset()).unwrap();
    quirkat_endings::with_shipped(TableCatalog::default()).tables(&law).unwrap().expect("the folder is of this game")
}

#[test]
fn a_game_without_tables_has_no_place_on_the_shelf() {
    assert!(TableCatalog::default().with_embedded(&[]).is_empty());
}

#[test]
fn shipped_values_follow_from_the_rules() {
    for title in titles() {
        let ruling = Ruling::new(&title, &[]).unwrap();
        let (tables, rules) = (tables(&ruling), AnyRules::compile((*ruling.ruleset()).clone()).unwrap());
        let verify =
            Verifier { tables: &tables, positions: 300, seed: 1, threads: 1, stop: &|| false, on_progress: &|_| () };
        let verified = verify.run(&rules).unwrap();
        assert!(verified.positions > 0 && verified.faults.is_empty(), "{title}: {:?}", verified.faults);
    }
}

#[test]
fn shipped_tables_stay_within_their_size_limit() {
    let bytes: usize = quirkat_endings::folders().flat_map(|(_, files)| files).map(|file| file.bytes.len()).sum();
    assert!(bytes <= 32_000_000, "{bytes}");
}

/// Results of the positions of a game that were played.
#[derive(Clone, Copy, Default)]
struct Played {
    won: u32,
    /// Number of games that ended within the distance in the table.
    in_time: u32,
    held: u32,
    of: [u32; 2],
}

/// In two games so few pieces are the end. Of this many positions of each game that are won and drawn, the engine with
/// the tables at its best against the same without them. More are played with `QUIRKAT_SHIPPED=200`, of the games whose
/// titles contain what `QUIRKAT_SHIPPED_GAMES` says.
const POSITIONS: u32 = 2;

#[test]
fn a_player_with_shipped_tables_wins_won_positions_and_holds_drawn_ones() {
    let number = |name: &str| std::env::var(name).ok().map(|number| number.parse().expect("a number of positions"));
    let positions = number("QUIRKAT_SHIPPED").unwrap_or(POSITIONS);
    let title_filter = std::env::var("QUIRKAT_SHIPPED_GAMES").unwrap_or_default();
    let library = TableLibrary::open(&TableSources::Default(None), Arc::new(|error| panic!("{error}"))).unwrap();
    let library: Arc<dyn Library> = Arc::new(library);
    for title in titles().filter(|title| title.contains(&title_filter)) {
        let played = play(&title, positions, &library);
        let Played { won, in_time, held, of: [wins, draws] } = played;
        println!("{title}: {won} of {wins} won, {in_time} as soon as can be, {held} of {draws} held");
        assert!(won * 100 >= wins * 98 && in_time * 100 >= wins * 98 && held == draws, "{title}");
        assert!(wins > 0 || ["alquerque-de-nueve:alfonso", "liebre:alfonso"].contains(&&*title), "{title} has no wins");
    }
}

/// Plays this number of positions of each kind.
fn play(title: &str, positions: u32, library: &Arc<dyn Library>) -> Played {
    /// Maximum number of samples: in some games hardly any position is won, or drawn.
    const MAX_DRAWN: u32 = 20_000;
    let ruling = Ruling::new(title, &[]).unwrap();
    let (tables, ruleset) = (tables(&ruling), ruling.ruleset());
    let (mut rng, mut chance) = (fastrand::Rng::with_seed(7), Random::with_seed(7));
    let mut played = Played::default();
    for _ in 0..MAX_DRAWN {
        if played.of == [positions; 2] {
            break;
        }
        let Some(position) = tables.sample(&mut rng) else { continue };
        let verdict = tables.probe(&position).unwrap().expect("a sampled position has a value");
        let kind = match verdict.wdl {
            Wdl::Win => 0,
            Wdl::Draw => 1,
            Wdl::Loss => continue,
        };
        if played.of[kind] == positions {
            continue;
        }
        let mut setup = Setup::empty(&ruleset.board);
        position.put(&mut setup);
        let Ok(mut game) = ruling.game(Some(&write_fen(&ruleset, &setup))) else { continue };
        if game.outcome().is_some() {
            continue;
        }
        played.of[kind] += 1;
        let hero = game.to_move();
        let (mut with, mut without) = (Engine::new(1).with_library(Some(Arc::clone(library))), Engine::new(1));
        let mut plies = 0;
        while game.outcome().is_none() && plies < 200 {
            let mover = game.to_move();
            let engine = if mover == hero { &mut with } else { &mut without };
            let limits = Limits { nodes: Some(300), ..Limits::default() };
            let turn = engine.choose(&game, Level::BEST, limits, &Stop::default(), &mut chance).unwrap().unwrap();
            game.play(&turn).unwrap();
            // A side that calls for single combat has not made its turn yet.
            plies += u32::from(game.to_move() != mover || game.outcome().is_some());
        }
        let end = game.outcome().map_or(GameValue::DRAW, |outcome| GameValue::from_outcome(outcome, hero));
        match kind {
            0 => {
                let is_won = end == GameValue { wdl: Wdl::Win, dtw: Some(Dtw(0)) };
                played.won += u32::from(is_won);
                played.in_time += u32::from(is_won && verdict.dtw.is_none_or(|most| plies <= most.plies()));
            }
            _ => played.held += u32::from(end != GameValue { wdl: Wdl::Loss, dtw: Some(Dtw(0)) }),
        }
    }
    played
}
