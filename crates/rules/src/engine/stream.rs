//! How turns are generated: as a stream into a sink, which is compiled into the generator.
//!
//! A family of games generates its turns once, in [`Stream::stream`]; whoever lists, counts or looks for turns is a
//! [`Sink`]. Turns that a generator finds together, as the steps of all pieces in one direction, it offers as a [`Lot`]
//! first: most sinks are content with their number.

use crate::engine::outcome::Outcome;
use crate::engine::rules::{PathNode, TooManyTurns};
use crate::engine::sinks::{Any, Captures, Count, Distinct, Paths};
use std::ops::ControlFlow;

/// How all families of one kind generate and play: generic, and called by nothing but what implements
/// [`Generate`](crate::Generate).
pub trait Stream: Sized {
    type Position: Copy + PartialEq;
    type Move: Copy;

    /// Whether a generator is compiled for every kind of sink that [`Stream::stream`] is given; where few games are played it is
    /// one for all, that of [`Stream::tell`].
    const IS_COMPILED_FOR_SINKS: bool;

    /// Generates every legal turn into `sink`, which may break off.
    fn generate<S: Sink<Self::Move> + ?Sized>(
        &self,
        position: &Self::Position,
        sink: &mut S,
    ) -> Result<(), TooManyHops>;

    /// Streams every legal turn to `sink`, which may break off.
    fn stream<S: Sink<Self::Move>>(&self, position: &Self::Position, sink: &mut S) -> Result<(), TooManyHops> {
        if const { Self::IS_COMPILED_FOR_SINKS } { self.generate(position, sink) } else { self.tell(position, sink) }
    }

    /// Streams every legal turn to a sink of any kind, for which no generator is compiled: it costs a call for each turn.
    fn tell(&self, position: &Self::Position, sink: &mut (dyn Sink<Self::Move> + '_)) -> Result<(), TooManyHops> {
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

    /// A number that is the same for all turns that lead to the same position, and seldom for others.
    fn trace(&self, turn: &Self::Move) -> u64;

    /// Whether no capture comes after the first turn that takes nothing.
    fn captures_come_first(&self) -> bool;

    /// See [`Generate::count_paths`](crate::Generate::count_paths).
    fn paths(&self, position: &Self::Position, depth: u32) -> Result<u64, TooManyHops> {
        match depth {
            0 => Ok(1),
            1 => {
                let mut count = Count(0);
                self.stream(position, &mut count).map(|()| count.0)
            }
            _ => {
                let mut paths = Paths { rules: self, position, below: depth - 1, count: 0, too_many: false };
                self.stream(position, &mut paths)?;
                if paths.too_many { Err(TooManyHops) } else { Ok(paths.count) }
            }
        }
    }

    /// See [`Generate::list_next`](crate::Generate::list_next).
    fn next(&self, position: &Self::Position, next: &mut Vec<Self::Position>) -> Result<(), TooManyHops> {
        let mut turns = Vec::with_capacity(32);
        self.tell(position, &mut Distinct::below(self, position, false, &mut turns))?;
        next.extend(turns.iter().map(|(_, turn)| self.after(position, turn)));
        Ok(())
    }

    /// See [`Generate::count_moves`](crate::Generate::count_moves); `turns` holds those that led here, and is as long after
    /// as before.
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
        let mut distinct = Distinct::below(self, position, depth == 1, turns);
        self.tell(position, &mut distinct)?;
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
        let mut captures = Captures { rules: self, come_first: self.captures_come_first(), turns, others: false };
        self.stream(position, &mut captures).map(|()| captures.others)
    }

    /// See [`Generate::has_turn`](crate::Generate::has_turn).
    fn any(&self, position: &Self::Position) -> bool {
        let mut any = Any(false);
        // More turns than can be listed are turns too.
        let too_many = self.tell(position, &mut any).is_err();
        any.0 || too_many
    }
}

/// Captures take more than [`MAX_HOPS`](crate::engine::rules::MAX_HOPS) hops.
#[derive(Clone, Copy)]
pub struct TooManyHops;

impl TooManyHops {
    /// What those who generate turns are told.
    pub fn told(self) -> TooManyTurns {
        TooManyTurns::Hops
    }
}

/// Takes turns as they are generated.
pub trait Sink<M> {
    /// Takes one turn and the way it went.
    fn turn(&mut self, turn: &M, trail: &PathNode<'_>) -> ControlFlow<()>;

    /// Hears that there will be a turn; whoever wants to know no more breaks off.
    #[inline(always)]
    fn promise(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Whether the next turns need not be told of one by one: what their lot says was all that mattered, and is taken.
    #[inline(always)]
    fn skips(&mut self, _lot: Lot) -> bool {
        false
    }

    /// The turns that were taken, by those sinks that can give some of them back.
    #[inline(always)]
    fn taken(&self) -> Option<Taken> {
        None
    }

    /// Gives back all turns but the first, which were [taken](Sink::taken).
    #[inline(always)]
    fn keep(&mut self, _first: Taken) {}
}

/// Turns that are found together.
#[derive(Clone, Copy)]
pub struct Lot {
    pub count: u32,
    /// Whether they take something.
    pub take: bool,
    /// Whether no other turn can lead to the same position as one of them.
    pub unlike_others: bool,
}

/// Turns that were taken: some were listed, others only counted.
#[derive(Clone, Copy)]
pub struct Taken {
    pub listed: usize,
    pub counted: u64,
}
