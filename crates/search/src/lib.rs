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
mod chances;
mod clock;
mod count;
mod evaluate;
mod level;
mod limits;
mod patterns;
mod playout;
mod probe;
pub mod puzzles;
mod review;
mod score;
mod table;
mod threads;
mod time;
pub mod training;

pub use analysis::{Analysis, Engine, Knowledge, Line};
pub use chance::Random;
pub use chances::Chances;
pub use clock::{Clock, SystemClock};
pub use count::{Counted, Counting};
pub use level::{Level, NoLevel, NoSkill, Skill, Strength};
pub use limits::{Limits, Stop};
pub use patterns::{Patterns, PatternsError};
pub use playout::{Playout, Playouts, random_games, random_opening};
pub use probe::{Certain, Known, Library, Probe};
pub use review::{Effort, Opinion, Review, Reviewed, Verdict};
pub use score::Score;
pub use time::TimeLeft;
