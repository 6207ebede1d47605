//! The web server as players, programs, strangers and broken machines meet it.
//!
//! Every test talks to the real program over the network. Nothing here waits for a fixed time: what has to happen is
//! waited for, and a test fails when it has not happened within [`harness::PATIENCE`].

mod api;
mod asking;
mod backups;
mod catalogue;
mod family;
mod faults;
mod harness;
mod hostile;
mod judging;
mod keys;
mod learning;
mod meeting;
mod museum;
mod operating;
mod pages;
mod play;
mod prints;
mod puzzles;
mod rough;
mod settings;
mod siege;
mod site;
mod speech;
mod tables;
#[cfg(target_os = "linux")]
mod trouble;
mod wire;
mod workshop;
