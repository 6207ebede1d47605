//! `quirkat train GAME`: self-play and training of an evaluation.

use super::contents::Contents;
use super::folder::Folder;
use super::patterns::read_patterns;
use super::progress::Progress;
use super::{counted, game_words, group_thousands, number, read_threads};
use crate::errors::bad_input;
use crate::output::write;
use crate::source::GameArguments;
use anyhow::{Context, ensure};
use clap::Args;
use quirkat_rules::AnyRules;
use quirkat_search::training::{EpochReport, Sample, SelfPlay, Trainer};
use quirkat_search::{Engine, Evaluation, PatternWeights};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Train an evaluation: the engine plays against itself and learns the weights of board patterns
#[derive(Debug, Args)]
#[command(
    after_help = "Each generation plays games with the weights of the previous one, and fits new weights to the games of \
    the last three generations. The first generation plays with the weights of --from, or with the classical evaluation. \
    The folder keeps all games and weights: after an interruption, the same command resumes and gives the same weights. \
    With more --generations, training continues.\n\n\
    The result is FOLDER/patterns; try it with `quirkat match GAME --a patterns:FOLDER/patterns --b plain`."
)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// The folder of this training; created if necessary
    #[arg(long, value_name = "FOLDER")]
    into: PathBuf,
    /// Number of generations
    #[arg(long, default_value = "6", value_parser = number::<u32>(1..=1000))]
    generations: u32,
    /// Games per generation
    #[arg(long, default_value = "800", value_parser = number::<u64>(20..=10_000_000))]
    games: u64,
    /// Nodes per move
    #[arg(long, default_value = "500", value_parser = number::<u64>(10..=100_000_000))]
    nodes: u64,
    /// Number of passes over the samples
    #[arg(long, default_value = "8", value_parser = number::<u32>(1..=1000))]
    epochs: u32,
    /// Maximum points of a field, a rectangle of the board that forms one pattern, up to 12; 0 for none
    #[arg(long, default_value = "0", value_parser = number::<usize>(0..=PatternWeights::MAX_FIELD_POINTS))]
    fields: usize,
    /// Neurons of a network in addition to fields, instead of smaller patterns, up to 64; 0 for none
    #[arg(long, default_value = "0", value_parser = number::<usize>(0..=PatternWeights::MAX_NEURONS))]
    units: usize,
    /// Weight of the game result in the target, in percent; the rest is the search score
    #[arg(long, default_value = "10", value_parser = number::<u32>(0..=100))]
    result: u32,
    /// Weights for the games of the first generation: a file that fits the game
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Random seed
    #[arg(long, default_value = "1", value_parser = number(0..=u64::MAX))]
    seed: u64,
    /// Number of threads
    #[arg(long, default_value = "2", value_parser = read_threads)]
    threads: usize,
}

/// Number of generations whose games a generation learns from.
const WINDOW: u32 = 3;
/// Maximum entropy of the random moves at the start of a game, in bits.
const RANDOM_BITS: f64 = 28.0;
/// Length in plies after which a game is a draw.
const MAX_PLIES: u32 = 250;
/// Version of the game files. Games of builds with another version cannot be mixed.
const GAMES: &str = "games 2";
/// Size of the transposition table in MiB: enough for a few thousand nodes.
const TABLE: usize = 1;
/// Initial learning rate.
const RATE: f32 = 0.02;

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let (source, ruleset) = arguments.game.resolve()?;
    let rules = AnyRules::compile(ruleset).map_err(bad_input)?;
    let plan = arguments.plan(&rules);
    // Nothing is created when the file cannot be read.
    let from = arguments.from.as_ref().map(|file| read_patterns(file, &rules)).transpose()?;
    let folder_plan = format!("{plan} ({GAMES}){}", Contents::of_game(&source).words());
    let training = TrainingFolder(Folder::open(&arguments.into, "training", &folder_plan)?);
    let mut evaluation = match from {
        None => Evaluation::Classical,
        Some(patterns) => training.begin(patterns, &rules)?,
    };
    let mut report = String::new();
    for generation in 1..=arguments.generations {
        let began = Instant::now();
        let file = training.patterns(generation);
        let patterns = if file.exists() {
            read_patterns(&file, &rules)?
        } else {
            training.play(arguments, &rules, &evaluation, generation)?;
            let games = training.recent_games(generation)?;
            let positions = games.iter().map(Vec::len).sum::<usize>();
            ensure!(positions > 0, "no game has a quiet position to learn from");
            let trainer = Trainer {
                seed: arguments.seed.wrapping_add(generation.into()),
                epochs: arguments.epochs,
                learning_rate: RATE,
                result_weight: arguments.result as f32 / 100.0,
                field_points: arguments.fields,
                neurons: arguments.units,
            };
            let progress = Progress::new(&format!("epochs of generation {generation}"), arguments.epochs.into(), 0);
            let mut last = None;
            let made = format!("{plan} --generations {generation}");
            let patterns = trainer.train(&rules, &games, made, &mut |epoch| {
                let EpochReport { number, training_loss, validation_loss } = epoch;
                let errors = format!("training loss {training_loss:.4} bits, validation loss {validation_loss:.4}");
                progress.set(number.into(), errors.clone());
                last = Some(errors);
            });
            let patterns = patterns.with_context(|| format!("in {}", arguments.into.display()))?;
            write(&file, &patterns.to_bytes())?;
            report += &format!(
                "generation {generation}: {}, {}, {:.0} s\n",
                counted(group_thousands(positions as u64), "position"),
                last.unwrap_or_default(),
                began.elapsed().as_secs_f64()
            );
            patterns
        };
        evaluation = Evaluation::Trained(Arc::new(patterns));
    }
    let last = training.patterns(arguments.generations);
    let patterns = training.0.file("patterns");
    write(&patterns, &fs::read(last)?)?;
    Ok(format!("{report}the patterns: {}\n", patterns.display()))
}

impl Arguments {
    /// Returns the parameters that determine all generations.
    fn plan(&self, rules: &AnyRules) -> String {
        let game = game_words(&rules.ruleset());
        let Arguments { games, nodes, epochs, fields, units, result, from, seed, .. } = self;
        // The plan contains only the file's name, as one word. `begin` stores its content beside the plan.
        let name = |file: &PathBuf| file.file_name().unwrap_or_default().to_string_lossy().escape_debug().to_string();
        let from = from.as_ref().map_or(String::new(), |file| format!(" --from {}", name(file)));
        format!(
            "quirkat train {game} --games {games} --nodes {nodes} --epochs {epochs} --fields {fields} --units {units} \
             --result {result}{from} --seed {seed}"
        )
    }
}

/// Folder of a training: its weights and games.
struct TrainingFolder(Folder);

impl TrainingFolder {
    /// Stores the initial weights, which resuming needs, and returns the first evaluation. Refuses other weights than
    /// those stored before.
    fn begin(&self, patterns: PatternWeights, rules: &AnyRules) -> anyhow::Result<Evaluation> {
        let path = self.patterns(0);
        if !path.exists() {
            write(&path, &patterns.to_bytes())?;
        } else if read_patterns(&path, rules)? != patterns {
            let path = path.display();
            return Err(bad_input(format!(
                "this training began with other weights than those of --from; they are in {path}"
            )));
        }
        Ok(Evaluation::Trained(Arc::new(patterns)))
    }

    fn patterns(&self, generation: u32) -> PathBuf {
        self.0.file(&format!("patterns-{generation}"))
    }

    fn games(&self, generation: u32) -> PathBuf {
        self.0.file(&format!("games-{generation}"))
    }

    /// Plays the missing games of a generation.
    fn play(
        &self,
        arguments: &Arguments,
        rules: &AnyRules,
        evaluation: &Evaluation,
        generation: u32,
    ) -> anyhow::Result<()> {
        let path = self.games(generation);
        let (played, whole) = read_games(&path)?;
        let file = OpenOptions::new().create(true).truncate(false).write(true).read(true).open(&path)?;
        // An incomplete game at the end is played again.
        file.set_len(whole)?;
        drop(file);
        let file = Mutex::new(OpenOptions::new().append(true).open(&path)?);
        let missing: Vec<u64> = (0..arguments.games).filter(|number| !played.contains_key(number)).collect();
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(played.len() as u64));
        let progress =
            Progress::new(&format!("games of generation {generation}"), arguments.games, played.len() as u64);
        let self_play = SelfPlay {
            seed: arguments.seed.wrapping_mul(1_000_003).wrapping_add(generation.into()),
            nodes: arguments.nodes,
            random_bits: RANDOM_BITS,
            max_plies: MAX_PLIES,
        };
        let work = || -> anyhow::Result<()> {
            while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                let mut engine = Engine::new(TABLE).with_evaluation(evaluation.clone());
                // A game with too many moves gives no samples.
                let samples = self_play.play(rules, &mut engine, number).unwrap_or_default();
                let mut file = file.lock().expect("no thread panics");
                file.write_all(&game_bytes(number, &samples))?;
                progress.set(done.fetch_add(1, Ordering::Relaxed) + 1, String::new());
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..arguments.threads).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("no thread panics"))
        })
    }

    /// Returns the games of the last generations up to this one.
    fn recent_games(&self, generation: u32) -> anyhow::Result<Vec<Vec<Sample>>> {
        let mut games = vec![];
        for generation in generation.saturating_sub(WINDOW - 1).max(1)..=generation {
            games.extend(read_games(&self.games(generation))?.0.into_values());
        }
        Ok(games)
    }
}

/// Encodes a game: length, number, samples.
fn game_bytes(number: u64, samples: &[Sample]) -> Vec<u8> {
    let mut body = number.to_le_bytes().to_vec();
    samples.iter().for_each(|sample| sample.write(&mut body));
    let mut bytes = (body.len() as u32).to_le_bytes().to_vec();
    bytes.extend(body);
    bytes
}

/// Reads the games of a file by number, and the length of its complete part.
fn read_games(path: &Path) -> anyhow::Result<(BTreeMap<u64, Vec<Sample>>, u64)> {
    let mut bytes = Vec::new();
    match File::open(path) {
        Ok(mut file) => file.read_to_end(&mut bytes)?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => 0,
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let mut games = BTreeMap::new();
    let mut rest = &bytes[..];
    while let Some((length, body)) = rest.split_first_chunk() {
        let Some((mut body, after)) = body.split_at_checked(u32::from_le_bytes(*length) as usize) else { break };
        let Some((number, samples)) = body.split_first_chunk() else { break };
        body = samples;
        let mut samples = vec![];
        while !body.is_empty() {
            samples.push(Sample::read(&mut body).with_context(|| format!("in {}", path.display()))?);
        }
        games.insert(u64::from_le_bytes(*number), samples);
        rest = after;
    }
    Ok((games, (bytes.len() - rest.len()) as u64))
}
