//! Short names of the values on the phases before the usual turns, and on rows of three.

use super::{Said, said};
use quirkat_rules::{AfterPlacing, DoubleMill, Mills, Opening, Resupply};

pub fn opening(opening: Opening) -> Said {
    match opening {
        Opening::None => said("values.opening_none"),
        Opening::CentreOrCorner => said("values.opening_centre_or_corner"),
        Opening::Centre => said("values.opening_centre"),
        Opening::Anywhere => said("values.opening_anywhere"),
    }
}

pub fn after_placing(after_placing: AfterPlacing) -> Said {
    match after_placing {
        AfterPlacing::Move => said("values.after_placing_move"),
        AfterPlacing::End => said("values.after_placing_end"),
        AfterPlacing::Fly => said("values.after_placing_fly"),
    }
}

pub fn resupply(resupply: Resupply) -> Said {
    match resupply {
        Resupply::Optional => said("values.resupply_optional"),
        Resupply::ThenMove => said("values.resupply_then_move"),
        Resupply::IsTheTurn => said("values.resupply_turn"),
        Resupply::AtOnce => said("values.resupply_at_once"),
    }
}

pub fn mills(mills: Mills) -> Said {
    match mills {
        Mills::None => said("values.mills_none"),
        Mills::Win => said("values.mills_win"),
        Mills::Take => said("values.mills_take"),
    }
}

pub fn double_mill(double_mill: DoubleMill) -> Said {
    match double_mill {
        DoubleMill::One => said("values.double_one"),
        DoubleMill::Two => said("values.double_two"),
    }
}
