//! The games of a match, counted.

use super::contestant::FailureKind;
use super::elo::Pairs;
use super::game::{End, Played, Round};
use quirkat_rules::Side;
use std::collections::BTreeMap;
use std::time::Duration;

/// The results of a match as player A sees them, of whole openings alone.
#[derive(Default)]
pub struct Tally {
    /// The pairs of games that share an opening.
    pub pairs: Pairs,
    /// The games of player A with the first side, and with the second.
    pub sides: [Results; 2],
    /// How many games ended for which reason.
    pub reasons: BTreeMap<&'static str, u32>,
    /// The turns of all games.
    pub plies: u64,
    /// The longest that a player took for a turn.
    pub longest_turn: Duration,
    /// The failures of player A, and of player B.
    pub failures: [Failures; 2],
}

/// How games ended.
#[derive(Clone, Copy, Default)]
pub struct Results {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub broken_off: u32,
}

/// The failures of a player.
#[derive(Default)]
pub struct Failures {
    /// How many of each kind.
    pub counts: [u32; FailureKind::ALL.len()],
    /// What happened first, with the round.
    pub first: Option<String>,
}

impl Results {
    /// All games.
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost + self.broken_off
    }

    /// The points, in halves: draws and games that were broken off are one.
    pub fn half_points(&self) -> u32 {
        2 * self.won + self.drawn + self.broken_off
    }
}

impl Tally {
    /// Counts both games of the opening of this number.
    pub fn add(&mut self, opening: u32, games: [&Played; 2]) {
        let before = self.half_points();
        for (side, played) in Side::BOTH.into_iter().zip(games) {
            self.add_game(Round { opening, side }, played);
        }
        self.pairs[(self.half_points() - before) as usize] += 1;
    }

    fn add_game(&mut self, round: Round, played: &Played) {
        let results = &mut self.sides[round.side.index()];
        *match (played.winner, &played.end) {
            (Some(winner), _) if winner == round.side => &mut results.won,
            (Some(_), _) => &mut results.lost,
            (None, End::BrokenOff) => &mut results.broken_off,
            (None, _) => &mut results.drawn,
        } += 1;
        *self.reasons.entry(played.end.word()).or_default() += 1;
        self.plies += u64::from(played.plies);
        self.longest_turn = self.longest_turn.max(played.longest_turn);
        if let End::Failed(failure) = &played.end {
            let failures = &mut self.failures[usize::from(played.winner == Some(round.side))];
            failures.counts[failure.kind as usize] += 1;
            failures.first.get_or_insert_with(|| format!("game {round}: {}", failure.what));
        }
    }

    fn half_points(&self) -> u32 {
        self.sides.iter().map(Results::half_points).sum()
    }

    /// All games.
    pub fn games(&self) -> u32 {
        self.sides.iter().map(Results::games).sum()
    }

    /// All openings.
    pub fn openings(&self) -> u32 {
        self.pairs.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::contestant::Failure;
    use super::*;
    use quirkat_rules::Reason;

    fn played(winner: Option<Side>, end: End) -> Played {
        Played { winner, end, plies: 10, longest_turn: Duration::from_millis(3) }
    }

    #[test]
    fn games_are_counted_by_pairs_by_sides_and_by_who_failed() {
        let mut tally = Tally::default();
        let won = |winner| played(Some(winner), End::Rules(Reason::Blocked));
        let failed = End::Failed(Failure::new(FailureKind::TimeForfeit, "is gone"));
        tally.add(0, [&won(Side::First), &won(Side::Second)]);
        tally.add(1, [&won(Side::Second), &played(None, End::BrokenOff)]);
        tally.add(2, [&played(Some(Side::Second), failed.clone()), &played(Some(Side::Second), failed)]);
        assert_eq!((tally.pairs, tally.games(), tally.openings(), tally.plies), ([0, 1, 1, 0, 1], 6, 3, 60));
        let [first, second] = &tally.sides;
        assert_eq!((first.won, first.lost, second.won, second.broken_off), (1, 2, 2, 1));
        assert_eq!(tally.reasons, BTreeMap::from([("blocked", 3), ("longest", 1), ("time_forfeit", 2)]));
        assert_eq!(tally.failures[0].first.as_deref(), Some("game 3.1: is gone"));
        assert_eq!(tally.failures.map(|failures| failures.counts), [[0, 0, 1], [0, 0, 1]]);
    }
}
