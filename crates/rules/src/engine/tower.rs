//! Tower games: a captured piece goes under its captor, and a point holds a column of pieces.
//!
//! The commander on top of a column owns it and determines how it moves. A column moves as a whole and loses only its
//! commander to a capture. Captured commanders go to the bottom, so every column is one block of its owner's pieces
//! over one block of prisoners. [`Column`] stores that in one word.

mod column;
mod generate;
mod memory;

pub use column::Column;
pub use memory::{PendingMemory, TowerMemory};

use crate::engine::anatomy::{Force, GameSymmetry, Material, Occupant, OccupantChange, PlacedPiece};
use crate::engine::outcome::Outcome;
use crate::engine::rules::{ClassicalFeatures, Generate, PathNode, Rules};
use crate::engine::stream::{Sink, Stream, TooManyHops};
use crate::engine::symmetries::symmetries;
use crate::engine::tables::MoveTables;
use crate::engine::turn::{CaptureClaim, Turn};
use crate::engine::work::add_setup;
use crate::ground::bits::{Bits, mix, salt};
use crate::ground::board::Point;
use crate::ground::reason::Reason;
use crate::ground::setup::{Piece, Rank, Setup, SetupError, Side};
use crate::options::{Blocked, Capture, Precedence, Promotion};
use crate::ruleset::Ruleset;
use generate::Generator;
use std::sync::Arc;

/// Maximum number of pieces of a side. It bounds the leaps of a turn and the height of a column.
pub const MAX_TOWER_PIECES: usize = 27;

/// Compiled rules of a tower game on a board of up to `N` points, with positions whose memory is `M`.
#[derive(Debug)]
pub struct Tower<const N: usize, M> {
    ruleset: Arc<Ruleset>,
    tables: MoveTables<u64>,
    start: TowerPosition<N, M>,
}

/// All columns on a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Columns<const N: usize> {
    /// Column on each point.
    pub on: [Column; N],
    /// Points of the columns that each side commands.
    pub sides: [u64; 2],
    /// Points of the columns that kings command, of both sides.
    pub kings: u64,
    /// Incremental hash of all columns.
    hash: u64,
}

/// A position of a tower game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TowerPosition<const N: usize, M> {
    /// Columns on the board.
    pub columns: Columns<N>,
    /// Side to move.
    pub to_move: Side,
    /// State on which legality depends beyond the columns.
    pub memory: M,
}

/// Path of a column in one turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TowerPath {
    /// Start point.
    pub from: Point,
    /// End point; equal to the start for a round trip.
    pub to: Point,
    /// Points of the columns leapt over, in order; only the first `leaps` entries are used.
    over: [u8; MAX_TOWER_PIECES],
    leaps: u8,
    /// Whether the commander is promoted.
    pub promotes: bool,
}

/// A move of a tower game. `C` is the type of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TowerMove<C> {
    /// Capture claimed in place of the opponent's last turn.
    pub claim: C,
    /// Point of the commander that is huffed first.
    pub huff: Option<Point>,
    /// Path of the mover's own column; `None` for a pass and where a huff or a claim leaves nothing to move.
    pub path: Option<TowerPath>,
    /// Whether the capture is inferior to an obligatory one and the column may be huffed.
    pub short: bool,
}

/// A claimed capture with every landing point, which its notation needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClaimedPath {
    path: TowerPath,
    landings: [u8; MAX_TOWER_PIECES],
}

impl ClaimedPath {
    fn new(path: &TowerPath, node: &PathNode<'_>) -> ClaimedPath {
        let mut landings = [0; MAX_TOWER_PIECES];
        for (at, hop) in (0..usize::from(path.leaps)).rev().zip(node.backwards()) {
            landings[at] = hop.at.0 as u8;
        }
        ClaimedPath { path: *path, landings }
    }

    fn claim(&self) -> CaptureClaim {
        let landings =
            self.landings[..usize::from(self.path.leaps)].iter().map(|&point| Point::from(usize::from(point)));
        CaptureClaim {
            path: std::iter::once(self.path.from).chain(landings).collect(),
            captures: self.path.over().map(Point::from).collect(),
        }
    }
}

/// Returns the hash of a column of a side on a point.
#[inline(always)]
fn hash(point: usize, side: Side, column: Column) -> u64 {
    mix(salt(2 * point as u64 + side as u64 + 1), column.word())
}

impl TowerPath {
    /// Returns the points of the columns leapt over, in order.
    pub fn over(&self) -> impl Iterator<Item = usize> {
        self.over[..usize::from(self.leaps)].iter().map(|&point| usize::from(point))
    }
}

impl<const N: usize> Columns<N> {
    const NONE: Columns<N> = Columns { on: [Column::EMPTY; N], sides: [0; 2], kings: 0, hash: 0 };

    /// Returns the points whose columns differ.
    #[inline]
    fn changed(&self, other: &Columns<N>) -> u64 {
        let columns = (0..N).fold(0, |changed, point| changed | u64::from(self.on[point] != other.on[point]) << point);
        columns | (self.sides[0] ^ other.sides[0]) | (self.sides[1] ^ other.sides[1])
    }

    /// Places a column of a side on an empty point.
    #[inline(always)]
    fn put(&mut self, point: usize, side: Side, column: Column) {
        self.on[point] = column;
        self.sides[side.index()] |= 1 << point;
        self.kings |= u64::from(column.king_commands()) << point;
        self.hash ^= hash(point, side, column);
    }

    /// Removes and returns the column of a side.
    #[inline(always)]
    fn lift(&mut self, point: usize, side: Side) -> Column {
        self.sides[side.index()] &= !(1 << point);
        self.kings &= !(1 << point);
        let column = std::mem::take(&mut self.on[point]);
        self.hash ^= hash(point, side, column);
        column
    }

    /// Removes the commander of a column of a side and returns whether it was a king. The rest of the column may change
    /// its owner.
    #[inline(always)]
    fn behead(&mut self, point: usize, side: Side) -> bool {
        let mut column = self.lift(point, side);
        let king = column.king_commands();
        let freed = column.behead();
        if !column.is_empty() {
            self.put(point, if freed { side.other() } else { side }, column);
        }
        king
    }

    /// Moves a column of a side along a path with all its captures.
    fn go(&mut self, side: Side, path: &TowerPath) {
        let mut column = self.lift(path.from.index(), side);
        for over in path.over() {
            column.push_under(self.behead(over, side.other()));
        }
        if path.promotes {
            column.promote();
        }
        self.put(path.to.index(), side, column);
    }

    /// Returns the side that commands the column on a point.
    fn owner(&self, point: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.sides[side.index()].has(point))
    }

    /// Calls `visit` for each piece on a point, from the top down.
    fn each_in(&self, point: usize, mut visit: impl FnMut(PlacedPiece)) {
        let Some(owner) = self.owner(point) else { return };
        for (depth, piece) in (0..).zip(self.on[point].from_top(owner)) {
            visit(PlacedPiece { point: Point::from(point), piece, depth });
        }
    }

    /// Returns the occupant of a point.
    #[inline]
    fn occupant(&self, point: usize) -> Option<Occupant> {
        let (owner, column) = (self.owner(point)?, self.on[point]);
        let own = column.own().0;
        Some(Occupant {
            point: Point::from(point),
            top: Piece { side: owner, rank: if column.king_commands() { Rank::King } else { Rank::Man } },
            own: own as u8,
            prisoners: (column.height() - own) as u8,
            buried_kings: column.buried_kings(),
        })
    }

    /// Returns the image of the columns under a symmetry.
    fn image(&self, symmetry: &GameSymmetry) -> Columns<N> {
        let mut image = Columns::NONE;
        for side in Side::BOTH {
            for point in self.sides[side.index()].points() {
                let target = symmetry.board.image(Point::from(point)).index();
                image.put(target, symmetry.side(side), self.on[point]);
            }
        }
        image
    }

    /// Returns the number of a side's pieces in its own columns, and the number of kings among them.
    fn free(&self, side: Side) -> (u32, u32) {
        self.sides[side.index()].points().fold((0, 0), |(pieces, kings), point| {
            let (own, own_kings) = self.on[point].own();
            (pieces + own, kings + own_kings)
        })
    }

    fn of(setup: &[Vec<Piece>], ruleset: &Ruleset, with_kings: bool) -> Result<Self, SetupError> {
        let board = &ruleset.board;
        let mut columns = Columns::NONE;
        for side in Side::BOTH {
            let found = setup.iter().flatten().filter(|piece| piece.side == side).count();
            if found > MAX_TOWER_PIECES {
                return Err(SetupError::TooManyPieces { most: MAX_TOWER_PIECES, found });
            }
        }
        for (point, pieces) in setup.iter().enumerate() {
            let name = || board.name(Point::from(point)).to_owned();
            if pieces.iter().any(|piece| piece.rank > if with_kings { Rank::King } else { Rank::Man }) {
                return Err(SetupError::Rank(name()));
            }
            if let Some(top) = pieces.last() {
                let column = Column::of(pieces).ok_or_else(|| SetupError::Mixed(name()))?;
                columns.put(point, top.side, column);
            }
        }
        Ok(columns)
    }

    fn setup(&self, points: usize) -> Vec<Vec<Piece>> {
        let mut setup = vec![vec![]; points];
        for side in Side::BOTH {
            for point in self.sides[side.index()].points() {
                setup[point] = self.on[point].pieces(side);
            }
        }
        setup
    }
}

impl<const N: usize, M: TowerMemory<N>> Tower<N, M> {
    /// Returns the tables for move generation.
    pub fn tables(&self) -> &MoveTables<u64> {
        &self.tables
    }

    pub(crate) fn tables_mut(&mut self) -> &mut MoveTables<u64> {
        &mut self.tables
    }

    /// Compiles a ruleset whose board has at most `N` points.
    ///
    /// # Errors
    /// Returns an error if the start of the ruleset does not fit its own rules.
    pub(crate) fn new(ruleset: Arc<Ruleset>) -> Result<Self, SetupError>
    where
        Self: Rules<Position = TowerPosition<N, M>>,
    {
        let mut tables = MoveTables::new(&ruleset);
        if tables.options.choice == Precedence::Protest && tables.options.capture == Capture::Mandatory {
            // Every capture is legal; the opponent may claim a longer one.
            tables.options.capture = Capture::Optional;
        }
        let blank = TowerPosition { columns: Columns::NONE, to_move: Side::First, memory: M::default() };
        let mut rules = Tower { ruleset, tables, start: blank };
        rules.start = rules.position(&rules.ruleset.start)?;
        Ok(rules)
    }
}

impl<const N: usize, M: TowerMemory<N>> Stream for Tower<N, M> {
    type Position = TowerPosition<N, M>;
    type Move = TowerMove<M::Claim>;

    const IS_COMPILED_FOR_SINKS: bool = !M::REMEMBERS;

    fn generate<S: Sink<Self::Move> + ?Sized>(
        &self,
        position: &Self::Position,
        sink: &mut S,
    ) -> Result<(), TooManyHops> {
        Generator::new(&self.tables, sink).turns(position)
    }

    fn after(&self, position: &Self::Position, turn: &Self::Move) -> Self::Position {
        let mover = position.to_move;
        let mut next = *position;
        if let (Some(claim), Some(before)) = (M::claimed(&turn.claim), position.memory.before()) {
            next.columns = before.columns;
            next.columns.go(mover.other(), &claim.path);
        }
        if let Some(huffed) = turn.huff {
            next.columns.behead(huffed.index(), mover.other());
        }
        if M::REMEMBERS {
            next.memory = M::after(&self.tables, &next.columns, mover, turn);
        }
        if let Some(path) = &turn.path {
            next.columns.go(mover, path);
        }
        next.to_move = mover.other();
        next
    }

    #[inline(always)]
    fn taken(&self, turn: &Self::Move) -> u32 {
        let leaps = |path: &TowerPath| u32::from(path.leaps);
        let claimed = M::claimed(&turn.claim).map_or(0, |claim| leaps(&claim.path));
        turn.path.as_ref().map_or(0, leaps) + claimed + u32::from(turn.huff.is_some())
    }

    fn max_hops(&self) -> u32 {
        self.tables.max_hops
    }

    #[inline(always)]
    fn is_unlike(&self, turn: &Self::Move) -> bool {
        let is_plain = turn.huff.is_none() && M::claimed(&turn.claim).is_none();
        // A single leap is determined by its endpoints, unless a huff can take the same piece.
        let most = if M::REMEMBERS { 0 } else { 1 };
        is_plain && turn.path.as_ref().is_none_or(|path| path.leaps <= most)
    }

    /// Returns the hash of the points whose columns change.
    #[inline(always)]
    fn trace(&self, turn: &Self::Move) -> u64 {
        match &turn.path {
            Some(path) if !M::REMEMBERS => {
                let ends = u64::bit(path.from.index()) | u64::bit(path.to.index());
                path.over().fold(ends, |changed, over| changed | u64::bit(over))
            }
            _ => 0,
        }
    }

    fn captures_come_first(&self) -> bool {
        self.tables.options.captures_come_first()
    }

    fn ended(&self, position: &Self::Position) -> Option<Outcome> {
        let (mover, other) = (position.to_move, position.to_move.other());
        for (loser, winner) in [(mover, other), (other, mover)] {
            if position.columns.sides[loser.index()] == 0 {
                return Some(self.tables.options.aim.outcome(winner, Reason::NoPieces));
            }
        }
        if self.any(position) {
            return None;
        }
        Some(match self.tables.options.blocked {
            Blocked::Loss => self.tables.options.aim.outcome(other, Reason::Blocked),
            Blocked::Draw | Blocked::Pass | Blocked::LastHigher => Outcome::drawn(Reason::Blocked),
        })
    }
}

impl<const N: usize, M: TowerMemory<N>> Rules for Tower<N, M>
where
    Self: Generate<Position = TowerPosition<N, M>, Move = TowerMove<M::Claim>>,
{
    fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    fn start(&self) -> Self::Position {
        self.start
    }

    fn position(&self, setup: &Setup) -> Result<Self::Position, SetupError> {
        let board = &self.ruleset.board;
        if setup.columns.len() != board.len() {
            return Err(SetupError::OtherBoard { wanted: board.len(), found: setup.columns.len() });
        }
        let with_kings = self.tables.options.promotion != Promotion::None;
        let columns = Columns::of(&setup.columns, &self.ruleset, with_kings)?;
        let before = setup.memory.before.as_ref();
        let before = before.map(|before| Columns::of(&before.columns, &self.ruleset, with_kings)).transpose()?;
        let memory = M::from_setup(setup, &self.ruleset, columns.sides, before)?;
        Ok(TowerPosition { columns, to_move: setup.to_move, memory })
    }

    fn setup(&self, position: &Self::Position) -> Setup {
        let points = self.ruleset.board.len();
        add_setup(points);
        Setup {
            to_move: position.to_move,
            columns: position.columns.setup(points),
            memory: position.memory.setup_memory(points),
        }
    }

    #[inline(always)]
    fn to_move(&self, position: &Self::Position) -> Side {
        position.to_move
    }

    fn pieces(&self, position: &Self::Position, side: Side) -> u32 {
        position.columns.free(side).0
    }

    fn for_each_piece(&self, position: &Self::Position, mut visit: impl FnMut(PlacedPiece)) {
        let occupied = position.columns.sides[0] | position.columns.sides[1];
        occupied.points().for_each(|point| position.columns.each_in(point, &mut visit));
    }

    fn for_each_occupant(&self, position: &Self::Position, visit: impl FnMut(Occupant)) {
        (0..N).filter_map(|point| position.columns.occupant(point)).for_each(visit);
    }

    fn for_each_change(
        &self,
        before: &Self::Position,
        after: &Self::Position,
        mut visit: impl FnMut(OccupantChange, Occupant),
    ) {
        let (before, after) = (&before.columns, &after.columns);
        for point in before.changed(after).points() {
            for (change, columns) in [(OccupantChange::Removed, before), (OccupantChange::Added, after)] {
                if let Some(occupant) = columns.occupant(point) {
                    visit(change, occupant);
                }
            }
        }
    }

    #[inline]
    fn changed_points(&self, before: &Self::Position, after: &Self::Position) -> u32 {
        before.columns.changed(&after.columns).count()
    }

    fn for_each_huffable(&self, position: &Self::Position, mut visit: impl FnMut(Point)) {
        position.memory.huffable().points().for_each(|point| visit(Point::from(point)));
    }

    fn material(&self, position: &Self::Position) -> Material {
        let mut material = Material::default();
        self.for_each_piece(position, |placed| material.add(placed.piece));
        material
    }

    fn symmetries(&self) -> Vec<GameSymmetry> {
        symmetries(&self.ruleset.board, &self.tables)
    }

    fn image(&self, position: &Self::Position, symmetry: &GameSymmetry) -> Self::Position {
        TowerPosition {
            columns: position.columns.image(symmetry),
            to_move: symmetry.side(position.to_move),
            memory: position.memory.image(symmetry),
        }
    }

    fn key(&self, position: &Self::Position) -> u64 {
        let hash = mix(position.columns.hash, position.to_move as u64);
        mix(position.memory.mix(hash), 0)
    }

    fn signature(&self, turn: &Self::Move) -> u32 {
        let path = |hash: u64, path: &Option<TowerPath>| match path {
            None => mix(hash, u64::MAX),
            Some(path) => {
                let hash = mix(hash, u64::from(path.from.0) << 16 | u64::from(path.to.0));
                path.over().fold(hash, |hash, over| mix(hash, over as u64))
            }
        };
        let hash = path(path(0, &M::claimed(&turn.claim).map(|claim| claim.path)), &turn.path);
        mix(hash, turn.huff.map_or(0, |huff| u64::from(huff.0) + 1)) as u32
    }

    fn moves_king(&self, position: &Self::Position, turn: &Self::Move) -> bool {
        turn.path.is_some_and(|path| position.columns.kings.has(path.from.index()))
    }

    fn changes_forces(&self, turn: &Self::Move) -> bool {
        turn.path.is_some_and(|path| path.promotes) || self.taken(turn) > 0
    }

    fn forces(&self, position: &Self::Position) -> [Force; 2] {
        let Columns { sides, kings, .. } = position.columns;
        sides.map(|side| Force { men: (side & !kings).count(), kings: (side & kings).count() })
    }

    fn classical_features(&self, position: &Self::Position) -> ClassicalFeatures {
        let columns = &position.columns;
        let empty = self.tables.all & !(columns.sides[0] | columns.sides[1]);
        let free = Side::BOTH.map(|side| columns.free(side));
        ClassicalFeatures {
            men: free.map(|(pieces, kings)| pieces - kings),
            kings: free.map(|(_, kings)| kings),
            mobility: Side::BOTH.map(|side| {
                let commanders = columns.sides[side.index()];
                self.tables.plain_steps(side, commanders & !columns.kings, commanders & columns.kings, empty)
            }),
        }
    }

    fn turn(&self, _position: &Self::Position, turn: &Self::Move, node: &PathNode<'_>, effect: u64) -> Turn {
        let (path, captures) = if turn.path.is_some() { node.unroll() } else { (vec![], vec![]) };
        let claim = M::claimed(&turn.claim).map(ClaimedPath::claim);
        Turn { claim, huff: turn.huff, path, captures, effect, ..Turn::default() }
    }
}
