//! Tables of a game of mills with placing, for probing.

use super::levels::{AllPlaced, LevelTables};
use crate::game::{MaterialLaw, MaterialSignature, MenPosition, MillsLaw, PointSet};
use crate::index::{FreePoints, set_count, unrank};
use crate::maps::MapClasses;
use crate::store::{BlockCache, MillsTable, TableError, TableSource};
use crate::value::{WdlCounts, value_in_plies};
use quirkat_rules::{Anatomy, GameValue, Side, Wdl};
use std::collections::BTreeMap;

/// Tables of the levels that are solved, from the last on.
#[derive(Debug)]
pub struct MillsTables {
    law: MillsLaw,
    /// Symmetry classes by the number of men.
    sets: Vec<MapClasses>,
    /// Tables by level and number of men. Each level is complete.
    tables: BTreeMap<(usize, usize), MillsTable>,
}

/// Position of a game of mills: the sets of the side to move and of the other side, and the number of placed men.
#[derive(Clone, Copy)]
struct MillsPosition {
    sets: [PointSet; 2],
    level: usize,
}

impl MillsTables {
    /// Opens the tables that a source has; `None` without a complete level.
    ///
    /// # Errors
    /// When a file cannot be read, is incomplete or belongs to other rules.
    pub fn open(law: &MaterialLaw, source: &TableSource) -> Result<Option<MillsTables>, TableError> {
        let Some(mills) = &law.mills else { return Ok(None) };
        let names = source.names()?;
        if !names.iter().any(|name| name.starts_with("mills-")) {
            return Ok(None);
        }
        let sets: Vec<_> = (0..=mills.all).map(|men| MapClasses::new(&mills.men, men)).collect();
        let mut tables = BTreeMap::new();
        for level in (0..mills.levels()).rev() {
            let of_level = mills.owners(level).map(|men| {
                let shape = [sets[men].classes.len(), sets[men].words];
                let table = MillsTable::open(law, mills, source, [level, men], shape).transpose()?;
                Some(table.map(|table| ((level, men), table)))
            });
            // A level that is not complete, and those below, are not used.
            let Some(of_level) = of_level.collect::<Option<Result<Vec<_>, _>>>() else { break };
            tables.extend(of_level?);
        }
        Ok((!tables.is_empty()).then(|| MillsTables { law: mills.clone(), sets, tables }))
    }

    /// Returns whether the owner of a set wins beside the other side's set, with the owner to move and with the other side
    /// to move; `None` where no table covers it.
    fn wins(
        &self,
        level: usize,
        [own, other]: [PointSet; 2],
        cache: &BlockCache,
    ) -> Result<Option<[bool; 2]>, TableError> {
        let men = own.count_ones() as usize;
        let Some(table) = self.tables.get(&(level, men)) else { return Ok(None) };
        let (class, symmetry) = self.sets[men].classes.find(own);
        let other = self.law.men.symmetries[symmetry].set(other);
        table.wins(class, self.sets[men].free_of(&self.law.men, class).number(other), cache).map(Some)
    }

    /// Returns a position as sets; `None` if it is not a position of this game.
    fn position_of(&self, position: &Anatomy) -> Option<MillsPosition> {
        let MenPosition { mut men, to_move } = MenPosition::of_anatomy(position)?;
        let mut hand = [position.hand[0], position.hand[1]].map(usize::from);
        if to_move == Side::Second {
            men.swap(0, 1);
            hand.swap(0, 1);
        }
        let [own, other] = [self.law.all.checked_sub(hand[0])?, self.law.all.checked_sub(hand[1])?];
        let level = own + other;
        let fits = MillsLaw::placed(level) == [own, other]
            && men.iter().zip([own, other]).all(|(men, placed)| men.count_ones() as usize <= placed);
        fits.then_some(MillsPosition { sets: men, level })
    }

    /// Iterates over the levels of the tables, the numbers of men of the side to move and of the other side, and the number
    /// of positions, in a fixed order.
    fn parts(&self) -> impl Iterator<Item = (usize, [usize; 2], u64)> {
        let levels = (0..self.law.levels())
            .rev()
            .filter(|&level| self.tables.contains_key(&(level, *self.law.owners(level).end())));
        levels.flat_map(move |level| {
            let [own, other] = MillsLaw::placed(level).map(|placed| self.law.on_board(placed));
            own.flat_map(move |own| other.clone().map(move |other| (level, [own, other]))).map(|(level, men)| {
                let sets = &self.sets[men[0]];
                (level, men, sets.classes.len() as u64 * set_count(sets.free, men[1]) as u64)
            })
        })
    }

    /// Returns the counts with the side to move, for numbers of men of that side and of the other.
    fn counts_of(&self, level: usize, [own, other]: [usize; 2]) -> WdlCounts {
        let won = self.tables[&(level, own)].wins[0][other];
        let lost = self.tables[&(level, other)].wins[1][own];
        let all = set_count(self.law.men.points, own) as u64 * set_count(self.law.men.points - own, other) as u64;
        WdlCounts { won, lost, drawn: all - won - lost }
    }
}

impl LevelTables for MillsTables {
    fn max_pieces(&self) -> u32 {
        2 * self.law.all as u32
    }

    fn probe(&self, position: &Anatomy, cache: &BlockCache, _: AllPlaced<'_>) -> Result<Option<GameValue>, TableError> {
        let Some(MillsPosition { sets: [own, other], level }) = self.position_of(position) else { return Ok(None) };
        let [own_lost, other_lost] = [0, 1].map(|side| {
            let placed = MillsLaw::placed(level)[side];
            placed - [own, other][side].count_ones() as usize >= self.law.taken_to_win
        });
        if own_lost {
            return Ok(Some(value_in_plies(0)));
        }
        if other_lost {
            return Ok(None);
        }
        let (Some([wins, _]), Some([_, loses])) =
            (self.wins(level, [own, other], cache)?, self.wins(level, [other, own], cache)?)
        else {
            return Ok(None);
        };
        let wdl = if wins {
            Wdl::Win
        } else if loses {
            Wdl::Loss
        } else {
            Wdl::Draw
        };
        Ok(Some(wdl.into()))
    }

    fn counts(&self) -> Vec<(MaterialSignature, [WdlCounts; 2])> {
        let counts = self.parts().map(|(level, men, _)| {
            let own = self.counts_of(level, men);
            let (mut material, mut counts) = (self.law.material(level, men), [own, WdlCounts::default()]);
            if level % 2 == 0 {
                counts[1] = self.counts_of(level, [men[1], men[0]]);
            } else {
                // The second side is to move, for the first has placed one man more.
                material = material.exchanged();
                counts.swap(0, 1);
            }
            (MaterialSignature { material, ..MaterialSignature::default() }, counts)
        });
        counts.collect()
    }

    fn numbers(&self) -> u64 {
        self.parts().map(|(_, _, positions)| positions).sum()
    }

    fn position(&self, mut number: u64) -> Anatomy {
        let mut parts = self.parts();
        let (level, men) = loop {
            let (level, men, positions) = parts.next().expect("the number is below that of all tables");
            match number.checked_sub(positions) {
                Some(rest) => number = rest,
                None => break (level, men),
            }
        };
        let sets = &self.sets[men[0]];
        let beside = set_count(sets.free, men[1]) as u64;
        let own = sets.classes.sets[(number / beside) as usize];
        let places = unrank((number % beside) as usize, men[1]) as usize;
        let other = FreePoints::of(own, &self.law.men.order).set(places);
        // The side that moves first has placed no man more than the other.
        let mut position = MenPosition { men: [own, other], to_move: Side::First };
        let mut hand = MillsLaw::placed(level).map(|placed| (self.law.all - placed) as u8);
        if level % 2 != 0 {
            position = MenPosition { men: [other, own], to_move: Side::Second };
            hand.swap(0, 1);
        }
        Anatomy { hand, ..position.anatomy() }
    }
}
