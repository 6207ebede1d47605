//! Self-play: games that give samples for training.

use super::sample::Sample;
use crate::alphabeta::quiescence::evaluates_only_quiet_positions;
use crate::engine::Engine;
use crate::limits::{Limits, Stop};
use crate::patterns::features::FeatureSet;
use crate::playout::random_turns;
use crate::random::{Random, fraction, index};
use quirkat_rules::{AnyGame, AnyRules, Game, GameVisitor, Rules, TooManyTurns};

/// Settings of games that an engine plays against itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelfPlay {
    /// Seed of the random numbers, together with the number of each game.
    pub seed: u64,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// Randomness of the opening, in bits: a game begins with random moves until their choices add up to between half
    /// of this and all of it. Openings therefore differ also where positions have few moves.
    pub random_bits: f64,
    /// Greatest length of a game in plies. A longer game is a draw.
    pub max_plies: u32,
}

impl SelfPlay {
    /// Plays the game of a number, and returns its quiet positions as samples. The game follows from the seed, the
    /// number and the state of the engine: a new engine gives the same game again.
    ///
    /// # Errors
    /// If a position has too many moves.
    pub fn play(&self, rules: &AnyRules, engine: &mut Engine, number: u64) -> Result<Vec<Sample>, TooManyTurns> {
        let mut rng = Random::of_number(self.seed, number);
        let ruleset = rules.ruleset();
        let features = FeatureSet::of(&ruleset);
        let quiet_only = evaluates_only_quiet_positions(&ruleset.options);
        let Some(mut game) = self.opening(&rules.new_game(), &mut rng)? else { return Ok(vec![]) };
        let mut samples = Vec::new();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        while game.outcome().is_none() && game.history().len() < self.max_plies as usize {
            if game.is_chance_node() {
                let throws = game.turns()?;
                play(&mut game, &throws[index(&mut rng, throws.len())]);
                continue;
            }
            let analysis = engine.analyse(&game, limits, 1, &Stop::default(), &mut |_| {})?;
            let Some((line, turn)) = analysis.lines.first().and_then(|line| Some((line, line.turns.first()?))) else {
                break;
            };
            // A search that completed no iteration has no score.
            if analysis.depth > 0 && (!quiet_only || turn.captures.is_empty()) {
                let mut sample = game.visit(SampleVisitor(&features));
                sample.chance = (engine.scale(&ruleset).training_target(line.score) * f64::from(u16::MAX)) as u16;
                samples.push(sample);
            }
            play(&mut game, turn);
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner);
        for sample in &mut samples {
            sample.result = winner.map_or(1, |winner| if winner == sample.sides(false).0 { 2 } else { 0 });
        }
        Ok(samples)
    }

    /// Returns a game after its random moves, fewer where it keeps ending with them; `None` where it ends after any.
    fn opening(&self, start: &AnyGame, rng: &mut Random) -> Result<Option<AnyGame>, TooManyTurns> {
        const TRIES: u32 = 64;
        const SHRINK: f64 = 0.9;
        let mut bits = self.random_bits * (1.0 + fraction(rng)) / 2.0;
        for _ in 0..TRIES {
            if let Some(game) = random_turns(start, self.max_plies, bits, rng)? {
                return Ok(Some(game));
            }
            bits *= SHRINK;
        }
        Ok(None)
    }
}

fn play(game: &mut AnyGame, turn: &quirkat_rules::Turn) {
    game.play(turn).expect("the game offered the turn");
}

struct SampleVisitor<'f>(&'f FeatureSet);

impl GameVisitor for SampleVisitor<'_> {
    type Output = Sample;
    fn visit<G: Rules>(self, game: &Game<G>) -> Sample {
        Sample::of(&**game.rules(), game.position(), self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{find_game, write_fen};
    use std::collections::HashSet;

    #[test]
    fn openings_differ_where_positions_have_few_moves_and_where_games_end_early() {
        let positions = |game: &str| {
            let rules = AnyRules::compile(find_game(game).unwrap().ruleset(None, &[]).unwrap()).unwrap();
            let self_play = SelfPlay { seed: 1, nodes: 1, random_bits: 28.0, max_plies: 250 };
            let opening = |number| self_play.opening(&rules.new_game(), &mut Random::of_number(1, number)).unwrap();
            let games: Vec<_> = (0..200).map(|number| opening(number).expect("a game that is not over")).collect();
            games.iter().map(|game| write_fen(game.ruleset(), &game.setup())).collect::<HashSet<_>>().len()
        };
        // Lasca has 2,148 sequences of eight moves, and some openings of alquerque-de-tres end the game.
        assert!(positions("lasca") > 195);
        assert!(positions("alquerque-de-tres") > 20);
    }
}
