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
    /// They stand where they are until the turn is over.
    Stay,
    /// They go under the piece that takes them.
    GoUnder,
}

impl Taken {
    /// What a game's rules say.
    pub fn of(ruleset: &Ruleset) -> Taken {
        match ruleset.options.removal {
            Removal::Immediate => Taken::Leave,
            Removal::End => Taken::Stay,
            Removal::Under => Taken::GoUnder,
        }
    }

    /// The same when the turn is over: then nothing stays.
    pub fn over(self) -> Taken {
        match self {
            Taken::Leave | Taken::Stay => Taken::Leave,
            Taken::GoUnder => Taken::GoUnder,
        }
    }
}

/// What stands where when a turn has come so far, after its huff. Of a tower only the top is taken. What stays until the
/// turn is over stands there however far it has come: whether it is over is for the player to say, and for [`Taken::over`].
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
    let lifted = by_the_way(turn, progress).filter(|_| becomes != Taken::Stay);
    let prisoners: Vec<_> = lifted.filter_map(|gone| setup.columns[gone.index()].pop()).collect();
    for gone in &turn.removed[..progress.removed] {
        setup.columns[gone.index()].pop();
    }
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
    partway(&setup, &capture, Progress::whole(&capture), becomes.over())
}

/// What a turn has taken when it has come so far, without the huff.
pub fn taken(turn: &Turn, progress: Progress) -> Vec<Point> {
    by_the_way(turn, progress).chain(&turn.removed[..progress.removed]).copied().collect()
}

/// What its hops have taken.
fn by_the_way(turn: &Turn, progress: Progress) -> impl Iterator<Item = &Point> {
    let hops = progress.path.saturating_sub(1 + usize::from(progress.is_untold));
    (0..hops).flat_map(|hop| turn.taken_by(hop))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyRules, Partial, find_game, read_fen, read_turn};

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
        assert_eq!(after(2, Taken::Stay), [vec![], vec![white, black], vec![], vec![white]]);
    }

    #[test]
    fn nothing_is_taken_before_it_is_told_what() {
        let ruleset = find_game("fanorona").unwrap().ruleset(None, &[]).unwrap();
        // From e3 to e4 a man comes up to e5, and goes away from e2.
        let setup = read_fen(&ruleset, "W:We3:Be5,e2,a1").unwrap();
        let turns = AnyRules::compile(ruleset.clone()).unwrap().game(Some(&setup)).unwrap().turns().unwrap();
        let gone = |names: &[&str]| {
            let points: Vec<_> = names.iter().map(|name| ruleset.board.point(name).unwrap()).collect();
            let (turn, progress) = Partial::new(&ruleset.board, &turns, None, None, &points).begun.unwrap();
            let shown = partway(&setup, turn, progress, Taken::of(&ruleset));
            let empty = ["e2", "e5"].map(|name| shown.columns[ruleset.board.point(name).unwrap().index()].is_empty());
            (taken(turn, progress).len(), empty)
        };
        assert_eq!(gone(&["e3", "e4"]), (0, [false, false]));
        assert_eq!(gone(&["e3", "e4", "e2"]), (1, [true, false]));
        assert_eq!(gone(&["e3", "e4", "e5"]), (1, [false, true]));
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
