//! Counts of positions by value, and the longest distances.

use quirkat_rules::{Dtw, GameValue, Wdl};
use std::ops::AddAssign;

/// How many positions with so many men are won, lost and drawn for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WdlCounts {
    /// Won.
    pub won: u64,
    /// Lost.
    pub lost: u64,
    /// Drawn.
    pub drawn: u64,
}

impl WdlCounts {
    /// So many more positions of a worth.
    pub(crate) fn add(&mut self, wdl: Wdl, positions: u64) {
        *match wdl {
            Wdl::Win => &mut self.won,
            Wdl::Draw => &mut self.drawn,
            Wdl::Loss => &mut self.lost,
        } += positions;
    }
}

impl AddAssign for WdlCounts {
    fn add_assign(&mut self, more: WdlCounts) {
        self.won += more.won;
        self.lost += more.lost;
        self.drawn += more.drawn;
    }
}

/// The most plies that there are until a position of a slice is won, and until one is lost; `None` where none is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MaxDtw {
    /// Until one is won.
    pub won: Option<u32>,
    /// Until one is lost.
    pub lost: Option<u32>,
}

impl MaxDtw {
    /// One more position.
    pub(crate) fn add(&mut self, GameValue { wdl, dtw }: GameValue) {
        match wdl {
            Wdl::Win => self.won = self.won.max(dtw.map(Dtw::plies)),
            Wdl::Draw => {}
            Wdl::Loss => self.lost = self.lost.max(dtw.map(Dtw::plies)),
        }
    }
}
