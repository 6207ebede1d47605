//! The data folder of a server, locked so that no other server uses it.

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
        let lock = OpenOptions::new().create(true).append(true).open(path.join("quirkat.lock"));
        let lock = lock.map_err(|error| cannot(&error))?;
        match lock.try_lock() {
            Ok(()) => Ok(DataFolder { _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(cannot(&"another Quirkat keeps its games there")),
            Err(TryLockError::Error(error)) => Err(cannot(&error)),
        }
    }
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
