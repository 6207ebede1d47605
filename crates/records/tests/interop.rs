//! Reads each sample of the tables in `docs/reference/interop.md`.

use quirkat_records::{PdnEntry, RecordReader};
use quirkat_rules::{find_game, read_fen};

const PAGE: &str = include_str!("../../../docs/reference/interop.md");

/// A row of a table: its cells, and the samples in the second one.
struct Row {
    cells: Vec<&'static str>,
    samples: Vec<&'static str>,
}

/// Returns the rows of the table under a heading, without its head.
fn rows(heading: &str) -> Vec<Row> {
    let section = PAGE.split("\n## ").find(|section| section.lines().next() == Some(heading)).unwrap();
    let table = section.lines().filter(|line| line.starts_with('|')).skip(2);
    let rows: Vec<_> = table
        .map(|line| {
            let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
            let samples = cells[1].split('`').skip(1).step_by(2).collect();
            Row { cells, samples }
        })
        .collect();
    assert!(!rows.is_empty(), "{heading}");
    rows
}

/// Reads a record of one game.
fn read(text: &str) -> PdnEntry {
    let mut entries: Vec<_> = RecordReader::new(text.as_bytes()).unwrap().map(Result::unwrap).collect();
    assert_eq!(entries.len(), 1, "{text}");
    entries.remove(0)
}

#[test]
fn moves_are_read() {
    for Row { cells, samples } in rows("Moves") {
        for sample in samples {
            let (text, turns, result) = match cells[0] {
                "results" => (format!("[Result \"{sample}\"]\n1. 32-28 {sample}"), 1, sample),
                "glyphs, comments, variations" => (format!("1. 32-28 {sample}\n19-23 *"), 2, "*"),
                "a line after `%`" => (format!("1. 32-28\n{sample}\n19-23 *"), 2, "*"),
                "an unknown move" => (format!("1. 32-28 {sample} *"), 1, ""),
                _ => (format!("1. {sample} *"), 1, "*"),
            };
            let PdnEntry { pdn, fault, .. } = read(&text);
            assert_eq!(fault.is_some(), cells[0] == "an unknown move", "{text}: {fault:?}");
            assert_eq!((pdn.turns.len(), &pdn.result[..]), (turns, result), "{text}: {pdn:?}");
        }
    }
}

#[test]
fn positions_are_read_or_refused() {
    for Row { cells, samples } in rows("Positions") {
        for sample in samples {
            if cells[0].starts_with("towers") {
                let lasca = find_game("lasca").unwrap().ruleset(None, &[]).unwrap();
                read_fen(&lasca, sample).unwrap();
                continue;
            }
            let (number, game) = if cells[0].contains("Frisian") { (40, "frisian") } else { (20, "international") };
            let entry = read(&format!("[GameType \"{number}\"]\n[FEN \"{sample}\"]\n*"));
            let replayed = entry.pdn.replay(find_game(game).unwrap());
            assert_eq!(replayed.is_err(), cells[2].starts_with("refused"), "{sample}: {:?}", replayed.err());
        }
    }
}

#[test]
fn tags_name_games() {
    for tag in rows("The game of a record").iter().flat_map(|row| row.cells[0].split('`')) {
        if tag.starts_with('[') {
            let entry = read(&format!("{tag}\n*"));
            assert!(entry.pdn.game().is_ok(), "{tag}");
        }
    }
}
