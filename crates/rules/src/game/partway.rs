//! Positions in the middle of a turn, for the eye.
//!
//! The rules know positions before and after turns only. Whoever enters a turn point by point, or watches one hop by
//! hop, wants to see what lies between: [`partway`] makes it of the turn and how far it has come. Nobody may play on from
//! such a setup; promotion and what the rules remember are left to the end of the turn.

use crate::engine::turn::{Claim, Progress, Turn};
use crate::ground::board::Point;
use crate::ground::setup::{Piece, Rank, Setup};
use crate::options::Removal;
use crate::ruleset::Ruleset;

/// What becomes of the pieces that are leapt over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Taken {
    /// They leave the board.
    #[default]
    Leave,
    /// They go under the piece that takes them.
    GoUnder,
}

impl Taken {
    /// What a game's rules say.
    pub fn of(ruleset: &Ruleset) -> Taken {
        if ruleset.options.removal == Removal::Under { Taken::GoUnder } else { Taken::Leave }
    }
}

/// What stands where when a turn has come so far, after its huff. Of a tower only the top is taken.
pub fn partway(before: &Setup, turn: &Turn, progress: Progress, becomes: Taken) -> Setup {
    let mut setup = turn.claim.as_ref().map_or_else(|| before.clone(), |claim| claimed(before, claim, becomes));
    if let Some(huffed) = turn.huff {
        setup.columns[huffed.index()].pop();
    }
    for entered in &turn.drops[..progress.drops] {
        setup.columns[entered.index()].push(Piece { side: before.to_move, rank: Rank::Man });
        let hand = &mut setup.recollection.hand[before.to_move.index()];
        *hand = hand.saturating_sub(1);
    }
    let prisoners: Vec<_> = taken(turn, progress).iter().filter_map(|gone| setup.columns[gone.index()].pop()).collect();
    let reached = progress.path.checked_sub(1).and_then(|hops| turn.path.get(hops));
    if let (Some(&from), Some(&to)) = (turn.path.first(), reached) {
        let mut column = std::mem::take(&mut setup.columns[from.index()]);
        if becomes == Taken::GoUnder {
            column.splice(0..0, prisoners.into_iter().rev());
        }
        setup.columns[to.index()] = column;
    }
    setup
}

/// What stands where after a claim: the turn before is taken back, and the claimed capture played.
fn claimed(now: &Setup, claim: &Claim, becomes: Taken) -> Setup {
    let mut setup = now.clone();
    if let Some(before) = &now.recollection.before {
        setup.columns.clone_from(&before.columns);
    }
    let capture = Turn { path: claim.path.clone(), captures: claim.captures.clone(), ..Turn::default() };
    partway(&setup, &capture, Progress::whole(&capture), becomes)
}

/// What a turn has taken when it has come so far, without the huff.
pub fn taken(turn: &Turn, progress: Progress) -> Vec<Point> {
    let hops = progress.path.saturating_sub(1);
    let by_the_way = (0..hops).flat_map(|hop| turn.taken_by(hop));
    by_the_way.chain(&turn.removed[..progress.removed]).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyRules, find_game, read_fen, read_turn};

    #[test]
    fn what_is_taken_leaves_or_goes_under() {
        let ruleset = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
        let setup = read_fen(&ruleset, "W:Wa1:Bb2,d4").unwrap();
        let game = AnyRules::compile(ruleset.clone()).unwrap().game(Some(&setup)).unwrap();
        let turn = read_turn(&*game, "a1xc3xe5").unwrap();
        let mut before = setup;
        let point = |name| ruleset.board.point(name).unwrap();
        let [white, black] = ["a1", "b2"].map(|name| before.top(point(name)).unwrap());
        before.columns[point("b2").index()] = vec![white, black];
        before.columns[point("d4").index()] = vec![Piece { rank: Rank::King, ..black }];
        let after = |hops: usize, becomes| {
            let setup = partway(&before, &turn, Progress { path: 1 + hops, ..Progress::default() }, becomes);
            ["a1", "b2", "c3", "e5"].map(|name| setup.columns[point(name).index()].clone())
        };
        let king = Piece { rank: Rank::King, ..black };
        assert_eq!(after(1, Taken::GoUnder), [vec![], vec![white], vec![black, white], vec![]]);
        assert_eq!(after(2, Taken::GoUnder), [vec![], vec![white], vec![], vec![king, black, white]]);
        assert_eq!(after(2, Taken::Leave), [vec![], vec![white], vec![], vec![white]]);
    }

    #[test]
    fn men_enter_from_the_hand_and_a_huffed_piece_leaves_first() {
        let ruleset = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
        let mut before = read_fen(&ruleset, "W:Wa1:Bb2,d4").unwrap();
        before.recollection.hand = [2, 0];
        let point = |name| ruleset.board.point(name).unwrap();
        let drops = vec![point("c3"), point("e5")];
        let turn = Turn { huff: Some(point("b2")), drops, removed: vec![point("d4")], ..Turn::default() };
        let after = |progress| {
            let setup = partway(&before, &turn, progress, Taken::Leave);
            let standing = ["b2", "c3", "d4", "e5"].map(|name| setup.columns[point(name).index()].len());
            (standing, setup.recollection.hand)
        };
        assert_eq!(after(Progress::default()), ([0, 0, 1, 0], [2, 0]));
        assert_eq!(after(Progress { drops: 1, ..Progress::default() }), ([0, 1, 1, 0], [1, 0]));
        assert_eq!(after(Progress::whole(&turn)), ([0, 1, 0, 1], [0, 0]));
        assert_eq!(taken(&turn, Progress::whole(&turn)), [point("d4")]);
    }
}
