//! Checkpoints of a layer that is not complete.
//!
//! A checkpoint has the maps with the second side to move, which a pass starts from. They change in one direction only,
//! so the result does not depend on when and in which order their bits were found.

use super::layer::{Layer, Threshold};
use crate::game::MenLaw;
use crate::store::{PackedBlock, TableError, TableFile};
use std::path::{Path, PathBuf};

/// Checkpoint of a threshold of a layer.
#[derive(Debug)]
pub struct Checkpoint {
    file: TableFile,
    /// Number of the scope that was being solved; those before it are complete.
    pub scope: usize,
}

impl Checkpoint {
    /// Returns the path of a layer's checkpoint in a folder.
    pub fn path(folder: &Path, men: usize) -> PathBuf {
        folder.join(format!("whole-{men:02}.halfway"))
    }

    /// Returns the text of a checkpoint's file.
    pub fn lines(law: &MenLaw, title: &str, layer: &Layer, scope: usize) -> String {
        let (men, half) = (layer.sets.men, layer.threshold.file_text());
        format!("kind: halfway\ngame: {title}\nfirst men: {men}\nhalf: {half}\nscope: {scope}\n{law}")
    }

    /// Opens the checkpoint of a layer's threshold; `None` without one.
    ///
    /// # Errors
    /// When the file cannot be read, is incomplete or belongs to other rules.
    pub fn open(law: &MenLaw, folder: &Path, layer: &Layer) -> Result<Option<Checkpoint>, TableError> {
        let path = Checkpoint::path(folder, layer.sets.men);
        if !path.exists() {
            return Ok(None);
        }
        let file = TableFile::open(&path)?;
        if file.line("kind")? != "halfway" || file.line("first men")? != layer.sets.men.to_string() {
            return Err(file.corrupt("its content is another table than its name says"));
        }
        file.check_rules(&law.to_string())?;
        if file.blocks() != layer.sets.classes.len() {
            return Err(file.corrupt("it has a wrong number of blocks"));
        }
        let threshold = file.line("half")?;
        let threshold = [Threshold::Win, Threshold::Draw].into_iter().find(|known| known.file_text() == threshold);
        match (threshold, file.line("scope")?.parse()) {
            (Some(threshold), Ok(scope)) => Ok((threshold == layer.threshold).then_some(Checkpoint { file, scope })),
            _ => Err(file.corrupt("its threshold or its scope is invalid")),
        }
    }

    /// Returns the block of a class.
    pub fn packed(layer: &Layer, class: usize) -> PackedBlock {
        let mut bytes = Vec::with_capacity(8 * layer.sets.words);
        layer.second(class).iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        PackedBlock::new(&bytes)
    }

    /// Restores the map of a class.
    ///
    /// # Errors
    /// When the block is damaged.
    pub fn enter(&self, layer: &Layer, class: usize) -> Result<(), TableError> {
        let mut second = layer.known[class].second.write().expect("no thread panics");
        let bytes = self.file.block(class, layer.sets.words * 8)?;
        second.iter_mut().zip(bytes.as_chunks().0).for_each(|(word, &known)| *word = u64::from_le_bytes(known));
        Ok(())
    }
}
