//! Mills: three of one side in a row on a line (morris.md; fanorona.md, "Telo").

use std::collections::BTreeSet;

use super::board::towards;
use super::{DoubleMill, Mills, P, Rules, Side, State, Truth, Turn};

impl Rules {
    /// Returns every three points in a row on a drawn line that count as a mill.
    pub fn mill_lines(&self) -> BTreeSet<BTreeSet<P>> {
        let mut lines = BTreeSet::new();
        for [a, b, c] in self.board.leaps() {
            let (x, y) = towards(a, b);
            if self.diagonal_mills == Truth::Yes || x == 0 || y == 0 {
                lines.insert(BTreeSet::from([a, b, c]));
            }
        }
        lines
    }

    /// Returns the mills of a side.
    pub fn mills_of(&self, state: &State, side: Side) -> Vec<BTreeSet<P>> {
        let is_own = |point: &P| state.pieces.get(point).is_some_and(|piece| piece.0 == side);
        self.mill_lines().into_iter().filter(|line| line.iter().all(is_own)).collect()
    }

    /// Returns these turns, each with every choice of men that its mills take.
    pub fn with_mills(&self, state: &State, turns: Vec<Turn>) -> Vec<Turn> {
        if self.mills != Mills::Take {
            return turns;
        }
        turns.into_iter().flat_map(|turn| self.with_removals(state, turn)).collect()
    }

    fn with_removals(&self, state: &State, turn: Turn) -> Vec<Turn> {
        let (side, after) = (state.to_move, self.play(state, &turn));
        let arrived: BTreeSet<P> = turn.drop.iter().chain(turn.path.last()).copied().collect();
        let made = self.mills_of(&after, side).into_iter().filter(|mill| !mill.is_disjoint(&arrived)).count();
        let most = match self.double_mill {
            DoubleMill::One => 1,
            DoubleMill::Two => 2,
        };
        let mut ways = vec![(after, turn)];
        for _ in 0..made.min(most) {
            ways = ways.into_iter().flat_map(|(after, turn)| self.removals(after, turn, side.other())).collect();
        }
        // Two men taken together are one action, whichever is named first.
        let turns: BTreeSet<Turn> = ways
            .into_iter()
            .map(|(_, mut turn)| {
                turn.removed.sort();
                turn
            })
            .collect();
        turns.into_iter().collect()
    }

    /// Returns the turn with each man that may be taken next; unchanged if there is none.
    fn removals(&self, after: State, turn: Turn, from: Side) -> Vec<(State, Turn)> {
        let points = self.removable(&after, from);
        if points.is_empty() {
            return vec![(after, turn)];
        }
        let mut ways = Vec::new();
        for point in points {
            let (mut after, mut turn) = (after.clone(), turn.clone());
            after.remove(point);
            turn.removed.push(point);
            ways.push((after, turn));
        }
        ways
    }

    /// Returns the men of a side that a mill may take: with `mill_protected` none inside a mill, while another is
    /// outside.
    fn removable(&self, state: &State, side: Side) -> Vec<P> {
        let own: Vec<P> = state.pieces.iter().filter(|(_, piece)| piece.0 == side).map(|(&point, _)| point).collect();
        let in_mills: BTreeSet<P> = self.mills_of(state, side).into_iter().flatten().collect();
        let free: Vec<P> = own.iter().copied().filter(|point| !in_mills.contains(point)).collect();
        if self.mill_protected == Truth::Yes && !free.is_empty() { free } else { own }
    }
}
