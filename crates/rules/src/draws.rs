//! The draws of modern draughts beyond repetition: endings that count as even after so many turns.
//!
//! Sources: FMJD Annex 1; the rules of the Russian federation as lidraughts counts them; of the Spanish and the Brazilian
//! federations; of the WCDF; A. M. Quilet's book of Filipino checkers; for Turkish draughts draughts.github.io.

use crate::options::DrawRules;
use crate::outcome::{Outcome, Reason};
use crate::setup::Side;

/// The pieces of one side, as they command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Force {
    /// Men, or columns that men command.
    pub men: u32,
    /// Kings, or columns that kings command.
    pub kings: u32,
}

impl Force {
    fn pieces(self) -> u32 {
        self.men + self.kings
    }

    fn is_lone_king(self) -> bool {
        self == Force { men: 0, kings: 1 }
    }
}

/// A position as the draws see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// The pieces of both sides.
    pub forces: [Force; 2],
    /// Whether a king moved to get here, and nothing was taken.
    pub by_king: bool,
}

/// An ending that is drawn when each side has made so many turns in it.
struct Ending {
    /// Whether the stronger side's pieces against the weaker side's are this ending.
    is: fn(stronger: Force, weaker: Force) -> bool,
    turns: usize,
}

const THREE_TO_ONE: Ending =
    Ending { is: |stronger, weaker| stronger.kings > 0 && stronger.pieces() == 3 && weaker.is_lone_king(), turns: 16 };
const TWO_TO_ONE: Ending =
    Ending { is: |stronger, weaker| stronger.kings > 0 && stronger.pieces() <= 2 && weaker.is_lone_king(), turns: 5 };
const KINGS_TO_ONE: Ending =
    Ending { is: |stronger, weaker| stronger.kings >= 3 && stronger.men == 0 && weaker.is_lone_king(), turns: 15 };
const FILIPINO: Ending =
    Ending { is: |stronger, weaker| stronger == Force { men: 0, kings: 3 } && weaker.is_lone_king(), turns: 12 };

/// The turns of each side without a capture or a promotion that draw, by the pieces on the board (Russian).
fn russian_quiet(pieces: u32) -> Option<usize> {
    match pieces {
        2..=3 => Some(5),
        4..=5 => Some(30),
        6..=7 => Some(60),
        _ => None,
    }
}

/// How these rules end a game with this history, the start first. Pieces only ever leave the board or are promoted.
pub(crate) fn ended(rules: DrawRules, history: &[Moment]) -> Option<Outcome> {
    let now = history.last()?.forces;
    let (kings_only, endings): (Option<usize>, &[Ending]) = match rules {
        DrawRules::None => return None,
        DrawRules::International => (Some(25), &[THREE_TO_ONE, TWO_TO_ONE]),
        DrawRules::Brazilian => (Some(20), &[THREE_TO_ONE, TWO_TO_ONE]),
        DrawRules::Russian => (Some(15), &[KINGS_TO_ONE]),
        DrawRules::Spanish => (Some(20), &[]),
        DrawRules::English => (Some(40), &[]),
        DrawRules::Filipino => (None, &[FILIPINO]),
        DrawRules::Turkish => return turkish(now),
        DrawRules::LoneKings => {
            let lone = now.iter().all(|force| force.is_lone_king());
            return lone.then(|| Outcome::drawn(Reason::OneEach));
        }
    };
    let kings_moves = history.iter().rev().take_while(|moment| moment.by_king).count();
    if kings_only.is_some_and(|turns| kings_moves >= 2 * turns) {
        return Some(Outcome::drawn(Reason::KingsOnly));
    }
    // Plies since the present ending came up, and since anything but places changed.
    let since = |goes_on: &dyn Fn([Force; 2]) -> bool| {
        history.iter().rev().take_while(|moment| goes_on(moment.forces)).count().saturating_sub(1)
    };
    let is = |ending: &Ending, [first, second]: [Force; 2]| (ending.is)(first, second) || (ending.is)(second, first);
    let outlasted = |ending: &Ending| is(ending, now) && since(&|forces| is(ending, forces)) >= 2 * ending.turns;
    let pieces = now[0].pieces() + now[1].pieces();
    let quiet = if rules == DrawRules::Russian { russian_quiet(pieces) } else { None };
    let is_quiet = quiet.is_some_and(|turns| since(&|forces| forces == now) >= 2 * turns);
    (is_quiet || endings.iter().any(outlasted)).then(|| Outcome::drawn(Reason::FewPieces))
}

/// One king each is a draw; a lone king wins against a lone man.
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
