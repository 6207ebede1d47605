//! Pieces in hand: placing them before all else (hunt.md, morris.md), and replacing lost ones (queah.md; hopi-keres.md,
//! A2).

use super::{AfterPlacing, P, Rank, Resupply, Rules, Side, State, Truth, Turn};

impl Rules {
    /// Returns the points that are open and empty.
    pub fn empty_points(&self, state: &State) -> Vec<P> {
        let is_empty = |point: &P| self.is_open(state, *point) && !state.pieces.contains_key(point);
        self.board.points.iter().copied().filter(is_empty).collect()
    }

    /// Returns whether the side to move must place a piece and may not move one.
    pub fn must_place(&self, state: &State) -> bool {
        self.placing == Truth::Yes && state.hand[state.to_move.number()] > 0
    }

    /// Returns every placement of a piece, and of three pieces after a lucky throw.
    pub fn placements(&self, state: &State) -> Vec<Turn> {
        let mut points = self.empty_points(state);
        if self.no_centre_opening == Truth::Yes && state.pieces.is_empty() {
            points.retain(|&point| point != self.board.centre());
        }
        let one = points.into_iter().map(|point| vec![point]);
        let drops = one.chain(self.lines_for_three(state));
        drops.map(|drop| Turn { drop, ..Turn::default() }).collect()
    }

    /// Returns whether all pieces are placed and the game ends with that (morris.md, `alfonso`).
    pub fn ends_with_placing(&self, state: &State) -> bool {
        self.placing == Truth::Yes && self.after_placing == AfterPlacing::End && state.hand == [0, 0]
    }

    /// Returns whether the side to move may go to any empty point: after placing, or with its last three men.
    pub fn flies(&self, state: &State) -> bool {
        let side = state.to_move;
        let has_placed = state.hand[side.number()] == 0;
        let after_placing = self.placing == Truth::Yes && self.after_placing == AfterPlacing::Fly;
        let at_three = self.fly_at_three == Truth::Yes && state.number_standing(side) == 3;
        has_placed && (after_placing || at_three)
    }

    /// Returns whether a piece in hand may replace a lost one: fewer are on the board than at the start.
    pub fn may_enter(&self, state: &State) -> bool {
        let side = state.to_move;
        let is_short = state.number_standing(side) < self.number_at_start(side);
        self.placing == Truth::No && state.hand[side.number()] > 0 && is_short
    }

    /// Returns whether a piece must enter before anything else.
    pub fn must_enter(&self, state: &State) -> bool {
        self.resupply != Resupply::Optional && self.may_enter(state)
    }

    /// Returns every turn that begins with an entry. With `then_move` a turn on the board must follow: an entry after
    /// which there is none is illegal. The obligation to capture applies only after the entry, so a side may choose an
    /// entry after which it has no capture.
    pub fn entries(&self, state: &State) -> Vec<Turn> {
        let mut turns = Vec::new();
        for point in self.empty_points(state) {
            let entry = Turn { drop: vec![point], ..Turn::default() };
            if self.resupply == Resupply::ThenMove {
                let moves = self.turns_on_board(&self.dropped(state, &entry.drop));
                turns.extend(moves.into_iter().map(|turn| Turn { drop: vec![point], ..turn }));
            } else {
                turns.push(entry);
            }
        }
        turns
    }

    /// Returns whether the same side moves again: an immediate entry does not end its turn.
    pub fn is_entry_at_once(&self, turn: &Turn) -> bool {
        self.resupply == Resupply::AtOnce && self.placing == Truth::No && !turn.drop.is_empty()
    }

    /// Returns the position with pieces of the side to move placed on these points.
    pub fn dropped(&self, state: &State, points: &[P]) -> State {
        let mut after = state.clone();
        let side: Side = state.to_move;
        for &point in points {
            after.hand[side.number()] -= 1;
            after.pieces.insert(point, (side, Rank::Man));
        }
        after
    }
}
