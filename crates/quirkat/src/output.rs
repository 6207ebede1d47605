//! Atomic writing of output files.

use crate::errors::bad_input;
use anyhow::Context;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Returns the extension of a file in lower case, if it is allowed.
///
/// # Errors
/// When the file has another extension or none. The error lists the allowed ones.
pub fn extension<'a>(path: &Path, allowed: &[&'a str]) -> anyhow::Result<&'a str> {
    let found = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    allowed.iter().copied().find(|&extension| extension == found).ok_or_else(|| {
        let allowed: Vec<_> = allowed.iter().map(|extension| format!(".{extension}")).collect();
        bad_input(format!("{} has no known extension; allowed: {}", path.display(), allowed.join(", ")))
    })
}

/// Checks, before a long task, that a file can be written.
///
/// # Errors
/// When it is a folder, or no file can be created in its folder.
pub fn check(path: &Path) -> anyhow::Result<()> {
    let target = Target::of(path);
    let checked = match &target.before {
        Some(before) if before.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Some(before) if !before.is_file() => Ok(()),
        _ => target.create_temporary().map(drop),
    };
    checked.with_context(|| format!("cannot write {}", path.display()))
}

/// Writes the output of a command to a file.
///
/// # Errors
/// When it cannot be written. A regular file keeps its old content.
pub fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    replace(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Replaces a file in one step: at any time it has the old or the new content.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |file| file.write_all(bytes))
}

/// Replaces a file in one step with content written piece by piece.
pub fn replace_with(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let target = Target::of(path);
    if target.before.as_ref().is_some_and(|before| !before.is_file()) {
        // Devices and pipes are written directly. Writing to a folder fails with a clear error.
        return fill(&mut File::options().write(true).open(&target.path)?);
    }
    target.create_filled(fill)?.persist(&target.path).map_err(|error| error.error)?;
    target.settle();
    Ok(())
}

/// Creates a file in one step. Returns `false` without writing if it exists.
///
/// # Errors
/// When it cannot be written.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let target = Target { path: path.to_owned(), before: None };
    match target.create_filled(|file| file.write_all(bytes))?.persist_noclobber(path) {
        Ok(_) => {
            target.settle();
            Ok(true)
        }
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}

/// Replaces a file in one step, if it still has the content `before` or has been deleted. Returns `false` without
/// writing when another program has changed it. Processes that use this function wait for one another.
///
/// # Errors
/// When it cannot be read or written.
pub fn replace_unchanged(path: &Path, before: &[u8], bytes: &[u8]) -> io::Result<bool> {
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return create(path, bytes),
        file => file?,
    };
    match file.lock() {
        // Where files cannot be locked, the comparison of contents still detects most changes.
        Err(error) if error.kind() != ErrorKind::Unsupported => return Err(error),
        _ => {}
    }
    // The lock may belong to a file that was replaced meanwhile, so the content is read again by name.
    let mut content = Vec::new();
    File::open(path)?.take(before.len() as u64 + 1).read_to_end(&mut content)?;
    if content != before {
        return Ok(false);
    }
    replace(path, bytes)?;
    Ok(true)
}

/// Target of a write.
struct Target {
    path: PathBuf,
    /// Metadata of the existing file; `None` if there is none.
    before: Option<Metadata>,
}

impl Target {
    fn of(path: &Path) -> Target {
        // Replaces the target of a symbolic link, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let before = fs::metadata(&path).ok();
        Target { path, before }
    }

    fn folder(&self) -> &Path {
        self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    /// Creates a temporary file in the same folder.
    fn create_temporary(&self) -> io::Result<NamedTempFile> {
        let folder = self.folder();
        if !folder.is_dir() {
            return Err(io::Error::new(ErrorKind::NotFound, format!("there is no folder {}", folder.display())));
        }
        // The file gets the usual permissions. Errors do not mention its temporary name.
        let open = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
        tempfile::Builder::new().make_in(folder, open)
    }

    /// Creates the temporary file with its content and the permissions of the existing file, synced to disk.
    fn create_filled(&self, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<NamedTempFile> {
        let mut file = self.create_temporary()?;
        fill(file.as_file_mut())?;
        if let Some(before) = &self.before {
            file.as_file().set_permissions(before.permissions())?;
        }
        file.as_file().sync_all()?;
        Ok(file)
    }

    /// Syncs the folder. Not every system supports that; the file itself is synced.
    fn settle(&self) {
        let _ = File::open(self.folder()).and_then(|folder| folder.sync_all());
    }
}
