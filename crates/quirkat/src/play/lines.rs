//! A game in plain lines: for scripts, pipes and terminals that can do no more.
//!
//! Nothing is asked and nothing is timed: the same lines and the same seed give the same answers, as far as the engine's
//! limits are not of time.

use super::command::{Command, HELP, LONGEST};
use super::session::{Deal, Event, Session};
use super::{Player, words};
use quirkat_draw::{Look, Scene, terminal};
use quirkat_rules::Side;
use quirkat_words::rules_in_words;
use std::io::{self, BufRead, ErrorKind, Read, Write};

/// Plays until the game is over, the players leave, or there are no more lines.
///
/// # Errors
/// When reading or writing fails; that nobody reads any more is no failure.
pub fn run(session: &mut Session, look: Look, input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
    match (Lines { session, look, out, shown: None }).play(input) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

struct Lines<'a> {
    session: &'a mut Session,
    look: Look,
    out: &'a mut dyn Write,
    /// The revision of the position that was shown last.
    shown: Option<u64>,
}

impl Lines<'_> {
    fn play(&mut self, input: &mut dyn BufRead) -> io::Result<()> {
        self.greet()?;
        loop {
            while let Some(event) = self.session.wait() {
                self.report(&event)?;
            }
            if self.session.outcome().is_some() {
                self.board()?;
                break;
            }
            if self.shown != Some(self.session.revision()) {
                self.position()?;
            }
            self.out.flush()?;
            let line = match read_line(input)? {
                None => {
                    writeln!(self.out, "The input has ended.")?;
                    break;
                }
                Some(Ok(line)) => line,
                Some(Err(problem)) => {
                    writeln!(self.out, "{problem}")?;
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
                Err(problem) => writeln!(self.out, "{problem}")?,
            }
        }
        write!(self.out, "{}", words::farewell(self.session))?;
        self.out.flush()
    }

    fn greet(&mut self) -> io::Result<()> {
        let ruleset = self.session.game().ruleset();
        writeln!(self.out, "{}", words::title(ruleset))?;
        for side in [ruleset.white(), ruleset.white().other()] {
            let who = words::player(self.session.player(side));
            writeln!(self.out, "{} {}: {who}", self.piece(side), words::side(ruleset, side))?;
        }
        writeln!(self.out, "`help` says what may be written.")
    }

    fn piece(&self, side: Side) -> char {
        use quirkat_rules::{Piece, Rank};
        self.look.piece(self.session.game().ruleset().colour(side), Piece { side, rank: Rank::Man })
    }

    fn board(&mut self) -> io::Result<()> {
        let game = self.session.game();
        let scene = Scene::new(game.ruleset(), game.setup());
        write!(self.out, "\n{}\n", terminal::text(&scene, self.look))
    }

    fn position(&mut self) -> io::Result<()> {
        self.board()?;
        let game = self.session.game();
        writeln!(self.out, "{} to move.", words::side(game.ruleset(), game.to_move()))?;
        let turns = game.turns().unwrap_or_default();
        for rule in
            [words::compulsion(&**game, &turns), words::huffable(&**game, &turns), words::claimable(&**game, &turns)]
                .into_iter()
                .flatten()
        {
            writeln!(self.out, "{rule}.")?;
        }
        self.shown = Some(self.session.revision());
        Ok(())
    }

    fn report(&mut self, event: &Event) -> io::Result<()> {
        let ruleset = self.session.game().ruleset();
        match event {
            Event::Played(side, turn) => writeln!(self.out, "{}", words::turn(ruleset, *side, turn))?,
            Event::Hint(line) => writeln!(self.out, "{}.", words::hint(ruleset, line))?,
            Event::Answered(offer, accepted) => writeln!(self.out, "{}", words::answer(ruleset, *offer, *accepted))?,
            Event::Failed(why) => writeln!(self.out, "The engine cannot go on: {why}.")?,
        }
        if matches!(event, Event::Played(..)) { self.warn(u64::MAX) } else { Ok(()) }
    }

    /// Says if the game has changed and could not be saved.
    fn warn(&mut self, revision: u64) -> io::Result<()> {
        match self.session.trouble() {
            Some(trouble) if self.session.revision() != revision => {
                writeln!(self.out, "The game could not be saved: {trouble}.")
            }
            _ => Ok(()),
        }
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Turn(text) => {
                let mover = self.session.game().to_move();
                match self.session.play_text(&text) {
                    Ok(turn) => writeln!(self.out, "{}", words::turn(self.session.game().ruleset(), mover, &turn)),
                    Err(refusal) => writeln!(self.out, "{refusal}"),
                }
            }
            Command::Undo => match self.session.undo() {
                Ok(1) => writeln!(self.out, "One turn taken back."),
                Ok(count) => writeln!(self.out, "{count} turns taken back."),
                Err(refusal) => writeln!(self.out, "{refusal}"),
            },
            Command::Hint => self.say_refusal(|session| session.ask_hint()),
            Command::Moves => self.moves(),
            Command::Board => self.position(),
            Command::Draw => self.offer(Deal::Draw),
            Command::Count => self.offer(Deal::Count),
            Command::Accept => self.answer(true),
            Command::Decline => self.answer(false),
            Command::Resign => self.say_refusal(Session::resign),
            Command::Save(path) => match self.session.save_as(&path) {
                Ok(()) => writeln!(self.out, "The game is kept in {} from now on.", path.display()),
                Err(error) => writeln!(self.out, "{error:#}"),
            },
            Command::Load(path) => match self.session.load(&path) {
                Ok(()) => self.greet(),
                Err(error) => writeln!(self.out, "{error:#}"),
            },
            Command::Rules => {
                write!(self.out, "{}", rules_in_words(self.session.game().ruleset(), words::LANGUAGE))
            }
            Command::Help => write!(self.out, "{HELP}"),
            Command::Quit => Ok(()),
        }
    }

    fn say_refusal<E: std::fmt::Display>(&mut self, act: impl Fn(&mut Session) -> Result<(), E>) -> io::Result<()> {
        match act(self.session) {
            Ok(()) => Ok(()),
            Err(refusal) => writeln!(self.out, "{refusal}"),
        }
    }

    fn moves(&mut self) -> io::Result<()> {
        let game = self.session.game();
        match game.turns() {
            Ok(turns) => {
                let texts: Vec<_> = turns.iter().map(|turn| turn.text(&game.ruleset().board)).collect();
                writeln!(self.out, "{}", texts.join("  "))
            }
            Err(error) => writeln!(self.out, "{error}"),
        }
    }

    fn offer(&mut self, what: Deal) -> io::Result<()> {
        let offer = match self.session.make_offer(what) {
            Ok(offer) => offer,
            Err(refusal) => return writeln!(self.out, "{refusal}"),
        };
        let ruleset = self.session.game().ruleset();
        writeln!(self.out, "{} offers {}.", words::side(ruleset, offer.by), what)?;
        match self.session.player(offer.by.other()) {
            Player::Human => writeln!(self.out, "{}: accept or decline?", words::side(ruleset, offer.by.other())),
            Player::Engine(_) => Ok(()),
        }
    }

    fn answer(&mut self, accept: bool) -> io::Result<()> {
        match self.session.answer(accept) {
            Ok(offer) => writeln!(self.out, "{}", words::answer(self.session.game().ruleset(), offer, accept)),
            Err(refusal) => writeln!(self.out, "{refusal}"),
        }
    }
}

/// Reads a line of bounded length; `None` at the end of the input.
fn read_line(input: &mut dyn BufRead) -> io::Result<Option<Result<String, String>>> {
    let mut bytes = Vec::new();
    input.take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() > LONGEST && bytes.last() != Some(&b'\n') {
        skip_line(input)?;
        return Ok(Some(Err(format!("a line has at most {LONGEST} bytes"))));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|_| "the line is not UTF-8".to_owned())))
}

fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(buffer.len(), |end| end + 1);
        let done = end.is_some() || buffer.is_empty();
        input.consume(length);
        if done {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests;
