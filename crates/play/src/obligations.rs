//! What presses the side to move: what it has to take, what it may huff and claim.

use quirkat_rules::{Capture, Options, Point, Precedence, Turn};

/// What the rules ask of whoever can capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureDuty {
    /// A capture is compulsory.
    Capture,
    /// A capture is compulsory, and the largest.
    Largest,
    /// A man that can capture makes a capture compulsory.
    Men,
    /// What is not captured, the opponent may claim.
    Claim,
    /// Who can capture and does not may be huffed.
    Huff,
}

/// What presses the side to move, of all that it may play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligations<'t> {
    /// What the rules ask of whoever can capture; `None` where everybody is free.
    pub duty: Option<CaptureDuty>,
    /// The captures, also those that begin with a claim; those after a huff are left out, for they are there without it,
    /// too.
    pub captures: Vec<&'t Turn>,
    /// Where the opponent's pieces may be huffed.
    pub huffable: Vec<Point>,
    /// The turns that begin with a claim.
    pub claims: Vec<&'t Turn>,
}

impl CaptureDuty {
    /// What these rules ask.
    pub fn of(options: &Options) -> Option<CaptureDuty> {
        match (options.capture, options.choice) {
            (Capture::Optional, _) => None,
            (Capture::Mandatory, Precedence::Free) => Some(CaptureDuty::Capture),
            (Capture::Mandatory, Precedence::Protest) => Some(CaptureDuty::Claim),
            (Capture::Mandatory, _) => Some(CaptureDuty::Largest),
            (Capture::Men, _) => Some(CaptureDuty::Men),
            (Capture::Huff, _) => Some(CaptureDuty::Huff),
        }
    }

    /// Whether nothing else may be played; otherwise it only has consequences.
    pub fn compels(self) -> bool {
        match self {
            CaptureDuty::Capture | CaptureDuty::Largest | CaptureDuty::Men => true,
            CaptureDuty::Claim | CaptureDuty::Huff => false,
        }
    }
}

impl<'t> Obligations<'t> {
    /// What presses whoever may play one of these turns.
    pub fn of(options: &Options, turns: &'t [Turn]) -> Obligations<'t> {
        let mut huffable: Vec<_> = turns.iter().filter_map(|turn| turn.huff).collect();
        huffable.dedup();
        Obligations {
            duty: CaptureDuty::of(options),
            captures: turns.iter().filter(|turn| !turn.captures.is_empty() && turn.huff.is_none()).collect(),
            huffable,
            claims: turns.iter().filter(|turn| turn.claim.is_some()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruling;

    fn pressed(title: &str, fen: &str, look: impl Fn(Obligations<'_>)) {
        let game = Ruling::new(title, &[]).unwrap().game(Some(fen)).unwrap();
        look(Obligations::of(&game.ruleset().options, &game.turns().unwrap()));
    }

    #[test]
    fn captures_press_where_the_rules_press() {
        pressed("alquerque:walker", "W:Wa1,e1:Bb2", |pressing| {
            assert_eq!((pressing.duty, pressing.captures.len()), (Some(CaptureDuty::Capture), 1));
            assert!(pressing.huffable.is_empty() && pressing.claims.is_empty());
        });
        pressed("buruj:protest", "W:Wa1,e1:Bb2", |pressing| {
            assert_eq!((pressing.duty, pressing.captures.len()), (Some(CaptureDuty::Claim), 1));
            assert!(!CaptureDuty::Claim.compels(), "any turn may be played");
        });
        pressed("alquerque:smith_bell", "W:Wa1,e1:Bb2", |pressing| {
            assert_eq!((pressing.duty, pressing.captures.len()), (Some(CaptureDuty::Huff), 1));
        });
    }
}
