//! Flat games: at most one piece on a point.
//!
//! A position is a few sets of points: one for each side and one for each rank above men. Differences between games are
//! compiled into tables ([`MoveTables`]), into the type of the memory ([`memory`]) and into `EXTRAS`, which enables
//! rules beyond moving, leaping, promoting and huffing ([`extras`]). No game pays for the rules of another.

mod captures;
mod custodial;
mod extras;
mod generate;
mod memory;
mod runs;

use memory::KingMoves;
pub(crate) use memory::MAX_VISITED_POINTS;
pub use memory::{FlatMemory, HandMemory, LastTurnMemory, VisitedMemory};
pub use runs::VELA_GIVER_MEN;

use crate::engine::anatomy::{Force, GameSymmetry, Material, Occupant, OccupantChange, PlacedPiece};
use crate::engine::outcome::Outcome;
use crate::engine::rules::{ClassicalFeatures, Generate, PathNode, Rules};
use crate::engine::stream::{Sink, Stream, TooManyHops};
use crate::engine::symmetries::symmetries;
use crate::engine::tables::MoveTables;
use crate::engine::turn::Turn;
use crate::engine::work::add_setup;
use crate::ground::bits::{Bits, mix, salt};
use crate::ground::board::Point;
use crate::ground::reason::Reason;
use crate::ground::setup::{Piece, Rank, Setup, SetupError, Side};
use crate::options::{Blocked, CaptureBy, Resupply};
use crate::ruleset::Ruleset;
use generate::{Generator, plain_action};
use std::sync::Arc;

/// Compiled rules of a flat game.
///
/// `B` is the set type and must fit the board. `R` is the number of ranks above men, `M` the memory of its positions.
/// `EXTRAS` is true if the rules may go beyond moving, leaping, promoting and huffing.
#[derive(Debug)]
pub struct Flat<B, const R: usize, M, const EXTRAS: bool> {
    ruleset: Arc<Ruleset>,
    highest: Rank,
    tables: MoveTables<B>,
    start: FlatPosition<B, R, M>,
}

/// A position of a flat game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FlatPosition<B, const R: usize, M> {
    /// Points of each side's pieces.
    pub sides: [B; 2],
    /// Points of the pieces of both sides, for each rank above men.
    pub ranks: [B; R],
    /// Side to move.
    pub to_move: Side,
    /// State on which legality depends beyond the pieces.
    pub memory: M,
}

/// A move of a flat game: preliminaries and one action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FlatMove<B> {
    /// Points of the pieces taken by capture or for a mill; a huffed piece is not among them.
    pub captured: B,
    /// Point of the piece that is huffed first.
    pub huff: Option<Point>,
    /// Point where a man enters from the hand before a piece moves.
    pub entered: Option<Point>,
    /// Main action of the move.
    pub action: FlatAction<B>,
}

/// Main action of a move in a flat game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FlatAction<B> {
    /// A piece moves without a capture.
    Step {
        /// Start point.
        from: Point,
        /// End point.
        to: Point,
        /// Whether the piece is promoted.
        promotes: bool,
    },
    /// A piece captures.
    Capture {
        /// Start point.
        from: Point,
        /// End point; equal to the start for a round trip.
        to: Point,
        /// All landing points if the memory stores them; otherwise empty.
        landed: B,
        /// Whether the piece is promoted.
        promotes: bool,
        /// Whether the capture is inferior to an obligatory one and the piece may be huffed.
        short: bool,
    },
    /// A man enters from the hand.
    Enter {
        /// Point that the man enters.
        at: Point,
    },
    /// Three men enter in a row, in the order of the line.
    Row([Point; 3]),
    /// A side removes a stone of its own (konane's opening).
    Remove {
        /// Point of the removed stone.
        at: Point,
    },
    /// A throw of three dice.
    Roll([u8; 3]),
    /// A call for single combat.
    Call,
    /// A huff that takes the last piece, so that nothing remains to be moved.
    BareHuff,
    /// A pass by a side that cannot move.
    Pass,
}

impl<B: Bits, const R: usize, M: FlatMemory<B>, const EXTRAS: bool> Flat<B, R, M, EXTRAS> {
    /// Returns the position after a move of any kind.
    fn after_any(&self, position: &FlatPosition<B, R, M>, turn: &FlatMove<B>) -> FlatPosition<B, R, M> {
        let mover = position.to_move;
        let mut next = *position;
        if EXTRAS && let Some(entered) = turn.entered {
            next.enter(entered);
        }
        if M::HUFFS {
            if let Some(huffed) = turn.huff {
                next = next.without(B::bit(huffed.index()));
            }
            let owing = captures::huffable_after(&self.tables, &next, turn);
            next.memory.set_huffable(owing);
        }
        match turn.action {
            FlatAction::Step { from, to, promotes } => next.move_piece([from, to], promotes, turn.captured, B::EMPTY),
            FlatAction::Capture { from, to, promotes, landed, .. } => {
                next.move_piece([from, to], promotes, turn.captured, landed);
            }
            FlatAction::Enter { at } => next.enter_all(&self.tables, &[at], turn.captured),
            FlatAction::Row(row) => next.enter_all(&self.tables, &row, turn.captured),
            FlatAction::Remove { at } => next = next.without(B::bit(at.index())),
            FlatAction::Roll(_) | FlatAction::Call => return extras::after_dice_or_call(next, turn),
            FlatAction::BareHuff | FlatAction::Pass => next.memory.record_pass(mover),
        }
        if M::CLOSES {
            next.memory.close(&self.tables, next.sides[0] | next.sides[1]);
        }
        if EXTRAS && self.tables.options.resupply == Resupply::AtOnce && matches!(turn.action, FlatAction::Enter { .. })
        {
            return next;
        }
        if M::COUNTS_KING_MOVES
            && let Some(limit) = self.tables.options.king_move_limit.0
        {
            next.count_king_moves(position, turn, limit);
        }
        next.to_move = mover.other();
        next
    }

    /// Returns the tables for move generation.
    pub fn tables(&self) -> &MoveTables<B> {
        &self.tables
    }

    pub(crate) fn tables_mut(&mut self) -> &mut MoveTables<B> {
        &mut self.tables
    }

    /// Compiles a ruleset whose board fits `B`.
    ///
    /// # Errors
    /// Returns an error if the start of the ruleset does not fit its own rules.
    pub(crate) fn new(ruleset: Arc<Ruleset>) -> Result<Self, SetupError>
    where
        Self: Rules<Position = FlatPosition<B, R, M>>,
    {
        let blank =
            FlatPosition { sides: [B::EMPTY; 2], ranks: [B::EMPTY; R], to_move: Side::First, memory: M::default() };
        let (highest, tables) = (ruleset.highest_rank(), MoveTables::new(&ruleset));
        let mut rules = Flat { ruleset, highest, tables, start: blank };
        rules.start = rules.position(&rules.ruleset.start)?;
        Ok(rules)
    }
}

impl<B: Bits, const R: usize, M: FlatMemory<B>> FlatPosition<B, R, M> {
    /// Returns the pieces of the side to move.
    #[inline(always)]
    pub fn own(&self) -> B {
        self.in_turn(self.sides)[0]
    }

    /// Returns the pieces of the other side.
    #[inline(always)]
    pub fn enemy(&self) -> B {
        self.in_turn(self.sides)[1]
    }

    /// Sets the pieces of the side to move and of the other side.
    #[inline(always)]
    fn set_sides(&mut self, own: B, enemy: B) {
        self.sides = self.in_turn([own, enemy]);
    }

    /// Reorders a per-side pair to mover first, or back again.
    ///
    /// A match, not an index by side: after a store, an indexed load would have to wait for memory when the position is
    /// copied.
    #[inline(always)]
    fn in_turn(&self, [one, other]: [B; 2]) -> [B; 2] {
        match self.to_move {
            Side::First => [one, other],
            Side::Second => [other, one],
        }
    }

    /// Returns whether a side has no piece on the board and none in hand.
    #[inline(always)]
    fn has_nothing(&self, side: Side) -> bool {
        self.sides[side.index()].is_empty() && (!M::HAS_HANDS || self.memory.hand_memory().hand[side.index()] == 0)
    }

    /// Returns the points that are neither occupied nor closed.
    #[inline(always)]
    fn empty(&self, tables: &MoveTables<B>) -> B {
        let free = tables.all & !(self.sides[0] | self.sides[1]);
        if M::CLOSES { free & !self.memory.closed() } else { free }
    }

    /// Returns the pieces above men, of both sides.
    #[inline(always)]
    pub fn kings(&self) -> B {
        self.ranks.iter().fold(B::EMPTY, |kings, &rank| kings | rank)
    }

    /// Returns the points of all pieces of one side and rank.
    #[inline]
    fn kind(&self, piece: Piece) -> B {
        let side = self.sides[piece.side.index()];
        match (piece.rank.index() + R).checked_sub(Rank::ALL.len()) {
            Some(number) if piece.rank > Rank::Man => side & self.ranks[number],
            _ => side & !self.kings(),
        }
    }

    /// Calls `visit` for each side and rank with the points of these pieces.
    #[inline]
    fn each_kind(&self, mut visit: impl FnMut(Piece, B)) {
        for side in Side::BOTH {
            let above = (0..R).map(rank_of::<R>);
            for rank in std::iter::once(Rank::Man).chain(above) {
                let piece = Piece { side, rank };
                visit(piece, self.kind(piece));
            }
        }
    }

    /// Returns the highest rank among these pieces.
    fn highest(&self, pieces: B) -> Rank {
        let ranks = (1..).zip(&self.ranks).filter(|(_, rank)| rank.intersects(pieces));
        ranks.last().map_or(Rank::Man, |(number, _)| rank_of::<R>(number - 1))
    }

    /// Places a man from the mover's hand on a point.
    fn enter(&mut self, point: Point) {
        let mut hand_memory = self.memory.hand_memory();
        hand_memory.hand[self.to_move.index()] -= 1;
        hand_memory.rolled = None;
        self.memory.set_hand_memory(hand_memory);
        self.memory.record_entry(point);
        self.set_sides(self.own() | B::bit(point.index()), self.enemy());
    }

    /// Moves a piece of the side to move and removes the captured pieces.
    #[inline(always)]
    fn move_piece(&mut self, [from, to]: [Point; 2], promotes: bool, captured: B, landed: B) {
        let (start, end) = (B::bit(from.index()), B::bit(to.index()));
        self.set_sides((self.own() & !start) | end, self.enemy() & !captured);
        for rank in &mut self.ranks {
            *rank &= !captured;
            if rank.intersects(start) {
                *rank = (*rank & !start) | end;
            }
        }
        if promotes && let Some(kings) = self.ranks.last_mut() {
            *kings |= end;
        }
        self.memory.remove(captured);
        self.memory.record_move(self.to_move, from, to, landed);
    }

    /// Counts the successive moves of one king of each side that has men. `before` is the position before the turn.
    fn count_king_moves(&mut self, before: &FlatPosition<B, R, M>, turn: &FlatMove<B>, limit: u16) {
        let mover = before.to_move;
        let moves = match turn.action {
            FlatAction::Step { from, to, .. } if before.kings().has(from.index()) => {
                before.memory.king_moves(mover).after([from, to], limit)
            }
            _ => KingMoves::default(),
        };
        self.memory.set_king_moves(mover, moves);
        for side in Side::BOTH {
            let pieces = self.sides[side.index()];
            let remains = |(at, _): (Point, u16)| pieces.has(at.index()) && !(pieces & !self.kings()).is_empty();
            if !self.memory.king_moves(side).get().is_some_and(remains) {
                self.memory.set_king_moves(side, KingMoves::default());
            }
        }
    }

    /// Places men from the mover's hand and removes the pieces that their mills take.
    fn enter_all(&mut self, tables: &MoveTables<B>, points: &[Point], captured: B) {
        points.iter().for_each(|&point| self.enter(point));
        *self = self.without(captured);
        // An entry that does not end the turn leaves the memory of the last turn unchanged.
        if tables.options.resupply != Resupply::AtOnce {
            self.memory.record_pass(self.to_move);
        }
    }

    fn without(mut self, removed: B) -> Self {
        for set in self.sides.iter_mut().chain(&mut self.ranks) {
            *set &= !removed;
        }
        self.memory.remove(removed);
        self
    }
}

impl<B: Bits, const R: usize, M: FlatMemory<B>, const EXTRAS: bool> Stream for Flat<B, R, M, EXTRAS> {
    type Position = FlatPosition<B, R, M>;
    type Move = FlatMove<B>;

    const IS_COMPILED_FOR_SINKS: bool = B::CAPACITY <= u128::CAPACITY && !M::KEEPS_LANDINGS;

    fn generate<S: Sink<FlatMove<B>> + ?Sized>(
        &self,
        position: &Self::Position,
        sink: &mut S,
    ) -> Result<(), TooManyHops> {
        Generator::<_, _, EXTRAS>::new(&self.tables, sink).turns(position)
    }

    #[inline(always)]
    fn after(&self, position: &Self::Position, turn: &FlatMove<B>) -> Self::Position {
        match turn.action {
            // Fast path: without a memory, most moves are plain steps.
            FlatAction::Step { from, to, promotes } if !EXTRAS && !M::HUFFS => {
                let mut next = *position;
                next.move_piece([from, to], promotes, B::EMPTY, B::EMPTY);
                next.to_move = position.to_move.other();
                next
            }
            _ => self.after_any(position, turn),
        }
    }

    #[inline(always)]
    fn taken(&self, turn: &FlatMove<B>) -> u32 {
        turn.captured.count() + u32::from(turn.huff.is_some() || matches!(turn.action, FlatAction::Remove { .. }))
    }

    fn max_hops(&self) -> u32 {
        self.tables.max_hops
    }

    #[inline(always)]
    fn is_unlike(&self, turn: &FlatMove<B>) -> bool {
        let is_plain = turn.entered.is_none() && turn.huff.is_none();
        match turn.action {
            FlatAction::Step { .. } | FlatAction::Enter { .. } => is_plain && turn.captured.is_empty(),
            // A capture of one piece is determined by its endpoints, unless a huff or a mill can take that piece too.
            FlatAction::Capture { .. } => {
                is_plain && self.tables.takes_by_capture_alone && turn.captured.without_lowest().is_empty()
            }
            FlatAction::Row(_)
            | FlatAction::Remove { .. }
            | FlatAction::Roll(_)
            | FlatAction::Call
            | FlatAction::BareHuff
            | FlatAction::Pass => false,
        }
    }

    /// Returns the hash of the points that are emptied or occupied.
    #[inline(always)]
    fn trace(&self, turn: &FlatMove<B>) -> u64 {
        let bit = |point: Point| B::bit(point.index());
        let changes = match turn.action {
            FlatAction::Step { from, to, .. } | FlatAction::Capture { from, to, .. } => bit(from) ^ bit(to),
            FlatAction::Enter { at } | FlatAction::Remove { at } => bit(at),
            FlatAction::Row(row) => row.map(bit).into_iter().fold(B::EMPTY, |row, point| row | point),
            FlatAction::Roll(_) | FlatAction::Call | FlatAction::BareHuff | FlatAction::Pass => B::EMPTY,
        };
        let besides = [turn.huff, turn.entered].into_iter().flatten();
        besides.fold(changes ^ turn.captured, |changes, point| changes ^ bit(point)).mix(0)
    }

    fn captures_come_first(&self) -> bool {
        self.tables.options.captures_come_first()
    }

    fn ended(&self, position: &Self::Position) -> Option<Outcome> {
        let (mover, other) = (position.to_move, position.to_move.other());
        for (loser, winner) in [(mover, other), (other, mover)] {
            if position.has_nothing(loser) {
                return Some(self.tables.options.aim.outcome(winner, Reason::NoPieces));
            }
        }
        if EXTRAS && let Some(outcome) = extras::ended(&self.tables, position) {
            return Some(outcome);
        }
        if self.any(position) {
            return None;
        }
        Some(match self.tables.options.blocked {
            Blocked::Loss => self.tables.options.aim.outcome(other, Reason::Blocked),
            Blocked::LastHigher if extras::is_last_higher(&self.tables, position) => {
                self.tables.options.aim.outcome(other, Reason::Blocked)
            }
            Blocked::Draw | Blocked::Pass | Blocked::LastHigher => Outcome::drawn(Reason::Blocked),
        })
    }
}

impl<B: Bits, const R: usize, M: FlatMemory<B>, const EXTRAS: bool> Rules for Flat<B, R, M, EXTRAS>
where
    Self: Generate<Position = FlatPosition<B, R, M>, Move = FlatMove<B>>,
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
        let mut sides = [B::EMPTY; 2];
        let mut ranks = [B::EMPTY; R];
        for point in board.points() {
            let bit = B::bit(point.index());
            let name = || board.name(point).to_owned();
            match setup.columns[point.index()][..] {
                [] => continue,
                [piece] => {
                    sides[piece.side.index()] |= bit;
                    if piece.rank > self.highest {
                        return Err(SetupError::Rank(name()));
                    }
                    if piece.rank > Rank::Man {
                        let number = (piece.rank.index() + R).checked_sub(Rank::ALL.len());
                        let set = number.and_then(|number| ranks.get_mut(number));
                        *set.ok_or_else(|| SetupError::Rank(name()))? |= bit;
                    }
                }
                _ => return Err(SetupError::Column(name())),
            }
        }
        let memory = M::from_setup(setup, &self.ruleset, &self.tables, sides)?;
        Ok(FlatPosition { sides, ranks, to_move: setup.to_move, memory })
    }

    fn setup(&self, position: &Self::Position) -> Setup {
        add_setup(self.ruleset.board.len());
        let mut setup = Setup::empty(&self.ruleset.board);
        setup.to_move = position.to_move;
        for side in Side::BOTH {
            for point in position.sides[side.index()].points() {
                setup.columns[point].push(Piece { side, rank: position.highest(B::bit(point)) });
            }
        }
        setup.memory = position.memory.setup_memory(&self.tables, position.sides);
        setup
    }

    #[inline(always)]
    fn to_move(&self, position: &Self::Position) -> Side {
        position.to_move
    }

    #[inline(always)]
    fn pieces(&self, position: &Self::Position, side: Side) -> u32 {
        position.sides[side.index()].count()
    }

    fn for_each_piece(&self, position: &Self::Position, mut visit: impl FnMut(PlacedPiece)) {
        position.each_kind(|piece, points| points.points().for_each(|point| visit(placed(point, piece))));
    }

    fn for_each_occupant(&self, position: &Self::Position, mut visit: impl FnMut(Occupant)) {
        position.each_kind(|piece, points| points.points().for_each(|point| visit(occupant(point, piece))));
    }

    fn for_each_change(
        &self,
        before: &Self::Position,
        after: &Self::Position,
        mut visit: impl FnMut(OccupantChange, Occupant),
    ) {
        let visit_changes = |one: &Self::Position,
                             other: &Self::Position,
                             change: OccupantChange,
                             visit: &mut dyn FnMut(OccupantChange, Occupant)| {
            one.each_kind(|piece, points| {
                let ceased = points & !other.kind(piece);
                ceased.points().for_each(|point| visit(change, occupant(point, piece)));
            });
        };
        visit_changes(before, after, OccupantChange::Removed, &mut visit);
        visit_changes(after, before, OccupantChange::Added, &mut visit);
    }

    #[inline]
    fn changed_points(&self, before: &Self::Position, after: &Self::Position) -> u32 {
        let sets = |position: &Self::Position| position.sides.into_iter().chain(position.ranks);
        let changed = sets(before)
            .zip(sets(after))
            .fold(B::EMPTY, |changed, (before, after)| changed | before & !after | after & !before);
        changed.count()
    }

    fn material(&self, position: &Self::Position) -> Material {
        let mut material = Material { hand: position.memory.hand_memory().hand, ..Material::default() };
        position.each_kind(|piece, points| {
            material.ranks[piece.side.index()][piece.rank.index()] = points.count() as u8;
        });
        material
    }

    fn symmetries(&self) -> Vec<GameSymmetry> {
        symmetries(&self.ruleset.board, &self.tables)
    }

    fn image(&self, position: &Self::Position, symmetry: &GameSymmetry) -> Self::Position {
        FlatPosition {
            sides: symmetry.sides(position.sides.map(|side| symmetry.set(side))),
            ranks: position.ranks.map(|rank| symmetry.set(rank)),
            to_move: symmetry.side(position.to_move),
            memory: position.memory.image(symmetry),
        }
    }

    #[inline]
    fn key(&self, position: &Self::Position) -> u64 {
        // Hashes each set on its own, so that the processor can overlap the multiplications.
        let sets = position.sides.iter().chain(&position.ranks).zip(1..);
        let hash = sets.fold(position.to_move as u64, |hash, (set, number)| hash ^ set.mix(salt(number)));
        mix(position.memory.mix(hash), 0)
    }

    #[inline(always)]
    fn signature(&self, turn: &FlatMove<B>) -> u32 {
        let number = |point: Option<Point>| point.map_or(0, |point| u64::from(point.0) + 1);
        let (between, from, to) = match turn.action {
            FlatAction::Step { from, to, .. } | FlatAction::Capture { from, to, .. } => (turn.entered, from, to),
            FlatAction::Enter { at } | FlatAction::Remove { at } => (turn.entered, at, at),
            FlatAction::Row([from, between, to]) => (Some(between), from, to),
            FlatAction::Roll(dice) => (None, Point(extras::dice_number(dice)), Point(0)),
            FlatAction::Call | FlatAction::BareHuff | FlatAction::Pass => (None, Point(0), Point(0)),
        };
        let ends = number(between) << 48 | u64::from(from.0) << 32 | u64::from(to.0) << 16 | number(turn.huff);
        turn.captured.mix(ends) as u32
    }

    fn moves_king(&self, position: &Self::Position, turn: &FlatMove<B>) -> bool {
        match turn.action {
            FlatAction::Step { from, .. } | FlatAction::Capture { from, .. } => position.kings().has(from.index()),
            FlatAction::Enter { .. }
            | FlatAction::Row(_)
            | FlatAction::Remove { .. }
            | FlatAction::Roll(_)
            | FlatAction::Call
            | FlatAction::BareHuff
            | FlatAction::Pass => false,
        }
    }

    #[inline]
    fn changes_forces(&self, turn: &FlatMove<B>) -> bool {
        let is_plain = matches!(
            turn.action,
            FlatAction::Step { promotes: false, .. } | FlatAction::Roll(_) | FlatAction::Call | FlatAction::Pass
        );
        !is_plain || turn.entered.is_some() || self.taken(turn) > 0
    }

    fn forces(&self, position: &Self::Position) -> [Force; 2] {
        let kings = position.ranks.last().copied().unwrap_or(B::EMPTY);
        position.sides.map(|side| Force { men: (side & !kings).count(), kings: (side & kings).count() })
    }

    fn classical_features(&self, position: &Self::Position) -> ClassicalFeatures {
        let kings = position.kings();
        let empty = position.empty(&self.tables);
        let hand = position.memory.hand_memory().hand;
        ClassicalFeatures {
            men: Side::BOTH.map(|side| (position.sides[side.index()] & !kings).count() + u32::from(hand[side.index()])),
            kings: position.sides.map(|side| (side & kings).count()),
            mobility: Side::BOTH.map(|side| {
                let pieces = position.sides[side.index()];
                if self.tables.options.every_turn_captures() {
                    let enemy = position.sides[side.other().index()];
                    return self.tables.plain_leaps(side, pieces, enemy, empty);
                }
                self.tables.plain_steps(side, pieces & !kings, pieces & kings, empty)
            }),
        }
    }

    fn turn(&self, position: &Self::Position, turn: &FlatMove<B>, path: &PathNode<'_>, effect: u64) -> Turn {
        let mut public = Turn { huff: turn.huff, effect, ..Turn::default() };
        public.drops.extend(turn.entered);
        match turn.action {
            FlatAction::Step { .. } | FlatAction::Capture { .. } => (public.path, public.captures) = path.unroll(),
            FlatAction::Enter { at } => public.drops.push(at),
            FlatAction::Row(row) => public.drops.extend(row),
            FlatAction::Remove { at } => public.removed.push(at),
            FlatAction::Roll(dice) => public.roll = Some(dice),
            FlatAction::Call => public.calls = true,
            FlatAction::BareHuff | FlatAction::Pass => {}
        }
        let captures = matches!(turn.action, FlatAction::Capture { .. });
        if captures && self.tables.options.capture_by == CaptureBy::Approach {
            (public.captures, public.runs) = runs::by_hops(&self.ruleset.board, turn.captured, path);
        } else if captures && self.tables.options.capture_by.is_custodial() {
            (public.captures, public.runs) = custodial::by_hops(&self.tables, position, turn.entered, &public.path);
        } else if EXTRAS {
            let leapt = public.captures.iter().fold(B::EMPTY, |leapt, over| leapt | B::bit(over.index()));
            public.removed.extend((turn.captured & !leapt).points().map(Point::from));
        }
        public
    }

    fn call(&self, position: &Self::Position) -> Option<FlatMove<B>> {
        let may_call = EXTRAS && extras::may_call(&self.tables, position) && self.outcome(position).is_none();
        may_call.then(|| plain_action(FlatAction::Call))
    }

    fn for_each_huffable(&self, position: &Self::Position, mut visit: impl FnMut(Point)) {
        position.memory.huffable().points().for_each(|point| visit(Point::from(point)));
    }

    fn is_combat(&self, position: &Self::Position) -> bool {
        position.memory.hand_memory().combat
    }

    fn closed(&self, position: &Self::Position) -> [u8; 4] {
        self.tables.closable.as_ref().map_or([0; 4], |closable| closable.counts(position.memory.closed()))
    }

    fn is_chance_node(&self, position: &Self::Position) -> bool {
        EXTRAS && extras::awaits_dice(&self.tables, position)
    }
}

fn placed(point: usize, piece: Piece) -> PlacedPiece {
    PlacedPiece { point: Point::from(point), piece, depth: 0 }
}

fn occupant(point: usize, piece: Piece) -> Occupant {
    Occupant { point: Point::from(point), top: piece, own: 1, prisoners: 0, buried_kings: 0 }
}

/// Returns the rank that the set of this number holds.
fn rank_of<const R: usize>(number: usize) -> Rank {
    Rank::ALL[Rank::ALL.len() - R + number]
}
