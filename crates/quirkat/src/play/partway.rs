//! Positions in the middle of a turn, for the eye.

use quirkat_rules::{Claim, Piece, Point, Rank, Removal, Ruleset, Setup, Turn};

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

/// What stands where after the first hops of a turn, and after its huff. Of a tower only the top is taken.
pub fn partway(before: &Setup, turn: &Turn, hops: usize, becomes: Taken) -> Setup {
    let mut setup = turn.claim.as_ref().map_or_else(|| before.clone(), |claim| claimed(before, claim, becomes));
    if let Some(huffed) = turn.huff {
        setup.columns[huffed.index()].pop();
    }
    if let [entered] = turn.path[..] {
        // A man from the hand.
        setup.columns[entered.index()].push(Piece { side: before.to_move, rank: Rank::MAN });
        return setup;
    }
    let prisoners: Vec<_> = taken(turn, hops).iter().filter_map(|gone| setup.columns[gone.index()].pop()).collect();
    if let (Some(&from), Some(&to)) = (turn.path.first(), turn.path.get(hops)) {
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
    let capture =
        Turn { claim: None, huff: None, path: claim.path.clone(), captures: claim.captures.clone(), effect: 0 };
    partway(&setup, &capture, capture.captures.len(), becomes)
}

/// What the first hops of a turn take: a piece each, where there are as many; otherwise all is taken at the end.
pub fn taken(turn: &Turn, hops: usize) -> &[Point] {
    let last = turn.path.len().saturating_sub(1);
    match turn.captures.len() == last {
        true => &turn.captures[..hops.min(last)],
        false if hops >= last => &turn.captures,
        false => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{AnyRules, find_game, read_fen, read_turn};

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
        before.columns[point("d4").index()] = vec![Piece { rank: Rank::KING, ..black }];
        let after = |hops, becomes| {
            let setup = partway(&before, &turn, hops, becomes);
            ["a1", "b2", "c3", "e5"].map(|name| setup.columns[point(name).index()].clone())
        };
        let king = Piece { rank: Rank::KING, ..black };
        assert_eq!(after(1, Taken::GoUnder), [vec![], vec![white], vec![black, white], vec![]]);
        assert_eq!(after(2, Taken::GoUnder), [vec![], vec![white], vec![], vec![king, black, white]]);
        assert_eq!(after(2, Taken::Leave), [vec![], vec![white], vec![], vec![white]]);
    }
}
