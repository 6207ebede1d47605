//! Sentences on promotion and on the powers of a king.

use super::board::Lines;
use super::speech::{Rule, Speech};
use super::texts::{number, text};
use super::towers;
use super::ways::along;
use quirkat_rules::{
    CaptureLines, Chain, Directions, KingLanding, KingReach, OptionKey, Promotion, PromotionInside, TurnLimit, YesNo,
};

pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    let steps = match say.options.promotion {
        Promotion::None => return vec![],
        Promotion::Short => short(say),
        Promotion::Long => long(say),
    };
    let leaps = (!say.has_custodial_captures()).then(|| [capture(say), landing(say)]);
    let powers = [Some(steps)].into_iter().chain(leaps.into_iter().flatten().map(Some));
    let powers = powers.chain([move_limit(say), princes(say)]);
    [promotion(say)].into_iter().chain(towers::freed(say)).chain(powers.flatten().filter(|_| say.has_kings())).collect()
}

/// Returns whether kings capture in another manner than men: from a distance, or with a choice of landing points.
pub fn kings_reach_further(say: &Speech<'_>) -> bool {
    (say.options.king_reach, say.options.king_landing) != (KingReach::Adjacent, KingLanding::Next)
}

/// Returns how kings on the board at the start capture, if there is no promotion and men do not capture in the same
/// manner.
pub fn powers_from_the_start(say: &Speech<'_>) -> Vec<Rule> {
    let unlike_men = kings_reach_further(say) || say.options.cap_dirs == Directions::None;
    if say.has_ranks() && !say.has_promotion() && unlike_men {
        [capture(say), landing(say)].into_iter().chain(princes(say)).collect()
    } else {
        vec![]
    }
}

fn princes(say: &Speech<'_>) -> Option<Rule> {
    say.has_princes().then(|| say.rule(&[OptionKey::Promotion], "promotion.princes", &[]))
}

/// Returns the limit on successive moves of one king, if kings are on the board at the start and there is no promotion.
pub fn move_limit_from_the_start(say: &Speech<'_>) -> Option<Rule> {
    move_limit(say).filter(|_| say.has_ranks() && !say.has_promotion())
}

fn move_limit(say: &Speech<'_>) -> Option<Rule> {
    let TurnLimit(turns) = say.options.king_move_limit;
    let turns = turns.filter(|_| !say.has_towers())?;
    Some(say.rule(&[OptionKey::KingMoveLimit], "promotion.move_limit", &[number("turns", turns.into())]))
}

/// Returns the sentence on the win of the first king.
pub fn wins(say: &Speech<'_>) -> Option<Rule> {
    let is_won = say.options.promotion_wins == YesNo::Yes && say.has_promotion();
    is_won.then(|| say.rule(&[OptionKey::PromotionWins], "promotion.wins", &[]))
}

fn short(say: &Speech<'_>) -> Rule {
    say.rule(&[OptionKey::Promotion], "promotion.short", &[text("along", along(say))])
}

fn long(say: &Speech<'_>) -> Rule {
    let how = match say.lines {
        Lines::Mixed | Lines::Grid => "promotion.far_along_a_line",
        Lines::Diagonal => "promotion.far_along_diagonals",
        Lines::Straight => "promotion.far_along_rows",
    };
    say.rule(&[OptionKey::Promotion], "promotion.long", &[text("how", say.text(how, &[]))])
}

/// Returns where a man is promoted. Without further leaps there is only one answer.
fn promotion(say: &Speech<'_>) -> Rule {
    let key = match (say.options.promo_mid, say.options.chain) {
        (_, Chain::None) => return say.rule(&[OptionKey::Promotion], "promotion.reaches", &[]),
        _ if say.has_custodial_captures() => {
            return say.rule(&[OptionKey::Promotion, OptionKey::PromoMid], "custodial.promotion", &[]);
        }
        (PromotionInside::No, _) => "promotion.ends_turn",
        (PromotionInside::AsMan, _) => "promotion.leaps_on_as_man",
        (PromotionInside::AsKing, _) => "promotion.leaps_on_as_king",
        (PromotionInside::Stop, _) => "promotion.stops",
    };
    say.rule(&[OptionKey::Promotion, OptionKey::PromoMid], key, &[])
}

fn capture(say: &Speech<'_>) -> Rule {
    let way = match (say.lines, say.captures_along_rows()) {
        _ if say.options.capture_lines == CaptureLines::Orthogonals => "promotion.by_rows_only",
        _ if say.options.capture_lines == CaptureLines::Diagonals => "promotion.by_diagonals",
        (Lines::Diagonal, false) => "promotion.by_diagonals",
        (Lines::Diagonal, true) => "promotion.by_diagonals_and_rows",
        (Lines::Mixed | Lines::Grid, false) => "promotion.by_a_line",
        (Lines::Mixed | Lines::Grid | Lines::Straight, true) => "promotion.by_lines_and_rows",
        (Lines::Straight, false) => "promotion.by_rows",
    };
    let what = match say.options.king_reach {
        KingReach::Adjacent => towers::neighbour(say),
        KingReach::Any => say.text("promotion.far_off", &[text("what", towers::far_off(say))]),
    };
    let slots = [text("way", say.text(way, &[])), text("what", what)];
    say.rule(&[OptionKey::Promotion, OptionKey::KingReach], "promotion.capture", &slots)
}

fn landing(say: &Speech<'_>) -> Rule {
    let key = match (say.options.king_landing, say.options.chain) {
        (KingLanding::Next, _) => "promotion.next",
        (KingLanding::Any, _) | (KingLanding::AnyButFurther, Chain::None) => "promotion.any",
        (KingLanding::AnyButFurther, Chain::Optional | Chain::Mandatory | Chain::Straight) => {
            "promotion.any_but_further"
        }
        (KingLanding::Killer, Chain::None) => "promotion.killer_single",
        (KingLanding::Killer, Chain::Optional | Chain::Mandatory | Chain::Straight) => "promotion.killer",
    };
    say.rule(&[OptionKey::Promotion, OptionKey::KingLanding], key, &[text("what", towers::leapt(say))])
}
