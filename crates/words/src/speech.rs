//! Speaking of one ruleset in one language: which of its words fill the slots of sentences, and what its options come to.

use super::TEXTS;
use super::board::{self, Lines};
use super::grammar::{self, Grammar, Name};
use super::nouns::{self, Nouns};
use super::texts::{Slot, Value, capitalised};
use quirkat_rules::{
    AfterPlacing, Capture, CaptureBy, Chain, DoubleMill, Mills, OptionKey, Options, Promotion, Removal, Sides,
    TakenToWin, YesNo,
};
use quirkat_rules::{Language, Ruleset};
use quirkat_rules::{Rank, Side};

/// One rule in words, with the options that it puts into words.
#[derive(Clone)]
pub struct Rule {
    /// The key of its sentence.
    pub name: &'static str,
    pub keys: Vec<OptionKey>,
    pub text: String,
}

/// What is needed to speak of a ruleset.
pub struct Speech<'r> {
    pub ruleset: &'r Ruleset,
    pub options: &'r Options,
    pub language: Language,
    /// Which lines the board has.
    pub lines: Lines,
    pub nouns: Nouns,
    /// What the sides are called.
    names: [Name; 2],
}

/// A slot that the name of a side fills, with its article where it has one.
pub fn side(slot: &'static str, ruleset: &Ruleset, side: Side, language: Language) -> Slot {
    (slot, Value::Name(named(ruleset, side, language)))
}

/// What a side is called.
fn named(ruleset: &Ruleset, side: Side, language: Language) -> Name {
    let words = &ruleset.info.sides[side.index()];
    grammar::of(language).name(words.name.get(language), words.ranks.iter().any(Option::is_some))
}

impl<'r> Speech<'r> {
    /// To speak of a ruleset as it is.
    pub fn new(ruleset: &'r Ruleset, language: Language) -> Self {
        Speech::with(ruleset, &ruleset.options, language)
    }

    /// To speak of a ruleset as if it had these options.
    pub fn with(ruleset: &'r Ruleset, options: &'r Options, language: Language) -> Self {
        let grammar = grammar::of(language);
        let names = Side::BOTH.map(|side| named(ruleset, side, language));
        let lines = Lines::spoken(ruleset, options);
        let mut say = Speech { ruleset, options, language, lines, nouns: Nouns::of_models(grammar), names };
        say.nouns = Nouns::of(&say, grammar);
        say
    }

    /// The grammar of the language.
    pub fn grammar(&self) -> &'static dyn Grammar {
        grammar::of(self.language)
    }

    /// A rule, from the key of its sentence. A sentence may begin with the name of a side.
    pub fn rule(&self, keys: &[OptionKey], name: &'static str, slots: &[Slot]) -> Rule {
        Rule { name, keys: keys.to_vec(), text: capitalised(&self.text(name, slots)) }
    }

    /// The text of a key, with its slots filled.
    pub fn text(&self, key: &str, slots: &[Slot]) -> String {
        TEXTS.say_of(self.language, key, slots, self)
    }

    /// The text of a key, if there is one.
    pub fn maybe(&self, key: Option<&str>) -> String {
        key.map_or_else(String::new, |key| self.text(key, &[]))
    }

    /// A slot that the name of a side fills.
    pub fn side(&self, name: &'static str, side: Side) -> Slot {
        (name, Value::Name(self.names[side.index()].clone()))
    }

    /// A slot that a side's noun for a rank fills.
    pub fn noun(&self, name: &'static str, side: Side, rank: Rank) -> Slot {
        (name, Value::Noun(nouns::of_rank(self.ruleset, Some(side), rank, self.language)))
    }

    /// Those of these options that the game file or the players state: the others mean nothing here, or nothing was said.
    pub fn stated(&self, keys: &[OptionKey]) -> Vec<OptionKey> {
        let is_stated = |key: &OptionKey| {
            self.ruleset.house_rules.iter().any(|(changed, _)| changed == key)
                || self.ruleset.info.clauses.iter().any(|clause| clause.key == *key)
        };
        keys.iter().copied().filter(is_stated).collect()
    }

    /// Whether there are kings, or other pieces above men.
    pub fn has_kings(&self) -> bool {
        self.has_ranks() || self.has_promotion()
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
        self.options.removal == Removal::Under
    }

    /// Whether one turn may make more than one capture.
    pub fn has_chains(&self) -> bool {
        self.options.chain != Chain::None
    }

    /// Whether a capture may go on and turn.
    pub fn has_turning_chains(&self) -> bool {
        self.has_captures() && matches!(self.options.chain, Chain::Optional | Chain::Mandatory)
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
        match self.options.captors {
            Sides::Both => None,
            _ if self.options.capture_by == CaptureBy::None => None,
            Sides::First => Some(Side::First),
            Sides::Second => Some(Side::Second),
        }
    }

    /// Whether there are pieces in hand at the start.
    pub fn has_hand(&self) -> bool {
        self.ruleset.start.memory.hand != [0, 0]
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
        self.options.every_turn_captures() && !self.has_kings() && !self.has_hand() && self.has_captures()
    }

    /// How many pieces of the other side a side must take to win, where these are not all.
    pub fn toll(&self, taker: Side) -> Option<usize> {
        let TakenToWin(toll) = self.options.taken_to_win;
        let toll = usize::from(toll?);
        let takes = self.captor().is_none_or(|captor| captor == taker);
        (takes && toll < self.total(taker.other())).then_some(toll)
    }

    /// Whether all pieces of these rules are men, so that speaking of pieces would only confuse.
    pub fn has_men_only(&self) -> bool {
        !self.has_kings()
    }

    /// Whether a side has a name of its own for its men.
    pub fn names_men(&self, side: Side) -> bool {
        self.ruleset.info.sides[side.index()].ranks[Rank::Man.index()].is_some()
    }

    /// The pieces that a side has at the start, those in hand among them.
    pub fn total(&self, side: Side) -> usize {
        self.ruleset.start.count(side) + usize::from(self.ruleset.start.memory.hand[side.index()])
    }

    /// Whether people call the places of the board squares.
    pub fn has_squares(&self) -> bool {
        board::has_squares(self.ruleset, self.options)
    }
}
