//! The engine: the interface of the search to programs.

use crate::alphabeta::{BusyMoves, Context, MoveHistory, RootMove, Search, SharedHistory, sort_by_rank};
use crate::clock::{Clock, SystemClock};
use crate::evaluate::{EvaluationBias, StaticEvaluator};
use crate::level::Strength;
use crate::limits::{Limits, Stop};
use crate::params::CONTEMPT;
use crate::patterns::PatternWeights;
use crate::patterns::layout::Layout;
use crate::patterns::shipped::Shipped;
use crate::probabilities::ScoreScale;
use crate::probe::{Library, MoveValue, Probe, TableReport, may_reach};
use crate::random::index;
use crate::score::Score;
use crate::shared_memory::{MAX_HELPERS, NodeCount, SharedMemory};
use crate::threads::with_helpers;
use crate::transposition_table::TranspositionTable;
use quirkat_rules::{AnyGame, Game, GameValue, GameVisitor, Play, Rules, Ruleset, TooManyTurns, Turn, Wdl};
use rand_core::RngCore;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// A variation: a sequence of moves with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// Score for the side to move.
    pub score: Score,
    /// The moves, best move first. Empty if the next move is a throw of dice.
    pub turns: Vec<Turn>,
}

/// The result of a search.
///
/// # Examples
/// ```
/// use quirkat_rules::{AnyRules, Play, find_game};
/// use quirkat_search::{Analysis, Engine, Limits, Stop};
///
/// let game = AnyRules::compile(find_game("konane").unwrap().ruleset(Some("six"), &[])?)?.new_game();
/// let limits = Limits { nodes: Some(2_000), ..Limits::default() };
/// let mut depths = vec![];
/// let mut progress = |so_far: &Analysis| depths.push(so_far.depth);
/// let analysis = Engine::new(1).analyse(&game, limits, 2, &Stop::default(), &mut progress)?;
///
/// assert_eq!(analysis.lines.len(), 2);
/// assert!(analysis.lines[0].score >= analysis.lines[1].score);
/// assert_eq!(depths.last(), Some(&analysis.depth));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Analysis {
    /// The best variations, best first. Empty if the game is over. If the next move is a throw of dice, one variation
    /// without moves, whose score is the expectation over all throws.
    pub lines: Vec<Variation>,
    /// Depth of the last completed iteration, in plies; 0 if none was completed.
    pub depth: u32,
    /// Visited nodes of all threads.
    pub nodes: u64,
    /// Wall-clock time of the search.
    pub elapsed: Duration,
}

/// An engine with its transposition table.
///
/// It searches in the calling thread and in helper threads ([`Engine::with_threads`]), and keeps only the table between
/// searches.
///
/// # Examples
/// The best move of a position:
/// ```
/// use quirkat_rules::{AnyRules, Play, find_game};
/// use quirkat_search::{Engine, Limits, Stop};
///
/// let game = AnyRules::compile(find_game("alquerque").unwrap().ruleset(None, &[])?)?.new_game();
/// let limits = Limits { depth: Some(6), ..Limits::default() };
/// let analysis = Engine::new(1).analyse(&game, limits, 1, &Stop::default(), &mut |_| {})?;
/// let best = &analysis.lines[0];
/// println!("{} {}", best.score, best.turns[0].text(&game.ruleset().board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A weaker opponent:
/// ```
/// use quirkat_rules::{AnyRules, Play, find_game};
/// use quirkat_search::{Engine, Level, Limits, Random, Stop};
///
/// let mut game = AnyRules::compile(find_game("alquerque").unwrap().ruleset(None, &[])?)?.new_game();
/// let (mut engine, mut rng) = (Engine::new(1), Random::with_seed(1));
/// let beginner = Level::new(1).unwrap();
/// let turn = engine.choose(&game, beginner, Limits::default(), &Stop::default(), &mut rng)?;
/// game.play(&turn.expect("the game has just begun"))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    table: TranspositionTable,
    clock: Arc<dyn Clock>,
    evaluation: Evaluation,
    threads: usize,
    /// Endgame tables.
    library: Option<Arc<dyn Library>>,
    /// The searches whose results the transposition table holds.
    table_scope: Option<TableScope>,
    /// Layout of the caller's weights on the board of the current rules, computed when it is first needed.
    layout: Option<Layout>,
}

/// Settings that searches must have in common to share a transposition table: with other settings, scores have another
/// meaning.
#[derive(Debug)]
struct TableScope {
    ruleset: Arc<Ruleset>,
    bias: EvaluationBias,
    /// Whether endgame tables are probed, and those of these rules.
    probes_tables: bool,
    tables: Option<Arc<dyn Probe>>,
}

/// The static evaluation of an engine.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// The weights that ship with the engine for the rules at hand or the nearest ones; else as
    /// [`Evaluation::Classical`].
    #[default]
    Shipped,
    /// Material and mobility, without trained weights.
    Classical,
    /// Weights from training; as [`Evaluation::Classical`] in games that they do not fit ([`PatternWeights::fits`]).
    Trained(Arc<PatternWeights>),
}

impl Evaluation {
    fn weights(&self, ruleset: &Ruleset) -> Option<&PatternWeights> {
        match self {
            Evaluation::Shipped => PatternWeights::shipped(ruleset),
            Evaluation::Classical => None,
            Evaluation::Trained(weights) => Some(weights),
        }
    }

    /// Returns the weights that fit a game, with their layout. `layout` caches the layout of a caller's weights.
    fn weights_and_layout<'e, G: Rules>(
        &'e self,
        rules: &G,
        layout: &'e mut Option<Layout>,
    ) -> Option<(&'e PatternWeights, &'e Layout)> {
        match self {
            Evaluation::Shipped => Shipped::of(rules.ruleset()).map(|shipped| (&shipped.weights, &shipped.layout)),
            Evaluation::Classical => None,
            Evaluation::Trained(weights) => {
                let layout = layout.get_or_insert_with(|| weights.layout(rules));
                weights.fits_layout(layout).then_some((weights, layout))
            }
        }
    }
}

impl Engine {
    /// Creates an engine whose transposition table takes about this many MiB.
    pub fn new(mebibytes: usize) -> Self {
        Engine::with_clock(mebibytes, Arc::new(SystemClock::default()))
    }

    /// Creates an engine with the caller's clock.
    pub fn with_clock(mebibytes: usize, clock: Arc<dyn Clock>) -> Self {
        Engine {
            table: TranspositionTable::new(mebibytes),
            clock,
            evaluation: Evaluation::default(),
            threads: 1,
            library: None,
            table_scope: None,
            layout: None,
        }
    }

    /// Creates an engine whose transposition table is in memory that other engines share: one searches, and the others
    /// [help](Engine::help) it, always in the same roles. Nothing but this memory connects them, so they need not run in
    /// one process.
    ///
    /// # Panics
    /// If the memory has fewer than 16 words.
    pub fn with_shared_memory(memory: Arc<dyn SharedMemory>, clock: Arc<dyn Clock>) -> Self {
        Engine { table: TranspositionTable::in_memory(memory), ..Engine::with_clock(0, clock) }
    }

    /// Sets the static evaluation. The next search clears the transposition table.
    pub fn with_evaluation(self, evaluation: Evaluation) -> Self {
        Engine { evaluation, table_scope: None, ..self }
    }

    /// Sets or removes the endgame tables. The next search clears the transposition table.
    ///
    /// Analyses and [`Level::BEST`](crate::Level::BEST) use them: where they hold all moves of a position, no move is
    /// played that has a worse value than another, and a capture into them has the value of the position after it.
    /// Lower levels play without.
    pub fn with_library(self, library: Option<Arc<dyn Library>>) -> Self {
        Engine { library, table_scope: None, ..self }
    }

    /// Probes the endgame tables for a game's position and each of its moves. `None` if there are no tables of the
    /// game, or they hold none of these positions.
    ///
    /// # Errors
    /// If the position has too many moves.
    pub fn table_report(&self, game: &AnyGame) -> Result<Option<TableReport>, TooManyTurns> {
        self.library.as_ref().map_or(Ok(None), |library| library.report(game))
    }

    /// Sets the number of threads, at least one, which share the transposition table. With one thread, a search with a
    /// node limit always has the same result.
    pub fn with_threads(self, threads: usize) -> Self {
        Engine { threads: threads.max(1), ..self }
    }

    /// Returns the scale of this engine's scores.
    pub(crate) fn scale(&self, ruleset: &Ruleset) -> ScoreScale {
        self.evaluation.weights(ruleset).map_or(ScoreScale::CLASSICAL, PatternWeights::scale)
    }

    /// Searches for the best `lines` variations of a game's position, and reports each completed iteration to
    /// `progress`.
    ///
    /// Moves with the same effect count as one. The search deepens until it reaches a limit, is stopped, or has proved
    /// the ends of all these variations.
    ///
    /// # Errors
    /// If the position has too many moves.
    pub fn analyse(
        &mut self,
        game: &AnyGame,
        limits: Limits,
        lines: usize,
        stop: &Stop,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, TooManyTurns> {
        self.analyse_among(game, None, limits, lines, stop, progress)
    }

    /// Analyses as [`Engine::analyse`] does, but searches only the `allowed` moves of the position; `None` allows all.
    /// A throw of dice is not restricted.
    ///
    /// # Errors
    /// If the position has too many moves.
    pub fn analyse_among(
        &mut self,
        game: &AnyGame,
        allowed: Option<&HashSet<Turn>>,
        limits: Limits,
        lines: usize,
        stop: &Stop,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, TooManyTurns> {
        self.search(game, Task::analysis(limits, lines, allowed), stop, progress)
    }

    /// Searches the position that another engine analyses ([`Engine::analyse`]), until it is stopped. The results are in
    /// the [memory](Engine::with_shared_memory) that both share. `number` distinguishes the helpers, from 1 to
    /// [`MAX_HELPERS`]. Both engines must have the same evaluation and endgame tables, and the help must end before the
    /// other engine searches again.
    ///
    /// # Errors
    /// If the position has too many moves.
    ///
    /// # Panics
    /// If the number is not allowed, or the engine shares no memory.
    pub fn help(&mut self, game: &AnyGame, number: usize, stop: &Stop) -> Result<(), TooManyTurns> {
        assert!((1..=MAX_HELPERS).contains(&number), "a helper has a number from 1 to {MAX_HELPERS}");
        assert!(self.table.shared().is_some(), "a helper shares memory");
        let task = Task { engine: number, ..Task::analysis(Limits::default(), 1, None) };
        self.search(game, task, stop, &mut |_| {}).map(drop)
    }

    fn search(
        &mut self,
        game: &AnyGame,
        task: Task<'_>,
        stop: &Stop,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, TooManyTurns> {
        let ruleset = game.ruleset();
        let Task { bias, probes_tables, .. } = task;
        let probes_tables = probes_tables && self.library.is_some();
        let is_in_scope = |scope: &TableScope| {
            scope.bias == bias && scope.probes_tables == probes_tables && scope.ruleset == *ruleset
        };
        let is_helper = task.engine > 0;
        if !self.table_scope.as_ref().is_some_and(is_in_scope) {
            if !is_helper {
                self.table.clear();
            }
            let tables = self.library.as_ref().filter(|_| probes_tables).and_then(|library| library.tables(ruleset));
            self.table_scope = Some(TableScope { ruleset: Arc::clone(ruleset), bias, probes_tables, tables });
            self.layout = None;
        }
        if !is_helper {
            self.table.next_generation();
        }
        let Engine { table, evaluation, layout, threads, clock, table_scope, .. } = self;
        let (clock, threads) = (&**clock, *threads);
        let tables = table_scope.as_ref().and_then(|scope| scope.tables.as_deref());
        game.visit(SearchVisitor { table, evaluation, layout, tables, threads, clock, task, stop, progress })
    }

    /// Chooses a move with the given strength within limits, or throws the dice; `None` if the game is over.
    ///
    /// # Errors
    /// If the position has too many moves.
    pub fn choose(
        &mut self,
        game: &AnyGame,
        strength: impl Into<Strength>,
        limits: Limits,
        stop: &Stop,
        rng: &mut dyn RngCore,
    ) -> Result<Option<Turn>, TooManyTurns> {
        self.choose_among(game, None, strength.into(), limits, stop, rng)
    }

    /// Chooses as [`Engine::choose`] does, but only among the `allowed` moves or throws; `None` allows all. Returns
    /// `None` too if none of them is legal.
    ///
    /// # Errors
    /// If the position has too many moves.
    pub fn choose_among(
        &mut self,
        game: &AnyGame,
        allowed: Option<&HashSet<Turn>>,
        strength: Strength,
        limits: Limits,
        stop: &Stop,
        rng: &mut dyn RngCore,
    ) -> Result<Option<Turn>, TooManyTurns> {
        let mut turns = game.turns()?;
        turns.retain(|turn| is_allowed(allowed, turn));
        if turns.is_empty() {
            return Ok(None);
        }
        if game.is_chance_node() {
            return Ok(Some(turns.swap_remove(index(rng, turns.len()))));
        }
        let is_forced = turns.first().is_some_and(|first| turns.iter().all(|turn| turn.effect == first.effect));
        if is_forced {
            return Ok(Some(turns.swap_remove(0)));
        }
        let mut bias = EvaluationBias { draw: [Score(CONTEMPT); 2], noise: 0 };
        bias.draw[game.to_move().index()] = Score(-CONTEMPT);
        let (mut limits, mut considered) = (limits, None);
        if let Some(weakness) = strength.weakness(game.ruleset()) {
            limits = weakness.limit(limits);
            bias.noise = weakness.noise;
            considered = Some(weakness.consider(game, turns, rng));
        }
        let probes_tables = strength.probes_tables();
        let considered = considered.as_deref();
        let task = Task { bias, considered, probes_tables, ..Task::analysis(limits, 1, allowed) };
        let analysis = self.search(game, task, stop, &mut |_| {})?;
        Ok(analysis.lines.into_iter().next().and_then(|line| line.turns.into_iter().next()))
    }
}

/// A search task.
#[derive(Clone, Copy)]
struct Task<'a> {
    limits: Limits,
    /// Number of variations, at least one.
    lines: usize,
    bias: EvaluationBias,
    /// The moves that may be searched; `None` for all moves.
    allowed: Option<&'a HashSet<Turn>>,
    /// The moves to consider, in the order in which equal ones are preferred; `None` for all moves.
    considered: Option<&'a [Turn]>,
    /// Whether endgame tables are probed.
    probes_tables: bool,
    /// Number of this engine among those that share memory; 0 for the one whose search the others help.
    engine: usize,
}

impl<'a> Task<'a> {
    /// Returns the task of an analysis.
    fn analysis(limits: Limits, lines: usize, allowed: Option<&'a HashSet<Turn>>) -> Self {
        let bias = EvaluationBias::default();
        Task { limits, lines, bias, allowed, considered: None, probes_tables: true, engine: 0 }
    }
}

/// Returns whether a move is among the allowed ones; `None` allows all.
fn is_allowed(allowed: Option<&HashSet<Turn>>, turn: &Turn) -> bool {
    allowed.is_none_or(|allowed| allowed.contains(turn))
}

/// Runs a search in the family of the game.
struct SearchVisitor<'a> {
    table: &'a TranspositionTable,
    evaluation: &'a Evaluation,
    layout: &'a mut Option<Layout>,
    tables: Option<&'a dyn Probe>,
    threads: usize,
    clock: &'a dyn Clock,
    task: Task<'a>,
    stop: &'a Stop,
    progress: &'a mut dyn FnMut(&Analysis),
}

impl GameVisitor for SearchVisitor<'_> {
    type Output = Result<Analysis, TooManyTurns>;

    fn visit<G: Rules>(self, game: &Game<G>) -> Self::Output {
        let mut moves = game.moves()?;
        let is_chance_node = game.rules().is_chance_node(game.position());
        // Before moves with the same effect are merged: the result is one of the allowed moves, not its equal.
        moves.retain(|(_, turn)| is_chance_node || is_allowed(self.task.allowed, turn));
        let mut effects = HashSet::new();
        moves.retain(|(_, turn)| effects.insert(turn.effect));
        if let Some(considered) = self.task.considered {
            let places: HashMap<_, _> = moves.iter().enumerate().map(|(at, (_, turn))| (turn.effect, at)).collect();
            let places = considered.iter().filter_map(|turn| places.get(&turn.effect));
            moves = places.map(|&at| moves[at].clone()).collect();
        }
        let tables = self.tables.filter(|tables| may_reach(*tables, &**game.rules(), game.position()));
        let probe_moves =
            |tables| moves.iter().map(|(mv, _)| MoveValue::new(game, mv, tables)).collect::<Option<Vec<_>>>();
        // Values of some moves alone do not order the moves: the search has to.
        let values = tables.and_then(probe_moves);
        let root = |(number, (mv, _)): (usize, &(G::Move, Turn))| RootMove {
            mv: *mv,
            score: Score::DRAW,
            pv: vec![*mv],
            value: values.as_ref().map(|values| values[number]),
        };
        let mut roots: Vec<_> = moves.iter().enumerate().map(root).collect();
        sort_by_rank(&mut roots);
        let wins_at_unknown_distance =
            |root: &RootMove<_>| root.value.is_some_and(|value| value.value == GameValue { wdl: Wdl::Win, dtw: None });
        let table_winner = roots.first().filter(|root| wins_at_unknown_distance(root)).map(|_| game.to_move());
        let SearchVisitor { table, clock, task, stop, progress, .. } = self;
        let Task { limits, lines, bias, allowed, .. } = task;
        let rules = &**game.rules();
        let weights = self.evaluation.weights_and_layout(rules, self.layout);
        let lines = lines.max(1).min(roots.len());
        let mut analysis = Analysis::default();
        if lines == 0 {
            return Ok(analysis);
        }
        let shared_nodes = NodeCount::new(table.shared().map(|table| (table, task.engine)));
        let stop_helpers = Stop::default();
        let busy = (self.threads > 1).then(BusyMoves::new);
        let histories: Vec<_> = (0..self.threads).map(|_| MoveHistory::new()).collect();
        let new_search = |limits, stop, own| {
            let context = Context {
                evaluator: StaticEvaluator::new(rules, weights, bias),
                is_trained: weights.is_some(),
                tables,
                table_winner,
                clock,
                limits,
                stop,
                shared_nodes: &shared_nodes,
                busy: busy.as_ref(),
                history: SharedHistory { all: &histories, own },
                draw: bias.draw,
            };
            Search::new(game, table, context)
        };
        let helper_roots = if self.threads > 1 { roots.clone() } else { vec![] };
        // Helpers give their results through the transposition table alone.
        let help = |number| match new_search(Limits::default(), &stop_helpers, number) {
            mut search if is_chance_node => search.deepen_chance_node(&mut |_, _, _| {}),
            mut search => search.deepen(&mut helper_roots.clone(), 1, &mut |_, _, _| {}),
        };
        with_helpers(self.threads - 1, &help, &mut || {
            let _guard = StopOnDrop(&stop_helpers);
            let mut search = new_search(limits, stop, 0);
            if is_chance_node {
                analysis.lines = vec![Variation { score: Score::DRAW, turns: vec![] }];
                search.deepen_chance_node(&mut |search, score, depth| {
                    analysis.lines[0].score = score;
                    (analysis.depth, analysis.nodes) = (depth, search.total_nodes());
                    analysis.elapsed = search.elapsed();
                    progress(&analysis);
                });
                (analysis.nodes, analysis.elapsed) = (search.total_nodes(), search.elapsed());
                return;
            }
            search.deepen(&mut roots, lines, &mut |search, roots, completed| {
                // After a stopped iteration too: it has put the best move so far in front.
                analysis.lines = roots.iter().map(|root| variation(game, root, allowed)).collect();
                analysis.nodes = search.total_nodes();
                analysis.elapsed = search.elapsed();
                if let Some(depth) = completed {
                    analysis.depth = depth;
                    progress(&analysis);
                }
            });
        });
        Ok(analysis)
    }
}

/// Stops the helpers when it goes out of scope, also by a panic.
struct StopOnDrop<'s>(&'s Stop);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Converts a principal variation to turns, the first of which is an allowed one.
fn variation<G: Rules>(game: &Game<G>, root: &RootMove<G::Move>, allowed: Option<&HashSet<Turn>>) -> Variation {
    let mut game = game.clone();
    let mut turns = Vec::new();
    for mv in &root.pv {
        // Turns on different paths may be the same move.
        let is_meant = |turn: &Turn| !turns.is_empty() || is_allowed(allowed, turn);
        let mut moves = game.moves().unwrap_or_default().into_iter();
        let Some((_, turn)) = moves.find(|(legal, turn)| legal == mv && is_meant(turn)) else {
            break;
        };
        if game.play(&turn).is_err() {
            break;
        }
        turns.push(turn);
    }
    Variation { score: root.reported_score(), turns }
}
