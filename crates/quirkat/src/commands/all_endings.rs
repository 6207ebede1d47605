//! `quirkat solve --all`: the endings of all games.

use super::folder::Folder;
use super::library::{own_tables, tables_name};
use super::solve::{Arguments, GIB, Work, confirm};
use super::{counted, endings, game_words, stop_on_interrupt};
use crate::errors::{BadInput, bad_input};
use indicatif::HumanBytes;
use quirkat_rules::{Ruleset, games};
use quirkat_solve::{AnyLaw, MaterialLaw, MenLaw, Metric, Resources, SliceSolver, SliceTable};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Default maximum of pieces.
const MAX_PIECES: usize = 8;

/// Endings of a game, with the settings for solving them.
struct Endings<'a> {
    ruleset: Ruleset,
    law: AnyLaw,
    title: String,
    path: PathBuf,
    threads: usize,
    memory: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
}

/// Solves the endings of all games for a number of hours: with two pieces, then three, and so on.
pub fn solve(arguments: &Arguments) -> anyhow::Result<String> {
    let interrupted = stop_on_interrupt()?;
    // The time for an answer to the question is no working time.
    let end = OnceLock::new();
    let stop = || interrupted.is_stopped() || end.get().is_some_and(|end| Instant::now() >= *end);
    let root = arguments.dir.clone().map_or_else(own_tables, Ok)?;
    let (mut report, mut remaining) = (String::new(), vec![]);
    for game in games() {
        let ruleset = game.ruleset(None, &[])?;
        let title = game_words(&ruleset);
        match AnyLaw::of(&ruleset) {
            Ok(law) => {
                let (path, threads, memory) =
                    (root.join(tables_name(&ruleset)), arguments.threads, arguments.memory * GIB);
                remaining.push(Endings { ruleset, law, title, path, threads, memory, stop: &stop });
            }
            Err(error) => report += &format!("{title}: {error}\n"),
        }
    }
    let most = arguments.distances.unwrap_or(MAX_PIECES);
    approve(&remaining, most, &root, arguments.yes)?;
    let hours = arguments.hours.unwrap_or(f64::MAX).min(24.0 * 365.0);
    end.get_or_init(|| Instant::now() + Duration::from_secs_f64(3600.0 * hours));
    for pieces in 2..=most {
        let mut next_games = vec![];
        for game in remaining {
            let began = Instant::now();
            match game.solve(pieces) {
                Ok(made) => {
                    if !made.is_empty() {
                        report += &format!("{}, {pieces} pieces: {:.1} s\n", game.title, began.elapsed().as_secs_f64());
                    }
                    next_games.push(game);
                }
                Err(_) if stop() => return Ok(report + "stopped; the same command resumes\n"),
                Err(error) if error.is::<BadInput>() => {
                    report += &format!("{}, {pieces} pieces: {error}\n", game.title);
                }
                Err(error) => return Err(error),
            }
        }
        remaining = next_games;
    }
    Ok(report)
}

/// States what the endings of all games take, and asks whether large work may begin.
fn approve(games: &[Endings<'_>], most: usize, root: &Path, is_confirmed: bool) -> anyhow::Result<()> {
    let mut all = Resources::default();
    for game in games {
        let Resources { memory, disk, scratch } = game.resources(most)?;
        all = Resources { memory: all.memory.max(memory), disk: all.disk + disk, scratch: all.scratch.max(scratch) };
    }
    eprintln!(
        "the endings of {} with up to {most} pieces take up to {} of memory, at most {} of disk in {}, and about {} more disk \
         while the largest is solved",
        counted(games.len(), "game"),
        HumanBytes(all.memory),
        HumanBytes(all.disk),
        root.display(),
        HumanBytes(all.scratch)
    );
    confirm(all.memory, all.disk + all.scratch, is_confirmed)
}

impl Endings<'_> {
    /// Returns what the missing endings with up to `most` pieces take, as far as they fit into the memory.
    fn resources(&self, most: usize) -> anyhow::Result<Resources> {
        let mut fitting = Resources::default();
        for pieces in 2..=most {
            let needs = match &self.law {
                AnyLaw::Men(law) if self.is_made(law, pieces) => Resources::default(),
                AnyLaw::Men(law) => SliceSolver::resources(law, pieces),
                AnyLaw::Material(law) => match self.by_material(law).missing(pieces) {
                    Ok((_, needs)) => needs,
                    Err(error) if error.is::<BadInput>() => break,
                    Err(error) => return Err(error),
                },
            };
            if needs.memory > self.memory {
                break;
            }
            fitting = needs;
        }
        Ok(fitting)
    }

    /// Solves the missing endings with up to `most` pieces, and returns the time of each.
    fn solve(&self, most: usize) -> anyhow::Result<String> {
        match &self.law {
            AnyLaw::Men(law) if SliceSolver::resources(law, most).memory > self.memory => {
                Err(bad_input("it needs more memory than --memory allows"))
            }
            AnyLaw::Men(law) => {
                let Endings { title, path, threads, memory, stop, .. } = self;
                let work = Work { law, title, path, threads: *threads, memory: *memory, stop: *stop };
                let _folder = Folder::open(path, "solution", &format!("quirkat solve {title}"))?;
                work.find_distances(most)
            }
            AnyLaw::Material(law) => self.by_material(law).solve(most),
        }
    }

    fn is_made(&self, law: &MenLaw, pieces: usize) -> bool {
        SliceSolver::slices(law, pieces).into_iter().all(|slice| SliceTable::path(&self.path, slice).exists())
    }

    fn by_material<'a>(&'a self, law: &'a Arc<MaterialLaw>) -> endings::Work<'a> {
        let Endings { ruleset, title, path, threads, memory, stop, .. } = self;
        let (threads, memory, metric) = (*threads, *memory, Metric::Dtw);
        endings::Work { ruleset, law, title, path, metric, threads, memory, is_confirmed: true, stop: *stop }
    }
}
