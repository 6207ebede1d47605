//! The Hub protocol, for the draughts variants that it names.

use super::search::{Answer, Listener, Question, Search, When};
use super::settings::{HASH, LEVEL, Number, Settings, THREADS};
use super::{Protocol, say};
use quirkat_match::protocol::hub::{Message, VARIANTS, read_position, read_turn, write_turn};
use quirkat_play::Ruling;
use quirkat_rules::{AnyGame, clip};
use quirkat_search::{Analysis, Limits, RemainingTime};
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Duration;

/// A Hub session.
pub struct Hub {
    /// Current game by Quirkat's name.
    title: &'static str,
    settings: Settings,
    /// Current position, or the reason why there is none; `None` for the start.
    position: Option<Result<AnyGame, String>>,
    level: Level,
    is_new_game: bool,
    search: Search,
}

/// Limits of the next search, from `level` commands since the position was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Level {
    limits: Limits,
    clock: Option<RemainingTime>,
}

impl Hub {
    /// Starts a session.
    pub fn new() -> Hub {
        Hub {
            title: VARIANTS[0].1,
            settings: Settings::default(),
            position: None,
            level: Level::default(),
            is_new_game: false,
            search: Search::start(),
        }
    }

    fn greet() {
        let id = Message::new("id").with("name", "Quirkat").with("version", env!("CARGO_PKG_VERSION"));
        say(id.with("author", "the authors of Quirkat"));
        let param = |name: &str, value: &str, kind: &str| {
            Message::new("param").with("name", name).with("value", value).with("type", kind)
        };
        say(param("variant", VARIANTS[0].0, "enum").with("values", variants(" ")));
        for Number { name, default, least, most } in [HASH, THREADS, LEVEL] {
            let named = param(&name.to_ascii_lowercase(), &default.to_string(), "int");
            say(named.with("min", least).with("max", most));
        }
        say("wait");
    }

    fn set_param(&mut self, message: &Message) -> Result<(), String> {
        let [name, value] = ["name", "value"].map(|argument| message.get(argument).unwrap_or_default());
        if name == "variant" {
            let unknown = || format!("there is no variant `{}`; allowed: {}", clip(value), variants(", "));
            self.title = VARIANTS.iter().find(|(variant, _)| *variant == value).ok_or_else(unknown)?.1;
            self.position = None;
        } else {
            // Hub ignores unknown parameters.
            self.settings.set(name, value)?;
        }
        Ok(())
    }

    fn start(&self) -> Result<AnyGame, String> {
        Ok(Ruling::new(self.title, &[]).map_err(|error| error.to_string())?.new_game())
    }

    fn set_position(&mut self, message: &Message) -> Result<(), String> {
        self.level = Level::default();
        let set = self.read_position(message);
        self.position = Some(set.clone());
        set.map(drop)
    }

    fn read_position(&self, message: &Message) -> Result<AnyGame, String> {
        let mut game = self.start()?;
        if let Some(position) = message.get("pos") {
            let setup = read_position(game.ruleset(), position).map_err(|error| error.to_string())?;
            let fits = game.ruleset().refuse_unpromoted_men(&setup).and_then(|()| game.rules().game(Some(&setup)));
            game = fits.map_err(|error| error.to_string())?;
        }
        for (text, number) in message.get("moves").unwrap_or_default().split_whitespace().zip(1..) {
            let refused = |why: &dyn std::fmt::Display| format!("move {number}: {why}");
            let turn = read_turn(&*game, text).map_err(|error| refused(&error))?;
            game.play(&turn).map_err(|error| refused(&error))?;
        }
        Ok(game)
    }

    fn go(&mut self, message: &Message) -> Result<(), String> {
        let game = self.position.clone().unwrap_or_else(|| self.start())?;
        let share = self.level.clock.map(|clock| clock.budget(game.history().len() / 2));
        let time = [self.level.limits.time, share].into_iter().flatten().min();
        let mut limits = Limits { time, ..self.level.limits };
        let mut when = When::Found;
        if message.has("ponder") {
            limits.time = None;
            when = When::PonderHit(time);
        } else if limits == Limits::default() {
            when = When::Stopped;
        }
        let question = self.settings.question(game, limits, std::mem::take(&mut self.is_new_game));
        // Hub reports one line only.
        let question = Question { lines: 1, ..question };
        self.search.ask(question, when, Box::new(Reporter));
        Ok(())
    }

    fn obey_message(&mut self, message: &Message) -> Result<ControlFlow<()>, String> {
        match message.command.as_str() {
            "hub" => Hub::greet(),
            "set-param" => self.set_param(message)?,
            "init" => say("ready"),
            "new-game" => self.is_new_game = true,
            "pos" => self.set_position(message)?,
            "level" => self.level.read(message)?,
            "go" => {
                if let Err(why) = self.go(message) {
                    // Each `go` is answered in order.
                    self.search.settle();
                    self.refuse(&why);
                    say("done");
                }
            }
            "stop" => self.search.stop(),
            "ponder-hit" => self.search.ponder_hit(),
            "ping" => say("pong"),
            "quit" => return Ok(Break(())),
            // Hub ignores unknown commands.
            _ => {}
        }
        Ok(Continue(()))
    }
}

impl Protocol for Hub {
    fn obey(&mut self, line: &str) -> ControlFlow<()> {
        let read = Message::read(line).map_err(|error| error.to_string());
        let done = read.and_then(|message| message.map_or(Ok(Continue(())), |message| self.obey_message(&message)));
        done.unwrap_or_else(|why| {
            self.refuse(&why);
            Continue(())
        })
    }

    fn refuse(&mut self, why: &str) {
        say(Message::new("error").with("message", why));
    }
}

impl Level {
    /// Applies a `level` command.
    fn read(&mut self, message: &Message) -> Result<(), String> {
        let mut level = *self;
        if let Some(depth) = number(message, "depth")? {
            level.limits.depth = Some(depth.clamp(1.0, 100.0) as u32);
        }
        if let Some(nodes) = number(message, "nodes")? {
            level.limits.nodes = Some(nodes as u64);
        }
        if let Some(seconds) = number(message, "move-time")? {
            level.limits.time = Some(time(seconds));
        }
        if let Some(left) = number(message, "time")? {
            level.clock = Some(RemainingTime {
                remaining: time(left),
                increment: time(number(message, "inc")?.unwrap_or(0.0)),
                turns: number(message, "moves")?.filter(|turns| *turns >= 1.0).map(|turns| turns as u32),
            });
        }
        if message.has("infinite") {
            level = Level::default();
        }
        *self = level;
        Ok(())
    }
}

/// Lists the variants.
fn variants(separator: &str) -> String {
    VARIANTS.iter().map(|(variant, _)| *variant).collect::<Vec<_>>().join(separator)
}

/// Reads a non-negative number argument.
fn number(message: &Message, name: &str) -> Result<Option<f64>, String> {
    let read = |text: &str| {
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        number.map(|number| number.max(0.0)).ok_or_else(|| format!("{name} needs a number, not `{}`", clip(text)))
    };
    message.get(name).map(read).transpose()
}

/// Converts seconds to a duration of at most a day.
fn time(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.min(24.0 * 60.0 * 60.0))
}

/// Writes search results in Hub.
struct Reporter;

impl Listener for Reporter {
    fn progress(&mut self, game: &AnyGame, analysis: &Analysis) {
        let board = &game.ruleset().board;
        let Some(line) = analysis.lines.first() else { return };
        let turns: Vec<_> = line.turns.iter().map(|turn| write_turn(board, turn)).collect();
        let seconds = analysis.elapsed.as_secs_f64();
        let millions = analysis.nodes as f64 / seconds.max(1e-6) / 1e6;
        say(Message::new("info")
            .with("depth", analysis.depth)
            .with("score", format_args!("{:.2}", f64::from(line.score.hundredths()) / 100.0))
            .with("nodes", analysis.nodes)
            .with("time", format_args!("{seconds:.3}"))
            .with("nps", format_args!("{millions:.3}"))
            .with("pv", turns.join(" ")));
    }

    fn answer(&mut self, game: &AnyGame, answer: Answer) {
        let board = &game.ruleset().board;
        let mut done = Message::new("done");
        match answer {
            Err(why) => say(Message::new("error").with("message", why)),
            Ok((turn, reply)) => {
                done = done.with("move", write_turn(board, &turn));
                if let Some(reply) = reply {
                    done = done.with("ponder", write_turn(board, &reply));
                }
            }
        }
        say(done);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(lines: &[&str]) -> Result<Level, String> {
        let mut level = Level::default();
        for line in lines {
            level.read(&Message::read(line).unwrap().unwrap())?;
        }
        Ok(level)
    }

    #[test]
    fn level_commands_set_the_limits_and_the_clock() {
        let limits = Limits { depth: Some(9), nodes: Some(500), time: Some(Duration::from_millis(1500)) };
        let lines = ["level depth=9", "level nodes=500 move-time=1.5"];
        assert_eq!(level(&lines), Ok(Level { limits, clock: None }));
        let [left, increment] = [60, 2].map(Duration::from_secs);
        let clock = Some(RemainingTime { remaining: left, increment, turns: Some(9) });
        assert_eq!(level(&["level moves=9 time=60 inc=2"]).unwrap().clock, clock);
        assert_eq!(level(&["level moves=0 time=60"]).unwrap().clock.unwrap().turns, None);
        assert_eq!(level(&["level depth=9", "level infinite"]), Ok(Level::default()));
        assert_eq!(level(&["level move-time=-1"]).unwrap().limits.time, Some(Duration::ZERO));
        assert_eq!(level(&["level move-time=nan"]), Err("move-time needs a number, not `nan`".to_owned()));
        assert!(level(&["level depth"]).is_err());
    }
}
