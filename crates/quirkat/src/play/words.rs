//! Texts of both front ends, in the player's language.

use super::Player;
use super::command::NoFile;
use super::session::{Failure, Millis, SaveError, Session, Termination};
use crate::words::Words;
use quirkat_match::outside::{OutsideError, ProtocolError};
use quirkat_play::Obligations;
use quirkat_rules::{AnyGame, Dtw, GameValue, Outcome, PdnError, Piece, Play, Point, Ruleset, Side, Turn, Wdl, clip};
use quirkat_search::{Score, TableReport, Variation};
use quirkat_words::texts::{digits, text};
use quirkat_words::{
    ErrorText, RuleAspect, counted, outcome_in_words, refusal_in_words, sentences_about, turn_in_words,
};
use std::borrow::Cow;
use std::io;
use std::path::Path;
use textwrap::WordSplitter;
use textwrap::core::display_width;

/// Remaining time below which a clock shows tenths of seconds.
pub const HURRY: Millis = 10_000;

impl Words {
    /// Describes the pieces on a point, a tower from top to bottom.
    pub fn column(self, ruleset: &Ruleset, point: Point, pieces: &[Piece]) -> String {
        let blocks: Vec<_> = pieces
            .chunk_by(|a, b| a == b)
            .rev()
            .map(|block| {
                let (count, piece) = (block.len(), block[0]);
                let is_its_own = ruleset.info.sides[piece.side.index()].ranks[piece.rank.index()].is_some();
                let noun = counted(ruleset.rank_name(Some(piece.side), piece.rank), count, self.0);
                // A name that only this side has for the rank needs no owner.
                let owned = || {
                    let owner = quirkat_words::side("owner", ruleset, piece.side, self.0);
                    self.say("play.owned", &[owner, text("noun", noun.as_str())]).to_lowercase()
                };
                (count, if is_its_own { noun } else { owned() })
            })
            .collect();
        let point = || text("point", ruleset.board.name(point));
        let Some(((count, top), below)) = blocks.split_first() else { return self.say("play.empty", &[point()]) };
        let mut description = if *count == 1 { top.clone() } else { format!("{count} {top}") };
        if !below.is_empty() {
            let below: Vec<_> = below.iter().map(|(count, block)| format!("{count} {block}")).collect();
            description = self.say("play.over", &[text("top", description), text("below", below.join(", "))]);
        }
        self.say("play.column", &[point(), text("pieces", description)])
    }

    /// Names the player of a side.
    pub fn player(self, player: &Player) -> String {
        match player {
            Player::Human => self.get("play.you").to_owned(),
            Player::Engine(level) => match level.number() {
                Some(number) => self.say("play.engine", &[digits("level", number.into())]),
                None => self.get("play.perfect").to_owned(),
            },
            Player::Outside(name) => name.clone(),
        }
    }

    /// Describes the last move of a game, with its side; `None` at the start.
    pub fn last_turn(self, game: &AnyGame) -> Option<String> {
        self.turn_before(game, game.history().len())
    }

    /// Describes the move that led to a ply, with its side; `None` at the start.
    pub fn turn_before(self, game: &AnyGame, ply: usize) -> Option<String> {
        let ply = ply.checked_sub(1)?;
        let words = text("turn", turn_in_words(&**game, ply, self.0)?);
        let mover = self.slot(game.ruleset(), game.setup_after(ply).to_move);
        Some(self.say("play.turn", &[mover, words]) + ".")
    }

    /// Returns a move in notation, with its side.
    pub fn turn(self, ruleset: &Ruleset, mover: Side, turn: &Turn) -> String {
        self.say("play.turn", &[self.slot(ruleset, mover), text("turn", turn.text(&ruleset.board))])
    }

    /// Describes a hint: the engine's move with its score, and the value of every move that tables contain.
    pub fn hint(self, ruleset: &Ruleset, line: &Variation, certain: Option<&TableReport>) -> String {
        let first = line.turns.first().map(|turn| turn.text(&ruleset.board)).unwrap_or_default();
        let hint = self.say("play.hint", &[text("turn", first), text("score", self.score(line.score))]);
        let values = certain.and_then(|certain| self.perfect_play(ruleset, certain));
        [Some(hint), values].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Returns the known values of moves; `None` where none is known.
    fn perfect_play(self, ruleset: &Ruleset, certain: &TableReport) -> Option<String> {
        let values = certain.turns.iter().filter_map(|(turn, value)| {
            Some(format!("{} {}", turn.text(&ruleset.board), self.value_in_words((*value)?)))
        });
        let values: Vec<_> = values.collect();
        (!values.is_empty()).then(|| self.say("play.perfect_play", &[text("turns", values.join(", "))]))
    }

    /// States the proved values of a position and of its moves.
    pub fn proved(self, game: &AnyGame, certain: &TableReport) -> String {
        let (ruleset, to_move) = (game.ruleset(), game.to_move());
        let position = certain.position.map(|GameValue { wdl, dtw }| {
            let (key, winner) = match wdl {
                Wdl::Win => ("play.proved_win", to_move),
                Wdl::Draw => ("play.proved_draw", to_move),
                Wdl::Loss => ("play.proved_win", to_move.other()),
            };
            match dtw.filter(|_| wdl != Wdl::Draw) {
                Some(Dtw(plies)) => {
                    self.say("play.proved_win_in", &[self.slot(ruleset, winner), digits("plies", plies as usize)])
                }
                None => self.say(key, &[self.slot(ruleset, winner)]),
            }
        });
        let moves = self.perfect_play(ruleset, certain);
        [position, moves].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Describes the value of a move in tables.
    fn value_in_words(self, value: GameValue) -> String {
        let counted = |key, plies: u32| self.say(key, &[digits("plies", plies as usize)]);
        match value {
            GameValue { wdl: Wdl::Win, dtw: Some(Dtw(plies)) } => counted("play.known_win_in", plies),
            GameValue { wdl: Wdl::Win, dtw: None } => self.get("play.known_win").to_owned(),
            GameValue { wdl: Wdl::Draw, .. } => self.get("play.known_draw").to_owned(),
            GameValue { wdl: Wdl::Loss, dtw: Some(Dtw(plies)) } => counted("play.known_loss_in", plies),
            GameValue { wdl: Wdl::Loss, dtw: None } => self.get("play.known_loss").to_owned(),
        }
    }

    /// Describes a score: the winner's moves to a certain end, or the score in men.
    pub fn score(self, score: Score) -> String {
        let turns = |plies: i32| digits("turns", plies.unsigned_abs().div_ceil(2) as usize);
        match score.plies_to_end() {
            Some(plies) if plies > 0 => self.say("play.wins_in", &[turns(plies)]),
            Some(plies) => self.say("play.loses_in", &[turns(plies)]),
            None if score.is_won() => self.get("play.known_win").to_owned(),
            None if score.is_lost() => self.get("play.known_loss").to_owned(),
            None => self.say("play.score", &[text("score", score.to_string())]),
        }
    }

    /// Returns the obligations of the side to move, each with its moves. Empty where the rules leave a free choice.
    pub fn obligations(self, game: &dyn Play, turns: &[Turn]) -> Vec<String> {
        let ruleset = game.ruleset();
        Obligations::of(&ruleset.options, turns).in_words(ruleset, self.0)
    }

    /// Describes the throw that this move follows, and what it allows; `None` without a throw.
    pub fn throw(self, game: &dyn Play, turns: &[Turn]) -> Option<String> {
        let dice = game.history().last()?.roll?.map(|die| die.to_string()).join("-");
        let allows_more = turns.iter().any(|turn| turn.drops.len() > 1);
        let key = if allows_more { "play.throw_of_three" } else { "play.throw_of_one" };
        Some(self.say(key, &[text("dice", dice)]))
    }

    /// Explains why the engine cannot continue.
    pub fn failure(self, ruleset: &Ruleset, failure: &Failure) -> String {
        let why = match failure {
            Failure::Stopped => self.get("play.engine_stopped").to_owned(),
            Failure::NoTurn => self.get("play.nothing_to_think").to_owned(),
            Failure::TooManyTurns(error) => error.in_words(self.0),
            Failure::Refused(refusal) => refusal.in_words(ruleset, self.0),
            Failure::Outside(error) => self.outside(ruleset, error),
        };
        self.say("play.cannot_go_on", &[text("why", why)])
    }

    /// Explains the failure of an outside engine. Messages of the system and of the engine keep their own language.
    pub fn outside(self, ruleset: &Ruleset, error: &OutsideError) -> String {
        let awaited = |awaited: &'static str| text("awaited", awaited);
        match error {
            OutsideError::Start { program, why } => {
                self.say("outside.start", &[text("program", program), text("why", why)])
            }
            OutsideError::Silent { awaited: word, after } => {
                self.say("outside.silent", &[awaited(word), text("seconds", after.as_secs_f64().to_string())])
            }
            OutsideError::Died { awaited: word, status: None } => self.say("outside.died", &[awaited(word)]),
            OutsideError::Died { awaited: word, status: Some(status) } => {
                self.say("outside.died_so", &[awaited(word), text("status", status)])
            }
            OutsideError::Protocol(error) => {
                let why = match error {
                    ProtocolError::LongLine(most) => self.say("outside.long_line", &[digits("most", *most)]),
                    ProtocolError::LongGreeting { awaited: word, most } => {
                        self.say("outside.long_greeting", &[awaited(word), digits("most", *most)])
                    }
                    ProtocolError::NotUtf8 => self.get("outside.not_utf8").to_owned(),
                    ProtocolError::NoTurn(word) => self.say("outside.no_turn", &[text("word", *word)]),
                    ProtocolError::Message(why) => why.clone(),
                    ProtocolError::Refusal(why) => self.say("outside.refusal", &[text("why", clip(why))]),
                };
                self.say("outside.fault", &[text("why", why)])
            }
            OutsideError::NoNodes(protocol) => self.say("outside.no_nodes", &[text("protocol", *protocol)]),
            OutsideError::Connect { address, why } => {
                self.say("outside.connect", &[text("address", address), text("why", why)])
            }
            OutsideError::NotLoopback { address } => self.say("outside.not_loopback", &[text("address", address)]),
            OutsideError::Declined => self.get("outside.declined").to_owned(),
            OutsideError::Resigned => self.get("outside.resigned").to_owned(),
            OutsideError::EndedGame => self.get("outside.ended_game").to_owned(),
            OutsideError::UnknownGame { title, rules } => {
                let game = [std::slice::from_ref(title), rules].concat().join(" ");
                self.say("outside.unknown_game", &[text("game", game)])
            }
            OutsideError::UnknownSetting { found, allowed } => {
                self.say("outside.unknown_setting", &[text("found", clip(found)), text("allowed", allowed.join(", "))])
            }
            OutsideError::Illegal { turn, position, why } => {
                let why = refusal_in_words(ruleset, why, self.0);
                self.say("outside.illegal", &[text("turn", clip(turn)), text("position", position), text("why", why)])
            }
        }
    }

    /// States that a command needs the name of a file.
    pub fn no_file(self, NoFile(command): &NoFile) -> String {
        self.say("play.needs_file", &[text("command", command)])
    }

    /// States the new file of a game after another program has written to the old one.
    pub fn left(self, left: &Path, path: &Path) -> String {
        let slots = [text("left", left.display().to_string()), text("path", path.display().to_string())];
        self.say("play.left", &slots)
    }

    /// Explains why a game cannot be saved to a file.
    pub fn not_saved_to(self, path: &Path, error: &SaveError) -> String {
        let path = text("path", path.display().to_string());
        match error {
            SaveError::Exists => self.say("play.exists", &[path]),
            SaveError::Write(why) => self.say("play.cannot_write", &[path, text("why", why.to_string())]),
        }
    }

    /// Explains why no game can be loaded from a file. Messages of the system keep their own language.
    pub fn not_loaded(self, path: &Path, error: &anyhow::Error) -> String {
        let say = |key, why| self.say(key, &[text("path", path.display().to_string()), text("why", why)]);
        if let Some(why) = error.downcast_ref::<PdnError>() {
            say("play.cannot_load", why.in_words(self.0))
        } else if let Some(why) = error.downcast_ref::<io::Error>() {
            say("play.cannot_read", why.to_string())
        } else {
            format!("{error:#}")
        }
    }

    /// Describes how the game has ended; `None` while it continues.
    pub fn end(self, session: &Session) -> Option<String> {
        let ruleset = session.game().ruleset();
        if let Some(outcome) = session.outcome() {
            return Some(outcome_in_words(ruleset, outcome, self.0));
        }
        session.termination().map(|ending| self.ending(ruleset, ending))
    }

    /// Describes an end of the game by other causes than its rules.
    pub fn ending(self, ruleset: &Ruleset, ending: Termination) -> String {
        let key = match ending {
            Termination::Time(_) => "play.out_of_time",
            Termination::Absence(_) => "play.stayed_away",
            Termination::CalledOff => "play.called_off",
        };
        let side = |slot, side| quirkat_words::side(slot, ruleset, side, self.0);
        let sides = ending.loser().map(|loser| [side("loser", loser), side("winner", loser.other())]);
        self.say(key, sides.as_ref().map_or(&[], |sides| sides))
    }

    /// Returns the remaining times, White's first; `None` without clocks.
    pub fn clocks(self, session: &Session) -> Option<String> {
        let ruleset = session.game().ruleset();
        let times = [ruleset.white(), ruleset.white().other()].map(|side| {
            let (left, _) = session.clock(side)?;
            Some(self.say("play.column", &[text("point", self.side(ruleset, side)), text("pieces", clock_face(left))]))
        });
        Some(times.into_iter().collect::<Option<Vec<_>>>()?.join(", "))
    }

    /// Returns the text for players who leave: the end of the game, its file, and the command that resumes it.
    pub fn farewell(self, session: &Session) -> String {
        let ruleset = session.game().ruleset();
        let ending = self.end(session).map(|end| {
            let by_rule = |outcome: Outcome| sentences_about(ruleset, RuleAspect::End(outcome.reason), self.0);
            let rules = session.outcome().map_or_else(Vec::new, by_rule);
            let why: String = rules.iter().map(|rule| self.rule(rule) + "\n").collect();
            format!("{end}\n{why}")
        });
        let saved = match (session.is_saved(), session.trouble()) {
            (_, Some(trouble)) => self.say("play.not_saved", &[text("why", trouble)]) + "\n",
            (false, None) => String::new(),
            (true, None) if ending.is_some() => {
                self.say("play.kept", &[text("path", session.path().display().to_string())]) + "\n"
            }
            (true, None) => format!("{}\n  quirkat play --resume {}\n", self.get("play.saved"), quoted_path(session)),
        };
        ending.unwrap_or_default() + &saved
    }
}

/// Formats a remaining time: minutes and seconds, hours if there are any, and tenths in the last ten seconds.
pub fn clock_face(left: Millis) -> String {
    let seconds = left / 1_000;
    match left {
        ..HURRY => format!("0:0{seconds}.{}", left / 100 % 10),
        HURRY..3_600_000 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60),
    }
}

/// Wraps a text into lines of at most `columns` columns, between words. A word that is longer than a line is broken before
/// the sign that joins two points of a move, or where it has none, at the end of the line.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let options = textwrap::Options::new(columns.max(1)).word_splitter(WordSplitter::NoHyphenation);
    let words = |paragraph: &str| {
        let words: Vec<_> = paragraph.split_ascii_whitespace().map(|word| broken(word, columns)).collect();
        words.join(" ")
    };
    let lines =
        |paragraph: &str| textwrap::wrap(&words(paragraph), &options).into_iter().map(Cow::into_owned).collect();
    text.split('\n').flat_map::<Vec<_>, _>(lines).collect()
}

/// Breaks a word that is longer than a line before signs that join points of a move, by spaces.
fn broken(word: &str, columns: usize) -> String {
    if display_width(word) <= columns {
        return word.to_owned();
    }
    let is_joint = |sign: char| matches!(sign, 'x' | '-' | ',');
    let mut lines = vec![String::new()];
    let mut rest = word;
    while !rest.is_empty() {
        let next = rest.char_indices().skip(1).find(|&(_, sign)| is_joint(sign)).map_or(rest.len(), |(at, _)| at);
        let (part, after) = rest.split_at(next);
        rest = after;
        match lines.last_mut() {
            Some(line) if line.is_empty() || display_width(line) + display_width(part) <= columns => {
                line.push_str(part)
            }
            _ => lines.push(part.to_owned()),
        }
    }
    lines.join(" ")
}

/// Returns the path of the record, quoted for a shell.
fn quoted_path(session: &Session) -> String {
    let path = session.path().display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+,:@\\".contains(letter);
    if path.chars().all(plain) { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::Language;
    use quirkat_rules::{Rank, find_game};

    #[test]
    fn a_tower_is_described_from_the_top() {
        let ruleset = find_game("alquerque").unwrap().ruleset(Some("roman"), &[]).unwrap();
        let point = ruleset.board.point("c3").unwrap();
        let pieces: Vec<_> = "BbbwwW"
            .chars()
            .map(|sign| Piece {
                side: if sign.eq_ignore_ascii_case(&'w') { Side::First } else { Side::Second },
                rank: if sign.is_ascii_uppercase() { Rank::King } else { Rank::Man },
            })
            .collect();
        let describe = |pieces| Words(Language::En).column(&ruleset, point, pieces);
        assert_eq!(describe(&pieces), "c3: white king over 2 white men, 2 black men, 1 black king");
        assert_eq!(describe(&pieces[..4]), "c3: white man over 2 black men, 1 black king");
        assert_eq!(describe(&pieces[..3]), "c3: 2 black men over 1 black king");
        assert_eq!(describe(&pieces[3..4]), "c3: white man");
        assert_eq!(describe(&[]), "c3: empty");
        let french = Words(Language::Fr).column(&ruleset, point, &pieces[..4]);
        assert_eq!(french, "c3\u{a0}: pion des blancs sur 2 pions des noirs, 1 dame des noirs");
    }

    #[test]
    fn clocks_show_tenths_in_the_last_ten_seconds() {
        let faces = [0, 9_999, 10_000, 299_999, 3_600_000, 10_799_000].map(clock_face);
        assert_eq!(faces, ["0:00.0", "0:09.9", "0:10", "4:59", "1:00:00", "2:59:59"]);
    }

    #[test]
    fn texts_are_wrapped_and_never_cut() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("a1xc3xe5xg7 b2", 6), ["a1xc3", "xe5xg7", "b2"]);
        assert_eq!(wrapped("to a1xc3xe5", 6), ["to", "a1xc3", "xe5"]);
        assert_eq!(wrapped("incomprehensible", 6), ["incomp", "rehens", "ible"]);
        assert_eq!(wrapped("", 6), [""]);
    }
}
