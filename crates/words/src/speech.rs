//! Generates sentences on one ruleset in one language: fills slots with the words of the game, and combines options to
//! effects.

use super::TEXTS;
use super::board::{self, Lines};
use super::grammar::{self, Grammar, Name};
use super::nouns::{self, Nouns};
use super::texts::{Slot, Value, capitalised};
use quirkat_rules::{
    AfterPlacing, Capture, CaptureBy, CaptureLines, Chain, DoubleMill, Mills, OptionKey, Options, Promotion,
    PromotionInside, Removal, Sides, TakenToWin, YesNo,
};
use quirkat_rules::{Language, Ruleset};
use quirkat_rules::{Rank, Side};

/// One rule in words, with the options that it describes.
#[derive(Clone)]
pub struct Rule {
    /// Key of the sentence, such as `capturing.duty`.
    pub name: &'static str,
    pub keys: Vec<OptionKey>,
    pub text: String,
}

/// Ruleset and language of the sentences, with the words that fill their slots.
pub struct Speech<'r> {
    pub ruleset: &'r Ruleset,
    pub options: &'r Options,
    pub language: Language,
    /// Directions of the lines of the board.
    pub lines: Lines,
    pub nouns: Nouns,
    /// Names of the sides.
    names: [Name; 2],
}

/// Creates a slot with the name of a side, with its article if it has one.
pub fn side(slot: &'static str, ruleset: &Ruleset, side: Side, language: Language) -> Slot {
    (slot, Value::Name(named(ruleset, side, language)))
}

/// Returns the name of a side.
fn named(ruleset: &Ruleset, side: Side, language: Language) -> Name {
    let words = &ruleset.info.sides[side.index()];
    grammar::of(language).name(words.name.get_as_name(language), words.ranks.iter().any(Option::is_some))
}

impl<'r> Speech<'r> {
    /// Creates sentences on a ruleset with its own options.
    pub fn new(ruleset: &'r Ruleset, language: Language) -> Self {
        Speech::with(ruleset, &ruleset.options, language)
    }

    /// Creates sentences on a ruleset as if it had these options.
    pub fn with(ruleset: &'r Ruleset, options: &'r Options, language: Language) -> Self {
        let grammar = grammar::of(language);
        let names = Side::BOTH.map(|side| named(ruleset, side, language));
        let lines = Lines::for_directions(ruleset, options);
        let mut say = Speech { ruleset, options, language, lines, nouns: Nouns::of_models(grammar), names };
        say.nouns = Nouns::of(&say, grammar);
        say
    }

    /// Returns the grammar of the language.
    pub fn grammar(&self) -> &'static dyn Grammar {
        grammar::of(self.language)
    }

    /// Creates a rule from the key of its sentence. The name of a side may begin the sentence.
    pub fn rule(&self, keys: &[OptionKey], name: &'static str, slots: &[Slot]) -> Rule {
        Rule { name, keys: keys.to_vec(), text: capitalised(&self.text(name, slots)) }
    }

    /// Returns the text of a key, with its slots filled.
    pub fn text(&self, key: &str, slots: &[Slot]) -> String {
        TEXTS.say_of(self.language, key, slots, self)
    }

    /// Returns the text of a key, or an empty text for `None`.
    pub fn maybe(&self, key: Option<&str>) -> String {
        key.map_or_else(String::new, |key| self.text(key, &[]))
    }

    /// Creates a slot with the name of a side.
    pub fn side(&self, name: &'static str, side: Side) -> Slot {
        (name, Value::Name(self.names[side.index()].clone()))
    }

    /// Creates a slot with a side's noun for a rank.
    pub fn noun(&self, name: &'static str, side: Side, rank: Rank) -> Slot {
        (name, Value::Noun(nouns::of_rank(self.ruleset, Some(side), rank, self.language)))
    }

    /// Returns the options that the game file or the players state. Others have no effect here, or have their default.
    pub fn stated(&self, keys: &[OptionKey]) -> Vec<OptionKey> {
        let is_stated = |key: &OptionKey| {
            self.ruleset.house_rules.iter().any(|(changed, _)| changed == key)
                || self.ruleset.info.clauses.iter().any(|clause| clause.key == *key)
        };
        keys.iter().copied().filter(is_stated).collect()
    }

    /// Returns whether there are kings or other pieces above men that can move.
    pub fn has_kings(&self) -> bool {
        let goes_on = self.options.promo_mid == PromotionInside::AsKing && self.has_chains();
        let moves = self.options.promotion_wins == YesNo::No || goes_on;
        self.has_ranks() || self.has_promotion() && moves
    }

    /// Returns whether there are pieces above men at the start.
    pub fn has_ranks(&self) -> bool {
        self.ruleset.start.columns.iter().flatten().any(|piece| piece.rank > Rank::Man)
    }

    /// Returns whether men can be promoted to kings.
    pub fn has_promotion(&self) -> bool {
        self.options.promotion != Promotion::None
    }

    /// Returns whether there are pieces between men and kings.
    pub fn has_princes(&self) -> bool {
        self.ruleset.start.columns.iter().flatten().any(|piece| piece.rank == Rank::Prince)
    }

    /// Returns whether a captured piece goes under its captor, which forms columns.
    pub fn has_towers(&self) -> bool {
        self.options.removal == Removal::Under
    }

    /// Returns whether one turn may make more than one capture.
    pub fn has_chains(&self) -> bool {
        self.options.chain != Chain::None
    }

    /// Returns whether a capture may continue in another direction.
    pub fn has_turning_chains(&self) -> bool {
        self.has_captures() && matches!(self.options.chain, Chain::Optional | Chain::Mandatory)
    }

    /// Returns whether pieces capture by moving.
    pub fn has_captures(&self) -> bool {
        self.options.capture_by != CaptureBy::None
    }

    /// Returns whether pieces capture along rows and columns that are not lines of the board.
    pub fn captures_along_rows(&self) -> bool {
        let board = &self.ruleset.board;
        let is_further = |point| {
            let rays = board.rays(point);
            board.capture_rays(point).iter().any(|ray| !rays.contains(ray))
        };
        board.points().any(is_further)
    }

    /// Returns the directions of the lines along which pieces capture.
    pub fn capture_lines(&self) -> Lines {
        match self.options.capture_lines {
            CaptureLines::WithOrthogonals if self.captures_along_rows() => Lines::Mixed,
            CaptureLines::Board | CaptureLines::WithOrthogonals => self.lines,
            CaptureLines::Orthogonals => Lines::Straight,
            CaptureLines::Diagonals => Lines::Diagonal,
        }
    }

    /// Returns whether pieces capture by approach and withdrawal.
    pub fn has_runs(&self) -> bool {
        self.options.capture_by == CaptureBy::Approach
    }

    /// Returns whether moves capture what they enclose.
    pub fn has_custodial_captures(&self) -> bool {
        self.options.capture_by.is_custodial()
    }

    /// Returns whether pieces capture by moving, without a leap.
    pub fn captures_without_leaps(&self) -> bool {
        self.has_runs() || self.has_custodial_captures()
    }

    /// Returns whether pieces may be huffed, which capturing without leaps excludes.
    pub fn has_huffs(&self) -> bool {
        self.options.capture == Capture::Huff && self.has_captures() && !self.captures_without_leaps()
    }

    /// Returns whether pieces ever leave the board.
    pub fn takes_pieces(&self) -> bool {
        self.has_captures() || self.options.mills == Mills::Take
    }

    /// Returns whether one turn may take more than one piece.
    pub fn takes_several(&self) -> bool {
        let by_mills = self.options.mills == Mills::Take && self.options.double_mill == DoubleMill::Two;
        self.captures_without_leaps() || self.has_captures() && self.has_chains() || by_mills
    }

    /// Returns the side that captures if the other does not, and `None` if both or neither do.
    pub fn captor(&self) -> Option<Side> {
        match self.options.captors {
            Sides::Both => None,
            _ if self.options.capture_by == CaptureBy::None => None,
            Sides::First => Some(Side::First),
            Sides::Second => Some(Side::Second),
        }
    }

    /// Returns whether there are pieces in hand at the start.
    pub fn has_hand(&self) -> bool {
        self.ruleset.start.memory.hand != [0, 0]
    }

    /// Returns whether a side places all pieces in hand before it moves.
    pub fn has_placing(&self) -> bool {
        self.has_hand() && self.options.placing == YesNo::Yes
    }

    /// Returns whether pieces ever move. They do not if the game ends when all are placed.
    pub fn has_moves(&self) -> bool {
        !(self.has_placing() && self.options.after_placing == AfterPlacing::End)
    }

    /// Returns whether every turn is a capture.
    pub fn captures_only(&self) -> bool {
        self.options.every_turn_captures() && !self.has_kings() && !self.has_hand() && self.has_captures()
    }

    /// Returns the number of opposing pieces that a side must take to win, or `None` if it must take all.
    pub fn toll(&self, taker: Side) -> Option<usize> {
        let TakenToWin(toll) = self.options.taken_to_win;
        let toll = usize::from(toll?);
        let takes = self.captor().is_none_or(|captor| captor == taker);
        (takes && toll < self.total(taker.other())).then_some(toll)
    }

    /// Returns whether all pieces of the ruleset are men, so that the text needs no other noun.
    pub fn has_men_only(&self) -> bool {
        !self.has_kings()
    }

    /// Returns whether a side has its own name for its men.
    pub fn names_men(&self, side: Side) -> bool {
        self.ruleset.info.sides[side.index()].ranks[Rank::Man.index()].is_some()
    }

    /// Returns the number of pieces that a side has at the start, including those in hand.
    pub fn total(&self, side: Side) -> usize {
        self.ruleset.start.count(side) + usize::from(self.ruleset.start.memory.hand[side.index()])
    }

    /// Returns whether the points of the board are called squares.
    pub fn has_squares(&self) -> bool {
        board::has_squares(self.ruleset, self.options)
    }
}
