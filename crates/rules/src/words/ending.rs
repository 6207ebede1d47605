//! The end of the game: how it is won, lost and drawn.

use super::speech::{Rule, Speech};
use super::{counts, english, spanish};
use crate::game::COUNT_AFTER;
use crate::options::{Blocked, Capture, EndCount, Limit, Repetition, Return};

/// How the game is won and lost, and by what it ends.
pub fn end(say: &Speech<'_>) -> Vec<Rule> {
    [
        Some(no_pieces(say)),
        Some(blocked(say)),
        counts::wins(say),
        repetition_count(say),
        end_count(say),
        count(say),
        Some(resigning(say)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// How it is drawn, beyond equal numbers where pieces are counted.
pub fn draws(say: &Speech<'_>) -> Vec<Rule> {
    [Some(agreement(say)), repetition(say), no_capture_limit(say)]
        .into_iter()
        .flatten()
        .chain(counts::draws(say))
        .collect()
}

fn no_pieces(say: &Speech<'_>) -> Rule {
    if say.has_towers() {
        return say.rule(
            &["removal"],
            "A player who commands no column any more loses.",
            "Pierde quien ya no manda ninguna columna.",
        );
    }
    if say.ruleset.start.recollection.hand != [0, 0] {
        return say.rule(
            &[],
            "A player who has no {pieces} left, neither on the board nor in hand, loses.",
            "Pierde quien se queda sin {piezas}, tanto en el tablero como en la mano.",
        );
    }
    say.rule(&[], "A player who has no {pieces} left loses.", "Pierde quien se queda sin {piezas}.")
}

fn blocked(say: &Speech<'_>) -> Rule {
    let (en, es) = match say.options.blocked {
        Blocked::Loss => (
            "A player who cannot move when it is their turn loses too.",
            "También pierde quien en su turno no puede hacer ninguna jugada.",
        ),
        Blocked::Draw => (
            "If a player has {pieces} left but cannot move when it is their turn, the game is a draw.",
            "Si a un jugador le quedan {piezas}, pero en su turno no puede hacer ninguna jugada, la partida acaba en tablas.",
        ),
        Blocked::Pass => (
            "A player who cannot move passes; nobody else may. If neither player can move, the game is a draw.",
            "Quien no puede hacer ninguna jugada pasa; nadie más puede pasar. Si ninguno de los dos puede jugar, la partida \
             acaba en tablas.",
        ),
    };
    say.rule(&["blocked"], en, es)
}

fn end_count(say: &Speech<'_>) -> Option<Rule> {
    let (en, es) = match automatic(say) {
        EndCount::Off => return None,
        EndCount::ByAgreement => (
            "The players may agree at any time to end the game by counting the {pieces}.".to_owned(),
            "Los jugadores pueden acordar en cualquier momento que la partida acabe contando {las piezas}.".to_owned(),
        ),
        EndCount::Automatic => (
            format!(
                "When each side has made {} in a row without {}, the game ends and the {{pieces}} are counted. The players \
                 may also agree to count at any time.",
                english::turns(COUNT_AFTER),
                quiet(say, "a capture", "a capture or a huff"),
            ),
            format!(
                "Cuando cada bando ha jugado {} seguidos {}, la partida acaba y se cuentan {{las piezas}}. Los jugadores \
                 también pueden acordar contarl{{os pieza}} en cualquier momento.",
                spanish::turns(COUNT_AFTER),
                quiet(say, "sin capturas", "sin capturas ni soplidos"),
            ),
        ),
    };
    Some(say.rule(&["end_count"], &en, &es))
}

/// What a count decides, if anything makes the players count.
fn count(say: &Speech<'_>) -> Option<Rule> {
    let keys: &[&str] = match (repetition_count(say).is_some(), say.options.end_count != EndCount::Off) {
        (false, false) => return None,
        (true, false) => &["repetition"],
        (false, true) => &["end_count"],
        (true, true) => &["repetition", "end_count"],
    };
    Some(say.rule(
        keys,
        "When the {pieces} are counted, the player who has more wins; if both have as many, the game is a draw.",
        "Al contar {las piezas}, gana quien tiene más; si los dos tienen el mismo número, la partida acaba en tablas.",
    ))
}

/// How the pieces come to be counted: not by themselves where the turns without a capture draw the game before that.
fn automatic(say: &Speech<'_>) -> EndCount {
    match (say.options.end_count, say.options.no_capture_limit) {
        (EndCount::Automatic, Limit(Some(turns))) if usize::from(turns) < COUNT_AFTER => EndCount::ByAgreement,
        (count, _) => count,
    }
}

fn resigning(say: &Speech<'_>) -> Rule {
    say.rule(
        &[],
        "A player may resign at any time; the opponent wins.",
        "Cualquier jugador puede rendirse en todo momento; entonces gana el contrario.",
    )
}

fn agreement(say: &Speech<'_>) -> Rule {
    say.rule(
        &[],
        "The players may agree on a draw at any time.",
        "Los jugadores pueden acordar tablas en cualquier momento.",
    )
}

/// Counting after a repetition; it is among the ends because it has a winner.
fn repetition_count(say: &Speech<'_>) -> Option<Rule> {
    match (say.options.repetition, say.options.returning) {
        (Repetition::Count, Return::Free | Return::NotLast) => {
            let same = same_position(say);
            Some(say.rule(
                &["repetition"],
                &format!(
                    "When a position comes up for the third time {same}, the game ends and the {{pieces}} are counted."
                ),
                &format!(
                    "Cuando una posición se da por tercera vez {same}, la partida acaba y se cuentan {{las piezas}}."
                ),
            ))
        }
        (Repetition::Count, Return::Never) => None,
        (Repetition::Draw | Repetition::Forbidden | Repetition::None, _) => None,
    }
}

fn repetition(say: &Speech<'_>) -> Option<Rule> {
    let (en, es) = match (say.options.repetition, say.options.returning) {
        (_, Return::Never) => return Some(nothing_repeats(say)),
        (Repetition::Draw, Return::Free | Return::NotLast) => (
            format!("The game is drawn when a position comes up for the third time {}.", same_position(say)),
            format!("La partida acaba en tablas cuando una posición se da por tercera vez {}.", same_position(say)),
        ),
        (Repetition::None, Return::Free | Return::NotLast) => (
            "The game goes on however often a position comes up again.".to_owned(),
            "La partida sigue por muchas veces que se repita una posición.".to_owned(),
        ),
        (Repetition::Count | Repetition::Forbidden, Return::Free | Return::NotLast) => return None,
    };
    Some(say.rule(&["repetition"], &en, &es))
}

/// Where no piece returns, a position is also where every piece has been, and every step makes a new one.
fn nothing_repeats(say: &Speech<'_>) -> Rule {
    say.rule(
        &["return"],
        "As no {piece} comes back to where it has been, no position counts as repeated.",
        "Como {ninguna pieza} vuelve a donde ha estado, ninguna posición se considera repetida.",
    )
}

/// What makes a position the same: all that legality remembers.
pub fn same_position(say: &Speech<'_>) -> &'static str {
    let remembers = say.options.capture == Capture::Huff || say.options.returning == Return::NotLast;
    match remembers {
        false => say.language.choose("with the same side to move", "con el mismo bando en turno"),
        true => say.language.choose(
            "with the same side to move and the same moves allowed",
            "con el mismo bando en turno y las mismas jugadas permitidas",
        ),
    }
}

fn no_capture_limit(say: &Speech<'_>) -> Option<Rule> {
    let Limit(turns) = say.options.no_capture_limit;
    let turns = usize::from(turns?);
    // The count comes first.
    if say.options.end_count == EndCount::Automatic && turns >= COUNT_AFTER {
        return None;
    }
    let en = format!(
        "The game is drawn when each side has made {}{} without {}.",
        english::turns(turns),
        if turns > 1 { " in a row" } else { "" },
        quiet(say, "a capture", "a capture or a huff"),
    );
    let es = format!(
        "La partida acaba en tablas cuando cada bando ha jugado {}{} {}.",
        spanish::turns(turns),
        if turns > 1 { " seguidos" } else { "" },
        quiet(say, "sin capturas", "sin capturas ni soplidos"),
    );
    Some(say.rule(&["no_capture_limit"], &en, &es))
}

/// One of two texts, the second where pieces are also lost by the huff.
fn quiet(say: &Speech<'_>, plain: &'static str, huff: &'static str) -> &'static str {
    match say.options.capture {
        Capture::Optional | Capture::Mandatory => plain,
        Capture::Huff => huff,
    }
}
