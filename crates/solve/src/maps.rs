//! Bit maps over all sets of one side's men, one for each symmetry class of the other side's men: what the solvers share
//! that work on many positions at once.

mod bitmap;
mod classes;
mod mover;

pub(crate) use bitmap::{BitMap, Route, Subcube, Transfer, or_of_larger, stretches};
pub(crate) use classes::{MapClasses, map_of};
pub(crate) use mover::{MoveBuffers, Mover};
