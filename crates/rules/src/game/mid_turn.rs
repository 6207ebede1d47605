//! Setups in the middle of a turn, for display.
//!
//! The rules define positions only between turns. A user who enters a turn point by point, or watches one hop by hop,
//! sees the setup of [`setup_mid_turn`] in between. Such a setup cannot be played on: promotion and memory change only
//! at the end of the turn.

use crate::engine::turn::{CaptureClaim, Progress, Turn};
use crate::ground::board::Point;
use crate::ground::setup::{Piece, Rank, Setup};
use crate::options::Removal;
use crate::ruleset::Ruleset;

/// Fate of captured pieces during a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CapturedFate {
    /// They leave the board at once.
    #[default]
    Leave,
    /// They stay on the board until the turn ends.
    Stay,
    /// They go under the capturing column.
    GoUnder,
}

impl CapturedFate {
    /// Returns the fate that a ruleset prescribes.
    pub fn from_ruleset(ruleset: &Ruleset) -> CapturedFate {
        match ruleset.options.removal {
            Removal::Immediate => CapturedFate::Leave,
            Removal::End => CapturedFate::Stay,
            Removal::Under => CapturedFate::GoUnder,
        }
    }

    /// Returns the fate once the turn has ended, when no captured piece stays.
    pub fn at_end(self) -> CapturedFate {
        match self {
            CapturedFate::Leave | CapturedFate::Stay => CapturedFate::Leave,
            CapturedFate::GoUnder => CapturedFate::GoUnder,
        }
    }
}

/// Returns the setup after part of a turn, its claim and huff included. A captured column loses only its commander.
///
/// With [`CapturedFate::Stay`] captured pieces stay at any progress; the caller decides when the turn has ended and
/// passes [`CapturedFate::at_end`] then.
pub fn setup_mid_turn(before: &Setup, turn: &Turn, progress: Progress, fate: CapturedFate) -> Setup {
    let mut setup = turn.claim.as_ref().map_or_else(|| before.clone(), |claim| setup_after_claim(before, claim, fate));
    if let Some(huffed) = turn.huff {
        setup.columns[huffed.index()].pop();
    }
    for entered in &turn.drops[..progress.drops] {
        setup.columns[entered.index()].push(Piece { side: before.to_move, rank: Rank::Man });
        let hand = &mut setup.memory.hand[before.to_move.index()];
        *hand = hand.saturating_sub(1);
    }
    let lifted = hop_captures(turn, progress).filter(|_| fate != CapturedFate::Stay);
    let prisoners: Vec<_> = lifted.filter_map(|gone| setup.columns[gone.index()].pop()).collect();
    for gone in &turn.removed[..progress.removed] {
        setup.columns[gone.index()].pop();
    }
    let reached = progress.path.checked_sub(1).and_then(|hops| turn.path.get(hops));
    if let (Some(&from), Some(&to)) = (turn.path.first(), reached) {
        let mut column = std::mem::take(&mut setup.columns[from.index()]);
        if fate == CapturedFate::GoUnder {
            column.splice(0..0, prisoners.into_iter().rev());
        }
        setup.columns[to.index()] = column;
    }
    setup
}

/// Returns the setup after a claim: the last turn is taken back and the claimed capture is played.
fn setup_after_claim(now: &Setup, claim: &CaptureClaim, fate: CapturedFate) -> Setup {
    let mut setup = now.clone();
    if let Some(before) = &now.memory.before {
        setup.columns.clone_from(&before.columns);
    }
    let capture = Turn { path: claim.path.clone(), captures: claim.captures.clone(), ..Turn::default() };
    setup_mid_turn(&setup, &capture, Progress::complete(&capture), fate.at_end())
}

/// Returns the points captured or removed by part of a turn, without the huff.
pub fn captures_mid_turn(turn: &Turn, progress: Progress) -> Vec<Point> {
    hop_captures(turn, progress).chain(&turn.removed[..progress.removed]).copied().collect()
}

/// Returns the points captured by the hops so far.
fn hop_captures(turn: &Turn, progress: Progress) -> impl Iterator<Item = &Point> {
    let hops = progress.path.saturating_sub(1 + usize::from(progress.is_capture_open));
    (0..hops).flat_map(|hop| turn.captures_of_hop(hop))
}
