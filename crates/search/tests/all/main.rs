//! Tests of the engine. They are one program, so that shared code is compiled once and all tests run in parallel.

mod endings;
mod engine;
mod parallel_perft;
mod puzzles;
mod review;
mod shared_memory;
mod signatures;
mod tables;
