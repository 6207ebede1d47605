//! Tables of any game, whichever way it is solved.

use super::material::MaterialTables;
use super::men::MenTables;
use crate::game::{AnyLaw, MenPosition};
use crate::store::{TableError, TableSource};
use crate::value::value_in_plies;
use fastrand::Rng;
use quirkat_rules::{Anatomy, GameValue, Wdl};

/// The tables of a game.
#[derive(Debug)]
pub enum AnyTables {
    /// Of sets of men.
    Men(MenTables),
    /// Of endings.
    Material(MaterialTables),
}

/// What tables say of a position of theirs.
pub(crate) struct StoredValue {
    pub position: Anatomy,
    /// What tables of distances say.
    pub distance: Option<GameValue>,
    /// What tables of worth say.
    pub worth: Option<Wdl>,
}

impl AnyTables {
    /// Opens what there is of a game's tables.
    ///
    /// # Errors
    /// When a file cannot be read, is not whole or belongs to other rules.
    pub fn open(law: AnyLaw, source: impl Into<TableSource>) -> Result<AnyTables, TableError> {
        Ok(match law {
            AnyLaw::Men(law) => AnyTables::Men(MenTables::open(law, source)?),
            AnyLaw::Material(law) => AnyTables::Material(MaterialTables::open(law, source)?),
        })
    }

    /// Whether there is no table at all.
    pub fn is_empty(&self) -> bool {
        match self {
            AnyTables::Men(tables) => tables.is_empty(),
            AnyTables::Material(tables) => tables.is_empty(),
        }
    }

    /// The most pieces of a position that they may hold, those in hand among them.
    pub fn max_pieces(&self) -> u32 {
        match self {
            AnyTables::Men(tables) => tables.law().points as u32,
            AnyTables::Material(tables) => {
                tables.signatures.iter().map(|signature| signature.pieces().iter().sum()).max().unwrap_or(0)
            }
        }
    }

    /// What a position is worth to its side to move and, where distances are known, in how many plies it is won or lost; `None`
    /// where no table holds it.
    ///
    /// # Errors
    /// When the table is damaged.
    pub fn probe(&self, position: &Anatomy) -> Result<Option<GameValue>, TableError> {
        match self {
            AnyTables::Men(tables) => {
                MenPosition::of_anatomy(position).map_or(Ok(None), |placement| tables.probe(placement))
            }
            AnyTables::Material(tables) => tables.probe(&mut position.clone()),
        }
    }

    /// How many numbers of positions there are, of those that symmetries lay on one another mostly one, table by table.
    pub fn positions(&self) -> u64 {
        match self {
            AnyTables::Men(tables) => tables.positions(),
            AnyTables::Material(tables) => tables.in_order().map(|ending| ending.index.numbers() as u64).sum(),
        }
    }

    /// What is told of the position of a number below [`positions`](AnyTables::positions); `None` where it is none that is asked
    /// for. Those of near numbers lie near one another.
    pub(crate) fn stored_value(&self, number: u64) -> Result<Option<StoredValue>, TableError> {
        match self {
            AnyTables::Men(tables) => {
                let placement = tables.position(number);
                let (distance, worth) = (tables.distance(placement)?, tables.wdl_in_layers(placement)?);
                Ok(Some(StoredValue { position: placement.anatomy(), distance, worth }))
            }
            AnyTables::Material(tables) => {
                let mut number = number as usize;
                for ending in tables.in_order() {
                    if let Some(rest) = number.checked_sub(ending.index.numbers()) {
                        number = rest;
                        continue;
                    }
                    let Some(position) = ending.position(number) else { return Ok(None) };
                    let verdict = ending.values.code(number, &tables.cache)?.value();
                    let has_plies = ending.values.has_plies();
                    let (distance, worth) = (has_plies.then_some(verdict), (!has_plies).then_some(verdict.wdl));
                    return Ok(Some(StoredValue { position, distance, worth }));
                }
                panic!("the tables do not hold so many positions")
            }
        }
    }

    /// Reads tables of distances into memory, where positions are found many times as fast.
    ///
    /// # Errors
    /// When one is damaged.
    pub fn load_distances(&mut self) -> Result<(), TableError> {
        match self {
            AnyTables::Men(tables) => tables.load_distances(),
            AnyTables::Material(tables) => tables.load(),
        }
    }

    /// A position that the tables hold, drawn by chance, any table being as likely as any other; `None` where there is none, or
    /// chance found none.
    pub fn sample(&self, rng: &mut Rng) -> Option<Anatomy> {
        match self {
            AnyTables::Men(tables) => tables.sample(rng).map(MenPosition::anatomy),
            AnyTables::Material(tables) => {
                let ending = &tables.endings.0[rng.choice(&tables.signatures)?];
                ending.position(rng.usize(0..ending.index.numbers()))
            }
        }
    }

    /// Tells all positions that are won or lost in so many plies by tables of distances, one of those that symmetries lay on one
    /// another.
    ///
    /// # Errors
    /// When a table is damaged.
    pub fn each_at_distance(&self, plies: u32, each: &mut dyn FnMut(Anatomy)) -> Result<(), TableError> {
        match self {
            AnyTables::Men(tables) => tables.each_at_distance(plies, &mut |placement| each(placement.anatomy())),
            AnyTables::Material(tables) => tables.in_order().try_for_each(|ending| {
                ending.values.each(0..ending.index.numbers(), &mut |number, code| {
                    if code.value() == value_in_plies(plies)
                        && let Some(position) = ending.position(number)
                    {
                        each(position);
                    }
                })
            }),
        }
    }
}
