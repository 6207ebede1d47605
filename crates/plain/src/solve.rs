//! Values of positions with few pieces, found by repeated passes over all of them.
//!
//! Every position starts with the value of endless play with its pieces. Each pass recomputes the values from the next
//! positions, until none changes. Only forced ends and captures move values away from the start, ply by ply; positions
//! that never change are endless play.

use litemap::LiteMap;
use rustc_hash::FxHashMap;

use super::{Captors, MaterialSignature, P, Repetition, Rules, Side, State, Turn};

/// Value of a position for the side to move, with the exact number of plies to the end under shortest wins and longest
/// losses. A turn is one ply, however much it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExactValue {
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

impl ExactValue {
    /// Returns the value one ply earlier for the other side, whose turn led here.
    fn before(self) -> ExactValue {
        match self {
            ExactValue::Win(plies) => ExactValue::Loss(plies + 1),
            ExactValue::EndlessWin => ExactValue::EndlessLoss,
            ExactValue::Draw => ExactValue::Draw,
            ExactValue::EndlessLoss => ExactValue::EndlessWin,
            ExactValue::Loss(plies) => ExactValue::Win(plies + 1),
        }
    }

    /// Returns a sort key for the side to move: quick wins highest, quick losses lowest.
    fn preference(self) -> i64 {
        const FAR: i64 = 1 << 32;
        match self {
            ExactValue::Win(plies) => FAR - i64::from(plies),
            ExactValue::EndlessWin => 1,
            ExactValue::Draw => 0,
            ExactValue::EndlessLoss => -1,
            ExactValue::Loss(plies) => i64::from(plies) - FAR,
        }
    }

    /// Returns the value for `to_move` of a game that `loser` has lost.
    fn of_loser(loser: Option<Side>, to_move: Side) -> ExactValue {
        match loser {
            None => ExactValue::Draw,
            Some(loser) if loser == to_move => ExactValue::Loss(0),
            Some(_) => ExactValue::Win(1),
        }
    }
}

/// Values of all positions with few pieces.
pub struct Solution<'a> {
    rules: &'a Rules,
    points: LiteMap<P, usize>,
    solved: LiteMap<MaterialSignature, Solved>,
}

/// Solved positions of one signature.
struct Solved {
    /// Number of each position, in enumeration order.
    numbers: FxHashMap<u64, u32>,
    values: Vec<ExactValue>,
}

/// Successors of a position.
struct Ahead {
    /// Best value outside of the signature; the value itself where the game is over.
    outside: Option<ExactValue>,
    /// Successors inside the signature.
    inside: Box<[u32]>,
}

impl Ahead {
    fn judge(&self, values: &[ExactValue]) -> ExactValue {
        let inside = self.inside.iter().map(|&number| values[number as usize].before());
        inside.chain(self.outside).max_by_key(|value| value.preference()).expect("a position without turns is terminal")
    }
}

impl<'a> Solution<'a> {
    /// Solves all positions with at most `most` pieces, those in hand included.
    pub fn new(rules: &'a Rules, most: usize) -> Solution<'a> {
        let points = rules.board.points.iter().copied().zip(0..).collect();
        let mut solution = Solution { rules, points, solved: LiteMap::new() };
        for signature in rules.signatures(most) {
            let solved = solution.solve(&signature);
            solution.solved.insert(signature, solved);
        }
        solution
    }

    /// Calls `each` with every position and its value.
    pub fn each(&self, mut each: impl FnMut(&State, ExactValue)) {
        for (signature, solved) in &self.solved {
            let mut values = solved.values.iter();
            self.rules.each_position(signature, &mut |state| {
                each(&state, *values.next().expect("every position has a value"));
            });
        }
    }

    /// Solves the positions of a signature. Signatures that captures and entries lead to are solved before.
    fn solve(&self, signature: &MaterialSignature) -> Solved {
        let mut numbers = FxHashMap::default();
        self.rules.each_position(signature, &mut |state| {
            let number = numbers.len() as u32;
            assert_eq!(numbers.insert(self.code(&state), number), None, "{state:?} is visited twice");
        });
        let (mut ahead, mut values) = (vec![], vec![]);
        self.rules.each_position(signature, &mut |state| {
            values.push(self.endless(&state));
            ahead.push(self.ahead(&state, signature, &numbers));
        });
        for pass in 0.. {
            // A value decided in no more plies than there were passes is final.
            let is_open =
                |value: ExactValue| !matches!(value, ExactValue::Win(plies) | ExactValue::Loss(plies) if plies < pass);
            let judged = ahead.iter().zip(&values).enumerate().filter(|(_, (_, value))| is_open(**value));
            let judged = judged.map(|(number, (ahead, before))| (number, *before, ahead.judge(&values)));
            let changed: Vec<_> = judged.filter(|(_, before, now)| before != now).collect();
            if changed.is_empty() {
                break;
            }
            changed.into_iter().for_each(|(number, _, now)| values[number] = now);
        }
        Solved { numbers, values }
    }

    /// Computes the successors of a position of a signature with these numbers.
    fn ahead(&self, state: &State, signature: &MaterialSignature, numbers: &FxHashMap<u64, u32>) -> Ahead {
        let turns = match self.turns(state) {
            Ok(turns) => turns,
            Err(value) => return Ahead { outside: Some(value), inside: Box::new([]) },
        };
        let (mut outside, mut inside) = (None, vec![]);
        let next = turns.iter().map(|turn| self.rules.play(state, turn)).chain(self.rules.called(state));
        for next in next {
            if MaterialSignature::of(&next) == *signature {
                assert_ne!(next.to_move, state.to_move, "no side has two turns: {state:?}");
                inside.push(*numbers.get(&self.code(&next)).unwrap_or_else(|| panic!("{next:?} is not numbered")));
                continue;
            }
            let value = self.value_of(&next);
            // A side that moves again after an entry or a call has not completed a ply.
            let value = if next.to_move == state.to_move { value } else { value.before() };
            outside = outside.into_iter().chain([value]).max_by_key(|value| value.preference());
        }
        inside.sort_unstable();
        inside.dedup();
        Ahead { outside, inside: inside.into() }
    }

    /// Returns the value of a position whose signature is solved, or at which the game is over.
    fn value_of(&self, state: &State) -> ExactValue {
        let Some(solved) = self.solved.get(&MaterialSignature::of(state)) else {
            return self.turns(state).expect_err("a position with turns has a solved signature");
        };
        let number = solved.numbers.get(&self.code(state)).unwrap_or_else(|| panic!("{state:?} is not numbered"));
        solved.values[*number as usize]
    }

    /// Returns every turn, or the value of a position at which the game is over, whatever led to it.
    fn turns(&self, state: &State) -> Result<Vec<Turn>, ExactValue> {
        let turns = self.rules.judge(state).map_err(|end| end.loser());
        let turns = turns.and_then(|turns| self.rules.few_end(state).map_or(Ok(turns), Err));
        turns.map_err(|loser| ExactValue::of_loser(loser, state.to_move))
    }

    /// Returns the value of endless play.
    fn endless(&self, state: &State) -> ExactValue {
        let of = |side: Side| state.number_standing(side);
        let winner = match (self.rules.repetition, self.rules.captors) {
            (Repetition::Count, _) if of(Side::First) > of(Side::Second) => Side::First,
            (Repetition::Count, _) if of(Side::First) < of(Side::Second) => Side::Second,
            (Repetition::CaptorWins, Captors::First) => Side::First,
            (Repetition::CaptorWins, Captors::Second) => Side::Second,
            _ => return ExactValue::Draw,
        };
        if winner == state.to_move { ExactValue::EndlessWin } else { ExactValue::EndlessLoss }
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
