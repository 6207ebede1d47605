//! Explains why a choice of rules is refused.

use super::ErrorText;
use crate::TEXTS;
use crate::texts::{Slot, digits, text};
use quirkat_rules::{
    BoardKind, CompileError, ConstructError, Language, LayoutError, OptionError, OptionKey, RulesetCondition,
    RulesetError, clip, similar_word,
};

impl ErrorText for OptionError {
    fn in_words(&self, language: Language) -> String {
        match self {
            OptionError::UnknownKey(found) => {
                let like = similar(found, OptionKey::names(), language);
                let slots = [text("found", clip(found)), like, text("allowed", list_keys(&OptionKey::ALL))];
                TEXTS.say(language, "refusals.unknown_option", &slots)
            }
            OptionError::UnknownValue { key, found } => {
                let like = similar(found, key.words().map(|(word, _)| word), language);
                let allowed = text("allowed", allowed_values(*key, language));
                let slots = [text("option", key.name()), text("found", clip(found)), like, allowed];
                TEXTS.say(language, "refusals.unknown_value", &slots)
            }
            OptionError::Syntax(found) => TEXTS.say(language, "refusals.option_form", &[text("found", clip(found))]),
            OptionError::Duplicate(key) => TEXTS.say(language, "refusals.option_twice", &[text("option", key.name())]),
        }
    }
}

impl ErrorText for RulesetError {
    fn in_words(&self, language: Language) -> String {
        match self {
            RulesetError::UnknownVariant { game, found, allowed } => {
                let like = similar(found, allowed.iter().map(String::as_str), language);
                let slots = [text("game", game), text("found", clip(found)), like, text("allowed", allowed.join(", "))];
                TEXTS.say(language, "refusals.unknown_variant", &slots)
            }
            RulesetError::Option(error) => error.in_words(language),
            RulesetError::UnusedOption { game, option, allowed } => {
                let slots = [text("option", option.name()), text("game", game), text("allowed", list_keys(allowed))];
                TEXTS.say(language, "refusals.no_such_layout", &slots)
            }
            RulesetError::Layout(error) => error.in_words(language),
            RulesetError::Contradiction { option, value, condition: place, allowed, .. } => {
                let place = text("where", TEXTS.words(language, circumstance(*place)));
                let slots = [text("option", option.name()), text("value", value), place];
                if allowed.is_empty() {
                    return TEXTS.say(language, "refusals.contradiction", &slots);
                }
                let allowed = [text("allowed", allowed.join(", "))];
                TEXTS.say(language, "refusals.contradiction_but", &[&slots[..], &allowed].concat())
            }
            RulesetError::BoardTooLarge { option, most, found } => {
                let cause = option.map_or_else(|| "setup".to_owned(), |(key, value)| format!("{key}={value}"));
                let slots = [text("cause", cause), digits("most", *most), digits("found", *found)];
                TEXTS.say(language, "refusals.board_too_large", &slots)
            }
        }
    }
}

impl ErrorText for CompileError {
    fn in_words(&self, language: Language) -> String {
        match self {
            CompileError::Ruleset(error) => error.in_words(language),
            CompileError::Start(error) => {
                TEXTS.say(language, "refusals.start", &[text("why", error.in_words(language))])
            }
        }
    }
}

impl ErrorText for LayoutError {
    fn in_words(&self, language: Language) -> String {
        let key = match self {
            LayoutError::MissingBoard => "refusals.no_board",
            LayoutError::MissingSetup => "refusals.no_setup",
            LayoutError::Board(error) => return error.in_words(language),
            LayoutError::Diagram(error) => return error.in_words(language),
            LayoutError::NoMiddlePoint => "refusals.no_middle",
            LayoutError::NoMirrorImage => "refusals.no_mirror_image",
            LayoutError::NotAlternating => "refusals.not_alternating",
        };
        TEXTS.say(language, key, &[])
    }
}

impl ErrorText for ConstructError {
    fn in_words(&self, language: Language) -> String {
        let form = |kind| TEXTS.words(language, call(kind));
        match self {
            ConstructError::Unknown(found) => {
                let forms = BoardKind::ALL.map(form).join(TEXTS.words(language, "refusals.semicolon"));
                let slots = [text("found", found), text("allowed", forms)];
                TEXTS.say(language, "refusals.no_constructor", &slots)
            }
            ConstructError::Form { found, kind } => {
                let slots = [text("found", found), text("allowed", form(*kind))];
                TEXTS.say(language, "refusals.construct_form", &slots)
            }
        }
    }
}

/// Returns a slot that names a similar word before the allowed ones, or nothing.
pub fn similar<'a>(found: &str, allowed: impl IntoIterator<Item = &'a str>, language: Language) -> Slot {
    let named = |word| TEXTS.say(language, "refusals.similar", &[text("word", word)]);
    text("similar", similar_word(found, allowed).map_or_else(String::new, named))
}

/// Returns the allowed values of an option: words, which are the same in every language, or a description of numbers.
pub fn allowed_values(key: OptionKey, language: Language) -> String {
    match key {
        OptionKey::TakenToWin => TEXTS.words(language, "refusals.values_toll").to_owned(),
        OptionKey::NoCaptureLimit | OptionKey::KingMoveLimit => {
            TEXTS.words(language, "refusals.values_limit").to_owned()
        }
        OptionKey::N => TEXTS.words(language, "refusals.values_strip").to_owned(),
        OptionKey::Size => TEXTS.words(language, "refusals.values_size").to_owned(),
        _ => key.allowed(),
    }
}

/// Returns the key of the text for the call of a board constructor.
fn call(kind: BoardKind) -> &'static str {
    match kind {
        BoardKind::Alq => "refusals.board_alq",
        BoardKind::Cross => "refusals.board_cross",
        BoardKind::Tri => "refusals.board_tri",
        BoardKind::Serpent => "refusals.board_serpent",
        BoardKind::Queah13 => "refusals.board_queah13",
        BoardKind::Grid => "refusals.board_grid",
        BoardKind::Checker => "refusals.board_checker",
        BoardKind::Lasca7 => "refusals.board_lasca7",
        BoardKind::Mill24 => "refusals.board_mill24",
    }
}

/// Returns the key of the text for the condition that forbids a value.
fn circumstance(circumstance: RulesetCondition) -> &'static str {
    match circumstance {
        RulesetCondition::Towers => "refusals.where_towers",
        RulesetCondition::TakenLeave => "refusals.where_taken_leave",
        RulesetCondition::Approach => "refusals.where_approach",
        RulesetCondition::NoApproach => "refusals.where_no_approach",
        RulesetCondition::Custodial => "refusals.where_custodial",
        RulesetCondition::NothingMoves => "refusals.where_nothing_moves",
        RulesetCondition::HigherPieces => "refusals.where_higher_pieces",
        RulesetCondition::BentLeaps => "refusals.where_bent_leaps",
        RulesetCondition::KingsAtStart => "refusals.where_kings_at_start",
        RulesetCondition::KingMissing => "refusals.where_king_missing",
        RulesetCondition::EmptyHands => "refusals.where_empty_hands",
        RulesetCondition::FullHands => "refusals.where_full_hands",
        RulesetCondition::NoPlacing => "refusals.where_no_placing",
        RulesetCondition::Placing => "refusals.where_placing",
        RulesetCondition::EntersAndMoves => "refusals.where_enters_and_moves",
        RulesetCondition::Princes => "refusals.where_princes",
        RulesetCondition::RowsMeanNothing => "refusals.where_rows_mean_nothing",
        RulesetCondition::RowsTake => "refusals.where_rows_take",
        RulesetCondition::TooFewPieces => "refusals.where_too_few_pieces",
    }
}

/// Returns the keys of options as a list for a message.
pub fn list_keys(keys: &[OptionKey]) -> String {
    keys.iter().map(|key| key.name()).collect::<Vec<_>>().join(", ")
}
