//! What positions with few pieces are worth, found by looking at all of them again and again.
//!
//! At first every position is worth what play without end comes to with its pieces. Then each is
//! judged by the worths of its next positions, again and again until no judgement changes. Only what
//! an end or a capture forces moves away from the beginning, ply by ply, so that what never moves is
//! play without end.

use std::collections::{BTreeMap, HashMap};

use super::{Captors, P, Repetition, Rules, Side, State, Stock, Turn};

/// What a position is worth to the side to move, with the exact number of plies to the end: the
/// winner makes it as short, the loser as long as possible. A turn is one ply, however much it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// It wins in so many plies; in 1 if it has won already.
    Win(u32),
    /// It wins, but the other side can play on for ever and lose by what that comes to.
    EndlessWin,
    /// Neither side can win.
    Draw,
    /// It loses, but can play on for ever and lose by what that comes to.
    EndlessLoss,
    /// It loses in so many plies; in 0 if it has lost already.
    Loss(u32),
}

impl Worth {
    /// The same one ply earlier, to the other side, whose turn led here.
    fn before(self) -> Worth {
        match self {
            Worth::Win(plies) => Worth::Loss(plies + 1),
            Worth::EndlessWin => Worth::EndlessLoss,
            Worth::Draw => Worth::Draw,
            Worth::EndlessLoss => Worth::EndlessWin,
            Worth::Loss(plies) => Worth::Win(plies + 1),
        }
    }

    /// The more the side to move likes it, the higher: it wins soon rather than late, and loses late
    /// rather than soon.
    fn liking(self) -> i64 {
        const FAR: i64 = 1 << 32;
        match self {
            Worth::Win(plies) => FAR - i64::from(plies),
            Worth::EndlessWin => 1,
            Worth::Draw => 0,
            Worth::EndlessLoss => -1,
            Worth::Loss(plies) => i64::from(plies) - FAR,
        }
    }

    /// What it is worth to a side that this one has lost.
    fn of_loser(loser: Option<Side>, to_move: Side) -> Worth {
        match loser {
            None => Worth::Draw,
            Some(loser) if loser == to_move => Worth::Loss(0),
            Some(_) => Worth::Win(1),
        }
    }
}

/// The worth of every position with few pieces.
pub struct Solution<'a> {
    rules: &'a Rules,
    points: BTreeMap<P, usize>,
    solved: BTreeMap<Stock, Solved>,
}

/// The positions of a stock.
struct Solved {
    /// Their numbers, in the order in which they are told.
    numbers: HashMap<u64, u32>,
    worths: Vec<Worth>,
}

/// What a position is judged by.
struct Ahead {
    /// The best that its side to move can have outside of the stock; its worth, where the game is over.
    outside: Option<Worth>,
    /// The next positions inside of it.
    inside: Box<[u32]>,
}

impl Ahead {
    fn judge(&self, worths: &[Worth]) -> Worth {
        let inside = self.inside.iter().map(|&number| worths[number as usize].before());
        inside.chain(self.outside).max_by_key(|worth| worth.liking()).expect("who cannot turn has come to an end")
    }
}

impl<'a> Solution<'a> {
    /// Solves all positions with at most so many pieces, those in hand among them.
    pub fn new(rules: &'a Rules, most: usize) -> Solution<'a> {
        let points = rules.board.points.iter().copied().zip(0..).collect();
        let mut solution = Solution { rules, points, solved: BTreeMap::new() };
        for stock in rules.stocks(most) {
            let solved = solution.solve(&stock);
            solution.solved.insert(stock, solved);
        }
        solution
    }

    /// Tells every position with its worth.
    pub fn each(&self, mut each: impl FnMut(&State, Worth)) {
        for (stock, solved) in &self.solved {
            let mut worths = solved.worths.iter();
            self.rules.each_position(stock, &mut |state| {
                each(&state, *worths.next().expect("there are as many worths as positions"));
            });
        }
    }

    /// Solves the positions of a stock; those to which turns lead from it are solved.
    fn solve(&self, stock: &Stock) -> Solved {
        let mut numbers = HashMap::new();
        self.rules.each_position(stock, &mut |state| {
            let number = numbers.len() as u32;
            assert_eq!(numbers.insert(self.code(&state), number), None, "{state:?} is told twice");
        });
        let (mut ahead, mut worths) = (vec![], vec![]);
        self.rules.each_position(stock, &mut |state| {
            worths.push(self.endless(&state));
            ahead.push(self.ahead(&state, stock, &numbers));
        });
        for pass in 0.. {
            // Whoever is won or lost in no more plies than there were passes is done with.
            let is_open = |worth: Worth| !matches!(worth, Worth::Win(plies) | Worth::Loss(plies) if plies < pass);
            let judged = ahead.iter().zip(&worths).enumerate().filter(|(_, (_, worth))| is_open(**worth));
            let judged = judged.map(|(number, (ahead, before))| (number, *before, ahead.judge(&worths)));
            let changed: Vec<_> = judged.filter(|(_, before, now)| before != now).collect();
            if changed.is_empty() {
                break;
            }
            changed.into_iter().for_each(|(number, _, now)| worths[number] = now);
        }
        Solved { numbers, worths }
    }

    /// Looks ahead from a position of a stock that has these numbers.
    fn ahead(&self, state: &State, stock: &Stock, numbers: &HashMap<u64, u32>) -> Ahead {
        let turns = match self.turns(state) {
            Ok(turns) => turns,
            Err(worth) => return Ahead { outside: Some(worth), inside: Box::new([]) },
        };
        let (mut outside, mut inside) = (None, vec![]);
        let next = turns.iter().map(|turn| self.rules.play(state, turn)).chain(self.rules.called(state));
        for next in next {
            if Stock::of(&next) == *stock {
                assert_ne!(next.to_move, state.to_move, "nobody has two turns: {state:?}");
                inside.push(*numbers.get(&self.code(&next)).unwrap_or_else(|| panic!("{next:?} is not told")));
                continue;
            }
            let worth = self.worth(&next);
            // Who goes on, having entered a piece or called for combat, has not had a turn yet.
            let worth = if next.to_move == state.to_move { worth } else { worth.before() };
            outside = outside.into_iter().chain([worth]).max_by_key(|worth| worth.liking());
        }
        inside.sort_unstable();
        inside.dedup();
        Ahead { outside, inside: inside.into() }
    }

    /// The worth of a position of a stock that is solved, or at which the game is over.
    fn worth(&self, state: &State) -> Worth {
        let Some(solved) = self.solved.get(&Stock::of(state)) else {
            return self.turns(state).expect_err("who has turns is of a stock");
        };
        let number = solved.numbers.get(&self.code(state)).unwrap_or_else(|| panic!("{state:?} is not told"));
        solved.worths[*number as usize]
    }

    /// Every turn, or the worth of a position at which the game is over, whatever led to it.
    fn turns(&self, state: &State) -> Result<Vec<Turn>, Worth> {
        let turns = self.rules.judge(state).map_err(|end| end.loser());
        let turns = turns.and_then(|turns| self.rules.few_end(state).map_or(Ok(turns), Err));
        turns.map_err(|loser| Worth::of_loser(loser, state.to_move))
    }

    /// What play comes to that never ends.
    fn endless(&self, state: &State) -> Worth {
        let of = |side: Side| state.number_standing(side);
        let winner = match (self.rules.repetition, self.rules.captors) {
            (Repetition::Count, _) if of(Side::First) > of(Side::Second) => Side::First,
            (Repetition::Count, _) if of(Side::First) < of(Side::Second) => Side::Second,
            (Repetition::CaptorWins, Captors::First) => Side::First,
            (Repetition::CaptorWins, Captors::Second) => Side::Second,
            _ => return Worth::Draw,
        };
        if winner == state.to_move { Worth::EndlessWin } else { Worth::EndlessLoss }
    }

    /// A number that is that of no other position of its stock: there is no room for millions of
    /// positions as they are.
    fn code(&self, state: &State) -> u64 {
        let is_closed = |row: &&i32| state.closed_rows.contains(row);
        let (points, rows) = (self.points.len(), self.rules.board.rows());
        let mut code = state.to_move.number() as u64;
        let mut add = |digit: usize, of: usize| {
            code = code.checked_mul(of as u64).expect("a code has room for few pieces") + digit as u64;
        };
        add(rows.iter().take_while(is_closed).count(), rows.len());
        add(rows.iter().rev().take_while(is_closed).count(), rows.len());
        for point in state.pieces.keys() {
            for (side, rank) in state.column(*point) {
                add(self.points[point], points);
                add(usize::from(state.huffable.contains(point)), 2);
                add(side.number(), 2);
                add(rank as usize, 3);
            }
        }
        code
    }
}
