//! Text of the pocket kit.

use super::super::counters::{has_towers, kinds};
use super::super::measure::Mm;
use super::counters::side_name;
use super::{TEXTS, digits, text};
use quirkat_rules::{Language, Rank, Ruleset, Side};
use quirkat_words::counted;

/// Diameter of the coins that most players have. At smaller spacings these coins overlap.
const SMALL_COIN: Mm = Mm::whole(18);

/// Returns the alternative text of the page of the pocket kit.
pub fn sheet_of_pocket(title: &str, language: Language) -> String {
    TEXTS.say(language, "pocket.sheet", &[text("title", title)])
}

/// Returns the paragraphs on playing with coins.
pub fn pocket(ruleset: &Ruleset, spacing: Mm, language: Language) -> Vec<String> {
    let say = |key| TEXTS.say(language, key, &[]);
    let slots = [
        digits("first", coins(ruleset, Side::First)),
        text("white", side_name(ruleset, Side::First, language)),
        digits("second", coins(ruleset, Side::Second)),
        text("black", side_name(ruleset, Side::Second, language)),
    ];
    // The pairs of coins and the napkin are ideas of Jahbooty, from a comment about a pub and a Mexican cantina.
    let mut paragraphs = vec![TEXTS.say(language, "pocket.coins", &slots), say("pocket.coins_at_hand")];
    let stands = ruleset.start.columns.iter().any(|column| !column.is_empty());
    if stands {
        paragraphs.push(say("pocket.picture"));
    }
    paragraphs.extend(in_hand(ruleset, stands, language));
    paragraphs.extend(ranks_of_coins(ruleset, language));
    if has_towers(ruleset) {
        paragraphs.push(say("pocket.towers"));
    }
    if spacing < SMALL_COIN {
        let key = if quirkat_draw::Squares::of(&ruleset.board).is_some() { "pocket.squares" } else { "pocket.points" };
        paragraphs.push(TEXTS.say(language, key, &[text("spacing", spacing.to_string())]));
        if ruleset.highest_rank() > Rank::Man {
            paragraphs.push(say("pocket.pencil"));
        }
    }
    paragraphs.push(say("pocket.cut"));
    paragraphs
}

/// Returns the number of coins for a side: two for each piece shown by a pair.
fn coins(ruleset: &Ruleset, side: Side) -> usize {
    let own = kinds(ruleset).into_iter().filter(|kind| kind.side == side);
    let each = |rank: Rank| if rank == Rank::Prince && !has_towers(ruleset) { 2 } else { 1 };
    own.map(|kind| kind.needed * each(kind.rank)).sum()
}

/// Describes the pieces in hand beside the board.
fn in_hand(ruleset: &Ruleset, stands: bool, language: Language) -> Option<String> {
    let hand = ruleset.start.memory.hand;
    let in_hand = |side: Side| {
        let number = usize::from(hand[side.index()]);
        (number > 0).then(|| format!("{} ({number})", side_name(ruleset, side, language)))
    };
    let in_hand: Vec<String> = Side::BOTH.into_iter().filter_map(in_hand).collect();
    let key = if stands { "pocket.beside" } else { "pocket.empty" };
    (!in_hand.is_empty()).then(|| TEXTS.say(language, key, &[text("held", in_hand.join(", "))]))
}

/// Explains how coins show ranks. Returns nothing where all pieces are equal.
fn ranks_of_coins(ruleset: &Ruleset, language: Language) -> Option<String> {
    let has = |rank: Rank| match rank {
        Rank::Man => ruleset.highest_rank() > Rank::Man,
        Rank::Prince => ruleset.start.columns.iter().flatten().any(|piece| piece.rank == rank),
        Rank::King => ruleset.highest_rank() == rank,
    };
    let name = |rank: Rank| {
        let mut names = Side::BOTH.map(|side| counted(ruleset.rank_name(Some(side), rank), 1, language)).to_vec();
        names.dedup();
        names.join(", ")
    };
    let shown = |rank: Rank| {
        let how = match rank {
            Rank::Man => "pocket.number_up",
            Rank::Prince if has_towers(ruleset) => "pocket.pencil_mark",
            Rank::Prince => "pocket.two_coins",
            Rank::King => "pocket.turned",
        };
        let slots = [text("how", TEXTS.words(language, how)), text("name", name(rank))];
        TEXTS.say(language, "pocket.shown", &slots)
    };
    let ranks: Vec<String> = Rank::ALL.into_iter().filter(|&rank| has(rank)).map(shown).collect();
    (!ranks.is_empty()).then(|| TEXTS.say(language, "pocket.ranks", &[text("ranks", ranks.join("; "))]))
}
