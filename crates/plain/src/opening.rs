//! Konane's opening: each side removes one of its stones from the full board (konane.md, "Opening").

use std::collections::BTreeSet;

use super::{Board, Opening, P, Rules, State, Turn};

impl Board {
    /// Returns the point in the middle of the columns and rows.
    pub fn centre(&self) -> P {
        let middle = |values: &[i32]| (values[0] + values[values.len() - 1]) / 2;
        (middle(self.columns()), middle(self.rows()))
    }

    /// Returns the points in the middle: one, two or four.
    fn centres(&self) -> BTreeSet<P> {
        let middle = |values: &[i32]| vec![values[(values.len() - 1) / 2], values[values.len() / 2]];
        let (columns, rows) = (middle(self.columns()), middle(self.rows()));
        columns.iter().flat_map(|&x| rows.iter().map(move |&y| (x, y))).collect()
    }

    fn corners(&self) -> BTreeSet<P> {
        let ends = |values: &[i32]| vec![values[0], values[values.len() - 1]];
        let (columns, rows) = (ends(self.columns()), ends(self.rows()));
        columns.iter().flat_map(|&x| rows.iter().map(move |&y| (x, y))).collect()
    }
}

impl Rules {
    /// Returns the removals of the opening, if it is not over: the number of empty points decides, whichever side is to
    /// move.
    pub fn opening_turns(&self, state: &State) -> Option<Vec<Turn>> {
        if self.opening == Opening::None {
            return None;
        }
        let points: BTreeSet<P> = match self.empty_points(state)[..] {
            [] => self.first_stones(),
            [hole] => self.board.neighbours(hole).into_iter().collect(),
            _ => return None,
        };
        let is_own = |point: &P| state.pieces[point].0 == state.to_move;
        let removals = points.into_iter().filter(is_own);
        Some(removals.map(|point| Turn { removed: vec![point], ..Turn::default() }).collect())
    }

    /// Returns the points of the first removal. A single centre point counts with its neighbours.
    fn first_stones(&self) -> BTreeSet<P> {
        let mut centre = self.board.centres();
        if let [point] = Vec::from_iter(centre.clone())[..] {
            centre.extend(self.board.neighbours(point));
        }
        match self.opening {
            Opening::None => BTreeSet::new(),
            Opening::CentreOrCorner => centre.union(&self.board.corners()).copied().collect(),
            Opening::Centre => centre,
            Opening::Anywhere => self.board.points.clone(),
        }
    }
}
