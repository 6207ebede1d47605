//! The draws of modern draughts: endings that count as even after so many turns.

use super::speech::{Rule, Speech};
use super::{english, spanish};
use quirkat_rules::{DrawRules, KingLost};

/// Every count of the rules that are played; without kings there are but those that need none.
pub fn draws(say: &Speech<'_>) -> Vec<Rule> {
    let kings = say.has_kings();
    let all = match say.options.draw_rules {
        DrawRules::None => vec![],
        DrawRules::International => vec![kings_only(say, 25), three_to_one(say), two_to_one(say)],
        DrawRules::Brazilian => vec![kings_only(say, 20), three_to_one(say), two_to_one(say)],
        DrawRules::Spanish => vec![kings_only(say, 20)],
        DrawRules::Russian => return russian(say),
        DrawRules::English => return vec![no_advance(say)],
        DrawRules::Filipino => vec![twelve_moves(say)],
        // A king that is left alone has lost already.
        DrawRules::LoneKings if say.options.king_lost == KingLost::LosesOrAlone => vec![],
        DrawRules::Turkish | DrawRules::LoneKings => vec![one_each(say)],
    };
    if kings { all } else { vec![] }
}

/// A win that goes with these draws: of a king against a man.
pub fn wins(say: &Speech<'_>) -> Option<Rule> {
    let turkish = match say.options.draw_rules {
        DrawRules::Turkish => true,
        DrawRules::None
        | DrawRules::International
        | DrawRules::Russian
        | DrawRules::Spanish
        | DrawRules::English
        | DrawRules::Brazilian
        | DrawRules::Filipino
        | DrawRules::LoneKings => false,
    };
    (turkish && say.has_kings()).then(|| {
        say.rule(
            &["draw_rules"],
            "When one side has only {a king} left and the other only {a man}, the side with the {king} wins.",
            "Si a un bando le queda solo {una dama} y al otro solo {un peón}, gana el bando que tiene {la dama}.",
        )
    })
}

fn kings_only(say: &Speech<'_>, count: usize) -> Rule {
    say.rule(
        &["draw_rules"],
        &format!(
            "The game is drawn when each side has made {} in a row with {{kings}} alone and without a capture.",
            english::turns(count)
        ),
        &format!(
            "La partida acaba en tablas cuando cada bando ha jugado {} seguidos solo con {{damas}} y sin capturas.",
            spanish::turns(count)
        ),
    )
}

fn three_to_one(say: &Speech<'_>) -> Rule {
    say.rule(
        &["draw_rules"],
        "Three {kings}, two {kings} and {a man}, or {a king} and two {men}, against a lone {king}: if that is not decided in 16 \
         further turns of each side, the game is drawn.",
        "Tres {damas}, dos {damas} y {un peón}, o {una dama} y dos {peones} contra {una dama} sola: si la partida no se decide \
         en otros 16 turnos de cada bando, acaba en tablas.",
    )
}

fn two_to_one(say: &Speech<'_>) -> Rule {
    say.rule(
        &["draw_rules"],
        "Two {kings}, {a king} and {a man}, or one {king}, against a lone {king}: if that is not decided in five further turns \
         of each side, the game is drawn.",
        "Dos {damas}, {una dama} y {un peón}, o {una dama} contra {una dama} sola: si la partida no se decide en otros cinco \
         turnos de cada bando, acaba en tablas.",
    )
}

fn russian(say: &Speech<'_>) -> Vec<Rule> {
    let three_kings = || {
        say.rule(
            &["draw_rules"],
            "Three {kings} or more against a lone {king}: if the stronger side has not won in 15 further turns, the game is \
             drawn.",
            "Tres {damas} o más contra {una dama} sola: si el bando más fuerte no ha ganado en otros 15 turnos, la partida acaba \
             en tablas.",
        )
    };
    let (en_quiet, es_quiet) = if say.has_kings() {
        ("a capture or a promotion", "capturas ni promociones")
    } else {
        ("a capture", "capturas")
    };
    let few = say.rule(
        &["draw_rules"],
        &format!(
            "The game is drawn after a number of turns of each side without {en_quiet} that depends on the {{pieces}} left on the \
             board: five turns with two or three of them, 30 with four or five, 60 with six or seven."
        ),
        &format!(
            "La partida acaba en tablas tras un número de turnos de cada bando sin {es_quiet} que depende de {{las piezas}} que \
             quedan en el tablero: cinco turnos con dos o tres, 30 con cuatro o cinco, 60 con seis o siete."
        ),
    );
    if say.has_kings() { vec![kings_only(say, 15), three_kings(), few] } else { vec![few] }
}

fn no_advance(say: &Speech<'_>) -> Rule {
    say.rule(
        &["draw_rules"],
        "The game is drawn when in 40 turns in a row of each side no {man} has moved and nothing has been captured.",
        "La partida acaba en tablas cuando en 40 turnos seguidos de cada bando no se ha movido {ningún peón} ni se ha capturado \
         nada.",
    )
}

fn twelve_moves(say: &Speech<'_>) -> Rule {
    say.rule(
        &["draw_rules"],
        "Three {kings} against a lone {king}: if the lone {king} has not been captured by its twelfth move, the game is drawn.",
        "Tres {damas} contra {una dama} sola: si {la dama} sola no ha sido capturada antes de su duodécima jugada, la partida \
         acaba en tablas.",
    )
}

fn one_each(say: &Speech<'_>) -> Rule {
    say.rule(
        &["draw_rules"],
        "The game is drawn when each side has only one {king} left.",
        "La partida acaba en tablas cuando a cada bando le queda solo {una dama}.",
    )
}
