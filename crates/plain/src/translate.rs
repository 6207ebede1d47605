//! Translation of the engine's rules and positions into plain terms and back, for tests that compare the two.
//!
//! This is the only file here that depends on the engine.

use super::{Board, LAYOUT_KEYS, P, Rules, State, Throw, layout};
use litemap::LiteMap;
use quirkat_rules::{
    Anatomy, ClaimablePosition, OptionKey, Piece, Place, PlacedPiece, Point, Rank, RollResult, Ruleset, RulesetError,
    Setup, SetupMemory, Side, find_game,
};
use std::collections::BTreeSet;

/// Options that decide which turns are legal and what they do; the others concern history.
pub const PLAY_KEYS: [&str; 44] = [
    "step_dirs",
    "line_steps",
    "cap_dirs",
    "last_row",
    "capture_lines",
    "capture_by",
    "captors",
    "capture",
    "chain",
    "direction",
    "first_capture_single",
    "vela",
    "must_offer",
    "choice",
    "removal",
    "rejump",
    "take_higher",
    "return",
    "promotion",
    "promo_mid",
    "king_landing",
    "king_reach",
    "turning",
    "king_move_limit",
    "bent_leaps",
    "closing",
    "closing_sides",
    "opening",
    "placing",
    "no_centre_opening",
    "dice",
    "after_placing",
    "resupply",
    "mills",
    "diagonal_mills",
    "mill_protected",
    "double_mill",
    "fly_at_three",
    "taken_to_win",
    "king_lost",
    "promotion_wins",
    "single_combat",
    "aim",
    "blocked",
];

/// Returns the plain rules of a ruleset on a given board.
pub fn rules_of(ruleset: &Ruleset, board: Board) -> Rules {
    let keys = PLAY_KEYS.into_iter().chain(["first", "repetition", "draw_rules"]);
    let values = values_of(ruleset, keys);
    let values: Vec<_> = values.iter().map(|(key, value)| (*key, value.as_str())).collect();
    Rules::new(board, &values).expect("the plain rules know all values")
}

/// Returns a variant of a built-in game with further options, and its plain rules with their own board and start.
///
/// # Errors
/// Returns an error if the options do not fit the game.
pub fn game(name: &str, variant: &str, more: &[(&str, &str)]) -> Result<(Ruleset, Rules), RulesetError> {
    let ruleset = find_game(name).expect("a shipped game").ruleset(Some(variant), more)?;
    let values = values_of(&ruleset, LAYOUT_KEYS.into_iter().map(|(key, _)| key));
    let values: Vec<_> = values.iter().map(|(key, value)| (*key, value.as_str())).collect();
    let layout = layout(name, variant, &values);
    let rules = rules_of(&ruleset, layout.board);
    Ok((ruleset, Rules { pieces_at_start: layout.pieces, hand_at_start: layout.hand, ..rules }))
}

fn values_of(ruleset: &Ruleset, keys: impl Iterator<Item = &'static str>) -> Vec<(&'static str, String)> {
    keys.map(|key| (key, OptionKey::from_name(key).expect("a key").value(&ruleset.options))).collect()
}

/// Mapping from plain points to the points of one of the engine's boards.
pub struct Translation {
    places: Vec<P>,
    points: LiteMap<P, Point>,
    rows: Vec<i32>,
    columns: Vec<i32>,
}

impl Translation {
    /// Returns the mapping of a board.
    pub fn of(board: &quirkat_rules::Board) -> Translation {
        let place = |point| {
            let Place { x, y } = board.place(point);
            (x, y)
        };
        let distinct = |of: fn(P) -> i32| -> Vec<i32> {
            let values: BTreeSet<i32> = board.points().map(|point| of(place(point))).collect();
            values.into_iter().collect()
        };
        Translation {
            places: board.points().map(place).collect(),
            points: board.points().map(|point| (place(point), point)).collect(),
            rows: distinct(|(_, y)| y),
            columns: distinct(|(x, _)| x),
        }
    }

    /// Returns the point at these coordinates.
    pub fn point(&self, place: P) -> Point {
        self.points[&place]
    }

    /// Returns the setup of a plain position.
    pub fn setup(&self, state: &State) -> Setup {
        let mut visited: Vec<_> = state
            .visited
            .iter()
            .map(|(stands, places)| (self.point(*stands), self.sorted(places.iter().filter(|&place| place != stands))))
            .filter(|(_, places)| !places.is_empty())
            .collect();
        visited.sort_unstable();
        let last = [super::Side::First, super::Side::Second]
            .map(|side| state.last.get(&side).map(|(stands, began)| (self.point(*stands), self.point(*began))));
        let king_moves = [super::Side::First, super::Side::Second]
            .map(|side| state.king_moves.get(&side).map(|&(stands, number)| (self.point(stands), number as u16)));
        let before = state
            .before
            .as_ref()
            .map(|before| ClaimablePosition { columns: self.standing(&before.state), taken: before.taken as u8 });
        let rolled = state.thrown.map(|thrown| match thrown {
            Throw::One => RollResult::One,
            Throw::Three => RollResult::Row,
        });
        let Anatomy { to_move, hand, huffable, combat, closed, .. } = self.anatomy(state);
        let memory = SetupMemory { huffable, last, visited, closed, hand, rolled, combat, king_moves, before };
        Setup { to_move, columns: self.standing(state), memory }
    }

    /// Returns the decoded form of a plain position; it leaves out the memory that the form cannot hold.
    pub fn anatomy(&self, state: &State) -> Anatomy {
        let column = |&place: &P| {
            let (point, from_top) = (self.point(place), state.column(place).into_iter().rev());
            from_top.zip(0..).map(move |(of, depth)| PlacedPiece { point, piece: piece(of), depth })
        };
        Anatomy {
            to_move: side(state.to_move),
            pieces: state.pieces.keys().flat_map(column).collect(),
            hand: state.hand.map(|men| men as u8),
            huffable: self.sorted(state.huffable.iter()),
            combat: state.combat,
            closed: self.closed(state),
        }
    }

    /// Returns the points at these coordinates, in ascending order.
    fn sorted<'a>(&self, places: impl Iterator<Item = &'a P>) -> Vec<Point> {
        let mut points: Vec<_> = places.map(|&place| self.point(place)).collect();
        points.sort_unstable();
        points
    }

    /// Returns the columns of all points, from bottom to top.
    fn standing(&self, state: &State) -> Vec<Vec<Piece>> {
        self.places.iter().map(|&place| state.column(place).into_iter().map(piece).collect()).collect()
    }

    /// Returns the numbers of closed rows at the bottom and the top and closed columns at the left and the right.
    fn closed(&self, state: &State) -> [u8; 4] {
        let leading = |lines: &[i32], closed: &BTreeSet<i32>| {
            let backwards = lines.iter().rev().take_while(|line| closed.contains(line)).count() as u8;
            [lines.iter().take_while(|line| closed.contains(line)).count() as u8, backwards]
        };
        let [bottom, top] = leading(&self.rows, &state.closed_rows);
        let [left, right] = leading(&self.columns, &state.closed_columns);
        [bottom, top, left, right]
    }
}

/// Returns the engine's value for a side.
pub fn side(side: super::Side) -> Side {
    if side == super::Side::First { Side::First } else { Side::Second }
}

fn piece((owner, rank): (super::Side, super::Rank)) -> Piece {
    let rank = match rank {
        super::Rank::Man => Rank::Man,
        super::Rank::Prince => Rank::Prince,
        super::Rank::King => Rank::King,
    };
    Piece { side: side(owner), rank }
}
