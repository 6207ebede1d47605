//! Input features: a number for everything that can stand on a point of a game's board.
//!
//! In flat games a feature is a piece, by side and rank. In games of towers it is a column as a whole; the kings below
//! its top are features too.

use quirkat_rules::{GameSymmetry, Occupant, Point, Rank, Removal, Ruleset, Side};

/// Bounds up to which columns are distinguished: by the pieces of their owner and by the prisoners below them.
const MAX_OWN: usize = 4;
const MAX_PRISONERS: usize = 5;
/// Bound up to which kings below the top are distinguished, by the number of pieces above them.
const MAX_DEPTH_OF_KING: usize = 3;

/// The features of a game. ClassicalFeatures of one kind are numbered by point, kind after kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FeatureSet {
    points: usize,
    /// Number of each rank among the ranks of the game.
    ranks: [usize; Rank::ALL.len()],
    pub rank_count: usize,
    /// Whether pieces stand on one another.
    pub has_columns: bool,
}

/// The kind of a column, or of a single piece, without its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ColumnKind {
    /// Pieces of the owner on top, from 1 to [`MAX_OWN`].
    pub own: usize,
    /// Prisoners below them, up to [`MAX_PRISONERS`].
    pub prisoners: usize,
    pub side: usize,
    pub rank: usize,
}

impl FeatureSet {
    /// Returns the features of a game.
    pub fn of(ruleset: &Ruleset) -> FeatureSet {
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
        FeatureSet { points: ruleset.board.len(), ranks, rank_count, has_columns }
    }

    /// Returns the number of features.
    pub fn len(&self) -> usize {
        (self.column_kinds() + self.buried_king_kinds()) * self.points
    }

    /// Returns the greatest number of features of one position.
    pub fn max_active(&self) -> usize {
        self.points * if self.has_columns { 1 + MAX_DEPTH_OF_KING } else { 1 }
    }

    /// Returns the number of a rank among the ranks of the game.
    pub fn rank(&self, rank: Rank) -> usize {
        self.ranks[rank.index()]
    }

    /// Calls `visit` with each feature of a point.
    #[inline]
    pub fn for_each(&self, occupant: Occupant, mut visit: impl FnMut(usize)) {
        let Occupant { point, top, own, prisoners, .. } = occupant;
        let (own, prisoners) = (usize::from(own).min(MAX_OWN), usize::from(prisoners).min(MAX_PRISONERS));
        let column = ColumnKind { own, prisoners, side: top.side.index(), rank: self.rank(top.rank) };
        visit(self.feature(&column, point));
        occupant.for_each_buried_king(|depth, side| {
            let depth = usize::from(depth).min(MAX_DEPTH_OF_KING);
            visit((self.column_kinds() + 2 * (depth - 1) + side.index()) * self.points + point.index());
        });
    }

    /// Returns the column and the point of a feature; no column for a king below a top.
    pub fn column(&self, feature: usize) -> (Option<ColumnKind>, Point) {
        let (kind, point) = (feature / self.points, feature % self.points);
        let (level, rank) = (kind / self.rank_count, kind % self.rank_count);
        let (pieces, side) = (level / 2, level % 2);
        let (own, prisoners) = (1 + pieces / (1 + MAX_PRISONERS), pieces % (1 + MAX_PRISONERS));
        ((kind < self.column_kinds()).then_some(ColumnKind { own, prisoners, side, rank }), point.into())
    }

    /// Returns the image of a feature under a symmetry.
    pub fn image(&self, feature: usize, symmetry: &GameSymmetry) -> usize {
        let (column, point) = self.column(feature);
        let point = symmetry.board.image(point);
        match column {
            Some(column) if symmetry.swaps => self.feature(&ColumnKind { side: 1 - column.side, ..column }, point),
            Some(column) => self.feature(&column, point),
            None => {
                let king = feature / self.points - self.column_kinds();
                (self.column_kinds() + (king ^ usize::from(symmetry.swaps))) * self.points + point.index()
            }
        }
    }

    /// Returns whether the feature is a single man of a side.
    pub fn is_man(&self, feature: usize, side: Side) -> bool {
        self.column(feature).0 == Some(self.man(side))
    }

    /// Returns the feature of a single man after it has captured a piece.
    pub fn with_prisoner(&self, feature: usize, side: Side) -> usize {
        self.feature(&ColumnKind { prisoners: 1, ..self.man(side) }, self.column(feature).1)
    }

    /// Returns the factors of a column, below [`FeatureSet::factor_count`]: its top, and each piece below it by side
    /// and depth. Columns with a common piece share a factor. Kings below the top count as men, because they are
    /// features too. Empty in flat games.
    pub fn factors(&self, feature: usize) -> Vec<usize> {
        let (Some(ColumnKind { own, prisoners, side, rank }), point) = self.column(feature) else { return vec![] };
        if !self.has_columns {
            return vec![];
        }
        let top = side * self.rank_count + rank;
        let side_at = |depth: usize| if depth < own { side } else { 1 - side };
        let below = |depth: usize| 2 * (self.rank_count + depth.min(MAX_DEPTH_OF_KING) - 1) + side_at(depth);
        let kinds = std::iter::once(top).chain((1..own + prisoners).map(below));
        kinds.map(|kind| kind * self.points + point.index()).collect()
    }

    /// Returns the number of factors.
    pub fn factor_count(&self) -> usize {
        if self.has_columns { 2 * (self.rank_count + MAX_DEPTH_OF_KING) * self.points } else { 0 }
    }

    fn feature(&self, column: &ColumnKind, point: Point) -> usize {
        let ColumnKind { own, prisoners, side, rank } = column;
        let kind = (((own - 1) * (1 + MAX_PRISONERS) + prisoners) * 2 + side) * self.rank_count + rank;
        kind * self.points + point.index()
    }

    fn man(&self, side: Side) -> ColumnKind {
        ColumnKind { own: 1, prisoners: 0, side: side.index(), rank: self.rank(Rank::Man) }
    }

    fn column_kinds(&self) -> usize {
        let columns = if self.has_columns { MAX_OWN * (1 + MAX_PRISONERS) } else { 1 };
        columns * 2 * self.rank_count
    }

    fn buried_king_kinds(&self) -> usize {
        if self.has_columns && self.rank_count > 1 { 2 * MAX_DEPTH_OF_KING } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{AnyRules, Rules, RulesVisitor, find_game};
    use std::collections::BTreeSet;
    use std::sync::Arc;

    struct Images(FeatureSet);

    impl RulesVisitor for Images {
        type Output = ();
        fn visit<G: Rules>(self, rules: &Arc<G>) {
            let Images(features) = self;
            for symmetry in rules.symmetries() {
                let images: BTreeSet<usize> =
                    (0..features.len()).map(|feature| features.image(feature, &symmetry)).collect();
                assert!(images.into_iter().eq(0..features.len()), "a symmetry permutes the features");
            }
        }
    }

    #[test]
    fn every_kind_of_column_has_a_feature_on_every_point() {
        for (game, columns) in [("lasca", 24), ("bashni", 24), ("buruj", 24), ("international", 1), ("alquerque", 1)] {
            let rules = AnyRules::compile(find_game(game).unwrap().ruleset(None, &[]).unwrap()).unwrap();
            let features = FeatureSet::of(&rules.ruleset());
            let mut kinds = BTreeSet::new();
            for feature in 0..features.len() {
                let (Some(column), point) = features.column(feature) else { continue };
                assert_eq!(features.feature(&column, point), feature, "{game}: {column:?}");
                let factors = features.factors(feature);
                assert!(factors.iter().all(|&factor| factor < features.factor_count()), "{game}: {column:?}");
                kinds.insert((column.own, column.prisoners));
            }
            assert_eq!(kinds.len(), columns, "{game}");
            rules.visit(Images(features));
        }
    }
}
