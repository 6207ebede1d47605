//! Obligations of the side to move: compulsory captures, and possible huffs and claims.

use quirkat_rules::{Capture, Options, Point, Precedence, Turn};

/// Duty of a side that can capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureDuty {
    /// Any capture will do, but one is compulsory.
    Capture,
    /// A capture is compulsory, and it has to be a largest one.
    Largest,
    /// A capture is compulsory, and it has to be one of the highest value.
    Valuable,
    /// A capture is compulsory when a man can make one.
    Men,
    /// The opponent may claim a capture that is not made.
    Claim,
    /// A piece that does not capture may be huffed.
    Huff,
}

/// Obligations and rights of the side to move, derived from its legal turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligations<'t> {
    /// Duty of a side that can capture; `None` where captures are optional.
    pub duty: Option<CaptureDuty>,
    /// Turns that capture, including those after a claim. Turns after a huff are left out, because they also exist
    /// without it.
    pub captures: Vec<&'t Turn>,
    /// Points on which pieces of the opponent may be huffed.
    pub huffable: Vec<Point>,
    /// Turns that begin with a claim.
    pub claims: Vec<&'t Turn>,
    /// Whether the side to move must take one of its own pieces off a full board.
    pub is_departure: bool,
}

impl CaptureDuty {
    /// Returns the duty under these options.
    pub fn of(options: &Options) -> Option<CaptureDuty> {
        match (options.capture, options.choice) {
            (Capture::Optional, _) => None,
            (Capture::Mandatory, Precedence::Free | Precedence::ByKing) => Some(CaptureDuty::Capture),
            (Capture::Mandatory, Precedence::Protest) => Some(CaptureDuty::Claim),
            (Capture::Mandatory, Precedence::Frisian) => Some(CaptureDuty::Valuable),
            (Capture::Mandatory, _) => Some(CaptureDuty::Largest),
            (Capture::Men, _) => Some(CaptureDuty::Men),
            (Capture::Huff, _) => Some(CaptureDuty::Huff),
        }
    }

    /// Returns whether other turns are illegal. A duty that does not compel only has consequences.
    pub fn compels(self) -> bool {
        match self {
            CaptureDuty::Capture | CaptureDuty::Largest | CaptureDuty::Valuable | CaptureDuty::Men => true,
            CaptureDuty::Claim | CaptureDuty::Huff => false,
        }
    }
}

impl<'t> Obligations<'t> {
    /// Derives the obligations from the legal turns of a position.
    pub fn of(options: &Options, turns: &'t [Turn]) -> Obligations<'t> {
        let mut huffable: Vec<_> = turns.iter().filter_map(|turn| turn.huff).collect();
        huffable.dedup();
        Obligations {
            duty: CaptureDuty::of(options),
            captures: turns.iter().filter(|turn| !turn.captures.is_empty() && turn.huff.is_none()).collect(),
            huffable,
            claims: turns.iter().filter(|turn| turn.claim.is_some()).collect(),
            is_departure: !turns.is_empty() && turns.iter().all(is_departure),
        }
    }
}

/// Returns whether a turn only takes pieces off the board.
fn is_departure(turn: &Turn) -> bool {
    !turn.removed.is_empty() && turn.path.is_empty() && turn.drops.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruling;

    fn with_obligations(title: &str, fen: &str, look: impl Fn(Obligations<'_>)) {
        let game = Ruling::new(title, &[]).unwrap().game(Some(fen)).unwrap();
        look(Obligations::of(&game.ruleset().options, &game.turns().unwrap()));
    }

    #[test]
    fn obligations_follow_the_capture_rule() {
        with_obligations("alquerque:walker", "W:Wa1,e1:Bb2", |pressing| {
            assert_eq!((pressing.duty, pressing.captures.len()), (Some(CaptureDuty::Capture), 1));
            assert!(pressing.huffable.is_empty() && pressing.claims.is_empty());
        });
        with_obligations("buruj:protest", "W:Wa1,e1:Bb2", |pressing| {
            assert_eq!((pressing.duty, pressing.captures.len()), (Some(CaptureDuty::Claim), 1));
            assert!(!CaptureDuty::Claim.compels(), "any turn may be played");
        });
        with_obligations("alquerque:smith_bell", "W:Wa1,e1:Bb2", |pressing| {
            assert_eq!((pressing.duty, pressing.captures.len()), (Some(CaptureDuty::Huff), 1));
            assert!(!pressing.is_departure);
        });
    }
}
