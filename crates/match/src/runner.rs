//! Runs the games of a match in several threads and counts them in the order of their rounds.
//!
//! The number of threads and the order in which games end do not affect the result: the random numbers of a game follow from
//! the seed and its round, each game has its own players, and an SPRT is decided by the openings in their order.

use crate::elo::{Sprt, Verdict};
use crate::error::MatchError;
use crate::game::{GameResult, Round, play_game};
use crate::openings::Openings;
use crate::player::PlayerFactory;
use crate::record::{read_record, write_record};
use crate::tally::MatchTally;
use quirkat_rules::{AnyGame, Pdn, Ruleset, Side};
use quirkat_search::Stop;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Interval at which the runner checks whether it is stopped.
const POLL: Duration = Duration::from_millis(50);

/// Settings of a match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchSettings {
    /// Number of openings; each is played twice, with sides changed.
    pub openings: u32,
    /// Number of plies after the opening at which a game is broken off.
    pub max_plies: u32,
    /// Test that ends the match early.
    pub sprt: Option<Sprt>,
    /// Number of games at a time, at least 1.
    pub threads: usize,
}

/// A match of two players from the same openings, each from both sides. See the [crate] for an example.
pub struct MatchRunner {
    openings: Openings,
    players: [PlayerFactory; 2],
    settings: MatchSettings,
}

/// Result of a match.
#[derive(Clone, Debug)]
pub struct MatchResult {
    /// Statistics of the games that count.
    pub tally: MatchTally,
    /// Whether the SPRT was decided. Games beyond the opening that decided it do not count.
    pub is_decided: bool,
    /// Whether the SPRT was decided or all games were played, in contrast to a match that was stopped.
    pub is_complete: bool,
}

impl MatchResult {
    /// Returns whether the game of a round counts.
    pub fn counts(&self, round: Round) -> bool {
        !self.is_decided || round.opening < self.tally.openings()
    }
}

/// A game that has ended.
pub struct FinishedGame {
    /// Round of the game.
    pub round: Round,
    /// Result of the game.
    pub result: GameResult,
    /// The game with its history.
    pub game: AnyGame,
}

impl MatchRunner {
    /// Creates a match of player A and player B.
    pub fn new(openings: Openings, players: [PlayerFactory; 2], settings: MatchSettings) -> MatchRunner {
        MatchRunner { openings, players, settings }
    }

    /// Returns the rules of the games.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        self.openings.ruleset()
    }

    /// Returns the settings.
    pub fn settings(&self) -> MatchSettings {
        self.settings
    }

    /// Returns the rounds that are not among the finished games.
    pub fn missing_rounds(&self, results: &BTreeMap<Round, GameResult>) -> Vec<Round> {
        Round::all(self.settings.openings).filter(|round| !results.contains_key(round)).collect()
    }

    /// Plays the rounds that are not in `results`, until all are played, the SPRT is decided, or `stop` is set. `sink` gets each
    /// game as it ends, with the statistics so far. Stopping abandons the games in progress.
    ///
    /// # Errors
    /// When a position has too many turns, or `sink` fails.
    pub fn run<E: From<MatchError>>(
        &self,
        mut results: BTreeMap<Round, GameResult>,
        stop: &Stop,
        sink: &mut dyn FnMut(&FinishedGame, &MatchTally) -> Result<(), E>,
    ) -> Result<MatchResult, E> {
        let mut tally = MatchTally::default();
        let mut is_decided = self.count(&mut tally, &results);
        if !is_decided {
            self.play_rounds(&self.missing_rounds(&results), stop, &mut |finished| -> Result<bool, E> {
                results.insert(finished.round, finished.result.clone());
                is_decided = self.count(&mut tally, &results);
                sink(&finished, &tally)?;
                Ok(!is_decided)
            })?;
        }
        let is_complete = is_decided || tally.openings() == self.settings.openings;
        Ok(MatchResult { tally, is_decided, is_complete })
    }

    /// Counts the next openings as far as both their games are played. Returns whether they decide the SPRT.
    fn count(&self, tally: &mut MatchTally, results: &BTreeMap<Round, GameResult>) -> bool {
        let is_decided = |tally: &MatchTally| {
            self.settings.sprt.is_some_and(|sprt| sprt.verdict(&tally.pairs) != Verdict::Undecided)
        };
        while !is_decided(tally) && tally.openings() < self.settings.openings {
            let opening = tally.openings();
            let [first, second] = Side::BOTH.map(|side| results.get(&Round { opening, side }));
            let (Some(first), Some(second)) = (first, second) else { return false };
            tally.add(opening, [first, second]);
        }
        is_decided(tally)
    }

    /// Returns the number of games at a time: one where a player plays one at a time.
    fn threads(&self) -> usize {
        if self.players.iter().any(PlayerFactory::is_serial) { 1 } else { self.settings.threads.max(1) }
    }

    /// Plays rounds in several threads, and passes each game to `take` until it returns `false`.
    fn play_rounds<E: From<MatchError>>(
        &self,
        rounds: &[Round],
        interrupted: &Stop,
        take: &mut dyn FnMut(FinishedGame) -> Result<bool, E>,
    ) -> Result<(), E> {
        let (next, stop) = (AtomicUsize::new(0), Stop::default());
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.threads() {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                scope.spawn(move || {
                    while let Some(&round) = rounds.get(next.fetch_add(1, Ordering::Relaxed))
                        && let Some(game) = self.play_round(round, stop).transpose()
                        && sender.send(game).is_ok()
                    {}
                });
            }
            drop(sender);
            let result = loop {
                if interrupted.is_stopped() {
                    stop.stop();
                }
                match receiver.recv_timeout(POLL) {
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                    Ok(game) => match game.map_err(E::from).and_then(&mut *take) {
                        Ok(true) => {}
                        Ok(false) => break Ok(()),
                        Err(error) => break Err(error),
                    },
                }
            };
            stop.stop();
            result
        })
    }

    /// Plays the game of a round. Returns `None` when stopped.
    fn play_round(&self, round: Round, stop: &Stop) -> Result<Option<FinishedGame>, MatchError> {
        let Some((mut game, mut rng)) = self.openings.begin(round, stop)? else { return Ok(None) };
        let mut players = by_side(round, self.players.each_ref().map(PlayerFactory::player));
        let result = play_game(&mut game, &mut players, self.settings.max_plies, stop, &mut rng)?;
        if result.is_some() {
            players.iter_mut().for_each(|player| player.end(&game));
        }
        Ok(result.map(|result| FinishedGame { round, result, game }))
    }

    /// Writes the record of a game with additional tags.
    pub fn record(&self, finished: &FinishedGame, tags: &[(&str, &str)]) -> Pdn {
        let FinishedGame { round, result, game } = finished;
        let names = by_side(*round, self.players.each_ref().map(|player| player.spec().to_string()));
        write_record(*round, result, game, names.each_ref().map(String::as_str), tags)
    }

    /// Reads the record of a game of this match, and uses its opening when the match is resumed. Returns `None` for the record
    /// of another match.
    pub fn read_record(&self, pdn: &Pdn) -> Option<(Round, GameResult)> {
        let (round, result) = read_record(pdn, self.ruleset().white(), self.openings.plies())?;
        self.openings.add_recorded(round.opening, pdn.turns.iter().map(|turn| &*turn.text))?;
        Some((round, result))
    }
}

/// Orders what belongs to player A and player B by sides.
fn by_side<T>(round: Round, [a, b]: [T; 2]) -> [T; 2] {
    match round.side {
        Side::First => [a, b],
        Side::Second => [b, a],
    }
}
