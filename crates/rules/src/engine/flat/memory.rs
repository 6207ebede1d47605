//! What the legality of a flat game remembers beyond the pieces: which of them may be huffed, where they may not come back
//! to, what is closed, what is in hand. Most games remember nothing, and their positions carry nothing.

use super::MoveTables;
use crate::engine::anatomy::GameSymmetry;
use crate::ground::bits::{Bits, mix};
use crate::ground::board::Point;
use crate::ground::setup::{RollResult, Setup, SetupError, SetupMemory, Side};
use crate::options::YesNo;
use crate::ruleset::Ruleset;
use crate::ruleset::{Requirement, Requirements};
use std::fmt::Debug;
use std::hash::Hash;

/// A part of a position that remembers what the pieces do not show.
pub trait FlatMemory<B: Bits>: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// Whether pieces may be huffed.
    const HUFFS: bool = false;
    /// Whether points may be barred to a piece, or to all.
    const BARS: bool = false;
    /// Whether points may close.
    const CLOSES: bool = false;
    /// Whether there may be something beside the board: men in hand, thrown dice, a call.
    const HOLDS: bool = false;
    /// Whether every landing of a turn is remembered, and bars its point at once.
    const KEEPS_LANDINGS: bool = false;

    /// The points of the pieces that the side to move may huff.
    #[inline(always)]
    fn huffable(&self) -> B {
        B::EMPTY
    }
    /// Sets what the side to move next may huff.
    #[inline(always)]
    fn set_huffable(&mut self, _huffable: B) {}
    /// The points on which the piece of `side` that stands on `at` may not land.
    #[inline(always)]
    fn barred(&self, _side: Side, _at: Point) -> B {
        B::EMPTY
    }
    /// Whether there may be a point on which some piece of `side` may not land.
    #[inline(always)]
    fn bars(&self, _side: Side) -> bool {
        Self::BARS
    }
    /// The points that are closed to all.
    #[inline(always)]
    fn closed(&self) -> B {
        B::EMPTY
    }
    /// Closes what these occupied points leave empty.
    #[inline(always)]
    fn close(&mut self, _tables: &MoveTables<B>, _occupied: B) {}
    /// What is beside the board.
    #[inline(always)]
    fn held(&self) -> HandMemory {
        HandMemory::default()
    }
    /// Sets what is beside the board.
    #[inline(always)]
    fn hold(&mut self, _held: HandMemory) {}
    /// Remembers that a man has entered from the hand.
    #[inline(always)]
    fn entered(&mut self, _at: Point) {}
    /// Forgets the pieces that have left the board.
    #[inline(always)]
    fn forget(&mut self, _gone: B) {}
    /// Remembers that a piece of `side` has moved, and where it landed if landings are kept.
    #[inline(always)]
    fn moved(&mut self, _side: Side, _from: Point, _to: Point, _landed: B) {}
    /// Remembers that `side` had a turn in which nothing moved.
    #[inline(always)]
    fn rested(&mut self, _side: Side) {}
    /// What is remembered, laid on the board otherwise.
    fn image(&self, symmetry: &GameSymmetry) -> Self;
    /// Stirs what is remembered into a hash.
    fn mix(&self, hash: u64) -> u64;
    /// Remembers what a setup says.
    ///
    /// # Errors
    /// When the setup remembers what the rules do not ask for, or what contradicts the pieces.
    fn recall(setup: &Setup, ruleset: &Ruleset, tables: &MoveTables<B>, sides: [B; 2]) -> Result<Self, SetupError>;
    /// What is remembered, for a setup with these pieces.
    fn setup_memory(&self, tables: &MoveTables<B>, sides: [B; 2]) -> SetupMemory;
}

/// What is beside the board: men in hand, thrown dice, a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HandMemory {
    /// The men that each side has in hand.
    pub hand: [u8; 2],
    /// What the dice allow the side to move.
    pub rolled: Option<RollResult>,
    /// Whether a side has called for single combat.
    pub combat: bool,
}

impl HandMemory {
    fn image(self, symmetry: &GameSymmetry) -> HandMemory {
        HandMemory { hand: symmetry.sides(self.hand), ..self }
    }

    fn recall(setup: &Setup) -> Self {
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

/// What both sides share: which pieces may be huffed, what is closed, what is beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shared<B> {
    huffable: B,
    closed: B,
    held: HandMemory,
}

impl<B: Bits> Shared<B> {
    fn recall(setup: &Setup, ruleset: &Ruleset, tables: &MoveTables<B>, sides: [B; 2]) -> Result<Self, SetupError> {
        refuse_unasked(setup, ruleset)?;
        let closed = match &tables.closable {
            None => B::EMPTY,
            Some(closable) => closable.closed(setup.memory.closed).ok_or(SetupError::UnusedMemory("closed"))?,
        };
        if let Some(point) = (closed & (sides[0] | sides[1])).points().next() {
            return Err(contradiction("closed", ruleset, Point::from(point)));
        }
        Ok(Shared { huffable: recall_huffable(setup, ruleset, sides)?, closed, held: HandMemory::recall(setup) })
    }

    fn image(&self, symmetry: &GameSymmetry) -> Self {
        Shared {
            huffable: symmetry.set(self.huffable),
            closed: symmetry.set(self.closed),
            held: self.held.image(symmetry),
        }
    }

    fn setup_memory(&self, tables: &MoveTables<B>) -> SetupMemory {
        SetupMemory {
            huffable: self.huffable.points().map(Point::from).collect(),
            closed: tables.closable.as_ref().map_or([0; 4], |closable| closable.counts(self.closed)),
            ..self.held.setup_memory()
        }
    }

    #[inline(always)]
    fn mix(&self, hash: u64) -> u64 {
        self.held.mix(self.closed.mix(self.huffable.mix(hash)))
    }
}

/// The part of [`FlatMemory`] that is the same wherever a memory has a field `shared`.
macro_rules! shared_memory {
    ($bits:ty) => {
        const HUFFS: bool = true;
        const BARS: bool = true;
        const CLOSES: bool = true;
        const HOLDS: bool = true;

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
        fn held(&self) -> HandMemory {
            self.shared.held
        }
        #[inline(always)]
        fn hold(&mut self, held: HandMemory) {
            self.shared.held = held;
        }
    };
}

/// Refuses what a setup remembers although the rules do not ask for it.
fn refuse_unasked(setup: &Setup, ruleset: &Ruleset) -> Result<(), SetupError> {
    if setup.memory == SetupMemory::default() {
        return Ok(());
    }
    let SetupMemory { huffable, last, visited, closed, hand, rolled, combat, before } = &setup.memory;
    let demands = Requirements::of(ruleset);
    if !huffable.is_empty() && !demands.has(Requirement::Huffable) {
        return Err(SetupError::UnusedMemory("huff"));
    }
    if last.iter().any(Option::is_some) && !demands.has(Requirement::Last) {
        return Err(SetupError::UnusedMemory("last"));
    }
    if !visited.is_empty() && !demands.has(Requirement::Been) {
        return Err(SetupError::UnusedMemory("been"));
    }
    if *closed != [0; 4] && !demands.has(Requirement::Closed) {
        return Err(SetupError::UnusedMemory("closed"));
    }
    if *hand != [0; 2] && !demands.has(Requirement::Hand) {
        return Err(SetupError::UnusedMemory("hand"));
    }
    let places = |side: Side| ruleset.options.placing == YesNo::Yes && hand[side.index()] > 0;
    if rolled.is_some() && (!demands.has(Requirement::Rolled) || !places(setup.to_move)) {
        return Err(SetupError::UnusedMemory("roll"));
    }
    if *combat && !demands.has(Requirement::Called) {
        return Err(SetupError::UnusedMemory("combat"));
    }
    if before.is_some() {
        return Err(SetupError::UnusedMemory("before"));
    }
    Ok(())
}

impl<B: Bits> FlatMemory<B> for HandMemory {
    const HOLDS: bool = true;

    #[inline(always)]
    fn held(&self) -> HandMemory {
        *self
    }
    #[inline(always)]
    fn hold(&mut self, held: HandMemory) {
        *self = held;
    }
    fn image(&self, symmetry: &GameSymmetry) -> Self {
        HandMemory::image(*self, symmetry)
    }
    #[inline(always)]
    fn mix(&self, hash: u64) -> u64 {
        HandMemory::mix(*self, hash)
    }
    fn recall(setup: &Setup, ruleset: &Ruleset, _: &MoveTables<B>, _: [B; 2]) -> Result<Self, SetupError> {
        refuse_unasked(setup, ruleset)?;
        Ok(HandMemory::recall(setup))
    }
    fn setup_memory(&self, _: &MoveTables<B>, _: [B; 2]) -> SetupMemory {
        HandMemory::setup_memory(*self)
    }
}

/// Remembers nothing.
impl<B: Bits> FlatMemory<B> for () {
    fn image(&self, _: &GameSymmetry) -> Self {}
    #[inline(always)]
    fn mix(&self, hash: u64) -> u64 {
        hash
    }
    fn recall(setup: &Setup, ruleset: &Ruleset, _: &MoveTables<B>, _: [B; 2]) -> Result<Self, SetupError> {
        refuse_unasked(setup, ruleset)
    }
    fn setup_memory(&self, _: &MoveTables<B>, _: [B; 2]) -> SetupMemory {
        SetupMemory::default()
    }
}

/// Remembers the last turn: what may be huffed for it, and where it began; and what both sides share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LastTurnMemory<B> {
    shared: Shared<B>,
    /// For each side, under the rule against going straight back: where its last piece stands and where it came from.
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
    fn forget(&mut self, gone: B) {
        for last in &mut self.last {
            last.take_if(|(stands, _)| gone.has(stands.index()));
        }
    }
    #[inline(always)]
    fn moved(&mut self, side: Side, from: Point, to: Point, _: B) {
        if self.keeps_last {
            self.last[side.index()] = Some((to, from));
        }
    }
    fn rested(&mut self, side: Side) {
        self.last[side.index()] = None;
    }
    fn image(&self, symmetry: &GameSymmetry) -> Self {
        let laid = |point: Point| symmetry.board.image(point);
        let last = self.last.map(|last| last.map(|(stands, began)| (laid(stands), laid(began))));
        LastTurnMemory { shared: self.shared.image(symmetry), last: symmetry.sides(last), ..*self }
    }
    #[inline(always)]
    fn mix(&self, hash: u64) -> u64 {
        let word = |last: Option<(Point, Point)>| {
            last.map_or(u64::MAX, |(to, from)| u64::from(to.0) << 16 | u64::from(from.0))
        };
        self.last.iter().fold(self.shared.mix(hash), |hash, &last| mix(hash, word(last)))
    }
    fn recall(setup: &Setup, ruleset: &Ruleset, tables: &MoveTables<B>, sides: [B; 2]) -> Result<Self, SetupError> {
        for side in Side::BOTH {
            if let Some((stands, _)) = setup.memory.last[side.index()]
                && !sides[side.index()].has(stands.index())
            {
                return Err(contradiction("last", ruleset, stands));
            }
        }
        Ok(LastTurnMemory {
            shared: Shared::recall(setup, ruleset, tables, sides)?,
            last: setup.memory.last,
            keeps_last: Requirements::of(ruleset).has(Requirement::Last),
        })
    }
    fn setup_memory(&self, tables: &MoveTables<B>, _: [B; 2]) -> SetupMemory {
        SetupMemory { last: self.last, ..self.shared.setup_memory(tables) }
    }
}

/// The most points of a board on which every piece remembers where it has been.
pub(crate) const MAX_VISITED_POINTS: usize = 64;

/// Remembers for every piece where it has stood (Bell's rule against returning), and what may be huffed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VisitedMemory {
    shared: Shared<u64>,
    /// For each point with a piece, all points where that piece has stood, this one among them; otherwise empty.
    stood: [u64; MAX_VISITED_POINTS],
}

impl Default for VisitedMemory {
    fn default() -> Self {
        VisitedMemory { shared: Shared::default(), stood: [0; MAX_VISITED_POINTS] }
    }
}

impl FlatMemory<u64> for VisitedMemory {
    shared_memory!(u64);
    const KEEPS_LANDINGS: bool = true;

    #[inline(always)]
    fn barred(&self, _: Side, at: Point) -> u64 {
        self.stood[at.index()]
    }
    fn forget(&mut self, gone: u64) {
        for point in gone.points() {
            self.stood[point] = 0;
        }
    }
    fn moved(&mut self, _: Side, from: Point, to: Point, landed: u64) {
        let stood = std::mem::take(&mut self.stood[from.index()]);
        self.stood[to.index()] = stood | landed | u64::bit(to.index());
    }
    fn image(&self, symmetry: &GameSymmetry) -> Self {
        let mut stood = [0; MAX_VISITED_POINTS];
        for (point, &places) in self.stood.iter().enumerate().filter(|(_, places)| **places != 0) {
            stood[symmetry.board.image(Point::from(point)).index()] = symmetry.set(places);
        }
        VisitedMemory { shared: self.shared.image(symmetry), stood }
    }
    fn entered(&mut self, at: Point) {
        self.stood[at.index()] = u64::bit(at.index());
    }
    fn mix(&self, hash: u64) -> u64 {
        self.stood.iter().fold(self.shared.mix(hash), |hash, &set| set.mix(hash))
    }
    fn recall(setup: &Setup, ruleset: &Ruleset, tables: &MoveTables<u64>, sides: [u64; 2]) -> Result<Self, SetupError> {
        let pieces = sides[0] | sides[1];
        let mut stood = [0; MAX_VISITED_POINTS];
        for point in pieces.points() {
            stood[point] = u64::bit(point);
        }
        for (point, places) in &setup.memory.visited {
            if !pieces.has(point.index()) {
                return Err(contradiction("been", ruleset, *point));
            }
            for place in places {
                stood[point.index()] |= u64::bit(place.index());
            }
        }
        Ok(VisitedMemory { shared: Shared::recall(setup, ruleset, tables, sides)?, stood })
    }
    fn setup_memory(&self, tables: &MoveTables<u64>, sides: [u64; 2]) -> SetupMemory {
        let points = |set: u64| set.points().map(Point::from).collect::<Vec<_>>();
        let visited = (sides[0] | sides[1])
            .points()
            .map(|point| (Point::from(point), points(self.stood[point] & !u64::bit(point))));
        SetupMemory {
            visited: visited.filter(|(_, places)| !places.is_empty()).collect(),
            ..self.shared.setup_memory(tables)
        }
    }
}

fn contradiction(what: &'static str, ruleset: &Ruleset, point: Point) -> SetupError {
    SetupError::Contradiction { what, point: ruleset.board.name(point).to_owned() }
}

/// What the side to move may huff: pieces of the other side.
fn recall_huffable<B: Bits>(setup: &Setup, ruleset: &Ruleset, sides: [B; 2]) -> Result<B, SetupError> {
    let enemy = sides[setup.to_move.other().index()];
    setup.memory.huffable.iter().try_fold(B::EMPTY, |huffable, &point| {
        if enemy.has(point.index()) {
            Ok(huffable | B::bit(point.index()))
        } else {
            Err(contradiction("huff", ruleset, point))
        }
    })
}
