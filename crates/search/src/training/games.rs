//! Games from which positions are learned.

use super::sample::Sample;
use crate::alphabeta::quiesce::judges_quiet_positions_alone;
use crate::analysis::Engine;
use crate::chance::{Random, index};
use crate::limits::{Limits, Stop};
use crate::patterns::layout::{Extent, Layout};
use crate::playout::random_opening;
use quirkat_rules::{AnyGame, AnyRules, Game, GameVisitor, Rules, TooManyTurns};

/// How an engine plays against itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// The number from which chance is drawn, with the number of each game.
    pub seed: u64,
    /// The positions visited for each turn.
    pub nodes: u64,
    /// A game begins with up to this many random turns.
    pub random_plies: u32,
    /// A game that takes longer is a draw.
    pub longest: u32,
}

impl SelfPlay {
    /// Plays the game of a number and gives the positions that a search would judge as they stand. The engine forgets
    /// nothing by itself: whoever wants the same game again gives a new one.
    ///
    /// # Errors
    /// When a position has too many turns.
    pub fn play(&self, rules: &AnyRules, engine: &mut Engine, number: u64) -> Result<Vec<Sample>, TooManyTurns> {
        let mut rng = Random::of_number(self.seed, number);
        // Which windows see a piece does not matter to its number.
        let layout = Layout::of(rules, Extent { fields: 0, has_small: false });
        let ruleset = rules.ruleset();
        let quiet_alone = judges_quiet_positions_alone(&ruleset.options);
        let plies = index(&mut rng, self.random_plies as usize + 1) as u32;
        let Some(mut game) = random_opening(&rules.new_game(), plies, &mut rng)? else { return Ok(vec![]) };
        let mut samples = Vec::new();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        while game.outcome().is_none() && game.history().len() < self.longest as usize {
            if game.is_throw() {
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
                let mut sample = game.visit(Sampling(&layout));
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
}

fn play(game: &mut AnyGame, turn: &quirkat_rules::Turn) {
    game.play(turn).expect("the game offered the turn");
}

struct Sampling<'l>(&'l Layout);

impl GameVisitor for Sampling<'_> {
    type Output = Sample;
    fn visit<G: Rules>(self, game: &Game<G>) -> Sample {
        Sample::of(&**game.rules(), game.position(), self.0)
    }
}
