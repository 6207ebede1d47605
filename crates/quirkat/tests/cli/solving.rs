//! Tests solving and tables.

use crate::harness::{Piped, json, out, quirkat, read_back, refused};
use quirkat_wire::{
    Category, EndingCounts, ProbeResult, ProofCheck, SolvedCounts, TableInfo, TableKind, TableListing, TableSample,
    TableVerification,
};
use serde_json::json;
use std::collections::HashSet;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const STRIP: [&str; 5] = ["awithlaknannai", "--rule", "n=4", "--rule", "repetition=draw"];

/// Returns the arguments of a command on the strip and a folder.
fn words<'a>(before: &[&'a str], folder: &'a str, after: &[&'a str]) -> Vec<&'a str> {
    [before, &STRIP, &["--dir", folder], after].concat()
}

fn bytes(folder: &Path) -> Vec<Vec<u8>> {
    (1..=6).map(|men| fs::read(folder.join(format!("wins-{men:02}.table"))).unwrap()).collect()
}

#[test]
fn a_strip_is_solved_looked_up_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("strip");
    let dir = at.to_str().unwrap();
    let slices = json(&words(&["solve"], dir, &["--json"]));
    // All placements of one man against none or one on thirteen points.
    assert_eq!(slices["1,0"], json!([13, 0, 0]));
    let all: u64 = slices["1,1"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(all, 13 * 12);
    assert!(out(&words(&["solve"], dir, &[])).contains("6,6"), "existing tables are counted again");

    let here = json(&words(&["tables", "probe"], dir, &["--json"]));
    assert_eq!((&here["category"], &here["dtw"]), (&json!("draw"), &json!(null)));
    assert_eq!(here["moves"].as_array().unwrap().len(), 3);
    assert_eq!(here["moves"][0], json!({ "text": "b4-b3", "category": "draw", "dtw": null }));
    // A move has the value of the opponent after it: a losing reply means a win.
    assert_eq!(here["moves"][1]["category"], "win");
    assert!(out(&words(&["tables", "verify"], dir, &["--positions", "2000"])).contains("2 000 positions, no fault"));
    assert_eq!(out(&["tables", "list", dir]).lines().count(), 6);
    let criteria = ["--value", "win", "--men", "5", "--count", "3"];
    let drawn = out(&words(&["tables", "random"], dir, &criteria));
    for position in drawn.lines() {
        let found = json(&words(&["tables", "probe"], dir, &["--json", "--position", position]));
        assert_eq!(found["category"], "win", "{position}");
    }
    // The same answer as JSON types.
    read_back::<SolvedCounts>(&slices);
    let listing: Vec<TableListing> = read_back(&json(&["tables", "list", dir, "--json"]));
    assert_eq!(listing.len(), 6);
    let table = listing[1].table.as_ref().unwrap();
    assert_eq!((table.kind, table.first_men, table.second_men), (TableKind::Wins, Some(2), None));
    assert_eq!(table.game, "awithlaknannai:seed");
    assert_eq!(table.rules, ["repetition=draw", "n=4"]);
    let info: TableInfo = read_back(&json(&["tables", "info", at.join("wins-02.table").to_str().unwrap(), "--json"]));
    assert_eq!((&info.table, &info.law["points"][..]), (table, "13"));
    let verified: TableVerification =
        read_back(&json(&words(&["tables", "verify"], dir, &["--positions", "2000", "--json"])));
    assert_eq!(verified, TableVerification { positions: 2000, faults: vec![] });
    let random: Vec<TableSample> =
        read_back(&json(&words(&["tables", "random"], dir, &[&criteria[..], &["--json"]].concat())));
    assert_eq!(
        random.iter().map(|drawn| &drawn.subject.position.fen[..]).collect::<Vec<_>>(),
        drawn.lines().collect::<Vec<_>>()
    );
    assert!(random.iter().all(|drawn| drawn.worth.category == Category::Win));

    // By the men of the side to move and of the opponent; then a match from such positions.
    let criteria = ["--value", "win", "--men", "2,3", "--count", "4"];
    let drawn = out(&words(&["tables", "random"], dir, &criteria));
    for position in drawn.lines() {
        let men = |side: &str| side.split(',').count();
        let [white, black] = [1, 2].map(|at| men(position.split(':').nth(at).unwrap()));
        assert_eq!(if position.starts_with("W:") { [white, black] } else { [black, white] }, [2, 3], "{position}");
    }
    let positions = folder.path().join("positions");
    fs::write(&positions, drawn).unwrap();
    let from = ["--from", positions.to_str().unwrap(), "--tables", dir, "--a", "perfect", "--time", "5ms", "--json"];
    let played = json(&[&["match"], &STRIP[..], &from].concat());
    assert_eq!((&played["games"], &played["complete"]), (&8.into(), &true.into()), "{played}");
    assert!(played["won"].as_u64() >= Some(4), "the player with tables wins won positions: {played}");
}

#[test]
fn distances_of_a_strip_are_found_looked_up_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("strip");
    let at = dir.to_str().unwrap();
    let slices = json(&words(&["solve"], at, &["--distances", "4", "--json"]));
    let files = fs::read_dir(&dir).unwrap().count();
    assert_eq!(files, 5, "distances for 1,1 to 2,2, and the plan");
    let longest = slices["2,1"][3].as_u64().unwrap();
    assert!(longest > 1 && longest % 2 == 1, "{slices}");
    assert_eq!(slices["1,1"][4], serde_json::Value::Null, "no position of one man against one is lost");
    assert!(out(&words(&["solve"], at, &["--distances", "3"])).contains("longest win"));

    // A position with the longest win, and the line to its end.
    let plies = longest.to_string();
    let criteria = ["--men", "3", "--plies", &plies, "--value", "win"];
    let position = out(&words(&["tables", "random"], at, &criteria));
    let here = json(&words(&["tables", "probe"], at, &["--json", "--position", position.trim()]));
    assert_eq!((&here["category"], &here["dtw"]), (&"win".into(), &longest.into()));
    let turns = here["moves"].as_array().unwrap();
    // A move has the distance of the opponent after it, negative where it loses.
    assert_eq!(turns[0]["dtw"].as_i64(), Some(1 - longest as i64), "the best turn is the first");
    let losses = turns.iter().filter(|turn| turn["category"] == "loss");
    assert!(losses.is_sorted_by_key(|turn| -turn["dtw"].as_i64().unwrap()));
    let output = out(&words(&["tables", "probe"], at, &["--position", position.trim()]));
    assert!(output.starts_with(&format!("wins in {plies} plies\n")), "{output}");
    // The engine uses the tables.
    let best = json(&[&["best"], &STRIP[..], &["--position", position.trim(), "--tables", at, "--json"]].concat());
    assert_eq!(best["tables"]["dtw"], longest, "{best}");

    assert!(out(&words(&["tables", "verify"], at, &["--positions", "1000"])).contains("1 000 positions, no fault"));
    assert!(out(&words(&["tables", "verify"], at, &["--all"])).contains("no fault"));
    assert!(out(&["tables", "list", at]).contains("distances, 1 against 3 men, up to"));
    let file = dir.join("distances-01-03.table");
    let output = out(&["tables", "info", file.to_str().unwrap()]);
    for line in ["kind: distances", "first men: 1", "second men: 3", "points: 13", "blocks: 1"] {
        assert!(output.lines().any(|other| other == line), "{output}");
    }
    let sound = fs::read(&file).unwrap();
    fs::write(&file, &sound[..sound.len() - 1]).unwrap();
    quirkat(&["tables", "info", file.to_str().unwrap()]).code(1);
    fs::remove_file(&file).unwrap();
    out(&words(&["solve"], at, &["--distances", "4"]));
    assert_eq!(fs::read(&file).unwrap(), sound, "a missing table is made again with the same content");
    // Tables of both kinds share a folder.
    out(&words(&["solve"], at, &["--men", "1", "--distances", "3"]));
    assert!(dir.join("whole-01.table").exists());
    assert!(out(&words(&["tables", "verify"], at, &["--positions", "1000"])).contains("no fault"));
}

#[test]
fn the_value_of_a_start_is_proved_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let (dir, proof) = (folder.path().join("strip"), folder.path().join("strip.proof"));
    let [at, file] = [&dir, &proof].map(|path| path.to_str().unwrap());
    let start = words(&["solve"], at, &["--men", "3", "--start", "--proof", file]);
    let output = out(&start);
    assert!(
        output.starts_with("men of the first side") && output.contains("the start, for the side to move: draw"),
        "{output}"
    );
    assert!(output.lines().any(|line| line.split_whitespace().eq(["b4-b3", "draw"])), "{output}");
    assert_eq!(output.lines().filter(|line| line.ends_with(" loss")).count(), 2, "{output}");
    assert!(refused(&start).contains("is there already"), "a proof is not written over");
    assert!(out(&["proof", "check", file, "--dir", at]).contains("the other side has a draw at least: true"));
    let check = ["proof", "check", file, "--dir", at, "--json"];
    let replayed: ProofCheck = read_back(&json(&check));
    assert!(replayed.fault.is_none() && replayed.proved.is_some_and(|proved| proved.positions > 0), "{replayed:?}");
    assert_eq!(replayed.claims.len(), 2);
    let start = json(&words(&["solve"], at, &["--men", "3", "--start", "--json"]));
    assert_eq!((&start["category"], &start["moves"][0]["text"]), (&"draw".into(), &"b4-b3".into()));
    read_back::<ProbeResult>(&start);
    let info: TableInfo = read_back(&json(&["tables", "info", file, "--json"]));
    assert_eq!((info.table.kind, info.table.first_men), (TableKind::Proof, None));

    // The second checker, in Python. Its verdict does not depend on the assertions of Python, which `-O` switches off.
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/check_proof.py");
    let checked = || Command::new("python3").args(["-O", checker, file, at]).output().ok();
    match checked() {
        Some(checked) => assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr)),
        None => eprintln!("without Python its checker is not tested"),
    }

    // Tables of other rules, a wrong answer, and fewer tables than the proof refers to.
    let sound = fs::read(&proof).unwrap();
    for (at, reason) in [(sound.len() / 2, "damaged"), (sound.len() - 1, "cut off or damaged")] {
        let mut broken = sound.clone();
        broken[at] ^= 1;
        fs::write(&proof, broken).unwrap();
        let error =
            quirkat(&["proof", "check", file, "--dir", dir.to_str().unwrap()]).code(1).get_output().stderr.clone();
        assert!(String::from_utf8_lossy(&error).contains(reason));
        assert!(checked().is_none_or(|checked| !checked.status.success()), "the second checker accepts a broken proof");
    }
    fs::write(&proof, &sound).unwrap();
    fs::remove_file(dir.join("whole-03.table")).unwrap();
    let output = quirkat(&["proof", "check", file, "--dir", at]).code(2).get_output().stdout.clone();
    let output = String::from_utf8_lossy(&output);
    assert!(output.contains("no table covers the position") && output.contains("up to 3 men"), "{output}");
    assert!(output.contains("there are 2: `quirkat solve awithlaknannai:seed"), "{output}");
    let output = quirkat(&check).code(2).get_output().stdout.clone();
    let replayed: ProofCheck = read_back(&serde_json::from_slice(&output).unwrap());
    assert_eq!(replayed.fault.unwrap().reason, "there is no answer, and no table covers the position");
    assert_eq!(replayed.proved, None);
    let table = dir.join("whole-01.table");
    quirkat(&["proof", "check", table.to_str().unwrap(), "--dir", at]).code(1);
}

#[test]
fn the_second_checker_reads_the_law_of_every_shipped_proof() {
    let script = "import glob, check_proof\n\
        for file in glob.glob('../proofs/*.proof'):\n    \
            law = check_proof.Law(check_proof.File(file).law)\n    \
            print(len(law.symmetries), len(law.exchanges))";
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools");
    let Ok(read) = Command::new("python3").args(["-c", script]).current_dir(tools).output() else {
        return eprintln!("without Python its checker is not tested");
    };
    let output = String::from_utf8_lossy(&read.stdout);
    // The square of alquerque has eight symmetries, the strip four; each can also exchange the sides.
    assert!(output.lines().count() >= 13, "{output}{}", String::from_utf8_lossy(&read.stderr));
    assert!(output.lines().all(|line| line == "8 8" || line == "4 4"), "{output}");
}

#[test]
fn shipped_proofs_are_listed_and_cited() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut proofs: Vec<_> = fs::read_dir(root.join("proofs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    proofs.sort_unstable();
    let files = proofs.iter().map(|path| path.to_str().unwrap());
    let listing = out(&["proof", "list"].into_iter().chain(files.clone()).collect::<Vec<_>>());
    assert_eq!(
        listing,
        fs::read_to_string(root.join("docs/results/data/proofs.csv")).unwrap(),
        "`proof list` writes it"
    );
    assert!(
        listing.lines().any(|line| line.starts_with("alquerque:walker,,\"W:") && line.contains(",win,5032,5,54273,"))
    );

    let entries = out(&["proof", "list", "--bibtex"].into_iter().chain(files).collect::<Vec<_>>());
    let names: HashSet<_> = entries.lines().filter_map(|line| line.strip_prefix("@misc{quirkat-")).collect();
    assert_eq!(names.len(), proofs.len(), "each has its own name");
    assert!(entries.contains("title = {Alquerque: Walker's rules: the side that begins wins}"), "{entries}");
    assert_eq!(entries.matches('{').count(), entries.matches('}').count());
    assert!(refused(&["proof", "list"]).contains("<FILES>"));
    quirkat(&["proof", "list", root.join("README.md").to_str().unwrap()]).code(1);
}

#[test]
fn a_draw_is_proved_by_a_certificate_down_to_small_tables() {
    let folder = tempfile::tempdir().unwrap();
    let (dir, proof) = (folder.path().join("strip"), folder.path().join("strip.proof"));
    let [at, file] = [&dir, &proof].map(|path| path.to_str().unwrap());
    let output = out(&words(&["solve"], at, &["--men", "6", "--start", "--down", "1", "--proof", file]));
    assert!(
        output.contains("the start, for the side to move: draw") && output.contains("0 positions searched"),
        "{output}"
    );
    // Additional tables make no difference.
    let replayed: ProofCheck = read_back(&json(&["proof", "check", file, "--dir", at, "--json"]));
    assert!(replayed.proved.is_some_and(|proved| proved.positions > 100), "{replayed:?}");
    assert!(refused(&words(&["solve"], at, &["--down", "1"])).contains("--start"));
    let other = folder.path().join("other.proof");
    let nothing_left = words(&["solve"], at, &["--start", "--down", "6", "--proof", other.to_str().unwrap()]);
    assert!(refused(&nothing_left).contains("allowed by --down: up to 5"));

    // Distance tables can replace win/draw/loss tables.
    let (dir, proof) = (folder.path().join("plies"), folder.path().join("plies.proof"));
    let [at, file] = [&dir, &proof].map(|path| path.to_str().unwrap());
    out(&words(&["solve"], at, &["--distances", "9", "--start", "--proof", file]));
    assert!(out(&["proof", "check", file, "--dir", at]).contains(": true; "));
}

#[test]
fn endings_of_other_games_are_solved_looked_up_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("english").to_str().unwrap().to_owned();
    let english = ["english", "--dir", &dir];
    let solve = [&["solve"], &english[..], &["--distances", "2"]].concat();
    let counts = json(&[&solve[..], &["--json"]].concat());
    read_back::<EndingCounts>(&counts);
    // Two kings have 32 · 31 placements. Two men, neither on its promotion row, have 28 · 28 minus one point.
    let all = |name: &str, side: usize| {
        counts[name][side].as_array().unwrap()[..3].iter().map(|count| count.as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!(counts.as_object().unwrap().len(), 3, "those with a king against a man answer for the others");
    assert_eq!([all("k1-k1", 0), all("k1-k1", 1)], [32 * 31; 2]);
    assert_eq!([all("m1-m1", 0), all("m1-m1", 1)], [28 * 28 - 24; 2]);
    assert_eq!([all("k1-m1", 0), all("k1-m1", 1)], [28 * 31; 2]);
    assert!(out(&solve).contains("k1-m1"), "existing tables are counted again");

    let verify = [&["tables", "verify"], &english[..], &["--all"]].concat();
    assert!(out(&verify).contains("no fault"));

    // The answer without distances is shorter, until they are requested.
    let other = folder.path().join("worth").to_str().unwrap().to_owned();
    let solve_worth = ["solve", "english", "--dir", &other, "--wdl", "2", "--json"];
    let values = json(&solve_worth);
    let three = |counts: &serde_json::Value, side: usize| counts["k1-m1"][side].as_array().unwrap()[..3].to_vec();
    assert!((0..2).all(|side| three(&values, side) == three(&counts, side) && values["k1-m1"][side][3].is_null()));
    assert!(out(&["tables", "list", &other]).contains("k1-m1, without plies"));
    assert_eq!(json(&["solve", "english", "--dir", &other, "--distances", "2", "--json"]), counts);
    assert_eq!(json(&solve_worth), counts, "what says more is left");
    assert!(refused(&["solve", "alquerque", "--wdl", "3"]).contains("solved set by set"));

    let listing: Vec<TableListing> = read_back(&json(&["tables", "list", &dir, "--json"]));
    let kings = listing[0].table.as_ref().unwrap();
    assert_eq!((kings.kind, kings.pieces.as_deref(), kings.longest), (TableKind::Ending, Some("k1-k1"), Some(11)));
    let file = Path::new(&dir).join("ending-k1-k1.table").to_str().unwrap().to_owned();
    assert!(out(&["tables", "info", &file]).contains("start: m12-m12"));
    read_back::<TableInfo>(&json(&["tables", "info", &file, "--json"]));

    let random =
        ["tables", "random"].into_iter().chain(english).chain(["--value", "win", "--men", "2", "--count", "5"]);
    for position in out(&random.collect::<Vec<_>>()).lines() {
        let probe = ["tables", "probe"].into_iter().chain(english).chain(["--json", "--position", position]);
        let found: ProbeResult = read_back(&json(&probe.collect::<Vec<_>>()));
        assert_eq!(found.category, Category::Win, "{position}");
        assert!(found.dtw.is_some_and(|plies| plies % 2 == 1), "{position}");
    }
    // The winner needs as many plies as the table says.
    let position = out(&[&["tables", "random"], &english[..], &["--plies", "11"]].concat());
    let position = ["--position", position.trim()];
    let tables = ["best", "english", "--tables", &dir, "--depth", "1", "--json"];
    let best = json(&[&tables[..], &position].concat());
    assert_eq!(best["tables"]["dtw"], 11, "{best}");
}

#[test]
fn endings_of_all_games_are_solved_for_a_while() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let output = out(&["solve", "--all", "--hours", "0", "--distances", "3", "--dir", dir]);
    assert!(output.ends_with("stopped; the same command resumes\n"), "{output}");
    assert!(refused(&["solve", "--all", "--hours", "x", "--dir", dir]).contains("no number of hours"));
}

#[test]
fn unsolvable_games_and_unreadable_tables_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    assert!(refused(&["solve", "alquerque:roman", "--dir", &at("a")]).contains("promotion=short"));
    assert!(refused(&["solve", "international", "--dir", &at("a")]).contains("at most 26"));
    let with_memory = ["solve", "bagh-chal", "--distances", "5", "--dir", &at("a")];
    assert!(
        refused(&with_memory)
            .contains("`repetition=forbidden` cannot be solved: their positions have state that tables")
    );
    let few = ["solve", "leopards", "--distances", "2", "--dir", &at("a")];
    assert!(refused(&few).contains("no endings with at most"));
    assert!(
        refused(&["solve", "alquerque", "--memory", "1", "--dir", &at("a")]).contains("allowed by --memory: 1 GiB")
    );
    let large = ["solve", "english", "--memory", "1", "--distances", "6", "--dir", &at("a")];
    assert!(refused(&large).contains("endings with 6 pieces take at least"));
    let large = ["solve", "alquerque", "--memory", "1", "--distances", "14", "--dir", &at("a")];
    assert!(refused(&large).contains("distances for up to 14 men in all take"));
    assert!(!Path::new(&at("a")).exists(), "nothing was begun");
    assert!(refused(&["tables", "probe", "alquerque", "--dir", &at("b")]).contains("quirkat solve"));

    let dir = at("strip");
    quirkat(&words(&["solve"], &dir, &["--men", "2"])).success();
    let other = ["solve", "alquerque", "--men", "1", "--dir", &dir];
    assert!(refused(&other).contains("belongs to another solution"));
    let blocked = [&STRIP[..], &["--rule", "blocked=draw", "--dir", &dir]].concat();
    let error = quirkat(&[&["tables", "verify"], &blocked[..]].concat()).code(1).get_output().stderr.clone();
    assert!(String::from_utf8(error).unwrap().contains("tables of other rules"));
    let file = Path::new(&dir).join("whole-02.table");
    let sound = fs::read(&file).unwrap();
    fs::write(&file, &sound[..sound.len() - 1]).unwrap();
    assert!(out(&["tables", "list", &dir]).contains("cut off or damaged"));
    let listing: Vec<TableListing> = read_back(&json(&["tables", "list", &dir, "--json"]));
    assert!(listing[1].table.is_none() && listing[1].fault.as_ref().unwrap().contains("cut off or damaged"));
    quirkat(&words(&["tables", "probe"], &dir, &[])).code(1);
}

#[test]
fn a_killed_solution_resumes_with_the_same_tables() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (whole, broken) = (at("whole"), at("broken"));
    quirkat(&words(&["solve"], whole.to_str().unwrap(), &[])).success();
    for round in 1..=3 {
        let words = words(&["solve"], broken.to_str().unwrap(), &["--threads", "1"]);
        let mut program = Command::new(env!("CARGO_BIN_EXE_quirkat"));
        let mut program = program.args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let next = broken.join(format!("wins-{round:02}.table"));
        while !next.exists() && program.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        program.kill().unwrap();
        program.wait().unwrap();
    }
    quirkat(&words(&["solve"], broken.to_str().unwrap(), &[])).success();
    assert!(bytes(&broken) == bytes(&whole), "a death makes a difference");
}

/// A file size limit below the fourth table simulates a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_stops_solving_and_damages_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (whole, broken) = (at("whole"), at("broken"));
    quirkat(&words(&["solve"], whole.to_str().unwrap(), &[])).success();
    let length = fs::metadata(whole.join("wins-04.table")).unwrap().len();
    let limited = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", length * 3 / 4 / 512);
    let words_of = words(&["solve"], broken.to_str().unwrap(), &[]);
    let ended =
        Command::new("sh").args(["-c", &limited, env!("CARGO_BIN_EXE_quirkat")]).args(words_of).output().unwrap();
    let stderr = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("wins-04.draft: "), "{stderr}");
    let mut left: Vec<_> = fs::read_dir(&broken).unwrap().map(|file| file.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["plan", "wins-01.table", "wins-02.table", "wins-03.table"]);
    quirkat(&words(&["solve"], broken.to_str().unwrap(), &[])).success();
    assert!(bytes(&broken) == bytes(&whole), "a full disk makes a difference");
}

#[test]
fn commands_use_tables() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("strip");
    quirkat(&words(&["solve"], dir.to_str().unwrap(), &[])).success();
    // The folder itself, or its parent.
    let all = folder.path().to_str().unwrap();
    let game = |before: &[&'static str], after: &[&'static str]| {
        let mut words: Vec<&str> = before.to_vec();
        words.extend(STRIP);
        words.extend(["--tables", all]);
        words.extend(after);
        words.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    fn all_words(words: &[String]) -> Vec<&str> {
        words.iter().map(String::as_str).collect()
    }
    let best = json(&all_words(&game(&["best"], &["--json", "--nodes", "2000", "--lines", "3"])));
    assert_eq!(best["tables"]["category"], "draw");
    assert_eq!(best["lines"][0]["turns"][0]["text"], "b4-b3");
    let scores: Vec<_> = best["lines"].as_array().unwrap().iter().map(|line| line["score"].clone()).collect();
    assert_eq!(scores, [json!({ "hundredths": 0 }), json!({ "certain": "loss" }), json!({ "certain": "loss" })]);
    let output = out(&all_words(&game(&["best"], &["--nodes", "2000"])));
    assert!(output.contains("the tables: draws") && output.contains("c2-b3                    loses"), "{output}");

    let arguments =
        ["--a", "perfect", "--b", "engine:2", "--openings", "2", "--plies", "0", "--longest", "60", "--json"];
    let played = json(&all_words(&game(&["match"], &[&arguments[..], &["--time", "20ms"]].concat())));
    assert_eq!(played["lost"].as_u64(), Some(0), "{played}");
    let without = [&["match"], &STRIP[..], &["--a", "perfect", "--openings", "1"]].concat();
    assert!(refused(&without).contains("perfect cannot play: no tables of awithlaknannai:seed --rule"));
    assert!(refused(&without).contains("or name their folder with --tables"));
    let other = ["match", "alquerque", "--a", "perfect", "--openings", "1", "--tables", all];
    assert!(refused(&other).contains("no tables of alquerque:walker in"));
    assert!(
        refused(&["play", "alquerque", "--black", "perfect"])
            .contains("perfect cannot play: no tables of alquerque:walker contain")
    );
    let other =
        quirkat(&["best", "alquerque", "--nodes", "100", "--tables", all]).success().get_output().stderr.clone();
    assert!(String::from_utf8(other).unwrap().contains("no tables of alquerque:walker in"));

    let saved = folder.path().join("game.pdn");
    let after = ["--black", "human", "--white", "human", "--first", "white", "--save"];
    let mut words = game(&["play"], &after);
    words.push(saved.to_str().unwrap().to_owned());
    let mut play = Piped::start(&all_words(&words));
    play.say("hint");
    let hint = play.until("Hint: ");
    assert!(hint.contains("Perfect play: b4-b3 draws, ") && hint.contains("c2-b3 loses"), "{hint}");
    play.child.kill().unwrap();
    play.child.wait().unwrap();
}

#[test]
fn endings_are_shipped() {
    let few = ["english", "--position", "W:WK10,K11:BK1", "--json"];
    let probed = json(&[&["tables", "probe"], &few[..]].concat());
    assert_eq!((&probed["category"], &probed["dtw"]), (&json!("win"), &json!(17)));
    assert_eq!(json(&[&["best", "--nodes", "100"], &few[..]].concat())["tables"], probed);
    assert!(
        refused(&["play", "english", "--black", "perfect"]).contains("no tables of english:wcdf contain this position")
    );
    quirkat(&["play", "english", "--position", few[2], "--black", "perfect"]).success();
    let listing = out(&["tables", "list", "--shipped"]);
    assert!(listing.contains("english.wcdf/ending-k1-k2.table  english:wcdf, k1-k2, up to "), "{listing}");
    assert!(refused(&["tables", "list"]).contains("you have no tables of your own"));
    assert!(refused(&["tables", "probe", "bagh-chal"]).contains("repetition=forbidden"));
}

#[test]
#[cfg(target_os = "linux")]
fn own_tables_are_found_automatically() {
    let home = tempfile::tempdir().unwrap();
    let output = |words: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_quirkat"));
        let output = program.args(words).env("XDG_DATA_HOME", home.path()).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let of_strip = |before: &[&'static str], after: &[&'static str]| output(&[before, &STRIP, after].concat());
    of_strip(&["solve"], &["--distances", "3"]);
    let own = "awithlaknannai.seed,repetition=draw,n=4";
    assert!(home.path().join("quirkat/tables").join(own).join("distances-01-02.table").exists());
    let listing: Vec<TableListing> = serde_json::from_str(&output(&["tables", "list", "--json"])).unwrap();
    assert!(
        listing.len() == 2 && listing.iter().all(|listing| listing.file.starts_with(own) && listing.table.is_some())
    );
    assert!(of_strip(&["tables", "verify"], &["--all"]).contains("no fault"));

    let few = ["--position", "W:Wa1,b2:Bc4", "--json"];
    let probed: serde_json::Value = serde_json::from_str(&of_strip(&["tables", "probe"], &few)).unwrap();
    let best: serde_json::Value = serde_json::from_str(&of_strip(&["best", "--nodes", "100"], &few)).unwrap();
    assert_eq!(best["tables"], probed);
    let empty = home.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let without = [&["best", "--nodes", "100", "--tables", empty.to_str().unwrap()], &STRIP[..], &few].concat();
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&output(&without)).unwrap()["tables"],
        serde_json::Value::Null
    );
    // Other games are played as before, without a message about tables.
    let mut program = Command::new(env!("CARGO_BIN_EXE_quirkat"));
    let words = ["best", "alquerque", "--nodes", "100"];
    let other = program.args(words).env("XDG_DATA_HOME", home.path()).output().unwrap();
    assert!(other.status.success() && other.stderr.is_empty());
}

#[test]
fn annotations_contain_an_evaluation_per_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [strip, game, judged, again] = ["strip", "game.pdn", "judged.pdn", "again.pdn"].map(path);
    quirkat(&words(&["solve"], &strip, &["--distances", "3"])).success();
    let position = out(&words(&["tables", "random"], &strip, &["--men", "3", "--plies", "3", "--value", "win"]));
    let here = json(&words(&["tables", "probe"], &strip, &["--json", "--position", position.trim()]));
    let turns: Vec<_> = here["moves"].as_array().unwrap().iter().map(|turn| turn["text"].as_str().unwrap()).collect();
    let (best, worst) = (turns[0], turns[turns.len() - 1]);
    assert_ne!(here["moves"][turns.len() - 1]["dtw"], here["moves"][0]["dtw"], "one turn is worse: {here}");
    let first = position.chars().next().unwrap();
    let text = |turn: &str| {
        let number = if first == 'W' { "1." } else { "1..." };
        let tags = [("Variant", "awithlaknannai"), ("Rules", "n=4 repetition=draw"), ("FEN", position.trim())];
        tags.map(|(name, value)| format!("[{name} \"{value}\"]\n")).concat() + &format!("\n{number} {turn} *\n")
    };
    let annotate = ["annotate", &game, "--tables", &strip, "--nodes", "2000"];
    for (turn, sentence) in
        [(best, "By the tables it wins in 3 plies.".to_owned()), (worst, "; the best turn wins in 3 plies.".to_owned())]
    {
        fs::write(&game, text(turn)).unwrap();
        let review = json(&[&annotate[..], &["--json"]].concat());
        assert_eq!(review[0]["turns"][0]["tables"], here);
        out(&[&annotate[..], &["-o", &judged]].concat());
        let written = fs::read_to_string(&judged).unwrap().replace('\n', " ");
        assert_eq!(written.matches(&sentence).count(), 1, "{written}");
        // A summary is not written twice.
        fs::copy(&judged, &game).unwrap();
        out(&[&annotate[..], &["-o", &again]].concat());
        assert_eq!(fs::read(&again).unwrap(), fs::read(&judged).unwrap());
    }
    fs::write(&game, text(best)).unwrap();
    let without = json(&["annotate", &game, "--nodes", "2000", "--json"]);
    assert_eq!(without[0]["turns"][0]["tables"], serde_json::Value::Null);
}

#[test]
fn damaged_tables_are_reported_without_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let at = folder.path().join("strip");
    quirkat(&words(&["solve"], at.to_str().unwrap(), &[])).success();
    let file = at.join("wins-06.table");
    let sound = fs::read(&file).unwrap();
    let ask = || {
        let words = [&["best"], &STRIP[..], &["--nodes", "2000", "--tables", dir]].concat();
        let assert = quirkat(&words).success();
        let output = assert.get_output();
        (String::from_utf8(output.stdout.clone()).unwrap(), String::from_utf8(output.stderr.clone()).unwrap())
    };
    // A truncated file, and one changed in the middle.
    fs::write(&file, &sound[..sound.len() - 1]).unwrap();
    let (best, stderr) = ask();
    assert!(!best.contains("the tables") && stderr.contains("cut off or damaged"), "{best}{stderr}");
    let mut changed = sound.clone();
    // Blocks lie between the header and the index. The footer holds the offset of the index.
    let text = sound.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
    let footer = sound.len() - 24;
    let index = u64::from_le_bytes(sound[footer..footer + 8].try_into().unwrap()) as usize;
    changed[text..index].fill(1);
    fs::write(&file, &changed).unwrap();
    let (_, stderr) = ask();
    assert_eq!(stderr.matches("a block is damaged; these tables are not used").count(), 1, "{stderr}");
}

#[test]
fn four_processes_make_the_same_tables_despite_a_kill() {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name).to_str().unwrap().to_owned();
    let chosen: Vec<_> = (0..4).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let list: String = chosen.iter().map(|port| format!("{}\n", port.local_addr().unwrap())).collect();
    drop(chosen);
    fs::write(at("hosts"), list).unwrap();
    let start = |process: usize| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_quirkat"));
        program.args(["solve", "english", "--distances", "3", "--threads", "1", "--hosts", &at("hosts")]);
        program.args(["--process", &process.to_string(), "--dir", &at(&process.to_string())]);
        program.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut programs: Vec<_> = (1..=4).map(start).collect();
    let first = root.path().join("3/ending-k1-k1.3-of-4.share");
    while !first.exists() {
        assert!(programs[2].try_wait().unwrap().is_none(), "it ended");
        sleep(Duration::from_millis(1));
    }
    programs[2].kill().unwrap();
    for (number, program) in programs.into_iter().enumerate() {
        let ended = program.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&ended.stderr);
        if number != 2 {
            assert_eq!(ended.status.code(), Some(1), "{stderr}");
            assert!(stderr.ends_with("another process has gone away; the same commands resume\n"), "{stderr}");
            assert!(!stderr.contains("panicked"), "{stderr}");
        }
    }
    let parts: Vec<_> = (1..=4).map(start).collect();
    assert!(parts.into_iter().all(|program| program.wait_with_output().unwrap().status.success()));
    let shares = [at("1"), at("2"), at("3"), at("4")];
    let shares: Vec<&str> = shares.iter().map(String::as_str).collect();
    let joined = out(&[&["tables", "join"], &shares[..], &["--dir", &at("joined")]].concat());
    assert!(joined.starts_with("9 endings of english:wcdf in "), "{joined}");
    quirkat(&["solve", "english", "--distances", "3", "--dir", &at("alone")]).success();
    let files = |folder: &str| -> Vec<_> {
        let mut paths: Vec<_> = fs::read_dir(at(folder)).unwrap().map(|file| file.unwrap().path()).collect();
        paths.sort();
        paths.iter().map(|path| (path.file_name().unwrap().to_owned(), fs::read(path).unwrap())).collect()
    };
    assert!(files("joined") == files("alone"), "a death, or company, makes a difference");
}

#[test]
fn cluster_errors_are_reported() {
    let root = tempfile::tempdir().unwrap();
    let (hosts, dir) = (root.path().join("hosts"), root.path().join("share"));
    let (hosts, dir) = (hosts.to_str().unwrap(), dir.to_str().unwrap());
    let solve = |game: &str, process: &str| {
        refused(&["solve", game, "--distances", "3", "--hosts", hosts, "--process", process, "--dir", dir])
    };
    fs::write(hosts, "127.0.0.1:2101\n127.0.0.1\n").unwrap();
    assert!(solve("english", "1").contains("`127.0.0.1` is no address with a port; allowed: such as `10.0.0.7:2101`"));
    fs::write(hosts, "127.0.0.1:2101\n127.0.0.1:2102\n").unwrap();
    assert!(solve("english", "3").contains("there is no process 3 of 2 hosts; the first is 1"));
    assert!(solve("alquerque", "1").contains("is solved set by set, by one process"));
    assert!(refused(&["solve", "english", "--distances", "3", "--hosts", hosts, "--dir", dir]).contains("--process"));
    assert!(refused(&["tables", "join", root.path().to_str().unwrap(), "--dir", dir]).contains("no shares"));
}

#[test]
fn tables_are_counted_and_cited() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../endings");
    let read = |name: &str| fs::read_to_string(shipped.join(name)).unwrap();
    // Shipped tables give the same summary as the files in their folder.
    let of = |text: &str, title: &str| -> String {
        let lines = text.lines().filter(|line| line.starts_with(title)).map(|line| format!("{line}\n"));
        format!("{}\n{}", text.lines().next().unwrap(), lines.collect::<String>())
    };
    for (game, title) in [("queah", "queah:walker,"), ("alquerque-de-tres", "alquerque-de-tres:alfonso,")] {
        let folder = shipped.join("part3/tables").join(title.replace(':', ".").trim_end_matches(','));
        let words = [game, "--dir", folder.to_str().unwrap()];
        assert_eq!(out(&[&["tables", "cite"], &words[..]].concat()), of(&read("solutions.csv"), title));
        assert_eq!(out(&[&["tables", "counts"], &words[..]].concat()), of(&read("counts.csv"), title));
        let entry = out(&[&["tables", "cite", "--bibtex"], &words[..]].concat());
        assert!(entry.starts_with("@misc{quirkat-") && entry.contains(&format!("{{{}}}", title.trim_end_matches(','))));
        assert_eq!(entry.matches('{').count(), entry.matches('}').count());
    }
    let few = fs::read_to_string(shipped.join("counts.csv")).unwrap();
    // Two men against one: the count of an independent program.
    assert!(few.contains("alquerque:walker,,m2-m1,either,6868,0,32,31,\n"), "{few}");
    let nowhere = shipped.join("nowhere");
    assert!(refused(&["tables", "cite", "queah", "--dir", nowhere.to_str().unwrap()]).contains("there is no folder"));
    assert!(refused(&["tables", "counts"]).contains("--shipped"));
}

#[test]
fn finite_games_are_searched_to_their_ends() {
    let small = ["solve", "konane", "--rule", "size=5x5", "--start"];
    let output = out(&small);
    assert!(
        output.starts_with("the start, for the side to move: win\n") && output.ends_with(" searched, to the end\n"),
        "{output}"
    );
    let probed: ProbeResult = read_back(&json(&[&small[..], &["--json"]].concat()));
    assert_eq!(serde_json::to_value(&probed).unwrap()["category"], "win");
    assert!(refused(&[&small[..], &["--men", "3"]].concat()).contains("without --men"));
}

#[test]
fn a_start_is_searched_down_to_its_endings() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("dimyand");
    let start = ["solve", "fanorona:dimyand", "--start", "--dir", dir.to_str().unwrap()];
    let output = out(&start);
    assert!(output.starts_with("the start, for the side to move: draw\n"), "{output}");
    let with_endings = json(&[&start[..], &["--distances", "4", "--json"]].concat());
    let values = with_endings["moves"].as_array().unwrap().iter().map(|turn| &turn["category"]);
    assert_eq!(values.collect::<Vec<_>>(), ["draw", "win", "win", "win", "win"]);
    read_back::<ProbeResult>(&with_endings);
    assert!(refused(&[&start[..], &["--down", "3"]].concat()).contains("without --men, --down and --proof"));
    let counted = ["solve", "fanorona:telo_capture", "--rule", "repetition=count", "--start"];
    assert!(refused(&counted).contains("endless play is won by these rules"));
}

#[test]
fn own_games_can_be_solved() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("felli");
    let dir = dir.to_str().unwrap();
    let felli = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/felli.toml");
    quirkat(&["solve", felli, "--distances", "12", "--dir", dir]).success();
    let output = out(&["tables", "probe", felli, "--dir", dir]);
    assert!(
        output.starts_with("wins in 31 plies\n") && output.contains("b2-b3                    wins in 31 plies"),
        "{output}"
    );
    assert!(out(&["check", felli]).contains("13 points, 20 edges, 7 lines, 26 short leaps, 4 symmetries"));
}

#[test]
fn a_game_of_mills_is_solved_with_its_placing() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("six");
    let dir = dir.to_str().unwrap();
    let six = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/morris.toml:six");
    let solved = out(&["solve", six, "--wdl", "12", "--dir", dir]);
    assert!(solved.contains("\nthe start: the side to move draws\n\ndrop @a1"), "{solved}");
    // All 16 points are corners or middles, and every first move draws.
    assert_eq!(solved.matches("draws\n").count(), 17, "{solved}");
    let verified = out(&["tables", "verify", six, "--dir", dir, "--positions", "20000"]);
    assert!(verified.contains("no fault"), "{verified}");
    let listed: Vec<TableListing> = serde_json::from_str(&out(&["tables", "list", dir, "--json"])).unwrap();
    let last = listed.iter().find(|listing| listing.file.ends_with("mills-12-06.table")).unwrap();
    let table = last.table.as_ref().unwrap();
    assert_eq!((table.kind, table.pieces.as_deref()), (TableKind::Mills, Some("12 placed, men of one side: 6")));
    // All are there, and the counts are printed again.
    assert_eq!(
        out(&["solve", six, "--wdl", "12", "--dir", dir]),
        solved[solved.find("pieces of the first").unwrap()..]
    );
}
