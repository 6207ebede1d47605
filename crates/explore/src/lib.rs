//! Answers to requests about games: positions and their moves, the engine's moves, hints and reviews, lessons, puzzles, game
//! files, records and pictures.
//!
//! The server and the WebAssembly module call the same functions, so that both give the same JSON, byte for byte. A
//! function takes a request of [`quirkat_wire`], or the values that an address contains, and a language. It returns an
//! answer of [`quirkat_wire`] or a [`RequestError`]. Requests are bounded in size and work. Transport, queues, threads,
//! storage and clocks are left to the callers; endgame tables come through [`quirkat_search::Library`].
//!
//! # Examples
//! ```
//! use quirkat_explore::explore;
//! use quirkat_rules::Language;
//! use quirkat_wire::LineRequest;
//!
//! let line = LineRequest { game: "alquerque".to_owned(), turns: vec!["d2-c3".to_owned()], ..LineRequest::default() };
//! let explored = explore(&line, None, Language::En)?;
//! assert_eq!(explored.subject.game, "alquerque:walker");
//! assert_eq!((explored.history.len(), explored.legal_count), (1, 2));
//! # Ok::<(), quirkat_explore::RequestError>(())
//! ```

mod check;
mod engine;
mod error;
mod explanation;
mod exploration;
mod games;
mod lesson;
mod line;
mod partial;
mod picture;
mod puzzles;
mod records;
mod wording;

pub use check::{check, check_length};
pub use engine::{
    DEFAULT_LEVEL, MAX_ANALYSIS_LINES, MAX_MOVE_TIME, MAX_REVIEWED_TURNS, check_review_length, choose_turn, find_hint,
    hint_answer, legal_turn, level, review_game,
};
pub use error::{LocalisedError, RequestError};
pub use explanation::{obligations, refusal};
pub use exploration::explore;
pub use games::{games, rules};
pub use lesson::lesson;
pub use line::{MAX_JOB_WORK, MAX_LEGAL_TURNS, continue_line, play_line, play_turns, start_game, unfinished_game};
pub use partial::check_partial;
pub use picture::{PictureRequest, board_picture, board_words, position_picture};
pub use puzzles::{attempt, puzzle_id, puzzle_list, puzzle_task, solution};
pub use records::{AssumedGame, clean_line, read_records, write_record};
pub use wording::Wording;

use quirkat_words::{Texts, texts};
use std::sync::LazyLock;

/// Texts of this crate in all languages.
static TEXTS: LazyLock<Texts> = LazyLock::new(|| texts!("../texts": "pictures" "refusals" "requests"));

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(test)]
mod tests {
    use super::TEXTS;

    #[test]
    fn every_language_has_the_same_texts_with_the_same_slots() {
        assert_eq!(TEXTS.first_difference(), None);
    }
}
