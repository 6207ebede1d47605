//! Goals of exercises: what one turn has to do, and the check of a turn.

use quirkat_rules::{AnyGame, Point, Rank, Reason, Turn};

/// Goal of an exercise. Every legal turn either meets it or misses it, so that no answers need to be written down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Play a legal turn, where the rules leave few.
    Legal,
    /// Move the piece on this point.
    Move(Point),
    /// Move a piece to this point.
    Go(Point),
    /// Place a piece from the hand on this point.
    Place(Point),
    /// Place this number of pieces from the hand.
    Enter(usize),
    /// Remove the stone on this point from a full board.
    Lift(Point),
    /// Capture the piece on this point.
    TakeThis(Point),
    /// Capture exactly this number of pieces.
    Take(usize),
    /// Promote a man to a higher rank.
    Promote,
    /// Huff a piece of the opponent.
    Huff,
    /// Claim a capture that the opponent missed.
    Claim,
    /// Make a row of three that removes a piece.
    Row,
    /// Make a row of three, and remove the piece on this point.
    Strike(Point),
    /// Make rows of three that remove this number of pieces.
    Remove(usize),
    /// Make a part of the board close.
    Close,
    /// Call for single combat, without a move.
    Call,
    /// Win the game with this turn.
    Win,
    /// Leave the opponent only replies that win the game for this side.
    WinByReply,
    /// Draw the game with this turn.
    Draw,
}

impl Goal {
    /// Returns whether the goal needs a legal turn that misses it: every goal except [`Goal::Legal`].
    pub fn asks_for_a_choice(self) -> bool {
        self != Goal::Legal
    }

    /// Returns whether a legal turn of the game's position meets the goal.
    pub fn is_met(self, game: &AnyGame, turn: &Turn) -> bool {
        let is_plain = turn.huff.is_none() && turn.claim.is_none();
        let makes_a_row = !turn.removed.is_empty() && (!turn.path.is_empty() || !turn.drops.is_empty());
        match self {
            Goal::Legal => true,
            Goal::Move(point) => is_plain && turn.path.first() == Some(&point),
            Goal::Go(point) => is_plain && turn.path.len() > 1 && turn.path.last() == Some(&point),
            Goal::Place(point) => is_plain && turn.drops.contains(&point),
            Goal::Enter(count) => is_plain && turn.drops.len() == count,
            Goal::Lift(point) => turn.path.is_empty() && turn.drops.is_empty() && turn.removed.contains(&point),
            Goal::TakeThis(point) => is_plain && turn.captures.contains(&point),
            Goal::Take(wanted) => is_plain && turn.captures.len() == wanted,
            Goal::Promote => promotes(game, turn),
            Goal::Huff => turn.huff.is_some(),
            Goal::Claim => turn.claim.is_some(),
            Goal::Row => makes_a_row,
            Goal::Strike(point) => makes_a_row && turn.removed.contains(&point),
            Goal::Remove(count) => makes_a_row && turn.removed.len() == count,
            Goal::Close => {
                let closed = |game: &AnyGame| game.setup().memory.closed;
                after(game, turn).is_some_and(|after| closed(&after) != closed(game))
            }
            Goal::Call => turn.calls,
            Goal::Win => {
                let ended = after(game, turn).and_then(|after| after.outcome());
                ended.is_some_and(|outcome| outcome.winner == Some(game.to_move()))
            }
            Goal::WinByReply => reason_of_win_by_reply(game, turn).is_some(),
            Goal::Draw => {
                let ended = after(game, turn).and_then(|after| after.outcome());
                ended.is_some_and(|outcome| outcome.winner.is_none())
            }
        }
    }
}

/// Returns whether the moving piece is a man before the turn and of a higher rank after it.
fn promotes(game: &AnyGame, turn: &Turn) -> bool {
    let (Some((from, to)), None) = (turn.endpoints(), &turn.claim) else { return false };
    let rank = |game: &AnyGame, point| game.setup().top(point).map(|piece| piece.rank);
    rank(game, from) == Some(Rank::Man)
        && after(game, turn).and_then(|after| rank(&after, to)).is_some_and(|rank| rank > Rank::Man)
}

/// Returns why the side that makes a turn wins whatever the reply, or `None` if some reply does not lose.
pub(crate) fn reason_of_win_by_reply(game: &AnyGame, turn: &Turn) -> Option<Reason> {
    let after_turn = after(game, turn).filter(|after| after.outcome().is_none() && !after.is_chance_node())?;
    let reason = |reply: &Turn| {
        let outcome = after(&after_turn, reply)?.outcome()?;
        (outcome.winner == Some(game.to_move())).then_some(outcome.reason)
    };
    let reasons = after_turn.turns().ok()?.iter().map(reason).collect::<Option<Vec<_>>>()?;
    reasons.first().copied()
}

/// Returns the game after a turn.
pub(crate) fn after(game: &AnyGame, turn: &Turn) -> Option<AnyGame> {
    let mut game = game.clone();
    game.play(turn).ok().map(|()| game)
}
