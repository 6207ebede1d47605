//! The directions of a man on the lines that a board has: on a chequered board all of them are diagonal, and on one
//! without diagonals nobody wants to hear of them.

use super::board::Lines;
use super::speech::Speech;
use quirkat_rules::Directions;

/// What is said of directions: those that are allowed, and those that are not.
pub struct Ways {
    pub en: &'static str,
    pub es: &'static str,
}

/// The directions in words, to follow a comma or a colon; `None` where a man may go along every line, or along none.
pub fn ways(say: &Speech<'_>, directions: Directions) -> Option<Ways> {
    let (en, es) = match (directions, say.lines) {
        (Directions::All | Directions::None, _) => return None,
        (Directions::NoBack, Lines::Mixed) => (
            "forward, diagonally forward or sideways, never backward",
            "hacia adelante, en diagonal hacia adelante o hacia los lados, nunca hacia atrás",
        ),
        (Directions::NoBack, Lines::Straight | Lines::Grid) => {
            ("straight forward or sideways, never backward", "hacia adelante o hacia los lados, nunca hacia atrás")
        }
        (Directions::Forward, Lines::Mixed) => (
            "forward or diagonally forward, never sideways or backward",
            "hacia adelante o en diagonal hacia adelante, nunca hacia los lados ni hacia atrás",
        ),
        (Directions::Forward | Directions::NoBack, Lines::Diagonal) => {
            ("diagonally forward, never backward", "en diagonal hacia adelante, nunca hacia atrás")
        }
        (Directions::Forward, Lines::Straight | Lines::Grid) | (Directions::Straight, _) => {
            ("straight forward only", "solo de frente, en línea recta hacia adelante")
        }
    };
    Some(Ways { en, es })
}

/// How a piece goes that may go everywhere: along a line, or diagonally where all lines are diagonals.
pub fn along(say: &Speech<'_>) -> Ways {
    match say.lines {
        Lines::Mixed | Lines::Grid => {
            Ways { en: "along a line, in any direction,", es: "por una línea, en cualquier dirección," }
        }
        Lines::Diagonal => {
            Ways { en: "diagonally, forward or backward,", es: "en diagonal, hacia adelante o hacia atrás," }
        }
        Lines::Straight => Ways {
            en: "forward, backward or sideways, never diagonally,",
            es: "hacia adelante, hacia atrás o hacia los lados, nunca en diagonal,",
        },
    }
}
