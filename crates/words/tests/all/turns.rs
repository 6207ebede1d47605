//! Turns in words: random games in every language, and selected turns with their exact text.

use super::languages::check_slots;
use quirkat_rules::{AnyGame, AnyRules, Language, find_game, games, read_fen, read_turn, short_texts};
use quirkat_words::{turn_in_words, turns_in_words};

/// Number of random turns that each game plays.
const PLIES: usize = 60;

/// Returns a game that begins with a position, or with the setup of its rules.
fn game(title: &str, fen: Option<&str>) -> AnyGame {
    let (id, variant) = title.split_once(':').map_or((title, None), |(id, variant)| (id, Some(variant)));
    let ruleset = find_game(id).unwrap().ruleset(variant, &[]).unwrap();
    let start = fen.map(|fen| read_fen(&ruleset, fen).unwrap());
    AnyRules::compile(ruleset).unwrap().game(start.as_ref()).unwrap()
}

/// Returns the words for the last of these turns.
fn turn_texts(title: &str, fen: Option<&str>, turns: &[&str], language: Language) -> String {
    let mut game = game(title, fen);
    for text in turns {
        let turn = read_turn(&*game, text).unwrap();
        game.play(&turn).unwrap();
    }
    turn_in_words(&*game, turns.len() - 1, language).unwrap()
}

#[test]
fn every_turn_of_every_game_has_words_in_every_language() {
    let mut rng = fastrand::Rng::with_seed(17);
    for file in games() {
        let mut game = game(&file.id, None);
        while game.history().len() < PLIES && game.outcome().is_none() {
            let turns = game.turns().unwrap();
            game.play(&turns[rng.usize(..turns.len())]).unwrap();
        }
        for language in Language::ALL {
            let all = turns_in_words(&*game, game.ruleset(), language);
            assert_eq!(all.len(), game.history().len(), "{}", file.id);
            for (ply, words) in all.into_iter().enumerate() {
                check_slots(&words, language);
                assert_eq!(turn_in_words(&*game, ply, language), Some(words), "{}", file.id);
            }
            assert_eq!(turn_in_words(&*game, game.history().len(), language), None);
        }
    }
}

#[test]
fn a_turn_names_its_piece_its_captures_and_its_promotion() {
    let en = |title, fen, turns: &[&str]| turn_texts(title, fen, turns, Language::En);
    assert_eq!(en("alquerque", Some("W:Wa1:Bb2,d4,e1"), &["a1xc3xe5"]), "man on a1 to c3 and e5, takes b2 and d4");
    assert_eq!(en("bagh-chal", None, &["drop @c3"]), "goat enters on c3");
    assert_eq!(en("bagh-chal", None, &["drop @a2", "a1xa3"]), "tiger on a1 to a3, takes a2");
    assert_eq!(en("english", Some("W:W6:B30"), &["6-1"]), "man on 6 to 1, becomes king");
    assert_eq!(
        en("alquerque:smith_bell", Some("W:Wa1,e1:Bc5,e5:huff=c5"), &["huff c5, a1-a2"]),
        "huffs the man on c5, man on a1 to a2"
    );
    assert_eq!(en("bashni", Some("W:Wc3(bw),a1:Bh8"), &["c3-d4"]), "column on c3 to d4");
    assert_eq!(en("fanorona", None, &["d2-e3A"]), "stone on d2 to e3, takes f4 and g5");
}

#[test]
fn a_turn_is_described_in_the_requested_language() {
    let of_language =
        |title, fen, turns: &[&str]| Language::ALL.map(|language| turn_texts(title, fen, turns, language));
    assert_eq!(
        of_language("bagh-chal", None, &["drop @a2", "a1xa3"]),
        ["tiger on a1 to a3, takes a2", "tigre de a1 a a3, captura a2", "tigre de a1 à a3, prend a2"]
    );
    assert_eq!(
        of_language("english", Some("W:W6:B30"), &["6-1"]),
        ["man on 6 to 1, becomes king", "peón de 6 a 1, se convierte en dama", "pion de 6 à 1, devient dame"]
    );
}

#[test]
fn numeric_notation_is_short_if_it_is_unambiguous() {
    let short = |title, fen, turn| {
        let mut game = game(title, Some(fen));
        let turn = read_turn(&*game, turn).unwrap();
        game.play(&turn).unwrap();
        short_texts(&game)
    };
    assert_eq!(short("international", "W:W32:B28,19,5", "32x23x14"), ["32x14"]);
    // Two paths lead there and capture different men.
    assert_eq!(short("english", "W:W27:B23,15,24,16,1", "27x18x11"), ["27x18x11"]);
    // The names contain letters, so the path is not left out.
    assert_eq!(short("alquerque", "W:Wa1:Bb2,d4,e1", "a1xe5"), ["a1xc3xe5"]);
}
