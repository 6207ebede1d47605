//! The program in service: as a server to players, programs and strangers; several of it on one PostgreSQL; behind the proxies
//! of other people; and as an engine to programs that play.
//!
//! All of it is one program of tests, because much of it waits: while the last test of one part does, those of another run.
//! Tests for which something is not installed are ignored, and a line says what.

/// Tests by their modules: their names, and what they do.
macro_rules! tests {
    ($($module:ident: $($(#[$when:meta])? $name:ident)*;)+) => {
        [$($($(#[$when])? (concat!(stringify!($module), "::", stringify!($name)), $module::$name as fn()),)*)+]
    };
}

mod deploy;
mod harness;
mod postgres;
mod protocols;
mod server;

use libtest_mimic::{Arguments, Trial};
use std::env;

fn main() {
    let mut arguments = Arguments::from_args();
    // As Rust's own tests have it.
    let threads = env::var("RUST_TEST_THREADS").ok().and_then(|threads| threads.parse().ok());
    arguments.test_threads = arguments.test_threads.or(threads);
    // What waits longest begins first: whatever runs last runs alone.
    let all = [postgres::trials(), server::trials(), deploy::trials(), protocols::trials()];
    let conclusion = libtest_mimic::run(&arguments, all.into_iter().flatten().collect());
    postgres::stop();
    conclusion.exit()
}

fn trial(part: &str, name: &str, run: fn()) -> Trial {
    Trial::test(format!("{part}::{name}"), move || {
        run();
        Ok(())
    })
}
