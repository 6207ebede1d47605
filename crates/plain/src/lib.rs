//! A second, plain implementation of the rules of alquerque and its relatives, for tests only.
//!
//! It was written from the rules files (one for each game, `options.md`, and the conventions and rulings of their
//! `README.md`) without the engine's sources, so that the two do not share mistakes. Those files are not in this
//! repository. New rules are written from their own source and from the description of their options in
//! `docs/reference/format.md`.
//!
//! The code is slow on purpose: coordinates, ordered sets and maps, and no tables. It leaves out what a position does
//! not decide: clocks, agreements, ends by count, and the side that starts. Only `translate` depends on the engine.

mod approach;
mod board;
mod boards;
mod capture;
mod closing;
mod combat;
mod custodial;
mod dice;
mod end;
mod far_games;
mod far_layouts;
mod few;
mod games;
mod hand;
mod huff;
mod king_moves;
mod layouts;
mod mills;
mod opening;
mod options;
mod positions;
mod presets;
mod protest;
mod solve;
mod state;
pub mod translate;
mod turn;
mod turns;
mod values;
mod vela;

pub use approach::Way;
pub use board::Board;
pub use boards::{Corner, Diagonals};
pub use dice::Throw;
pub use end::End;
pub use games::{GAMES, game, options_of};
pub use layouts::{LAYOUT_KEYS, layout};
/// The ordered map of positions: a sorted list, which is copied faster than a tree.
pub use litemap::LiteMap;
pub use options::Rules;
pub use positions::MaterialSignature;
pub use presets::{PRESETS, preset};
pub use protest::Before;
pub use solve::{ExactValue, Solution};
pub use state::State;
pub use turn::{Count, Turn};
pub use values::{
    AfterPlacing, Aim, Blocked, Captors, CaptureBy, CaptureLines, Chain, Choice, Closing, ClosingSides, Combat,
    Direction, Dirs, DoubleMill, DrawRules, Duty, FirstSingle, KingLanding, KingLost, KingReach, LastRow, Mills,
    Opening, PromoMid, Promotion, Rejump, Removal, Repetition, Resupply, Return, Switch, Truth, Turning,
};

/// Allocator of every program that uses the crate. The rules create sets and maps of points at each step, and take a quarter
/// less time with it than with the allocator of the C library.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A point (x, y): x grows to South's right, y away from South (README, conventions).
pub type P = (i32, i32);

/// The two sides. `First` is South, at the bottom, and faces +y; `Second` faces -y.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// South, at the bottom of diagrams.
    First,
    /// North, at the top of diagrams.
    Second,
}

impl Side {
    /// Returns the opponent of this side.
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// Returns the number of the side, 0 or 1.
    pub fn number(self) -> usize {
        match self {
            Side::First => 0,
            Side::Second => 1,
        }
    }

    /// Returns the sign of y in the forward direction.
    pub fn forward(self) -> i32 {
        match self {
            Side::First => 1,
            Side::Second => -1,
        }
    }
}

/// Rank of a piece, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rank {
    /// Lowest rank, below princes and kings.
    Man,
    /// Middle rank, in dablot only.
    Prince,
    /// Highest rank, above men and princes.
    King,
}
