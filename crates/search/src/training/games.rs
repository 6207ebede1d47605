//! Games from which positions are learned.

use super::sample::Sample;
use crate::alphabeta::quiesce::judges_quiet_positions_alone;
use crate::analysis::Engine;
use crate::chance::{Random, index, share};
use crate::limits::{Limits, Stop};
use crate::patterns::things::Things;
use crate::playout::random_turns;
use quirkat_rules::{AnyGame, AnyRules, Game, GameVisitor, Rules, TooManyTurns};

/// How an engine plays against itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelfPlay {
    /// The number from which chance is drawn, with the number of each game.
    pub seed: u64,
    /// The positions visited for each turn.
    pub nodes: u64,
    /// A game begins with random turns that are worth up to this many bits of chance, and at least half of them, so that games
    /// differ where there is little to choose, too.
    pub random_bits: f64,
    /// A game that takes longer is a draw.
    pub max_plies: u32,
}

impl SelfPlay {
    /// Plays the game of a number and gives the positions that a search would judge as they stand. The engine forgets
    /// nothing by itself: whoever wants the same game again gives a new one.
    ///
    /// # Errors
    /// When a position has too many turns.
    pub fn play(&self, rules: &AnyRules, engine: &mut Engine, number: u64) -> Result<Vec<Sample>, TooManyTurns> {
        let mut rng = Random::of_number(self.seed, number);
        let ruleset = rules.ruleset();
        let things = Things::of(&ruleset);
        let quiet_alone = judges_quiet_positions_alone(&ruleset.options);
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
            // A search that did not even look one turn ahead has no opinion.
            if analysis.depth > 0 && (!quiet_alone || turn.captures.is_empty()) {
                let mut sample = game.visit(Sampling(&things));
                sample.chance = (engine.scale(&ruleset).learned(line.score) * f64::from(u16::MAX)) as u16;
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

    /// A game after its random turns: fewer where it ends with them; `None` where it seems to end whatever is played.
    fn opening(&self, start: &AnyGame, rng: &mut Random) -> Result<Option<AnyGame>, TooManyTurns> {
        const TRIES: u32 = 64;
        const FEWER: f64 = 0.9;
        let mut bits = self.random_bits * (1.0 + share(rng)) / 2.0;
        for _ in 0..TRIES {
            if let Some(game) = random_turns(start, self.max_plies, bits, rng)? {
                return Ok(Some(game));
            }
            bits *= FEWER;
        }
        Ok(None)
    }
}

fn play(game: &mut AnyGame, turn: &quirkat_rules::Turn) {
    game.play(turn).expect("the game offered the turn");
}

struct Sampling<'t>(&'t Things);

impl GameVisitor for Sampling<'_> {
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
    fn games_differ_where_there_is_little_to_choose_and_begin_where_they_soon_end() {
        let positions = |game: &str| {
            let rules = AnyRules::compile(find_game(game).unwrap().ruleset(None, &[]).unwrap()).unwrap();
            let self_play = SelfPlay { seed: 1, nodes: 1, random_bits: 28.0, max_plies: 250 };
            let opening = |number| self_play.opening(&rules.new_game(), &mut Random::of_number(1, number)).unwrap();
            let games: Vec<_> = (0..200).map(|number| opening(number).expect("a game that goes on")).collect();
            games.iter().map(|game| write_fen(game.ruleset(), &game.setup())).collect::<HashSet<_>>().len()
        };
        // Eight turns of lasca can be played in 2,148 ways, and some of alquerque-de-tres end it.
        assert!(positions("lasca") > 195);
        assert!(positions("alquerque-de-tres") > 20);
    }
}
