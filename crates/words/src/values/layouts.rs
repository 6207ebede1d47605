//! Short names of the values on boards and setups.

use super::{Said, said};
use crate::texts::{digits, number};
use quirkat_rules::{BoardChoice, Centres, Flank, Hunters, Middle, Reading, Size, StripLength, Tips};

pub fn hand(middle: Middle) -> Said {
    match middle {
        Middle::Right => said("values.hand_right"),
        Middle::Left => said("values.hand_left"),
        Middle::Alternating => said("values.hand_alternating"),
    }
}

pub fn length(n: StripLength) -> Said {
    ("values.length", vec![digits("count", n.0.into())])
}

pub fn tips(tips: Tips) -> Said {
    match tips {
        Tips::Filled => said("values.tips_filled"),
        Tips::Empty => said("values.tips_empty"),
    }
}

pub fn grains(reading: Reading) -> Said {
    match reading {
        Reading::Grains20 => said("values.grains_20"),
        Reading::Reserve => said("values.grains_reserve"),
        Reading::Board45 => said("values.grains_45"),
        Reading::Eleven => said("values.grains_eleven"),
    }
}

pub fn flank(flank: Flank) -> Said {
    match flank {
        Flank::Left => said("values.flank_left"),
        Flank::Right => said("values.flank_right"),
    }
}

pub fn which_board(board: BoardChoice) -> Said {
    match board {
        BoardChoice::Usual => said("values.board_usual"),
        BoardChoice::GreatDiagonals => said("values.board_great_diagonals"),
        BoardChoice::NoDiagonals => said("values.board_no_diagonals"),
        BoardChoice::Tri2 => said("values.board_tri2"),
        BoardChoice::Tri4 => said("values.board_tri4"),
        BoardChoice::Tri8 => said("values.board_tri8"),
    }
}

pub fn centres(centres: Centres) -> Said {
    match centres {
        Centres::Points => said("values.centres_points"),
        Centres::Crossings => said("values.centres_crossings"),
    }
}

pub fn size(Size(width, height): Size) -> Said {
    ("values.size", vec![digits("width", width.into()), digits("height", height.into())])
}

pub fn hunters(hunters: Hunters) -> Said {
    ("values.toll", vec![number("count", hunters.0.into())])
}
