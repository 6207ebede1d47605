//! The folder in which a server keeps its games: it is one server's at a time.

use std::fs::{File, OpenOptions, TryLockError, create_dir_all};
use std::path::Path;

/// A folder that is this server's until it is dropped, or the program ends in whatever way.
#[derive(Debug)]
pub struct Folder {
    _lock: File,
}

impl Folder {
    /// Takes a folder; it is made if it is not there.
    ///
    /// # Errors
    /// When it cannot be made or written, or another server has it, in words that say what to do.
    pub fn take(path: &Path) -> Result<Folder, String> {
        let cannot = |error: &dyn std::fmt::Display| {
            format!("cannot use the folder {}: {error}; name another one with --data", path.display())
        };
        create_dir_all(path).map_err(|error| {
            format!("cannot make the folder {}: {error}; name another one with --data", path.display())
        })?;
        let lock = OpenOptions::new().create(true).append(true).open(path.join("quirkat.lock"));
        let lock = lock.map_err(|error| cannot(&error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Folder { _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(cannot(&"another Quirkat keeps its games there")),
            Err(TryLockError::Error(error)) => Err(cannot(&error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_one_servers_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let first = Folder::take(folder.path()).unwrap();
        let refused = Folder::take(folder.path()).unwrap_err();
        assert!(refused.contains("another Quirkat") && refused.contains("--data"), "{refused}");
        drop(first);
        assert!(Folder::take(folder.path()).is_ok());
    }
}
