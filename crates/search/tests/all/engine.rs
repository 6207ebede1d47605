//! The engine: its results, its limits, and its levels. General properties are tested in games of every kind,
//! particular positions in alquerque.

use quirkat_rules::{
    AnyGame, AnyRules, Outcome, Piece, Rank, Reason, Rules, RulesVisitor, Setup, Side, Turn, find_game, games,
    read_fen, split_option,
};
use quirkat_search::{Analysis, Engine, Level, Limits, Random, Score, Stop, Variation, random_games};
use serde_json::Value;
use std::collections::HashSet;
use std::sync::Arc;

/// House rules with kinds of positions that no default variant has: kings, huffing and pieces that never move back;
/// more than 64 points and more than 128, with kings and with huffing; towers on up to 64 points, also with huffing.
const HOUSE_RULES: [&str; 9] = [
    "alquerque promotion=long promo_mid=as_king",
    "alquerque return=never",
    "international capture=huff",
    "sixteen-soldiers capture=huff promotion=short",
    "konane size=9x13",
    "konane size=12x12",
    "awithlaknannai n=50",
    "awithlaknannai n=50 capture=huff",
    "international removal=under capture=huff",
];

/// Returns the name and the rules of every game, and of the house rules above.
fn all_kinds() -> impl Iterator<Item = (&'static str, AnyRules)> {
    games().map(|game| game.id.as_str()).chain(HOUSE_RULES).map(|name| (name, compile(name)))
}

/// Returns the same, and a game with dice, which has too many positions for a search to a fixed depth.
fn all_kinds_and_dice() -> impl Iterator<Item = (&'static str, AnyRules)> {
    all_kinds().chain(["alquerque-de-nueve:dados"].map(|name| (name, compile(name))))
}

/// Compiles the rules of a game, with a variant and house rules if they are given: `konane:free size=6x6`.
fn compile(name: &str) -> AnyRules {
    let mut words = name.split(' ');
    let title = words.next().unwrap();
    let (game, variant) = title.split_once(':').map_or((title, None), |(game, variant)| (game, Some(variant)));
    let house_rules: Vec<_> = words.map(|rule| split_option(rule).unwrap()).collect();
    AnyRules::compile(find_game(game).unwrap().ruleset(variant, &house_rules).unwrap()).unwrap()
}

/// Returns a game after up to this number of random moves, none of which ends it.
fn random_game(rules: &AnyRules, plies: usize, rng: &mut Random) -> AnyGame {
    let mut game = rules.new_game();
    for _ in 0..plies {
        play_randomly(&mut game, rng);
        if game.outcome().is_some() {
            game.undo();
            break;
        }
    }
    game
}

fn play_randomly(game: &mut AnyGame, rng: &mut Random) {
    let mut turns = game.turns().unwrap();
    let turn = turns.swap_remove(rng.index(turns.len()));
    game.play(&turn).unwrap();
}

fn rules(variant: &str) -> AnyRules {
    AnyRules::compile(find_game("alquerque").unwrap().ruleset(Some(variant), &[]).unwrap()).unwrap()
}

fn position(variant: &str, fen: &str) -> AnyGame {
    let rules = rules(variant);
    let setup = read_fen(&rules.ruleset(), fen).unwrap();
    rules.game(Some(&setup)).unwrap()
}

fn analyse(game: &AnyGame, limits: Limits, lines: usize) -> Analysis {
    Engine::new(4).analyse(game, limits, lines, &Stop::default(), &mut |_| {}).unwrap()
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Returns the best move as text, and its score.
fn best(game: &AnyGame, plies: u32) -> (String, Score) {
    let analysis = analyse(game, depth(plies), 1);
    (analysis.lines[0].turns[0].text(&game.ruleset().board), analysis.lines[0].score)
}

#[test]
fn a_win_in_one_ply_is_found() {
    let game = position("walker", "W:Wa1:Bb2");
    let (turn, score) = best(&game, 4);
    assert_eq!((turn.as_str(), score.plies_to_end()), ("a1xc3", Some(1)));
}

#[test]
fn the_longer_of_two_captures_is_preferred_where_the_shorter_one_loses() {
    let game = position("walker", "W:Wc1:Bc2,c4,d1");
    assert_eq!(best(&game, 4).0, "c1xc3xc5");
}

#[test]
fn a_loss_in_two_plies_is_found() {
    // The single man is captured after every move.
    let game = position("walker", "W:Wa1:Bc1,c2,b3,a3,c3");
    let analysis = analyse(&game, depth(6), 1);
    assert_eq!(analysis.lines[0].score.plies_to_end(), Some(-2));
}

/// Returns the plies to a forced end within two plies, by brute force: 1 for a win of the side to move, -2 for a loss;
/// else `None`.
fn end_in_two(game: &AnyGame) -> Option<i32> {
    let mover = game.to_move();
    let after = |turn: &Turn| {
        let mut next = game.clone();
        next.play(turn).unwrap();
        next
    };
    let winner = |game: &AnyGame| game.outcome().map(|outcome| outcome.winner);
    let next: Vec<AnyGame> = game.turns().unwrap().iter().map(after).collect();
    if next.iter().any(|next| winner(next) == Some(Some(mover))) {
        return Some(1);
    }
    let loses = |next: &AnyGame| match winner(next) {
        Some(_) => false,
        None => {
            next.to_move() != mover
                && next.turns().unwrap().iter().any(|turn| {
                    let mut last = next.clone();
                    last.play(turn).unwrap();
                    winner(&last) == Some(Some(mover.other()))
                })
        }
    };
    (!next.is_empty() && next.iter().all(loses)).then_some(-2)
}

#[test]
fn proved_ends_of_one_and_two_plies_match_brute_force_in_every_game() {
    let (mut wins, mut losses) = (HashSet::new(), HashSet::new());
    for (name, rules) in all_kinds() {
        let mut rng = Random::with_seed(11);
        for _ in 0..12 {
            let mut game = random_game(&rules, 400, &mut rng);
            for _ in 0..3 {
                // From the position alone, without its history of repetitions.
                let position = rules.game(Some(&game.setup())).unwrap();
                game.undo();
                let expected = end_in_two(&position);
                let analysis = analyse(&position, Limits { nodes: Some(100_000), ..depth(3) }, 1);
                if analysis.nodes > 100_000 {
                    continue;
                }
                let found = analysis.lines[0].score.plies_to_end();
                assert_eq!(found.filter(|plies| [1, -2].contains(plies)), expected, "{name}: {:?}", position.setup());
                match expected {
                    Some(1) => wins.insert(name),
                    Some(_) => losses.insert(name),
                    None => false,
                };
            }
        }
    }
    // Of forty kinds. Random games of the others have other ends.
    assert!(wins.len() >= 36 && losses.len() >= 26, "won: {wins:?}, lost: {losses:?}");
}

#[test]
fn variations_are_sorted_distinct_and_legal_in_every_game() {
    for (name, rules) in all_kinds() {
        check_variations(name, &random_game(&rules, 4, &mut Random::with_seed(3)), 1, 6);
    }
    check_variations("alquerque:article", &rules("article").new_game(), 4, 10);
}

/// Checks the best variations of a game, searched to a depth.
fn check_variations(name: &str, game: &AnyGame, plies: u32, lines: usize) {
    let effects: HashSet<_> = game.turns().unwrap().iter().map(|turn| turn.effect).collect();
    let analysis = analyse(game, depth(plies), lines);
    assert_eq!(analysis.lines.len(), effects.len().min(lines), "{name}");
    for pair in analysis.lines.windows(2) {
        assert!(pair[0].score >= pair[1].score && pair[0].turns[0].effect != pair[1].turns[0].effect, "{name}");
    }
    for line in &analysis.lines {
        let mut game = game.clone();
        assert!(!line.turns.is_empty(), "{name}");
        for turn in &line.turns {
            game.play(turn).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

/// Analyses a game with some moves allowed only.
fn analyse_among(game: &AnyGame, allowed: &HashSet<Turn>, lines: usize) -> Analysis {
    Engine::new(1).analyse_among(game, Some(allowed), depth(2), lines, &Stop::default(), &mut |_| {}).unwrap()
}

#[test]
fn only_allowed_moves_are_played_at_every_level_in_every_game() {
    let rng = &mut Random::with_seed(4);
    let mut excluded_best = 0;
    for (name, rules) in all_kinds_and_dice() {
        let game = random_game(&rules, 5, rng);
        let turns = game.turns().unwrap();
        let allowed: HashSet<_> = [(); 3].map(|()| turns[rng.index(turns.len())].clone()).into();
        for level in [Level::new(1).unwrap(), Level::new(5).unwrap(), Level::BEST] {
            let limits = Limits { nodes: Some(300), ..Limits::default() };
            let choice = Engine::new(1)
                .choose_among(&game, Some(&allowed), level.into(), limits, &Stop::default(), rng)
                .unwrap();
            assert!(allowed.contains(&choice.unwrap()), "{name} at level {level}");
        }
        if game.is_chance_node() {
            continue;
        }
        let effects: HashSet<_> = allowed.iter().map(|turn| turn.effect).collect();
        let lines = analyse_among(&game, &allowed, 9).lines;
        assert_eq!(lines.len(), effects.len(), "{name}");
        assert!(lines.iter().all(|line| allowed.contains(&line.turns[0])), "{name}");
        excluded_best += usize::from(!effects.contains(&analyse(&game, depth(2), 1).lines[0].turns[0].effect));
        let all: HashSet<_> = turns.into_iter().collect();
        let [same, plain] = [analyse_among(&game, &all, 1), analyse(&game, depth(2), 1)];
        assert_eq!((&same.lines, same.nodes), (&plain.lines, plain.nodes), "{name}: all moves are allowed");
    }
    assert!(excluded_best > 10, "in {excluded_best} games another move is best");
}

#[test]
fn a_move_is_not_replaced_by_its_equal_on_another_path() {
    let rules = compile("international");
    let setup = read_fen(&rules.ruleset(), "W:W33:B28,18,17,27,19,20,29").unwrap();
    let game = rules.game(Some(&setup)).unwrap();
    let turns = game.turns().unwrap();
    let effects: HashSet<_> = turns.iter().map(|turn| turn.effect).collect();
    assert!(effects.len() < turns.len());
    for turn in turns {
        assert_eq!(analyse_among(&game, &[turn.clone()].into(), 3).lines[0].turns[0], turn);
    }
    let other = rules.new_game().turns().unwrap().into_iter().collect();
    assert_eq!(analyse_among(&game, &other, 1).lines, []);
    let none = Engine::new(1).choose_among(
        &game,
        Some(&other),
        Level::BEST.into(),
        depth(1),
        &Stop::default(),
        &mut Random::with_seed(1),
    );
    assert_eq!(none, Ok(None), "none of these moves is legal");
}

#[test]
fn a_finished_game_has_no_variations() {
    for (name, rules) in all_kinds_and_dice() {
        let mut rng = Random::with_seed(5);
        let mut game = random_game(&rules, 5, &mut rng);
        game.resign(Side::First).unwrap();
        assert_eq!(analyse(&game, depth(4), 3).lines, [], "{name}");
        let chosen = Engine::new(1).choose(&game, Level::BEST, depth(2), &Stop::default(), &mut rng);
        assert_eq!(chosen, Ok(None), "{name}");
    }
    assert_eq!(analyse(&position("walker", "W:W:Bb2"), depth(4), 3).lines, []);
}

#[test]
fn a_search_by_nodes_is_reproducible_and_obeys_its_limit_in_every_game() {
    for (name, rules) in all_kinds_and_dice() {
        let game = random_game(&rules, 7, &mut Random::with_seed(7));
        let limits = Limits { nodes: Some(1_500), ..Limits::default() };
        let [a, b] = [(); 2].map(|()| analyse(&game, limits, 2));
        assert_eq!((&a.lines, a.nodes, a.depth), (&b.lines, b.nodes, b.depth), "{name}");
        assert!((1..=1_501).contains(&a.nodes), "{name}: {} nodes", a.nodes);
    }
}

#[test]
fn a_search_by_depth_obeys_its_limit_and_reports_each_depth_in_every_game() {
    for (name, rules) in all_kinds() {
        let game = random_game(&rules, 4, &mut Random::with_seed(8));
        let mut depths = vec![];
        let mut progress = |analysis: &Analysis| depths.push(analysis.depth);
        let analysis = Engine::new(4).analyse(&game, depth(3), 1, &Stop::default(), &mut progress).unwrap();
        assert!(depths.iter().copied().eq(1..=analysis.depth), "{name}: {depths:?}");
        let is_proved = analysis.lines[0].score.plies_to_end().is_some();
        assert!(analysis.depth == 3 || is_proved, "{name}: {analysis:?}");
    }
}

#[test]
fn several_threads_find_the_same_proved_ends_as_one_in_every_game() {
    let rng = &mut Random::with_seed(11);
    for (name, rules) in all_kinds() {
        let game = random_game(&rules, 8, rng);
        let shared =
            |engine: &mut Engine, lines| engine.analyse(&game, depth(2), lines, &Stop::default(), &mut |_| {}).unwrap();
        let mut engine = Engine::new(4).with_threads(3);
        let (alone, together) = (analyse(&game, depth(2), 1), shared(&mut engine, 1));
        assert_eq!(together.depth, 2, "{name}");
        assert!(together.nodes > 0, "{name}");
        // Results of deeper searches by helpers may change an estimate, never a proved end.
        let end = |analysis: &Analysis| analysis.lines[0].score.plies_to_end();
        assert!(end(&alone).is_none() || end(&alone) == end(&together), "{name}: {alone:?}, {together:?}");
        assert!(game.clone().play(&together.lines[0].turns[0]).is_ok(), "{name}");
    }
}

#[test]
fn a_panic_of_the_caller_stops_all_threads() {
    let mut engine = Engine::new(4).with_threads(2);
    let game = rules("walker").new_game();
    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        engine.analyse(&game, Limits::default(), 1, &Stop::default(), &mut |_| panic!("enough"))
    }));
    // The scope of the threads would not have ended if the helper had gone on.
    assert!(panics.is_err());
    let analysis = engine.analyse(&game, depth(4), 1, &Stop::default(), &mut |_| {}).unwrap();
    assert_eq!(analysis.depth, 4);
}

#[test]
fn a_search_that_is_stopped_at_once_returns_a_move_in_every_game() {
    let stop = Stop::default();
    stop.stop();
    for (name, rules) in all_kinds_and_dice() {
        let game = rules.new_game();
        let analysis = Engine::new(1).analyse(&game, Limits::default(), 1, &stop, &mut |_| {}).unwrap();
        let turn = analysis.lines[0].turns.first();
        // A throw of dice is no choice.
        assert!(turn.map_or(game.is_chance_node(), |turn| game.turns().unwrap().contains(turn)), "{name}");
    }
}

#[test]
fn a_chance_node_has_the_mean_score_of_all_throws() {
    let rules = compile("alquerque-de-nueve:dados");
    let setup = read_fen(&rules.ruleset(), "W:Wa1,d1,b4,c3:Bg7,f4,d6,b2:hand=5,5").unwrap();
    let game = rules.game(Some(&setup)).unwrap();
    assert!(game.is_chance_node());
    let throws = game.turns().unwrap();
    let score_after = |throw: &Turn| {
        let mut thrown = game.clone();
        thrown.play(throw).unwrap();
        f64::from(analyse(&thrown, depth(1), 1).lines[0].score.hundredths().clamp(-1500, 1500))
    };
    let mean = throws.iter().map(score_after).sum::<f64>() / throws.len() as f64;
    let analysis = analyse(&game, depth(1), 3);
    assert_eq!((analysis.lines.len(), analysis.depth), (1, 1));
    let Variation { score, turns } = &analysis.lines[0];
    assert_eq!(turns, &[]);
    assert!((f64::from(score.hundredths()) - mean).abs() < 2.0, "{score:?} against {mean}");
}

#[test]
fn an_engine_clears_its_table_between_games() {
    let mut engine = Engine::new(4);
    for (name, rules) in all_kinds() {
        let game = rules.new_game();
        let fresh = analyse(&game, depth(3), 1);
        let after = engine.analyse(&game, depth(3), 1, &Stop::default(), &mut |_| {}).unwrap();
        assert_eq!((after.lines, after.nodes), (fresh.lines, fresh.nodes), "{name}");
    }
}

/// Compares the search of every position with one man on each side with counts of another program.
#[test]
fn one_man_against_one_agrees_with_the_brute_force_of_another_program() {
    let slices: Value = serde_json::from_str(include_str!("../data/slices.json")).unwrap();
    for variant in ["walker", "article"] {
        let rules = rules(variant);
        let ruleset = rules.ruleset();
        let mut engine = Engine::new(4);
        let (mut won, mut lost, mut drawn) = (0, 0, 0);
        for white in 0..25 {
            for black in (0..25).filter(|&black| black != white) {
                let mut setup = Setup::empty(&ruleset.board);
                for (at, side) in [(white, Side::First), (black, Side::Second)] {
                    setup.columns[at] = vec![Piece { side, rank: Rank::Man }];
                }
                let game = rules.game(Some(&setup)).unwrap();
                let analysis = engine.analyse(&game, depth(6), 1, &Stop::default(), &mut |_| {}).unwrap();
                match analysis.lines[0].score.plies_to_end() {
                    Some(plies) if plies > 0 => won += 1,
                    Some(_) => lost += 1,
                    None => drawn += 1,
                }
            }
        }
        let expected = &slices[format!("alquerque:{variant}")]["1,1"];
        assert_eq!(serde_json::json!([won, lost, drawn]), *expected, "{variant}");
    }
}

/// Plays a game between two levels with random numbers from a seed, independent of the clock.
fn play(rules: &AnyRules, levels: [Level; 2], seed: u64, limits: Limits) -> Option<Outcome> {
    let mut game = rules.new_game();
    let mut rng = Random::with_seed(seed);
    let mut engines = [Engine::new(1), Engine::new(1)];
    for _ in 0..150 {
        let side = game.to_move().index();
        match engines[side].choose(&game, levels[side], limits, &Stop::default(), &mut rng).unwrap() {
            Some(turn) => game.play(&turn).unwrap(),
            None => {
                assert!(game.outcome().is_some(), "no turn in {:?}", game.setup());
                break;
            }
        }
    }
    game.outcome()
}

#[test]
fn a_higher_level_beats_a_lower_one() {
    let rules = rules("walker");
    let level = |number| Level::new(number).unwrap();
    for (strong, weak) in [(7, 3), (4, 1)] {
        let mut score = 0.0;
        for seed in 0..12 {
            let strong_side = Side::BOTH[seed as usize % 2];
            let mut levels = [level(weak); 2];
            levels[strong_side.index()] = level(strong);
            score += match play(&rules, levels, seed, depth(6)).and_then(|outcome| outcome.winner) {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == strong_side)),
            };
        }
        assert!(score >= 7.5, "level {strong} scored {score} of 12 against level {weak}");
    }
}

#[test]
fn every_level_plays_legal_moves_in_every_variant() {
    for file in games() {
        for (number, variant) in (0..).zip(file.variants()) {
            let rules = AnyRules::compile(file.ruleset(Some(variant), &[]).unwrap()).unwrap();
            let level = Level::new(1 + number % 6).unwrap();
            // Inside, every move is asserted to be legal.
            let limits = Limits { nodes: Some(200), ..depth(6) };
            play(&rules, [level, level], u64::from(number), limits);
        }
    }
}

#[test]
fn an_end_by_the_move_count_is_found() {
    // Two men against one, without captures: the count after seven moves each is the only win.
    let score = |end_count: &str| {
        let ruleset = find_game("alquerque").unwrap().ruleset(None, &[("end_count", end_count)]).unwrap();
        let setup = read_fen(&ruleset, "W:Wa1,b1:Be5").unwrap();
        let game = AnyRules::compile(ruleset).unwrap().game(Some(&setup)).unwrap();
        analyse(&game, depth(16), 1).lines[0].score.plies_to_end()
    };
    assert_eq!(score("automatic"), Some(14));
    assert_eq!(score("off"), None);
}

/// Returns the outcomes and lengths of random games from a seed.
fn playouts(rules: &AnyRules, seed: u64, games: usize) -> Vec<(Option<Outcome>, u32)> {
    let mut played = Vec::new();
    random_games(rules, 300, &mut Random::with_seed(seed), &mut |game| {
        let game = game.unwrap();
        played.push((game.outcome, game.plies));
        played.len() < games
    });
    played
}

#[test]
fn random_games_end_or_reach_the_limit() {
    for (name, rules) in all_kinds_and_dice() {
        let games = playouts(&rules, 3, 20);
        assert!(games.iter().all(|(outcome, plies)| outcome.is_some() || *plies == 300), "{name}: {games:?}");
        assert!(games.iter().any(|(_, plies)| *plies > 4), "{name}: {games:?}");
    }
    let games = playouts(&rules("walker"), 2, 300);
    let by = |reason| games.iter().filter(|(outcome, _)| outcome.map(|outcome| outcome.reason) == Some(reason)).count();
    assert!(by(Reason::NoPieces) > 0, "{games:?}");
    let mean = games.iter().map(|(_, plies)| f64::from(*plies)).sum::<f64>() / games.len() as f64;
    assert!((30.0..42.0).contains(&mean), "{mean} plies on average; another program has 36");
}

/// Compares each move by its number with the list of moves.
struct ByNumber;

impl RulesVisitor for ByNumber {
    type Output = u64;

    fn visit<G: Rules>(self, rules: &Arc<G>) -> u64 {
        let mut rng = Random::with_seed(64);
        let mut position = rules.start();
        let mut compared = 0;
        for _ in 0..60 {
            let mut generated = Vec::new();
            rules.list_turns(&position, &mut generated).unwrap();
            assert_eq!(rules.count_turns(&position), Ok(generated.len() as u64));
            for (number, turn) in (0..).zip(&generated) {
                assert_eq!(rules.nth_turn(&position, number), Ok(Some(*turn)), "{position:?}");
                compared += 1;
            }
            assert_eq!(rules.nth_turn(&position, generated.len() as u64), Ok(None));
            if generated.is_empty() {
                break;
            }
            position = rules.play(&position, &generated[rng.index(generated.len())]);
        }
        compared
    }
}

#[test]
fn moves_by_number_match_the_list() {
    for (name, rules) in all_kinds_and_dice() {
        assert!(rules.visit(ByNumber) > 30, "{name}");
    }
}
