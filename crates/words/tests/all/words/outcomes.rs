//! Outcomes in words.

use super::grammar::check_sentence;
use super::ruleset;
use quirkat_rules::{Language, Outcome, Reason, Side, find_game};
use quirkat_words::outcome_in_words;

/// Languages in which this file compares single texts.
const WRITTEN: [Language; 2] = [Language::En, Language::Es];

#[test]
fn outcomes_include_their_reason() {
    let walker = ruleset("walker", &[("no_capture_limit", "20")]);
    let wordings = |winner: Option<Side>, reason| {
        WRITTEN.map(|language| outcome_in_words(&walker, Outcome { winner, reason }, language))
    };
    assert_eq!(
        wordings(Some(Side::Second), Reason::Blocked),
        ["Black wins: White has no legal move.", "Ganan las Negras: las Blancas no tienen ninguna jugada legal."]
    );
    assert_eq!(
        wordings(Some(Side::First), Reason::RepetitionCount),
        [
            "White wins: the position came up for the third time, and White has more men.",
            "Ganan las Blancas: la posición se ha dado por tercera vez y las Blancas tienen más peones.",
        ]
    );
    assert_eq!(
        wordings(None, Reason::AgreedCount),
        [
            "Draw: the players agreed to count, and both sides have as many men.",
            "Tablas: los jugadores han acordado contar y los dos bandos tienen el mismo número de peones.",
        ]
    );
    assert_eq!(
        wordings(None, Reason::NoCapture),
        ["Draw: 20 turns each without a capture.", "Tablas: 20 turnos de cada bando sin capturas."]
    );
    assert_eq!(wordings(None, Reason::Agreement), ["Draw by agreement.", "Tablas de común acuerdo."]);
    for reason in Reason::ALL {
        for winner in [None, Some(Side::First), Some(Side::Second)] {
            for language in Language::ALL {
                check_sentence(&outcome_in_words(&walker, Outcome { winner, reason }, language), language);
            }
        }
    }
}

#[test]
fn outcomes_name_the_sides_of_the_game() {
    let wordings = |game: &str, variant: &str, winner: Option<Side>, reason| {
        let ruleset = find_game(game).unwrap().ruleset(Some(variant), &[]).unwrap();
        WRITTEN.map(|language| outcome_in_words(&ruleset, Outcome { winner, reason }, language))
    };
    let (first, second) = (Some(Side::First), Some(Side::Second));
    assert_eq!(
        wordings("bagh-chal", "nepal", second, Reason::Toll),
        ["The Tigers win: the Goats have lost five goats.", "Ganan los Tigres: las Cabras han perdido cinco cabras."]
    );
    assert_eq!(
        wordings("leopards", "parker", first, Reason::NoPieces),
        ["The Leopards win: the Cows have no cows left.", "Ganan los Leopardos: las Vacas se han quedado sin vacas."]
    );
    assert_eq!(
        wordings("liebre", "alfonso", second, Reason::Toll),
        [
            "The Hare wins: the Hunters have lost three hunters or more.",
            "Gana la Liebre: los Cazadores han perdido tres cazadores o más."
        ]
    );
    assert_eq!(
        wordings("liebre", "alfonso", first, Reason::Blocked),
        [
            "The Hunters win: the Hare has no legal move.",
            "Ganan los Cazadores: la Liebre no tiene ninguna jugada legal."
        ]
    );
    assert_eq!(
        wordings("liebre", "alfonso", second, Reason::RepetitionWon),
        [
            "The Hare wins: the position came up for the third time.",
            "Gana la Liebre: la posición se ha dado por tercera vez."
        ]
    );
    assert_eq!(
        wordings("international", "antidraughts", first, Reason::NoPieces),
        ["White wins: White has no pieces left.", "Ganan las Blancas: las Blancas se han quedado sin piezas."]
    );
    assert_eq!(
        wordings("international", "antidraughts", first, Reason::Blocked),
        ["White wins: White has no legal move.", "Ganan las Blancas: las Blancas no tienen ninguna jugada legal."]
    );
    assert_eq!(
        wordings("international", "breakthrough", second, Reason::Promotion),
        ["Black wins: Black has made a king.", "Ganan las Negras: las Negras han conseguido una dama."]
    );
    assert_eq!(
        wordings("alquerque-de-tres", "alfonso", first, Reason::ThreeInARow),
        ["White wins: White has three men in a row.", "Ganan las Blancas: las Blancas tienen tres fichas en raya."]
    );
    assert_eq!(
        wordings("alquerque-de-tres", "alfonso", None, Reason::Placed),
        [
            "Draw: all men are placed, and neither side has three in a row.",
            "Tablas: se han colocado todas las fichas y nadie tiene tres en raya."
        ]
    );
    assert_eq!(
        wordings("dablot", "royal", first, Reason::KingLost),
        [
            "The Warriors win: the Farmers have lost the landowner.",
            "Ganan los Guerreros: los Granjeros han perdido el terrateniente."
        ]
    );
    assert_eq!(
        wordings("dablot", "winther", second, Reason::KingLost),
        [
            "The Farmers win: the Warriors have lost the king or everything else.",
            "Ganan los Granjeros: los Guerreros han perdido el rey o todo lo demás."
        ]
    );
    assert_eq!(
        wordings("dablot", "keyland", None, Reason::Blocked),
        ["Draw: neither side has a legal move.", "Tablas: ningún bando tiene jugadas legales."]
    );
}
