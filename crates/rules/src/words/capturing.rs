//! Capturing: how, the duty to capture, going on, and the choice among captures.

use super::speech::{Rule, Speech};
use crate::options::{Capture, Chain, Directions, Precedence, Promotion, Removal};

pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    let rules = [leap(say), directions(say), removal(say), duty(say), chain(say)];
    rules.into_iter().chain(stopping(say)).chain([choice(say)]).collect()
}

fn leap(say: &Speech<'_>) -> Rule {
    say.rule(
        &[],
        "{A man} captures a neighbouring enemy {piece} by leaping over it, along a line, to the point just behind, which \
         must be empty.",
        "{Un peón} captura {una pieza} enemig{o pieza} contigu{o pieza} saltando por encima, a lo largo de una línea, hasta \
         el punto siguiente, que debe estar vacío.",
    )
}

fn directions(say: &Speech<'_>) -> Rule {
    let (en, es) = match say.options.cap_dirs {
        Directions::All => ("{Men} capture in any direction.", "{Los peones} capturan en cualquier dirección."),
        Directions::NoBack => (
            "{Men} capture forward, diagonally forward or sideways, never backward.",
            "{Los peones} capturan hacia adelante, en diagonal hacia adelante o hacia los lados, nunca hacia atrás.",
        ),
        Directions::Forward => (
            "{Men} capture forward or diagonally forward, never sideways or backward.",
            "{Los peones} capturan hacia adelante o en diagonal hacia adelante, nunca hacia los lados ni hacia atrás.",
        ),
    };
    say.rule(&["cap_dirs"], en, es)
}

fn removal(say: &Speech<'_>) -> Rule {
    let (en, es) = match (say.options.removal, say.options.chain) {
        (Removal::Immediate, Chain::None) => {
            ("The captured {piece} leaves the board at once.", "{La pieza} capturad{o pieza} se retira en el acto.")
        }
        (Removal::Immediate, Chain::Optional | Chain::Mandatory | Chain::Straight) => (
            "The captured {piece} leaves the board at once, before any further leap.",
            "{La pieza} capturad{o pieza} se retira en el acto, antes de cualquier otro salto.",
        ),
        (Removal::End, Chain::None) => (
            "The captured {piece} leaves the board at the end of the turn.",
            "{La pieza} capturad{o pieza} se retira al final del turno.",
        ),
        (Removal::End, Chain::Optional | Chain::Mandatory | Chain::Straight) => (
            "Captured {pieces} leave the board at the end of the turn: until then they stand in the way and cannot be leapt \
             over again.",
            "{Las piezas} capturad{os pieza} se retiran al final del turno: hasta entonces estorban el paso y no se puede \
             saltar sobre ell{os pieza} otra vez.",
        ),
    };
    say.rule(&["removal"], en, es)
}

fn duty(say: &Speech<'_>) -> Rule {
    let (en, es) = match say.options.capture {
        Capture::Optional => (
            "Nobody has to capture: a player who can capture may make another move instead.",
            "Nadie está obligado a capturar: quien puede hacerlo puede preferir otra jugada.",
        ),
        Capture::Mandatory => {
            ("A player who can capture must capture.", "Quien puede capturar está obligado a hacerlo.")
        }
        Capture::Huff => (
            "A player who can capture should capture; one who does not may be huffed, as explained below.",
            "Quien puede capturar debe hacerlo; si no lo hace, el contrario puede soplarle, como se explica más abajo.",
        ),
    };
    say.rule(&["capture"], en, es)
}

/// Further leaps.
fn chain(say: &Speech<'_>) -> Rule {
    let en_again = "If the same {piece} can capture again from where it has landed, it";
    let es_again = "Si {la misma pieza} puede capturar otra vez desde donde ha caído,";
    let en_turning = "it may change direction from leap to leap";
    let es_turning = "puede cambiar de dirección en cada salto";
    let (en, es) = match (say.options.chain, say.options.capture) {
        (Chain::None, _) => (
            "The turn ends after one leap, even if the {piece} could capture again.".to_owned(),
            "El turno termina después de un salto, aunque {la pieza} pudiera capturar otra vez.".to_owned(),
        ),
        (Chain::Optional, _) => (
            format!("{en_again} may go on in the same turn; {en_turning}."),
            format!("{es_again} puede seguir en el mismo turno; {es_turning}."),
        ),
        (Chain::Straight, _) => (
            format!("{en_again} may go on in the same turn, but only straight on in the same direction."),
            format!("{es_again} puede seguir en el mismo turno, pero solo en línea recta y en el mismo sentido."),
        ),
        (Chain::Mandatory, Capture::Optional | Capture::Mandatory) => (
            format!("{en_again} must go on in the same turn, as long as it can; {en_turning}."),
            format!("{es_again} debe seguir en el mismo turno, mientras pueda; {es_turning}."),
        ),
        (Chain::Mandatory, Capture::Huff) => (
            format!(
                "{en_again} should go on in the same turn, as long as it can; {en_turning}. If it stops early, it may be \
                 huffed."
            ),
            format!(
                "{es_again} debe seguir en el mismo turno, mientras pueda; {es_turning}. Si se detiene antes, el contrario \
                 puede soplar{{lo pieza}}."
            ),
        ),
    };
    say.rule(&["chain"], &en, &es)
}

/// That one may stop, unless the choice among captures asks for the longest.
fn stopping(say: &Speech<'_>) -> Option<Rule> {
    match (say.options.chain, say.options.choice) {
        (Chain::Optional | Chain::Straight, Precedence::Free) => Some(say.rule(
            &["chain"],
            "The player may also stop after any leap.",
            "El jugador también puede detenerse después de cualquier salto.",
        )),
        (Chain::Optional | Chain::Straight, Precedence::Max | Precedence::MaxQuality) => None,
        (Chain::None | Chain::Mandatory, _) => None,
    }
}

/// What must be chosen where a choice is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Nothing: every capture is as good.
    Nothing,
    /// The most pieces.
    Most,
    /// The most pieces and, among equal captures, the most kings.
    MostThenKings,
    /// A king rather than a man, one piece being all that a turn may take.
    King,
}

impl Asked {
    /// What these options come to: one leap a turn takes one piece, and without promotion there are no kings.
    pub fn by(say: &Speech<'_>) -> Self {
        let kings = say.options.promotion != Promotion::None;
        match (say.options.choice, say.options.chain) {
            (Precedence::Free, _) | (Precedence::Max, Chain::None) => Asked::Nothing,
            (Precedence::MaxQuality, Chain::None) => {
                if kings {
                    Asked::King
                } else {
                    Asked::Nothing
                }
            }
            (Precedence::Max, _) => Asked::Most,
            (Precedence::MaxQuality, _) => {
                if kings {
                    Asked::MostThenKings
                } else {
                    Asked::Most
                }
            }
        }
    }
}

fn choice(say: &Speech<'_>) -> Rule {
    let (en_what, es_what) = match (Asked::by(say), say.options.chain) {
        (Asked::Nothing, Chain::None) => {
            return say.rule(
                &["choice"],
                "A player who has several captures to choose from may choose any.",
                "Quien puede elegir entre varias capturas elige la que quiera.",
            );
        }
        (Asked::Nothing, Chain::Optional | Chain::Mandatory | Chain::Straight) => {
            return say.rule(
                &["choice"],
                "A player who has several captures to choose from may choose any, not just the one that takes the most.",
                "Quien puede elegir entre varias capturas elige la que quiera, aunque no sea la que más {piezas} se lleva.",
            );
        }
        (Asked::Most, _) => (
            "choose a capture that takes as many {pieces} as possible in the turn",
            "elegir una captura que se lleve el mayor número posible de {piezas} en el turno",
        ),
        (Asked::MostThenKings, _) => (
            "choose a capture that takes as many {pieces} as possible in the turn and, among those, as many {kings} as \
             possible",
            "elegir una captura que se lleve el mayor número posible de {piezas} en el turno y, entre esas, el mayor número \
             posible de {damas}",
        ),
        (Asked::King, _) => (
            "take {a king} rather than {a man}, if both are possible",
            "llevarse {una dama} antes que {un peón}, si ambas cosas son posibles",
        ),
    };
    let (en, es) = match say.options.capture {
        Capture::Mandatory => {
            (format!("A player who captures must {en_what}."), format!("Quien captura debe {es_what}."))
        }
        Capture::Optional => (
            format!("A player who decides to capture must {en_what}."),
            format!("Quien decide capturar debe {es_what}."),
        ),
        Capture::Huff => (
            format!("A player who captures should {en_what}; if they do not, the capturing {{piece}} may be huffed."),
            format!(
                "Quien captura debe {es_what}; si no lo hace, el contrario puede soplar {{la pieza}} que ha capturado."
            ),
        ),
    };
    say.rule(&["choice"], &en, &es)
}
