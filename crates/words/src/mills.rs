//! Rows of three: what they are, and what whoever makes one wins or takes.

use super::speech::{Rule, Speech};
use quirkat_rules::{DoubleMill, Mills, YesNo};

/// The win by a row of three.
pub fn win(say: &Speech<'_>) -> Option<Rule> {
    match say.options.mills {
        Mills::None | Mills::Take => return None,
        Mills::Win => (),
    }
    let (en_rows, es_rows) = diagonals(say);
    Some(say.rule(
        &keys(say),
        &format!("A player who has three {{men}} in a row, next to one another on a line, wins{en_rows}."),
        &format!("Gana quien tiene tres {{peones}} en raya, seguid{{os peón}} en una línea{es_rows}."),
    ))
}

/// What a row of three takes, and what not.
pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    match say.options.mills {
        Mills::None | Mills::Win => vec![],
        Mills::Take => vec![mill(say), protection(say), double(say)],
    }
}

fn mill(say: &Speech<'_>) -> Rule {
    let (en_rows, es_rows) = diagonals(say);
    let (en_by, es_by) = match (say.has_placing(), say.has_moves()) {
        (true, true) => ("placing or moving", "colocar o mover"),
        (true, false) => ("placing", "colocar"),
        (false, _) => ("moving", "mover"),
    };
    let (en_again, es_again) = if say.has_moves() {
        (
            " A mill that is opened and closed again counts anew.",
            " Un molino que se abre y se vuelve a cerrar cuenta de nuevo.",
        )
    } else {
        ("", "")
    };
    say.rule(
        &keys(say),
        &format!(
            "A player who by {en_by} {{a man}} gets three of their {{men}} in a row, next to one another on a line, has made \
             a mill and takes {{a man}} of the opponent's off the board{en_rows}.{en_again}"
        ),
        &format!(
            "Quien al {es_by} {{un peón}} pone tres de l{{os peón}} suy{{os peón}} en raya, seguid{{os peón}} en una línea, \
             hace un molino y retira del tablero {{un peón}} del contrario{es_rows}.{es_again}"
        ),
    )
}

fn keys(say: &Speech<'_>) -> Vec<&'static str> {
    if has_diagonal_rows(say) { vec!["mills", "diagonal_mills"] } else { vec!["mills"] }
}

/// Whether three points of the board follow one another on a diagonal line.
fn has_diagonal_rows(say: &Speech<'_>) -> bool {
    let board = &say.ruleset.board;
    board.lines().iter().filter(|line| line.len() > 2).any(|line| {
        let [from, to] = [line[0], line[2]].map(|point| board.place(point));
        from.x != to.x && from.y != to.y
    })
}

/// Whether rows along diagonals count, where there are any.
fn diagonals(say: &Speech<'_>) -> (&'static str, &'static str) {
    match say.options.diagonal_mills {
        _ if !has_diagonal_rows(say) => ("", ""),
        YesNo::Yes => ("; diagonal lines count as well", "; también cuentan las líneas diagonales"),
        YesNo::No => ("; diagonal lines do not count", "; las líneas diagonales no cuentan"),
    }
}

fn protection(say: &Speech<'_>) -> Rule {
    let (en, es) = match say.options.mill_protected {
        YesNo::Yes => (
            "{A man} that stands in a mill may be taken only if its side has no {man} on the board outside a mill.",
            "{Un peón} que forma parte de un molino solo se puede retirar si su bando no tiene en el tablero {ningún peón} fuera \
             de un molino.",
        ),
        YesNo::No => (
            "Any {man} on the board may be taken, even one that stands in a mill.",
            "Se puede retirar cualquier {peón} del tablero, aunque forme parte de un molino.",
        ),
    };
    say.rule(&["mill_protected"], en, es)
}

fn double(say: &Speech<'_>) -> Rule {
    let (en, es) = match say.options.double_mill {
        DoubleMill::One => (
            "Whoever makes two mills at once takes only one {man} all the same.",
            "Quien hace dos molinos a la vez retira de todos modos {un peón} nada más.",
        ),
        DoubleMill::Two => {
            ("Whoever makes two mills at once takes two {men}.", "Quien hace dos molinos a la vez retira dos {peones}.")
        }
    };
    say.rule(&["double_mill"], en, es)
}
