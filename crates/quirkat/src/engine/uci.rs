//! The UCI protocol in the dialect of `docs/reference/engine-protocols.md`, and UGI, which differs in its greeting.

use super::search::{Answer, Listener, Question, Search, When};
use super::settings::{HASH, LEVEL, LINES, Number, Settings, THREADS};
use super::{Games, Protocol, say};
use crate::commands::library::TablesArgument;
use crate::errors::message;
use quirkat_endings::TableLibrary;
use quirkat_match::protocol::uci::{EMPTY, RULES, VARIANT, read_turn, write_turn};
use quirkat_play::Ruling;
use quirkat_rules::{AnyGame, Outcome, Side, Turn, clip};
use quirkat_search::{Analysis, Library, Limits, RemainingTime, Score};
use quirkat_solve::TableError;
use std::collections::HashSet;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::time::Duration;

/// Name of the option for the folder of tables.
const TABLES: &str = "Tables";

/// Commands, listed in the answer to an unknown one.
const KNOWN: &str =
    "uci, ugi, hub, isready, setoption, ucinewgame, uginewgame, position, go, stop, ponderhit, query, quit";

/// Answer to `go` without legal moves.
const NO_TURN: &str = "bestmove (none)";

/// A UCI session.
pub struct Uci {
    games: Games,
    title: String,
    rules: Vec<String>,
    settings: Settings,
    tables: TablesArgument,
    library: Option<Arc<TableLibrary>>,
    /// Current position, or the reason why there is none; `None` for the start.
    position: Option<Result<AnyGame, String>>,
    is_new_game: bool,
    search: Search,
}

impl Uci {
    /// Starts a session.
    pub fn new(games: Games) -> Uci {
        Uci {
            title: games.title().to_owned(),
            rules: games.rules().to_vec(),
            games,
            settings: Settings::default(),
            tables: TablesArgument::default(),
            library: None,
            position: None,
            is_new_game: false,
            search: Search::start(),
        }
    }

    fn greet(&self, ready: &str) {
        say(format_args!("id name Quirkat {}", env!("CARGO_PKG_VERSION")));
        say("id author the authors of Quirkat");
        let titles: String = self.games.titles().iter().map(|title| format!(" var {title}")).collect();
        say(format_args!("option name {VARIANT} type combo default {}{titles}", self.games.title()));
        let rules = if self.rules.is_empty() { EMPTY.to_owned() } else { self.rules.join(" ") };
        say(format_args!("option name {RULES} type string default {rules}"));
        for Number { name, default, least, most } in [HASH, THREADS, LEVEL, LINES] {
            say(format_args!("option name {name} type spin default {default} min {least} max {most}"));
        }
        say("option name Ponder type check default false");
        say(format_args!("option name {TABLES} type string default {EMPTY}"));
        say(ready);
    }

    /// Sets one option. Variant and rules may come in any order, so contradictions are reported only when they are used:
    /// by `isready`, `position` and `go`.
    fn set_option(&mut self, words: &str) -> Result<(), String> {
        let form = || "invalid setoption; allowed: setoption name NAME value VALUE".to_owned();
        let named = words.strip_prefix("name ").ok_or_else(form)?;
        let (name, value) = named.split_once(" value").unwrap_or((named, ""));
        let (name, value) = (name.trim(), value.trim());
        if name.eq_ignore_ascii_case(VARIANT) {
            self.title = value.to_owned();
            self.position = None;
        } else if name.eq_ignore_ascii_case(RULES) {
            let rules = if value == EMPTY { "" } else { value };
            self.rules = rules.split_whitespace().map(str::to_owned).collect();
            self.position = None;
        } else if name.eq_ignore_ascii_case(TABLES) {
            self.tables =
                TablesArgument { folder: Some(value).filter(|value| !matches!(*value, "" | EMPTY)).map(Into::into) };
            self.open_tables()?;
        } else if !self.settings.set(name, value)? && !name.eq_ignore_ascii_case("Ponder") {
            let allowed =
                [VARIANT, RULES, HASH.name, THREADS.name, LEVEL.name, LINES.name, "Ponder", TABLES].join(", ");
            return Err(format!("there is no option `{}`; allowed: {allowed}", clip(name)));
        }
        Ok(())
    }

    /// Opens the tables of the named folder, or the shipped ones and the user's own.
    fn open_tables(&mut self) -> Result<(), String> {
        self.library = None;
        self.settings.library = None;
        let warn = |error: &TableError| say(format_args!("info string {}; these tables are not used", message(error)));
        let library = self.tables.open_with(Arc::new(warn)).map_err(|error| error.to_string())?;
        self.library = Some(Arc::clone(&library));
        self.settings.library = Some(library);
        Ok(())
    }

    /// Warns when the named folder has no tables of the game.
    fn warn_of_missing_tables(&mut self, ruling: &Ruling) {
        let ruleset = ruling.ruleset();
        if self.tables.folder.is_some()
            && self.library.as_ref().is_some_and(|library| library.tables(&ruleset).is_none())
        {
            self.refuse(&self.tables.nothing_of(&ruleset));
        }
    }

    fn ruling(&self) -> Result<Ruling, String> {
        self.games.ruling(&self.title, &self.rules).map_err(|error| error.to_string())
    }

    fn set_position(&mut self, words: &str) -> Result<(), String> {
        let set = self.read_position(words);
        self.position = Some(set.clone());
        set.map(drop)
    }

    fn read_position(&self, words: &str) -> Result<AnyGame, String> {
        let (start, turns) = match words.split_once("moves") {
            Some((start, turns)) => (start.trim(), turns),
            None => (words, ""),
        };
        let fen = match start.split_once(char::is_whitespace).unwrap_or((start, "")) {
            ("startpos", "") => None,
            ("fen", fen) => Some(fen),
            _ => {
                return Err("allowed: position startpos, position fen FEN, each with an optional list: moves MOVE..."
                    .to_owned());
            }
        };
        let mut game = self.ruling()?.game(fen).map_err(|error| error.to_string())?;
        for (word, number) in turns.split_whitespace().zip(1..) {
            let refused = |why: &dyn std::fmt::Display| format!("move {number}: {why}");
            let turn = read_turn(&*game, word).map_err(|error| refused(&error))?;
            game.play(&turn).map_err(|error| refused(&error))?;
        }
        Ok(game)
    }

    fn game(&self) -> Result<AnyGame, String> {
        self.position.clone().unwrap_or_else(|| Ok(self.ruling()?.new_game()))
    }

    fn go(&mut self, words: &str) -> Result<(), String> {
        let game = self.game()?;
        let go = Go::read(words)?;
        let allowed = go.allowed(&game)?;
        let (limits, when) = go.resolve(&game);
        let question = self.settings.question(game, limits, std::mem::take(&mut self.is_new_game));
        let question = Question { allowed, ..question };
        self.search.ask(question, when, Box::new(Reporter));
        Ok(())
    }

    fn query(&self, question: &str) -> Result<(), String> {
        let game = self.game()?;
        let first = first_player(&game);
        match question {
            "gameover" => say(format_args!("response {}", game.outcome().is_some())),
            "p1turn" => say(format_args!("response {}", game.to_move() == first)),
            "result" => {
                let result = match game.outcome() {
                    None => "none",
                    Some(Outcome { winner: None, .. }) => "draw",
                    Some(Outcome { winner: Some(side), .. }) if side == first => "p1win",
                    Some(_) => "p2win",
                };
                say(format_args!("response {result}"));
            }
            _ => {
                return Err(format!("there is no query `{}`; allowed: query gameover, p1turn, result", clip(question)));
            }
        }
        Ok(())
    }

    fn obey_command(&mut self, command: &str, words: &str) -> Result<ControlFlow<()>, String> {
        match command {
            "" => {}
            "uci" | "ugi" => {
                self.greet(&format!("{command}ok"));
                self.open_tables().unwrap_or_else(|why| self.refuse(&why));
            }
            "isready" => {
                match self.ruling() {
                    Err(why) => self.refuse(&why),
                    Ok(ruling) => self.warn_of_missing_tables(&ruling),
                }
                say("readyok");
            }
            "setoption" => self.set_option(words)?,
            "ucinewgame" | "uginewgame" => self.is_new_game = true,
            "position" => self.set_position(words)?,
            "go" => {
                if let Err(why) = self.go(words) {
                    // Each `go` is answered in order.
                    self.search.settle();
                    self.refuse(&why);
                    say(NO_TURN);
                }
            }
            "stop" => self.search.stop(),
            "ponderhit" => self.search.ponder_hit(),
            "query" => self.query(words)?,
            "quit" => return Ok(Break(())),
            _ => return Err(format!("there is no command `{}`; allowed: {KNOWN}", clip(command))),
        }
        Ok(Continue(()))
    }
}

impl Protocol for Uci {
    fn obey(&mut self, line: &str) -> ControlFlow<()> {
        let (command, words) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        self.obey_command(command, words.trim()).unwrap_or_else(|why| {
            self.refuse(&why);
            Continue(())
        })
    }

    fn refuse(&mut self, why: &str) {
        say(format_args!("info string {why}"));
    }
}

/// Returns the side that moves first, which UGI calls the first player.
fn first_player(game: &AnyGame) -> Side {
    game.ruleset().start.to_move
}

/// Arguments of `go`.
#[derive(Debug, Default)]
struct Go<'w> {
    limits: Limits,
    /// The moves of `searchmoves`, which alone are searched.
    moves: Option<Vec<&'w str>>,
    /// Clocks of White and Black.
    of_colours: [Option<RemainingTime>; 2],
    /// Clocks of the first and the second player.
    of_players: [Option<RemainingTime>; 2],
    turns: Option<u32>,
    is_infinite: bool,
    ponders: bool,
}

impl<'w> Go<'w> {
    /// Parses the arguments of `go`. Unknown words are moves after `searchmoves`; before it they are skipped, as UCI
    /// demands, and reported.
    fn read(words: &'w str) -> Result<Go<'w>, String> {
        let mut go = Go::default();
        let mut unknown = vec![];
        let mut words = words.split_whitespace();
        while let Some(word) = words.next() {
            let mut number = || {
                let text = words.next().unwrap_or_default();
                let read = text.parse::<i64>().map(|number| number.max(0).unsigned_abs());
                read.map_err(|_| format!("{word} needs a whole number, not `{}`", clip(text)))
            };
            match word {
                "infinite" => go.is_infinite = true,
                "ponder" => go.ponders = true,
                "depth" => go.limit_depth(number()?),
                // A mate in N moves takes 2N - 1 plies.
                "mate" => go.limit_depth((2 * number()?.min(100)).saturating_sub(1)),
                "nodes" => go.limits.nodes = Some(number()?),
                "movetime" => go.limits.time = Some(milliseconds(number()?)),
                "movestogo" => go.turns = Some(number()?.clamp(1, 1000) as u32),
                "wtime" => set_remaining(&mut go.of_colours[0], number()?),
                "btime" => set_remaining(&mut go.of_colours[1], number()?),
                "winc" => set_increment(&mut go.of_colours[0], number()?),
                "binc" => set_increment(&mut go.of_colours[1], number()?),
                "p1time" => set_remaining(&mut go.of_players[0], number()?),
                "p2time" => set_remaining(&mut go.of_players[1], number()?),
                "p1inc" => set_increment(&mut go.of_players[0], number()?),
                "p2inc" => set_increment(&mut go.of_players[1], number()?),
                "searchmoves" => {
                    go.moves.get_or_insert_default();
                }
                _ => go.moves.as_mut().unwrap_or(&mut unknown).push(word),
            }
        }
        if !unknown.is_empty() {
            let unknown = unknown.join(" ");
            say(format_args!("info string go ignores `{}`", clip(&unknown)));
        }
        Ok(go)
    }

    /// Returns the moves to choose among; `None` for all legal ones.
    fn allowed(&self, game: &AnyGame) -> Result<Option<HashSet<Turn>>, String> {
        let Some(moves) = &self.moves else { return Ok(None) };
        if moves.is_empty() {
            return Err("searchmoves needs at least one move".to_owned());
        }
        let mut seen = HashSet::new();
        let words = moves.iter().filter(|word| seen.insert(**word));
        let read = |word: &&str| read_turn(&**game, word).map_err(|error| format!("searchmoves: {error}"));
        words.map(read).collect::<Result<_, _>>().map(Some)
    }

    fn limit_depth(&mut self, depth: u64) {
        let depth = depth.clamp(1, 100) as u32;
        self.limits.depth = Some(self.limits.depth.map_or(depth, |other| other.min(depth)));
    }

    /// Returns the limits for the side to move, and the time of the answer.
    fn resolve(self, game: &AnyGame) -> (Limits, When) {
        let mover = game.to_move();
        let [white, first] = [game.ruleset().white(), first_player(game)].map(|side| usize::from(side != mover));
        let clock = self.of_colours[white].or(self.of_players[first]);
        let share = clock.map(|clock| RemainingTime { turns: self.turns, ..clock }.budget(game.history().len() / 2));
        let time = [self.limits.time, share].into_iter().flatten().min();
        let limits = Limits { time, ..self.limits };
        if self.ponders {
            (Limits { time: None, ..limits }, When::PonderHit(time))
        } else if self.is_infinite || limits == Limits::default() {
            (limits, When::Stopped)
        } else {
            (limits, When::Found)
        }
    }
}

/// Converts milliseconds to a duration of at most a day.
fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number.min(24 * 60 * 60 * 1000))
}

fn set_remaining(clock: &mut Option<RemainingTime>, number: u64) {
    clock.get_or_insert_default().remaining = milliseconds(number);
}

fn set_increment(clock: &mut Option<RemainingTime>, number: u64) {
    clock.get_or_insert_default().increment = milliseconds(number);
}

/// Writes search results in UCI.
struct Reporter;

impl Listener for Reporter {
    fn progress(&mut self, game: &AnyGame, analysis: &Analysis) {
        let board = &game.ruleset().board;
        let (depth, nodes, elapsed) = (analysis.depth, analysis.nodes, analysis.elapsed);
        let speed = (nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64;
        for (line, number) in analysis.lines.iter().zip(1..) {
            let score = write_score(line.score);
            let turns: String = line.turns.iter().map(|turn| format!(" {}", write_turn(board, turn))).collect();
            say(format_args!(
                "info depth {depth} multipv {number} score {score} nodes {nodes} nps {speed} time {} pv{turns}",
                elapsed.as_millis()
            ));
        }
    }

    fn answer(&mut self, game: &AnyGame, answer: Answer) {
        let board = &game.ruleset().board;
        match answer {
            Err(why) => {
                say(format_args!("info string {why}"));
                say(NO_TURN);
            }
            Ok((turn, reply)) => {
                if turn.roll.is_some() {
                    say("info string the host of the game throws the dice next; this throw is random");
                }
                let reply = reply.map(|reply| format!(" ponder {}", write_turn(board, &reply))).unwrap_or_default();
                say(format_args!("bestmove {}{reply}", write_turn(board, &turn)));
            }
        }
    }
}

/// Writes a score in hundredths of a man, or the number of the winner's moves to a certain end, negative where the side
/// to move loses.
fn write_score(score: Score) -> String {
    match score.plies_to_end() {
        None => format!("cp {}", score.hundredths()),
        Some(plies) => format!("mate {}", plies.signum() * (plies.abs() + 1) / 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{AnyRules, find_game};

    fn go(words: &str) -> (Limits, When) {
        let walker = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
        Go::read(words).unwrap().resolve(&AnyRules::compile(walker).unwrap().new_game())
    }

    #[test]
    fn go_combines_all_limits() {
        let limits = Limits { depth: Some(5), nodes: Some(900), time: Some(Duration::from_millis(70)) };
        assert_eq!(go("depth 5 nodes 900 movetime 70"), (limits, When::Found));
        assert_eq!(go("mate 3 depth 9").0.depth, Some(5));
        assert_eq!(go("depth 0").0.depth, Some(1));
        assert_eq!(go("depth 5 infinite").1, When::Stopped);
        assert_eq!(go(""), (Limits::default(), When::Stopped));
        assert_eq!(go("searchmoves b2-c3 depth 2").0.depth, Some(2));
    }

    #[test]
    fn moves_follow_searchmoves_up_to_the_next_word_of_go() {
        let moves = |words| Go::read(words).unwrap().moves;
        assert_eq!(moves("depth 2 fast"), None);
        assert_eq!(moves("fast searchmoves b2-c3 d2-c3 depth 2"), Some(vec!["b2-c3", "d2-c3"]));
        assert_eq!(moves("searchmoves infinite"), Some(vec![]));
    }

    #[test]
    fn the_clock_of_the_side_to_move_limits_the_time() {
        let share = |words: &str| go(words).0.time.unwrap().as_millis();
        assert_eq!(share("wtime 50000 btime 1000 winc 400 binc 0"), 2_300);
        assert_eq!(share("p1time 50000 p2time 1000"), 2_000);
        assert_eq!(share("wtime 50000 movestogo 2"), 25_000);
        assert_eq!(share("wtime -7"), 1);
        let time = Some(Duration::from_secs(2));
        assert_eq!(go("ponder wtime 50000"), (Limits::default(), When::PonderHit(time)));
    }

    #[test]
    fn a_value_that_is_no_number_is_refused() {
        for words in ["depth", "depth x", "nodes 1.5", "movetime 99999999999999999999"] {
            assert!(Go::read(words).is_err(), "{words}");
        }
        assert_eq!(Go::read("wtime x").unwrap_err(), "wtime needs a whole number, not `x`");
    }

    #[test]
    fn mate_scores_count_the_moves_of_the_winner() {
        let plies = [Score::won_in(1), Score::won_in(5), Score::lost_in(0), Score::lost_in(2), Score::lost_in(4)];
        assert_eq!(plies.map(write_score), ["mate 1", "mate 3", "mate 0", "mate -1", "mate -2"]);
        assert_eq!(write_score(Score::estimate(-35)), "cp -35");
    }
}
