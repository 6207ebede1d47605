//! Turns: which are legal, what they do, when the game is over.

use std::collections::{BTreeMap, BTreeSet};

use super::capture::Capture;
use super::{Blocked, Chain, Choice, Duty, LastRow, P, Promotion, Rank, Removal, Return, Rules, Side, State};

/// All that a side does when it is to move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Turn {
    /// The capture (path and pieces taken) that is played in place of the opponent's turn first.
    pub claim: Option<(Vec<P>, Vec<P>)>,
    /// The piece of the opponent that is huffed first.
    pub huff: Option<P>,
    /// The start and every landing; the point alone of a piece that enters; empty for a bare huff,
    /// a bare claim and for a pass.
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
        let mut before = state.clone();
        if let Some(claim) = &turn.claim {
            before = self.claimed(state, claim);
        }
        if let Some(point) = turn.huff {
            before = huffed(state, point);
        }
        let mut after = self.moved(&before, &turn.path, &turn.taken);
        after.to_move = side.other();
        after.huffable = self.huffable_after(&before, turn);
        after.before = if turn.path.is_empty() { None } else { self.before(&before, turn) };
        self.close(&mut after);
        after
    }

    /// The board after the side to move has gone this way and taken these pieces.
    pub fn moved(&self, before: &State, path: &[P], taken: &[P]) -> State {
        let side = before.to_move;
        let mut after = before.clone();
        after.last.remove(&side);
        after.before = None;
        let mut column = path.first().map(|&start| before.column(start)).unwrap_or_default();
        for &victim in taken {
            let piece = after.remove(victim).expect("a piece is taken");
            if self.removal == Removal::Under {
                column.insert(0, piece);
            }
        }
        let (Some(&start), Some(&end)) = (path.first(), path.last()) else { return after };
        if path.len() == 1 {
            after.hand[side.number()] -= 1;
            after.pieces.insert(end, (side, Rank::Man));
            return after;
        }
        let (_, rank) = column.pop().expect("a piece moves");
        column.push((side, self.rank_after(side, rank, path)));
        after.put_column(start, vec![]);
        after.put_column(end, column);
        match self.coming_back {
            Return::Free => {}
            Return::NotLast => {
                after.last.insert(side, (end, start));
            }
            Return::Never => {
                let mut been = after.been.remove(&start).unwrap_or_default();
                been.extend(path);
                after.been.insert(end, been);
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
    /// board without the huffed piece, unless that was the opponent's last. A claim is followed by
    /// a turn in the position after it, unless there is none.
    fn active_turns(&self, state: &State) -> Vec<Turn> {
        let mut turns = self.moves(state);
        for &point in &state.huffable {
            let without = huffed(state, point);
            if without.has_pieces(state.to_move.other()) {
                turns.extend(self.moves(&without).into_iter().map(|turn| Turn { huff: Some(point), ..turn }));
            } else {
                turns.push(Turn { huff: Some(point), ..Turn::default() });
            }
        }
        for claim in self.claims(state) {
            let claim = (claim.path, claim.taken);
            let own = self.moves(&self.claimed(state, &claim));
            if own.is_empty() {
                turns.push(Turn { claim: Some(claim), ..Turn::default() });
            } else {
                turns.extend(own.into_iter().map(|turn| Turn { claim: Some(claim.clone()), ..turn }));
            }
        }
        turns.sort();
        turns
    }

    /// The steps, entries and captures that the rules allow.
    fn moves(&self, state: &State) -> Vec<Turn> {
        let captures = self.allowed_captures(state);
        let is_bound = self.capture == Duty::Mandatory && self.choice != Choice::Protest;
        let must_capture = is_bound && !captures.is_empty();
        let mut turns = Vec::new();
        for capture in captures {
            turns.push(Turn { path: capture.path, taken: capture.taken, ..Turn::default() });
        }
        if must_capture {
            return turns;
        }
        for (from, to) in self.steps(state) {
            turns.push(Turn { path: vec![from, to], ..Turn::default() });
        }
        for &point in &self.board.points {
            let is_free = self.is_open(state, point) && !state.pieces.contains_key(&point);
            if is_free && self.may_enter(state) {
                turns.push(Turn { path: vec![point], ..Turn::default() });
            }
        }
        turns
    }

    /// A grain of the reserve enters in the place of one that was lost (hopi-keres.md, A2).
    fn may_enter(&self, state: &State) -> bool {
        let standing = |pieces: &BTreeMap<P, (Side, Rank)>, side: Side| {
            pieces.values().filter(|(owner, _)| *owner == side).count()
        };
        let side = state.to_move;
        state.hand[side.number()] > 0 && standing(&state.pieces, side) < standing(&self.start().pieces, side)
    }

    /// The captures one may make. Where there is huffing or protest, none is forbidden: what falls
    /// short is punished or undone afterwards. Else a chain that must go on goes on, and who must
    /// take the most does.
    fn allowed_captures(&self, state: &State) -> Vec<Capture> {
        let mut captures = self.captures(state);
        if self.capture != Duty::Huff && self.choice != Choice::Protest {
            if self.chain == Chain::Mandatory {
                captures.retain(|capture| !capture.is_cut_short);
            }
            let best = self.best_worth(&captures);
            captures.retain(|capture| Some(self.worth(capture)) == best);
        }
        captures
    }

    fn best_worth(&self, captures: &[Capture]) -> Option<Vec<usize>> {
        captures.iter().map(|capture| self.worth(capture)).max()
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
            for direction in self.board.directions(from) {
                if !is_king && !self.step_dirs.allow(side, direction) {
                    continue;
                }
                for to in self.open_ray(state, from, direction) {
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
        let best = self.best_worth(&captures);
        let is_best = |capture: &Capture| Some(self.worth(capture)) == best;
        if turn.taken.is_empty() {
            // It took nothing: any piece that could have made a best capture.
            for capture in captures.iter().filter(|capture| is_best(capture)) {
                let stood = capture.path[0];
                huffable.insert(if stood == start { end } else { stood });
            }
        } else {
            // It took less than it had to: the capturing piece.
            let is_made = |capture: &&Capture| capture.path == turn.path && capture.taken == turn.taken;
            let made = captures.iter().find(is_made).expect("a capture that can be made");
            let should_have_gone_on = self.chain == Chain::Mandatory && made.is_cut_short;
            if should_have_gone_on || !is_best(made) {
                huffable.insert(end);
            }
        }
        huffable
    }
}

fn pass() -> Turn {
    Turn { pass: true, ..Turn::default() }
}

/// The state with one piece huffed and the same side to move; of a tower, the top piece (buruj.md,
/// "Huff").
fn huffed(state: &State, point: P) -> State {
    let mut without = state.clone();
    without.remove(point);
    without.huffable.clear();
    without
}
