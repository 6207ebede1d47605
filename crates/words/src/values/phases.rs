//! Short names of the values on the phases before the usual turns, and on rows of three.

use super::{ValueText, value_text};
use quirkat_rules::{AfterPlacing, DoubleMill, Mills, Opening, Resupply};

pub fn opening(opening: Opening) -> ValueText {
    match opening {
        Opening::None => value_text("values.opening_none"),
        Opening::CentreOrCorner => value_text("values.opening_centre_or_corner"),
        Opening::Centre => value_text("values.opening_centre"),
        Opening::Anywhere => value_text("values.opening_anywhere"),
    }
}

pub fn after_placing(after_placing: AfterPlacing) -> ValueText {
    match after_placing {
        AfterPlacing::Move => value_text("values.after_placing_move"),
        AfterPlacing::End => value_text("values.after_placing_end"),
        AfterPlacing::Fly => value_text("values.after_placing_fly"),
    }
}

pub fn resupply(resupply: Resupply) -> ValueText {
    match resupply {
        Resupply::Optional => value_text("values.resupply_optional"),
        Resupply::ThenMove => value_text("values.resupply_then_move"),
        Resupply::IsTheTurn => value_text("values.resupply_turn"),
        Resupply::AtOnce => value_text("values.resupply_at_once"),
    }
}

pub fn mills(mills: Mills) -> ValueText {
    match mills {
        Mills::None => value_text("values.mills_none"),
        Mills::Win => value_text("values.mills_win"),
        Mills::Take => value_text("values.mills_take"),
    }
}

pub fn double_mill(double_mill: DoubleMill) -> ValueText {
    match double_mill {
        DoubleMill::One => value_text("values.double_one"),
        DoubleMill::Two => value_text("values.double_two"),
    }
}
