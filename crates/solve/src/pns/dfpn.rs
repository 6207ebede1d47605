//! What positions of any game are worth, found by proof numbers (Nagai, *Df-pn algorithm for searching AND/OR trees and its
//! applications*, 2002) down to positions that endings hold.
//!
//! Of each side it is asked whether it wins. A proof number is a guess at how many positions must still be shown to be won for that,
//! a disproof number at how many not to be; where several replies have to be shown it is that of the hardest and one for each of the
//! others (Ueda and others, *Weak proof-number search*, 2008), for many of them lead to the same positions. A win rests on wins that
//! were there before it. That a side does not win may rest on play that comes back to where it was, which the search presumes
//! of positions on its way and then forgets; so at the end all such answers are looked through, and what rests on nothing is
//! looked for once more.

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

/// Between so many positions the work is told of and may be stopped.
const SHARE: u64 = 1 << 14;
/// The longest line that is followed, in plies: where nothing is taken lines can be long.
const MAX_LINE: usize = 1 << 17;
/// The stack for that, eight kibibytes a ply; only what is used takes memory.
const STACK: usize = MAX_LINE << 13;

/// A search by proof numbers.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "it asks whether to stop")]
pub struct Dfpn<'a> {
    /// The rules.
    pub rules: &'a AnyRules,
    /// Endings of the game.
    pub tables: &'a MaterialTables,
    /// The bytes of memory that may be used.
    pub memory: u64,
    /// Whether to end the work; asked again and again.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Hears how many positions have been looked at.
    pub on_progress: &'a (dyn Fn(u64) + Sync),
}

/// Why it was not found what positions are worth.
#[derive(Debug, Error)]
pub enum DfpnError {
    /// Play that never ends is not drawn by these rules.
    #[error("play that never ends is won by these rules; allowed: rules by which it is drawn")]
    EndlessPlay,
    /// The work was told to stop after so many positions.
    #[error("broken off, {0} positions having been looked at")]
    Stopped(u64),
    /// All memory is used after so many positions.
    #[error(
        "it takes more memory than may be used, {0} positions having been looked at; with larger endings it takes less"
    )]
    Memory(u64),
    /// A line is longer than can be followed.
    #[error("a line of {MAX_LINE} plies leads nowhere; with endings, or larger ones, it may")]
    Line,
    /// The system has no thread for it.
    #[error("the system does not start a thread: {0}")]
    Thread(io::Error),
    /// A position has too many turns.
    #[error(transparent)]
    TooManyMoves(#[from] TooManyTurns),
    /// It is no position of these rules.
    #[error(transparent)]
    Position(#[from] SetupError),
    /// A table is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Dfpn<'_> {
    /// What each of these positions is worth to its side to move, and how many positions were looked at.
    ///
    /// # Errors
    /// When that cannot be found.
    pub fn solve(&self, positions: &[Setup]) -> Result<(Vec<Wdl>, u64), DfpnError> {
        if !self.tables.law().endless_is_drawn() {
            return Err(DfpnError::EndlessPlay);
        }
        thread::scope(|scope| {
            let search = || self.rules.visit(SolveVisitor { dfpn: self, positions });
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search);
            thread.map_err(DfpnError::Thread)?.join().expect("it does not panic")
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
        let worth = |setup: &Setup| {
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
        let values = self.positions.iter().map(worth).collect::<Result<_, DfpnError>>()?;
        Ok((values, searches.iter().map(|search| search.visited).sum()))
    }
}

/// How far it is to show that a side wins a position, and that it does not.
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

    /// The same seen by whoever is to move: first what it wants, of which one turn is enough, then what all turns must have.
    fn from_view(self, attacks: bool) -> [u32; 2] {
        if attacks { [self.proof, self.disproof] } else { [self.disproof, self.proof] }
    }

    fn to_proof([wanted, feared]: [u32; 2], attacks: bool) -> Numbers {
        let [proof, disproof] = if attacks { [wanted, feared] } else { [feared, wanted] };
        Numbers { proof, disproof }
    }
}

/// Where the turns of a position lead.
enum Successors<P> {
    /// To what is enough to know what the position is.
    Settled(Numbers),
    /// To these, which are not known, and to what is of no use.
    Open(Vec<P>),
}

/// Whether one side wins.
struct Search<'a, G: Rules> {
    rules: &'a G,
    dfpn: &'a Dfpn<'a>,
    attacker: Side,
    symmetries: Vec<GameSymmetry>,
    /// Of positions that symmetries lay on one another, that of the smallest key.
    known: FxHashMap<G::Position, Numbers>,
    max_known: usize,
    /// The positions on the way to the one that is looked at.
    path: FxHashSet<G::Position>,
    anatomy: Anatomy,
    judge: EndDetector,
    /// Whether an end was met at which nobody wins, or play that comes back; else the other side wins what the attacker does not.
    met_draw: bool,
    visited: u64,
}

impl<'a, G: Rules> Search<'a, G> {
    fn new(rules: &'a G, dfpn: &'a Dfpn<'a>, attacker: Side) -> Search<'a, G> {
        let mut symmetries = rules.symmetries();
        symmetries.retain(|symmetry| !symmetry.swaps);
        // There are two searches; a map that grows has the old one beside it.
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

    /// Looks for what a position is until one of its numbers has reached a limit.
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

    /// Refuses to go on where it was told to stop, or keeps as many positions as it may.
    fn must_go_on(&self, kept: usize) -> Result<(), DfpnError> {
        if (self.dfpn.stop)() {
            return Err(DfpnError::Stopped(self.visited));
        }
        if kept >= self.max_known { Err(DfpnError::Memory(self.visited)) } else { Ok(()) }
    }

    /// Takes up one turn after another, the one with the least to show first.
    fn compare(
        &mut self,
        position: &G::Position,
        after: Vec<G::Position>,
        limit: Numbers,
    ) -> Result<Numbers, DfpnError> {
        let attacks = self.attacks(position);
        let [most_wanted, most_feared] = limit.from_view(attacks);
        let known = after.into_iter().map(|next| {
            let numbers = self.numbers(&next).map_or_else(|| self.guess(&next), Ok)?;
            Ok((next, numbers.from_view(attacks)))
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
                    // A little further than the second best, so as not to go to and fro between the two.
                    let wanted = most_wanted.min((second / 4).saturating_add(second).saturating_add(1));
                    let feared = if most_feared == NEVER { NEVER } else { most_feared - others };
                    let (next, numbers) = &mut after[first];
                    *numbers = self.search(*next, Numbers::to_proof([wanted, feared], attacks))?.from_view(attacks);
                }
                _ => return Ok(Numbers::to_proof([least, feared], attacks)),
            }
        }
    }

    fn attacks(&self, position: &G::Position) -> bool {
        self.rules.to_move(position) == self.attacker
    }

    /// What is known of a position that is no end. To come back to where play was is no win.
    fn numbers(&mut self, position: &G::Position) -> Option<Numbers> {
        if self.path.contains(position) {
            self.met_draw = true;
            return Some(Numbers::DISPROVED);
        }
        self.known.get(position).copied()
    }

    /// A guess at a position that has not been looked at: whoever has more pieces is nearer to what it wants, and all turns of the
    /// side to move have to be answered.
    fn guess(&self, position: &G::Position) -> Result<Numbers, DfpnError> {
        let to_move = self.rules.to_move(position);
        let [own, others] = [to_move, to_move.other()].map(|side| self.rules.pieces(position, side));
        let far = |own: u32, others: u32| (4 + others).saturating_sub(own).max(1);
        let turns = self.rules.count_moves(position, 1)?.max(1) as u32;
        Ok(Numbers::to_proof([far(own, others), turns.saturating_mul(far(others, own))], self.attacks(position)))
    }

    /// Where the turns of a position lead.
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

    /// Whether the attacker wins a position at which the game is over, or that an ending holds.
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

    /// That of the positions which symmetries lay on one another that is known.
    fn representative(&self, position: &G::Position) -> G::Position {
        let images = self.symmetries.iter().map(|symmetry| self.rules.image(position, symmetry));
        images.min_by_key(|image| self.rules.key(image)).expect("the identity is one")
    }

    /// Whether a position that is said not to be won is none: whatever the attacker does, there is an answer to another such
    /// position, and so on. What rests on nothing is looked for once more; what the attacker wins after all is no answer.
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
            for answer in answers.expect("it has just been found") {
                let resting = resting_on.entry(answer).or_insert_with(|| {
                    open.push(answer);
                    vec![]
                });
                resting.push(position);
            }
        }
        Ok(true)
    }

    /// What a position that is said not to be won rests on: all that the attacker can do, or an answer of the defender; `None` where
    /// some of that, or all, is not said not to be won.
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
