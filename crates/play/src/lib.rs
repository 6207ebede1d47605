//! Live games between people and the engine: seats, offers, clocks, claims, records and lessons.
//!
//! A [`LiveGame`] is determined by the list of its [`Event`]s. A player requests an [`Act`];
//! [`LiveGame::judge`] turns it into events or into a [`Refusal`], and [`LiveGame::apply`] applies events.
//! [`LiveGame::next_actor`] names the next event without a request: a turn of the engine, its answer to an offer, or a
//! throw of dice.
//!
//! The crate draws nothing, stores nothing, starts no threads and reads no system clock. The terminal, the server or a test
//! does that and passes the time in [`Millis`]. Judging and applying are separate, so that a stored list of events can be
//! applied again after the conventions for acts have changed.
//!
//! # Examples
//! ```
//! use quirkat_play::{Act, OfferKind, LogEntry, LiveGame, PlayMode, Player, Ruling, Seats};
//! use quirkat_rules::Side;
//!
//! let ruling = Ruling::new("alquerque:walker", &[])?;
//! let players = ["Ana", "Bruna"].map(|name| Player::Person(name.to_owned()));
//! let mut live = LiveGame::new(ruling.new_game(), players, PlayMode::Club, None);
//!
//! let mut log = vec![];
//! let acts = [
//!     (Side::First, Act::Turn { ply: None, text: "b2-c3".to_owned() }),
//!     (Side::First, Act::Offer(OfferKind::Draw)),
//!     (Side::Second, Act::Accept),
//! ];
//! for (at, (side, act)) in (0..).zip(acts) {
//!     for (by, event) in live.judge(Seats::One(side), &act, at)? {
//!         let entry = LogEntry { at, by, event };
//!         live.apply(&entry)?;
//!         log.push(entry);
//!     }
//! }
//! assert_eq!(live.end(), Some((None, "agreement")));
//!
//! // The list of events determines the game.
//! let again = LiveGame::new(ruling.new_game(), live.players.clone(), PlayMode::Club, None).after(&log)?;
//! assert_eq!(again.record(&[]), live.record(&[]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod annotate;
mod bounded_cache;
mod clock;
mod event;
mod hint;
mod lesson;
mod live;
mod obligations;
mod offer;
mod openings;
mod own_game;
mod phrase;
mod play_mode;
mod player;
mod position;
mod puzzle;
mod puzzle_exercise;
mod puzzles;
mod random;
mod record;
mod refusal;
mod ruling;
mod study;
mod termination;
mod timing;
mod trapped;
mod words;

pub use annotate::{annotate, numbered, proved_value_in_words, summary, turn_comment};
pub use bounded_cache::BoundedCache;
pub use clock::{ABSENT_DAYS, Clock, ClockTerms, DAY, Millis};
pub use event::{Act, Event, LogEntry};
pub use hint::{Hint, HintReason};
pub use lesson::{AnswerResult, Exercise, Goal, Lesson, Skill, special_options};
pub use live::{LiveGame, NextActor};
pub use obligations::{CaptureDuty, Obligations};
pub use offer::{Offer, OfferKind};
pub use openings::{MoveResults, OPENING_PLIES, Openings, PositionKey, opening_moves};
pub use own_game::{MAX_OWN_GAME_BYTES, OWN_GAME_FILE, OwnGame, RulesTextError, RulesTexts, refuse_other_files};
pub use phrase::{ChatMessage, Phrase};
pub use play_mode::PlayMode;
pub use player::{Player, Seats};
pub use position::{PositionError, read_position};
pub use puzzle::puzzle_record;
pub use puzzle_exercise::{AttemptResult, PuzzleExercise, PuzzleRecordError};
pub use puzzles::{PuzzleId, PuzzleSet, puzzles};
pub use record::{DERIVED_TAGS, is_unannotated, player_tags};
pub use refusal::{EventError, Refusal};
pub use ruling::{Ruling, RulingError, Terms};
pub use study::{Study, StudyError, StudySettings, read_studies, studies, write_studies};
pub use termination::Termination;
pub use trapped::TrappedPieces;
