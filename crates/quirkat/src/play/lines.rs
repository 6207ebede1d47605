//! A game in plain lines, for scripts, pipes and simple terminals. It asks no questions, and without clocks it measures
//! no time: the same lines and seed give the same output, unless the engine's limits depend on time.

use super::Player;
use super::command::{Command, MAX_LINE_LEN};
use super::session::{Event, OfferKind, Refusal, Session};
use crate::words::Words;
use quirkat_draw::{CharacterSet, Scene, terminal};
use quirkat_match::lines::{Input, read_line};
use quirkat_rules::{Ruleset, Side};
use quirkat_words::texts::{digits, text};
use quirkat_words::{ErrorText as _, rules_in_words, sentences_for_refusal};
use std::io::{self, BufRead, ErrorKind, Write};

/// Plays until the game is over, the players leave, or the input ends.
///
/// # Errors
/// When reading or writing fails. A closed output is no failure.
pub fn run(
    session: &mut Session,
    look: CharacterSet,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let words = session.words();
    match (Lines { session, words, look, out, shown: None }).play(input) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

struct Lines<'a> {
    session: &'a mut Session,
    words: Words,
    look: CharacterSet,
    out: &'a mut dyn Write,
    /// Revision of the position that was printed last.
    shown: Option<u64>,
}

impl Lines<'_> {
    fn play(&mut self, input: &mut dyn BufRead) -> io::Result<()> {
        self.greet()?;
        loop {
            while let Some(event) = self.session.wait() {
                self.report(&event)?;
            }
            if self.session.is_over() {
                self.board()?;
                break;
            }
            if self.shown != Some(self.session.revision()) {
                self.position()?;
            }
            self.out.flush()?;
            let line = match read_line(input, MAX_LINE_LEN)? {
                Input::End => {
                    writeln!(self.out, "{}", self.words.get("lines.end_of_input"))?;
                    break;
                }
                Input::Line(line) => line,
                Input::TooLong => {
                    let most = digits("most", MAX_LINE_LEN);
                    writeln!(self.out, "{}", self.words.say("lines.too_long", &[most]))?;
                    continue;
                }
                Input::NotUtf8 => {
                    writeln!(self.out, "{}", self.words.get("lines.not_utf8"))?;
                    continue;
                }
            };
            match Command::read(&line) {
                Ok(None) => {}
                Ok(Some(Command::Quit)) => break,
                Ok(Some(command)) => {
                    let revision = self.session.revision();
                    self.obey(command)?;
                    self.warn(revision)?;
                }
                Err(lacks) => writeln!(self.out, "{}", self.words.no_file(&lacks))?,
            }
        }
        self.session.leave();
        write!(self.out, "{}", self.words.farewell(self.session))?;
        self.out.flush()
    }

    fn greet(&mut self) -> io::Result<()> {
        let ruleset = self.session.game().ruleset();
        writeln!(self.out, "{}", self.words.title(ruleset))?;
        for side in [ruleset.white(), ruleset.white().other()] {
            let who = self.words.player(self.session.player(side));
            writeln!(self.out, "{} {}: {who}", self.piece(side), self.words.side(ruleset, side))?;
        }
        writeln!(self.out, "{}", self.words.get("lines.greeting"))
    }

    fn piece(&self, side: Side) -> char {
        use quirkat_rules::{Piece, Rank};
        self.look.piece(self.session.game().ruleset().colour(side), Piece { side, rank: Rank::Man })
    }

    fn board(&mut self) -> io::Result<()> {
        let game = self.session.game();
        let scene = Scene::new(game.ruleset(), game.setup());
        write!(self.out, "\n{}\n", terminal::text(&scene, self.look, self.words.0))
    }

    fn position(&mut self) -> io::Result<()> {
        self.board()?;
        let game = self.session.game();
        if let Some(turn) = self.words.last_turn(game) {
            writeln!(self.out, "{turn}")?;
        }
        writeln!(self.out, "{}", self.words.of_side("play.to_move", game.ruleset(), game.to_move()))?;
        if let Some(clocks) = self.words.clocks(self.session) {
            writeln!(self.out, "{clocks}")?;
        }
        let turns = game.turns().unwrap_or_default();
        for rule in self.words.throw(&**game, &turns).into_iter().chain(self.words.obligations(&**game, &turns)) {
            writeln!(self.out, "{rule}.")?;
        }
        self.shown = Some(self.session.revision());
        Ok(())
    }

    fn report(&mut self, event: &Event) -> io::Result<()> {
        let ruleset = self.session.game().ruleset();
        match event {
            Event::Played(side, turn) => writeln!(self.out, "{}", self.words.turn(ruleset, *side, turn))?,
            Event::Hint(line, certain) => {
                writeln!(self.out, "{}", self.words.hint(ruleset, line, certain.as_ref()))?;
            }
            Event::Answered(offer, accepted) => {
                writeln!(self.out, "{}", offer.answer_in_words(*accepted, ruleset, self.words.0))?
            }
            Event::Failed(why) => writeln!(self.out, "{}", self.words.failure(ruleset, why))?,
        }
        if matches!(event, Event::Played(..)) { self.warn(u64::MAX) } else { Ok(()) }
    }

    /// Warns if the game has changed and could not be saved.
    fn warn(&mut self, revision: u64) -> io::Result<()> {
        if let Some(left) = self.session.take_left() {
            writeln!(self.out, "{}", self.words.left(&left, self.session.path()))?;
        }
        match self.session.trouble() {
            Some(trouble) if self.session.revision() != revision => {
                writeln!(self.out, "{}", self.words.say("play.not_saved", &[text("why", trouble)]))
            }
            _ => Ok(()),
        }
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Turn(text) => {
                let mover = self.session.game().to_move();
                match self.session.play_text(&text) {
                    Ok(turn) => writeln!(self.out, "{}", self.words.turn(self.ruleset(), mover, &turn)),
                    Err(refusal) => self.report_refusal(&refusal),
                }
            }
            Command::Undo => match self.session.undo() {
                Ok(1) => writeln!(self.out, "{}", self.words.get("lines.one_taken_back")),
                Ok(count) => writeln!(self.out, "{}", self.words.say("lines.taken_back", &[digits("turns", count)])),
                Err(refusal) => self.report_refusal(&refusal),
            },
            Command::Redo => match self.session.redo() {
                Some(1) => writeln!(self.out, "{}", self.words.get("lines.one_redone")),
                Some(count) => writeln!(self.out, "{}", self.words.say("lines.redone", &[digits("turns", count)])),
                None => writeln!(self.out, "{}", self.words.get("play.nothing_to_redo")),
            },
            Command::Hint => match self.session.ask_hint() {
                Ok(()) => {
                    writeln!(self.out, "{}", self.words.get("lines.looking"))?;
                    self.out.flush()
                }
                Err(refusal) => self.report_refusal(&refusal),
            },
            Command::Moves => self.moves(),
            Command::Board => self.position(),
            Command::Draw => self.offer(OfferKind::Draw),
            Command::Count => self.offer(OfferKind::Count),
            Command::Accept => self.answer(true),
            Command::Decline => self.answer(false),
            Command::Resign => self.attempt(Session::resign),
            Command::Save(path) => match self.session.save_as(&path) {
                Ok(()) => {
                    let path = text("path", path.display().to_string());
                    writeln!(self.out, "{}", self.words.say("play.kept_from_now_on", &[path]))
                }
                Err(error) => writeln!(self.out, "{}", self.words.not_saved_to(&path, &error)),
            },
            Command::Load(path) => match self.session.load(&path) {
                Ok(()) => self.greet(),
                Err(error) => writeln!(self.out, "{}", self.words.not_loaded(&path, &error)),
            },
            Command::Rules => {
                write!(self.out, "{}", rules_in_words(self.ruleset(), self.words.0))
            }
            Command::Help => write!(self.out, "{}", self.words.get("lines.help")),
            Command::Quit => Ok(()),
        }
    }

    fn ruleset(&self) -> &Ruleset {
        self.session.game().ruleset()
    }

    fn attempt(&mut self, act: impl Fn(&mut Session) -> Result<(), Refusal>) -> io::Result<()> {
        match act(self.session) {
            Ok(()) => Ok(()),
            Err(refusal) => self.report_refusal(&refusal),
        }
    }

    fn report_refusal(&mut self, refusal: &Refusal) -> io::Result<()> {
        let (ruleset, language) = (self.session.game().ruleset(), self.words.0);
        writeln!(self.out, "{}", refusal.in_words(ruleset, language))?;
        let Refusal::Illegal(error) = refusal else { return Ok(()) };
        let rules = sentences_for_refusal(ruleset, error, language);
        rules.iter().try_for_each(|rule| writeln!(self.out, "{}", self.words.rule(rule)))
    }

    fn moves(&mut self) -> io::Result<()> {
        let game = self.session.game();
        match game.turns() {
            Ok(turns) => {
                let texts: Vec<_> = turns.iter().map(|turn| turn.text(&game.ruleset().board)).collect();
                writeln!(self.out, "{}", texts.join("  "))
            }
            Err(error) => writeln!(self.out, "{}", error.in_words(self.words.0)),
        }
    }

    fn offer(&mut self, what: OfferKind) -> io::Result<()> {
        let offer = match self.session.make_offer(what) {
            Ok(offer) => offer,
            Err(refusal) => return self.report_refusal(&refusal),
        };
        let (ruleset, asked) = (self.session.game().ruleset(), offer.by.other());
        writeln!(self.out, "{}", offer.in_words(ruleset, self.words.0))?;
        match self.session.player(asked) {
            Player::Human => writeln!(self.out, "{}", self.words.of_side("lines.answer", ruleset, asked)),
            Player::Engine(_) | Player::Outside(_) => Ok(()),
        }
    }

    fn answer(&mut self, accept: bool) -> io::Result<()> {
        match self.session.answer(accept) {
            Ok(offer) => {
                let answer = offer.answer_in_words(accept, self.ruleset(), self.words.0);
                writeln!(self.out, "{answer}")
            }
            Err(refusal) => self.report_refusal(&refusal),
        }
    }
}

#[cfg(test)]
mod tests;
