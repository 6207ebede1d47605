//! What a good move is: the engine of Quirkat.
//!
//! One search serves every family of games: it is generic over [`Rules`](quirkat_rules::Rules) and compiled for each, so
//! that nothing inside it is decided at run time that the game's family knows. Evaluation, ordering, table and clock are
//! files of their own; what tables know comes through [`Probe`].
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
mod analysis;
mod chance;
mod clock;
mod evaluate;
mod level;
mod limits;
mod parallel_perft;
mod patterns;
mod playout;
mod probabilities;
mod probe;
pub mod puzzles;
mod review;
mod score;
mod table;
mod threads;
mod time_management;
pub mod training;

pub use analysis::{Analysis, Engine, Evaluation, Variation};
pub use chance::Random;
pub use clock::{Clock, SystemClock};
pub use level::{Level, ParseLevelError, ParseSkillError, Skill, Strength};
pub use limits::{Limits, Stop};
pub use parallel_perft::{ParallelPerft, PerftProgress};
pub use patterns::{PatternWeights, PatternWeightsError};
pub use playout::{Playout, Playouts, random_games, random_opening};
pub use probabilities::OutcomeProbabilities;
pub use probe::{Library, Probe, TableReport};
pub use review::{PositionReview, Review, ReviewLimits, TurnReview, Verdict};
pub use score::Score;
pub use time_management::RemainingTime;
