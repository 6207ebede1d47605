//! What is printed, before it is a PDF and as a picture.
//!
//! One program: what its parts have in common is compiled once, and while the last test of one waits, those of another run.
//! `pdf` is apart, because it is larger than all of this, and is compiled beside it.

mod code;
mod counters;
mod print;
