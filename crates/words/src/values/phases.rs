//! What comes before the usual turns, and rows of three: the values in a few words each.

use super::{Both, both};
use quirkat_rules::{AfterPlacing, DoubleMill, Mills, Opening, Resupply};

pub fn opening(opening: Opening) -> Both {
    match opening {
        Opening::None => both("none", "ningun{o pieza}"),
        Opening::CentreOrCorner => both("from the middle or a corner", "del centro o de una esquina"),
        Opening::Centre => both("from the middle", "del centro"),
        Opening::Anywhere => both("from anywhere", "de cualquier parte"),
    }
}

pub fn after_placing(after_placing: AfterPlacing) -> Both {
    match after_placing {
        AfterPlacing::Move => both("they move along the lines", "se mueven por las líneas"),
        AfterPlacing::End => both("the game ends", "la partida acaba"),
        AfterPlacing::Fly => both("they move to any empty {point}", "se mueven a cualquier {punto} vací{o punto}"),
    }
}

pub fn resupply(resupply: Resupply) -> Both {
    match resupply {
        Resupply::Optional => {
            both("in the place of a move, if the player likes", "en lugar de mover, si el jugador quiere")
        }
        Resupply::ThenMove => both("one enters, then the player moves", "entra un{o pieza} y después se mueve"),
        Resupply::IsTheTurn => both("entering one is the whole turn", "meter un{o pieza} ocupa todo el turno"),
        Resupply::AtOnce => {
            both("one enters at once, as a turn of its own", "entra un{o pieza} en el acto, como turno aparte")
        }
    }
}

pub fn mills(mills: Mills) -> Both {
    match mills {
        Mills::None => both("means nothing", "no significa nada"),
        Mills::Win => both("wins", "gana"),
        Mills::Take => both("takes {a piece}", "retira {una pieza}"),
    }
}

pub fn double_mill(double_mill: DoubleMill) -> Both {
    match double_mill {
        DoubleMill::One => both("one {man}", "{un peón}"),
        DoubleMill::Two => both("two {men}", "dos {peones}"),
    }
}
