//! Signatures of all games: the results of searches of fixed depth and of random games with fixed seeds.
//!
//! `tests/data/signatures.txt` describes its lines, the meaning of a change, and how the file is rewritten.

use quirkat_rules::games;
use quirkat_search::signature::Signature;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/signatures.txt")
}

fn is_signature(line: &&str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

#[test]
fn no_signature_has_changed() {
    let data = fs::read_to_string(path()).unwrap();
    let update =
        |line| if is_signature(&line) { Signature::read(line).unwrap().updated().unwrap() } else { line.to_owned() };
    let updated: Vec<String> = data.lines().map(update).collect();
    if std::env::var_os("QUIRKAT_BLESS").is_some() {
        fs::write(path(), updated.join("\n") + "\n").unwrap();
        return;
    }
    let changed: Vec<_> = data.lines().zip(&updated).filter(|(was, is)| was != is).collect();
    let differences: String = changed.iter().map(|(was, is)| format!("was {was}\nis  {is}\n")).collect();
    assert!(changed.is_empty(), "{} signatures have changed:\n{differences}", changed.len());
}

#[test]
fn every_variant_has_its_signatures() {
    let data = fs::read_to_string(path()).unwrap();
    let signed: HashSet<_> = data
        .lines()
        .filter(is_signature)
        .map(|line| Signature::read(line).unwrap())
        .map(|line| (line.kind, line.rules))
        .collect();
    for file in games() {
        for title in file.variants().map(|variant| format!("{}:{variant}", file.id)) {
            for (kind, work) in [("search", "depth 4"), ("game", "seed 1"), ("playouts", "seed 1")] {
                let is_signed = signed.contains(&(kind, title.as_str()));
                assert!(is_signed, "write the line `{kind} | {title} | {work} |` and rewrite the file");
            }
        }
    }
}
