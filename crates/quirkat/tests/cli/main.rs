//! Tests of the binary as people and programs use it.

mod claims;
mod commands;
mod converting;
mod datasets;
mod drawings;
mod files;
mod games;
mod harness;
mod language;
mod learning;
mod matches;
mod new_games;
mod preferences;
mod program;
mod readmes;
mod records;
mod reviews;
mod saving;
mod sites;
mod solving;
mod speeds;
#[cfg(unix)]
mod terminal;
mod training;
mod verdicts;
