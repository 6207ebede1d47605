//! Matches between players of Alquerque games.
//!
//! [`MatchRunner`] plays games from random or given [`Openings`], each opening once from either side, several games at a
//! time. A [`PlayerSpec`] names a player: the engine of Quirkat at some strength, random moves, or another program that
//! [`outside`] drives by UCI, Hub or DamExchange. [`MatchTally`] counts the results by openings, [`elo`] converts them to
//! Elo, and [`Sprt`] ends a match as soon as its question is decided. [`run_study`] measures a rule set by engine play.
//!
//! This crate neither reads nor writes files: callers store the [`FinishedGame`]s that the runner reports, and pass
//! them back as [`GameResult`]s to resume a match.
//!
//! # Examples
//! ```
//! use quirkat_match::{MatchError, MatchRunner, MatchSettings, Openings, PlayerFactory, elo};
//! use quirkat_rules::{AnyRules, find_game};
//! use quirkat_search::{Limits, Stop};
//!
//! let rules = AnyRules::compile(find_game("alquerque").unwrap().ruleset(None, &[])?)?;
//! let players = ["depth:2", "random"].map(|name| PlayerFactory::new(name.parse().unwrap(), Limits::default()));
//! let openings = Openings::new(vec![rules.new_game()], 4, 1)?;
//! let settings = MatchSettings { openings: 4, max_plies: 300, sprt: None, threads: 1 };
//! let runner = MatchRunner::new(openings, players, settings);
//! let result = runner.run(Default::default(), &Stop::default(), &mut |_, _| Ok::<(), MatchError>(()))?;
//! assert!(result.is_complete);
//! assert_eq!(result.tally.games(), 8);
//! assert!(elo::score(&result.tally.pairs).0 > 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod dxp;
pub mod elo;
mod error;
mod game;
pub mod lines;
mod openings;
pub mod outside;
mod outside_player;
mod player;
pub mod protocol;
mod record;
mod runner;
mod study;
mod tally;

pub use elo::{PairCounts, Sprt, Verdict};
pub use error::MatchError;
pub use game::{BROKEN_OFF, GameEnd, GameResult, Round, play_game};
pub use openings::{ANY_BALANCE, Openings, opening};
pub use player::{Failure, FailureKind, MatchPlayer, PlayerError, PlayerFactory, PlayerSpec, random_turn};
pub use runner::{FinishedGame, MatchResult, MatchRunner, MatchSettings};
pub use study::run_study;
pub use tally::{FailureCounts, MatchTally, SideResults};
