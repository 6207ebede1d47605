//! Short names of the values on boards and setups.

use super::{ValueText, value_text};
use crate::texts::{digits, number};
use quirkat_rules::{BoardChoice, Centres, Flank, Hunters, Middle, Reading, Size, StripLength, Tips};

pub fn hand(middle: Middle) -> ValueText {
    match middle {
        Middle::Right => value_text("values.hand_right"),
        Middle::Left => value_text("values.hand_left"),
        Middle::Alternating => value_text("values.hand_alternating"),
    }
}

pub fn length(n: StripLength) -> ValueText {
    ("values.length", vec![digits("count", n.0.into())])
}

pub fn tips(tips: Tips) -> ValueText {
    match tips {
        Tips::Filled => value_text("values.tips_filled"),
        Tips::Empty => value_text("values.tips_empty"),
    }
}

pub fn grains(reading: Reading) -> ValueText {
    match reading {
        Reading::Grains20 => value_text("values.grains_20"),
        Reading::Reserve => value_text("values.grains_reserve"),
        Reading::Board45 => value_text("values.grains_45"),
        Reading::Eleven => value_text("values.grains_eleven"),
    }
}

pub fn flank(flank: Flank) -> ValueText {
    match flank {
        Flank::Left => value_text("values.flank_left"),
        Flank::Right => value_text("values.flank_right"),
    }
}

pub fn which_board(board: BoardChoice) -> ValueText {
    match board {
        BoardChoice::Usual => value_text("values.board_usual"),
        BoardChoice::GreatDiagonals => value_text("values.board_great_diagonals"),
        BoardChoice::NoDiagonals => value_text("values.board_no_diagonals"),
        BoardChoice::Tri2 => value_text("values.board_tri2"),
        BoardChoice::Tri4 => value_text("values.board_tri4"),
        BoardChoice::Tri8 => value_text("values.board_tri8"),
    }
}

pub fn centres(centres: Centres) -> ValueText {
    match centres {
        Centres::Points => value_text("values.centres_points"),
        Centres::Crossings => value_text("values.centres_crossings"),
    }
}

pub fn size(Size(width, height): Size) -> ValueText {
    ("values.size", vec![digits("width", width.into()), digits("height", height.into())])
}

pub fn hunters(hunters: Hunters) -> ValueText {
    ("values.toll", vec![number("count", hunters.0.into())])
}
