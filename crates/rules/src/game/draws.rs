//! Draws of modern draughts other than repetition: quiet play with kings and drawn endings.
//!
//! Sources: FMJD Annex 1; the rules of the Russian federation as lidraughts counts them; the rules of the Spanish and
//! the Brazilian federations; the WCDF; A. M. Quilet's book of Filipino checkers; the American Pool Checker Association;
//! draughts.github.io for Turkish draughts; lidraughts for Frisian
//! draughts.

use crate::engine::anatomy::Force;
use crate::engine::outcome::Outcome;
use crate::engine::rules::Rules;
use crate::ground::reason::Reason;
use crate::ground::setup::Side;
use crate::options::DrawRules;
use std::ops::ControlFlow::{Break, Continue};

/// An ending against a lone king that is drawn after `turns` turns of each side.
struct Ending {
    /// Returns whether the pieces of the stronger side make this ending.
    matches: fn(stronger: Force) -> bool,
    turns: u32,
}

impl Ending {
    fn is_of(&self, [first, second]: [Force; 2]) -> bool {
        second.is_lone_king() && (self.matches)(first) || first.is_lone_king() && (self.matches)(second)
    }
}

/// Maximum number of endings of one rule set.
const MAX_ENDINGS: usize = 2;

const THREE_TO_ONE: Ending = Ending { matches: |stronger| stronger.kings > 0 && stronger.pieces() == 3, turns: 16 };
const TWO_TO_ONE: Ending = Ending { matches: |stronger| stronger.kings > 0 && stronger.pieces() <= 2, turns: 5 };
const KINGS_TO_ONE: Ending = Ending { matches: |stronger| stronger.kings >= 3 && stronger.men == 0, turns: 15 };
const FILIPINO: Ending = Ending { matches: |stronger| stronger == Force { men: 0, kings: 3 }, turns: 12 };
const POOL: Ending = Ending { turns: 13, ..FILIPINO };
const TWO_KINGS_TO_ONE: Ending = Ending { matches: |stronger| stronger == Force { men: 0, kings: 2 }, turns: 7 };
const ONE_KING_EACH: Ending = Ending { matches: |stronger| stronger.is_lone_king(), turns: 2 };

/// Returns the turns of each side without a capture or promotion after which the game is drawn, by the number of
/// pieces, where both sides have kings (clause 7.2.6 of the Russian rules).
fn russian_quiet(forces: [Force; 2]) -> Option<u32> {
    if forces.iter().any(|force| force.kings == 0) {
        return None;
    }
    match forces[0].pieces() + forces[1].pieces() {
        2..=3 => Some(5),
        4..=5 => Some(30),
        6..=7 => Some(60),
        _ => None,
    }
}

/// Counters for the draws that depend on the remaining pieces.
#[derive(Clone, Copy, Debug)]
pub struct DrawCounters {
    forces: [Force; 2],
    /// Consecutive plies in which a king moved and nothing was captured.
    by_king: u32,
    /// Plies without a capture, a promotion or an entry.
    unchanged: u32,
    /// For each ending of the rules, the plies since it arose; `None` if the position is not that ending.
    endings: [Option<u32>; MAX_ENDINGS],
}

/// Returns the limit for quiet king moves, in turns of each side, and the endings of these rules.
fn limits(rules: DrawRules) -> (Option<u32>, &'static [Ending]) {
    match rules {
        DrawRules::International => (Some(25), &[THREE_TO_ONE, TWO_TO_ONE]),
        DrawRules::Brazilian => (Some(20), &[THREE_TO_ONE, TWO_TO_ONE]),
        DrawRules::Russian => (Some(15), &[KINGS_TO_ONE]),
        DrawRules::Spanish => (Some(20), &[]),
        DrawRules::English => (Some(40), &[]),
        DrawRules::Filipino => (None, &[FILIPINO]),
        DrawRules::Pool => (None, &[POOL]),
        DrawRules::Frisian => (None, &[TWO_KINGS_TO_ONE, ONE_KING_EACH]),
        DrawRules::None | DrawRules::Turkish | DrawRules::LoneKings => (None, &[]),
    }
}

impl DrawCounters {
    /// Returns the counters before the first turn.
    pub fn start(rules: DrawRules, forces: [Force; 2]) -> DrawCounters {
        let mut endings = [None; MAX_ENDINGS];
        for (since, ending) in endings.iter_mut().zip(limits(rules).1) {
            *since = ending.is_of(forces).then_some(0);
        }
        DrawCounters { forces, by_king: 0, unchanged: 0, endings }
    }

    /// Returns the pieces of each side.
    #[inline]
    pub fn forces(&self) -> [Force; 2] {
        self.forces
    }

    /// Returns the counters after one more turn, which leaves `forces`.
    ///
    /// `takes` is true if it captured; in towers a capture may leave as many columns. `by_king` is true if a king moved
    /// without a capture.
    #[inline]
    pub fn after_turn(&self, rules: DrawRules, forces: [Force; 2], takes: bool, by_king: bool) -> DrawCounters {
        let is_same = forces == self.forces && !takes;
        let mut next = if is_same { *self } else { DrawCounters::start(rules, forces) };
        next.by_king = if by_king { self.by_king + 1 } else { 0 };
        next.unchanged = if is_same { self.unchanged + 1 } else { 0 };
        for (since, before) in next.endings.iter_mut().zip(self.endings) {
            *since = since.map(|now| before.map_or(now, |before| before + 1));
        }
        next
    }

    /// Returns the outcome under these rules, if the counters end the game.
    pub fn outcome(&self, rules: DrawRules) -> Option<Outcome> {
        match rules {
            DrawRules::None => return None,
            DrawRules::Turkish => return turkish(self.forces),
            DrawRules::LoneKings => {
                let lone = self.forces.iter().all(|force| force.is_lone_king());
                return lone.then(|| Outcome::drawn(Reason::OneEach));
            }
            _ => {}
        }
        let (kings_only, endings) = limits(rules);
        if kings_only.is_some_and(|turns| self.by_king >= 2 * turns) {
            return Some(Outcome::drawn(Reason::KingsOnly));
        }
        let outlasted = |(ending, since): (&Ending, &Option<u32>)| since.is_some_and(|since| since >= 2 * ending.turns);
        let quiet = if rules == DrawRules::Russian { russian_quiet(self.forces) } else { None };
        let is_quiet = quiet.is_some_and(|turns| self.unchanged >= 2 * turns);
        (is_quiet || endings.iter().zip(&self.endings).any(outlasted)).then(|| Outcome::drawn(Reason::FewPieces))
    }
}

/// Returns whether the last two pieces are quiet: the side to move can neither capture nor promote, and where a man is
/// left, neither could the other side if it were to move.
pub fn is_quiet<G: Rules>(rules: &G, position: &G::Position) -> bool {
    let has_man = rules.forces(position).iter().any(|force| force.men > 0);
    let threatens = || {
        let mut setup = rules.setup(position);
        setup.to_move = setup.to_move.other();
        rules.position(&setup).is_ok_and(|position| changes_forces(rules, &position))
    };
    !(changes_forces(rules, position) || has_man && threatens())
}

/// Returns whether any turn captures or promotes.
fn changes_forces<G: Rules>(rules: &G, position: &G::Position) -> bool {
    let mut changes = false;
    // Positions with too many turns to list have captures.
    let result = rules.for_each_turn(position, &mut |turn, _| {
        changes = rules.changes_forces(turn);
        if changes { Break(()) } else { Continue(()) }
    });
    changes || result.is_err()
}

/// Returns the outcome by the Turkish rule: one king each is a draw; a lone king wins against a lone man.
fn turkish(forces: [Force; 2]) -> Option<Outcome> {
    if forces.iter().any(|force| force.pieces() != 1) {
        return None;
    }
    match forces.map(Force::is_lone_king) {
        [true, true] => Some(Outcome::drawn(Reason::OneEach)),
        [true, false] => Some(Outcome::won(Side::First, Reason::LoneMan)),
        [false, true] => Some(Outcome::won(Side::Second, Reason::LoneMan)),
        [false, false] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_kings_against_one_have_thirteen_moves_in_pool_and_twelve_in_filipino_dama() {
        let forces = [Force { men: 0, kings: 1 }, Force { men: 0, kings: 3 }];
        for (rules, turns) in [(DrawRules::Pool, 13), (DrawRules::Filipino, 12)] {
            let after = |plies| {
                let start = DrawCounters::start(rules, forces);
                (0..plies).fold(start, |counters, _| counters.after_turn(rules, forces, false, true)).outcome(rules)
            };
            assert_eq!(after(2 * turns - 1), None);
            assert_eq!(after(2 * turns), Some(Outcome::drawn(Reason::FewPieces)));
        }
    }

    #[test]
    fn a_capture_resets_the_count_even_if_the_number_of_columns_stays() {
        let forces = [Force { men: 0, kings: 1 }; 2];
        let quiet = |counters: DrawCounters, plies| {
            (0..plies).fold(counters, |counters, _| counters.after_turn(DrawRules::Russian, forces, false, false))
        };
        let start = DrawCounters::start(DrawRules::Russian, forces);
        let drawn = Some(Outcome::drawn(Reason::FewPieces));
        assert_eq!(quiet(start, 9).outcome(DrawRules::Russian), None);
        assert_eq!(quiet(start, 10).outcome(DrawRules::Russian), drawn);
        let taken = quiet(start, 9).after_turn(DrawRules::Russian, forces, true, false);
        assert_eq!(quiet(taken, 9).outcome(DrawRules::Russian), None);
        assert_eq!(quiet(taken, 10).outcome(DrawRules::Russian), drawn);
    }
}
