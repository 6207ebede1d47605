//! Legality of turns.

use super::capture::Capture;
use super::huff::huffed;
use super::{Chain, Choice, Duty, LastRow, P, Promotion, Rank, Resupply, Rules, State, Truth, Turn};

impl Rules {
    /// Returns every turn except a pass. A huff comes first and is followed by a step or a capture on the board without
    /// the huffed piece, unless that was the opponent's last. A claim is followed by a turn in the position after it,
    /// unless there is none.
    pub fn active_turns(&self, state: &State) -> Vec<Turn> {
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

    /// Returns the turns of the side to move without claims and huffs.
    fn moves(&self, state: &State) -> Vec<Turn> {
        if self.must_throw(state) {
            return self.throws();
        }
        if let Some(removals) = self.opening_turns(state) {
            return removals;
        }
        if self.must_place(state) {
            return self.with_mills(state, self.placements(state));
        }
        if self.must_enter(state) {
            return self.with_mills(state, self.entries(state));
        }
        self.with_mills(state, self.turns_on_board(state))
    }

    /// Returns the legal steps and captures, and the entries that may be made instead.
    pub fn turns_on_board(&self, state: &State) -> Vec<Turn> {
        let captures = self.allowed_captures(state);
        let must_capture = self.must_capture(state, &captures);
        let mut turns = Vec::new();
        for Capture { path, ways, taken, .. } in captures {
            turns.push(Turn { path, ways, taken, ..Turn::default() });
        }
        if must_capture {
            return turns;
        }
        for (from, to) in self.steps(state) {
            turns.push(Turn { path: vec![from, to], ..Turn::default() });
        }
        if self.resupply == Resupply::Optional && self.may_enter(state) {
            turns.extend(self.entries(state));
        }
        self.offers(state, self.in_combat(state, turns))
    }

    /// Returns whether one of these captures must be made.
    fn must_capture(&self, state: &State, captures: &[Capture]) -> bool {
        let is_bound = match self.capture {
            Duty::Mandatory => !captures.is_empty(),
            // The obligation depends on men before `choice` applies; then any capture that `choice` allows satisfies
            // it.
            Duty::Men => self.captures(state).iter().any(|capture| capture.by == Rank::Man),
            Duty::Optional | Duty::Huff => self.is_given(state) && !captures.is_empty(),
        };
        is_bound && self.choice != Choice::Protest
    }

    /// Returns the captures that may be made. Where there is huffing or protest, none is forbidden: an inferior one is
    /// punished or undone afterwards. Otherwise a compulsory chain goes on, and the most valuable capture is made where
    /// the rules demand it.
    fn allowed_captures(&self, state: &State) -> Vec<Capture> {
        let mut captures = self.captures(state);
        if self.capture != Duty::Huff && self.choice != Choice::Protest {
            if self.chain == Chain::Mandatory {
                captures.retain(|capture| !capture.is_cut_short);
            }
            let best = self.best_worth(&captures);
            captures.retain(|capture| Some(self.precedence_key(capture)) == best);
        }
        captures
    }

    /// Returns the precedence of the best of these captures.
    pub fn best_worth(&self, captures: &[Capture]) -> Option<Vec<usize>> {
        captures.iter().map(|capture| self.precedence_key(capture)).max()
    }

    /// Returns every step to an empty point that captures nothing. A flying side steps to any.
    fn steps(&self, state: &State) -> Vec<(P, P)> {
        let mut steps = Vec::new();
        for (from, rank) in state.movers() {
            if self.must_rest(state, from) {
                continue;
            }
            let ends = self.ends_of_steps(state, (from, rank)).into_iter();
            steps.extend(ends.filter(|&to| !self.encloses(state, from, to)).map(|to| (from, to)));
        }
        steps
    }

    /// Returns the empty points to which a piece can step, or fly.
    pub fn ends_of_steps(&self, state: &State, (from, rank): (P, Rank)) -> Vec<P> {
        let (side, is_man) = (state.to_move, rank == Rank::Man);
        let mut ends = Vec::new();
        if self.flies(state) {
            ends = self.empty_points(state);
        } else if !(is_man && self.last_row != LastRow::Normal && self.board.is_far_row(side, from)) {
            for direction in self.board.directions(from) {
                if !is_man || self.step_dirs.allow(side, direction) {
                    ends.extend(self.points_in_reach(state, (from, rank), direction));
                }
            }
        }
        ends.retain(|&to| self.may_return(state, from, to));
        ends
    }

    /// Returns the empty points that a piece can step to in one direction: the next one, for a long king all up to the
    /// first piece, and with `line_steps` for a man the first behind a row of men of its side (Dameo).
    fn points_in_reach(&self, state: &State, (from, rank): (P, Rank), direction: P) -> Vec<P> {
        let is_empty = |point: &P| !state.pieces.contains_key(point);
        let mut ray = self.open_ray(state, from, direction);
        if rank == Rank::King && self.promotion == Promotion::Long {
            return ray.take_while(is_empty).collect();
        }
        let passes = rank == Rank::Man && self.line_steps == Truth::Yes;
        let is_passed = |point: &P| passes && state.pieces.get(point) == Some(&(state.to_move, Rank::Man));
        ray.find(|point| !is_passed(point)).filter(is_empty).into_iter().collect()
    }
}

pub fn pass() -> Turn {
    Turn { pass: true, ..Turn::default() }
}
