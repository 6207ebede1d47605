//! Describes a position in words, for readers who cannot see its drawing.

use super::TEXTS;
use super::nouns;
use super::texts::{digits, text};
use quirkat_rules::{Language, Noun, Rank, Ruleset, Setup, Side};

/// Describes a drawing: the game, the side to move, and each side's pieces of every rank on the board and in hand.
pub fn position_in_words(ruleset: &Ruleset, setup: &Setup, language: Language) -> String {
    let side = |side: Side| text("side", ruleset.info.sides[side.index()].name.get(language));
    let forces = Side::BOTH.map(|of| {
        let pieces = text("pieces", forces(ruleset, setup, of, language));
        TEXTS.say(language, "position.side", &[side(of), pieces])
    });
    let slots = [text("game", ruleset.info.name.get(language)), side(setup.to_move), text("forces", forces.join(". "))];
    TEXTS.say(language, "position.position", &slots)
}

/// Returns the pieces of a side, from its highest rank to its men.
fn forces(ruleset: &Ruleset, setup: &Setup, side: Side, language: Language) -> String {
    let standing =
        |rank: Rank| setup.columns.iter().flatten().filter(|piece| piece.side == side && piece.rank == rank).count();
    let ranks = Rank::ALL.into_iter().rev().map(|rank| (rank, standing(rank))).filter(|(_, count)| *count > 0);
    let mut forces: Vec<_> = ranks
        .map(|(rank, count)| format!("{count} {}", counted(ruleset.rank_name(Some(side), rank), count, language)))
        .collect();
    let hand = setup.memory.hand[side.index()];
    if hand > 0 {
        forces.push(TEXTS.say(language, "position.in_hand", &[digits("count", hand.into())]));
    }
    if forces.is_empty() {
        let pieces = counted(ruleset.rank_name(Some(side), Rank::Man), 0, language);
        return TEXTS.say(language, "position.none", &[text("pieces", pieces)]);
    }
    forces.join(", ")
}

/// Returns the noun for pieces of a rank, with their number.
pub fn counted(noun: Option<&Noun>, count: usize, language: Language) -> String {
    let noun = nouns::read(noun, language);
    if count == 1 { noun.one } else { noun.many }
}
