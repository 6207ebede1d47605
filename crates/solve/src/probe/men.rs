//! Tables of games of men alone: probing, sampling and counting.

use crate::game::{MenLaw, MenPosition};
use crate::index::set_count;
use crate::store::{BlockCache, LayerKind, LayerTable, SliceTable, SliceTableSet, TableError, TableSource};
use crate::value::{MaxDtw, WdlCounts, value_in_plies};
use fastrand::Rng;
use quirkat_rules::{Dtw, GameValue, Side, Wdl};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Tables of a game of men alone: layers with WDL, slices with distances, or both.
#[derive(Debug)]
pub struct MenTables {
    law: MenLaw,
    layers: Vec<LayerTable>,
    distances: SliceTableSet,
    cache: BlockCache,
}

/// Counts by the numbers of men of the side to move and of the other side.
pub type CountsBySlice = BTreeMap<(usize, usize), WdlCounts>;

/// Contradiction between the tables of one slice: by symmetry, both sides to move must have the same counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// Numbers of men of the side to move and of the other side.
    pub slice: (usize, usize),
    /// Counts with the first side and with the second side to move, which must be equal.
    pub counts: [WdlCounts; 2],
}

impl MenTables {
    /// Opens the tables that a source has: layers from one man of the first side on, and all slices.
    ///
    /// # Errors
    /// When a file cannot be read, is incomplete or belongs to other rules.
    pub fn open(law: MenLaw, source: impl Into<TableSource>) -> Result<MenTables, TableError> {
        let source = source.into();
        let (layers, distances) = (LayerTable::open_all(&law, &source)?, SliceTableSet::open(&law, &source)?);
        Ok(MenTables { law, layers, distances, cache: BlockCache::new() })
    }

    /// Returns the law of the game.
    pub fn law(&self) -> &MenLaw {
        &self.law
    }

    /// Returns the layer tables for 1, 2 and so on men of the first side.
    pub fn layers(&self) -> &[LayerTable] {
        &self.layers
    }

    /// Iterates over the slice tables, by the numbers of men of the first and of the second side.
    pub fn slices(&self) -> impl ExactSizeIterator<Item = &SliceTable> {
        self.distances.0.values()
    }

    /// Returns whether there are no tables.
    pub fn is_empty(&self) -> bool {
        self.layers.is_empty() && self.distances.0.is_empty()
    }

    /// Loads the slice tables into memory, where they are probed many times as fast.
    ///
    /// # Errors
    /// When a table is damaged.
    pub fn load_distances(&mut self) -> Result<(), TableError> {
        self.distances.0.values_mut().try_for_each(|table| table.values.load())
    }

    /// Returns a random position. Tables are equally likely; so is each number of second-side men of a layer, and each
    /// placement of the men. `None` without tables.
    pub fn sample(&self, rng: &mut Rng) -> Option<MenPosition> {
        let points = self.law.points;
        if self.is_empty() {
            return None;
        }
        let table = rng.usize(0..self.layers.len() + self.distances.0.len());
        let [first, second] = match table.checked_sub(self.layers.len()) {
            None => [table + 1, rng.usize(1..=self.most_second(&self.layers[table]))],
            Some(table) => *self.distances.0.keys().nth(table).expect("the number is below the count of tables"),
        };
        let mut all: Vec<usize> = (0..points).collect();
        rng.shuffle(&mut all);
        let set = |points: &[usize]| points.iter().fold(0, |set, point| set | 1 << point);
        let men = [set(&all[..first]), set(&all[first..first + second])];
        Some(MenPosition { men, to_move: if rng.bool() { Side::First } else { Side::Second } })
    }

    /// Calls `each` with all positions whose game ends after `plies` plies according to the slice tables, one of each
    /// class of symmetric positions.
    ///
    /// # Errors
    /// When a table is damaged.
    pub fn each_at_distance(&self, plies: u32, each: &mut dyn FnMut(MenPosition)) -> Result<(), TableError> {
        let target = value_in_plies(plies);
        self.slices().try_for_each(|table| {
            table.values.each(0..table.index.len(), &mut |number, code| {
                if code.value() == target {
                    each(table.index.position(number));
                }
            })
        })
    }

    /// Returns the maximum number of second-side men that a layer answers for. In a layer of wins it is limited by the
    /// number of layers.
    fn most_second(&self, layer: &LayerTable) -> usize {
        match layer.kind {
            LayerKind::Wdl => layer.most_second(),
            LayerKind::Wins => layer.most_second().min(self.layers.len()),
        }
    }

    /// Returns the number of positions in the tables, one of each class of symmetric positions.
    pub fn positions(&self) -> u64 {
        let layers: u64 = self.layers.iter().map(|layer| layer.positions(self.most_second(layer))).sum();
        layers + self.slices().map(|table| table.index.len() as u64).sum::<u64>()
    }

    /// Returns the position with a number below [`positions`](MenTables::positions). Similar positions have near
    /// numbers.
    pub fn position(&self, number: u64) -> MenPosition {
        let mut number = number;
        for layer in &self.layers {
            let most_second = self.most_second(layer);
            match number.checked_sub(layer.positions(most_second)) {
                None => return layer.position(&self.law, most_second, number),
                Some(rest) => number = rest,
            }
        }
        for table in self.slices() {
            match number.checked_sub(table.index.len() as u64) {
                None => return table.index.position(number as usize),
                Some(rest) => number = rest,
            }
        }
        panic!("the position number exceeds the tables");
    }

    /// Returns the result of a position for the side to move; `None` where no table covers it.
    ///
    /// # Errors
    /// When the table is damaged.
    pub fn wdl(&self, position: MenPosition) -> Result<Option<Wdl>, TableError> {
        match self.wdl_in_layers(position)? {
            Some(wdl) => Ok(Some(wdl)),
            None => Ok(self.distance(position)?.map(|verdict| verdict.wdl)),
        }
    }

    /// Returns the result of a position by tables for at most `men` men of the first side, as if there were no larger
    /// ones. Where the sides move alike, they also cover positions with so few men of the second side.
    ///
    /// # Errors
    /// When the table is damaged.
    pub fn wdl_up_to(&self, position: MenPosition, men: usize) -> Result<Option<Wdl>, TableError> {
        if self.fewest(position) <= men { self.wdl(position) } else { Ok(None) }
    }

    /// Returns the smallest number of first-side men whose tables cover a position.
    pub(crate) fn fewest(&self, position: MenPosition) -> usize {
        let [first, second] = position.men.map(|men| men.count_ones() as usize);
        if self.law.exchange.is_some() || second == 0 { first.min(second) } else { first }
    }

    /// Returns the value of a position for the side to move; `None` where no table covers it. Layers give no distances,
    /// except where a side has no men.
    ///
    /// # Errors
    /// When the table is damaged.
    pub fn probe(&self, position: MenPosition) -> Result<Option<GameValue>, TableError> {
        match self.distance(position)? {
            Some(verdict) => Ok(Some(verdict)),
            None => Ok(self.wdl_in_layers(position)?.map(|wdl| wdl.into())),
        }
    }

    /// Returns the value of a position in the slice tables.
    ///
    /// # Errors
    /// When the table is damaged.
    pub(crate) fn distance(&self, position: MenPosition) -> Result<Option<GameValue>, TableError> {
        match decided(position) {
            Some(wdl) => Ok(Some(GameValue { wdl, dtw: Some(Dtw::ZERO) })),
            None => self.distances.find(&self.law, position, &self.cache),
        }
    }

    /// Returns the result of a position in the layer tables.
    ///
    /// # Errors
    /// When the table is damaged.
    pub(crate) fn wdl_in_layers(&self, position: MenPosition) -> Result<Option<Wdl>, TableError> {
        if let Some(wdl) = decided(position) {
            return Ok(Some(wdl));
        }
        let held =
            |position: MenPosition| Some((self.layers.get(position.men[0].count_ones() as usize - 1)?, position));
        let ways = [Some(position), self.law.exchange.as_ref().map(|exchange| position.exchanged(exchange))];
        let ways = ways.map(|way| way.and_then(held));
        if let Some((layer, position)) = ways.into_iter().flatten().find(|(layer, _)| layer.kind == LayerKind::Wdl) {
            return layer.wdl(&self.law, position, &self.cache).map(Some);
        }
        // Wins of the first side; in the exchanged position, wins of the second side.
        for ((layer, way), side) in ways.into_iter().zip(Side::BOTH).filter_map(|(way, side)| Some((way?, side))) {
            if layer.first_wins(&self.law, way, &self.cache)? {
                return Ok(Some(if side == position.to_move { Wdl::Win } else { Wdl::Loss }));
            }
        }
        Ok(ways.iter().all(Option::is_some).then_some(Wdl::Draw))
    }

    /// Counts all placements by result, with one side to move. Slice tables are used where there are no layers. Calls
    /// `on_progress` with the number of finished tables.
    ///
    /// # Errors
    /// When a table is damaged.
    pub fn count(&self, to_move: Side, on_progress: &dyn Fn(usize)) -> Result<CountsBySlice, TableError> {
        let mut slices = CountsBySlice::new();
        for (layer, first) in self.layers.iter().zip(1..).filter(|(layer, _)| layer.kind == LayerKind::Wdl) {
            on_progress(first - 1);
            for class in 0..layer.classes.len() {
                for (second, count) in layer.count(class, to_move == Side::Second)?.into_iter().enumerate() {
                    *slices.entry(own_first([first, second], to_move)).or_default() += count;
                }
            }
        }
        if self.goes_by_wins() {
            let [wins, losses] = self.count_wins(on_progress)?;
            for (&[own, other], &won) in &wins {
                // The side to move loses the exchanged positions that the first side wins.
                if let (Entry::Vacant(unknown), Some(&lost)) = (slices.entry((own, other)), losses.get(&[other, own])) {
                    let all = (set_count(self.law.points, own) * set_count(self.law.points - own, other)) as u64;
                    unknown.insert(WdlCounts { won, lost, drawn: all.saturating_sub(won + lost) });
                }
            }
        }
        for (table, before) in self.slices().zip(self.layers.len()..) {
            on_progress(before);
            for (men, side) in self.told_by(table, to_move) {
                if let Entry::Vacant(unknown) = slices.entry(men) {
                    unknown.insert(table.count(side)?.0);
                }
            }
        }
        for second in 1..self.law.points {
            // A side without men has lost.
            let all = set_count(self.law.points, second) as u64;
            let (won, lost) =
                (WdlCounts { won: all, ..WdlCounts::default() }, WdlCounts { lost: all, ..WdlCounts::default() });
            slices.entry((0, second)).or_insert(lost);
            slices.entry((second, 0)).or_insert(won);
        }
        Ok(slices)
    }

    /// Returns whether some layer stores only wins.
    fn goes_by_wins(&self) -> bool {
        self.layers.iter().any(|layer| layer.kind == LayerKind::Wins)
    }

    /// Counts the wins of the first side by the numbers of men: with the first side to move and with the second, on two
    /// threads.
    fn count_wins(&self, on_progress: &dyn Fn(usize)) -> Result<[BTreeMap<[usize; 2], u64>; 2], TableError> {
        let count = |side: Side, on_progress: &dyn Fn(usize)| {
            let mut wins = BTreeMap::new();
            for (layer, first) in self.layers.iter().zip(1..) {
                on_progress(first - 1);
                let is_lost = layer.kind == LayerKind::Wdl && side == Side::Second;
                for class in 0..layer.classes.len() {
                    for (second, count) in layer.count(class, side == Side::Second)?.into_iter().enumerate() {
                        *wins.entry([first, second]).or_default() += if is_lost { count.lost } else { count.won };
                    }
                }
            }
            Ok(wins)
        };
        std::thread::scope(|scope| {
            let second = scope.spawn(|| count(Side::Second, &|_| {}));
            Ok([count(Side::First, on_progress)?, second.join().expect("no thread panics")?])
        })
    }

    /// Returns the longest distances with one side to move, by the numbers of men of that side and of the other.
    ///
    /// # Errors
    /// When a table is damaged.
    pub fn max_dtw(&self, to_move: Side) -> Result<BTreeMap<(usize, usize), MaxDtw>, TableError> {
        let of_table = |table| self.told_by(table, to_move).into_iter().map(move |(men, side)| (men, table, side));
        let all = self.slices().flat_map(of_table);
        all.map(|(men, table, side)| Ok((men, table.count(side)?.1))).collect()
    }

    /// Returns what a slice table counts for a side to move: the numbers of men of that side and of the other, and the
    /// side in the table.
    fn told_by(&self, table: &SliceTable, to_move: Side) -> Vec<((usize, usize), Side)> {
        let men = table.index.men;
        let mut own_views = vec![(own_first(men, to_move), to_move)];
        if self.law.exchange.is_some() && men[0] != men[1] {
            own_views.push((own_first(men, to_move.other()), to_move.other()));
        }
        own_views
    }

    /// Counts all placements by result for either side to move, on two threads, and compares the counts. `None` where
    /// the sides do not move alike.
    ///
    /// # Errors
    /// When a table is damaged.
    pub fn count_both(
        &self,
        on_progress: &dyn Fn(usize),
    ) -> Result<Option<Result<CountsBySlice, Contradiction>>, TableError> {
        if self.law.exchange.is_none() {
            return Ok(None);
        }
        if self.goes_by_wins() {
            // The same tables count for both sides.
            return self.count(Side::First, on_progress).map(|slices| Some(Ok(slices)));
        }
        let [first, second] = std::thread::scope(|scope| {
            let second = scope.spawn(|| self.count(Side::Second, &|_| {}));
            [self.count(Side::First, on_progress), second.join().expect("no thread panics")]
        });
        let mut slices = first?;
        for (slice, count) in second? {
            let known = *slices.entry(slice).or_insert(count);
            if known != count {
                return Ok(Some(Err(Contradiction { slice, counts: [known, count] })));
            }
        }
        Ok(Some(Ok(slices)))
    }
}

/// Returns the result of a position in which a side has no men.
fn decided(position: MenPosition) -> Option<Wdl> {
    let has_men = |side: Side| position.men[side.index()] != 0;
    match (has_men(position.to_move), has_men(position.to_move.other())) {
        (true, true) => None,
        (false, _) => Some(Wdl::Loss),
        (true, false) => Some(Wdl::Win),
    }
}

/// Returns the numbers of men of the side to move and of the other side.
fn own_first(men: [usize; 2], to_move: Side) -> (usize, usize) {
    (men[to_move.index()], men[to_move.other().index()])
}
