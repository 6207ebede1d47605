//! How a game has ended, in words.

use super::english::{self, SideName as English};
use super::spanish::{self, SideName as Spanish};
use super::speech::{Speech, capitalised, has_men_only, names_men};
use super::{hunt, ranks};
use quirkat_rules::COUNT_AFTER;
use quirkat_rules::{Blocked, KingLost, Mills};
use quirkat_rules::{Language, Ruleset};
use quirkat_rules::{Outcome, Reason};
use quirkat_rules::{Rank, Side};

/// Puts the end of a game into a sentence: who won, and why.
///
/// # Examples
/// ```
/// use quirkat_rules::{Language, Outcome, Reason, Side, find_game};
/// use quirkat_words::outcome_in_words;
/// let ruleset = find_game("alquerque").unwrap().ruleset(None, &[])?;
/// let outcome = Outcome { winner: Some(Side::First), reason: Reason::NoPieces };
/// assert_eq!(outcome_in_words(&ruleset, outcome, Language::En), "White wins: Black has no men left.");
/// assert_eq!(
///     outcome_in_words(&ruleset, outcome, Language::Es),
///     "Ganan las Blancas: las Negras se han quedado sin peones."
/// );
/// # Ok::<(), quirkat_rules::RulesetError>(())
/// ```
pub fn outcome_in_words(ruleset: &Ruleset, outcome: Outcome, language: Language) -> String {
    let say = Speech::new(ruleset, language);
    let text = match (language, outcome.winner) {
        (Language::En | Language::Fr, Some(winner)) => capitalised(&won_en(&say, winner, outcome.reason)),
        (Language::En | Language::Fr, None) => format!("Draw{}.", drawn_en(&say, outcome.reason)),
        (Language::Es, Some(winner)) => won_es(&say, winner, outcome.reason),
        (Language::Es, None) => format!("Tablas{}.", drawn_es(&say, outcome.reason)),
    };
    say.fill(&text)
}

fn won_en(say: &Speech<'_>, side: Side, reason: Reason) -> String {
    let (winner, loser) = (English::of(say.ruleset, side), English::of(say.ruleset, side.other()));
    let more = || winner.does("has more {pieces}", "have more {pieces}");
    let why = match reason {
        Reason::NoPieces if say.has_towers() => loser.does("commands no column any more", "command no column any more"),
        Reason::NoPieces => format!("{} no {} left", loser.does("has", "have"), pieces_of(say, side.other()).0),
        Reason::LoneMan => "a lone {king} wins against a lone {man}".to_owned(),
        Reason::ThreeInARow => winner.does("has three {men} in a row", "have three {men} in a row"),
        Reason::Toll => {
            format!("{} {}", loser.does("has lost", "have lost"), lost(say).0)
        }
        Reason::KingLost => {
            let (king, _) = ranks::king_of(say, side.other());
            match say.options.king_lost {
                KingLost::Nothing | KingLost::Loses => {
                    format!("{} {king}", loser.does("has lost", "have lost"))
                }
                KingLost::LosesOrAlone => format!("{} {king} or everything else", loser.does("has lost", "have lost")),
            }
        }
        Reason::RepetitionWon => "the position came up for the third time".to_owned(),
        Reason::Blocked => loser.does("has no legal move", "have no legal move"),
        Reason::RepetitionCount => format!("the position came up for the third time, and {}", more()),
        Reason::Count => format!("after {} each without a capture, {}", english::turns(COUNT_AFTER), more()),
        Reason::AgreedCount => format!("the players agreed to count, and {}", more()),
        Reason::Resignation => loser.does("resigned", "resigned"),
        Reason::Repetition
        | Reason::NoCapture
        | Reason::KingsOnly
        | Reason::FewPieces
        | Reason::OneEach
        | Reason::Placed
        | Reason::Agreement => return winner.does("wins.", "win."),
    };
    format!("{}: {why}.", winner.does("wins", "win"))
}

fn drawn_en(say: &Speech<'_>, reason: Reason) -> String {
    let equal = "both sides have as many {pieces}";
    match reason {
        Reason::Blocked => match say.options.blocked {
            Blocked::Pass | Blocked::LastHigher => ": neither side has a legal move".to_owned(),
            Blocked::Draw | Blocked::Loss => ": the side to move has no legal move".to_owned(),
        },
        Reason::Repetition => ": the position came up for the third time".to_owned(),
        Reason::RepetitionCount => format!(": the position came up for the third time, and {equal}"),
        Reason::Count => format!(": after {} each without a capture, {equal}", english::turns(COUNT_AFTER)),
        Reason::AgreedCount => format!(": the players agreed to count, and {equal}"),
        Reason::NoCapture => match say.options.no_capture_limit.0 {
            Some(turns) => format!(": {} each without a capture", english::turns(turns.into())),
            None => ": too long without a capture".to_owned(),
        },
        Reason::KingsOnly => {
            ": only {kings} have moved, without a capture, for as many turns as the rules allow".to_owned()
        }
        Reason::FewPieces => ": the few {pieces} left have not won in the turns that the rules allow".to_owned(),
        Reason::OneEach => ": each side has one {king} left".to_owned(),
        Reason::Placed => match say.options.mills {
            Mills::Win => ": all {pieces} are placed, and nobody has three in a row".to_owned(),
            Mills::None | Mills::Take => ": all {pieces} are placed".to_owned(),
        },
        Reason::Agreement => " by agreement".to_owned(),
        Reason::NoPieces
        | Reason::LoneMan
        | Reason::ThreeInARow
        | Reason::Toll
        | Reason::KingLost
        | Reason::RepetitionWon
        | Reason::Resignation => String::new(),
    }
}

/// What the pieces of a side are called.
fn pieces_of(say: &Speech<'_>, side: Side) -> (String, String) {
    if names_men(say.ruleset, side) && has_men_only(say.ruleset) {
        let man = Rank::Man;
        (english::rank(say.ruleset, Some(side), man).many, spanish::rank(say.ruleset, Some(side), man).many)
    } else {
        ("{pieces}".to_owned(), "{piezas}".to_owned())
    }
}

/// What the loser has lost where so many pieces decide; a turn that takes several may have taken more.
fn lost(say: &Speech<'_>) -> (String, String) {
    let toll = say.options.taken_to_win.0.map_or(0, usize::from);
    let (en, es) = hunt::prizes(say, toll);
    if say.takes_several() { (format!("{en} or more"), format!("{es} o más")) } else { (en, es) }
}

fn won_es(say: &Speech<'_>, side: Side, reason: Reason) -> String {
    let (winner, loser) = (Spanish::of(say.ruleset, side), Spanish::of(say.ruleset, side.other()));
    let wins = format!("{} {}", winner.verb("Gana", "Ganan"), winner.the());
    let more = || format!("{} {} más {{piezas}}", winner.the(), winner.verb("tiene", "tienen"));
    let why = match reason {
        Reason::NoPieces if say.has_towers() => {
            format!("{} ya no {} ninguna columna", loser.the(), loser.verb("manda", "mandan"))
        }
        Reason::LoneMan => "{una dama} sola gana a {un peón} solo".to_owned(),
        Reason::ThreeInARow => {
            format!("{} {} tres {{peones}} en raya", winner.the(), winner.verb("tiene", "tienen"))
        }
        Reason::Toll => format!("{} {} perdido {}", loser.the(), loser.verb("ha", "han"), lost(say).1),
        Reason::KingLost => {
            let (_, king) = ranks::king_of(say, side.other());
            let lost = format!("{} {} perdido {king}", loser.the(), loser.verb("ha", "han"));
            match say.options.king_lost {
                KingLost::Nothing | KingLost::Loses => lost,
                KingLost::LosesOrAlone => format!("{lost} o todo lo demás"),
            }
        }
        Reason::RepetitionWon => "la posición se ha dado por tercera vez".to_owned(),
        Reason::NoPieces => {
            let pieces = pieces_of(say, side.other()).1;
            format!("{} se {} quedado sin {pieces}", loser.the(), loser.verb("ha", "han"))
        }
        Reason::Blocked => format!("{} no {} ninguna jugada legal", loser.the(), loser.verb("tiene", "tienen")),
        Reason::RepetitionCount => format!("la posición se ha dado por tercera vez y {}", more()),
        Reason::Count => format!("tras {} de cada bando sin capturas, {}", spanish::turns(COUNT_AFTER), more()),
        Reason::AgreedCount => format!("los jugadores han acordado contar y {}", more()),
        Reason::Resignation => format!("{} se {}", loser.the(), loser.verb("rinde", "rinden")),
        Reason::Repetition
        | Reason::NoCapture
        | Reason::KingsOnly
        | Reason::FewPieces
        | Reason::OneEach
        | Reason::Placed
        | Reason::Agreement => return format!("{wins}."),
    };
    format!("{wins}: {why}.")
}

fn drawn_es(say: &Speech<'_>, reason: Reason) -> String {
    let equal = "los dos bandos tienen el mismo número de {piezas}";
    match reason {
        Reason::Blocked => match say.options.blocked {
            Blocked::Pass | Blocked::LastHigher => ": ningún bando tiene jugadas legales".to_owned(),
            Blocked::Draw | Blocked::Loss => ": el bando en turno no tiene ninguna jugada legal".to_owned(),
        },
        Reason::Repetition => ": la posición se ha dado por tercera vez".to_owned(),
        Reason::RepetitionCount => format!(": la posición se ha dado por tercera vez y {equal}"),
        Reason::Count => format!(": tras {} de cada bando sin capturas, {equal}", spanish::turns(COUNT_AFTER)),
        Reason::AgreedCount => format!(": los jugadores han acordado contar y {equal}"),
        Reason::NoCapture => match say.options.no_capture_limit.0 {
            Some(turns) => format!(": {} de cada bando sin capturas", spanish::turns(turns.into())),
            None => ": demasiado tiempo sin capturas".to_owned(),
        },
        Reason::KingsOnly => {
            ": solo se han movido {damas}, sin capturas, durante los turnos que permiten las reglas".to_owned()
        }
        Reason::FewPieces => {
            ": con l{os pieza} poc{os pieza} {piezas} que quedan, nadie ha ganado en los turnos que permiten las reglas"
                .to_owned()
        }
        Reason::OneEach => ": a cada bando le queda {una dama}".to_owned(),
        Reason::Placed => match say.options.mills {
            Mills::Win => ": se han colocado tod{os pieza} {las piezas} y nadie tiene tres en raya".to_owned(),
            Mills::None | Mills::Take => ": se han colocado tod{os pieza} {las piezas}".to_owned(),
        },
        Reason::Agreement => " de común acuerdo".to_owned(),
        Reason::NoPieces
        | Reason::LoneMan
        | Reason::ThreeInARow
        | Reason::Toll
        | Reason::KingLost
        | Reason::RepetitionWon
        | Reason::Resignation => String::new(),
    }
}
