//! Maps of solved layers, unpacked for looking up captures.

use super::layer::Threshold;
use crate::game::PointSet;
use crate::store::{LayerTable, TableError};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::fmt;
use std::sync::Arc;

/// Cache of a threshold's maps in solved layers, shared by threads.
pub struct CaptureMaps<'l> {
    /// Tables of the layers with 1, 2 and so on first-side men.
    layers: &'l [LayerTable],
    /// Threshold whose maps are cached.
    threshold: Threshold,
    cache: Cache<(usize, usize), Arc<Vec<u64>>, Bytes>,
}

/// Weigher of maps by their bytes.
#[derive(Clone)]
struct Bytes;

impl Weighter<(usize, usize), Arc<Vec<u64>>> for Bytes {
    fn weight(&self, _: &(usize, usize), map: &Arc<Vec<u64>>) -> u64 {
        8 * map.len() as u64
    }
}

impl<'l> CaptureMaps<'l> {
    /// Returns an empty cache of at most `capacity` bytes over the layers with 1, 2 and so on men.
    pub fn new(layers: &'l [LayerTable], threshold: Threshold, capacity: u64) -> CaptureMaps<'l> {
        let usual = layers.last().map_or(1, |layer| 8 * layer.words as u64);
        CaptureMaps { layers, threshold, cache: Cache::with_weighter((capacity / usual) as usize, capacity, Bytes) }
    }

    /// Returns the layer of a set of men.
    pub fn layer(&self, men: PointSet) -> &'l LayerTable {
        &self.layers[men.count_ones() as usize - 1]
    }

    /// Returns the complement of a class's map with the first side to move.
    ///
    /// # Errors
    /// When a block is damaged.
    pub fn first_complement(&self, men: usize, class: usize) -> Result<Arc<Vec<u64>>, TableError> {
        let unpack = || -> Result<Arc<Vec<u64>>, TableError> {
            let mut maps = self.layers[men - 1].read(class, false)?;
            Ok(Arc::new(match self.threshold {
                Threshold::Win => {
                    let mut won = maps.swap_remove(0);
                    won.iter_mut().for_each(|word| *word = !*word);
                    won
                }
                Threshold::Draw => maps.pop().expect("a class has a map of wins or draws"),
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
