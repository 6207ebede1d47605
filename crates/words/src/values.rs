//! The values of the options in a few words each.

mod ends;
mod layouts;
mod phases;

pub use ends::*;
pub use layouts::*;
pub use phases::*;

use super::english::SideName as English;
use super::spanish::SideName as Spanish;
use super::speech::Speech;
use quirkat_rules::Side;
use quirkat_rules::{
    Capture, CaptureBy, Chain, ChainDirection, Closing, ClosingSides, Directions, First, FirstCapture, KingLanding,
    KingReach, LastRow, OnOff, Precedence, Promotion, PromotionInside, Rejump, Removal, Return, Sides, Turning, YesNo,
};

/// English and Spanish.
pub type Both = (String, String);

fn both(en: &str, es: &str) -> Both {
    (en.to_owned(), es.to_owned())
}

pub fn who(first: First, say: &Speech<'_>) -> Both {
    let side = |side| (English::of(say.ruleset, side).name().to_owned(), Spanish::of(say.ruleset, side).the());
    match first {
        First::Lot => both("drawn by lot", "por sorteo"),
        First::Agreed => both("as the players agree", "según acuerden los jugadores"),
        First::First => side(Side::First),
        First::Second => side(Side::Second),
    }
}

pub fn directions(directions: Directions) -> Both {
    match directions {
        Directions::All => both("in any direction", "en cualquier dirección"),
        Directions::NoBack => {
            both("forward or sideways, not backward", "hacia adelante o hacia los lados, no hacia atrás")
        }
        Directions::Forward => both("forward only", "solo hacia adelante"),
        Directions::Straight => both("straight forward only", "solo de frente"),
        Directions::None => both("there are none", "no hay"),
    }
}

pub fn at_the_end(last_row: LastRow) -> Both {
    match last_row {
        LastRow::Normal => both("moves as anywhere else", "se mueve como en cualquier otra parte"),
        LastRow::CaptureOnly => both("may only capture", "solo puede capturar"),
        LastRow::CaptureSidewaysOnly => both("may only capture sideways", "solo puede capturar hacia los lados"),
    }
}

pub fn duty(capture: Capture) -> Both {
    match capture {
        Capture::Optional => both("nobody has to capture", "nadie está obligado a capturar"),
        Capture::Mandatory => both("whoever can capture must", "quien puede capturar debe hacerlo"),
        Capture::Men => {
            both("whoever can capture with {a man} must capture", "quien puede capturar con {un peón} debe capturar")
        }
        Capture::Huff => both(
            "whoever can capture and does not may be huffed",
            "a quien puede capturar y no lo hace se le puede soplar",
        ),
    }
}

pub fn further(chain: Chain, say: &Speech<'_>) -> Both {
    match chain {
        Chain::None if say.has_runs() => both("none, one step a turn", "ninguna, un paso por turno"),
        Chain::None => both("none, one leap a turn", "ninguno, un salto por turno"),
        Chain::Optional if say.has_runs() => both("as many as the player likes", "cuantas quiera el jugador"),
        Chain::Optional => both("as many as the player likes", "cuantos quiera el jugador"),
        Chain::Mandatory if say.has_runs() => both("as many as possible", "cuantas sean posibles"),
        Chain::Mandatory => both("as many as possible", "cuantos sean posibles"),
        Chain::Straight => both("straight on only, if the player likes", "solo en línea recta, si el jugador quiere"),
    }
}

pub fn which(choice: Precedence) -> Both {
    match choice {
        Precedence::Free => both("free", "libre"),
        Precedence::Max => both("the most {prizes}", "el mayor número de {presas}"),
        Precedence::MaxQuality => both(
            "the most {prizes}, then the most {kings}",
            "el mayor número de {presas} y después el mayor número de {damas}",
        ),
        Precedence::KingFirst => both(
            "the most {prizes}, with {a king} rather than with {a man}",
            "el mayor número de {presas}, y con {una dama} antes que con {un peón}",
        ),
        Precedence::Italian => both(
            "the most {prizes}, then with {a king}, then the most {kings}, then the first {king} earliest",
            "el mayor número de {presas}; después, con {una dama}; después, el mayor número de {damas}; después, cuanto antes \
             la primera {dama}",
        ),
        Precedence::Protest => both(
            "free, but the opponent may claim a larger capture",
            "libre, pero el contrario puede exigir una captura mayor",
        ),
    }
}

pub fn when(removal: Removal) -> Both {
    match removal {
        Removal::Immediate => both("leave the board at once, leap by leap", "se retiran en el acto, salto a salto"),
        Removal::End => both("leave the board when the turn ends", "se retiran al final del turno"),
        Removal::Under => {
            both("go under the capturing column, leap by leap", "pasan debajo de la columna que captura, salto a salto")
        }
    }
}

pub fn coming_back(returning: Return) -> Both {
    match returning {
        Return::Free => both("allowed", "permitido"),
        Return::NotLast => both("not in the very next turn", "no en el turno siguiente"),
        Return::Never => both("never", "nunca"),
    }
}

pub fn becoming(promotion: Promotion) -> Both {
    match promotion {
        Promotion::None => both("none", "no hay"),
        Promotion::Short => both("to {a king} that steps one {point}", "a {una dama} que avanza {un punto}"),
        Promotion::Long => both("to {a king} that moves any distance", "a {una dama} que recorre cualquier distancia"),
    }
}

pub fn inside(promo_mid: PromotionInside) -> Both {
    match promo_mid {
        PromotionInside::No => both("leaps on and remains {a man}", "sigue saltando y continúa siendo {peón}"),
        PromotionInside::AsMan => {
            both("leaps on as {a man} and is promoted at the end", "sigue como {peón} y promociona al final")
        }
        PromotionInside::AsKing => both("is promoted and leaps on as {a king}", "promociona y sigue como {dama}"),
        PromotionInside::Stop => both("is promoted and stops", "promociona y se detiene"),
    }
}

pub fn reach(king_reach: KingReach) -> Both {
    match king_reach {
        KingReach::Adjacent => both("from the next {point} only", "solo desde {el punto} contigu{o punto}"),
        KingReach::Any => both("from any distance", "desde cualquier distancia"),
    }
}

pub fn landing(king_landing: KingLanding) -> Both {
    match king_landing {
        KingLanding::Next => both("on the {point} just behind", "en {el punto} siguiente"),
        KingLanding::Any => both("on any empty {point} behind", "en cualquier {punto} vací{o punto} de detrás"),
        KingLanding::AnyButFurther => {
            both("where it can capture again, if it can", "donde pueda capturar otra vez, si puede")
        }
    }
}

pub fn again(rejump: Rejump) -> Both {
    match rejump {
        Rejump::Once => both("not allowed", "no se permite"),
        Rejump::NotConsecutive => both("only after another one", "solo después de saltar otra"),
        Rejump::Allowed => both("allowed", "se permite"),
    }
}

pub fn yes_no(answer: YesNo) -> Both {
    match answer {
        YesNo::Yes => both("yes", "sí"),
        YesNo::No => both("no", "no"),
    }
}

pub fn turning(turning: Turning) -> Both {
    match turning {
        Turning::Free => both("turns as it likes", "cambia de dirección como quiera"),
        Turning::NoReversal => both("does not turn straight back", "no da media vuelta"),
        Turning::Straight => both("keeps to one line and sense", "sigue siempre en el mismo sentido"),
    }
}

pub fn closing(closing: Closing) -> Both {
    match closing {
        Closing::None => both("do not close", "no se cierran"),
        Closing::Squares => both(
            "rows of squares close, once they and the line behind them are empty",
            "se cierran las filas de cuadros, cuando ellas y la línea que las limita por dentro quedan vacías",
        ),
        Closing::SquaresEarly => both(
            "rows of squares close, once their outer line and their middles are empty",
            "se cierran las filas de cuadros, cuando su línea exterior y sus centros quedan vacíos",
        ),
        Closing::PointRows => both(
            "rows of points close, each by itself, once empty",
            "se cierran las filas de puntos, cada una por sí sola, cuando quedan vacías",
        ),
        Closing::DrawnLines => both(
            "drawn lines close, once empty, and the middles before a line with it",
            "se cierran las líneas trazadas, cuando quedan vacías, y con cada una los centros que la preceden",
        ),
    }
}

pub fn closing_sides(sides: ClosingSides) -> Both {
    match sides {
        ClosingSides::Ends => both("at the two players' ends", "por los extremos de los dos jugadores"),
        ClosingSides::AllFour => both("at all four sides", "por los cuatro lados"),
    }
}

pub fn way_to_capture(capture_by: CaptureBy) -> Both {
    match capture_by {
        CaptureBy::Leap => both("by leaping", "saltando"),
        CaptureBy::Approach => both("by approach and withdrawal", "por acercamiento y alejamiento"),
        CaptureBy::None => both("not by moving", "no capturan al moverse"),
    }
}

pub fn captors(captors: Sides, say: &Speech<'_>) -> Both {
    match captors {
        Sides::Both => both("both sides", "los dos bandos"),
        Sides::First => only(Side::First, say),
        Sides::Second => only(Side::Second, say),
    }
}

fn only(side: Side, say: &Speech<'_>) -> Both {
    let (en, es) = (English::of(say.ruleset, side), Spanish::of(say.ruleset, side));
    (format!("only {}", en.name()), format!("solo {}", es.the()))
}

pub fn chain_direction(direction: ChainDirection) -> Both {
    match direction {
        ChainDirection::NotConsecutive => both("not the same twice running", "no la misma dos veces seguidas"),
        ChainDirection::NeverRepeatLine => {
            both("not along a line used in the turn", "no por una línea ya usada en el turno")
        }
        ChainDirection::Free => both("any", "cualquiera"),
    }
}

pub fn first_capture(first: FirstCapture, say: &Speech<'_>) -> Both {
    match first {
        FirstCapture::Off => both("like any other", "como cualquier otra"),
        FirstCapture::First => (
            format!("{} ends the turn", English::of(say.ruleset, Side::First).owning()),
            format!("la {} termina el turno", Spanish::of(say.ruleset, Side::First).of_the()),
        ),
        FirstCapture::Both => both("that of either side ends the turn", "la de cada bando termina el turno"),
    }
}

pub fn allowed(answer: YesNo) -> Both {
    match answer {
        YesNo::Yes => both("allowed", "se permite"),
        YesNo::No => both("not allowed", "no se permite"),
    }
}

pub fn on_off(answer: OnOff) -> Both {
    match answer {
        OnOff::On => both("yes", "sí"),
        OnOff::Off => both("no", "no"),
    }
}
