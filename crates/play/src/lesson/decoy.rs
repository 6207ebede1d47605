//! Tempting illegal turns: turns that milder rules would allow.

use super::Skill;
use super::collect::start_game;
use quirkat_rules::{
    AnyGame, AnyRules, Capture, IllegalReason, MAX_USER_HOPS, OnOff, Options, Precedence, Ruleset, TurnError, read_turn,
};

/// Variants of the lesson's rules that lack the rule an exercise is about.
pub struct Decoys<'r> {
    ruleset: &'r Ruleset,
    free_to_leave: Option<AnyRules>,
    free_to_choose: Option<AnyRules>,
}

impl<'r> Decoys<'r> {
    pub fn of(ruleset: &'r Ruleset) -> Decoys<'r> {
        let options = ruleset.options;
        let with = |options: Options| {
            let is_milder = options != ruleset.options;
            let milder = Ruleset { options, ..ruleset.clone() };
            is_milder.then(|| AnyRules::compile_bounded(milder, MAX_USER_HOPS).ok()).flatten()
        };
        Decoys {
            ruleset,
            free_to_leave: with(Options { capture: Capture::Optional, vela: OnOff::Off, ..options }),
            free_to_choose: with(Options { choice: Precedence::Free, ..options }),
        }
    }

    /// Finds a turn that the rule of a skill forbids in a position. The refusal must name that rule. Returns `None`
    /// when there is no such turn.
    pub fn find(&self, skill: Skill, game: &AnyGame) -> Option<String> {
        let milder = match skill {
            Skill::Duty => self.free_to_leave.as_ref()?,
            Skill::Precedence => self.free_to_choose.as_ref()?,
            _ => return None,
        };
        let legal = game.turns().ok()?;
        let there = start_game(milder, &game.setup())?.turns().ok()?;
        let illegal = there.iter().filter(|turn| legal.iter().all(|other| other.path != turn.path));
        let texts = illegal.take(TRIED).map(|turn| turn.text(&self.ruleset.board));
        texts.into_iter().find(|text| {
            let refused = read_turn(&**game, text);
            match skill {
                Skill::Duty => matches!(refused, Err(TurnError::Illegal(_, IllegalReason::MustCapture(_)))),
                _ => matches!(refused, Err(TurnError::Illegal(_, IllegalReason::MustTakeMost(_)))),
            }
        })
    }
}

/// Number of turns that are tried: each is read by the rules again.
const TRIED: usize = 6;
