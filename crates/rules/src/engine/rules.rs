//! Rules: a ruleset compiled for its board, and what every family of games offers to those who play it.

use crate::engine::anatomy::{Change, Force, GameSymmetry, Material, Placed};
use crate::engine::outcome::Outcome;
use crate::engine::turn::Turn;
use crate::ground::board::Point;
use crate::ground::setup::{Setup, SetupError, Side};
use crate::ruleset::Ruleset;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::Arc;
use thiserror::Error;

/// What takes a compiler longest in the rules of a family: generating turns and playing them.
///
/// It is implemented for each family by itself, never for all of them at once, and so compiled in this crate and nowhere
/// else; whatever is generic over [`Rules`] calls it.
pub trait Generate: Send + Sync + Sized + 'static {
    /// A position: small, `Copy`, equal when everything that legality remembers is equal.
    type Position: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What one turn does to a position. Two turns that do the same by different paths may differ as values; they lead
    /// to equal positions.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// Tells of every legal turn, each path once, captures first, until it is broken off. A finished game has no turns.
    /// Allocates nothing.
    ///
    /// # Errors
    /// When captures take more than [`MOST_HOPS`] hops; what came before was told of.
    fn each_turn(&self, position: &Self::Position, tell: EachTurn<'_, Self::Move>) -> Result<(), TooManyTurns>;

    /// Adds the turns to a list, as [`Generate::each_turn`] tells of them.
    ///
    /// # Errors
    /// When captures take more than [`MOST_HOPS`] hops; what came before is in the list.
    fn list_turns(&self, position: &Self::Position, turns: &mut Vec<Self::Move>) -> Result<(), TooManyTurns> {
        self.list_first(position, usize::MAX, turns).map(|_| ())
    }

    /// Fills an empty list with the first turns, as [`Generate::each_turn`] tells of them, and gives the number of all: where
    /// turns are counted much faster than told of, those are only counted that would make the list longer than `most`.
    ///
    /// # Errors
    /// When captures take more than [`MOST_HOPS`] hops; what came before is in the list.
    fn list_first(
        &self,
        position: &Self::Position,
        _most: usize,
        turns: &mut Vec<Self::Move>,
    ) -> Result<u64, TooManyTurns> {
        self.each_turn(position, &mut |turn, _| {
            turns.push(*turn);
            ControlFlow::Continue(())
        })?;
        Ok(turns.len() as u64)
    }

    /// The number of turns, each path once.
    ///
    /// # Errors
    /// When captures take more than [`MOST_HOPS`] hops.
    fn count_turns(&self, position: &Self::Position) -> Result<u64, TooManyTurns> {
        self.count_paths(position, 1)
    }

    /// The number of sequences of so many turns, each path once; 1 for none.
    ///
    /// # Errors
    /// When the captures of a position on the way take more than [`MOST_HOPS`] hops.
    fn count_paths(&self, position: &Self::Position, depth: u32) -> Result<u64, TooManyTurns>;

    /// The turn of a number, from 0, in the order of [`Generate::each_turn`].
    ///
    /// # Errors
    /// When captures take more than [`MOST_HOPS`] hops.
    fn nth_turn(&self, position: &Self::Position, number: u64) -> Result<Option<Self::Move>, TooManyTurns>;

    /// Whether there is a turn.
    fn has_turn(&self, position: &Self::Position) -> bool;

    /// The position after a turn that [`Generate::each_turn`] told of for this position.
    fn play(&self, position: &Self::Position, turn: &Self::Move) -> Self::Position;

    /// How the game has ended, as far as the position alone tells.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;
}

/// The compiled rules of one game: positions and turns as values, and what follows from what.
///
/// Searches and counts are generic over this trait and compiled once for each family of games; whatever does not need
/// that speed speaks to [`AnyGame`](crate::AnyGame) instead.
pub trait Rules: Generate {
    /// The ruleset that was compiled.
    fn ruleset(&self) -> &Arc<Ruleset>;

    /// The position before the first turn.
    fn start(&self) -> Self::Position;

    /// Makes a position of a setup.
    ///
    /// # Errors
    /// When the setup does not fit the rules.
    fn position(&self, setup: &Setup) -> Result<Self::Position, SetupError>;

    /// The setup of a position.
    fn setup(&self, position: &Self::Position) -> Setup;

    /// The side to move.
    fn to_move(&self, position: &Self::Position) -> Side;

    /// The number of pieces that a side has on the board.
    fn pieces(&self, position: &Self::Position, side: Side) -> u32;

    /// Tells of every piece on the board, those of a column from the top down. Allocates nothing.
    fn each_piece(&self, position: &Self::Position, tell: impl FnMut(Placed));

    /// Tells of every piece that stands otherwise after than before: what ceases, and what becomes. Allocates nothing.
    fn each_change(&self, before: &Self::Position, after: &Self::Position, tell: impl FnMut(Change, Placed));

    /// How much there is of everything.
    fn material(&self, position: &Self::Position) -> Material;

    /// The ways to lay the game's board on itself under which its rules stay what they are, with or without an exchange of
    /// the sides; the identity is the first.
    fn symmetries(&self) -> Vec<GameSymmetry>;

    /// The position laid on its board otherwise, with everything that legality remembers.
    fn image(&self, position: &Self::Position, symmetry: &GameSymmetry) -> Self::Position;

    /// A hash of everything by which positions are equal.
    fn key(&self, position: &Self::Position) -> u64;

    /// Whether the turn moves a piece above men, or a column that a king commands.
    fn moves_king(&self, position: &Self::Position, turn: &Self::Move) -> bool;

    /// Whether the turn may change [`Rules::forces`]: a piece ceases, enters or is promoted.
    fn changes_forces(&self, turn: &Self::Move) -> bool;

    /// How many pieces the turn removes, a huffed one among them.
    fn takes(&self, turn: &Self::Move) -> u32;

    /// A number for the turn that seldom belongs to another turn of the same position; orderings of turns are kept by it.
    fn signature(&self, turn: &Self::Move) -> u32;

    /// The pieces of each side, as they command.
    fn forces(&self, position: &Self::Position) -> [Force; 2];

    /// What a plain evaluation of the position looks at.
    fn features(&self, position: &Self::Position) -> Features;

    /// The turn as people see it; `effect` is the key of the position after it.
    fn turn(&self, turn: &Self::Move, trail: &Trail<'_>, effect: u64) -> Turn;

    /// The turn by which the side to move may call for single combat, besides its other turns: a call is none of those
    /// that [`Generate::each_turn`] tells of.
    fn call(&self, _position: &Self::Position) -> Option<Self::Move> {
        None
    }

    /// Whether the turns of a position are the throws of dice, each as likely as any other.
    fn is_throw(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether no other turn of the same position can lead to the same position, as far as the turn alone tells.
    fn is_unlike_others(&self, turn: &Self::Move) -> bool {
        self.takes(turn) == 0
    }
}

/// What [`Generate::each_turn`] tells of every turn.
pub type EachTurn<'a, M> = &'a mut dyn FnMut(&M, &Trail<'_>) -> ControlFlow<()>;

/// What a plain evaluation looks at, for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Pieces of the lowest rank.
    pub men: [u32; 2],
    /// Pieces above it.
    pub kings: [u32; 2],
    /// Plain steps that its men, and its short kings, could make.
    pub mobility: [u32; 2],
}

impl Features {
    /// All the pieces of both sides.
    #[inline]
    pub fn pieces(&self) -> u32 {
        self.men.iter().chain(&self.kings).sum()
    }
}

/// The most capturing hops that are tried for one position: far above what any game needs, and low enough that a hostile
/// position costs a moment and not an hour.
pub const MOST_HOPS: u32 = 1_000_000;

/// A position has more turns than are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TooManyTurns {
    /// Its captures need more than [`MOST_HOPS`] hops.
    #[error("the captures of this position take more than {MOST_HOPS} hops: too many to list")]
    Hops,
    /// It has more turns than whoever [limits](crate::Play::limit_turns) the game is willing to list.
    #[error("this position has {found} turns: too many to list; allowed: at most {most}")]
    Listed {
        /// The turns that it has.
        found: u64,
        /// How many are listed.
        most: u64,
    },
}

/// How all families of one kind generate and play: generic, and called by nothing but what implements [`Generate`].
pub trait Stream: Sized {
    type Position;
    type Move;

    /// Streams every legal turn to `sink`, which may break off.
    fn stream<S: Sink<Self::Move>>(&self, position: &Self::Position, sink: &mut S) -> Result<(), TooManyTurns>;

    /// See [`Generate::play`].
    fn after(&self, position: &Self::Position, turn: &Self::Move) -> Self::Position;

    /// See [`Generate::outcome`].
    fn ended(&self, position: &Self::Position) -> Option<Outcome>;

    /// See [`Generate::count_paths`].
    fn paths(&self, position: &Self::Position, depth: u32) -> Result<u64, TooManyTurns> {
        match depth {
            0 => Ok(1),
            1 => {
                let mut count = Count(0);
                self.stream(position, &mut count).map(|()| count.0)
            }
            _ => {
                let mut paths = Paths { rules: self, position, below: depth - 1, count: Ok(0) };
                self.stream(position, &mut paths)?;
                paths.count
            }
        }
    }

    /// See [`Generate::has_turn`].
    fn any(&self, position: &Self::Position) -> bool {
        let mut any = false;
        let tell: EachTurn<'_, Self::Move> = &mut |_, _| {
            any = true;
            ControlFlow::Break(())
        };
        // More turns than can be listed are turns too.
        let too_many = self.stream(position, &mut Told::all(tell));
        any || too_many.is_err()
    }
}

/// Takes turns as they are generated.
pub trait Sink<M> {
    /// Takes one turn and the way it went.
    fn turn(&mut self, turn: &M, trail: &Trail<'_>) -> ControlFlow<()>;

    /// Whether the next so many turns need not be told of one by one: their number was all that mattered, and is taken.
    #[inline(always)]
    fn skips(&mut self, _count: u32) -> bool {
        false
    }

    /// The number of turns that were taken, by those sinks that can give some of them back.
    #[inline(always)]
    fn taken(&self) -> Option<u64> {
        None
    }

    /// Gives back all turns but the first so many, which were [taken](Sink::taken).
    #[inline(always)]
    fn keep(&mut self, _first: u64) {}
}

/// Tells of every turn but the first so many.
pub(crate) struct Told<'t, M> {
    pub skipped: u64,
    pub tell: EachTurn<'t, M>,
}

impl<'t, M> Told<'t, M> {
    pub fn all(tell: EachTurn<'t, M>) -> Self {
        Told { skipped: 0, tell }
    }
}

impl<M> Sink<M> for Told<'_, M> {
    #[inline(always)]
    fn turn(&mut self, turn: &M, trail: &Trail<'_>) -> ControlFlow<()> {
        if self.skips(1) { ControlFlow::Continue(()) } else { (self.tell)(turn, trail) }
    }

    #[inline(always)]
    fn skips(&mut self, count: u32) -> bool {
        let skips = self.skipped >= u64::from(count);
        if skips {
            self.skipped -= u64::from(count);
        }
        skips
    }
}

/// Lists the first turns, and counts the others.
pub(crate) struct Listed<'t, M> {
    pub turns: &'t mut Vec<M>,
    /// What can be counted is, once it would make the list longer.
    pub most: usize,
    /// The turns that are not listed: all that came after the first of them.
    pub others: u64,
}

impl<M: Copy> Sink<M> for Listed<'_, M> {
    #[inline(always)]
    fn turn(&mut self, turn: &M, _: &Trail<'_>) -> ControlFlow<()> {
        if self.others == 0 {
            self.turns.push(*turn);
        } else {
            self.others += 1;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn skips(&mut self, count: u32) -> bool {
        let skips = self.others > 0 || self.turns.len() + count as usize > self.most;
        if skips {
            self.others += u64::from(count);
        }
        skips
    }

    #[inline(always)]
    fn taken(&self) -> Option<u64> {
        Some(self.turns.len() as u64 + self.others)
    }

    #[inline(always)]
    fn keep(&mut self, first: u64) {
        self.others = first.saturating_sub(self.turns.len() as u64);
        self.turns.truncate(first as usize);
    }
}

/// Counts the paths of so many turns below each turn.
struct Paths<'r, G: Stream> {
    rules: &'r G,
    position: &'r G::Position,
    below: u32,
    count: Result<u64, TooManyTurns>,
}

impl<G: Stream> Sink<G::Move> for Paths<'_, G> {
    #[inline(always)]
    fn turn(&mut self, turn: &G::Move, _: &Trail<'_>) -> ControlFlow<()> {
        let below = self.rules.paths(&self.rules.after(self.position, turn), self.below);
        self.count = self.count.and_then(|count| Ok(count + below?));
        if self.count.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Counts turns.
struct Count(u64);

impl<M> Sink<M> for Count {
    #[inline(always)]
    fn turn(&mut self, _: &M, _: &Trail<'_>) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn skips(&mut self, count: u32) -> bool {
        self.0 += u64::from(count);
        true
    }

    #[inline(always)]
    fn taken(&self) -> Option<u64> {
        Some(self.0)
    }

    #[inline(always)]
    fn keep(&mut self, first: u64) {
        self.0 = first;
    }
}

/// The way of a turn, hop by hop, as a list that grows on the stack of the generator and costs nothing to those who do
/// not look at it.
#[derive(Clone, Copy, Debug)]
pub struct Trail<'a> {
    /// Where the piece is now.
    pub at: Point,
    /// What the hop to here took.
    pub taken: Option<Point>,
    /// The way before.
    pub before: Option<&'a Trail<'a>>,
}

/// The trail of a turn in which nothing moves; nobody reads it.
pub(crate) const NOWHERE: Trail<'static> = Trail { at: Point(0), taken: None, before: None };

impl<'a> Trail<'a> {
    /// The hops, the last one first.
    pub fn backwards(&'a self) -> impl Iterator<Item = &'a Trail<'a>> {
        std::iter::successors(Some(self), |hop| hop.before)
    }

    /// The points of the way, from the start to the end, and what was taken in the order of the leaps.
    pub fn unroll(&self) -> (Vec<Point>, Vec<Point>) {
        let mut path: Vec<_> = self.backwards().map(|hop| hop.at).collect();
        let mut taken: Vec<_> = self.backwards().filter_map(|hop| hop.taken).collect();
        path.reverse();
        taken.reverse();
        (path, taken)
    }
}
