//! Maps of layers that are done, unpacked for captures.

use super::layer::Threshold;
use crate::game::PointSet;
use crate::store::{LayerTable, TableError};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::fmt;
use std::sync::Arc;

/// The layers that are done, as captures are looked up in them: by any number of threads, each class again and again.
pub struct CaptureMaps<'l> {
    /// The layers with 1, 2 and so on men of the first side.
    layers: &'l [LayerTable],
    /// The half of what is known that is looked up.
    threshold: Threshold,
    cache: Cache<(usize, usize), Arc<Vec<u64>>, Bytes>,
}

/// What is kept of a class weighs as much as it has bytes.
#[derive(Clone)]
struct Bytes;

impl Weighter<(usize, usize), Arc<Vec<u64>>> for Bytes {
    fn weight(&self, _: &(usize, usize), map: &Arc<Vec<u64>>) -> u64 {
        8 * map.len() as u64
    }
}

impl<'l> CaptureMaps<'l> {
    /// A half of layers with 1, 2 and so on men of the first side, of which so many bytes may be kept unpacked.
    pub fn new(layers: &'l [LayerTable], threshold: Threshold, capacity: u64) -> CaptureMaps<'l> {
        let usual = layers.last().map_or(1, |layer| 8 * layer.words as u64);
        CaptureMaps { layers, threshold, cache: Cache::with_weighter((capacity / usual) as usize, capacity, Bytes) }
    }

    /// The layer to which so many men of the first side belong.
    pub fn layer(&self, men: PointSet) -> &'l LayerTable {
        &self.layers[men.count_ones() as usize - 1]
    }

    /// What is not true of a class of so many men with the first side to move.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn first_complement(&self, men: usize, class: usize) -> Result<Arc<Vec<u64>>, TableError> {
        let unpack = || -> Result<Arc<Vec<u64>>, TableError> {
            let mut maps = self.layers[men - 1].read(class, false)?;
            Ok(Arc::new(match self.threshold {
                Threshold::Win => {
                    let mut won = maps.swap_remove(0);
                    won.iter_mut().for_each(|word| *word = !*word);
                    won
                }
                Threshold::Draw => maps.pop().expect("all is said"),
            }))
        };
        self.cache.get_or_insert_with(&(men, class), unpack)
    }
}

impl fmt::Debug for CaptureMaps<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Done").field("bytes", &self.cache.weight()).finish_non_exhaustive()
    }
}
