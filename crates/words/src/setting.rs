//! Sentences on the board, the pieces on it, and the side that starts.

use super::speech::{Rule, Speech};
use super::texts::{capitalised, number, text};
use super::{board, nouns, places, ranks};
use quirkat_rules::{First, OptionKey, Rank, Side};

/// Returns the sentences on the board and the set-up.
pub fn setup(say: &Speech<'_>) -> Vec<Rule> {
    let pieces = [Some(men(say)), ranks::order(say), in_hand(say)].into_iter().flatten();
    let places = if is_empty(say) { vec![] } else { places::rules(say) };
    board::rules(say).into_iter().chain(pieces).chain(places).collect()
}

/// Returns which side starts, and that turns alternate.
pub fn start(say: &Speech<'_>) -> Vec<Rule> {
    let starts = |side| say.rule(&[OptionKey::First], "setting.starts", &[say.side("side", side)]);
    let who = match say.options.first {
        First::Lot => say.rule(&[OptionKey::First], "setting.by_lot", &[]),
        First::Agreed => say.rule(&[OptionKey::First], "setting.by_agreement", &[]),
        First::LotOrAgreed => say.rule(&[OptionKey::First], "setting.by_lot_or_agreement", &[]),
        First::First => starts(Side::First),
        First::Second => starts(Side::Second),
    };
    vec![who, say.rule(&[], "setting.alternate", &[])]
}

/// Returns the number of pieces of each side, rank by rank.
fn men(say: &Speech<'_>) -> Rule {
    let keys = say.stated(&[OptionKey::Reading, OptionKey::Hunters]);
    let [men, others] = Side::BOTH.map(|side| counts(say, side));
    let sides = [say.side("first", Side::First), say.side("second", Side::Second)];
    let own_nouns = say.ruleset.info.sides.iter().any(|side| side.ranks.iter().any(Option::is_some));
    let hand = text("hand", say.maybe(is_empty(say).then_some("setting.all_in_hand")));
    let [first, second] = sides;
    if own_nouns {
        say.rule(&keys, "setting.own_men", &[first, text("men", men), second, text("others", others), hand])
    } else if men == others {
        say.rule(&keys, "setting.men_each", &[first, second, text("men", men), hand])
    } else {
        say.rule(&keys, "setting.men", &[first, text("men", men), second, text("others", others)])
    }
}

/// Returns whether the board is empty before the first turn.
fn is_empty(say: &Speech<'_>) -> bool {
    say.ruleset.start.columns.iter().all(Vec::is_empty)
}

/// Returns the men in hand, in a game that begins with other men on the board.
fn in_hand(say: &Speech<'_>) -> Option<Rule> {
    let hands = say.ruleset.start.memory.hand.map(usize::from);
    let keys = say.stated(&[OptionKey::Reading]);
    match hands {
        _ if is_empty(say) => None,
        [0, 0] => None,
        [hand, other] if hand == other => Some(say.rule(&keys, "setting.both_in_hand", &[number("count", hand)])),
        _ => {
            let holders = Side::BOTH.into_iter().filter(|side| hands[side.index()] > 0);
            let hands_in_words: Vec<_> = holders.map(|side| held_by(say, side, hands[side.index()])).collect();
            Some(Rule {
                name: "setting.side_in_hand",
                keys,
                text: capitalised(&format!("{}.", hands_in_words.join("; "))),
            })
        }
    }
}

/// Returns the pieces that a side has in hand: all of its pieces, or additional ones.
fn held_by(say: &Speech<'_>, side: Side, hand: usize) -> String {
    let name = say.side("side", side);
    if say.ruleset.start.count(side) > 0 {
        return say.text("setting.some_in_hand", &[name, number("count", hand)]);
    }
    say.text("setting.side_in_hand", &[name, say.noun("man", side, Rank::Man)])
}

/// Returns the number of a side's pieces of each rank. Pieces in hand count if the side has none on the board. Men are
/// named even if there are none.
fn counts(say: &Speech<'_>, side: Side) -> String {
    let pieces = || say.ruleset.start.columns.iter().flatten().filter(|piece| piece.side == side);
    let mut ranks: Vec<_> = pieces().map(|piece| piece.rank).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let counts: Vec<_> = if ranks.is_empty() {
        vec![(Rank::Man, say.total(side))]
    } else {
        ranks.into_iter().map(|rank| (rank, pieces().filter(|piece| piece.rank == rank).count())).collect()
    };
    let counted = counts.into_iter().map(|(rank, count)| {
        say.grammar().counted(&nouns::of_rank(say.ruleset, Some(side), rank, say.language), count)
    });
    say.grammar().list(&counted.collect::<Vec<_>>())
}
