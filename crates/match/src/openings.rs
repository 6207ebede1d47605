//! Openings of a match: random moves from given positions.

use crate::error::MatchError;
use crate::game::Round;
use quirkat_rules::{AnyGame, Ruleset, read_turn, write_fen};
use quirkat_search::{Engine, Limits, OutcomeProbabilities, Random, Stop, random_opening};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

/// Value of [`Openings::within`] that allows every opening: no expected score is further from even, in percent.
pub const ANY_BALANCE: u32 = 50;

/// Nodes of the search that filters out uneven openings, and of the search that confirms an even one.
const FILTER_NODES: u64 = 2_000;
const CONFIRM_NODES: u64 = 40_000;

/// Openings of a match. They follow from the seed alone.
///
/// Random openings are different positions as far as there are enough, because games between engines that start alike often
/// continue alike.
pub struct Openings {
    /// Start positions, used in turn.
    starts: Vec<AnyGame>,
    plies: u32,
    /// Maximum distance of the expected score from even, in percent.
    balance: u32,
    seed: u64,
    drawn: Mutex<DrawnOpenings>,
}

/// The openings that were drawn so far.
#[derive(Default)]
struct DrawnOpenings {
    games: Vec<AnyGame>,
    /// FEN of each opening's position.
    positions: HashSet<String>,
    /// Openings of recorded games by their numbers. They are not drawn.
    recorded: HashMap<u32, AnyGame>,
}

impl Openings {
    /// Creates openings of `plies` random moves from the start positions in turn, however much they favour a side.
    ///
    /// # Errors
    /// When random moves from a start position always end the game, or a position has too many turns.
    ///
    /// # Panics
    /// When `starts` is empty.
    pub fn new(starts: Vec<AnyGame>, plies: u32, seed: u64) -> Result<Openings, MatchError> {
        assert!(!starts.is_empty(), "openings need a start position");
        let openings = Openings { starts, plies, balance: ANY_BALANCE, seed, drawn: Mutex::default() };
        for start in &openings.starts {
            opening(start, plies, &mut openings.random(0))?;
        }
        Ok(openings)
    }

    /// Restricts random openings to those whose expected score, by a short search, is at most `balance` percent from even.
    pub fn within(self, balance: u32) -> Openings {
        Openings { balance, ..self }
    }

    /// Returns the rules of the games.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        self.starts[0].ruleset()
    }

    /// Returns the start positions as FEN.
    pub fn start_positions(&self) -> impl Iterator<Item = String> {
        self.starts.iter().map(fen)
    }

    /// Returns the number of random moves of an opening.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Takes an opening from the turns of a recorded game. Returns `None` when they are not an opening of this number.
    pub fn add_recorded<'t>(&self, opening: u32, mut turns: impl Iterator<Item = &'t str>) -> Option<()> {
        let mut game = self.start(opening).clone();
        for _ in 0..self.plies {
            let turn = read_turn(&*game, turns.next()?).ok()?;
            game.play(&turn).ok()?;
        }
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner).recorded.insert(opening, game);
        Some(())
    }

    fn start(&self, opening: u32) -> &AnyGame {
        &self.starts[opening as usize % self.starts.len()]
    }

    /// Returns the game of a round after its opening, and the random numbers for its further course; `None` when stopped.
    ///
    /// # Errors
    /// When a position has too many turns.
    pub fn begin(&self, round: Round, stop: &Stop) -> Result<Option<(AnyGame, Random)>, MatchError> {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        for number in drawn.games.len() as u32..=round.opening {
            let recorded = drawn.recorded.remove(&number).map(Some);
            let game = recorded.map_or_else(|| self.draw(number, &drawn.positions, stop), Ok)?;
            let Some(game) = game else { return Ok(None) };
            drawn.positions.insert(fen(&game));
            drawn.games.push(game);
        }
        let [_, of_game] = round.random_numbers();
        Ok(Some((drawn.games[round.opening as usize].clone(), self.random(of_game))))
    }

    /// Draws the first random opening that is new and even enough. Where there is none, it returns the most even new one of
    /// many, since a game may favour a side from its first move, and else one that was drawn before. Returns `None` when
    /// stopped.
    fn draw(&self, number: u32, positions: &HashSet<String>, stop: &Stop) -> Result<Option<AnyGame>, MatchError> {
        const MAX_DRAWN: u32 = 1000;
        const MAX_SEARCHED: u32 = 40;
        let start = self.start(number);
        let [of_opening, _] = Round { opening: number, ..Round::FIRST }.random_numbers();
        let mut rng = self.random(of_opening);
        let (mut searched, mut most_even, mut repeated) = (0, None, None);
        for _ in 0..MAX_DRAWN {
            let game = opening(start, self.plies, &mut rng)?;
            if self.plies == 0 {
                return Ok(Some(game));
            }
            if positions.contains(&fen(&game)) {
                repeated = Some(game);
                continue;
            }
            if self.balance >= ANY_BALANCE {
                return Ok(Some(game));
            }
            let max = f64::from(self.balance) / 100.0;
            let mut distance = imbalance(&game, FILTER_NODES, stop)?;
            // The short search may be wrong.
            if distance.is_some_and(|distance| distance <= max) {
                distance = imbalance(&game, CONFIRM_NODES, stop)?;
            }
            let Some(distance) = distance else { return Ok(None) };
            if distance <= max {
                return Ok(Some(game));
            }
            if most_even.as_ref().is_none_or(|&(least, _)| distance < least) {
                most_even = Some((distance, game));
            }
            searched += 1;
            if searched == MAX_SEARCHED {
                break;
            }
        }
        Ok(Some(most_even.map(|(_, game)| game).or(repeated).expect("at least one opening was drawn")))
    }

    fn random(&self, number: u64) -> Random {
        Random::of_number(self.seed, number)
    }
}

/// Returns the position and the side to move.
fn fen(game: &AnyGame) -> String {
    write_fen(game.ruleset(), &game.setup())
}

/// Returns the distance of the expected score from even, from 0 to 0.5, by a search of `nodes` nodes; `None` when stopped.
fn imbalance(game: &AnyGame, nodes: u64, stop: &Stop) -> Result<Option<f64>, MatchError> {
    let limits = Limits { time: None, depth: None, nodes: Some(nodes) };
    let analysis = Engine::new(1).analyse(game, limits, 1, stop, &mut |_| {})?;
    if stop.is_stopped() {
        return Ok(None);
    }
    let line = analysis.lines.first().expect("the game has not ended after an opening");
    Ok(Some((OutcomeProbabilities::of(line.score, game.ruleset()).expected_score() - 0.5).abs()))
}

/// Plays `plies` random moves that do not end the game.
///
/// # Errors
/// When they always end it, or a position has too many turns.
pub fn opening(start: &AnyGame, plies: u32, rng: &mut Random) -> Result<AnyGame, MatchError> {
    let title = || start.ruleset().title();
    random_opening(start, plies, rng)?.ok_or_else(|| MatchError::NoOpening { plies, title: title() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{AnyRules, Side, find_game, read_fen};

    fn begin(openings: &Openings, opening: u32, side: Side) -> (AnyGame, Random) {
        openings.begin(Round { opening, side }, &Stop::default()).unwrap().unwrap()
    }

    fn distance(game: &AnyGame, nodes: u64) -> f64 {
        imbalance(game, nodes, &Stop::default()).unwrap().unwrap()
    }

    fn rules(game: &str) -> AnyRules {
        AnyRules::compile(find_game(game).unwrap().ruleset(None, &[]).unwrap()).unwrap()
    }

    fn openings(game: &str, plies: u32, seed: u64) -> Openings {
        Openings::new(vec![rules(game).new_game()], plies, seed).unwrap()
    }

    #[test]
    fn both_rounds_of_an_opening_start_alike_with_different_random_numbers() {
        let openings = openings("alquerque", 4, 9);
        let [first, second] = Side::BOTH.map(|side| begin(&openings, 6, side));
        assert_eq!(first.0.history(), second.0.history());
        let [mut a, mut b] = [first.1, second.1];
        assert_ne!([(); 8].map(|()| a.index(100)), [(); 8].map(|()| b.index(100)));
        let other = begin(&openings, 7, Side::First);
        assert_ne!(other.0.history(), first.0.history());
    }

    #[test]
    fn openings_are_different_positions_as_far_as_there_are_enough() {
        // The first side has four moves at the start.
        let drawn = openings("alquerque", 1, 3);
        let position = |opening| fen(&begin(&drawn, opening, Side::Second).0);
        let later = position(5);
        let positions = [0, 1, 2, 3, 4, 5].map(position);
        assert_eq!(later, positions[5]);
        assert_eq!(HashSet::from(positions.clone()), positions[..4].iter().cloned().collect());
        assert_eq!(positions[..4].iter().collect::<HashSet<_>>().len(), 4);
        // Recorded openings are not drawn again.
        let resumed = openings("alquerque", 1, 3);
        let again = |opening| fen(&begin(&resumed, opening, Side::First).0);
        assert_eq!(resumed.add_recorded(0, ["d2-c3"].into_iter()), Some(()));
        assert_eq!(resumed.add_recorded(1, ["a1-e5"].into_iter()), None);
        let first = again(0);
        assert!(positions[..4].contains(&first) && again(1) != first);
    }

    #[test]
    fn balanced_openings_are_at_least_as_even_as_random_ones() {
        let any = openings("fanorona", 4, 1);
        let even = openings("fanorona", 4, 1).within(10);
        let mut unchanged = 0;
        for opening in 0..12 {
            let [random, game] = [&any, &even].map(|openings| begin(openings, opening, Side::First).0);
            assert!(distance(&game, CONFIRM_NODES) <= 0.1, "{:?}", game.history());
            if [FILTER_NODES, CONFIRM_NODES].iter().all(|&nodes| distance(&random, nodes) <= 0.1) {
                assert_eq!(game.history(), random.history());
                unchanged += 1;
            }
        }
        assert!((1..12).contains(&unchanged), "{unchanged} of 12 random openings are even");
    }

    #[test]
    fn a_stopped_draw_gives_no_opening() {
        let openings = openings("alquerque", 4, 1).within(10);
        let stop = Stop::default();
        stop.stop();
        assert!(openings.begin(Round::FIRST, &stop).unwrap().is_none());
        assert!(openings.begin(Round::FIRST, &Stop::default()).unwrap().is_some());
    }

    #[test]
    fn start_positions_are_used_in_turn() {
        let rules = rules("alquerque");
        let start = |fen: &str| rules.game(Some(&read_fen(&rules.ruleset(), fen).unwrap())).unwrap();
        let starts = vec![start("W:Wa1,c3:Be5"), start("B:Wa1:Be5,d4")];
        let openings = Openings::new(starts, 0, 1).unwrap();
        let position = |opening| fen(&begin(&openings, opening, Side::First).0);
        assert_eq!([0, 1, 2].map(position), ["W:Wa1,c3:Be5", "B:Wa1:Bd4,e5", "W:Wa1,c3:Be5"]);
        // White has no pieces, so the game is over.
        let error = Openings::new(vec![start("W:W:Be5")], 0, 1).err().unwrap();
        assert!(error.to_string().contains("leaves a game"), "{error}");
    }
}
