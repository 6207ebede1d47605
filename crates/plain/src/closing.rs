//! The shrinking board of the Hopi games (hopi-keres.md, "Shrinking board").

use std::collections::BTreeSet;

use super::{Closing, ClosingSides, P, Rules, State};

impl Rules {
    /// Returns whether a point is still part of the board.
    pub fn is_open(&self, state: &State, point: P) -> bool {
        !state.closed_columns.contains(&point.0) && !state.closed_rows.contains(&point.1)
    }

    /// Returns the ray of the board up to the first closed point. Closed points are not crossed.
    pub fn open_ray(&self, state: &State, from: P, direction: P) -> impl Iterator<Item = P> {
        let ray = self.board.ray(from, direction).iter().copied();
        ray.take_while(|&point| self.is_open(state, point))
    }

    /// Closes the empty ends after a completed turn, repeatedly; only empty units close. With `all_four` columns close
    /// in the same way.
    pub fn close(&self, state: &mut State) {
        if self.closing == Closing::None {
            return;
        }
        let rows: BTreeSet<i32> = state.pieces.keys().map(|point| point.1).collect();
        self.close_ends(self.board.rows(), &rows, &mut state.closed_rows);
        if self.closing_sides == ClosingSides::AllFour {
            let columns: BTreeSet<i32> = state.pieces.keys().map(|point| point.0).collect();
            self.close_ends(self.board.columns(), &columns, &mut state.closed_columns);
        }
    }

    /// Closes at both ends of a list of rows, some of which are closed and some occupied.
    fn close_ends(&self, rows: &[i32], occupied: &BTreeSet<i32>, closed: &mut BTreeSet<i32>) {
        let backwards: Vec<i32> = rows.iter().rev().copied().collect();
        for rows in [rows, &backwards] {
            loop {
                let number_closed = rows.iter().take_while(|row| closed.contains(row)).count();
                let unit = self.unit_to_close(&rows[number_closed..], number_closed, occupied, closed);
                if unit.is_empty() {
                    break;
                }
                closed.extend(unit);
            }
        }
    }

    /// Returns the possible numbers of closed rows at an end, unit by unit.
    pub fn numbers_closed(&self) -> Vec<usize> {
        let (rows, nothing) = (self.board.rows(), BTreeSet::new());
        let (mut numbers, mut closed) = (vec![], 0);
        loop {
            numbers.push(closed);
            match self.unit_to_close(&rows[closed..], closed, &nothing, &nothing).len() {
                0 => return numbers,
                more => closed += more,
            }
        }
    }

    /// Returns how many of these rows close next, after `number_closed` rows: one, two or none.
    fn unit_to_close(
        &self,
        rows: &[i32],
        number_closed: usize,
        occupied: &BTreeSet<i32>,
        closed: &BTreeSet<i32>,
    ) -> Vec<i32> {
        // The first rows exist, are open and are empty.
        let are_free = |number: usize| {
            rows.len() >= number && rows[..number].iter().all(|row| !occupied.contains(row) && !closed.contains(row))
        };
        // Every other row of points, from the edge on, is a drawn line.
        let is_drawn_line = number_closed.is_multiple_of(2);
        let number = match self.closing {
            // S1: the strip and the line behind it are empty; that line is the new edge.
            Closing::Squares if are_free(3) => 2,
            // S2: the strip is empty.
            Closing::SquaresEarly if are_free(2) => 2,
            // P1: every row of points counts.
            Closing::PointRows if are_free(1) => 1,
            // P2: the centres behind a closed line go with the next line.
            Closing::DrawnLines if is_drawn_line && are_free(1) => 1,
            Closing::DrawnLines if !is_drawn_line && are_free(2) => 2,
            _ => 0,
        };
        rows[..number].to_vec()
    }
}
