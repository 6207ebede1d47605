//! The folder of something long, a training or a match: it goes on there after a break, and nothing else is kept there.

use crate::bad_input;
use crate::output::create;
use crate::source::read_text;
use anyhow::{Context, ensure};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// A folder that belongs to what its file `plan` says.
pub struct Folder {
    path: PathBuf,
    /// Two programs at one plan would mix what they make.
    _lock: File,
}

impl Folder {
    /// The folder of a plan, made if it is not there; `what` is the kind of thing that is kept in it.
    ///
    /// # Errors
    /// When it holds other things or belongs to another plan, or when another program is at work in it.
    pub fn open(path: &Path, what: &str, plan: &str) -> anyhow::Result<Folder> {
        let shown = path.display();
        let refused = |why: &str| Err(bad_input(format!("{shown} {why}; allowed: a new folder, or a {what}'s")));
        if path.is_file() {
            return refused("is a file");
        }
        fs::create_dir_all(path).with_context(|| format!("cannot make {shown}"))?;
        let file = path.join("plan");
        if !file.exists() {
            let is_empty = fs::read_dir(path).with_context(|| format!("cannot read {shown}"))?.next().is_none();
            if !is_empty {
                return refused("holds other things");
            }
            // Where another program was faster, its plan stands.
            create(&file, plan.as_bytes())?;
        }
        let other = read_text(&file)?;
        if other != plan {
            return Err(bad_input(format!("{shown} belongs to another {what}: `{other}`")));
        }
        let lock = File::open(&file).with_context(|| format!("cannot read {}", file.display()))?;
        ensure!(lock.try_lock().is_ok(), "{shown} is in use: another program goes on with this {what}");
        Ok(Folder { path: path.to_owned(), _lock: lock })
    }

    /// The path of something in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}
