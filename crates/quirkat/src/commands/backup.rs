//! `quirkat backup` and `quirkat restore`: copies of a server's games.

use super::serve::{DatabaseParser, games_folder};
use super::{counted, group_thousands};
use crate::errors::bad_input;
use clap::Args;
use quirkat_serve::{BackupSummary, Database, Existing};
use std::path::PathBuf;

/// Copy the games of `serve` to one file, also while it runs
///
/// The copy is the state at one moment. It contains secrets of the players' seats: store it where only you can read it.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The file to write
    file: PathBuf,
    /// The folder of the games, instead of the user's data folder
    #[arg(long, env = "QUIRKAT_DATA")]
    data: Option<PathBuf>,
    /// The PostgreSQL database of `serve`. It is not copied: the command fails with the `pg_dump` command to use instead
    #[arg(long, env = "QUIRKAT_DATABASE", value_name = "URL", value_parser = DatabaseParser, hide_env_values = true)]
    database: Option<Database>,
    /// Replace an existing file
    #[arg(long)]
    replace: bool,
}

/// Restore the games of a copy to the folder of `serve`, while it does not run
#[derive(Clone, Debug, Args)]
pub struct RestoreArguments {
    /// The copy made by `backup`
    file: PathBuf,
    /// The folder of the games, instead of the user's data folder
    #[arg(long, env = "QUIRKAT_DATA")]
    data: Option<PathBuf>,
    /// The PostgreSQL database of `serve`. It is not restored: the command fails with the `pg_restore` command to use instead
    #[arg(long, env = "QUIRKAT_DATABASE", value_name = "URL", value_parser = DatabaseParser, hide_env_values = true)]
    database: Option<Database>,
    /// Replace existing games; they are moved to quirkat.db.replaced beside them
    #[arg(long)]
    replace: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    if let Some(database) = &arguments.database {
        return Err(bad_input(format!(
            "{database} must be copied with pg_dump, also while servers run: \
             pg_dump --format=custom --file={} DATABASE",
            arguments.file.display()
        )));
    }
    let data = games_folder(arguments.data.as_ref())?;
    let copied = quirkat_serve::backup(&data, &arguments.file, existing(arguments.replace))?;
    Ok(format!("{} in {}\n", summary(&copied), arguments.file.display()))
}

pub fn restore(arguments: &RestoreArguments) -> anyhow::Result<String> {
    if let Some(database) = &arguments.database {
        return Err(bad_input(format!(
            "{database} must be restored with pg_restore, while no server runs: \
             pg_restore --clean --if-exists --dbname=DATABASE {}",
            arguments.file.display()
        )));
    }
    let data = games_folder(arguments.data.as_ref())?;
    let copied = quirkat_serve::restore(&arguments.file, &data, existing(arguments.replace))?;
    let mut text = format!("{} in {}\n", summary(&copied), data.display());
    if let Some(replaced) = &copied.replaced {
        text += &format!("the replaced games are in {}\n", replaced.display());
    }
    Ok(text)
}

fn existing(may_replace: bool) -> Existing {
    if may_replace { Existing::Replace } else { Existing::Keep }
}

fn summary(copied: &BackupSummary) -> String {
    let BackupSummary { games, events, bytes, .. } = copied;
    let [games, events] = [(*games, "game"), (*events, "event")].map(|(number, thing)| match number {
        1 => counted(1, thing),
        _ => counted(group_thousands(number), thing),
    });
    format!("{games}, {events}, {} bytes", group_thousands(*bytes))
}
