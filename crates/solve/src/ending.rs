//! Endings of any game: in how many plies each position with few pieces is won or lost under best play.
//!
//! An ending is all positions with the same pieces. Captures, promotions and men that enter from the hand lead to other endings,
//! which are solved before; other turns stay. All turns of an ending are generated once, by the rules that people
//! play by, and retrograde analysis follows them backwards. Nothing is presumed of how pieces move, so that every game can be
//! solved in which a position remembers nothing but what is in hand.

mod done;
mod explore;
mod frame;
mod hunt;
mod judge;
mod kinds;
mod numbering;
mod retrograde;
mod signature;
mod turns;

pub use done::{DoneEnding, DoneEndings, Says};
pub use explore::Unfit;
use explore::WorthOf;
pub(crate) use explore::{Answer, Asker, Elsewhere, Explore, SHARE};
pub use frame::Frame;
use hunt::Hunt;
pub(crate) use judge::{Judge, at_end, for_each_turn};
pub use numbering::Numbering;
pub(crate) use retrograde::{Begun, Retrograde};
pub use signature::{NoSignature, Signature};
pub(crate) use turns::{Before, Turns};

use crate::file::TableError;
use crate::verdict::Code;
use quirkat_rules::{AnyRules, Side};
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// How the endings of a game are solved.
#[derive(Clone, Copy)]
pub struct Endings<'a> {
    /// The rules.
    pub rules: &'a AnyRules,
    /// What they are numbered by.
    pub frame: &'a Arc<Frame>,
    /// The game as people name it, for the files.
    pub title: &'a str,
    /// Where the files go.
    pub folder: &'a Path,
    /// What they are to say.
    pub says: Says,
    /// How many threads work.
    pub threads: usize,
    /// The bytes of memory that may be used.
    pub memory: u64,
    /// Whether to end the work; asked again and again.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// Why an ending was not solved.
#[derive(Debug, Error)]
pub enum NotSolved {
    /// A file cannot be read or written, or a game takes longer than a table can say.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There are more positions than can be numbered.
    #[error("{0}: it has more positions than a table can hold")]
    Positions(String),
    /// It takes more memory than may be used.
    #[error("{name} takes {needed:.1} GiB of memory; allowed: {allowed:.1} GiB")]
    Memory {
        /// The ending.
        name: String,
        /// What it takes, in GiB.
        needed: f64,
        /// What may be used.
        allowed: f64,
    },
    /// Its turns are of another kind than can be solved.
    #[error("{name} cannot be solved: {}", in_words(.unfit))]
    Unfit {
        /// The ending.
        name: String,
        /// What is in the way.
        unfit: Unfit,
    },
}

impl NotSolved {
    /// Whether an ending that needs so many bytes of memory may take them.
    pub(crate) fn must_fit(name: &str, needed: u64, allowed: u64) -> Result<(), NotSolved> {
        let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
        let (name, is_enough) = (name.to_owned(), needed <= allowed);
        if is_enough { Ok(()) } else { Err(NotSolved::Memory { name, needed: gib(needed), allowed: gib(allowed) }) }
    }
}

fn in_words(unfit: &Unfit) -> String {
    match unfit {
        Unfit::Turns(error) => error.to_string(),
        Unfit::TwoTurns => "a side goes on without a change".to_owned(),
        Unfit::Unsolved(material) => format!("a turn leads to {material}, which is not solved"),
    }
}

/// What it takes to solve endings, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needs {
    /// Of memory, for the largest.
    pub memory: u64,
    /// On the disk, for all of them before they are compressed; up to twice as much where games take more than 250 plies.
    pub disk: u64,
    /// On the disk while the largest is solved, for its turns.
    pub turns: u64,
}

impl Endings<'_> {
    /// What it takes to solve some endings: a little more where symmetries lay positions on themselves.
    ///
    /// # Errors
    /// When one has more positions than a table can hold, or turns of another kind than can be solved.
    pub fn needs(&self, signatures: &[Signature]) -> Result<Needs, NotSolved> {
        let numbers = |&signature: &Signature| {
            Numbering::estimate(self.frame, signature).ok_or_else(|| NotSolved::Positions(signature.to_string()))
        };
        let sizes = signatures.iter().map(numbers).collect::<Result<Vec<u64>, _>>()?;
        let Some((&positions, &largest)) = sizes.iter().zip(signatures).max_by_key(|(size, _)| **size) else {
            return Ok(Needs { memory: 0, disk: 0, turns: 0 });
        };
        if let Some(hunt) = self.hunt() {
            let memory = signatures.iter().filter_map(|signature| Some(hunt.memory(hunt.many(signature)?))).max();
            return Ok(Needs { memory: memory.unwrap_or(0), disk: sizes.iter().sum::<u64>() / 4, turns: 0 });
        }
        let numbering = Numbering::listed(self.frame, largest)?;
        let turns = self.explore(&numbering).sample()?;
        let memory = Endings::memory(positions, turns);
        Ok(Needs { memory, disk: sizes.iter().sum(), turns: Turns::disk(positions, turns) })
    }

    /// The bytes of memory that so many positions and turns between them take while they are solved.
    pub(crate) fn memory(positions: u64, turns: u64) -> u64 {
        Retrograde::<fn(u32) -> Side>::BYTES * positions + Turns::memory(turns)
    }

    /// The hunt that is solved by sets, which tell no plies.
    fn hunt(&self) -> Option<Hunt> {
        (self.says == Says::Worth).then(|| Hunt::of(&self.rules.ruleset())).flatten()
    }

    fn explore<'a>(&'a self, numbering: &'a Numbering) -> Explore<'a> {
        Explore { rules: self.rules, frame: self.frame, numbering }
    }

    /// Solves an ending and writes its file; those to which turns lead are done. Tells how many of its numbers
    /// were gone through.
    ///
    /// # Errors
    /// When it cannot be solved. When it was told to stop it gives `false`.
    pub fn solve(&self, signature: Signature, tell: &(dyn Fn(usize, usize) + Sync)) -> Result<bool, NotSolved> {
        let Endings { frame, title, folder, says, threads, memory, stop, .. } = *self;
        let must_fit = |needed| NotSolved::must_fit(&signature.to_string(), needed, memory);
        if let Some(hunt) = self.hunt()
            && let Some(many) = hunt.many(&signature)
        {
            must_fit(hunt.memory(many))?;
            return Ok(hunt.solve(many, self, tell)?);
        }
        let numbering = Numbering::listed(frame, signature)?;
        let mut done = DoneEndings::default();
        for other in frame.after(signature) {
            if !DoneEnding::path(folder, &other).exists() {
                continue;
            }
            let mut ending = DoneEnding::open(frame, folder, other)?;
            if ending.verdicts.has_plies() || says == Says::Worth {
                ending.verdicts.unpack()?;
                done.0.insert(other, ending);
            }
        }
        let (explore, positions) = (self.explore(&numbering), numbering.numbers());
        must_fit(Endings::memory(positions as u64, explore.sample()?))?;
        let mut turns = Turns::new(folder, positions)?;
        let tell = |done| tell(done, positions);
        let begun = match says {
            Says::Worth => explore.all(WorthOf(&done), threads, stop, &tell, &mut turns),
            Says::Plies => explore.all(&done, threads, stop, &tell, &mut turns),
        };
        let Some(begun) = begun? else { return Ok(false) };
        drop(done);
        let before = turns.in_order()?;
        let of_first = numbering.of_side(Side::First);
        let to_move = |number: u32| if of_first.contains(&(number as usize)) { Side::First } else { Side::Second };
        let mut known = Retrograde::new(begun, frame.wins_endless(&signature), to_move);
        loop {
            while let Some((number, news)) = known.next() {
                before.of(number).for_each(|before| known.hear(before, news));
            }
            if stop() {
                return Ok(false);
            }
            if !known.advance(known.waits()) {
                break;
            }
        }
        let codes = known.finish()?;
        let longest = (says == Says::Plies).then(|| Code::longest(codes.iter().copied()));
        DoneEnding::write(frame, title, folder, &signature, longest, codes.into_iter())?;
        Ok(true)
    }
}
