//! Speaking of one ruleset in one language: sentences with slots, and the words of the game that fill them.

use super::board::{self, Lines};
use super::{english, spanish};
use crate::Choose;
use quirkat_rules::{
    AfterPlacing, Capture, CaptureBy, Chain, Directions, DoubleMill, Mills, Options, Promotion, Removal, Sides, Toll,
    YesNo,
};
use quirkat_rules::{Language, Ruleset};
use quirkat_rules::{Rank, Side};

/// One rule in words, with the keys of the options that it puts into words.
#[derive(Clone)]
pub struct Rule {
    pub keys: Vec<&'static str>,
    pub text: String,
}

/// What is needed to speak of a ruleset.
pub struct Speech<'r> {
    pub ruleset: &'r Ruleset,
    pub options: &'r Options,
    pub language: Language,
    /// Which lines the board has.
    pub lines: Lines,
    /// What fills each slot.
    slots: Vec<(String, String)>,
}

impl<'r> Speech<'r> {
    pub fn new(ruleset: &'r Ruleset, language: Language) -> Self {
        let slots = match language {
            Language::En | Language::Fr => english::slots(&english::Nouns::of(ruleset)),
            Language::Es => spanish::slots(&spanish::Nouns::of(ruleset)),
        };
        Speech { ruleset, options: &ruleset.options, language, lines: Lines::spoken(ruleset), slots }
    }

    /// A rule, from the sentence in each language. In both, the slots name the ranks as they do in draughts: `{a man}`,
    /// `{men}`, `{a king}`, and `{piece}` for either; `{un peón}`, `{los peones}`, `{una dama}`, `{pieza}`. See
    /// [`english::slots`] and [`spanish::slots`]. A sentence may begin with the name of a side.
    pub fn rule(&self, keys: &[&'static str], en: &str, es: &str) -> Rule {
        Rule { keys: keys.to_vec(), text: capitalised(&self.fill(self.language.choose(en, es))) }
    }

    /// Those of these keys that the game file or the players state: the others mean nothing here, or nothing was said.
    pub fn stated(&self, keys: &[&'static str]) -> Vec<&'static str> {
        let house_rules = self.ruleset.house_rules.iter().map(|&(key, _)| key.name());
        let stated: Vec<_> =
            self.ruleset.about.clauses.iter().map(|clause| clause.key.name()).chain(house_rules).collect();
        keys.iter().copied().filter(|key| stated.contains(key)).collect()
    }

    /// Whether there are kings, or other pieces above men.
    pub fn has_kings(&self) -> bool {
        self.ruleset.highest_rank() > Rank::Man
    }

    /// Whether there are pieces above men at the start.
    pub fn has_ranks(&self) -> bool {
        self.ruleset.start.columns.iter().flatten().any(|piece| piece.rank > Rank::Man)
    }

    /// Whether men become kings.
    pub fn has_promotion(&self) -> bool {
        self.options.promotion != Promotion::None
    }

    /// Whether there are pieces between men and kings.
    pub fn has_princes(&self) -> bool {
        self.ruleset.start.columns.iter().flatten().any(|piece| piece.rank == Rank::Prince)
    }

    /// Whether what is leapt goes under the leaper, so that columns arise.
    pub fn has_towers(&self) -> bool {
        has_towers(self.ruleset)
    }

    /// Whether one turn may make more than one capture.
    pub fn has_chains(&self) -> bool {
        self.options.chain != Chain::None
    }

    /// Whether pieces capture by moving.
    pub fn has_captures(&self) -> bool {
        self.options.capture_by != CaptureBy::None
    }

    /// Whether pieces capture by approach and withdrawal.
    pub fn has_runs(&self) -> bool {
        self.options.capture_by == CaptureBy::Approach
    }

    /// Whether pieces may be huffed: captures by approach know nothing of it.
    pub fn has_huffs(&self) -> bool {
        self.options.capture == Capture::Huff && self.has_captures() && !self.has_runs()
    }

    /// Whether pieces leave the board at all.
    pub fn takes_pieces(&self) -> bool {
        self.has_captures() || self.options.mills == Mills::Take
    }

    /// Whether one turn may take more than one piece.
    pub fn takes_several(&self) -> bool {
        let by_mills = self.options.mills == Mills::Take && self.options.double_mill == DoubleMill::Two;
        self.has_runs() || self.has_captures() && self.has_chains() || by_mills
    }

    /// The only side that captures, where the other does not.
    pub fn captor(&self) -> Option<Side> {
        captor(self.ruleset)
    }

    /// Whether there are pieces in hand at the start.
    pub fn has_hand(&self) -> bool {
        self.ruleset.start.recollection.hand != [0, 0]
    }

    /// Whether a side places all that it has in hand before it moves.
    pub fn has_placing(&self) -> bool {
        self.has_hand() && self.options.placing == YesNo::Yes
    }

    /// Whether pieces ever move: not where the game ends when all are placed.
    pub fn has_moves(&self) -> bool {
        !(self.has_placing() && self.options.after_placing == AfterPlacing::End)
    }

    /// Whether every turn is a capture.
    pub fn captures_only(&self) -> bool {
        self.options.step_dirs == Directions::None && !self.has_kings() && !self.has_hand() && self.has_captures()
    }

    /// How many pieces of the other side a side must take to win, where these are not all.
    pub fn toll(&self, taker: Side) -> Option<usize> {
        let Toll(toll) = self.options.taken_to_win;
        let toll = usize::from(toll?);
        let takes = self.captor().is_none_or(|captor| captor == taker);
        (takes && toll < total(self.ruleset, taker.other())).then_some(toll)
    }

    /// Fills the slots of a text.
    pub fn fill(&self, text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (slot, after) = after.split_once('}').unwrap_or((after, ""));
            filled.push_str(before);
            filled.push_str(&self.slot(slot));
            rest = after;
        }
        filled + rest
    }

    fn slot(&self, slot: &str) -> String {
        let small = uncapitalised(slot);
        let word = self.slots.iter().find(|(name, _)| *name == small).map(|(_, word)| word.as_str());
        debug_assert!(word.is_some(), "there is no slot {{{slot}}}");
        let word = word.unwrap_or(slot);
        if small == slot { word.to_owned() } else { capitalised(word) }
    }
}

/// Whether all pieces of these rules are men, so that speaking of pieces would only confuse.
pub fn has_men_only(ruleset: &Ruleset) -> bool {
    ruleset.options.promotion == Promotion::None
        && ruleset.start.columns.iter().flatten().all(|piece| piece.rank == Rank::Man)
}

/// Whether a side has a name of its own for its men.
pub fn names_men(ruleset: &Ruleset, side: Side) -> bool {
    ruleset.about.sides[side.index()].ranks[Rank::Man.index()].is_some()
}

/// Whether what is leapt goes under the leaper.
pub fn has_towers(ruleset: &Ruleset) -> bool {
    ruleset.options.removal == Removal::Under
}

/// The only side that captures, where the other does not.
pub fn captor(ruleset: &Ruleset) -> Option<Side> {
    match ruleset.options.captors {
        Sides::Both => None,
        _ if ruleset.options.capture_by == CaptureBy::None => None,
        Sides::First => Some(Side::First),
        Sides::Second => Some(Side::Second),
    }
}

/// The pieces that a side has at the start, those in hand among them.
pub fn total(ruleset: &Ruleset, side: Side) -> usize {
    ruleset.start.count(side) + usize::from(ruleset.start.recollection.hand[side.index()])
}

/// Whether people call the places of the board squares.
pub fn has_squares(ruleset: &Ruleset) -> bool {
    board::has_squares(ruleset)
}

/// The text with its first letter as a capital.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
