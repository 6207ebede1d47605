//! Integration tests of `quirkat-play` in one program: shared parts are compiled once, and tests of all modules run in
//! parallel.

mod lessons;
mod logs;
mod perfect;
mod shipped;
mod study;
