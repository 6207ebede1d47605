//! Indices of positions: binomials, ranks of sets, symmetry classes, slices and material.

mod classes;
mod columns;
mod material;
mod ranking;
mod slice;
mod subsets;

pub(crate) use classes::{SetClasses, inverse};
pub use material::MaterialIndex;
pub(crate) use ranking::{all_sets, next_set, rank, set_count, unrank};
pub(crate) use slice::{ClassCache, SliceIndex};
pub(crate) use subsets::{FreePoints, INNER, LOW, ROW, ROW_PLACES, map_words, ones_by_size};
