//! The data folder of a server, locked so that no other server uses it.
//!
//! All files in it belong to the owner of the folder. An administrator may restore games as root, and a server under its own user
//! must be able to open the lock and the games afterwards.

use std::fs::{File, OpenOptions, TryLockError, create_dir_all};
use std::path::Path;

/// Lock on a data folder. It ends when the value is dropped or the process ends in any way.
#[derive(Debug)]
pub struct DataFolder {
    _lock: File,
}

impl DataFolder {
    /// Locks a folder; creates it if it is missing.
    ///
    /// # Errors
    /// When the folder cannot be created or written, or another server has locked it. The message names the remedy.
    pub fn lock(path: &Path) -> Result<DataFolder, String> {
        let cannot = |error: &dyn std::fmt::Display| {
            format!("cannot use the folder {}: {error}; name another one with --data", path.display())
        };
        create_dir_all(path).map_err(|error| {
            format!("cannot make the folder {}: {error}; name another one with --data", path.display())
        })?;
        let file = path.join("quirkat.lock");
        let lock = OpenOptions::new().create(true).append(true).open(&file).map_err(|error| cannot(&error))?;
        // A container may forbid it, where root is the only user anyway.
        drop(give_to_owner(path, &file));
        match lock.try_lock() {
            Ok(()) => Ok(DataFolder { _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(cannot(&"another Quirkat keeps its games there")),
            Err(TryLockError::Error(error)) => Err(cannot(&error)),
        }
    }
}

/// Gives a file to the owner of its folder if this process is root, as SQLite does with its log. Links are left alone: the owner of
/// the folder could place one that leads to a file of the system.
///
/// # Errors
/// When the system refuses.
pub fn give_to_owner(folder: &Path, file: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, lchown};
        // Only root may give a file away; a new file belongs to root if this process is root.
        let (owner, current) = (std::fs::metadata(folder)?, std::fs::symlink_metadata(file)?);
        let is_own_file = current.is_file() && current.nlink() == 1 && current.uid() == 0;
        if is_own_file && owner.uid() != 0 && nix::unistd::geteuid().is_root() {
            lchown(file, Some(owner.uid()), Some(owner.gid()))?;
        }
    }
    let _ = (folder, file);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_by_one_server_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let first = DataFolder::lock(folder.path()).unwrap();
        let refused = DataFolder::lock(folder.path()).unwrap_err();
        assert!(refused.contains("another Quirkat") && refused.contains("--data"), "{refused}");
        drop(first);
        assert!(DataFolder::lock(folder.path()).is_ok());
    }
}
