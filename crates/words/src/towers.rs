//! Towers: what columns are, what a leap does to them, and leaping one of them again.

use super::speech::{Rule, Speech};
use quirkat_rules::{Chain, Rejump};

/// What a column is and how it moves; nothing where there are none.
pub fn columns(say: &Speech<'_>) -> Vec<Rule> {
    if !say.has_towers() {
        return vec![];
    }
    vec![column(say), powers(say)]
}

fn column(say: &Speech<'_>) -> Rule {
    say.rule(
        &["removal"],
        "Pieces stand on one another in columns; a single piece is a column too. Whoever owns the top piece, the commander, \
         owns the column; enemy pieces under it are its prisoners. A column always moves whole.",
        "Las piezas forman columnas, unas sobre otras; una pieza suelta también es una columna. El dueño de la pieza de \
         arriba, el comandante, es el dueño de la columna; las piezas enemigas que hay debajo son sus prisioneras. La columna \
         se mueve siempre entera.",
    )
}

fn powers(say: &Speech<'_>) -> Rule {
    if say.has_kings() {
        say.rule(
            &["removal"],
            "The commander decides what the column can do: what these rules say of {a man} or of {a king} holds for the \
             column under its command. Every piece keeps its rank, even as a prisoner.",
            "El comandante decide lo que puede hacer la columna: lo que estas reglas dicen {del peón} o {de la dama} vale para \
             la columna que manda. Cada pieza conserva su rango, también prisionera.",
        )
    } else {
        say.rule(
            &["removal"],
            "What these rules say of {a man} holds for the column under its command.",
            "Lo que estas reglas dicen {del peón} vale para la columna que manda.",
        )
    }
}

/// What a leap captures, in so many words: a neighbouring enemy piece, or the top of a column.
pub fn neighbour(say: &Speech<'_>) -> (&'static str, &'static str) {
    if say.has_towers() {
        ("the top piece of a neighbouring enemy column", "la pieza de arriba de una columna enemiga contigua")
    } else if say.captor().is_some() {
        ("a neighbouring {prize}", "{una presa} contigu{o presa}")
    } else {
        ("a neighbouring enemy {piece}", "{una pieza} enemig{o pieza} contigu{o pieza}")
    }
}

/// The same at any distance.
pub fn far_off(say: &Speech<'_>) -> (&'static str, &'static str) {
    if say.has_towers() {
        ("the top piece of an enemy column", "la pieza de arriba de una columna enemiga")
    } else {
        ("an enemy {piece}", "{una pieza} enemig{o pieza}")
    }
}

/// What has been leapt.
pub fn leapt(say: &Speech<'_>) -> (&'static str, &'static str) {
    if say.has_towers() {
        ("the leapt column", "a la columna saltada")
    } else {
        ("the captured {piece}", "{a la pieza} capturad{o pieza}")
    }
}

/// What a leap does to the columns.
pub fn under(say: &Speech<'_>) -> Rule {
    let (en_when, es_when) = if say.has_chains() {
        (" at once, before any further leap", ", en el acto y antes de cualquier otro salto")
    } else {
        ("", "")
    };
    say.rule(
        &["removal"],
        &format!(
            "The captured piece goes to the bottom of the leaping column{en_when}. What is left of the leapt column stays where \
             it is and belongs to the owner of its new top piece, so that prisoners may be set free."
        ),
        &format!(
            "La pieza capturada pasa a la base de la columna que salta{es_when}. El resto de la columna saltada se queda donde está y es del dueño de su nueva pieza de arriba, con lo que puede haber \
             prisioneras que queden libres."
        ),
    )
}

/// Leaping the same column again: only where a chain can come back to it.
pub fn rejump(say: &Speech<'_>) -> Option<Rule> {
    if !say.has_towers() {
        return None;
    }
    match say.options.chain {
        Chain::None | Chain::Straight => return None,
        Chain::Optional | Chain::Mandatory => (),
    }
    let (en, es) = match say.options.rejump {
        Rejump::Once => (
            "What stands on one {point} may be leapt only once in a turn.",
            "Lo que está en {un punto} solo se puede saltar una vez por turno.",
        ),
        Rejump::NotConsecutive => (
            "The column that has just been leapt may not be the very next one to be leapt; after a leap over another column, \
             it may be leapt again.",
            "La columna que se acaba de saltar no puede ser la siguiente en saltarse; después de saltar otra, se puede volver \
             a saltar.",
        ),
        Rejump::Allowed => (
            "The same column may be leapt several times in a turn, even back and forth.",
            "La misma columna se puede saltar varias veces en un turno, incluso yendo y viniendo.",
        ),
    };
    Some(say.rule(&["rejump"], en, es))
}

/// A man that its captor leaves free on its last row.
pub fn freed(say: &Speech<'_>) -> Option<Rule> {
    (say.has_towers() && say.has_kings()).then(|| {
        say.rule(
            &[],
            "{A man} that is set free on its last row remains {a man} until it arrives there by a move of its own.",
            "{Un peón} que queda libre en su última fila sigue siendo {peón} hasta que llegue a ella con una jugada propia.",
        )
    })
}
