//! Sentences on the choice among captures, and on the opponent's claim of a better one.

use super::speech::{Rule, Speech};
use super::texts::text;
use quirkat_rules::{Capture, Chain, OptionKey, Precedence};

/// Returns the sentences on the capture that a player must choose or may claim.
pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    match say.options.choice {
        Precedence::Protest if !say.captures_without_leaps() => {
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
        | Precedence::ByKing
        | Precedence::KingFirst
        | Precedence::Italian
        | Precedence::Frisian => {
            vec![choice(say)]
        }
    }
}

/// Returns the sentence on a duty to capture that only a claim enforces.
pub fn duty_to_claim(say: &Speech<'_>) -> Rule {
    say.rule(&[OptionKey::Choice, OptionKey::Capture], "choosing.duty_to_claim", &[])
}

/// Capture that the rules demand if there are several.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CaptureDemand {
    /// No demand: any capture may be chosen.
    Nothing,
    /// Capture of the largest number of pieces.
    Most,
    /// Largest number of pieces; among these, the largest number of kings.
    MostThenKings,
    /// Capture of a king rather than a man, if one turn takes only one piece.
    King,
    /// Largest number of pieces; among these, a capture by a king.
    MostByKing,
    /// Largest number of pieces, then by a king, then the largest number of kings, then the earliest first king.
    Italian,
    /// Highest value, a king counting slightly less than two men; among these, a capture by a king.
    Value,
    /// Capture of a king rather than a man, then by a king, if one turn takes only one piece.
    KingThenByKing,
    /// Capture by a king, if one turn takes only one piece.
    ByKing,
    /// Capture by a king, however few pieces it takes.
    ByKingHoweverFew,
    /// Capture by a king, then of a king rather than a man, if one turn takes only one piece.
    ByKingThenKing,
}

impl CaptureDemand {
    /// Returns the effect of the options together: a single leap takes one piece, and without promotion there are no
    /// kings.
    pub fn by(say: &Speech<'_>) -> Self {
        let (kings, chains) = (say.has_kings(), say.has_chains());
        match say.options.choice {
            _ if say.captures_without_leaps() => CaptureDemand::Nothing,
            Precedence::Free | Precedence::Protest => CaptureDemand::Nothing,
            Precedence::Max => {
                if chains {
                    CaptureDemand::Most
                } else {
                    CaptureDemand::Nothing
                }
            }
            Precedence::MaxQuality | Precedence::KingFirst | Precedence::Italian | Precedence::Frisian if !kings => {
                if chains {
                    CaptureDemand::Most
                } else {
                    CaptureDemand::Nothing
                }
            }
            Precedence::MaxQuality => {
                if chains {
                    CaptureDemand::MostThenKings
                } else {
                    CaptureDemand::King
                }
            }
            Precedence::ByKing if !kings => CaptureDemand::Nothing,
            Precedence::ByKing => {
                if chains {
                    CaptureDemand::ByKingHoweverFew
                } else {
                    CaptureDemand::ByKing
                }
            }
            Precedence::KingFirst => {
                if chains {
                    CaptureDemand::MostByKing
                } else {
                    CaptureDemand::ByKing
                }
            }
            Precedence::Italian => {
                if chains {
                    CaptureDemand::Italian
                } else {
                    CaptureDemand::ByKingThenKing
                }
            }
            Precedence::Frisian => {
                if chains {
                    CaptureDemand::Value
                } else {
                    CaptureDemand::KingThenByKing
                }
            }
        }
    }

    /// Returns whether the rules demand a particular capture.
    pub fn is_anything(self) -> bool {
        self != CaptureDemand::Nothing
    }
}

fn choice(say: &Speech<'_>) -> Rule {
    let what = match (CaptureDemand::by(say), say.options.chain) {
        (CaptureDemand::Nothing, Chain::None) if !say.captures_without_leaps() => {
            return say.rule(&[OptionKey::Choice], "choosing.any", &[]);
        }
        (CaptureDemand::Nothing, Chain::None | Chain::Optional | Chain::Mandatory | Chain::Straight) => {
            return say.rule(&[OptionKey::Choice], "choosing.any_however_few", &[]);
        }
        (CaptureDemand::Most, _) => "choosing.most",
        (CaptureDemand::MostThenKings, _) => "choosing.most_then_kings",
        (CaptureDemand::MostByKing, _) => "choosing.most_by_king",
        (CaptureDemand::Italian, _) => "choosing.italian",
        (CaptureDemand::Value, _) => "choosing.value",
        (CaptureDemand::KingThenByKing, _) => "choosing.king_then_by_king",
        (CaptureDemand::ByKing, _) => "choosing.by_king",
        (CaptureDemand::ByKingHoweverFew, _) => "choosing.by_king_however_few",
        (CaptureDemand::ByKingThenKing, _) => "choosing.by_king_then_king",
        (CaptureDemand::King, _) => "choosing.king",
    };
    let key = match say.options.capture {
        Capture::Optional if !say.captures_only() => "choosing.if_capturing",
        Capture::Optional | Capture::Mandatory | Capture::Men => "choosing.must",
        Capture::Huff => "choosing.should",
    };
    say.rule(&[OptionKey::Choice], key, &[text("what", say.text(what, &[]))])
}
