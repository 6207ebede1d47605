//! Games in which only one side captures: who does, and how each side wins.

use super::ending::{never_repeats, same_position};
use super::english::{self, SideName as English};
use super::spanish::{self, SideName as Spanish};
use super::speech::{Rule, Speech, total};
use quirkat_rules::{Blocked, Repetition};

/// Who captures, where not everybody does.
pub fn captors(say: &Speech<'_>) -> Option<Rule> {
    let captor = say.captor()?;
    let [en, en_other] = [captor, captor.other()].map(|side| English::of(say.ruleset, side));
    let [es, es_other] = [captor, captor.other()].map(|side| Spanish::of(say.ruleset, side));
    Some(say.rule(
        &["captors"],
        &format!(
            "Only {} {}; {}.",
            en.name(),
            en.verb("captures", "capture"),
            en_other.does("captures nothing", "capture nothing")
        ),
        &format!(
            "Solo {} {}; {} no {} nada.",
            es.verb("captura", "capturan"),
            es.the(),
            es_other.the(),
            es_other.verb("captura", "capturan")
        ),
    ))
}

/// The captures by which that side wins: so many, or all.
pub fn toll(say: &Speech<'_>) -> Option<Rule> {
    let captor = say.captor().filter(|_| !say.has_towers())?;
    let (en, es) = (English::of(say.ruleset, captor), Spanish::of(say.ruleset, captor));
    let has = en.verb("it has", "they have");
    let (en_wins, es_wins) = (en.does("wins", "win"), format!("{} {}", es.verb("Gana", "Ganan"), es.the()));
    let keys = say.stated(&["taken_to_win", "hunters"]);
    let Some(toll) = say.toll(captor) else {
        return Some(say.rule(
            &keys,
            &format!("{en_wins} when {has} taken all the {{prizes}}."),
            &format!("{es_wins} cuando {} capturado tod{{os presa}} {{las presas}}.", es.verb("ha", "han")),
        ));
    };
    let left = total(say.ruleset, captor.other()) - toll;
    let (en_prizes, es_prizes) = prizes(say, toll);
    let (en_left, es_left) = match left {
        1 => ("one is left".to_owned(), "queda un{o presa}".to_owned()),
        _ => (format!("{} are left", english::number(left)), format!("quedan {}", spanish::number(left))),
    };
    Some(say.rule(
        &keys,
        &format!("{en_wins} when {has} taken {en_prizes}, so that {en_left}."),
        &format!("{es_wins} cuando {} capturado {es_prizes}, con lo que {es_left}.", es.verb("ha", "han")),
    ))
}

/// So many of what is captured.
pub fn prizes(say: &Speech<'_>, count: usize) -> (String, String) {
    (english::Nouns::of(say.ruleset).prize.counted(count), spanish::Nouns::of(say.ruleset).prize.counted(count))
}

/// What it means that a side is shut in, if that loses.
pub fn shut_in(say: &Speech<'_>) -> Option<Rule> {
    let captor = say.captor().filter(|_| say.options.blocked == Blocked::Loss)?;
    let [en, en_other] = [captor, captor.other()].map(|side| English::of(say.ruleset, side));
    let [es, es_other] = [captor, captor.other()].map(|side| Spanish::of(say.ruleset, side));
    Some(say.rule(
        &["blocked"],
        &format!(
            "{} if {} cannot move in {} turn, and {} if {}.",
            en_other.does("wins", "win"),
            en.name(),
            en.verb("its", "their"),
            en_other.verb("loses", "lose"),
            en_other.verb("it cannot move in its own", "they themselves cannot move in theirs")
        ),
        &format!(
            "{} {} si {} no {} jugar en su turno, y {} si no {} jugar en el suyo.",
            es_other.the(),
            es_other.verb("gana", "ganan"),
            es.the(),
            es.verb("puede", "pueden"),
            es_other.verb("pierde", "pierden"),
            es_other.verb("puede", "pueden")
        ),
    ))
}

/// The win of the side that captures when a position comes up again.
pub fn repetition(say: &Speech<'_>) -> Option<Rule> {
    let wins = say.options.repetition == Repetition::CaptorWins && !never_repeats(say);
    let captor = say.captor().filter(|_| wins)?;
    let (en, es) = (English::of(say.ruleset, captor), Spanish::of(say.ruleset, captor));
    let same = same_position(say);
    Some(say.rule(
        &["repetition"],
        &format!("When a position comes up for the third time {same}, {}.", en.does("wins", "win")),
        &format!("Cuando una posición se da por tercera vez {same}, {} {}.", es.verb("gana", "ganan"), es.the()),
    ))
}
