//! Finds broken rules by relaxation: generates moves with some rules switched off.
//!
//! No rule is restated here. A hop breaks a rule if it is legal when all rules of the list are relaxed, and illegal when
//! all but that one are.

use crate::engine::rules::{Rules, TooManyTurns};
use crate::engine::turn::Turn;
use crate::game::Game;
use crate::game::any::{AnyRules, GameVisitor};
use crate::ground::setup::{Setup, SetupMemory};
use crate::options::{
    Capture, CaptureBy, Chain, ChainDirection, Directions, FirstCapture, KingLanding, KingReach, LastRow, OnOff,
    Options, Precedence, Promotion, PromotionInside, Rejump, Removal, Return, Sides, SingleCombat, TurnLimit, Turning,
    YesNo,
};
use crate::ruleset::Ruleset;
use std::ops::ControlFlow::{Break, Continue};

/// Maximum number of hops that are tried under relaxed rules, which may allow millions. Beyond it the refusal of a move does
/// not name its rule.
const MAX_RELAXED_HOPS: u32 = 20_000;

/// Rule that may forbid a hop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RelaxableRule {
    /// A piece may not return to a point.
    Return,
    /// Men do not step at all.
    NoSteps,
    /// A possible capture is compulsory.
    Duty,
    /// The last two pieces must approach one another.
    Combat,
    /// Only one of the sides captures.
    Captors,
    /// A piece may not capture a piece of a higher rank.
    Higher,
    /// The range of kings is limited.
    Reach,
    /// A king has made as many moves in a row as it may.
    KingMoves,
    /// A king must land where it can continue to capture.
    Landing,
    /// Men on their last row have fewer moves.
    LastRow,
    /// Men move in some directions only.
    Directions,
    /// A capture may not continue, or not in this way.
    Continuation,
    /// A better capture takes precedence.
    Precedence,
}

/// Changes options so that a rule no longer forbids anything.
type Relax = fn(&mut Options);

/// Every rule with its relaxation, in the order in which broken rules are reported: the most instructive first.
const RULES: [(RelaxableRule, Relax); 13] = [
    (RelaxableRule::Return, |options| options.returning = Return::Free),
    (RelaxableRule::NoSteps, |options| {
        if options.every_turn_captures() {
            options.step_dirs = Directions::All;
        }
    }),
    (RelaxableRule::Duty, |options| {
        // A huff punishes a missed capture but forbids no move.
        if options.capture != Capture::Huff {
            options.capture = Capture::Optional;
        }
        options.vela = OnOff::Off;
    }),
    (RelaxableRule::Combat, |options| options.single_combat = SingleCombat::Off),
    (RelaxableRule::Captors, |options| options.captors = Sides::Both),
    (RelaxableRule::Higher, |options| options.take_higher = YesNo::Yes),
    (RelaxableRule::Reach, |options| {
        if options.promotion == Promotion::Short {
            options.promotion = Promotion::Long;
        }
        if options.king_landing == KingLanding::Next {
            options.king_landing = KingLanding::Any;
        }
        options.king_reach = KingReach::Any;
    }),
    (RelaxableRule::KingMoves, |options| options.king_move_limit = TurnLimit(None)),
    (RelaxableRule::Landing, |options| {
        if matches!(options.king_landing, KingLanding::AnyButFurther | KingLanding::Killer) {
            options.king_landing = KingLanding::Any;
        }
    }),
    (RelaxableRule::LastRow, |options| options.last_row = LastRow::Normal),
    (RelaxableRule::Directions, |options| {
        options.cap_dirs = Directions::All;
        if !options.every_turn_captures() {
            options.step_dirs = Directions::All;
        }
    }),
    (RelaxableRule::Continuation, |options| {
        if options.chain != Chain::Mandatory {
            options.chain = Chain::Optional;
        }
        if options.promo_mid == PromotionInside::Stop {
            options.promo_mid = PromotionInside::AsMan;
        }
        options.turning = Turning::Free;
        options.first_capture_single = FirstCapture::Off;
        if options.removal == Removal::Under {
            options.rejump = Rejump::Allowed;
        }
        if options.capture_by == CaptureBy::Approach {
            options.direction = ChainDirection::Free;
        }
    }),
    (RelaxableRule::Precedence, |options| {
        // A claim corrects a smaller capture but forbids no move.
        if options.choice != Precedence::Protest {
            options.choice = Precedence::Free;
        }
    }),
];

/// A position for which moves are generated under relaxed rules.
pub(super) struct RelaxedPosition<'a> {
    pub ruleset: &'a Ruleset,
    pub setup: &'a Setup,
}

impl RelaxedPosition<'_> {
    /// Returns whether the position has a matching turn under these options, without history. `None` if that is unknown
    /// because generation exceeds its limit or the position does not fit the options.
    pub fn allows(&self, options: Options, matches: &dyn Fn(&Turn) -> bool) -> Option<bool> {
        let SetupMemory { last, visited, combat, king_moves, .. } = &self.setup.memory;
        let memory = SetupMemory {
            last: if options.returning == Return::NotLast { *last } else { [None; 2] },
            visited: if options.returning == Return::Never { visited.clone() } else { vec![] },
            king_moves: if options.king_move_limit == TurnLimit(None) { [None; 2] } else { *king_moves },
            combat: *combat && options.single_combat == SingleCombat::OnCall,
            ..self.setup.memory.clone()
        };
        let setup = Setup { memory, ..self.setup.clone() };
        let rules = AnyRules::compile_bounded(Ruleset { options, ..self.ruleset.clone() }, MAX_RELAXED_HOPS).ok()?;
        rules.game(Some(&setup)).ok()?.visit(TurnFinder(matches)).ok()
    }

    /// Returns the rules that a hop breaks, in the order of the list. `number` is the number of the hop in its path, from 1;
    /// `makes` matches the turns with that hop. Empty if the hop is illegal for another reason.
    pub fn broken(&self, number: usize, makes: &dyn Fn(&Turn) -> bool) -> impl Iterator<Item = RelaxableRule> {
        // Continuation does not affect the first hop, and relaxing it can make generation long.
        let relevant = move |rule: RelaxableRule| rule != RelaxableRule::Continuation || number > 1;
        let relaxed_but = move |exception: Option<RelaxableRule>| {
            let relaxed = RULES.iter().filter(|(rule, _)| relevant(*rule) && Some(*rule) != exception);
            let mut options = self.ruleset.options;
            relaxed.for_each(|(_, relax)| relax(&mut options));
            options
        };
        let all = relaxed_but(None);
        let is_freed = all != self.ruleset.options && self.allows(all, makes) == Some(true);
        let rules = RULES.iter().map(|(rule, _)| *rule).filter(move |_| is_freed);
        rules.filter(move |rule| {
            let others = relaxed_but(Some(*rule));
            others != all && self.allows(others, makes) == Some(false)
        })
    }
}

/// Visitor that searches a position for a matching turn.
struct TurnFinder<'a>(&'a dyn Fn(&Turn) -> bool);

impl GameVisitor for TurnFinder<'_> {
    type Output = Result<bool, TooManyTurns>;

    fn visit<G: Rules>(self, game: &Game<G>) -> Self::Output {
        let rules = game.rules();
        let mut found = false;
        // The key of the next position is not needed.
        let effect = 0;
        rules.for_each_turn(game.position(), &mut |made, trail| {
            found = self.0(&rules.turn(game.position(), made, trail, effect));
            if found { Break(()) } else { Continue(()) }
        })?;
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::ruleset::contradictions;

    #[test]
    fn relaxed_rules_have_no_contradictions() {
        for file in games() {
            for variant in file.variants() {
                let mut ruleset = file.ruleset(Some(variant), &[]).unwrap();
                for (rule, relax) in RULES {
                    relax(&mut ruleset.options);
                    assert_eq!(contradictions(&ruleset), [], "{} without {rule:?}", ruleset.title());
                }
            }
        }
    }
}
