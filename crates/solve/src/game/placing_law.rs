//! The law of hunts with placing, such as bagh-chal: one side places all of its pieces before any of them moves, and
//! captures nothing; the few pieces of the other side move from the start and cannot be captured.

use super::law::{ChainRule, EndlessPlay, MenLaw};
use super::points::PointSet;
use quirkat_rules::{AfterPlacing, Material, OptionKey, Ruleset, Side, YesNo};
use std::ops::RangeInclusive;

/// Law of a hunt with placing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacingLaw {
    /// Moves of the few pieces, as the first side's, and of the many, as the second side's.
    pub men: MenLaw,
    /// Side of the few pieces.
    pub few: Side,
    /// Number of the few pieces.
    pub pieces: usize,
    /// Number of pieces that the other side places.
    pub all: usize,
    /// Number of captured pieces that wins.
    pub taken_to_win: usize,
}

impl PlacingLaw {
    /// Returns a ruleset as a hunt with placing; `None` if it is not one. Such a hunt has single captures that are not
    /// compulsory. Endless play is drawn, a blocked side loses, and the board has room for all pieces.
    pub fn of(ruleset: &Ruleset) -> Option<PlacingLaw> {
        let (options, start) = (&ruleset.options, &ruleset.start);
        let is_placing = options.placing == YesNo::Yes && options.after_placing == AfterPlacing::Move;
        let hand = start.memory.hand;
        let few = Side::BOTH.into_iter().find(|side| {
            let many = side.other();
            hand[side.index()] == 0 && start.count(*side) > 0 && hand[many.index()] > 0 && start.count(many) == 0
        })?;
        let all = usize::from(hand[few.other().index()]);
        let ignored = [OptionKey::TakenToWin, OptionKey::Placing, OptionKey::AfterPlacing];
        let mut men = MenLaw::ignoring(&ignored, ruleset).ok().filter(|_| is_placing)?;
        if few == Side::Second {
            men.steps.swap(0, 1);
            men.leaps.swap(0, 1);
        }
        let pieces = start.count(few);
        let captures_nothing = men.leaps[1].iter().all(|leaps| leaps.is_empty());
        let is_simple = !men.must_capture && men.further == ChainRule::Never && men.blocked_loses;
        let fits = all + pieces <= men.points && men.endless == EndlessPlay::Drawn;
        let taken_to_win = options.taken_to_win.0.map_or(all, |taken| all.min(taken.into()));
        (captures_nothing && is_simple && fits && taken_to_win > 0).then_some(PlacingLaw {
            men,
            few,
            pieces,
            all,
            taken_to_win,
        })
    }

    /// Returns the numbers of pieces that may be on the board after `placed` were placed, while the game goes on.
    pub fn on_board(&self, placed: usize) -> RangeInclusive<usize> {
        (placed + 1).saturating_sub(self.taken_to_win)..=placed
    }

    /// Returns the material with some of the many pieces on the board and some in hand.
    pub fn material(&self, on_board: usize, in_hand: usize) -> Material {
        let (few, many) = (self.few.index(), self.few.other().index());
        let mut material = Material { ranks: [[0; 3]; 2], hand: [0; 2] };
        material.ranks[few][0] = self.pieces as u8;
        material.ranks[many][0] = on_board as u8;
        material.hand[many] = in_hand as u8;
        material
    }

    /// Returns the sets of the few and of the many as those of the first side and of the second, or the reverse.
    pub fn by_side(&self, [few, many]: [PointSet; 2]) -> [PointSet; 2] {
        if self.few == Side::First { [few, many] } else { [many, few] }
    }
}
