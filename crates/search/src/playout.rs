//! Random games (playouts): a measure of a rules engine, and the weakest possible opponent.

use crate::random::{Random, below, index};
use quirkat_rules::{AnyGame, AnyRules, History, Mills, Outcome, Repetition, Rules, RulesVisitor, TooManyTurns};
use rand_core::RngCore;
use std::sync::Arc;

/// The course of a random game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// Outcome; `None` if the game reached the ply limit.
    pub outcome: Option<Outcome>,
    /// Length in plies, both sides together.
    pub plies: u32,
}

/// Plays random games, one after another, and reuses their memory.
///
/// It is generic over the rules; [`random_games`] plays games of any family.
pub struct Playouts<'r, G: Rules> {
    rules: &'r G,
    /// Number of moves that are listed; the others are only counted.
    max_listed: usize,
    moves: Vec<G::Move>,
    history: History,
}

impl<'r, G: Rules> Playouts<'r, G> {
    /// Prepares random games by these rules.
    pub fn new(rules: &'r G) -> Self {
        // Measured. With mills, most moves have to be generated one by one anyway.
        let max_listed = if rules.ruleset().options.mills == Mills::None { 0 } else { 16 };
        Playouts { rules, max_listed, moves: Vec::new(), history: History::new(rules, &rules.start()) }
    }

    /// Plays random moves from a position, each path with equal probability, until the game ends by its position or by
    /// history, or until `max_plies`.
    ///
    /// # Errors
    /// If a position has too many moves.
    pub fn play(
        &mut self,
        start: &G::Position,
        max_plies: u32,
        rng: &mut impl RngCore,
    ) -> Result<Playout, TooManyTurns> {
        let Playouts { rules, max_listed, moves, history } = self;
        let (rules, max_listed) = (*rules, *max_listed);
        let forbids = rules.ruleset().options.repetition == Repetition::Forbidden;
        let mut position = *start;
        history.restart(rules, start);
        for plies in 0..max_plies {
            let Some(mut number) = random_move(rules, &position, max_listed, rng, moves)? else {
                return Ok(Playout { outcome: rules.outcome(&position), plies });
            };
            let mut next = rules.play(&position, &moves[number]);
            let mut key = if history.uses_keys() { rules.key(&next) } else { 0 };
            if forbids && history.contains(key) {
                // The move is forbidden: choose among those that are not.
                list(rules, &position, moves)?;
                moves.retain(|mv| !history.contains(rules.key(&rules.play(&position, mv))));
                if moves.is_empty() {
                    moves.extend(rules.call(&position));
                }
                if moves.is_empty() {
                    return Ok(Playout { outcome: history.judge(rules, &position, false, || false), plies });
                }
                number = index(rng, moves.len());
                next = rules.play(&position, &moves[number]);
                key = rules.key(&next);
            }
            history.push(rules, &position, &moves[number], &next, key);
            position = next;
            if let Some(outcome) = history.outcome(rules, &position) {
                return Ok(Playout { outcome: Some(outcome), plies: plies + 1 });
            }
        }
        // The game may end with its last move.
        Ok(Playout { outcome: rules.outcome(&position), plies: max_plies })
    }
}

/// Plays random games of any family from their start, one after another, and calls `continues` with each result until
/// it returns `false`.
///
/// # Examples
/// ```
/// use quirkat_rules::{AnyRules, find_game};
/// use quirkat_search::{Random, random_games};
///
/// let rules = AnyRules::compile(find_game("konane").unwrap().ruleset(Some("six"), &[])?)?;
/// let (mut games, mut plies) = (0, 0);
/// random_games(&rules, 100, &mut Random::with_seed(1), &mut |game| {
///     plies += game.expect("few moves").plies;
///     games += 1;
///     games < 50
/// });
/// assert!(games == 50 && plies > 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn random_games(
    rules: &AnyRules,
    max_plies: u32,
    rng: &mut dyn RngCore,
    continues: &mut dyn FnMut(Result<Playout, TooManyTurns>) -> bool,
) {
    struct Games<'a>(u32, &'a mut dyn RngCore, &'a mut dyn FnMut(Result<Playout, TooManyTurns>) -> bool);
    impl RulesVisitor for Games<'_> {
        type Output = ();
        fn visit<G: Rules>(mut self, rules: &Arc<G>) {
            let (mut games, start) = (Playouts::new(&**rules), rules.start());
            while (self.2)(games.play(&start, self.0, &mut self.1)) {}
        }
    }
    rules.visit(Games(max_plies, rng, continues));
}

/// Returns a game after this number of further random moves; `None` if 1000 attempts all ended the game.
///
/// # Errors
/// If a position has too many moves.
pub fn random_opening(start: &AnyGame, plies: u32, rng: &mut Random) -> Result<Option<AnyGame>, TooManyTurns> {
    const TRIES: u32 = 1000;
    for _ in 0..TRIES {
        if let Some(game) = random_turns(start, plies, f64::INFINITY, rng)? {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

/// Returns a game after further random moves: `max_plies` of them, or fewer if their choices add up to `bits`. A choice
/// among eight moves is three bits. `None` if the game ends.
///
/// # Errors
/// If a position has too many moves.
pub(crate) fn random_turns(
    start: &AnyGame,
    max_plies: u32,
    mut bits: f64,
    rng: &mut Random,
) -> Result<Option<AnyGame>, TooManyTurns> {
    let mut game = start.clone();
    for _ in 0..max_plies {
        let turns = game.turns()?;
        if turns.is_empty() || bits <= 0.0 {
            break;
        }
        bits -= libm::log2(turns.len() as f64);
        game.play(&turns[rng.index(turns.len())]).expect("the game offered the turn");
    }
    Ok(game.outcome().is_none().then_some(game))
}

/// Fills `moves`, and returns the index of a random move; `None` if there is no move.
fn random_move<G: Rules>(
    rules: &G,
    position: &G::Position,
    max_listed: usize,
    rng: &mut impl RngCore,
    moves: &mut Vec<G::Move>,
) -> Result<Option<usize>, TooManyTurns> {
    moves.clear();
    let count = rules.list_first(position, max_listed, moves)?;
    if count == 0 {
        return Ok(None);
    }
    let number = below(rng, count);
    if number < moves.len() as u64 {
        return Ok(Some(number as usize));
    }
    moves.extend(rules.nth_turn(position, number)?);
    Ok(moves.len().checked_sub(1))
}

fn list<G: Rules>(rules: &G, position: &G::Position, moves: &mut Vec<G::Move>) -> Result<(), TooManyTurns> {
    moves.clear();
    rules.list_turns(position, moves)
}
