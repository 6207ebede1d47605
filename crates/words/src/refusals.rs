//! Explains errors in words: refused turns here, errors in files of the user in the submodules. The English text equals
//! the `Display` of the error; a test compares them.

mod findings;
mod records;
mod rulesets;
mod setups;

pub use records::record_notes;
pub use rulesets::allowed_values;

use super::TEXTS;
use super::speech::Speech;
use super::texts::{Slot, digits, text};
use quirkat_rules::{
    Directions, IllegalReason, Language, LastRow, MAX_LISTED_TURNS, MAX_TURN_LEN, PlayError, Ruleset, Side,
    TooManyTurns, TurnError, Words, clip,
};

/// Error whose explanation does not depend on the game.
pub trait ErrorText {
    /// Returns the explanation in a language.
    fn in_words(&self, language: Language) -> String;
}

/// Explains why a text is not a legal turn of a game.
///
/// # Examples
/// ```
/// use quirkat_rules::{AnyRules, Language, find_game, read_turn};
/// use quirkat_words::refusal_in_words;
/// let walker = find_game("alquerque").unwrap().ruleset(None, &[])?;
/// let game = AnyRules::compile(walker)?.new_game();
/// let refused = read_turn(&*game, "b2-b3").unwrap_err();
/// assert_eq!(refusal_in_words(game.ruleset(), &refused, Language::En), refused.to_string());
/// assert_eq!(refusal_in_words(game.ruleset(), &refused, Language::Es), "b2-b3: b3 está ocupado");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn refusal_in_words(ruleset: &Ruleset, error: &TurnError, language: Language) -> String {
    let say = |key, slots: &[Slot]| TEXTS.say(language, key, slots);
    match error {
        TurnError::TooLong(found) => {
            say("refusals.turn_too_long", &[digits("found", *found), digits("most", MAX_TURN_LEN)])
        }
        TurnError::Syntax { found, step, capture } => {
            say("refusals.turn_form", &[text("found", clip(found)), text("step", step), text("capture", capture)])
        }
        TurnError::GameOver => say("refusals.over", &[]),
        TurnError::Ambiguous(written, turns) => say(
            "refusals.ambiguous",
            &[text("text", clip(written)), text("turns", alternatives(turns, String::clone, language))],
        ),
        TurnError::Illegal(written, why) => {
            let why = why_in_words(ruleset, why, language);
            say("refusals.illegal", &[text("text", clip(written)), text("why", why)])
        }
        TurnError::TooManyTurns(error) => error.in_words(language),
    }
}

/// Explains why the rules forbid a turn, without the turn itself.
pub fn why_in_words(ruleset: &Ruleset, why: &IllegalReason, language: Language) -> String {
    let say = &Speech::new(ruleset, language);
    let alternatives = |turns: &[String]| text("turns", alternatives(turns, String::clone, language));
    let point = |point: &str| text("point", point);
    let named = |slot, name: &Words| {
        let is_side = |side: &Side| say.ruleset.info.sides[side.index()].name == *name;
        say.side(slot, Side::BOTH.into_iter().find(is_side).unwrap_or(Side::First))
    };
    let hop = |from: &str, to: &str| [text("from", from), text("to", to)];
    match why {
        IllegalReason::Empty(at) => say.text("refusals.empty", &[point(at)]),
        IllegalReason::NotYourPiece(at, owner) => say.text("refusals.not_yours", &[point(at), named("owner", owner)]),
        IllegalReason::Occupied(at) => say.text("refusals.occupied", &[point(at)]),
        IllegalReason::NotJoined(from, to) => say.text("refusals.not_joined", &hop(from, to)),
        IllegalReason::OnlyCaptures(from, to) => say.text("refusals.only_captures", &hop(from, to)),
        IllegalReason::KingMustRest(at, moves) => {
            say.text("refusals.king_rests", &[point(at), digits("moves", usize::from(*moves))])
        }
        IllegalReason::NothingToTake(from, to) => say.text("refusals.nothing_to_take", &hop(from, to)),
        IllegalReason::CannotLeap(at) => say.text("refusals.in_the_way", &[point(at)]),
        IllegalReason::MustCapture(turns) => say.text("refusals.must_capture", &[alternatives(turns)]),
        IllegalReason::MustGoOn(turns) => say.text("refusals.must_go_on", &[alternatives(turns)]),
        IllegalReason::MustTakeMost(turns) => say.text("refusals.must_take_most", &[alternatives(turns)]),
        IllegalReason::MustLandBehind(turns) => say.text("refusals.must_land_behind", &[alternatives(turns)]),
        IllegalReason::MustStop(at) => say.text("refusals.must_stop", &[point(at)]),
        IllegalReason::StepDirection(directions) => say.text("refusals.steps", &[ways(say, *directions)]),
        IllegalReason::CaptureDirection(directions) => say.text("refusals.captures", &[ways(say, *directions)]),
        IllegalReason::LastRow(last_row) => {
            let how = match last_row {
                LastRow::Normal => "refusals.last_row_normal",
                LastRow::CaptureOnly => "refusals.last_row_capture",
                LastRow::CaptureSidewaysOnly => "refusals.last_row_sideways",
            };
            say.text("refusals.last_row", &[text("how", say.text(how, &[]))])
        }
        IllegalReason::Return(at) => say.text("refusals.no_return", &[point(at)]),
        IllegalReason::TooFar(from, to) => say.text("refusals.too_far", &hop(from, to)),
        IllegalReason::Repetition => say.text("refusals.repetition", &[]),
        IllegalReason::NoHuff(at, others) if others.is_empty() => say.text("refusals.no_huff_at_all", &[point(at)]),
        IllegalReason::NoHuff(at, others) => say.text("refusals.no_huff", &[point(at), alternatives(others)]),
        IllegalReason::NothingToHuff => say.text("refusals.nothing_to_huff", &[]),
        IllegalReason::Unfinished(turns) => say.text("refusals.unfinished", &[alternatives(turns)]),
        IllegalReason::Unreachable(at) => say.text("refusals.unreachable", &[point(at)]),
        IllegalReason::NoClaim(claims) if claims.is_empty() => say.text("refusals.nothing_to_claim", &[]),
        IllegalReason::NoClaim(claims) => say.text("refusals.no_claim", &[alternatives(claims)]),
        IllegalReason::NoDrop => say.text("refusals.no_drop", &[]),
        IllegalReason::MustDrop => say.text("refusals.must_drop", &[]),
        IllegalReason::NoRemoval(at, turns) if turns.is_empty() => say.text("refusals.no_removal_at_all", &[point(at)]),
        IllegalReason::NoRemoval(at, turns) => say.text("refusals.no_removal", &[point(at), alternatives(turns)]),
        IllegalReason::MustRoll => say.text("refusals.must_roll", &[]),
        IllegalReason::NoRoll => say.text("refusals.no_roll", &[]),
        IllegalReason::NoCombat => say.text("refusals.no_combat", &[]),
        IllegalReason::Combat(turns) => say.text("refusals.combat", &[alternatives(turns)]),
        IllegalReason::NoCentre(at) => say.text("refusals.no_centre", &[point(at)]),
        IllegalReason::NoCaptureOnHop(from, to) => say.text("refusals.no_run", &hop(from, to)),
        IllegalReason::SideNeverCaptures(side) => say.text("refusals.no_captor", &[named("side", side)]),
        IllegalReason::HigherRank(at) => say.text("refusals.higher", &[point(at)]),
        IllegalReason::NoSteps => say.text("refusals.no_steps", &[]),
        IllegalReason::NoPass => say.text("refusals.no_pass", &[]),
        IllegalReason::TakesNothing(turn) => say.text("refusals.takes_nothing", &[text("turn", turn)]),
        IllegalReason::Other(turns) => say.text("refusals.other", &[alternatives(turns)]),
    }
}

/// Returns a slot with the directions in which men may go.
fn ways(say: &Speech<'_>, directions: Directions) -> Slot {
    let key = match directions {
        Directions::All => "refusals.all_ways",
        Directions::NoBack => "refusals.no_back",
        Directions::Forward => "refusals.forward",
        Directions::Straight => "refusals.straight",
        Directions::None => "refusals.no_way",
    };
    text("how", say.text(key, &[]))
}

/// Lists turns or points of which any would do: `a1xc3 or e1xc3`. Only the first few are named; the others are counted.
pub fn alternatives<T>(
    items: impl IntoIterator<Item = T>,
    name: impl FnMut(T) -> String,
    language: Language,
) -> String {
    let mut items = items.into_iter();
    let named: Vec<_> = items.by_ref().take(MAX_LISTED_TURNS).map(name).collect();
    let words = named.join(TEXTS.words(language, "refusals.or"));
    match items.count() {
        0 => words,
        more => TEXTS.say(language, "refusals.or_more", &[text("turns", words), digits("more", more)]),
    }
}

impl ErrorText for TooManyTurns {
    fn in_words(&self, language: Language) -> String {
        match self {
            TooManyTurns::Hops { limit } => {
                TEXTS.say(language, "refusals.too_many_hops", &[text("most", limit.to_string())])
            }
            TooManyTurns::Turns { found, limit: most } => {
                let numbers = [text("found", found.to_string()), text("most", most.to_string())];
                TEXTS.say(language, "refusals.too_many_turns", &numbers)
            }
        }
    }
}

impl ErrorText for PlayError {
    fn in_words(&self, language: Language) -> String {
        match self {
            PlayError::Over(_) => TEXTS.say(language, "refusals.over", &[]),
            PlayError::NotLegal => TEXTS.say(language, "refusals.not_legal", &[]),
            PlayError::NoCount => TEXTS.say(language, "refusals.no_count", &[]),
            PlayError::TooManyTurns(error) => error.in_words(language),
        }
    }
}
