//! `quirkat play GAME`: players, saving and resuming.

use super::library::TablesArgument;
use super::{game_words, languages, number, read_time, saved};
use crate::errors::{BadInput, bad_input, message};
use crate::play::record::{self, Record, Resumed, named_record};
use crate::play::{self, PlayOptions, Player};
use crate::preferences::{CharacterArgument, preferences};
use crate::source::records::RecordArguments;
use crate::source::{GameArguments, GameWord, square_names, wanted_notation};
use crate::words::Words;
use anyhow::{Context, anyhow};
use clap::{Args, Command, FromArgMatches, ValueEnum};
use quirkat_match::outside::{EngineProgram, OutsideEngine};
use quirkat_play::{ClockTerms, read_position};
use quirkat_rules::{AnyGame, Colour, First, Language, Pdn, PdnError, Ruleset, Side, SquareNames};
use quirkat_search::{Level, Library, Limits};
use quirkat_solve::TableError;
use quirkat_words::ErrorText;
use quirkat_words::texts::text;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Play a game in the terminal, against the engine or between two people
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quirkat play alquerque                               White against the engine\n  \
    quirkat play alquerque --white engine:3 --black human\n  \
    quirkat play alquerque:smith_bell --black human      two people at this screen, with huffing\n  \
    quirkat play fanorona --lang fr                      in French\n  \
    quirkat play alquerque --clock 5+3                   five minutes each, and three seconds more per move\n  \
    quirkat play international --black 'hub:./scan hub'   against another program, by the Hub protocol\n  \
    quirkat play ~/alquerque-1.pdn                       resume a saved game\n  \
    quirkat play --last                                  resume the last game\n\n\
    An outside engine is `uci:COMMAND`, `hub:COMMAND` or `dxp:HOST:PORT`, with its settings in front of the program, as \
    in `hub:threads=2 book=false ./scan hub`. A program given by its path runs in its own folder.\n\n\
    The game is saved after every move. Without a terminal, commands are read as plain lines: try `echo help | quirkat play`.")]
pub struct Arguments {
    #[command(flatten)]
    game: MaybeGame,
    /// Player of White: `human`, `engine`, `engine:LEVEL` with a level from 1 to 10, `perfect`, `uci:COMMAND`,
    /// `hub:COMMAND` or `dxp:HOST:PORT`
    #[arg(long, value_name = "PLAYER")]
    white: Option<PlayerWord>,
    /// Player of Black [default: the engine at level 5 or that of `quirkat config`, if White is a person]
    #[arg(long, value_name = "PLAYER")]
    black: Option<PlayerWord>,
    /// Clocks: minutes per side, and increment in seconds per move [default: none]
    #[arg(long, value_name = "MINUTES+SECONDS", conflicts_with_all = ["resume", "last"], value_parser = read_clock)]
    clock: Option<ClockTerms>,
    /// The side that starts [default: by the rules]
    #[arg(long, value_enum, conflicts_with = "resume")]
    first: Option<Starter>,
    /// Start from this position: `W:Wa1,c3:Be5`, or a setup diagram
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["resume", "first"])]
    position: Option<String>,
    /// Resume the game in this file
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Resume the last game in the user's data folder; `quirkat saved` lists them
    #[arg(long, conflicts_with_all = ["resume", "first", "position", "save", "game", "rules"])]
    last: bool,
    #[command(flatten)]
    records: RecordArguments,
    /// Write the squares of a chequered board as `numbers` or `letters`, instead of the game's own; both are read
    #[arg(long, value_name = "NAMES", value_parser = square_names())]
    notation: Option<SquareNames>,
    /// Save the game to this new file [default: one in the user's data folder]
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    save: Option<PathBuf>,
    /// Thinking time of the engine per move
    #[arg(long, default_value = "1s", value_parser = read_time)]
    time: Duration,
    /// Random seed [default: a new one each time]
    #[arg(long, value_parser = number(0..=u64::MAX))]
    seed: Option<u64>,
    /// The language of all texts; commands and moves are the same in all languages
    #[arg(long, value_parser = languages(), default_value_t = preferences().language)]
    lang: Language,
    #[command(flatten)]
    tables: TablesArgument,
    #[command(flatten)]
    characters: CharacterArgument,
    /// Use no colours, like `NO_COLOR` in the environment
    #[arg(long)]
    no_color: bool,
}

/// Game argument, optional because a saved game names its game.
#[derive(Debug, Args)]
struct MaybeGame {
    /// The game: `alquerque`, `alquerque:article`, or the path to a game file or a saved game [default: alquerque, or
    /// the game that is resumed]
    #[arg(value_parser = GameWord, hide_possible_values = true)]
    game: Option<String>,
    /// A house rule; may be repeated: `--rule capture=optional`
    #[arg(long = "rule", value_name = "KEY=VALUE", conflicts_with = "resume")]
    rules: Vec<String>,
}

/// A player as named on the command line and in records.
#[derive(Clone, PartialEq, Eq, Debug)]
enum PlayerWord {
    Human,
    Engine(Level),
    Outside(Box<EngineProgram>),
}

impl FromStr for PlayerWord {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = match text.split_once(':') {
            None if text == "human" => return Ok(PlayerWord::Human),
            None if text == "engine" => return Ok(PlayerWord::engine()),
            None if text == "perfect" => Some(Level::PERFECT),
            Some(("uci" | "hub" | "dxp", _)) => return Ok(PlayerWord::Outside(Box::new(text.parse()?))),
            Some(("engine", level)) => level.parse().ok().and_then(Level::new),
            _ => None,
        };
        level.map(PlayerWord::Engine).ok_or_else(|| {
            "allowed: human, engine, engine:1 to engine:10, perfect, uci:COMMAND, hub:COMMAND, dxp:HOST:PORT".to_owned()
        })
    }
}

impl fmt::Display for PlayerWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerWord::Human => f.write_str("human"),
            PlayerWord::Engine(Level::PERFECT) => f.write_str("perfect"),
            PlayerWord::Engine(level) => write!(f, "engine:{level}"),
            PlayerWord::Outside(program) => program.fmt(f),
        }
    }
}

impl PlayerWord {
    /// Returns the engine at the preferred level.
    fn engine() -> PlayerWord {
        PlayerWord::Engine(Level::new(preferences().level).unwrap_or(Level::BEST))
    }
}

fn read_clock(text: &str) -> Result<ClockTerms, String> {
    ClockTerms::read(text).ok_or_else(|| {
        let (minutes, seconds) = (ClockTerms::MINUTES, ClockTerms::SECONDS);
        format!(
            "allowed: {} to {} minutes, and {} to {} seconds per move, as in `5+3`",
            minutes.start(),
            minutes.end(),
            seconds.start(),
            seconds.end()
        )
    })
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Starter {
    /// Chosen at random
    Lot,
    /// White
    White,
    /// Black
    Black,
}

/// Resumes the game in a file with its players.
pub fn resume_file(path: &Path, language: Language) -> anyhow::Result<String> {
    let words = ["play", "--lang", language.code(), "--resume"].map(OsStr::new);
    let matches = Arguments::augment_args(Command::new("play"))
        .try_get_matches_from([&words[..], &[path.as_os_str()]].concat())?;
    run(Arguments::from_arg_matches(&matches)?)
}

pub fn run(arguments: Arguments) -> anyhow::Result<String> {
    let seed = arguments.seed.unwrap_or_else(|| fastrand::u64(..));
    let opened = match arguments.saved_file()? {
        Some((path, named)) => resume(&arguments, &path, named)?,
        None => match arguments.records.given() {
            Some(option) => {
                let option = text("option", option);
                return Err(bad_input(Words(arguments.lang).say("play.of_a_record", &[option])));
            }
            None => new(&arguments, seed)?,
        },
    };
    let warnings: Arc<Mutex<Vec<String>>> = Arc::default();
    let collected = Arc::clone(&warnings);
    // While the screen is in use, warnings about tables are collected and printed afterwards.
    let warn = move |error: &TableError| collected.lock().unwrap_or_else(PoisonError::into_inner).push(message(error));
    let library = arguments.tables.open_with(Arc::new(warn))?;
    if opened.players.contains(&PlayerWord::Engine(Level::PERFECT)) && !library.is_solved(&opened.game) {
        let game = game_words(opened.game.ruleset());
        return Err(bad_input(format!(
            "perfect cannot play: no tables of {game} contain this position; allowed: engine:10, which uses the tables that exist"
        )));
    }
    let (players, outside) = start_players(opened.players, opened.game.ruleset(), Words(arguments.lang))?;
    play::run(PlayOptions {
        game: opened.game,
        saved: opened.saved,
        clock: arguments.clock,
        players,
        outside,
        library: Some(library),
        record: opened.record,
        limits: Limits { time: Some(arguments.time), ..Limits::default() },
        seed,
        look: arguments.characters.character_set(),
        language: arguments.lang,
        colour: !arguments.no_color,
    })?;
    let warnings = warnings.lock().unwrap_or_else(PoisonError::into_inner);
    warnings.iter().for_each(|fault| eprintln!("quirkat: {fault}; these tables were not used"));
    Ok(String::new())
}

/// A game ready to be played.
struct Opened {
    game: AnyGame,
    /// Record of a resumed game.
    saved: Option<Pdn>,
    players: [PlayerWord; 2],
    record: Record,
}

/// Starts outside engines and returns the players of both sides.
fn start_players(
    words: [PlayerWord; 2],
    ruleset: &Ruleset,
    say: Words,
) -> anyhow::Result<([Player; 2], [Option<OutsideEngine>; 2])> {
    let mut outside = [None, None];
    let mut players = [Player::Human, Player::Human];
    for ((word, player), outside) in words.into_iter().zip(&mut players).zip(&mut outside) {
        *player = match word {
            PlayerWord::Human => Player::Human,
            PlayerWord::Engine(level) => Player::Engine(level),
            PlayerWord::Outside(program) => {
                let started = OutsideEngine::start(&program, ruleset)
                    .map_err(|error| anyhow!("{program}: {}", say.outside(ruleset, &error)))?;
                let name = started.name().to_owned();
                *outside = Some(started);
                Player::Outside(name)
            }
        };
    }
    Ok((players, outside))
}

fn new(arguments: &Arguments, seed: u64) -> anyhow::Result<Opened> {
    let MaybeGame { game, rules } = &arguments.game;
    let game = game.as_deref().unwrap_or("alquerque").to_owned();
    let named = GameArguments { game, rules: rules.clone(), notation: arguments.notation };
    let between_people = arguments.black == Some(PlayerWord::Human) && is_person(&arguments.white);
    let (source, ruling) =
        if between_people { named.ruling_between_people(arguments.lang)? } else { named.ruling(arguments.lang)? };
    let refused = |error: &dyn ErrorText| bad_input(error.in_words(arguments.lang));
    let ruleset = ruling.ruleset();
    let mut start = ruleset.start.clone();
    if let Some(position) = &arguments.position {
        start = read_position(&ruleset, position).map_err(|error| refused(&error))?;
    } else {
        start.to_move = starter(arguments.first, &ruleset, seed);
    }
    let players = players(arguments, &ruleset, [None, None]);
    let save_to = match &arguments.save {
        Some(path) if path.symlink_metadata().is_ok() => {
            let path = text("path", path.display().to_string());
            return Err(bad_input(Words(arguments.lang).say("play.save_taken", &[path])));
        }
        Some(path) => path.clone(),
        None => new_path(&ruleset)?,
    };
    let mut tags = vec![("Date".to_owned(), jiff::ZonedDateTime::now().strftime("%Y.%m.%d").to_string())];
    for (name, colour) in [("White", Colour::White), ("Black", Colour::Black)] {
        let side = if colour == Colour::White { ruleset.white() } else { ruleset.white().other() };
        tags.push((name.to_owned(), players[side.index()].to_string()));
    }
    if let Some(own) = &source.own {
        tags.extend(own.tags()?);
    }
    let game = ruling.game_from(&start).map_err(|error| refused(&error))?;
    Ok(Opened { game, saved: None, players, record: Record::new(save_to, tags) })
}

impl Arguments {
    /// Returns the file of the resumed game, and the game that it must belong to; nothing for a new game.
    fn saved_file(&self) -> anyhow::Result<Option<(PathBuf, Option<&str>)>> {
        let named = self.game.game.as_deref();
        if let Some(path) = &self.resume {
            return Ok(Some((path.clone(), named)));
        }
        if self.last {
            let games = saved::games()?;
            let latest = games.into_iter().next().ok_or_else(|| bad_input(Words(self.lang).get("play.none_saved")))?;
            return Ok(Some((latest, None)));
        }
        let Some(path) = named.and_then(named_record) else { return Ok(None) };
        let of_a_new_game = [
            ("--rule", !self.game.rules.is_empty()),
            ("--first", self.first.is_some()),
            ("--clock", self.clock.is_some()),
            ("--position", self.position.is_some()),
            ("--save", self.save.is_some()),
        ];
        match of_a_new_game.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(bad_input(Words(self.lang).say("play.of_a_new_game", &[text("option", option)]))),
            None => Ok(Some((path.to_owned(), None))),
        }
    }
}

fn resume(arguments: &Arguments, path: &Path, named: Option<&str>) -> anyhow::Result<Opened> {
    let words = Words(arguments.lang);
    let named = named.map(str::to_owned).or_else(|| arguments.records.game.clone());
    let records = RecordArguments { game: named, number: arguments.records.number };
    let resumed = record::resume(path, &records, arguments.lang);
    let Resumed { pdn, mut game, record } = resumed.map_err(|error| {
        let message = words.not_loaded(path, &error);
        if error.is::<BadInput>() || error.is::<PdnError>() { bad_input(message) } else { anyhow!(message) }
    })?;
    if let Some(notation) = wanted_notation(arguments.notation, &game.ruleset().board)? {
        game = game.in_notation(notation).context("the game can be replayed")?;
    }
    let ruleset = game.ruleset();
    let recorded = |tag: &str, given: &Option<PlayerWord>| {
        let word = pdn.tag(tag).and_then(|word| word.parse::<PlayerWord>().ok());
        match word {
            Some(PlayerWord::Outside(program)) if given.is_none() => {
                let option = text("option", format!("--{}", tag.to_lowercase()));
                let program = text("program", program.to_string());
                Err(bad_input(words.say("outside.named_again", &[program, option])))
            }
            word => Ok(word),
        }
    };
    let recorded = [recorded("White", &arguments.white)?, recorded("Black", &arguments.black)?];
    let players = players(arguments, ruleset, recorded);
    Ok(Opened { players, record, game, saved: Some(pdn) })
}

/// Returns whether the player is a person, or none is named.
fn is_person(player: &Option<PlayerWord>) -> bool {
    player.as_ref().is_none_or(|player| *player == PlayerWord::Human)
}

/// Returns the players: from the command line, else from the record, else a person against the engine.
fn players(arguments: &Arguments, ruleset: &Ruleset, recorded: [Option<PlayerWord>; 2]) -> [PlayerWord; 2] {
    let [white, black] = recorded;
    let white = arguments.white.clone().or(white);
    let black = arguments.black.clone().or(black);
    let opponent_of = |player: &PlayerWord| match player {
        PlayerWord::Human => PlayerWord::engine(),
        PlayerWord::Engine(_) | PlayerWord::Outside(_) => PlayerWord::Human,
    };
    let (white, black) = match (white, black) {
        (Some(white), Some(black)) => (white, black),
        (Some(white), None) => {
            let black = opponent_of(&white);
            (white, black)
        }
        (None, Some(black)) => (if arguments.black.is_some() { PlayerWord::Human } else { opponent_of(&black) }, black),
        (None, None) => (PlayerWord::Human, PlayerWord::engine()),
    };
    if ruleset.white() == Side::First { [white, black] } else { [black, white] }
}

/// Returns the side that starts: from the command line, else by the rules, else at random.
fn starter(first: Option<Starter>, ruleset: &Ruleset, seed: u64) -> Side {
    let random_side = || if fastrand::Rng::with_seed(seed).bool() { Side::First } else { Side::Second };
    match (first, ruleset.options.first) {
        (Some(Starter::White), _) => ruleset.white(),
        (Some(Starter::Black), _) => ruleset.white().other(),
        (Some(Starter::Lot), _) | (None, First::Lot) => random_side(),
        (None, First::Agreed | First::LotOrAgreed | First::First | First::Second) => ruleset.start.to_move,
    }
}

/// Returns a new file in the user's data folder, named for the game and the time.
fn new_path(ruleset: &Ruleset) -> anyhow::Result<PathBuf> {
    let games = saved::folder().context("there is no data folder to save the game in; name a file with --save")?;
    let stem = format!("{}-{}", ruleset.game, jiff::ZonedDateTime::now().strftime("%Y%m%d-%H%M%S"));
    // Two games may start in the same second.
    let free = (1..).map(|number| match number {
        1 => games.join(format!("{stem}.pdn")),
        _ => games.join(format!("{stem}-{number}.pdn")),
    });
    free.into_iter().find(|path| !path.exists()).context("no file name is free")
}
