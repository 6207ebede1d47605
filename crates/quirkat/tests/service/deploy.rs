//! Tests the files of `deploy/` with the programs that read them. Each program is started in front of the real server
//! as an operator starts it, with as few changes as possible (ports, a certificate, the path of the binary). Where a
//! program is missing, its test is ignored with a message.

mod files;
mod proxied;

use libtest_mimic::Trial;
use std::process::{Command, Stdio};

/// A test: its name, the commands that it needs, and its function.
type Test = (&'static str, &'static [&'static str], fn());

pub fn trials() -> Vec<Trial> {
    let tests: [Test; 7] = [
        ("deployed_options_exist", &[], files::deployed_options_exist),
        (
            "the_unit_starts_the_program_in_a_sandbox",
            &["systemd-analyze --version"],
            files::the_unit_starts_the_program_in_a_sandbox,
        ),
        (
            "the_container_uses_the_rust_version_of_the_crates",
            &[],
            files::the_container_uses_the_rust_version_of_the_crates,
        ),
        ("the_container_is_built_and_serves", &["docker info"], files::the_container_is_built_and_serves),
        (
            "nginx_lets_games_be_played_by_https",
            &["nginx -v", "openssl version"],
            proxied::nginx_lets_games_be_played_by_https,
        ),
        (
            "nginx_lets_games_be_played_below_a_path",
            &["nginx -v", "openssl version"],
            proxied::nginx_lets_games_be_played_below_a_path,
        ),
        ("caddy_lets_games_be_played", &["caddy version"], proxied::caddy_lets_games_be_played),
    ];
    let trial = |(name, needs, run): Test| {
        let missing = needs.iter().find(|command| !answers(command));
        if let Some(missing) = missing {
            eprintln!("{name} is ignored: `{missing}` does not answer here");
        }
        crate::trial("deploy", name, run).with_ignored_flag(missing.is_some())
    };
    tests.into_iter().map(trial).collect()
}

/// Returns whether a program is installed and runs.
fn answers(command: &str) -> bool {
    let mut words = command.split(' ');
    let mut command = Command::new(words.next().expect("a program"));
    let command = command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
