//! The search: iterative deepening over alpha-beta with a principal variation, a transposition table, quiescence over
//! captures, and turns ordered by what cut off before.

mod busy;
mod expect;
mod judged;
mod ordering;
mod pruning;
pub(crate) mod quiesce;
mod root;
mod settled;

use crate::clock::Clock;
use crate::evaluate::Evaluator;
use crate::limits::{Limits, Stop};
use crate::probe::{Probe, probe, score_of};
use crate::score::Score;
use crate::table::{Bound, Kept, Table};
pub(crate) use busy::Busy;
use busy::Mark;
use judged::Judged;
use ordering::{BEFORE, take_next};
pub(crate) use ordering::{Credit, Credits};
use pruning::{Late, Leaves};
use quirkat_rules::{Game, GameValue, History, Outcome, Repetition, Rules, Side, Wdl};
pub(crate) use root::{RootTurn, sort_by_rank};
use settled::Underway;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// No line is followed further than this.
const DEEPEST: u32 = 120;
/// The clock is read once in so many positions.
const CLOCK_EVERY: u64 = 512;
/// Tables are asked only where at least so many plies are left to be searched: an answer takes as long as a hundred positions.
const LOOK_UP_DEPTH: u32 = 1;
/// Time kept back for what comes after the last look at the clock.
const RESERVE: Duration = Duration::from_millis(2);

/// Why a search gives no score.
#[derive(Clone, Copy)]
pub(crate) enum Interrupted {
    /// It was stopped or its limits were reached.
    Stopped,
    /// Another thread has found the score of a position above, at this place among those underway.
    Settled { place: usize, score: Score },
}

/// What a search is done with: the judge of quiet positions, the tables, and what limits it.
pub(crate) struct Means<'s, E> {
    pub evaluator: E,
    /// Whether the judge goes by what was learned of the game.
    pub learned: bool,
    pub tables: Option<&'s dyn Probe>,
    /// The side that wins by the tables, where they do not say how soon.
    pub wins: Option<Side>,
    pub clock: &'s dyn Clock,
    pub limits: Limits,
    pub stop: &'s Stop,
    /// The positions visited by all searches at work on the same position, counted now and then.
    pub visited: &'s AtomicU64,
    /// The turns that are being searched, where there are others at work.
    pub busy: Option<&'s Busy>,
    pub credits: Credits<'s>,
    /// What a draw is worth to each side.
    pub draw: [Score; 2],
}

/// One search of one position; others may be at work on it with the same table.
pub(crate) struct Search<'s, G: Rules, E> {
    rules: &'s G,
    root: &'s G::Position,
    means: Means<'s, E>,
    table: &'s Table,
    began: Duration,
    nodes: u64,
    /// What led to the root, and the line being searched.
    line: History,
    /// Whether every turn takes something: then a capture is a turn like any other.
    every_turn_captures: bool,
    /// Whether captures are as common as other turns: then those that come late are searched less deeply too.
    takes_often: bool,
    leaves_out: Leaves,
    /// How many captures in a row are followed behind the horizon, and how many are being followed.
    exchange: u32,
    exchanged: u32,
    /// The positions being searched that another thread may settle, from the root on.
    underway: Vec<Underway>,
    /// The turns of one position as they were generated.
    listed: Vec<G::Move>,
    judged: Judged,
    plies: Vec<Ply<G::Move>>,
}

/// What is kept for each distance from the root.
struct Ply<M> {
    turns: Vec<(M, i32)>,
    line: Vec<M>,
    killers: [u32; 2],
}

/// A position on the line being searched.
#[derive(Clone, Copy)]
struct Node<'n, P> {
    position: &'n P,
    key: u64,
    ply: u32,
    /// The signatures of the turns that led to it, the last one first.
    before: [u32; BEFORE],
    /// Whether the last one took something.
    is_capture: bool,
}

/// Between which scores the true one matters.
#[derive(Clone, Copy)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    const OPEN: Window = Window { alpha: Score::LOWEST, beta: Score::HIGHEST };

    /// The window that tells only whether a score is above `alpha`.
    fn just_above(alpha: Score) -> Window {
        Window { alpha, beta: Score(alpha.0 + 1) }
    }

    /// The window that tells only whether a score is `beta` or more.
    fn just_below(beta: Score) -> Window {
        Window { alpha: Score(beta.0 - 1), beta }
    }

    fn is_narrow(self) -> bool {
        self.beta.0 - self.alpha.0 == 1
    }
}

impl std::ops::Neg for Window {
    type Output = Window;
    /// The window as the other side sees it.
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

impl<'s, G: Rules, E: Evaluator<G>> Search<'s, G, E> {
    /// A search of a game's position.
    pub fn new(game: &'s Game<G>, table: &'s Table, means: Means<'s, E>) -> Self {
        let rules = &**game.rules();
        let options = &rules.ruleset().options;
        let ply = || Ply { turns: Vec::new(), line: Vec::new(), killers: [0; 2] };
        Search {
            rules,
            root: game.position(),
            began: means.clock.now(),
            leaves_out: Leaves::of(options, means.learned),
            means,
            table,
            nodes: 0,
            line: game.position_history().clone(),
            every_turn_captures: options.every_turn_captures(),
            takes_often: quiesce::takes_often(options),
            exchange: quiesce::longest_exchange(options),
            exchanged: 0,
            underway: Vec::new(),
            listed: Vec::new(),
            judged: Judged::new(),
            plies: (0..=DEEPEST + 1).map(|_| ply()).collect(),
        }
    }

    pub fn elapsed(&self) -> Duration {
        self.means.clock.now().saturating_sub(self.began)
    }

    /// The positions visited, by this search and by those at work with it.
    pub fn visited(&self) -> u64 {
        self.means.visited.load(Relaxed) + self.nodes % CLOCK_EVERY
    }

    /// Counts a position, and looks at the clock now and then.
    fn count(&mut self) -> Result<(), Interrupted> {
        self.nodes += 1;
        let is_time_to_look = self.nodes.is_multiple_of(CLOCK_EVERY);
        if is_time_to_look {
            self.means.visited.fetch_add(CLOCK_EVERY, Relaxed);
        }
        if self.means.limits.nodes.is_some_and(|most| self.visited() > most) {
            return Err(Interrupted::Stopped);
        }
        if is_time_to_look {
            let late = self.means.limits.time.is_some_and(|time| self.elapsed() + RESERVE >= time);
            if late || self.means.stop.is_stopped() {
                return Err(Interrupted::Stopped);
            }
            self.look_for_settled(0)?;
        }
        Ok(())
    }

    fn worth_of(&self, outcome: Outcome, mover: Side, ply: u32) -> Score {
        match outcome.winner {
            None => self.means.draw[mover.index()],
            Some(winner) if winner == mover => Score::won_in(ply),
            Some(_) => Score::lost_in(ply),
        }
    }

    /// What history says of a position, before anything is searched below it. A position that comes up once more is
    /// taken for the third time: whoever can bring it back can do so again.
    fn ended_by_history(&self, node: Node<'_, G::Position>) -> Option<Score> {
        let mover = self.rules.to_move(node.position);
        if self.line.occurrences() > 1 {
            if self.rules.ruleset().options.repetition == Repetition::Forbidden {
                // A turn that may not be made is worth nothing to its side: the side to move now has won.
                return Some(Score::won_in(node.ply));
            }
            let outcome = self.line.repetition_outcome(self.rules, node.position);
            return Some(
                outcome.map_or(self.means.draw[mover.index()], |outcome| self.worth_of(outcome, mover, node.ply)),
            );
        }
        let outcome = self.line.count_outcome(self.rules, node.position)?;
        Some(self.worth_of(outcome, mover, node.ply))
    }

    /// The worth of a turn to the side that makes it: what a search finds of the position after it.
    fn after_turn(
        &mut self,
        node: Node<'_, G::Position>,
        turn: &G::Move,
        search: impl FnOnce(&mut Self, Side, Node<'_, G::Position>) -> Result<Score, Interrupted>,
    ) -> Result<Score, Interrupted> {
        let after = self.rules.play(node.position, turn);
        let key = self.rules.key(&after);
        self.table.fetch(key);
        let before = [self.rules.signature(turn), node.before[0]];
        let is_capture = self.rules.removed_count(turn) > 0;
        let child = Node { position: &after, key, ply: node.ply + 1, before, is_capture };
        self.line.push(self.rules, node.position, turn, &after, key);
        let found = search(self, self.rules.to_move(node.position), child);
        self.line.pop();
        found
    }

    /// The worth of the position after a turn to the side that made it, which may be to move again.
    fn below(
        &mut self,
        mover: Side,
        child: Node<'_, G::Position>,
        depth: u32,
        window: Window,
    ) -> Result<Score, Interrupted> {
        if self.rules.to_move(child.position) == mover {
            self.visit(child, depth, window)
        } else {
            Ok(-self.visit(child, depth, -window)?)
        }
    }

    /// The worth of a position to its side to move, searched to a depth within a window.
    fn visit(&mut self, node: Node<'_, G::Position>, depth: u32, window: Window) -> Result<Score, Interrupted> {
        self.plies[node.ply as usize].line.clear();
        if let Some(score) = self.ended_by_history(node) {
            self.count()?;
            return Ok(score);
        }
        if let Some(score) = self.looked_up(node, depth) {
            self.count()?;
            return Ok(score);
        }
        if self.rules.is_chance_node(node.position) {
            self.expect(node, depth, window)
        } else if depth == 0 {
            self.quiesce(node, window)
        } else {
            self.deepen(node, depth, window)
        }
    }

    /// What tables say of a position. They are asked after captures: what they hold is decided by how many pieces there are, and
    /// among positions of which all or none are known, what matters is which captures lead where. Whoever wins at an unknown
    /// distance looks for a way there among turns that still win, and they are asked after each of those.
    fn looked_up(&self, node: Node<'_, G::Position>, depth: u32) -> Option<Score> {
        let tables = self.means.tables.filter(|_| depth >= LOOK_UP_DEPTH)?;
        let mover = self.rules.to_move(node.position);
        // A game that is over is so at a known distance.
        if !(node.is_capture || self.means.wins == Some(mover.other())) || !self.rules.has_turn(node.position) {
            return None;
        }
        let known = probe(tables, self.rules, node.position)?;
        let goes_on = !node.is_capture && matches!(known, GameValue { wdl: Wdl::Loss, .. });
        (!goes_on).then(|| score_of(known, self.means.draw[mover.index()]).seen_from_above(node.ply))
    }

    /// The worth of a position that is searched at least a ply deep.
    fn deepen(&mut self, node: Node<'_, G::Position>, depth: u32, window: Window) -> Result<Score, Interrupted> {
        // They are listed while what the table knows is still on its way, for it seldom makes them needless.
        let mut turns = self.list_turns(node);
        let found = self.find(node, &mut turns, depth, window);
        self.plies[node.ply as usize].turns = turns;
        found
    }

    /// The worth of a position with these turns, by what the table knows or by a search.
    fn find(
        &mut self,
        node: Node<'_, G::Position>,
        turns: &mut [(G::Move, i32)],
        depth: u32,
        window: Window,
    ) -> Result<Score, Interrupted> {
        self.count()?;
        let Node { key, ply, .. } = node;
        let known = self.table.probe(key, ply);
        if let Some(known) = known
            && window.is_narrow()
            && known.suffices(depth, window.alpha, window.beta)
        {
            return Ok(known.score);
        }
        if turns.is_empty() {
            return Ok(self.finished(node));
        }
        if ply >= DEEPEST {
            return Ok(self.estimate(node));
        }
        let best = known.map_or(0, |known| known.best);
        let depth = depth - u32::from(best == 0 && depth >= pruning::UNKNOWN_DEPTH);
        let position = Underway { key, ply, depth, window };
        self.until_settled(position, |search| search.best_of(node, turns, depth, window, best))
    }

    /// The worth of the best of the turns of a position.
    fn best_of(
        &mut self,
        node: Node<'_, G::Position>,
        turns: &mut [(G::Move, i32)],
        depth: u32,
        window: Window,
        known: u32,
    ) -> Result<Score, Interrupted> {
        let Node { position, key, ply, .. } = node;
        let mover = self.rules.to_move(position);
        let is_quiet = turns.len() > 1 && turns.iter().all(|(turn, _)| !self.captures(turn));
        let standing = (self.leaves_out.positions && is_quiet && window.is_narrow()).then(|| self.estimate(node));
        if let Some(standing) = standing
            && let Some(score) = self.cut_off(node, standing, turns, depth, window.beta)?
        {
            return Ok(score);
        }
        self.order(node, turns, known);
        // A turn without a choice costs no depth.
        let depth_below = if turns.len() == 1 { depth } else { depth - 1 };
        let Window { mut alpha, beta } = window;
        let mut best: Option<(Score, u32)> = None;
        let busy = self.means.busy.filter(|_| depth >= busy::LEAST_DEPTH);
        // Turns that others are searching come last.
        let mut put_off = VecDeque::new();
        let mut next = 0;
        while let Some(number) = if next < turns.len() { Some(next) } else { put_off.pop_front() } {
            let is_new = next < turns.len();
            let (turn, order) = if is_new { take_next(turns, number) } else { turns[number] };
            let signature = self.rules.signature(&turn);
            let captures = self.captures(&turn);
            let is_favoured = !captures && order >= ordering::KILLER;
            let late = Late { depth, number, captures, is_favoured, is_narrow: window.is_narrow() };
            let less = if captures && !self.takes_often { 0 } else { late.reduction() };
            let mark = busy.filter(|_| number > 0).map(|busy| busy.mark(key, signature));
            if is_new {
                if self.leaves_out.turns
                    && best.is_some_and(|(score, _)| !score.is_lost())
                    && late.is_left_out(standing, alpha)
                {
                    next = turns.len();
                    continue;
                }
                next += 1;
                if mark.is_some_and(Mark::is_set) {
                    put_off.push_back(number);
                    continue;
                }
            }
            let inner = Window { alpha, beta };
            let marked = mark.map(Mark::set);
            let score = self.after_turn(node, &turn, |search, mover, child| match number {
                0 => search.below(mover, child, depth_below, inner),
                _ => search.below_later(mover, child, depth_below, less, inner),
            })?;
            drop(marked);
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, signature));
            }
            if score > alpha {
                alpha = score;
                let (above, below) = self.plies.split_at_mut(ply as usize + 1);
                let line = &mut above[ply as usize].line;
                line.clear();
                line.push(turn);
                line.extend_from_slice(&below[0].line);
            }
            if alpha >= beta {
                if !captures {
                    self.remember_cut(mover, node, &turns[..=number], depth);
                }
                break;
            }
            if busy.is_some() {
                self.look_for_settled(self.underway.len().saturating_sub(1))?;
            }
        }
        let (score, signature) = best.expect("there is a turn");
        let bound = if score >= beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let best = if bound == Bound::Upper { known } else { signature };
        self.table.store(key, ply, Kept { score, bound, depth: depth.min(255) as u8, best });
        Ok(score)
    }

    /// A score that a quiet position reaches almost certainly, without a search of its depth.
    fn cut_off(
        &mut self,
        node: Node<'_, G::Position>,
        standing: Score,
        turns: &mut [(G::Move, i32)],
        depth: u32,
        beta: Score,
    ) -> Result<Option<Score>, Interrupted> {
        if beta.is_decisive() || standing < beta {
            return Ok(None);
        }
        if pruning::stands_above(standing, depth, beta) {
            return Ok(Some(standing));
        }
        if depth < pruning::GLANCE_DEPTH {
            return Ok(None);
        }
        let raised = Score(beta.0 + pruning::GLANCE_MARGIN);
        let score = self.find(node, turns, pruning::glance(depth), Window::just_below(raised))?;
        self.plies[node.ply as usize].line.clear();
        Ok((score >= raised).then_some(score))
    }

    /// Whether a turn takes something, where not every turn does.
    #[inline]
    fn captures(&self, turn: &G::Move) -> bool {
        !self.every_turn_captures && self.rules.removed_count(turn) > 0
    }

    /// Remembers that the last of these turns was good enough, and that those before it were not.
    fn remember_cut(&mut self, mover: Side, node: Node<'_, G::Position>, turns: &[(G::Move, i32)], depth: u32) {
        const MOST: u32 = 2000;
        let credit = (depth * depth * 16).min(MOST) as i32;
        let Some(((best, _), others)) = turns.split_last() else { return };
        let signature = self.rules.signature(best);
        let killers = &mut self.plies[node.ply as usize].killers;
        if killers[0] != signature {
            *killers = [signature, killers[0]];
        }
        for credits in self.means.credits.hearing_of(depth) {
            credits.add(mover, node.before, signature, credit);
            for (other, _) in others.iter().filter(|(other, _)| !self.captures(other)) {
                credits.add(mover, node.before, self.rules.signature(other), -credit);
            }
        }
    }

    /// A turn after the first: it is expected to be worse, which a narrow window shows quickly, and first with so much less
    /// depth.
    fn below_later(
        &mut self,
        mover: Side,
        child: Node<'_, G::Position>,
        depth: u32,
        less: u32,
        window: Window,
    ) -> Result<Score, Interrupted> {
        let narrow = Window::just_above(window.alpha);
        let mut score = self.below(mover, child, depth - less.min(depth), narrow)?;
        if less > 0 && score > window.alpha {
            score = self.below(mover, child, depth, narrow)?;
        }
        if score > window.alpha && score < window.beta && !window.is_narrow() {
            score = self.below(mover, child, depth, window)?;
        }
        Ok(score)
    }

    /// What a position is worth without looking ahead.
    fn estimate(&mut self, node: Node<'_, G::Position>) -> Score {
        let Node { position, key, ply, .. } = node;
        self.judged.get(key).unwrap_or_else(|| {
            let score = self.means.evaluator.evaluate(self.rules, position, ply);
            self.judged.keep(key, score);
            score
        })
    }

    /// The worth of a position without turns.
    fn finished(&mut self, node: Node<'_, G::Position>) -> Score {
        match self.rules.outcome(node.position) {
            Some(outcome) => self.worth_of(outcome, self.rules.to_move(node.position), node.ply),
            // Too many turns to look at are no end: such a position is judged as it stands.
            None => self.estimate(node),
        }
    }

    /// The turns of a position, in no order yet; none where there are too many.
    fn list_turns(&mut self, node: Node<'_, G::Position>) -> Vec<(G::Move, i32)> {
        self.listed.clear();
        if self.rules.list_turns(node.position, &mut self.listed).is_err() {
            self.listed.clear();
        }
        let mut turns = std::mem::take(&mut self.plies[node.ply as usize].turns);
        turns.clear();
        turns.extend(self.listed.iter().map(|turn| (*turn, 0)));
        turns
    }

    /// Says of each turn of a position how early it should be tried.
    fn order(&self, node: Node<'_, G::Position>, turns: &mut [(G::Move, i32)], best: u32) {
        if turns.len() == 1 {
            return;
        }
        let Node { position, ply, before, .. } = node;
        let killers = self.plies[ply as usize].killers;
        let (rules, mover) = (self.rules, self.rules.to_move(position));
        let credit = self.means.credits.own();
        for (turn, order) in turns {
            let signature = rules.signature(turn);
            *order = match rules.removed_count(turn) {
                _ if signature == best => i32::MAX,
                taken if taken > 0 && !self.every_turn_captures => ordering::CAPTURE + taken as i32,
                _ if signature == killers[0] => ordering::KILLER + 1,
                _ if signature == killers[1] => ordering::KILLER,
                _ => credit.of(mover, before, signature),
            };
        }
    }
}
