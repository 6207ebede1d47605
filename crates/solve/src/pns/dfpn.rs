//! Depth-first proof-number search for the value of positions of any game, down to tables of material. See Nagai,
//! *Df-pn algorithm for searching AND/OR trees and its applications*, 2002.
//!
//! Each side is the attacker once: does it win? The proof number estimates how many positions must still be shown to be
//! won for that, the disproof number how many must be shown not to be. Where several replies have to be shown, it is
//! the number of the hardest and one for each other (Ueda and others, *Weak proof-number search*, 2008), because many
//! replies lead to the same positions.
//!
//! Wins rest on wins that were proved before. A disproof may rest on a repetition, which the search assumes for
//! positions on its path and then forgets. So at the end all disproofs are checked, and those that rest on nothing are
//! searched again.

use crate::game::{EndDetector, for_each_turn};
use crate::probe::MaterialTables;
use crate::store::TableError;
use quirkat_rules::{Anatomy, AnyRules, GameSymmetry, Rules, RulesVisitor, Setup, SetupError, Side, TooManyTurns, Wdl};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io;
use std::ops::ControlFlow::Continue;
use std::sync::Arc;
use std::thread;
use thiserror::Error;

/// Number of positions between two reports of progress.
const SHARE: u64 = 1 << 14;
/// Maximum length of a line, in plies. Lines without captures are long.
const MAX_LINE: usize = 1 << 17;
/// Stack size, 8 KiB per ply. Only used pages take memory.
const STACK: usize = MAX_LINE << 13;

/// Depth-first proof-number search (df-pn) for the value of a position, down to tables or to the ends of games.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "it asks whether to stop")]
pub struct Dfpn<'a> {
    /// Rules of the game, by which moves are generated.
    pub rules: &'a AnyRules,
    /// Tables at which the search ends.
    pub tables: &'a MaterialTables,
    /// Bytes of memory that may be used.
    pub memory: u64,
    /// Returns whether to stop; called at each position.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Callback for the number of visited positions.
    pub on_progress: &'a (dyn Fn(u64) + Sync),
}

/// Reason why values were not found.
#[derive(Debug, Error)]
pub enum DfpnError {
    /// Endless play is not drawn by these rules.
    #[error("endless play is won by these rules; allowed: rules by which it is drawn")]
    EndlessPlay,
    /// The search was stopped after this number of positions.
    #[error("stopped after {0} positions")]
    Stopped(u64),
    /// The memory was used up after this number of positions.
    #[error("the search needs more memory than allowed, after {0} positions; larger tables reduce the need")]
    Memory(u64),
    /// A line exceeds the maximum length.
    #[error("a line of {MAX_LINE} plies has no end; larger tables may end it")]
    Line,
    /// The operating system cannot start a thread.
    #[error("cannot start a thread")]
    Thread(#[source] io::Error),
    /// A position has too many moves.
    #[error(transparent)]
    TooManyMoves(#[from] TooManyTurns),
    /// A setup is no position of these rules.
    #[error(transparent)]
    Position(#[from] SetupError),
    /// A table file is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Dfpn<'_> {
    /// Returns the result of each position for its side to move, and the number of visited positions.
    ///
    /// # Errors
    /// When a result cannot be found.
    pub fn solve(&self, positions: &[Setup]) -> Result<(Vec<Wdl>, u64), DfpnError> {
        if !self.tables.law().endless_is_drawn() {
            return Err(DfpnError::EndlessPlay);
        }
        thread::scope(|scope| {
            let search = || self.rules.visit(SolveVisitor { dfpn: self, positions });
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search);
            thread.map_err(DfpnError::Thread)?.join().expect("the search does not panic")
        })
    }
}

struct SolveVisitor<'a> {
    dfpn: &'a Dfpn<'a>,
    positions: &'a [Setup],
}

impl RulesVisitor for SolveVisitor<'_> {
    type Output = Result<(Vec<Wdl>, u64), DfpnError>;

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Self::Output {
        let mut searches = Side::BOTH.map(|attacker| Search::new(&**rules, self.dfpn, attacker));
        let wdl = |setup: &Setup| {
            let position = rules.position(setup)?;
            let to_move = rules.to_move(&position);
            let [own, others] = if to_move == Side::First { [0, 1] } else { [1, 0] };
            Ok(if searches[own].attacker_wins(&position)? {
                Wdl::Win
            } else if !searches[own].met_draw || searches[others].attacker_wins(&position)? {
                Wdl::Loss
            } else {
                Wdl::Draw
            })
        };
        let values = self.positions.iter().map(wdl).collect::<Result<_, DfpnError>>()?;
        Ok((values, searches.iter().map(|search| search.visited).sum()))
    }
}

/// Proof number and disproof number of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const NEVER: u32 = u32::MAX;

impl Numbers {
    const PROVED: Numbers = Numbers { proof: 0, disproof: NEVER };
    const DISPROVED: Numbers = Numbers { proof: NEVER, disproof: 0 };
    const NO_LIMIT: Numbers = Numbers { proof: NEVER, disproof: NEVER };

    fn of(is_won: bool) -> Numbers {
        if is_won { Numbers::PROVED } else { Numbers::DISPROVED }
    }

    /// Returns the numbers from the view of the side to move: the number of which the least counts, then that of which
    /// all count.
    fn in_view(self, attacks: bool) -> [u32; 2] {
        if attacks { [self.proof, self.disproof] } else { [self.disproof, self.proof] }
    }

    fn to_proof([wanted, feared]: [u32; 2], attacks: bool) -> Numbers {
        let [proof, disproof] = if attacks { [wanted, feared] } else { [feared, wanted] };
        Numbers { proof, disproof }
    }
}

/// Successors of a position.
enum Successors<P> {
    /// Numbers that follow from finished games and tables alone.
    Settled(Numbers),
    /// Successors whose values are unknown. The other successors do not affect the result.
    Open(Vec<P>),
}

/// Search for wins of one side.
struct Search<'a, G: Rules> {
    rules: &'a G,
    dfpn: &'a Dfpn<'a>,
    attacker: Side,
    symmetries: Vec<GameSymmetry>,
    /// Numbers by position; of symmetric positions the one with the smallest key.
    known: FxHashMap<G::Position, Numbers>,
    max_known: usize,
    /// Positions on the path.
    path: FxHashSet<G::Position>,
    anatomy: Anatomy,
    judge: EndDetector,
    /// Whether a draw or a repetition was met; otherwise the other side wins what the attacker does not.
    met_draw: bool,
    visited: u64,
}

impl<'a, G: Rules> Search<'a, G> {
    fn new(rules: &'a G, dfpn: &'a Dfpn<'a>, attacker: Side) -> Search<'a, G> {
        let mut symmetries = rules.symmetries();
        symmetries.retain(|symmetry| !symmetry.swaps);
        // There are two searches, and a growing map holds its old table meanwhile.
        let max_known = dfpn.memory as usize / (2 * 3 * (size_of::<(G::Position, Numbers)>() + 1));
        Search {
            rules,
            dfpn,
            attacker,
            symmetries,
            known: FxHashMap::default(),
            max_known,
            path: FxHashSet::default(),
            anatomy: Anatomy::of(rules, &rules.start()),
            judge: EndDetector::new(rules),
            met_draw: false,
            visited: 0,
        }
    }

    fn attacker_wins(&mut self, position: &G::Position) -> Result<bool, DfpnError> {
        if let Some(is_won) = self.end(position)? {
            return Ok(is_won);
        }
        let position = self.representative(position);
        Ok(self.search(position, Numbers::NO_LIMIT)? == Numbers::PROVED || !self.holds(position)?)
    }

    /// Searches a position until one of its numbers reaches a limit.
    fn search(&mut self, position: G::Position, limit: Numbers) -> Result<Numbers, DfpnError> {
        self.visited += 1;
        if self.visited.is_multiple_of(SHARE) {
            (self.dfpn.on_progress)(self.visited);
        }
        self.must_go_on(self.known.len())?;
        if self.path.len() >= MAX_LINE {
            return Err(DfpnError::Line);
        }
        let numbers = match self.after(&position)? {
            Successors::Settled(numbers) => numbers,
            Successors::Open(after) => {
                self.path.insert(position);
                let numbers = self.compare(&position, after, limit)?;
                self.path.remove(&position);
                numbers
            }
        };
        self.known.insert(position, numbers);
        Ok(numbers)
    }

    /// Fails when stopped or out of memory.
    fn must_go_on(&self, entries: usize) -> Result<(), DfpnError> {
        if (self.dfpn.stop)() {
            return Err(DfpnError::Stopped(self.visited));
        }
        if entries >= self.max_known { Err(DfpnError::Memory(self.visited)) } else { Ok(()) }
    }

    /// Searches successors, the most promising first.
    fn compare(
        &mut self,
        position: &G::Position,
        after: Vec<G::Position>,
        limit: Numbers,
    ) -> Result<Numbers, DfpnError> {
        let attacks = self.attacks(position);
        let [most_wanted, most_feared] = limit.in_view(attacks);
        let known = after.into_iter().map(|next| {
            let numbers = self.numbers(&next).map_or_else(|| self.guess(&next), Ok)?;
            Ok((next, numbers.in_view(attacks)))
        });
        let mut after = known.collect::<Result<Vec<_>, DfpnError>>()?;
        loop {
            let ([mut least, mut second], mut first) = ([NEVER; 2], None);
            let (mut hardest, mut others) = (0, 0);
            for (at, &(_, [wanted, feared])) in after.iter().enumerate() {
                if wanted < least {
                    ([least, second], first) = ([wanted, least], Some(at));
                } else {
                    second = second.min(wanted);
                }
                if feared > 0 {
                    others += u32::from(hardest > 0);
                    hardest = hardest.max(feared);
                }
            }
            let feared = if least == 0 { NEVER } else { hardest.saturating_add(others) };
            match first {
                Some(first) if least < most_wanted && feared < most_feared => {
                    // A margin over the second best successor avoids switching between the two.
                    let wanted = most_wanted.min((second / 4).saturating_add(second).saturating_add(1));
                    let feared = if most_feared == NEVER { NEVER } else { most_feared - others };
                    let (next, numbers) = &mut after[first];
                    *numbers = self.search(*next, Numbers::to_proof([wanted, feared], attacks))?.in_view(attacks);
                }
                _ => return Ok(Numbers::to_proof([least, feared], attacks)),
            }
        }
    }

    fn attacks(&self, position: &G::Position) -> bool {
        self.rules.to_move(position) == self.attacker
    }

    /// Returns the numbers of a position where they are known. A repetition is no win.
    fn numbers(&mut self, position: &G::Position) -> Option<Numbers> {
        if self.path.contains(position) {
            self.met_draw = true;
            return Some(Numbers::DISPROVED);
        }
        self.known.get(position).copied()
    }

    /// Estimates the numbers of a new position from the numbers of pieces and of moves.
    fn guess(&self, position: &G::Position) -> Result<Numbers, DfpnError> {
        let to_move = self.rules.to_move(position);
        let [own, others] = [to_move, to_move.other()].map(|side| self.rules.pieces(position, side));
        let far = |own: u32, others: u32| (4 + others).saturating_sub(own).max(1);
        let turns = self.rules.count_moves(position, 1)?.max(1) as u32;
        Ok(Numbers::to_proof([far(own, others), turns.saturating_mul(far(others, own))], self.attacks(position)))
    }

    /// Returns the successors of a position.
    fn after(&mut self, position: &G::Position) -> Result<Successors<G::Position>, DfpnError> {
        let (rules, attacks) = (self.rules, self.attacks(position));
        let mut all = vec![];
        for_each_turn(rules, position, &mut |turn| {
            all.push(rules.play(position, turn));
            Continue(())
        })?;
        let mut open = vec![];
        for next in &all {
            match self.end(next)? {
                None => {
                    let next = self.representative(next);
                    if !open.contains(&next) {
                        open.push(next);
                    }
                }
                Some(is_won) if is_won == attacks => return Ok(Successors::Settled(Numbers::of(is_won))),
                Some(_) => {}
            }
        }
        Ok(if open.is_empty() { Successors::Settled(Numbers::of(!attacks)) } else { Successors::Open(open) })
    }

    /// Returns whether the attacker wins a finished game or a position in the tables.
    fn end(&mut self, position: &G::Position) -> Result<Option<bool>, DfpnError> {
        if let Some(outcome) = self.judge.ended(self.rules, position) {
            self.met_draw |= outcome.winner.is_none();
            return Ok(Some(outcome.winner == Some(self.attacker)));
        }
        if self.dfpn.tables.is_empty() {
            return Ok(None);
        }
        self.anatomy.read(self.rules, position);
        let attacks = self.attacks(position);
        let Some(verdict) = self.dfpn.tables.probe(&mut self.anatomy)? else { return Ok(None) };
        self.met_draw |= verdict.wdl == Wdl::Draw;
        Ok(Some(verdict.wdl == if attacks { Wdl::Win } else { Wdl::Loss }))
    }

    /// Returns the representative of symmetric positions.
    fn representative(&self, position: &G::Position) -> G::Position {
        let images = self.symmetries.iter().map(|symmetry| self.rules.image(position, symmetry));
        images.min_by_key(|image| self.rules.key(image)).expect("the identity is a symmetry")
    }

    /// Verifies the disproof of a position: whatever the attacker plays, some answer leads to another disproved
    /// position. A disproof that rests on nothing is searched again; one that fails is no answer.
    fn holds(&mut self, start: G::Position) -> Result<bool, DfpnError> {
        let mut resting_on = FxHashMap::from_iter([(start, vec![])]);
        let mut open = vec![start];
        while let Some(position) = open.pop() {
            self.must_go_on(self.known.len() + resting_on.len())?;
            let mut answers = self.answers(&position)?;
            if answers.is_none() {
                self.known.remove(&position);
                if self.search(position, Numbers::NO_LIMIT)? == Numbers::PROVED {
                    if position == start {
                        return Ok(false);
                    }
                    open.extend(resting_on.remove(&position).unwrap_or_default());
                    continue;
                }
                answers = self.answers(&position)?;
            }
            for answer in answers.expect("the search has just settled the position") {
                let resting = resting_on.entry(answer).or_insert_with(|| {
                    open.push(answer);
                    vec![]
                });
                resting.push(position);
            }
        }
        Ok(true)
    }

    /// Returns the positions on which a disproof rests: all attacking moves, or one answer of the defender; `None`
    /// where one of them is not disproved.
    fn answers(&mut self, position: &G::Position) -> Result<Option<Vec<G::Position>>, DfpnError> {
        let mut after = match self.after(position)? {
            Successors::Settled(numbers) => return Ok((numbers == Numbers::DISPROVED).then(Vec::new)),
            Successors::Open(after) => after,
        };
        let all = after.len();
        after.retain(|next| self.numbers(next) == Some(Numbers::DISPROVED));
        if self.attacks(position) {
            return Ok((after.len() == all).then_some(after));
        }
        after.truncate(1);
        Ok((!after.is_empty()).then_some(after))
    }
}
