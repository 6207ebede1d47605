//! Turns, and moving without a capture.

use super::board::Lines;
use super::ending::{never_repeats, same_position};
use super::speech::{Rule, Speech};
use super::ways::{along, ways};
use super::{placing, ranks, towers};
use quirkat_rules::{AfterPlacing, Directions, LastRow, Promotion, Repetition, Return, YesNo};

pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    if !say.has_moves() {
        return vec![];
    }
    let steps = [
        steps(say),
        ranks::steps(say),
        directions(say),
        last_row(say),
        flying(say),
        no_promotion(say),
        returning(say),
        no_repetition(say),
        ranks::single_combat(say),
        placing::entering(say),
    ];
    towers::columns(say).into_iter().chain([turn(say)]).chain(steps.into_iter().flatten()).collect()
}

fn turn(say: &Speech<'_>) -> Rule {
    if say.captures_only() {
        return say.rule(
            &["step_dirs"],
            "In each turn a player captures with one of their {pieces}: there are no other moves.",
            "En cada turno el jugador captura con un{o pieza} de sus {piezas}: no hay otras jugadas.",
        );
    }
    let (en, es) = match (say.has_captures(), say.captor()) {
        (true, None) => (", capturing or not", ", capturando o sin capturar"),
        (false, _) | (true, Some(_)) => ("", ""),
    };
    if say.has_placing() {
        return say.rule(
            &["placing"],
            &format!("A player who has nothing in hand moves one of their {{pieces}} in each turn{en}."),
            &format!("Quien no tiene nada en la mano mueve en cada turno un{{o pieza}} de sus {{piezas}}{es}."),
        );
    }
    say.rule(
        &[],
        &format!("In each turn a player moves one of their {{pieces}}{en}."),
        &format!("En cada turno el jugador mueve un{{o pieza}} de sus {{piezas}}{es}."),
    )
}

fn steps(say: &Speech<'_>) -> Option<Rule> {
    let after_placing = match say.options.after_placing {
        AfterPlacing::Fly => {
            return Some(say.rule(
                &["after_placing"],
                "It may go to any empty {point}, wherever that is.",
                "Puede ir a cualquier {punto} vací{o punto}, esté donde esté.",
            ));
        }
        AfterPlacing::Move | AfterPlacing::End => say.stated(&["after_placing"]),
    };
    let keys = [vec!["step_dirs"], after_placing].concat();
    let (en_who, es_who) = if say.has_ranks() && say.options.step_dirs == Directions::All {
        ("{A piece}", "{Una pieza}")
    } else {
        ("{A man}", "{Un peón}")
    };
    if say.options.step_dirs == Directions::None {
        return (!say.captures_only()).then(|| {
            say.rule(
                &keys,
                "{Men} do not step: they move only by capturing.",
                "{Los peones} no dan pasos: solo se mueven al capturar.",
            )
        });
    }
    Some(match ways(say, say.options.step_dirs) {
        None => {
            let ways = along(say);
            say.rule(
                &keys,
                &format!("{en_who} steps {} to the next {{point}}, which must be empty.", ways.en),
                &format!(
                    "{es_who} se mueve {} hasta {{el punto}} contigu{{o punto}}, que debe estar vací{{o punto}}.",
                    ways.es
                ),
            )
        }
        Some(ways) => match say.lines {
            Lines::Mixed | Lines::Grid => say.rule(
                &keys,
                &format!("{{A man}} steps along a line to the next {{point}}, which must be empty: {}.", ways.en),
                &format!(
                    "{{Un peón}} se mueve por una línea hasta {{el punto}} contigu{{o punto}}, que debe estar vací{{o punto}}: \
                     {}.",
                    ways.es
                ),
            ),
            Lines::Diagonal | Lines::Straight => say.rule(
                &keys,
                &format!("{{A man}} steps {}, to the next {{point}}, which must be empty.", ways.en),
                &format!(
                    "{{Un peón}} se mueve {}, hasta {{el punto}} contigu{{o punto}}, que debe estar vací{{o punto}}.",
                    ways.es
                ),
            ),
        },
    })
}

/// The flight of the last three pieces; where there is none, only if the sources trouble to say so.
fn flying(say: &Speech<'_>) -> Option<Rule> {
    let (en, es) = match say.options.fly_at_three {
        YesNo::No if say.stated(&["fly_at_three"]).is_empty() => return None,
        YesNo::No => (
            "This also holds for a side that has only three {pieces} left: they do not fly.",
            "Esto vale también para el bando al que solo le quedan tres {piezas}: no vuelan.",
        ),
        YesNo::Yes => (
            "A side that has only three {pieces} left, and none in hand, may move them to any empty {point}, wherever that is.",
            "El bando al que solo le quedan tres {piezas}, y ningun{o pieza} en la mano, puede llevarl{os pieza} a cualquier {punto} \
             vací{o punto}, esté donde esté.",
        ),
    };
    Some(say.rule(&["fly_at_three"], en, es))
}

/// What forward and the last row are, where the rules speak of them.
fn directions(say: &Speech<'_>) -> Option<Rule> {
    let options = say.options;
    let names_ways = |directions| match directions {
        Directions::All | Directions::None => false,
        Directions::NoBack | Directions::Forward | Directions::Straight => true,
    };
    let forward = names_ways(options.step_dirs) || say.has_captures() && names_ways(options.cap_dirs);
    let last_row = last_row(say).is_some() || options.promotion != Promotion::None;
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
        // What never steps has only captures backward to lose there.
        (LastRow::CaptureOnly, _)
        | (
            LastRow::CaptureSidewaysOnly,
            Directions::NoBack | Directions::Forward | Directions::Straight | Directions::None,
        ) if say.options.step_dirs == Directions::None => {
            return None;
        }
        (LastRow::CaptureOnly, Directions::All) => ("may not step but only capture", "solo puede moverse si captura"),
        (LastRow::CaptureOnly, Directions::NoBack) => (
            "may not step but only capture, which leaves it the captures along that row",
            "solo puede moverse si captura, con lo que le quedan las capturas a lo largo de esa fila",
        ),
        (LastRow::CaptureSidewaysOnly, Directions::All | Directions::NoBack) => {
            ("may only move by capturing sideways", "solo puede moverse si captura hacia los lados")
        }
        (
            LastRow::CaptureOnly | LastRow::CaptureSidewaysOnly,
            Directions::Forward | Directions::Straight | Directions::None,
        ) => ("can no longer move", "ya no puede moverse"),
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

/// That men remain men, if the sources trouble to say so.
fn no_promotion(say: &Speech<'_>) -> Option<Rule> {
    match say.options.promotion {
        Promotion::None if say.stated(&["promotion"]).is_empty() => None,
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

/// The ban on repeating positions, which concerns the choice of moves; what else repetition does is in `ending`.
fn no_repetition(say: &Speech<'_>) -> Option<Rule> {
    match say.options.repetition {
        Repetition::Forbidden if !never_repeats(say) => {
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
        Repetition::Forbidden | Repetition::Draw | Repetition::Count | Repetition::CaptorWins | Repetition::None => {
            None
        }
    }
}
