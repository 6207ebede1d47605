//! The engine and its tables: what they find, what it comes to, and what holds of it in every game.
//!
//! One program: what its parts have in common is compiled once, and while the last test of one waits, those of another run.

mod endings;
mod engine;
mod parallel_perft;
mod puzzles;
mod review;
mod signatures;
mod tables;
