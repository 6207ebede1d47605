//! Tests of rules and errors in the words of every language.
//!
//! They form one program, so that shared code is compiled once and the tests of all modules run in parallel.

mod languages;
mod refusals;
mod titles;
mod turns;
mod words;
