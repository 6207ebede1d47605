//! The rules, and what is refused, in the words of every language.
//!
//! One program: what its parts have in common is compiled once, and while the last test of one waits, those of another run.

mod languages;
mod refusals;
mod titles;
mod turns;
mod words;
