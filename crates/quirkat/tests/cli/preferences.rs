//! Tests preferences: the configuration file and the locale.

use assert_cmd::Command;
use std::path::Path;

/// Returns standard output and error of a successful command with these variables.
fn ran(configuration: &Path, variables: &[(&str, &str)], arguments: &[&str], lines: &str) -> (String, String) {
    let mut command = Command::cargo_bin("quirkat").unwrap();
    for name in ["LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    let command = command.env("XDG_CONFIG_HOME", configuration).env("XDG_DATA_HOME", configuration);
    let done = command.envs(variables.iter().copied()).args(arguments).write_stdin(lines).assert().success();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&done.get_output().stdout), text(&done.get_output().stderr))
}

#[test]
fn the_locale_chooses_language_and_characters() {
    let folder = tempfile::tempdir().unwrap();
    let rules = |variables: &[(&str, &str)], more: &[&str]| {
        ran(folder.path(), variables, &[&["rules", "konane"], more].concat(), "").0
    };
    let english = rules(&[], &[]);
    assert!(english.starts_with("Kōnane"), "{english}");
    let spanish = rules(&[("LANG", "es_ES.UTF-8")], &[]);
    assert_eq!(spanish, rules(&[], &["--lang", "es"]));
    assert_eq!(rules(&[("LANG", "es_ES.UTF-8")], &["--lang", "en"]), english);
    assert_eq!(rules(&[("LANG", "es_ES.UTF-8"), ("LC_MESSAGES", "en_GB.UTF-8")], &[]), english);
    let plain = rules(&[("LC_ALL", "C"), ("LANG", "es_ES.UTF-8")], &[]);
    assert!(plain.is_ascii() && plain.starts_with("Konane"), "{plain}");
    let drawn = |variables: &[(&str, &str)], more: &[&str]| {
        ran(folder.path(), variables, &[&["show", "alquerque"], more].concat(), "").0
    };
    assert!(drawn(&[("LC_ALL", "C")], &[]).is_ascii());
    assert_eq!(drawn(&[("LC_ALL", "C")], &[]), drawn(&[], &["--ascii"]));
    // JSON is the same in every locale.
    let json = |variables: &[(&str, &str)]| ran(folder.path(), variables, &["show", "konane", "--json"], "").0;
    assert_eq!(json(&[("LC_ALL", "C")]), json(&[]));
}

#[test]
fn preferences_are_stored_shown_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let config = |arguments: &[&str]| ran(folder.path(), &[], &[&["config"], arguments].concat(), "").0;
    assert!(config(&[]).contains("lang   en              default\n"), "{}", config(&[]));
    for (key, value) in [("lang", "fr"), ("ascii", "true"), ("level", "2"), ("look", "stone flat")] {
        assert_eq!(config(&[key, value]), "");
        assert_eq!(config(&[key]), format!("{value}\n"));
    }
    let all = config(&[]);
    assert!(all.contains("level  2               preference\n") && all.contains("quirkat/config.toml"), "{all}");
    let play = |more: &[&str]| ran(folder.path(), &[], &[&["play", "alquerque"], more].concat(), "quit\n").0;
    let game = play(&[]);
    assert!(game.contains("moteur, niveau 2") && game.is_ascii(), "{game}");
    assert!(play(&["--lang", "en", "--black", "engine:7"]).contains("engine, level 7"));
    let drawn = |more: &[&str]| ran(folder.path(), &[], &[&["draw", "alquerque"], more].concat(), "").0;
    assert_eq!(drawn(&[]), drawn(&["--board", "stone", "--pieces", "flat"]));
    config(&["lang", "--unset"]);
    assert!(config(&[]).contains("lang   en              default\n"));
    // The locale decides only what no preference does.
    let spanish = ran(folder.path(), &[("LANG", "es_ES.UTF-8")], &["config"], "").0;
    assert!(spanish.contains("LANG=es_ES.UTF-8") && spanish.contains("ascii  true            preference"), "{spanish}");
}

#[test]
fn what_is_wrong_in_the_file_is_reported_and_ignored() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("quirkat")).unwrap();
    let write = |text: &str| std::fs::write(folder.path().join("quirkat/config.toml"), text).unwrap();
    write("lang = \"de\"\nlevel = 3\ncolour = \"red\"\n");
    let (shown, warnings) = ran(folder.path(), &[], &["config"], "");
    assert!(shown.contains("level  3               preference"), "{shown}");
    assert!(warnings.contains("`lang` cannot be `de`; allowed: en, es, fr"), "{warnings}");
    assert!(warnings.contains("there is no preference `colour`; allowed: lang, ascii, level, look"), "{warnings}");
    let mut command = Command::cargo_bin("quirkat").unwrap();
    let refused = command.args(["config", "level", "12"]).env("XDG_CONFIG_HOME", folder.path()).assert().code(2);
    let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(error.contains("`level` cannot be `12`; allowed: 1 to 10"), "{error}");
}
