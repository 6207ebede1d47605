//! What is said of a data file: what was found in it, and what is allowed.

use super::Refusal;
use super::rulesets::listed;
use crate::TEXTS;
use crate::texts::{Slot, digits, text};
use quirkat_rules::{
    Allowed, BoardError, Fault, Faults, Finding, Found, Irrelevance, Language, MAX_LINES, MAX_POINTS, NoFile, Reason,
};

/// Each with its place, a line each.
impl Refusal for Faults {
    fn in_words(&self, language: Language) -> String {
        self.0.iter().map(|fault| fault.in_words(language)).collect::<Vec<_>>().join("\n")
    }
}

/// With its place, which every language writes alike.
impl Refusal for Fault {
    fn in_words(&self, language: Language) -> String {
        self.told(self.problem.in_words(language))
    }
}

impl Refusal for Finding {
    fn in_words(&self, language: Language) -> String {
        let say = |key, slots: &[Slot]| TEXTS.say(language, key, slots);
        let found = |key, found: &str, allowed: String| say(key, &[text("found", found), text("allowed", allowed)]);
        match self {
            Finding::NoToml(why) => say("findings.no_toml", &[text("why", why)]),
            Finding::TooLong { found, most } => {
                say("findings.too_long", &[digits("found", *found), digits("most", *most)])
            }
            Finding::NoFile(error) => error.in_words(language),
            Finding::Unfit { found, allowed } => {
                let slots = [text("found", found.in_words(language)), text("allowed", allowed.in_words(language))];
                say("findings.unfit", &slots)
            }
            Finding::UnknownKey { found: key, allowed } => found("findings.unknown_key", key, allowed.join(", ")),
            Finding::MissingKey(key) => say("findings.missing_key", &[text("key", *key)]),
            Finding::NoBoard { found, ours } => {
                say("findings.no_board", &[text("found", found), text("ours", ours.join(", "))])
            }
            Finding::NoPoints => say("findings.no_points", &[]),
            Finding::Place => say("findings.place", &[]),
            Finding::Board(error) => error.in_words(language),
            Finding::Construct(error) => error.in_words(language),
            Finding::Layout(error) => error.in_words(language),
            Finding::Hands => say("findings.hands", &[]),
            Finding::Position(error) => error.in_words(language),
            Finding::Option(error) => error.in_words(language),
            Finding::NoLayoutOption { found: name, allowed } => {
                found("findings.no_layout_option", name, listed(allowed))
            }
            Finding::NotWithLayout(name) => say("findings.not_with_layout", &[text("found", name)]),
            Finding::Ruleset(error) => error.in_words(language),
            Finding::Start(error) => say("refusals.start", &[text("why", error.in_words(language))]),
            Finding::OverAtOnce(reason) => {
                say("findings.over_at_once", &[text("why", TEXTS.words(language, end(*reason)))])
            }
            Finding::VariantName(name) => found("findings.variant_name", name, Allowed::Id.in_words(language)),
            Finding::NoVariant { found: name, allowed } => found("findings.no_variant", name, allowed.join(", ")),
            Finding::NoParent { found: name, allowed } => found("findings.no_parent", name, allowed.join(", ")),
            Finding::OwnAncestor { id, line } if line.is_empty() => say("findings.own_ancestor", &[text("id", id)]),
            Finding::OwnAncestor { id, line } => {
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
            Finding::Noun => say("findings.noun", &[]),
            Finding::NoArticle(named) => {
                let or = format!("`{}`", TEXTS.words(language, "refusals.or"));
                let allowed = text("allowed", named.articles().join(&or));
                say("findings.no_article", &[text("language", TEXTS.words(language, name(*named))), allowed])
            }
            Finding::NameTwice { name, language: tag } => {
                say("findings.name_twice", &[text("name", name), text("language", tag)])
            }
            Finding::TakenWord(word) => say("findings.taken_word", &[text("word", word)]),
            Finding::NamelessKings => say("findings.nameless_kings", &[]),
            Finding::NeverApplies(why) => say("findings.never_applies", &[text("why", why.in_words(language))]),
            Finding::StatedByAll(key) => say("findings.stated_by_all", &[text("option", key.name())]),
            Finding::Repeats(Some(parent)) => say("findings.repeats_parent", &[text("parent", parent)]),
            Finding::Repeats(None) => say("findings.repeats_game", &[]),
            Finding::NoGame(found) => say("findings.no_game", &[text("found", found)]),
            Finding::MissingGame(game) => say("findings.missing_game", &[text("game", game)]),
        }
    }
}

impl Refusal for NoFile {
    fn in_words(&self, language: Language) -> String {
        match self {
            NoFile::Alone(file) => TEXTS.say(language, "findings.alone", &[text("file", file)]),
            NoFile::NotHeld(file) => TEXTS.say(language, "findings.not_held", &[text("file", file)]),
            NoFile::Unreadable(why) => TEXTS.say(language, "findings.unreadable", &[text("why", why)]),
        }
    }
}

/// What was found: "a text".
impl Refusal for Found {
    fn in_words(&self, language: Language) -> String {
        let words = |key| TEXTS.words(language, key).to_owned();
        let counted = |key, count: &usize| TEXTS.say(language, key, &[digits("count", *count)]);
        match self {
            Found::Text => words("findings.a_text"),
            Found::Number => words("findings.a_number"),
            Found::Truth => words("findings.truth"),
            Found::Date => words("findings.a_date"),
            Found::List => words("findings.a_list"),
            Found::Table => words("findings.a_table"),
            Found::Digits(found) => found.clone(),
            Found::Words(found) => format!("`{found}`"),
            Found::Characters(count) => counted("findings.characters", count),
            Found::Names(count) => counted("findings.names", count),
            Found::Variants(count) => counted("findings.variants", count),
            Found::Entries(count) => counted("findings.entries", count),
            Found::Numbers(count) => counted("findings.numbers", count),
            Found::Sides(count) => counted("findings.sides", count),
        }
    }
}

/// What is allowed: "a text".
impl Refusal for Allowed {
    fn in_words(&self, language: Language) -> String {
        let words = |key| TEXTS.words(language, key).to_owned();
        let bound = |key, slot, bound: &usize| TEXTS.say(language, key, &[digits(slot, *bound)]);
        match self {
            Allowed::Text => words("findings.a_text"),
            Allowed::Word => words("findings.word"),
            Allowed::List => words("findings.a_list"),
            Allowed::Table => words("findings.a_table"),
            Allowed::Whole(least, most) => {
                let slots = [text("least", least.to_string()), text("most", most.to_string())];
                TEXTS.say(language, "findings.whole", &slots)
            }
            Allowed::Words(words) => words.join(", "),
            Allowed::Line => words("findings.line"),
            Allowed::Id => words("findings.id"),
            Allowed::Tag => words("findings.tag"),
            Allowed::UpTo(most) => bound("findings.up_to", "most", most),
            Allowed::AtMost(most) => bound("findings.at_most", "most", most),
            Allowed::AtLeast(least) => bound("findings.at_least", "least", least),
            Allowed::Degrees => words("findings.degrees"),
        }
    }
}

impl Refusal for BoardError {
    fn in_words(&self, language: Language) -> String {
        let say = |key, slots: &[Slot]| TEXTS.say(language, key, slots);
        let named = |name: &String| text("name", name);
        let numbered = |line: &usize| digits("line", *line);
        let both = |one: &String, other: &String| [text("one", one), text("other", other)];
        let counted = |found: &usize, most| [digits("found", *found), digits("most", most)];
        match self {
            BoardError::Size(found) => say("findings.board_size", &counted(found, MAX_POINTS)),
            BoardError::NameTwice(name) => say("findings.point_names_twice", &[named(name)]),
            BoardError::BadName(name) => say("findings.point_name", &[named(name)]),
            BoardError::PlaceTwice(one, other) => say("findings.same_place", &both(one, other)),
            BoardError::FarAway(name) => say("findings.far_away", &[named(name)]),
            BoardError::ShortLine(line) => say("findings.short_line", &[numbered(line)]),
            BoardError::UnknownPoint(line, name) => say("findings.line_names", &[numbered(line), named(name)]),
            BoardError::PointTwiceOnLine(line, name) => say("findings.line_twice", &[numbered(line), named(name)]),
            BoardError::EdgeTwice(one, other) => say("findings.edge_twice", &both(one, other)),
            BoardError::TooManyLines(found) => say("findings.too_many_lines", &counted(found, MAX_LINES)),
        }
    }
}

impl Refusal for Irrelevance {
    fn in_words(&self, language: Language) -> String {
        TEXTS.words(language, want(*self)).to_owned()
    }
}

/// The text for why an option means nothing.
fn want(irrelevance: Irrelevance) -> &'static str {
    match irrelevance {
        Irrelevance::NothingCaptures => "findings.nothing_captures",
        Irrelevance::NoApproach => "findings.no_approach",
        Irrelevance::NoKings => "findings.no_kings",
        Irrelevance::NoPlacing => "findings.no_placing",
        Irrelevance::RowsTakeNothing => "findings.rows_take_nothing",
        Irrelevance::NothingMoves => "findings.nothing_moves",
        Irrelevance::NoneAboveMen => "findings.none_above_men",
        Irrelevance::NoHandicap => "findings.no_handicap",
        Irrelevance::TakesOne => "findings.takes_one",
        Irrelevance::SpeaksOfKings => "findings.speaks_of_kings",
        Irrelevance::OneLeap => "findings.one_leap",
        Irrelevance::NothingUnder => "findings.nothing_under",
        Irrelevance::OneRank => "findings.one_rank",
        Irrelevance::NoPromotionInside => "findings.no_promotion_inside",
        Irrelevance::NoKingsChain => "findings.no_kings_chain",
        Irrelevance::NothingLeaps => "findings.nothing_leaps",
        Irrelevance::NothingCloses => "findings.nothing_closes",
        Irrelevance::NotFull => "findings.not_full",
        Irrelevance::EmptyHands => "findings.empty_hands",
        Irrelevance::NoReserve => "findings.no_reserve",
        Irrelevance::NoRows => "findings.no_rows",
        Irrelevance::RowsMeanNothing => "findings.rows_mean_nothing",
        Irrelevance::NoDiagonalRows => "findings.no_diagonal_rows",
        Irrelevance::NoWayBack => "findings.no_way_back",
        Irrelevance::NothingTaken => "findings.nothing_taken",
        Irrelevance::NoKingsAtStart => "findings.no_kings_at_start",
        Irrelevance::LastHigher => "findings.last_higher",
        Irrelevance::BothCapture => "findings.both_capture",
        Irrelevance::DrawsOfKings => "findings.draws_of_kings",
    }
}

/// The text for why a game is over.
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
        Reason::KingLost => "findings.ends_king_lost",
        Reason::Placed => "findings.ends_placed",
        Reason::RepetitionWon => "findings.ends_repetition_won",
        Reason::Agreement => "findings.ends_agreement",
        Reason::Resignation => "findings.ends_resignation",
    }
}

/// The text for what a language is called.
fn name(language: Language) -> &'static str {
    match language {
        Language::En => "findings.english",
        Language::Es => "findings.spanish",
        Language::Fr => "findings.french",
    }
}
