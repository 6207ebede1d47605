//! The choice among captures, and the opponent's claim that a better one is played.

use super::speech::{Rule, Speech};
use super::texts::text;
use quirkat_rules::{Capture, Chain, OptionKey, Precedence};

/// What must be chosen, or claimed.
pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    match say.options.choice {
        Precedence::Protest if !say.has_runs() => {
            let claim = match say.options.chain {
                Chain::Mandatory => say.rule(&[OptionKey::Choice, OptionKey::Chain], "choosing.claim_whole", &[]),
                Chain::None | Chain::Optional | Chain::Straight => {
                    say.rule(&[OptionKey::Choice], "choosing.claim", &[])
                }
            };
            vec![claim, say.rule(&[OptionKey::Choice], "choosing.after_the_claim", &[])]
        }
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
    say.rule(&[OptionKey::Choice, OptionKey::Capture], "choosing.duty_to_claim", &[])
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
    let what = match (Asked::by(say), say.options.chain) {
        (Asked::Nothing, Chain::None) if !say.has_runs() => return say.rule(&[OptionKey::Choice], "choosing.any", &[]),
        (Asked::Nothing, Chain::None | Chain::Optional | Chain::Mandatory | Chain::Straight) => {
            return say.rule(&[OptionKey::Choice], "choosing.any_however_few", &[]);
        }
        (Asked::Most, _) => "choosing.most",
        (Asked::MostThenKings, _) => "choosing.most_then_kings",
        (Asked::MostByKing, _) => "choosing.most_by_king",
        (Asked::Italian, _) => "choosing.italian",
        (Asked::ByKing, _) => "choosing.by_king",
        (Asked::ByKingThenKing, _) => "choosing.by_king_then_king",
        (Asked::King, _) => "choosing.king",
    };
    let key = match say.options.capture {
        Capture::Optional if !say.captures_only() => "choosing.if_capturing",
        Capture::Optional | Capture::Mandatory | Capture::Men => "choosing.must",
        Capture::Huff => "choosing.should",
    };
    say.rule(&[OptionKey::Choice], key, &[text("what", say.text(what, &[]))])
}
