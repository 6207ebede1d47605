//! The board, the pieces on it, and who starts.

use super::english::{self, SideName as English};
use super::spanish::{self, SideName as Spanish};
use super::speech::{Rule, Speech, capitalised};
use super::{board, places};
use crate::options::First;
use crate::ruleset::{Language, Ruleset};
use crate::setup::{Rank, Side};

/// The board and the set-up.
pub fn setup(say: &Speech<'_>) -> Vec<Rule> {
    board::rules(say).into_iter().chain([men(say)]).chain(in_hand(say)).chain(places::rules(say)).collect()
}

/// Who starts, and that turns alternate.
pub fn start(say: &Speech<'_>) -> Vec<Rule> {
    let alternate = say.rule(&[], "After that the players take turns.", "Después los jugadores se alternan.");
    vec![who_starts(say), alternate]
}

fn who_starts(say: &Speech<'_>) -> Rule {
    let starts = |side| {
        let es = Spanish::of(say.ruleset, side);
        (
            English::of(say.ruleset, side).does("starts.", "start."),
            format!("{} {}.", es.verb("Empieza", "Empiezan"), es.the()),
        )
    };
    let (en, es) = match say.options.first {
        First::Lot => {
            ("Lots are drawn to decide who starts.".to_owned(), "Se echa a suertes quién empieza.".to_owned())
        }
        First::Agreed => {
            ("The players agree on who starts.".to_owned(), "Los jugadores acuerdan quién empieza.".to_owned())
        }
        First::First => starts(Side::First),
        First::Second => starts(Side::Second),
    };
    say.rule(&["first"], &en, &es)
}

/// How many pieces each side has, rank by rank.
fn men(say: &Speech<'_>) -> Rule {
    let [first, second] = Side::BOTH.map(|side| counts(say.ruleset, side));
    let (en, es) = if first == second {
        let [white, black] = Side::BOTH.map(|side| English::of(say.ruleset, side).name());
        let [blancas, negras] = Side::BOTH.map(|side| Spanish::of(say.ruleset, side).the());
        (
            format!("There are two sides, {white} and {black}, with {} each.", counted(say, &first)),
            format!("Hay dos bandos, {blancas} y {negras}, con {} cada uno.", counted(say, &first)),
        )
    } else {
        let en =
            |side, counts| format!("{} {}", English::of(say.ruleset, side).does("has", "have"), counted(say, counts));
        let es = |side, counts| {
            let name = Spanish::of(say.ruleset, side);
            format!("{} {} {}", name.the(), name.verb("tiene", "tienen"), counted(say, counts))
        };
        (
            format!("{}; {}.", en(Side::First, &first), en(Side::Second, &second)),
            capitalised(&format!("{}; {}.", es(Side::First, &first), es(Side::Second, &second))),
        )
    };
    say.rule(&say.stated(&["reading"]), &en, &es)
}

/// The men that are not on the board yet.
fn in_hand(say: &Speech<'_>) -> Option<Rule> {
    let [hand, other] = say.ruleset.start.recollection.hand.map(usize::from);
    (hand > 0 && hand == other).then(|| {
        say.rule(
            &say.stated(&["reading"]),
            &format!("Each side has {} more in hand.", english::number(hand)),
            &format!("Cada bando tiene {} más en la mano.", spanish::number(hand)),
        )
    })
}

/// The number of a side's pieces of each rank that it has; of men at least, be they none.
fn counts(ruleset: &Ruleset, side: Side) -> Vec<(Rank, usize)> {
    let pieces = || ruleset.start.columns.iter().flatten().filter(|piece| piece.side == side);
    let mut ranks: Vec<_> = pieces().map(|piece| piece.rank).collect();
    ranks.sort_unstable();
    ranks.dedup();
    if ranks.is_empty() {
        ranks.push(Rank::MAN);
    }
    ranks.into_iter().map(|rank| (rank, pieces().filter(|piece| piece.rank == rank).count())).collect()
}

fn counted(say: &Speech<'_>, counts: &[(Rank, usize)]) -> String {
    let counted: Vec<_> = counts
        .iter()
        .map(|&(rank, count)| match say.language {
            Language::En => english::rank(say.ruleset, rank).counted(count),
            Language::Es => spanish::rank(say.ruleset, rank).counted(count),
        })
        .collect();
    list(say, &counted)
}

/// A list of words.
pub fn list<T: AsRef<str>>(say: &Speech<'_>, items: &[T]) -> String {
    let items: Vec<_> = items.iter().map(AsRef::as_ref).collect();
    match say.language {
        Language::En => english::list(&items),
        Language::Es => spanish::list(&items),
    }
}
