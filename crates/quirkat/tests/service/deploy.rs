//! Tests the files of `deploy/` with the programs that read them. Each program is started in front of the real server
//! as an operator starts it, with as few changes as possible (ports, a certificate, the path of the binary). Where a
//! program is missing, its test is ignored with a message. The dashboard and the alert rules are compared with the metrics of
//! the server. The packages are installed, used and removed.

mod files;
mod monitoring;
mod packages;
mod proxied;
mod unit;

use libtest_mimic::Trial;
use std::path::Path;
use std::process::{Command, Stdio};

/// A test: its name, the commands that it needs, and its function.
type Test = (&'static str, &'static [&'static str], fn());

pub fn trials() -> Vec<Trial> {
    let tests: [Test; 19] = [
        (
            "the_debian_package_is_installed_upgraded_and_removed",
            &[LINUX_ROOT, "mmdebstrap --version", "dpkg-deb --version", "python3 --version"],
            packages::the_debian_package_is_installed_upgraded_and_removed,
        ),
        ("deployed_options_exist", &[], files::deployed_options_exist),
        (
            "the_unit_starts_the_program_in_a_sandbox",
            &["systemd-analyze --version"],
            unit::the_unit_starts_the_program_in_a_sandbox,
        ),
        ("the_unit_runs_and_its_games_are_restored", &[SYSTEMD], unit::the_unit_runs_and_its_games_are_restored),
        ("games_restored_by_root_belong_to_the_server", &[], unit::games_restored_by_root_belong_to_the_server),
        (
            "the_page_on_upgrades_names_the_versions_of_the_schema",
            &[],
            files::the_page_on_upgrades_names_the_versions_of_the_schema,
        ),
        (
            "the_container_uses_the_rust_version_of_the_crates",
            &[],
            files::the_container_uses_the_rust_version_of_the_crates,
        ),
        (
            "the_health_check_of_the_container_finds_a_server",
            &[],
            files::the_health_check_of_the_container_finds_a_server,
        ),
        (
            "the_image_has_all_that_the_server_needs",
            &[LINUX_ROOT, "ldd --version"],
            files::the_image_has_all_that_the_server_needs,
        ),
        (
            "the_archive_is_installed_and_removed",
            &["python3 --version", "tar --version"],
            packages::the_archive_is_installed_and_removed,
        ),
        ("the_container_is_built_and_serves", &[CONTAINERS], files::the_container_is_built_and_serves),
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
        ("the_page_on_metrics_lists_them_exactly", &[], monitoring::the_page_on_metrics_lists_them_exactly),
        ("counters_begin_with_zero", &[], monitoring::counters_begin_with_zero),
        ("the_dashboard_uses_existing_metrics", &[], monitoring::the_dashboard_uses_existing_metrics),
        ("alert_rules_use_existing_metrics", &[], monitoring::alert_rules_use_existing_metrics),
        ("alert_rules_pass_their_tests", &["promtool --version"], monitoring::alert_rules_pass_their_tests),
    ];
    let trial = |(name, needs, run): Test| {
        let missing = needs.iter().find(|need| !is_present(need));
        if let Some(missing) = missing {
            eprintln!("{name} is ignored: `{missing}` does not answer here");
        }
        crate::trial("deploy", name, run).with_ignored_flag(missing.is_some())
    };
    tests.into_iter().map(trial).collect()
}

/// Needs of tests that are no single command.
const CONTAINERS: &str = "podman info, docker info or buildah info";
const LINUX_ROOT: &str = "root on Linux";
const SYSTEMD: &str = "a running systemd for root";

/// Returns whether the need of a test is present.
fn is_present(need: &str) -> bool {
    match need {
        CONTAINERS => files::container_engine().is_some(),
        LINUX_ROOT => cfg!(target_os = "linux") && nix::unistd::geteuid().is_root(),
        SYSTEMD => Path::new("/run/systemd/system").is_dir() && nix::unistd::geteuid().is_root(),
        command => answers(command),
    }
}

/// Returns whether a program is installed and runs.
fn answers(command: &str) -> bool {
    let mut words = command.split(' ');
    let mut command = Command::new(words.next().expect("a program"));
    let command = command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
