//! Generation of turns as a stream into a sink.
//!
//! A family implements [`Stream::generate`] once, and the sink is compiled into it: listing, counting and searching
//! turns are [`Sink`]s. A generator offers turns that it finds together, such as the steps of all pieces in one
//! direction, as a [`Batch`] first. Most sinks need only its size.

use crate::engine::outcome::Outcome;
use crate::engine::rules::{PathNode, TooManyTurns};
use crate::engine::sinks::{AnyTurn, CaptureList, DistinctTurns, PathCounter, TurnCounter};
use std::ops::ControlFlow;

/// Generic generation and play of a family. Only implementations of [`Generate`](crate::Generate) call it.
pub trait Stream: Sized {
    type Position: Copy + PartialEq;
    type Move: Copy;

    /// Whether [`Stream::stream`] compiles a generator for each kind of sink. Rarely played families use one for all
    /// sinks, [`Stream::stream_dyn`], to save compile time.
    const IS_COMPILED_FOR_SINKS: bool;

    /// Generates every legal turn into `sink`, which may break off.
    fn generate<S: Sink<Self::Move> + ?Sized>(
        &self,
        position: &Self::Position,
        sink: &mut S,
    ) -> Result<(), TooManyHops>;

    /// Streams every legal turn to `sink`, which may break off.
    fn stream<S: Sink<Self::Move>>(&self, position: &Self::Position, sink: &mut S) -> Result<(), TooManyHops> {
        if const { Self::IS_COMPILED_FOR_SINKS } {
            self.generate(position, sink)
        } else {
            self.stream_dyn(position, sink)
        }
    }

    /// Streams every legal turn to a sink behind a trait object; costs a call for each turn.
    fn stream_dyn(&self, position: &Self::Position, sink: &mut (dyn Sink<Self::Move> + '_)) -> Result<(), TooManyHops> {
        self.generate(position, sink)
    }

    /// See [`Generate::play`](crate::Generate::play).
    fn after(&self, position: &Self::Position, turn: &Self::Move) -> Self::Position;

    /// See [`Generate::outcome`](crate::Generate::outcome).
    fn ended(&self, position: &Self::Position) -> Option<Outcome>;

    /// See [`Generate::removed_count`](crate::Generate::removed_count).
    fn taken(&self, turn: &Self::Move) -> u32;

    /// See [`Generate::has_unique_effect`](crate::Generate::has_unique_effect).
    fn is_unlike(&self, turn: &Self::Move) -> bool;

    /// Returns the maximum number of capturing hops tried in one position.
    fn max_hops(&self) -> u32;

    /// Returns the public error of [`TooManyHops`].
    fn too_many_turns(&self, _: TooManyHops) -> TooManyTurns {
        TooManyTurns::Hops { limit: self.max_hops() }
    }

    /// Returns a number that is equal for turns to the same position and rarely equal for others.
    fn trace(&self, turn: &Self::Move) -> u64;

    /// Returns whether no capture comes after the first turn that takes nothing.
    fn captures_come_first(&self) -> bool;

    /// See [`Generate::count_paths`](crate::Generate::count_paths).
    fn paths(&self, position: &Self::Position, depth: u32) -> Result<u64, TooManyHops> {
        match depth {
            0 => Ok(1),
            1 => {
                let mut count = TurnCounter(0);
                self.stream(position, &mut count).map(|()| count.0)
            }
            _ => {
                let mut paths = PathCounter { rules: self, position, below: depth - 1, count: 0, error: None };
                self.stream(position, &mut paths)?;
                paths.error.map_or(Ok(paths.count), Err)
            }
        }
    }

    /// See [`Generate::list_next`](crate::Generate::list_next).
    fn next(&self, position: &Self::Position, next: &mut Vec<Self::Position>) -> Result<(), TooManyHops> {
        let mut turns = Vec::with_capacity(32);
        self.stream_dyn(position, &mut DistinctTurns::below(self, position, false, &mut turns))?;
        next.extend(turns.iter().map(|(_, turn)| self.after(position, turn)));
        Ok(())
    }

    /// See [`Generate::count_moves`](crate::Generate::count_moves). `turns` is a stack shared by the recursion; its
    /// length is unchanged on return.
    fn moves(
        &self,
        position: &Self::Position,
        depth: u32,
        turns: &mut Vec<(u64, Self::Move)>,
    ) -> Result<u64, TooManyHops> {
        if depth == 0 {
            return Ok(1);
        }
        let begin = turns.len();
        let mut distinct = DistinctTurns::below(self, position, depth == 1, turns);
        self.stream_dyn(position, &mut distinct)?;
        let mut count = distinct.counted;
        if depth == 1 {
            count += (turns.len() - begin) as u64;
        } else {
            for number in begin..turns.len() {
                count += self.moves(&self.after(position, &turns[number].1), depth - 1, turns)?;
            }
        }
        turns.truncate(begin);
        Ok(count)
    }

    /// See [`Generate::list_captures`](crate::Generate::list_captures).
    fn captures(&self, position: &Self::Position, turns: &mut Vec<Self::Move>) -> Result<bool, TooManyHops> {
        let mut captures = CaptureList { rules: self, come_first: self.captures_come_first(), turns, others: false };
        self.stream(position, &mut captures).map(|()| captures.others)
    }

    /// See [`Generate::has_turn`](crate::Generate::has_turn).
    fn any(&self, position: &Self::Position) -> bool {
        let mut any = AnyTurn(false);
        // A position with too many turns has a turn.
        let too_many = self.stream_dyn(position, &mut any).is_err();
        any.0 || too_many
    }
}

/// Captures take more hops than the limit of the rules. Generation returns it for every position, so it has no size.
#[derive(Clone, Copy)]
pub struct TooManyHops;

/// Consumer of turns while they are generated.
pub trait Sink<M> {
    /// Takes one turn with its path.
    fn turn(&mut self, turn: &M, path: &PathNode<'_>) -> ControlFlow<()>;

    /// Learns that at least one turn will follow; may break off.
    #[inline(always)]
    fn announce(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Returns whether the sink has handled the next turns by their batch alone, so that the generator can skip them.
    #[inline(always)]
    fn skip_batch(&mut self, _lot: Batch) -> bool {
        false
    }

    /// Returns a mark of the turns taken so far, if the sink can withdraw turns.
    #[inline(always)]
    fn mark(&self) -> Option<SinkMark> {
        None
    }

    /// Withdraws all turns taken after a [mark](Sink::mark).
    #[inline(always)]
    fn rewind(&mut self, _first: SinkMark) {}
}

/// Turns that a generator finds together.
#[derive(Clone, Copy)]
pub struct Batch {
    pub count: u32,
    /// Whether they capture.
    pub take: bool,
    /// Whether each of them has a unique effect.
    pub unique_effects: bool,
}

/// State of a sink to which it can return.
#[derive(Clone, Copy)]
pub struct SinkMark {
    pub listed: usize,
    pub counted: u64,
}
