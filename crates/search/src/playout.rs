//! Random games: the measure of a rules engine, and a mover that any other should beat.

use crate::chance::{Random, below, index};
use quirkat_rules::{
    AnyGame, AnyRules, History, Mills, Outcome, Reason, Repetition, Rules, RulesVisitor, TooManyTurns,
};
use rand_core::RngCore;
use std::sync::Arc;

/// How a random game went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// How it ended; `None` if it was broken off.
    pub outcome: Option<Outcome>,
    /// The turns that were played, of both sides together.
    pub plies: u32,
}

/// Plays random games of one game's rules, one after another, and keeps the memory for the next.
pub struct Playouts<'r, G: Rules> {
    rules: &'r G,
    /// As many turns are listed before the others are only counted.
    listed: usize,
    turns: Vec<G::Move>,
    line: History,
}

impl<'r, G: Rules> Playouts<'r, G> {
    /// Random games by these rules.
    pub fn new(rules: &'r G) -> Self {
        // Found by measuring: most turns for which mills may take something have to be told of one by one anyway.
        let listed = if rules.ruleset().options.mills == Mills::None { 0 } else { 16 };
        Playouts { rules, listed, turns: Vec::new(), line: History::new(rules, &rules.start()) }
    }

    /// Plays random turns from a position, each path as likely as any other, until the game ends by its position or by
    /// history, or `most_plies` were played.
    ///
    /// # Errors
    /// When a position has too many turns.
    pub fn play(
        &mut self,
        start: &G::Position,
        most_plies: u32,
        rng: &mut impl RngCore,
    ) -> Result<Playout, TooManyTurns> {
        let Playouts { rules, listed, turns, line } = self;
        let (rules, listed) = (*rules, *listed);
        let forbids = rules.ruleset().options.repetition == Repetition::Forbidden;
        let mut position = *start;
        line.restart(rules, start);
        for plies in 0..most_plies {
            let Some(mut number) = random_turn(rules, &position, listed, rng, turns)? else {
                return Ok(Playout { outcome: rules.outcome(&position), plies });
            };
            let mut next = rules.play(&position, &turns[number]);
            let mut key = if line.uses_keys() { rules.key(&next) } else { 0 };
            if forbids && line.contains(key) {
                // Any of the turns that are not forbidden, in the place of this one.
                list(rules, &position, turns)?;
                turns.retain(|turn| !line.contains(rules.key(&rules.play(&position, turn))));
                if turns.is_empty() {
                    let winner = Some(rules.to_move(&position).other());
                    return Ok(Playout { outcome: Some(Outcome { winner, reason: Reason::Blocked }), plies });
                }
                number = index(rng, turns.len());
                next = rules.play(&position, &turns[number]);
                key = rules.key(&next);
            }
            line.push(rules, &position, &turns[number], &next, key);
            position = next;
            if let Some(outcome) = line.outcome(rules, &position) {
                return Ok(Playout { outcome: Some(outcome), plies: plies + 1 });
            }
        }
        // A game may end with the last turn that is allowed.
        Ok(Playout { outcome: rules.outcome(&position), plies: most_plies })
    }
}

/// Plays random games of any family from their start, one after another, as long as `goes_on` wants another after hearing
/// of the last.
pub fn random_games(
    rules: &AnyRules,
    most_plies: u32,
    rng: &mut dyn RngCore,
    goes_on: &mut dyn FnMut(Result<Playout, TooManyTurns>) -> bool,
) {
    struct Games<'a>(u32, &'a mut dyn RngCore, &'a mut dyn FnMut(Result<Playout, TooManyTurns>) -> bool);
    impl RulesVisitor for Games<'_> {
        type Output = ();
        fn visit<G: Rules>(mut self, rules: &Arc<G>) {
            let (mut games, start) = (Playouts::new(&**rules), rules.start());
            while (self.2)(games.play(&start, self.0, &mut self.1)) {}
        }
    }
    rules.visit(Games(most_plies, rng, goes_on));
}

/// A game after so many more random turns that do not end it; `None` where they seem always to.
///
/// # Errors
/// When a position has too many turns.
pub fn random_opening(start: &AnyGame, plies: u32, rng: &mut Random) -> Result<Option<AnyGame>, TooManyTurns> {
    const TRIES: u32 = 1000;
    for _ in 0..TRIES {
        if let Some(game) = random_turns(start, plies, f64::INFINITY, rng)? {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

/// A game after so many more random turns, or as many as are worth so many bits of chance: one of eight turns is worth three, and
/// a turn without a choice nothing. `None` where it ends with them.
///
/// # Errors
/// When a position has too many turns.
pub(crate) fn random_turns(
    start: &AnyGame,
    most_plies: u32,
    mut bits: f64,
    rng: &mut Random,
) -> Result<Option<AnyGame>, TooManyTurns> {
    let mut game = start.clone();
    for _ in 0..most_plies {
        let turns = game.turns()?;
        if turns.is_empty() || bits <= 0.0 {
            break;
        }
        bits -= (turns.len() as f64).log2();
        game.play(&turns[rng.index(turns.len())]).expect("the game offered the turn");
    }
    Ok(game.outcome().is_none().then_some(game))
}

/// Where in the list, which is made anew, one of the turns of a position is; none where there is none.
fn random_turn<G: Rules>(
    rules: &G,
    position: &G::Position,
    listed: usize,
    rng: &mut impl RngCore,
    turns: &mut Vec<G::Move>,
) -> Result<Option<usize>, TooManyTurns> {
    turns.clear();
    let count = rules.list_first(position, listed, turns)?;
    if count == 0 {
        return Ok(None);
    }
    let number = below(rng, count);
    if number < turns.len() as u64 {
        return Ok(Some(number as usize));
    }
    turns.extend(rules.nth_turn(position, number)?);
    Ok(turns.len().checked_sub(1))
}

fn list<G: Rules>(rules: &G, position: &G::Position, turns: &mut Vec<G::Move>) -> Result<(), TooManyTurns> {
    turns.clear();
    rules.list_turns(position, turns)
}
