//! Translations of refusals, offers and obligations.

use crate::clock::ABSENT_DAYS;
use crate::obligations::{CaptureDuty, Obligations};
use crate::offer::{Offer, OfferKind};
use crate::own_game::{RulesTextError, RulesTexts};
use crate::position::PositionError;
use crate::refusal::Refusal;
use crate::ruling::{MAX_HOUSE_RULES, RulingError};
use quirkat_rules::{Board, Language, Ruleset, Turn, clip, game_ids, similar_games};
use quirkat_words::texts::{digits, text};
use quirkat_words::{ErrorText as _, RuleAspect, Texts, alternatives, refusal_in_words, sentences_about, side, texts};
use std::sync::LazyLock;

/// Maximum number of captures that a duty names. More are easier to see on the board.
const MAX_NAMED_CAPTURES: usize = 2;

/// Sentences of this crate in all languages.
pub static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| texts!("../texts": "offers" "hints" "lessons" "phrases" "obligations" "refusals"));

impl Refusal {
    /// Describes the refusal in a game of these rules.
    ///
    /// # Examples
    /// ```
    /// use quirkat_play::{OfferKind, Refusal, Ruling};
    /// use quirkat_rules::Language;
    /// let walker = Ruling::new("alquerque:walker", &[])?.ruleset();
    /// let refused = Refusal::OfferUnavailable(OfferKind::Draw);
    /// assert_eq!(refused.in_words(&walker, Language::En), "a draw cannot be offered now");
    /// assert_eq!(refused.in_words(&walker, Language::Es), "ahora no se puede proponer tablas");
    /// # Ok::<(), quirkat_play::RulingError>(())
    /// ```
    pub fn in_words(&self, ruleset: &Ruleset, language: Language) -> String {
        let say = |key| TEXTS.words(language, key).to_owned();
        match self {
            Refusal::NotPlaying => say("refusals.not_playing"),
            Refusal::NobodyPlays => say("refusals.engine_plays"),
            Refusal::Waiting => say("refusals.waiting"),
            Refusal::Over => say("refusals.over"),
            Refusal::NotYourTurn => say("refusals.not_your_turn"),
            Refusal::EngineToMove(of) => {
                TEXTS.say(language, "refusals.thinking", &[side("side", ruleset, *of, language)])
            }
            Refusal::StalePly => say("refusals.old_ply"),
            Refusal::Illegal(error) => refusal_in_words(ruleset, error, language),
            Refusal::Play(error) => error.in_words(language),
            Refusal::NothingToUndo => say("refusals.nothing_to_undo"),
            Refusal::OfferUnavailable(what) => {
                TEXTS.say(language, "refusals.not_now", &[text("what", what.in_words(language))])
            }
            Refusal::NoOffer => say("refusals.no_offer"),
            Refusal::NotOpen => say("refusals.not_open"),
            Refusal::AlreadyBegun => say("refusals.begun"),
            Refusal::NotAway => TEXTS.say(language, "refusals.not_away", &[digits("days", ABSENT_DAYS)]),
            Refusal::NoListener => say("refusals.not_heard"),
            Refusal::ChatLimit => say("refusals.said_enough"),
            Refusal::TooLong => say("refusals.too_long"),
            Refusal::NoHints => say("refusals.no_hints"),
            Refusal::Closed => say("refusals.closed"),
            Refusal::NotStored(why) => TEXTS.say(language, "refusals.not_kept", &[text("why", why)]),
        }
    }
}

impl quirkat_words::ErrorText for RulesTextError {
    fn in_words(&self, language: Language) -> String {
        let why = match self {
            RulesTextError::Text(why) => why.clone(),
            RulesTextError::Faults(faults) => faults.in_words(language),
        };
        TEXTS.say(language, "refusals.tag", &[text("tag", RulesTexts::TEXT), text("why", why)])
    }
}

impl quirkat_words::ErrorText for RulingError {
    fn in_words(&self, language: Language) -> String {
        match self {
            RulingError::UnknownGame(found) => {
                let known: Vec<_> = game_ids().collect();
                let (similar, key) = match similar_games(found) {
                    alike if alike.is_empty() => (String::new(), "refusals.unknown_game"),
                    alike => (alike.join(", "), "refusals.unknown_game_like"),
                };
                let slots = [text("found", clip(found)), text("similar", similar), text("allowed", known.join(", "))];
                TEXTS.say(language, key, &slots)
            }
            RulingError::TooManyRules(found) => TEXTS.say(
                language,
                "refusals.too_many_rules",
                &[digits("found", *found), digits("most", MAX_HOUSE_RULES)],
            ),
            RulingError::Option(error) => error.in_words(language),
            RulingError::Ruleset(error) => error.in_words(language),
            RulingError::Compile(error) => error.in_words(language),
        }
    }
}

impl quirkat_words::ErrorText for PositionError {
    fn in_words(&self, language: Language) -> String {
        match self {
            PositionError::Fen(error) => error.in_words(language),
            PositionError::Diagram(error) => error.in_words(language),
            PositionError::Setup(error) => error.in_words(language),
        }
    }
}

impl OfferKind {
    /// Returns the kind of offer in words: `a draw`, `to count the pieces`.
    pub fn in_words(self, language: Language) -> &'static str {
        TEXTS.words(
            language,
            match self {
                OfferKind::Draw => "offers.draw",
                OfferKind::Takeback => "offers.takeback",
                OfferKind::Count => "offers.count",
                OfferKind::Rematch => "offers.rematch",
            },
        )
    }
}

impl Offer {
    /// Describes the offer: `White offers a draw.`
    pub fn in_words(self, ruleset: &Ruleset, language: Language) -> String {
        let slots = [side("side", ruleset, self.by, language), text("what", self.kind.in_words(language))];
        TEXTS.say(language, "offers.offered", &slots)
    }

    /// Describes the answer to the offer: `Black accepts the draw.`
    pub fn answer_in_words(self, accepted: bool, ruleset: &Ruleset, language: Language) -> String {
        let what = match self.kind {
            OfferKind::Draw => "offers.the_draw",
            OfferKind::Takeback => "offers.the_takeback",
            OfferKind::Count => "offers.the_count",
            OfferKind::Rematch => "offers.the_rematch",
        };
        let slots = [side("side", ruleset, self.by.other(), language), text("what", TEXTS.words(language, what))];
        TEXTS.say(language, if accepted { "offers.accepted" } else { "offers.declined" }, &slots)
    }
}

impl Obligations<'_> {
    /// Describes the obligations, a sentence without its full stop each: captures, huffs and claims. Empty where there
    /// are none. Before a piece leaves a full board, the first sentence says why.
    pub fn in_words(&self, ruleset: &Ruleset, language: Language) -> Vec<String> {
        let board = &ruleset.board;
        [
            self.departure_in_words(ruleset, language),
            self.duty_in_words(board, language),
            self.huffable_in_words(board, language),
            self.claims_in_words(board, language),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn departure_in_words(&self, ruleset: &Ruleset, language: Language) -> Option<String> {
        let sentences = self.is_departure.then(|| sentences_about(ruleset, RuleAspect::Departure, language))?;
        let reason = sentences.into_iter().find(|sentence| sentence.name == "opening.full")?;
        Some(reason.text.trim_end_matches('.').to_owned())
    }

    /// Describes the capture duty; `None` where no capture is possible or compulsory. Names the captures if they are few,
    /// and explains the letters of approach and withdrawal.
    pub fn duty_in_words(&self, board: &Board, language: Language) -> Option<String> {
        let key = match self.duty? {
            CaptureDuty::Capture => "obligations.capture",
            CaptureDuty::Largest => "obligations.largest",
            CaptureDuty::Valuable => "obligations.valuable",
            CaptureDuty::Men => "obligations.men",
            CaptureDuty::Claim => "obligations.claimable",
            CaptureDuty::Huff => "obligations.huff",
        };
        let bare = self.captures.iter().filter(|turn| turn.claim.is_none());
        let turns: Vec<_> = bare.map(|turn| turn.text(board)).collect();
        let duty = TEXTS.words(language, key).to_owned();
        if turns.is_empty() || turns.len() > MAX_NAMED_CAPTURES {
            return (!turns.is_empty()).then_some(duty);
        }
        // Names of points are in lower case.
        let has_letters = turns.iter().any(|turn| turn.contains(['A', 'W']));
        let named = text("turns", alternatives(turns, |turn| turn, language));
        let key = if has_letters { "obligations.named_with_letters" } else { "obligations.named" };
        Some(TEXTS.say(language, key, &[text("duty", duty), named]))
    }

    fn huffable_in_words(&self, board: &Board, language: Language) -> Option<String> {
        let points = || alternatives(&self.huffable, |&point| board.name(point).to_owned(), language);
        (!self.huffable.is_empty()).then(|| TEXTS.say(language, "obligations.huffable", &[text("points", points())]))
    }

    fn claims_in_words(&self, board: &Board, language: Language) -> Option<String> {
        let claim = |same: &[&Turn]| Turn { huff: None, path: vec![], ..same[0].clone() }.text(board);
        let claims = || alternatives(self.claims.chunk_by(|a, b| a.claim == b.claim), claim, language);
        (!self.claims.is_empty()).then(|| TEXTS.say(language, "obligations.claim", &[text("claims", claims())]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruling;
    use quirkat_rules::{PlayError, Side, TurnError};

    #[test]
    fn every_language_has_the_same_texts_with_the_same_slots() {
        assert_eq!(TEXTS.first_difference(), None);
    }

    #[test]
    fn english_refusals_equal_their_display() {
        let walker = Ruling::new("alquerque", &[]).unwrap().ruleset();
        let refusals = [
            Refusal::NotPlaying,
            Refusal::NobodyPlays,
            Refusal::Waiting,
            Refusal::Over,
            Refusal::NotYourTurn,
            Refusal::StalePly,
            Refusal::Illegal(TurnError::GameOver),
            Refusal::Play(PlayError::NoCount),
            Refusal::NothingToUndo,
            Refusal::OfferUnavailable(OfferKind::Takeback),
            Refusal::NoOffer,
            Refusal::NotOpen,
            Refusal::AlreadyBegun,
            Refusal::NotAway,
            Refusal::NoListener,
            Refusal::ChatLimit,
            Refusal::TooLong,
            Refusal::NoHints,
            Refusal::Closed,
            Refusal::NotStored("why".to_owned()),
        ];
        for refusal in refusals {
            assert_eq!(refusal.in_words(&walker, Language::En), refusal.to_string());
        }
        let wrong = ["chess", "alquerque:mine"].map(|title| Ruling::new(title, &[]).unwrap_err());
        let many = Ruling::new("alquerque", &vec!["chain=none".to_owned(); MAX_HOUSE_RULES + 1]).unwrap_err();
        for error in wrong.into_iter().chain([many]) {
            assert_eq!(error.in_words(Language::En), error.to_string());
        }
    }

    #[test]
    fn sides_and_deals_are_named_in_every_language() {
        let tigers = Ruling::new("bagh-chal", &[]).unwrap().ruleset();
        let thinking = Refusal::EngineToMove(Side::Second);
        assert_eq!(thinking.in_words(&tigers, Language::En), "it is the Tigers' turn");
        assert_eq!(thinking.in_words(&tigers, Language::Es), "es el turno de los Tigres");
        let offer = Offer { by: Side::Second, kind: OfferKind::Draw };
        assert_eq!(offer.in_words(&tigers, Language::En), "The Tigers offer a draw.");
        assert_eq!(offer.answer_in_words(true, &tigers, Language::Fr), "Les Chèvres acceptent la nulle.");
    }

    #[test]
    fn obligations_are_described_with_their_turns() {
        let obligations = |title: &str, fen: &str, language| {
            let game = Ruling::new(title, &[]).unwrap().game(Some(fen)).unwrap();
            let (ruleset, turns) = (game.ruleset(), game.turns().unwrap());
            Obligations::of(&ruleset.options, &turns).in_words(ruleset, language)
        };
        assert_eq!(obligations("alquerque", "W:Wa1,e1:Bb2", Language::En), ["You must capture: a1xc3"]);
        assert_eq!(obligations("alquerque", "W:Wa1,e1:Be5", Language::En), [""; 0]);
        let few = "W:Wd3:Bc3,f3,a5";
        assert_eq!(
            obligations("fanorona", few, Language::En),
            ["You must capture: d3-e3A or d3-e3W (A: by approach, W: by withdrawal)"]
        );
        let many = "W:Wd3:Bf3,b3,d1,d5,f5,a5";
        assert_eq!(obligations("fanorona", many, Language::Es), ["Hay que capturar"]);
        let start = Ruling::new("konane", &[]).unwrap().new_game();
        let departure =
            Obligations::of(&start.ruleset().options, &start.turns().unwrap()).in_words(start.ruleset(), Language::En);
        assert_eq!(departure, ["No stone can leap on a full board, so each side first takes one off"]);
        let huff = obligations("alquerque:smith_bell", "W:Wa1,e1:Bc5,e5:huff=c5", Language::Es);
        assert_eq!(huff, ["Se puede soplar por no capturar: c5"]);
    }
}
