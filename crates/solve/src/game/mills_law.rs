//! The law of games of mills in which men are placed before they move, such as nine men's morris: both sides have the
//! same number of men in hand, place them in turn, and move them when all are placed. A side that completes a row of
//! three takes a man.

use super::law::{EndlessPlay, MenLaw};
use super::points::{PointMap, PointSet, members};
use quirkat_rules::engine::MoveTables;
use quirkat_rules::{AfterPlacing, DoubleMill, Material, Mills, OptionKey, Ruleset, Side, YesNo};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Law of a game of mills with placing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MillsLaw {
    /// Steps of the men, the same for both sides.
    pub men: MenLaw,
    /// The same, except that the first side's men move to any point.
    pub flying: MenLaw,
    /// Number of men that each side places.
    pub all: usize,
    /// Number of captured men that wins.
    pub taken_to_win: usize,
    /// Whether the last three men of a side move to any empty point.
    pub flies: bool,
    /// Whether men in a mill can be taken only if all are in mills.
    pub is_protected: bool,
    /// Rows of three through each point.
    pub through: Vec<Vec<PointSet>>,
}

/// Number of men with which a side may fly.
pub const FLYING: usize = 3;

impl MillsLaw {
    /// Returns the law of a ruleset that is a game of mills with placing, and `None` for other rulesets. Such a game
    /// starts with an empty board and as many men in hand for both sides. There are no other captures and no dice. A
    /// move that makes a mill takes one man. Endless play is drawn, and a blocked side loses.
    pub fn of(ruleset: &Ruleset) -> Option<MillsLaw> {
        let (options, start) = (&ruleset.options, &ruleset.start);
        let is_mills = options.mills == Mills::Take
            && options.double_mill == DoubleMill::One
            && options.placing == YesNo::Yes
            && options.after_placing == AfterPlacing::Move
            && options.no_centre_opening == YesNo::No;
        let [all, other] = start.memory.hand.map(usize::from);
        let is_empty = start.columns.iter().all(|column| column.is_empty());
        let taken_to_win = usize::from(options.taken_to_win.0?);
        if !is_mills || !is_empty || all != other || !(1..=all).contains(&taken_to_win) {
            return None;
        }
        let ignored = [
            OptionKey::CaptureBy,
            OptionKey::Placing,
            OptionKey::AfterPlacing,
            OptionKey::Mills,
            OptionKey::FlyAtThree,
            OptionKey::TakenToWin,
        ];
        let mut men = MenLaw::ignoring(&ignored, ruleset).ok()?;
        let takes_nothing = men.leaps.iter().flatten().all(|leaps| leaps.is_empty());
        let is_alike = men.steps[0] == men.steps[1];
        // There is an empty point for the last man.
        let fits = 2 * all <= men.points;
        if !(takes_nothing && is_alike && fits && men.blocked_loses && men.endless == EndlessPlay::Drawn) {
            return None;
        }
        let rows = MoveTables::<u64>::new(ruleset).mills.rows;
        let rows: BTreeSet<PointSet> = rows.iter().map(|(_, row)| *row as PointSet).collect();
        let through = |point: usize| rows.iter().copied().filter(|row| row >> point & 1 != 0).collect();
        if let Some(symmetries) = symmetries(&men.steps_from(Side::First), &rows) {
            men.symmetries = symmetries;
        }
        let mut flying = men.clone();
        let points = 0..men.points as u8;
        flying.steps[0] = points.clone().map(|from| points.clone().filter(|&to| to != from).collect()).collect();
        Some(MillsLaw {
            through: (0..men.points).map(through).collect(),
            all,
            taken_to_win,
            flies: options.fly_at_three == YesNo::Yes,
            is_protected: options.mill_protected == YesNo::Yes,
            men,
            flying,
        })
    }

    /// Returns the numbers of men that a side may have on the board after it has placed some, while the game goes on.
    pub fn on_board(&self, placed: usize) -> RangeInclusive<usize> {
        (placed + 1).saturating_sub(self.taken_to_win)..=placed
    }

    /// Returns the number of levels: after each number of men placed by both sides, from 0.
    pub fn levels(&self) -> usize {
        2 * self.all + 1
    }

    /// Returns the numbers of men that the side to move and the other side have placed at a level.
    pub fn placed(level: usize) -> [usize; 2] {
        [level / 2, level.div_ceil(2)]
    }

    /// Returns the numbers of men that one of the sides may have on the board at a level.
    pub fn owners(&self, level: usize) -> RangeInclusive<usize> {
        let [fewer, more] = MillsLaw::placed(level).map(|placed| self.on_board(placed));
        *fewer.start()..=*more.end()
    }

    /// Returns the law by which a side with a number of men moves.
    pub fn moves_of(&self, men: usize) -> &MenLaw {
        if self.flies && men == FLYING { &self.flying } else { &self.men }
    }

    /// Returns whether a man of a set on this point stands in a mill.
    pub fn is_in_mill(&self, men: PointSet, point: usize) -> bool {
        self.through[point].iter().any(|row| row & !men == 0)
    }

    /// Returns the men of a set that a mill of the other side may take.
    pub fn removable(&self, men: PointSet) -> PointSet {
        let outside = members(men).filter(|&point| !self.is_in_mill(men, point));
        let outside = outside.fold(0, |set: PointSet, point| set | 1 << point);
        if self.is_protected && outside != 0 { outside } else { men }
    }

    /// Returns the material at a level with these numbers of men on the board, for the side to move, the first, and the
    /// other.
    pub fn material(&self, level: usize, on_board: [usize; 2]) -> Material {
        Material {
            ranks: on_board.map(|men| [men as u8, 0, 0]),
            hand: MillsLaw::placed(level).map(|placed| (self.all - placed) as u8),
        }
    }
}

/// Maximum number of symmetries that are used; a board with more has only those of the plane.
const MAX_SYMMETRIES: usize = 64;
/// Maximum number of images that are tried in the search for symmetries.
const MAX_TRIED: usize = 50_000;

/// Returns all maps of the board onto itself that preserve steps and rows, the identity first; `None` where there are too
/// many. Rings of nine men's morris can change places, which bends the drawing, so that its board has 16.
fn symmetries(steps: &[PointSet], rows: &BTreeSet<PointSet>) -> Option<Vec<PointMap>> {
    let order = points_by_steps(steps);
    let mut search = SymmetrySearch { steps, rows, order, images: vec![], found: vec![], tried: 0 };
    search.extend();
    let SymmetrySearch { mut found, tried, .. } = search;
    found.sort_unstable();
    (tried <= MAX_TRIED && found.len() <= MAX_SYMMETRIES).then(|| found.into_iter().map(PointMap::new).collect())
}

/// Returns the points in an order in which each is a step away from one before it, where there is such a point.
fn points_by_steps(steps: &[PointSet]) -> Vec<usize> {
    let mut order: Vec<usize> = vec![];
    let mut near: PointSet = 0;
    let mut left: PointSet = (1 << steps.len()) - 1;
    while left != 0 {
        let next = if near & left == 0 { left } else { near & left };
        let point = next.trailing_zeros() as usize;
        order.push(point);
        near |= steps[point];
        left &= !(1 << point);
    }
    order
}

/// Search for symmetries, point by point.
struct SymmetrySearch<'s> {
    steps: &'s [PointSet],
    rows: &'s BTreeSet<PointSet>,
    /// Order in which points get their images.
    order: Vec<usize>,
    /// Images of the first points of the order.
    images: Vec<u8>,
    /// Images of all points, for each symmetry.
    found: Vec<Vec<u8>>,
    tried: usize,
}

impl SymmetrySearch<'_> {
    /// Finds the symmetries that begin with the images so far.
    fn extend(&mut self) {
        let Some(&point) = self.order.get(self.images.len()) else {
            let mut images = vec![0; self.steps.len()];
            self.order.iter().zip(&self.images).for_each(|(&point, &image)| images[point] = image);
            let symmetry = PointMap::new(images);
            if self.rows.iter().all(|&row| self.rows.contains(&symmetry.set(row))) {
                self.found.push(symmetry.images);
            }
            return;
        };
        for image in 0..self.steps.len() as u8 {
            self.tried += 1;
            if self.tried > MAX_TRIED || self.found.len() > MAX_SYMMETRIES {
                return;
            }
            if !self.images.contains(&image) && self.is_possible(point, image.into()) {
                self.images.push(image);
                self.extend();
                self.images.pop();
            }
        }
    }

    /// Returns whether a point and its image have equally many steps, and the same steps from and to the points before
    /// them.
    fn is_possible(&self, point: usize, image: usize) -> bool {
        let is_step = |from: usize, to: usize| self.steps[from] >> to & 1;
        self.steps[point].count_ones() == self.steps[image].count_ones()
            && self.order.iter().zip(&self.images).all(|(&before, &its)| {
                let its = usize::from(its);
                is_step(point, before) == is_step(image, its) && is_step(before, point) == is_step(its, image)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::find_game;

    #[test]
    fn the_rings_of_the_mill_can_change_places() {
        let ruleset = find_game("alquerque-de-nueve").unwrap().ruleset(None, &[]).unwrap();
        let law = MillsLaw::of(&ruleset).unwrap();
        assert_eq!(law.men.symmetries.len(), 16, "eight of the plane, each with outer and inner ring exchanged or not");
        assert!(law.men.symmetries[0].images.iter().enumerate().all(|(point, &image)| point == usize::from(image)));
        assert_eq!(law.flying.symmetries, law.men.symmetries);
    }

    #[test]
    fn games_with_dice_or_two_captures_are_not_solved() {
        for rules in [[("dice", "yes")], [("double_mill", "two")], [("blocked", "draw")]] {
            let ruleset = find_game("alquerque-de-nueve").unwrap().ruleset(None, &rules).unwrap();
            assert_eq!(MillsLaw::of(&ruleset), None, "{rules:?}");
        }
    }
}
