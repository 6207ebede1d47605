//! Retrograde analysis: from the end of games backwards, ply by ply. It is about positions wherever they are kept, and does not know
//! which come before which: it says which have news, and is told what those before them hear.

use crate::store::TableError;
use crate::value::{MAX_PLIES, ValueCode};
use quirkat_rules::Side;

/// What is known of a position before it is judged by those that its turns lead to among the same material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seed {
    /// The best of what turns to other material come to; [`ValueCode::OPEN`] where there are none. Of a finished game what it came to.
    pub outside: ValueCode,
    /// The turns that lead to the same material.
    pub inside: u16,
}

impl Seed {
    /// What is said of a number that is not used; nobody asks for it.
    pub const UNUSED: Seed = Seed { outside: ValueCode::DRAWN, inside: 0 };

    /// Takes what another turn to other material comes to.
    pub fn improve(&mut self, code: ValueCode) {
        if self.outside.is_open() || code.value() > self.outside.value() {
            self.outside = code;
        }
    }

    /// What is true already: of what is over, of what no other turn is left to, and of what is won by this turn.
    fn code(self) -> ValueCode {
        match self.outside {
            outside if self.inside == 0 => outside,
            outside if outside.is_won_in_plies() => ValueCode::won_at_most(outside),
            _ => ValueCode::OPEN,
        }
    }
}

/// What a position has to say to those before it: whether it is won where play that never ends is counted; else it says all by
/// speaking.
pub type SuccessorWon = bool;

/// What there is news of, one after the other. A stage is over when nobody has news any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// What is won or lost in so many plies.
    Plies(u16),
    /// What is won or lost by turns to other material where play that never ends is won.
    Counted,
    /// Which turns lead to what is still open.
    Open,
    /// To what drawn positions the side that does not win play that never ends can turn.
    Drawn,
    /// Where it can bring about a draw.
    Escapes,
}

/// What is true of positions, as far as it is known.
pub struct Retrograde<S> {
    seeds: Vec<Seed>,
    codes: Vec<ValueCode>,
    stage: Phase,
    /// The positions that were decided for each ply.
    decided: Vec<Vec<u32>>,
    /// Those that have news in a stage without plies, or are found by going through all from here.
    next: Vec<u32>,
    at: u32,
    /// Who wins play that never ends.
    endless: Option<Side>,
    to_move: S,
}

impl<S: Fn(u32) -> Side> Retrograde<S> {
    /// The bytes that a position takes: what is known of it, and its place among those decided for a ply.
    pub const BYTES: u64 = (size_of::<Seed>() + size_of::<ValueCode>() + 2 * size_of::<u32>()) as u64;

    /// Positions in some order, with what is known of each. Play that never ends is drawn, or won by a side; which side is to
    /// move in a position `to_move` tells.
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

    /// The next position that has news for those before it.
    pub fn next(&mut self) -> Option<(u32, SuccessorWon)> {
        match self.stage {
            Phase::Plies(plies) => loop {
                let number = self.decided.get_mut(usize::from(plies))?.pop()?;
                let code = self.code(number);
                // Or it was won sooner.
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

    /// Takes what a position hears from one that a turn of it leads to.
    pub fn update(&mut self, number: u32, is_won: SuccessorWon) {
        let code = self.code(number);
        match self.stage {
            Phase::Plies(plies) if is_won => {
                if code.is_open() && self.cross_off(number) {
                    match self.seeds[number as usize].outside {
                        ValueCode::OPEN => self.decide(plies + 1, number),
                        lost if lost.is_plies() => self.decide(lost.0.max(plies + 1), number),
                        ValueCode::DRAWN => self.codes[number as usize] = ValueCode::DRAWN,
                        // By the count; that is judged when all is known that ends otherwise.
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

    /// Whether something is decided for a later ply.
    pub fn has_later_plies(&self) -> bool {
        matches!(self.stage, Phase::Plies(plies) if usize::from(plies) + 1 < self.decided.len())
    }

    /// The ply that is looked at; none when it is no longer about plies.
    pub fn ply(&self) -> Option<u16> {
        if let Phase::Plies(plies) = self.stage { Some(plies) } else { None }
    }

    /// Goes on to the next stage when nobody has news in this one; whether there is one. Somebody may
    /// [wait](Retrograde::has_later_plies) for a later ply.
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
                // From here on the turns are those that lead to what is open.
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

    /// What is true of each position, when there is no other stage.
    ///
    /// # Errors
    /// When a game takes longer than a table can say.
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

    /// The next position of which this is true.
    fn find(&mut self, code: ValueCode) -> Option<(u32, SuccessorWon)> {
        let rest = &self.codes[self.at as usize..];
        let found = self.at + rest.iter().position(|other| *other == code)? as u32;
        self.at = found + 1;
        Some((found, false))
    }

    /// The end of a position is so many plies away at most.
    fn decide(&mut self, plies: u16, number: u32) {
        let plies = usize::from(plies.min(MAX_PLIES));
        if self.decided.len() <= plies {
            self.decided.resize_with(plies + 1, Vec::new);
        }
        self.decided[plies].push(number);
    }

    /// One turn fewer of a position is left that its side to move may like better than to be lost in plies; whether that was
    /// the last.
    fn cross_off(&mut self, number: u32) -> bool {
        let left = &mut self.seeds[number as usize].inside;
        *left -= 1;
        *left == 0
    }

    /// What follows from turns to other material where play that never ends is won.
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

    /// Who has nowhere to go on, or takes a draw.
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
