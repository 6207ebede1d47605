//! Values of positions with few pieces, found by repeated passes over all of them.
//!
//! Every position starts with the value of endless play with its pieces. Each pass recomputes the values from the next
//! positions, until none changes. Only forced ends and captures move values away from the start, ply by ply; positions
//! that never change are endless play.

use std::collections::{BTreeMap, HashMap};

use super::{Captors, P, Repetition, Rules, Side, State, Stock, Turn};

/// Value of a position for the side to move, with the exact number of plies to the end under shortest wins and longest
/// losses. A turn is one ply, however much it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// A win in this many plies; 1 if the game is won already.
    Win(u32),
    /// A win, in which the other side can play on forever and lose by the rule for endless play.
    EndlessWin,
    /// Neither side can force a win.
    Draw,
    /// A loss, in which the side can play on forever and lose by the rule for endless play.
    EndlessLoss,
    /// A loss in this many plies; 0 if the game is lost already.
    Loss(u32),
}

impl Worth {
    /// Returns the value one ply earlier for the other side, whose turn led here.
    fn before(self) -> Worth {
        match self {
            Worth::Win(plies) => Worth::Loss(plies + 1),
            Worth::EndlessWin => Worth::EndlessLoss,
            Worth::Draw => Worth::Draw,
            Worth::EndlessLoss => Worth::EndlessWin,
            Worth::Loss(plies) => Worth::Win(plies + 1),
        }
    }

    /// Returns a sort key for the side to move: quick wins highest, quick losses lowest.
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

    /// Returns the value for `to_move` of a game that `loser` has lost.
    fn of_loser(loser: Option<Side>, to_move: Side) -> Worth {
        match loser {
            None => Worth::Draw,
            Some(loser) if loser == to_move => Worth::Loss(0),
            Some(_) => Worth::Win(1),
        }
    }
}

/// Values of all positions with few pieces.
pub struct Solution<'a> {
    rules: &'a Rules,
    points: BTreeMap<P, usize>,
    solved: BTreeMap<Stock, Solved>,
}

/// Solved positions of one signature.
struct Solved {
    /// Number of each position, in enumeration order.
    numbers: HashMap<u64, u32>,
    worths: Vec<Worth>,
}

/// Successors of a position.
struct Ahead {
    /// Best value outside of the signature; the value itself where the game is over.
    outside: Option<Worth>,
    /// Successors inside the signature.
    inside: Box<[u32]>,
}

impl Ahead {
    fn judge(&self, worths: &[Worth]) -> Worth {
        let inside = self.inside.iter().map(|&number| worths[number as usize].before());
        inside.chain(self.outside).max_by_key(|worth| worth.liking()).expect("a position without turns is terminal")
    }
}

impl<'a> Solution<'a> {
    /// Solves all positions with at most `most` pieces, those in hand included.
    pub fn new(rules: &'a Rules, most: usize) -> Solution<'a> {
        let points = rules.board.points.iter().copied().zip(0..).collect();
        let mut solution = Solution { rules, points, solved: BTreeMap::new() };
        for stock in rules.stocks(most) {
            let solved = solution.solve(&stock);
            solution.solved.insert(stock, solved);
        }
        solution
    }

    /// Calls `each` with every position and its value.
    pub fn each(&self, mut each: impl FnMut(&State, Worth)) {
        for (stock, solved) in &self.solved {
            let mut worths = solved.worths.iter();
            self.rules.each_position(stock, &mut |state| {
                each(&state, *worths.next().expect("there are as many worths as positions"));
            });
        }
    }

    /// Solves the positions of a signature. Signatures that captures and entries lead to are solved before.
    fn solve(&self, stock: &Stock) -> Solved {
        let mut numbers = HashMap::new();
        self.rules.each_position(stock, &mut |state| {
            let number = numbers.len() as u32;
            assert_eq!(numbers.insert(self.code(&state), number), None, "{state:?} is visited twice");
        });
        let (mut ahead, mut worths) = (vec![], vec![]);
        self.rules.each_position(stock, &mut |state| {
            worths.push(self.endless(&state));
            ahead.push(self.ahead(&state, stock, &numbers));
        });
        for pass in 0.. {
            // A value decided in no more plies than there were passes is final.
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

    /// Computes the successors of a position of a signature with these numbers.
    fn ahead(&self, state: &State, stock: &Stock, numbers: &HashMap<u64, u32>) -> Ahead {
        let turns = match self.turns(state) {
            Ok(turns) => turns,
            Err(worth) => return Ahead { outside: Some(worth), inside: Box::new([]) },
        };
        let (mut outside, mut inside) = (None, vec![]);
        let next = turns.iter().map(|turn| self.rules.play(state, turn)).chain(self.rules.called(state));
        for next in next {
            if Stock::of(&next) == *stock {
                assert_ne!(next.to_move, state.to_move, "no side has two turns: {state:?}");
                inside.push(*numbers.get(&self.code(&next)).unwrap_or_else(|| panic!("{next:?} is not numbered")));
                continue;
            }
            let worth = self.worth(&next);
            // A side that goes on after an entry or a call has not completed a ply.
            let worth = if next.to_move == state.to_move { worth } else { worth.before() };
            outside = outside.into_iter().chain([worth]).max_by_key(|worth| worth.liking());
        }
        inside.sort_unstable();
        inside.dedup();
        Ahead { outside, inside: inside.into() }
    }

    /// Returns the value of a position whose signature is solved, or at which the game is over.
    fn worth(&self, state: &State) -> Worth {
        let Some(solved) = self.solved.get(&Stock::of(state)) else {
            return self.turns(state).expect_err("a position with turns belongs to a stock");
        };
        let number = solved.numbers.get(&self.code(state)).unwrap_or_else(|| panic!("{state:?} is not numbered"));
        solved.worths[*number as usize]
    }

    /// Returns every turn, or the value of a position at which the game is over, whatever led to it.
    fn turns(&self, state: &State) -> Result<Vec<Turn>, Worth> {
        let turns = self.rules.judge(state).map_err(|end| end.loser());
        let turns = turns.and_then(|turns| self.rules.few_end(state).map_or(Ok(turns), Err));
        turns.map_err(|loser| Worth::of_loser(loser, state.to_move))
    }

    /// Returns the value of endless play.
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

    /// Returns a code that is unique within the signature; millions of whole positions would not fit in memory.
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
