//! A half of a layer that is not done, in a file from which it goes on.
//!
//! What is known with the second side to move is all that a pass begins with, in whatever order it was found: it only grows (or
//! shrinks, in the half where endless play is presumed to be good for the first side), so that what comes out in the end is the
//! same.

use super::layer::{Layer, Threshold};
use crate::game::MenLaw;
use crate::store::{PackedBlock, TableError, TableFile};
use std::path::{Path, PathBuf};

/// A half of a layer that was broken off.
#[derive(Debug)]
pub struct Checkpoint {
    file: TableFile,
    /// The number of the scope that was being solved; those before it are done.
    pub scope: usize,
}

impl Checkpoint {
    /// Where the layer of so many men lies in a folder while a half of it is not done.
    pub fn path(folder: &Path, men: usize) -> PathBuf {
        folder.join(format!("whole-{men:02}.halfway"))
    }

    /// The lines that say whose it is.
    pub fn lines(law: &MenLaw, title: &str, layer: &Layer, scope: usize) -> String {
        let (men, half) = (layer.men, layer.threshold.file_text());
        format!("kind: halfway\ngame: {title}\nfirst men: {men}\nhalf: {half}\nscope: {scope}\n{law}")
    }

    /// Opens what there is of a half of a layer in a folder.
    ///
    /// # Errors
    /// When its file cannot be read, is not whole or belongs to other rules.
    pub fn open(law: &MenLaw, folder: &Path, layer: &Layer) -> Result<Option<Checkpoint>, TableError> {
        let path = Checkpoint::path(folder, layer.men);
        if !path.exists() {
            return Ok(None);
        }
        let file = TableFile::open(&path)?;
        if file.line("kind")? != "halfway" || file.line("first men")? != layer.men.to_string() {
            return Err(file.corrupt("it is another kind of table than its name says"));
        }
        file.check_rules(&law.to_string())?;
        if file.blocks() != layer.classes.len() {
            return Err(file.corrupt("it does not have as many blocks as it should"));
        }
        let threshold = file.line("half")?;
        let threshold = [Threshold::Win, Threshold::Draw].into_iter().find(|known| known.file_text() == threshold);
        match (threshold, file.line("scope")?.parse()) {
            (Some(threshold), Ok(scope)) => Ok((threshold == layer.threshold).then_some(Checkpoint { file, scope })),
            _ => Err(file.corrupt("it does not say how far it is")),
        }
    }

    /// What is known of a class.
    pub fn packed(layer: &Layer, class: usize) -> PackedBlock {
        let mut bytes = Vec::with_capacity(8 * layer.words);
        layer.second(class).iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        PackedBlock::new(&bytes)
    }

    /// Enters what was known of a class.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn enter(&self, layer: &Layer, class: usize) -> Result<(), TableError> {
        let mut second = layer.known[class].second.write().expect("no thread panics");
        let bytes = self.file.block(class, layer.words * 8)?;
        second.iter_mut().zip(bytes.as_chunks().0).for_each(|(word, &known)| *word = u64::from_le_bytes(known));
        Ok(())
    }
}
