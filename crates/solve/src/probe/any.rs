//! Tables of any game, behind one type.

use super::material::MaterialTables;
use super::men::MenTables;
use crate::game::{AnyLaw, MenPosition};
use crate::store::{TableError, TableSource};
use crate::value::value_in_plies;
use fastrand::Rng;
use quirkat_rules::{Anatomy, GameValue, Wdl};

/// All tables of one game, of the kind that fits its law.
#[derive(Debug)]
pub enum AnyTables {
    /// Tables of a game of men alone.
    Men(MenTables),
    /// Tables of endings, one per material signature.
    Material(MaterialTables),
}

/// Values that tables store for a position.
pub(crate) struct StoredValue {
    pub position: Anatomy,
    /// Value in a table of distances.
    pub distance: Option<GameValue>,
    /// Result in a table of WDL alone.
    pub wdl: Option<Wdl>,
}

impl AnyTables {
    /// Opens the tables of a game that a source has.
    ///
    /// # Errors
    /// When a file cannot be read, is incomplete or belongs to other rules.
    pub fn open(law: AnyLaw, source: impl Into<TableSource>) -> Result<AnyTables, TableError> {
        Ok(match law {
            AnyLaw::Men(law) => AnyTables::Men(MenTables::open(law, source)?),
            AnyLaw::Material(law) => AnyTables::Material(MaterialTables::open(law, source)?),
        })
    }

    /// Returns whether there are no tables.
    pub fn is_empty(&self) -> bool {
        match self {
            AnyTables::Men(tables) => tables.is_empty(),
            AnyTables::Material(tables) => tables.is_empty(),
        }
    }

    /// Returns the maximum number of pieces of a position in the tables, pieces in hand included.
    pub fn max_pieces(&self) -> u32 {
        match self {
            AnyTables::Men(tables) => tables.law().points as u32,
            AnyTables::Material(tables) => {
                let of_endings = tables.signatures.iter().map(|signature| signature.pieces().iter().sum());
                of_endings.chain(tables.levels.iter().map(|levels| levels.max_pieces())).max().unwrap_or(0)
            }
        }
    }

    /// Returns the value of a position for the side to move; `None` where no table covers it.
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

    /// Returns the number of numbers of all tables. Symmetric positions mostly share one number.
    pub fn positions(&self) -> u64 {
        match self {
            AnyTables::Men(tables) => tables.positions(),
            AnyTables::Material(tables) => {
                let of_endings = tables.in_order().map(|ending| ending.index.numbers() as u64);
                of_endings.chain(tables.levels.iter().map(|levels| levels.numbers())).sum()
            }
        }
    }

    /// Returns the stored values of the position with a number below [`positions`](AnyTables::positions); `None` for an
    /// unused number. Similar positions have near numbers.
    pub(crate) fn stored_value(&self, number: u64) -> Result<Option<StoredValue>, TableError> {
        match self {
            AnyTables::Men(tables) => {
                let placement = tables.position(number);
                let (distance, wdl) = (tables.distance(placement)?, tables.wdl_in_layers(placement)?);
                Ok(Some(StoredValue { position: placement.anatomy(), distance, wdl }))
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
                    let (distance, wdl) = (has_plies.then_some(verdict), (!has_plies).then_some(verdict.wdl));
                    return Ok(Some(StoredValue { position, distance, wdl }));
                }
                let levels = tables.levels.as_ref().expect("the number is below that of all positions");
                let position = levels.position(number as u64);
                let wdl = tables.probe(&mut position.clone())?.map(|value| value.wdl);
                Ok(Some(StoredValue { position, distance: None, wdl }))
            }
        }
    }

    /// Loads the tables of distances into memory, where they are probed many times as fast.
    ///
    /// # Errors
    /// When a table is damaged.
    pub fn load_distances(&mut self) -> Result<(), TableError> {
        match self {
            AnyTables::Men(tables) => tables.load_distances(),
            AnyTables::Material(tables) => tables.load(),
        }
    }

    /// Returns a random position of a random table; `None` where there are no tables, or the number that was drawn is
    /// unused.
    pub fn sample(&self, rng: &mut Rng) -> Option<Anatomy> {
        match self {
            AnyTables::Men(tables) => tables.sample(rng).map(MenPosition::anatomy),
            AnyTables::Material(tables) => {
                // Tables by level count as one.
                let levels = tables.levels.as_ref().filter(|_| rng.usize(0..=tables.signatures.len()) == 0);
                if let Some(levels) = levels {
                    return Some(levels.position(rng.u64(0..levels.numbers())));
                }
                let ending = &tables.endings.0[rng.choice(&tables.signatures)?];
                ending.position(rng.usize(0..ending.index.numbers()))
            }
        }
    }

    /// Calls `each` with all positions whose game ends after `plies` plies according to the tables of distances, one of
    /// each class of symmetric positions.
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
