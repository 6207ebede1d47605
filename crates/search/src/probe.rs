//! What is known for certain: the true results of positions that tables hold.
//!
//! Tables know nothing of what led to a position. What history says comes first: a turn that ends the game by repetition is
//! worth what that comes to, whatever the tables say of the position.

use crate::score::Score;
use quirkat_rules::{
    Anatomy, AnyGame, Dtw, Game, GameValue, GameVisitor, Play, Removal, Rules, Ruleset, Side, TooManyTurns, Turn, Wdl,
};
use std::cmp::Reverse;
use std::fmt::Debug;
use std::sync::Arc;

/// Knows the true results of some positions of one game.
pub trait Probe: Debug + Send + Sync {
    /// The most pieces of a position that may be known, those in hand among them.
    fn max_pieces(&self) -> u32;

    /// What a position is truly worth to its side to move; `None` where it is not known.
    fn probe(&self, position: &Anatomy) -> Option<GameValue>;
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

/// Maximum distance that a search score tells apart, in plies. A longer one counts as unknown.
const MAX_SCORED_PLIES: u32 = 800;

/// Returns a game value as a search score; a draw has the score `draw`.
pub(crate) fn score_of(value: GameValue, draw: Score) -> Score {
    match (value.wdl, value.dtw) {
        (Wdl::Win, Some(Dtw(plies))) if plies <= MAX_SCORED_PLIES => Score::won_in(plies),
        (Wdl::Win, _) => Score::WON,
        (Wdl::Draw, _) => draw,
        (Wdl::Loss, Some(Dtw(plies))) if plies <= MAX_SCORED_PLIES => Score::lost_in(plies),
        (Wdl::Loss, _) => Score::LOST,
    }
}

/// Returns the rank of a turn with a known value: quicker wins and slower losses rank higher, an unknown distance counts as
/// long.
pub(crate) fn rank_of(value: GameValue) -> Rank {
    match (value.wdl, value.dtw) {
        (Wdl::Win, Some(Dtw(plies))) => Rank::Won(Reverse(plies)),
        (Wdl::Win, None) => Rank::WonSomehow,
        (Wdl::Draw, _) => Rank::Level,
        (Wdl::Loss, None) => Rank::LostSomehow,
        (Wdl::Loss, Some(Dtw(plies))) => Rank::Lost(plies),
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
pub(crate) fn probe<G: Rules>(tables: &dyn Probe, rules: &G, position: &G::Position) -> Option<GameValue> {
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
    pub known: GameValue,
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
            Some(outcome) => GameValue::from_outcome(outcome, mover),
            None => {
                let known = probe(tables, rules, &after)?;
                if replier == mover { known } else { known.reversed() }
            }
        };
        let known = known.ply_before();
        let circles = || {
            line.occurrences() > 1 && line.repetition_outcome(rules, &after).is_none_or(|end| end.winner != Some(mover))
        };
        let rank = match rank_of(known) {
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
    pub position: Option<GameValue>,
    /// The legal turns, the best one first, and what each is worth to the side that makes it.
    pub turns: Vec<(Turn, Option<GameValue>)>,
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
    pub fn value_of(&self, turn: &Turn) -> Option<GameValue> {
        self.turns.iter().find(|(known, _)| known.effect == turn.effect)?.1
    }

    fn sorted(position: Option<GameValue>, mut turns: Vec<(Turn, Option<KnownTurn>)>) -> TableReport {
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
            Some(outcome) => Some(GameValue::from_outcome(outcome, game.to_move())),
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
            GameValue { wdl: Wdl::Win, dtw: Some(Dtw(3)) },
            GameValue { wdl: Wdl::Win, dtw: Some(Dtw(9)) },
            GameValue { wdl: Wdl::Win, dtw: None },
            GameValue::DRAW,
            GameValue { wdl: Wdl::Loss, dtw: None },
            GameValue { wdl: Wdl::Loss, dtw: Some(Dtw(8)) },
            GameValue { wdl: Wdl::Loss, dtw: Some(Dtw(2)) },
        ];
        assert!(best_first.is_sorted_by_key(|&known| Reverse(rank_of(known))));
        assert!(best_first.is_sorted_by_key(|&known| Reverse(score_of(known, Score::DRAW))));
        for known in best_first {
            assert_eq!(score_of(known.reversed(), Score::DRAW), -score_of(known, Score::DRAW));
        }
        assert_eq!(
            GameValue { wdl: Wdl::Loss, dtw: Some(Dtw(4)) }.reversed().ply_before(),
            GameValue { wdl: Wdl::Win, dtw: Some(Dtw(5)) }
        );
    }
}
