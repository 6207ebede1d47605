//! `quirkat backup` and `quirkat restore`: copies of the games that a server keeps.

use super::serve::{DatabaseParser, games_folder};
use super::{counted, thousands};
use crate::bad_input;
use clap::Args;
use quirkat_serve::{BackupSummary, Database, Existing};
use std::path::PathBuf;

/// Copy the games that `serve` keeps into one file, also while it runs
///
/// The copy is the state of a single moment. It holds what the seats of games are known by: keep it where nobody else reads.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The file to write
    file: PathBuf,
    /// The folder in which games are kept, instead of the user's data folder
    #[arg(long, env = "QUIRKAT_DATA")]
    data: Option<PathBuf>,
    /// The PostgreSQL database in which `serve` keeps them, which is copied by its own programs and not by this one
    #[arg(long, env = "QUIRKAT_DATABASE", value_name = "URL", value_parser = DatabaseParser, hide_env_values = true)]
    database: Option<Database>,
    /// A file of this name may be replaced
    #[arg(long)]
    replace: bool,
}

/// Put the games of a copy back where `serve` keeps them, while it does not run
#[derive(Clone, Debug, Args)]
pub struct RestoreArguments {
    /// The copy that `backup` has made
    file: PathBuf,
    /// The folder in which games are kept, instead of the user's data folder
    #[arg(long, env = "QUIRKAT_DATA")]
    data: Option<PathBuf>,
    /// The PostgreSQL database in which `serve` keeps them, which is put back by its own programs and not by this one
    #[arg(long, env = "QUIRKAT_DATABASE", value_name = "URL", value_parser = DatabaseParser, hide_env_values = true)]
    database: Option<Database>,
    /// Games that are there may be replaced; they are kept beside them, in quirkat.db.replaced
    #[arg(long)]
    replace: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    if let Some(database) = &arguments.database {
        return Err(bad_input(format!(
            "{database} is copied by the database's own program, also while servers run: \
             pg_dump --format=custom --file={} DATABASE",
            arguments.file.display()
        )));
    }
    let data = games_folder(arguments.data.as_ref())?;
    let copied = quirkat_serve::backup(&data, &arguments.file, existing(arguments.replace))?;
    Ok(format!("{} in {}\n", told(&copied), arguments.file.display()))
}

pub fn restore(arguments: &RestoreArguments) -> anyhow::Result<String> {
    if let Some(database) = &arguments.database {
        return Err(bad_input(format!(
            "{database} is put back by the database's own program, while no server runs: \
             pg_restore --clean --if-exists --dbname=DATABASE {}",
            arguments.file.display()
        )));
    }
    let data = games_folder(arguments.data.as_ref())?;
    let copied = quirkat_serve::restore(&arguments.file, &data, existing(arguments.replace))?;
    let mut text = format!("{} in {}\n", told(&copied), data.display());
    if let Some(replaced) = &copied.replaced {
        text += &format!("what was there is in {}\n", replaced.display());
    }
    Ok(text)
}

fn existing(may_replace: bool) -> Existing {
    if may_replace { Existing::Replace } else { Existing::Keep }
}

fn told(copied: &BackupSummary) -> String {
    let BackupSummary { games, events, bytes, .. } = copied;
    let [games, events] = [(*games, "game"), (*events, "event")].map(|(number, thing)| match number {
        1 => counted(1, thing),
        _ => counted(thousands(number), thing),
    });
    format!("{games}, {events}, {} bytes", thousands(*bytes))
}
