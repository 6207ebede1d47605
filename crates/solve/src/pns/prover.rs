//! The search for what a position is worth, down to positions that tables hold.
//!
//! Depth first, deeper each time, with what is known of every position that was met: what it is worth at least and at most.
//! Only what follows from tables and turns is kept, never what follows from play that comes back to where it was; so every fact
//! rests on facts that were there before it, and the answers that they rest on make a proof without circles.

use super::proof::{CanonicalPosition, Proof, canonical};
use crate::game::{MenMoves, MenPosition, PointSet};
use crate::probe::MenTables;
use crate::store::TableError;
use quirkat_rules::Wdl;
use rustc_hash::FxHashMap;
use std::collections::{HashMap, HashSet};

/// What a position is worth to its side to move: -1, 0 or 1.
type Value = i8;

fn value(worth: Wdl) -> Value {
    match worth {
        Wdl::Win => 1,
        Wdl::Draw => 0,
        Wdl::Loss => -1,
    }
}

fn worth(value: Value) -> Wdl {
    match value {
        1 => Wdl::Win,
        0 => Wdl::Draw,
        _ => Wdl::Loss,
    }
}

/// What is known of the worth of a position to its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueBounds {
    at_least: Value,
    at_most: Value,
}

impl ValueBounds {
    const NOTHING: ValueBounds = ValueBounds { at_least: -1, at_most: 1 };

    fn exactly(value: Value) -> ValueBounds {
        ValueBounds { at_least: value, at_most: value }
    }

    /// What it is worth, where that is known.
    pub fn worth(self) -> Option<Wdl> {
        (self.at_least == self.at_most).then(|| worth(self.at_least))
    }

    /// What is known one ply earlier, if the other side chooses to come here.
    fn before(self) -> ValueBounds {
        ValueBounds { at_least: -self.at_most, at_most: -self.at_least }
    }
}

/// What is known of a position that was met.
#[derive(Clone, Copy, Debug)]
struct Fact {
    known: ValueBounds,
    /// So deep it was looked at.
    depth: u8,
    /// Whether a table holds it, or the game ends there.
    is_end: bool,
    /// The turns by which the side to move has a draw at least, and a win: the men after them.
    answers: [[PointSet; 2]; 2],
}

impl Fact {
    /// A turn has at least so much; the first by which a goal is reached is kept, for what comes later may rest on this fact.
    fn has_at_least(&mut self, least: Value, after: [PointSet; 2]) {
        for (answer, goal) in self.answers.iter_mut().zip([0, 1]) {
            if least >= goal && self.known.at_least < goal {
                *answer = after;
            }
        }
        self.known.at_least = self.known.at_least.max(least);
    }
}

/// Looks for what positions are worth.
#[expect(missing_debug_implementations, reason = "it asks whether to stop")]
pub struct Prover<'t> {
    tables: &'t MenTables,
    table_men: usize,
    moves: MenMoves<'t>,
    facts: FxHashMap<CanonicalPosition, Fact>,
    most_facts: usize,
    stop: &'t dyn Fn() -> bool,
}

/// Why a search ends early.
enum Interruption {
    /// It was told to, or knows as many positions as it may.
    Stopped,
    Table(TableError),
}

impl From<TableError> for Interruption {
    fn from(error: TableError) -> Interruption {
        Interruption::Table(error)
    }
}

impl<'t> Prover<'t> {
    /// A prover that goes down to the positions that tables for so many men of the first side hold, and keeps so many bytes at
    /// most. It asks again and again whether to stop.
    pub fn new(tables: &'t MenTables, table_men: usize, bytes: u64, stop: &'t dyn Fn() -> bool) -> Prover<'t> {
        // A hash table is half empty when it has just grown.
        let most_facts = bytes / (2 * size_of::<(CanonicalPosition, Fact)>() as u64);
        Prover {
            tables,
            table_men,
            moves: MenMoves::new(tables.law()),
            facts: FxHashMap::default(),
            most_facts: most_facts as usize,
            stop,
        }
    }

    /// How many positions are known.
    pub fn positions(&self) -> usize {
        self.facts.len()
    }

    /// Looks for what a position is worth; `on_progress` is called with each depth that it begins to look at. What is not known when
    /// it has looked so deep, was told to stop or has no memory left, is not known.
    ///
    /// # Errors
    /// When a table is damaged.
    pub fn prove(
        &mut self,
        position: MenPosition,
        depth: u8,
        on_progress: &mut dyn FnMut(u8),
    ) -> Result<ValueBounds, TableError> {
        let mut known = ValueBounds::NOTHING;
        for depth in 1..=depth {
            on_progress(depth);
            match self.search(canonical(self.tables.law(), position), depth, ValueBounds::NOTHING) {
                Ok(found) => known = found,
                Err(Interruption::Stopped) => break,
                Err(Interruption::Table(error)) => return Err(error),
            }
            if known.worth().is_some() {
                break;
            }
        }
        Ok(known)
    }

    /// Looks for what a position is worth, as far as that matters to sides that have something else: what is not above the least
    /// of `window`, and what is not below its most, is all the same to them.
    fn search(
        &mut self,
        position: CanonicalPosition,
        depth: u8,
        window: ValueBounds,
    ) -> Result<ValueBounds, Interruption> {
        let Fact { known, depth: looked, is_end, .. } = self.fact(position)?;
        let is_enough = known.at_least >= window.at_most || known.at_most <= window.at_least;
        if is_end || looked >= depth || known.worth().is_some() || is_enough {
            return Ok(known);
        }
        if self.facts.len() >= self.most_facts || (self.stop)() {
            return Err(Interruption::Stopped);
        }
        let law = self.tables.law();
        let (turns, captures) = self.moves.turns(position);
        if turns.is_empty() {
            let value = if law.blocked_loses { -1 } else { 0 };
            return Ok(self.learn(position, |fact| {
                (fact.known, fact.is_end) = (ValueBounds::exactly(value), true);
            }));
        }
        let mut ordered = vec![];
        for after in turns {
            let known = self.fact(canonical(law, after))?.known.before();
            let others = after.men[position.to_move.other().index()].count_ones();
            ordered.push(((-known.at_least, -known.at_most, others), known, after));
        }
        ordered.sort_by_key(|(order, ..)| *order);
        // Captures that must be made cost no depth.
        let left = if captures && law.must_capture { depth } else { depth - 1 };
        let [mut at_least, mut at_most] = [known.at_least, -1];
        for (_, mut turn, after) in ordered {
            if left > 0 {
                let window = ValueBounds { at_least: at_least.max(window.at_least), ..window };
                turn = self.search(canonical(law, after), left, window.before())?.before();
            }
            self.learn(position, |fact| fact.has_at_least(turn.at_least, after.men));
            [at_least, at_most] = [at_least.max(turn.at_least), at_most.max(turn.at_most)];
            if at_least >= window.at_most {
                return Ok(self.learn(position, |_| {}));
            }
        }
        Ok(self.learn(position, |fact| {
            fact.known.at_most = fact.known.at_most.min(at_most);
            fact.depth = fact.depth.max(depth);
        }))
    }

    /// Adds to what is known of a position that has been met, which may have been met again meanwhile.
    fn learn(&mut self, position: CanonicalPosition, learn: impl FnOnce(&mut Fact)) -> ValueBounds {
        let fact = self.facts.get_mut(&position).expect("it has been met");
        learn(fact);
        fact.known
    }

    /// What is known of a position; when it is met first it is looked up in the tables.
    fn fact(&mut self, position: CanonicalPosition) -> Result<Fact, TableError> {
        if let Some(&fact) = self.facts.get(&position) {
            return Ok(fact);
        }
        let worth = self.tables.wdl_up_to(position, self.table_men)?;
        let known = worth.map_or(ValueBounds::NOTHING, |worth| ValueBounds::exactly(value(worth)));
        let fact = Fact { known, depth: 0, is_end: worth.is_some(), answers: [[0; 2]; 2] };
        self.facts.insert(position, fact);
        Ok(fact)
    }

    /// The proof of what a position is worth, once that has been found.
    pub fn proof(&self, start: MenPosition, worth: Wdl) -> Proof {
        let law = self.tables.law();
        let claims = Proof::claims(start, worth);
        let mut answers = HashMap::new();
        for claim in &claims {
            let goal = value(claim.worth) as usize;
            let mut open = vec![(canonical(law, start), start.to_move == claim.side)];
            let mut met = HashSet::new();
            while let Some((position, answers_here)) = open.pop() {
                let fact = &self.facts[&position];
                if fact.is_end || !met.insert((position, answers_here)) {
                    continue;
                }
                let after = |men: [PointSet; 2]| canonical(law, MenPosition { men, to_move: position.to_move.other() });
                if answers_here {
                    answers.insert(position, fact.answers[goal]);
                    open.push((after(fact.answers[goal]), false));
                } else {
                    open.extend(self.moves.turns(position).0.into_iter().map(|turn| (after(turn.men), true)));
                }
            }
        }
        Proof { start, claims, table_men: self.table_men, answers }
    }
}
