//! Finds the sentences of the rules that explain a kind of turn, a refusal or the end of a game.
//!
//! A sentence is identified by the key of its text. This module maps each aspect to the keys of its sentences. The text
//! of the ruleset decides which of them exist, so that a house rule changes the explanation together with the rules.

use super::speech::Speech;
use super::texts::Vocabulary;
use super::{RuleSentence, RulesTopic, rules_in_words};
use quirkat_rules::{IllegalReason, Language, OptionKey, Reason, Ruleset, TurnError};

/// Aspect of the rules that a sentence can explain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RuleAspect {
    /// Pieces on the board at the start, and the side that starts.
    Setup,
    /// Stones that the sides remove from a full board.
    Departure,
    /// Pieces that enter from the hand.
    Drop,
    /// Moves of a piece that capture nothing.
    Step,
    /// Men on their last row.
    LastRow,
    /// How pieces capture, in general.
    Capture,
    /// Directions in which pieces capture.
    CaptureDirection,
    /// Whether a capture continues with further captures.
    GoingOn,
    /// Whether a player who can capture must capture.
    Duty,
    /// Which of several captures a player must choose.
    Precedence,
    /// Captures that a player claims in place of the opponent's turn.
    Claim,
    /// Rows of three, and their effect.
    Row,
    /// Where and to which rank a man is promoted.
    Promotion,
    /// Powers of a promoted piece.
    King,
    /// Number of moves that the same king may make in a row.
    KingMoves,
    /// Removal of a piece that failed to capture.
    Huff,
    /// Closing of the outermost rows of the board.
    Closing,
    /// Return of a piece to an earlier point.
    Return,
    /// Repetition of an earlier position.
    Repetition,
    /// Sides that are allowed to capture.
    Captors,
    /// Ranks that each rank may capture.
    Ranks,
    /// Single combat of the last two pieces.
    Combat,
    /// Dice that are thrown before a piece is placed.
    Dice,
    /// Placing the first piece on the middle of the board.
    Centre,
    /// Result for a side without a legal turn.
    Blocked,
    /// End of the game for this reason.
    End(Reason),
    /// Everything that rests on this option.
    Option(OptionKey),
}

impl RuleAspect {
    /// Returns the names of the sentences on this aspect in any ruleset.
    fn names(self) -> &'static [&'static str] {
        match self {
            // These aspects are whole sections of the rules, see `topics`.
            RuleAspect::Setup | RuleAspect::Departure | RuleAspect::Huff | RuleAspect::Closing => &[],
            RuleAspect::Option(_) => &[],
            RuleAspect::Drop => &[
                "placing.place_only",
                "placing.place_first",
                "placing.one_side",
                "placing.entering",
                "placing.may_enter",
            ],
            RuleAspect::Step => &[
                "moving.captures_only",
                "moving.no_steps",
                "moving.steps",
                "moving.steps_along_lines",
                "moving.steps_ways",
                "moving.anywhere",
                "ranks.steps",
            ],
            RuleAspect::LastRow => &["moving.last_row"],
            RuleAspect::Capture => &[
                "capturing.nothing",
                "capturing.leap",
                "capturing.bent_leap",
                "capturing.directions",
                "capturing.squares_in_rows",
                "capturing.points_in_rows",
                "runs.steps",
                "runs.approach",
                "runs.withdrawal",
                "runs.row",
                "runs.letters",
                "custodial.enclosing",
                "custodial.one",
                "custodial.rows",
                "custodial.several",
                "custodial.safe",
                "custodial.entered",
                "towers.under",
            ],
            RuleAspect::CaptureDirection => &["capturing.directions", "capturing.nothing", "ranks.directions"],
            RuleAspect::GoingOn => &[
                "capturing.may_go_on",
                "capturing.must_go_on",
                "capturing.should_go_on",
                "capturing.straight_on",
                "capturing.one_leap",
                "capturing.may_stop",
                "runs.may_go_on",
                "runs.must_go_on",
                "runs.one_step",
            ],
            RuleAspect::Duty => &[
                "capturing.duty",
                "capturing.duty_with_men",
                "capturing.duty_or_huff",
                "capturing.duty_none",
                "choosing.duty_to_claim",
                "moving.captures_only",
            ],
            RuleAspect::Precedence => &[
                "choosing.must",
                "choosing.should",
                "choosing.if_capturing",
                "choosing.any",
                "choosing.any_however_few",
                "capturing.duty_with_men",
            ],
            RuleAspect::Claim => &["choosing.claim", "choosing.claim_whole"],
            RuleAspect::Row => &["mills.mill", "mills.protected", "mills.unprotected"],
            RuleAspect::Promotion => &[
                "promotion.reaches",
                "promotion.ends_turn",
                "custodial.promotion",
                "promotion.leaps_on_as_man",
                "promotion.leaps_on_as_king",
                "promotion.stops",
            ],
            RuleAspect::King => &[
                "promotion.short",
                "promotion.long",
                "promotion.capture",
                "promotion.next",
                "promotion.any",
                "promotion.any_but_further",
                "promotion.killer",
                "promotion.killer_single",
                "promotion.move_limit",
            ],
            RuleAspect::Return => &[
                "moving.may_not_return_at_once",
                "moving.may_not_return_inside",
                "moving.may_never_return",
                "runs.way",
            ],
            RuleAspect::Repetition => &["moving.no_repetition", "moving.no_repetition_wins"],
            RuleAspect::KingMoves => &["promotion.move_limit"],
            RuleAspect::Captors => &["hunt.captors"],
            RuleAspect::Ranks => &["ranks.take_no_higher", "ranks.men_take_no_kings"],
            RuleAspect::Combat => &["ranks.single_combat"],
            RuleAspect::Dice => &["placing.dice"],
            RuleAspect::Centre => &["placing.centre_barred"],
            RuleAspect::Blocked => &[
                "ending.blocked_loses",
                "ending.blocked_wins",
                "ending.blocked_draws",
                "ending.blocked_last_higher",
                "ending.blocked_last_higher_wins",
                "ending.blocked_passes",
                "hunt.shut_in",
                "hunt.shut_in_wins",
            ],
            RuleAspect::End(reason) => behind_end(reason),
        }
    }

    /// Returns the sections of the rules that deal with this aspect only.
    fn topics(self) -> &'static [RulesTopic] {
        match self {
            RuleAspect::Setup => &[RulesTopic::Setup, RulesTopic::Start],
            RuleAspect::Departure => &[RulesTopic::Opening],
            RuleAspect::Huff => &[RulesTopic::Huffing],
            RuleAspect::Closing => &[RulesTopic::Closing],
            _ => &[],
        }
    }

    /// Returns the aspect that a refusal refers to, or `None` if the position alone explains it.
    pub fn of_refusal(why: &IllegalReason) -> Option<RuleAspect> {
        Some(match why {
            IllegalReason::MustCapture(_) => RuleAspect::Duty,
            IllegalReason::MustGoOn(_) | IllegalReason::MustLandBehind(_) | IllegalReason::MustStop(_) => {
                RuleAspect::GoingOn
            }
            IllegalReason::MustTakeMost(_) => RuleAspect::Precedence,
            IllegalReason::StepDirection(_)
            | IllegalReason::NoSteps
            | IllegalReason::OnlyCaptures(..)
            | IllegalReason::TooFar(..)
            | IllegalReason::NotJoined(..) => RuleAspect::Step,
            IllegalReason::CaptureDirection(_) => RuleAspect::CaptureDirection,
            IllegalReason::NothingToTake(..) | IllegalReason::CannotLeap(_) | IllegalReason::NoCaptureOnHop(..) => {
                RuleAspect::Capture
            }
            IllegalReason::LastRow(_) => RuleAspect::LastRow,
            IllegalReason::KingMustRest(..) => RuleAspect::KingMoves,
            IllegalReason::Return(_) => RuleAspect::Return,
            IllegalReason::Repetition => RuleAspect::Repetition,
            IllegalReason::NoClaim(_) => RuleAspect::Claim,
            IllegalReason::NoDrop | IllegalReason::MustDrop => RuleAspect::Drop,
            IllegalReason::NoRemoval(..) => RuleAspect::Row,
            IllegalReason::MustRoll | IllegalReason::NoRoll => RuleAspect::Dice,
            IllegalReason::NoCombat | IllegalReason::Combat(_) => RuleAspect::Combat,
            IllegalReason::NoCentre(_) => RuleAspect::Centre,
            IllegalReason::SideNeverCaptures(_) => RuleAspect::Captors,
            IllegalReason::HigherRank(_) => RuleAspect::Ranks,
            IllegalReason::NoHuff(..) | IllegalReason::NothingToHuff => RuleAspect::Huff,
            IllegalReason::NoPass => RuleAspect::Blocked,
            IllegalReason::Empty(_)
            | IllegalReason::NotYourPiece(..)
            | IllegalReason::Occupied(_)
            | IllegalReason::TakesNothing(_)
            | IllegalReason::Unfinished(_)
            | IllegalReason::Unreachable(_)
            | IllegalReason::Other(_) => return None,
        })
    }
}

/// Returns the names of the sentences that explain an end of the game.
fn behind_end(reason: Reason) -> &'static [&'static str] {
    match reason {
        Reason::NoPieces => &[
            "ending.no_pieces",
            "ending.no_pieces_wins",
            "ending.no_pieces_nor_hand",
            "ending.no_pieces_nor_hand_wins",
            "ending.no_column",
            "ending.no_column_wins",
            "hunt.takes_all",
            "hunt.takes_all_loses",
            "hunt.toll",
        ],
        Reason::Blocked => &[
            "ending.blocked_loses",
            "ending.blocked_wins",
            "ending.blocked_draws",
            "ending.blocked_last_higher",
            "ending.blocked_last_higher_wins",
            "ending.blocked_passes",
            "hunt.shut_in",
            "hunt.shut_in_wins",
            "moving.no_repetition",
            "moving.no_repetition_wins",
        ],
        Reason::Repetition => &["ending.repetition_draws", "ending.repetition_draws_if_equal"],
        Reason::RepetitionCount => &["ending.repetition_counts", "ending.count"],
        Reason::Count => &["ending.count_automatic", "ending.count"],
        Reason::AgreedCount => &["ending.count_by_agreement", "ending.count_automatic", "ending.count"],
        Reason::NoCapture => &["ending.limit"],
        Reason::KingsOnly => &["counts.kings_only", "counts.no_advance"],
        Reason::FewPieces => &[
            "counts.three_to_one",
            "counts.two_to_one",
            "counts.three_kings",
            "counts.few_pieces",
            "counts.twelve_moves",
            "counts.thirteen_moves",
            "counts.two_kings",
            "counts.one_king_each",
        ],
        Reason::OneEach => &["counts.one_each", "counts.one_each_at_rest"],
        Reason::LoneMan => &["counts.king_beats_man"],
        Reason::ThreeInARow => &["mills.win"],
        Reason::Toll => &["ending.toll", "hunt.toll", "hunt.takes_all"],
        Reason::Promotion => &["promotion.wins"],
        Reason::KingLost => &["ranks.king_lost", "ranks.king_lost_or_alone"],
        Reason::Placed => &["placing.ending"],
        Reason::RepetitionWon => &["hunt.repetition"],
        Reason::Agreement => &["ending.agreement"],
        Reason::Resignation => &["ending.resigning"],
    }
}

/// Returns the sentences of this ruleset on an aspect, in the order of the rules. The list is empty if the ruleset has
/// no such rule.
///
/// # Examples
/// ```
/// use quirkat_rules::{Language, Reason, find_game};
/// use quirkat_words::{RuleAspect, sentences_about};
/// let walker = find_game("alquerque").unwrap().ruleset(None, &[])?;
/// let duty = sentences_about(&walker, RuleAspect::Duty, Language::En);
/// assert_eq!(duty[0].text, "A player who can capture must capture.");
/// assert_eq!(duty[0].grounds[0].key, "capture");
/// assert!(sentences_about(&walker, RuleAspect::Promotion, Language::En).is_empty());
/// assert_eq!(sentences_about(&walker, RuleAspect::End(Reason::NoPieces), Language::En)[0].name, "ending.no_pieces");
/// # Ok::<(), quirkat_rules::RulesetError>(())
/// ```
pub fn sentences_about(ruleset: &Ruleset, matter: RuleAspect, language: Language) -> Vec<RuleSentence> {
    let (topics, names) = (matter.topics(), matter.names());
    let rests_on_it = |sentence: &RuleSentence| match matter {
        RuleAspect::Option(key) => sentence.rests_on(key),
        _ => false,
    };
    let sections = rules_in_words(ruleset, language).sections.into_iter();
    let sentences = sections.flat_map(|section| {
        let is_whole = topics.contains(&section.topic);
        let is_about = |sentence: &RuleSentence| is_whole || names.contains(&sentence.name) || rests_on_it(sentence);
        section.sentences.into_iter().filter(is_about).collect::<Vec<_>>()
    });
    sentences.collect()
}

/// Returns the sentences of this ruleset that explain a refused turn. The list is empty if the position alone explains
/// it.
pub fn sentences_for_refusal(ruleset: &Ruleset, error: &TurnError, language: Language) -> Vec<RuleSentence> {
    let matter = match error {
        TurnError::Illegal(_, why) => RuleAspect::of_refusal(why),
        _ => None,
    };
    matter.map_or_else(Vec::new, |matter| sentences_about(ruleset, matter, language))
}

/// Returns the words of a game for texts of other crates that name its pieces by model nouns, such as `{a man}`.
pub fn vocabulary(ruleset: &Ruleset, language: Language) -> impl Vocabulary + '_ {
    Speech::new(ruleset, language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TEXTS;
    use quirkat_rules::{find_game, games};
    use std::collections::BTreeSet;

    const MATTERS: [RuleAspect; 26] = [
        RuleAspect::Setup,
        RuleAspect::Departure,
        RuleAspect::Drop,
        RuleAspect::Step,
        RuleAspect::LastRow,
        RuleAspect::Capture,
        RuleAspect::CaptureDirection,
        RuleAspect::GoingOn,
        RuleAspect::Duty,
        RuleAspect::Precedence,
        RuleAspect::Claim,
        RuleAspect::Row,
        RuleAspect::Promotion,
        RuleAspect::King,
        RuleAspect::KingMoves,
        RuleAspect::Huff,
        RuleAspect::Closing,
        RuleAspect::Return,
        RuleAspect::Repetition,
        RuleAspect::Captors,
        RuleAspect::Ranks,
        RuleAspect::Combat,
        RuleAspect::Dice,
        RuleAspect::Centre,
        RuleAspect::Blocked,
        RuleAspect::End(Reason::NoPieces),
    ];

    /// Game, option and value of rulesets whose sentences occur in no published variant.
    const HOUSE_RULES: [(&str, &str, &str); 2] =
        [("alquerque", "no_capture_limit", "20"), ("bagh-chal", "repetition", "captor_wins")];

    fn matters() -> impl Iterator<Item = RuleAspect> {
        MATTERS.into_iter().chain(Reason::ALL.map(RuleAspect::End))
    }

    #[test]
    fn every_name_belongs_to_a_sentence() {
        let keys: BTreeSet<_> = TEXTS.keys(Language::En).collect();
        for name in matters().flat_map(|matter| matter.names().iter().copied()) {
            assert!(keys.contains(name), "{name}");
        }
    }

    #[test]
    fn every_aspect_has_a_sentence_in_some_game() {
        let rulesets: Vec<_> = games()
            .flat_map(|file| file.variants().map(|variant| file.ruleset(Some(variant), &[]).unwrap()))
            .chain(
                HOUSE_RULES
                    .map(|(title, key, value)| find_game(title).unwrap().ruleset(None, &[(key, value)]).unwrap()),
            )
            .collect();
        let mut silent: Vec<_> = matters().collect();
        for ruleset in rulesets {
            silent.retain(|&matter| sentences_about(&ruleset, matter, Language::En).is_empty());
        }
        assert_eq!(silent, []);
    }
}
