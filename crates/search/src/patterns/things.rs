//! The numbers of all that can stand on a game's board: pieces by side and rank; in games of towers columns as wholes, and the
//! kings that lie in them.

use quirkat_rules::{GameSymmetry, Occupant, Point, Rank, Removal, Ruleset, Side};

/// Columns are told apart by how many pieces of their owner lie on how many prisoners, as many as these and more alike.
const MOST_OWN: usize = 4;
const MOST_PRISONERS: usize = 5;
/// Kings below the top of a column are told apart by how many pieces lie on them, as many as these and more alike.
const MOST_ON_A_KING: usize = 3;

/// What there can be on a board. Numbers go through the points of one kind of thing after another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Things {
    points: usize,
    /// The number of each rank among those that the game has.
    ranks: [usize; Rank::ALL.len()],
    pub rank_count: usize,
    /// Whether pieces stand on one another.
    pub has_columns: bool,
}

/// A column, as far as columns are told apart, or a piece that stands by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Column {
    pub own: usize,
    pub prisoners: usize,
    pub side: usize,
    pub rank: usize,
}

impl Things {
    /// Those of a game.
    pub fn of(ruleset: &Ruleset) -> Things {
        let mut ranks = [0; Rank::ALL.len()];
        let mut rank_count = 0;
        for rank in Rank::ALL.into_iter().filter(|&rank| rank <= ruleset.highest_rank()) {
            let has_name = Side::BOTH.iter().any(|&side| ruleset.rank_name(Some(side), rank).is_some());
            if rank_count == 0 || has_name || rank == ruleset.highest_rank() {
                ranks[rank.index()] = rank_count;
                rank_count += 1;
            }
        }
        let has_columns = ruleset.options.removal == Removal::Under;
        Things { points: ruleset.board.len(), ranks, rank_count, has_columns }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        (self.columns() + self.buried()) * self.points
    }

    /// The most that can be on the board at once.
    pub fn most(&self) -> usize {
        self.points * if self.has_columns { 1 + MOST_ON_A_KING } else { 1 }
    }

    /// The number of a rank among those of the game.
    pub fn rank(&self, rank: Rank) -> usize {
        self.ranks[rank.index()]
    }

    /// Tells the numbers of what stands on a point.
    #[inline]
    pub fn each_number(&self, occupant: Occupant, mut tell: impl FnMut(usize)) {
        let Occupant { point, top, own, prisoners, .. } = occupant;
        let (own, prisoners) = (usize::from(own).min(MOST_OWN), usize::from(prisoners).min(MOST_PRISONERS));
        let column = Column { own, prisoners, side: top.side.index(), rank: self.rank(top.rank) };
        tell(self.number(&column, point));
        occupant.for_each_buried_king(|depth, side| {
            let depth = usize::from(depth).min(MOST_ON_A_KING);
            tell((self.columns() + 2 * (depth - 1) + side.index()) * self.points + point.index());
        });
    }

    /// What a number stands for, and where: a piece or a column, or, where there is none, a king below a top.
    pub fn thing(&self, number: usize) -> (Option<Column>, Point) {
        let (kind, point) = (number / self.points, number % self.points);
        let (level, rank) = (kind / self.rank_count, kind % self.rank_count);
        let (pieces, side) = (level / 2, level % 2);
        let (own, prisoners) = (1 + pieces / (1 + MOST_PRISONERS), pieces % (1 + MOST_PRISONERS));
        ((kind < self.columns()).then_some(Column { own, prisoners, side, rank }), point.into())
    }

    /// The number of a thing after the board was laid on itself.
    pub fn image(&self, number: usize, symmetry: &GameSymmetry) -> usize {
        let (column, point) = self.thing(number);
        let point = symmetry.board.image(point);
        match column {
            Some(column) if symmetry.swaps => self.number(&Column { side: 1 - column.side, ..column }, point),
            Some(column) => self.number(&column, point),
            None => {
                let king = number / self.points - self.columns();
                (self.columns() + (king ^ usize::from(symmetry.swaps))) * self.points + point.index()
            }
        }
    }

    /// Whether it is the number of a man of a side that stands by itself.
    pub fn is_man(&self, number: usize, side: Side) -> bool {
        self.thing(number).0 == Some(self.man(side))
    }

    /// The number of such a man after it has taken one.
    pub fn with_prisoner(&self, number: usize, side: Side) -> usize {
        self.number(&Column { prisoners: 1, ..self.man(side) }, self.thing(number).1)
    }

    /// What a column has in common with others, those with such a piece at such a depth: kings below a top count as men there,
    /// for they have numbers of their own. By numbers below [`Things::part_count`]; none where there are no columns.
    pub fn parts(&self, number: usize) -> Vec<usize> {
        let (Some(Column { own, prisoners, side, rank }), point) = self.thing(number) else { return vec![] };
        if !self.has_columns {
            return vec![];
        }
        let top = side * self.rank_count + rank;
        let side_at = |depth: usize| if depth < own { side } else { 1 - side };
        let below = |depth: usize| 2 * (self.rank_count + depth.min(MOST_ON_A_KING) - 1) + side_at(depth);
        let kinds = std::iter::once(top).chain((1..own + prisoners).map(below));
        kinds.map(|kind| kind * self.points + point.index()).collect()
    }

    /// How many such parts there are.
    pub fn part_count(&self) -> usize {
        if self.has_columns { 2 * (self.rank_count + MOST_ON_A_KING) * self.points } else { 0 }
    }

    fn number(&self, column: &Column, point: Point) -> usize {
        let Column { own, prisoners, side, rank } = column;
        let kind = (((own - 1) * (1 + MOST_PRISONERS) + prisoners) * 2 + side) * self.rank_count + rank;
        kind * self.points + point.index()
    }

    fn man(&self, side: Side) -> Column {
        Column { own: 1, prisoners: 0, side: side.index(), rank: self.rank(Rank::Man) }
    }

    /// How many kinds of pieces or columns there are.
    fn columns(&self) -> usize {
        let columns = if self.has_columns { MOST_OWN * (1 + MOST_PRISONERS) } else { 1 };
        columns * 2 * self.rank_count
    }

    /// How many kinds of kings below a top there are.
    fn buried(&self) -> usize {
        if self.has_columns && self.rank_count > 1 { 2 * MOST_ON_A_KING } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{AnyRules, Rules, RulesVisitor, find_game};
    use std::collections::BTreeSet;
    use std::sync::Arc;

    struct Images(Things);

    impl RulesVisitor for Images {
        type Output = ();
        fn visit<G: Rules>(self, rules: &Arc<G>) {
            let Images(things) = self;
            for symmetry in rules.symmetries() {
                let images: BTreeSet<usize> = (0..things.len()).map(|number| things.image(number, &symmetry)).collect();
                assert!(images.into_iter().eq(0..things.len()), "everything comes to lie somewhere else");
            }
        }
    }

    #[test]
    fn everything_that_stands_on_a_board_has_a_number_of_its_own() {
        for (game, columns) in [("lasca", 24), ("bashni", 24), ("buruj", 24), ("international", 1), ("alquerque", 1)] {
            let rules = AnyRules::compile(find_game(game).unwrap().ruleset(None, &[]).unwrap()).unwrap();
            let things = Things::of(&rules.ruleset());
            let all = (0..things.len()).map(|number| (number, things.thing(number)));
            let known = all.filter_map(|(number, (column, point))| Some((number, column?, point)));
            let mut kinds = BTreeSet::new();
            for (number, column, point) in known {
                assert_eq!(things.number(&column, point), number, "{game}: {column:?}");
                assert!(things.parts(number).iter().all(|&part| part < things.part_count()), "{game}: {column:?}");
                kinds.insert((column.own, column.prisoners));
            }
            assert_eq!(kinds.len(), columns, "{game}");
            rules.visit(Images(things));
        }
    }
}
