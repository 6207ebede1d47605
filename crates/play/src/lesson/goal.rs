//! What a learner is asked to do with one turn, and whether a turn does it.

use quirkat_rules::{AnyGame, Point, Rank, Turn};

/// What is asked for. Every legal turn either does it or does not: nobody writes answers down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// A legal turn, where the rules leave few.
    Legal,
    /// To move the piece on this point.
    Move(Point),
    /// To go to this point.
    Go(Point),
    /// To put a piece from the hand on this point.
    Place(Point),
    /// To take the stone on this point off a full board.
    Lift(Point),
    /// To take what stands on this point.
    TakeThis(Point),
    /// To take exactly so many in the turn.
    Take(usize),
    /// To promote a man.
    Promote,
    /// To huff.
    Huff,
    /// To claim a capture that the opponent left out.
    Claim,
    /// To make a row of three that takes something off.
    Row,
    /// To let a part of the board close.
    Close,
    /// To call for single combat.
    Call,
    /// To win.
    Win,
    /// To draw.
    Draw,
}

impl Goal {
    /// Whether some legal turns must miss it for the task to be one: everywhere but where only legality is asked for.
    pub fn asks_for_a_choice(self) -> bool {
        self != Goal::Legal
    }

    /// Whether a legal turn of the game's position does it.
    pub fn is_met(self, game: &AnyGame, turn: &Turn) -> bool {
        let is_plain = turn.huff.is_none() && turn.claim.is_none();
        match self {
            Goal::Legal => true,
            Goal::Move(point) => is_plain && turn.path.first() == Some(&point),
            Goal::Go(point) => is_plain && turn.path.len() > 1 && turn.path.last() == Some(&point),
            Goal::Place(point) => is_plain && turn.drops.contains(&point),
            Goal::Lift(point) => turn.path.is_empty() && turn.drops.is_empty() && turn.removed.contains(&point),
            Goal::TakeThis(point) => is_plain && turn.captures.contains(&point),
            Goal::Take(wanted) => is_plain && turn.captures.len() == wanted,
            Goal::Promote => promotes(game, turn),
            Goal::Huff => turn.huff.is_some(),
            Goal::Claim => turn.claim.is_some(),
            Goal::Row => !turn.removed.is_empty() && (!turn.path.is_empty() || !turn.drops.is_empty()),
            Goal::Close => {
                let closed = |game: &AnyGame| game.setup().memory.closed;
                after(game, turn).is_some_and(|after| closed(&after) != closed(game))
            }
            Goal::Call => turn.calls,
            Goal::Win => {
                let ended = after(game, turn).and_then(|after| after.outcome());
                ended.is_some_and(|outcome| outcome.winner == Some(game.to_move()))
            }
            Goal::Draw => {
                let ended = after(game, turn).and_then(|after| after.outcome());
                ended.is_some_and(|outcome| outcome.winner.is_none())
            }
        }
    }
}

/// Whether a turn's piece is a man before and more than one after.
fn promotes(game: &AnyGame, turn: &Turn) -> bool {
    let (Some((from, to)), None) = (turn.endpoints(), &turn.claim) else { return false };
    let rank = |game: &AnyGame, point| game.setup().top(point).map(|piece| piece.rank);
    rank(game, from) == Some(Rank::Man)
        && after(game, turn).and_then(|after| rank(&after, to)).is_some_and(|rank| rank > Rank::Man)
}

/// The game after a turn.
pub(crate) fn after(game: &AnyGame, turn: &Turn) -> Option<AnyGame> {
    let mut game = game.clone();
    game.play(turn).ok().map(|()| game)
}
