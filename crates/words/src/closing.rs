//! The board that closes behind the players.

use super::speech::{Rule, Speech};
use quirkat_rules::{Closing, ClosingSides};

/// Which rows close and when; nothing where none do.
pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    match say.options.closing {
        Closing::None => vec![],
        Closing::Squares | Closing::SquaresEarly | Closing::PointRows | Closing::DrawnLines => {
            vec![sides(say), rows(say), when(say), never_again(say)]
        }
    }
}

fn sides(say: &Speech<'_>) -> Rule {
    let (en, es) = match say.options.closing_sides {
        ClosingSides::Ends => (
            "The board shrinks: at the two players' ends, rows that have become empty are closed. It does not shrink from the \
             sides.",
            "El tablero se encoge: por los extremos de los dos jugadores se cierran las filas que han quedado vacías. Por los \
             lados no se encoge.",
        ),
        ClosingSides::AllFour => (
            "The board shrinks: at the two players' ends and at both sides, rows and columns that have become empty are \
             closed. What is said here of rows holds for columns too.",
            "El tablero se encoge: por los extremos de los dos jugadores y por los dos lados se cierran las filas y columnas \
             que han quedado vacías. Lo que aquí se dice de las filas vale también para las columnas.",
        ),
    };
    say.rule(&["closing_sides", "closing"], en, es)
}

fn rows(say: &Speech<'_>) -> Rule {
    let (en, es) = match say.options.closing {
        Closing::None | Closing::Squares => (
            "The outermost row of squares closes when nobody stands on it: neither on its outer line, nor in the middles of its \
             squares, nor on the line that divides it from the next row. This last line stays open and becomes the new edge.",
            "La fila de cuadros más exterior se cierra cuando no hay nadie en ella: ni en su línea exterior, ni en los centros \
             de sus cuadros, ni en la línea que la separa de la fila siguiente. Esta última línea sigue abierta y pasa a ser \
             el nuevo borde.",
        ),
        Closing::SquaresEarly => (
            "The outermost row of squares closes when nobody stands on its outer line or in the middles of its squares, even if \
             the line that divides it from the next row is occupied. This line stays open and becomes the new edge.",
            "La fila de cuadros más exterior se cierra cuando no hay nadie en su línea exterior ni en los centros de sus \
             cuadros, aunque esté ocupada la línea que la separa de la fila siguiente. Esta línea sigue abierta y pasa a ser \
             el nuevo borde.",
        ),
        Closing::PointRows => (
            "The outermost row of points closes when nobody stands on it. Every row counts by itself, the middles of the squares \
             as well as the drawn lines.",
            "La fila de puntos más exterior se cierra cuando no hay nadie en ella. Cada fila cuenta por sí sola, tanto los \
             centros de los cuadros como las líneas trazadas.",
        ),
        Closing::DrawnLines => (
            "The outermost drawn line closes when nobody stands on it. The middles of the squares are no line of their own: they \
             close together with the next drawn line, when both are empty.",
            "La línea trazada más exterior se cierra cuando no hay nadie en ella. Los centros de los cuadros no forman línea \
             propia: se cierran junto con la siguiente línea trazada, cuando ambos están vacíos.",
        ),
    };
    say.rule(&["closing"], en, es)
}

fn when(say: &Speech<'_>) -> Rule {
    say.rule(
        &["closing"],
        "This is checked after every turn, never in the middle of a capture, and several rows may close at once. A row is \
         empty only if neither side stands on it.",
        "Se comprueba después de cada turno, nunca en medio de una captura, y pueden cerrarse varias filas a la vez. Una fila \
         está vacía solo si ninguno de los dos bandos la ocupa.",
    )
}

fn never_again(say: &Speech<'_>) -> Rule {
    say.rule(
        &["closing"],
        "Closed {points} stay closed to the end: nobody may enter them, land on them or pass over them.",
        "{Los puntos} cerrad{os punto} siguen así hasta el final: nadie puede entrar en ell{os punto}, caer en ell{os punto} ni \
         pasar por encima.",
    )
}
