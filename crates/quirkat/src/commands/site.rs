//! `quirkat site`: the site as files.

use super::progress::Progress;
use super::{languages, stop_on_interrupt};
use clap::Args;
use quirkat_rules::Language;
use quirkat_serve::{StaticSite, write_site};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Write the site as files, for any file server or a USB stick
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "The folder can be served under any path, for example by `python3 -m http.server`. Its pages contain the games, \
    rules, lessons, puzzles, analyses, the workshop, the museum view, studies and prints. Everything that is played is played \
    by the visitor's browser, with the module of the npm package, which docs/how-to/web.md builds. There are no games with \
    others."
)]
pub struct Arguments {
    /// The folder to write, which must be empty or missing
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The folder of the npm package
    #[arg(long, value_name = "FOLDER")]
    module: PathBuf,
    /// The games, for a small site [default: all]
    #[arg(long, value_name = "GAMES", value_delimiter = ',')]
    games: Vec<String>,
    /// The languages; the first one is for visitors with other languages [default: all]
    #[arg(long, value_name = "LANGUAGES", value_delimiter = ',', value_parser = languages())]
    lang: Vec<Language>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let Arguments { folder, module, games, lang } = arguments.clone();
    let languages = if lang.is_empty() { Language::ALL.to_vec() } else { lang };
    let site = StaticSite { folder, module, games: games.into_iter().collect(), languages };
    let progress = Progress::endless("files");
    let stop = stop_on_interrupt()?;
    let files = write_site(&site, |written, known| {
        progress.set(written as u64, format!("of {known}"));
        if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(format!("{files} files are in {}\n", site.folder.display()))
}
