//! Promotion, and what a king can do.

use super::speech::{Rule, Speech};
use crate::options::{Chain, KingLanding, KingReach, Promotion, PromotionInside};

pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    let steps = match say.options.promotion {
        Promotion::None => return vec![],
        Promotion::Short => say.rule(
            &["promotion"],
            "{A king} steps along a line, in any direction, to the next point, which must be empty.",
            "{Una dama} se mueve por una línea, en cualquier dirección, hasta el punto contiguo, que debe estar vacío.",
        ),
        Promotion::Long => say.rule(
            &["promotion"],
            "{A king} moves along a line in any direction, as far as it likes over empty points.",
            "{Una dama} se mueve por una línea en cualquier dirección, cuantos puntos vacíos quiera.",
        ),
    };
    vec![promotion(say), steps, capture(say), landing(say)]
}

/// Where a man is promoted. Without further leaps there is one way only.
fn promotion(say: &Speech<'_>) -> Rule {
    let (en, es) = match (say.options.promo_mid, say.options.chain) {
        (_, Chain::None) => {
            return say.rule(
                &["promotion"],
                "{A man} that reaches its last row becomes {a king}.",
                "{Un peón} que llega a su última fila se convierte en {dama}.",
            );
        }
        (PromotionInside::No, _) => (
            "{A man} that ends its turn on its last row becomes {a king}. If it lands there and leaps on in the same turn, \
             it remains {a man}.",
            "{Un peón} que termina su turno en su última fila se convierte en {dama}. Si cae en ella y sigue saltando en el \
             mismo turno, continúa siendo {peón}.",
        ),
        (PromotionInside::AsMan, _) => (
            "{A man} that reaches its last row becomes {a king} when its turn ends. If it leaps on in the same turn, it \
             does so as {a man} and becomes {a king} wherever the turn ends.",
            "{Un peón} que llega a su última fila se convierte en {dama} al terminar el turno. Si sigue saltando en el \
             mismo turno, lo hace como {peón} y se convierte en {dama} allí donde el turno termine.",
        ),
        (PromotionInside::AsKing, _) => (
            "{A man} that reaches its last row becomes {a king} at once. If it captures on in the same turn, it does so as \
             {a king}.",
            "{Un peón} que llega a su última fila se convierte en {dama} en el acto. Si sigue capturando en el mismo turno, \
             lo hace como {dama}.",
        ),
        (PromotionInside::Stop, _) => (
            "{A man} that reaches its last row becomes {a king}, and its turn ends there even if it could capture again.",
            "{Un peón} que llega a su última fila se convierte en {dama}, y su turno termina ahí aunque pudiera capturar \
             otra vez.",
        ),
    };
    say.rule(&["promotion", "promo_mid"], en, es)
}

fn capture(say: &Speech<'_>) -> Rule {
    let (en, es) = match say.options.king_reach {
        KingReach::Adjacent => (
            "{A king} captures along a line, in any direction, a neighbouring enemy {piece}.",
            "{Una dama} captura, por una línea y en cualquier dirección, {una pieza} enemig{o pieza} contigu{o pieza}.",
        ),
        KingReach::Any => (
            "{A king} captures along a line, in any direction, an enemy {piece} at any distance, if all points between them \
             are empty.",
            "{Una dama} captura, por una línea y en cualquier dirección, {una pieza} enemig{o pieza} a cualquier distancia, \
             si están vacíos todos los puntos intermedios.",
        ),
    };
    say.rule(&["promotion", "king_reach"], en, es)
}

fn landing(say: &Speech<'_>) -> Rule {
    let (en, es) = match (say.options.king_landing, say.options.chain) {
        (KingLanding::Next, _) => (
            "The capturing {king} lands on the point just behind the captured {piece}, which must be empty.",
            "Al capturar, {la dama} cae en el punto que sigue {a la pieza} capturad{o pieza}, que debe estar vacío.",
        ),
        (KingLanding::Any, _) | (KingLanding::AnyButFurther, Chain::None) => (
            "The capturing {king} may land on any of the empty points behind the captured {piece}, up to the next {piece} \
             on the line.",
            "Al capturar, {la dama} puede caer en cualquiera de los puntos vacíos que siguen {a la pieza} capturad{o pieza}, \
             hasta donde se lo impida otr{o pieza}.",
        ),
        (KingLanding::AnyButFurther, Chain::Optional | Chain::Mandatory | Chain::Straight) => (
            "The capturing {king} may land on any of the empty points behind the captured {piece}, up to the next {piece} \
             on the line; but if it can capture again from some of them, it must land on one of those.",
            "Al capturar, {la dama} puede caer en cualquiera de los puntos vacíos que siguen {a la pieza} capturad{o pieza}, \
             hasta donde se lo impida otr{o pieza}; pero si desde alguno de ellos puede capturar otra vez, debe caer en uno \
             de esos.",
        ),
    };
    say.rule(&["promotion", "king_landing"], en, es)
}
