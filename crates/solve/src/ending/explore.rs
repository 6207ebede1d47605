//! The positions of some material gone through by the rules that people play by: what ends, what turns lead to other material,
//! and where all the others lead.

use super::done::DoneEndings;
use super::frame::Frame;
use super::graph::Begun;
use super::numbering::Numbering;
use crate::verdict::{Code, Verdict};
use crate::whole::Worth;
use quirkat_rules::{Anatomy, AnyRules, DrawRules, History, Outcome, Rules, RulesVisitor, Setup, Side, TooManyTurns};
use std::ops::ControlFlow;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// Threads take so many numbers at a time.
const SHARE: usize = 1 << 14;

/// What is gone through, and with what.
pub struct Explore<'a> {
    pub frame: &'a Frame,
    pub numbering: &'a Numbering,
    /// The endings to which turns lead, in memory.
    pub done: &'a DoneEndings,
    pub threads: usize,
    pub stop: &'a (dyn Fn() -> bool + Sync),
    pub tell: &'a (dyn Fn(usize) + Sync),
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
    /// Goes through all numbers.
    pub fn run(self, rules: &AnyRules) -> Explored {
        let numbers = 0..self.numbering.numbers();
        rules.visit(Through { explore: self, numbers })
    }

    /// The turns inside of this material that so many positions have, by some of them.
    pub fn sample(self, rules: &AnyRules) -> Result<u64, Unfit> {
        let all = self.numbering.numbers();
        let begin = all / 2 - (all / 2).min(SHARE / 2);
        let numbers = begin..(begin + SHARE).min(all);
        let looked = numbers.len().max(1) as u64;
        let found = rules.visit(Through { explore: self, numbers })?.unwrap_or_default();
        let turns: usize = found.iter().map(|found| found.after.len()).sum();
        Ok(turns as u64 * all as u64 / looked)
    }
}

struct Through<'a> {
    explore: Explore<'a>,
    numbers: Range<usize>,
}

impl RulesVisitor for Through<'_> {
    type Output = Explored;

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Explored {
        let Through { explore, numbers } = self;
        let next = AtomicUsize::new(numbers.start);
        let found = Mutex::new(vec![]);
        let fault = Mutex::new(None);
        let thread = || {
            let mut look = Look::new(&**rules, &explore);
            while !(explore.stop)() && fault.lock().expect("no thread panics").is_none() {
                let begin = next.fetch_add(SHARE, Relaxed);
                if begin >= numbers.end {
                    return;
                }
                (explore.tell)(begin - numbers.start);
                match look.share(begin..(begin + SHARE).min(numbers.end)) {
                    Ok(share) => found.lock().expect("no thread panics").push((begin, share)),
                    Err(unfit) => *fault.lock().expect("no thread panics") = Some(unfit),
                }
            }
        };
        std::thread::scope(|scope| {
            (1..explore.threads).for_each(|_| drop(scope.spawn(thread)));
            thread();
        });
        if let Some(unfit) = fault.into_inner().expect("no thread panics") {
            return Err(unfit);
        }
        let mut found = found.into_inner().expect("no thread panics");
        found.sort_unstable_by_key(|(begin, _)| *begin);
        let all = found.iter().map(|(_, found)| found.begun.len()).sum::<usize>() == numbers.len();
        Ok(all.then(|| found.into_iter().map(|(_, found)| found).collect()))
    }
}

/// A thread that looks at positions, one after another in the same memory.
struct Look<'a, G: Rules> {
    rules: &'a G,
    explore: &'a Explore<'a>,
    setup: Setup,
    anatomy: Anatomy,
    after: Anatomy,
    history: Option<History>,
}

impl<'a, G: Rules> Look<'a, G> {
    fn new(rules: &'a G, explore: &'a Explore<'a>) -> Look<'a, G> {
        let start = rules.start();
        let anatomy = Anatomy::of(rules, &start);
        let judges = rules.ruleset().options.draw_rules != DrawRules::None;
        Look {
            rules,
            explore,
            setup: Setup::empty(&rules.ruleset().board),
            after: anatomy.clone(),
            anatomy,
            history: judges.then(|| History::new(rules, &start)),
        }
    }

    fn share(&mut self, numbers: Range<usize>) -> Result<Found, Unfit> {
        let mut found = Found { begun: Vec::with_capacity(numbers.len()), after: vec![] };
        for number in numbers {
            let begun = self.look(number, &mut found.after)?;
            found.begun.push(begun);
        }
        Ok(found)
    }

    /// Looks at the position of a number; adds where its turns lead that stay among its material.
    fn look(&mut self, number: usize, inside: &mut Vec<u32>) -> Result<Begun, Unfit> {
        let Explore { frame, numbering, done, .. } = *self.explore;
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
        let (rules, after, mut best, mut unfit) = (self.rules, &mut self.after, None, None);
        let mut tell = |turn: &G::Move| {
            let next = rules.play(&position, turn);
            let goes_on = rules.to_move(&next) == to_move;
            after.read(rules, &next);
            let signature = frame.as_kept(after);
            if signature == numbering.signature && !goes_on {
                inside.push(numbering.number(after) as u32);
                return ControlFlow::Continue(());
            }
            let over = || rules.outcome(&next).map(|outcome| at_end(outcome, rules.to_move(&next)));
            match done.in_memory(&signature, after).or_else(over) {
                _ if signature == numbering.signature => unfit = Some(Unfit::TwoTurns),
                Some(known) => {
                    // Who goes on has not had a turn yet.
                    let verdict = if goes_on { known } else { known.before() };
                    best = best.into_iter().chain([verdict]).max_by_key(|best: &Verdict| best.liking());
                }
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
        if best == Some(Verdict::in_plies(1)) {
            inside.truncate(begin);
        }
        let turns = u16::try_from(inside.len() - begin).map_err(|_| Unfit::Turns(TooManyTurns::Hops))?;
        Ok(Begun { outside: best.map_or(Code::OPEN, Code::of), inside: turns })
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
