//! Files that the package fetches when they are needed, with an index of the files of each game.

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Copies the evaluations of the search: a file for each variant with its own.
pub fn copy_evaluations(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let mut index: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in entries(from)? {
        let name = name(&path);
        let Some((game, _)) = name.split_once('.').filter(|_| name.ends_with(".patterns")) else { continue };
        fs::copy(&path, to.join(&name))?;
        index.entry(game.to_owned()).or_default().push(name);
    }
    write_index(to, &index)
}

/// Copies the endgame tables of every part: a folder for each variant that has any.
pub fn copy_tables(parts: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let mut folders = vec![];
    for tables in entries(parts)?.into_iter().map(|part| part.join("tables")).filter(|tables| tables.is_dir()) {
        folders.extend(entries(&tables)?);
    }
    let mut index: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for folder in folders {
        let title = name(&folder);
        let game = title.split('.').next().unwrap_or_default().to_owned();
        fs::create_dir_all(to.join(&title))?;
        let files = index.entry(game).or_default().entry(title.clone()).or_default();
        for path in entries(&folder)?.into_iter().filter(|path| path.extension().is_some_and(|kind| kind == "table")) {
            let name = name(&path);
            fs::copy(&path, to.join(&title).join(&name))?;
            files.push(name);
        }
    }
    write_index(to, &index)
}

fn write_index(folder: &Path, index: &impl serde::Serialize) -> Result<()> {
    Ok(fs::write(folder.join("index.json"), serde_json::to_string_pretty(index)? + "\n")?)
}

/// Returns the paths in a folder, sorted by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
