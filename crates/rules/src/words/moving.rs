//! Turns, and moving without a capture.

use super::board::Lines;
use super::ending::same_position;
use super::speech::{Rule, Speech};
use super::towers;
use super::ways::{along, ways};
use crate::options::{Capture, Directions, LastRow, Precedence, Promotion, Repetition, Return};

pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    let steps =
        [Some(steps(say)), directions(say), last_row(say), no_promotion(say), returning(say), no_repetition(say)];
    towers::columns(say)
        .into_iter()
        .chain([turn(say)])
        .chain(steps.into_iter().flatten())
        .chain(entering(say))
        .collect()
}

fn turn(say: &Speech<'_>) -> Rule {
    say.rule(
        &[],
        "In each turn a player moves one of their {pieces}, capturing or not.",
        "En cada turno el jugador mueve un{o pieza} de sus {piezas}, capturando o sin capturar.",
    )
}

fn steps(say: &Speech<'_>) -> Rule {
    match ways(say, say.options.step_dirs) {
        None => {
            let ways = along(say);
            say.rule(
                &["step_dirs"],
                &format!("{{A man}} steps {} to the next {{point}}, which must be empty.", ways.en),
                &format!(
                    "{{Un peón}} se mueve {} hasta {{el punto}} contigu{{o punto}}, que debe estar vací{{o punto}}.",
                    ways.es
                ),
            )
        }
        Some(ways) => match say.lines {
            Lines::Mixed => say.rule(
                &["step_dirs"],
                &format!("{{A man}} steps along a line to the next {{point}}, which must be empty: {}.", ways.en),
                &format!(
                    "{{Un peón}} se mueve por una línea hasta {{el punto}} contigu{{o punto}}, que debe estar vací{{o punto}}: \
                     {}.",
                    ways.es
                ),
            ),
            Lines::Diagonal | Lines::Straight => say.rule(
                &["step_dirs"],
                &format!("{{A man}} steps {}, to the next {{point}}, which must be empty.", ways.en),
                &format!(
                    "{{Un peón}} se mueve {}, hasta {{el punto}} contigu{{o punto}}, que debe estar vací{{o punto}}.",
                    ways.es
                ),
            ),
        },
    }
}

/// What forward and the last row are, where the rules speak of them.
fn directions(say: &Speech<'_>) -> Option<Rule> {
    let options = say.options;
    let forward = [options.step_dirs, options.cap_dirs].iter().any(|&directions| directions != Directions::All);
    let last_row = options.last_row != LastRow::Normal || options.promotion != Promotion::None;
    let (en, es) = match (forward, last_row) {
        (false, false) => return None,
        (true, false) => {
            ("Forward means towards the opponent.", "Hacia adelante quiere decir hacia el lado del contrario.")
        }
        (false, true) => (
            "{A man}'s last row is the one farthest from its own player.",
            "La última fila {del peón} es la más alejada de su propio jugador.",
        ),
        (true, true) => (
            "Forward means towards the opponent; {a man}'s last row is the one farthest from its own player.",
            "Hacia adelante quiere decir hacia el lado del contrario; la última fila {del peón} es la más alejada de su \
             propio jugador.",
        ),
    };
    Some(say.rule(&[], en, es))
}

/// A man on its last row, together with the directions in which it captures at all.
fn last_row(say: &Speech<'_>) -> Option<Rule> {
    let (en, es) = match (say.options.last_row, say.options.cap_dirs) {
        (LastRow::Normal, _) => return None,
        (LastRow::CaptureOnly, Directions::All) => ("may not step but only capture", "solo puede moverse si captura"),
        (LastRow::CaptureOnly, Directions::NoBack) => (
            "may not step but only capture, which leaves it the captures along that row",
            "solo puede moverse si captura, con lo que le quedan las capturas a lo largo de esa fila",
        ),
        (LastRow::CaptureSidewaysOnly, Directions::All | Directions::NoBack) => {
            ("may only move by capturing sideways", "solo puede moverse si captura hacia los lados")
        }
        (LastRow::CaptureOnly | LastRow::CaptureSidewaysOnly, Directions::Forward | Directions::Straight) => {
            ("can no longer move", "ya no puede moverse")
        }
    };
    let (en_still, es_still) = match say.options.promotion {
        Promotion::None => ("", ""),
        Promotion::Short | Promotion::Long => (" and is not {a king} yet", " y todavía no es {dama}"),
    };
    Some(say.rule(
        &["last_row"],
        &format!("{{A man}} that is on its last row{en_still} {en}."),
        &format!("{{Un peón}} que está en su última fila{es_still} {es}."),
    ))
}

fn no_promotion(say: &Speech<'_>) -> Option<Rule> {
    match say.options.promotion {
        Promotion::None => Some(say.rule(
            &["promotion"],
            "There is no promotion: {a man} remains {a man} to the end.",
            "No hay promoción: {el peón} sigue siendo {peón} hasta el final.",
        )),
        Promotion::Short | Promotion::Long => None,
    }
}

/// Coming back; where it is free, only if the sources trouble to say so.
fn returning(say: &Speech<'_>) -> Option<Rule> {
    let (en, es) = match say.options.returning {
        Return::Free if say.stated(&["return"]).is_empty() => return None,
        Return::Free => (
            "{A piece} may come back to {a point} where it has been before.",
            "{Una pieza} puede volver a {un punto} en {que punto} ya ha estado.",
        ),
        Return::NotLast => (
            "{A piece} that has moved may not land, in its side's very next turn, on the {point} where that move began; \
             later it may.",
            "{Una pieza} que se ha movido no puede caer, en el siguiente turno de su bando, en {el punto} de donde salió; más \
             adelante sí puede.",
        ),
        Return::Never => (
            "{A piece} may never land again on {a point} where it has been, not even in the middle of a capture: the {point} \
             where it stood at first counts, and so does every {point} where it has landed.",
            "{Una pieza} no puede caer nunca en {un punto} en {que punto} ya ha estado, ni siquiera en medio de una captura: \
             cuentan {el punto} que ocupaba al principio y tod{os punto} aquell{os punto} en {los punto} que ha caído.",
        ),
    };
    Some(say.rule(&["return"], en, es))
}

/// Entering a man that is in hand.
fn entering(say: &Speech<'_>) -> Option<Rule> {
    if say.ruleset.start.recollection.hand == [0, 0] {
        return None;
    }
    let must = say.options.capture == Capture::Mandatory && say.options.choice != Precedence::Protest;
    let (en_not, es_not) =
        if must { ("; not while they can capture", "; no mientras pueda capturar") } else { ("", "") };
    let keys = say.stated(&["reading"]);
    Some(say.rule(
        &keys,
        &format!(
            "Instead of moving, a player with fewer {{pieces}} on the board than at the start may put {{a man}} from the \
             hand on any empty {{point}}{en_not}."
        ),
        &format!(
            "En lugar de mover, el jugador que tiene en el tablero menos {{piezas}} que al comienzo puede poner {{un peón}} \
             de la mano en cualquier {{punto}} vací{{o punto}}{es_not}."
        ),
    ))
}

/// The ban on repeating positions, which concerns the choice of moves; what else repetition does is in `ending`.
fn no_repetition(say: &Speech<'_>) -> Option<Rule> {
    match (say.options.repetition, say.options.returning) {
        (Repetition::Forbidden, Return::Free | Return::NotLast) => {
            let same = same_position(say);
            Some(say.rule(
                &["repetition"],
                &format!(
                    "A move may not bring back an earlier position {same}; a player whose every move would do so loses."
                ),
                &format!(
                    "Una jugada no puede repetir una posición anterior {same}; pierde quien no tiene más que jugadas así."
                ),
            ))
        }
        (Repetition::Forbidden, Return::Never) => None,
        (Repetition::Draw | Repetition::Count | Repetition::None, _) => None,
    }
}
