//! How a game has ended, in words.

use super::english::{self, SideName as English};
use super::spanish::{self, SideName as Spanish};
use super::speech::Speech;
use crate::game::COUNT_AFTER;
use crate::options::Blocked;
use crate::outcome::{Outcome, Reason};
use crate::ruleset::{Language, Ruleset};
use crate::setup::Side;

/// Puts the end of a game into a sentence: who won, and why.
///
/// # Examples
/// ```
/// use quirkat_rules::{Language, Outcome, Reason, Side, find_game, outcome_in_words};
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
        (Language::En, Some(winner)) => won_en(&say, winner, outcome.reason),
        (Language::En, None) => format!("Draw{}.", drawn_en(&say, outcome.reason)),
        (Language::Es, Some(winner)) => won_es(&say, winner, outcome.reason),
        (Language::Es, None) => format!("Tablas{}.", drawn_es(&say, outcome.reason)),
    };
    say.fill(&text)
}

fn won_en(say: &Speech<'_>, winner: Side, reason: Reason) -> String {
    let (winner, loser) = (English::of(say.ruleset, winner), English::of(say.ruleset, winner.other()));
    let more = || winner.does("has more {pieces}", "have more {pieces}");
    let why = match reason {
        Reason::NoPieces if say.has_towers() => loser.does("commands no column any more", "command no column any more"),
        Reason::NoPieces => loser.does("has no {pieces} left", "have no {pieces} left"),
        Reason::LoneMan => "a lone {king} wins against a lone {man}".to_owned(),
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
        | Reason::Agreement => return winner.does("wins.", "win."),
    };
    format!("{}: {why}.", winner.does("wins", "win"))
}

fn drawn_en(say: &Speech<'_>, reason: Reason) -> String {
    let equal = "both sides have as many {pieces}";
    match reason {
        Reason::Blocked => match say.options.blocked {
            Blocked::Pass => ": neither side has a legal move".to_owned(),
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
        Reason::Agreement => " by agreement".to_owned(),
        Reason::NoPieces | Reason::LoneMan | Reason::Resignation => String::new(),
    }
}

fn won_es(say: &Speech<'_>, winner: Side, reason: Reason) -> String {
    let (winner, loser) = (Spanish::of(say.ruleset, winner), Spanish::of(say.ruleset, winner.other()));
    let wins = format!("{} {}", winner.verb("Gana", "Ganan"), winner.the());
    let more = || format!("{} {} más {{piezas}}", winner.the(), winner.verb("tiene", "tienen"));
    let why = match reason {
        Reason::NoPieces if say.has_towers() => {
            format!("{} ya no {} ninguna columna", loser.the(), loser.verb("manda", "mandan"))
        }
        Reason::LoneMan => "{una dama} sola gana a {un peón} solo".to_owned(),
        Reason::NoPieces => format!("{} se {} quedado sin {{piezas}}", loser.the(), loser.verb("ha", "han")),
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
        | Reason::Agreement => return format!("{wins}."),
    };
    format!("{wins}: {why}.")
}

fn drawn_es(say: &Speech<'_>, reason: Reason) -> String {
    let equal = "los dos bandos tienen el mismo número de {piezas}";
    match reason {
        Reason::Blocked => match say.options.blocked {
            Blocked::Pass => ": ningún bando tiene jugadas legales".to_owned(),
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
        Reason::Agreement => " de común acuerdo".to_owned(),
        Reason::NoPieces | Reason::LoneMan | Reason::Resignation => String::new(),
    }
}
