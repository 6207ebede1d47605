//! Explains why a position is refused.

use super::ErrorText;
use crate::TEXTS;
use crate::texts::{digits, text};
use quirkat_rules::{DiagramError, FenError, Language, MAX_FEN_LEN, SetupError, clip};

impl ErrorText for SetupError {
    fn in_words(&self, language: Language) -> String {
        match self {
            SetupError::OtherBoard { wanted, found } => {
                let slots = [digits("wanted", *wanted), digits("found", *found)];
                TEXTS.say(language, "refusals.other_board", &slots)
            }
            SetupError::Column(point) => TEXTS.say(language, "refusals.column", &[text("point", point)]),
            SetupError::Mixed(point) => TEXTS.say(language, "refusals.mixed", &[text("point", point)]),
            SetupError::TooManyPieces { most, found } => {
                let slots = [digits("most", *most), digits("found", *found)];
                TEXTS.say(language, "refusals.too_many_pieces", &slots)
            }
            SetupError::Rank(point) => TEXTS.say(language, "refusals.rank", &[text("point", point)]),
            SetupError::UnpromotedMan(point) => TEXTS.say(language, "refusals.unpromoted_man", &[text("point", point)]),
            SetupError::UnusedMemory(what) => TEXTS.say(language, "refusals.recollection", &[text("what", *what)]),
            SetupError::Contradiction { what, point } => {
                TEXTS.say(language, "refusals.contradicts", &[text("what", *what), text("point", point)])
            }
        }
    }
}

impl ErrorText for FenError {
    fn in_words(&self, language: Language) -> String {
        let found = |key, found: &str| TEXTS.say(language, key, &[text("found", clip(found))]);
        let point = |key, point: &str| TEXTS.say(language, key, &[text("point", point)]);
        match self {
            FenError::TooLong(found) => {
                let slots = [digits("found", *found), digits("most", MAX_FEN_LEN)];
                TEXTS.say(language, "refusals.position_too_long", &slots)
            }
            FenError::ToMove(word) => found("refusals.to_move", word),
            FenError::UnknownField(word) => found("refusals.field", word),
            FenError::UnknownPoint(word) => found("refusals.no_point", word),
            FenError::OccupiedTwice(at) => point("refusals.two_pieces", at),
            FenError::DuplicateField(field) => TEXTS.say(language, "refusals.field_twice", &[text("found", field)]),
            FenError::NoPiece(at) => point("refusals.no_piece", at),
            FenError::Tower(word) => found("refusals.tower", word),
            FenError::TakenPiece(word) => found("refusals.taken_piece", word),
        }
    }
}

impl ErrorText for DiagramError {
    fn in_words(&self, language: Language) -> String {
        match self {
            DiagramError::RowCount { expected: wanted, found } => {
                let slots = [digits("wanted", *wanted), digits("found", *found)];
                TEXTS.say(language, "refusals.diagram_rows", &slots)
            }
            DiagramError::RowLength { row, expected: wanted, found } => {
                let slots = [digits("row", *row), digits("wanted", *wanted), digits("found", *found)];
                TEXTS.say(language, "refusals.diagram_row", &slots)
            }
            DiagramError::UnknownLetter(found) => {
                TEXTS.say(language, "refusals.diagram_letter", &[text("found", clip(found))])
            }
            DiagramError::ToMove(error) => error.in_words(language),
        }
    }
}
