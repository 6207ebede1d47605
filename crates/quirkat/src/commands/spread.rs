//! `quirkat solve --hosts`: endings solved by several processes.

use super::endings::approve;
use super::folder::Folder;
use super::game_words;
use super::progress::Progress;
use super::solve::{TableProgress, timed};
use crate::errors::bad_input;
use crate::source::read_text;
use anyhow::anyhow;
use indicatif::HumanBytes;
use quirkat_rules::{AnyRules, Ruleset};
use quirkat_search::Stop;
use quirkat_solve::{ClusterError, ClusterProgress, ClusterSolver, Hosts, MaterialLaw, MaterialSignature, SolveError};
use std::panic;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// One process of a cluster, with its settings.
pub struct Part<'a> {
    pub ruleset: &'a Ruleset,
    pub law: Arc<MaterialLaw>,
    pub most: usize,
    /// File of the hosts, and number of this process, from 1.
    pub hosts: &'a Path,
    pub process: usize,
    pub folder: &'a Path,
    pub threads: usize,
    pub memory: u64,
    /// Whether large work may begin without asking.
    pub is_confirmed: bool,
}

impl Part<'_> {
    /// Solves endings together with the other processes, and returns the time of each.
    ///
    /// # Errors
    /// When they cannot be solved, or a process has failed or was interrupted.
    pub fn run(self, interrupted: Stop) -> anyhow::Result<String> {
        let hosts = Hosts::parse(&read_text(self.hosts)?, self.process).map_err(bad_input)?;
        let (title, count) = (game_words(self.ruleset), hosts.count());
        let plan = format!("quirkat solve {title}, share {} of {count}", self.process);
        let shared = Arc::new(Mutex::new(Display::default()));
        let display = Arc::clone(&shared);
        let spread = ClusterSolver {
            rules: AnyRules::compile(self.ruleset.clone()).map_err(bad_input)?,
            law: self.law,
            title,
            max_pieces: self.most as u32,
            folder: self.folder.to_owned(),
            hosts,
            threads: self.threads,
            memory: self.memory,
            stop: Box::new(move || interrupted.is_stopped()),
            on_progress: Box::new(move |event| display.lock().expect("no thread panics").report(event)),
        };
        let (endings, needs) = spread.missing().map_err(bad_input)?;
        approve(needs, endings, self.most, self.memory, self.folder, self.is_confirmed)?;
        let _folder = Folder::open(self.folder, "share", &plan)?;
        eprintln!("process {} of {count}; it waits for the others", self.process);
        hide_message_layer_panics();
        let solved = spread.solve();
        let display = std::mem::take(&mut *shared.lock().expect("no thread panics"));
        let sent = solved.map_err(|error| match error {
            ClusterError::Stopped | ClusterError::Gone => anyhow!("{error}; the same commands resume"),
            ClusterError::Ending(SolveError::Table(error)) => error.into(),
            ClusterError::Listen { .. } | ClusterError::OtherProcess => error.into(),
            ClusterError::Hosts(_) | ClusterError::Differs(_) | ClusterError::Ending(_) => bad_input(error),
        })?;
        let times = timed("pieces, and the time to solve their positions", &display.times);
        let sent = HumanBytes(sent);
        Ok(format!("{times}sent {sent} to other processes; `quirkat tables join` joins all shares to tables\n"))
    }
}

/// Progress on the terminal, and the time of each ending.
#[derive(Default)]
struct Display {
    waiting: Option<Progress>,
    now: Option<(MaterialSignature, Instant, TableProgress)>,
    times: Vec<(String, Duration)>,
}

impl Display {
    fn report(&mut self, event: ClusterProgress) {
        match event {
            ClusterProgress::Connected(connected, of) => {
                let waiting =
                    self.waiting.get_or_insert_with(|| Progress::new("other processes connected", of as u64, 0));
                waiting.set(connected as u64, String::new());
            }
            ClusterProgress::Exploring(signature, done, of) => {
                self.table_progress(signature).report("moves".to_owned(), done, of)
            }
            ClusterProgress::Ply(signature, ply) => {
                let stage = ply.map_or("endless play".to_owned(), |ply| format!("ply {ply}"));
                self.table_progress(signature).report(stage, 0, 1);
            }
            ClusterProgress::Finished(signature) => {
                if let Some((_, began, _)) = self.now.take() {
                    self.times.push((signature.to_string(), began.elapsed()));
                }
            }
        }
    }

    /// Returns the progress line of an ending, and creates it if necessary.
    fn table_progress(&mut self, signature: MaterialSignature) -> &TableProgress {
        self.waiting = None;
        let is_another = self.now.as_ref().is_none_or(|(now, ..)| *now != signature);
        if is_another {
            self.now = Some((signature, Instant::now(), TableProgress::new(signature.to_string(), "positions")));
        }
        &self.now.as_ref().expect("it was made").2
    }
}

/// Hides the panic messages of the message layer, which panics when another process ends. [`ClusterError::Gone`] reports
/// that.
fn hide_message_layer_panics() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !info.location().is_some_and(|place| place.file().contains("timely")) {
            before(info);
        }
    }));
}
