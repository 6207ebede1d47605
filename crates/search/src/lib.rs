//! The engine of Quirkat: search, evaluation, levels, training, reviews and puzzles for every game of the family.
//!
//! One search serves all games. It is generic over [`Rules`](quirkat_rules::Rules) and compiled for each family of
//! games, so that no game's rules are looked up at run time. A program uses [`Engine`]; it gives endgame tables through
//! [`Probe`], trained weights through [`Evaluation`], and a clock through [`Clock`]. The search prints nothing and
//! writes no files.
//!
//! # Examples
//! ```
//! use quirkat_rules::{AnyRules, find_game};
//! use quirkat_search::{Engine, Limits, Stop};
//!
//! let game = AnyRules::compile(find_game("alquerque").unwrap().ruleset(None, &[])?)?.new_game();
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let analysis = Engine::new(1).analyse(&game, limits, 1, &Stop::default(), &mut |_| {})?;
//! assert_eq!(analysis.lines.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alphabeta;
mod clock;
mod engine;
mod evaluate;
mod level;
mod limits;
mod parallel_perft;
mod params;
mod patterns;
mod playout;
mod probabilities;
mod probe;
pub mod puzzles;
mod random;
mod review;
mod score;
mod shared_memory;
pub mod signature;
mod threads;
mod time_management;
pub mod training;
mod transposition_table;

pub use clock::{Clock, SystemClock};
pub use engine::{Analysis, Engine, Evaluation, Variation};
pub use level::{Level, ParseLevelError, ParseSkillError, Skill, Strength};
pub use limits::{Limits, Stop};
pub use parallel_perft::{ParallelPerft, PerftProgress};
pub use patterns::{PatternWeights, PatternWeightsError};
pub use playout::{Playout, Playouts, random_games, random_opening};
pub use probabilities::OutcomeProbabilities;
pub use probe::{Library, Probe, TableReport};
pub use random::Random;
pub use review::{PositionReview, Review, ReviewLimits, TurnReview, Verdict};
pub use score::Score;
pub use shared_memory::{MAX_HELPERS, SharedMemory};
pub use time_management::RemainingTime;
