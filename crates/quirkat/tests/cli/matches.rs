//! Tests matches and gauntlets.

use crate::harness::{json, out, quirkat, refused};
use quirkat_rules::{Pdn, find_game};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

#[test]
fn a_match_gives_a_score_with_its_error() {
    let result = json(&["match", "alquerque", "--a", "depth:3", "--b", "random", "--openings", "3", "--json"]);
    assert_eq!(result["games"], 6);
    assert!(result["scorePercent"].as_f64().unwrap() > 60.0);
    assert!(result["errorPercent"].is_number());
    let answer = out(&["match", "alquerque-de-tres", "--a", "random", "--openings", "1"]);
    assert!(answer.contains(", 2 games from 1 opening: "), "{answer}");
}

/// A match with node limits, independent of the clock.
const COUNTED: [&str; 8] = ["match", "alquerque", "--a", "nodes:60", "--b", "nodes:40", "--seed", "7"];

/// Returns the JSON of a match without its times.
fn played(more: &[&str]) -> Value {
    let mut result = json(&[&COUNTED[..], more, &["--json"]].concat());
    result.as_object_mut().unwrap().remove("longestTurnMs").unwrap();
    result
}

/// Returns the games of a file without their times.
fn untimed(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("[LongestTurn "));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_match_does_not_depend_on_how_many_games_are_played_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["one.pdn", "two.pdn"].map(|name| folder.path().join(name));
    let [one, two] = [("1", &files[0]), ("2", &files[1])]
        .map(|(threads, pdn)| played(&["--openings", "6", "--threads", threads, "--pdn", pdn.to_str().unwrap()]));
    assert_eq!(one, two);
    assert_eq!((&one["games"], &one["complete"], &one["sprt"]), (&12.into(), &true.into(), &Value::Null));
    let count = |of: &Value| ["won", "drawn", "lost", "brokenOff"].map(|key| of[key].as_u64().unwrap());
    let [first, second] = [count(&one["asFirst"]), count(&one["asSecond"])];
    assert_eq!([0, 1, 2, 3].map(|result| first[result] + second[result]), count(&one));
    let score = one["scorePercent"].as_f64().unwrap();
    let sign = one["elo"]["value"].as_f64().map_or(score == 100.0 || score == 0.0, |elo| (elo > 0.0) == (score > 50.0));
    assert!(sign, "{one}");
    assert_eq!(untimed(&files[0]), untimed(&files[1]));
}

#[test]
fn the_games_of_a_match_are_records_that_replay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pdn");
    let pdn = path.to_str().unwrap();
    let result = played(&["--openings", "2", "--pdn", pdn]);
    let games = Pdn::read(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(games.iter().map(|game| game.tag("Round").unwrap()).collect::<Vec<_>>(), ["1.1", "1.2", "2.1", "2.2"]);
    let plies: usize = games
        .iter()
        .map(|pdn| {
            let game = pdn.replay(find_game("alquerque").unwrap()).unwrap();
            let ended = game.outcome().map_or("longest", |outcome| outcome.reason.word());
            assert_eq!(pdn.tag("Termination"), Some(ended));
            game.history().len() - 4
        })
        .sum();
    assert_eq!(result["meanPlies"].as_f64().unwrap(), plies as f64 / 4.0);
    assert_eq!(["White", "Black"].map(|tag| games[0].tag(tag).unwrap()), ["nodes:60", "nodes:40"]);
    assert_eq!(games[0].turns[..4], games[1].turns[..4], "an opening is played from both sides");
    let before = fs::read(&path).unwrap();
    assert!(refused(&[&COUNTED[..], &["--pdn", pdn]].concat()).contains("exists; allowed: a new file"));
    assert_eq!(fs::read(&path).unwrap(), before);
}

/// Starts a match in a folder as a separate process, and waits until it has played some games.
fn under_way(into: &Path, openings: &str, threads: &str) -> Child {
    let into = into.to_str().unwrap();
    let words = [&COUNTED[..], &["--openings", openings, "--threads", threads, "--into", into, "--json"]].concat();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_quirkat"));
    let child = command.args(words).stdout(Stdio::piped()).spawn().unwrap();
    let games = Path::new(into).join("games.pdn");
    while fs::read_to_string(&games).map_or(0, |text| text.matches("[Result ").count()) < 6 {
        sleep(Duration::from_millis(1));
    }
    child
}

#[test]
fn a_killed_match_resumes_with_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, broken] = ["whole", "broken"].map(|name| folder.path().join(name));
    let play = |into: &Path| played(&["--openings", "20", "--into", into.to_str().unwrap()]);
    let result = play(&whole);
    let mut child = under_way(&broken, "20", "2");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(play(&broken), result);
    assert_eq!(untimed(&broken.join("games.pdn")), untimed(&whole.join("games.pdn")));
    let modified = fs::metadata(whole.join("games.pdn")).unwrap().modified().unwrap();
    assert_eq!(play(&whole), result, "finished games are not played again");
    assert_eq!(fs::metadata(whole.join("games.pdn")).unwrap().modified().unwrap(), modified);

    let into =
        |folder: &Path, more: &[&str]| refused(&[&COUNTED[..], &["--into", folder.to_str().unwrap()], more].concat());
    let error = into(&whole, &["--plies", "2"]);
    assert!(error.contains("belongs to another match") && error.contains("--plies 4"), "{error}");
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("games.pdn"), "mine").unwrap();
    assert!(into(&other, &[]).contains("contains other files"));
    let error = into(&other.join("games.pdn"), &[]);
    assert!(error.contains("games.pdn is a file; allowed: a new folder, or a match's"), "{error}");
    assert_eq!(fs::read_to_string(other.join("games.pdn")).unwrap(), "mine");
    fs::write(whole.join("games.pdn"), "[Event \"mine\"]\n\n1. a1-a2 *\n\n").unwrap();
    assert!(into(&whole, &[]).contains("contains no game of this match at `[Event \"mine\"]`"));
}

#[test]
fn changed_input_files_make_another_match_or_training() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [game, positions] = [at("mine.toml"), at("positions")];
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/adugo.toml"), &game).unwrap();
    fs::write(&positions, "W:Wa1,c3:Be5\n").unwrap();
    let few = ["--a", "nodes:20", "--b", "random", "--openings", "1", "--threads", "1", "--into"];
    let train = ["train", &game, "--games", "20", "--nodes", "10", "--epochs", "1", "--generations", "1", "--into"];
    let works = [
        ([&["match", &*game], &few[..]].concat(), "another match"),
        ([&["match", "alquerque", "--from", &*positions], &few[..]].concat(), "another match"),
        (train.to_vec(), "another training"),
    ];
    let into = |number: usize| at(&number.to_string());
    for (number, (words, _)) in works.iter().enumerate() {
        for _ in 0..2 {
            quirkat(&[&words[..], &[&into(number)]].concat()).success();
        }
    }
    fs::write(&game, fs::read_to_string(&game).unwrap() + "# another one\n").unwrap();
    fs::write(&positions, "B:Wa1,c3:Be5\n").unwrap();
    for (number, (words, what)) in works.iter().enumerate() {
        let error = refused(&[&words[..], &[&into(number)]].concat());
        assert!(error.contains(what), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_prints_partial_results_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let child = under_way(folder.path(), "2000", "1");
    let interrupted = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["complete"], false);
    assert!((6..4000).contains(&result["games"].as_u64().unwrap()), "{result}");
    assert_eq!(played(&["--openings", "20", "--into", folder.path().to_str().unwrap()])["games"], 40);
}

#[test]
fn a_decided_test_ends_its_match() {
    let folder = tempfile::tempdir().unwrap();
    let test = |elos, threads, into: &str| {
        let into = folder.path().join(into);
        let into = into.to_str().unwrap();
        let words = ["--b", "random", "--openings", "400", "--sprt", elos, "--threads", threads, "--into", into];
        json(&[&["match", "alquerque-de-tres", "--a", "nodes:300", "--balance", "50", "--json"], &words[..]].concat())
    };
    let [one, two] = [("1", "one"), ("2", "two")].map(|(threads, into)| test("0,200", threads, into));
    assert_eq!((&one["pairs"], &one["sprt"]), (&two["pairs"], &two["sprt"]));
    assert_eq!((&one["sprt"]["verdict"], &one["complete"]), (&"elo1".into(), &true.into()));
    assert!(one["games"].as_u64().unwrap() < 800 && one["sprt"]["llr"].as_f64().unwrap() > 2.94, "{one}");
    let [one, two] = ["one", "two"].map(|name| untimed(&folder.path().join(name).join("games.pdn")));
    assert_eq!(one, two, "what does not count is not kept");
    assert!(refused(&["match", "alquerque", "--sprt", "10,0"]).contains("the lower one first, such as 0,10"));
}

#[test]
fn matches_limited_by_nodes_are_reproducible_and_have_no_time_limit() {
    let outside = format!("uci:{} engine", env!("CARGO_BIN_EXE_quirkat"));
    let played = |threads| {
        let words = ["--nodes", "200", "--openings", "2", "--json", "--threads", threads];
        let mut result = json(&[&["match", "alquerque", "--a", "plain", "--b", &outside], &words[..]].concat());
        assert!(result["longestTurnMs"].take().is_number());
        result
    };
    let result = played("1");
    assert_eq!((&result["turnNodes"], &result["turnMs"]), (&200.into(), &Value::Null));
    assert_eq!(played("2"), result);
    assert!(refused(&["match", "alquerque", "--nodes", "9", "--time", "1s"]).contains("cannot be used with"));
}

#[test]
fn a_match_that_cannot_begin_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [pdn, into, nowhere] = ["games.pdn", "match", "engine"].map(path);
    let error = refused(&["match", "alquerque-de-tres", "--plies", "100", "--pdn", &pdn]);
    assert!(error.contains("no opening of 100 random moves leaves a game of alquerque-de-tres:alfonso"), "{error}");
    assert!(error.contains("allowed: fewer random moves"), "{error}");
    refused(&["gauntlet", "--game", "alquerque-de-tres", "--plies", "100", "--into", &into]);
    let player = format!("uci:{nowhere}");
    let failed = quirkat(&["match", "alquerque", "--a", &player, "--into", &into]).code(1);
    let error = String::from_utf8_lossy(&failed.get_output().stderr).into_owned();
    assert!(error.contains(&format!("{player} cannot play: cannot start {nowhere}: ")), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_gauntlet_is_a_table_of_matches() {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("table");
    let into = into.to_str().unwrap();
    let words = ["--game", "alquerque-de-tres", "--game", "konane:six", "--a", "nodes:300", "--into", into];
    let gauntlet = [&["gauntlet", "--openings", "3"], &words[..]].concat();
    let table = out(&gauntlet);
    assert!(table.contains("| game | games | won ") && table.contains("\n| konane:six | 6 | "), "{table}");
    assert!(table.contains("quirkat gauntlet --a nodes:300 --b random --plies 4"), "{table}");
    assert_eq!(fs::read_to_string(Path::new(into).join("table.md")).unwrap(), table);
    assert!(Path::new(into).join("konane-six/games.pdn").exists());
    assert_eq!(out(&gauntlet), table);
    let results = json(&[&gauntlet[..], &["--json"]].concat());
    assert_eq!((&results[1]["game"], &results[1]["games"]), (&"konane:six".into(), &6.into()));
    let error = refused(&[&gauntlet[..], &["--seed", "2"]].concat());
    assert!(error.contains("belongs to another gauntlet"), "{error}");
    assert!(refused(&["gauntlet", "--game", "halma", "--into", into]).contains("there is no game `halma`"));
}

#[test]
fn levels_are_measured_by_matches_between_skills() {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("levels");
    let into = into.to_str().unwrap();
    let words = ["levels", "alquerque-de-tres", "--openings", "2", "--into", into];
    let answer = out(&words);
    let levels = answer
        .lines()
        .find_map(|line| line.trim().strip_prefix("levels 1 to 9: "))
        .unwrap_or_else(|| panic!("{answer}"));
    let skills: Vec<f64> = levels.split(' ').map(|skill| skill.parse().unwrap()).collect();
    assert!(skills.len() == 9 && skills.is_sorted() && skills[8] < 11.0, "{answer}");
    let row = format!(
        "alquerque-de-tres,{},quirkat levels alquerque-de-tres:alfonso --openings 2 --seed 1",
        levels.replace(' ', ",")
    );
    let csv = fs::read_to_string(Path::new(into).join("levels.csv")).unwrap();
    assert_eq!(csv.lines().collect::<Vec<_>>(), ["game,1,2,3,4,5,6,7,8,9,made by", &row]);
    let games = fs::read_to_string(Path::new(into).join("alquerque-de-tres-alfonso-11/games.pdn")).unwrap();
    assert!(games.contains("\"skill:11.0\"") && games.contains("\"skill:10.0\""), "{games}");
    assert_eq!(out(&words), answer, "nothing is played again");
    assert!(refused(&["levels", "halma", "--into", into]).contains("there is no game `halma`"));
    let error = refused(&["match", "alquerque", "--a", "skill:11.5"]);
    assert!(error.contains("skill:0 to skill:11"), "{error}");
}
