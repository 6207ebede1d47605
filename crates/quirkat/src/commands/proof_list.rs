//! `quirkat proof list`: proofs as CSV and BibTeX.

use super::group_thousands;
use super::proof::{claims_in_words, read};
use super::solution_list::hexadecimal;
use super::tables::Value;
use anyhow::Context;
use quirkat_rules::{Language, Ruleset, write_fen};
use quirkat_solve::Proof;
use quirkat_words::{BibEntry, title_in_words};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A line of the list. Rules and checksum identify a proof.
#[derive(Serialize)]
struct Line {
    game: String,
    /// Options that differ from the default game.
    rules: String,
    /// Position whose value is proved.
    position: String,
    /// Value for the side to move.
    worth: &'static str,
    /// Number of answers.
    answers: usize,
    /// Number of men of the first side in the tables that the proof needs.
    down: usize,
    bytes: u64,
    sha256: String,
}

/// Lists proofs as CSV.
///
/// # Errors
/// When one cannot be read.
pub fn in_csv(files: &[PathBuf]) -> anyhow::Result<String> {
    let lines = files.iter().map(|file| read(file).and_then(|(ruleset, proof)| line(file, &ruleset, &proof)));
    Ok(quirkat_endings::in_csv(lines.collect::<anyhow::Result<Vec<_>>>()?))
}

/// Lists proofs as BibTeX entries.
///
/// # Errors
/// When one cannot be read.
pub fn in_bibtex(files: &[PathBuf]) -> anyhow::Result<String> {
    let entry = |file: &PathBuf| {
        let (ruleset, proof) = read(file)?;
        let Line { answers, down, sha256, .. } = line(file, &ruleset, &proof)?;
        let entry = BibEntry {
            title: format!("{}: {}", title_in_words(&ruleset, Language::En), claims_in_words(&ruleset, &proof)),
            kind: format!(
                "A proof of {} answers down to tables for up to {down} men of the first side, replayed by \\texttt{{quirkat \
                 proof check}}",
                group_thousands(answers as u64)
            ),
            rules: [vec![ruleset.title()], ruleset.house_rule_texts()].concat().join(" "),
            sha256,
        };
        Ok(entry.to_string())
    };
    files.iter().map(entry).collect::<anyhow::Result<Vec<_>>>().map(|entries| entries.join("\n"))
}

fn line(path: &Path, ruleset: &Ruleset, proof: &Proof) -> anyhow::Result<Line> {
    let mut hasher = Sha256::new();
    let bytes = File::open(path).and_then(|mut file| io::copy(&mut file, &mut hasher));
    Ok(Line {
        game: ruleset.title(),
        rules: ruleset.house_rule_texts().join(" "),
        position: write_fen(ruleset, &proof.start.setup(ruleset.board.len())),
        worth: proof.wdl().map_or("unknown", |worth| Value::of(worth).word()),
        answers: proof.answers.len(),
        down: proof.table_men,
        bytes: bytes.with_context(|| format!("cannot read {}", path.display()))?,
        sha256: hexadecimal(&hasher.finalize()),
    })
}
