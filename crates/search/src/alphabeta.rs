//! The search: iterative deepening over alpha-beta with a principal variation, a transposition table, quiescence over
//! captures, and turns ordered by what cut off before.

use crate::clock::Clock;
use crate::evaluate::Evaluator;
use crate::limits::{Limits, Stop};
use crate::probe::Probe;
use crate::score::Score;
use crate::table::{Bound, Known, Table};
use quirkat_rules::{CaptureBy, Directions, Game, History, Options, Outcome, Repetition, Rules, Side, TooManyTurns};
use std::ops::ControlFlow::Continue;
use std::time::Duration;

/// No line is followed further than this.
const DEEPEST: u32 = 120;
/// The clock is read once in so many positions.
const CLOCK_EVERY: u64 = 512;
/// Time kept back for what comes after the last look at the clock.
const RESERVE: Duration = Duration::from_millis(2);
/// Slots of the history tables.
const HISTORY: usize = 4096;

/// The search was stopped or its limits were reached.
pub(crate) struct Stopped;

/// A turn at the root: what it leads to, and what was found below it.
#[derive(Clone, Debug)]
pub(crate) struct RootTurn<M> {
    pub turn: M,
    pub score: Score,
    /// The best line that begins with the turn.
    pub line: Vec<M>,
}

/// What a search is done with: the judge of quiet positions, the tables, and what limits it.
pub(crate) struct Means<'s, E, P> {
    pub evaluator: E,
    pub tables: P,
    pub clock: &'s dyn Clock,
    pub limits: Limits,
    pub stop: &'s Stop,
    /// What a draw is worth to each side.
    pub draw: [Score; 2],
}

/// One search of one position.
pub(crate) struct Search<'s, G: Rules, E, P> {
    rules: &'s G,
    means: Means<'s, E, P>,
    table: &'s mut Table,
    began: Duration,
    pub nodes: u64,
    /// What led to the root, and the line being searched.
    line: History,
    /// How many captures in a row are followed behind the horizon, and how many are being followed.
    exchange: u32,
    exchanged: u32,
    /// The turns of one position as they were generated.
    listed: Vec<G::Move>,
    plies: Vec<Ply<G::Move>>,
    cuts: Box<[[i32; HISTORY]; 2]>,
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
}

impl<'s, G: Rules, E: Evaluator<G>, P: Probe<G>> Search<'s, G, E, P> {
    /// A search of a game's position.
    pub fn new(game: &'s Game<G>, table: &'s mut Table, means: Means<'s, E, P>) -> Self {
        let rules = &**game.rules();
        let options = &rules.ruleset().options;
        table.next_search();
        let ply = || Ply { turns: Vec::new(), line: Vec::new(), killers: [0; 2] };
        Search {
            rules,
            began: means.clock.now(),
            means,
            table,
            nodes: 0,
            line: game.line().clone(),
            exchange: longest_exchange(options),
            exchanged: 0,
            listed: Vec::new(),
            plies: (0..=DEEPEST + 1).map(|_| ply()).collect(),
            cuts: Box::new([[0; HISTORY]; 2]),
        }
    }

    pub fn elapsed(&self) -> Duration {
        self.means.clock.now().saturating_sub(self.began)
    }

    /// Searches the turns of the root to a depth, the most promising first, and sorts the best `wanted` of them to the
    /// front with exact scores; the others are known only to be no better.
    pub fn root(
        &mut self,
        position: &G::Position,
        turns: &mut [RootTurn<G::Move>],
        depth: u32,
        wanted: usize,
    ) -> Result<(), Stopped> {
        for done in 0..wanted.min(turns.len()) {
            let mut alpha = Score::lost_in(0);
            for number in done..turns.len() {
                let turn = turns[number].turn;
                let after = self.rules.play(position, &turn);
                let child = Node { position: &after, key: self.rules.key(&after), ply: 1 };
                let first = number == done;
                let mover = self.rules.to_move(position);
                self.line.push(self.rules, position, &turn, &after, child.key);
                let found = self.first_or_better(mover, child, depth - 1, alpha, first);
                self.line.pop();
                let Some(score) = found? else { continue };
                if first || score > alpha {
                    alpha = score;
                    let line = std::iter::once(turn).chain(self.plies[1].line.iter().copied()).collect();
                    turns[number] = RootTurn { turn, score, line };
                    // In front at once, so that a search that is stopped has it.
                    turns[done..=number].rotate_right(1);
                }
            }
        }
        Ok(())
    }

    /// The worth of a root's turn, exactly; `None` where it is shown to be no better than `alpha`.
    fn first_or_better(
        &mut self,
        mover: Side,
        child: Node<'_, G::Position>,
        depth: u32,
        alpha: Score,
        first: bool,
    ) -> Result<Option<Score>, Stopped> {
        if !first && self.below(mover, child, depth, alpha, Score(alpha.0 + 1))? <= alpha {
            return Ok(None);
        }
        self.below(mover, child, depth, alpha, Score::won_in(0)).map(Some)
    }

    /// Counts a position, and looks at the clock now and then.
    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.means.limits.nodes.is_some_and(|most| self.nodes > most) {
            return Err(Stopped);
        }
        if self.nodes.is_multiple_of(CLOCK_EVERY) {
            let late = self.means.limits.time.is_some_and(|time| self.elapsed() + RESERVE >= time);
            if late || self.means.stop.is_stopped() {
                return Err(Stopped);
            }
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
            let outcome = self.line.repeated(self.rules, node.position);
            return Some(
                outcome.map_or(self.means.draw[mover.index()], |outcome| self.worth_of(outcome, mover, node.ply)),
            );
        }
        let outcome = self.line.counted_out(self.rules, node.position)?;
        Some(self.worth_of(outcome, mover, node.ply))
    }

    /// The worth of the position after a turn to the side that made it, which may be to move again.
    fn below(
        &mut self,
        mover: Side,
        child: Node<'_, G::Position>,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if self.rules.to_move(child.position) == mover {
            self.visit(child, depth, alpha, beta)
        } else {
            Ok(-self.visit(child, depth, -beta, -alpha)?)
        }
    }

    /// The worth of a position to its side to move, searched to a depth within a window.
    fn visit(&mut self, node: Node<'_, G::Position>, depth: u32, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        self.plies[node.ply as usize].line.clear();
        if let Some(score) = self.ended_by_history(node) {
            self.count()?;
            return Ok(score);
        }
        if let Some(score) = self.means.tables.probe(self.rules, node.position) {
            self.count()?;
            return Ok(score.seen_from_above(node.ply));
        }
        if self.rules.is_throw(node.position) {
            self.expect(node, depth)
        } else if depth == 0 {
            self.quiesce(node, alpha, beta)
        } else {
            self.deepen(node, depth, alpha, beta)
        }
    }

    /// The mean worth of what the dice can show.
    fn expect(&mut self, node: Node<'_, G::Position>, depth: u32) -> Result<Score, Stopped> {
        self.count()?;
        let Node { position, ply, .. } = node;
        if ply >= DEEPEST {
            return Ok(self.estimate(position, ply));
        }
        // Throws that allow the same are looked at once.
        let mut throws: Vec<(G::Move, G::Position, i64)> = vec![];
        let told = self.rules.each_turn(position, &mut |turn, _| {
            let after = self.rules.play(position, turn);
            match throws.iter_mut().find(|(_, known, _)| *known == after) {
                Some((_, _, times)) => *times += 1,
                None => throws.push((*turn, after, 1)),
            }
            Continue(())
        });
        debug_assert!(told.is_ok(), "there are 216 throws");
        let (mut sum, mut all) = (0, 0);
        for (turn, after, times) in &throws {
            let child = Node { position: after, key: self.rules.key(after), ply: ply + 1 };
            self.line.push(self.rules, position, turn, after, child.key);
            let worth = self.below(self.rules.to_move(position), child, depth, Score::lost_in(0), Score::won_in(0));
            self.line.pop();
            sum += i64::from(worth?.0) * times;
            all += times;
        }
        self.plies[ply as usize].line.clear();
        Ok(Score((sum / all.max(1)) as i32))
    }

    fn deepen(
        &mut self,
        node: Node<'_, G::Position>,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.count()?;
        let Node { position, key, ply } = node;
        let known = self.table.probe(key, ply);
        if let Some(known) = known
            && u32::from(known.depth) >= depth
            && beta.0 - alpha.0 == 1
        {
            let cuts = match known.bound {
                Bound::Lower => known.score >= beta,
                Bound::Upper => known.score <= alpha,
                Bound::Exact => true,
            };
            if cuts {
                return Ok(known.score);
            }
        }
        let mut turns = self.generate(position, ply, known.map_or(0, |known| known.best));
        if turns.is_empty() {
            self.plies[ply as usize].turns = turns;
            return Ok(self.finished(position, ply));
        }
        if ply >= DEEPEST {
            self.plies[ply as usize].turns = turns;
            return Ok(self.estimate(position, ply));
        }
        // A turn without a choice costs no depth.
        let depth_below = if turns.len() == 1 { depth } else { depth - 1 };
        let (lowest, mover) = (alpha, self.rules.to_move(position));
        let mut best: Option<(Score, u32)> = None;
        let mut result = Ok(());
        for number in 0..turns.len() {
            let turn = take_next(&mut turns, number);
            let after = self.rules.play(position, &turn);
            let child = Node { position: &after, key: self.rules.key(&after), ply: ply + 1 };
            let quiet = self.rules.takes(&turn) == 0;
            self.line.push(self.rules, position, &turn, &after, child.key);
            let found = if best.is_none() {
                self.below(mover, child, depth_below, alpha, beta)
            } else {
                self.below_later(mover, child, depth_below, number, quiet, alpha, beta)
            };
            self.line.pop();
            let score = match found {
                Ok(score) => score,
                Err(stopped) => {
                    result = Err(stopped);
                    break;
                }
            };
            let signature = self.rules.signature(&turn);
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
                if quiet {
                    self.remember_cut(mover, ply, signature, depth);
                }
                break;
            }
        }
        self.plies[ply as usize].turns = turns;
        result?;
        let (score, signature) = best.unwrap_or((lowest, 0));
        let bound = if score >= beta {
            Bound::Lower
        } else if score > lowest {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let best = if bound == Bound::Upper { known.map_or(0, |known| known.best) } else { signature };
        self.table.store(key, ply, Known { score, bound, depth: depth.min(255) as u8, best });
        Ok(score)
    }

    /// A turn after the first: it is expected to be worse, which a narrow window shows quickly; quiet turns that come
    /// late are first looked at with less depth.
    #[allow(clippy::too_many_arguments)]
    fn below_later(
        &mut self,
        mover: Side,
        child: Node<'_, G::Position>,
        depth: u32,
        number: usize,
        quiet: bool,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let narrow = Score(alpha.0 + 1);
        let less = if quiet && depth >= 3 && number >= 3 { 1 + u32::from(number >= 8) } else { 0 };
        let mut score = self.below(mover, child, depth - less.min(depth), alpha, narrow)?;
        if less > 0 && score > alpha {
            score = self.below(mover, child, depth, alpha, narrow)?;
        }
        if score > alpha && score < beta && beta.0 - alpha.0 > 1 {
            score = self.below(mover, child, depth, alpha, beta)?;
        }
        Ok(score)
    }

    /// Follows captures until the position is quiet. Where something else may be played, the side to move need not
    /// capture.
    fn quiesce(&mut self, node: Node<'_, G::Position>, mut alpha: Score, beta: Score) -> Result<Score, Stopped> {
        self.count()?;
        let Node { position, ply, .. } = node;
        let all = self.list(position);
        if all == 0 {
            return Ok(self.finished(position, ply));
        }
        if self.exchanged >= self.exchange {
            return Ok(self.estimate(position, ply));
        }
        let captures = self.listed.iter().filter(|turn| self.rules.takes(turn) > 0).count();
        let mut best = None;
        if captures < all || ply >= DEEPEST {
            let standing = self.estimate(position, ply);
            if standing >= beta || captures == 0 || ply >= DEEPEST {
                return Ok(standing);
            }
            alpha = alpha.max(standing);
            best = Some(standing);
        }
        let mut turns = std::mem::take(&mut self.plies[ply as usize].turns);
        turns.clear();
        turns.extend(self.listed.iter().map(|turn| (*turn, self.rules.takes(turn) as i32)));
        let found = self.best_capture(node, &mut turns, captures, best, alpha, beta);
        self.plies[ply as usize].turns = turns;
        found
    }

    /// The best of so many captures, which are worth the most of the turns, and of what was found before.
    fn best_capture(
        &mut self,
        node: Node<'_, G::Position>,
        turns: &mut [(G::Move, i32)],
        captures: usize,
        mut best: Option<Score>,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let Node { position, ply, .. } = node;
        for number in 0..captures {
            let turn = take_next(turns, number);
            let after = self.rules.play(position, &turn);
            let child = Node { position: &after, key: self.rules.key(&after), ply: ply + 1 };
            self.line.push(self.rules, position, &turn, &after, child.key);
            self.exchanged += 1;
            let found = self.below(self.rules.to_move(position), child, 0, alpha, beta);
            self.exchanged -= 1;
            self.line.pop();
            best = best.max(Some(found?));
            alpha = alpha.max(best.unwrap_or(alpha));
            if alpha >= beta {
                break;
            }
        }
        Ok(best.unwrap_or(alpha))
    }

    fn estimate(&mut self, position: &G::Position, ply: u32) -> Score {
        self.means.evaluator.evaluate(self.rules, position, ply)
    }

    /// The worth of a position without turns.
    fn finished(&mut self, position: &G::Position, ply: u32) -> Score {
        match self.rules.outcome(position) {
            Some(outcome) => self.worth_of(outcome, self.rules.to_move(position), ply),
            // Too many turns to look at are no end: such a position is judged as it stands.
            None => self.estimate(position, ply),
        }
    }

    /// Lists the turns of a position and gives their number; none where there are too many.
    fn list(&mut self, position: &G::Position) -> usize {
        self.listed.clear();
        if let Err(TooManyTurns) = self.rules.list_turns(position, &mut self.listed) {
            self.listed.clear();
        }
        self.listed.len()
    }

    /// The turns of a position, each with how early it should be tried.
    fn generate(&mut self, position: &G::Position, ply: u32, best: u32) -> Vec<(G::Move, i32)> {
        self.list(position);
        let mut turns = std::mem::take(&mut self.plies[ply as usize].turns);
        turns.clear();
        let (rules, cuts) = (self.rules, &self.cuts[self.rules.to_move(position).index()]);
        let killers = self.plies[ply as usize].killers;
        let order = |turn: &G::Move| {
            let signature = rules.signature(turn);
            if signature == best {
                return i32::MAX;
            }
            match rules.takes(turn) {
                0 if signature == killers[0] => 1 << 28,
                0 if signature == killers[1] => (1 << 28) - 1,
                0 => cuts[signature as usize % HISTORY],
                taken => (1 << 29) + taken as i32,
            }
        };
        turns.extend(self.listed.iter().map(|turn| (*turn, order(turn))));
        turns
    }

    fn remember_cut(&mut self, mover: Side, ply: u32, signature: u32, depth: u32) {
        let killers = &mut self.plies[ply as usize].killers;
        if killers[0] != signature {
            *killers = [signature, killers[0]];
        }
        let credit = &mut self.cuts[mover.index()][signature as usize % HISTORY];
        *credit = (*credit + (depth * depth) as i32).min(1 << 27);
    }
}

/// How many captures in a row are worth following: all where captures are rare, a few where most turns take something, and
/// none where every turn does.
fn longest_exchange(options: &Options) -> u32 {
    if options.step_dirs == Directions::None {
        0
    } else if options.capture_by == CaptureBy::Approach {
        3
    } else {
        DEEPEST
    }
}

/// Brings the most promising of the turns from `number` on to that place, and gives it.
fn take_next<M: Copy>(turns: &mut [(M, i32)], number: usize) -> M {
    let rest = &turns[number..];
    let best = (0..rest.len()).max_by_key(|&at| (rest[at].1, std::cmp::Reverse(at))).unwrap_or(0);
    turns.swap(number, number + best);
    turns[number].0
}
