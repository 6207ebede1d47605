//! Pieces, columns, changes, material and symmetries of positions, in random games of every ruleset.

use quirkat_rules::{
    AnyRules, GameSymmetry, Occupant, OccupantChange, Piece, PlacedPiece, Point, Rank, Rules, RulesVisitor, Side,
    games, next_positions,
};
use std::collections::HashSet;
use std::sync::Arc;

/// Number of positions checked for each ruleset.
const PLIES: usize = 60;
/// Positions with more turns than this are not checked under every symmetry.
const MAX_NEXT: usize = 120;

/// Compiles every variant of every game.
fn all_rules() -> impl Iterator<Item = (String, AnyRules)> {
    games().flat_map(|file| {
        file.variants().map(|variant| {
            let ruleset = file.ruleset(Some(variant), &[]).unwrap();
            (ruleset.title(), AnyRules::compile(ruleset).unwrap())
        })
    })
}

/// Visits each position of a random game.
fn walk<G: Rules>(rules: &G, mut look: impl FnMut(&G::Position, &[G::Position])) {
    let mut random = fastrand::Rng::with_seed(1283);
    let mut position = rules.start();
    for _ in 0..PLIES {
        let next = next_positions(rules, &position).unwrap();
        look(&position, &next);
        if next.is_empty() {
            return;
        }
        position = next[random.usize(..next.len())];
    }
}

fn placed<G: Rules>(rules: &G, position: &G::Position) -> HashSet<PlacedPiece> {
    let mut all = HashSet::new();
    rules.for_each_piece(position, |placed| assert!(all.insert(placed), "{placed:?} is reported twice"));
    all
}

fn occupants<G: Rules>(rules: &G, position: &G::Position) -> HashSet<Occupant> {
    let mut all = HashSet::new();
    rules.for_each_occupant(position, |occupant| assert!(all.insert(occupant), "{occupant:?} is reported twice"));
    all
}

/// Returns a column as reported by the rules, from the bottom up.
fn occupant(point: Point, column: &[Piece]) -> Option<Occupant> {
    let top = *column.last()?;
    let own = column.iter().rev().take_while(|piece| piece.side == top.side).count();
    let below = (0..).zip(column.iter().rev().skip(1));
    let buried_kings = below.map(|(at, piece)| u64::from(piece.rank > Rank::Man) << at).sum();
    Some(Occupant { point, top, own: own as u8, prisoners: (column.len() - own) as u8, buried_kings })
}

struct Pieces<'t>(&'t str);

impl RulesVisitor for Pieces<'_> {
    type Output = ();

    fn visit<G: Rules>(self, rules: &Arc<G>) {
        walk(&**rules, |position, next| {
            let pieces = placed(&**rules, position);
            let setup = rules.setup(position);
            let mut stand: HashSet<PlacedPiece> = HashSet::new();
            for (number, column) in setup.columns.iter().enumerate() {
                let from_top = column.iter().rev().zip(0..);
                stand.extend(from_top.map(|(&piece, depth)| PlacedPiece { point: number.into(), piece, depth }));
            }
            assert_eq!(pieces, stand, "{}", self.0);
            let columns = (0..).map(|number: usize| number.into()).zip(&setup.columns);
            let stand: HashSet<_> = columns.filter_map(|(point, column)| occupant(point, column)).collect();
            let occupants_before = occupants(&**rules, position);
            assert_eq!(occupants_before, stand, "{}", self.0);
            let material = rules.material(position);
            for side in Side::BOTH {
                for rank in Rank::ALL {
                    let count = pieces.iter().filter(|placed| placed.piece == Piece { side, rank }).count();
                    assert_eq!(usize::from(material.ranks[side.index()][rank.index()]), count, "{}", self.0);
                }
            }
            assert_eq!(material.hand, setup.memory.hand, "{}", self.0);
            for after in next {
                let mut changed = occupants_before.clone();
                let mut became = vec![];
                rules.for_each_change(position, after, |change, occupant| match change {
                    OccupantChange::Removed => {
                        assert!(changed.remove(&occupant), "{}: {occupant:?} was not there", self.0)
                    }
                    OccupantChange::Added => became.push(occupant),
                });
                let occupants_after = occupants(&**rules, after);
                let differ = occupants_before.symmetric_difference(&occupants_after);
                let points: HashSet<_> = differ.map(|occupant| occupant.point).collect();
                assert_eq!(rules.changed_points(position, after), points.len() as u32, "{}", self.0);
                for occupant in became {
                    assert!(changed.insert(occupant), "{}: {occupant:?} was there", self.0);
                }
                assert_eq!(changed, occupants_after, "{}", self.0);
            }
        });
    }
}

#[test]
fn pieces_changes_and_material_match_the_setup() {
    for (title, rules) in all_rules() {
        rules.visit(Pieces(&title));
    }
}

struct Symmetries<'t>(&'t str);

impl RulesVisitor for Symmetries<'_> {
    type Output = Vec<GameSymmetry>;

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Vec<GameSymmetry> {
        let symmetries = rules.symmetries();
        assert_eq!(rules.image(&rules.start(), &symmetries[0]), rules.start(), "{}: the first is the identity", self.0);
        walk(&**rules, |position, next| {
            if next.len() > MAX_NEXT {
                return;
            }
            for symmetry in &symmetries {
                let image = rules.image(position, symmetry);
                let outcome = rules.outcome(position).map(|outcome| outcome.winner.map(|side| symmetry.side(side)));
                assert_eq!(rules.outcome(&image).map(|outcome| outcome.winner), outcome, "{}: {symmetry:?}", self.0);
                let images: HashSet<_> = next.iter().map(|after| rules.image(after, symmetry)).collect();
                let after: HashSet<_> = next_positions(&**rules, &image).unwrap().into_iter().collect();
                assert_eq!(after, images, "{}: {symmetry:?}", self.0);
            }
        });
        symmetries
    }
}

#[test]
fn symmetric_positions_have_symmetric_turns() {
    for (title, rules) in all_rules() {
        rules.visit(Symmetries(&title));
    }
}

#[test]
fn known_games_have_their_symmetries() {
    let count = |title: &str| {
        let (game, variant) = title.split_once(':').unwrap();
        let ruleset = quirkat_rules::find_game(game).unwrap().ruleset(Some(variant), &[]).unwrap();
        let symmetries = AnyRules::compile(ruleset).unwrap().visit(Symmetries(title));
        (symmetries.iter().filter(|one| !one.swaps).count(), symmetries.iter().filter(|one| one.swaps).count())
    };
    // Men move in every direction: the eight symmetries of the square, with or without exchanged sides.
    assert_eq!(count("alquerque:walker"), (8, 8));
    // Men move forward: only the half turn with exchanged sides is a symmetry.
    assert_eq!(count("english:wcdf"), (1, 1));
    // The sides of a hunt cannot be exchanged.
    assert_eq!(count("bagh-chal:nepal").1, 0);
}
