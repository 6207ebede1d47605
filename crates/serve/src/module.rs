//! The WebAssembly module, with which browsers play and analyse on their own processors: the files of the npm package `quirkat`.

use crate::assets::{entity_tag, hex};
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
/// Suffix of the files that hold the content of another file, compressed by Brotli.
const BROTLI: &str = "br";
/// Folders of the package: its root, and the evaluations.
const FOLDERS: [&str; 2] = ["", "evaluations/"];

/// The files of the package, in memory.
#[derive(Debug)]
pub struct Module {
    /// Digest of all files, which is part of their addresses.
    pub digest: String,
    /// Files by path.
    files: BTreeMap<String, ModuleFile>,
}

/// A file of the package.
#[derive(Clone, Debug)]
pub struct ModuleFile {
    /// Media type.
    pub kind: &'static str,
    /// Entity tag.
    pub tag: String,
    /// Content.
    pub bytes: Bytes,
    /// Content compressed by Brotli, if the package has it.
    pub brotli: Option<Bytes>,
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
        if !folder.join(REQUIRED).is_file() {
            return Err(ModuleError::Missing(folder.to_owned()));
        }
        let files = read_files(folder)?;
        let all =
            files.iter().fold(Sha256::new(), |all, (name, file)| all.chain_update(name).chain_update(&file.bytes));
        Ok(Module { digest: hex(&all.finalize()), files })
    }

    /// Returns the path of the folder below which the files are served.
    pub fn path(&self) -> String {
        format!("{PATH}{}/", self.digest)
    }

    /// Returns the paths of all files.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Returns a file by its path.
    pub fn file(&self, name: &str) -> Option<&ModuleFile> {
        self.files.get(name)
    }
}

fn read_files(folder: &Path) -> Result<BTreeMap<String, ModuleFile>, ModuleError> {
    let mut files = BTreeMap::new();
    for prefix in FOLDERS {
        let at = folder.join(prefix);
        for entry in fs::read_dir(&at).map_err(|error| ModuleError::Unreadable(at.clone(), error))? {
            let path = entry.map_err(|error| ModuleError::Unreadable(at.clone(), error))?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|_| path.is_file()) else {
                continue;
            };
            let Some(kind) = media_type(name) else { continue };
            let bytes = read_file(&path)?;
            let compressed = at.join(format!("{name}.{BROTLI}"));
            let brotli = compressed.is_file().then(|| read_file(&compressed)).transpose()?;
            files.insert(format!("{prefix}{name}"), ModuleFile { kind, tag: entity_tag(&bytes), bytes, brotli });
        }
    }
    Ok(files)
}

fn read_file(path: &Path) -> Result<Bytes, ModuleError> {
    fs::read(path).map(Bytes::from).map_err(|error| ModuleError::Unreadable(path.to_owned(), error))
}

/// Returns the media type of a file that browsers load; `None` for other files of the package.
fn media_type(name: &str) -> Option<&'static str> {
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
        assert!(matches!(Module::read(folder.path()), Err(ModuleError::Missing(_))));
        assert!(matches!(Module::read(Path::new("/nowhere")), Err(ModuleError::Missing(_))));
        write("module_bg.wasm");
        assert!(matches!(Module::read(folder.path()), Err(ModuleError::Unreadable(..))));
        fs::create_dir(folder.path().join("evaluations")).unwrap();
        for name in ["quirkat.js", "quirkat.d.ts", "module_bg.wasm.br", "evaluations/lasca.lasca.patterns"] {
            write(name);
        }
        let module = Module::read(folder.path()).unwrap();
        let wasm = module.file("module_bg.wasm").unwrap();
        assert_eq!((wasm.kind, wasm.brotli.as_deref()), ("application/wasm", Some(&b"module_bg.wasm.br"[..])));
        assert_eq!(module.paths().filter(|path| path.contains("wasm")).count(), 1);
        assert_eq!(module.file("evaluations/lasca.lasca.patterns").unwrap().bytes.len(), 32);
        assert!(module.file("quirkat.d.ts").is_none() && module.file("../secret.js").is_none());
        write("quirkat.js");
        assert_eq!(Module::read(folder.path()).unwrap().digest, module.digest);
        fs::write(folder.path().join("quirkat.js"), "changed").unwrap();
        assert_ne!(Module::read(folder.path()).unwrap().digest, module.digest);
    }
}
