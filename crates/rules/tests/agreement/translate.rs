//! Positions, turns and ends of the plain engine as the fast one tells them.

use crate::pair::{PLAY_KEYS, Pair};
use crate::plain;
use quirkat_rules::{
    Approach, Before, Board, Claim, Key, Options, Outcome, Piece, Point, Rank, Reason, Recollection, Rolled, Run,
    Setup, Side, Turn,
};
use std::collections::BTreeSet;

impl Pair {
    /// The setup of a plain position.
    pub fn setup(&self, state: &plain::State) -> Setup {
        let point = |place: &plain::P| self.points[place];
        let sorted = |places: &mut dyn Iterator<Item = &plain::P>| {
            let mut points: Vec<_> = places.map(point).collect();
            points.sort_unstable();
            points
        };
        let mut been: Vec<_> = state
            .been
            .iter()
            .map(|(stands, places)| (point(stands), sorted(&mut places.iter().filter(|&place| place != stands))))
            .filter(|(_, places)| !places.is_empty())
            .collect();
        been.sort_unstable();
        let last = [plain::Side::First, plain::Side::Second]
            .map(|side| state.last.get(&side).map(|(stands, began)| (point(stands), point(began))));
        let closed = self.closed(state);
        let hand = state.hand.map(|men| men as u8);
        let before = state
            .before
            .as_ref()
            .map(|before| Before { columns: self.columns(&before.state), taken: before.taken as u8 });
        let huffable = sorted(&mut state.huffable.iter());
        let rolled = state.thrown.map(|thrown| match thrown {
            plain::Throw::One => Rolled::One,
            plain::Throw::Three => Rolled::Row,
        });
        let recollection = Recollection { huffable, last, been, closed, hand, rolled, combat: state.combat, before };
        Setup { to_move: side(state.to_move), columns: self.columns(state), recollection }
    }

    /// What stands on the points, from bottom to top.
    fn columns(&self, state: &plain::State) -> Vec<Vec<Piece>> {
        let piece = |(owner, rank)| Piece {
            side: side(owner),
            rank: match rank {
                plain::Rank::Man => Rank::Man,
                plain::Rank::Prince => Rank::Prince,
                plain::Rank::King => Rank::King,
            },
        };
        self.places.iter().map(|&place| state.column(place).into_iter().map(piece).collect()).collect()
    }

    /// How many rows are closed at the bottom and the top, and columns at the left and the right.
    fn closed(&self, state: &plain::State) -> [u8; 4] {
        let leading = |lines: &[i32], closed: &BTreeSet<i32>| {
            let backwards = lines.iter().rev().take_while(|line| closed.contains(line)).count() as u8;
            [lines.iter().take_while(|line| closed.contains(line)).count() as u8, backwards]
        };
        let [bottom, top] = leading(self.plain.board.rows(), &state.closed_rows);
        let [left, right] = leading(self.plain.board.columns(), &state.closed_columns);
        [bottom, top, left, right]
    }

    /// The position and the options that are not the usual ones, to play it by hand.
    pub fn describe(&self, state: &plain::State) -> String {
        let ruleset = self.fast.ruleset();
        let setup = self.setup(state);
        let options: Vec<_> = PLAY_KEYS
            .iter()
            .map(|&key| (key, Key::named(key).unwrap()))
            .filter(|(_, key)| key.value(&ruleset.options) != key.value(&Options::default()))
            .map(|(name, key)| format!("{name}={}", key.value(&ruleset.options)))
            .collect();
        format!("at {} under {}", quirkat_rules::write_fen(&ruleset, &setup), options.join(" "))
    }

    /// A turn of the plain engine as the fast one would list it.
    pub fn way(&self, turn: &plain::Turn) -> Way {
        let all = |places: &[plain::P]| places.iter().map(|place| self.points[place]).collect::<Vec<_>>();
        let claim = turn.claim.as_ref().map(|(path, taken)| (all(path), all(taken)));
        let marks = turn.ways.iter().map(|way| match way {
            plain::Way::Approach => 'A',
            plain::Way::Withdrawal => 'W',
        });
        let mut removed = all(&turn.removed);
        removed.sort_unstable();
        Way {
            claim,
            huff: turn.huff.map(|place| self.points[&place]),
            roll: turn.roll,
            drops: all(&turn.drop),
            path: all(&turn.path),
            taken: all(&turn.taken),
            marks: marks.collect(),
            removed,
        }
    }
}

/// All that a turn does.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Way {
    /// The path that is claimed, and what it takes.
    claim: Option<(Vec<Point>, Vec<Point>)>,
    huff: Option<Point>,
    roll: Option<[u8; 3]>,
    drops: Vec<Point>,
    path: Vec<Point>,
    taken: Vec<Point>,
    /// Of captures by approach and withdrawal, which it was at each hop.
    marks: Vec<char>,
    /// What is taken off in the end, in the order of the points.
    removed: Vec<Point>,
}

impl Way {
    /// A turn of the fast engine.
    pub fn of(turn: &Turn) -> Way {
        assert!(!turn.calls, "a call is not listed");
        let length: usize = turn.runs.iter().map(|run| run.length).sum();
        assert!(turn.runs.is_empty() || length == turn.captures.len(), "the runs are what is taken: {turn:?}");
        let mut removed = turn.removed.clone();
        removed.sort_unstable();
        Way {
            claim: turn.claim.clone().map(|Claim { path, captures }| (path, captures)),
            huff: turn.huff,
            roll: turn.roll,
            drops: turn.drops.clone(),
            path: turn.path.clone(),
            taken: turn.captures.clone(),
            marks: turn.runs.iter().map(|run| run.approach.mark()).collect(),
            removed,
        }
    }

    /// The turn in the words of the notation, and what it takes.
    pub fn text(&self, board: &Board) -> String {
        let approach = |mark: &char| if *mark == 'A' { Approach::Toward } else { Approach::Away };
        let turn = Turn {
            claim: self.claim.clone().map(|(path, captures)| Claim { path, captures }),
            huff: self.huff,
            roll: self.roll,
            drops: self.drops.clone(),
            path: self.path.clone(),
            captures: self.taken.clone(),
            runs: self.marks.iter().map(|mark| Run { approach: approach(mark), length: 0 }).collect(),
            removed: self.removed.clone(),
            ..Turn::default()
        };
        let taken: Vec<_> = self.taken.iter().map(|&point| board.name(point)).collect();
        if taken.is_empty() { turn.text(board) } else { format!("{} over {}", turn.text(board), taken.join(",")) }
    }
}

fn side(side: plain::Side) -> Side {
    if side == plain::Side::First { Side::First } else { Side::Second }
}

/// The end of a game as the fast engine tells it.
pub fn outcome(end: plain::End) -> Outcome {
    let winner = end.loser().map(|loser| side(loser).other());
    let reason = match end {
        plain::End::NoPieces(_) => Reason::NoPieces,
        plain::End::Taken(_) => Reason::Toll,
        plain::End::King(_) => Reason::KingLost,
        plain::End::Row(_) => Reason::ThreeInARow,
        plain::End::Placed => Reason::Placed,
        plain::End::Blocked(_) => Reason::Blocked,
    };
    Outcome { winner, reason }
}
