//! Checks of users' own game files while they are written.

use crate::error::RequestError;
use quirkat_draw::Scene;
use quirkat_draw::svg::{self, Materials, Palette};
use quirkat_play::{MAX_OWN_GAME_BYTES, OWN_GAME_FILE, Ruling, refuse_other_files};
use quirkat_rules::{Language, check_file};
use quirkat_wire::{Check, Draft, Rules};
use quirkat_words::position_in_words;

/// Checks the length of a game file.
///
/// # Errors
/// When it is too long.
pub fn check_length(text: &str) -> Result<(), RequestError> {
    if text.len() <= MAX_OWN_GAME_BYTES { Ok(()) } else { Err(RequestError::FileTooLong(text.len())) }
}

/// Checks a game file: returns its errors and, if there are none, the rules and the start of a variant, in a picture of the
/// given materials. An unknown or missing variant selects the default.
///
/// # Errors
/// When the file is too long, or its rules cannot be compiled.
pub fn check(
    text: &str,
    variant: Option<&str>,
    materials: Materials,
    language: Language,
) -> Result<Draft, RequestError> {
    check_length(text)?;
    let report = check_file(OWN_GAME_FILE, text, &refuse_other_files);
    let check = Check::new(OWN_GAME_FILE, &report, language);
    // A board file may be free of errors, but is no game.
    let Some(file) = report.game.as_ref().filter(|_| report.is_sound()) else {
        return Ok(Draft { check, rules: None, picture: None, words: String::new() });
    };
    // The user may have removed the variant: that is no error of the file.
    let variant = variant.filter(|variant| file.variants().any(|known| known == *variant));
    let ruleset = Ruling::of(file, variant, &[])?.ruleset();
    let words = position_in_words(&ruleset, &ruleset.start, language);
    let scene = Scene::new(&ruleset, ruleset.start.clone());
    let picture = svg::picture(&scene, &words, Palette::Fixed(materials));
    Ok(Draft { check, rules: Some(Rules::new(&ruleset, language)), picture: Some(picture), words })
}
