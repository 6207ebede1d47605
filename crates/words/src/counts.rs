//! Sentences on the draws of modern draughts, which end certain endings after a fixed number of turns.

use super::speech::{Rule, Speech};
use super::texts::number;
use quirkat_rules::{DrawRules, KingLost, OptionKey};

/// Returns a sentence for each count of the ruleset. Without kings only the counts that need none apply.
pub fn draws(say: &Speech<'_>) -> Vec<Rule> {
    let kings = say.has_kings();
    let all = match say.options.draw_rules {
        DrawRules::None => vec![],
        DrawRules::International => {
            vec![kings_only(say, 25), drawn(say, "counts.three_to_one"), drawn(say, "counts.two_to_one")]
        }
        DrawRules::Brazilian => {
            vec![kings_only(say, 20), drawn(say, "counts.three_to_one"), drawn(say, "counts.two_to_one")]
        }
        DrawRules::Spanish => vec![kings_only(say, 20)],
        DrawRules::Russian => {
            vec![kings_only(say, 15), drawn(say, "counts.three_kings"), drawn(say, "counts.few_pieces")]
        }
        DrawRules::English => return vec![drawn(say, "counts.no_advance")],
        DrawRules::Filipino => vec![drawn(say, "counts.twelve_moves")],
        DrawRules::Pool => vec![drawn(say, "counts.thirteen_moves")],
        DrawRules::Frisian => vec![drawn(say, "counts.two_kings"), drawn(say, "counts.one_king_each")],
        // Here a side with only a king has lost already.
        DrawRules::LoneKings if say.options.king_lost == KingLost::LosesOrAlone => vec![],
        DrawRules::Turkish => vec![drawn(say, "counts.one_each_at_rest")],
        DrawRules::LoneKings => vec![drawn(say, "counts.one_each")],
    };
    if kings { all } else { vec![] }
}

/// Returns the sentence on the win of a king against a man that these draw rules include.
pub fn wins(say: &Speech<'_>) -> Option<Rule> {
    let turkish = match say.options.draw_rules {
        DrawRules::Turkish => true,
        DrawRules::None
        | DrawRules::International
        | DrawRules::Russian
        | DrawRules::Spanish
        | DrawRules::English
        | DrawRules::Brazilian
        | DrawRules::Filipino
        | DrawRules::Pool
        | DrawRules::Frisian
        | DrawRules::LoneKings => false,
    };
    (turkish && say.has_kings()).then(|| drawn(say, "counts.king_beats_man"))
}

fn drawn(say: &Speech<'_>, key: &'static str) -> Rule {
    say.rule(&[OptionKey::DrawRules], key, &[])
}

fn kings_only(say: &Speech<'_>, count: usize) -> Rule {
    say.rule(&[OptionKey::DrawRules], "counts.kings_only", &[number("turns", count)])
}
