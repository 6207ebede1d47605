//! The engine: what a program asks of a search.

use crate::alphabeta::{Busy, Credit, Credits, Means, RootTurn, Search, sort_by_rank};
use crate::chance::index;
use crate::clock::{Clock, SystemClock};
use crate::evaluate::{Judge, Manner};
use crate::level::Strength;
use crate::limits::{Limits, Stop};
use crate::patterns::PatternWeights;
use crate::patterns::layout::Layout;
use crate::patterns::shipped::Shipped;
use crate::probabilities::Scale;
use crate::probe::{KnownTurn, Library, Probe, TableReport, may_come_to_know};
use crate::score::Score;
use crate::table::Table;
use crate::threads::with_helpers;
use quirkat_rules::{AnyGame, Game, GameValue, GameVisitor, Play, Rules, Ruleset, TooManyTurns, Turn, Wdl};
use rand_core::RngCore;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

/// One line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// What it is worth to the side to move.
    pub score: Score,
    /// The turns, the best one first; none where dice are thrown next, which nobody chooses.
    pub turns: Vec<Turn>,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Analysis {
    /// The best lines, the best first; empty when the game is over, one without turns where dice are thrown next: the mean of
    /// what they can show.
    pub lines: Vec<Variation>,
    /// The depth that was finished, in plies.
    pub depth: u32,
    /// The positions visited.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// What an engine that plays takes a draw for, in hundredths of a man lost: it goes on playing for a win where nothing is
/// decided, because opponents err. An analysis judges draws as draws.
const CONTEMPT: i32 = 10;

/// An engine, and what it remembers of the positions that it has searched.
#[derive(Debug)]
pub struct Engine {
    table: Table,
    clock: Arc<dyn Clock>,
    knowledge: Evaluation,
    threads: usize,
    /// The tables of true results, if there are some.
    library: Option<Arc<dyn Library>>,
    /// What the table belongs to.
    belongs: Option<Belongs>,
    /// Where patterns of the caller's lie on the board of these rules; found when they are first looked at.
    layout: Option<Layout>,
}

/// What a transposition table belongs to: scores of other searches mean something else.
#[derive(Debug)]
struct Belongs {
    ruleset: Arc<Ruleset>,
    /// How positions were judged.
    manner: Manner,
    /// Whether tables were asked, and those of these rules.
    looks_up: bool,
    tables: Option<Arc<dyn Probe>>,
}

/// What an engine judges quiet positions by.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// What was learned of the rules at hand or of the nearest ones and comes with the engine, and where there is nothing,
    /// what [`Evaluation::Classical`] is.
    #[default]
    Shipped,
    /// Pieces and mobility.
    Classical,
    /// What was learned; in games that it cannot judge ([`PatternWeights::serve`]), what [`Evaluation::Classical`] is.
    Trained(Arc<PatternWeights>),
}

impl Evaluation {
    fn patterns(&self, ruleset: &Ruleset) -> Option<&PatternWeights> {
        match self {
            Evaluation::Shipped => PatternWeights::shipped(ruleset),
            Evaluation::Classical => None,
            Evaluation::Trained(patterns) => Some(patterns),
        }
    }

    /// The patterns that fit some rules, and where they lie; `layout` keeps what is found of the latter.
    fn laid_out<'k, G: Rules>(
        &'k self,
        rules: &G,
        layout: &'k mut Option<Layout>,
    ) -> Option<(&'k PatternWeights, &'k Layout)> {
        match self {
            Evaluation::Shipped => Shipped::of(rules.ruleset()).map(|shipped| (&shipped.patterns, &shipped.layout)),
            Evaluation::Classical => None,
            Evaluation::Trained(patterns) => {
                let layout = layout.get_or_insert_with(|| patterns.lay(rules));
                patterns.fits_layout(layout).then_some((patterns, layout))
            }
        }
    }
}

impl Engine {
    /// An engine whose transposition table takes about this many MiB.
    pub fn new(mebibytes: usize) -> Self {
        Engine::with_clock(mebibytes, Arc::new(SystemClock::default()))
    }

    /// The same with a clock of the caller's.
    pub fn with_clock(mebibytes: usize, clock: Arc<dyn Clock>) -> Self {
        Engine {
            table: Table::new(mebibytes),
            clock,
            knowledge: Evaluation::default(),
            threads: 1,
            library: None,
            belongs: None,
            layout: None,
        }
    }

    /// The same engine with other knowledge.
    pub fn with_evaluation(mut self, knowledge: Evaluation) -> Self {
        // What the table holds was judged by the knowledge before.
        self.forget();
        Engine { knowledge, ..self }
    }

    /// The same engine with tables, or without any. Analyses and [`Level::BEST`](crate::Level::BEST) go by them: of
    /// turns of which all are known none is played that is worse than another, and a capture leads to what is known of the
    /// position after it. Levels below it play without.
    pub fn with_library(mut self, library: Option<Arc<dyn Library>>) -> Self {
        self.forget();
        Engine { library, ..self }
    }

    /// What tables say of a game's position and of each of its turns; `None` where there are no tables of the game, or they hold
    /// nothing of it.
    ///
    /// # Errors
    /// When the position has too many turns.
    pub fn table_report(&self, game: &AnyGame) -> Result<Option<TableReport>, TooManyTurns> {
        self.library.as_ref().map_or(Ok(None), |library| library.report(game))
    }

    fn forget(&mut self) {
        if self.belongs.take().is_some() {
            self.table.clear();
        }
    }

    /// The same engine on so many threads, at least one, which share its table. On one thread, the same search within the
    /// same number of nodes has always the same result.
    pub fn with_threads(self, threads: usize) -> Self {
        Engine { threads: threads.max(1), ..self }
    }

    /// What scores mean to this engine.
    pub(crate) fn scale(&self, ruleset: &Ruleset) -> Scale {
        self.knowledge.patterns(ruleset).map_or(Scale::PLAIN, PatternWeights::scale)
    }

    /// Searches for the best `lines` lines of a game's position, reporting each finished depth.
    ///
    /// Turns with the same effect count as one. The search deepens until a limit is reached, it is told to stop, or the
    /// ends of all wanted lines are certain.
    ///
    /// # Errors
    /// When the position has too many turns.
    pub fn analyse(
        &mut self,
        game: &AnyGame,
        limits: Limits,
        lines: usize,
        stop: &Stop,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, TooManyTurns> {
        self.search(
            game,
            Asked { limits, wanted: lines, manner: Manner::default(), seen: None, looks_up: true },
            stop,
            progress,
        )
    }

    fn search(
        &mut self,
        game: &AnyGame,
        asked: Asked<'_>,
        stop: &Stop,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, TooManyTurns> {
        let ruleset = game.ruleset();
        let Asked { manner, looks_up, .. } = asked;
        let looks_up = looks_up && self.library.is_some();
        let is_same =
            |known: &Belongs| known.manner == manner && known.looks_up == looks_up && known.ruleset == *ruleset;
        if !self.belongs.as_ref().is_some_and(is_same) {
            self.forget();
            let tables = self.library.as_ref().filter(|_| looks_up).and_then(|library| library.tables(ruleset));
            self.belongs = Some(Belongs { ruleset: Arc::clone(ruleset), manner, looks_up, tables });
            self.layout = None;
        }
        self.table.next_search();
        let Engine { table, knowledge, layout, threads, clock, belongs, .. } = self;
        let (clock, threads) = (&**clock, *threads);
        let tables = belongs.as_ref().and_then(|belongs| belongs.tables.as_deref());
        game.visit(Analyse { table, knowledge, layout, tables, threads, clock, asked, stop, progress })
    }

    /// The turn that the engine plays with such strength, within limits, or a throw of dice where those are next; `None` when
    /// the game is over.
    ///
    /// # Errors
    /// When the position has too many turns.
    pub fn choose(
        &mut self,
        game: &AnyGame,
        strength: impl Into<Strength>,
        limits: Limits,
        stop: &Stop,
        rng: &mut dyn RngCore,
    ) -> Result<Option<Turn>, TooManyTurns> {
        let mut turns = game.turns()?;
        if game.is_chance_node() {
            return Ok(Some(turns.swap_remove(index(rng, turns.len()))));
        }
        if let Some(first) = turns.first()
            && turns.iter().all(|turn| turn.effect == first.effect)
        {
            // There is nothing to think about.
            return Ok(Some(turns.swap_remove(0)));
        }
        let mut manner = Manner { draw: [Score(CONTEMPT); 2], misjudges: 0 };
        manner.draw[game.to_move().index()] = Score(-CONTEMPT);
        let (strength, mut limits, mut seen) = (strength.into(), limits, None);
        if let Some(weakness) = strength.weakness(game.ruleset()) {
            limits = weakness.limit(limits);
            manner.misjudges = weakness.misjudges;
            seen = Some(weakness.seen(game, turns, rng));
        }
        let asked = Asked { limits, wanted: 1, manner, seen: seen.as_deref(), looks_up: strength.looks_up() };
        let analysis = self.search(game, asked, stop, &mut |_| {})?;
        Ok(analysis.lines.into_iter().next().and_then(|line| line.turns.into_iter().next()))
    }
}

/// What is asked of a search.
#[derive(Clone, Copy)]
struct Asked<'a> {
    limits: Limits,
    /// So many lines, at least one.
    wanted: usize,
    manner: Manner,
    /// The turns that are looked at, the first of several equals being played; all unless it is said.
    seen: Option<&'a [Turn]>,
    /// Whether tables are asked.
    looks_up: bool,
}

struct Analyse<'a> {
    table: &'a Table,
    knowledge: &'a Evaluation,
    layout: &'a mut Option<Layout>,
    tables: Option<&'a dyn Probe>,
    threads: usize,
    clock: &'a dyn Clock,
    asked: Asked<'a>,
    stop: &'a Stop,
    progress: &'a mut dyn FnMut(&Analysis),
}

impl GameVisitor for Analyse<'_> {
    type Output = Result<Analysis, TooManyTurns>;

    fn visit<G: Rules>(self, game: &Game<G>) -> Self::Output {
        let mut moves = game.moves()?;
        let mut effects = HashSet::new();
        moves.retain(|(_, turn)| effects.insert(turn.effect));
        if let Some(seen) = self.asked.seen {
            let places: HashMap<_, _> = moves.iter().enumerate().map(|(at, (_, turn))| (turn.effect, at)).collect();
            let places = seen.iter().filter_map(|turn| places.get(&turn.effect));
            moves = places.map(|&at| moves[at].clone()).collect();
        }
        let tables = self.tables.filter(|tables| may_come_to_know(*tables, &**game.rules(), game.position()));
        let look_up =
            |tables| moves.iter().map(|(made, _)| KnownTurn::of(game, made, tables)).collect::<Option<Vec<_>>>();
        // Where nothing is known of some turns, a search must tell which of all is the best.
        let known = tables.and_then(look_up);
        let root = |(number, (made, _)): (usize, &(G::Move, Turn))| RootTurn {
            turn: *made,
            score: Score::DRAW,
            line: vec![*made],
            known: known.as_ref().map(|known| known[number]),
        };
        let mut roots: Vec<_> = moves.iter().enumerate().map(root).collect();
        sort_by_rank(&mut roots);
        let is_won =
            |root: &RootTurn<_>| root.known.is_some_and(|known| known.known == GameValue { wdl: Wdl::Win, dtw: None });
        let wins = roots.first().filter(|root| is_won(root)).map(|_| game.to_move());
        let Analyse { table, clock, asked: Asked { limits, wanted, manner, .. }, stop, progress, .. } = self;
        let rules = &**game.rules();
        let patterns = self.knowledge.laid_out(rules, self.layout);
        let wanted = wanted.max(1).min(roots.len());
        let mut analysis = Analysis::default();
        if wanted == 0 {
            return Ok(analysis);
        }
        let is_chance_node = rules.is_chance_node(game.position());
        let (visited, is_found, busy) = (AtomicU64::new(0), Stop::default(), (self.threads > 1).then(Busy::new));
        let credits: Vec<_> = (0..self.threads).map(|_| Credit::new()).collect();
        let search = |limits, stop, own| {
            let evaluator = Judge::new(rules, patterns, manner);
            let (visited, busy, credits) = (&visited, busy.as_ref(), Credits { all: &credits, own });
            let (learned, draw) = (patterns.is_some(), manner.draw);
            Search::new(
                game,
                table,
                Means { evaluator, learned, tables, wins, clock, limits, stop, visited, busy, credits, draw },
            )
        };
        let sorted = if self.threads > 1 { roots.clone() } else { vec![] };
        // What helpers find is in the table. They are numbered from 1.
        let help = |number| match search(Limits::default(), &is_found, number) {
            mut search if is_chance_node => search.iterate_throws(&mut |_, _, _| {}),
            mut search => search.iterate(&mut sorted.clone(), 1, &mut |_, _, _| {}),
        };
        with_helpers(self.threads - 1, &help, &mut || {
            let _helpers_end = StopsWhenDropped(&is_found);
            let mut search = search(limits, stop, 0);
            if is_chance_node {
                analysis.lines = vec![Variation { score: Score::DRAW, turns: vec![] }];
                search.iterate_throws(&mut |search, score, depth| {
                    analysis.lines[0].score = score;
                    (analysis.depth, analysis.nodes, analysis.elapsed) = (depth, search.visited(), search.elapsed());
                    progress(&analysis);
                });
                (analysis.nodes, analysis.elapsed) = (search.visited(), search.elapsed());
                return;
            }
            search.iterate(&mut roots, wanted, &mut |search, roots, finished| {
                // A search that was stopped has still put the best turn so far in front.
                analysis.lines = roots.iter().map(|root| line(game, root)).collect();
                analysis.nodes = search.visited();
                analysis.elapsed = search.elapsed();
                if let Some(depth) = finished {
                    analysis.depth = depth;
                    progress(&analysis);
                }
            });
        });
        Ok(analysis)
    }
}

/// Stops searches when it goes out of scope, by a panic too.
struct StopsWhenDropped<'s>(&'s Stop);

impl Drop for StopsWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// The line as turns; it ends where the search knew no more.
fn line<G: Rules>(game: &Game<G>, root: &RootTurn<G::Move>) -> Variation {
    let mut game = game.clone();
    let mut turns = Vec::new();
    for made in &root.line {
        let Some((_, turn)) = game.moves().unwrap_or_default().into_iter().find(|(legal, _)| legal == made) else {
            break;
        };
        if game.play(&turn).is_err() {
            break;
        }
        turns.push(turn);
    }
    Variation { score: root.worth(), turns }
}
