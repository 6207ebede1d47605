//! Turns: which are legal, what they do, when the game is over.

use std::collections::BTreeSet;

use super::board::DIRECTIONS;
use super::capture::Capture;
use super::{Blocked, Chain, Duty, LastRow, P, Promotion, Rank, Return, Rules, Side, State};

/// All that a side does when it is to move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Turn {
    /// The piece of the opponent that is huffed first.
    pub huff: Option<P>,
    /// The start and every landing; empty for a bare huff and for a pass.
    pub path: Vec<P>,
    /// The pieces taken, in the order of the leaps, without the huff.
    pub taken: Vec<P>,
    pub pass: bool,
}

/// Why and how a game is over, seen from the position alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// This side has lost all its pieces, and the game.
    NoPieces(Side),
    /// There is no legal turn: this side has lost, or `None` for a draw.
    Blocked(Option<Side>),
}

impl End {
    /// The side that has lost; `None` for a draw.
    pub fn loser(self) -> Option<Side> {
        match self {
            End::NoPieces(side) => Some(side),
            End::Blocked(side) => side,
        }
    }
}

/// What perft counts (options.md, last paragraph).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// Distinct next states.
    Moves,
    /// Distinct sequences of all that a turn does.
    Paths,
}

impl Rules {
    /// Every legal turn, in order. A finished game has none.
    pub fn turns(&self, state: &State) -> Vec<Turn> {
        if self.outcome(state).is_some() {
            return vec![];
        }
        let active = self.active_turns(state);
        if active.is_empty() {
            return vec![pass()];
        }
        active
    }

    /// Whether the game is over, and how.
    pub fn outcome(&self, state: &State) -> Option<End> {
        for side in [state.to_move, state.to_move.other()] {
            if !state.has_pieces(side) {
                return Some(End::NoPieces(side));
            }
        }
        if !self.active_turns(state).is_empty() {
            return None;
        }
        match self.blocked {
            Blocked::Loss => Some(End::Blocked(Some(state.to_move))),
            Blocked::Draw => Some(End::Blocked(None)),
            // One passes, unless the other side could not move either.
            Blocked::Pass => {
                let passed = self.play(state, &pass());
                let is_dead = self.active_turns(&passed).is_empty();
                is_dead.then_some(End::Blocked(None))
            }
        }
    }

    /// The state after a legal turn.
    ///
    /// # Panics
    ///
    /// May panic if the turn is not among `turns`.
    pub fn play(&self, state: &State, turn: &Turn) -> State {
        let side = state.to_move;
        let before = match turn.huff {
            Some(point) => huffed(state, point),
            None => state.clone(),
        };
        let mut after = before.clone();
        after.to_move = side.other();
        after.last.remove(&side);
        for &victim in &turn.taken {
            after.remove(victim);
        }
        after.huffable = self.huffable_after(&before, turn);
        if let (Some(&start), Some(&end)) = (turn.path.first(), turn.path.last()) {
            let (_, rank) = after.pieces.remove(&start).expect("a piece moves");
            let rank = self.rank_after(side, rank, &turn.path);
            after.pieces.insert(end, (side, rank));
            match self.coming_back {
                Return::Free => {}
                Return::NotLast => {
                    after.last.insert(side, (end, start));
                }
                Return::Never => {
                    let mut been = after.been.remove(&start).unwrap_or_default();
                    been.extend(&turn.path);
                    after.been.insert(end, been);
                }
            }
        }
        after
    }

    /// The number of turn sequences of this length.
    pub fn perft(&self, state: &State, depth: u32, count: Count) -> u64 {
        if depth == 0 {
            return 1;
        }
        let turns = self.turns(state);
        match count {
            Count::Paths if depth == 1 => turns.len() as u64,
            Count::Paths => turns.iter().map(|turn| self.perft(&self.play(state, turn), depth - 1, count)).sum(),
            Count::Moves => {
                let next: BTreeSet<State> = turns.iter().map(|turn| self.play(state, turn)).collect();
                next.iter().map(|state| self.perft(state, depth - 1, count)).sum()
            }
        }
    }

    /// Every turn but a pass. A huff comes first and is followed by a step or a capture on the
    /// board without the huffed piece, unless that was the opponent's last.
    fn active_turns(&self, state: &State) -> Vec<Turn> {
        let mut turns = self.moves(state, None);
        for &point in &state.huffable {
            let without = huffed(state, point);
            if without.has_pieces(state.to_move.other()) {
                turns.extend(self.moves(&without, Some(point)));
            } else {
                turns.push(Turn { huff: Some(point), path: vec![], taken: vec![], pass: false });
            }
        }
        turns.sort();
        turns
    }

    /// The steps and captures that the rules allow, each after the given huff.
    fn moves(&self, state: &State, huff: Option<P>) -> Vec<Turn> {
        let captures = self.allowed_captures(state);
        let must_capture = self.capture == Duty::Mandatory && !captures.is_empty();
        let mut turns = Vec::new();
        for capture in captures {
            turns.push(Turn { huff, path: capture.path, taken: capture.taken, pass: false });
        }
        if must_capture {
            return turns;
        }
        for (from, to) in self.steps(state) {
            turns.push(Turn { huff, path: vec![from, to], taken: vec![], pass: false });
        }
        turns
    }

    /// The captures one may make. Where there is huffing, none is forbidden: what falls short is
    /// punished afterwards. Else a chain that must go on goes on, and who must take the most does.
    fn allowed_captures(&self, state: &State) -> Vec<Capture> {
        let mut captures = self.captures(state);
        if self.capture != Duty::Huff {
            if self.chain == Chain::Mandatory {
                captures.retain(|capture| !capture.is_cut_short);
            }
            let best = self.best_worth(state, &captures);
            captures.retain(|capture| Some(self.worth(state, &capture.taken)) == best);
        }
        captures
    }

    fn best_worth(&self, state: &State, captures: &[Capture]) -> Option<(usize, usize)> {
        let worths = captures.iter().map(|capture| self.worth(state, &capture.taken));
        worths.max()
    }

    /// Every step to an empty point: one point along a line, or any distance for a long king.
    fn steps(&self, state: &State) -> Vec<(P, P)> {
        let side = state.to_move;
        let mut steps = Vec::new();
        for (from, rank) in state.movers() {
            let is_king = rank == Rank::King;
            let is_frozen = !is_king && self.last_row != LastRow::Normal && self.board.is_far_row(side, from);
            if is_frozen {
                continue;
            }
            for direction in DIRECTIONS {
                if !is_king && !self.step_dirs.allow(side, direction) {
                    continue;
                }
                for to in self.board.ray(from, direction) {
                    if state.pieces.contains_key(&to) {
                        break;
                    }
                    if self.may_return(state, from, to) {
                        steps.push((from, to));
                    }
                    if !(is_king && self.promotion == Promotion::Long) {
                        break;
                    }
                }
            }
        }
        steps
    }

    /// The pieces of the mover that its opponent may huff after this turn (README, "Huffing").
    /// `before` is the board after the mover's own huff.
    fn huffable_after(&self, before: &State, turn: &Turn) -> BTreeSet<P> {
        let mut huffable = BTreeSet::new();
        let (Some(&start), Some(&end)) = (turn.path.first(), turn.path.last()) else {
            return huffable;
        };
        if self.capture != Duty::Huff {
            return huffable;
        }
        let captures = self.captures(before);
        let best = self.best_worth(before, &captures);
        let is_best = |taken: &[P]| Some(self.worth(before, taken)) == best;
        if turn.taken.is_empty() {
            // It took nothing: any piece that could have made a best capture.
            for capture in captures.iter().filter(|capture| is_best(&capture.taken)) {
                let stood = capture.path[0];
                huffable.insert(if stood == start { end } else { stood });
            }
        } else {
            // It took less than it had to: the capturing piece.
            let made = captures.iter().find(|capture| capture.path == turn.path);
            let is_cut_short = made.is_some_and(|capture| capture.is_cut_short);
            let should_have_gone_on = self.chain == Chain::Mandatory && is_cut_short;
            if should_have_gone_on || !is_best(&turn.taken) {
                huffable.insert(end);
            }
        }
        huffable
    }
}

fn pass() -> Turn {
    Turn { huff: None, path: vec![], taken: vec![], pass: true }
}

/// The state with one piece huffed and the same side to move.
fn huffed(state: &State, point: P) -> State {
    let mut without = state.clone();
    without.remove(point);
    without.huffable.clear();
    without
}
