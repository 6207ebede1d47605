//! The WebAssembly module, with which browsers analyse on their own processors: the files of the npm package `quirkat`.

use crate::assets::hex;
use axum::body::Bytes;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Path below which the files are served.
pub const PATH: &str = "/module/";
/// File without which a folder contains no package.
const REQUIRED: &str = "module_bg.wasm";
/// Folders of the package: its root, and the evaluations.
const FOLDERS: [&str; 2] = ["", "evaluations/"];

/// The files of the package, in memory.
#[derive(Debug)]
pub struct Module {
    /// Digest of all files, which is part of their addresses.
    pub digest: String,
    /// Contents by path.
    files: BTreeMap<String, Bytes>,
}

/// Reason why a package cannot be read.
#[derive(Debug, Error)]
pub enum ModuleError {
    /// The folder or a file cannot be read.
    #[error("the module of --module cannot be read: {0}: {1}")]
    Unreadable(PathBuf, io::Error),
    /// The folder contains no package.
    #[error("{0} contains no package of Quirkat: build one as docs/how-to/web.md describes")]
    Missing(PathBuf),
}

impl Module {
    /// Reads the package in a folder.
    ///
    /// # Errors
    /// When the folder cannot be read or contains no package.
    pub fn read(folder: &Path) -> Result<Module, ModuleError> {
        let files = read_files(folder).map_err(|error| ModuleError::Unreadable(folder.to_owned(), error))?;
        if !files.contains_key(REQUIRED) {
            return Err(ModuleError::Missing(folder.to_owned()));
        }
        let all = files.iter().fold(Sha256::new(), |all, (name, bytes)| all.chain_update(name).chain_update(bytes));
        Ok(Module { digest: hex(&all.finalize()), files })
    }

    /// Returns the media type and the content of a file.
    pub fn file(&self, name: &str) -> Option<(&'static str, Bytes)> {
        Some((kind(name)?, self.files.get(name)?.clone()))
    }
}

fn read_files(folder: &Path) -> io::Result<BTreeMap<String, Bytes>> {
    let mut files = BTreeMap::new();
    for prefix in FOLDERS {
        for entry in fs::read_dir(folder.join(prefix))? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            if let Some(name) = name.filter(|name| kind(name).is_some() && path.is_file()) {
                files.insert(format!("{prefix}{name}"), fs::read(&path)?.into());
            }
        }
    }
    Ok(files)
}

/// Returns the media type of a file that browsers load; `None` for other files of the package.
fn kind(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1 {
        "js" => Some("text/javascript; charset=utf-8"),
        "json" => Some("application/json"),
        "wasm" => Some("application/wasm"),
        "patterns" => Some("application/octet-stream"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_read_with_its_evaluations() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| fs::write(folder.path().join(name), name).unwrap();
        assert!(matches!(Module::read(folder.path()), Err(ModuleError::Unreadable(..))));
        fs::create_dir(folder.path().join("evaluations")).unwrap();
        assert!(matches!(Module::read(folder.path()), Err(ModuleError::Missing(_))));
        for name in ["module_bg.wasm", "quirkat.js", "quirkat.d.ts", "evaluations/lasca.lasca.patterns"] {
            write(name);
        }
        let module = Module::read(folder.path()).unwrap();
        assert_eq!(module.file("module_bg.wasm").unwrap().0, "application/wasm");
        assert_eq!(module.file("evaluations/lasca.lasca.patterns").unwrap().1.len(), 32);
        assert!(module.file("quirkat.d.ts").is_none() && module.file("../secret.js").is_none());
        write("quirkat.js");
        assert_eq!(Module::read(folder.path()).unwrap().digest, module.digest);
        fs::write(folder.path().join("quirkat.js"), "changed").unwrap();
        assert_ne!(Module::read(folder.path()).unwrap().digest, module.digest);
    }
}
