//! Tables of a hunt with placing, for probing.

use super::levels::{AllPlaced, LevelTables};
use crate::game::{MaterialLaw, MaterialSignature, MenPosition, PlacingLaw, PointSet, members};
use crate::index::{FreePoints, set_count, unrank};
use crate::maps::MapClasses;
use crate::store::{BlockCache, PlacedTable, TableError, TableSource};
use crate::value::{WdlCounts, value_in_plies};
use quirkat_rules::{Anatomy, GameValue, Side, Wdl};

/// Tables of the positions in which pieces are still in hand, from the start or later.
#[derive(Debug)]
pub struct PlacedTables {
    law: PlacingLaw,
    sets: MapClasses,
    /// Tables in the order in which they are solved: the one with the most placed pieces first, each with one piece
    /// less than the one before.
    pub tables: Vec<PlacedTable>,
}

/// Position of a hunt with placing: the sets of the few and of the many, and the number of placed pieces.
#[derive(Clone, Copy)]
struct PlacedPosition {
    sets: [PointSet; 2],
    placed: usize,
}

impl PlacedTables {
    /// Opens the tables that a source has; `None` without any.
    ///
    /// # Errors
    /// When a file cannot be read, is incomplete or belongs to other rules.
    pub fn open(law: &MaterialLaw, source: &TableSource) -> Result<Option<PlacedTables>, TableError> {
        let Some(placing) = law.placing.as_ref().filter(|placing| placing.all > 0) else { return Ok(None) };
        if source.open(&format!("placed-{:02}.table", placing.all - 1))?.is_none() {
            return Ok(None);
        }
        let sets = MapClasses::new(&placing.men, placing.pieces);
        let shape = [sets.classes.len(), sets.words];
        let open = |placed| PlacedTable::open(law, placing, source, placed, shape).transpose();
        let tables = (0..placing.all).rev().map_while(open).collect::<Result<_, _>>()?;
        Ok(Some(PlacedTables { law: placing.clone(), sets, tables }))
    }

    /// Returns the result with the few to move.
    fn few(
        &self,
        PlacedPosition { sets, placed }: PlacedPosition,
        cache: &BlockCache,
    ) -> Result<Option<Wdl>, TableError> {
        let Some(table) = self.tables.get(self.law.all - 1 - placed) else { return Ok(None) };
        let (class, symmetry) = self.sets.classes.find(sets[0]);
        let number = self.sets.free_of(&self.law.men, class).number(self.law.men.symmetries[symmetry].set(sets[1]));
        Ok(Some(table.wdl(class, number, cache)?))
    }

    /// Returns a position as sets; `None` if it is not a position of this hunt with pieces in hand or captured.
    fn position_of(&self, position: &Anatomy) -> Option<PlacedPosition> {
        let MenPosition { men, .. } = MenPosition::of_anatomy(position)?;
        let [few, many] = self.law.by_side(men);
        let hand = usize::from(position.hand[self.law.few.other().index()]);
        let placed = self.law.all.checked_sub(hand)?;
        let fits = few.count_ones() as usize == self.law.pieces && many.count_ones() as usize <= placed;
        fits.then_some(PlacedPosition { sets: [few, many], placed })
    }

    fn anatomy(&self, PlacedPosition { sets, placed }: PlacedPosition, few_move: bool) -> Anatomy {
        let to_move = if few_move { self.law.few } else { self.law.few.other() };
        let mut anatomy = MenPosition { men: self.law.by_side(sets), to_move }.anatomy();
        anatomy.hand[self.law.few.other().index()] = (self.law.all - placed) as u8;
        anatomy
    }

    fn numbers_of(&self, table: &PlacedTable) -> u64 {
        2 * self.sets.classes.len() as u64 * self.beside(table)
    }

    /// Returns the number of sets of the many beside a class.
    fn beside(&self, table: &PlacedTable) -> u64 {
        self.law.on_board(table.placed).map(|size| set_count(self.sets.free, size) as u64).sum()
    }
}

impl LevelTables for PlacedTables {
    fn max_pieces(&self) -> u32 {
        (self.law.pieces + self.law.all) as u32
    }

    fn probe(
        &self,
        position: &Anatomy,
        cache: &BlockCache,
        all_placed: AllPlaced<'_>,
    ) -> Result<Option<GameValue>, TableError> {
        let Some(placed) = self.position_of(position) else { return Ok(None) };
        let [_, many] = placed.sets;
        let is_few = position.to_move == self.law.few;
        if placed.placed - many.count_ones() as usize >= self.law.taken_to_win {
            return Ok((!is_few).then(|| value_in_plies(0)));
        }
        // The endings have the positions with all pieces placed.
        if placed.placed == self.law.all {
            return Ok(None);
        }
        if is_few {
            return Ok(self.few(placed, cache)?.map(GameValue::from));
        }
        let mut best = None;
        for point in members(self.law.men.all() & !(placed.sets[0] | many)) {
            let next = PlacedPosition { sets: [placed.sets[0], many | 1 << point], placed: placed.placed + 1 };
            let reply = if next.placed < self.law.all {
                self.few(next, cache)?
            } else {
                all_placed(&mut self.anatomy(next, true))?.map(|value| value.wdl)
            };
            let Some(reply) = reply else { return Ok(None) };
            best = best.max(Some(reply.reversed()));
        }
        Ok(best.map(GameValue::from))
    }

    fn counts(&self) -> Vec<(MaterialSignature, [WdlCounts; 2])> {
        let counts = self.tables.iter().flat_map(|table| {
            table.counts.iter().enumerate().map(|(taken, &[few, many])| {
                let material = self.law.material(table.placed - taken, self.law.all - table.placed);
                let signature = MaterialSignature { material, ..MaterialSignature::default() };
                (signature, if self.law.few == Side::First { [few, many] } else { [many, few] })
            })
        });
        counts.collect()
    }

    fn numbers(&self) -> u64 {
        self.tables.iter().map(|table| self.numbers_of(table)).sum()
    }

    fn position(&self, mut number: u64) -> Anatomy {
        let mut tables = self.tables.iter();
        let table = loop {
            let table = tables.next().expect("the number is below that of all tables");
            match number.checked_sub(self.numbers_of(table)) {
                Some(rest) => number = rest,
                None => break table,
            }
        };
        let beside = self.beside(table);
        let (of_side, mut rank) = (number / beside, (number % beside) as usize);
        let mut sizes = self.law.on_board(table.placed);
        let size = loop {
            let size = sizes.next().expect("the rank is below the number of sets");
            match rank.checked_sub(set_count(self.sets.free, size)) {
                Some(rest) => rank = rest,
                None => break size,
            }
        };
        let few = self.sets.classes.sets[of_side as usize / 2];
        let many = FreePoints::of(few, &self.law.men.order).set(unrank(rank, size) as usize);
        self.anatomy(PlacedPosition { sets: [few, many], placed: table.placed }, of_side % 2 == 0)
    }
}
