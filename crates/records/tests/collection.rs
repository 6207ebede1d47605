//! Reads a collection of real files: `games/` of <https://github.com/wiegerw/pdn>, whose path is in `QUIRKAT_PDN`. Without
//! it the test is skipped, even when every other test must run, because the collection is not part of this repository.

use quirkat_records::RecordReader;
use quirkat_rules::{PdnEntry, PdnError, find_game};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

/// Games for which a file may be meant, in the order in which they are tried.
const CANDIDATES: [&str; 7] = ["international", "english", "italian", "czech", "shashki", "brazilian", "damas"];

/// Games, replayed games and plies of a collection, and its errors by kind.
#[derive(Default, Debug)]
struct Tally {
    files: usize,
    games: usize,
    replayed: usize,
    plies: usize,
    faults: BTreeMap<String, Vec<String>>,
}

/// Replays a record by the rules of the first game under which it is legal, and returns the number of plies. The error is
/// that of the game in which most moves are legal.
fn replay(entry: &PdnEntry) -> Result<usize, PdnError> {
    let mut errors = Vec::new();
    for file in CANDIDATES.into_iter().filter_map(find_game) {
        let mut pdn = entry.pdn.clone();
        pdn.assume_game(file, None);
        match pdn.replay(file) {
            Ok(game) => return Ok(game.history().len()),
            Err(error) => errors.push(error),
        }
    }
    let plies = |error: &PdnError| if let PdnError::Turn { number, .. } = error { *number } else { 0 };
    Err(errors.into_iter().rev().max_by_key(plies).expect("there are candidates"))
}

fn read_file(path: &Path, tally: &mut Tally) {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    tally.files += 1;
    for entry in RecordReader::new(File::open(path).unwrap()).unwrap() {
        let entry = entry.unwrap();
        tally.games += 1;
        let result = entry.fault.clone().map_or_else(|| replay(&entry), Err);
        match result {
            Ok(plies) => {
                tally.replayed += 1;
                tally.plies += plies;
            }
            Err(error) => {
                let kind = if entry.fault.is_some() { "syntax" } else { "moves" };
                let place = format!("{name}: game {}, line {}: {error}", entry.number, entry.line);
                tally.faults.entry(kind.to_owned()).or_default().push(place.chars().take(200).collect());
            }
        }
    }
}

#[test]
fn real_files_are_read() {
    let Some(folder) = std::env::var_os("QUIRKAT_PDN") else {
        eprintln!("skipped: QUIRKAT_PDN does not name the folder `games` of wiegerw/pdn");
        return;
    };
    let mut tally = Tally::default();
    for part in ["succeed", "fail"] {
        let mut paths: Vec<_> =
            fs::read_dir(Path::new(&folder).join(part)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.iter().for_each(|path| read_file(path, &mut tally));
    }
    println!("{} files, {} games, {} replayed, {} plies", tally.files, tally.games, tally.replayed, tally.plies);
    for (kind, places) in &tally.faults {
        println!("{kind}: {}", places.len());
        places.iter().for_each(|place| println!("  {place}"));
    }
    let (syntax, games) = (tally.faults.get("syntax").map_or(0, Vec::len), tally.games);
    assert!(syntax * 50 <= games, "{syntax} of {games} games are not read");
    assert!(tally.replayed * 100 >= games * 95, "{} of {games} games are replayed", tally.replayed);
}
