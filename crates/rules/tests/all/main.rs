//! Tests of the public API of the rules.
//!
//! They form one program, so that shared code is compiled once and all tests run in parallel. `allocation` is separate
//! because it replaces the allocator of its program, `agreement` because it is equally large and compiles in parallel.

mod anatomy;
mod check;
mod custodial;
mod descent;
mod draughts_variants;
mod ends;
mod family;
mod hostile;
mod mid_turn;
mod openings;
mod oracle;
mod parts;
mod properties;
mod random;
mod records;
mod texts;
