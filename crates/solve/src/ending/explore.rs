//! The positions of some material gone through by the rules that people play by: what ends, what turns lead to other material,
//! and where all the others lead.

use super::done::DoneEndings;
use super::frame::Frame;
use super::numbering::Numbering;
use super::retrograde::Begun;
use super::signature::Signature;
use crate::verdict::{Code, Verdict};
use crate::whole::Worth;
use quirkat_rules::{Anatomy, AnyRules, DrawRules, History, Outcome, Rules, RulesVisitor, Setup, Side, TooManyTurns};
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

/// What was found of a range of numbers.
#[derive(Debug, Default)]
pub struct Found {
    /// What is known of each.
    pub begun: Vec<Begun>,
    /// Where their turns lead that stay among this material, those of one after those of another.
    pub after: Vec<u32>,
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

/// How an exploration ends: with what was found, in order; with `None` when it was told to stop.
pub type Explored = Result<Option<Vec<Found>>, Unfit>;

impl Explore<'_> {
    /// Goes through some numbers.
    ///
    /// # Errors
    /// When one of them cannot be gone through.
    pub fn look<E: Elsewhere>(self, numbers: Range<usize>, elsewhere: E) -> Result<Found, Unfit> {
        self.rules.visit(Through { explore: self, numbers, elsewhere })
    }

    /// Goes through all numbers, with so many threads.
    pub fn all(
        self,
        done: &DoneEndings,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
        tell: &(dyn Fn(usize) + Sync),
    ) -> Explored {
        let numbers = self.numbering.numbers();
        let next = AtomicUsize::new(0);
        let found = Mutex::new(vec![]);
        let fault = Mutex::new(None);
        let thread = || {
            while !stop() && fault.lock().expect("no thread panics").is_none() {
                let begin = next.fetch_add(SHARE, Relaxed);
                if begin >= numbers {
                    return;
                }
                tell(begin);
                match self.look(begin..(begin + SHARE).min(numbers), done) {
                    Ok(share) => found.lock().expect("no thread panics").push((begin, share)),
                    Err(unfit) => *fault.lock().expect("no thread panics") = Some(unfit),
                }
            }
        };
        std::thread::scope(|scope| {
            (1..threads).for_each(|_| drop(scope.spawn(thread)));
            thread();
        });
        if let Some(unfit) = fault.into_inner().expect("no thread panics") {
            return Err(unfit);
        }
        let mut found = found.into_inner().expect("no thread panics");
        found.sort_unstable_by_key(|(begin, _)| *begin);
        let all = found.iter().map(|(_, found)| found.begun.len()).sum::<usize>() == numbers;
        Ok(all.then(|| found.into_iter().map(|(_, found)| found).collect()))
    }

    /// The turns inside of this material that its positions have, by some of them.
    pub fn sample<E: Elsewhere>(self, elsewhere: E) -> Result<u64, Unfit> {
        let all = self.numbering.numbers();
        let begin = all / 2 - (all / 2).min(SHARE / 2);
        let numbers = begin..(begin + SHARE).min(all);
        let looked = numbers.len().max(1) as u64;
        Ok(self.look(numbers, elsewhere)?.after.len() as u64 * all as u64 / looked)
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
    history: Option<History>,
}

impl<'a, G: Rules, E: Elsewhere> Look<'a, G, E> {
    fn new(rules: &'a G, explore: Explore<'a>, elsewhere: E) -> Look<'a, G, E> {
        let start = rules.start();
        let anatomy = Anatomy::of(rules, &start);
        let judges = rules.ruleset().options.draw_rules != DrawRules::None;
        Look {
            rules,
            explore,
            elsewhere,
            setup: Setup::empty(&rules.ruleset().board),
            after: anatomy.clone(),
            anatomy,
            history: judges.then(|| History::new(rules, &start)),
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
        // Nobody asks for a number that is not used.
        const UNUSED: Begun = Begun { outside: Code::DRAWN, inside: 0 };
        if !numbering.position(number, &mut self.anatomy) {
            return Ok(UNUSED);
        }
        self.anatomy.put(&mut self.setup);
        let Ok(position) = self.rules.position(&self.setup) else { return Ok(UNUSED) };
        let to_move = self.anatomy.to_move;
        if let Some(outcome) = ended(self.rules, &position, self.history.as_mut()) {
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
        let called = rules.call(&position).map_or(ControlFlow::Continue(()), |call| tell(&call));
        let told = if called.is_continue() { rules.each_turn(&position, &mut |turn, _| tell(turn)) } else { Ok(()) };
        told.map_err(Unfit::Turns)?;
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

/// How a position ends the game whatever led to it: by itself, or by what history judges without having any.
pub fn ended<G: Rules>(rules: &G, position: &G::Position, history: Option<&mut History>) -> Option<Outcome> {
    rules.outcome(position).or_else(|| {
        let history = history?;
        history.restart(rules, position);
        history.ended(rules, position)
    })
}

/// What the end of a game is worth to the side to move; to have won already is to win by any turn.
pub fn at_end(outcome: Outcome, to_move: Side) -> Verdict {
    match outcome.winner {
        None => Verdict { worth: Worth::Drawn, plies: None },
        Some(winner) => Verdict::in_plies(u32::from(winner == to_move)),
    }
}
