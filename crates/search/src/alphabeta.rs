//! The search: iterative deepening, principal variation search over alpha-beta, and a transposition table.
//!
//! A node passes through the numbered steps of [`Search::search`], [`Search::search_interior`],
//! [`Search::search_generated`] and [`Search::move_loop`]. Each part of the search has a file of its own: [`root`]
//! deepens iteratively, [`move_picker`] orders moves by [`history`], [`pruning`] decides which moves are pruned and
//! reduced, [`quiescence`] follows captures beyond the horizon, [`chance_node`] searches dice, [`evaluation_cache`]
//! keeps static evaluations. With several threads, all search the same root and share the table: [`busy_moves`] lets
//! each defer what others are searching, and [`ancestor_cutoff`] leaves subtrees that others have answered.
//!
//! The search is generic over the rules and the evaluator and compiled for each family of games. It does not use null
//! moves: in games of compulsory captures, passing is worth more than most moves.

mod ancestor_cutoff;
mod busy_moves;
mod chance_node;
mod evaluation_cache;
mod history;
mod move_picker;
mod pruning;
pub(crate) mod quiescence;
mod root;

use crate::clock::Clock;
use crate::evaluate::Evaluator;
use crate::limits::{Limits, Stop};
use crate::params::{
    ABDADA_DEPTH, CLOCK_RESERVE_MS, HISTORY_BONUS, INTERNAL_ITERATIVE_REDUCTION_DEPTH, MAX_HISTORY_BONUS, MAX_PLY,
    NODES_PER_CLOCK_CHECK, PROBCUT_DEPTH, PROBCUT_MARGIN, TABLE_PROBE_DEPTH, WORK_PER_CLOCK_CHECK,
};
use crate::probe::{Probe, probe, score_of};
use crate::score::Score;
use crate::shared_memory::NodeCount;
use crate::transposition_table::{Bound, Entry, TranspositionTable};
use ancestor_cutoff::Ancestor;
pub(crate) use busy_moves::BusyMoves;
use busy_moves::BusySlot;
use evaluation_cache::EvaluationCache;
use history::CONTINUATIONS;
pub(crate) use history::{MoveHistory, SharedHistory};
use move_picker::{MovePicker, OrderingContext, Pick, ScoredMove};
use pruning::{LateMove, PruningSettings};
use quirkat_rules::{Budget, Game, GameValue, History, Outcome, Repetition, Rules, Side, Wdl};
pub(crate) use root::{RootMove, sort_by_rank};
use std::time::Duration;

/// The reason why a search returns no score.
#[derive(Clone, Copy)]
pub(crate) enum Interruption {
    /// A limit was reached, or the search was stopped.
    Stopped,
    /// Another thread has stored a sufficient score for an ancestor, which is given by its index.
    AncestorCutoff { ancestor: usize, score: Score },
}

/// Resources of a search: evaluator, endgame tables, limits, and the data that threads share.
pub(crate) struct Context<'s, E> {
    pub evaluator: E,
    /// Whether the evaluator uses trained weights.
    pub is_trained: bool,
    /// Endgame tables of the game, if there are any.
    pub tables: Option<&'s dyn Probe>,
    /// The side that wins the root position, where the tables give no distance.
    pub table_winner: Option<Side>,
    pub clock: &'s dyn Clock,
    pub limits: Limits,
    pub stop: &'s Stop,
    /// Nodes of all threads and engines, updated every [`NODES_PER_CLOCK_CHECK`] nodes.
    pub shared_nodes: &'s NodeCount<'s>,
    /// The moves that threads are searching; `None` with one thread.
    pub busy: Option<&'s BusyMoves>,
    pub history: SharedHistory<'s>,
    /// Score of a draw for each side to move.
    pub draw: [Score; 2],
}

/// One thread's search of one position.
pub(crate) struct Search<'s, G: Rules, E> {
    rules: &'s G,
    root: &'s G::Position,
    context: Context<'s, E>,
    table: &'s TranspositionTable,
    start_time: Duration,
    nodes: u64,
    /// Work of generation until the next look at the clock, however few nodes it takes.
    clock_work: Budget,
    /// The game before the root, and the current line.
    game_history: History,
    /// Whether every move of the game captures. Captures are then ordered and pruned like quiet moves.
    every_turn_captures: bool,
    /// Whether captures are as common as other moves. Late captures are then reduced too.
    captures_are_common: bool,
    pruning: PruningSettings,
    /// Greatest number of captures in a row that quiescence search follows, and the current number.
    max_quiescence_captures: u32,
    quiescence_captures: u32,
    /// The nodes of the current line that another thread may answer, from the root on.
    ancestors: Vec<Ancestor>,
    /// Buffer of the move generator.
    generated: Vec<G::Move>,
    evaluation_cache: EvaluationCache,
    stack: Vec<StackEntry<G::Move>>,
}

/// Data of the search for one ply.
struct StackEntry<M> {
    moves: Vec<ScoredMove<M>>,
    /// Principal variation from this ply on.
    pv: Vec<M>,
    /// Signatures of the last two quiet moves that caused a beta cutoff at this ply.
    killers: [u32; 2],
}

/// A node of the search tree.
#[derive(Clone, Copy)]
struct Node<'n, P> {
    position: &'n P,
    key: u64,
    /// Distance from the root.
    ply: u32,
    /// Signatures of the moves that led to the node, the last one first.
    previous: [u32; CONTINUATIONS],
    /// Whether the last move captured.
    is_after_capture: bool,
}

/// The window between alpha and beta.
#[derive(Clone, Copy)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    const FULL: Window = Window { alpha: Score::LOWEST, beta: Score::HIGHEST };

    /// Returns the null window that separates scores above `alpha` from others.
    fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: Score(alpha.0 + 1) }
    }

    /// Returns the null window that separates scores of at least `beta` from others.
    fn null_below(beta: Score) -> Window {
        Window { alpha: Score(beta.0 - 1), beta }
    }

    fn is_null(self) -> bool {
        self.beta.0 - self.alpha.0 == 1
    }
}

impl std::ops::Neg for Window {
    type Output = Window;

    /// Returns the window of the other side.
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

impl<'s, G: Rules, E: Evaluator<G>> Search<'s, G, E> {
    /// Prepares a search of a game's position.
    pub fn new(game: &'s Game<G>, table: &'s TranspositionTable, context: Context<'s, E>) -> Self {
        let rules = &**game.rules();
        let options = &rules.ruleset().options;
        let entry = || StackEntry { moves: Vec::new(), pv: Vec::new(), killers: [0; 2] };
        Search {
            rules,
            root: game.position(),
            start_time: context.clock.now(),
            pruning: PruningSettings::new(options, context.is_trained),
            context,
            table,
            nodes: 0,
            clock_work: Budget::new(WORK_PER_CLOCK_CHECK),
            game_history: game.position_history().clone(),
            every_turn_captures: options.every_turn_captures(),
            captures_are_common: quiescence::captures_are_common(options),
            max_quiescence_captures: quiescence::max_captures(options),
            quiescence_captures: 0,
            ancestors: Vec::new(),
            generated: Vec::new(),
            evaluation_cache: EvaluationCache::new(),
            stack: (0..=MAX_PLY + 1).map(|_| entry()).collect(),
        }
    }

    pub fn elapsed(&self) -> Duration {
        self.context.clock.now().saturating_sub(self.start_time)
    }

    /// Returns the nodes of all threads and engines.
    pub fn total_nodes(&self) -> u64 {
        self.context.shared_nodes.total() + self.nodes % NODES_PER_CLOCK_CHECK
    }

    /// Counts a node, and checks the limits. The clock and the ancestors are checked every [`NODES_PER_CLOCK_CHECK`]
    /// nodes, the clock also after work of [`WORK_PER_CLOCK_CHECK`].
    fn count_node(&mut self) -> Result<(), Interruption> {
        self.nodes += 1;
        let is_round = self.nodes.is_multiple_of(NODES_PER_CLOCK_CHECK);
        if is_round {
            self.context.shared_nodes.add(NODES_PER_CLOCK_CHECK);
        }
        if self.context.limits.nodes.is_some_and(|limit| self.total_nodes() > limit) {
            return Err(Interruption::Stopped);
        }
        if is_round || self.clock_work.is_spent() {
            self.clock_work = Budget::new(WORK_PER_CLOCK_CHECK);
            const RESERVE: Duration = Duration::from_millis(CLOCK_RESERVE_MS);
            let is_late = self.context.limits.time.is_some_and(|limit| self.elapsed() + RESERVE >= limit);
            if is_late || self.context.stop.is_stopped() {
                return Err(Interruption::Stopped);
            }
        }
        if is_round { self.check_ancestors(0) } else { Ok(()) }
    }

    fn outcome_score(&self, outcome: Outcome, mover: Side, ply: u32) -> Score {
        match outcome.winner {
            None => self.context.draw[mover.index()],
            Some(winner) if winner == mover => Score::won_in(ply),
            Some(_) => Score::lost_in(ply),
        }
    }

    /// Returns the score of a position that ends the game by history. The first repetition counts as the last one: the
    /// side that brought the position about once can do so again.
    fn history_score(&self, node: Node<'_, G::Position>) -> Option<Score> {
        let mover = self.rules.to_move(node.position);
        if self.game_history.occurrences() > 1 {
            if self.rules.ruleset().options.repetition == Repetition::Forbidden {
                // The last move was illegal: the side to move scores as the winner.
                return Some(Score::won_in(node.ply));
            }
            let outcome = self.game_history.repetition_outcome(self.rules, node.position);
            let draw = self.context.draw[mover.index()];
            return Some(outcome.map_or(draw, |outcome| self.outcome_score(outcome, mover, node.ply)));
        }
        let outcome = self.game_history.count_outcome(self.rules, node.position)?;
        Some(self.outcome_score(outcome, mover, node.ply))
    }

    /// Makes a move, searches the position after it, and unmakes it.
    fn with_move(
        &mut self,
        node: Node<'_, G::Position>,
        mv: &G::Move,
        search: impl FnOnce(&mut Self, Side, Node<'_, G::Position>) -> Result<Score, Interruption>,
    ) -> Result<Score, Interruption> {
        let after = self.rules.play(node.position, mv);
        let key = self.rules.key(&after);
        self.table.prefetch(key);
        let previous = [self.rules.signature(mv), node.previous[0]];
        let is_after_capture = self.rules.removed_count(mv) > 0;
        let child = Node { position: &after, key, ply: node.ply + 1, previous, is_after_capture };
        self.game_history.push(self.rules, node.position, mv, &after, key);
        let result = search(self, self.rules.to_move(node.position), child);
        self.game_history.pop();
        result
    }

    /// Searches a child, and returns the score for `mover`, who may be to move again.
    fn search_child(
        &mut self,
        mover: Side,
        child: Node<'_, G::Position>,
        depth: u32,
        window: Window,
    ) -> Result<Score, Interruption> {
        if self.rules.to_move(child.position) == mover {
            self.search(child, depth, window)
        } else {
            Ok(-self.search(child, depth, -window)?)
        }
    }

    /// Searches a child after the first one: with a reduced null window, then with a null window, then with the full
    /// window (principal variation search). Each re-search is made only if the one before it exceeds alpha.
    fn search_later_child(
        &mut self,
        mover: Side,
        child: Node<'_, G::Position>,
        depth: u32,
        reduction: u32,
        window: Window,
    ) -> Result<Score, Interruption> {
        let null_window = Window::null_above(window.alpha);
        let mut score = self.search_child(mover, child, depth - reduction.min(depth), null_window)?;
        if reduction > 0 && score > window.alpha {
            score = self.search_child(mover, child, depth, null_window)?;
        }
        if score > window.alpha && score < window.beta && !window.is_null() {
            score = self.search_child(mover, child, depth, window)?;
        }
        Ok(score)
    }

    /// Searches a node, and returns the score for its side to move.
    fn search(&mut self, node: Node<'_, G::Position>, depth: u32, window: Window) -> Result<Score, Interruption> {
        self.stack[node.ply as usize].pv.clear();
        // Step 1. The end of the game by history: repetition and move counts.
        if let Some(score) = self.history_score(node) {
            self.count_node()?;
            return Ok(score);
        }
        // Step 2. Endgame tables.
        if let Some(score) = self.probe_tables(node, depth) {
            self.count_node()?;
            return Ok(score);
        }
        // Step 3. Chance nodes and the horizon.
        if self.rules.is_chance_node(node.position) {
            self.search_chance_node(node, depth, window)
        } else if depth == 0 {
            self.quiescence(node, window)
        } else {
            self.search_interior(node, depth, window)
        }
    }

    /// Returns the score of a position by endgame tables.
    ///
    /// Tables hold positions by their number of pieces, so only captures enter them. A search within the tables
    /// compares captures, and is answered after each. A side that wins at an unknown distance searches among the
    /// moves that still win: there every reply is probed.
    fn probe_tables(&self, node: Node<'_, G::Position>, depth: u32) -> Option<Score> {
        let tables = self.context.tables.filter(|_| depth >= TABLE_PROBE_DEPTH)?;
        let mover = self.rules.to_move(node.position);
        let is_probed = node.is_after_capture || self.context.table_winner == Some(mover.other());
        // The rules give the distance of a game that is over.
        if !is_probed || !self.rules.has_turn(node.position) {
            return None;
        }
        let value = probe(tables, self.rules, node.position)?;
        let is_searched = !node.is_after_capture && matches!(value, GameValue { wdl: Wdl::Loss, .. });
        (!is_searched).then(|| score_of(value, self.context.draw[mover.index()]).at_ancestor(node.ply))
    }

    /// Searches a node with a depth of at least one ply.
    fn search_interior(
        &mut self,
        node: Node<'_, G::Position>,
        depth: u32,
        window: Window,
    ) -> Result<Score, Interruption> {
        // Step 4. Generate moves while the table entry is being prefetched: a hit that makes them unnecessary is rare.
        let mut moves = self.generate_moves(node);
        let result = self.search_generated(node, &mut moves, depth, window);
        self.stack[node.ply as usize].moves = moves;
        result
    }

    /// Searches a node whose moves have been generated.
    fn search_generated(
        &mut self,
        node: Node<'_, G::Position>,
        moves: &mut [ScoredMove<G::Move>],
        depth: u32,
        window: Window,
    ) -> Result<Score, Interruption> {
        self.count_node()?;
        let Node { key, ply, .. } = node;
        // Step 5. Transposition table. Nodes of the principal variation are always searched, so that the variation is
        // complete.
        let entry = self.table.probe(key, ply);
        if let Some(entry) = entry
            && window.is_null()
            && entry.is_sufficient(depth, window.alpha, window.beta)
        {
            return Ok(entry.score);
        }
        // Step 6. The end of the game by the position, and the greatest ply.
        if moves.is_empty() {
            return Ok(self.score_without_moves(node));
        }
        if ply >= MAX_PLY {
            return Ok(self.static_evaluation(node));
        }
        // Step 7. Internal iterative reduction: without a table move, a shallower search finds one for the next
        // iteration.
        let table_move = entry.map_or(0, |entry| entry.best);
        let is_reduced = table_move == 0 && depth >= INTERNAL_ITERATIVE_REDUCTION_DEPTH;
        let depth = depth - u32::from(is_reduced);
        let ancestor = Ancestor { key, ply, depth, window };
        self.with_ancestor(ancestor, |search| search.move_loop(node, moves, depth, window, table_move))
    }

    /// Searches the moves of a node.
    fn move_loop(
        &mut self,
        node: Node<'_, G::Position>,
        moves: &mut [ScoredMove<G::Move>],
        depth: u32,
        window: Window,
        table_move: u32,
    ) -> Result<Score, Interruption> {
        let Node { position, key, ply, previous, .. } = node;
        let mover = self.rules.to_move(position);

        // Step 8. Static evaluation of quiet nodes with a null window: reverse futility and ProbCut.
        let is_quiet = moves.len() > 1 && moves.iter().all(|(mv, _)| !self.is_capture(mv));
        let evaluates = self.pruning.reverse_futility && is_quiet && window.is_null();
        let static_evaluation = evaluates.then(|| self.static_evaluation(node));
        if let Some(evaluation) = static_evaluation
            && let Some(score) = self.prune_node(node, evaluation, moves, depth, window.beta)?
        {
            return Ok(score);
        }

        // Step 9. Move ordering.
        let ordering = OrderingContext {
            table_move,
            killers: self.stack[ply as usize].killers,
            history: self.context.history.own(),
            mover,
            previous,
            captures_first: !self.every_turn_captures,
        };
        let busy = self.context.busy.filter(|_| depth >= ABDADA_DEPTH).map(|busy| (busy, key));
        // A forced move costs no depth.
        let child_depth = if moves.len() == 1 { depth } else { depth - 1 };
        let mut picker = MovePicker::new(self.rules, moves, &ordering, busy);
        let Window { mut alpha, beta } = window;
        let mut best: Option<(Score, u32)> = None;

        while let Some(pick) = picker.next(self.rules) {
            let Pick { mv, signature, number, .. } = pick;
            let is_capture = self.is_capture(&mv);
            let late_move = LateMove {
                depth,
                number,
                is_capture,
                is_killer: !is_capture && pick.is_killer_or_better,
                is_null_window: window.is_null(),
            };

            // Step 10. Late move reduction.
            let is_reduced = !is_capture || self.captures_are_common;
            let reduction = if is_reduced { late_move.reduction() } else { 0 };

            // Step 11. Futility and late move pruning, unless all moves so far lose.
            if !pick.was_deferred
                && best.is_some_and(|(score, _)| !score.is_lost())
                && late_move.is_pruned(self.pruning, static_evaluation, alpha)
            {
                picker.skip_from(&pick);
                continue;
            }

            // Step 12. Defer moves that other threads are searching.
            if picker.defer_if_busy(&pick) {
                continue;
            }

            // Step 13. Search the move: the first with the window, the others as principal variation search does.
            let inner = Window { alpha, beta };
            let guard = pick.slot.map(BusySlot::mark);
            let score = self.with_move(node, &mv, |search, mover, child| match number {
                0 => search.search_child(mover, child, child_depth, inner),
                _ => search.search_later_child(mover, child, child_depth, reduction, inner),
            })?;
            drop(guard);

            // Step 14. Best move, alpha and principal variation.
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, signature));
            }
            if score > alpha {
                alpha = score;
                self.update_pv(ply, mv);
            }

            // Step 15. Beta cutoff: update killers and history.
            if alpha >= beta {
                if !is_capture {
                    self.update_history(mover, node, &picker, &pick, depth);
                }
                break;
            }

            // Step 16. Has another thread answered this node?
            if busy.is_some() {
                self.check_ancestors(self.ancestors.len().saturating_sub(1))?;
            }
        }

        // Step 17. Store the result.
        let (score, signature) = best.expect("the first move is searched");
        let bound = if score >= beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let best = if bound == Bound::Upper { table_move } else { signature };
        self.table.store(key, ply, Entry { score, bound, depth: depth.min(255) as u8, best });
        Ok(score)
    }

    /// Returns a score of at least beta that a quiet node reaches almost certainly: by reverse futility or ProbCut.
    fn prune_node(
        &mut self,
        node: Node<'_, G::Position>,
        static_evaluation: Score,
        moves: &mut [ScoredMove<G::Move>],
        depth: u32,
        beta: Score,
    ) -> Result<Option<Score>, Interruption> {
        if beta.is_decisive() || static_evaluation < beta {
            return Ok(None);
        }
        if pruning::is_reverse_futile(static_evaluation, depth, beta) {
            return Ok(Some(static_evaluation));
        }
        if !self.pruning.probcut || depth < PROBCUT_DEPTH {
            return Ok(None);
        }
        let raised_beta = Score(beta.0 + PROBCUT_MARGIN);
        let window = Window::null_below(raised_beta);
        let score = self.search_generated(node, moves, pruning::probcut_depth(depth), window)?;
        self.stack[node.ply as usize].pv.clear();
        Ok((score >= raised_beta).then_some(score))
    }

    /// Returns whether a move captures in a game in which not every move does.
    #[inline]
    fn is_capture(&self, mv: &G::Move) -> bool {
        !self.every_turn_captures && self.rules.removed_count(mv) > 0
    }

    /// Sets the principal variation of a ply to a move followed by the child's principal variation.
    fn update_pv(&mut self, ply: u32, mv: G::Move) {
        let (above, below) = self.stack.split_at_mut(ply as usize + 1);
        let pv = &mut above[ply as usize].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }

    /// Updates killers and history after a beta cutoff by a quiet move: the move becomes a killer and gets a bonus, and
    /// the quiet moves that this thread searched before it get a malus.
    fn update_history(
        &mut self,
        mover: Side,
        node: Node<'_, G::Position>,
        picker: &MovePicker<'_, '_, G::Move>,
        cutoff: &Pick<'_, G::Move>,
        depth: u32,
    ) {
        let bonus = (depth * depth * HISTORY_BONUS).min(MAX_HISTORY_BONUS) as i32;
        let killers = &mut self.stack[node.ply as usize].killers;
        if killers[0] != cutoff.signature {
            *killers = [cutoff.signature, killers[0]];
        }
        for history in self.context.history.updated_at(depth) {
            history.update(mover, node.previous, cutoff.signature, bonus);
            for mv in picker.searched_before(cutoff).filter(|mv| !self.is_capture(mv)) {
                history.update(mover, node.previous, self.rules.signature(mv), -bonus);
            }
        }
    }

    /// Returns the static evaluation of a position.
    fn static_evaluation(&mut self, node: Node<'_, G::Position>) -> Score {
        let Node { position, key, ply, .. } = node;
        self.evaluation_cache.get(key).unwrap_or_else(|| {
            let score = self.context.evaluator.evaluate(self.rules, position, ply);
            self.evaluation_cache.insert(key, score);
            score
        })
    }

    /// Returns the score of a position for which no moves were generated.
    fn score_without_moves(&mut self, node: Node<'_, G::Position>) -> Score {
        match self.rules.outcome(node.position) {
            Some(outcome) => self.outcome_score(outcome, self.rules.to_move(node.position), node.ply),
            // The position has too many moves to generate.
            None => self.static_evaluation(node),
        }
    }

    /// Generates the moves of a position, unordered; none where there are too many.
    fn generate_moves(&mut self, node: Node<'_, G::Position>) -> Vec<ScoredMove<G::Move>> {
        self.generated.clear();
        if self.rules.list_turns(node.position, &mut self.generated).is_err() {
            self.generated.clear();
        }
        let mut moves = std::mem::take(&mut self.stack[node.ply as usize].moves);
        moves.clear();
        moves.extend(self.generated.iter().map(|mv| (*mv, 0)));
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::SystemClock;
    use crate::evaluate::{EvaluationBias, StaticEvaluator};
    use quirkat_rules::{AnyRules, GameVisitor, find_game};

    /// Returns the history scores of the moves after a beta cutoff by the third one, in the order in which the picker
    /// returned them.
    struct CutoffByThirdMove;

    impl GameVisitor for CutoffByThirdMove {
        type Output = Vec<i32>;

        fn visit<G: Rules>(self, game: &Game<G>) -> Vec<i32> {
            let rules = &**game.rules();
            let (table, clock, stop) = (TranspositionTable::new(0), SystemClock::default(), Stop::default());
            let (shared_nodes, busy, histories) = (NodeCount::new(None), BusyMoves::new(), [MoveHistory::new()]);
            let context = Context {
                evaluator: StaticEvaluator::new(rules, None, EvaluationBias::default()),
                is_trained: false,
                tables: None,
                table_winner: None,
                clock: &clock,
                limits: Limits::default(),
                stop: &stop,
                shared_nodes: &shared_nodes,
                busy: Some(&busy),
                history: SharedHistory { all: &histories, own: 0 },
                draw: [Score::DRAW; 2],
            };
            let mut search = Search::new(game, &table, context);
            let node = search.root_node();
            let mut moves = search.generate_moves(node);
            let mover = rules.to_move(node.position);
            let ordering = OrderingContext {
                table_move: 0,
                killers: [0; 2],
                history: &histories[0],
                mover,
                previous: node.previous,
                captures_first: true,
            };
            let mut picker = MovePicker::new(rules, &mut moves, &ordering, Some((&busy, node.key)));
            let first = picker.next(rules).expect("a first move");
            assert!(!picker.defer_if_busy(&first));
            let second = picker.next(rules).expect("a second move");
            let other_thread = busy.slot(node.key, second.signature).mark();
            assert!(picker.defer_if_busy(&second), "another thread is searching it");
            let third = picker.next(rules).expect("a third move");
            assert!(!picker.defer_if_busy(&third));
            search.update_history(mover, node, &picker, &third, 3);
            let scores =
                [&first, &second, &third].map(|pick| histories[0].score(mover, node.previous, pick.signature)).to_vec();
            drop(other_thread);
            let deferred = std::iter::from_fn(|| picker.next(rules)).last().expect("the deferred move");
            assert!(deferred.was_deferred && deferred.signature == second.signature, "it comes last");
            scores
        }
    }

    #[test]
    fn a_beta_cutoff_penalises_only_moves_that_this_thread_searched() {
        let ruleset = find_game("international").unwrap().ruleset(None, &[]).unwrap();
        let game = AnyRules::compile(ruleset).unwrap().new_game();
        let scores = game.visit(CutoffByThirdMove);
        assert!(scores[0] < 0, "the first move was searched and caused no cutoff");
        assert_eq!(scores[1], 0, "the second move was deferred");
        assert!(scores[2] > 0, "the third move caused the cutoff");
    }
}
