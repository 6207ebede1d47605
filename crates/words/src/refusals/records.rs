//! Why a text is no game record, or a record no game.

use super::{Refusal, refusal_in_words};
use crate::TEXTS;
use crate::texts::{digits, text};
use quirkat_rules::{Language, PdnError, PdnFault, PdnPart, PdnTagError, PdnTurnError, Ruleset, clip};

impl Refusal for PdnError {
    fn in_words(&self, language: Language) -> String {
        match self {
            PdnError::TooLarge(part, most) => {
                let what = text("what", TEXTS.words(language, too_many(*part)));
                TEXTS.say(language, "refusals.record_too_large", &[what, digits("most", *most)])
            }
            PdnError::Form(line, fault) => {
                let slots = [digits("line", *line), text("why", fault.in_words(language))];
                TEXTS.say(language, "refusals.record_line", &slots)
            }
            PdnError::Empty => TEXTS.say(language, "refusals.record_empty", &[]),
            PdnError::Unfinished(number) => {
                TEXTS.say(language, "refusals.record_unfinished", &[digits("number", *number)])
            }
            PdnError::MissingTag(tag) => TEXTS.say(language, "refusals.record_no_tag", &[text("tag", *tag)]),
            PdnError::OtherGame { wanted, found } => {
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

/// The text for what there is too much of.
fn too_many(part: PdnPart) -> &'static str {
    match part {
        PdnPart::Bytes => "refusals.many_bytes",
        PdnPart::Games => "refusals.many_games",
        PdnPart::Tags => "refusals.many_tags",
        PdnPart::Turns => "refusals.many_turns",
        PdnPart::Comments => "refusals.many_comments",
        PdnPart::Remarks => "refusals.many_remarks",
        PdnPart::Variations => "refusals.many_variations",
        PdnPart::Depth => "refusals.many_inside",
    }
}

impl Refusal for PdnFault {
    fn in_words(&self, language: Language) -> String {
        let key = match self {
            PdnFault::Nothing => "refusals.record_nothing",
            PdnFault::Tag => "refusals.tag_form",
            PdnFault::OpenValue => "refusals.open_value",
            PdnFault::OpenComment => "refusals.open_comment",
            PdnFault::OpenVariation => "refusals.open_variation",
            PdnFault::NoVariation => "refusals.no_variation",
            PdnFault::ClosesNothing(sign) => {
                return TEXTS.say(language, "refusals.closes_nothing", &[text("found", sign.to_string())]);
            }
            PdnFault::LoneVariation => "refusals.lone_variation",
            PdnFault::LoneRemark => "refusals.lone_remark",
            PdnFault::Remark => "refusals.remark_form",
            PdnFault::Turn(word) => return TEXTS.say(language, "refusals.no_turn", &[text("found", clip(word))]),
        };
        TEXTS.say(language, key, &[])
    }
}

impl Refusal for PdnTagError {
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
