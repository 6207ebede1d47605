//! `quirkat study`: statistics of games for all rule sets side by side.

use super::library::TablesArgument;
use super::progress::Progress;
use super::{game_words, languages, number, read_threads, stop_on_interrupt};
use crate::errors::{bad_input, message};
use crate::output::{check, write};
use crate::preferences::preferences;
use crate::source::{GameArguments, Source, name_and_variant, read_text};
use anyhow::Context;
use clap::Args;
use quirkat_endings::TableLibrary;
use quirkat_match::run_study;
use quirkat_play::{Study, StudySettings, read_studies, write_studies};
use quirkat_rules::{
    AnyGame, AnyRules, GameFile, GameValue, Language, OptionKey, Ruleset, Side, TooManyTurns, Wdl, games,
};
use quirkat_search::{Level, Library, Stop};
use quirkat_serve::study_document;
use quirkat_solve::{MenLaw, MenPosition, Proof, TableFile};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::{env, fs, io, thread};

/// Measure the character of games by engine play: winners, length, number of choices
#[derive(Debug, Args)]
#[command(after_help = "\
    A game alone is studied by all its rule sets, side by side; `alquerque:walker`, or a game with --rule, by one. Without a \
    game all of them are. With --clauses each rule in which rule sets of a game differ is studied alone, too: the first rule \
    set with that one changed.\n\nThe same command gives the same facts. With --csv they are written as they come, and what is \
    there already is not played again.\n\n\
    first, drawn, second   of 100 games that ended, won by the first side, drawn, won by the second; a share of 100 games is \
    right to some 10\n\
    long                   games that were broken off\n\
    plies                  half of the games were no longer\n\
    turns                  legal turns, on average, where a side chooses\n\
    forced                 of 100 positions, those with one legal turn; and the longest sequence of such turns\n\
    takes                  of 100 positions, those in which something can be taken; and the most pieces in one turn\n\
    behind                 of 100 games that were won, those by the side that had been behind: with fewer pieces for four plies \
    on end\n\
    perfect                what the start is worth to the first side, where tables or proofs say it")]
pub struct Arguments {
    /// Only this game or rule set: `alquerque`, `buruj:free`, or the path to a game file
    game: Option<String>,
    /// A house rule; may be repeated; only with a game
    #[arg(long = "rule", value_name = "KEY=VALUE", requires = "game")]
    rules: Vec<String>,
    /// Each rule in which the rule sets differ, alone
    #[arg(long, conflicts_with = "rules")]
    clauses: bool,
    /// Levels of both sides, one after another
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', default_value = "2,4,6", value_parser = read_level)]
    levels: Vec<Level>,
    /// Number of games per level
    #[arg(long, default_value = "100", value_parser = number::<u32>(1..=100_000))]
    games: u32,
    /// Maximum nodes per move; lower levels use fewer
    #[arg(long, default_value = "5000", value_parser = number::<u64>(1..=1_000_000_000))]
    nodes: u64,
    /// Number of random moves at the start of a game
    #[arg(long, default_value = "2", value_parser = number::<u32>(0..=100))]
    plies: u32,
    /// A game is broken off after this many moves
    #[arg(long, default_value = "300", value_parser = number::<u32>(1..=10_000))]
    longest: u32,
    /// Random seed
    #[arg(long, default_value = "1", value_parser = number(0..=u64::MAX))]
    seed: u64,
    /// Number of threads
    #[arg(long, default_value = "2", value_parser = read_threads)]
    threads: usize,
    /// Write the results to this CSV file, a row per rule set and level
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write them also to this file as a page with charts; only with a game
    #[arg(long, value_name = "FILE", requires = "game")]
    html: Option<PathBuf>,
    /// The language of the page
    #[arg(long, value_parser = languages(), default_value_t = preferences().language, requires = "html")]
    lang: Language,
    #[command(flatten)]
    tables: TablesArgument,
    /// Take values of the start also from the proofs in this folder
    #[arg(long, value_name = "FOLDER")]
    proofs: Option<PathBuf>,
}

/// Studies can be repeated by every user, so they exclude levels that need tables.
fn read_level(text: &str) -> Result<Level, String> {
    text.parse().ok().and_then(Level::new).ok_or_else(|| "allowed: 1 to 10".to_owned())
}

/// A rule set at a level.
struct Task {
    ruleset: Ruleset,
    settings: StudySettings,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let tasks = tasks(arguments)?;
    arguments.html.as_deref().map_or(Ok(()), check)?;
    let known = match &arguments.csv {
        Some(file) if file.exists() => {
            read_studies(&read_text(file)?).map_err(|error| bad_input(format!("{}: {error}", file.display())))?
        }
        Some(file) => {
            check(file)?;
            vec![]
        }
        None => vec![],
    };
    let library = arguments.tables.open()?;
    let order = tasks.iter().map(Task::key).collect();
    let proofs = arguments.proofs.as_deref().map_or_else(|| Ok(vec![]), proofs)?;
    let file = StudyFile { studies: Mutex::new(known), order, csv: arguments.csv.clone(), library, proofs };
    let stop = stop_on_interrupt()?;
    let progress = Progress::new("studies", tasks.len() as u64, 0);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        let work = || {
            while let Some(task) = tasks.get(next.fetch_add(1, Relaxed)).filter(|_| !stop.is_stopped()) {
                file.study(task, &stop)?;
                progress.set(done.fetch_add(1, Relaxed) as u64 + 1, game_words(&task.ruleset));
            }
            anyhow::Ok(())
        };
        let threads: Vec<_> = (0..arguments.threads.min(tasks.len())).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("a study ends or says why not"))
    })?;
    drop(progress);
    let studies = file.studies.into_inner().expect("no thread panics");
    let requested = tasks.iter().filter_map(|task| studies.iter().find(|study| study.has_same_settings(&task.key())));
    let requested: Vec<_> = requested.collect();
    if let (Some(path), Some(game)) = (&arguments.html, &arguments.game) {
        let command = ["quirkat".to_owned()].into_iter().chain(env::args().skip(1)).collect::<Vec<_>>().join(" ");
        let file = Source::find(name_and_variant(game).0, arguments.lang)?.file;
        if let Some(page) = study_document(&file, &requested, command, arguments.lang) {
            write(path, page.as_bytes()).context("the page is not kept")?;
        }
    }
    Ok(requested.into_iter().fold(HEADING.to_owned(), |text, study| text + &row(study)))
}

/// Returns the rule sets to study, game by game.
fn tasks(arguments: &Arguments) -> anyhow::Result<Vec<Task>> {
    let mut rulesets = vec![];
    match &arguments.game {
        Some(game) if !arguments.rules.is_empty() || (name_and_variant(game).1.is_some() && !arguments.clauses) => {
            let named = GameArguments::new(game.clone(), arguments.rules.clone());
            rulesets.push(named.resolve()?.1);
        }
        Some(game) => {
            let (name, _) = name_and_variant(game);
            rulesets.extend(of_game(&Source::find(name, Language::En)?.file, arguments.clauses)?);
        }
        None => {
            for file in games() {
                rulesets.extend(of_game(file, arguments.clauses)?);
            }
        }
    }
    let &Arguments { games, nodes, plies: opening, longest, seed, .. } = arguments;
    let at = |level| StudySettings { level, nodes, games, opening, longest, seed };
    let of = |ruleset: &Ruleset| {
        let task = |&level| Task { ruleset: ruleset.clone(), settings: at(level) };
        arguments.levels.iter().map(task).collect::<Vec<_>>()
    };
    Ok(rulesets.iter().flat_map(of).collect())
}

/// Returns the rule sets of a game, the first one first; or the first one, and each rule in which another differs,
/// alone.
fn of_game(file: &GameFile, clauses: bool) -> anyhow::Result<Vec<Ruleset>> {
    let sets = file.variants().map(|variant| file.ruleset(Some(variant), &[]).map_err(bad_input));
    let sets = sets.collect::<anyhow::Result<Vec<_>>>()?;
    let [first, others @ ..] = &sets[..] else { return Ok(vec![]) };
    if !clauses {
        return Ok(sets);
    }
    let mut found = vec![first.clone()];
    let values =
        OptionKey::ALL.iter().flat_map(|&key| others.iter().map(move |other| (key, key.value(&other.options))));
    for (key, value) in values {
        // Combinations that contradict the first set are skipped.
        let changed = file.ruleset(Some(&first.variant), &[(key.name(), &value)]);
        found.extend(changed.ok().filter(|changed| found.iter().all(|known| known.options != changed.options)));
    }
    Ok(found)
}

/// The existing studies and their file.
struct StudyFile {
    studies: Mutex<Vec<Study>>,
    /// Order of the studies in the file.
    order: Vec<Study>,
    csv: Option<PathBuf>,
    library: Arc<TableLibrary>,
    proofs: Vec<TableFile>,
}

impl Task {
    /// Returns the key of a study: its settings without results.
    fn key(&self) -> Study {
        Study::new(&self.ruleset, &self.settings)
    }
}

impl StudyFile {
    /// Makes a study, unless it exists.
    fn study(&self, task: &Task, stop: &Stop) -> anyhow::Result<()> {
        let key = task.key();
        let rules = AnyRules::compile(task.ruleset.clone()).map_err(bad_input)?;
        let known = |studies: &[Study]| studies.iter().position(|known| known.has_same_settings(&key));
        let existing = known(&self.studies.lock().expect("no thread panics")).is_some();
        let played = if existing { None } else { run_study(&rules, &task.settings, stop).map_err(bad_input)? };
        let perfect = self.perfect(&rules).map_err(bad_input)?;
        let mut studies = self.studies.lock().expect("no thread panics");
        studies.extend(played);
        let Some(at) = known(&studies) else { return Ok(()) };
        // The value of the start may have become known after the games were played.
        if existing && (perfect.is_empty() || studies[at].perfect == perfect) {
            return Ok(());
        }
        studies[at].perfect = perfect;
        studies.sort_by_cached_key(|study| self.order.iter().position(|requested| requested.has_same_settings(study)));
        match &self.csv {
            Some(file) => write(file, write_studies(&*studies).as_bytes()).context("the studies are not kept"),
            None => Ok(()),
        }
    }

    /// Returns the value of the start for the first side, if tables contain it.
    fn perfect(&self, rules: &AnyRules) -> Result<String, TooManyTurns> {
        let game = rules.new_game();
        let known = self.library.report(&game)?.and_then(|certain| certain.position);
        let known = known.or_else(|| self.proofs.iter().find_map(|file| proved_value(&game, file)));
        let begins = game.to_move();
        let word = known.map_or("", |known| match (known, begins) {
            (GameValue { wdl: Wdl::Draw, .. }, _) => "drawn",
            (GameValue { wdl: Wdl::Win, .. }, Side::First) | (GameValue { wdl: Wdl::Loss, .. }, Side::Second) => "won",
            (GameValue { wdl: Wdl::Win, .. }, Side::Second) | (GameValue { wdl: Wdl::Loss, .. }, Side::First) => "lost",
        });
        Ok(word.to_owned())
    }
}

/// Opens the proofs of a folder.
fn proofs(folder: &Path) -> anyhow::Result<Vec<TableFile>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    let proofs = paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "proof"));
    proofs.map(|path| TableFile::open(path).map_err(|error| bad_input(message(&error)))).collect()
}

/// Returns the value of a position by a proof, if the proof is about it.
fn proved_value(game: &AnyGame, file: &TableFile) -> Option<GameValue> {
    let proof = Proof::read(&MenLaw::of(game.ruleset()).ok()?, file).ok()?;
    let is_here = proof.start == MenPosition::of(&game.setup());
    proof.wdl().filter(|_| is_here).map(GameValue::from)
}

const HEADING: &str = "                                                    level  first  drawn second   long  plies  turns     forced    takes  behind  perfect\n";

fn row(study: &Study) -> String {
    let name = [&study.game, &study.rules].map(String::as_str).join(" ");
    let [first, drawn, second] = study.shares().map(|share| share * 100.0);
    let behind = study.behind_share().map_or("–".to_owned(), |share| format!("{:.0}", share * 100.0));
    let forced = format!("{:.0}, {}", study.forced_share() * 100.0, study.forced_run);
    let takes = format!("{:.0}, {}", study.capture_share() * 100.0, study.most_captured);
    format!(
        "{name:<52}{:>5}{first:>7.0}{drawn:>7.0}{second:>7.0}{:>7}{:>7}{:>7.1}{forced:>11}{takes:>9}{behind:>8}  {}\n",
        study.level,
        study.unfinished,
        study.median_plies,
        study.branching(),
        study.perfect,
    )
}
