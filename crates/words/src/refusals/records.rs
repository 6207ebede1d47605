//! Explains why a text is not a game record, or why a record is not a legal game.

use super::{ErrorText, refusal_in_words};
use crate::TEXTS;
use crate::texts::{digits, text};
use quirkat_rules::{Language, PdnError, PdnLimit, PdnSyntaxError, PdnTagError, PdnTurnError, Ruleset, clip};

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
            PdnError::MissingTag(tag) => TEXTS.say(language, "refusals.record_no_tag", &[text("tag", *tag)]),
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
