//! The board, the pieces on it, and who starts.

use super::english::{self, SideName as English};
use super::spanish::{self, SideName as Spanish};
use super::speech::{Rule, Speech, total};
use super::{board, places, ranks};
use quirkat_rules::First;
use quirkat_rules::Language;
use quirkat_rules::{Rank, Side};

/// The board and the set-up.
pub fn setup(say: &Speech<'_>) -> Vec<Rule> {
    let pieces = [Some(men(say)), ranks::order(say), in_hand(say)].into_iter().flatten();
    let places = if is_empty(say) { vec![] } else { places::rules(say) };
    board::rules(say).into_iter().chain(pieces).chain(places).collect()
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
    let [first, second] = Side::BOTH.map(|side| counts(say, side));
    let [white, black] = Side::BOTH.map(|side| English::of(say.ruleset, side));
    let [blancas, negras] = Side::BOTH.map(|side| Spanish::of(say.ruleset, side).the());
    let (white_name, black_name) = (white.name(), black.name());
    let own_nouns = say.ruleset.about.sides.iter().any(|side| side.ranks.iter().any(Option::is_some));
    let (en_hand, es_hand) = if is_empty(say) { all_in_hand(say) } else { (String::new(), String::new()) };
    let (en, es) = if own_nouns {
        (
            format!("There are two sides: {white_name}, with {first}, and {black_name}, with {second}{en_hand}."),
            format!("Hay dos bandos: {blancas}, con {first}, y {negras}, con {second}{es_hand}."),
        )
    } else if first == second {
        (
            format!("There are two sides, {white_name} and {black_name}, with {first} each{en_hand}."),
            format!("Hay dos bandos, {blancas} y {negras}, con {first} cada uno{es_hand}."),
        )
    } else {
        let es = |side, counts| {
            let name = Spanish::of(say.ruleset, side);
            format!("{} {} {counts}", name.the(), name.verb("tiene", "tienen"))
        };
        (
            format!("{} {first}; {} {second}.", white.does("has", "have"), black.does("has", "have")),
            format!("{}; {}.", es(Side::First, &first), es(Side::Second, &second)),
        )
    };
    say.rule(&say.stated(&["reading", "hunters"]), &en, &es)
}

/// Whether nothing stands on the board before the first turn.
fn is_empty(say: &Speech<'_>) -> bool {
    say.ruleset.start.columns.iter().all(Vec::is_empty)
}

fn all_in_hand(say: &Speech<'_>) -> (String, String) {
    let los = spanish::rank(say.ruleset, None, Rank::Man).by_gender("todos", "todas");
    (
        ", all of them in hand: the board is empty at the start".to_owned(),
        format!(", {los} en la mano: el tablero está vacío al empezar"),
    )
}

/// The men that are not on the board yet, beside others that are.
fn in_hand(say: &Speech<'_>) -> Option<Rule> {
    let hands = say.ruleset.start.recollection.hand.map(usize::from);
    let keys = say.stated(&["reading"]);
    match hands {
        _ if is_empty(say) => None,
        [0, 0] => None,
        [hand, other] if hand == other => Some(say.rule(
            &keys,
            &format!("Each side has {} more in hand.", english::number(hand)),
            &format!("Cada bando tiene {} más en la mano.", spanish::number(hand)),
        )),
        _ => {
            let held = Side::BOTH.into_iter().filter(|side| hands[side.index()] > 0);
            let (en, es): (Vec<_>, Vec<_>) = held.map(|side| held_by(say, side, hands[side.index()])).unzip();
            Some(say.rule(&keys, &format!("{}.", en.join("; ")), &format!("{}.", es.join("; "))))
        }
    }
}

/// What a side has in hand: all that it has, or some more.
fn held_by(say: &Speech<'_>, side: Side, hand: usize) -> (String, String) {
    let (en, es) = (English::of(say.ruleset, side), Spanish::of(say.ruleset, side));
    let (en_has, es_has) = (en.does("has", "have"), format!("{} {}", es.the(), es.verb("tiene", "tienen")));
    if say.ruleset.start.count(side) > 0 {
        let (en_hand, es_hand) = (english::number(hand), spanish::number(hand));
        return (format!("{en_has} {en_hand} more in hand"), format!("{es_has} {es_hand} más en la mano"));
    }
    let (en_men, es_men) =
        (english::rank(say.ruleset, Some(side), Rank::Man), spanish::rank(say.ruleset, Some(side), Rank::Man));
    let (en_its, es_its) = (en.verb("its", "their"), es_men.by_gender("todos sus", "todas sus"));
    (format!("{en_has} all {en_its} {} in hand", en_men.many), format!("{es_has} {es_its} {} en la mano", es_men.many))
}

/// The number of a side's pieces of each rank that it has, those in hand among them where it has none on the board; of
/// men at least, be they none.
fn counts(say: &Speech<'_>, side: Side) -> String {
    let ruleset = say.ruleset;
    let pieces = || ruleset.start.columns.iter().flatten().filter(|piece| piece.side == side);
    let mut ranks: Vec<_> = pieces().map(|piece| piece.rank).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let counts: Vec<_> = if ranks.is_empty() {
        vec![(Rank::Man, total(ruleset, side))]
    } else {
        ranks.into_iter().map(|rank| (rank, pieces().filter(|piece| piece.rank == rank).count())).collect()
    };
    let counted = counts.into_iter().map(|(rank, count)| match say.language {
        Language::En | Language::Fr => english::rank(ruleset, Some(side), rank).counted(count),
        Language::Es => spanish::rank(ruleset, Some(side), rank).counted(count),
    });
    list(say, &counted.collect::<Vec<_>>())
}

/// A list of words.
pub fn list<T: AsRef<str>>(say: &Speech<'_>, items: &[T]) -> String {
    let items: Vec<_> = items.iter().map(AsRef::as_ref).collect();
    match say.language {
        Language::En | Language::Fr => english::list(&items),
        Language::Es => spanish::list(&items),
    }
}
