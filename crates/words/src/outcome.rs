//! Describes how a game has ended.

use super::hunt;
use super::speech::Speech;
use super::texts::{Slot, Value, capitalised, number, text};
use quirkat_rules::{
    AUTOMATIC_COUNT_TURNS, Aim, Blocked, KingLost, Language, Mills, Outcome, Rank, Reason, Ruleset, Side,
};

/// Returns the end of a game as a sentence: the winner and the reason.
///
/// # Examples
/// ```
/// use quirkat_rules::{Language, Outcome, Reason, Side, find_game};
/// use quirkat_words::outcome_in_words;
/// let ruleset = find_game("alquerque").unwrap().ruleset(None, &[])?;
/// let outcome = Outcome { winner: Some(Side::First), reason: Reason::NoPieces };
/// assert_eq!(outcome_in_words(&ruleset, outcome, Language::En), "White wins: Black has no men left.");
/// assert_eq!(
///     outcome_in_words(&ruleset, outcome, Language::Es),
///     "Ganan las Blancas: las Negras se han quedado sin peones."
/// );
/// # Ok::<(), quirkat_rules::RulesetError>(())
/// ```
pub fn outcome_in_words(ruleset: &Ruleset, outcome: Outcome, language: Language) -> String {
    let say = Speech::new(ruleset, language);
    let text = match outcome.winner {
        Some(winner) => won(&say, winner, outcome.reason),
        None => drawn(&say, outcome.reason),
    };
    capitalised(&text)
}

fn won(say: &Speech<'_>, side: Side, reason: Reason) -> String {
    let winner = || say.side("winner", side);
    let loser = || say.side("loser", side.other());
    let helpless = match say.options.aim {
        Aim::Win => side.other(),
        Aim::Lose => side,
    };
    let more = || text("count", say.text("outcome.more", &[winner()]));
    let why = match reason {
        Reason::NoPieces if say.has_towers() => say.text("outcome.no_column", &[say.side("side", helpless)]),
        Reason::NoPieces => say.text("outcome.no_pieces", &[say.side("side", helpless), pieces_of(say, helpless)]),
        Reason::LoneMan => say.text("outcome.lone_man", &[]),
        Reason::ThreeInARow => say.text("outcome.three_in_a_row", &[winner()]),
        Reason::Toll => {
            // A turn that takes several pieces can exceed the limit.
            let key = if say.takes_several() { "outcome.toll_or_more" } else { "outcome.toll" };
            let toll = say.options.taken_to_win.0.map_or(0, usize::from);
            say.text(key, &[loser(), text("prizes", hunt::prizes(say, toll))])
        }
        Reason::Promotion => say.text("outcome.promotion", &[winner()]),
        Reason::KingLost => {
            let key = match say.options.king_lost {
                KingLost::Nothing | KingLost::Loses => "outcome.king_lost",
                KingLost::LosesOrAlone => "outcome.king_or_all_lost",
            };
            say.text(key, &[loser(), say.noun("king", side.other(), Rank::King)])
        }
        Reason::RepetitionWon => say.text("outcome.repeated", &[]),
        Reason::Blocked => say.text("outcome.blocked", &[say.side("side", helpless)]),
        Reason::RepetitionCount => say.text("outcome.repeated_and", &[more()]),
        Reason::Count => say.text("outcome.counted", &[number("turns", AUTOMATIC_COUNT_TURNS), more()]),
        Reason::AgreedCount => say.text("outcome.agreed_to_count", &[more()]),
        Reason::Resignation => say.text("outcome.resigned", &[loser()]),
        Reason::Repetition
        | Reason::NoCapture
        | Reason::KingsOnly
        | Reason::FewPieces
        | Reason::OneEach
        | Reason::Placed
        | Reason::Agreement => return say.text("outcome.won_somehow", &[winner()]),
    };
    say.text("outcome.won", &[winner(), text("why", why)])
}

fn drawn(say: &Speech<'_>, reason: Reason) -> String {
    let equal = || text("count", say.text("outcome.equal", &[]));
    let why = match reason {
        Reason::Blocked => match say.options.blocked {
            Blocked::Pass | Blocked::LastHigher => say.text("outcome.neither_can_move", &[]),
            Blocked::Draw | Blocked::Loss => say.text("outcome.mover_cannot_move", &[]),
        },
        Reason::Repetition => say.text("outcome.repeated", &[]),
        Reason::RepetitionCount => say.text("outcome.repeated_and", &[equal()]),
        Reason::Count => say.text("outcome.counted", &[number("turns", AUTOMATIC_COUNT_TURNS), equal()]),
        Reason::AgreedCount => say.text("outcome.agreed_to_count", &[equal()]),
        Reason::NoCapture => match say.options.no_capture_limit.0 {
            Some(turns) => say.text("outcome.no_capture", &[number("turns", turns.into())]),
            None => say.text("outcome.no_capture_for_long", &[]),
        },
        Reason::KingsOnly => say.text("outcome.kings_only", &[]),
        Reason::FewPieces => say.text("outcome.few_pieces", &[]),
        Reason::OneEach => say.text("outcome.one_each", &[]),
        Reason::Placed => match say.options.mills {
            Mills::Win => say.text("outcome.placed_without_a_row", &[]),
            Mills::None | Mills::Take => say.text("outcome.placed", &[]),
        },
        Reason::Agreement => return say.text("outcome.drawn_by_agreement", &[]),
        Reason::NoPieces
        | Reason::LoneMan
        | Reason::ThreeInARow
        | Reason::Toll
        | Reason::Promotion
        | Reason::KingLost
        | Reason::RepetitionWon
        | Reason::Resignation => return say.text("outcome.drawn_somehow", &[]),
    };
    say.text("outcome.drawn", &[text("why", why)])
}

/// Returns a slot with the noun for the pieces of a side.
fn pieces_of(say: &Speech<'_>, side: Side) -> Slot {
    if say.names_men(side) && say.has_men_only() {
        say.noun("pieces", side, Rank::Man)
    } else {
        ("pieces", Value::Noun(say.nouns.piece.clone()))
    }
}
