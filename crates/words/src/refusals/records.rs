//! Explains why a text is not a game record, or why a record is not a legal game.

use super::{ErrorText, refusal_in_words};
use crate::TEXTS;
use crate::outcome_in_words;
use crate::texts::{digits, text};
use quirkat_rules::{
    Language, PdnError, PdnLimit, PdnNote, PdnSyntaxError, PdnTagError, PdnTurnError, Replay, Ruleset, clip,
};

impl ErrorText for PdnError {
    fn in_words(&self, language: Language) -> String {
        match self {
            PdnError::TooLarge(part, most) => {
                let what = text("what", TEXTS.words(language, too_many(*part)));
                TEXTS.say(language, "refusals.record_too_large", &[what, digits("most", *most)])
            }
            PdnError::Syntax(line, fault) => {
                let slots = [digits("line", *line), text("why", fault.in_words(language))];
                TEXTS.say(language, "refusals.record_line", &slots)
            }
            PdnError::Empty => TEXTS.say(language, "refusals.record_empty", &[]),
            PdnError::Interrupted(number) => {
                TEXTS.say(language, "refusals.record_unfinished", &[digits("number", *number)])
            }
            PdnError::NoGame => TEXTS.say(language, "refusals.record_no_game", &[]),
            PdnError::UnknownGame(name) => {
                TEXTS.say(language, "refusals.record_unknown_game", &[text("found", clip(name))])
            }
            PdnError::WrongGame { expected: wanted, found } => {
                let slots = [text("found", clip(found)), text("wanted", wanted)];
                TEXTS.say(language, "refusals.record_other_game", &slots)
            }
            PdnError::Version { known, found } => {
                let slots = [text("found", clip(found)), text("known", known.to_string())];
                TEXTS.say(language, "refusals.record_version", &slots)
            }
            PdnError::Tag(error) => {
                let slots = [text("tag", error.name()), text("why", error.in_words(language))];
                TEXTS.say(language, "refusals.record_tag", &slots)
            }
            PdnError::Rules(error) => {
                TEXTS.say(language, "refusals.record_rules", &[text("why", error.in_words(language))])
            }
            PdnError::Turn { number, why, ruleset } => {
                let slots = [digits("number", *number), text("why", turn_in_words(ruleset, why, language))];
                TEXTS.say(language, "refusals.record_turn", &slots)
            }
        }
    }
}

/// Describes the notes of the replay of a record, in a sentence each.
pub fn record_notes(replay: &Replay, language: Language) -> Vec<String> {
    let ruleset = replay.game.ruleset();
    let describe = |note: &PdnNote| match note {
        PdnNote::NotClaimed { number, outcome } => {
            let outcome = text("outcome", outcome_in_words(ruleset, *outcome, language));
            TEXTS.say(language, "refusals.note_not_claimed", &[digits("number", *number), outcome])
        }
        PdnNote::Decided(number) => {
            let turn = replay.game.history()[number - 1].text(&ruleset.board);
            TEXTS.say(language, "refusals.note_decided", &[digits("number", *number), text("turn", turn)])
        }
        PdnNote::Notation(_) => TEXTS.say(language, "refusals.note_notation", &[]),
    };
    replay.notes.iter().map(describe).collect()
}

/// Returns the key of the text for a limit that a record exceeds.
fn too_many(part: PdnLimit) -> &'static str {
    match part {
        PdnLimit::Bytes => "refusals.many_bytes",
        PdnLimit::Games => "refusals.many_games",
        PdnLimit::Tags => "refusals.many_tags",
        PdnLimit::Turns => "refusals.many_turns",
        PdnLimit::Comments => "refusals.many_comments",
        PdnLimit::Remarks => "refusals.many_remarks",
        PdnLimit::Variations => "refusals.many_variations",
        PdnLimit::Depth => "refusals.many_inside",
    }
}

impl ErrorText for PdnSyntaxError {
    fn in_words(&self, language: Language) -> String {
        let key = match self {
            PdnSyntaxError::Nothing => "refusals.record_nothing",
            PdnSyntaxError::Tag => "refusals.tag_form",
            PdnSyntaxError::OpenValue => "refusals.open_value",
            PdnSyntaxError::OpenComment => "refusals.open_comment",
            PdnSyntaxError::OpenVariation => "refusals.open_variation",
            PdnSyntaxError::NoVariation => "refusals.no_variation",
            PdnSyntaxError::ClosesNothing(sign) => {
                return TEXTS.say(language, "refusals.closes_nothing", &[text("found", sign.to_string())]);
            }
            PdnSyntaxError::LoneVariation => "refusals.lone_variation",
            PdnSyntaxError::LoneRemark => "refusals.lone_remark",
            PdnSyntaxError::Remark => "refusals.remark_form",
            PdnSyntaxError::UnknownMove(word) => {
                return TEXTS.say(language, "refusals.unknown_move", &[text("found", clip(word))]);
            }
            PdnSyntaxError::Turn(word) => return TEXTS.say(language, "refusals.no_turn", &[text("found", clip(word))]),
        };
        TEXTS.say(language, key, &[])
    }
}

impl ErrorText for PdnTagError {
    fn in_words(&self, language: Language) -> String {
        match self {
            PdnTagError::Rules(error) => error.in_words(language),
            PdnTagError::Fen(error) => error.in_words(language),
            PdnTagError::Start(error) => error.in_words(language),
            PdnTagError::Termination(error) => error.in_words(language),
        }
    }
}

fn turn_in_words(ruleset: &Ruleset, why: &PdnTurnError, language: Language) -> String {
    match why {
        PdnTurnError::Read(error) => refusal_in_words(ruleset, error, language),
        PdnTurnError::Play(error) => error.in_words(language),
    }
}
