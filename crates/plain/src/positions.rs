//! Enumeration of all positions with few pieces.

use litemap::LiteMap;
use std::collections::BTreeSet;

use super::{Captors, Combat, Duty, P, Promotion, Rank, Removal, Rules, Side, State};

const SIDES: [Side; 2] = [Side::First, Side::Second];
const RANKS: [Rank; 3] = [Rank::Man, Rank::Prince, Rank::King];

/// Material signature: two positions share it if turns without captures, entries and calls can lead from one to the
/// other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MaterialSignature {
    /// Pieces of each side on the board, prisoners included.
    pub standing: [usize; 2],
    /// Pieces in hand, by side.
    pub hand: [usize; 2],
    /// Whether a side has called for single combat.
    pub combat: bool,
}

impl MaterialSignature {
    /// Returns the signature of a position.
    pub fn of(state: &State) -> MaterialSignature {
        let pieces = state.pieces.values().chain(state.under.values().flatten());
        let mut standing = [0, 0];
        pieces.for_each(|&(side, _)| standing[side.number()] += 1);
        MaterialSignature { standing, hand: state.hand, combat: state.combat }
    }

    /// Returns a sort key: turns lead to the same signature or to an earlier one.
    fn order(&self) -> impl Ord + use<> {
        let (standing, hand): (usize, usize) = (self.standing.iter().sum(), self.hand.iter().sum());
        (standing + hand, hand, !self.combat)
    }
}

impl Rules {
    /// Returns every signature of at most `most` pieces in which both sides have one. Pieces that cannot be taken are
    /// all present.
    pub fn signatures(&self, most: usize) -> Vec<MaterialSignature> {
        let [of_first, of_second] = SIDES.map(|side| self.stocks_of(side, most));
        let mut signatures = vec![];
        for first in of_first {
            for second in &of_second {
                let (standing, hand) = ([first.0, second.0], [first.1, second.1]);
                let pieces = [first.0 + first.1, second.0 + second.1];
                let may_call = self.single_combat == Combat::OnCall && pieces == [1, 1];
                if pieces.iter().sum::<usize>() <= most {
                    signatures.push(MaterialSignature { standing, hand, combat: false });
                    signatures.extend(may_call.then_some(MaterialSignature { standing, hand, combat: true }));
                }
            }
        }
        signatures.sort_by_key(MaterialSignature::order);
        signatures
    }

    /// Returns the numbers of pieces that a side may have on the board and in hand.
    fn stocks_of(&self, side: Side, most: usize) -> Vec<(usize, usize)> {
        let is_safe = match self.captors {
            Captors::Both => false,
            Captors::First => side == Side::First,
            Captors::Second => side == Side::Second,
        };
        let all = self.all_at_start(side);
        let pieces = (if is_safe { all } else { 1 })..=all.min(most);
        let hand = |pieces: usize| 0..=self.hand_at_start[side.number()].min(pieces);
        pieces.flat_map(|pieces| hand(pieces).map(move |hand| (pieces - hand, hand))).collect()
    }

    /// Calls `each` with every position of a signature.
    pub fn each_position(&self, signature: &MaterialSignature, each: &mut dyn FnMut(State)) {
        let points: Vec<P> = self.board.points.iter().copied().collect();
        let empty = self.state(LiteMap::new(), Side::First);
        let mut state = State { hand: signature.hand, combat: signature.combat, ..empty };
        self.place(&points, signature.standing, &mut state, each);
    }

    /// Places the given numbers of pieces on these points in every way.
    fn place(&self, points: &[P], left: [usize; 2], state: &mut State, each: &mut dyn FnMut(State)) {
        if left == [0, 0] {
            if self.can_stand(state) {
                self.remember(state, each);
            }
            return;
        }
        let columns = self.columns(left);
        for (number, &point) in points.iter().enumerate() {
            for column in &columns {
                let mut left = left;
                column.iter().for_each(|(side, _)| left[side.number()] -= 1);
                state.put_column(point, column.clone());
                self.place(&points[number + 1..], left, state, each);
            }
            state.put_column(point, vec![]);
        }
    }

    /// Returns the columns of at most these pieces, from bottom to top: in tower games one side's block over prisoners,
    /// because captured pieces go under their captor; else single pieces.
    fn columns(&self, left: [usize; 2]) -> Vec<Vec<(Side, Rank)>> {
        let [own_most, prisoners_most] = if self.removal == Removal::Under { [usize::MAX; 2] } else { [1, 0] };
        let mut columns = vec![];
        for owner in SIDES {
            for prisoners in 0..=left[owner.other().number()].min(prisoners_most) {
                for own in 1..=left[owner.number()].min(own_most) {
                    for below in self.blocks(owner.other(), prisoners) {
                        let above = self.blocks(owner, own).into_iter();
                        columns.extend(above.map(|above| [below.clone(), above].concat()));
                    }
                }
            }
        }
        columns
    }

    /// Returns blocks of `height` pieces of a side, in all orders of ranks.
    fn blocks(&self, side: Side, height: usize) -> Vec<Vec<(Side, Rank)>> {
        let ranks: Vec<Rank> = RANKS.into_iter().filter(|&rank| self.most_of(side, rank) > 0).collect();
        let mut blocks = vec![vec![]];
        for _ in 0..height {
            let higher = |block: Vec<(Side, Rank)>| {
                ranks.iter().map(move |&rank| block.iter().copied().chain([(side, rank)]).collect()).collect::<Vec<_>>()
            };
            blocks = blocks.into_iter().flat_map(higher).collect();
        }
        blocks
    }

    /// Returns the maximum number of a side's pieces of a rank: unlimited for men and their promotions, the starting
    /// number for others.
    fn most_of(&self, side: Side, rank: Rank) -> usize {
        let is_made = rank == Rank::Man || rank == Rank::King && self.promotion != Promotion::None;
        let at_start = self.pieces_at_start.values().filter(|&&piece| piece == (side, rank)).count();
        if is_made { usize::MAX } else { at_start }
    }

    /// Returns whether every piece can stand there between turns. Where men promote, none stands on its far row, except
    /// that a man that becomes commander there is not promoted by that.
    fn can_stand(&self, state: &State) -> bool {
        let count = |piece: (Side, Rank)| {
            let all = state.pieces.values().chain(state.under.values().flatten());
            all.filter(|&&other| other == piece).count()
        };
        let are_few =
            SIDES.iter().all(|&side| RANKS.iter().all(|&rank| count((side, rank)) <= self.most_of(side, rank)));
        let crowns = self.promotion != Promotion::None && self.removal != Removal::Under;
        let is_crowned =
            |(&point, &(side, rank)): (&P, &(Side, Rank))| rank == Rank::Man && self.board.is_far_row(side, point);
        are_few && !(crowns && state.pieces.iter().any(is_crowned))
    }

    /// Calls `each` with the position and every memory that it may have.
    fn remember(&self, state: &State, each: &mut dyn FnMut(State)) {
        for to_move in SIDES {
            let owing = state.pieces.iter().filter(|(_, piece)| piece.0 != to_move).map(|(&point, _)| point).collect();
            let huffable = if self.capture == Duty::Huff { subsets(owing) } else { vec![BTreeSet::new()] };
            for huffable in &huffable {
                for closed_rows in self.closable(state) {
                    each(State { to_move, huffable: huffable.clone(), closed_rows, ..state.clone() });
                }
            }
        }
    }

    /// Returns the sets of rows that may be closed around these pieces: some at either end.
    fn closable(&self, state: &State) -> Vec<BTreeSet<i32>> {
        let (rows, numbers) = (self.board.rows(), self.numbers_closed());
        let are_free = |rows: &[i32]| state.pieces.keys().all(|point| !rows.contains(&point.1));
        let mut closable = vec![];
        for &below in &numbers {
            for &above in &numbers {
                let (bottom, top) = (&rows[..below], &rows[rows.len() - above..]);
                if are_free(bottom) && are_free(top) {
                    closable.push(bottom.iter().chain(top).copied().collect());
                }
            }
        }
        closable
    }
}

/// Returns all subsets of some points.
fn subsets(points: Vec<P>) -> Vec<BTreeSet<P>> {
    let mut subsets = vec![BTreeSet::new()];
    for point in points {
        let with = |subset: &BTreeSet<P>| subset.iter().copied().chain([point]).collect();
        let with: Vec<BTreeSet<P>> = subsets.iter().map(with).collect();
        subsets.extend(with);
    }
    subsets
}
