//! Chains: captures followed hop by hop, whatever hops.
//!
//! Flat pieces, towers and pieces that capture by approach differ in their hops; how a chain is followed, where it may
//! end and what it is worth is the same for all of them. The way is a list on the stack ([`PathNode`]), so that following it
//! allocates nothing and counting it stores nothing.

use crate::engine::rules::PathNode;
use crate::engine::stream::{Sink, Taken};
use crate::ground::board::Point;
use crate::options::{Capture, Chain, Options, Precedence};
use std::ops::ControlFlow::{self, Break};

/// What captures: how it hops.
pub(crate) trait Hopper {
    /// It and the board in the middle of a capture.
    type State: Copy;

    /// Whether the turn may go on after a hop.
    fn may_go_on(&self, state: &Self::State) -> bool;

    /// Tells of every capturing hop that can come next: where it goes, what it takes (of several pieces the nearest), and
    /// the state after it.
    fn each_hop(
        &self,
        state: &Self::State,
        trail: &PathNode<'_>,
        tell: impl FnMut(Point, Point, &Self::State) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
}

/// Follows every chain of one hopper and tells where each may end: the state there, whether it could go on, and the way.
pub(crate) struct Walker<'c, H, E> {
    pub hopper: &'c H,
    /// How many hops may still be tried.
    pub hops_left: &'c mut u32,
    pub end: E,
}

impl<H: Hopper, E: FnMut(&H::State, bool, &PathNode<'_>) -> ControlFlow<()>> Walker<'_, H, E> {
    /// Follows the chains that begin where the hopper stands.
    #[inline(always)]
    pub fn walk(&mut self, at: Point, state: &H::State) -> ControlFlow<()> {
        let (hopper, trail) = (self.hopper, PathNode { at, taken: None, before: None });
        hopper.each_hop(state, &trail, |to, over, next| {
            let trail = PathNode { at: to, taken: Some(over), before: Some(&trail) };
            self.go_on(next, &trail)
        })
    }

    /// Follows a chain from where the hopper has just landed.
    fn go_on(&mut self, state: &H::State, trail: &PathNode<'_>) -> ControlFlow<()> {
        *self.hops_left -= 1;
        if *self.hops_left == 0 {
            return Break(());
        }
        let hopper = self.hopper;
        let mut further = false;
        if hopper.may_go_on(state) {
            hopper.each_hop(state, trail, |to, over, next| {
                further = true;
                let trail = PathNode { at: to, taken: Some(over), before: Some(trail) };
                self.go_on(next, &trail)
            })?;
        }
        (self.end)(state, further, trail)
    }
}

/// Whether a chain that ends here, and could go on or not, is cut short and may be huffed for it; `None` where it may not
/// end. Where the opponent may claim more, it may end anywhere.
#[inline(always)]
pub(crate) fn cut_short(options: &Options, further: bool) -> Option<bool> {
    let cut = further && options.chain == Chain::Mandatory;
    let huffs = options.capture == Capture::Huff;
    (!cut || huffs || options.choice == Precedence::Protest).then_some(cut && huffs)
}

/// The best capture of a position, where the most must be taken.
pub(crate) struct Best {
    worth: u64,
    /// Turns are taken as they come; those behind these go back when a better capture is found.
    before: Option<Taken>,
}

impl Best {
    /// Found as the sink takes turns, if it can give some of them back; otherwise, and where captures that fall short are
    /// turns too, it is `sought` first. `None` where that is in vain.
    #[inline(always)]
    pub fn begin<M>(
        options: &Options,
        sink: &(impl Sink<M> + ?Sized),
        sought: impl FnOnce() -> Option<u64>,
    ) -> Option<Best> {
        let before = sink.taken().filter(|_| options.capture != Capture::Huff);
        let worth = if before.is_some() { 0 } else { sought()? };
        Some(Best { worth, before })
    }

    /// Whether the best takes more than one piece, as far as is known.
    #[inline(always)]
    pub fn takes_several(&self) -> bool {
        self.worth >> PIECES > 1
    }

    /// Whether the best is worth more than a capture, as far as is known.
    #[inline(always)]
    pub fn exceeds<M>(&mut self, worth: u64, sink: &mut (impl Sink<M> + ?Sized)) -> bool {
        if let Some(before) = self.before.filter(|_| worth > self.worth) {
            self.worth = worth;
            sink.keep(before);
        }
        worth < self.worth
    }
}

/// What a capture is worth where the most must be taken: pieces first, then whatever else counts. No capture is worth
/// nothing.
///
/// `order` is a number below 2^42 that is higher the earlier kings are taken ([`KING_FIRST`]).
#[inline(always)]
pub(crate) fn worth(
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
        Precedence::KingFirst => pieces | u64::from(by_king()) << 52,
        Precedence::Italian => pieces | u64::from(by_king()) << 52 | u64::from(kings()) << 42 | order(),
    }
}

/// Behind so many bits of what a capture is worth is the number of pieces.
const PIECES: u32 = 53;
/// The order of a king that is taken by the first hop; by each later hop it counts half as much.
pub(crate) const KING_FIRST: u64 = 1 << 41;
