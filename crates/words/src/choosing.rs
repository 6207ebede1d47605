//! The choice among captures, and the opponent's claim that a better one is played.

use super::speech::{Rule, Speech};
use quirkat_rules::{Capture, Chain, Precedence};

/// What must be chosen, or claimed.
pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    match say.options.choice {
        Precedence::Protest if !say.has_runs() => vec![claim(say), after_the_claim(say)],
        Precedence::Protest
        | Precedence::Free
        | Precedence::Max
        | Precedence::MaxQuality
        | Precedence::KingFirst
        | Precedence::Italian => {
            vec![choice(say)]
        }
    }
}

/// The duty to capture that only a claim enforces.
pub fn duty_to_claim(say: &Speech<'_>) -> Rule {
    say.rule(
        &["choice", "capture"],
        "A player who can capture should capture, and as many {prizes} as possible; but it is the opponent who sees to it.",
        "Quien puede capturar debe hacerlo y llevarse el mayor número posible de {presas}; pero es el contrario quien vela por \
         ello.",
    )
}

fn claim(say: &Speech<'_>) -> Rule {
    say.rule(
        &["choice"],
        "If a turn took less than it could have, the opponent may have it taken back before replying, and names the capture that \
         is played in its place: one that takes more and that goes on as far as it can. If the opponent does not see it, or \
         does not want it, the turn stands.",
        "Si un turno se ha llevado menos de lo que podía, el contrario puede hacer que se retire antes de responder y señala la \
         captura que se juega en su lugar: una que se lleve más y que siga hasta donde pueda. Si el contrario no la ve o no la \
         quiere, el turno vale.",
    )
}

fn after_the_claim(say: &Speech<'_>) -> Rule {
    say.rule(
        &["choice"],
        "After that capture the opponent moves as usual. Nothing can be claimed against a capture that was claimed.",
        "Después de esa captura, el contrario hace su jugada como siempre. Contra una captura exigida así no se puede exigir \
         nada.",
    )
}

/// What must be chosen where a choice is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Nothing: every capture is as good.
    Nothing,
    /// The most pieces.
    Most,
    /// The most pieces and, among equal captures, the most kings.
    MostThenKings,
    /// A king rather than a man, one piece being all that a turn may take.
    King,
    /// The most pieces and, among equal captures, one by a king.
    MostByKing,
    /// The most pieces, then by a king, then the most kings, then the first king earliest.
    Italian,
    /// By a king, one piece being all that a turn may take.
    ByKing,
    /// By a king, then a king rather than a man, one piece being all that a turn may take.
    ByKingThenKing,
}

impl Asked {
    /// What these options come to: one leap a turn takes one piece, and without promotion there are no kings.
    pub fn by(say: &Speech<'_>) -> Self {
        let (kings, chains) = (say.has_kings(), say.has_chains());
        match say.options.choice {
            _ if say.has_runs() => Asked::Nothing,
            Precedence::Free | Precedence::Protest => Asked::Nothing,
            Precedence::Max => {
                if chains {
                    Asked::Most
                } else {
                    Asked::Nothing
                }
            }
            Precedence::MaxQuality | Precedence::KingFirst | Precedence::Italian if !kings => {
                if chains {
                    Asked::Most
                } else {
                    Asked::Nothing
                }
            }
            Precedence::MaxQuality => {
                if chains {
                    Asked::MostThenKings
                } else {
                    Asked::King
                }
            }
            Precedence::KingFirst => {
                if chains {
                    Asked::MostByKing
                } else {
                    Asked::ByKing
                }
            }
            Precedence::Italian => {
                if chains {
                    Asked::Italian
                } else {
                    Asked::ByKingThenKing
                }
            }
        }
    }

    /// Whether anything is asked for.
    pub fn is_anything(self) -> bool {
        self != Asked::Nothing
    }
}

fn choice(say: &Speech<'_>) -> Rule {
    let (en_what, es_what) = match (Asked::by(say), say.options.chain) {
        (Asked::Nothing, Chain::None) if !say.has_runs() => {
            return say.rule(
                &["choice"],
                "A player who has several captures to choose from may choose any.",
                "Quien puede elegir entre varias capturas elige la que quiera.",
            );
        }
        (Asked::Nothing, Chain::None | Chain::Optional | Chain::Mandatory | Chain::Straight) => {
            return say.rule(
                &["choice"],
                "A player who has several captures to choose from may choose any, not just the one that takes the most.",
                "Quien puede elegir entre varias capturas elige la que quiera, aunque no sea la que más {presas} se lleva.",
            );
        }
        (Asked::Most, _) => (
            "choose a capture that takes as many {prizes} as possible in the turn",
            "elegir una captura que se lleve el mayor número posible de {presas} en el turno",
        ),
        (Asked::MostThenKings, _) => (
            "choose a capture that takes as many {prizes} as possible in the turn and, among those, as many {kings} as \
             possible",
            "elegir una captura que se lleve el mayor número posible de {presas} en el turno y, entre esas, el mayor número \
             posible de {damas}",
        ),
        (Asked::MostByKing, _) => (
            "choose a capture that takes as many {prizes} as possible in the turn and, if {a king} and {a man} can take as many, \
             capture with the {king}",
            "elegir una captura que se lleve el mayor número posible de {presas} en el turno y, si {una dama} y {un peón} pueden \
             llevarse el mismo número, capturar con {la dama}",
        ),
        (Asked::Italian, _) => (
            "choose a capture that takes as many {prizes} as possible in the turn; among equal captures, one made by {a king}; \
             among those, one that takes as many {kings} as possible; and among those, one in which {a king} is taken earliest",
            "elegir una captura que se lleve el mayor número posible de {presas} en el turno; a igual número, una que haga \
             {una dama}; entre esas, una que se lleve el mayor número posible de {damas}; y entre esas, una que se lleve antes la \
             primera {dama}",
        ),
        (Asked::ByKing, _) => (
            "capture with {a king} rather than with {a man}, if both are possible",
            "capturar con {una dama} antes que con {un peón}, si ambas cosas son posibles",
        ),
        (Asked::ByKingThenKing, _) => (
            "capture with {a king} rather than with {a man} and, after that, take {a king} rather than {a man}, if both are \
             possible",
            "capturar con {una dama} antes que con {un peón} y, después, llevarse {una dama} antes que {un peón}, si ambas cosas \
             son posibles",
        ),
        (Asked::King, _) => (
            "take {a king} rather than {a man}, if both are possible",
            "llevarse {una dama} antes que {un peón}, si ambas cosas son posibles",
        ),
    };
    let (en, es) = match say.options.capture {
        Capture::Optional if !say.captures_only() => (
            format!("A player who decides to capture must {en_what}."),
            format!("Quien decide capturar debe {es_what}."),
        ),
        Capture::Optional | Capture::Mandatory | Capture::Men => {
            (format!("A player who captures must {en_what}."), format!("Quien captura debe {es_what}."))
        }
        Capture::Huff => (
            format!("A player who captures should {en_what}; if they do not, the capturing {{piece}} may be huffed."),
            format!(
                "Quien captura debe {es_what}; si no lo hace, el contrario puede soplar {{la pieza}} que ha capturado."
            ),
        ),
    };
    say.rule(&["choice"], &en, &es)
}
