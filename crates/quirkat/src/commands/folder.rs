//! The folder of a resumable task, such as training or a match. It contains nothing else.

use crate::errors::bad_input;
use crate::output::create;
use crate::source::read_text;
use anyhow::{Context, ensure};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Folder of a task. Its file `plan` holds the command line that determines the task.
pub struct Folder {
    path: PathBuf,
    /// Prevents two processes from working on the same plan.
    _lock: File,
}

impl Folder {
    /// Opens the folder of a plan, and creates it if necessary; `what` names the kind of task.
    ///
    /// # Errors
    /// When the folder contains other files or another plan, or another process is using it.
    pub fn open(path: &Path, what: &str, plan: &str) -> anyhow::Result<Folder> {
        let name = path.display();
        let refused = |why: &str| Err(bad_input(format!("{name} {why}; allowed: a new folder, or a {what}'s")));
        if path.is_file() {
            return refused("is a file");
        }
        fs::create_dir_all(path).with_context(|| format!("cannot create {name}"))?;
        let file = path.join("plan");
        if !file.exists() {
            let is_empty = fs::read_dir(path).with_context(|| format!("cannot read {name}"))?.next().is_none();
            if !is_empty {
                return refused("contains other files");
            }
            // Another process may have written its plan first.
            create(&file, plan.as_bytes())?;
        }
        let other = read_text(&file)?;
        if other != plan {
            return Err(bad_input(format!("{name} belongs to another {what}: `{other}`")));
        }
        let lock = File::open(&file).with_context(|| format!("cannot read {}", file.display()))?;
        ensure!(lock.try_lock().is_ok(), "{name} is in use: another process is working on this {what}");
        Ok(Folder { path: path.to_owned(), _lock: lock })
    }

    /// Returns the path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}
