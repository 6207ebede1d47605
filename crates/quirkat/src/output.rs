//! The files that commands write: never half of one.

use crate::bad_input;
use anyhow::Context;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
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
    let mut file = target.beside()?;
    fill(file.as_file_mut())?;
    if let Some(before) = &target.before {
        file.as_file().set_permissions(before.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&target.path).map_err(|error| error.error)?;
    // Not every system lets a folder be synchronised; the file itself is safe.
    let _ = File::open(target.folder()).and_then(|folder| folder.sync_all());
    Ok(())
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
        fresh().tempfile_in(folder)
    }
}

/// What makes a new file, to be read by those who may read other files of the person.
fn fresh() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}
