//! A layer that is not done, in files from which it goes on.
//!
//! What is known with the second side to move is all that a pass begins with, in whatever order it was found: it only grows (or
//! shrinks, in the half where endless play is presumed to be good for the first side), so that what comes out in the end is the
//! same. The half that is solved first is kept whole until the other one is done.

use super::layer::{Half, Layer};
use crate::file::{Packed, TableError, TableFile};
use crate::law::Law;
use std::path::{Path, PathBuf};

/// A half of a layer that was broken off.
#[derive(Debug)]
pub struct Halfway {
    file: TableFile,
    /// Which half it is.
    pub half: Half,
    /// The number of the scope that was being solved; those before it are done.
    pub scope: usize,
}

impl Halfway {
    /// Where the layer of so many men lies in a folder while a half of it is not done.
    pub fn path(folder: &Path, men: usize) -> PathBuf {
        folder.join(format!("whole-{men:02}.halfway"))
    }

    /// The lines that say whose it is.
    pub fn lines(law: &Law, title: &str, layer: &Layer, scope: usize) -> String {
        let (men, half) = (layer.men, layer.half);
        format!("kind: halfway\ngame: {title}\nfirst men: {men}\nhalf: {half:?}\nscope: {scope}\n{law}")
    }

    /// Opens what there is of a layer in a folder.
    ///
    /// # Errors
    /// When its file cannot be read, is not whole or belongs to other rules.
    pub fn open(law: &Law, folder: &Path, layer: &Layer) -> Result<Option<Halfway>, TableError> {
        let Some(file) = open(law, &Halfway::path(folder, layer.men), "halfway", layer.men, layer.classes.len())?
        else {
            return Ok(None);
        };
        let half = file.line("half")?;
        let half = [Half::Win, Half::Hold].into_iter().find(|known| format!("{known:?}") == half);
        match (half, file.line("scope")?.parse()) {
            (Some(half), Ok(scope)) => Ok(Some(Halfway { file, half, scope })),
            _ => Err(file.broken("it does not say how far it is")),
        }
    }

    /// What is known of a class.
    pub fn packed(layer: &Layer, class: usize) -> Packed {
        packed(&layer.second(class))
    }

    /// Enters what was known of a class.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn enter(&self, layer: &Layer, class: usize) -> Result<(), TableError> {
        let mut second = layer.known[class].second.write().expect("no thread panics");
        let known = unpacked(&self.file, class, layer)?;
        second.copy_from_slice(&known);
        Ok(())
    }
}

/// The half of a layer that is done while the other is not: whether the first side wins.
#[derive(Debug)]
pub struct FirstHalf {
    file: TableFile,
}

impl FirstHalf {
    /// Where the layer of so many men lies in a folder while one half of it is done.
    pub fn path(folder: &Path, men: usize) -> PathBuf {
        folder.join(format!("whole-{men:02}.half"))
    }

    /// The lines that say whose it is.
    pub fn lines(law: &Law, title: &str, layer: &Layer) -> String {
        format!("kind: half\ngame: {title}\nfirst men: {}\n{law}", layer.men)
    }

    /// Opens what there is of a layer in a folder.
    ///
    /// # Errors
    /// When its file cannot be read, is not whole or belongs to other rules.
    pub fn open(law: &Law, folder: &Path, men: usize, classes: usize) -> Result<Option<FirstHalf>, TableError> {
        let file = open(law, &FirstHalf::path(folder, men), "half", men, 2 * classes)?;
        Ok(file.map(|file| FirstHalf { file }))
    }

    /// What is known of a class, with the first side to move and with the second.
    pub fn packed(layer: &Layer, class: usize) -> Vec<Packed> {
        vec![packed(&layer.first(class).map), packed(&layer.second(class))]
    }

    /// What is known of a class of a layer, with the first side to move and with the second.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn read(&self, layer: &Layer, class: usize) -> Result<[Vec<u64>; 2], TableError> {
        Ok([unpacked(&self.file, 2 * class, layer)?, unpacked(&self.file, 2 * class + 1, layer)?])
    }
}

/// Opens a file of a kind with what is known of the layer of so many men, if it is there.
fn open(law: &Law, path: &Path, kind: &str, men: usize, blocks: usize) -> Result<Option<TableFile>, TableError> {
    if !path.exists() {
        return Ok(None);
    }
    let file = TableFile::open(path)?;
    if file.line("kind")? != kind || file.line("first men")? != men.to_string() {
        return Err(file.broken("it is another kind of table than its name says"));
    }
    file.must_be_of(law)?;
    if file.blocks() != blocks {
        return Err(file.broken("it does not have as many blocks as it should"));
    }
    Ok(Some(file))
}

fn packed(map: &[u64]) -> Packed {
    Packed::new(&map.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())
}

fn unpacked(file: &TableFile, block: usize, layer: &Layer) -> Result<Vec<u64>, TableError> {
    let bytes = file.block(block, layer.words * 8)?;
    Ok(bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect())
}
