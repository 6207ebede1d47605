//! Many games at once.

use crate::encoding::{Action, Encoding};
use crate::state::{ActionError, End, Player, State};
use fastrand::Rng;
use quirkat_rules::{AnyRules, Side};
use std::sync::Arc;
use thiserror::Error;

/// Minimum number of games for which another thread is started.
const MIN_GAMES_PER_THREAD: usize = 64;

/// Games of one variant that are played step by step, all at once. A finished game starts again; dice are thrown by chance.
pub struct Batch {
    games: Vec<Seat>,
    encoding: Arc<Encoding>,
    threads: usize,
}

/// A game with its source of random numbers.
struct Seat {
    state: State,
    rng: Rng,
}

/// Buffers for the results of a step, each with one entry per game in the order of the games.
pub struct Results<'a> {
    /// Whether each action is legal for the player who acts next: one row of [`Encoding::actions`] values per game.
    pub masks: &'a mut [bool],
    /// Player who acts next: 0 for the first side, 1 for the second.
    pub players: &'a mut [i8],
    /// Rewards of the first and the second side for the last action: 1, −1 or 0.
    pub rewards: &'a mut [f32],
    /// Whether the last action ended a game.
    pub terminated: &'a mut [bool],
    /// Whether the last action truncated a game.
    pub truncated: &'a mut [bool],
    /// Observation of the player who acts next; nothing is written if the buffer is empty.
    pub observations: &'a mut [f32],
}

/// Reason why a step is refused. No game has changed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BatchError {
    /// The number of actions is not the number of games.
    #[error("{found} actions for {games} games")]
    Count {
        /// Number of actions.
        found: usize,
        /// Number of games.
        games: usize,
    },
    /// An action is not legal.
    #[error("game {game}: {error}")]
    Action {
        /// Number of the game.
        game: usize,
        /// Reason.
        error: ActionError,
    },
    /// An action is no action of the game.
    #[error("game {game}: {action} is no action; allowed: 0 to {most}")]
    Number {
        /// Number of the game.
        game: usize,
        /// Number that was given.
        action: i64,
        /// Largest number of an action.
        most: usize,
    },
}

impl Batch {
    /// Creates `games` games at the start of the rules. Each is truncated after `max_turns` turns, which must be at least 2
    /// with dice; up to `threads` threads share a step.
    pub fn new(rules: &AnyRules, games: usize, max_turns: usize, threads: usize, seed: u64) -> Batch {
        let first = State::new(rules, max_turns);
        let mut seeds = Rng::with_seed(seed);
        let seat = |_| {
            let mut seat = Seat { state: first.clone(), rng: Rng::with_seed(seeds.u64(..)) };
            seat.throw_dice();
            seat
        };
        let games = (0..games).map(seat).collect();
        Batch { games, encoding: Arc::clone(first.encoding()), threads: threads.max(1) }
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns the encoding of the actions and observations.
    pub fn encoding(&self) -> &Arc<Encoding> {
        &self.encoding
    }

    /// Returns the state of a game.
    pub fn state(&self, game: usize) -> Option<&State> {
        self.games.get(game).map(|seat| &seat.state)
    }

    /// Returns all games to the start and seeds their dice.
    pub fn seed(&mut self, seed: u64) {
        let mut seeds = Rng::with_seed(seed);
        for seat in &mut self.games {
            seat.rng = Rng::with_seed(seeds.u64(..));
            seat.restart();
        }
    }

    /// Enters one action in each game, and writes the results.
    ///
    /// # Errors
    /// When an action is not legal. No game has changed then.
    ///
    /// # Panics
    /// If a buffer of `results` has a wrong length.
    pub fn step(&mut self, actions: &[i64], results: &mut Results<'_>) -> Result<(), BatchError> {
        if actions.len() != self.games.len() {
            return Err(BatchError::Count { found: actions.len(), games: self.games.len() });
        }
        for (game, (seat, &action)) in self.games.iter().zip(actions).enumerate() {
            let most = self.encoding.actions() - 1;
            let number = Action::try_from(action).ok().filter(|&action| usize::from(action) <= most);
            let number = number.ok_or(BatchError::Number { game, action, most })?;
            if !seat.state.is_legal(number) {
                return Err(BatchError::Action { game, error: seat.state.refusal(number) });
            }
        }
        self.write(Some(actions), results);
        Ok(())
    }

    /// Writes the results of the present states, without rewards.
    ///
    /// # Panics
    /// If a buffer of `results` has a wrong length.
    pub fn observe(&mut self, results: &mut Results<'_>) {
        self.write(None, results);
    }

    /// Chooses a random legal action in each game.
    ///
    /// # Panics
    /// If `actions` does not have one entry per game.
    pub fn sample(&mut self, actions: &mut [i64]) {
        assert_eq!(actions.len(), self.games.len(), "one action per game");
        for (seat, action) in self.games.iter_mut().zip(actions) {
            *action = i64::from(seat.random_action());
        }
    }

    /// Enters the actions, if any, and writes the results. Threads share the games.
    fn write(&mut self, actions: Option<&[i64]>, results: &mut Results<'_>) {
        let games = self.games.len();
        let (width, values) = (self.encoding.actions(), self.encoding.observation_len());
        let observes = !results.observations.is_empty();
        assert!(
            results.masks.len() == games * width
                && results.rewards.len() == 2 * games
                && [results.players.len(), results.terminated.len(), results.truncated.len()] == [games; 3]
                && (!observes || results.observations.len() == games * values),
            "the buffers fit the games"
        );
        if games == 0 {
            return;
        }
        let threads = self.threads.min(games.div_ceil(MIN_GAMES_PER_THREAD));
        let share = games.div_ceil(threads);
        let observation_share = if observes { share * values } else { 1 };
        let mut observations = results.observations.chunks_mut(observation_share);
        let mut parts = self
            .games
            .chunks_mut(share)
            .enumerate()
            .zip(results.masks.chunks_mut(share * width))
            .zip(results.players.chunks_mut(share))
            .zip(results.rewards.chunks_mut(2 * share))
            .zip(results.terminated.chunks_mut(share))
            .zip(results.truncated.chunks_mut(share))
            .map(|((((((at, seats), masks), players), rewards), terminated), truncated)| {
                let observations = observations.next().unwrap_or_default();
                let actions = actions.map(|actions| &actions[at * share..at * share + seats.len()]);
                let results = Results { masks, players, rewards, terminated, truncated, observations };
                Part { seats, actions, results }
            });
        let first = parts.next();
        std::thread::scope(|scope| {
            for part in parts {
                scope.spawn(|| part.run());
            }
            first.into_iter().for_each(Part::run);
        });
    }
}

/// The games of one thread.
struct Part<'a> {
    seats: &'a mut [Seat],
    actions: Option<&'a [i64]>,
    results: Results<'a>,
}

impl Part<'_> {
    fn run(self) {
        let Part { seats, actions, results } = self;
        results.rewards.fill(0.0);
        results.terminated.fill(false);
        results.truncated.fill(false);
        results.masks.fill(false);
        for (game, seat) in seats.iter_mut().enumerate() {
            if let Some(actions) = actions {
                let rewards = &mut results.rewards[2 * game..2 * game + 2];
                match seat.enter(actions[game] as Action, rewards) {
                    Some(End::Over(_)) => results.terminated[game] = true,
                    Some(End::Truncated) => results.truncated[game] = true,
                    None => {}
                }
            }
            let state = &seat.state;
            let width = state.encoding().actions();
            let mask = &mut results.masks[game * width..(game + 1) * width];
            state.legal_actions().for_each(|action| mask[usize::from(action)] = true);
            let side = match state.player() {
                Player::Side(side) => side,
                // No game ends before its first action.
                Player::Chance | Player::Terminal => Side::First,
            };
            results.players[game] = side.index() as i8;
            if !results.observations.is_empty() {
                let values = state.encoding().observation_len();
                state.observe(side, &mut results.observations[game * values..(game + 1) * values]);
            }
        }
    }
}

impl Seat {
    /// Enters a legal action and the throws after it. A finished game starts again; returns its end.
    fn enter(&mut self, action: Action, rewards: &mut [f32]) -> Option<End> {
        self.state.apply(action).expect("the action was checked");
        self.throw_dice();
        let end = self.state.end()?;
        rewards.copy_from_slice(&self.state.returns());
        self.restart();
        Some(end)
    }

    fn restart(&mut self) {
        self.state.restart();
        self.throw_dice();
    }

    fn throw_dice(&mut self) {
        while self.state.player() == Player::Chance {
            let throw = self.random_action();
            self.state.apply(throw).expect("the throw is legal");
        }
    }

    fn random_action(&mut self) -> Action {
        let number = self.rng.usize(..self.state.legal_count().max(1));
        self.state.legal_actions().nth(number).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::find_game;

    const GAMES: usize = 150;

    /// Buffers of a batch, with a step of random actions.
    struct Run {
        batch: Batch,
        actions: Vec<i64>,
        masks: Vec<bool>,
        players: Vec<i8>,
        rewards: Vec<f32>,
        terminated: Vec<bool>,
        truncated: Vec<bool>,
        observations: Vec<f32>,
    }

    impl Run {
        fn new(game: &str, variant: Option<&str>, threads: usize) -> Run {
            let rules = AnyRules::compile(find_game(game).unwrap().ruleset(variant, &[]).unwrap()).unwrap();
            let batch = Batch::new(&rules, GAMES, 20, threads, 9);
            let (width, values) = (batch.encoding().actions(), batch.encoding().observation_len());
            Run {
                batch,
                actions: vec![0; GAMES],
                masks: vec![false; GAMES * width],
                players: vec![0; GAMES],
                rewards: vec![0.0; 2 * GAMES],
                terminated: vec![false; GAMES],
                truncated: vec![false; GAMES],
                observations: vec![0.0; GAMES * values],
            }
        }

        fn step(&mut self) -> Result<(), BatchError> {
            let Run { batch, actions, masks, players, rewards, terminated, truncated, observations } = self;
            batch.step(actions, &mut Results { masks, players, rewards, terminated, truncated, observations })
        }

        fn has_the_results_of(&self, other: &Run) -> bool {
            self.masks == other.masks
                && self.players == other.players
                && self.rewards == other.rewards
                && self.terminated == other.terminated
                && self.truncated == other.truncated
                && self.observations == other.observations
        }
    }

    #[test]
    fn threads_do_not_change_the_results_and_finished_games_start_again() {
        for (game, variant) in [("lasca", None), ("alquerque-de-nueve", Some("dados"))] {
            let mut runs = [1, 2].map(|threads| Run::new(game, variant, threads));
            let mut ends = 0;
            for _ in 0..120 {
                for run in &mut runs {
                    run.batch.sample(&mut run.actions);
                    run.step().unwrap();
                }
                assert!(runs[0].has_the_results_of(&runs[1]), "{game}");
                ends += runs[0].terminated.iter().zip(&runs[0].truncated).filter(|(over, cut)| **over || **cut).count();
                assert!(runs[0].batch.games.iter().all(|seat| matches!(seat.state.player(), Player::Side(_))));
            }
            assert!(ends > GAMES, "{game}: {ends} games ended");
        }
    }

    #[test]
    fn an_illegal_action_changes_no_game() {
        let mut run = Run::new("konane", None, 1);
        run.batch.sample(&mut run.actions);
        let refused = |run: &mut Run, action: i64| {
            run.actions[7] = action;
            run.step().unwrap_err().to_string()
        };
        let most = run.batch.encoding().actions() - 1;
        assert_eq!(refused(&mut run, -1), format!("game 7: -1 is no action; allowed: 0 to {most}"));
        assert!(refused(&mut run, most as i64).starts_with(&format!("game 7: action {most} (combat) is not legal")));
        run.actions.pop();
        assert_eq!(run.step().unwrap_err().to_string(), "149 actions for 150 games");
        assert!(run.batch.games.iter().all(|seat| seat.state.actions().is_empty()));
    }
}
