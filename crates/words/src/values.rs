//! Short names of the values of options: the keys of their texts.

mod ends;
mod layouts;
mod phases;

pub use ends::*;
pub use layouts::*;
pub use phases::*;

use super::speech::Speech;
use super::texts::Slot;
use quirkat_rules::{
    Capture, CaptureBy, Chain, ChainDirection, Closing, ClosingSides, Directions, First, FirstCapture, KingLanding,
    KingReach, LastRow, OnOff, Precedence, Promotion, PromotionInside, Rejump, Removal, Return, Side, Sides, Turning,
    YesNo,
};

/// Key of the text of a value, with its slots.
pub type Said = (&'static str, Vec<Slot>);

fn said(key: &'static str) -> Said {
    (key, vec![])
}

pub fn who(first: First, say: &Speech<'_>) -> Said {
    match first {
        First::Lot => said("values.who_lot"),
        First::Agreed => said("values.who_agreed"),
        First::First => ("values.side", vec![say.side("side", Side::First)]),
        First::Second => ("values.side", vec![say.side("side", Side::Second)]),
    }
}

pub fn directions(directions: Directions) -> Said {
    match directions {
        Directions::All => said("values.directions_all"),
        Directions::NoBack => said("values.directions_no_back"),
        Directions::Forward => said("values.directions_forward"),
        Directions::Straight => said("values.directions_straight"),
        Directions::None => said("values.directions_none"),
    }
}

pub fn at_the_end(last_row: LastRow) -> Said {
    match last_row {
        LastRow::Normal => said("values.at_the_end_normal"),
        LastRow::CaptureOnly => said("values.at_the_end_capture_only"),
        LastRow::CaptureSidewaysOnly => said("values.at_the_end_sideways_only"),
    }
}

pub fn duty(capture: Capture) -> Said {
    match capture {
        Capture::Optional => said("values.duty_optional"),
        Capture::Mandatory => said("values.duty_mandatory"),
        Capture::Men => said("values.duty_men"),
        Capture::Huff => said("values.duty_huff"),
    }
}

pub fn further(chain: Chain, say: &Speech<'_>) -> Said {
    match chain {
        Chain::None if say.has_runs() => said("values.further_none_runs"),
        Chain::None => said("values.further_none"),
        Chain::Optional if say.has_runs() => said("values.further_any_runs"),
        Chain::Optional => said("values.further_any"),
        Chain::Mandatory if say.has_runs() => said("values.further_all_runs"),
        Chain::Mandatory => said("values.further_all"),
        Chain::Straight => said("values.further_straight"),
    }
}

pub fn which(choice: Precedence) -> Said {
    match choice {
        Precedence::Free => said("values.which_free"),
        Precedence::Max => said("values.which_max"),
        Precedence::MaxQuality => said("values.which_quality"),
        Precedence::KingFirst => said("values.which_king_first"),
        Precedence::Italian => said("values.which_italian"),
        Precedence::Protest => said("values.which_protest"),
    }
}

pub fn when(removal: Removal) -> Said {
    match removal {
        Removal::Immediate => said("values.when_immediate"),
        Removal::End => said("values.when_end"),
        Removal::Under => said("values.when_under"),
    }
}

pub fn coming_back(returning: Return) -> Said {
    match returning {
        Return::Free => said("values.back_free"),
        Return::NotLast => said("values.back_not_last"),
        Return::NotStart => said("values.back_not_start"),
        Return::Never => said("values.back_never"),
    }
}

pub fn becoming(promotion: Promotion) -> Said {
    match promotion {
        Promotion::None => said("values.becoming_none"),
        Promotion::Short => said("values.becoming_short"),
        Promotion::Long => said("values.becoming_long"),
    }
}

pub fn inside(promo_mid: PromotionInside) -> Said {
    match promo_mid {
        PromotionInside::No => said("values.inside_no"),
        PromotionInside::AsMan => said("values.inside_as_man"),
        PromotionInside::AsKing => said("values.inside_as_king"),
        PromotionInside::Stop => said("values.inside_stop"),
    }
}

pub fn reach(king_reach: KingReach) -> Said {
    match king_reach {
        KingReach::Adjacent => said("values.reach_adjacent"),
        KingReach::Any => said("values.reach_any"),
    }
}

pub fn landing(king_landing: KingLanding) -> Said {
    match king_landing {
        KingLanding::Next => said("values.landing_next"),
        KingLanding::Any => said("values.landing_any"),
        KingLanding::AnyButFurther => said("values.landing_further"),
    }
}

pub fn again(rejump: Rejump) -> Said {
    match rejump {
        Rejump::Once => said("values.again_once"),
        Rejump::NotConsecutive => said("values.again_not_next"),
        Rejump::Allowed => said("values.again_allowed"),
    }
}

pub fn yes_no(answer: YesNo) -> Said {
    match answer {
        YesNo::Yes => said("values.yes_no_yes"),
        YesNo::No => said("values.yes_no_no"),
    }
}

pub fn turning(turning: Turning) -> Said {
    match turning {
        Turning::Free => said("values.turning_free"),
        Turning::NoReversal => said("values.turning_no_reversal"),
        Turning::Straight => said("values.turning_straight"),
    }
}

pub fn closing(closing: Closing) -> Said {
    match closing {
        Closing::None => said("values.closing_none"),
        Closing::Squares => said("values.closing_squares"),
        Closing::SquaresEarly => said("values.closing_squares_early"),
        Closing::PointRows => said("values.closing_point_rows"),
        Closing::DrawnLines => said("values.closing_drawn_lines"),
    }
}

pub fn closing_sides(sides: ClosingSides) -> Said {
    match sides {
        ClosingSides::Ends => said("values.sides_ends"),
        ClosingSides::AllFour => said("values.sides_all_four"),
    }
}

pub fn way_to_capture(capture_by: CaptureBy) -> Said {
    match capture_by {
        CaptureBy::Leap => said("values.by_leap"),
        CaptureBy::Approach => said("values.by_approach"),
        CaptureBy::None => said("values.by_none"),
    }
}

pub fn captors(captors: Sides, say: &Speech<'_>) -> Said {
    match captors {
        Sides::Both => said("values.captors_both"),
        Sides::First => ("values.captors_one", vec![say.side("side", Side::First)]),
        Sides::Second => ("values.captors_one", vec![say.side("side", Side::Second)]),
    }
}

pub fn chain_direction(direction: ChainDirection) -> Said {
    match direction {
        ChainDirection::NotConsecutive => said("values.direction_not_consecutive"),
        ChainDirection::NeverRepeatLine => said("values.direction_never_repeat"),
        ChainDirection::Free => said("values.direction_free"),
    }
}

pub fn first_capture(first: FirstCapture, say: &Speech<'_>) -> Said {
    match first {
        FirstCapture::Off => said("values.first_capture_off"),
        FirstCapture::First => ("values.first_capture_one", vec![say.side("side", Side::First)]),
        FirstCapture::Both => said("values.first_capture_both"),
    }
}

pub fn allowed(answer: YesNo) -> Said {
    match answer {
        YesNo::Yes => said("values.allowed_yes"),
        YesNo::No => said("values.allowed_no"),
    }
}

pub fn on_off(answer: OnOff) -> Said {
    match answer {
        OnOff::On => said("values.yes_no_yes"),
        OnOff::Off => said("values.yes_no_no"),
    }
}
