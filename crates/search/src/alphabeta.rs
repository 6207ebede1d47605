//! The search: iterative deepening over alpha-beta with a principal variation, a transposition table, quiescence over
//! captures, and turns ordered by what cut off before.

use crate::evaluate::Weights;
use crate::limits::{Limits, Stop};
use crate::score::Score;
use crate::table::{Bound, Known, Table};
use quirkat_rules::{
    COUNT_AFTER, CaptureBy, Directions, EndCount, Game, Options, Outcome, Play, Repetition, Rules, Side, TooManyTurns,
    Trail,
};
use std::ops::ControlFlow::{self, Continue};
use std::time::{Duration, Instant};

/// No line is followed further than this.
const DEEPEST: u32 = 120;
/// The clock is read once in so many positions.
const CLOCK_EVERY: u64 = 512;
/// Time kept back for what comes after the last look at the clock.
const RESERVE: Duration = Duration::from_millis(2);
/// So many pieces on the board are worth as much as avoiding a draw.
const KEEPING: i32 = 6;
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

/// One search of one position.
pub(crate) struct Search<'s, G: Rules> {
    rules: &'s G,
    weights: Weights,
    table: &'s mut Table,
    limits: Limits,
    stop: &'s Stop,
    began: Instant,
    pub nodes: u64,
    /// The keys of all positions since the last capture before the root, and of the line being searched.
    keys: Vec<u64>,
    /// Turns without a capture, on both sides together, that end the game; none where the rules know no such end.
    quiet_limit: Option<usize>,
    /// How many captures in a row are followed behind the horizon, and how many are being followed.
    exchange: u32,
    exchanged: u32,
    /// What a draw is worth to each side.
    draw: [Score; 2],
    plies: Vec<Ply<G::Move>>,
    history: Box<[[i32; HISTORY]; 2]>,
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
    /// Where in the keys the positions begin that can come up again.
    since: usize,
}

impl<'s, G: Rules> Search<'s, G> {
    /// A search of a game's position. The side to move there takes a draw for a loss of `contempt` hundredths of a man.
    pub fn new(game: &'s Game<G>, table: &'s mut Table, limits: Limits, stop: &'s Stop, contempt: i32) -> Self {
        let rules = &**game.rules();
        let options = &rules.ruleset().options;
        let automatic = (options.end_count == EndCount::Automatic).then_some(COUNT_AFTER);
        let limit = options.no_capture_limit.0.map(usize::from);
        let quiet_limit = [automatic, limit].into_iter().flatten().min().map(|turns| 2 * turns);
        let mut draw = [Score(contempt); 2];
        draw[game.to_move().index()] = Score(-contempt);
        table.next_search();
        let ply = || Ply { turns: Vec::new(), line: Vec::new(), killers: [0; 2] };
        Search {
            rules,
            weights: Weights::new(options),
            table,
            limits,
            stop,
            began: Instant::now(),
            nodes: 0,
            keys: game.keys_since_capture(),
            quiet_limit,
            exchange: longest_exchange(options),
            exchanged: 0,
            draw,
            plies: (0..=DEEPEST + 1).map(|_| ply()).collect(),
            history: Box::new([[0; HISTORY]; 2]),
        }
    }

    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
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
                let child = self.child(&after, &turn, 0, 0);
                let first = number == done;
                let mover = self.rules.to_move(position);
                if !first && self.below(mover, child, depth - 1, alpha, Score(alpha.0 + 1))? <= alpha {
                    continue;
                }
                let score = self.below(mover, child, depth - 1, alpha, Score::won_in(0))?;
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

    fn child<'n>(&self, after: &'n G::Position, turn: &G::Move, ply: u32, since: usize) -> Node<'n, G::Position> {
        let since = if self.rules.takes(turn) > 0 { self.keys.len() } else { since };
        Node { position: after, key: self.rules.key(after), ply: ply + 1, since }
    }

    /// Counts a position, and looks at the clock now and then.
    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.limits.nodes.is_some_and(|most| self.nodes > most) {
            return Err(Stopped);
        }
        if self.nodes.is_multiple_of(CLOCK_EVERY) {
            let late = self.limits.time.is_some_and(|time| self.elapsed() + RESERVE >= time);
            if late || self.stop.is_stopped() {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    fn worth_of(&self, outcome: Outcome, mover: Side, ply: u32) -> Score {
        match outcome.winner {
            None => self.draw[mover.index()],
            Some(winner) if winner == mover => Score::won_in(ply),
            Some(_) => Score::lost_in(ply),
        }
    }

    /// What counting the pieces now is worth.
    fn counted(&self, position: &G::Position, ply: u32) -> Score {
        let mover = self.rules.to_move(position);
        let [own, other] = [mover, mover.other()].map(|side| self.rules.pieces(position, side));
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => Score::won_in(ply),
            std::cmp::Ordering::Less => Score::lost_in(ply),
            std::cmp::Ordering::Equal => self.draw[mover.index()],
        }
    }

    /// What history says of a position, before anything is searched below it. A position that comes up once more is
    /// taken for the third time: whoever can bring it back can do so again.
    fn ended_by_history(&self, node: Node<'_, G::Position>) -> Option<Score> {
        let options = &self.rules.ruleset().options;
        let draw = self.draw[self.rules.to_move(node.position).index()];
        if self.keys[node.since..].contains(&node.key) {
            return Some(match options.repetition {
                Repetition::Count => self.counted(node.position, node.ply),
                // A turn that may not be made is worth nothing to its side: the side to move now has won.
                Repetition::Forbidden => Score::won_in(node.ply),
                Repetition::CaptorWins => {
                    self.worth_of(options.captor_wins(), self.rules.to_move(node.position), node.ply)
                }
                Repetition::Draw | Repetition::None => draw,
            });
        }
        let quiet = self.keys.len() - node.since;
        self.quiet_limit.filter(|&limit| quiet >= limit).map(|_| match options.end_count {
            EndCount::Automatic => self.counted(node.position, node.ply),
            EndCount::Off | EndCount::ByAgreement => draw,
        })
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
        self.keys.push(node.key);
        let score = if self.rules.is_throw(node.position) {
            self.expect(node, depth)
        } else if depth == 0 {
            self.quiesce(node, alpha, beta)
        } else {
            self.deepen(node, depth, alpha, beta)
        };
        self.keys.pop();
        score
    }

    /// The mean worth of what the dice can show.
    fn expect(&mut self, node: Node<'_, G::Position>, depth: u32) -> Result<Score, Stopped> {
        self.count()?;
        let Node { position, ply, since, .. } = node;
        if ply >= DEEPEST {
            return Ok(self.estimate(position));
        }
        // Throws that allow the same are looked at once.
        let mut throws: Vec<(G::Position, i64)> = vec![];
        let told = self.rules.each_turn(position, &mut |turn, _| {
            let after = self.rules.play(position, turn);
            match throws.iter_mut().find(|(known, _)| *known == after) {
                Some((_, times)) => *times += 1,
                None => throws.push((after, 1)),
            }
            Continue(())
        });
        debug_assert!(told.is_ok(), "there are 216 throws");
        let (mut sum, mut all) = (0, 0);
        for (after, times) in &throws {
            let child = Node { position: after, key: self.rules.key(after), ply: ply + 1, since };
            let worth = self.below(self.rules.to_move(position), child, depth, Score::lost_in(0), Score::won_in(0))?;
            sum += i64::from(worth.0) * times;
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
        let Node { position, key, ply, since } = node;
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
            return Ok(self.estimate(position));
        }
        // A turn without a choice costs no depth.
        let depth_below = if turns.len() == 1 { depth } else { depth - 1 };
        let (lowest, mover) = (alpha, self.rules.to_move(position));
        let mut best: Option<(Score, u32)> = None;
        let mut result = Ok(());
        for number in 0..turns.len() {
            let turn = take_next(&mut turns, number);
            let after = self.rules.play(position, &turn);
            let child = self.child(&after, &turn, ply, since);
            let quiet = self.rules.takes(&turn) == 0;
            let found = if best.is_none() {
                self.below(mover, child, depth_below, alpha, beta)
            } else {
                self.below_later(mover, child, depth_below, number, quiet, alpha, beta)
            };
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
        let Node { position, ply, since, .. } = node;
        let mut turns = self.generate(position, ply, 0);
        if turns.is_empty() {
            self.plies[ply as usize].turns = turns;
            return Ok(self.finished(position, ply));
        }
        let captures = turns.iter().filter(|(turn, _)| self.rules.takes(turn) > 0).count();
        if self.exchanged >= self.exchange {
            self.plies[ply as usize].turns = turns;
            return Ok(self.estimate(position));
        }
        let mut best = None;
        if captures < turns.len() || ply >= DEEPEST {
            let standing = self.estimate(position);
            if standing >= beta || captures == 0 || ply >= DEEPEST {
                self.plies[ply as usize].turns = turns;
                return Ok(standing);
            }
            alpha = alpha.max(standing);
            best = Some(standing);
        }
        let mut result = Ok(());
        for number in 0..turns.len() {
            let turn = take_next(&mut turns, number);
            if self.rules.takes(&turn) == 0 {
                continue;
            }
            let after = self.rules.play(position, &turn);
            let child = self.child(&after, &turn, ply, since);
            self.exchanged += 1;
            let found = self.below(self.rules.to_move(position), child, 0, alpha, beta);
            self.exchanged -= 1;
            match found {
                Ok(score) => best = best.max(Some(score)),
                Err(stopped) => {
                    result = Err(stopped);
                    break;
                }
            }
            alpha = alpha.max(best.unwrap_or(alpha));
            if alpha >= beta {
                break;
            }
        }
        self.plies[ply as usize].turns = turns;
        result?;
        Ok(best.unwrap_or(alpha))
    }

    fn estimate(&self, position: &G::Position) -> Score {
        let mover = self.rules.to_move(position);
        let features = self.rules.features(position);
        // Who does not want a draw keeps pieces on the board.
        let pieces: u32 = features.men.iter().chain(&features.kings).sum();
        let keeping = -self.draw[mover.index()].0 * pieces as i32 / KEEPING;
        Score::estimate(self.weights.evaluate(&features, mover).0 + keeping)
    }

    /// The worth of a position without turns.
    fn finished(&self, position: &G::Position, ply: u32) -> Score {
        let outcome = self.rules.outcome(position);
        // Too many turns to look at are no end: such a position is judged as it stands.
        outcome.map_or_else(
            || self.estimate(position),
            |outcome| self.worth_of(outcome, self.rules.to_move(position), ply),
        )
    }

    /// The turns of a position, each with how early it should be tried.
    fn generate(&mut self, position: &G::Position, ply: u32, best: u32) -> Vec<(G::Move, i32)> {
        let mut turns = std::mem::take(&mut self.plies[ply as usize].turns);
        turns.clear();
        let (rules, history) = (self.rules, &self.history[self.rules.to_move(position).index()]);
        let killers = self.plies[ply as usize].killers;
        let collected = rules.turns(position, &mut |turn: &G::Move, _: &Trail<'_>| -> ControlFlow<()> {
            let signature = rules.signature(turn);
            let order = if signature == best {
                i32::MAX
            } else {
                match rules.takes(turn) {
                    0 if signature == killers[0] => 1 << 28,
                    0 if signature == killers[1] => (1 << 28) - 1,
                    0 => history[signature as usize % HISTORY],
                    taken => (1 << 29) + taken as i32,
                }
            };
            turns.push((*turn, order));
            Continue(())
        });
        if let Err(TooManyTurns) = collected {
            turns.clear();
        }
        turns
    }

    fn remember_cut(&mut self, mover: Side, ply: u32, signature: u32, depth: u32) {
        let killers = &mut self.plies[ply as usize].killers;
        if killers[0] != signature {
            *killers = [signature, killers[0]];
        }
        let credit = &mut self.history[mover.index()][signature as usize % HISTORY];
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
