//! What puzzles are about.

use quirkat_rules::{AnyGame, Rank, Reason, Setup, Side, Turn};

/// What a puzzle is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// The first turn lets the opponent take more than it takes itself.
    Sacrifice,
    /// The first turn takes nothing, and does not yet win.
    QuietTurn,
    /// A turn of the solver takes three pieces or more.
    LongCapture,
    /// A piece of the solver is promoted.
    Breakthrough,
    /// The opponent is left without a turn.
    ShuttingIn,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 5] =
        [Theme::Sacrifice, Theme::QuietTurn, Theme::LongCapture, Theme::Breakthrough, Theme::ShuttingIn];

    /// The theme as one word, for programs and records.
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

/// How many pieces are many for one turn.
const LONG: usize = 3;

/// The themes of a solution from a game's position; `best` is the engine's line, which goes on where the solution ends.
pub fn of(game: &AnyGame, solution: &[Turn], best: &[Turn]) -> Vec<Theme> {
    let solver = game.to_move();
    let taken = |turn: &Turn| turn.captures.len() + turn.removed.len();
    let first = after(game, &best[..1]);
    let replies = first.to_move() != solver;
    let mut long = false;
    let mut promoted = false;
    let mut now = game.clone();
    for turn in solution {
        let (mover, kings) = (now.to_move(), raised(&now.setup(), solver));
        now.play(turn).expect("the turn is legal");
        if mover == solver {
            long |= taken(turn) >= LONG;
            promoted |= raised(&now.setup(), solver) > kings;
        }
    }
    let shut_in = now.outcome().is_some_and(|end| end.reason == Reason::Blocked && end.winner == Some(solver));
    let is = |theme: &Theme| match theme {
        Theme::Sacrifice => replies && best.get(1).is_some_and(|reply| taken(reply) > taken(&best[0])),
        Theme::QuietTurn => taken(&best[0]) == 0 && first.outcome().is_none(),
        Theme::LongCapture => long,
        Theme::Breakthrough => promoted,
        Theme::ShuttingIn => shut_in,
    };
    Theme::ALL.into_iter().filter(is).collect()
}

/// A game after so many more turns.
pub fn after(game: &AnyGame, turns: &[Turn]) -> AnyGame {
    let mut game = game.clone();
    for turn in turns {
        game.play(turn).expect("the turn is legal");
    }
    game
}

/// How many pieces of a side stand above men.
fn raised(setup: &Setup, side: Side) -> usize {
    setup.columns.iter().flatten().filter(|piece| piece.side == side && piece.rank > Rank::Man).count()
}
