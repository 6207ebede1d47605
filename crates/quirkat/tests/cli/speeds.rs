//! Tests studies, speed measurements and comparison with another build.

use crate::harness::{json, out, quirkat, refused};
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn the_engine_plays_itself_and_every_move_is_checked() {
    let played = json(&["selfplay", "lasca", "--games", "3", "--nodes", "50", "--json"]);
    assert_eq!((&played[0]["game"], &played[0]["games"]), (&"lasca:lasca".into(), &3.into()));
    let protest = out(&["selfplay", "buruj:protest", "--games", "2", "--nodes", "50"]);
    assert!(protest.contains("buruj:protest"), "{protest}");
    assert!(refused(&["selfplay", "halma"]).contains("there is no game `halma`"));
}

#[test]
fn studies_cover_all_rule_sets_and_are_stored() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("facts.csv");
    let quick =
        ["--levels", "1,2", "--games", "2", "--nodes", "40", "--longest", "40", "--csv", file.to_str().unwrap()];
    let study = |game: &[&str]| out(&[&["study"], game, &quick[..]].concat());
    let sets = study(&["queah"]);
    assert_eq!(sets.lines().count(), 1 + 2 * 4, "{sets}");
    assert!(sets.contains("queah:navpil"), "{sets}");
    let csv = std::fs::read_to_string(&file).unwrap();
    assert_eq!(csv.lines().count(), 1 + 2 * 4, "{csv}");
    // Existing rows are kept and not measured again.
    assert_eq!(study(&["queah"]), sets);
    assert_eq!(study(&["queah:navpil"]).lines().count(), 1 + 2);
    let clauses = study(&["queah", "--clauses"]);
    assert!(clauses.contains("queah:walker capture=mandatory"), "{clauses}");
    assert!(std::fs::read_to_string(&file).unwrap().lines().count() > csv.lines().count());
    // Proofs of the start also apply to games played before.
    let proofs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proofs");
    let before = study(&["alquerque:walker"]);
    let proved = study(&["alquerque:walker", "--proofs", proofs]);
    assert_eq!(proved.replace("won", "").split_whitespace().count(), before.split_whitespace().count());
    assert_eq!(proved.matches(" won\n").count(), 2, "{proved}");
    std::fs::write(&file, "game,rules\nqueah,1\n").unwrap();
    assert!(refused(&[&["study", "queah"], &quick[..]].concat()).contains("facts.csv: CSV"));
    // A column added by the user would be lost.
    let noted = csv.replace('\n', ",mine\n");
    std::fs::write(&file, &noted).unwrap();
    assert!(refused(&[&["study", "queah"], &quick[..]].concat()).contains("unknown field `mine`"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), noted);
    let page = folder.path().join("queah.html");
    let as_page = ["--rule", "blocked=draw", "--html", page.to_str().unwrap(), "--lang", "fr"];
    out(&[&["study", "queah"], &as_page[..], &["--levels", "2", "--games", "2", "--nodes", "200"]].concat());
    let page = std::fs::read_to_string(page).unwrap();
    let holds = [
        "<html lang=\"fr\">",
        "(Le joueur qui ne peut pas jouer\u{a0}: la partie est nulle)",
        "quirkat study queah --rule blocked=draw",
        "</html>",
    ];
    assert!(holds.iter().all(|text| page.contains(text)) && page.matches("<svg").count() == 3, "{page}");
    assert!(!page.contains("{opening}") && !page.contains("href="), "all is filled, and it needs nothing else");
    assert!(refused(&["study", "--html", "page.html"]).contains("<GAME>"));
    assert!(refused(&["study", "halma"]).contains("there is no game `halma`"));
    assert!(refused(&["study", "queah", "--levels", "11"]).contains("allowed: 1 to 10"));
}

#[test]
fn speeds_are_printed_beside_references() {
    let speeds = json(&["speed", "english", "--time", "10ms", "--json"]);
    assert_eq!(speeds[0]["reference_games_a_second"], 70_000);
    assert!(speeds[0]["leaves_a_second"].as_f64().unwrap() > 0.0);
}

#[test]
fn two_builds_are_compared() {
    fn against<'a>(more: &[&'a str]) -> Vec<&'a str> {
        let this = env!("CARGO_BIN_EXE_quirkat");
        [&["speed", "--against", this, "--rounds", "2", "--time", "10ms"], more].concat()
    }
    let compared = json(&against(&["konane:six", "lasca", "--json"]));
    assert_eq!((&compared["rounds"], &compared["games"][1]["game"]), (&2.into(), &"lasca".into()));
    for task in ["perft", "random", "match", "search"] {
        let figures = &compared["games"][0][task];
        assert_eq!((&figures["same"], figures["seconds_of_other"].as_array().unwrap().len()), (&true.into(), 2));
        let ratios = [&figures["ratio"], &compared["means"][task]].map(|ratio| ratio.as_f64().unwrap());
        // On a busy machine a short measurement may take a hundred times as long.
        assert!(ratios.iter().all(|ratio| ratio.is_finite() && *ratio > 0.0), "{compared}");
    }
    let table = out(&against(&["konane:six"]));
    assert!(table.contains("perft     random      match     search") && table.contains("\ngeometric mean "), "{table}");
}

#[test]
fn an_invalid_build_to_compare_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("quirkat").to_str().unwrap().to_owned();
    let error = quirkat(&["speed", "--against", &nowhere]).code(1).get_output().stderr.clone();
    assert!(String::from_utf8(error).unwrap().contains(&format!("cannot run {nowhere}: ")));
    let cargo = env!("CARGO");
    let error = refused(&["speed", "--against", cargo]);
    assert!(error.contains(&format!("{cargo} is not Quirkat: `--version` prints `cargo ")), "{error}");
    let this = env!("CARGO_BIN_EXE_quirkat");
    assert!(refused(&["speed", "--against", this, "halma"]).contains("there is no game `halma`"));
    assert!(refused(&["speed", "--rounds", "3"]).contains("--against <PROGRAM>"));
    assert!(refused(&["speed", "--against", this, "--rounds", "0"]).contains("allowed: 1 to 1000"));
}

/// Returns the output and the error text of a command that is interrupted after some seconds.
#[cfg(unix)]
fn interrupted(arguments: &[&str], seconds: u64) -> [String; 2] {
    let child = Command::new(env!("CARGO_BIN_EXE_quirkat"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(seconds));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success(), "{done:?}");
    [done.stdout, done.stderr].map(|text| String::from_utf8(text).unwrap())
}

#[cfg(unix)]
#[test]
fn an_interrupted_count_prints_partial_results() {
    let [count, _] = interrupted(&["perft", "international", "13", "--threads", "1"], 2);
    assert!(count.contains(" moves at depth 13 in ") && count.contains("\nstopped after "), "{count}");
    assert!(count.trim_end().ends_with(" in all"), "{count}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_count_prints_json() {
    let [count, _] = interrupted(&["perft", "international", "13", "--threads", "1", "--json"], 2);
    let count: serde_json::Value = serde_json::from_str(&count).unwrap();
    assert_eq!(count["complete"], false);
}

#[cfg(unix)]
#[test]
fn an_interrupted_measurement_prints_partial_results() {
    let [speeds, text] = interrupted(&["speed", "--time", "50ms"], 4);
    assert!(speeds.contains("alquerque:walker") && text.contains("quirkat: stopped after "), "{speeds}{text}");
    assert!(!speeds.contains("alquerque-de-nueve:modern"), "{speeds}");
}

#[test]
fn divide_adds_up_to_the_count() {
    let whole = json(&["perft", "alquerque", "9", "--threads", "2", "--json"]);
    let divided = json(&["perft", "alquerque", "9", "--divide", "--json"]);
    assert_eq!((&whole["nodes"], &whole["complete"]), (&divided["nodes"], &true.into()));
}
