//! Signatures: lines of text that hold a task and its result. Builds with equal signatures play and search alike.
//!
//! `crates/search/tests/data/signatures.txt` holds those of all games and describes the lines.

use crate::clock::Clock;
use crate::engine::{Analysis, Engine, Evaluation};
use crate::limits::{Limits, Stop};
use crate::playout::random_games;
use crate::random::Random;
use quirkat_rules::{AnyGame, AnyRules, Outcome, Side, TooManyTurns, find_game, read_fen, split_option, write_fen};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// Greatest length of a game, in plies.
const MAX_PLIES: u32 = 300;

/// A stopped clock: time limits never apply.
#[derive(Debug)]
struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// One line, without its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature<'t> {
    /// Kind of work: `search`, `game` or `playouts`.
    pub kind: &'t str,
    /// A variant and house rules: `konane:free size=12x12`.
    pub rules: &'t str,
    /// The work: `depth 4 from W:Wa1:Bb2`, `nodes 3000`, `seed 3`.
    pub work: &'t str,
}

/// The reason why a line is no signature.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SignatureError {
    /// The line does not have four columns.
    #[error("`{0}` does not have four columns; a line without a result ends with `|`")]
    Columns(String),
    /// The second column does not name rules.
    #[error("`{0}` does not name rules; allowed: GAME:VARIANT and house rules KEY=VALUE")]
    Rules(String),
    /// The first and third column name no work.
    #[error(
        "unknown work `{0}`; allowed: `search | … | depth N [from FEN]`, `search | … | nodes N [from FEN]`, `game | … | seed N`, `playouts | … | seed N`"
    )]
    Work(String),
    /// The result cannot be computed; contains the line and the reason.
    #[error("cannot compute `{0}`: {1}")]
    Failed(String, String),
}

impl<'t> Signature<'t> {
    /// Reads a line. A result is ignored.
    ///
    /// # Errors
    /// If the line does not have four columns.
    pub fn read(line: &'t str) -> Result<Self, SignatureError> {
        let columns: Vec<_> = line.split('|').map(str::trim).collect();
        let [kind, rules, work, _] = columns[..] else { return Err(SignatureError::Columns(line.to_owned())) };
        Ok(Signature { kind, rules, work })
    }

    /// Returns the line with its current result.
    ///
    /// # Errors
    /// If the rules or the work cannot be read.
    pub fn updated(&self) -> Result<String, SignatureError> {
        let Signature { kind, rules, work } = self;
        Ok(format!("{kind} | {rules} | {work} | {}", self.compute()?))
    }

    fn failed(&self, reason: impl ToString) -> SignatureError {
        SignatureError::Failed(format!("{} | {} | {}", self.kind, self.rules, self.work), reason.to_string())
    }

    fn compile(&self) -> Result<AnyRules, SignatureError> {
        let unknown = || SignatureError::Rules(self.rules.to_owned());
        let mut words = self.rules.split(' ');
        let (game, variant) = words.next().and_then(|title| title.split_once(':')).ok_or_else(unknown)?;
        let file = find_game(game).ok_or_else(unknown)?;
        let house_rules: Vec<_> = words.map(split_option).collect::<Result<_, _>>().map_err(|_| unknown())?;
        let ruleset = file.ruleset(Some(variant), &house_rules).map_err(|error| self.failed(error))?;
        AnyRules::compile(ruleset).map_err(|error| self.failed(error))
    }

    fn compute(&self) -> Result<String, SignatureError> {
        let rules = self.compile()?;
        let unknown = || SignatureError::Work(format!("{} | … | {}", self.kind, self.work));
        let (work, fen) = self.work.split_once(" from ").map_or((self.work, None), |(work, fen)| (work, Some(fen)));
        let (word, number) = work.split_once(' ').ok_or_else(unknown)?;
        let number: u32 = number.parse().map_err(|_| unknown())?;
        let setup = fen.map(|fen| read_fen(&rules.ruleset(), fen)).transpose().map_err(|error| self.failed(error))?;
        let game = || rules.game(setup.as_ref()).map_err(|error| self.failed(error));
        let result = match (self.kind, word) {
            ("search", "depth") => search(&game()?, Limits { depth: Some(number), ..Limits::default() }),
            ("search", "nodes") => search(&game()?, Limits { nodes: Some(number.into()), ..Limits::default() }),
            ("game", "seed") => random_game(&rules, number.into()),
            ("playouts", "seed") => random_ends(&rules, number.into()),
            _ => return Err(unknown()),
        };
        result.map_err(|error| self.failed(error))
    }
}

/// Returns the result of a search: its depth, its nodes, the best move and its score.
fn search(game: &AnyGame, limits: Limits) -> Result<String, TooManyTurns> {
    // The table has room for every position, so that the result does not depend on replacement.
    let analysis = Engine::with_clock(16, Arc::new(NoClock)).with_evaluation(Evaluation::Classical).analyse(
        game,
        limits,
        1,
        &Stop::default(),
        &mut |_| {},
    )?;
    let Analysis { depth, nodes, lines, .. } = &analysis;
    let Some(line) = lines.first() else { return Ok(format!("depth {depth}, {nodes} nodes, no line")) };
    let turn = line.turns.first().map_or("throw".to_owned(), |turn| turn.text(&game.ruleset().board));
    Ok(format!("depth {depth}, {nodes} nodes, {turn}, {}", line.score))
}

/// Returns the result of a random game: its length, its outcome, and a checksum of its moves and last position. Moves
/// are drawn from a list that is sorted by text, so that the result does not depend on the order of generation.
fn random_game(rules: &AnyRules, seed: u64) -> Result<String, TooManyTurns> {
    let ruleset = rules.ruleset();
    let mut rng = Random::with_seed(seed);
    let mut game = rules.new_game();
    let mut checksum = Checksum::new();
    for _ in 0..MAX_PLIES {
        let turns = game.turns()?;
        let mut turns: Vec<_> = turns.iter().map(|turn| (turn.text(&ruleset.board), turn)).collect();
        turns.sort_by(|a, b| a.0.cmp(&b.0));
        if turns.is_empty() {
            break;
        }
        let (text, turn) = &turns[rng.index(turns.len())];
        checksum.add(text);
        game.play(turn).expect("the game offered the turn");
    }
    checksum.add(&write_fen(&ruleset, &game.setup()));
    let end = match game.outcome() {
        None => "broken off".to_owned(),
        Some(Outcome { winner, reason }) => {
            let winner = match winner {
                None => "drawn",
                Some(Side::First) => "first",
                Some(Side::Second) => "second",
            };
            format!("{winner} {}", reason.word())
        }
    };
    Ok(format!("{} plies, {end}, {:016x}", game.history().len(), checksum.0))
}

/// The FNV-1a hash (Fowler, Noll and Vo).
struct Checksum(u64);

impl Checksum {
    fn new() -> Self {
        Checksum(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([b'\n']) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// Returns the result of random games of the search crate: their total length and their outcomes.
fn random_ends(rules: &AnyRules, seed: u64) -> Result<String, TooManyTurns> {
    const GAMES: u32 = 20;
    let (mut plies, mut ends, mut error) = (0, [0; 4], None);
    random_games(rules, MAX_PLIES, &mut Random::with_seed(seed), &mut |played| {
        let played = match played {
            Ok(played) => played,
            Err(found) => {
                error = Some(found);
                return false;
            }
        };
        plies += played.plies;
        ends[match played.outcome.map(|outcome| outcome.winner) {
            Some(Some(winner)) => winner.index(),
            Some(None) => 2,
            None => 3,
        }] += 1;
        ends.iter().sum::<u32>() < GAMES
    });
    let [first, second, drawn, broken_off] = ends;
    error.map_or_else(
        || Ok(format!("{plies} plies, first {first}, second {second}, drawn {drawn}, broken off {broken_off}")),
        Err,
    )
}
