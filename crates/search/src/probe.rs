//! Endgame tables: the true values of the positions that they hold.
//!
//! A table does not know the moves that led to a position. History comes first: a move that ends the game by repetition
//! has the value of that end, whatever the table says of the position.
//!
//! This module holds no tables. A caller gives them to an engine through [`Library`] and [`Probe`].

use crate::score::Score;
use quirkat_rules::{
    Anatomy, AnyGame, Dtw, Game, GameValue, GameVisitor, Play, Removal, Rules, Ruleset, Side, TooManyTurns, Turn, Wdl,
};
use std::cmp::Reverse;
use std::fmt::Debug;
use std::sync::Arc;

/// The tables of one game.
pub trait Probe: Debug + Send + Sync {
    /// Returns the greatest number of pieces of a position that the tables may hold, pieces in hand included.
    fn max_pieces(&self) -> u32;

    /// Returns the value of a position for its side to move; `None` if the tables do not hold it.
    fn probe(&self, position: &Anatomy) -> Option<GameValue>;
}

/// The tables of many games.
pub trait Library: Debug + Send + Sync {
    /// Returns the tables of a ruleset, if there are any.
    fn tables(&self, ruleset: &Ruleset) -> Option<Arc<dyn Probe>>;

    /// Probes a game's position and each of its moves. `None` if there are no tables of the game, or they hold none of
    /// these positions.
    ///
    /// # Errors
    /// If the position has too many moves.
    fn report(&self, game: &AnyGame) -> Result<Option<TableReport>, TooManyTurns> {
        let Some(tables) = self.tables(game.ruleset()) else { return Ok(None) };
        Ok(Some(TableReport::new(game, &*tables)?).filter(TableReport::has_values))
    }

    /// Returns whether the tables hold a game's position, so that it can be played perfectly from there.
    fn is_solved(&self, game: &AnyGame) -> bool {
        self.report(game).is_ok_and(|report| report.is_some_and(|report| report.position.is_some()))
    }
}

/// Greatest distance to win that a score expresses, in plies. The search treats longer ones as unknown.
const MAX_SCORED_PLIES: u32 = 800;

/// Returns a value as a score; `draw` is the score of a draw.
pub(crate) fn score_of(value: GameValue, draw: Score) -> Score {
    match (value.wdl, value.dtw) {
        (Wdl::Win, Some(Dtw(plies))) if plies <= MAX_SCORED_PLIES => Score::won_in(plies),
        (Wdl::Win, _) => Score::WON,
        (Wdl::Draw, _) => draw,
        (Wdl::Loss, Some(Dtw(plies))) if plies <= MAX_SCORED_PLIES => Score::lost_in(plies),
        (Wdl::Loss, _) => Score::LOST,
    }
}

/// Returns the rank of a move with this value. An unknown distance counts as a long one.
pub(crate) fn rank_of(value: GameValue) -> Rank {
    match (value.wdl, value.dtw) {
        (Wdl::Win, Some(Dtw(plies))) => Rank::Won(Reverse(plies)),
        (Wdl::Win, None) => Rank::WonAtUnknownDistance,
        (Wdl::Draw, _) => Rank::Level,
        (Wdl::Loss, None) => Rank::LostAtUnknownDistance,
        (Wdl::Loss, Some(Dtw(plies))) => Rank::Lost(plies),
    }
}

/// The order of root moves by endgame tables, before any search: the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Rank {
    Lost(u32),
    LostAtUnknownDistance,
    /// A draw, or an unknown value.
    Level,
    /// A win at an unknown distance by a move that repeats a position: it makes no progress.
    WonWithRepetition,
    WonAtUnknownDistance,
    Won(Reverse<u32>),
}

/// Returns the value of a position for its side to move, without regard to history.
pub(crate) fn probe<G: Rules>(tables: &dyn Probe, rules: &G, position: &G::Position) -> Option<GameValue> {
    may_hold(tables, rules, position).then(|| tables.probe(&Anatomy::of(rules, position))).flatten()
}

/// Returns whether a position has few enough pieces for the tables.
fn may_hold<G: Rules>(tables: &dyn Probe, rules: &G, position: &G::Position) -> bool {
    let material = rules.material(position);
    Side::BOTH.map(|side| material.of_side(side)).iter().sum::<u32>() <= tables.max_pieces()
}

/// Returns whether play from a position may reach one that the tables hold. Where captured pieces stay on the board as
/// prisoners, the number of pieces never falls.
pub(crate) fn may_reach<G: Rules>(tables: &dyn Probe, rules: &G, position: &G::Position) -> bool {
    rules.ruleset().options.removal != Removal::Under || may_hold(tables, rules, position)
}

/// The value of a move for the side that makes it, by endgame tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveValue {
    pub value: GameValue,
    pub rank: Rank,
}

impl MoveValue {
    /// Returns the value of a move in a game's position: by the rules, by history, or by tables.
    pub fn new<G: Rules>(game: &Game<G>, mv: &G::Move, tables: &dyn Probe) -> Option<MoveValue> {
        let (rules, before) = (&**game.rules(), game.position());
        let after = rules.play(before, mv);
        let mut history = game.position_history().clone();
        history.push(rules, before, mv, &after, rules.key(&after));
        let (mover, replier) = (rules.to_move(before), rules.to_move(&after));
        let end = rules.outcome(&after).or_else(|| history.outcome(rules, &after));
        let value = match end {
            Some(outcome) => GameValue::from_outcome(outcome, mover),
            None => {
                let value = probe(tables, rules, &after)?;
                if replier == mover { value } else { value.reversed() }
            }
        };
        let value = value.ply_before();
        let repeats = || {
            history.occurrences() > 1
                && history.repetition_outcome(rules, &after).is_none_or(|end| end.winner != Some(mover))
        };
        let rank = match rank_of(value) {
            Rank::WonAtUnknownDistance if repeats() => Rank::WonWithRepetition,
            rank => rank,
        };
        Some(MoveValue { value, rank })
    }
}

/// The values of a game's position and of each of its moves, by endgame tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableReport {
    /// Value of the position for its side to move; `None` if it is unknown.
    pub position: Option<GameValue>,
    /// The legal moves, best first and unknown ones last, each with its value for the side that makes it.
    pub turns: Vec<(Turn, Option<GameValue>)>,
}

impl TableReport {
    /// Probes a game's position and each of its moves.
    ///
    /// # Errors
    /// If the position has too many moves.
    pub fn new(game: &AnyGame, tables: &dyn Probe) -> Result<TableReport, TooManyTurns> {
        game.visit(ReportVisitor(tables))
    }

    /// Returns whether the value of the position or of any move is known.
    pub fn has_values(&self) -> bool {
        self.position.is_some() || self.turns.iter().any(|(_, value)| value.is_some())
    }

    /// Returns the value of a move for the side that makes it.
    pub fn value_of(&self, turn: &Turn) -> Option<GameValue> {
        self.turns.iter().find(|(other, _)| other.effect == turn.effect)?.1
    }

    fn sorted(position: Option<GameValue>, mut turns: Vec<(Turn, Option<MoveValue>)>) -> TableReport {
        turns.sort_by_key(|(_, value)| Reverse(value.map(|value| value.rank)));
        let turns = turns.into_iter().map(|(turn, value)| (turn, value.map(|value| value.value))).collect();
        TableReport { position, turns }
    }
}

struct ReportVisitor<'t>(&'t dyn Probe);

impl GameVisitor for ReportVisitor<'_> {
    type Output = Result<TableReport, TooManyTurns>;

    fn visit<G: Rules>(self, game: &Game<G>) -> Self::Output {
        let position = match game.outcome() {
            Some(outcome) => Some(GameValue::from_outcome(outcome, game.to_move())),
            None => probe(self.0, &**game.rules(), game.position()),
        };
        let moves = game.moves()?;
        let turns = moves.into_iter().map(|(mv, turn)| (turn, MoveValue::new(game, &mv, self.0))).collect();
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
        assert!(best_first.is_sorted_by_key(|&value| Reverse(rank_of(value))));
        assert!(best_first.is_sorted_by_key(|&value| Reverse(score_of(value, Score::DRAW))));
        for value in best_first {
            assert_eq!(score_of(value.reversed(), Score::DRAW), -score_of(value, Score::DRAW));
        }
        assert_eq!(
            GameValue { wdl: Wdl::Loss, dtw: Some(Dtw(4)) }.reversed().ply_before(),
            GameValue { wdl: Wdl::Win, dtw: Some(Dtw(5)) }
        );
    }
}
