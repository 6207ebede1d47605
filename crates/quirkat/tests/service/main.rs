//! Tests the program as a server and as an engine: with players, programs and hostile clients; several servers on one
//! PostgreSQL; behind proxies; in engine protocols.
//!
//! All tests form one program, because many of them wait: other tests run meanwhile. Tests whose requirements are
//! missing are ignored with a message.

/// Lists the tests of a module: names and functions.
macro_rules! tests {
    ($($module:ident: $($(#[$when:meta])? $name:ident)*;)+) => {
        [$($($(#[$when])? (concat!(stringify!($module), "::", stringify!($name)), $module::$name as fn()),)*)+]
    };
}

#[cfg(unix)]
mod deploy;
mod harness;
mod postgres;
mod protocols;
mod server;

use libtest_mimic::{Arguments, Trial};
use std::env;

fn main() {
    let mut arguments = Arguments::from_args();
    // The same variable as in Rust's own test harness.
    let threads = env::var("RUST_TEST_THREADS").ok().and_then(|threads| threads.parse().ok());
    arguments.test_threads = arguments.test_threads.or(threads);
    // The longest tests start first, because the last one runs alone.
    let all = [
        #[cfg(unix)]
        deploy::trials(),
        postgres::trials(),
        server::trials(),
        protocols::trials(),
    ];
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
