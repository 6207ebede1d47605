//! The binary as people and programs use it.

use assert_cmd::Command;
use quirkat_rules::{Pdn, find_game};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn quirkat(arguments: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("quirkat").unwrap().args(arguments).assert()
}

fn out(arguments: &[&str]) -> String {
    String::from_utf8(quirkat(arguments).success().get_output().stdout.clone()).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&out(arguments)).unwrap()
}

/// The error text of a command that refuses its input.
fn refused(arguments: &[&str]) -> String {
    String::from_utf8(quirkat(arguments).code(2).get_output().stderr.clone()).unwrap()
}

#[test]
fn every_command_explains_itself() {
    for command in [
        "games",
        "board",
        "rules",
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
        "selfplay",
        "speed",
        "train",
        "play",
        "check",
        "format",
        "serve",
        "completions",
    ] {
        assert!(out(&[command, "--help"]).contains("Usage: quirkat"), "{command}");
    }
    assert!(out(&["--help"]).contains("Exit codes"));
    assert!(out(&["completions", "bash"]).contains("quirkat"));
}

#[test]
fn the_games_are_listed_with_their_variants() {
    assert!(out(&["games"]).contains(":walker"));
    let games = json(&["games", "--json"]);
    assert_eq!(games[0]["variants"].as_array().unwrap().len(), 15);
    assert_eq!(games[0]["variants"][0]["id"], "alquerque:walker");
}

#[test]
fn the_board_is_told_to_programs() {
    let board = json(&["board", "alquerque", "--json"]);
    assert_eq!(board["points"].as_array().unwrap().len(), 25);
    assert_eq!(board["points"][0], serde_json::json!({ "name": "a1", "x": 0, "y": 0 }));
    assert_eq!(board["lines"].as_array().unwrap().len(), 16);
    assert_eq!(board["start"]["fen"], "W:Wa1,b1,c1,d1,e1,a2,b2,c2,d2,e2,d3,e3:Ba3,b3,a4,b4,c4,d4,e4,a5,b5,c5,d5,e5");
}

#[test]
fn turns_are_told_with_path_and_captures() {
    let moves = json(&["moves", "alquerque", "--position", "W:Wa1:Bb2,d4", "--json"]);
    assert_eq!(
        moves["legal"],
        serde_json::json!([{
            "text": "a1xc3xe5",
            "by": "first",
            "path": ["a1", "c3", "e5"],
            "captures": [["b2"], ["d4"]],
            "drops": [],
            "removed": [],
            "huff": null,
            "claim": null,
            "roll": null,
        }])
    );
    assert_eq!(out(&["moves", "alquerque"]), "d2-c3\nc2-c3\nb2-c3\nd3-c3\n");
}

#[test]
fn perft_counts_moves_and_paths_with_threads_and_divided() {
    let count = |more: &[&str]| {
        let mut arguments = vec!["perft", "alquerque", "7", "--json"];
        arguments.extend(more);
        json(&arguments)["nodes"].as_u64().unwrap()
    };
    assert_eq!(count(&[]), 523);
    assert_eq!(count(&["--count", "paths"]), 541);
    assert_eq!(count(&["--count", "paths", "--threads", "2"]), 541);
    assert_eq!(count(&["--threads", "3"]), 523);
    let divided = json(&["perft", "alquerque", "7", "--divide", "--json"]);
    let below: u64 = divided["divide"].as_array().unwrap().iter().map(|turn| turn["nodes"].as_u64().unwrap()).sum();
    assert_eq!((below, divided["count"].as_str()), (523, Some("moves")));
    assert!(out(&["perft", "alquerque", "0"]).starts_with("1 moves at depth 0"));
}

#[test]
fn house_rules_are_set_one_by_one() {
    let count = |rules: &[&str]| {
        let mut arguments = vec!["perft", "alquerque:article", "6", "--json"];
        arguments.extend(rules.iter().flat_map(|rule| ["--rule", rule]));
        json(&arguments)["nodes"].as_u64().unwrap()
    };
    assert_eq!(count(&["chain=none"]), 10262);
    assert_eq!(count(&["capture=mandatory", "chain=mandatory"]), 107);
    let shown = json(&["show", "alquerque", "--rule", "middle=left", "--json"]);
    assert_eq!(shown["rules"], serde_json::json!(["middle=left"]));
    assert!(shown["position"]["fen"].as_str().unwrap().contains("Wa1,b1,c1,d1,e1,a2,b2,c2,d2,e2,a3,b3"));
}

#[test]
fn the_best_turn_is_given_with_its_line() {
    let best = json(&["best", "alquerque", "--position", "W:Wa1:Bb2", "--depth", "5", "--json"]);
    assert_eq!(best["lines"][0]["turns"][0]["text"], "a1xc3");
    assert_eq!(best["lines"][0]["score"]["plies"], 1);
    assert_eq!(
        json(&["best", "alquerque", "--depth", "3", "--lines", "9", "--json"])["lines"].as_array().unwrap().len(),
        4
    );
    assert!(out(&["best", "alquerque", "--position", "W:W:Ba1", "--depth", "3"]).contains("Black wins"));
    let line = &best["lines"][0];
    assert_eq!(line["chances"], serde_json::json!({ "win": 1.0, "draw": 0.0, "loss": 0.0 }));
    let told = out(&["best", "alquerque", "--position", "W:Wa1:Bb2", "--depth", "5"]);
    assert!(told.contains("     #1 100 %   0 %   0 %  a1xc3\n"), "{told}");
}

/// The second man of Black leaves the diagonal open, and somebody has said so.
const BLUNDERED: &str = "[White \"Ana\"]\n[Black \"Bruna\"]\n[Variant \"alquerque-de-tres\"]\n\n\
    {A short one} 1. drop @b2 drop @b1 2. drop @a1 drop @c1 $2 {why?} (2... drop @c3 3. drop @c1) 3. drop @c3 1-0\n";

#[test]
fn a_blunder_is_annotated_and_the_record_is_still_that_of_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [game, judged, again, curve] = ["game.pdn", "judged.pdn", "again.pdn", "curve.svg"].map(path);
    fs::write(&game, BLUNDERED).unwrap();
    let told = out(&["annotate", &game, "--nodes", "20000", "-o", &judged, "--curve", &curve]);
    assert!(told.starts_with("Ana – Bruna, alquerque-de-tres:alfonso\n"), "{told}");
    assert!(told.contains("It turned with 2... drop @c1: Black's chances went from 50 % to 0 %.\n"), "{told}");
    assert!(told.contains("Blunder: 50 % before, 0 % after. Better: drop @c3.\n"), "{told}");

    let written = fs::read_to_string(&judged).unwrap();
    let (before, after) = (Pdn::read(BLUNDERED).unwrap().remove(0), Pdn::read(&written).unwrap().remove(0));
    let file = find_game("alquerque-de-tres").unwrap();
    let [first, second] = [&before, &after].map(|pdn| pdn.replay(file).unwrap());
    assert_eq!((first.history(), &before.tags), (second.history(), &after.tags));
    let blunder = &after.turns[3];
    assert_eq!((&blunder.glyphs, &after.turns[4].glyphs), (&vec![2], &vec![1]), "the glyph of the person stands");
    assert!(blunder.comments[0].starts_with("[%eval #1,") && blunder.comments[1] == "why?", "{blunder:?}");
    assert_eq!(blunder.variations.len(), 2);
    assert_eq!(blunder.variations[1][0].text, "drop @c3");
    assert!(after.comments[0].contains("It turned with") && after.comments[1] == "A short one");

    // What was annotated is annotated anew, and not twice.
    out(&["annotate", &judged, "--nodes", "20000", "-o", &again]);
    let twice = Pdn::read(&fs::read_to_string(&again).unwrap()).unwrap().remove(0);
    assert_eq!(twice.turns[3..], after.turns[3..]);
    assert_eq!(twice.comments.len(), 2);

    let drawn = fs::read_to_string(&curve).unwrap();
    let points = drawn.split("<polyline points=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(points.split(' ').count(), 6);
    let review = json(&["annotate", &game, "--nodes", "20000", "--json"]);
    assert_eq!(review[0]["curve"].as_array().unwrap().len(), 6);
    assert_eq!((&review[0]["turns"][3]["verdict"], &review[0]["turningPoint"]), (&"blunder".into(), &3.into()));
    assert_eq!(out(&["annotate", &game, "--nodes", "20000"]), written, "without a file it is printed");
}

#[test]
fn records_that_cannot_be_judged_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [game, judged, gif] = ["game.pdn", "judged.pdn", "curve.gif"].map(path);
    let cases = [
        ("[Variant \"alquerque\"\n\n1. d2-c3 *", "game.pdn: line 1 of the record: a tag has the form [Name \"value\"]"),
        ("[Variant \"alquerque\"]\n\n1. a1-e5 *", "game.pdn: the game: turn 1 of the record: "),
        ("[Variant \"alquerque\"]\n\n1. d2-c3 *\n\n[Variant \"chess\"]\n\n1. e4 *", "game 2: there is no game `chess`"),
        ("[Event \"?\"]\n\n1. d2-c3 *", "the record has no tag `Variant`"),
        ("", "there is no game in the record"),
    ];
    for (text, message) in cases {
        fs::write(&game, text).unwrap();
        let error = refused(&["annotate", &game, "--depth", "1", "-o", &judged]);
        assert!(error.contains(message), "{text}: {error}");
    }
    assert!(refused(&["annotate", &game, "--curve", &gif]).contains("allowed: .svg"));
    quirkat(&["annotate", &path("none.pdn")]).code(1);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn several_games_have_a_curve_each() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("games.pdn"), [BLUNDERED, BLUNDERED].join("\n")).unwrap();
    let record = out(&["annotate", &path("games.pdn"), "--depth", "2", "--curve", &path("curve.svg")]);
    assert_eq!(Pdn::read(&record).unwrap().len(), 2);
    assert!(!fs::exists(path("curve.svg")).unwrap());
    assert!(["curve-1.svg", "curve-2.svg"].into_iter().all(|name| fs::exists(path(name)).unwrap()));
}

#[test]
fn puzzles_come_as_records_and_as_json_and_are_the_same_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.pdn").to_str().unwrap().to_owned();
    let puzzles = ["puzzles", "kharbaga", "--count", "2", "--nodes", "3000", "--seed", "7"];
    let told = out(&[&puzzles[..], &["-o", &path]].concat());
    assert!(told.starts_with("2 puzzles in ") && told.contains("  grade "), "{told}");
    let written = fs::read_to_string(&path).unwrap();
    assert_eq!(out(&puzzles), written);
    let list = json(&[&puzzles[..], &["--json"]].concat());
    let records = Pdn::read(&written).unwrap();
    assert_eq!((records.len(), list.as_array().unwrap().len()), (2, 2));
    for (record, puzzle) in records.iter().zip(list.as_array().unwrap()) {
        let game = record.replay(find_game("kharbaga").unwrap()).unwrap();
        assert_eq!(record.tag("FEN"), puzzle["position"]["fen"].as_str());
        assert_eq!(record.tag("Grade"), Some(puzzle["grade"].to_string().as_str()));
        assert_eq!(game.history().len(), puzzle["solution"].as_array().unwrap().len());
    }
}

#[test]
fn where_no_puzzle_is_found_that_is_said() {
    let none = quirkat(&["puzzles", "alquerque-de-nueve", "--nodes", "100", "--games", "1"]);
    let error = String::from_utf8_lossy(&none.code(1).get_output().stderr).into_owned();
    assert!(error.contains("there is no puzzle in 1 game of alquerque-de-nueve:"), "{error}");
}

#[test]
fn the_rules_are_told_in_both_languages_and_change_with_an_option() {
    let english = out(&["rules", "alquerque"]);
    assert!(english.contains("A player who can capture must capture."));
    assert!(
        !out(&["rules", "alquerque", "--rule", "capture=optional"]).contains("A player who can capture must capture.")
    );
    assert!(out(&["rules", "alquerque", "--lang", "es"]).contains("Quien puede capturar está obligado a hacerlo"));
    let json = json(&["rules", "alquerque:article", "--json"]);
    assert!(json["sections"][0]["sentences"][0]["text"].is_string());
}

#[test]
fn refusals_say_what_was_found_and_what_is_allowed() {
    let cases: &[(&[&str], &str)] = &[
        (&["show", "chess"], "there is no game `chess`; allowed: alquerque, buruj, lasca"),
        (&["show", "alquerque:wolker"], "alquerque has no variant `wolker`; allowed: walker, arabic"),
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
        (&["perft", "alquerque", "99"], "99 is not in 0..=60"),
    ];
    for (arguments, message) in cases {
        let error = refused(arguments);
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
}

#[test]
fn a_position_is_drawn_with_a_turn_as_svg_and_png() {
    let drawn = out(&["draw", "alquerque", "--turn", "d2-c3"]);
    assert!(drawn.starts_with("<svg") && drawn.contains("d2-c3</title>"), "{drawn}");
    assert_ne!(out(&["draw", "alquerque", "--flip"]), out(&["draw", "alquerque"]));
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    assert_eq!(out(&["draw", "lasca", "-o", &path("lasca.svg")]), "");
    assert_eq!(fs::read_to_string(path("lasca.svg")).unwrap(), out(&["draw", "lasca"]));
    assert_eq!(out(&["draw", "lasca", "--size", "64", "-o", &path("LASCA.PNG")]), "");
    let png = fs::read(path("LASCA.PNG")).unwrap();
    let length = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((&png[1..4], length(16).max(length(20))), (&b"PNG"[..], 64));
}

#[test]
fn drawings_that_cannot_be_made_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (gif, svg, png) = (path("board.gif"), path("board.svg"), path("board.png"));
    let cases: &[(&[&str], &str)] = &[
        (&["draw", "alquerque", "-o", &gif], "ends with no known kind of file; allowed: .svg, .png"),
        (&["draw", "alquerque", "--size", "100"], "--size is for PNG alone"),
        (&["draw", "alquerque", "--size", "9", "-o", &png], "9 is not in 16..=8000"),
        (&["draw", "alquerque", "--turn", "a1-e5", "-o", &svg], "a1-e5"),
    ];
    for (arguments, message) in cases {
        let error = refused(arguments);
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    let nowhere = path("no/such/board.svg");
    let error = quirkat(&["draw", "alquerque", "-o", &nowhere]).code(1).get_output().stderr.clone();
    assert!(String::from_utf8(error).unwrap().contains(&format!("cannot write {nowhere}")));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_board_is_printed_with_its_counters() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (pdf, svg) = (path("game.pdf"), path("game.svg"));
    let told = out(&["print", "alquerque", "--board", "plain", "--counters", "--spacing", "30", "-o", &pdf]);
    assert!(told.ends_with("game.pdf: 2 pages, spacing 30 mm\n"), "{told}");
    assert!(fs::read(&pdf).unwrap().starts_with(b"%PDF"));
    out(&["print", "lasca", "--board", "engrave", "--paper", "a3", "--lang", "es", "-o", &svg]);
    assert!(fs::read_to_string(&svg).unwrap().contains("width=\"297mm\" height=\"420mm\""));
}

#[test]
fn what_is_named_is_printed_and_the_board_if_nothing_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let pdf = path("game.pdf");
    let told = |arguments: &[&str]| {
        let told = out(&[&["print"], arguments, &["-o", &pdf]].concat());
        told.strip_prefix(&format!("{pdf}: ")).unwrap().trim_end().to_owned()
    };
    assert_eq!(told(&["alquerque"]), "1 page, spacing 32.3 mm");
    assert_eq!(told(&["alquerque", "--counters"]), "1 page, spacing 32.3 mm");
    assert_eq!(told(&["alquerque", "--leaflet", "--rule", "capture=huff", "--lang", "es"]), "2 pages");
    assert_eq!(told(&["alquerque", "--pocket"]), "1 page");
    assert_eq!(told(&["alquerque", "--board", "floral", "--leaflet", "--pocket"]), "4 pages, spacing 27.5 mm");
    let book = told(&["--all", "--paper", "letter"]);
    assert!(book.strip_suffix(" pages").is_some_and(|pages| pages.parse::<u32>().unwrap() > 40), "{book}");
    out(&["print", "lasca", "--leaflet", "-o", &path("lasca.png")]);
    assert!(fs::read(path("lasca.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn pages_that_cannot_be_printed_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (pdf, doc) = (path("game.pdf"), path("game.doc"));
    let cases: &[(&[&str], &str)] = &[
        (&["-o", &doc], "ends with no known kind of file; allowed: .pdf, .svg, .png"),
        (&["-o", &pdf, "--all"], "cannot be used with"),
        (&["-o", &pdf, "--board", "baroque"], "possible values: plain, floral, checked, engrave"),
        (&["-o", &pdf, "--paper", "a9"], "possible values: a4, a3, letter, a5"),
        (&["-o", &pdf, "--spacing", "2"], "allowed: 3 to 100 millimetres"),
        (&["-o", &pdf, "--spacing", "wide"], "allowed: 3 to 100 millimetres"),
        (
            &["-o", &pdf, "--board", "plain", "--paper", "a5", "--spacing", "100", "--counters"],
            "pages; allowed: at most 64",
        ),
    ];
    for (arguments, message) in cases {
        let error = refused(&[&["print", "international"], *arguments].concat());
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    assert!(refused(&["print", "-o", &pdf]).contains("<GAME>"));
    let nowhere = path("no/such/game.pdf");
    let error = quirkat(&["print", "alquerque", "-o", &nowhere]).code(1).get_output().stderr.clone();
    assert!(String::from_utf8(error).unwrap().contains(&format!("cannot write {nowhere}")));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn missing_files_are_failures_of_another_kind() {
    quirkat(&["show", "no/such/file.toml"]).code(1);
    quirkat(&["play", "--resume", "no/such/file.pdn"]).code(1);
    let spanish = quirkat(&["play", "--resume", "no/such/file.pdn", "--lang", "es"]).code(1);
    let error = String::from_utf8_lossy(&spanish.get_output().stderr).into_owned();
    assert!(error.contains("no se puede leer no/such/file.pdn"), "{error}");
}

/// A game file of one's own, with a board file beside it.
#[test]
fn a_game_of_ones_own_is_played_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let board = "points = { a1 = [0, 0], b1 = [1, 0], c1 = [2, 0], a2 = [0, 1], b2 = [1, 1], c2 = [2, 1] }\n\
                 lines = [\"a1 b1 c1\", \"a2 b2 c2\", \"a1 a2\", \"b1 b2\", \"c1 c2\"]\n";
    fs::write(folder.path().join("ladder.toml"), board).unwrap();
    let game = "id = \"ladder\"\nversion = 1\ndefault = \"plain\"\nboard = \"ladder.toml\"\n\
                setup = \"\"\"\nb . b\nw . w\n\"\"\"\n\
                [name]\nen = \"Ladder\"\nes = \"Escalera\"\n\
                [sides]\nfirst = { colour = \"white\", en = \"White\", es = \"Blancas\" }\n\
                second = { colour = \"black\", en = \"Black\", es = \"Negras\" }\n\
                [ranks]\nman = { en = [\"man\", \"men\"], es = [\"el peón\", \"los peones\"] }\n\
                king = { en = [\"king\", \"kings\"], es = [\"la dama\", \"las damas\"] }\n\
                [variants.plain.name]\nen = \"Plain\"\nes = \"Simple\"\n";
    let path = folder.path().join("mine.toml");
    fs::write(&path, game).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(out(&["moves", path]), "a1-b1\nc1-b1\n");
    assert!(out(&["rules", &format!("{path}:plain")]).contains("Ladder"));
    fs::write(path, game.replace("\"ladder.toml\"", "\"rope.toml\"").replace("version = 1", "version = \"one\""))
        .unwrap();
    let error = refused(&["show", path]);
    assert!(error.contains("mine.toml:2: version: found a text; allowed: a whole number from 1"), "{error}");
    assert!(error.contains("mine.toml:4: board: cannot read"), "{error}");
}

const ADUGO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/adugo.toml");

#[test]
fn a_sound_game_file_is_told_what_follows_from_it() {
    let told = out(&["check", ADUGO]);
    assert!(told.contains("adugo.toml: sound\n"), "{told}");
    assert!(told.contains("board   31 points, 66 edges, 18 lines, 96 short leaps, 2 symmetries"), "{told}");
    assert!(told.contains("pieces  Jaguar 1, Dogs 14"), "{told}");
    assert!(told.contains("first   Jaguar: 3 turns: c3-b2 c3-c2 c3-d2"), "{told}");
    let report = json(&["check", ADUGO, "--json"]);
    assert_eq!((&report["sound"], &report["variants"][1]["game"]), (&true.into(), &"adugo:all".into()));
    assert_eq!(report["variants"][0]["stated"]["reconstruction"], 1);
}

#[test]
fn a_faulty_game_file_is_told_all_its_faults() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let text = fs::read_to_string(ADUGO)
        .unwrap()
        .replace("version = 1\n", "version = 0\n")
        .replace("\"ua ub uc\"", "\"ua uq uc\"");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let told = String::from_utf8(quirkat(&["check", path]).code(2).get_output().stdout.clone()).unwrap();
    assert!(told.contains("mine.toml:7: version: found 0; allowed: a whole number from 1 to 1000000"), "{told}");
    assert!(told.contains("board.lines.1: line 2 names `uq`, which is no point of the board"), "{told}");
    assert!(told.ends_with("mine.toml: not sound, 2 errors\n"), "{told}");
    let answer = quirkat(&["check", path, "--json"]).code(2).get_output().stdout.clone();
    let report: Value = serde_json::from_slice(&answer).unwrap();
    assert_eq!((&report["sound"], &report["errors"][0]["line"]), (&false.into(), &7.into()));
    quirkat(&["check", "no/such/file.toml"]).code(1);
}

#[test]
fn the_format_is_explained() {
    assert!(out(&["format"]).starts_with("# The format of games\n"));
}

#[test]
fn a_game_file_is_played_to_the_end_without_rust() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    let mut game =
        Piped::start(&["play", ADUGO, "--white", "engine:1", "--black", "engine:1", "--save", path.to_str().unwrap()]);
    drop(game.child.stdin.take());
    assert!(game.child.wait().unwrap().success());
    assert!(!fs::read_to_string(&path).unwrap().contains("[Result \"*\"]"));
}

#[test]
fn the_engine_plays_itself_and_every_turn_is_checked() {
    let played = json(&["selfplay", "lasca", "--games", "3", "--nodes", "50", "--json"]);
    assert_eq!((&played[0]["game"], &played[0]["games"]), (&"lasca:lasca".into(), &3.into()));
    let protest = out(&["selfplay", "buruj:protest", "--games", "2", "--nodes", "50"]);
    assert!(protest.contains("buruj:protest"), "{protest}");
    assert!(refused(&["selfplay", "halma"]).contains("there is no game `halma`"));
}

#[test]
fn speeds_stand_beside_those_of_other_programs() {
    let speeds = json(&["speed", "english", "--time", "10ms", "--json"]);
    assert_eq!(speeds[0]["reference_games_a_second"], 70_000);
    assert!(speeds[0]["leaves_a_second"].as_f64().unwrap() > 0.0);
}

#[test]
fn two_builds_are_measured_against_each_other() {
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
        assert!(ratios.iter().all(|ratio| (0.02..50.0).contains(ratio)), "{compared}");
    }
    let table = out(&against(&["konane:six"]));
    assert!(table.contains("perft     random      match     search") && table.contains("\ngeometric mean "), "{table}");
}

#[test]
fn what_is_no_other_build_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("quirkat").to_str().unwrap().to_owned();
    let error = quirkat(&["speed", "--against", &nowhere]).code(1).get_output().stderr.clone();
    assert!(String::from_utf8(error).unwrap().contains(&format!("cannot run {nowhere}: ")));
    let cargo = env!("CARGO");
    let error = refused(&["speed", "--against", cargo]);
    assert!(error.contains(&format!("{cargo} is not a quirkat: asked for its version, it says `cargo ")), "{error}");
    let this = env!("CARGO_BIN_EXE_quirkat");
    assert!(refused(&["speed", "--against", this, "halma"]).contains("there is no game `halma`"));
    assert!(refused(&["speed", "--rounds", "3"]).contains("--against <PROGRAM>"));
    assert!(refused(&["speed", "--against", this, "--rounds", "0"]).contains("0 is not in 1..=1000"));
}

#[test]
fn a_match_gives_a_score_with_its_error() {
    let result = json(&["match", "alquerque", "--a", "depth:3", "--b", "random", "--openings", "3", "--json"]);
    assert_eq!(result["games"], 6);
    assert!(result["scorePercent"].as_f64().unwrap() > 60.0);
    assert!(result["errorPercent"].is_number());
}

/// A match that does not go by the clock.
const COUNTED: [&str; 8] = ["match", "alquerque", "--a", "nodes:60", "--b", "nodes:40", "--seed", "7"];

/// What a match comes to, without what goes by the clock.
fn played(more: &[&str]) -> Value {
    let mut result = json(&[&COUNTED[..], more, &["--json"]].concat());
    result.as_object_mut().unwrap().remove("longestTurnMs").unwrap();
    result
}

/// The games of a file, without what goes by the clock.
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
            assert_eq!(game.outcome().map(|outcome| outcome.reason.word()), pdn.tag("Termination"));
            game.history().len() - 4
        })
        .sum();
    assert_eq!(result["meanPlies"].as_f64().unwrap(), plies as f64 / 4.0);
    assert_eq!(["White", "Black"].map(|tag| games[0].tag(tag).unwrap()), ["nodes:60", "nodes:40"]);
    assert_eq!(games[0].turns[..4], games[1].turns[..4], "an opening is played from both sides");
    let before = fs::read(&path).unwrap();
    assert!(refused(&[&COUNTED[..], &["--pdn", pdn]].concat()).contains("is there already; allowed: a new file"));
    assert_eq!(fs::read(&path).unwrap(), before);
}

/// A match in a folder, under way in a program of its own, that has played a few games.
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
fn a_match_that_is_broken_off_goes_on_and_comes_to_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, broken] = ["whole", "broken"].map(|name| folder.path().join(name));
    let play = |into: &Path| played(&["--openings", "20", "--into", into.to_str().unwrap()]);
    let result = play(&whole);
    let mut child = under_way(&broken, "20", "2");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(play(&broken), result);
    assert_eq!(untimed(&broken.join("games.pdn")), untimed(&whole.join("games.pdn")));
    let begun = fs::metadata(whole.join("games.pdn")).unwrap().modified().unwrap();
    assert_eq!(play(&whole), result, "what was played is not played again");
    assert_eq!(fs::metadata(whole.join("games.pdn")).unwrap().modified().unwrap(), begun);

    let into =
        |folder: &Path, more: &[&str]| refused(&[&COUNTED[..], &["--into", folder.to_str().unwrap()], more].concat());
    let error = into(&whole, &["--plies", "2"]);
    assert!(error.contains("belongs to another match") && error.contains("--plies 4"), "{error}");
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("games.pdn"), "mine").unwrap();
    assert!(into(&other, &[]).contains("holds other things"));
    assert_eq!(fs::read_to_string(other.join("games.pdn")).unwrap(), "mine");
    fs::write(whole.join("games.pdn"), "[Event \"mine\"]\n\n1. a1-a2 *\n\n").unwrap();
    assert!(into(&whole, &[]).contains("holds no game of this match at `[Event \"mine\"]`"));
}

#[cfg(unix)]
#[test]
fn a_match_that_is_interrupted_gives_what_there_is_and_goes_on() {
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
fn a_test_ends_a_match_when_it_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let test = |elos, threads, into: &str| {
        let into = folder.path().join(into);
        let into = into.to_str().unwrap();
        let words = ["--b", "random", "--openings", "400", "--sprt", elos, "--threads", threads, "--into", into];
        json(&[&["match", "alquerque-de-tres", "--a", "nodes:300", "--json"], &words[..]].concat())
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

/// Plays with the binary through pipes.
struct Piped {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Piped {
    fn start(arguments: &[&str]) -> Piped {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_quirkat"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Piped { child, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Reads on until a line begins like this.
    fn until(&mut self, beginning: &str) -> String {
        loop {
            let line = self.lines.next().expect("the program goes on").unwrap();
            if line.starts_with(beginning) {
                return line;
            }
        }
    }
}

#[test]
fn a_training_that_is_broken_off_goes_on_and_comes_to_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let train = |into: &str, threads: &str, seed: &str| {
        let into = at(into).display().to_string();
        let mut words = vec!["train", "alquerque-de-tres", "--into", &into, "--generations", "2", "--games", "20"];
        words.extend(["--nodes", "50", "--epochs", "2", "--threads", threads, "--seed", seed]);
        quirkat(&words)
    };
    let told = String::from_utf8(train("whole", "2", "1").success().get_output().stdout.clone()).unwrap();
    assert!(told.contains("generation 2: ") && told.contains("the patterns: "), "{told}");
    train("broken", "1", "1").success();
    let whole = fs::read(at("whole/patterns")).unwrap();
    assert_eq!(fs::read(at("broken/patterns")).unwrap(), whole, "nothing depends on the threads");
    // As if it had been killed in the middle of a game of the second generation.
    let games = fs::read(at("broken/games-2")).unwrap();
    fs::write(at("broken/games-2"), &games[..games.len() / 2]).unwrap();
    for name in ["broken/patterns-2", "broken/patterns"] {
        fs::remove_file(at(name)).unwrap();
    }
    train("broken", "2", "1").success();
    assert_eq!(fs::read(at("broken/patterns")).unwrap(), whole);

    let error = String::from_utf8(train("whole", "2", "2").code(2).get_output().stderr.clone()).unwrap();
    assert!(error.contains("belongs to another training") && error.contains("--seed 1"), "{error}");
    fs::create_dir(at("other")).unwrap();
    fs::write(at("other/patterns"), "mine").unwrap();
    let error = String::from_utf8(train("other", "2", "1").code(2).get_output().stderr.clone()).unwrap();
    assert!(error.contains("holds other things"), "{error}");
    assert_eq!(fs::read_to_string(at("other/patterns")).unwrap(), "mine");
    let player = |path: &str| format!("patterns:{}", at(path).display());
    let (patterns, games) = (player("whole/patterns"), player("whole/games-1"));
    let game = ["match", "alquerque-de-tres", "--openings", "2", "--time", "2ms", "--json"];
    assert_eq!(json(&[&game[..], &["--a", &patterns, "--b", "plain"]].concat())["games"], 4);
    for other in [&*games, "patterns:/dev/zero"] {
        assert!(refused(&[&game[..], &["--a", other]].concat()).contains("these are no patterns"), "{other}");
    }
}

#[test]
fn a_killed_program_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    let save = path.to_str().unwrap();
    let mut game = Piped::start(&["play", "alquerque", "--rule", "choice=max", "--save", save, "--time", "50ms"]);
    game.say("d2-c3");
    let reply = game.until("Black: ");
    game.say("moves");
    game.until("White to move");
    game.child.kill().unwrap();
    game.child.wait().unwrap();
    let saved = fs::read_to_string(&path).unwrap();
    assert!(saved.contains("d2-c3") && saved.contains(reply.trim_start_matches("Black: ")), "{saved}");
    assert!(saved.contains("choice=max") && saved.contains("version=1"), "{saved}");
    let mut again = Piped::start(&["play", "--resume", save, "--time", "50ms"]);
    again.say("undo");
    again.until("2 turns taken back");
    again.say("d2-c3");
    again.until("Black: ");
}

#[test]
fn a_script_plays_a_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    let mut game = Piped::start(&[
        "play",
        "alquerque",
        "--white",
        "engine:2",
        "--black",
        "engine:1",
        "--seed",
        "3",
        "--save",
        path.to_str().unwrap(),
    ]);
    drop(game.child.stdin.take());
    assert!(game.child.wait().unwrap().success());
    let saved = fs::read_to_string(&path).unwrap();
    assert!(!saved.contains("[Result \"*\"]"), "the engines play to the end: {saved}");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_quirkat"))
        .args(["rules", "alquerque"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}
