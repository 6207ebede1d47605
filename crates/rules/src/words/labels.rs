//! The options and their values in a few words each, for lists and dialogs.

use super::english::{self, SideName as English};
use super::spanish::{self, SideName as Spanish};
use super::speech::Speech;
use crate::options::{
    Blocked, Capture, Chain, Directions, EndCount, First, KingLanding, KingReach, LastRow, Limit, Middle, OptionError,
    Options, Precedence, Promotion, PromotionInside, Removal, Repetition, Return,
};
use crate::ruleset::{Language, Ruleset};
use crate::setup::Side;

/// One option in words, with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceWords {
    /// The option's key.
    pub key: &'static str,
    /// Its value, as after `--rule key=`.
    pub value: String,
    /// What the option is about, such as "Duty to capture".
    pub key_words: String,
    /// What the value says about it, such as "nobody has to capture".
    pub value_words: String,
}

/// All options of a ruleset in words, in the order of [`KEYS`](crate::KEYS).
pub fn choices_in_words(ruleset: &Ruleset, language: Language) -> Vec<ChoiceWords> {
    let say = Speech::new(ruleset, language);
    labels(say.options, &say)
        .into_iter()
        .map(|label| ChoiceWords {
            key: label.key,
            value: crate::Key::named(label.key).map(|key| key.value(say.options)).unwrap_or_default(),
            key_words: say.fill(language.choose(label.about.0, label.about.1)),
            value_words: say.fill(&language.choose(label.value.0, label.value.1)),
        })
        .collect()
}

/// A value that an option of a ruleset could have, in words.
///
/// # Errors
/// When there is no such option, or it does not have the value.
///
/// # Examples
/// ```
/// use quirkat_rules::{Language, find_game, value_in_words};
/// let ruleset = find_game("alquerque").unwrap().ruleset(None, &[])?;
/// assert_eq!(value_in_words(&ruleset, "blocked", "draw", Language::En)?, "the game is a draw");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn value_in_words(ruleset: &Ruleset, key: &str, value: &str, language: Language) -> Result<String, OptionError> {
    let options = ruleset.options.with([(key, value)])?;
    let other = Ruleset { options, ..ruleset.clone() };
    let choices = choices_in_words(&other, language);
    let found = choices.into_iter().find(|choice| choice.key == key);
    found.map(|choice| choice.value_words).ok_or_else(|| OptionError::UnknownKey(key.to_owned()))
}

type Both = (String, String);

struct Label {
    key: &'static str,
    about: (&'static str, &'static str),
    value: Both,
}

/// Every option and its value, in both languages.
fn labels(options: &Options, say: &Speech<'_>) -> Vec<Label> {
    // No `..`: a new option must be put into words here, and must get its sentence in the file of its topic.
    let Options {
        first,
        step_dirs,
        cap_dirs,
        last_row,
        capture,
        chain,
        choice,
        removal,
        returning,
        promotion,
        promo_mid,
        king_reach,
        king_landing,
        blocked,
        end_count,
        no_capture_limit,
        repetition,
        middle,
    } = *options;
    let label = |key, en, es, value| Label { key, about: (en, es), value };
    vec![
        label("first", "Who starts", "Quién empieza", who(first, say)),
        label("step_dirs", "Steps of {a man}", "Pasos {del peón}", directions(step_dirs)),
        label("cap_dirs", "Captures of {a man}", "Capturas {del peón}", directions(cap_dirs)),
        label("last_row", "{A man} on its last row", "{El peón} en su última fila", at_the_end(last_row)),
        label("capture", "Duty to capture", "Obligación de capturar", duty(capture)),
        label("chain", "Further leaps in the turn", "Más saltos en el turno", further(chain)),
        label("choice", "Choice among captures", "Elección entre capturas", which(choice)),
        label("removal", "Captured {pieces} leave", "{Las piezas} capturad{os pieza} se retiran", when(removal)),
        label("return", "Coming back to an earlier point", "Volver a un punto anterior", coming_back(returning)),
        label("promotion", "Promotion", "Promoción", becoming(promotion)),
        label(
            "promo_mid",
            "{A man} that lands on its last row and can leap on",
            "{El peón} que cae en su última fila y puede seguir saltando",
            inside(promo_mid),
        ),
        label("king_reach", "{A king} captures", "{La dama} captura", reach(king_reach)),
        label("king_landing", "{A king} that captures lands", "{La dama} que captura cae", landing(king_landing)),
        label("blocked", "A player who cannot move", "Quien no puede mover", stuck(blocked)),
        label("end_count", "Ending the game by counting", "Acabar la partida contando", count(end_count)),
        label("no_capture_limit", "Draw without captures", "Tablas por falta de capturas", limit(no_capture_limit)),
        label("repetition", "Repeated positions", "Repetición de posiciones", repeated(repetition)),
        label("middle", "The {men} of the middle row", "L{os peón} {peones} de la fila central", hand(middle)),
    ]
}

fn both(en: &str, es: &str) -> Both {
    (en.to_owned(), es.to_owned())
}

fn who(first: First, say: &Speech<'_>) -> Both {
    let side = |side| (English::of(say.ruleset, side).name().to_owned(), Spanish::of(say.ruleset, side).the());
    match first {
        First::Lot => both("drawn by lot", "por sorteo"),
        First::Agreed => both("as the players agree", "según acuerden los jugadores"),
        First::First => side(Side::First),
        First::Second => side(Side::Second),
    }
}

fn directions(directions: Directions) -> Both {
    match directions {
        Directions::All => both("in any direction", "en cualquier dirección"),
        Directions::NoBack => {
            both("forward or sideways, not backward", "hacia adelante o hacia los lados, no hacia atrás")
        }
        Directions::Forward => both("forward only", "solo hacia adelante"),
    }
}

fn at_the_end(last_row: LastRow) -> Both {
    match last_row {
        LastRow::Normal => both("moves as anywhere else", "se mueve como en cualquier otra parte"),
        LastRow::CaptureOnly => both("may only capture", "solo puede capturar"),
        LastRow::CaptureSidewaysOnly => both("may only capture sideways", "solo puede capturar hacia los lados"),
    }
}

fn duty(capture: Capture) -> Both {
    match capture {
        Capture::Optional => both("nobody has to capture", "nadie está obligado a capturar"),
        Capture::Mandatory => both("whoever can capture must", "quien puede capturar debe hacerlo"),
        Capture::Huff => both(
            "whoever can capture and does not may be huffed",
            "a quien puede capturar y no lo hace se le puede soplar",
        ),
    }
}

fn further(chain: Chain) -> Both {
    match chain {
        Chain::None => both("none, one leap a turn", "ninguno, un salto por turno"),
        Chain::Optional => both("as many as the player likes", "cuantos quiera el jugador"),
        Chain::Mandatory => both("as many as possible", "cuantos sean posibles"),
        Chain::Straight => both("straight on only, if the player likes", "solo en línea recta, si el jugador quiere"),
    }
}

fn which(choice: Precedence) -> Both {
    match choice {
        Precedence::Free => both("free", "libre"),
        Precedence::Max => both("the most {pieces}", "el mayor número de {piezas}"),
        Precedence::MaxQuality => both(
            "the most {pieces}, then the most {kings}",
            "el mayor número de {piezas} y después el mayor número de {damas}",
        ),
    }
}

fn when(removal: Removal) -> Both {
    match removal {
        Removal::Immediate => both("at once, leap by leap", "en el acto, salto a salto"),
        Removal::End => both("when the turn ends", "al final del turno"),
    }
}

fn coming_back(returning: Return) -> Both {
    match returning {
        Return::Free => both("allowed", "permitido"),
        Return::NotLast => both("not in the very next turn", "no en el turno siguiente"),
        Return::Never => both("never", "nunca"),
    }
}

fn becoming(promotion: Promotion) -> Both {
    match promotion {
        Promotion::None => both("none", "no hay"),
        Promotion::Short => both("to {a king} that steps one point", "a {una dama} que avanza un solo punto"),
        Promotion::Long => both("to {a king} that moves any distance", "a {una dama} que recorre cualquier distancia"),
    }
}

fn inside(promo_mid: PromotionInside) -> Both {
    match promo_mid {
        PromotionInside::No => both("leaps on and remains {a man}", "sigue saltando y continúa siendo {peón}"),
        PromotionInside::AsMan => {
            both("leaps on as {a man} and is promoted at the end", "sigue como {peón} y promociona al final")
        }
        PromotionInside::AsKing => both("is promoted and leaps on as {a king}", "promociona y sigue como {dama}"),
        PromotionInside::Stop => both("is promoted and stops", "promociona y se detiene"),
    }
}

fn reach(king_reach: KingReach) -> Both {
    match king_reach {
        KingReach::Adjacent => both("from the next point only", "solo desde el punto contiguo"),
        KingReach::Any => both("from any distance", "desde cualquier distancia"),
    }
}

fn landing(king_landing: KingLanding) -> Both {
    match king_landing {
        KingLanding::Next => both("on the point just behind", "en el punto siguiente"),
        KingLanding::Any => both("on any empty point behind", "en cualquier punto vacío de detrás"),
        KingLanding::AnyButFurther => {
            both("where it can capture again, if it can", "donde pueda capturar otra vez, si puede")
        }
    }
}

fn stuck(blocked: Blocked) -> Both {
    match blocked {
        Blocked::Loss => both("loses", "pierde"),
        Blocked::Draw => both("the game is a draw", "la partida acaba en tablas"),
        Blocked::Pass => both("passes", "pasa"),
    }
}

fn count(end_count: EndCount) -> Both {
    match end_count {
        EndCount::Off => both("no", "no"),
        EndCount::ByAgreement => both("when both players agree", "cuando ambos jugadores lo acuerdan"),
        EndCount::Automatic => both("also after a while without captures", "también tras un tiempo sin capturas"),
    }
}

fn limit(no_capture_limit: Limit) -> Both {
    match no_capture_limit {
        Limit(None) => both("no", "no"),
        Limit(Some(turns)) => (
            format!("after {} each", english::turns(turns.into())),
            format!("tras {} de cada bando", spanish::turns(turns.into())),
        ),
    }
}

fn repeated(repetition: Repetition) -> Both {
    match repetition {
        Repetition::Draw => both("the third time draws the game", "a la tercera vez, tablas"),
        Repetition::Count => {
            both("the third time the {pieces} are counted", "a la tercera vez se cuentan {las piezas}")
        }
        Repetition::Forbidden => both("not allowed", "no se permite"),
        Repetition::None => both("mean nothing", "no tiene efecto"),
    }
}

fn hand(middle: Middle) -> Both {
    match middle {
        Middle::Right => both("to their owner's right", "a la derecha de su dueño"),
        Middle::Left => both("to their owner's left", "a la izquierda de su dueño"),
    }
}
