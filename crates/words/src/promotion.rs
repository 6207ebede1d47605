//! Sentences on promotion and on the powers of a king.

use super::board::Lines;
use super::speech::{Rule, Speech};
use super::texts::text;
use super::towers;
use super::ways::along;
use quirkat_rules::{Chain, Directions, KingLanding, KingReach, OptionKey, Promotion, PromotionInside};

pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    let steps = match say.options.promotion {
        Promotion::None => return vec![],
        Promotion::Short => short(say),
        Promotion::Long => long(say),
    };
    [promotion(say)]
        .into_iter()
        .chain(towers::freed(say))
        .chain([steps, capture(say), landing(say)])
        .chain(princes(say))
        .collect()
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
        (PromotionInside::No, _) => "promotion.ends_turn",
        (PromotionInside::AsMan, _) => "promotion.leaps_on_as_man",
        (PromotionInside::AsKing, _) => "promotion.leaps_on_as_king",
        (PromotionInside::Stop, _) => "promotion.stops",
    };
    say.rule(&[OptionKey::Promotion, OptionKey::PromoMid], key, &[])
}

fn capture(say: &Speech<'_>) -> Rule {
    let way = match say.lines {
        Lines::Mixed | Lines::Grid => "promotion.by_a_line",
        Lines::Diagonal => "promotion.by_diagonals",
        Lines::Straight => "promotion.by_rows",
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
    };
    say.rule(&[OptionKey::Promotion, OptionKey::KingLanding], key, &[text("what", towers::leapt(say))])
}
