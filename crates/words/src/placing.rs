//! Pieces in hand: placing all of them before any moves, and entering one in the place of a lost one.

use super::english::{self, SideName as English};
use super::spanish::{self, SideName as Spanish};
use super::speech::{Rule, Speech, capitalised};
use quirkat_rules::Place;
use quirkat_rules::{AfterPlacing, Capture, Precedence, Resupply, YesNo};
use quirkat_rules::{Rank, Side};

/// How the pieces are placed before any of them moves.
pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    if !say.has_placing() {
        return vec![];
    }
    [Some(placing(say)), centre(say), dice(say)].into_iter().flatten().collect()
}

fn placing(say: &Speech<'_>) -> Rule {
    let [first, second] = say.ruleset.start.recollection.hand;
    match (first, second) {
        (_, 0) => one_side_places(say, Side::First),
        (0, _) => one_side_places(say, Side::Second),
        _ => both_sides_place(say, first == second),
    }
}

fn both_sides_place(say: &Speech<'_>, equally_many: bool) -> Rule {
    let en_how = "in each turn one from the hand, on any empty {point}";
    let es_how = "en cada turno un{o pieza} de la mano, en cualquier {punto} vací{o punto}";
    if !say.has_moves() {
        return say.rule(
            &["placing", "after_placing"],
            &format!("The players place their {{pieces}}: {en_how}. Once placed, they do not move."),
            &format!("Los jugadores colocan sus {{piezas}}: {es_how}. Una vez colocad{{os pieza}}, no se mueven."),
        );
    }
    let (en_other, es_other) = if equally_many {
        ("", "")
    } else {
        (
            "; the side that is ready first moves while the other is still placing",
            "; el bando que acaba antes mueve mientras el otro sigue colocando",
        )
    };
    say.rule(
        &["placing"],
        &format!(
            "The players first place their {{pieces}}: {en_how}. Nobody moves {{a piece}} before all their own are \
             placed{en_other}."
        ),
        &format!(
            "Los jugadores colocan primero sus {{piezas}}: {es_how}. Nadie mueve {{una pieza}} antes de haber colocado \
             tod{{os pieza}} l{{os pieza}} suy{{os pieza}}{es_other}."
        ),
    )
}

fn one_side_places(say: &Speech<'_>, side: Side) -> Rule {
    let [en, en_other] = [side, side.other()].map(|side| English::of(say.ruleset, side));
    let [es, es_other] = [side, side.other()].map(|side| Spanish::of(say.ruleset, side));
    let noun = english::rank(say.ruleset, Some(side), Rank::Man);
    let es_noun = spanish::rank(say.ruleset, Some(side), Rank::Man);
    let una = es_noun.by_gender("uno", "una");
    say.rule(
        &["placing"],
        &format!(
            "{} {} {} first: in each turn one from the hand, on any empty {{point}}. {} no {} before all are placed. {} from the \
             start.",
            en.does("places", "place"),
            en.verb("its", "their"),
            noun.many,
            en.verb("It moves", "They move"),
            noun.one,
            capitalised(&en_other.does("moves", "move")),
        ),
        &format!(
            "{} {} primero sus {}: en cada turno {una} de la mano, en cualquier {{punto}} vací{{o punto}}. Antes de haberl{} \
             colocado {} no {} {}. {} {} desde el principio.",
            es.the(),
            es.verb("coloca", "colocan"),
            es_noun.many,
            es_noun.by_gender("os", "as"),
            es_noun.by_gender("todos", "todas"),
            es.verb("mueve", "mueven"),
            es_noun.by_gender("ninguno", "ninguna"),
            capitalised(&es_other.the()),
            es_other.verb("se mueve", "se mueven"),
        ),
    )
}

/// Whether the first piece may go to the middle; where it may, only if the sources trouble to say so.
fn centre(say: &Speech<'_>) -> Option<Rule> {
    let board = &say.ruleset.board;
    let (low, high) = board.bounds();
    let is_centre = |place: Place| (2 * place.x, 2 * place.y) == (low.x + high.x, low.y + high.y);
    let name = board.name(board.points().find(|&point| is_centre(board.place(point)))?);
    let (en, es) = match say.options.no_centre_opening {
        YesNo::No if say.stated(&["no_centre_opening"]).is_empty() => return None,
        YesNo::No => (
            format!("The first {{piece}} of the game may be placed in the middle too, on {name}."),
            format!("Con la primera jugada de la partida también se puede ocupar el centro, {name}."),
        ),
        YesNo::Yes => (
            format!("The first {{piece}} of the game may not be placed in the middle, on {name}."),
            format!("Con la primera jugada de la partida no se puede ocupar el centro, {name}."),
        ),
    };
    Some(say.rule(&["no_centre_opening"], &en, &es))
}

/// The dice that are thrown before a piece is placed; where there are none, only if the sources trouble to say so.
fn dice(say: &Speech<'_>) -> Option<Rule> {
    let (en, es) = match say.options.dice {
        YesNo::No if say.stated(&["dice"]).is_empty() => return None,
        YesNo::No => ("No dice are thrown.", "No se tiran dados."),
        YesNo::Yes => (
            "Before placing, a player throws three dice. If they show 6-5-4, 6-3-3, 5-2-2 or 4-1-1, in whatever order, the player \
             may place three {men} from the hand at once, on three empty {points} in a row on a line, or just one as usual. Any \
             other throw allows one {man}.",
            "Antes de colocar, el jugador tira tres dados. Si salen 6-5-4, 6-3-3, 5-2-2 o 4-1-1, en cualquier orden, puede colocar \
             de una vez tres {peones} de la mano, en tres {puntos} vací{os punto} seguid{os punto} de una línea, o solo un{o peón}, \
             como siempre. Con cualquier otra tirada se coloca un{o peón}.",
        ),
    };
    Some(say.rule(&["dice"], en, es))
}

/// What follows when all pieces are placed and none moves after that.
pub fn ending(say: &Speech<'_>) -> Option<Rule> {
    match say.options.after_placing {
        AfterPlacing::End if say.has_placing() => Some(say.rule(
            &["after_placing"],
            "When all {pieces} are placed and nobody has won, the game is a draw.",
            "Si se han colocado tod{os pieza} {las piezas} y nadie ha ganado, la partida acaba en tablas.",
        )),
        AfterPlacing::Move | AfterPlacing::End | AfterPlacing::Fly => None,
    }
}

/// Entering a man that is in hand, where pieces move from the start.
pub fn entering(say: &Speech<'_>) -> Option<Rule> {
    if !say.has_hand() || say.has_placing() {
        return None;
    }
    let keys = say.stated(&["reading", "resupply"]);
    let (en, es) = match say.options.resupply {
        Resupply::Optional => return Some(may_enter(say, &keys)),
        Resupply::ThenMove => (
            "must first put {a man} from the hand on any empty {point} and then makes a move, with the new {man} too if they \
             like. {A man} may not enter where it leaves no move to be made",
            "primero debe poner {un peón} de la mano en cualquier {punto} vací{o punto} y después hace una jugada, si quiere con \
             {el peón} que acaba de entrar. No se puede entrar donde no quede después ninguna jugada",
        ),
        Resupply::IsTheTurn => (
            "must put {a man} from the hand on any empty {point}: that is the whole turn",
            "debe poner {un peón} de la mano en cualquier {punto} vací{o punto}: en eso consiste todo el turno",
        ),
        Resupply::AtOnce => (
            "puts {a man} from the hand on any empty {point} at once, as a turn of its own, and then has the usual turn",
            "pone en el acto {un peón} de la mano en cualquier {punto} vací{o punto}, como un turno aparte, y después juega su turno \
             habitual",
        ),
    };
    Some(say.rule(
        &keys,
        &format!("A player with fewer {{pieces}} on the board than at the start, and some in hand, {en}."),
        &format!(
            "El jugador que tiene en el tablero menos {{piezas}} que al comienzo, y algun{{o pieza}} en la mano, {es}."
        ),
    ))
}

fn may_enter(say: &Speech<'_>, keys: &[&'static str]) -> Rule {
    let must = match say.options.capture {
        Capture::Mandatory | Capture::Men => say.options.choice != Precedence::Protest,
        Capture::Optional | Capture::Huff => false,
    };
    let (en_not, es_not) =
        if must { ("; not while they can capture", "; no mientras pueda capturar") } else { ("", "") };
    say.rule(
        keys,
        &format!(
            "Instead of moving, a player with fewer {{pieces}} on the board than at the start may put {{a man}} from the \
             hand on any empty {{point}}{en_not}."
        ),
        &format!(
            "En lugar de mover, el jugador que tiene en el tablero menos {{piezas}} que al comienzo puede poner {{un peón}} \
             de la mano en cualquier {{punto}} vací{{o punto}}{es_not}."
        ),
    )
}
