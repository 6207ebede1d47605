//! The language of the project: sources and documents keep to the terms of `docs/reference/glossary.md`.
//!
//! `language.toml` lists retired names and habits of prose. A line that must use one anyway carries `language: allow` in
//! a comment on the same line or on the line before, with the reason.

use regex::{Regex, RegexBuilder};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const ALLOW: &str = "language: allow";
/// Folders of sources and documents, from the root of the project.
const FOLDERS: [&str; 6] = ["crates", "docs", "lab", "fuzz/src", "fuzz/fuzz_targets", "deploy"];
/// Documents at the root of the project.
const FILES: [&str; 3] = ["README.md", "CONTRIBUTING.md", ".ci/run"];
/// Folders with nothing to read, or with words that are not English.
const SKIPPED: [&str; 6] = ["target", "node_modules", "data", "es", "fr", "fonts"];
const EXTENSIONS: [&str; 9] = ["rs", "md", "toml", "js", "ts", "html", "css", "txt", "py"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    /// Files and folders that quote other texts.
    exempt: Vec<String>,
    habits: Vec<Habit>,
    /// Retired names of types, functions and constants, each with the name or term that replaces it.
    names: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Habit {
    pattern: String,
    instead: String,
}

/// The list, ready for searching.
struct Rules {
    habits: Vec<(Regex, String)>,
    names: BTreeMap<String, String>,
}

fn list() -> List {
    toml::from_str(include_str!("language.toml")).expect("the list is valid")
}

impl From<List> for Rules {
    fn from(list: List) -> Rules {
        let habit = |Habit { pattern, instead }: Habit| {
            (RegexBuilder::new(&pattern).case_insensitive(true).build().expect("a valid pattern"), instead)
        };
        Rules { habits: list.habits.into_iter().map(habit).collect(), names: list.names }
    }
}

impl Rules {
    /// Returns the faults of a text, each as `line: advice`. Names are checked in code, habits where prose is checked.
    fn faults(&self, text: &str, is_code: bool, has_prose: bool) -> Vec<String> {
        let lines: Vec<&str> = text.lines().collect();
        let is_allowed = |number: usize| {
            lines[number].contains(ALLOW) || number.checked_sub(1).is_some_and(|before| lines[before].contains(ALLOW))
        };
        let mut faults = vec![];
        for (number, line) in lines.iter().enumerate().filter(|(number, _)| !is_allowed(*number)) {
            if has_prose {
                for (habit, instead) in &self.habits {
                    let found = habit.find_iter(line).map(|found| found.as_str());
                    faults.extend(found.map(|text| format!("{}: `{text}`: write {instead}", number + 1)));
                }
            }
            if is_code {
                let words = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
                let retired = words.filter_map(|word| Some((word, self.names.get(word)?)));
                faults.extend(retired.map(|(name, instead)| format!("{}: `{name}`: use {instead}", number + 1)));
            }
        }
        faults
    }
}

fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.expect("a readable folder").path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !SKIPPED.contains(&&*name) {
                add_files(&path, files);
            }
        } else if path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known)) {
            files.push(path);
        }
    }
}

#[test]
fn sources_and_documents_use_no_retired_names_or_habits() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files: Vec<PathBuf> = FILES.iter().map(|file| root.join(file)).collect();
    for folder in FOLDERS {
        add_files(&root.join(folder), &mut files);
    }
    files.sort();
    let list = list();
    let unchecked: Vec<PathBuf> = list.exempt.iter().map(|path| root.join(path)).collect();
    let rules = Rules::from(list);
    let mut all = vec![];
    for file in files.iter().filter(|file| !file.ends_with("language.toml") && !file.ends_with("language.rs")) {
        let Ok(text) = fs::read_to_string(file) else { continue };
        let is_code = file.extension().is_some_and(|extension| extension == "rs");
        let has_prose = !unchecked.iter().any(|path| file.starts_with(path));
        let name = file.strip_prefix(&root).unwrap_or(file).display();
        all.extend(rules.faults(&text, is_code, has_prose).into_iter().map(|fault| format!("{name}:{fault}")));
    }
    let count = all.len();
    assert!(count == 0, "{count} places, see docs/reference/glossary.md:\n{}", all.join("\n"));
}

#[test]
fn a_retired_name_or_habit_is_found_and_a_single_place_can_be_allowed() {
    let rules = Rules::from(list());
    let found = rules.faults("/// Whoever asks.\nstruct Sight;\n", true, true);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("1: `Whoever`") && found[1].starts_with("2: `Sight`"), "{found:?}");
    assert_eq!(rules.faults("A Sight.\n", false, true), [""; 0], "names are looked for in code only");
    assert_eq!(
        rules.faults(
            "// language: allow, a quotation\n// whoever\nlet a = 1; // whoever, language: allow\n",
            true,
            true
        ),
        [""; 0]
    );
}
