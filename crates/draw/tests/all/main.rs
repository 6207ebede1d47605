//! Drawings for the terminal and in SVG, and what is shown in them.
//!
//! One program: what its parts have in common is compiled once, and while the last test of one waits, those of another run.

mod curve;
mod examples;
mod family;
mod looks;
mod pictures;
mod svg;
