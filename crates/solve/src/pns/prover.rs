//! Search for the value of a position of men, down to tables, with a proof as its result.
//!
//! The search deepens iteratively and keeps bounds on the value of every position that it meets. Only bounds that
//! follow from tables and moves are kept, never bounds that follow from a repetition. So each fact rests on earlier
//! facts, and their answers make a proof without cycles.

use super::proof::{CanonicalPosition, Proof, canonical};
use crate::game::{MenMoves, MenPosition, PointSet};
use crate::probe::MenTables;
use crate::store::TableError;
use quirkat_rules::Wdl;
use rustc_hash::FxHashMap;
use std::collections::{HashMap, HashSet};

/// Value for the side to move: -1, 0 or 1.
type Value = i8;

fn value(wdl: Wdl) -> Value {
    match wdl {
        Wdl::Win => 1,
        Wdl::Draw => 0,
        Wdl::Loss => -1,
    }
}

fn wdl(value: Value) -> Wdl {
    match value {
        1 => Wdl::Win,
        0 => Wdl::Draw,
        _ => Wdl::Loss,
    }
}

/// Bounds on the value of a position for its side to move.
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

    /// Returns the value, where the bounds are equal.
    pub fn wdl(self) -> Option<Wdl> {
        (self.at_least == self.at_most).then(|| wdl(self.at_least))
    }

    /// Returns the bounds one ply earlier, from the view of the other side.
    fn before(self) -> ValueBounds {
        ValueBounds { at_least: -self.at_most, at_most: -self.at_least }
    }
}

/// Known facts of a position.
#[derive(Clone, Copy, Debug)]
struct Fact {
    known: ValueBounds,
    /// Depth to which the position was searched.
    depth: u8,
    /// Whether a table covers it, or the game is over.
    is_end: bool,
    /// Men after the moves that secure a draw, and a win.
    answers: [[PointSet; 2]; 2],
}

impl Fact {
    /// Raises the lower bound by a move. The first move that reaches a goal is kept: later facts may rest on this one.
    fn has_at_least(&mut self, least: Value, after: [PointSet; 2]) {
        for (answer, goal) in self.answers.iter_mut().zip([0, 1]) {
            if least >= goal && self.known.at_least < goal {
                *answer = after;
            }
        }
        self.known.at_least = self.known.at_least.max(least);
    }
}

/// Search for values and proofs of positions.
#[expect(missing_debug_implementations, reason = "it asks whether to stop")]
pub struct Prover<'t> {
    tables: &'t MenTables,
    table_men: usize,
    moves: MenMoves<'t>,
    facts: FxHashMap<CanonicalPosition, Fact>,
    most_facts: usize,
    stop: &'t dyn Fn() -> bool,
}

/// Reason why a search ended early.
enum Interruption {
    /// The search was stopped or is out of memory.
    Stopped,
    Table(TableError),
}

impl From<TableError> for Interruption {
    fn from(error: TableError) -> Interruption {
        Interruption::Table(error)
    }
}

impl<'t> Prover<'t> {
    /// Returns a prover whose lines end at tables for `table_men` first-side men. It uses at most `bytes` bytes and
    /// calls `stop` repeatedly.
    pub fn new(tables: &'t MenTables, table_men: usize, bytes: u64, stop: &'t dyn Fn() -> bool) -> Prover<'t> {
        // A hash table is half empty after it has grown.
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

    /// Returns the number of known positions.
    pub fn positions(&self) -> usize {
        self.facts.len()
    }

    /// Searches the value of a position to a depth; `on_progress` is called with each depth. The bounds stay open where
    /// the depth, the memory or `stop` ends the search.
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
            if known.wdl().is_some() {
                break;
            }
        }
        Ok(known)
    }

    /// Searches bounds within a window: values outside of it need not be exact.
    fn search(
        &mut self,
        position: CanonicalPosition,
        depth: u8,
        window: ValueBounds,
    ) -> Result<ValueBounds, Interruption> {
        let Fact { known, depth: looked, is_end, .. } = self.fact(position)?;
        let is_enough = known.at_least >= window.at_most || known.at_most <= window.at_least;
        if is_end || looked >= depth || known.wdl().is_some() || is_enough {
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
        // Compulsory captures cost no depth.
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

    /// Changes the facts of a position, which may have been met again meanwhile.
    fn learn(&mut self, position: CanonicalPosition, learn: impl FnOnce(&mut Fact)) -> ValueBounds {
        let fact = self.facts.get_mut(&position).expect("the position has a fact");
        learn(fact);
        fact.known
    }

    /// Returns the facts of a position; a new one is looked up in the tables.
    fn fact(&mut self, position: CanonicalPosition) -> Result<Fact, TableError> {
        if let Some(&fact) = self.facts.get(&position) {
            return Ok(fact);
        }
        let wdl = self.tables.wdl_up_to(position, self.table_men)?;
        let known = wdl.map_or(ValueBounds::NOTHING, |wdl| ValueBounds::exactly(value(wdl)));
        let fact = Fact { known, depth: 0, is_end: wdl.is_some(), answers: [[0; 2]; 2] };
        self.facts.insert(position, fact);
        Ok(fact)
    }

    /// Returns the proof of a value that was found.
    pub fn proof(&self, start: MenPosition, wdl: Wdl) -> Proof {
        let law = self.tables.law();
        let claims = Proof::claims(start, wdl);
        let mut answers = HashMap::new();
        for claim in &claims {
            let goal = value(claim.wdl) as usize;
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
