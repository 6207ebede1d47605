//! Statistics of the games of a match.

use crate::elo::PairCounts;
use crate::game::{GameEnd, GameResult, Round};
use crate::player::FailureKind;
use quirkat_rules::Side;
use std::collections::BTreeMap;
use std::time::Duration;

/// Results of a match for player A. It counts only openings that were played from both sides.
#[derive(Clone, Default, Debug)]
pub struct MatchTally {
    /// Numbers of openings by the points of player A.
    pub pairs: PairCounts,
    /// Results of player A with the first side and with the second side.
    pub sides: [SideResults; 2],
    /// Number of games by the word of their end, see [`GameEnd::word`].
    pub reasons: BTreeMap<&'static str, u32>,
    /// Number of plies of all games after their openings.
    pub plies: u64,
    /// Longest time that a player used for a move.
    pub longest_turn: Duration,
    /// Failures of player A and of player B.
    pub failures: [FailureCounts; 2],
}

/// Results of player A with one side.
#[derive(Clone, Copy, Default, Debug)]
pub struct SideResults {
    /// Number of games won.
    pub won: u32,
    /// Number of games drawn by a rule.
    pub drawn: u32,
    /// Number of games lost.
    pub lost: u32,
    /// Number of games broken off, which score as draws.
    pub broken_off: u32,
}

/// Failures of a player.
#[derive(Clone, Default, Debug)]
pub struct FailureCounts {
    /// Number of failures of each kind, in the order of [`FailureKind::ALL`].
    pub counts: [u32; FailureKind::ALL.len()],
    /// Round and description of the first failure.
    pub first: Option<String>,
}

impl SideResults {
    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost + self.broken_off
    }

    /// Returns the score in half points: a win is two, a draw or a game broken off is one.
    pub fn half_points(&self) -> u32 {
        2 * self.won + self.drawn + self.broken_off
    }
}

impl MatchTally {
    /// Adds the two games of an opening, in the order of their rounds.
    pub fn add(&mut self, opening: u32, games: [&GameResult; 2]) {
        let before = self.half_points();
        for (side, result) in Side::BOTH.into_iter().zip(games) {
            self.add_game(Round { opening, side }, result);
        }
        self.pairs[(self.half_points() - before) as usize] += 1;
    }

    fn add_game(&mut self, round: Round, result: &GameResult) {
        let side = &mut self.sides[round.side.index()];
        *match (result.winner, &result.end) {
            (Some(winner), _) if winner == round.side => &mut side.won,
            (Some(_), _) => &mut side.lost,
            (None, GameEnd::BrokenOff) => &mut side.broken_off,
            (None, _) => &mut side.drawn,
        } += 1;
        *self.reasons.entry(result.end.word()).or_default() += 1;
        self.plies += u64::from(result.plies);
        self.longest_turn = self.longest_turn.max(result.longest_turn);
        if let GameEnd::Failed(failure) = &result.end {
            let failures = &mut self.failures[usize::from(result.winner == Some(round.side))];
            failures.counts[failure.kind as usize] += 1;
            failures.first.get_or_insert_with(|| format!("game {round}: {}", failure.message));
        }
    }

    fn half_points(&self) -> u32 {
        self.sides.iter().map(SideResults::half_points).sum()
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.sides.iter().map(SideResults::games).sum()
    }

    /// Returns the number of openings.
    pub fn openings(&self) -> u32 {
        self.pairs.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Failure;
    use quirkat_rules::Reason;

    fn result(winner: Option<Side>, end: GameEnd) -> GameResult {
        GameResult { winner, end, plies: 10, longest_turn: Duration::from_millis(3) }
    }

    #[test]
    fn games_are_counted_by_pair_by_side_and_by_failure() {
        let mut tally = MatchTally::default();
        let won = |winner| result(Some(winner), GameEnd::Rules(Reason::Blocked));
        let failed = GameEnd::Failed(Failure::new(FailureKind::TimeForfeit, "is gone"));
        tally.add(0, [&won(Side::First), &won(Side::Second)]);
        tally.add(1, [&won(Side::Second), &result(None, GameEnd::BrokenOff)]);
        tally.add(2, [&result(Some(Side::Second), failed.clone()), &result(Some(Side::Second), failed)]);
        assert_eq!((tally.pairs, tally.games(), tally.openings(), tally.plies), ([0, 1, 1, 0, 1], 6, 3, 60));
        let [first, second] = &tally.sides;
        assert_eq!((first.won, first.lost, second.won, second.broken_off), (1, 2, 2, 1));
        assert_eq!(tally.reasons, BTreeMap::from([("blocked", 3), ("longest", 1), ("time_forfeit", 2)]));
        assert_eq!(tally.failures[0].first.as_deref(), Some("game 3.1: is gone"));
        assert_eq!(tally.failures.map(|failures| failures.counts), [[0, 0, 1], [0, 0, 1]]);
    }
}
