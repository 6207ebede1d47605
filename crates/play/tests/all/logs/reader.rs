//! Properties of every log of events, whatever its text: each event is applied or refused, and applied events are
//! written back unchanged.
//!
//! The tests use random text, the fuzz targets (`fuzz/`) text from libFuzzer.

use quirkat_play::{ClockTerms, Event, LiveGame, LogEntry, Millis, PlayMode, Player, Ruling};
use quirkat_rules::Side;

/// Reads a log with one event in each line, such as `first turn d2-c3`. Returns the number of events that fit.
pub fn log(text: &str) -> usize {
    let ruling = Ruling::between_people("alquerque:walker", &[]).expect("a game that there is");
    let players = ["Ana", "Bruna"].map(|name| Player::Person(name.to_owned()));
    let clock = ClockTerms::Whole { initial: 60_000, increment: 1_000 };
    let mut game = LiveGame::new(ruling.new_game(), players, PlayMode::Club, Some(clock));
    for (number, line) in text.lines().take(200).enumerate() {
        let mut words = line.splitn(3, ' ');
        let by = if words.next() == Some("second") { Side::Second } else { Side::First };
        let Some(event) = Event::read(words.next().unwrap_or_default(), words.next().unwrap_or_default()) else {
            continue;
        };
        let (word, rest) = event.words();
        assert_eq!(Event::read(word, rest).as_ref(), Some(&event), "{line}");
        let at = number as Millis * 1_000;
        match game.after(&[LogEntry { at, by, event }]) {
            Ok(after) => {
                assert_eq!(after.events, game.events + 1, "{line}");
                assert_eq!(after.to_move().is_none(), after.end().is_some(), "{line}");
                assert!(after.game.turns().is_ok(), "{line}");
                game = after;
            }
            Err(misfit) => {
                let words = misfit.to_string();
                assert!(!words.is_empty() && words.len() <= 4096, "{line}: {words}");
            }
        }
    }
    game.events
}
