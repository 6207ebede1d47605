//! Boards and setups: the values in a few words each.

use super::{Both, both};
use crate::{english, spanish};
use quirkat_rules::{BoardChoice, Centres, Flank, Hunters, Middle, Reading, Size, StripLength, Tips};

pub fn hand(middle: Middle) -> Both {
    match middle {
        Middle::Right => both("to their owner's right", "a la derecha de su dueño"),
        Middle::Left => both("to their owner's left", "a la izquierda de su dueño"),
        Middle::Alternating => both("one of each side in turn", "uno de cada bando, alternados"),
    }
}

pub fn length(n: StripLength) -> Both {
    (n.0.to_string(), n.0.to_string())
}

pub fn tips(tips: Tips) -> Both {
    match tips {
        Tips::Filled => both("filled", "ocupadas"),
        Tips::Empty => both("empty", "vacías"),
    }
}

pub fn grains(reading: Reading) -> Both {
    match reading {
        Reading::Grains20 => both("a slip for 20", "un error por 20"),
        Reading::Reserve => both("20 on the board and two in hand", "20 en el tablero y dos en la mano"),
        Reading::Board45 => both("22 on a board of 45 points", "22 en un tablero de 45 puntos"),
        Reading::Eleven => both("those of both sides together", "los de los dos bandos juntos"),
    }
}

pub fn flank(flank: Flank) -> Both {
    match flank {
        Flank::Left => both("on the left", "a la izquierda"),
        Flank::Right => both("on the right", "a la derecha"),
    }
}

pub fn which_board(board: BoardChoice) -> Both {
    match board {
        BoardChoice::Usual => both("the usual one", "el habitual"),
        BoardChoice::GreatDiagonals => {
            both("only with the diagonals from corner to corner", "solo con las diagonales de esquina a esquina")
        }
        BoardChoice::NoDiagonals => both("without diagonals", "sin diagonales"),
        BoardChoice::Tri2 => {
            both("with a triangle at each player's end", "con un triángulo en el extremo de cada jugador")
        }
        BoardChoice::Tri4 => {
            both("with a triangle on each of its four sides", "con un triángulo en cada uno de los cuatro lados")
        }
    }
}

pub fn centres(centres: Centres) -> Both {
    match centres {
        Centres::Points => both("are points", "son puntos"),
        Centres::Crossings => {
            both("are no points, the diagonals only cross there", "no son puntos, las diagonales solo se cruzan")
        }
    }
}

pub fn size(size: Size) -> Both {
    let Size(width, height) = size;
    (format!("{width} by {height}"), format!("{width} por {height}"))
}

pub fn hunters(hunters: Hunters) -> Both {
    (english::number(hunters.0.into()), spanish::number(hunters.0.into()))
}
