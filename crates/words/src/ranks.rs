//! Sentences on ranks that pieces have from the start: order, powers, single combat and the loss of the king.

use super::capturing::everywhere;
use super::grammar::Noun;
use super::nouns;
use super::speech::{Rule, Speech};
use super::texts::{Value, text};
use super::ways::along;
use quirkat_rules::{Directions, KingLost, OptionKey, Piece, Rank, Side, SingleCombat, YesNo};

/// Returns the ranks from the lowest to the highest, with the names that the sides use; `None` if all pieces are equal
/// at the start.
pub fn order(say: &Speech<'_>) -> Option<Rule> {
    if !say.has_ranks() {
        return None;
    }
    let ranks = Rank::ALL.into_iter().filter(|&rank| Side::BOTH.iter().any(|&side| count(say, side, rank) > 0));
    let ranks: Vec<_> = ranks.map(|rank| named(say, rank)).collect();
    Some(say.rule(&[], "ranks.order", &[text("ranks", say.grammar().list(&ranks))]))
}

fn count(say: &Speech<'_>, side: Side, rank: Rank) -> usize {
    say.ruleset.start.columns.iter().flatten().filter(|&&piece| piece == Piece { side, rank }).count()
}

/// Returns the noun for pieces of a rank, with each side's own noun.
fn named(say: &Speech<'_>, rank: Rank) -> String {
    let noun = |side: Option<Side>| -> Noun { nouns::of_rank(say.ruleset, side, rank, say.language) };
    let mut own = vec![];
    for side in Side::BOTH.into_iter().filter(|&side| has_own_name(say, side, rank)) {
        let noun = noun(Some(side));
        let is_one = count(say, side, rank) == 1;
        own.push(if is_one { say.grammar().the(&noun) } else { say.grammar().the_many(&noun) });
    }
    own.dedup();
    let of_both = noun(None);
    if own.is_empty() {
        return of_both.many;
    }
    say.text("ranks.named", &[("rank", Value::Noun(of_both)), text("own", say.grammar().list(&own))])
}

fn has_own_name(say: &Speech<'_>, side: Side, rank: Rank) -> bool {
    say.ruleset.info.sides[side.index()].ranks[rank.index()].is_some() && count(say, side, rank) > 0
}

/// Returns how the higher ranks step, if men do not step in all directions and no sentence on promotion covers it.
pub fn steps(say: &Speech<'_>) -> Option<Rule> {
    if say.options.step_dirs == Directions::All || !say.has_kings() || say.has_promotion() {
        return None;
    }
    let who = if say.has_princes() { "ranks.prince_or_king" } else { "ranks.king" };
    let slots = [text("who", say.text(who, &[])), text("along", along(say))];
    Some(say.rule(&[OptionKey::StepDirs], "ranks.steps", &slots))
}

/// Returns in which directions the higher ranks capture, if men do not capture in all of them.
pub fn directions(say: &Speech<'_>) -> Option<Rule> {
    let is_told = [Directions::All, Directions::None].contains(&say.options.cap_dirs);
    if is_told || !say.has_kings() || say.has_promotion() {
        return None;
    }
    let who = if say.has_princes() { "ranks.princes_and_kings" } else { "ranks.kings" };
    let slots = [text("who", say.text(who, &[])), text("where", everywhere(say))];
    Some(say.rule(&[OptionKey::CapDirs], "ranks.directions", &slots))
}

/// Returns which ranks a piece may capture.
pub fn taking(say: &Speech<'_>) -> Option<Rule> {
    let key = match (say.options.take_higher, say.has_kings(), say.has_princes()) {
        (_, false, _) | (YesNo::Yes, _, false) => return None,
        (YesNo::Yes, true, true) => "ranks.take_any",
        (YesNo::No, true, true) => "ranks.take_no_higher",
        (YesNo::No, true, false) => "ranks.men_take_no_kings",
    };
    Some(say.rule(&[OptionKey::TakeHigher], key, &[]))
}

/// Returns the sentence on the duel of the last two pieces, if there can be one.
pub fn single_combat(say: &Speech<'_>) -> Option<Rule> {
    let call = match say.options.single_combat {
        SingleCombat::Off => return None,
        // A side without a king has lost before that.
        _ if loses_by_king(say) => return None,
        SingleCombat::OnCall => "ranks.on_call",
        SingleCombat::Automatic => "ranks.automatic",
    };
    let when = match (say.has_kings(), say.has_princes()) {
        (false, _) => "ranks.one_piece",
        (true, false) => "ranks.one_man",
        (true, true) => "ranks.men_or_princes",
    };
    let slots = [text("when", say.text(when, &[])), text("call", say.text(call, &[]))];
    Some(say.rule(&[OptionKey::SingleCombat], "ranks.single_combat", &slots))
}

/// Returns whether a side without a king has lost.
fn loses_by_king(say: &Speech<'_>) -> bool {
    match say.options.king_lost {
        KingLost::Nothing => false,
        KingLost::Loses | KingLost::LosesOrAlone => say.has_kings(),
    }
}

/// Returns the result of the loss of the king.
pub fn king_lost(say: &Speech<'_>) -> Option<Rule> {
    let key = match say.options.king_lost {
        _ if !say.has_kings() => return None,
        KingLost::Nothing => return None,
        KingLost::Loses => "ranks.king_lost",
        KingLost::LosesOrAlone => "ranks.king_lost_or_alone",
    };
    Some(say.rule(&[OptionKey::KingLost], key, &[]))
}
