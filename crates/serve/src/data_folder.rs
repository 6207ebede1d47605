//! The data folder of a server, locked so that no other server uses it.
//!
//! Only the owner may read its files, whatever the umask of the process: they hold names, and the server's secret.
//!
//! All files in it belong to the owner of the folder. An administrator may restore games as root, and a server under its own user
//! must be able to open the lock and the games afterwards.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Lock on a data folder. It ends when the value is dropped or the process ends in any way.
#[derive(Debug)]
pub struct DataFolder {
    _lock: File,
}

impl DataFolder {
    /// Locks a folder; creates it if it is missing, for its owner alone.
    ///
    /// # Errors
    /// When the folder cannot be created or written, or another server has locked it. The message names the remedy.
    pub fn lock(path: &Path) -> Result<DataFolder, String> {
        let cannot = |error: &dyn std::fmt::Display| {
            format!("cannot use the folder {}: {error}; name another one with --data", path.display())
        };
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(path).map_err(|error| {
            format!("cannot make the folder {}: {error}; name another one with --data", path.display())
        })?;
        let file = path.join("quirkat.lock");
        // Another server may have created the file meanwhile: its lock counts.
        let lock = match create_private(&file) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => OpenOptions::new().append(true).open(&file),
            created => created,
        };
        let lock = lock.map_err(|error| cannot(&error))?;
        make_private(&file);
        // A container may forbid it, where root is the only user anyway.
        drop(give_to_owner(path, &file));
        match lock.try_lock() {
            Ok(()) => Ok(DataFolder { _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(cannot(&"another Quirkat keeps its games there")),
            Err(TryLockError::Error(error)) => Err(cannot(&error)),
        }
    }
}

/// Creates a file that only its owner may read and write.
///
/// # Errors
/// When the file exists or the system refuses.
pub fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    // An odd umask may have taken permissions from the owner.
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(file)
}

/// Takes the permissions of all but the owner from an existing file, such as one of an older program. Links, and files of
/// other users, are left alone. Closing the file ends the locks of SQLite, so it must not be open as a database.
pub fn make_private(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
        let mut options = OpenOptions::new();
        options.read(true).custom_flags(nix::libc::O_NOFOLLOW | nix::libc::O_NONBLOCK);
        if let Ok(file) = options.open(path)
            && let Ok(current) = file.metadata()
            && current.is_file()
            && current.nlink() == 1
            && current.mode() & 0o077 != 0
        {
            // Only the owner may change the permissions.
            drop(file.set_permissions(PermissionsExt::from_mode(current.mode() & 0o700)));
        }
    }
    let _ = path;
}

/// Gives a file to the owner of its folder if this process is root, as SQLite does with its log. Links are left alone: the owner of
/// the folder could place one that leads to a file of the system.
///
/// # Errors
/// When the system refuses.
pub fn give_to_owner(folder: &Path, file: &Path) -> io::Result<()> {
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
