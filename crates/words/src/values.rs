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
    Capture, CaptureBy, CaptureLines, Chain, ChainDirection, Closing, ClosingSides, Directions, First, FirstCapture,
    KingLanding, KingReach, LastRow, OnOff, Precedence, Promotion, PromotionInside, Rejump, Removal, Return, Side,
    Sides, Turning, YesNo,
};

/// Key of the text of a value, with its slots.
pub type ValueText = (&'static str, Vec<Slot>);

fn value_text(key: &'static str) -> ValueText {
    (key, vec![])
}

pub fn who(first: First, say: &Speech<'_>) -> ValueText {
    match first {
        First::Lot => value_text("values.who_lot"),
        First::Agreed => value_text("values.who_agreed"),
        First::LotOrAgreed => value_text("values.who_lot_or_agreed"),
        First::First => ("values.side", vec![say.side("side", Side::First)]),
        First::Second => ("values.side", vec![say.side("side", Side::Second)]),
    }
}

pub fn directions(directions: Directions) -> ValueText {
    match directions {
        Directions::All => value_text("values.directions_all"),
        Directions::NoBack => value_text("values.directions_no_back"),
        Directions::Forward => value_text("values.directions_forward"),
        Directions::Straight => value_text("values.directions_straight"),
        Directions::None => value_text("values.directions_none"),
    }
}

pub fn at_the_end(last_row: LastRow) -> ValueText {
    match last_row {
        LastRow::Normal => value_text("values.at_the_end_normal"),
        LastRow::CaptureOnly => value_text("values.at_the_end_capture_only"),
        LastRow::CaptureSidewaysOnly => value_text("values.at_the_end_sideways_only"),
    }
}

pub fn capture_lines(lines: CaptureLines) -> ValueText {
    match lines {
        CaptureLines::Board => value_text("values.capture_lines_board"),
        CaptureLines::WithOrthogonals => value_text("values.capture_lines_rows"),
        CaptureLines::Orthogonals => value_text("values.capture_lines_rows_only"),
        CaptureLines::Diagonals => value_text("values.capture_lines_diagonals"),
    }
}

pub fn duty(capture: Capture) -> ValueText {
    match capture {
        Capture::Optional => value_text("values.duty_optional"),
        Capture::Mandatory => value_text("values.duty_mandatory"),
        Capture::Men => value_text("values.duty_men"),
        Capture::Huff => value_text("values.duty_huff"),
    }
}

pub fn further(chain: Chain, say: &Speech<'_>) -> ValueText {
    match chain {
        Chain::None if say.captures_without_leaps() => value_text("values.further_none_runs"),
        Chain::None => value_text("values.further_none"),
        Chain::Optional if say.captures_without_leaps() => value_text("values.further_any_runs"),
        Chain::Optional => value_text("values.further_any"),
        Chain::Mandatory if say.captures_without_leaps() => value_text("values.further_all_runs"),
        Chain::Mandatory => value_text("values.further_all"),
        Chain::Straight => value_text("values.further_straight"),
    }
}

pub fn which(choice: Precedence) -> ValueText {
    match choice {
        Precedence::Free => value_text("values.which_free"),
        Precedence::Max => value_text("values.which_max"),
        Precedence::MaxQuality => value_text("values.which_quality"),
        Precedence::ByKing => value_text("values.which_by_king"),
        Precedence::KingFirst => value_text("values.which_king_first"),
        Precedence::Italian => value_text("values.which_italian"),
        Precedence::Frisian => value_text("values.which_frisian"),
        Precedence::Protest => value_text("values.which_protest"),
    }
}

pub fn when(removal: Removal) -> ValueText {
    match removal {
        Removal::Immediate => value_text("values.when_immediate"),
        Removal::End => value_text("values.when_end"),
        Removal::Under => value_text("values.when_under"),
    }
}

pub fn coming_back(returning: Return) -> ValueText {
    match returning {
        Return::Free => value_text("values.back_free"),
        Return::NotLast => value_text("values.back_not_last"),
        Return::NotStart => value_text("values.back_not_start"),
        Return::Never => value_text("values.back_never"),
    }
}

pub fn becoming(promotion: Promotion) -> ValueText {
    match promotion {
        Promotion::None => value_text("values.becoming_none"),
        Promotion::Short => value_text("values.becoming_short"),
        Promotion::Long => value_text("values.becoming_long"),
    }
}

pub fn inside(promo_mid: PromotionInside) -> ValueText {
    match promo_mid {
        PromotionInside::No => value_text("values.inside_no"),
        PromotionInside::AsMan => value_text("values.inside_as_man"),
        PromotionInside::AsKing => value_text("values.inside_as_king"),
        PromotionInside::Stop => value_text("values.inside_stop"),
    }
}

pub fn reach(king_reach: KingReach) -> ValueText {
    match king_reach {
        KingReach::Adjacent => value_text("values.reach_adjacent"),
        KingReach::Any => value_text("values.reach_any"),
    }
}

pub fn landing(king_landing: KingLanding) -> ValueText {
    match king_landing {
        KingLanding::Next => value_text("values.landing_next"),
        KingLanding::Any => value_text("values.landing_any"),
        KingLanding::AnyButFurther => value_text("values.landing_further"),
        KingLanding::Killer => value_text("values.landing_killer"),
    }
}

pub fn again(rejump: Rejump) -> ValueText {
    match rejump {
        Rejump::Once => value_text("values.again_once"),
        Rejump::NotConsecutive => value_text("values.again_not_next"),
        Rejump::Allowed => value_text("values.again_allowed"),
    }
}

pub fn yes_no(answer: YesNo) -> ValueText {
    match answer {
        YesNo::Yes => value_text("values.yes_no_yes"),
        YesNo::No => value_text("values.yes_no_no"),
    }
}

pub fn turning(turning: Turning) -> ValueText {
    match turning {
        Turning::Free => value_text("values.turning_free"),
        Turning::NoReversal => value_text("values.turning_no_reversal"),
        Turning::Straight => value_text("values.turning_straight"),
    }
}

pub fn closing(closing: Closing) -> ValueText {
    match closing {
        Closing::None => value_text("values.closing_none"),
        Closing::Squares => value_text("values.closing_squares"),
        Closing::SquaresEarly => value_text("values.closing_squares_early"),
        Closing::PointRows => value_text("values.closing_point_rows"),
        Closing::DrawnLines => value_text("values.closing_drawn_lines"),
    }
}

pub fn closing_sides(sides: ClosingSides) -> ValueText {
    match sides {
        ClosingSides::Ends => value_text("values.sides_ends"),
        ClosingSides::AllFour => value_text("values.sides_all_four"),
    }
}

pub fn way_to_capture(capture_by: CaptureBy) -> ValueText {
    match capture_by {
        CaptureBy::Leap => value_text("values.by_leap"),
        CaptureBy::Approach => value_text("values.by_approach"),
        CaptureBy::Custodial => value_text("values.by_custodial"),
        CaptureBy::CustodialRows => value_text("values.by_custodial_rows"),
        CaptureBy::None => value_text("values.by_none"),
    }
}

pub fn captors(captors: Sides, say: &Speech<'_>) -> ValueText {
    match captors {
        Sides::Both => value_text("values.captors_both"),
        Sides::First => ("values.captors_one", vec![say.side("side", Side::First)]),
        Sides::Second => ("values.captors_one", vec![say.side("side", Side::Second)]),
    }
}

pub fn chain_direction(direction: ChainDirection) -> ValueText {
    match direction {
        ChainDirection::NotConsecutive => value_text("values.direction_not_consecutive"),
        ChainDirection::NeverRepeatLine => value_text("values.direction_never_repeat"),
        ChainDirection::Free => value_text("values.direction_free"),
    }
}

pub fn first_capture(first: FirstCapture, say: &Speech<'_>) -> ValueText {
    match first {
        FirstCapture::Off => value_text("values.first_capture_off"),
        FirstCapture::First => ("values.first_capture_one", vec![say.side("side", Side::First)]),
        FirstCapture::Both => value_text("values.first_capture_both"),
    }
}

pub fn allowed(answer: YesNo) -> ValueText {
    match answer {
        YesNo::Yes => value_text("values.allowed_yes"),
        YesNo::No => value_text("values.allowed_no"),
    }
}

pub fn on_off(answer: OnOff) -> ValueText {
    match answer {
        OnOff::On => value_text("values.yes_no_yes"),
        OnOff::Off => value_text("values.yes_no_no"),
    }
}
