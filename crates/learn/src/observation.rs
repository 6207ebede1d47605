//! Observation planes: which planes a variant has, and their values.

use crate::encoding::{Action, Encoding};
use quirkat_rules::{
    History, Piece, Point, Rank, Requirement, Requirements, RollResult, Rules, Ruleset, SetupMemory, Side,
    closed_points,
};
use std::fmt;

/// Number of pieces below the commander of a column that have planes of their own.
const COLUMN_DEPTH: u8 = 6;
/// Numbers that a plane shows as 1.
const PIECES: f32 = 32.0;
const QUIET_TURNS: f32 = 100.0;
const KING_MOVES: f32 = 10.0;
const OCCURRENCES: f32 = 3.0;

/// Owner of pieces as an observing player sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Owner {
    Own,
    Other,
}

const OWNERS: [Owner; 2] = [Owner::Own, Owner::Other];

impl Owner {
    fn of(side: Side, player: Side) -> Owner {
        if side == player { Owner::Own } else { Owner::Other }
    }

    fn side(self, player: Side) -> Side {
        match self {
            Owner::Own => player,
            Owner::Other => player.other(),
        }
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Owner::Own => "own",
            Owner::Other => "other",
        })
    }
}

/// One observation plane. A plane without a point has the same value in every cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Plane {
    /// 1 where such a piece stands, in towers at this depth below the top.
    Piece(Owner, Rank, u8),
    /// Pieces of a column deeper than the planes above.
    Deep(Owner),
    Hand(Owner),
    Closed,
    Huffable,
    /// Commanders of the position to which a claim goes back.
    Before(Owner),
    /// Point of the piece that moved last, and the start of that move.
    LastEnd(Owner),
    LastStart(Owner),
    /// Points where the piece on a point has stood.
    Visited,
    /// Points where the piece that is being moved has stood.
    MovingVisited,
    Rolled(RollResult),
    Combat,
    KingMoves,
    Entered,
    LastEntered,
    HuffEntered,
    ClaimEntered,
    ToMove,
    FirstSide,
    Quiet,
    Occurrences,
}

impl fmt::Display for Plane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = |rank: &Rank| match rank {
            Rank::Man => "man",
            Rank::Prince => "prince",
            Rank::King => "king",
        };
        match self {
            Plane::Piece(owner, of, 0) => write!(f, "{owner} {}", rank(of)),
            Plane::Piece(owner, of, depth) => write!(f, "{owner} {} at depth {depth}", rank(of)),
            Plane::Deep(owner) => write!(f, "{owner} pieces below depth {COLUMN_DEPTH}"),
            Plane::Hand(owner) => write!(f, "{owner} hand"),
            Plane::Closed => f.write_str("closed"),
            Plane::Huffable => f.write_str("may be huffed"),
            Plane::Before(owner) => write!(f, "{owner} before the last turn"),
            Plane::LastEnd(owner) => write!(f, "{owner} last end"),
            Plane::LastStart(owner) => write!(f, "{owner} last start"),
            Plane::Visited => f.write_str("points visited"),
            Plane::MovingVisited => f.write_str("visited by the moving piece"),
            Plane::Rolled(RollResult::One) => f.write_str("dice allow one"),
            Plane::Rolled(RollResult::Row) => f.write_str("dice allow a row"),
            Plane::Combat => f.write_str("combat called"),
            Plane::KingMoves => f.write_str("king moves"),
            Plane::Entered => f.write_str("entered"),
            Plane::LastEntered => f.write_str("last entered"),
            Plane::HuffEntered => f.write_str("huff entered"),
            Plane::ClaimEntered => f.write_str("claim entered"),
            Plane::ToMove => f.write_str("to act"),
            Plane::FirstSide => f.write_str("first side"),
            Plane::Quiet => f.write_str("quiet turns"),
            Plane::Occurrences => f.write_str("occurrences"),
        }
    }
}

/// Returns the planes of a ruleset.
pub(crate) fn planes(ruleset: &Ruleset, requirements: Requirements) -> Vec<Plane> {
    let has_princes = ruleset.start.columns.iter().flatten().any(|piece| piece.rank == Rank::Prince);
    let highest = ruleset.highest_rank();
    let ranks = Rank::ALL.into_iter().filter(|&rank| rank <= highest && (rank != Rank::Prince || has_princes));
    let mut all = vec![];
    let mut add_if = |holds: bool, planes: &mut dyn Iterator<Item = Plane>| {
        if holds {
            all.extend(planes);
        }
    };
    let is_tower = requirements.has(Requirement::Towers);
    let depth = if is_tower { COLUMN_DEPTH } else { 0 };
    let pieces = (0..=depth).flat_map(|depth| {
        let at_depth = ranks.clone().flat_map(move |rank| OWNERS.map(|owner| Plane::Piece(owner, rank, depth)));
        at_depth.collect::<Vec<_>>()
    });
    add_if(true, &mut pieces.into_iter());
    add_if(is_tower, &mut OWNERS.map(Plane::Deep).into_iter());
    add_if(requirements.has(Requirement::Hand), &mut OWNERS.map(Plane::Hand).into_iter());
    add_if(requirements.has(Requirement::Closed), &mut [Plane::Closed].into_iter());
    add_if(requirements.has(Requirement::Huffable), &mut [Plane::Huffable, Plane::HuffEntered].into_iter());
    add_if(requirements.has(Requirement::Before), &mut OWNERS.map(Plane::Before).into_iter());
    add_if(requirements.has(Requirement::Before), &mut [Plane::ClaimEntered].into_iter());
    let last = OWNERS.map(Plane::LastEnd).into_iter().chain(OWNERS.map(Plane::LastStart));
    add_if(requirements.has(Requirement::Last), &mut last.into_iter());
    add_if(requirements.has(Requirement::Been), &mut [Plane::Visited, Plane::MovingVisited].into_iter());
    let rolled = [RollResult::One, RollResult::Row].map(Plane::Rolled);
    add_if(requirements.has(Requirement::Rolled), &mut rolled.into_iter());
    add_if(requirements.has(Requirement::Called), &mut [Plane::Combat].into_iter());
    add_if(requirements.has(Requirement::KingMoves), &mut [Plane::KingMoves].into_iter());
    let common =
        [Plane::Entered, Plane::LastEntered, Plane::ToMove, Plane::FirstSide, Plane::Quiet, Plane::Occurrences];
    add_if(true, &mut common.into_iter());
    all
}

/// What an observation shows beside the position.
pub(crate) struct Course<'a> {
    pub history: &'a History,
    /// Turns since the last capture.
    pub quiet: u32,
    /// Actions of the turn that is being entered.
    pub entered: &'a [Action],
    /// Side that acts next; `None` for chance and at the end.
    pub to_act: Option<Side>,
}

/// Writes the observation of a player into `values`, which has [`Encoding::observation_len`] values.
pub(crate) fn observe<G: Rules>(
    encoding: &Encoding,
    rules: &G,
    position: &G::Position,
    course: &Course<'_>,
    player: Side,
    values: &mut [f32],
) {
    values.fill(0.0);
    let [_, height, width] = encoding.shape();
    let cells = height * width;
    let remembers = encoding.planes().iter().any(|plane| plane.needs_memory());
    let memory = if remembers { rules.setup(position).memory } else { SetupMemory::default() };
    let deep = encoding.planes().iter().position(|plane| matches!(plane, Plane::Deep(_)));
    let ranks = Ranks::of(encoding);
    rules.for_each_piece(position, |placed| {
        let cell = encoding.cell_index(placed.point);
        let owner = Owner::of(placed.piece.side, player) as usize;
        match deep.filter(|_| placed.depth > COLUMN_DEPTH) {
            Some(deep) => values[(deep + owner) * cells + cell] += 1.0 / PIECES,
            None => values[ranks.plane(placed.piece, placed.depth, owner) * cells + cell] = 1.0,
        }
    });
    for (plane, values) in encoding.planes().iter().zip(values.chunks_exact_mut(cells)) {
        let mut painter = Painter { encoding, values };
        painter.paint(*plane, rules, position, course, &memory, player);
    }
}

/// Places of the ranks among the planes of pieces.
struct Ranks {
    /// Place of each rank among the ranks of the game.
    place: [usize; 3],
    count: usize,
}

impl Ranks {
    fn of(encoding: &Encoding) -> Ranks {
        let (mut place, mut count) = ([0; 3], 0);
        for plane in encoding.planes() {
            if let Plane::Piece(Owner::Own, rank, 0) = plane {
                place[rank.index()] = count;
                count += 1;
            }
        }
        Ranks { place, count }
    }

    fn plane(&self, piece: Piece, depth: u8, owner: usize) -> usize {
        (usize::from(depth) * self.count + self.place[piece.rank.index()]) * 2 + owner
    }
}

/// Fills one plane.
struct Painter<'a> {
    encoding: &'a Encoding,
    values: &'a mut [f32],
}

impl Painter<'_> {
    fn at(&mut self, point: Point, value: f32) {
        self.values[self.encoding.cell_index(point)] = value;
    }

    fn paint<G: Rules>(
        &mut self,
        plane: Plane,
        rules: &G,
        position: &G::Position,
        course: &Course<'_>,
        memory: &SetupMemory,
        player: Side,
    ) {
        let encoding = self.encoding;
        let holds = |holds: bool| f32::from(u8::from(holds));
        let points = encoding.end();
        let entered = || course.entered.iter().copied().filter(|&action| action < points).map(Point);
        match plane {
            // Painted piece by piece.
            Plane::Piece(..) | Plane::Deep(_) => {}
            Plane::Hand(owner) => self.values.fill(f32::from(memory.hand[owner.side(player).index()]) / PIECES),
            Plane::Closed => {
                for point in closed_points(&encoding.ruleset.board, rules.closed(position)) {
                    self.at(point, 1.0);
                }
            }
            Plane::Huffable => rules.for_each_huffable(position, |point| self.at(point, 1.0)),
            Plane::Before(owner) => {
                let columns = memory.before.iter().flat_map(|before| before.columns.iter().enumerate());
                for (point, column) in columns {
                    if column.last().is_some_and(|piece| Owner::of(piece.side, player) == owner) {
                        self.at(Point::from(point), 1.0);
                    }
                }
            }
            Plane::LastEnd(owner) | Plane::LastStart(owner) => {
                if let Some((end, start)) = memory.last[owner.side(player).index()] {
                    self.at(if matches!(plane, Plane::LastEnd(_)) { end } else { start }, 1.0);
                }
            }
            Plane::Visited => {
                for (point, visited) in &memory.visited {
                    self.at(*point, visited.len() as f32 / encoding.ruleset.board.len() as f32);
                }
            }
            Plane::MovingVisited => {
                let moving = entered().next();
                let visited = memory.visited.iter().filter(|(point, _)| Some(*point) == moving);
                for &point in visited.flat_map(|(_, points)| points) {
                    self.at(point, 1.0);
                }
            }
            Plane::Rolled(result) => self.values.fill(holds(memory.rolled == Some(result))),
            Plane::Combat => self.values.fill(holds(rules.is_combat(position))),
            Plane::KingMoves => {
                for &(point, moves) in memory.king_moves.iter().flatten() {
                    self.at(point, f32::from(moves) / KING_MOVES);
                }
            }
            Plane::Entered => entered().for_each(|point| self.at(point, 1.0)),
            Plane::LastEntered => {
                if let Some(point) = entered().next_back() {
                    self.at(point, 1.0);
                }
            }
            Plane::HuffEntered => self.values.fill(holds(course.entered.contains(&encoding.huff()))),
            Plane::ClaimEntered => self.values.fill(holds(course.entered.contains(&encoding.claim()))),
            Plane::ToMove => self.values.fill(holds(course.to_act == Some(player))),
            Plane::FirstSide => self.values.fill(holds(player == Side::First)),
            Plane::Quiet => self.values.fill((course.quiet as f32 / QUIET_TURNS).min(1.0)),
            Plane::Occurrences => {
                let occurrences = if course.history.uses_keys() { course.history.occurrences() } else { 1 };
                self.values.fill((occurrences as f32 / OCCURRENCES).min(1.0));
            }
        }
    }
}

impl Plane {
    /// Returns whether the plane shows state that only the setup of a position holds.
    fn needs_memory(self) -> bool {
        match self {
            Plane::Hand(_)
            | Plane::Before(_)
            | Plane::LastEnd(_)
            | Plane::LastStart(_)
            | Plane::Visited
            | Plane::MovingVisited
            | Plane::Rolled(_)
            | Plane::KingMoves => true,
            Plane::Piece(..)
            | Plane::Deep(_)
            | Plane::Closed
            | Plane::Huffable
            | Plane::Combat
            | Plane::Entered
            | Plane::LastEntered
            | Plane::HuffEntered
            | Plane::ClaimEntered
            | Plane::ToMove
            | Plane::FirstSide
            | Plane::Quiet
            | Plane::Occurrences => false,
        }
    }
}
