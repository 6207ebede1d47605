//! Unit tests of boards, options and texts.

mod bits;
mod board;
mod construct;
mod language;
mod options;
mod symmetry;
mod urls;
