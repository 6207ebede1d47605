//! The files that commands write: never half of one.

use crate::bad_input;
use anyhow::Context;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The ending of a file's name, in small letters, if it is one of these.
///
/// # Errors
/// When it is another one or none, naming those that are allowed.
pub fn ending<'a>(path: &Path, allowed: &[&'a str]) -> anyhow::Result<&'a str> {
    let found = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    allowed.iter().copied().find(|&ending| ending == found).ok_or_else(|| {
        let allowed: Vec<_> = allowed.iter().map(|ending| format!(".{ending}")).collect();
        bad_input(format!("{} ends with no known kind of file; allowed: {}", path.display(), allowed.join(", ")))
    })
}

/// Makes sure that a file can be written, before the long work whose result it is to hold.
///
/// # Errors
/// When it is a folder, or no file can be made in its folder.
pub fn check(path: &Path) -> anyhow::Result<()> {
    let target = Target::of(path);
    let checked = match &target.before {
        Some(before) if before.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Some(before) if !before.is_file() => Ok(()),
        _ => target.beside().map(drop),
    };
    checked.with_context(|| format!("cannot write {}", path.display()))
}

/// Writes what a command made into the file that was asked for.
///
/// # Errors
/// When it cannot be written; what was there before is untouched.
pub fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    replace(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file in one step: whenever the program or the machine stops, it holds what it held before or all of the new.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |file| file.write_all(bytes))
}

/// The same with what is written piece by piece.
pub fn replace_with(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let target = Target::of(path);
    if target.before.as_ref().is_some_and(|before| !before.is_file()) {
        // Devices and pipes are written to and not replaced; a folder says what it is.
        return fill(&mut File::options().write(true).open(&target.path)?);
    }
    target.filled(fill)?.persist(&target.path).map_err(|error| error.error)?;
    target.settle();
    Ok(())
}

/// Writes a new file in one step; `false`, and nothing written, where one is there already.
///
/// # Errors
/// When it cannot be written.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let target = Target { path: path.to_owned(), before: None };
    match target.filled(|file| file.write_all(bytes))?.persist_noclobber(path) {
        Ok(_) => {
            target.settle();
            Ok(true)
        }
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}

/// Writes a file anew in one step, if it still holds what it held `before`, or is gone; `false`, and nothing written, where
/// somebody else has written to it. Programs that do the same wait for one another.
///
/// # Errors
/// When it cannot be read or written.
pub fn replace_held(path: &Path, before: &[u8], bytes: &[u8]) -> io::Result<bool> {
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return create(path, bytes),
        file => file?,
    };
    match file.lock() {
        // Where files cannot be locked, what is in them still tells who was faster.
        Err(error) if error.kind() != ErrorKind::Unsupported => return Err(error),
        _ => {}
    }
    // Who waited for the lock holds that of a file which was replaced meanwhile: the name tells what is there now.
    let mut held = Vec::new();
    File::open(path)?.take(before.len() as u64 + 1).read_to_end(&mut held)?;
    if held != before {
        return Ok(false);
    }
    replace(path, bytes)?;
    Ok(true)
}

/// Where something is written.
struct Target {
    path: PathBuf,
    /// What is there.
    before: Option<Metadata>,
}

impl Target {
    fn of(path: &Path) -> Target {
        // A link is followed, so that the file behind it is replaced and not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let before = fs::metadata(&path).ok();
        Target { path, before }
    }

    fn folder(&self) -> &Path {
        self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    /// A new file in the same folder, to take its place.
    fn beside(&self) -> io::Result<NamedTempFile> {
        let folder = self.folder();
        if !folder.is_dir() {
            return Err(io::Error::new(ErrorKind::NotFound, format!("there is no folder {}", folder.display())));
        }
        // It may be read by those who may read other files of the person; and what is wrong with it is told without its
        // name, which nobody has given it.
        let open = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
        tempfile::Builder::new().make_in(folder, open)
    }

    /// The same with what it is to hold, safe on the disk.
    fn filled(&self, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<NamedTempFile> {
        let mut file = self.beside()?;
        fill(file.as_file_mut())?;
        if let Some(before) = &self.before {
            file.as_file().set_permissions(before.permissions())?;
        }
        file.as_file().sync_all()?;
        Ok(file)
    }

    /// Makes the name safe on the disk, too. Not every system lets a folder be synchronised; the file itself is safe.
    fn settle(&self) {
        let _ = File::open(self.folder()).and_then(|folder| folder.sync_all());
    }
}
