//! The check of a hostile text in the formats of other programs, shared with the fuzz target.

use quirkat_records::{JsonObjects, OtherFormat};
use quirkat_rules::find_game;

/// Reads a text in every format, and writes what could be replayed.
pub fn formats(text: &str) {
    let _ = OtherFormat::recognise(text);
    JsonObjects::new(text.as_bytes()).for_each(drop);
    for format in OtherFormat::ALL {
        let Ok(read) = format.read(text) else { continue };
        let file = read.pdn.game().ok().and_then(|(id, _)| find_game(id)).expect("the game is in the catalogue");
        let Ok(game) = read.pdn.replay(file) else { continue };
        let record = read.record(&game);
        // A text may have any result, but the format may lack one.
        if let Ok(written) = format.write(&record, &game, "2026-11-30T12:00:00Z") {
            assert!(format.read(&written.text).is_ok(), "{}", written.text);
        }
    }
}
