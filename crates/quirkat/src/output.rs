//! Standard output for people, and atomic writing of output files.

use crate::errors::bad_input;
use crate::preferences::preferences;
use any_ascii::any_ascii;
use anyhow::Context;
use ratatui::crossterm::terminal::size;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use textwrap::core::display_width;
use textwrap::{WordSeparator, WordSplitter};

/// Width of text that is not written to a terminal.
const WIDTH: usize = 80;
/// Minimum width of a terminal for which lines are wrapped.
const NARROWEST: usize = 20;

/// Returns the width of the terminal on the standard output, if there is one.
pub fn terminal_width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    columns.or_else(|| size().ok().map(|(columns, _)| columns.into())).filter(|&columns| columns >= NARROWEST)
}

/// Returns the width of text on the standard output.
pub fn width() -> usize {
    terminal_width().unwrap_or(WIDTH)
}

/// Returns whether a text is for programs: JSON, SVG or a record. Such a text is written as it is.
pub fn is_data(text: &str) -> bool {
    text.starts_with(['{', '[', '<'])
}

/// Returns the standard output for people: lines are wrapped at the terminal's width, and have only ASCII characters if
/// the user prefers that.
pub fn standard() -> LineWriter<io::StdoutLock<'static>> {
    LineWriter { out: io::stdout().lock(), width: terminal_width(), ascii: preferences().ascii, line: vec![] }
}

/// Writer that wraps lines, and replaces characters that are not ASCII.
pub struct LineWriter<W: Write> {
    out: W,
    width: Option<usize>,
    ascii: bool,
    /// Line so far.
    line: Vec<u8>,
}

impl<W: Write> LineWriter<W> {
    fn write_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        let mut text = String::from_utf8_lossy(&line).into_owned();
        if self.ascii {
            text = any_ascii(&text);
        }
        match self.width {
            Some(width) => self.out.write_all(wrap_line(&text, width).as_bytes()),
            None => self.out.write_all(text.as_bytes()),
        }
    }
}

impl<W: Write> Write for LineWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            match part.strip_suffix(b"\n") {
                Some(part) => {
                    self.line.extend_from_slice(part);
                    self.write_line()?;
                    self.out.write_all(b"\n")?;
                }
                None => self.line.extend_from_slice(part),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_line()?;
        self.out.flush()
    }
}

impl<W: Write> Drop for LineWriter<W> {
    fn drop(&mut self) {
        // A reader that closes the pipe early is no error.
        let _ = self.flush();
    }
}

/// Wraps a line at spaces. Continuation lines are indented a little more than the line.
fn wrap_line(line: &str, width: usize) -> String {
    // A single word, such as an address, is not broken.
    if display_width(line) <= width || !line.trim().contains(' ') {
        return line.to_owned();
    }
    let indent = line.len() - line.trim_start().len();
    let further = " ".repeat(if indent + 2 < width / 2 { indent + 2 } else { 0 });
    wrap_hanging(line, width, &further)
}

/// Wraps a text at spaces, never inside a word, with continuation lines that begin with an indentation.
pub fn wrap_hanging(text: &str, width: usize, indent: &str) -> String {
    let options = textwrap::Options::new(width)
        .subsequent_indent(indent)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}

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
