//! Capturing by approach and withdrawal, and the handicap game that belongs to it.

use super::english::{self, SideName as English};
use super::spanish::{self, SideName as Spanish};
use super::speech::{Rule, Speech};
use quirkat_rules::GIVER_KEEPS;
use quirkat_rules::Side;
use quirkat_rules::{Chain, ChainDirection, FirstCapture, OnOff};

/// How a step captures.
pub fn capture(say: &Speech<'_>) -> Vec<Rule> {
    vec![
        say.rule(
            &["capture_by"],
            "{Men} do not leap: they capture by stepping, by approach or by withdrawal.",
            "{Los peones} no saltan: capturan al dar un paso, por acercamiento o por alejamiento.",
        ),
        say.rule(
            &["capture_by"],
            "By approach, {a man} steps up to an enemy {piece}: it takes the one on the next {point} beyond its landing, in the \
             direction of the step.",
            "Por acercamiento, {un peón} avanza hacia {una pieza} enemig{o pieza}: captura {la pieza} que está en {el punto} \
             siguiente a aquel en que cae, en la dirección del paso.",
        ),
        say.rule(
            &["capture_by"],
            "By withdrawal, it steps straight away from an enemy {piece}: it takes the one on the {point} just behind its start, on \
             the line of the step.",
            "Por alejamiento, se aparta en línea recta de {una pieza} enemig{o pieza}: captura {la pieza} que estaba justo detrás de \
             su punto de partida, en la línea del paso.",
        ),
        say.rule(
            &["capture_by"],
            "With that {piece} go all enemy {pieces} that follow it on the line without a gap, up to an empty {point}, {a piece} of \
             the capturing side or the end of the line: always the whole row, never a part of it.",
            "Se capturan además tod{os pieza} {las piezas} enemig{os pieza} que siguen en la línea sin hueco, hasta {un punto} \
             vací{o punto}, {una pieza} propi{o pieza} o el final de la línea: siempre la fila entera, nunca una parte.",
        ),
        say.rule(
            &["capture_by"],
            "If a step could capture both by approach and by withdrawal, the player chooses one of the two; it never does both.",
            "Si un paso puede capturar tanto por acercamiento como por alejamiento, el jugador elige una de las dos capturas; nunca se \
             hacen ambas.",
        ),
    ]
}

pub fn removal(say: &Speech<'_>) -> Rule {
    say.rule(
        &say.stated(&["removal"]),
        "Captured {pieces} leave the board at once.",
        "{Las piezas} capturad{os pieza} se retiran en el acto.",
    )
}

/// Further captures in the same turn.
pub fn chain(say: &Speech<'_>) -> Vec<Rule> {
    let en_again = "If the same {piece} can capture again from where it now stands, it";
    let es_again = "Si {la misma pieza} puede capturar otra vez desde donde está ahora,";
    let (en, es) = match say.options.chain {
        Chain::None => {
            return vec![say.rule(
                &["chain"],
                "The turn ends after one step, even if the {piece} could capture again.",
                "El turno termina después de un paso, aunque {la pieza} pudiera capturar otra vez.",
            )];
        }
        Chain::Optional | Chain::Straight => (
            format!("{en_again} may go on in the same turn, step by step; the player may also stop after any capture."),
            format!(
                "{es_again} puede seguir en el mismo turno, paso a paso; el jugador también puede detenerse después de cualquier \
                 captura."
            ),
        ),
        Chain::Mandatory => (
            format!("{en_again} must go on in the same turn, step by step, as long as it can."),
            format!("{es_again} debe seguir en el mismo turno, paso a paso, mientras pueda."),
        ),
    };
    [Some(say.rule(&["chain"], &en, &es)), Some(way(say)), first(say)].into_iter().flatten().collect()
}

/// Where a chain may go.
fn way(say: &Speech<'_>) -> Rule {
    let (en, es) = match say.options.direction {
        ChainDirection::NotConsecutive => (
            "; nor may two steps in a row go in the same direction",
            "; tampoco puede dar dos pasos seguidos en la misma dirección",
        ),
        ChainDirection::NeverRepeatLine => (
            "; nor may it step along a line that it has used in the same turn",
            "; tampoco puede ir por una línea que ya ha usado en el mismo turno",
        ),
        ChainDirection::Free => {
            ("; otherwise it may go in any direction", "; por lo demás, puede ir en cualquier dirección")
        }
    };
    say.rule(
        &["direction"],
        &format!(
            "In one turn {{a piece}} may not come to {{a point}} where it has already been, that of its start included{en}."
        ),
        &format!(
            "En un mismo turno, {{una pieza}} no puede llegar a {{un punto}} en {{que punto}} ya ha estado, incluido el de partida{es}."
        ),
    )
}

/// The first capture of the game; where it is like any other, only if the sources trouble to say so.
fn first(say: &Speech<'_>) -> Option<Rule> {
    let (en, es) = match say.options.first_capture_single {
        FirstCapture::Off if say.stated(&["first_capture_single"]).is_empty() => return None,
        FirstCapture::Off => (
            "A player's first capture of the game may go on like any other.".to_owned(),
            "La primera captura de un jugador en la partida puede seguir como cualquier otra.".to_owned(),
        ),
        FirstCapture::First => {
            let (en, es) = (English::of(say.ruleset, Side::First), Spanish::of(say.ruleset, Side::First));
            (
                format!("{} first capture of the game does not go on: it ends the turn.", en.owning()),
                format!("La primera captura {} en la partida no sigue: termina el turno.", es.of_the()),
            )
        }
        FirstCapture::Both => (
            "A player's first capture of the game does not go on: it ends the turn.".to_owned(),
            "La primera captura de cada jugador en la partida no sigue: termina el turno.".to_owned(),
        ),
    };
    Some(say.rule(&["first_capture_single"], &en, &es))
}

/// The handicap game, in which the first side gives most of its pieces up.
pub fn handicap(say: &Speech<'_>) -> Vec<Rule> {
    match say.options.vela {
        OnOff::On if say.has_runs() => vec![giver(say), receiver(say), offer(say), after_it(say)],
        OnOff::On | OnOff::Off => vec![],
    }
}

fn sides<'r>(say: &Speech<'r>) -> ([English; 2], [Spanish<'r>; 2]) {
    (Side::BOTH.map(|side| English::of(say.ruleset, side)), Side::BOTH.map(|side| Spanish::of(say.ruleset, side)))
}

fn giver(say: &Speech<'_>) -> Rule {
    let ([en, _], [es, _]) = sides(say);
    let (keeps_en, keeps_es) = (english::number(GIVER_KEEPS as usize), spanish::number(GIVER_KEEPS as usize));
    say.rule(
        &["vela"],
        &format!(
            "{} a handicap: as long as {} more than {keeps_en} {{pieces}} left, {} only plain steps and {} nothing, even \
             where a step could capture.",
            en.does("gives", "give"),
            en.verb("it has", "they have"),
            en.verb("it makes", "they make"),
            en.verb("takes", "take"),
        ),
        &format!(
            "{} {} ventaja: mientras {} quedan más de {keeps_es} {{piezas}}, solo {} pasos y no {} \
             nada, aunque un paso pudiera hacerlo.",
            es.the(),
            es.verb("da", "dan"),
            es.verb("le", "les"),
            es.verb("da", "dan"),
            es.verb("captura", "capturan"),
        ),
    )
}

fn receiver(say: &Speech<'_>) -> Rule {
    let ([_, en], [_, es]) = sides(say);
    say.rule(
        &["vela"],
        &format!(
            "During that time {} capture if {} can, but {} just one {{piece}} in a turn, the nearest of the row, and {} not go on.",
            en.does("must", "must"),
            en.verb("it", "they"),
            en.verb("takes", "take"),
            en.verb("does", "do"),
        ),
        &format!(
            "Durante ese tiempo {} {} capturar si {}, pero {} {{una pieza}} por turno y nada más, {{la pieza}} más próxim{{o pieza}} \
             de la fila, y no {}.",
            es.the(),
            es.verb("debe", "deben"),
            es.verb("puede", "pueden"),
            es.verb("toma", "toman"),
            es.verb("sigue", "siguen"),
        ),
    )
}

fn offer(say: &Speech<'_>) -> Rule {
    let ([en, en_other], [es, es_other]) = sides(say);
    let (en_must, es_must) = match say.options.must_offer {
        OnOff::On => ("must choose a step after which", es.verb("debe", "deben")),
        OnOff::Off => ("need not choose a step after which", es.verb("no tiene que", "no tienen que")),
    };
    let (en_if, es_if) = match say.options.must_offer {
        OnOff::On => (", if there is one", ", si lo hay"),
        OnOff::Off => ("", ""),
    };
    say.rule(
        &["must_offer"],
        &format!("{} {en_must} {} can capture{en_if}.", en.name(), en_other.name()),
        &format!(
            "{} {es_must} elegir un paso tras el cual {} {} capturar{es_if}.",
            es.the(),
            es_other.the(),
            es_other.verb("pueda", "puedan")
        ),
    )
}

fn after_it(say: &Speech<'_>) -> Rule {
    let ([en, _], [es, _]) = sides(say);
    let (keeps_en, keeps_es) = (english::number(GIVER_KEEPS as usize), spanish::number(GIVER_KEEPS as usize));
    say.rule(
        &["vela"],
        &format!(
            "Once {} only {keeps_en} {{pieces}} left, or fewer, the usual rules hold for both sides.",
            en.does("has", "have")
        ),
        &format!(
            "Cuando {} {} quedan solo {keeps_es} {{piezas}}, o menos, rigen para los dos bandos las reglas habituales.",
            es.to_the(),
            es.verb("le", "les")
        ),
    )
}
