//! Promotion, and what a king can do.

use super::board::Lines;
use super::speech::{Rule, Speech};
use super::towers;
use super::ways::along;
use quirkat_rules::{Chain, Directions, KingLanding, KingReach, Promotion, PromotionInside};

pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    let steps = match say.options.promotion {
        Promotion::None => return vec![],
        Promotion::Short => short(say),
        Promotion::Long => long(say),
    };
    [promotion(say)]
        .into_iter()
        .chain(towers::freed(say))
        .chain([steps, capture(say), landing(say)])
        .chain(princes(say))
        .collect()
}

/// Whether a king captures as a man does not: from afar, or with a choice of landings.
pub fn kings_reach_further(say: &Speech<'_>) -> bool {
    (say.options.king_reach, say.options.king_landing) != (KingReach::Adjacent, KingLanding::Next)
}

/// How kings capture that are there from the start, where there is no promotion and men do not capture like them.
pub fn powers_from_the_start(say: &Speech<'_>) -> Vec<Rule> {
    let unlike_men = kings_reach_further(say) || say.options.cap_dirs == Directions::None;
    if say.has_ranks() && !say.has_promotion() && unlike_men {
        [capture(say), landing(say)].into_iter().chain(princes(say)).collect()
    } else {
        vec![]
    }
}

fn princes(say: &Speech<'_>) -> Option<Rule> {
    say.has_princes().then(|| {
        say.rule(
            &["promotion"],
            "{Princes} move and capture as {kings} do.",
            "{Los príncipes} se mueven y capturan como {las damas}.",
        )
    })
}

fn short(say: &Speech<'_>) -> Rule {
    let ways = along(say);
    say.rule(
        &["promotion"],
        &format!("{{A king}} steps {} to the next {{point}}, which must be empty.", ways.en),
        &format!(
            "{{Una dama}} se mueve {} hasta {{el punto}} contigu{{o punto}}, que debe estar vací{{o punto}}.",
            ways.es
        ),
    )
}

fn long(say: &Speech<'_>) -> Rule {
    let (en, es) = match say.lines {
        Lines::Mixed | Lines::Grid => ("along a line in any direction", "por una línea en cualquier dirección"),
        Lines::Diagonal => ("along a diagonal, forward or backward", "por una diagonal, hacia adelante o hacia atrás"),
        Lines::Straight => (
            "straight forward, backward or sideways, never diagonally",
            "en línea recta hacia adelante, hacia atrás o hacia los lados, nunca en diagonal",
        ),
    };
    say.rule(
        &["promotion"],
        &format!("{{A king}} moves {en}, as far as it likes over empty {{points}}."),
        &format!("{{Una dama}} se mueve {es}, cuant{{os punto}} {{puntos}} vací{{os punto}} quiera."),
    )
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
    let (en_way, es_way) = match say.lines {
        Lines::Mixed | Lines::Grid => ("along a line, in any direction,", "por una línea y en cualquier dirección,"),
        Lines::Diagonal => ("diagonally, forward or backward,", "en diagonal, hacia adelante o hacia atrás,"),
        Lines::Straight => (
            "in a straight line, forward, backward or sideways,",
            "en línea recta, hacia adelante, hacia atrás o hacia los lados,",
        ),
    };
    let ((en_near, es_near), (en_far, es_far)) = (towers::neighbour(say), towers::far_off(say));
    let (en, es) = match say.options.king_reach {
        KingReach::Adjacent => (en_near.to_owned(), es_near.to_owned()),
        KingReach::Any => (
            format!("{en_far} at any distance, if all {{points}} between them are empty"),
            format!(
                "{es_far} a cualquier distancia, si están vací{{os punto}} tod{{os punto}} {{los puntos}} intermedi{{os punto}}"
            ),
        ),
    };
    say.rule(
        &["promotion", "king_reach"],
        &format!("{{A king}} captures {en_way} {en}."),
        &format!("{{Una dama}} captura, {es_way} {es}."),
    )
}

fn landing(say: &Speech<'_>) -> Rule {
    let (en_what, es_what) = towers::leapt(say);
    let en_any = format!(
        "The capturing {{king}} may land on any of the empty {{points}} behind {en_what}, up to the next {{piece}}"
    );
    let es_any = format!(
        "Al capturar, {{la dama}} puede caer en cualquiera de {{los puntos}} vací{{os punto}} que siguen {es_what}, hasta donde \
         se lo impida otr{{o pieza}}"
    );
    let (en, es) = match (say.options.king_landing, say.options.chain) {
        (KingLanding::Next, _) => (
            format!("The capturing {{king}} lands on the {{point}} just behind {en_what}, which must be empty."),
            format!(
                "Al capturar, {{la dama}} cae en {{el punto}} que sigue {es_what}, que debe estar vací{{o punto}}."
            ),
        ),
        (KingLanding::Any, _) | (KingLanding::AnyButFurther, Chain::None) => {
            (format!("{en_any} on the line."), format!("{es_any}."))
        }
        (KingLanding::AnyButFurther, Chain::Optional | Chain::Mandatory | Chain::Straight) => (
            format!(
                "{en_any} on the line; but if it can capture again from some of them, it must land on one of those."
            ),
            format!(
                "{es_any}; pero si desde algun{{o punto}} de ell{{os punto}} puede capturar otra vez, debe caer en un{{o punto}} \
                 de es{{os punto}}."
            ),
        ),
    };
    say.rule(&["promotion", "king_landing"], &en, &es)
}
