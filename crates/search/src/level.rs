//! Levels of play, from a beginner's to the engine's best.
//!
//! Weaker levels look less far ahead, overlook turns, and misjudge what they see. They err as people do: what is far from
//! the last turn is overlooked sooner, a capture seldom, and no turn is ever illegal.

use crate::analysis::{Analysis, Line};
use crate::chance::share;
use crate::limits::Limits;
use quirkat_rules::{AnyGame, Board, Point, Turn};
use rand_core::RngCore;

/// How well the engine plays: from 1, a beginner, to 10, as well as it can.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The strongest level.
    pub const BEST: Level = Level(10);

    /// The level of this number, from 1 to 10.
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// The level's number.
    pub fn number(self) -> u8 {
        self.0
    }
}

/// What a level below the best can do.
pub(crate) struct Skill {
    /// How far it looks ahead, in plies.
    depth: u32,
    /// The chance that it overlooks a turn far from the last one.
    overlooks: f64,
    /// How far it misjudges a position, in hundredths of a man: the spread of a bell curve.
    misjudges: f64,
}

const SKILLS: [Skill; 9] = [
    Skill { depth: 1, overlooks: 0.50, misjudges: 130.0 },
    Skill { depth: 1, overlooks: 0.35, misjudges: 80.0 },
    Skill { depth: 2, overlooks: 0.25, misjudges: 50.0 },
    Skill { depth: 2, overlooks: 0.15, misjudges: 30.0 },
    Skill { depth: 3, overlooks: 0.10, misjudges: 20.0 },
    Skill { depth: 4, overlooks: 0.06, misjudges: 12.0 },
    Skill { depth: 6, overlooks: 0.03, misjudges: 8.0 },
    Skill { depth: 8, overlooks: 0.01, misjudges: 5.0 },
    Skill { depth: 11, overlooks: 0.0, misjudges: 2.0 },
];

impl Skill {
    /// The skill of a level; `None` is the best that the engine can do.
    pub fn of(level: Level) -> Option<&'static Skill> {
        SKILLS.get(usize::from(level.0) - 1)
    }

    /// The limits of a search at this level.
    pub fn limit(&self, limits: Limits) -> Limits {
        Limits { depth: Some(limits.depth.map_or(self.depth, |depth| depth.min(self.depth))), ..limits }
    }

    /// The turn that looks best to somebody who overlooks and misjudges; all lines must be there.
    pub fn pick(&self, game: &AnyGame, analysis: Analysis, rng: &mut dyn RngCore) -> Option<Turn> {
        let board = &game.ruleset().board;
        let attention = game.history().last().and_then(|turn| turn.ends()).map(|(_, to)| to);
        let seen: Vec<Line> = analysis
            .lines
            .iter()
            .filter(|line| !share(rng).lt(&self.chance_to_overlook(board, attention, line)))
            .cloned()
            .collect();
        let lines = if seen.is_empty() { analysis.lines } else { seen };
        let looks =
            |line: &Line, rng: &mut dyn RngCore| f64::from(line.score.hundredths()) + self.misjudges * bell(rng);
        let judged = lines.into_iter().map(|line| (looks(&line, rng), line));
        let (_, line) = judged.max_by(|a, b| a.0.total_cmp(&b.0))?;
        line.turns.into_iter().next()
    }

    fn chance_to_overlook(&self, board: &Board, attention: Option<Point>, line: &Line) -> f64 {
        let Some(turn) = line.turns.first() else { return 0.0 };
        if turn.captures.len() == 1 {
            return self.overlooks / 4.0;
        }
        let near = |point: Point| {
            attention.is_some_and(|at| {
                let (a, b) = (board.place(at), board.place(point));
                (a.x - b.x).abs().max((a.y - b.y).abs()) <= 1
            })
        };
        let noticed = turn.ends().is_some_and(|(from, to)| near(from) || near(to));
        if noticed { self.overlooks / 2.0 } else { self.overlooks }
    }
}

/// A number from a bell curve around zero with a spread of about one.
fn bell(rng: &mut dyn RngCore) -> f64 {
    (0..12).map(|_| share(rng)).sum::<f64>() - 6.0
}
