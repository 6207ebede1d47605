//! The themes of puzzles.

use quirkat_rules::{AnyGame, Rank, Reason, Setup, Side, Turn};

/// A theme of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// The first move lets the opponent capture more than it captures.
    Sacrifice,
    /// The first move neither captures nor wins at once.
    QuietTurn,
    /// A move of the solver captures three pieces or more.
    LongCapture,
    /// The solution promotes a piece of the solver.
    Breakthrough,
    /// The solution leaves the opponent without a move.
    ShuttingIn,
}

impl Theme {
    /// All themes, in the order of their declaration.
    pub const ALL: [Theme; 5] =
        [Theme::Sacrifice, Theme::QuietTurn, Theme::LongCapture, Theme::Breakthrough, Theme::ShuttingIn];

    /// Returns the identifier of the theme in data: `quiet_turn`.
    pub fn word(self) -> &'static str {
        match self {
            Theme::Sacrifice => "sacrifice",
            Theme::QuietTurn => "quiet_turn",
            Theme::LongCapture => "long_capture",
            Theme::Breakthrough => "breakthrough",
            Theme::ShuttingIn => "shutting_in",
        }
    }
}

/// Least number of pieces of a long capture.
const LONG_CAPTURE: usize = 3;

/// Returns the themes of a solution; `best` is the engine's variation, which continues after the solution.
pub fn of(game: &AnyGame, solution: &[Turn], best: &[Turn]) -> Vec<Theme> {
    let solver = game.to_move();
    let captured = |turn: &Turn| turn.captures.len() + turn.removed.len();
    let first = after(game, &best[..1]);
    let replies = first.to_move() != solver;
    let mut long = false;
    let mut promoted = false;
    let mut now = game.clone();
    for turn in solution {
        let (mover, kings) = (now.to_move(), count_promoted(&now.setup(), solver));
        now.play(turn).expect("the turn is legal");
        if mover == solver {
            long |= captured(turn) >= LONG_CAPTURE;
            promoted |= count_promoted(&now.setup(), solver) > kings;
        }
    }
    let shut_in = now.outcome().is_some_and(|end| end.reason == Reason::Blocked && end.winner == Some(solver));
    let is = |theme: &Theme| match theme {
        Theme::Sacrifice => replies && best.get(1).is_some_and(|reply| captured(reply) > captured(&best[0])),
        Theme::QuietTurn => captured(&best[0]) == 0 && first.outcome().is_none(),
        Theme::LongCapture => long,
        Theme::Breakthrough => promoted,
        Theme::ShuttingIn => shut_in,
    };
    Theme::ALL.into_iter().filter(is).collect()
}

/// Returns a game after further moves.
pub fn after(game: &AnyGame, turns: &[Turn]) -> AnyGame {
    let mut game = game.clone();
    for turn in turns {
        game.play(turn).expect("the turn is legal");
    }
    game
}

/// Returns the number of promoted pieces of a side.
fn count_promoted(setup: &Setup, side: Side) -> usize {
    setup.columns.iter().flatten().filter(|piece| piece.side == side && piece.rank > Rank::Man).count()
}
