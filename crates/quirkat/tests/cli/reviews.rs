//! Tests game reviews and puzzle search.

use crate::harness::{json, out, quirkat, refused};
use quirkat_rules::{Pdn, find_game};
use std::fs;

/// Black's second man leaves the diagonal open. The record already has a comment on it.
const BLUNDERED: &str = "[White \"Ana\"]\n[Black \"Bruna\"]\n[Variant \"alquerque-de-tres\"]\n\n\
    {A short one} 1. drop @b2 drop @b1 2. drop @a1 drop @c1 $2 {why?} (2... drop @c3 3. drop @c1) 3. drop @c3 1-0\n";

#[test]
fn a_blunder_is_annotated_and_the_game_is_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [game, judged, again, curve] = ["game.pdn", "judged.pdn", "again.pdn", "curve.svg"].map(path);
    fs::write(&game, BLUNDERED).unwrap();
    let output = out(&["annotate", &game, "--nodes", "20000", "-o", &judged, "--curve", &curve]);
    assert!(output.starts_with("Ana – Bruna, alquerque-de-tres:alfonso\n"), "{output}");
    assert!(output.contains("It turned with 2... drop @c1: Black's chances went from 50 % to 0 %.\n"), "{output}");
    let blunder =
        "Blunder: 50 % before, 0 % after. Better: drop @c3. By the tables it loses in 2 plies; the best turn draws.\n";
    assert!(output.contains(blunder), "{output}");

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

    // An annotated record is annotated again without duplicates.
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
fn a_decided_game_without_known_distance_is_stated() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [game, tables] = ["game.pdn", "tables"].map(path);
    fs::write(&game, "[Variant \"awithlaknannai\"]\n[Rules \"n=4 repetition=draw\"]\n\n1. c2-b3 *\n").unwrap();
    out(&["solve", "awithlaknannai", "--rule", "n=4", "--rule", "repetition=draw", "--dir", &tables]);
    let written = out(&["annotate", &game, "--nodes", "20000", "--tables", &tables]);
    let turn = Pdn::read(&written).unwrap().remove(0).turns.remove(0);
    assert!(turn.comments[0].starts_with("Quirkat: Blunder: "), "{written}");
    assert!(turn.comments[0].ends_with("By the tables it loses; the best turn draws."), "{written}");
}

#[test]
fn unreviewable_records_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [game, judged, gif] = ["game.pdn", "judged.pdn", "curve.gif"].map(path);
    let cases = [
        (
            "[Variant \"alquerque\"\n\n1. d2-c3 *",
            "game.pdn: game 1, line 1: line 1 of the record: a tag has the form [Name \"value\"]",
        ),
        ("[Variant \"alquerque\"]\n\n1. a1-e5 *", "game.pdn: game 1, line 1: move 1 of the record: "),
        ("[Variant \"chess\"]\n\n1. e4 *", "the record is a game of `chess`, which is not known here"),
        ("[Event \"?\"]\n\n1. d2-c3 *", "the record does not name its game"),
        ("", "there is no game in the record"),
    ];
    for (text, message) in cases {
        fs::write(&game, text).unwrap();
        let error = refused(&["annotate", &game, "--depth", "1", "-o", &judged]);
        assert!(error.contains(message), "{text}: {error}");
    }
    fs::write(&game, b"\xff\xfe").unwrap();
    assert!(refused(&["annotate", &game]).contains("game.pdn: game 1, line 1: "));
    assert!(refused(&["annotate", &game, "--curve", &gif]).contains("allowed: .svg"));
    quirkat(&["annotate", &path("none.pdn")]).code(1);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn unwritable_output_is_reported_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [game, curve, nowhere, here] = ["game.pdn", "curve.svg", "no/such/file.svg", ""].map(path);
    fs::write(&game, BLUNDERED).unwrap();
    let missing = format!("cannot write {nowhere}: there is no folder {}", path("no/such"));
    let cases: [(&[&str], &str); 4] = [
        (&["annotate", &game, "--time", "24h", "--curve", &curve, "-o", &nowhere], &missing),
        (&["annotate", &game, "--time", "24h", "--curve", &nowhere, "-o", &path("judged.pdn")], &missing),
        (&["annotate", &game, "--time", "24h", "-o", &here], &format!("cannot write {here}: is a directory")),
        (&["puzzles", "kharbaga", "--time", "24h", "-o", &nowhere], &missing),
    ];
    for (arguments, message) in cases {
        let error = quirkat(arguments).code(1).get_output().stderr.clone();
        assert_eq!(String::from_utf8(error).unwrap(), format!("quirkat: {message}\n"));
    }
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
fn puzzles_are_reproducible_as_records_and_json() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.pdn").to_str().unwrap().to_owned();
    let puzzles = ["puzzles", "kharbaga", "--count", "2", "--nodes", "3000", "--seed", "7"];
    let output = out(&[&puzzles[..], &["-o", &path]].concat());
    assert!(output.starts_with("2 puzzles in ") && output.contains("  grade "), "{output}");
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
fn an_empty_puzzle_search_is_reported() {
    let none = quirkat(&["puzzles", "alquerque-de-nueve", "--nodes", "100", "--games", "1"]);
    let error = String::from_utf8_lossy(&none.code(1).get_output().stderr).into_owned();
    assert!(error.contains("there is no puzzle in 1 game of alquerque-de-nueve:"), "{error}");
}
