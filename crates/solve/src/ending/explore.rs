//! The positions of some material gone through by the rules that people play by: what ends, what turns lead to other material,
//! and where all the others lead.

use super::NotSolved;
use super::done::DoneEndings;
use super::frame::Frame;
use super::judge::{Judge, at_end, for_each_turn};
use super::numbering::Numbering;
use super::retrograde::Begun;
use super::signature::Signature;
use super::turns::Turns;
use crate::verdict::{Code, Verdict};
use crate::whole::Worth;
use quirkat_rules::{Anatomy, AnyRules, Rules, RulesVisitor, Setup, TooManyTurns};
use std::ops::ControlFlow;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// So many numbers are gone through at a time.
pub const SHARE: usize = 1 << 14;

/// What is gone through.
#[derive(Clone, Copy)]
pub struct Explore<'a> {
    pub rules: &'a AnyRules,
    pub frame: &'a Frame,
    pub numbering: &'a Numbering,
}

/// Whoever knows what is true of positions of other material.
pub trait Elsewhere {
    /// What is true of a position that was [made to be kept](Frame::as_kept) with this signature, to which a turn of the position
    /// of a number leads; `None` where that is not solved.
    fn ask(&mut self, signature: &Signature, position: &Anatomy, from: Asker) -> Option<Answer>;
}

/// Who asks what is true of a position that a turn leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asker {
    /// The number of the position before.
    pub number: u32,
    /// Whether its side goes on: it has not had a turn yet.
    pub goes_on: bool,
}

impl Asker {
    /// What the turn comes to for whoever makes it.
    pub fn takes(self, verdict: Verdict) -> Code {
        Code::of(if self.goes_on { verdict } else { verdict.before() })
    }
}

/// What is said of a position.
pub enum Answer {
    /// What is true of it.
    Known(Verdict),
    /// That comes later.
    Later,
}

impl Elsewhere for &DoneEndings {
    fn ask(&mut self, signature: &Signature, position: &Anatomy, _: Asker) -> Option<Answer> {
        self.in_memory(signature, position).map(Answer::Known)
    }
}

/// Endings of which only the worth is asked: whatever is won or lost is taken to be so at once.
#[derive(Clone, Copy)]
pub struct WorthOf<'a>(pub &'a DoneEndings);

impl Elsewhere for WorthOf<'_> {
    fn ask(&mut self, signature: &Signature, position: &Anatomy, _: Asker) -> Option<Answer> {
        let verdict = match self.0.in_memory(signature, position)?.worth {
            Worth::Won => Verdict::in_plies(1),
            Worth::Drawn => Verdict::DRAWN,
            Worth::Lost => Verdict::in_plies(0),
        };
        Some(Answer::Known(verdict))
    }
}

/// Leaves all for later: only turns are counted.
pub struct Unasked;

impl Elsewhere for Unasked {
    fn ask(&mut self, _: &Signature, _: &Anatomy, _: Asker) -> Option<Answer> {
        Some(Answer::Later)
    }
}

/// What was found of a range of numbers.
#[derive(Debug, Default)]
pub struct Found {
    /// What is known of each.
    pub begun: Vec<Begun>,
    /// Where their turns lead that stay among this material, those of one after those of another.
    after: Vec<u32>,
}

impl Found {
    /// The turns that stay among this material, the range beginning with this number: where each leads, and whence.
    pub fn turns(&self, first: usize) -> impl Iterator<Item = (u32, u32)> + '_ {
        let from = self.begun.iter().zip(first as u32..);
        let from = from.flat_map(|(begun, from)| std::iter::repeat_n(from, begun.inside.into()));
        self.after.iter().copied().zip(from)
    }
}

/// Why positions cannot be gone through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// One has too many turns.
    Turns(TooManyTurns),
    /// In one a side has two turns.
    TwoTurns,
    /// A turn leads to what is not solved.
    Unsolved(String),
}

impl Explore<'_> {
    /// Goes through some numbers.
    ///
    /// # Errors
    /// When one of them cannot be gone through.
    pub fn look<E: Elsewhere>(self, numbers: Range<usize>, elsewhere: E) -> Result<Found, Unfit> {
        self.rules.visit(Through { explore: self, numbers, elsewhere })
    }

    /// Goes through all numbers, with so many threads: what is known of each, while turns that stay among the material are gathered;
    /// `None` when it was told to stop.
    ///
    /// # Errors
    /// When one of them cannot be gone through, or there is no room for the turns.
    pub fn all<E: Elsewhere + Copy + Sync>(
        self,
        done: E,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
        tell: &(dyn Fn(usize) + Sync),
        turns: &mut Turns,
    ) -> Result<Option<Vec<Begun>>, NotSolved> {
        let numbers = self.numbering.numbers();
        let next = AtomicUsize::new(0);
        let gathered = Mutex::new((vec![Begun::UNUSED; numbers], turns, 0));
        let gather = |share: Range<usize>| {
            let found = self.look(share.clone(), done).map_err(|unfit| self.unfit(unfit))?;
            let (begun, turns, looked) = &mut *gathered.lock().expect("no thread panics");
            turns.extend(found.turns(share.start))?;
            begun[share].copy_from_slice(&found.begun);
            *looked += found.begun.len();
            Ok(())
        };
        let fault = Mutex::new(None);
        let thread = || {
            while !stop() && fault.lock().expect("no thread panics").is_none() {
                let begin = next.fetch_add(SHARE, Relaxed);
                if begin >= numbers {
                    return;
                }
                tell(begin);
                if let Err(error) = gather(begin..(begin + SHARE).min(numbers)) {
                    *fault.lock().expect("no thread panics") = Some(error);
                }
            }
        };
        std::thread::scope(|scope| {
            (1..threads).for_each(|_| drop(scope.spawn(thread)));
            thread();
        });
        if let Some(error) = fault.into_inner().expect("no thread panics") {
            return Err(error);
        }
        let (begun, _, looked) = gathered.into_inner().expect("no thread panics");
        Ok((looked == numbers).then_some(begun))
    }

    /// The turns inside of this material that its positions have, by some of them.
    ///
    /// # Errors
    /// When one of them cannot be gone through.
    pub fn sample(self) -> Result<u64, NotSolved> {
        let all = self.numbering.numbers();
        let begin = all / 2 - (all / 2).min(SHARE / 2);
        let numbers = begin..(begin + SHARE).min(all);
        let looked = numbers.len().max(1) as u64;
        let found = self.look(numbers, Unasked).map_err(|unfit| self.unfit(unfit))?;
        Ok(found.after.len() as u64 * all as u64 / looked)
    }

    /// Why this material is not solved.
    pub fn unfit(self, unfit: Unfit) -> NotSolved {
        NotSolved::Unfit { name: self.numbering.signature.to_string(), unfit }
    }
}

struct Through<'a, E> {
    explore: Explore<'a>,
    numbers: Range<usize>,
    elsewhere: E,
}

impl<E: Elsewhere> RulesVisitor for Through<'_, E> {
    type Output = Result<Found, Unfit>;

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Self::Output {
        Look::new(&**rules, self.explore, self.elsewhere).all(self.numbers)
    }
}

/// Looks at positions, one after another in the same memory.
struct Look<'a, G: Rules, E> {
    rules: &'a G,
    explore: Explore<'a>,
    elsewhere: E,
    setup: Setup,
    anatomy: Anatomy,
    after: Anatomy,
    judge: Judge,
}

impl<'a, G: Rules, E: Elsewhere> Look<'a, G, E> {
    fn new(rules: &'a G, explore: Explore<'a>, elsewhere: E) -> Look<'a, G, E> {
        let start = rules.start();
        let anatomy = Anatomy::of(rules, &start);
        Look {
            rules,
            explore,
            elsewhere,
            setup: Setup::empty(&rules.ruleset().board),
            after: anatomy.clone(),
            anatomy,
            judge: Judge::new(rules),
        }
    }

    fn all(&mut self, numbers: Range<usize>) -> Result<Found, Unfit> {
        let mut found = Found { begun: Vec::with_capacity(numbers.len()), after: vec![] };
        for number in numbers {
            let begun = self.look(number, &mut found.after)?;
            found.begun.push(begun);
        }
        Ok(found)
    }

    /// Looks at the position of a number; adds where its turns lead that stay among its material.
    fn look(&mut self, number: usize, inside: &mut Vec<u32>) -> Result<Begun, Unfit> {
        let Explore { frame, numbering, .. } = self.explore;
        if !numbering.position(number, &mut self.anatomy) {
            return Ok(Begun::UNUSED);
        }
        self.anatomy.put(&mut self.setup);
        let Ok(position) = self.rules.position(&self.setup) else { return Ok(Begun::UNUSED) };
        let to_move = self.anatomy.to_move;
        if let Some(outcome) = self.judge.ended(self.rules, &position) {
            return Ok(Begun { outside: Code::of(at_end(outcome, to_move)), inside: 0 });
        }
        let begin = inside.len();
        let mut begun = Begun { outside: Code::OPEN, inside: 0 };
        let (rules, after, elsewhere, mut unfit) = (self.rules, &mut self.after, &mut self.elsewhere, None);
        let mut tell = |turn: &G::Move| {
            let next = rules.play(&position, turn);
            let asker = Asker { number: number as u32, goes_on: rules.to_move(&next) == to_move };
            after.read(rules, &next);
            let signature = frame.as_kept(after);
            if signature == numbering.signature && !asker.goes_on {
                inside.push(numbering.number(after) as u32);
                return ControlFlow::Continue(());
            }
            let over = || rules.outcome(&next).map(|outcome| Answer::Known(at_end(outcome, rules.to_move(&next))));
            match elsewhere.ask(&signature, after, asker).or_else(over) {
                _ if signature == numbering.signature => unfit = Some(Unfit::TwoTurns),
                Some(Answer::Known(known)) => begun.improve(asker.takes(known)),
                Some(Answer::Later) => {}
                None => unfit = Some(Unfit::Unsolved(signature.to_string())),
            }
            if unfit.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        for_each_turn(rules, &position, &mut tell).map_err(Unfit::Turns)?;
        if let Some(unfit) = unfit {
            return Err(unfit);
        }
        // Nothing is sooner than what is won by this turn.
        if begun.outside == Code::of(Verdict::in_plies(1)) {
            inside.truncate(begin);
        }
        begun.inside = u16::try_from(inside.len() - begin).map_err(|_| Unfit::Turns(TooManyTurns::Hops))?;
        Ok(begun)
    }
}
