//! `quirkat man FOLDER`: manual pages.

use anyhow::Context;
use clap::{Args, Command};
use std::fs;
use std::path::PathBuf;

/// Write the manual pages, one for each command: `quirkat man ~/.local/share/man/man1`, then `man quirkat-solve`
#[derive(Debug, Args)]
pub struct Arguments {
    /// The folder of the pages, created if necessary
    folder: PathBuf,
}

/// Writes the manual pages of the whole command line.
pub fn run(arguments: &Arguments, command: Command) -> anyhow::Result<String> {
    let name = arguments.folder.display();
    fs::create_dir_all(&arguments.folder).with_context(|| format!("cannot create {name}"))?;
    clap_mangen::generate_to(command, &arguments.folder).with_context(|| format!("cannot write to {name}"))?;
    Ok(String::new())
}
