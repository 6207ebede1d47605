//! Hints: a good turn with a reason that a beginner understands.

use crate::lesson::{Goal, after, start_game};
use crate::words::TEXTS;
use quirkat_rules::{AnyGame, Board, Language, Point, Ruleset, Turn, rename_squares};
use quirkat_words::texts::{digits, text};
use quirkat_words::vocabulary;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// Reason for a recommended turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HintReason {
    /// It is the only legal turn.
    Only,
    /// It wins the game at once.
    Wins,
    /// It captures this number of pieces.
    Takes(usize),
    /// It makes a row of three.
    Row,
    /// It promotes a man to a higher rank.
    Promotes,
    /// The piece on the point of this name is threatened, and after the turn no piece is.
    Saves(String),
    /// No piece can be captured after it, unlike after some other turns.
    Safe,
    /// It threatens a capture with the next turn.
    Threatens,
    /// The engine prefers it; no simpler reason applies.
    Best,
}

/// Maximum number of other turns whose safety is examined.
const TRIED: usize = 40;

impl HintReason {
    /// Returns the simplest reason that applies to a legal turn of a game's position.
    pub fn of(game: &AnyGame, turn: &Turn) -> HintReason {
        let turns = game.turns().unwrap_or_default();
        if turns.len() == 1 {
            return HintReason::Only;
        }
        let saves_pieces = game.ruleset().options.aim == quirkat_rules::Aim::Win;
        let reasons =
            [(Goal::Win, HintReason::Wins), (Goal::Row, HintReason::Row), (Goal::Promote, HintReason::Promotes)];
        // Where losing all pieces wins, a capture or a promotion is no reason for a move.
        for (goal, reason) in reasons.into_iter().filter(|(goal, _)| saves_pieces || *goal == Goal::Win) {
            if goal.is_met(game, turn) {
                return reason;
            }
        }
        if !saves_pieces {
            return HintReason::Best;
        }
        if !turn.captures.is_empty() {
            return HintReason::Takes(turn.captures.len());
        }
        let lost_by = |turn: &Turn| after(game, turn).map(|after| capturable_points(&after));
        let is_safe = lost_by(turn).is_some_and(|lost| lost.is_empty());
        if is_safe {
            let threatened = with_other_side_to_move(game).map(|game| capturable_points(&game)).unwrap_or_default();
            if let Some(&point) = threatened.first() {
                return HintReason::Saves(game.ruleset().board.name(point).to_owned());
            }
            let loses = |turn: &Turn| lost_by(turn).is_some_and(|lost| !lost.is_empty());
            if turns.iter().take(TRIED).any(loses) {
                return HintReason::Safe;
            }
        }
        let next = after(game, turn).as_ref().and_then(with_other_side_to_move);
        if next.is_some_and(|next| !capturable_points(&next).is_empty()) {
            HintReason::Threatens
        } else {
            HintReason::Best
        }
    }
}

/// Returns the same position with the other side to move. Returns `None` when the rules do not allow that, or when the
/// game would be over.
fn with_other_side_to_move(game: &AnyGame) -> Option<AnyGame> {
    let mut setup = game.setup();
    setup.to_move = setup.to_move.other();
    start_game(&game.rules(), &setup).filter(|turned| turned.outcome().is_none())
}

/// Returns the points that the side to move could capture.
fn capturable_points(game: &AnyGame) -> BTreeSet<Point> {
    game.turns().unwrap_or_default().into_iter().flat_map(|turn| turn.captures).collect()
}

/// Serialises a reason as one word: `takes:2`.
impl fmt::Display for HintReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HintReason::Only => f.write_str("only"),
            HintReason::Wins => f.write_str("wins"),
            HintReason::Takes(count) => write!(f, "takes:{count}"),
            HintReason::Row => f.write_str("row"),
            HintReason::Promotes => f.write_str("promotes"),
            HintReason::Saves(point) => write!(f, "saves:{point}"),
            HintReason::Safe => f.write_str("safe"),
            HintReason::Threatens => f.write_str("threatens"),
            HintReason::Best => f.write_str("best"),
        }
    }
}

impl FromStr for HintReason {
    type Err = ();

    fn from_str(word: &str) -> Result<HintReason, ()> {
        Ok(match word.split_once(':').unwrap_or((word, "")) {
            ("only", "") => HintReason::Only,
            ("wins", "") => HintReason::Wins,
            ("takes", count) => HintReason::Takes(count.parse().map_err(|_| ())?),
            ("row", "") => HintReason::Row,
            ("promotes", "") => HintReason::Promotes,
            ("saves", point) => HintReason::Saves(point.to_owned()),
            ("safe", "") => HintReason::Safe,
            ("threatens", "") => HintReason::Threatens,
            ("best", "") => HintReason::Best,
            _ => return Err(()),
        })
    }
}

/// A recommended turn with the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// Serialised form: the reason as one word, a space, and the turn in notation.
    text: String,
    reason: HintReason,
}

impl Hint {
    /// Creates a hint for a legal turn of a game's position.
    pub fn new(game: &AnyGame, turn: &Turn) -> Hint {
        let reason = HintReason::of(game, turn);
        Hint { text: format!("{reason} {}", turn.text(&game.ruleset().board)), reason }
    }

    /// Parses a serialised hint. Returns `None` when the text is not a hint.
    pub fn read(text: &str) -> Option<Hint> {
        let reason = text.split_once(' ')?.0.parse().ok()?;
        Some(Hint { text: text.to_owned(), reason })
    }

    /// Returns the hint in its serialised form.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the recommended turn in notation.
    pub fn turn(&self) -> &str {
        self.text.split_once(' ').map_or("", |(_, turn)| turn)
    }

    /// Returns the hint with its squares named as another board does.
    pub fn with_names(&self, from: &Board, to: &Board) -> Hint {
        let reason = match &self.reason {
            HintReason::Saves(point) => HintReason::Saves(rename_squares(point, from, to)),
            other => other.clone(),
        };
        Hint { text: format!("{reason} {}", rename_squares(self.turn(), from, to)), reason }
    }

    /// Describes the turn and its reason in a sentence.
    pub fn in_words(&self, ruleset: &Ruleset, language: Language) -> String {
        let (key, slot) = match &self.reason {
            HintReason::Only => ("hints.only", None),
            HintReason::Wins => ("hints.wins", None),
            HintReason::Takes(count) => ("hints.takes", Some(digits("count", *count))),
            HintReason::Row => ("hints.row", None),
            HintReason::Promotes => ("hints.promotes", None),
            HintReason::Saves(point) => ("hints.saves", Some(text("point", point))),
            HintReason::Safe => ("hints.safe", None),
            HintReason::Threatens => ("hints.threatens", None),
            HintReason::Best => ("hints.best", None),
        };
        let slots: Vec<_> = slot.into_iter().collect();
        let why = TEXTS.say_of(language, key, &slots, &vocabulary(ruleset, language));
        TEXTS.say(language, "hints.hint", &[text("turn", self.turn()), text("why", why)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruling;
    use quirkat_rules::{read_fen, read_turn};

    /// Returns the hint for a turn, in English.
    fn hint_text(title: &str, fen: &str, turn: &str) -> String {
        let ruleset = Ruling::new(title, &[]).unwrap().ruleset();
        let rules = Ruling::new(title, &[]).unwrap().new_game().rules();
        let game = rules.game(Some(&read_fen(&ruleset, fen).unwrap())).unwrap();
        let hint = Hint::new(&game, &read_turn(&*game, turn).unwrap());
        assert_eq!(Hint::read(hint.text()).unwrap(), hint);
        hint.in_words(&ruleset, Language::En)
    }

    #[test]
    fn a_hint_gives_the_simplest_reason() {
        let walker = |fen, turn| hint_text("alquerque:walker", fen, turn);
        assert_eq!(walker("W:Wa1:Bb1,d1,e5", "a1xc1xe1"), "a1xc1xe1: there is no other move.");
        assert_eq!(walker("W:Wa1,b3:Bb2", "a1xc3"), "a1xc3: it wins.");
        assert_eq!(walker("W:Wa1:Bb1,b2,d1,e5", "a1xc1xe1"), "a1xc1xe1: it takes 2 pieces.");
        assert_eq!(walker("W:Wc3,a1:Bd4,e5", "c3-c2"), "c3-c2: something on c3 could be taken, and now nothing can.");
        assert_eq!(walker("W:Wa1,a2:Bc1,e5", "a2-a3"), "a2-a3: after it nothing of yours can be taken.");
        assert_eq!(walker("W:Wa1,a2:Bc5,e5", "a1-b1"), "a1-b1: it looks best.");
        assert_eq!(hint_text("english", "W:W7:B12,20", "7-2"), "7-2: it promotes a man.");
    }

    #[test]
    fn invalid_hints_are_not_parsed() {
        for wrong in ["", "wins", "takes b2-c3", "takes:many b2-c3", "hope b2-c3", "only:1 b2-c3"] {
            assert_eq!(Hint::read(wrong), None, "{wrong}");
        }
    }
}
