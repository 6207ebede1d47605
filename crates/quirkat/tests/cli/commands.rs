//! `docs/reference/commands.md` has the help of every command. After a change of the help, rewrite it with
//! `QUIRKAT_BLESS=1 cargo test -p quirkat --test cli commands::`.

use super::harness::{NO_DATA, NO_PREFERENCES};
use assert_cmd::Command;
use std::fmt::Write;
use std::fs;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/commands.md");

const INTRODUCTION: &str = "# Commands\n\n\
    This page is generated from the help of the program: `quirkat COMMAND --help` prints the same text. `quirkat completions \
    SHELL`\nprints completions for a shell, and `quirkat man FOLDER` writes manual pages. Options of `quirkat serve` may also come\n\
    from environment variables and a file.\n\n\
    Exit codes: 0 success, 1 failure (a file, the terminal, a program), 2 invalid input on the command line or in a file.\n";

fn help(command: &[&str]) -> String {
    let mut program = Command::cargo_bin("quirkat").unwrap();
    let assert = program
        .args(command)
        .arg("--help")
        .env(NO_DATA.0, NO_DATA.1)
        .envs(NO_PREFERENCES)
        .env("COLUMNS", "100")
        .assert()
        .success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// Returns the subcommands that a help text lists.
fn subcommands(help: &str) -> Vec<&str> {
    let Some((_, list)) = help.split_once("\nCommands:\n") else { return vec![] };
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|&name| name != "help").collect()
}

/// Adds the sections of a command and its subcommands.
fn add_sections(page: &mut String, command: &[&str]) {
    let help = help(command);
    let title = ["quirkat"].iter().chain(command).copied().collect::<Vec<_>>().join(" ");
    let lines: Vec<_> = help.trim_end().lines().map(str::trim_end).collect();
    write!(page, "\n## {title}\n\n```text\n{}\n```\n", lines.join("\n")).unwrap();
    for name in subcommands(&help) {
        add_sections(page, &[command, &[name]].concat());
    }
}

#[test]
fn the_page_on_commands_has_the_help_of_every_command() {
    let mut page = INTRODUCTION.to_owned();
    add_sections(&mut page, &[]);
    assert!(page.contains("\n## quirkat match\n") && page.contains("\n## quirkat proof check\n"), "{page}");
    if std::env::var_os("QUIRKAT_BLESS").is_some() {
        fs::write(PAGE, &page).unwrap();
    }
    let written = fs::read_to_string(PAGE).unwrap();
    assert!(written == page, "docs/reference/commands.md is stale: run this test with QUIRKAT_BLESS=1");
}
