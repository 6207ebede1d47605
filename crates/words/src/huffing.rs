//! Huffing: what may be removed, when, and what not.

use super::choosing::Asked;
use super::speech::{Rule, Speech};
use quirkat_rules::Chain;

pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    if !say.has_huffs() {
        return vec![];
    }
    [huff(say)].into_iter().chain(top_only(say)).chain([moved(say), after_a_capture(say), no_turn(say)]).collect()
}

fn huff(say: &Speech<'_>) -> Rule {
    let (en_gone, es_gone) = if say.has_towers() {
        (", and only one, is huffed", "sopla")
    } else {
        (", and only one, is removed from the board", "retira del tablero")
    };
    let (en, es) = if Asked::by(say).is_anything() {
        ("that could have made the capture asked for above", "que podían hacer la captura exigida más arriba")
    } else {
        ("that could have captured", "que podían capturar")
    };
    say.rule(
        &["capture"],
        &format!(
            "If a player could have captured and took nothing, the opponent may huff before replying: one {{piece}} {en}\
             {en_gone}."
        ),
        &format!(
            "Si un jugador podía capturar y no ha capturado nada, el contrario puede soplar antes de responder: {es_gone} \
             un{{o pieza}} de {{las piezas}} {es}, y solo un{{o pieza}}."
        ),
    )
}

/// What a huffed column loses.
fn top_only(say: &Speech<'_>) -> Option<Rule> {
    say.has_towers().then(|| {
        say.rule(
            &["capture", "removal"],
            "Only the top piece of the huffed column leaves the board; what is under it stays and belongs to the owner of its \
             new top piece.",
            "De la columna soplada solo sale del tablero la pieza de arriba; lo que hay debajo se queda y es del dueño de su \
             nueva pieza de arriba.",
        )
    })
}

fn moved(say: &Speech<'_>) -> Rule {
    say.rule(
        &["capture"],
        "If that {piece} has just moved, it is removed from where it stands now.",
        "Si {la pieza} que se sopla acaba de moverse, se retira {del punto} en {que punto} está ahora.",
    )
}

/// Whether a capture that fell short may be huffed.
fn after_a_capture(say: &Speech<'_>) -> Rule {
    match (Asked::by(say).is_anything(), say.options.chain) {
        (false, Chain::None | Chain::Optional | Chain::Straight) => {
            say.rule(&["capture"], "After a capture nothing may be huffed.", "Después de una captura no se puede soplar.")
        }
        (false, Chain::Mandatory) => say.rule(
            &["capture", "chain"],
            "After a capture only the {piece} that captured may be huffed, and only if it could have gone on and did not.",
            "Después de una captura solo se puede soplar {la pieza} que ha capturado, y solo si podía seguir y no lo ha \
             hecho.",
        ),
        (true, _) => say.rule(
            &["capture", "choice"],
            "After a capture only the {piece} that captured may be huffed, and only if a better capture was possible, be it \
             with another {piece}.",
            "Después de una captura solo se puede soplar {la pieza} que ha capturado, y solo si era posible una captura \
             mejor, aunque fuera con otr{o pieza}.",
        ),
    }
}

fn no_turn(say: &Speech<'_>) -> Rule {
    say.rule(
        &["capture"],
        "Huffing is not a turn: whoever has huffed then moves as usual. Nobody has to huff.",
        "Soplar no es jugar: quien ha soplado hace después su jugada como siempre. Nadie está obligado a soplar.",
    )
}
