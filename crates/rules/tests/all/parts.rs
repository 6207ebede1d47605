//! What boards, options and texts are made of, part by part.

mod bits;
mod board;
mod construct;
mod language;
mod options;
mod symmetry;
mod urls;
