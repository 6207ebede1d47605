//! Memory of tower positions: huffable commanders and claimable captures. Most games need none and use `()`.

use super::{ClaimedPath, Columns, TowerMove, generate};
use crate::engine::anatomy::GameSymmetry;
use crate::engine::tables::MoveTables;
use crate::ground::bits::{Bits, mix};
use crate::ground::board::Point;
use crate::ground::setup::{ClaimablePosition, Setup, SetupError, SetupMemory, Side};
use crate::options::{Capture, Precedence};
use crate::ruleset::Ruleset;
use std::fmt::Debug;
use std::hash::Hash;

/// State of a tower position on which legality depends beyond the columns.
pub trait TowerMemory<const N: usize>: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// Whether there is any memory.
    const REMEMBERS: bool;

    /// Claim of a move: an optional path, or `()` in games without claims.
    type Claim: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static;

    /// Returns the claim of a path.
    fn claim(path: ClaimedPath) -> Self::Claim;
    /// Returns the path that is claimed.
    fn claimed(claim: &Self::Claim) -> Option<&ClaimedPath>;

    /// Returns the points of the columns whose commanders the side to move may huff.
    fn huffable(&self) -> u64;
    /// Returns the columns before the last turn, if a claim may go back to them.
    fn before(&self) -> Option<&Claimable<N>>;
    /// Returns the memory after a move of `mover`. `columns` are the columns after its claim and huff and before its
    /// path.
    fn after(tables: &MoveTables<u64>, columns: &Columns<N>, mover: Side, turn: &TowerMove<Self::Claim>) -> Self;
    /// Returns the image of the memory under a symmetry.
    fn image(&self, symmetry: &GameSymmetry) -> Self;
    /// Mixes the memory into a hash.
    fn mix(&self, hash: u64) -> u64;
    /// Reads the memory of a setup.
    ///
    /// # Errors
    /// Returns an error if the setup has memory that the rules do not use, or that contradicts the pieces.
    fn from_setup(
        setup: &Setup,
        ruleset: &Ruleset,
        sides: [u64; 2],
        before: Option<Columns<N>>,
    ) -> Result<Self, SetupError>;
    /// Returns the memory in the form of a setup for a board with this number of points.
    fn setup_memory(&self, points: usize) -> SetupMemory;
}

/// Position to which a claim goes back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Claimable<const N: usize> {
    /// Columns before the last turn.
    pub columns: Columns<N>,
    /// Number of pieces that the last turn captured.
    pub taken: u8,
}

fn refuse_unused(setup: &Setup, huffs: bool, claims: bool) -> Result<(), SetupError> {
    let SetupMemory { huffable, last, visited, closed, hand, rolled, combat, king_moves, before } = &setup.memory;
    let unused = [
        (!huffable.is_empty() && !huffs, "huff"),
        (last.iter().any(Option::is_some), "last"),
        (!visited.is_empty(), "been"),
        (*closed != [0; 4], "closed"),
        (*hand != [0; 2], "hand"),
        (rolled.is_some(), "roll"),
        (*combat, "combat"),
        (*king_moves != [None; 2], "kings"),
        (before.is_some() && !claims, "before"),
    ];
    match unused.into_iter().find(|(unused, _)| *unused) {
        Some((_, what)) => Err(SetupError::UnusedMemory(what)),
        None => Ok(()),
    }
}

impl<const N: usize> TowerMemory<N> for () {
    const REMEMBERS: bool = false;

    type Claim = ();

    fn claim(_: ClaimedPath) {}
    #[inline(always)]
    fn claimed((): &()) -> Option<&ClaimedPath> {
        None
    }

    #[inline(always)]
    fn huffable(&self) -> u64 {
        0
    }
    #[inline(always)]
    fn before(&self) -> Option<&Claimable<N>> {
        None
    }
    fn after(_: &MoveTables<u64>, _: &Columns<N>, _: Side, _: &TowerMove<()>) -> Self {}
    fn image(&self, _: &GameSymmetry) -> Self {}
    #[inline(always)]
    fn mix(&self, hash: u64) -> u64 {
        hash
    }
    fn from_setup(setup: &Setup, _: &Ruleset, _: [u64; 2], _: Option<Columns<N>>) -> Result<Self, SetupError> {
        refuse_unused(setup, false, false)
    }
    fn setup_memory(&self, _: usize) -> SetupMemory {
        SetupMemory::default()
    }
}

/// Memory of huffs and claims that the last turn left pending.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PendingMemory<const N: usize> {
    huffable: u64,
    before: Option<Claimable<N>>,
}

impl<const N: usize> TowerMemory<N> for PendingMemory<N> {
    const REMEMBERS: bool = true;

    type Claim = Option<ClaimedPath>;

    fn claim(path: ClaimedPath) -> Self::Claim {
        Some(path)
    }
    fn claimed(claim: &Self::Claim) -> Option<&ClaimedPath> {
        claim.as_ref()
    }

    fn huffable(&self) -> u64 {
        self.huffable
    }
    fn before(&self) -> Option<&Claimable<N>> {
        self.before.as_ref()
    }
    fn after(tables: &MoveTables<u64>, columns: &Columns<N>, mover: Side, turn: &TowerMove<Self::Claim>) -> Self {
        let taken = turn.path.as_ref().map_or(0, |path| path.leaps);
        let claims = tables.options.choice == Precedence::Protest && generate::has_more(tables, columns, mover, taken);
        PendingMemory {
            huffable: generate::huffable_after(tables, columns, mover, turn),
            before: claims.then_some(Claimable { columns: *columns, taken }),
        }
    }
    fn image(&self, symmetry: &GameSymmetry) -> Self {
        let image = |before: Claimable<N>| Claimable { columns: before.columns.image(symmetry), ..before };
        PendingMemory { huffable: symmetry.set(self.huffable), before: self.before.map(image) }
    }
    fn mix(&self, hash: u64) -> u64 {
        let hash = mix(hash, self.huffable);
        self.before.map_or(hash, |before| mix(mix(hash, u64::from(before.taken) + 1), before.columns.hash))
    }
    fn from_setup(
        setup: &Setup,
        ruleset: &Ruleset,
        sides: [u64; 2],
        before: Option<Columns<N>>,
    ) -> Result<Self, SetupError> {
        let options = &ruleset.options;
        refuse_unused(setup, options.capture == Capture::Huff, options.choice == Precedence::Protest)?;
        let enemy = sides[setup.to_move.other().index()];
        let mut huffable = 0;
        for point in &setup.memory.huffable {
            if !enemy.has(point.index()) {
                let point = ruleset.board.name(*point).to_owned();
                return Err(SetupError::Contradiction { what: "huff", point });
            }
            huffable |= u64::bit(point.index());
        }
        let taken = setup.memory.before.as_ref().map_or(0, |before| before.taken);
        Ok(PendingMemory { huffable, before: before.map(|columns| Claimable { columns, taken }) })
    }
    fn setup_memory(&self, points: usize) -> SetupMemory {
        SetupMemory {
            huffable: self.huffable.points().map(Point::from).collect(),
            before: self
                .before
                .map(|before| ClaimablePosition { columns: before.columns.setup(points), taken: before.taken }),
            ..SetupMemory::default()
        }
    }
}
