//! Pieces, columns, changes, material and symmetries of positions, in random games of every ruleset.

use quirkat_rules::{
    AnyRules, GameSymmetry, Material, Occupant, OccupantChange, Piece, PlacedPiece, Point, Rank, Rules, RulesVisitor,
    Setup, Side, games, next_positions,
};
use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;
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

/// Visits each position of a random game. What is generic over the rules is compiled for every kind of rules, so it only
/// collects what the rules say, and other functions check it.
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

/// What the rules say about a position.
struct Report {
    setup: Setup,
    material: Material,
    pieces: Vec<PlacedPiece>,
    occupants: Vec<Occupant>,
    turns: Vec<TurnReport>,
}

/// What the rules say about a turn from a position.
struct TurnReport {
    changes: Vec<(OccupantChange, Occupant)>,
    changed_points: u32,
    occupants_after: Vec<Occupant>,
}

fn occupants<G: Rules>(rules: &G, position: &G::Position) -> Vec<Occupant> {
    let mut all = vec![];
    rules.for_each_occupant(position, |occupant| all.push(occupant));
    all
}

/// Returns the reports about the positions of a random game.
struct Reports;

impl RulesVisitor for Reports {
    type Output = Vec<Report>;

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Vec<Report> {
        let mut reports = vec![];
        walk(&**rules, |position, next| {
            let mut pieces = vec![];
            rules.for_each_piece(position, |placed| pieces.push(placed));
            let mut turns = vec![];
            for after in next {
                let mut changes = vec![];
                rules.for_each_change(position, after, |change, occupant| changes.push((change, occupant)));
                let changed_points = rules.changed_points(position, after);
                turns.push(TurnReport { changes, changed_points, occupants_after: occupants(&**rules, after) });
            }
            reports.push(Report {
                setup: rules.setup(position),
                material: rules.material(position),
                pieces,
                occupants: occupants(&**rules, position),
                turns,
            });
        });
        reports
    }
}

/// Returns reported items as a set, in which each may be once.
fn set<T: Copy + Debug + Eq + Hash>(reported: &[T], title: &str) -> HashSet<T> {
    let mut all = HashSet::new();
    for &item in reported {
        assert!(all.insert(item), "{title}: {item:?} is reported twice");
    }
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

fn check(report: &Report, title: &str) {
    let pieces = set(&report.pieces, title);
    let columns = || (0..).map(|number: usize| number.into()).zip(&report.setup.columns);
    let placed = |(point, column): (Point, &Vec<Piece>)| {
        let from_top = column.iter().rev().zip(0..);
        from_top.map(|(&piece, depth)| PlacedPiece { point, piece, depth }).collect::<Vec<_>>()
    };
    assert_eq!(pieces, columns().flat_map(placed).collect(), "{title}");
    let before = set(&report.occupants, title);
    assert_eq!(before, columns().filter_map(|(point, column)| occupant(point, column)).collect(), "{title}");
    for side in Side::BOTH {
        for rank in Rank::ALL {
            let count = pieces.iter().filter(|placed| placed.piece == Piece { side, rank }).count();
            assert_eq!(usize::from(report.material.ranks[side.index()][rank.index()]), count, "{title}");
        }
    }
    assert_eq!(report.material.hand, report.setup.memory.hand, "{title}");
    for turn in &report.turns {
        let mut changed = before.clone();
        for (_, occupant) in turn.changes.iter().filter(|(change, _)| *change == OccupantChange::Removed) {
            assert!(changed.remove(occupant), "{title}: {occupant:?} was not there");
        }
        for (_, occupant) in turn.changes.iter().filter(|(change, _)| *change == OccupantChange::Added) {
            assert!(changed.insert(*occupant), "{title}: {occupant:?} was there");
        }
        let after = set(&turn.occupants_after, title);
        let points: HashSet<_> = before.symmetric_difference(&after).map(|occupant| occupant.point).collect();
        assert_eq!(turn.changed_points, points.len() as u32, "{title}");
        assert_eq!(changed, after, "{title}");
    }
}

#[test]
fn pieces_changes_and_material_match_the_setup() {
    for (title, rules) in all_rules() {
        for report in rules.visit(Reports) {
            check(&report, &title);
        }
    }
}

/// Checks a random game under every symmetry, and returns the symmetries.
struct Symmetries<'t>(&'t str);

impl RulesVisitor for Symmetries<'_> {
    type Output = Vec<GameSymmetry>;

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Vec<GameSymmetry> {
        let symmetries = rules.symmetries();
        assert!(rules.image(&rules.start(), &symmetries[0]) == rules.start(), "{}: not the identity", self.0);
        walk(&**rules, |position, next| {
            if next.len() > MAX_NEXT {
                return;
            }
            let winner = rules.outcome(position).map(|outcome| outcome.winner);
            for symmetry in &symmetries {
                let image = rules.image(position, symmetry);
                let winner_of_image = rules.outcome(&image).map(|outcome| outcome.winner);
                let images: Vec<_> = next.iter().map(|after| rules.image(after, symmetry)).collect();
                let after = next_positions(&**rules, &image).unwrap();
                let has_same_turns =
                    images.iter().all(|one| after.contains(one)) && after.iter().all(|one| images.contains(one));
                check_symmetry(self.0, symmetry, winner, winner_of_image, has_same_turns);
            }
        });
        symmetries
    }
}

fn check_symmetry(
    title: &str,
    symmetry: &GameSymmetry,
    winner: Option<Option<Side>>,
    winner_of_image: Option<Option<Side>>,
    has_same_turns: bool,
) {
    let expected = winner.map(|winner| winner.map(|side| symmetry.side(side)));
    assert_eq!(winner_of_image, expected, "{title}: {symmetry:?}");
    assert!(has_same_turns, "{title}: {symmetry:?}");
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
