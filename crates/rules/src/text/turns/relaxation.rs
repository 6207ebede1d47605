//! The rules that may forbid a hop, and what the generator allows without them.
//!
//! Nothing here knows what a rule says. A rule is broken by a hop that is still missing when all other rules of this list
//! are relaxed, and is there when all are.

use crate::engine::rules::{Rules, TooManyTurns};
use crate::engine::turn::Turn;
use crate::game::Game;
use crate::game::any::{AnyRules, GameVisitor};
use crate::ground::setup::{Setup, SetupMemory};
use crate::options::{
    Capture, CaptureBy, Chain, ChainDirection, Directions, FirstCapture, KingLanding, KingReach, LastRow, OnOff,
    Options, Precedence, Promotion, PromotionInside, Rejump, Removal, Return, Sides, SingleCombat, Turning, YesNo,
};
use crate::ruleset::Ruleset;
use std::ops::ControlFlow::{Break, Continue};

/// A rule that may forbid a hop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rule {
    /// A piece does not come back.
    Return,
    /// Men do not step at all.
    NoSteps,
    /// Whoever can capture must.
    Duty,
    /// The last two pieces fight it out.
    Combat,
    /// One side does not capture.
    Captors,
    /// Nothing takes what is of a higher rank.
    Higher,
    /// Kings do not go as far as they please.
    Reach,
    /// A king lands where it can go on.
    Landing,
    /// Men on their last row are not free.
    LastRow,
    /// Men go in some directions only.
    Directions,
    /// A capture does not go on, or not in this way.
    GoingOn,
    /// The most must be taken.
    Precedence,
}

/// Takes a rule out of the options.
type Relax = fn(&mut Options);

/// Every rule, in the order in which people want to hear of those that they broke, and how it is relaxed.
const RULES: [(Rule, Relax); 12] = [
    (Rule::Return, |options| options.returning = Return::Free),
    (Rule::NoSteps, |options| {
        if options.every_turn_captures() {
            options.step_dirs = Directions::All;
        }
    }),
    (Rule::Duty, |options| {
        // Huffs belong to a duty that forbids nothing.
        if options.capture != Capture::Huff {
            options.capture = Capture::Optional;
        }
        options.vela = OnOff::Off;
    }),
    (Rule::Combat, |options| options.single_combat = SingleCombat::Off),
    (Rule::Captors, |options| options.captors = Sides::Both),
    (Rule::Higher, |options| options.take_higher = YesNo::Yes),
    (Rule::Reach, |options| {
        if options.promotion == Promotion::Short {
            options.promotion = Promotion::Long;
        }
        if options.king_landing == KingLanding::Next {
            options.king_landing = KingLanding::Any;
        }
        options.king_reach = KingReach::Any;
    }),
    (Rule::Landing, |options| {
        if options.king_landing == KingLanding::AnyButFurther {
            options.king_landing = KingLanding::Any;
        }
    }),
    (Rule::LastRow, |options| options.last_row = LastRow::Normal),
    (Rule::Directions, |options| {
        options.cap_dirs = Directions::All;
        if !options.every_turn_captures() {
            options.step_dirs = Directions::All;
        }
    }),
    (Rule::GoingOn, |options| {
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
    (Rule::Precedence, |options| {
        // Claims belong to a precedence that forbids nothing.
        if options.choice != Precedence::Protest {
            options.choice = Precedence::Free;
        }
    }),
];

/// A position under its ruleset, which may be relaxed.
pub(super) struct Relaxed<'a> {
    pub ruleset: &'a Ruleset,
    pub setup: &'a Setup,
}

impl Relaxed<'_> {
    /// Whether the position has such a turn under these options, with no history behind it; `None` if that cannot be
    /// told: captures take too many hops, or something does not fit.
    pub fn allows(&self, options: Options, is_wanted: &dyn Fn(&Turn) -> bool) -> Option<bool> {
        let SetupMemory { last, visited, combat, .. } = &self.setup.memory;
        let memory = SetupMemory {
            last: if options.returning == Return::NotLast { *last } else { [None; 2] },
            visited: if options.returning == Return::Never { visited.clone() } else { vec![] },
            combat: *combat && options.single_combat == SingleCombat::OnCall,
            ..self.setup.memory.clone()
        };
        let setup = Setup { memory, ..self.setup.clone() };
        let rules = AnyRules::compile(Ruleset { options, ..self.ruleset.clone() }).ok()?;
        rules.game(Some(&setup)).ok()?.visit(Finds(is_wanted)).ok()
    }

    /// The rules that the hop of a number, from 1, breaks, in the order in which people want to hear of them; `makes` tells
    /// turns with that hop. There are none where the hop is missing for another reason.
    pub fn broken(&self, number: usize, makes: &dyn Fn(&Turn) -> bool) -> impl Iterator<Item = Rule> {
        // How a capture goes on is of no account to its first hop, and may be long to tell.
        let relevant = move |rule: Rule| rule != Rule::GoingOn || number > 1;
        let without = move |kept: Option<Rule>| {
            let relaxed = RULES.iter().filter(|(rule, _)| relevant(*rule) && Some(*rule) != kept);
            let mut options = self.ruleset.options;
            relaxed.for_each(|(_, relax)| relax(&mut options));
            options
        };
        let all = without(None);
        let is_freed = all != self.ruleset.options && self.allows(all, makes) == Some(true);
        let rules = RULES.iter().map(|(rule, _)| *rule).filter(move |_| is_freed);
        rules.filter(move |rule| {
            let others = without(Some(*rule));
            others != all && self.allows(others, makes) == Some(false)
        })
    }
}

/// Finds out whether a position has such a turn.
struct Finds<'a>(&'a dyn Fn(&Turn) -> bool);

impl GameVisitor for Finds<'_> {
    type Output = Result<bool, TooManyTurns>;

    fn visit<G: Rules>(self, game: &Game<G>) -> Self::Output {
        let rules = game.rules();
        let mut found = false;
        // Nobody asks where the turns lead.
        let effect = 0;
        rules.for_each_turn(game.position(), &mut |made, trail| {
            found = self.0(&rules.turn(made, trail, effect));
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
    fn what_is_relaxed_contradicts_nothing() {
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
