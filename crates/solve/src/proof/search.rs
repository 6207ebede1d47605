//! The search for what a position is worth, down to positions that tables hold.
//!
//! Depth first, deeper each time, with what is known of every position that was met: what it is worth at least and at most.
//! Only what follows from tables and turns is kept, never what follows from play that comes back to where it was; so every fact
//! rests on facts that were there before it, and the answers that they rest on make a proof without circles.

use super::{Canonical, Proof, canonical};
use crate::file::TableError;
use crate::law::Set;
use crate::moves::Moves;
use crate::tables::{Placement, Tables};
use crate::whole::Worth;
use rustc_hash::FxHashMap;
use std::collections::{HashMap, HashSet};

/// What a position is worth to its side to move: -1, 0 or 1.
type Value = i8;

fn value(worth: Worth) -> Value {
    match worth {
        Worth::Won => 1,
        Worth::Drawn => 0,
        Worth::Lost => -1,
    }
}

fn worth(value: Value) -> Worth {
    match value {
        1 => Worth::Won,
        0 => Worth::Drawn,
        _ => Worth::Lost,
    }
}

/// What is known of the worth of a position to its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    at_least: Value,
    at_most: Value,
}

impl Known {
    const NOTHING: Known = Known { at_least: -1, at_most: 1 };

    fn exactly(value: Value) -> Known {
        Known { at_least: value, at_most: value }
    }

    /// What it is worth, where that is known.
    pub fn worth(self) -> Option<Worth> {
        (self.at_least == self.at_most).then(|| worth(self.at_least))
    }

    /// What is known one ply earlier, if the other side chooses to come here.
    fn before(self) -> Known {
        Known { at_least: -self.at_most, at_most: -self.at_least }
    }
}

/// What is known of a position that was met.
#[derive(Clone, Copy, Debug)]
struct Fact {
    known: Known,
    /// So deep it was looked at.
    depth: u8,
    /// Whether a table holds it, or the game ends there.
    is_end: bool,
    /// The turns by which the side to move has a draw at least, and a win: the men after them.
    answers: [[Set; 2]; 2],
}

impl Fact {
    /// A turn has at least so much; the first by which a goal is reached is kept, for what comes later may rest on this fact.
    fn has_at_least(&mut self, least: Value, after: [Set; 2]) {
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
    tables: &'t Tables,
    down: usize,
    moves: Moves<'t>,
    facts: FxHashMap<Canonical, Fact>,
    most_facts: usize,
    stop: &'t dyn Fn() -> bool,
}

/// Why a search ends early.
enum Ends {
    /// It was told to, or knows as many positions as it may.
    Stopped,
    Table(TableError),
}

impl From<TableError> for Ends {
    fn from(error: TableError) -> Ends {
        Ends::Table(error)
    }
}

impl<'t> Prover<'t> {
    /// A prover that goes down to the positions that tables for so many men of the first side hold, and keeps so many bytes at
    /// most. It asks again and again whether to stop.
    pub fn new(tables: &'t Tables, down: usize, bytes: u64, stop: &'t dyn Fn() -> bool) -> Prover<'t> {
        // A hash table is half empty when it has just grown.
        let most_facts = bytes / (2 * size_of::<(Canonical, Fact)>() as u64);
        Prover {
            tables,
            down,
            moves: Moves::new(tables.law()),
            facts: FxHashMap::default(),
            most_facts: most_facts as usize,
            stop,
        }
    }

    /// How many positions are known.
    pub fn positions(&self) -> usize {
        self.facts.len()
    }

    /// Looks for what a position is worth; `tell` is called with each depth that it begins to look at. What is not known when
    /// it has looked so deep, was told to stop or has no memory left, is not known.
    ///
    /// # Errors
    /// When a table is damaged.
    pub fn prove(&mut self, position: Placement, depth: u8, tell: &mut dyn FnMut(u8)) -> Result<Known, TableError> {
        let mut known = Known::NOTHING;
        for depth in 1..=depth {
            tell(depth);
            match self.search(canonical(self.tables.law(), position), depth, Known::NOTHING) {
                Ok(found) => known = found,
                Err(Ends::Stopped) => break,
                Err(Ends::Table(error)) => return Err(error),
            }
            if known.worth().is_some() {
                break;
            }
        }
        Ok(known)
    }

    /// Looks for what a position is worth, as far as that matters to sides that have something else: what is not above the least
    /// of `window`, and what is not below its most, is all the same to them.
    fn search(&mut self, position: Canonical, depth: u8, window: Known) -> Result<Known, Ends> {
        let Fact { known, depth: looked, is_end, .. } = self.fact(position)?;
        let is_enough = known.at_least >= window.at_most || known.at_most <= window.at_least;
        if is_end || looked >= depth || known.worth().is_some() || is_enough {
            return Ok(known);
        }
        if self.facts.len() >= self.most_facts || (self.stop)() {
            return Err(Ends::Stopped);
        }
        let law = self.tables.law();
        let (turns, captures) = self.moves.turns(position);
        if turns.is_empty() {
            let value = if law.blocked_loses { -1 } else { 0 };
            return Ok(self.learn(position, |fact| {
                (fact.known, fact.is_end) = (Known::exactly(value), true);
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
                let window = Known { at_least: at_least.max(window.at_least), ..window };
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
    fn learn(&mut self, position: Canonical, learn: impl FnOnce(&mut Fact)) -> Known {
        let fact = self.facts.get_mut(&position).expect("it has been met");
        learn(fact);
        fact.known
    }

    /// What is known of a position; when it is met first it is looked up in the tables.
    fn fact(&mut self, position: Canonical) -> Result<Fact, TableError> {
        if let Some(&fact) = self.facts.get(&position) {
            return Ok(fact);
        }
        let worth = self.tables.worth_of_few(position, self.down)?;
        let known = worth.map_or(Known::NOTHING, |worth| Known::exactly(value(worth)));
        let fact = Fact { known, depth: 0, is_end: worth.is_some(), answers: [[0; 2]; 2] };
        self.facts.insert(position, fact);
        Ok(fact)
    }

    /// The proof of what a position is worth, once that has been found.
    pub fn proof(&self, start: Placement, worth: Worth) -> Proof {
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
                let after = |men: [Set; 2]| canonical(law, Placement { men, to_move: position.to_move.other() });
                if answers_here {
                    answers.insert(position, fact.answers[goal]);
                    open.push((after(fact.answers[goal]), false));
                } else {
                    open.extend(self.moves.turns(position).0.into_iter().map(|turn| (after(turn.men), true)));
                }
            }
        }
        Proof { start, claims, down: self.down, answers }
    }
}
