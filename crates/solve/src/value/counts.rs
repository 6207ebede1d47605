//! Counts of positions by value, and the longest distances.

use quirkat_rules::{Dtw, GameValue, Wdl};
use std::ops::AddAssign;

/// Numbers of won, lost and drawn positions, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WdlCounts {
    /// Number of positions that the side to move wins.
    pub won: u64,
    /// Number of positions that the side to move loses.
    pub lost: u64,
    /// Number of positions that are drawn.
    pub drawn: u64,
}

impl WdlCounts {
    /// Adds positions of a result.
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

/// Longest distances of the wins and losses in a table, in plies; `None` where there are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MaxDtw {
    /// Plies of the longest win of the side to move; `None` without a win of known distance.
    pub won: Option<u32>,
    /// Plies of the longest loss of the side to move; `None` without a loss of known distance.
    pub lost: Option<u32>,
}

impl MaxDtw {
    /// Takes the value of one more position.
    pub(crate) fn add(&mut self, GameValue { wdl, dtw }: GameValue) {
        match wdl {
            Wdl::Win => self.won = self.won.max(dtw.map(Dtw::plies)),
            Wdl::Draw => {}
            Wdl::Loss => self.lost = self.lost.max(dtw.map(Dtw::plies)),
        }
    }
}
