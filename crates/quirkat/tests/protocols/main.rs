//! The engine as other programs have it, and other programs as engines.

#[cfg(unix)]
mod outside;
mod page;
mod rough;
mod talk;
mod thinking;
