//! Search with endgame tables: those of a small strip, which a retrograde analysis in this file computes.

use quirkat_rules::{
    Anatomy, AnyGame, AnyRules, Dtw, GameValue, Piece, Rank, Rules, RulesVisitor, Ruleset, Setup, Side, Wdl, find_game,
    read_turn, write_fen,
};
use quirkat_search::{Engine, Level, Library, Limits, Probe, Random, Score, Stop, TableReport};
use std::collections::HashMap;
use std::ops::ControlFlow::Continue;
use std::sync::{Arc, LazyLock};

type Placement = ([u64; 2], Side);

/// Values of positions with at most `max_pieces` men, with or without distances.
#[derive(Clone, Debug)]
struct Plain {
    known: Arc<HashMap<Placement, GameValue>>,
    distances: bool,
    max_pieces: u32,
}

impl Probe for Plain {
    fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    fn probe(&self, position: &Anatomy) -> Option<GameValue> {
        let mut men = [0u64; 2];
        position.pieces.iter().for_each(|placed| men[placed.piece.side.index()] |= 1 << placed.point.index());
        let known =
            *self.known.get(&(men, position.to_move)).filter(|_| position.pieces.len() as u32 <= self.max_pieces)?;
        Some(match known {
            GameValue { wdl: Wdl::Win, .. } if !self.distances => GameValue { wdl: Wdl::Win, dtw: None },
            GameValue { wdl: Wdl::Loss, .. } if !self.distances => GameValue { wdl: Wdl::Loss, dtw: None },
            known => known,
        })
    }
}

impl Library for Plain {
    fn tables(&self, ruleset: &Ruleset) -> Option<Arc<dyn Probe>> {
        (ruleset.game == "awithlaknannai").then(|| Arc::new(self.clone()) as _)
    }
}

/// Returns the rules of a strip of thirteen points with draws by repetition.
fn strip() -> AnyRules {
    let rules = [("n", "4"), ("repetition", "draw")];
    AnyRules::compile(find_game("awithlaknannai").unwrap().ruleset(None, &rules).unwrap()).unwrap()
}

fn game_from(rules: &AnyRules, (men, to_move): Placement) -> AnyGame {
    let mut columns = vec![vec![]; rules.ruleset().board.len()];
    for side in Side::BOTH {
        let on = (0..columns.len()).filter(|point| men[side.index()] >> point & 1 != 0).collect::<Vec<_>>();
        on.into_iter().for_each(|point| columns[point].push(Piece { side, rank: Rank::Man }));
    }
    rules.game(Some(&Setup { to_move, columns, memory: Default::default() })).unwrap()
}

/// Returns the values of every position with one to three men on each side, computed once for all tests.
fn solved() -> Plain {
    static SOLVED: LazyLock<Plain> = LazyLock::new(|| solve(&strip()));
    SOLVED.clone()
}

fn solve(rules: &AnyRules) -> Plain {
    let points = rules.ruleset().board.len() as u32;
    let mut all = vec![];
    for number in 0..3u64.pow(points) {
        let mut men = [0u64; 2];
        for point in 0..points {
            match number / 3u64.pow(point) % 3 {
                0 => {}
                side => men[side as usize - 1] |= 1 << point,
            }
        }
        if men.iter().all(|men| *men != 0) && men.iter().all(|men| men.count_ones() <= 3) {
            all.extend(Side::BOTH.map(|side| (men, side)));
        }
    }
    rules.visit(Retrograde(all))
}

/// Computes the values ply by ply.
struct Retrograde(Vec<Placement>);

impl RulesVisitor for Retrograde {
    type Output = Plain;

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Plain {
        let mut known = HashMap::new();
        let mut open = vec![];
        for placement in self.0 {
            let (men, to_move) = placement;
            let mut columns = vec![vec![]; rules.ruleset().board.len()];
            for side in Side::BOTH {
                for (point, column) in columns.iter_mut().enumerate() {
                    if men[side.index()] >> point & 1 != 0 {
                        column.push(Piece { side, rank: Rank::Man });
                    }
                }
            }
            let position = rules.position(&Setup { to_move, columns, memory: Default::default() }).unwrap();
            let mut after = vec![];
            rules
                .for_each_turn(&position, &mut |turn, _| {
                    let next = rules.play(&position, turn);
                    let mut men = [0; 2];
                    rules.for_each_piece(&next, |placed| men[placed.piece.side.index()] |= 1 << placed.point.index());
                    after.push((men, rules.to_move(&next)));
                    Continue(())
                })
                .unwrap();
            open.push((placement, after));
        }
        for plies in 0.. {
            let value = |after: &Placement, known: &HashMap<Placement, GameValue>| match after.0 {
                [_, 0] | [0, _] => Some(GameValue { wdl: Wdl::Loss, dtw: Some(Dtw(0)) }),
                _ => known.get(after).copied(),
            };
            let mut solved = vec![];
            open.retain(|(placement, after)| {
                let wins = after.iter().any(|after| {
                    value(after, &known) == Some(GameValue { wdl: Wdl::Loss, dtw: Some(Dtw(plies.max(1) - 1)) })
                });
                let loses =
                    after.iter().all(|after| matches!(value(after, &known), Some(GameValue { wdl: Wdl::Win, .. })));
                match () {
                    () if plies > 0 && wins => {
                        solved.push((*placement, GameValue { wdl: Wdl::Win, dtw: Some(Dtw(plies)) }))
                    }
                    () if loses => solved.push((*placement, GameValue { wdl: Wdl::Loss, dtw: Some(Dtw(plies)) })),
                    () => return true,
                }
                false
            });
            if solved.is_empty() && plies > 1 {
                break;
            }
            known.extend(solved);
        }
        known.extend(open.into_iter().map(|(placement, _)| (placement, GameValue::DRAW)));
        Plain { known: Arc::new(known), distances: true, max_pieces: u32::MAX }
    }
}

fn engine(plain: &Plain) -> Engine {
    Engine::new(1).with_library(Some(Arc::new(plain.clone())))
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Returns every n-th position in a fixed order, with its value.
fn sample(plain: &Plain, every: usize) -> Vec<(Placement, GameValue)> {
    let mut all: Vec<_> = plain.known.iter().map(|(placement, known)| (*placement, *known)).collect();
    all.sort_unstable_by_key(|((men, to_move), _)| (*men, to_move.index()));
    all.into_iter().step_by(every).collect()
}

fn best(plain: &Plain, game: &AnyGame, limits: Limits) -> (String, Score) {
    let analysis = engine(plain).analyse(game, limits, 1, &Stop::default(), &mut |_| {}).unwrap();
    (analysis.lines[0].turns[0].text(&game.ruleset().board), analysis.lines[0].score)
}

#[test]
fn with_distances_wins_are_the_quickest_and_losses_the_slowest() {
    let rules = strip();
    let plain = solved();
    let mut longest = 0;
    for (placement, known) in sample(&plain, 1499) {
        let mut game = game_from(&rules, placement);
        let hero = game.to_move();
        let mut random = Random::with_seed(1);
        let (mut perfect, mut strong) = (engine(&plain), Engine::new(1));
        let limit = if known == GameValue::DRAW { 60 } else { 200 };
        while game.outcome().is_none() && game.history().len() < limit {
            let (player, level) =
                if game.to_move() == hero { (&mut perfect, Level::PERFECT) } else { (&mut strong, Level::BEST) };
            let turn = player.choose(&game, level, nodes(300), &Stop::default(), &mut random).unwrap().unwrap();
            game.play(&turn).unwrap();
        }
        let plies = game.history().len() as u32;
        let end = game.outcome().map(|outcome| GameValue::from_outcome(outcome, hero));
        let fen = write_fen(game.ruleset(), &game_from(&rules, placement).setup());
        match known {
            GameValue { wdl: Wdl::Win, dtw: Some(Dtw(most)) } => {
                longest = longest.max(most);
                assert!(
                    end == Some(GameValue { wdl: Wdl::Win, dtw: Some(Dtw(0)) }) && plies <= most,
                    "{fen}: {end:?} after {plies} of {most}"
                );
            }
            GameValue { wdl: Wdl::Loss, dtw: Some(Dtw(least)) } => assert!(
                end != Some(GameValue { wdl: Wdl::Loss, dtw: Some(Dtw(0)) }) || plies >= least,
                "{fen}: {plies}"
            ),
            _ => assert_ne!(end, Some(GameValue { wdl: Wdl::Loss, dtw: Some(Dtw(0)) }), "{fen}"),
        }
    }
    assert!(longest > 8, "the longest win has only {longest} plies");
}

#[test]
fn scores_match_the_tables_with_and_without_distances() {
    let rules = strip();
    let plain = solved();
    let roughly = Plain { distances: false, ..plain.clone() };
    for (placement, known) in sample(&plain, 997) {
        let game = game_from(&rules, placement);
        if game.outcome().is_some() {
            continue;
        }
        let (_, exact) = best(&plain, &game, nodes(200));
        let (_, rough) = best(&roughly, &game, nodes(200));
        match known {
            GameValue { wdl: Wdl::Win, dtw } => {
                assert!(exact.plies_to_end() == dtw.map(|dtw| dtw.plies() as i32) && rough.is_won())
            }
            GameValue { wdl: Wdl::Draw, .. } => assert_eq!([exact, rough], [Score::DRAW; 2]),
            GameValue { wdl: Wdl::Loss, dtw } => {
                assert!(exact.plies_to_end() == dtw.map(|dtw| -(dtw.plies() as i32)) && rough.is_lost())
            }
        }
        assert!(
            rough <= Score::WON.max(exact),
            "a win at an unknown distance scores higher than one at a known distance"
        );
        let report = TableReport::new(&game, &plain).unwrap();
        assert_eq!(report.position, Some(known));
        assert_eq!(report.turns[0].1, Some(known), "the best move has the value of the position");
    }
}

#[test]
fn a_worse_move_has_its_own_value_where_it_alone_is_allowed() {
    let rules = strip();
    let plain = solved();
    let mut worse = 0;
    for (placement, known) in sample(&plain, 1499) {
        let game = game_from(&rules, placement);
        let report = TableReport::new(&game, &plain).unwrap();
        let Some((turn, Some(value))) = report.turns.last() else { continue };
        let engine = &mut engine(&plain);
        let allowed = [turn.clone()].into();
        let analysis =
            engine.analyse_among(&game, Some(&allowed), nodes(200), 2, &Stop::default(), &mut |_| {}).unwrap();
        assert_eq!((analysis.lines.len(), &analysis.lines[0].turns[0]), (1, turn));
        let plies = analysis.lines[0].score.plies_to_end();
        match (value.wdl, value.dtw) {
            (Wdl::Win, dtw) => assert_eq!(plies, dtw.map(|dtw| dtw.plies() as i32)),
            (Wdl::Draw, _) => assert_eq!(analysis.lines[0].score, Score::DRAW),
            (Wdl::Loss, dtw) => assert_eq!(plies, dtw.map(|dtw| -(dtw.plies() as i32))),
        }
        worse += usize::from(*value != known);
    }
    assert!(worse > 20, "only {worse} such positions");
}

#[test]
fn captures_into_the_tables_are_found_from_positions_outside() {
    let rules = strip();
    let plain = solved();
    let mut found = 0;
    for (placement, _) in sample(&plain, 397) {
        let (men, _) = placement;
        let count = men[0].count_ones() + men[1].count_ones();
        let game = game_from(&rules, placement);
        let few = Plain { max_pieces: count - 1, distances: false, ..plain.clone() };
        let report = TableReport::new(&game, &few).unwrap();
        let winner = report.turns.iter().find(|(_, known)| matches!(known, Some(GameValue { wdl: Wdl::Win, .. })));
        let Some((winner, _)) = winner.filter(|_| report.position.is_none()) else { continue };
        let (turn, score) = best(&few, &game, nodes(400));
        assert!(score.is_won(), "{} wins, {turn} is {score}", winner.text(&game.ruleset().board));
        assert!(matches!(plain.known[&placement], GameValue { wdl: Wdl::Win, .. }));
        found += 1;
    }
    assert!(found > 20, "only {found} such positions");
}

#[test]
fn an_end_by_repetition_overrides_the_tables() {
    let rules = strip();
    let plain = solved();
    // The third occurrence is a draw, whatever the value of the position.
    let mut compared = 0;
    for (placement, known) in sample(&plain, 997) {
        if !matches!(known, GameValue { wdl: Wdl::Win, .. }) {
            continue;
        }
        let mut game = game_from(&rules, placement);
        let Some(cycle) = cycle(&game) else { continue };
        for text in cycle.iter().cycle().take(7) {
            let turn = read_turn(&*game, text).unwrap();
            game.play(&turn).unwrap();
        }
        // One move before the third occurrence.
        let report = TableReport::new(&game, &plain).unwrap();
        let back = read_turn(&*game, &cycle[3]).unwrap();
        assert_eq!(report.value_of(&back), Some(GameValue::DRAW));
        compared += 1;
    }
    assert!(compared > 0, "there is no such position");
}

/// Returns four steps that repeat the position of a game.
fn cycle(game: &AnyGame) -> Option<[String; 4]> {
    let board = &game.ruleset().board;
    let steps = |game: &AnyGame| -> Vec<_> {
        game.turns().unwrap().into_iter().filter(|turn| turn.captures.is_empty()).collect()
    };
    for there in steps(game) {
        let mut one = game.clone();
        one.play(&there).unwrap();
        for also in steps(&one) {
            let mut two = one.clone();
            two.play(&also).unwrap();
            let back = |turn: &quirkat_rules::Turn| {
                let text = turn.text(board);
                let (from, to) = text.split_once('-')?;
                Some(format!("{to}-{from}"))
            };
            let (Some(home), Some(too)) = (back(&there), back(&also)) else { continue };
            let Ok(turn) = read_turn(&*two, &home) else { continue };
            two.play(&turn).ok()?;
            if let Ok(turn) = read_turn(&*two, &too)
                && two.play(&turn).is_ok()
                && two.outcome().is_none()
            {
                return Some([there.text(board), also.text(board), home, too]);
            }
        }
    }
    None
}
