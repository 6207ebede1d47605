//! Capturing: how, the duty to capture, and going on.

use super::board::Lines;
use super::speech::{Rule, Speech};
use super::ways::ways;
use super::{choosing, hunt, mills, promotion, ranks, runs, towers};
use quirkat_rules::{Capture, Chain, Directions, Precedence, Removal, Turning, YesNo};

pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    let captures = if !say.has_captures() {
        vec![]
    } else if say.has_runs() {
        by_runs(say)
    } else {
        by_leaps(say)
    };
    captures.into_iter().chain(mills::rules(say)).collect()
}

fn by_leaps(say: &Speech<'_>) -> Vec<Rule> {
    let how = if say.options.cap_dirs == Directions::None {
        vec![say.rule(&["cap_dirs"], "{Men} capture nothing.", "{Los peones} no capturan nada.")]
    } else {
        vec![leap(say), directions(say)]
    };
    let rules = [ranks::directions(say), ranks::taking(say), Some(removal(say)), towers::rejump(say), duty(say)];
    hunt::captors(say)
        .into_iter()
        .chain(how)
        .chain(promotion::powers_from_the_start(say))
        .chain(rules.into_iter().flatten())
        .chain([chain(say)])
        .chain(stopping(say))
        .chain(choosing::rules(say))
        .collect()
}

fn by_runs(say: &Speech<'_>) -> Vec<Rule> {
    hunt::captors(say)
        .into_iter()
        .chain(runs::capture(say))
        .chain([directions(say)])
        .chain(ranks::taking(say))
        .chain([runs::removal(say)])
        .chain(duty(say))
        .chain(runs::chain(say))
        .chain(choosing::rules(say))
        .collect()
}

fn leap(say: &Speech<'_>) -> Rule {
    let (en_what, es_what) = towers::neighbour(say);
    let (en_who, es_who) = if say.has_ranks() && !say.has_promotion() && !promotion::kings_reach_further(say) {
        ("{A piece}", "{Una pieza}")
    } else if say.captor().is_some() && !say.has_kings() {
        ("{A captor}", "{Un cazador}")
    } else {
        ("{A man}", "{Un peón}")
    };
    match say.options.bent_leaps {
        YesNo::No => {
            let (en_how, es_how) = match say.lines {
                Lines::Mixed | Lines::Grid => (" along a line,", " a lo largo de una línea,"),
                Lines::Diagonal => (" diagonally,", " en diagonal,"),
                Lines::Straight => (" in a straight line, never diagonally,", " en línea recta, nunca en diagonal,"),
            };
            say.rule(
                &say.stated(&["bent_leaps"]),
                &format!(
                    "{en_who} captures {en_what} by leaping over it,{en_how} to the {{point}} just behind, \
                     which must be empty."
                ),
                &format!(
                    "{es_who} captura {es_what} saltando por encima,{es_how} hasta \
                     {{el punto}} siguiente, que debe estar vací{{o punto}}."
                ),
            )
        }
        YesNo::Yes => say.rule(
            &["bent_leaps"],
            &format!(
                "{en_who} captures {en_what} by leaping over it to an empty {{point}} that a line joins to the one where the \
                 captured {{prize}} stands. The leap need not be straight: it may bend there with the lines."
            ),
            &format!(
                "{es_who} captura {es_what} saltando por encima hasta {{un punto}} vací{{o punto}} que una línea une con \
                 {{que punto}} ocupa {{la presa}} capturad{{o presa}}. El salto no tiene que ser recto: puede torcer ahí con las \
                 líneas."
            ),
        ),
    }
}

fn directions(say: &Speech<'_>) -> Rule {
    let (en_who, es_who) = if say.captor().is_some() && !say.has_kings() {
        ("{A captor} captures", "{Un cazador} captura")
    } else if say.has_ranks() && say.options.cap_dirs == Directions::All {
        ("{Pieces} capture", "{Las piezas} capturan")
    } else {
        ("{Men} capture", "{Los peones} capturan")
    };
    let (en, es) = match ways(say, say.options.cap_dirs) {
        None => everywhere(say),
        Some(ways) => (ways.en, ways.es),
    };
    say.rule(&["cap_dirs"], &format!("{en_who} {en}."), &format!("{es_who} {es}."))
}

/// All directions, on the lines that the board has.
pub fn everywhere(say: &Speech<'_>) -> (&'static str, &'static str) {
    match say.lines {
        Lines::Mixed | Lines::Grid => ("in any direction", "en cualquier dirección"),
        Lines::Diagonal => ("both forward and backward", "tanto hacia adelante como hacia atrás"),
        Lines::Straight => ("forward, backward and sideways", "hacia adelante, hacia atrás y hacia los lados"),
    }
}

fn removal(say: &Speech<'_>) -> Rule {
    let (en, es) = match (say.options.removal, say.options.chain) {
        (Removal::Under, _) => return towers::under(say),
        (Removal::Immediate, Chain::None) => {
            ("The captured {prize} leaves the board at once.", "{La presa} capturad{o presa} se retira en el acto.")
        }
        (Removal::Immediate, Chain::Optional | Chain::Mandatory | Chain::Straight) => (
            "The captured {prize} leaves the board at once, before any further leap.",
            "{La presa} capturad{o presa} se retira en el acto, antes de cualquier otro salto.",
        ),
        (Removal::End, Chain::None) => (
            "The captured {prize} leaves the board at the end of the turn.",
            "{La presa} capturad{o presa} se retira al final del turno.",
        ),
        (Removal::End, Chain::Optional | Chain::Mandatory | Chain::Straight) => (
            "Captured {prizes} leave the board at the end of the turn: until then they stand in the way and cannot be leapt \
             over again.",
            "{Las presas} capturad{os presa} se retiran al final del turno: hasta entonces estorban el paso y no se puede \
             saltar sobre ell{os presa} otra vez.",
        ),
    };
    say.rule(&["removal"], en, es)
}

/// The duty to capture; nothing where there is nothing else to do.
fn duty(say: &Speech<'_>) -> Option<Rule> {
    if say.options.choice == Precedence::Protest && !say.has_runs() {
        return Some(choosing::duty_to_claim(say));
    }
    let (en, es) = match say.options.capture {
        Capture::Optional | Capture::Mandatory | Capture::Men if say.captures_only() => return None,
        Capture::Men if say.has_kings() => (
            "A player who can capture with {a man} must capture, with whatever {piece} they like; one who can capture only with \
             pieces of a higher rank may make another move instead.",
            "Quien puede capturar con {un peón} está obligado a capturar, con {la pieza} que quiera; quien solo puede hacerlo con \
             piezas de clase superior puede preferir otra jugada.",
        ),
        Capture::Optional => (
            "Nobody has to capture: a player who can capture may make another move instead.",
            "Nadie está obligado a capturar: quien puede hacerlo puede preferir otra jugada.",
        ),
        Capture::Huff if say.has_huffs() => (
            "A player who can capture should capture; one who does not may be huffed, as explained below.",
            "Quien puede capturar debe hacerlo; si no lo hace, el contrario puede soplarle, como se explica más abajo.",
        ),
        Capture::Mandatory | Capture::Men | Capture::Huff => {
            ("A player who can capture must capture.", "Quien puede capturar está obligado a hacerlo.")
        }
    };
    Some(say.rule(&["capture"], en, es))
}

/// Further leaps.
fn chain(say: &Speech<'_>) -> Rule {
    let en_again = "If {the same captor} can capture again from where it has landed, it";
    let es_again = "Si {el mismo cazador} puede capturar otra vez desde donde ha caído,";
    let (en_turning, es_turning) = turning(say);
    let (en, es) = match (say.options.chain, say.options.capture) {
        (Chain::Mandatory, _) if say.options.choice == Precedence::Protest => (
            format!("{en_again} may go on in the same turn; {en_turning}."),
            format!("{es_again} puede seguir en el mismo turno; {es_turning}."),
        ),
        (Chain::None, _) => (
            "The turn ends after one leap, even if the {captor} could capture again.".to_owned(),
            "El turno termina después de un salto, aunque {el cazador} pudiera capturar otra vez.".to_owned(),
        ),
        (Chain::Optional, _) => (
            format!("{en_again} may go on in the same turn; {en_turning}."),
            format!("{es_again} puede seguir en el mismo turno; {es_turning}."),
        ),
        (Chain::Straight, _) => (
            format!("{en_again} may go on in the same turn, but only straight on in the same direction."),
            format!("{es_again} puede seguir en el mismo turno, pero solo en línea recta y en el mismo sentido."),
        ),
        (Chain::Mandatory, Capture::Optional | Capture::Mandatory | Capture::Men) => (
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
                 puede soplar{{lo cazador}}."
            ),
        ),
    };
    let keys: &[_] = if turns_matter(say) { &["chain", "turning"] } else { &["chain"] };
    say.rule(keys, &en, &es)
}

/// Whether the direction of a king inside a chain is anybody's choice.
fn turns_matter(say: &Speech<'_>) -> bool {
    say.has_kings()
        && match say.options.chain {
            Chain::Optional | Chain::Mandatory => true,
            Chain::None | Chain::Straight => false,
        }
}

/// Turning from leap to leap.
fn turning(say: &Speech<'_>) -> (&'static str, &'static str) {
    match say.options.turning {
        Turning::NoReversal if say.has_kings() => (
            "it may change direction from leap to leap, but {a king} may not turn straight back",
            "puede cambiar de dirección en cada salto, pero {una dama} no puede dar media vuelta",
        ),
        Turning::Straight if say.has_kings() => (
            "it may change direction from leap to leap, except that {a king} must always leap straight on in the same \
             direction",
            "puede cambiar de dirección en cada salto, salvo {una dama}, que debe saltar siempre en línea recta y en el mismo \
             sentido",
        ),
        Turning::Free | Turning::NoReversal | Turning::Straight => {
            ("it may change direction from leap to leap", "puede cambiar de dirección en cada salto")
        }
    }
}

/// That one may stop, unless the choice among captures asks for the longest.
fn stopping(say: &Speech<'_>) -> Option<Rule> {
    match (say.options.chain, say.options.choice) {
        (Chain::Optional | Chain::Straight, Precedence::Free)
        | (Chain::Optional | Chain::Mandatory | Chain::Straight, Precedence::Protest) => Some(say.rule(
            &["chain"],
            "The player may also stop after any leap.",
            "El jugador también puede detenerse después de cualquier salto.",
        )),
        (
            Chain::Optional | Chain::Straight,
            Precedence::Max | Precedence::MaxQuality | Precedence::KingFirst | Precedence::Italian,
        ) => None,
        (Chain::None, _) | (Chain::Mandatory, _) => None,
    }
}
