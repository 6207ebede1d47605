//! The options of other games, and rules that a game does not have.

use super::{sentences, values};
use quirkat_rules::{Language, OptionKey, find_game};
use std::collections::HashSet;

/// Options of games that do not capture by leaping, that place pieces or that have several ranks: game, variant and
/// option for which each has an effect.
const HEARD: [(&str, &str, &str); 51] = [
    ("fanorona", "tsivy", "capture_by"),
    ("fanorona", "tsivy", "capture"),
    ("fanorona", "tsivy", "direction"),
    ("fanorona", "tsivy", "first_capture_single"),
    ("fanorona", "tsivy", "vela"),
    ("fanorona", "tsivy", "blocked"),
    ("fanorona", "vela", "must_offer"),
    ("fanorona", "tsivy", "middle"),
    ("konane", "hawaii10", "opening"),
    ("konane", "hawaii10", "size"),
    ("konane", "hawaii10", "chain"),
    ("konane", "hawaii10", "blocked"),
    ("dablot", "usual", "step_dirs"),
    ("dablot", "usual", "cap_dirs"),
    ("dablot", "usual", "capture"),
    ("dablot", "usual", "take_higher"),
    ("dablot", "usual", "single_combat"),
    ("dablot", "usual", "king_lost"),
    ("dablot", "usual", "blocked"),
    ("dablot", "usual", "king_reach"),
    ("dablot", "usual", "king_landing"),
    ("dablot", "usual", "promotion"),
    ("frisian", "wfd", "capture_lines"),
    ("frisian", "wfd", "king_move_limit"),
    ("tama", "armenian", "capture_lines"),
    ("dameo", "freeling", "line_steps"),
    ("international", "breakthrough", "promotion_wins"),
    ("international", "antidraughts", "aim"),
    ("lasca", "lasca", "aim"),
    ("bagh-chal", "nepal", "aim"),
    ("queah", "walker", "resupply"),
    ("queah", "walker", "return"),
    ("queah", "walker", "placing"),
    ("liebre", "alfonso", "captors"),
    ("liebre", "alfonso", "taken_to_win"),
    ("liebre", "alfonso", "hunters"),
    ("liebre", "alfonso", "chain"),
    ("liebre", "alfonso", "blocked"),
    ("liebre", "alfonso", "repetition"),
    ("bagh-chal", "nepal", "captors"),
    ("bagh-chal", "nepal", "taken_to_win"),
    ("leopards", "parker", "capture"),
    ("alquerque-de-tres", "moving", "mills"),
    ("alquerque-de-tres", "moving", "after_placing"),
    ("alquerque-de-tres", "moving", "no_centre_opening"),
    ("alquerque-de-tres", "moving", "diagonal_mills"),
    ("alquerque-de-nueve", "alfonso", "mill_protected"),
    ("alquerque-de-nueve", "alfonso", "double_mill"),
    ("alquerque-de-nueve", "alfonso", "fly_at_three"),
    ("alquerque-de-nueve", "alfonso", "dice"),
    ("alquerque-de-nueve", "alfonso", "taken_to_win"),
];

/// Returns the value that has the same effect in that game.
fn same_effect(game: &str, key: &str, value: &str) -> String {
    let effect = match (game, key, value) {
        // Approach excludes huffing, and without kings all pieces must capture.
        ("fanorona", "capture", "huff" | "men") => "mandatory",
        ("leopards", "capture", "men") => "mandatory",
        // All lines of the one board are diagonals; on the other rows and columns are drawn.
        ("frisian", "capture_lines", "diagonals") | ("tama", "capture_lines", "with_orthogonals") => "board",
        ("fanorona" | "konane" | "liebre", "blocked", "last_higher") => "pass",
        // A side has fewer than eleven men.
        ("alquerque-de-nueve", "taken_to_win", "11") => "all",
        (_, _, value) => value,
    };
    effect.to_owned()
}

#[test]
fn options_of_other_games_change_their_text() {
    for (game, variant, key) in HEARD {
        for language in Language::ALL {
            let text = |value: &String| {
                let ruleset = find_game(game).unwrap().ruleset(Some(variant), &[(key, value)]).ok()?;
                Some((same_effect(game, key, value), sentences(&ruleset, language)))
            };
            let wordings: Vec<_> = values(OptionKey::from_name(key).unwrap()).iter().filter_map(text).collect();
            assert!(wordings.len() > 1, "{game} {key}");
            for (effect, text) in &wordings {
                for (other_effect, other_text) in &wordings {
                    assert_eq!(
                        effect == other_effect,
                        text == other_text,
                        "{game}:{variant} {key} {effect} {other_effect}"
                    );
                }
            }
        }
    }
}

#[test]
fn options_that_change_the_board_or_the_setup_change_the_text() {
    let covered = [
        ("awithlaknannai", "n"),
        ("awithlaknannai", "outer"),
        ("awithlaknannai", "tips"),
        ("awithlaknannai", "middle"),
        ("aiyawatstani", "reading"),
        ("peralikatuma", "side_triangle"),
        ("kharbaga", "centres"),
        ("pinoy-dama", "corner"),
    ];
    for (game, key) in covered {
        for language in Language::ALL {
            let values = values(OptionKey::from_name(key).unwrap());
            let text = |value: &String| {
                sentences(&find_game(game).unwrap().ruleset(None, &[(key, value)]).unwrap(), language).join("\n")
            };
            let wordings: HashSet<_> = values.iter().map(text).collect();
            assert_eq!(wordings.len(), values.len(), "{game} {key}");
        }
    }
}

#[test]
fn rules_without_effect_are_left_out() {
    let absent: [(&str, &str, &[&str]); 14] = [
        ("international", "fmjd", &["row or column", "moves in a row", "left wins"]),
        ("international", "breakthrough", &["kings", "king moves", "king captures", "capturing king"]),
        ("fanorona", "tsivy", &["by leaping", "promotion", "last row", "hand"]),
        ("fanorona", "telo_align", &["captur", "stones left", "leap", "off the board"]),
        ("konane", "hawaii10", &["step", "must capture", "is optional", "third time", "promotion", "forward means"]),
        ("dablot", "usual", &["promotion", "last row", "hand", "becomes"]),
        ("dablot", "winther", &["last row", "becomes", "combat", "one king left"]),
        ("queah", "walker", &["go on in the same turn", "kings", "promotion"]),
        ("liebre", "alfonso", &["king", "promotion", "no pieces left", "enemy", "hand"]),
        ("bagh-chal", "nepal", &["king", "promotion", "no pieces left", "enemy", "third time"]),
        ("leopards", "parker", &["king", "promotion", "no pieces left", "enemy"]),
        ("alquerque-de-tres", "alfonso", &["captur", "leap", "step", "third time", "cannot move", "men left"]),
        ("alquerque-de-tres", "flying", &["captur", "leap", "along a line", "cannot move"]),
        ("alquerque-de-nueve", "alfonso", &["captur", "leap", "diagonal", "no men left", "enemy"]),
    ];
    for (game, variant, words) in absent {
        let text = sentences(&find_game(game).unwrap().ruleset(Some(variant), &[]).unwrap(), Language::En).join("\n");
        for word in words {
            assert!(!text.contains(word), "{game}:{variant} {word}: {text}");
        }
    }
}
