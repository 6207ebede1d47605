//! `quirkat dataset`: tables, proofs and counts in one folder, for a repository of research data.

use super::solution_list::hexadecimal;
use super::{counted, json_text};
use crate::errors::bad_input;
use anyhow::Context;
use clap::Args;
use quirkat_endings::{folders, in_csv, proved_starts, solutions};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

/// Write the results as a dataset: tables, proofs, counts, checksums
#[derive(Debug, Args)]
#[command(
    after_help = "The folder contains the shipped endgame tables, all proofs, the counts of tables that are too large to ship, \
    the list of solved starts, the description of the file formats, a second checker of proofs in Python, a manifest in JSON and \
    SHA256SUMS, which `sha256sum --check` reads. Run it in the folder of Quirkat's sources, or name that with --sources: \
    `quirkat dataset quirkat-results`."
)]
pub struct Arguments {
    /// The folder to write, which must be empty or missing
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The folder of Quirkat's sources, which has the proofs and the counts
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    sources: PathBuf,
}

/// Files of the sources and their places in the dataset.
const FILES: [(&str, &str); 7] = [
    ("CITATION.cff", "CITATION.cff"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("docs/reference/files.md", "FORMATS.md"),
    ("docs/results/known.md", "KNOWN.md"),
    ("docs/results/report.md", "REPORT.md"),
    ("tools/check_proof.py", "check_proof.py"),
];
/// Folders of the sources whose files are part of the dataset, and their places in it.
const FOLDERS: [(&str, &str); 2] = [("proofs", "proofs"), ("docs/results/data", "counts")];

const README: &str = "\
# Results of Quirkat

Values of positions of games of the Alquerque family, proved by Quirkat.

| path | content |
|---|---|
| `KNOWN.md`, `known.csv` | what is known of the start of each game, with the command that finds it again |
| `proofs/` | proofs of starts; `check_proof.py` replays them |
| `tables/` | endgame tables, a folder for each game; `solutions.csv` and `counts.csv` count their positions |
| `counts/` | counts of tables that are too large to ship |
| `FORMATS.md` | table and proof files, byte by byte |
| `REPORT.md` | method and verification |
| `manifest.json`, `SHA256SUMS` | all files with size and SHA-256; `sha256sum --check SHA256SUMS` compares them |

The data may be used under the MIT licence or the Apache licence 2.0. `CITATION.cff` says how to cite it.
";

/// List of the files of a dataset.
#[derive(Serialize)]
struct Manifest {
    title: &'static str,
    /// Version of the program that wrote the dataset, with its commit where that is known.
    version: &'static str,
    licence: &'static str,
    files: Vec<ListedFile>,
}

/// File of a dataset.
#[derive(Serialize)]
struct ListedFile {
    path: String,
    bytes: usize,
    sha256: String,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let Arguments { folder, sources } = arguments;
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(bad_input(format!("{} is not empty; allowed: an empty or a new folder", folder.display())));
    }
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The dataset gets its name when it is complete. It is a folder within the draft's: only its owner can read the
    // draft's.
    let draft = tempfile::tempdir_in(parent).with_context(|| format!("cannot write in {}", parent.display()))?;
    let root = draft.path().join("dataset");
    let mut files = vec![];
    for (path, content) in contents(sources)? {
        write(&root, &path, &content)?;
        files.push(ListedFile { path, bytes: content.len(), sha256: hexadecimal(&Sha256::digest(&content)) });
    }
    let sums: String = files.iter().map(|ListedFile { path, sha256, .. }| format!("{sha256}  {path}\n")).collect();
    write(&root, "SHA256SUMS", sums.as_bytes())?;
    let (all, bytes) = (files.len() + 2, files.iter().map(|file| file.bytes as u64).sum());
    let version = env!("QUIRKAT_VERSION");
    let manifest = Manifest { title: "Results of Quirkat", version, licence: "MIT OR Apache-2.0", files };
    write(&root, "manifest.json", json_text(&manifest).as_bytes())?;
    fs::rename(&root, folder).with_context(|| format!("cannot write {}", folder.display()))?;
    Ok(format!("{} ({}) are in {}\n", counted(all, "file"), indicatif::HumanBytes(bytes), folder.display()))
}

/// Returns the paths of all files with their contents, in order.
fn contents(sources: &Path) -> anyhow::Result<Vec<(String, Cow<'static, [u8]>)>> {
    let mut all: Vec<(String, Cow<'_, [u8]>)> = vec![
        ("README.md".to_owned(), README.as_bytes().into()),
        ("known.csv".to_owned(), in_csv(proved_starts()).into_bytes().into()),
        ("solutions.csv".to_owned(), in_csv(solutions()).into_bytes().into()),
        (
            "counts.csv".to_owned(),
            in_csv(solutions().iter().flat_map(|solution| solution.counts())).into_bytes().into(),
        ),
    ];
    for (folder, tables) in folders() {
        all.extend(tables.iter().map(|table| (format!("tables/{folder}/{}", table.name), table.bytes.into())));
    }
    for (source, path) in FILES {
        all.push((path.to_owned(), read(&sources.join(source))?.into()));
    }
    for (source, path) in FOLDERS {
        let source = sources.join(source);
        let entries = fs::read_dir(&source).map_err(|error| missing(&source, &error))?;
        for entry in entries {
            let entry = entry.map_err(|error| missing(&source, &error))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            all.push((format!("{path}/{name}"), read(&entry.path())?.into()));
        }
    }
    all.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    Ok(all)
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).map_err(|error| missing(path, &error))
}

/// Returns the error for a part of the sources that cannot be read.
fn missing(path: &Path, error: &std::io::Error) -> anyhow::Error {
    bad_input(format!("cannot read {}: {error}; --sources names the folder of Quirkat's sources", path.display()))
}

fn write(folder: &Path, path: &str, content: &[u8]) -> anyhow::Result<()> {
    let path = folder.join(path);
    let parent = path.parent().unwrap_or(folder);
    let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, content));
    written.with_context(|| format!("cannot write {}", path.display()))
}
