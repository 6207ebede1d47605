//! Retrograde analysis: from the end of games backwards, ply by ply, along turns that are known.

use crate::file::TableError;
use crate::verdict::{Code, MOST_PLIES};
use quirkat_rules::Side;

/// What is known of a position before it is judged by those that its turns lead to among the same material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Begun {
    /// The best of what turns to other material come to; [`Code::OPEN`] where there are none. Of a finished game what it came to.
    pub outside: Code,
    /// The turns that lead to the same material.
    pub inside: u16,
}

impl Begun {
    /// What is true already: of what is over, of what no other turn is left to, and of what is won by this turn.
    fn code(self) -> Code {
        match self.outside {
            outside if self.inside == 0 => outside,
            outside if outside.is_won_in_plies() => Code::won_at_most(outside),
            _ => Code::OPEN,
        }
    }
}

/// Positions of the same material, and the turns between them.
pub struct Graph {
    begun: Vec<Begun>,
    codes: Vec<Code>,
    /// For each position where the list begins of those from which a turn leads to it; with one more, the end.
    begins: Vec<u64>,
    before: Vec<u32>,
    /// The positions that were decided for each ply.
    decided: Vec<Vec<u32>>,
}

impl Graph {
    /// The bytes that so many positions take, and so many turns between them.
    pub fn bytes(positions: u64, turns: u64) -> u64 {
        30 * positions + 8 * turns
    }

    /// The positions in the order of their numbers with what is known of each; and where all their turns lead, those of one after
    /// those of another.
    pub fn new(begun: Vec<Begun>, after: impl Iterator<Item = u32> + Clone) -> Graph {
        let mut begins = vec![0; begun.len() + 1];
        after.clone().for_each(|after| begins[after as usize + 1] += 1);
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        let mut filled = begins.clone();
        let mut before = vec![0; sum as usize];
        let from = begun.iter().zip(0..).flat_map(|(begun, from)| std::iter::repeat_n(from, begun.inside.into()));
        for (from, after) in from.zip(after) {
            let place = &mut filled[after as usize];
            before[*place as usize] = from;
            *place += 1;
        }
        let codes = begun.iter().map(|begun| begun.code()).collect();
        Graph { begun, codes, begins, before, decided: vec![] }
    }

    /// What is true of each position. Play that never ends is drawn, or won by a side; which side is to move in a position
    /// `to_move` tells.
    ///
    /// # Errors
    /// When a game takes longer than a table can say.
    pub fn solve(mut self, endless: Option<Side>, to_move: impl Fn(u32) -> Side) -> Result<Vec<Code>, TableError> {
        for number in 0..self.codes.len() as u32 {
            let code = self.codes[number as usize];
            if let Some(plies) = code.at_most().or(code.is_plies().then_some(code)) {
                self.decide(plies.0, number);
            }
        }
        let mut plies = 0;
        while usize::from(plies) < self.decided.len() {
            for number in std::mem::take(&mut self.decided[usize::from(plies)]) {
                self.settle(number, plies);
            }
            plies += 1;
        }
        if self.decided.len() > usize::from(MOST_PLIES) {
            return Err(TableError::TooLong(MOST_PLIES.into()));
        }
        self.settle_counted();
        match endless {
            None => self.fill(|_| Code::DRAWN),
            Some(winner) => {
                self.settle_escapes(|number| to_move(number) == winner);
                self.fill(|number| if to_move(number) == winner { Code::COUNTED_WIN } else { Code::COUNTED_LOSS });
            }
        }
        Ok(self.codes)
    }

    fn code(&self, number: u32) -> Code {
        self.codes[number as usize]
    }

    fn before(&self, number: u32) -> std::ops::Range<usize> {
        let number = number as usize;
        self.begins[number] as usize..self.begins[number + 1] as usize
    }

    /// The end of a position is so many plies away at most.
    fn decide(&mut self, plies: u16, number: u32) {
        let plies = usize::from(plies.min(MOST_PLIES));
        if self.decided.len() <= plies {
            self.decided.resize_with(plies + 1, Vec::new);
        }
        self.decided[plies].push(number);
    }

    /// One turn fewer of a position is left that its side to move may like better than to be lost in plies; whether that was
    /// the last.
    fn cross_off(&mut self, number: u32) -> bool {
        let left = &mut self.begun[number as usize].inside;
        *left -= 1;
        *left == 0
    }

    /// Follows what is true of a position to those before it.
    fn settle(&mut self, number: u32, plies: u16) {
        let code = self.code(number);
        if code != Code(plies) && code.at_most() != Some(Code(plies)) && !code.is_open() {
            // It was won sooner.
            return;
        }
        self.codes[number as usize] = Code(plies);
        for before in self.before(number) {
            let before = self.before[before];
            let code = self.code(before);
            if plies.is_multiple_of(2) {
                if code.is_open() || code.at_most().is_some_and(|most| most.0 > plies + 1) {
                    self.codes[before as usize] = Code(plies + 1);
                    self.decide(plies + 1, before);
                }
            } else if code.is_open() && self.cross_off(before) {
                match self.begun[before as usize].outside {
                    Code::OPEN => self.decide(plies + 1, before),
                    lost if lost.is_plies() => self.decide(lost.0.max(plies + 1), before),
                    Code::DRAWN => self.codes[before as usize] = Code::DRAWN,
                    // By the count; that is judged when all is known that ends otherwise.
                    _ => {}
                }
            }
        }
    }

    /// Finds what is won or lost by turns to other material where play that never ends is won.
    fn settle_counted(&mut self) {
        let mut next = vec![];
        for number in 0..self.codes.len() as u32 {
            let Begun { outside, inside } = self.begun[number as usize];
            let follows = outside == Code::COUNTED_WIN || inside == 0 && outside == Code::COUNTED_LOSS;
            if follows && (self.code(number).is_open() || self.code(number) == outside) {
                self.codes[number as usize] = outside;
                next.push(number);
            }
        }
        while let Some(number) = next.pop() {
            let is_won = self.code(number) == Code::COUNTED_WIN;
            for before in self.before(number) {
                let before = self.before[before];
                if !self.code(before).is_open() {
                    continue;
                }
                if !is_won {
                    self.codes[before as usize] = Code::COUNTED_WIN;
                    next.push(before);
                } else if self.cross_off(before) {
                    let is_drawn = self.begun[before as usize].outside == Code::DRAWN;
                    self.codes[before as usize] = if is_drawn { Code::DRAWN } else { Code::COUNTED_LOSS };
                    if !is_drawn {
                        next.push(before);
                    }
                }
            }
        }
    }

    /// Finds where the side that does not win play that never ends can bring about a draw.
    fn settle_escapes(&mut self, winner_moves: impl Fn(u32) -> bool) {
        let all = 0..self.codes.len() as u32;
        // From here on the turns are those that lead to what is open.
        self.begun.iter_mut().for_each(|begun| begun.inside = 0);
        for number in all.clone().filter(|&number| self.codes[number as usize].is_open()) {
            for before in self.before(number) {
                self.begun[self.before[before] as usize].inside += 1;
            }
        }
        let mut next = vec![];
        for number in all {
            if self.code(number) == Code::DRAWN {
                let escapes = self.before(number).map(|before| self.before[before]);
                next.extend(escapes.filter(|&before| self.code(before).is_open() && !winner_moves(before)));
            } else if self.code(number).is_open() {
                let Begun { outside, inside } = self.begun[number as usize];
                next.extend(if winner_moves(number) { inside == 0 } else { outside == Code::DRAWN }.then_some(number));
            }
        }
        while let Some(number) = next.pop() {
            if !self.code(number).is_open() {
                continue;
            }
            self.codes[number as usize] = Code::DRAWN;
            for before in self.before(number) {
                let before = self.before[before];
                if self.code(before).is_open() && (!winner_moves(before) || self.cross_off(before)) {
                    next.push(before);
                }
            }
        }
    }

    /// Decides what is still open.
    fn fill(&mut self, code: impl Fn(u32) -> Code) {
        for (open, number) in self.codes.iter_mut().zip(0..).filter(|(code, _)| code.is_open()) {
            *open = code(number);
        }
    }
}
