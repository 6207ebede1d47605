//! Describes the errors of a data file: what the file contains, and what is allowed.

use super::ErrorText;
use super::rulesets::{list_keys, similar};
use crate::TEXTS;
use crate::texts::{Slot, digits, text};
use quirkat_rules::{
    BoardError, Diagnostic, Expected, FileErrors, Finding, Language, MAX_LINES, MAX_POINTS, MissingFile,
    NoEffectReason, Reason, Unexpected,
};

/// One line for each error, with its place.
impl ErrorText for FileErrors {
    fn in_words(&self, language: Language) -> String {
        self.0.iter().map(|fault| fault.in_words(language)).collect::<Vec<_>>().join("\n")
    }
}

/// The place precedes the message and is the same in every language.
impl ErrorText for Diagnostic {
    fn in_words(&self, language: Language) -> String {
        self.with_message(self.finding.in_words(language))
    }
}

impl ErrorText for Finding {
    fn in_words(&self, language: Language) -> String {
        let say = |key, slots: &[Slot]| TEXTS.say(language, key, slots);
        let found = |key, found: &str, allowed: String| say(key, &[text("found", found), text("allowed", allowed)]);
        match self {
            Finding::InvalidToml(why) => say("findings.no_toml", &[text("why", why)]),
            Finding::TooLong { found, most } => {
                say("findings.too_long", &[digits("found", *found), digits("most", *most)])
            }
            Finding::MissingFile(error) => error.in_words(language),
            Finding::InvalidValue { found, allowed } => {
                let slots = [text("found", found.in_words(language)), text("allowed", allowed.in_words(language))];
                say("findings.unfit", &slots)
            }
            Finding::UnknownKey { found: key, allowed } => {
                let like = similar(key, allowed.iter().copied(), language);
                say("findings.unknown_key", &[text("found", key), like, text("allowed", allowed.join(", "))])
            }
            Finding::MissingKey(key) => say("findings.missing_key", &[text("key", *key)]),
            Finding::UnknownBoard { found, ours } => {
                say("findings.no_board", &[text("found", found), text("ours", ours.join(", "))])
            }
            Finding::MissingPoints => say("findings.no_points", &[]),
            Finding::InvalidPlace => say("findings.place", &[]),
            Finding::SkippedPoint { from, to, skipped } => {
                say("findings.skipped_point", &[text("from", from), text("to", to), text("skipped", skipped)])
            }
            Finding::TurnsBack(point) => say("findings.turns_back", &[text("point", point)]),
            Finding::Board(error) => error.in_words(language),
            Finding::Construct(error) => error.in_words(language),
            Finding::Layout(error) => error.in_words(language),
            Finding::InvalidHand => say("findings.hands", &[]),
            Finding::Position(error) => error.in_words(language),
            Finding::Option(error) => error.in_words(language),
            Finding::NotLayoutOption { found: name, allowed } => {
                found("findings.no_layout_option", name, list_keys(allowed))
            }
            Finding::NotRuleOption(name) => say("findings.not_with_layout", &[text("found", name)]),
            Finding::Ruleset(error) => error.in_words(language),
            Finding::Start(error) => say("refusals.start", &[text("why", error.in_words(language))]),
            Finding::OverAtStart(reason) => {
                say("findings.over_at_once", &[text("why", TEXTS.words(language, end(*reason)))])
            }
            Finding::StartNotExamined => say("findings.start_not_examined", &[]),
            Finding::InvalidVariantId(name) => found("findings.variant_name", name, Expected::Id.in_words(language)),
            Finding::UnknownVariant { found: name, allowed } => {
                let like = similar(name, allowed.iter().map(String::as_str), language);
                say("findings.no_variant", &[text("found", name), like, text("allowed", allowed.join(", "))])
            }
            Finding::UnknownParent { found: name, allowed } => found("findings.no_parent", name, allowed.join(", ")),
            Finding::CyclicDescent { id, line } if line.is_empty() => say("findings.own_ancestor", &[text("id", id)]),
            Finding::CyclicDescent { id, line } => {
                say("findings.own_ancestor_line", &[text("id", id), text("line", line.join(" → "))])
            }
            Finding::TooManyAncestors { id, most } => {
                say("findings.too_many_ancestors", &[text("id", id), digits("most", *most)])
            }
            Finding::InVariant { variant, finding } => {
                let slots = [text("variant", variant), text("what", finding.in_words(language))];
                say("findings.in_variant", &slots)
            }
            Finding::SameColour => say("findings.same_colour", &[]),
            Finding::NoLanguage => {
                say("findings.no_language", &[text("allowed", Language::ALL.map(Language::code).join(", "))])
            }
            Finding::InvalidNoun => say("findings.noun", &[]),
            Finding::MissingArticle(named) => {
                let or = format!("`{}`", TEXTS.words(language, "refusals.or"));
                let allowed = text("allowed", named.articles().join(&or));
                say("findings.no_article", &[text("language", TEXTS.words(language, name(*named))), allowed])
            }
            Finding::DuplicateNativeName { name, language: tag } => {
                say("findings.name_twice", &[text("name", name), text("language", tag)])
            }
            Finding::ReservedId(word) => say("findings.taken_word", &[text("word", word)]),
            Finding::UnnamedKings => say("findings.nameless_kings", &[]),
            Finding::NoEffect(why) => say("findings.never_applies", &[text("why", why.in_words(language))]),
            Finding::OverriddenEverywhere(key) => say("findings.stated_by_all", &[text("option", key.name())]),
            Finding::RedundantClause(Some(parent)) => say("findings.repeats_parent", &[text("parent", parent)]),
            Finding::RedundantClause(None) => say("findings.repeats_game", &[]),
            Finding::UnknownGame(found) => say("findings.no_game", &[text("found", found)]),
            Finding::MissingGame(game) => say("findings.missing_game", &[text("game", game)]),
        }
    }
}

impl ErrorText for MissingFile {
    fn in_words(&self, language: Language) -> String {
        match self {
            MissingFile::Standalone(file) => TEXTS.say(language, "findings.alone", &[text("file", file)]),
            MissingFile::NotInRecord(file) => TEXTS.say(language, "findings.not_held", &[text("file", file)]),
            MissingFile::Unreadable(why) => TEXTS.say(language, "findings.unreadable", &[text("why", why)]),
        }
    }
}

/// Value that the file contains, such as "a text".
impl ErrorText for Unexpected {
    fn in_words(&self, language: Language) -> String {
        let words = |key| TEXTS.words(language, key).to_owned();
        let counted = |key, count: &usize| TEXTS.say(language, key, &[digits("count", *count)]);
        match self {
            Unexpected::Text => words("findings.a_text"),
            Unexpected::Number => words("findings.a_number"),
            Unexpected::Truth => words("findings.truth"),
            Unexpected::Date => words("findings.a_date"),
            Unexpected::List => words("findings.a_list"),
            Unexpected::Table => words("findings.a_table"),
            Unexpected::Digits(found) => found.clone(),
            Unexpected::Words(found) => format!("`{found}`"),
            Unexpected::Characters(count) => counted("findings.characters", count),
            Unexpected::Names(count) => counted("findings.names", count),
            Unexpected::Variants(count) => counted("findings.variants", count),
            Unexpected::Entries(count) => counted("findings.entries", count),
            Unexpected::Numbers(count) => counted("findings.numbers", count),
            Unexpected::Sides(count) => counted("findings.sides", count),
        }
    }
}

/// Value that the format allows, such as "a text".
impl ErrorText for Expected {
    fn in_words(&self, language: Language) -> String {
        let words = |key| TEXTS.words(language, key).to_owned();
        let bound = |key, slot, bound: &usize| TEXTS.say(language, key, &[digits(slot, *bound)]);
        match self {
            Expected::Text => words("findings.a_text"),
            Expected::Word => words("findings.word"),
            Expected::List => words("findings.a_list"),
            Expected::Table => words("findings.a_table"),
            Expected::Whole(least, most) => {
                let slots = [text("least", least.to_string()), text("most", most.to_string())];
                TEXTS.say(language, "findings.whole", &slots)
            }
            Expected::Words(words) => words.join(", "),
            Expected::Line => words("findings.line"),
            Expected::Printable => words("findings.printable"),
            Expected::Id => words("findings.id"),
            Expected::Tag => words("findings.tag"),
            Expected::UpTo(most) => bound("findings.up_to", "most", most),
            Expected::AtMost(most) => bound("findings.at_most", "most", most),
            Expected::AtLeast(least) => bound("findings.at_least", "least", least),
            Expected::Degrees => words("findings.degrees"),
        }
    }
}

impl ErrorText for BoardError {
    fn in_words(&self, language: Language) -> String {
        let say = |key, slots: &[Slot]| TEXTS.say(language, key, slots);
        let named = |name: &String| text("name", name);
        let numbered = |line: &usize| digits("line", *line);
        let both = |one: &String, other: &String| [text("one", one), text("other", other)];
        let counted = |found: &usize, most| [digits("found", *found), digits("most", most)];
        match self {
            BoardError::Size(found) => say("findings.board_size", &counted(found, MAX_POINTS)),
            BoardError::DuplicateName(name) => say("findings.point_names_twice", &[named(name)]),
            BoardError::InvalidName(name) => say("findings.point_name", &[named(name)]),
            BoardError::DuplicatePlace(one, other) => say("findings.same_place", &both(one, other)),
            BoardError::PlaceOutOfRange(name) => say("findings.far_away", &[named(name)]),
            BoardError::ShortLine(line) => say("findings.short_line", &[numbered(line)]),
            BoardError::UnknownPoint(line, name) => say("findings.line_names", &[numbered(line), named(name)]),
            BoardError::RepeatedPoint(line, name) => say("findings.line_twice", &[numbered(line), named(name)]),
            BoardError::DuplicateEdge(one, other) => say("findings.edge_twice", &both(one, other)),
            BoardError::TooManyLines(found) => say("findings.too_many_lines", &counted(found, MAX_LINES)),
        }
    }
}

impl ErrorText for NoEffectReason {
    fn in_words(&self, language: Language) -> String {
        TEXTS.words(language, want(*self)).to_owned()
    }
}

/// Returns the key of the text that explains why an option has no effect.
fn want(no_effect_reason: NoEffectReason) -> &'static str {
    match no_effect_reason {
        NoEffectReason::NothingCaptures => "findings.nothing_captures",
        NoEffectReason::NoApproach => "findings.no_approach",
        NoEffectReason::NoKings => "findings.no_kings",
        NoEffectReason::NoPromotion => "findings.no_promotion",
        NoEffectReason::NoSteps => "findings.no_steps",
        NoEffectReason::SameLines => "findings.same_lines",
        NoEffectReason::NoPlacing => "findings.no_placing",
        NoEffectReason::RowsTakeNothing => "findings.rows_take_nothing",
        NoEffectReason::NothingMoves => "findings.nothing_moves",
        NoEffectReason::NoneAboveMen => "findings.none_above_men",
        NoEffectReason::NoHandicap => "findings.no_handicap",
        NoEffectReason::TakesOne => "findings.takes_one",
        NoEffectReason::SpeaksOfKings => "findings.speaks_of_kings",
        NoEffectReason::OneLeap => "findings.one_leap",
        NoEffectReason::NothingUnder => "findings.nothing_under",
        NoEffectReason::OneRank => "findings.one_rank",
        NoEffectReason::NoPromotionInside => "findings.no_promotion_inside",
        NoEffectReason::NoKingsChain => "findings.no_kings_chain",
        NoEffectReason::NothingLeaps => "findings.nothing_leaps",
        NoEffectReason::NothingCloses => "findings.nothing_closes",
        NoEffectReason::NotFull => "findings.not_full",
        NoEffectReason::EmptyHands => "findings.empty_hands",
        NoEffectReason::NoReserve => "findings.no_reserve",
        NoEffectReason::NoRows => "findings.no_rows",
        NoEffectReason::RowsMeanNothing => "findings.rows_mean_nothing",
        NoEffectReason::NoDiagonalRows => "findings.no_diagonal_rows",
        NoEffectReason::NoWayBack => "findings.no_way_back",
        NoEffectReason::NothingTaken => "findings.nothing_taken",
        NoEffectReason::NoKingsAtStart => "findings.no_kings_at_start",
        NoEffectReason::LastHigher => "findings.last_higher",
        NoEffectReason::BothCapture => "findings.both_capture",
        NoEffectReason::DrawsOfKings => "findings.draws_of_kings",
    }
}

/// Returns the key of the text for the end of a game.
fn end(reason: Reason) -> &'static str {
    match reason {
        Reason::NoPieces => "findings.ends_no_pieces",
        Reason::Blocked => "findings.ends_blocked",
        Reason::Repetition => "findings.ends_repetition",
        Reason::RepetitionCount => "findings.ends_repetition_count",
        Reason::Count => "findings.ends_count",
        Reason::AgreedCount => "findings.ends_agreed_count",
        Reason::NoCapture => "findings.ends_no_capture",
        Reason::KingsOnly => "findings.ends_kings_only",
        Reason::FewPieces => "findings.ends_few_pieces",
        Reason::OneEach => "findings.ends_one_each",
        Reason::LoneMan => "findings.ends_lone_man",
        Reason::ThreeInARow => "findings.ends_three_in_a_row",
        Reason::Toll => "findings.ends_toll",
        Reason::Promotion => "findings.ends_promotion",
        Reason::KingLost => "findings.ends_king_lost",
        Reason::Placed => "findings.ends_placed",
        Reason::RepetitionWon => "findings.ends_repetition_won",
        Reason::Agreement => "findings.ends_agreement",
        Reason::Resignation => "findings.ends_resignation",
    }
}

/// Returns the key of the text for the name of a language.
fn name(language: Language) -> &'static str {
    match language {
        Language::En => "findings.english",
        Language::Es => "findings.spanish",
        Language::Fr => "findings.french",
    }
}
