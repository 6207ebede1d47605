//! Tables of any game, whichever way it is solved.

use crate::ending::{DoneEnding, DoneEndings, Frame, Signature};
use crate::file::TableError;
use crate::kept::Kept;
use crate::law::{Law, NotSolvable};
use crate::source::TableSource;
use crate::tables::{Placement, Tables};
use crate::verdict::Verdict;
use crate::whole::Worth;
use fastrand::Rng;
use quirkat_rules::{Anatomy, Ruleset};
use std::sync::Arc;

/// What the truth of a game's positions follows from, in the manner in which it is solved.
#[derive(Clone, Debug)]
pub enum AnyLaw {
    /// Men that step and leap, set by set.
    Sets(Law),
    /// Anything else, by what is on the board.
    Endings(Arc<Frame>),
}

impl AnyLaw {
    /// The law of a ruleset: set by set wherever that can be.
    ///
    /// # Errors
    /// When it can be solved in neither manner.
    pub fn of(ruleset: &Ruleset) -> Result<AnyLaw, NotSolvable> {
        match Law::of(ruleset) {
            Ok(law) => Ok(AnyLaw::Sets(law)),
            Err(_) => Frame::of(ruleset).map(|frame| AnyLaw::Endings(Arc::new(frame))),
        }
    }

    /// As text, with which the files of its tables end.
    pub fn text(&self) -> String {
        match self {
            AnyLaw::Sets(law) => law.to_string(),
            AnyLaw::Endings(frame) => frame.rules().to_owned(),
        }
    }
}

/// The tables of a game.
#[derive(Debug)]
pub enum AnyTables {
    /// Of sets of men.
    Sets(Tables),
    /// Of endings.
    Endings(EndingTables),
}

/// The tables of the endings of a game.
#[derive(Debug)]
pub struct EndingTables {
    frame: Arc<Frame>,
    endings: DoneEndings,
    /// What there are tables of, in the order in which it is solved.
    signatures: Vec<Signature>,
    kept: Kept,
}

/// What tables say of a position of theirs.
pub(crate) struct Told {
    pub position: Anatomy,
    /// What tables of distances say.
    pub distance: Option<Verdict>,
    /// What tables of worth say.
    pub worth: Option<Worth>,
}

impl AnyTables {
    /// Opens what there is of a game's tables.
    ///
    /// # Errors
    /// When a file cannot be read, is not whole or belongs to other rules.
    pub fn open(law: AnyLaw, source: impl Into<TableSource>) -> Result<AnyTables, TableError> {
        Ok(match law {
            AnyLaw::Sets(law) => AnyTables::Sets(Tables::open(law, source)?),
            AnyLaw::Endings(frame) => AnyTables::Endings(EndingTables::open(frame, source)?),
        })
    }

    /// Whether there is no table at all.
    pub fn is_empty(&self) -> bool {
        match self {
            AnyTables::Sets(tables) => tables.is_empty(),
            AnyTables::Endings(tables) => tables.is_empty(),
        }
    }

    /// The most pieces of a position that they may hold, those in hand among them.
    pub fn most_pieces(&self) -> u32 {
        match self {
            AnyTables::Sets(tables) => tables.law().points as u32,
            AnyTables::Endings(tables) => {
                tables.signatures.iter().map(|signature| signature.pieces().iter().sum()).max().unwrap_or(0)
            }
        }
    }

    /// What a position is worth to its side to move and, where distances are known, in how many plies it is won or lost; `None`
    /// where no table holds it.
    ///
    /// # Errors
    /// When the table is damaged.
    pub fn verdict(&self, position: &Anatomy) -> Result<Option<Verdict>, TableError> {
        match self {
            AnyTables::Sets(tables) => {
                Placement::of_anatomy(position).map_or(Ok(None), |placement| tables.verdict(placement))
            }
            AnyTables::Endings(tables) => tables.find(&mut position.clone()),
        }
    }

    /// How many numbers of positions there are, of those that symmetries lay on one another mostly one, table by table.
    pub fn positions(&self) -> u64 {
        match self {
            AnyTables::Sets(tables) => tables.positions(),
            AnyTables::Endings(tables) => tables.in_order().map(|ending| ending.numbering.numbers() as u64).sum(),
        }
    }

    /// What is told of the position of a number below [`positions`](AnyTables::positions); `None` where it is none that is asked
    /// for. Those of near numbers lie near one another.
    pub(crate) fn told(&self, number: u64) -> Result<Option<Told>, TableError> {
        match self {
            AnyTables::Sets(tables) => {
                let placement = tables.position(number);
                let (distance, worth) = (tables.distance(placement)?, tables.worth_in_layers(placement)?);
                Ok(Some(Told { position: placement.anatomy(), distance, worth }))
            }
            AnyTables::Endings(tables) => {
                let mut number = number as usize;
                for ending in tables.in_order() {
                    if let Some(rest) = number.checked_sub(ending.numbering.numbers()) {
                        number = rest;
                        continue;
                    }
                    let Some(position) = ending.position(number) else { return Ok(None) };
                    let verdict = ending.verdicts.code(number, &tables.kept)?.verdict();
                    let has_plies = ending.verdicts.has_plies();
                    let (distance, worth) = (has_plies.then_some(verdict), (!has_plies).then_some(verdict.worth));
                    return Ok(Some(Told { position, distance, worth }));
                }
                panic!("the tables do not hold so many positions")
            }
        }
    }

    /// Reads tables of distances into memory, where positions are found many times as fast.
    ///
    /// # Errors
    /// When one is damaged.
    pub fn unpack_distances(&mut self) -> Result<(), TableError> {
        match self {
            AnyTables::Sets(tables) => tables.unpack_distances(),
            AnyTables::Endings(tables) => tables.unpack(),
        }
    }

    /// A position that the tables hold, drawn by chance, any table being as likely as any other; `None` where there is none, or
    /// chance found none.
    pub fn draw(&self, rng: &mut Rng) -> Option<Anatomy> {
        match self {
            AnyTables::Sets(tables) => tables.draw(rng).map(Placement::anatomy),
            AnyTables::Endings(tables) => {
                let ending = &tables.endings.0[rng.choice(&tables.signatures)?];
                ending.position(rng.usize(0..ending.numbering.numbers()))
            }
        }
    }

    /// Tells all positions that are won or lost in so many plies by tables of distances, one of those that symmetries lay on one
    /// another.
    ///
    /// # Errors
    /// When a table is damaged.
    pub fn each_in_plies(&self, plies: u32, each: &mut dyn FnMut(Anatomy)) -> Result<(), TableError> {
        match self {
            AnyTables::Sets(tables) => tables.each_in_plies(plies, &mut |placement| each(placement.anatomy())),
            AnyTables::Endings(tables) => tables.in_order().try_for_each(|ending| {
                ending.verdicts.each(0..ending.numbering.numbers(), &mut |number, code| {
                    if code.verdict() == Verdict::in_plies(plies)
                        && let Some(position) = ending.position(number)
                    {
                        each(position);
                    }
                })
            }),
        }
    }
}

impl EndingTables {
    /// Opens what there is of a game's endings.
    ///
    /// # Errors
    /// When a file cannot be read, is not whole or belongs to other rules.
    pub fn open(frame: Arc<Frame>, source: impl Into<TableSource>) -> Result<EndingTables, TableError> {
        let endings = DoneEndings::open(&frame, &source.into())?;
        let mut signatures: Vec<_> = endings.0.keys().copied().collect();
        signatures.sort_by_key(Signature::order);
        Ok(EndingTables { frame, endings, signatures, kept: Kept::new() })
    }

    /// Whether there is no ending at all.
    pub fn is_empty(&self) -> bool {
        self.signatures.is_empty()
    }

    /// What they are numbered by.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Reads them into memory, where positions are found many times as fast.
    ///
    /// # Errors
    /// When one is damaged.
    pub fn unpack(&mut self) -> Result<(), TableError> {
        self.endings.0.values_mut().try_for_each(|ending| ending.verdicts.unpack())
    }

    /// What is true of a position, which may be [laid otherwise](Frame::as_kept); `None` where no ending holds it.
    ///
    /// # Errors
    /// When the ending is damaged.
    pub fn find(&self, position: &mut Anatomy) -> Result<Option<Verdict>, TableError> {
        self.endings.find(&self.frame, position, &self.kept)
    }

    /// The endings, in the order in which they are solved.
    pub fn in_order(&self) -> impl Iterator<Item = &DoneEnding> {
        self.signatures.iter().map(|signature| &self.endings.0[signature])
    }
}
