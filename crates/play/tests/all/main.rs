//! What is played, learnt and kept.
//!
//! One program: what its parts have in common is compiled once, and while the last test of one waits, those of another run.

mod lessons;
mod logs;
mod perfect;
mod shipped;
mod study;
