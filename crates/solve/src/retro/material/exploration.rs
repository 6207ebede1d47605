//! Exploration of a material signature: which games are finished, which moves lead to other material, and which stay.

use super::analysis::Seed;
use super::predecessors::PredecessorBuilder;
use crate::game::{EndDetector, MaterialLaw, MaterialSignature, for_each_turn, value_at_end};
use crate::index::MaterialIndex;
use crate::job::Pool;
use crate::retro::solver::{ExploreError, SolveError};
use crate::store::MaterialTableSet;
use crate::value::{ValueCode, value_in_plies};
use quirkat_rules::{Anatomy, AnyRules, GameValue, Rules, RulesVisitor, Setup, TooManyTurns, Wdl};
use std::ops::ControlFlow;
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// Number of positions that a thread takes at a time.
pub const SHARE: usize = 1 << 14;

/// Explorer of a signature's positions.
#[derive(Clone, Copy)]
pub struct Explorer<'a> {
    pub rules: &'a AnyRules,
    pub law: &'a MaterialLaw,
    pub index: &'a MaterialIndex,
}

/// Source of the values of other material.
pub trait ExternalValues {
    /// Returns the value of a [normalised](MaterialLaw::normalise) position to which a move from `from` leads; `None`
    /// where its signature is not solved.
    fn ask(&mut self, signature: &MaterialSignature, position: &Anatomy, from: Origin) -> Option<ExternalValue>;
}

/// Position in which a move was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Number of the position before the move, by its index.
    pub number: u32,
    /// Whether the same side moves again: no ply has passed.
    pub goes_on: bool,
}

impl Origin {
    /// Returns the code of a move to a position with a value, for the side that makes it.
    pub fn takes(self, verdict: GameValue) -> ValueCode {
        ValueCode::of(if self.goes_on { verdict } else { verdict.reversed().ply_before() })
    }
}

/// Answer of a source of values.
pub enum ExternalValue {
    /// Value of the position, available at once.
    Known(GameValue),
    /// The source does not have the value yet; it arrives later.
    Deferred,
}

impl ExternalValues for &MaterialTableSet {
    fn ask(&mut self, signature: &MaterialSignature, position: &Anatomy, _: Origin) -> Option<ExternalValue> {
        self.loaded(signature, position).map(ExternalValue::Known)
    }
}

/// Source that returns only results: a win counts as a win in one ply, a loss as a loss on the spot.
#[derive(Clone, Copy)]
pub struct WdlOnly<'a>(pub &'a MaterialTableSet);

impl ExternalValues for WdlOnly<'_> {
    fn ask(&mut self, signature: &MaterialSignature, position: &Anatomy, _: Origin) -> Option<ExternalValue> {
        let verdict = match self.0.loaded(signature, position)?.wdl {
            Wdl::Win => value_in_plies(1),
            Wdl::Draw => GameValue::DRAW,
            Wdl::Loss => value_in_plies(0),
        };
        Some(ExternalValue::Known(verdict))
    }
}

/// Source that defers everything, for counting moves.
pub struct CountOnly;

impl ExternalValues for CountOnly {
    fn ask(&mut self, _: &MaterialSignature, _: &Anatomy, _: Origin) -> Option<ExternalValue> {
        Some(ExternalValue::Deferred)
    }
}

/// Result of exploring a range of numbers.
#[derive(Debug, Default)]
pub struct Exploration {
    /// Seed of each position of the range, in the order of their numbers.
    pub seeds: Vec<Seed>,
    /// Targets of the moves that stay within the material, position after position.
    after: Vec<u32>,
}

impl Exploration {
    /// Iterates over the moves within the material as pairs of target and origin; `first` is the first number of the
    /// range.
    pub fn turns(&self, first: usize) -> impl Iterator<Item = (u32, u32)> + '_ {
        let from = self.seeds.iter().zip(first as u32..);
        let from = from.flat_map(|(seeds, from)| std::iter::repeat_n(from, seeds.inside.into()));
        self.after.iter().copied().zip(from)
    }
}

impl Explorer<'_> {
    /// Explores a range of numbers.
    ///
    /// # Errors
    /// When a position is not supported.
    pub fn look(self, numbers: Range<usize>, elsewhere: &mut dyn ExternalValues) -> Result<Exploration, ExploreError> {
        self.rules.visit(RangeVisitor { explore: self, numbers, elsewhere })
    }

    /// Explores all numbers on several threads: returns the seeds and adds the moves within the material to `turns`;
    /// `None` when stopped.
    ///
    /// # Errors
    /// When a position is not supported, or the moves cannot be written.
    pub fn all<E: ExternalValues + Copy + Sync>(
        self,
        done: E,
        pool: Pool<'_>,
        on_progress: &(dyn Fn(usize) + Sync),
        turns: &mut PredecessorBuilder,
    ) -> Result<Option<Vec<Seed>>, SolveError> {
        let numbers = self.index.numbers();
        let gathered = Mutex::new((vec![Seed::UNUSED; numbers], turns));
        let worker = || {
            |share: Range<usize>| {
                let found = self.look(share.clone(), &mut { done }).map_err(|unfit| self.unfit(unfit))?;
                let (seeds, turns) = &mut *gathered.lock().expect("no thread panics");
                turns.extend(found.turns(share.start))?;
                seeds[share].copy_from_slice(&found.seeds);
                Ok::<(), SolveError>(())
            }
        };
        let run = pool.run(numbers, SHARE, on_progress, worker)?;
        let (seeds, _) = gathered.into_inner().expect("no thread panics");
        Ok(run.is_done().then_some(seeds))
    }

    /// Estimates the number of moves within the material from a sample of the positions.
    ///
    /// # Errors
    /// When a position is not supported.
    pub fn sample(self) -> Result<u64, SolveError> {
        let all = self.index.numbers();
        let begin = all / 2 - (all / 2).min(SHARE / 2);
        let numbers = begin..(begin + SHARE).min(all);
        let explored = numbers.len().max(1) as u64;
        let found = self.look(numbers, &mut CountOnly).map_err(|unfit| self.unfit(unfit))?;
        Ok(found.after.len() as u64 * all as u64 / explored)
    }

    /// Returns the error of this signature.
    pub fn unfit(self, unfit: ExploreError) -> SolveError {
        SolveError::Unsupported { name: self.index.signature.to_string(), unfit }
    }
}

struct RangeVisitor<'a> {
    explore: Explorer<'a>,
    numbers: Range<usize>,
    elsewhere: &'a mut dyn ExternalValues,
}

impl RulesVisitor for RangeVisitor<'_> {
    type Output = Result<Exploration, ExploreError>;

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Self::Output {
        PositionExplorer::new(&**rules, self.explore, self.elsewhere).all(self.numbers)
    }
}

/// Explorer of single positions with its buffers.
struct PositionExplorer<'a, G: Rules> {
    rules: &'a G,
    explore: Explorer<'a>,
    elsewhere: &'a mut dyn ExternalValues,
    setup: Setup,
    anatomy: Anatomy,
    after: Anatomy,
    judge: EndDetector,
}

impl<'a, G: Rules> PositionExplorer<'a, G> {
    fn new(rules: &'a G, explore: Explorer<'a>, elsewhere: &'a mut dyn ExternalValues) -> PositionExplorer<'a, G> {
        let start = rules.start();
        let anatomy = Anatomy::of(rules, &start);
        PositionExplorer {
            rules,
            explore,
            elsewhere,
            setup: Setup::empty(&rules.ruleset().board),
            after: anatomy.clone(),
            anatomy,
            judge: EndDetector::new(rules),
        }
    }

    fn all(&mut self, numbers: Range<usize>) -> Result<Exploration, ExploreError> {
        let mut found = Exploration { seeds: Vec::with_capacity(numbers.len()), after: vec![] };
        for number in numbers {
            let seeds = self.look(number, &mut found.after)?;
            found.seeds.push(seeds);
        }
        Ok(found)
    }

    /// Explores the position of a number; appends the targets of its moves within the material.
    fn look(&mut self, number: usize, inside: &mut Vec<u32>) -> Result<Seed, ExploreError> {
        let Explorer { law, index, .. } = self.explore;
        if !index.position(number, &mut self.anatomy) {
            return Ok(Seed::UNUSED);
        }
        self.anatomy.put(&mut self.setup);
        let Ok(position) = self.rules.position(&self.setup) else { return Ok(Seed::UNUSED) };
        let to_move = self.anatomy.to_move;
        if let Some(outcome) = self.judge.ended(self.rules, &position) {
            return Ok(Seed { outside: ValueCode::of(value_at_end(outcome, to_move)), inside: 0 });
        }
        let begin = inside.len();
        let mut seeds = Seed { outside: ValueCode::OPEN, inside: 0 };
        let (rules, after, elsewhere, mut unfit) = (self.rules, &mut self.after, &mut self.elsewhere, None);
        let mut on_progress = |turn: &G::Move| {
            let next = rules.play(&position, turn);
            let asker = Origin { number: number as u32, goes_on: rules.to_move(&next) == to_move };
            after.read(rules, &next);
            let signature = law.normalise(after);
            if signature == index.signature && !asker.goes_on {
                inside.push(index.number(after) as u32);
                return ControlFlow::Continue(());
            }
            let over = || {
                rules.outcome(&next).map(|outcome| ExternalValue::Known(value_at_end(outcome, rules.to_move(&next))))
            };
            match elsewhere.ask(&signature, after, asker).or_else(over) {
                _ if signature == index.signature => unfit = Some(ExploreError::DoubleMove),
                Some(ExternalValue::Known(known)) => seeds.improve(asker.takes(known)),
                Some(ExternalValue::Deferred) => {}
                None => unfit = Some(ExploreError::Unsolved(signature.to_string())),
            }
            if unfit.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        for_each_turn(rules, &position, &mut on_progress).map_err(ExploreError::TooManyMoves)?;
        if let Some(unfit) = unfit {
            return Err(unfit);
        }
        // Nothing is shorter than a win by this move.
        if seeds.outside == ValueCode::of(value_in_plies(1)) {
            inside.truncate(begin);
        }
        let count = inside.len() - begin;
        let too_many = |_| TooManyTurns::Turns { found: count as u64, limit: u16::MAX.into() };
        seeds.inside = u16::try_from(count).map_err(too_many).map_err(ExploreError::TooManyMoves)?;
        Ok(seeds)
    }
}
