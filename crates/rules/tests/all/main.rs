//! The rules as those meet them who play, write and read by them.
//!
//! One program: what its parts have in common is compiled once, and while the last test of one waits, those of another run.
//! `allocation` is apart, because the allocator is the program's; `agreement`, because it is as large as all of this, and is
//! compiled beside it.

mod anatomy;
mod check;
mod descent;
mod ends;
mod family;
mod hostile;
mod mid_turn;
mod openings;
mod oracle;
mod parts;
mod properties;
mod random;
mod texts;
