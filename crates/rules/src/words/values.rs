//! The values of the options in a few words each.

use super::english::{self, SideName as English};
use super::spanish::{self, SideName as Spanish};
use super::speech::Speech;
use crate::options::{
    Blocked, BoardChoice, Capture, Centres, Chain, Closing, ClosingSides, Directions, DrawRules, EndCount, First,
    Flank, KingLanding, KingReach, LastRow, Limit, Middle, Precedence, Promotion, PromotionInside, Reading, Rejump,
    Removal, Repetition, Return, StripLength, Tips, Turning, YesNo,
};
use crate::setup::Side;

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
        Capture::Huff => both(
            "whoever can capture and does not may be huffed",
            "a quien puede capturar y no lo hace se le puede soplar",
        ),
    }
}

pub fn further(chain: Chain) -> Both {
    match chain {
        Chain::None => both("none, one leap a turn", "ninguno, un salto por turno"),
        Chain::Optional => both("as many as the player likes", "cuantos quiera el jugador"),
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

pub fn stuck(blocked: Blocked) -> Both {
    match blocked {
        Blocked::Loss => both("loses", "pierde"),
        Blocked::Draw => both("the game is a draw", "la partida acaba en tablas"),
        Blocked::Pass => both("passes", "pasa"),
    }
}

pub fn count(end_count: EndCount) -> Both {
    match end_count {
        EndCount::Off => both("no", "no"),
        EndCount::ByAgreement => both("when both players agree", "cuando ambos jugadores lo acuerdan"),
        EndCount::Automatic => both("also after a while without captures", "también tras un tiempo sin capturas"),
    }
}

pub fn limit(no_capture_limit: Limit) -> Both {
    match no_capture_limit {
        Limit(None) => both("no", "no"),
        Limit(Some(turns)) => (
            format!("after {} each", english::turns(turns.into())),
            format!("tras {} de cada bando", spanish::turns(turns.into())),
        ),
    }
}

pub fn repeated(repetition: Repetition) -> Both {
    match repetition {
        Repetition::Draw => both("the third time draws the game", "a la tercera vez, tablas"),
        Repetition::Count => {
            both("the third time the {pieces} are counted", "a la tercera vez se cuentan {las piezas}")
        }
        Repetition::Forbidden => both("not allowed", "no se permite"),
        Repetition::None => both("mean nothing", "no tiene efecto"),
    }
}

pub fn hand(middle: Middle) -> Both {
    match middle {
        Middle::Right => both("to their owner's right", "a la derecha de su dueño"),
        Middle::Left => both("to their owner's left", "a la izquierda de su dueño"),
        Middle::Alternating => both("one of each side in turn", "uno de cada bando, alternados"),
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

pub fn draws(draw_rules: DrawRules) -> Both {
    match draw_rules {
        DrawRules::None => both("none", "ninguna"),
        DrawRules::International => both("of international draughts", "las de las damas internacionales"),
        DrawRules::Russian => both("of Russian draughts", "las de las damas rusas"),
        DrawRules::Spanish => both("of Spanish draughts", "las de las damas españolas"),
        DrawRules::English => both("of English draughts", "las de las damas inglesas"),
        DrawRules::Brazilian => both("of Brazilian draughts", "las de las damas brasileñas"),
        DrawRules::Filipino => both("of Filipino dama", "las de la dama filipina"),
        DrawRules::Turkish => both("of Turkish draughts", "las de las damas turcas"),
    }
}

pub fn length(n: StripLength) -> Both {
    (n.0.to_string(), n.0.to_string())
}

pub fn tips(tips: Tips) -> Both {
    match tips {
        Tips::Filled => both("filled", "ocupadas"),
        Tips::Empty => both("empty", "vacías"),
    }
}

pub fn grains(reading: Reading) -> Both {
    match reading {
        Reading::Grains20 => both("a slip for 20", "un error por 20"),
        Reading::Reserve => both("20 on the board and two in hand", "20 en el tablero y dos en la mano"),
        Reading::Board45 => both("22 on a board of 45 points", "22 en un tablero de 45 puntos"),
        Reading::Eleven => both("those of both sides together", "los de los dos bandos juntos"),
    }
}

pub fn flank(flank: Flank) -> Both {
    match flank {
        Flank::Left => both("on the left", "a la izquierda"),
        Flank::Right => both("on the right", "a la derecha"),
    }
}

pub fn which_board(board: BoardChoice) -> Both {
    match board {
        BoardChoice::Usual => both("the usual one", "el habitual"),
        BoardChoice::GreatDiagonals => {
            both("only with the diagonals from corner to corner", "solo con las diagonales de esquina a esquina")
        }
    }
}

pub fn centres(centres: Centres) -> Both {
    match centres {
        Centres::Points => both("are points", "son puntos"),
        Centres::Crossings => {
            both("are no points, the diagonals only cross there", "no son puntos, las diagonales solo se cruzan")
        }
    }
}
