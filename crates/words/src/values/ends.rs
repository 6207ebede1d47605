//! How games end: the values in a few words each.

use super::{Both, both};
use crate::{english, spanish};
use quirkat_rules::{Blocked, DrawRules, EndCount, KingLost, Limit, Repetition, SingleCombat, Toll};

pub fn stuck(blocked: Blocked) -> Both {
    match blocked {
        Blocked::Loss => both("loses", "pierde"),
        Blocked::Draw => both("the game is a draw", "la partida acaba en tablas"),
        Blocked::Pass => both("passes", "pasa"),
        Blocked::LastHigher => both(
            "passes, but loses with nothing left but one {piece} of a higher rank than the opponent's",
            "pasa, pero pierde si solo le queda {una pieza} de clase superior a l{os pieza} del contrario",
        ),
    }
}

pub fn count(end_count: EndCount) -> Both {
    match end_count {
        EndCount::Off => both("no", "no"),
        EndCount::ByAgreement => both("when both players agree", "cuando ambos jugadores lo acuerdan"),
        EndCount::Automatic => both("also after a while without captures", "también tras un tiempo sin capturas"),
    }
}

pub fn limit(no_capture_limit: Limit) -> Both {
    match no_capture_limit {
        Limit(None) => both("no", "no"),
        Limit(Some(turns)) => (
            format!("after {} each", english::turns(turns.into())),
            format!("tras {} de cada bando", spanish::turns(turns.into())),
        ),
    }
}

pub fn repeated(repetition: Repetition) -> Both {
    match repetition {
        Repetition::Draw => both("the third time draws the game", "a la tercera vez, tablas"),
        Repetition::Count => {
            both("the third time the {pieces} are counted", "a la tercera vez se cuentan {las piezas}")
        }
        Repetition::Forbidden => both("not allowed", "no se permite"),
        Repetition::CaptorWins => {
            both("the third time wins for the side that captures", "a la tercera vez gana el bando que captura")
        }
        Repetition::None => both("mean nothing", "no tiene efecto"),
    }
}

pub fn draws(draw_rules: DrawRules) -> Both {
    match draw_rules {
        DrawRules::None => both("none", "ninguna"),
        DrawRules::International => both("of international draughts", "las de las damas internacionales"),
        DrawRules::Russian => both("of Russian draughts", "las de las damas rusas"),
        DrawRules::Spanish => both("of Spanish draughts", "las de las damas españolas"),
        DrawRules::English => both("of English draughts", "las de las damas inglesas"),
        DrawRules::Brazilian => both("of Brazilian draughts", "las de las damas brasileñas"),
        DrawRules::Filipino => both("of Filipino dama", "las de la dama filipina"),
        DrawRules::LoneKings => both("one {king} each and nothing else", "{una dama} por bando y nada más"),
        DrawRules::Turkish => both("of Turkish draughts", "las de las damas turcas"),
    }
}

pub fn toll(taken_to_win: Toll) -> Both {
    match taken_to_win {
        Toll(None) => both("all", "todas"),
        Toll(Some(1)) => both("one", "una"),
        Toll(Some(taken)) => (english::number(taken.into()), spanish::number(taken.into())),
    }
}

pub fn king_lost(king_lost: KingLost) -> Both {
    match king_lost {
        KingLost::Nothing => both("decides nothing", "no decide nada"),
        KingLost::Loses => both("loses the game", "pierde la partida"),
        KingLost::LosesOrAlone => both(
            "loses the game, and so does a {king} left alone",
            "pierde la partida, y también {la dama} que se queda sol{o dama}",
        ),
    }
}

pub fn single_combat(single_combat: SingleCombat) -> Both {
    match single_combat {
        SingleCombat::Off => both("no", "no"),
        SingleCombat::OnCall => both("when a player calls for it", "cuando un jugador lo pide"),
        SingleCombat::Automatic => both("always", "siempre"),
    }
}
