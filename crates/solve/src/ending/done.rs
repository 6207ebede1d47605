//! Endings that are done, in their files.

use super::frame::Frame;
use super::numbering::Numbering;
use super::signature::Signature;
use crate::distance::Longest;
use crate::file::{TableError, TableFile};
use crate::kept::Kept;
use crate::source::TableSource;
use crate::verdict::{Code, Verdict};
use crate::verdicts::Verdicts;
use crate::whole::Count;
use quirkat_rules::{Anatomy, Side};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What an ending says of its positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    /// Whether they are won, drawn or lost.
    Worth,
    /// In how many plies, too.
    Plies,
}

/// An ending that is done: a verdict for each position of some material.
#[derive(Debug)]
pub struct DoneEnding {
    /// The positions.
    pub numbering: Numbering,
    /// For each number its verdict.
    pub verdicts: Verdicts,
}

impl DoneEnding {
    /// Where the ending of some material lies in a folder.
    pub fn path(folder: &Path, signature: &Signature) -> PathBuf {
        folder.join(DoneEnding::name(signature))
    }

    fn name(signature: &Signature) -> String {
        format!("ending-{signature}.table")
    }

    /// Writes an ending: a code for each of its numbers, with no more plies than the longest game; without that only what they
    /// are worth.
    pub(super) fn write(
        frame: &Frame,
        title: &str,
        folder: &Path,
        signature: &Signature,
        longest: Option<u16>,
        codes: impl Iterator<Item = Code>,
    ) -> Result<(), TableError> {
        let head = DoneEnding::head(DoneEnding::KIND, title, signature);
        Verdicts::write(&DoneEnding::path(folder, signature), [&head, frame.rules()], longest, codes)
    }

    /// The first line of its text.
    pub(crate) const KIND: &str = "kind: ending";

    /// The lines with which the text begins, of this kind of file.
    pub(crate) fn head(kind: &str, title: &str, signature: &Signature) -> String {
        format!("{kind}\ngame: {title}\npieces: {signature}\n")
    }

    /// Whether there is an ending in a folder that says so much.
    ///
    /// # Errors
    /// When its file cannot be read or is not whole.
    pub fn is_there(folder: &Path, signature: &Signature, says: Says) -> Result<bool, TableError> {
        let path = DoneEnding::path(folder, signature);
        Ok(path.exists() && (says == Says::Worth || Verdicts::has_plies_in(&TableFile::open(&path)?)?))
    }

    /// Opens the ending of some material in a folder.
    ///
    /// # Errors
    /// When its file cannot be read, is not whole or belongs to other rules.
    pub fn open(frame: &Arc<Frame>, folder: &Path, signature: Signature) -> Result<DoneEnding, TableError> {
        DoneEnding::of(frame, TableFile::open(&DoneEnding::path(folder, &signature))?, signature)
    }

    fn of(frame: &Arc<Frame>, file: TableFile, signature: Signature) -> Result<DoneEnding, TableError> {
        if [file.line("kind")?, file.line("pieces")?] != ["ending", &signature.to_string()] {
            return Err(file.broken("it is another kind of table than its name says"));
        }
        frame.must_own(&file)?;
        let numbering = Numbering::new(frame, signature).ok_or_else(|| file.broken("it has too many positions"))?;
        Ok(DoneEnding { verdicts: Verdicts::of(file, numbering.numbers())?, numbering })
    }

    /// The position of a number, if it is used.
    pub fn position(&self, number: usize) -> Option<Anatomy> {
        let mut position = Anatomy::empty();
        self.numbering.position(number, &mut position).then_some(position)
    }

    /// Counts the positions with a side to move, and the longest distances.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn count(&self, to_move: Side) -> Result<(Count, Longest), TableError> {
        let (mut count, mut longest) = (Count::default(), Longest::default());
        let mut add = |code: Code, positions: u64| {
            let verdict = code.verdict();
            count.add(verdict.worth, positions);
            longest.add(verdict);
        };
        let (numbers, mut anatomy) = (self.numbering.of_side(to_move), Anatomy::empty());
        if let Some(mut placements) = self.numbering.placements() {
            self.verdicts.each(numbers, &mut |_, code| {
                let (_, positions) = placements.next().expect("there is one for each number");
                if positions > 0 {
                    add(code, positions);
                }
            })?;
        } else {
            self.verdicts.each(numbers, &mut |number, code| {
                if self.numbering.position(number, &mut anatomy) {
                    add(code, self.numbering.size(number));
                }
            })?;
        }
        Ok((count, longest))
    }
}

/// The endings of a game that are done.
#[derive(Debug, Default)]
pub struct DoneEndings(pub FxHashMap<Signature, DoneEnding>);

impl DoneEndings {
    /// Opens what there is of a game's endings.
    ///
    /// # Errors
    /// When a file cannot be read, is not whole or belongs to other rules.
    pub fn open(frame: &Arc<Frame>, source: &TableSource) -> Result<DoneEndings, TableError> {
        let mut endings = FxHashMap::default();
        for name in source.names()? {
            let pieces = name.strip_prefix("ending-").and_then(|name| name.strip_suffix(".table"));
            let Some(signature) = pieces.and_then(|pieces| pieces.parse::<Signature>().ok()) else { continue };
            if let Some(file) = source.open(&DoneEnding::name(&signature))? {
                endings.insert(signature, DoneEnding::of(frame, file, signature)?);
            }
        }
        Ok(DoneEndings(endings))
    }

    /// What is true of a position that was [made to be kept](Frame::as_kept) with this signature, by an ending that was read into
    /// memory.
    pub fn in_memory(&self, signature: &Signature, position: &Anatomy) -> Option<Verdict> {
        let ending = self.0.get(signature)?;
        Some(ending.verdicts.in_memory(ending.numbering.number(position))?.verdict())
    }

    /// What is true of a position; `None` where no ending holds it.
    ///
    /// # Errors
    /// When the ending is damaged.
    pub fn find(&self, frame: &Frame, position: &mut Anatomy, kept: &Kept) -> Result<Option<Verdict>, TableError> {
        let signature = frame.as_kept(position);
        let can_stand = position.pieces.iter().all(|placed| frame.can_stand(placed));
        let Some(ending) = self.0.get(&signature).filter(|_| can_stand) else { return Ok(None) };
        let number = ending.numbering.number(position);
        Ok(Some(ending.verdicts.code(number, kept)?.verdict()))
    }
}
