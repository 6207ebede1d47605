//! Memory of flat positions: state on which legality depends beyond the pieces, such as huffable pieces, barred points,
//! closed rows and hands.
//!
//! Most games need none and use `()`, so that their positions carry nothing.

use super::MoveTables;
use crate::engine::anatomy::GameSymmetry;
use crate::ground::bits::{Bits, mix};
use crate::ground::board::Point;
use crate::ground::setup::{Piece, Rank, RollResult, Setup, SetupError, SetupMemory, Side};
use crate::options::YesNo;
use crate::ruleset::Ruleset;
use crate::ruleset::{Requirement, Requirements};
use std::fmt::Debug;
use std::hash::Hash;

/// State of a flat position on which legality depends beyond the pieces.
pub trait FlatMemory<B: Bits>: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// Whether pieces may be huffed.
    const HUFFS: bool = false;
    /// Whether points may be barred to a piece or to all pieces.
    const BARS: bool = false;
    /// Whether rows may close.
    const CLOSES: bool = false;
    /// Whether there may be men in hand, thrown dice or a call for single combat.
    const HAS_HANDS: bool = false;
    /// Whether successive moves of one king may be counted.
    const COUNTS_KING_MOVES: bool = false;
    /// Whether all landing points of a turn are stored and barred at once.
    const KEEPS_LANDINGS: bool = false;

    /// Returns the points where the side to move may huff a piece.
    #[inline(always)]
    fn huffable(&self) -> B {
        B::EMPTY
    }
    /// Sets the points where the next side to move may huff a piece.
    #[inline(always)]
    fn set_huffable(&mut self, _huffable: B) {}
    /// Returns the points on which the piece of `side` on `at` may not land.
    #[inline(always)]
    fn barred(&self, _side: Side, _at: Point) -> B {
        B::EMPTY
    }
    /// Returns whether any piece of `side` may be barred from a point.
    #[inline(always)]
    fn bars(&self, _side: Side) -> bool {
        Self::BARS
    }
    /// Returns the points that are closed to all pieces.
    #[inline(always)]
    fn closed(&self) -> B {
        B::EMPTY
    }
    /// Closes the rows that these occupied points leave empty.
    #[inline(always)]
    fn close(&mut self, _tables: &MoveTables<B>, _occupied: B) {}
    /// Returns hands, dice and call.
    #[inline(always)]
    fn hand_memory(&self) -> HandMemory {
        HandMemory::default()
    }
    /// Sets hands, dice and call.
    #[inline(always)]
    fn set_hand_memory(&mut self, _held: HandMemory) {}
    /// Returns the successive moves of one king of `side`.
    #[inline(always)]
    fn king_moves(&self, _side: Side) -> KingMoves {
        KingMoves::default()
    }
    /// Sets the successive moves of one king of `side`.
    #[inline(always)]
    fn set_king_moves(&mut self, _side: Side, _moves: KingMoves) {}
    /// Records that a man has entered from the hand.
    #[inline(always)]
    fn record_entry(&mut self, _at: Point) {}
    /// Deletes the records of pieces that leave the board.
    #[inline(always)]
    fn remove(&mut self, _gone: B) {}
    /// Records a move of a piece of `side` and, where they are stored, its landing points.
    #[inline(always)]
    fn record_move(&mut self, _side: Side, _from: Point, _to: Point, _landed: B) {}
    /// Records a turn of `side` in which no piece moved.
    #[inline(always)]
    fn record_pass(&mut self, _side: Side) {}
    /// Returns the image of the memory under a symmetry.
    fn image(&self, symmetry: &GameSymmetry) -> Self;
    /// Mixes the memory into a hash.
    fn mix(&self, hash: u64) -> u64;
    /// Reads the memory of a setup.
    ///
    /// # Errors
    /// Returns an error if the setup has memory that the rules do not use, or that contradicts the pieces.
    fn from_setup(setup: &Setup, ruleset: &Ruleset, tables: &MoveTables<B>, sides: [B; 2]) -> Result<Self, SetupError>;
    /// Returns the memory in the form of a setup.
    fn setup_memory(&self, tables: &MoveTables<B>, sides: [B; 2]) -> SetupMemory;
}

/// Hands, dice and call for single combat: the state beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HandMemory {
    /// Men in hand, by side.
    pub hand: [u8; 2],
    /// Placement that the thrown dice allow; `None` before the throw.
    pub rolled: Option<RollResult>,
    /// Whether a side has called for single combat.
    pub combat: bool,
}

impl HandMemory {
    fn image(self, symmetry: &GameSymmetry) -> HandMemory {
        HandMemory { hand: symmetry.sides(self.hand), ..self }
    }

    fn from_setup(setup: &Setup) -> Self {
        let SetupMemory { hand, rolled, combat, .. } = setup.memory;
        HandMemory { hand, rolled, combat }
    }

    fn setup_memory(self) -> SetupMemory {
        let HandMemory { hand, rolled, combat } = self;
        SetupMemory { hand, rolled, combat, ..SetupMemory::default() }
    }

    #[inline(always)]
    fn mix(self, hash: u64) -> u64 {
        let rolled = self.rolled.map_or(0, |rolled| 1 + rolled as u64);
        let hand = u64::from(self.hand[0]) << 8 | u64::from(self.hand[1]);
        mix(hash, hand | rolled << 16 | u64::from(self.combat) << 18)
    }
}

/// Successive moves of one king without a capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KingMoves {
    /// Present point of the king; 0 if there are no moves.
    at: u16,
    /// Number of moves.
    count: u16,
}

impl KingMoves {
    /// Returns the moves after one more: of the king that now moves from one point to another.
    pub fn after(self, [from, to]: [Point; 2], limit: u16) -> KingMoves {
        let before = if self.count > 0 && self.at == from.0 { self.count } else { 0 };
        KingMoves { at: to.0, count: limit.min(before + 1) }
    }

    /// Returns the point of the king, if it has made at least `limit` moves.
    #[inline(always)]
    pub fn resting(self, limit: u16) -> Option<Point> {
        (self.count >= limit).then_some(Point(self.at))
    }

    /// Returns the point of the king and the number of its moves.
    pub fn get(self) -> Option<(Point, u16)> {
        (self.count > 0).then_some((Point(self.at), self.count))
    }
}

/// State that concerns both sides: huffable pieces, closed points, hands, dice and call, moves of kings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shared<B> {
    huffable: B,
    closed: B,
    held: HandMemory,
    king_moves: [KingMoves; 2],
}

impl<B: Bits> Shared<B> {
    fn from_setup(setup: &Setup, ruleset: &Ruleset, tables: &MoveTables<B>, sides: [B; 2]) -> Result<Self, SetupError> {
        refuse_unused(setup, ruleset)?;
        let closed = match &tables.closable {
            None => B::EMPTY,
            Some(closable) => closable.closed(setup.memory.closed).ok_or(SetupError::UnusedMemory("closed"))?,
        };
        if let Some(point) = (closed & (sides[0] | sides[1])).points().next() {
            return Err(contradiction("closed", ruleset, Point::from(point)));
        }
        Ok(Shared {
            huffable: huffable_from_setup(setup, ruleset, sides)?,
            closed,
            held: HandMemory::from_setup(setup),
            king_moves: king_moves_from_setup(setup, ruleset, sides)?,
        })
    }

    fn image(&self, symmetry: &GameSymmetry) -> Self {
        Shared {
            huffable: symmetry.set(self.huffable),
            closed: symmetry.set(self.closed),
            held: self.held.image(symmetry),
            king_moves: symmetry.sides(self.king_moves.map(|moves| match moves.get() {
                Some((at, count)) => KingMoves { at: symmetry.board.image(at).0, count },
                None => moves,
            })),
        }
    }

    fn setup_memory(&self, tables: &MoveTables<B>) -> SetupMemory {
        SetupMemory {
            huffable: self.huffable.points().map(Point::from).collect(),
            closed: tables.closable.as_ref().map_or([0; 4], |closable| closable.counts(self.closed)),
            king_moves: self.king_moves.map(KingMoves::get),
            ..self.held.setup_memory()
        }
    }

    #[inline(always)]
    fn mix(&self, hash: u64) -> u64 {
        let hash = self.held.mix(self.closed.mix(self.huffable.mix(hash)));
        let word = |moves: KingMoves| u64::from(moves.at) << 16 | u64::from(moves.count);
        mix(hash, word(self.king_moves[0]) << 32 | word(self.king_moves[1]))
    }
}

/// Methods of [`FlatMemory`] for types with a field `shared`.
macro_rules! shared_memory {
    ($bits:ty) => {
        const HUFFS: bool = true;
        const BARS: bool = true;
        const CLOSES: bool = true;
        const HAS_HANDS: bool = true;
        const COUNTS_KING_MOVES: bool = true;

        #[inline(always)]
        fn huffable(&self) -> $bits {
            self.shared.huffable
        }
        #[inline(always)]
        fn set_huffable(&mut self, huffable: $bits) {
            self.shared.huffable = huffable;
        }
        #[inline(always)]
        fn closed(&self) -> $bits {
            self.shared.closed
        }
        fn close(&mut self, tables: &MoveTables<$bits>, occupied: $bits) {
            if let Some(closable) = &tables.closable {
                self.shared.closed = closable.close(occupied, self.shared.closed);
            }
        }
        #[inline(always)]
        fn hand_memory(&self) -> HandMemory {
            self.shared.held
        }
        #[inline(always)]
        fn set_hand_memory(&mut self, held: HandMemory) {
            self.shared.held = held;
        }
        #[inline(always)]
        fn king_moves(&self, side: Side) -> KingMoves {
            self.shared.king_moves[side.index()]
        }
        #[inline(always)]
        fn set_king_moves(&mut self, side: Side, moves: KingMoves) {
            self.shared.king_moves[side.index()] = moves;
        }
    };
}

/// Refuses memory of a setup that the rules do not use.
fn refuse_unused(setup: &Setup, ruleset: &Ruleset) -> Result<(), SetupError> {
    if setup.memory == SetupMemory::default() {
        return Ok(());
    }
    let SetupMemory { huffable, last, visited, closed, hand, rolled, combat, king_moves, before } = &setup.memory;
    let requirements = Requirements::of(ruleset);
    if !huffable.is_empty() && !requirements.has(Requirement::Huffable) {
        return Err(SetupError::UnusedMemory("huff"));
    }
    if last.iter().any(Option::is_some) && !requirements.has(Requirement::Last) {
        return Err(SetupError::UnusedMemory("last"));
    }
    if !visited.is_empty() && !requirements.has(Requirement::Been) {
        return Err(SetupError::UnusedMemory("been"));
    }
    if *closed != [0; 4] && !requirements.has(Requirement::Closed) {
        return Err(SetupError::UnusedMemory("closed"));
    }
    if *hand != [0; 2] && !requirements.has(Requirement::Hand) {
        return Err(SetupError::UnusedMemory("hand"));
    }
    let places = |side: Side| ruleset.options.placing == YesNo::Yes && hand[side.index()] > 0;
    if rolled.is_some() && (!requirements.has(Requirement::Rolled) || !places(setup.to_move)) {
        return Err(SetupError::UnusedMemory("roll"));
    }
    if *combat && !requirements.has(Requirement::Called) {
        return Err(SetupError::UnusedMemory("combat"));
    }
    if *king_moves != [None; 2] && !requirements.has(Requirement::KingMoves) {
        return Err(SetupError::UnusedMemory("kings"));
    }
    if before.is_some() {
        return Err(SetupError::UnusedMemory("before"));
    }
    Ok(())
}

impl<B: Bits> FlatMemory<B> for HandMemory {
    const HAS_HANDS: bool = true;

    #[inline(always)]
    fn hand_memory(&self) -> HandMemory {
        *self
    }
    #[inline(always)]
    fn set_hand_memory(&mut self, held: HandMemory) {
        *self = held;
    }
    fn image(&self, symmetry: &GameSymmetry) -> Self {
        HandMemory::image(*self, symmetry)
    }
    #[inline(always)]
    fn mix(&self, hash: u64) -> u64 {
        HandMemory::mix(*self, hash)
    }
    fn from_setup(setup: &Setup, ruleset: &Ruleset, _: &MoveTables<B>, _: [B; 2]) -> Result<Self, SetupError> {
        refuse_unused(setup, ruleset)?;
        Ok(HandMemory::from_setup(setup))
    }
    fn setup_memory(&self, _: &MoveTables<B>, _: [B; 2]) -> SetupMemory {
        HandMemory::setup_memory(*self)
    }
}

/// Empty memory.
impl<B: Bits> FlatMemory<B> for () {
    fn image(&self, _: &GameSymmetry) -> Self {}
    #[inline(always)]
    fn mix(&self, hash: u64) -> u64 {
        hash
    }
    fn from_setup(setup: &Setup, ruleset: &Ruleset, _: &MoveTables<B>, _: [B; 2]) -> Result<Self, SetupError> {
        refuse_unused(setup, ruleset)
    }
    fn setup_memory(&self, _: &MoveTables<B>, _: [B; 2]) -> SetupMemory {
        SetupMemory::default()
    }
}

/// Memory of the last turn: huffable pieces and the start of the last move, with the state beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LastTurnMemory<B> {
    shared: Shared<B>,
    /// For each side, under the rule against moving straight back: point of its last mover, and where that move
    /// started.
    last: [Option<(Point, Point)>; 2],
    keeps_last: bool,
}

impl<B: Bits> FlatMemory<B> for LastTurnMemory<B> {
    shared_memory!(B);

    #[inline(always)]
    fn barred(&self, side: Side, at: Point) -> B {
        match self.last[side.index()] {
            Some((stands, began)) if stands == at => B::bit(began.index()),
            _ => B::EMPTY,
        }
    }
    #[inline(always)]
    fn bars(&self, side: Side) -> bool {
        self.last[side.index()].is_some()
    }
    fn remove(&mut self, gone: B) {
        for last in &mut self.last {
            last.take_if(|(stands, _)| gone.has(stands.index()));
        }
    }
    #[inline(always)]
    fn record_move(&mut self, side: Side, from: Point, to: Point, _: B) {
        if self.keeps_last {
            self.last[side.index()] = Some((to, from));
        }
    }
    fn record_pass(&mut self, side: Side) {
        self.last[side.index()] = None;
    }
    fn image(&self, symmetry: &GameSymmetry) -> Self {
        let image = |point: Point| symmetry.board.image(point);
        let last = self.last.map(|last| last.map(|(stands, began)| (image(stands), image(began))));
        LastTurnMemory { shared: self.shared.image(symmetry), last: symmetry.sides(last), ..*self }
    }
    #[inline(always)]
    fn mix(&self, hash: u64) -> u64 {
        let word = |last: Option<(Point, Point)>| {
            last.map_or(u64::MAX, |(to, from)| u64::from(to.0) << 16 | u64::from(from.0))
        };
        self.last.iter().fold(self.shared.mix(hash), |hash, &last| mix(hash, word(last)))
    }
    fn from_setup(setup: &Setup, ruleset: &Ruleset, tables: &MoveTables<B>, sides: [B; 2]) -> Result<Self, SetupError> {
        for side in Side::BOTH {
            if let Some((stands, _)) = setup.memory.last[side.index()]
                && !sides[side.index()].has(stands.index())
            {
                return Err(contradiction("last", ruleset, stands));
            }
        }
        Ok(LastTurnMemory {
            shared: Shared::from_setup(setup, ruleset, tables, sides)?,
            last: setup.memory.last,
            keeps_last: Requirements::of(ruleset).has(Requirement::Last),
        })
    }
    fn setup_memory(&self, tables: &MoveTables<B>, _: [B; 2]) -> SetupMemory {
        SetupMemory { last: self.last, ..self.shared.setup_memory(tables) }
    }
}

/// Maximum number of points of a board on which pieces record their visited points.
pub(crate) const MAX_VISITED_POINTS: usize = 64;

/// Memory of all points on which each piece has stood (Bell's rule against returning), with the state beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VisitedMemory {
    shared: Shared<u64>,
    /// For each occupied point, all points on which its piece has stood, the present one included; otherwise empty.
    visited_by: [u64; MAX_VISITED_POINTS],
}

impl Default for VisitedMemory {
    fn default() -> Self {
        VisitedMemory { shared: Shared::default(), visited_by: [0; MAX_VISITED_POINTS] }
    }
}

impl FlatMemory<u64> for VisitedMemory {
    shared_memory!(u64);
    const KEEPS_LANDINGS: bool = true;

    #[inline(always)]
    fn barred(&self, _: Side, at: Point) -> u64 {
        self.visited_by[at.index()]
    }
    fn remove(&mut self, gone: u64) {
        for point in gone.points() {
            self.visited_by[point] = 0;
        }
    }
    fn record_move(&mut self, _: Side, from: Point, to: Point, landed: u64) {
        let visited_by = std::mem::take(&mut self.visited_by[from.index()]);
        self.visited_by[to.index()] = visited_by | landed | u64::bit(to.index());
    }
    fn image(&self, symmetry: &GameSymmetry) -> Self {
        let mut visited_by = [0; MAX_VISITED_POINTS];
        for (point, &places) in self.visited_by.iter().enumerate().filter(|(_, places)| **places != 0) {
            visited_by[symmetry.board.image(Point::from(point)).index()] = symmetry.set(places);
        }
        VisitedMemory { shared: self.shared.image(symmetry), visited_by }
    }
    fn record_entry(&mut self, at: Point) {
        self.visited_by[at.index()] = u64::bit(at.index());
    }
    fn mix(&self, hash: u64) -> u64 {
        self.visited_by.iter().fold(self.shared.mix(hash), |hash, &set| set.mix(hash))
    }
    fn from_setup(
        setup: &Setup,
        ruleset: &Ruleset,
        tables: &MoveTables<u64>,
        sides: [u64; 2],
    ) -> Result<Self, SetupError> {
        let pieces = sides[0] | sides[1];
        let mut visited_by = [0; MAX_VISITED_POINTS];
        for point in pieces.points() {
            visited_by[point] = u64::bit(point);
        }
        for (point, places) in &setup.memory.visited {
            if !pieces.has(point.index()) {
                return Err(contradiction("been", ruleset, *point));
            }
            for place in places {
                visited_by[point.index()] |= u64::bit(place.index());
            }
        }
        Ok(VisitedMemory { shared: Shared::from_setup(setup, ruleset, tables, sides)?, visited_by })
    }
    fn setup_memory(&self, tables: &MoveTables<u64>, sides: [u64; 2]) -> SetupMemory {
        let points = |set: u64| set.points().map(Point::from).collect::<Vec<_>>();
        let visited = (sides[0] | sides[1])
            .points()
            .map(|point| (Point::from(point), points(self.visited_by[point] & !u64::bit(point))));
        SetupMemory {
            visited: visited.filter(|(_, places)| !places.is_empty()).collect(),
            ..self.shared.setup_memory(tables)
        }
    }
}

fn contradiction(what: &'static str, ruleset: &Ruleset, point: Point) -> SetupError {
    SetupError::Contradiction { what, point: ruleset.board.name(point).to_owned() }
}

/// Returns the successive moves of each side's king in a setup. The side must have the king there, and men.
fn king_moves_from_setup<B: Bits>(
    setup: &Setup,
    ruleset: &Ruleset,
    sides: [B; 2],
) -> Result<[KingMoves; 2], SetupError> {
    let limit = ruleset.options.king_move_limit.0.unwrap_or(0);
    let mut found = [KingMoves::default(); 2];
    for side in Side::BOTH {
        let Some((at, count)) = setup.memory.king_moves[side.index()] else { continue };
        let is_king = sides[side.index()].has(at.index()) && setup.top(at).is_some_and(|piece| piece.rank > Rank::Man);
        if !is_king {
            return Err(contradiction("kings", ruleset, at));
        }
        let has_men = setup.columns.iter().flatten().any(|piece| *piece == Piece { side, rank: Rank::Man });
        if has_men {
            found[side.index()] = KingMoves { at: at.0, count: count.min(limit) };
        }
    }
    Ok(found)
}

/// Returns the huffable pieces of a setup, which must be the opponent's.
fn huffable_from_setup<B: Bits>(setup: &Setup, ruleset: &Ruleset, sides: [B; 2]) -> Result<B, SetupError> {
    let enemy = sides[setup.to_move.other().index()];
    setup.memory.huffable.iter().try_fold(B::EMPTY, |huffable, &point| {
        if enemy.has(point.index()) {
            Ok(huffable | B::bit(point.index()))
        } else {
            Err(contradiction("huff", ruleset, point))
        }
    })
}
