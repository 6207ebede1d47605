//! Tests that apply to all commands: help, errors, exit codes and pipes.

use crate::harness::{out, quirkat, refused};
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

#[test]
fn every_command_has_help() {
    for command in [
        "games",
        "board",
        "rules",
        "family",
        "show",
        "draw",
        "print",
        "moves",
        "perft",
        "best",
        "engine",
        "annotate",
        "puzzles",
        "match",
        "gauntlet",
        "levels",
        "selfplay",
        "study",
        "speed",
        "train",
        "play",
        "saved",
        "learn",
        "check",
        "config",
        "format",
        "serve",
        "completions",
        "man",
    ] {
        assert!(out(&[command, "--help"]).contains("Usage: quirkat"), "{command}");
    }
    assert!(out(&["--help"]).contains("Exit codes"));
    for shell in ["bash", "zsh"] {
        let script = out(&["completions", shell]);
        // Zsh escapes colons.
        assert!(script.contains("bagh-chal") && script.replace('\\', "").contains("alquerque:article"), "{shell}");
    }
    assert!(!out(&["show", "--help"]).contains("bagh-chal"), "a help with all games is none");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    out(&["man", pages.to_str().unwrap()]);
    for (page, text) in
        [("quirkat.1", "serve"), ("quirkat-solve.1", "distances"), ("quirkat-tables-verify.1", "positions")]
    {
        let page = fs::read_to_string(pages.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(page.contains(".TH quirkat") && page.contains(text), "{page}");
    }
    let error = quirkat(&["man", "/dev/null/man1"]).code(1).get_output().stderr.clone();
    assert!(String::from_utf8(error).unwrap().contains("cannot create /dev/null/man1"));
}

#[test]
fn the_version_names_the_commit() {
    let commit = std::process::Command::new("git").args(["rev-parse", "--short=9", "HEAD"]).output();
    let commit = commit.ok().filter(|output| output.status.success());
    let Some(commit) = commit.and_then(|output| String::from_utf8(output.stdout).ok()) else {
        return eprintln!("the commit is not tested: these sources are in no repository");
    };
    assert_eq!(out(&["--version"]), format!("quirkat {} ({})\n", env!("CARGO_PKG_VERSION"), commit.trim()));
}

/// Starts the server with `xdg-open` replaced by a script, and returns whether that was asked to open the server's pages.
fn opens_a_browser(arguments: &[&str], variables: &[(&str, &str)]) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let (script, opened) = (folder.path().join("xdg-open"), folder.path().join("opened"));
    fs::write(&script, format!("#!/bin/sh\necho \"$1\" >{0}.part && mv {0}.part {0}\n", opened.display())).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_quirkat"));
    command.args(arguments).env("PATH", path).env("XDG_DATA_HOME", folder.path());
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY"] {
        command.env_remove(name);
    }
    let mut server = command.envs(variables.iter().copied()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(server.stderr.take().unwrap()).read_line(&mut first).unwrap();
    // The browser is opened right after this line.
    let ready = std::time::Instant::now();
    while !opened.exists() && ready.elapsed() < std::time::Duration::from_secs(2) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    server.kill().unwrap();
    server.wait().unwrap();
    let url = fs::read_to_string(opened).unwrap_or_default();
    assert!(url.is_empty() || first.contains(url.trim()), "{url} {first}");
    !url.is_empty()
}

#[test]
fn the_browser_opens_on_a_desktop_only() {
    let serve = ["serve", "--port", "0", "--open"];
    assert!(opens_a_browser(&serve, &[("DISPLAY", ":0")]));
    assert!(opens_a_browser(&serve, &[("WAYLAND_DISPLAY", "wayland-0")]));
    assert!(!opens_a_browser(&serve, &[]), "there is no display");
    assert!(!opens_a_browser(&serve, &[("DISPLAY", ":0"), ("SSH_TTY", "/dev/pts/1")]), "a remote shell");
    assert!(!opens_a_browser(&serve[..3], &[("DISPLAY", ":0")]), "it was not asked for");
    assert!(opens_a_browser(&[], &[("DISPLAY", ":0"), ("QUIRKAT_PORT", "0")]), "without a command");
    let variables = [("DISPLAY", ":0"), ("QUIRKAT_PORT", "0"), ("QUIRKAT_OPEN", "true")];
    assert!(!opens_a_browser(&["--no-open"], &variables), "it was forbidden");
}

#[test]
fn errors_name_the_input_and_the_allowed_values() {
    let cases: &[(&[&str], &str)] = &[
        (&["show", "chess"], "there is no game `chess`; allowed: alquerque, buruj, lasca"),
        (&["show", "alquerque:wolker"], "alquerque has no variant `wolker`; similar: walker; allowed: walker, arabic"),
        (&["show", "alquerque", "--rule", "capture=maybe"], "cannot be `maybe`; allowed: optional, mandatory, huff"),
        (&["show", "alquerque", "--rule", "capture"], "`capture` is not of the form key=value"),
        (&["show", "alquerque", "--rule", "castling=yes"], "there is no option `castling` here; allowed: first,"),
        (&["moves", "alquerque", "--position", "W:Wa9:Bb2"], "the board has no point `a9`"),
        (&["moves", "alquerque", "--position", "X"], "`X` is to move; allowed: W, B"),
        (
            &["moves", "alquerque", "--position", "W:WKa1:Bb2"],
            "the piece on a1 has a rank that no piece of this variant has",
        ),
        (&["best", "alquerque", "--time", "never"], "allowed: a time from 1ms to 24 hours"),
        (&["play", "alquerque", "--white", "robot"], "allowed: human, engine, engine:1 to engine:10"),
        (&["play", "chess", "--lang", "fr"], "il n'y a pas de jeu `chess`"),
        (&["play", "alquerque", "--rule", "capture=often", "--lang", "es"], "la opción `capture` no puede ser `often`"),
        (&["play", "alquerque", "--position", "W:Wa9:Bb2", "--lang", "fr"], "le plateau n'a pas de point `a9`"),
        (&["play", "alquerque", "--lang", "xx"], "[possible values: en, es, fr]"),
        (&["match", "alquerque", "--a", "engine:11"], "allowed: engine:1 to engine:10"),
        (&["perft", "alquerque", "99"], "invalid value '99' for '<DEPTH>': allowed: 0 to 60"),
        (&["show", "alqerque"], "there is no game `alqerque`; similar: alquerque; allowed: alquerque, buruj"),
        (&["perft", "alquerque", "-1"], "invalid value '-1' for '<DEPTH>': allowed: 0 to 60"),
        (&["best", "alquerque", "--depth", "-1"], "allowed: 1 to 100"),
        (&["serve", "--host", "nowhere"], "allowed: localhost, or an address such as 127.0.0.1"),
        (&["show", "alquerque-de-nueve:dados", "--position", "W:W:B:roll=789"], "roll=654"),
        (&["match", "alquerque", "--openings", "many"], "allowed: 1 to 100000"),
        (&["train", "alquerque", "--into", "never", "--games", "99999999999999999999"], "allowed: 20 to 10000000"),
        (&["puzzles", "alquerque", "--nodes", "0"], "allowed: 100 to 18446744073709551615"),
    ];
    for (arguments, message) in cases {
        let error = refused(arguments);
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
}

#[test]
fn names_are_accepted_in_any_spelling() {
    for (written, word) in [
        ("Alquerque", "alquerque"),
        ("kōnane", "konane"),
        ("Bagh Chal", "bagh-chal"),
        ("ALQUERQUE:Smith_Bell", "alquerque:smith_bell"),
    ] {
        assert_eq!(out(&["show", written]), out(&["show", word]), "{written}");
    }
    let dice =
        |roll: &str| out(&["show", "alquerque-de-nueve:dados", "--position", &format!("W:W:B:hand=9,9:roll={roll}")]);
    assert_eq!((dice("654"), dice("212")), (dice("row"), dice("one")));
}

#[test]
fn a_house_rule_without_effect_is_reported() {
    let output = quirkat(&["show", "buruj", "--rule", "king_reach=any"]).success().get_output().stderr.clone();
    let output = String::from_utf8(output).unwrap();
    assert!(output.contains("`king_reach=any` can never apply: the game has no kings"), "{output}");
    let spanish = ["rules", "buruj", "--rule", "king_reach=any", "--lang", "es"];
    let output = String::from_utf8(quirkat(&spanish).success().get_output().stderr.clone()).unwrap();
    assert!(output.contains("la regla de la casa `king_reach=any` no puede aplicarse nunca: no hay reyes"), "{output}");
}

#[test]
fn missing_files_are_failures_of_another_kind() {
    quirkat(&["show", "no/such/file.toml"]).code(1);
    quirkat(&["play", "--resume", "no/such/file.pdn"]).code(1);
    let spanish = quirkat(&["play", "--resume", "no/such/file.pdn", "--lang", "es"]).code(1);
    let error = String::from_utf8_lossy(&spanish.get_output().stderr).into_owned();
    assert!(error.contains("no se puede leer no/such/file.pdn"), "{error}");
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_quirkat"))
        .args(["rules", "alquerque"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}
