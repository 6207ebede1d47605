//! `quirkat match GAME`: two players against one another, with an error bar.

use super::{json_text, read_time};
use crate::bad_input;
use crate::source::GameArguments;
use anyhow::{Context, ensure};
use clap::Args;
use quirkat_rules::{AnyGame, AnyRules, Outcome, Side, Turn};
use quirkat_search::{Engine, Knowledge, Level, Limits, Patterns, Random, Stop, random_opening};
use quirkat_wire::{self as wire, Match, house_rules, ms};
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Let two engines play a match from random openings, each from both sides
#[derive(Debug, Args)]
#[command(after_help = "Players:\n  \
    engine:7      the engine at level 7 (1 to 10)\n  \
    depth:2       the engine at full strength, stopped at depth 2\n  \
    plain         the engine at full strength, without what it has learned of the game\n  \
    patterns:FILE  the engine at full strength, with a patterns that `quirkat train` made\n  \
    random        any legal turn\n\n\
    The score is that of player A in percent, draws as halves; the error bar is two standard errors of the mean of the \
    pairs of games that share an opening.")]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// The player whose score is given
    #[arg(long, value_name = "PLAYER", default_value = "engine:10")]
    a: Contestant,
    /// Its opponent
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    b: Contestant,
    /// How many openings; each is played twice, with the sides changed
    #[arg(long, default_value = "50", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    openings: u32,
    /// How many random turns an opening has
    #[arg(long, default_value = "4", value_parser = clap::value_parser!(u32).range(0..=100))]
    plies: u32,
    /// How long an engine thinks about a turn
    #[arg(long, default_value = "100ms", value_parser = read_time)]
    time: Duration,
    /// A game that takes longer than this many turns is a draw
    #[arg(long, default_value = "300", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    longest: u32,
    /// The number from which chance is drawn
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// In the place of a reason: the game was broken off.
pub const LONGEST: &str = "longest";

/// Who plays in a match.
#[derive(Clone, Debug)]
enum Contestant {
    Engine(Level),
    Depth(u32),
    Plain,
    Patterns(PathBuf),
    Random,
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let allowed =
            || "allowed: engine:1 to engine:10, depth:1 to depth:100, plain, patterns:FILE, random".to_owned();
        match text.split_once(':').unwrap_or((text, "")) {
            ("random", "") => Ok(Contestant::Random),
            ("plain", "") => Ok(Contestant::Plain),
            ("patterns", file) if !file.is_empty() => Ok(Contestant::Patterns(file.into())),
            ("engine", "") => Ok(Contestant::Engine(Level::BEST)),
            ("engine", number) => number.parse().ok().and_then(Level::new).map(Contestant::Engine).ok_or_else(allowed),
            ("depth", number) => {
                number.parse().ok().filter(|depth| (1..=100).contains(depth)).map(Contestant::Depth).ok_or_else(allowed)
            }
            _ => Err(allowed()),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Engine(level) => write!(f, "engine:{}", level.number()),
            Contestant::Depth(depth) => write!(f, "depth:{depth}"),
            Contestant::Plain => f.write_str("plain"),
            Contestant::Patterns(file) => write!(f, "patterns:{}", file.display()),
            Contestant::Random => f.write_str("random"),
        }
    }
}

impl Contestant {
    fn knowledge(&self) -> anyhow::Result<Knowledge> {
        Ok(match self {
            Contestant::Plain => Knowledge::Plain,
            Contestant::Patterns(file) => {
                let named = || format!("cannot read {}", file.display());
                let mut bytes = vec![];
                let most = Patterns::LARGEST as u64 + 1;
                File::open(file).and_then(|file| file.take(most).read_to_end(&mut bytes)).with_context(named)?;
                let patterns =
                    Patterns::read(&bytes).map_err(|error| bad_input(format!("{}: {error}", file.display())))?;
                Knowledge::Patterns(Arc::new(patterns))
            }
            Contestant::Engine(_) | Contestant::Depth(_) | Contestant::Random => Knowledge::Own,
        })
    }
}

/// A player with what it needs for a match.
struct Player {
    contestant: Contestant,
    engine: Engine,
    time: Duration,
    /// The longest that it took for a turn.
    longest: Duration,
}

impl Player {
    fn new(contestant: &Contestant, time: Duration) -> anyhow::Result<Self> {
        let engine = Engine::new(16).with_knowledge(contestant.knowledge()?);
        Ok(Player { contestant: contestant.clone(), engine, time, longest: Duration::ZERO })
    }

    fn choose(&mut self, game: &AnyGame, rng: &mut Random) -> anyhow::Result<Option<Turn>> {
        let began = Instant::now();
        let chosen = self.think(game, rng);
        self.longest = self.longest.max(began.elapsed());
        chosen
    }

    fn think(&mut self, game: &AnyGame, rng: &mut Random) -> anyhow::Result<Option<Turn>> {
        let timed = Limits { time: Some(self.time), ..Limits::default() };
        let chosen = match self.contestant {
            Contestant::Random => return random_turn(game, rng),
            Contestant::Engine(level) => self.engine.choose(game, level, timed, &Stop::default(), rng),
            Contestant::Plain | Contestant::Patterns(_) => {
                self.engine.choose(game, Level::BEST, timed, &Stop::default(), rng)
            }
            Contestant::Depth(depth) => {
                let limits = Limits { depth: Some(depth), ..timed };
                self.engine.choose(game, Level::BEST, limits, &Stop::default(), rng)
            }
        };
        chosen.map_err(bad_input)
    }
}

fn random_turn(game: &AnyGame, rng: &mut Random) -> anyhow::Result<Option<Turn>> {
    let mut turns = game.turns().map_err(bad_input)?;
    Ok(if turns.is_empty() { None } else { Some(turns.swap_remove(rng.index(turns.len()))) })
}

/// The results of a match, from the first player's side.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    reasons: HashMap<&'static str, u32>,
    /// The mean score of the two games of each opening.
    pairs: Vec<f64>,
    plies: u64,
}

impl Tally {
    fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The score and two standard errors, both in percent.
    fn score(&self) -> (f64, f64) {
        let count = self.pairs.len() as f64;
        let mean = self.pairs.iter().sum::<f64>() / count;
        let spread = self.pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        (100.0 * mean, 200.0 * (spread / count).sqrt())
    }
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let rules = AnyRules::compile(arguments.game.ruleset()?).map_err(bad_input)?;
    let mut rng = Random::with_seed(arguments.seed);
    let mut a = Player::new(&arguments.a, arguments.time)?;
    let mut b = Player::new(&arguments.b, arguments.time)?;
    let mut tally = Tally::default();
    for _ in 0..arguments.openings {
        let opening = opening(&rules, arguments.plies, &mut rng)?;
        let mut pair = 0.0;
        for side in Side::BOTH {
            let (outcome, plies) = match side {
                Side::First => play(opening.clone(), [&mut a, &mut b], arguments.longest, &mut rng)?,
                Side::Second => play(opening.clone(), [&mut b, &mut a], arguments.longest, &mut rng)?,
            };
            let (score, count) = match outcome.and_then(|outcome| outcome.winner) {
                None => (0.5, &mut tally.drawn),
                Some(winner) if winner == side => (1.0, &mut tally.won),
                Some(_) => (0.0, &mut tally.lost),
            };
            *count += 1;
            pair += score / 2.0;
            let reason = outcome.map_or(LONGEST, |outcome| outcome.reason.word());
            *tally.reasons.entry(reason).or_default() += 1;
            tally.plies += u64::from(plies);
        }
        tally.pairs.push(pair);
    }
    Ok(report(arguments, &rules, &tally, a.longest.max(b.longest)))
}

/// A game after random turns that do not end it.
pub fn opening(rules: &AnyRules, plies: u32, rng: &mut Random) -> anyhow::Result<AnyGame> {
    let opening = random_opening(rules, plies, rng).map_err(bad_input)?;
    opening.ok_or_else(|| bad_input(format!("no opening of {plies} random turns leaves a game to play")))
}

/// Plays a game to its end; `players` are those of the first and the second side.
fn play(
    mut game: AnyGame,
    players: [&mut Player; 2],
    longest: u32,
    rng: &mut Random,
) -> anyhow::Result<(Option<Outcome>, u32)> {
    for plies in 0..longest {
        if let Some(outcome) = game.outcome() {
            return Ok((Some(outcome), plies));
        }
        let turn = match game.is_throw() {
            true => random_turn(&game, rng)?,
            false => players[game.to_move().index()].choose(&game, rng)?,
        };
        ensure!(turn.is_some(), "a player gave no turn although the game goes on");
        if let Some(turn) = turn {
            game.play(&turn)?;
        }
    }
    Ok((game.outcome(), longest))
}

fn report(arguments: &Arguments, rules: &AnyRules, tally: &Tally, longest: Duration) -> String {
    let (score, error) = tally.score();
    let (a, b) = (arguments.a.to_string(), arguments.b.to_string());
    let mean_plies = tally.plies as f64 / f64::from(tally.games());
    if arguments.json {
        let broken_off = tally.reasons.get(LONGEST).copied().unwrap_or(0);
        let reasons = tally.reasons.iter().filter(|(reason, _)| **reason != LONGEST);
        return json_text(&Match {
            game: rules.ruleset().title(),
            rules: house_rules(&rules.ruleset()),
            a,
            b,
            turn_ms: ms(arguments.time),
            longest_turn_ms: ms(longest),
            tally: wire::Tally {
                of: "a".to_owned(),
                games: tally.games(),
                won: tally.won,
                drawn: tally.drawn - broken_off,
                lost: tally.lost,
                broken_off,
                mean_plies,
                reasons: reasons.map(|(reason, games)| ((*reason).to_owned(), *games)).collect(),
            },
            score_percent: score,
            error_percent: error,
        });
    }
    let mut reasons: Vec<_> = tally.reasons.iter().map(|(reason, games)| format!("{reason} {games}")).collect();
    reasons.sort();
    format!(
        "{a} against {b}, {}, {} games from {} openings: {} won, {} drawn, {} lost\n\
         score {score:.1} % ± {error:.1}; {mean_plies:.0} plies a game; ends: {}; longest turn {:.0} ms\n",
        rules.ruleset().title(),
        tally.games(),
        arguments.openings,
        tally.won,
        tally.drawn,
        tally.lost,
        reasons.join(", "),
        longest.as_secs_f64() * 1000.0,
    )
}
