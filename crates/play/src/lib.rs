//! What people do at a board: who sits where, what they offer one another, how time runs, what is written down.
//!
//! A [`LiveGame`] is what follows from a list of [`Event`]s. A player [acts](Act); the act is
//! [judged](LiveGame::judge) and comes to events, or to a [`Refusal`]; events are [applied](LiveGame::apply). What happens
//! without anybody's act, a turn of the engine, its answer to an offer, a throw of dice, is told by [`LiveGame::next`].
//!
//! This crate draws nothing, keeps nothing on disk, waits for nothing and looks at no watch: a terminal, a
//! server or a test does that, and tells the time as a number of [`Millis`].
//!
//! # Examples
//! ```
//! use quirkat_play::{Act, Deal, Entry, LiveGame, Manners, Player, Ruling, Seated};
//! use quirkat_rules::Side;
//!
//! let ruling = Ruling::new("alquerque:walker", &[])?;
//! let players = ["Ana", "Bruna"].map(|name| Player::Person(name.to_owned()));
//! let mut live = LiveGame::new(ruling.new_game(), players, Manners::Club, None);
//!
//! let mut kept = vec![];
//! let acts = [
//!     (Side::First, Act::Turn { ply: None, text: "b2-c3".to_owned() }),
//!     (Side::First, Act::Offer(Deal::Draw)),
//!     (Side::Second, Act::Accept),
//! ];
//! for (at, (side, act)) in (0..).zip(acts) {
//!     for (by, event) in live.judge(Seated::At(side), &act, at)? {
//!         let entry = Entry { at, by, event };
//!         live.apply(&entry)?;
//!         kept.push(entry);
//!     }
//! }
//! assert_eq!(live.end(), Some((None, "agreement")));
//!
//! // The list is the game.
//! let again = LiveGame::new(ruling.new_game(), live.players.clone(), Manners::Club, None).after(&kept)?;
//! assert_eq!(again.record(&[]), live.record(&[]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod annotate;
mod clock;
mod deal;
mod ending;
mod event;
mod hint;
mod lesson;
mod live;
mod manners;
mod naming;
mod own;
mod phrase;
mod player;
mod position;
mod pressing;
mod puzzle;
mod puzzles;
mod record;
mod refusal;
mod ruling;
mod study;
mod task;
mod timing;
mod words;

pub use annotate::{annotated, judged, known_in_words, numbered, summary};
pub use clock::{ABSENT_DAYS, Clock, ClockTerms, DAY, Millis};
pub use deal::{Deal, Offer};
pub use ending::Ending;
pub use event::{Act, Entry, Event};
pub use hint::{Hint, Reason};
pub use lesson::{Exercise, Goal, Lesson, Skill, Verdict};
pub use live::{LiveGame, Next};
pub use manners::Manners;
pub use naming::{folded, named_game};
pub use own::{HeldError, LONGEST_OWN, OWN_FILE, OwnGame, RulesTexts, no_other_file};
pub use phrase::{Phrase, Said};
pub use player::{Player, Seated};
pub use position::{PositionError, read_position};
pub use pressing::{Duty, Pressing};
pub use puzzle::puzzle_record;
pub use puzzles::{Place, Puzzles, puzzles};
pub use record::{DERIVED, is_bare, kept_tags};
pub use refusal::{Misfit, Refusal};
pub use ruling::{Ruling, RulingError, Terms};
pub use study::{Play, Study, StudyError, read_studies, studies, write_studies};
pub use task::{Task, TaskError, Trial};
