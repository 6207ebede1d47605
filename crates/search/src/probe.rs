//! What is known for certain: the true results of positions that tables hold.
//!
//! Tables know nothing of what led to a position. What history says comes first: a turn that ends the game by repetition is
//! worth what that comes to, whatever the tables say of the position.

use crate::score::Score;
use quirkat_rules::{
    Anatomy, AnyGame, Game, GameVisitor, Outcome, Play, Removal, Rules, Ruleset, Side, TooManyTurns, Turn,
};
use std::cmp::Reverse;
use std::fmt::Debug;
use std::sync::Arc;

/// Knows the true results of some positions of one game.
pub trait Probe: Debug + Send + Sync {
    /// The most pieces of a position that may be known, those in hand among them.
    fn max_pieces(&self) -> u32;

    /// What a position is truly worth to its side to move; `None` where it is not known.
    fn probe(&self, position: &Anatomy) -> Option<Known>;
}

/// Has tables of some games.
pub trait Library: Debug + Send + Sync {
    /// The tables of a game by these rules, if there are some.
    fn tables(&self, ruleset: &Ruleset) -> Option<Arc<dyn Probe>>;

    /// What tables say of a game's position and of each of its turns; `None` where there are no tables of the game, or they hold
    /// nothing of it.
    ///
    /// # Errors
    /// When the position has too many turns.
    fn report(&self, game: &AnyGame) -> Result<Option<TableReport>, TooManyTurns> {
        let Some(tables) = self.tables(game.ruleset()) else { return Ok(None) };
        Ok(Some(TableReport::new(game, &*tables)?).filter(TableReport::has_values))
    }

    /// Whether it is known what a game's position is worth, so that it can be played perfectly from there.
    fn is_solved(&self, game: &AnyGame) -> bool {
        self.report(game).is_ok_and(|report| report.is_some_and(|report| report.position.is_some()))
    }
}

/// What a position is truly worth to its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Known {
    /// It wins, in so many plies if both sides play as well as can be, where that is known.
    Won(Option<u32>),
    /// Neither side can win against good play.
    Drawn,
    /// It loses, in so many plies where that is known; in none if it has lost already.
    Lost(Option<u32>),
}

/// A longer distance is not told apart from an unknown one while a search goes on.
const LONGEST: u32 = 800;

impl Known {
    /// What the end of a game is worth to a side.
    pub fn at_end(outcome: Outcome, side: Side) -> Known {
        match outcome.winner {
            None => Known::Drawn,
            Some(winner) if winner == side => Known::Won(Some(0)),
            Some(_) => Known::Lost(Some(0)),
        }
    }

    /// What it is worth to the other side.
    pub fn reversed(self) -> Known {
        match self {
            Known::Won(plies) => Known::Lost(plies),
            Known::Drawn => Known::Drawn,
            Known::Lost(plies) => Known::Won(plies),
        }
    }

    /// What a position is worth, a ply further from the end.
    fn a_ply_before(self) -> Known {
        let further = |plies: Option<u32>| plies.map(|plies| plies + 1);
        match self {
            Known::Won(plies) => Known::Won(further(plies)),
            Known::Drawn => Known::Drawn,
            Known::Lost(plies) => Known::Lost(further(plies)),
        }
    }

    /// The plies to the end, where they are known: positive wins, negative loses, and zero has lost already.
    pub fn plies_to_end(self) -> Option<i64> {
        match self {
            Known::Won(plies) => plies.map(i64::from),
            Known::Drawn => None,
            Known::Lost(plies) => plies.map(|plies| -i64::from(plies)),
        }
    }

    /// What it is as a score, of which a draw has its own.
    pub(crate) fn score(self, draw: Score) -> Score {
        match self {
            Known::Won(Some(plies)) if plies <= LONGEST => Score::won_in(plies),
            Known::Won(_) => Score::WON,
            Known::Drawn => draw,
            Known::Lost(Some(plies)) if plies <= LONGEST => Score::lost_in(plies),
            Known::Lost(_) => Score::LOST,
        }
    }

    /// What is better is greater: the quicker win and the slower loss. An end at an unknown distance is taken for far away.
    pub(crate) fn rank(self) -> Rank {
        match self {
            Known::Won(Some(plies)) => Rank::Won(Reverse(plies)),
            Known::Won(None) => Rank::WonSomehow,
            Known::Drawn => Rank::Level,
            Known::Lost(None) => Rank::LostSomehow,
            Known::Lost(Some(plies)) => Rank::Lost(plies),
        }
    }
}

/// How turns are told apart by what is known of them, before anything is searched: the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Rank {
    Lost(u32),
    LostSomehow,
    /// A draw, or nothing is known.
    Level,
    /// A win at an unknown distance, by a turn after which the position has come up again: it leads nowhere.
    WonInCircles,
    WonSomehow,
    Won(Reverse<u32>),
}

/// What a position is truly worth to its side to move, whatever led to it.
pub(crate) fn probe<G: Rules>(tables: &dyn Probe, rules: &G, position: &G::Position) -> Option<Known> {
    may_know(tables, rules, position).then(|| tables.probe(&Anatomy::of(rules, position))).flatten()
}

/// Whether a position has so few pieces that it may be known.
fn may_know<G: Rules>(tables: &dyn Probe, rules: &G, position: &G::Position) -> bool {
    let material = rules.material(position);
    Side::BOTH.map(|side| material.of_side(side)).iter().sum::<u32>() <= tables.max_pieces()
}

/// Whether a position may be known to which play from here leads: where what is taken stays under its taker, there are always as
/// many pieces.
pub(crate) fn may_come_to_know<G: Rules>(tables: &dyn Probe, rules: &G, position: &G::Position) -> bool {
    rules.ruleset().options.removal != Removal::Under || may_know(tables, rules, position)
}

/// What is known of a turn, worth to the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KnownTurn {
    pub known: Known,
    pub rank: Rank,
}

impl KnownTurn {
    /// What is known of a turn in a game's position, by the rules, by history or by tables.
    pub fn of<G: Rules>(game: &Game<G>, turn: &G::Move, tables: &dyn Probe) -> Option<KnownTurn> {
        let (rules, before) = (&**game.rules(), game.position());
        let after = rules.play(before, turn);
        let mut line = game.position_history().clone();
        line.push(rules, before, turn, &after, rules.key(&after));
        let (mover, replier) = (rules.to_move(before), rules.to_move(&after));
        let end = rules.outcome(&after).or_else(|| line.outcome(rules, &after));
        let known = match end {
            Some(outcome) => Known::at_end(outcome, mover),
            None => {
                let known = probe(tables, rules, &after)?;
                if replier == mover { known } else { known.reversed() }
            }
        };
        let known = known.a_ply_before();
        let circles = || {
            line.occurrences() > 1 && line.repetition_outcome(rules, &after).is_none_or(|end| end.winner != Some(mover))
        };
        let rank = match known.rank() {
            Rank::WonSomehow if circles() => Rank::WonInCircles,
            rank => rank,
        };
        Some(KnownTurn { known, rank })
    }
}

/// What tables say of a game's position and of each of its turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableReport {
    /// What the position is worth to its side to move.
    pub position: Option<Known>,
    /// The legal turns, the best one first, and what each is worth to the side that makes it.
    pub turns: Vec<(Turn, Option<Known>)>,
}

impl TableReport {
    /// Looks up a game's position and its turns.
    ///
    /// # Errors
    /// When the position has too many turns.
    pub fn new(game: &AnyGame, tables: &dyn Probe) -> Result<TableReport, TooManyTurns> {
        game.visit(LookUp(tables))
    }

    /// Whether anything is known.
    pub fn has_values(&self) -> bool {
        self.position.is_some() || self.turns.iter().any(|(_, known)| known.is_some())
    }

    /// What is known of a turn, worth to the side that makes it.
    pub fn value_of(&self, turn: &Turn) -> Option<Known> {
        self.turns.iter().find(|(known, _)| known.effect == turn.effect)?.1
    }

    fn sorted(position: Option<Known>, mut turns: Vec<(Turn, Option<KnownTurn>)>) -> TableReport {
        // What is not known stands behind what is.
        turns.sort_by_key(|(_, known)| Reverse(known.map(|known| known.rank)));
        TableReport {
            position,
            turns: turns.into_iter().map(|(turn, known)| (turn, known.map(|known| known.known))).collect(),
        }
    }
}

struct LookUp<'t>(&'t dyn Probe);

impl GameVisitor for LookUp<'_> {
    type Output = Result<TableReport, TooManyTurns>;

    fn visit<G: Rules>(self, game: &Game<G>) -> Self::Output {
        let position = match game.outcome() {
            Some(outcome) => Some(Known::at_end(outcome, game.to_move())),
            None => probe(self.0, &**game.rules(), game.position()),
        };
        let moves = game.moves()?;
        let turns = moves.into_iter().map(|(made, turn)| (turn, KnownTurn::of(game, &made, self.0))).collect();
        Ok(TableReport::sorted(position, turns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quicker_wins_and_slower_losses_are_better() {
        let best_first = [
            Known::Won(Some(3)),
            Known::Won(Some(9)),
            Known::Won(None),
            Known::Drawn,
            Known::Lost(None),
            Known::Lost(Some(8)),
            Known::Lost(Some(2)),
        ];
        assert!(best_first.is_sorted_by_key(|known| Reverse(known.rank())));
        assert!(best_first.is_sorted_by_key(|known| Reverse(known.score(Score::DRAW))));
        for known in best_first {
            assert_eq!(known.reversed().score(Score::DRAW), -known.score(Score::DRAW));
        }
        assert_eq!(Known::Lost(Some(4)).reversed().a_ply_before(), Known::Won(Some(5)));
    }
}
