//! The engine as other programs have it.

mod page;
mod rough;
mod talk;
mod thinking;
