//! Positions in the middle of a turn, for the eye.
//!
//! The rules know positions before and after turns only. Whoever enters a turn point by point, or watches one hop by
//! hop, wants to see what lies between: [`setup_mid_turn`] makes it of the turn and how far it has come. Nobody may play on from
//! such a setup; promotion and what the rules remember are left to the end of the turn.

use crate::engine::turn::{CaptureClaim, Progress, Turn};
use crate::ground::board::Point;
use crate::ground::setup::{Piece, Rank, Setup};
use crate::options::Removal;
use crate::ruleset::Ruleset;

/// What becomes of the pieces that are leapt over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CapturedFate {
    /// They leave the board.
    #[default]
    Leave,
    /// They stand where they are until the turn is over.
    Stay,
    /// They go under the piece that takes them.
    GoUnder,
}

impl CapturedFate {
    /// What a game's rules say.
    pub fn from_ruleset(ruleset: &Ruleset) -> CapturedFate {
        match ruleset.options.removal {
            Removal::Immediate => CapturedFate::Leave,
            Removal::End => CapturedFate::Stay,
            Removal::Under => CapturedFate::GoUnder,
        }
    }

    /// The same when the turn is over: then nothing stays.
    pub fn at_end(self) -> CapturedFate {
        match self {
            CapturedFate::Leave | CapturedFate::Stay => CapturedFate::Leave,
            CapturedFate::GoUnder => CapturedFate::GoUnder,
        }
    }
}

/// What stands where when a turn has come so far, after its huff. Of a tower only the top is taken. What stays until the
/// turn is over stands there however far it has come: whether it is over is for the player to say, and for [`CapturedFate::over`].
pub fn setup_mid_turn(before: &Setup, turn: &Turn, progress: Progress, becomes: CapturedFate) -> Setup {
    let mut setup = turn.claim.as_ref().map_or_else(|| before.clone(), |claim| claimed(before, claim, becomes));
    if let Some(huffed) = turn.huff {
        setup.columns[huffed.index()].pop();
    }
    for entered in &turn.drops[..progress.drops] {
        setup.columns[entered.index()].push(Piece { side: before.to_move, rank: Rank::Man });
        let hand = &mut setup.memory.hand[before.to_move.index()];
        *hand = hand.saturating_sub(1);
    }
    let lifted = by_the_way(turn, progress).filter(|_| becomes != CapturedFate::Stay);
    let prisoners: Vec<_> = lifted.filter_map(|gone| setup.columns[gone.index()].pop()).collect();
    for gone in &turn.removed[..progress.removed] {
        setup.columns[gone.index()].pop();
    }
    let reached = progress.path.checked_sub(1).and_then(|hops| turn.path.get(hops));
    if let (Some(&from), Some(&to)) = (turn.path.first(), reached) {
        let mut column = std::mem::take(&mut setup.columns[from.index()]);
        if becomes == CapturedFate::GoUnder {
            column.splice(0..0, prisoners.into_iter().rev());
        }
        setup.columns[to.index()] = column;
    }
    setup
}

/// What stands where after a claim: the turn before is taken back, and the claimed capture played.
fn claimed(now: &Setup, claim: &CaptureClaim, becomes: CapturedFate) -> Setup {
    let mut setup = now.clone();
    if let Some(before) = &now.memory.before {
        setup.columns.clone_from(&before.columns);
    }
    let capture = Turn { path: claim.path.clone(), captures: claim.captures.clone(), ..Turn::default() };
    setup_mid_turn(&setup, &capture, Progress::complete(&capture), becomes.at_end())
}

/// What a turn has taken when it has come so far, without the huff.
pub fn captures_mid_turn(turn: &Turn, progress: Progress) -> Vec<Point> {
    by_the_way(turn, progress).chain(&turn.removed[..progress.removed]).copied().collect()
}

/// What its hops have taken.
fn by_the_way(turn: &Turn, progress: Progress) -> impl Iterator<Item = &Point> {
    let hops = progress.path.saturating_sub(1 + usize::from(progress.is_capture_open));
    (0..hops).flat_map(|hop| turn.captures_of_hop(hop))
}
