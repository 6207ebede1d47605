//! Retrograde analysis, ply by ply from finished games backwards, independent of where positions are stored.
//!
//! The analysis does not store predecessors: it returns each position whose value has changed, and the caller passes back
//! the predecessors that the change affects. The same code therefore serves one process and a cluster.

use crate::store::TableError;
use crate::value::{MAX_PLIES, ValueCode};
use quirkat_rules::Side;

/// Knowledge about a position before the analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seed {
    /// Best code of the moves to other material; [`ValueCode::OPEN`] without any. The final code of a finished game.
    pub outside: ValueCode,
    /// Number of moves that stay within the material.
    pub inside: u16,
}

impl Seed {
    /// Seed of an unused number.
    pub const UNUSED: Seed = Seed { outside: ValueCode::DRAWN, inside: 0 };

    /// Takes the code of another move to other material.
    pub fn improve(&mut self, code: ValueCode) {
        if self.outside.is_open() || code.value() > self.outside.value() {
            self.outside = code;
        }
    }

    /// Returns the code that is certain already: of a finished game, of a position without further moves, and the bound
    /// of a win.
    fn code(self) -> ValueCode {
        match self.outside {
            outside if self.inside == 0 => outside,
            outside if outside.is_won_in_plies() => ValueCode::won_at_most(outside),
            _ => ValueCode::OPEN,
        }
    }
}

/// Whether the changed position is won; used where its value alone does not say so.
pub type SuccessorWon = bool;

/// Phases of the analysis; each ends when no position has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Wins and losses at this distance.
    Plies(u16),
    /// Wins and losses by moves to other material, where endless play has a winner.
    Counted,
    /// Count of the moves to open positions.
    Open,
    /// Draws to which the loser of endless play can move.
    Drawn,
    /// Positions from which the loser of endless play can force a draw.
    Escapes,
}

/// State of a retrograde analysis of one material signature.
pub struct Retrograde<S> {
    seeds: Vec<Seed>,
    codes: Vec<ValueCode>,
    stage: Phase,
    /// Decided positions by distance.
    decided: Vec<Vec<u32>>,
    /// Changed positions in phases without distances; `at` continues a scan instead.
    next: Vec<u32>,
    at: u32,
    /// Winner of endless play.
    endless: Option<Side>,
    to_move: S,
}

impl<S: Fn(u32) -> Side> Retrograde<S> {
    /// Bytes of memory per position: its seed, its code, and its entry among the decided positions.
    pub const BYTES: u64 = (size_of::<Seed>() + size_of::<ValueCode>() + 2 * size_of::<u32>()) as u64;

    /// Returns the analysis of positions with the given seeds. `endless` is the winner of endless play, and `to_move`
    /// the side to move in a position.
    pub fn new(seeds: Vec<Seed>, endless: Option<Side>, to_move: S) -> Retrograde<S> {
        let codes = seeds.iter().map(|seeds| seeds.code()).collect();
        let (decided, next) = (vec![], vec![]);
        let mut known = Retrograde { seeds, codes, stage: Phase::Plies(0), decided, next, at: 0, endless, to_move };
        for number in 0..known.codes.len() as u32 {
            let code = known.code(number);
            if let Some(plies) = code.at_most().or(code.is_plies().then_some(code)) {
                known.decide(plies.0, number);
            }
        }
        known
    }

    /// Returns the next changed position, whose predecessors are to be updated.
    pub fn next(&mut self) -> Option<(u32, SuccessorWon)> {
        match self.stage {
            Phase::Plies(plies) => loop {
                let number = self.decided.get_mut(usize::from(plies))?.pop()?;
                let code = self.code(number);
                // The position may have been won sooner.
                if code == ValueCode(plies) || code.at_most() == Some(ValueCode(plies)) || code.is_open() {
                    self.codes[number as usize] = ValueCode(plies);
                    return Some((number, plies % 2 == 1));
                }
            },
            Phase::Counted => self.next.pop().map(|number| (number, self.code(number) == ValueCode::COUNTED_WIN)),
            Phase::Open => self.find(ValueCode::OPEN),
            Phase::Drawn => self.find(ValueCode::DRAWN),
            Phase::Escapes => loop {
                let number = self.next.pop()?;
                if self.code(number).is_open() {
                    self.codes[number as usize] = ValueCode::DRAWN;
                    return Some((number, false));
                }
            },
        }
    }

    /// Updates a position after a change of one of its successors.
    pub fn update(&mut self, number: u32, is_won: SuccessorWon) {
        let code = self.code(number);
        match self.stage {
            Phase::Plies(plies) if is_won => {
                if code.is_open() && self.cross_off(number) {
                    match self.seeds[number as usize].outside {
                        ValueCode::OPEN => self.decide(plies + 1, number),
                        lost if lost.is_plies() => self.decide(lost.0.max(plies + 1), number),
                        ValueCode::DRAWN => self.codes[number as usize] = ValueCode::DRAWN,
                        // Wins and losses by the count are decided in a later phase.
                        _ => {}
                    }
                }
            }
            Phase::Plies(plies) => {
                if code.is_open() || code.at_most().is_some_and(|most| most.0 > plies + 1) {
                    self.codes[number as usize] = ValueCode(plies + 1);
                    self.decide(plies + 1, number);
                }
            }
            Phase::Counted if !code.is_open() => {}
            Phase::Counted if is_won => {
                if self.cross_off(number) {
                    let is_drawn = self.seeds[number as usize].outside == ValueCode::DRAWN;
                    self.codes[number as usize] = if is_drawn { ValueCode::DRAWN } else { ValueCode::COUNTED_LOSS };
                    self.next.extend((!is_drawn).then_some(number));
                }
            }
            Phase::Counted => {
                self.codes[number as usize] = ValueCode::COUNTED_WIN;
                self.next.push(number);
            }
            Phase::Open => self.seeds[number as usize].inside += 1,
            Phase::Drawn => {
                if code.is_open() && !self.winner_moves(number) {
                    self.next.push(number);
                }
            }
            Phase::Escapes => {
                if code.is_open() && (!self.winner_moves(number) || self.cross_off(number)) {
                    self.next.push(number);
                }
            }
        }
    }

    /// Returns whether positions are decided at a later distance.
    pub fn has_later_plies(&self) -> bool {
        matches!(self.stage, Phase::Plies(plies) if usize::from(plies) + 1 < self.decided.len())
    }

    /// Returns the current distance; `None` in phases without distances.
    pub fn ply(&self) -> Option<u16> {
        if let Phase::Plies(plies) = self.stage { Some(plies) } else { None }
    }

    /// Advances to the next phase when no position has changed in this one; returns whether there is one.
    /// `has_later_plies` says whether a position, here or in another process, is [decided
    /// later](Retrograde::has_later_plies).
    pub fn advance(&mut self, has_later_plies: bool) -> bool {
        self.at = 0;
        self.stage = match self.stage {
            Phase::Plies(plies) if has_later_plies => {
                if let Some(done) = self.decided.get_mut(usize::from(plies)) {
                    *done = vec![];
                }
                if let Some(next) = self.decided.get_mut(usize::from(plies) + 1) {
                    next.sort_unstable();
                }
                Phase::Plies(plies + 1)
            }
            Phase::Plies(_) => {
                self.begin_counted();
                Phase::Counted
            }
            Phase::Counted if self.endless.is_none() => return false,
            Phase::Counted => {
                // From here on, `inside` counts the moves to open positions.
                self.seeds.iter_mut().for_each(|seeds| seeds.inside = 0);
                Phase::Open
            }
            Phase::Open => Phase::Drawn,
            Phase::Drawn => {
                self.begin_escapes();
                Phase::Escapes
            }
            Phase::Escapes => return false,
        };
        true
    }

    /// Returns the final codes.
    ///
    /// # Errors
    /// When a game takes longer than a table can store.
    pub fn finish(mut self) -> Result<Vec<ValueCode>, TableError> {
        if self.decided.len() > usize::from(MAX_PLIES) {
            return Err(TableError::TooLong(MAX_PLIES.into()));
        }
        for number in 0..self.codes.len() as u32 {
            if self.code(number).is_open() {
                self.codes[number as usize] = match self.endless {
                    None => ValueCode::DRAWN,
                    Some(winner) if (self.to_move)(number) == winner => ValueCode::COUNTED_WIN,
                    Some(_) => ValueCode::COUNTED_LOSS,
                };
            }
        }
        Ok(self.codes)
    }

    fn code(&self, number: u32) -> ValueCode {
        self.codes[number as usize]
    }

    fn winner_moves(&self, number: u32) -> bool {
        self.endless == Some((self.to_move)(number))
    }

    /// Returns the next position with a code.
    fn find(&mut self, code: ValueCode) -> Option<(u32, SuccessorWon)> {
        let rest = &self.codes[self.at as usize..];
        let found = self.at + rest.iter().position(|other| *other == code)? as u32;
        self.at = found + 1;
        Some((found, false))
    }

    /// Records that the game ends after at most `plies` plies from a position.
    fn decide(&mut self, plies: u16, number: u32) {
        let plies = usize::from(plies.min(MAX_PLIES));
        if self.decided.len() <= plies {
            self.decided.resize_with(plies + 1, Vec::new);
        }
        self.decided[plies].push(number);
    }

    /// Removes a move that may have avoided a loss; returns whether it was the last.
    fn cross_off(&mut self, number: u32) -> bool {
        let left = &mut self.seeds[number as usize].inside;
        *left -= 1;
        *left == 0
    }

    /// Starts the phase in which moves to other material decide endless play.
    fn begin_counted(&mut self) {
        for number in 0..self.codes.len() as u32 {
            let Seed { outside, inside } = self.seeds[number as usize];
            let follows = outside == ValueCode::COUNTED_WIN || inside == 0 && outside == ValueCode::COUNTED_LOSS;
            if follows && (self.code(number).is_open() || self.code(number) == outside) {
                self.codes[number as usize] = outside;
                self.next.push(number);
            }
        }
    }

    /// Starts the phase of escapes: with positions that have no move to an open one, and with moves to a draw.
    fn begin_escapes(&mut self) {
        for number in 0..self.codes.len() as u32 {
            let Seed { outside, inside } = self.seeds[number as usize];
            let escapes = if self.winner_moves(number) { inside == 0 } else { outside == ValueCode::DRAWN };
            if self.code(number).is_open() && escapes {
                self.next.push(number);
            }
        }
    }
}
