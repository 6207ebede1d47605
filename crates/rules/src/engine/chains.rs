//! Capture chains, followed hop by hop.
//!
//! Flat pieces, towers and pieces that capture by approach differ in their hops. This module holds the part that they
//! share: following a chain, ending it, and its precedence. The path is a linked list on the stack ([`PathNode`]), so
//! that following a chain allocates nothing and counting chains stores nothing.

use crate::engine::rules::PathNode;
use crate::engine::stream::{Sink, SinkMark};
use crate::ground::board::Point;
use crate::options::{Capture, Chain, Options, Precedence};
use std::ops::ControlFlow::{self, Break};

/// A piece or column that captures; generates single hops.
pub(crate) trait Hopper {
    /// State of the capturing piece and of the board in the middle of a capture.
    type State: Copy;

    /// Returns whether the rules let the chain continue after a hop.
    fn may_go_on(&self, state: &Self::State) -> bool;

    /// Calls `visit` for each possible next hop with its landing point, a captured point and the state after it. Of
    /// several captured points it is the nearest of a run, and the lowest of enclosed pieces.
    fn each_hop(
        &self,
        state: &Self::State,
        path: &PathNode<'_>,
        visit: impl FnMut(Point, Point, &Self::State) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
}

/// Follows all chains of one hopper and calls `end` at each point where a chain may end, with the state, whether the
/// chain could go on, and the path.
pub(crate) struct Walker<'c, H, E> {
    pub hopper: &'c H,
    /// Remaining hops before generation gives up.
    pub hops_left: &'c mut u32,
    pub end: E,
}

impl<H: Hopper, E: FnMut(&H::State, bool, &PathNode<'_>) -> ControlFlow<()>> Walker<'_, H, E> {
    /// Follows the chains that start at `at`.
    #[inline(always)]
    pub fn walk(&mut self, at: Point, state: &H::State) -> ControlFlow<()> {
        let (hopper, path) = (self.hopper, PathNode { at, taken: None, before: None });
        hopper.each_hop(state, &path, |to, over, next| {
            let path = PathNode { at: to, taken: Some(over), before: Some(&path) };
            self.go_on(next, &path)
        })
    }

    /// Follows a chain on from its last landing.
    fn go_on(&mut self, state: &H::State, path: &PathNode<'_>) -> ControlFlow<()> {
        *self.hops_left -= 1;
        if *self.hops_left == 0 {
            return Break(());
        }
        let hopper = self.hopper;
        let mut can_continue = false;
        if hopper.may_go_on(state) {
            hopper.each_hop(state, path, |to, over, next| {
                can_continue = true;
                let path = PathNode { at: to, taken: Some(over), before: Some(path) };
                self.go_on(next, &path)
            })?;
        }
        (self.end)(state, can_continue, path)
    }
}

/// Returns whether a chain that ends here is cut short and so may be huffed; `None` if it may not end here.
///
/// A chain may end anywhere where the opponent can claim a longer one.
#[inline(always)]
pub(crate) fn cut_short(options: &Options, can_continue: bool) -> Option<bool> {
    let cut = can_continue && options.chain == Chain::Mandatory;
    let huffs = options.capture == Capture::Huff;
    (!cut || huffs || options.choice == Precedence::Protest).then_some(cut && huffs)
}

/// Best capture found so far, where the rules demand the most valuable capture.
pub(crate) struct Best {
    precedence: u64,
    /// State of the sink before the captures; turns after it are withdrawn when a better capture is found.
    before: Option<SinkMark>,
}

impl Best {
    /// Starts with no best capture if the sink can withdraw turns. Otherwise, and where inferior captures are legal but
    /// may be huffed, determines the best precedence first with `search`. Returns `None` if that takes too many hops.
    #[inline(always)]
    pub fn begin<M>(
        options: &Options,
        sink: &(impl Sink<M> + ?Sized),
        search: impl FnOnce() -> Option<u64>,
    ) -> Option<Best> {
        let before = sink.mark().filter(|_| options.capture != Capture::Huff);
        let precedence = if before.is_some() { 0 } else { search()? };
        Some(Best { precedence, before })
    }

    /// Returns whether the best capture found so far takes more than one piece.
    #[inline(always)]
    pub fn takes_several(&self) -> bool {
        self.precedence >> PIECES > 1
    }

    /// Returns whether the best capture found so far has a higher precedence. If it has a lower one, withdraws the
    /// captures found before.
    #[inline(always)]
    pub fn exceeds<M>(&mut self, precedence: u64, sink: &mut (impl Sink<M> + ?Sized)) -> bool {
        if let Some(before) = self.before.filter(|_| precedence > self.precedence) {
            self.precedence = precedence;
            sink.rewind(before);
        }
        precedence < self.precedence
    }
}

/// Returns the precedence of a capture where the rules demand the most valuable one: the number of pieces first, then
/// the option's other criteria. It is never 0.
///
/// `order` is a number below 2^42 that is higher the earlier kings are captured ([`KING_FIRST`]).
#[inline(always)]
pub(crate) fn precedence(
    choice: Precedence,
    pieces: u32,
    by_king: impl FnOnce() -> bool,
    kings: impl FnOnce() -> u32,
    order: impl FnOnce() -> u64,
) -> u64 {
    let pieces = u64::from(pieces) << PIECES;
    match choice {
        Precedence::Free | Precedence::Protest => 1,
        Precedence::Max => pieces,
        Precedence::MaxQuality => pieces | u64::from(kings()),
        Precedence::ByKing => 1 | u64::from(by_king()) << 52,
        Precedence::Frisian => {
            let kings = u64::from(kings());
            // A king counts two men less a fraction of one, so that two men rank above it.
            ((kings << PIECES) + pieces - (kings << FRACTION)) | u64::from(by_king())
        }
        Precedence::KingFirst => pieces | u64::from(by_king()) << 52,
        Precedence::Italian => pieces | u64::from(by_king()) << 52 | u64::from(kings()) << 42 | order(),
    }
}

/// Bit of a capture's precedence above which the number of pieces is stored.
const PIECES: u32 = 53;
/// Bit of a capture's precedence that stands for 1/128 of a man.
const FRACTION: u32 = PIECES - 7;
/// Contribution to `order` of a king captured by the first hop; each later hop halves it.
pub(crate) const KING_FIRST: u64 = 1 << 41;
