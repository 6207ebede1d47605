//! Explanations of refused moves and of the obligations of the side to move.
//!
//! The explanations quote the rules in words, so that they fit every variant and house rule. They name squares as the
//! wording says.

use crate::TEXTS;
use crate::wording::Wording;
use quirkat_play::Obligations;
use quirkat_rules::{AnyGame, Board, IllegalReason, Language, Ruleset, Turn, TurnError, read_turn, rename_squares};
use quirkat_wire::PartialRequest;
use quirkat_words::texts::text;
use quirkat_words::{RuleAspect, RuleSentence, alternatives, refusal_in_words, sentences_about, sentences_for_refusal};

/// Returns why a point cannot follow those of a partly entered move.
pub(crate) fn explain(game: &AnyGame, turns: &[Turn], before: &PartialRequest, last: &str, wording: Wording) -> String {
    let (board, named, language) = (&game.ruleset().board, wording.named(game.ruleset()), wording.language);
    let say = |key: &str| TEXTS.say(language, key, &[text("point", rename_squares(last, board, &named.board))]);
    if !before.points.is_empty() {
        let prefix = before.huff.iter().map(|huff| format!("huff {huff}, ")).collect::<String>();
        let text = format!("{prefix}{}-{last}", before.points.join("-"));
        return match read_turn(&**game, &text) {
            Err(error) => refusal(game.ruleset(), &error, wording),
            Ok(_) => say("refusals.cannot_go"),
        };
    }
    let piece = board.point(last).and_then(|point| game.setup().top(point));
    let must_capture = || {
        let obligations = Obligations::of(&game.ruleset().options, turns);
        (obligations.duty.is_some() && turns.iter().any(|turn| !turn.captures.is_empty()))
            .then(|| capture_texts(&named.board, &obligations))
    };
    match piece {
        None => say("refusals.empty"),
        Some(piece) if piece.side != game.to_move() => TEXTS.words(language, "refusals.not_yours").to_owned(),
        Some(_) => match must_capture() {
            Some(captures) => {
                let rule = first(sentences_about(&named, RuleAspect::Duty, language), language);
                forced(rule, &captures, language)
            }
            None => say("refusals.no_turn"),
        },
    }
}

/// Returns a refused move in words, with the rule that it breaks.
pub fn refusal(ruleset: &Ruleset, error: &TurnError, wording: impl Into<Wording>) -> String {
    let wording = wording.into();
    let (named, language) = (wording.named(ruleset), wording.language);
    let (error, ruleset) = (&error.with_names(&ruleset.board, &named.board), &*named);
    let plainly = || refusal_in_words(ruleset, error, language);
    let TurnError::Illegal(_, why) = error else { return plainly() };
    let rule = || first(sentences_for_refusal(ruleset, error, language), language);
    let say = |key, point: &str| TEXTS.say(language, key, &[text("point", point)]);
    match why {
        IllegalReason::MustCapture(turns) | IllegalReason::MustGoOn(turns) | IllegalReason::MustTakeMost(turns) => {
            forced(rule(), turns, language)
        }
        IllegalReason::Empty(point) => say("refusals.empty", point),
        IllegalReason::NotYourPiece(..) => TEXTS.words(language, "refusals.not_yours").to_owned(),
        IllegalReason::Occupied(point) | IllegalReason::CannotLeap(point) => say("refusals.cannot_go", point),
        IllegalReason::NotJoined(_, to) | IllegalReason::NothingToTake(_, to) | IllegalReason::TooFar(_, to) => {
            say("refusals.cannot_go", to)
        }
        IllegalReason::NoHuff(..)
        | IllegalReason::NothingToHuff
        | IllegalReason::Unfinished(_)
        | IllegalReason::Unreachable(_)
        | IllegalReason::NoClaim(_)
        | IllegalReason::NoPass
        | IllegalReason::OnlyCaptures(..)
        | IllegalReason::TakesNothing(_)
        | IllegalReason::Other(_) => plainly(),
        _ => rule().map_or_else(plainly, |rule| TEXTS.say(language, "refusals.by_rule", &[text("rule", rule)])),
    }
}

/// Returns the obligations of the side to move, such as a compulsory capture, in sentences.
pub fn obligations(game: &AnyGame, turns: &[Turn], wording: impl Into<Wording>) -> Vec<String> {
    let wording = wording.into();
    let (ruleset, language) = (wording.named(game.ruleset()), wording.language);
    let sentences = Obligations::of(&ruleset.options, turns).in_words(&ruleset, language);
    dice(game, turns, language).into_iter().chain(sentences.into_iter().map(|sentence| sentence + ".")).collect()
}

/// Describes the moves that the last roll of the dice allows.
fn dice(game: &AnyGame, turns: &[Turn], language: Language) -> Option<String> {
    game.history().last()?.roll?;
    let allows_more = turns.iter().any(|turn| turn.drops.len() > 1);
    let key = if allows_more { "refusals.throw_of_three" } else { "refusals.throw_of_one" };
    Some(TEXTS.words(language, key).to_owned())
}

/// Returns the captures that begin with no claim, as texts.
fn capture_texts(board: &Board, obligations: &Obligations<'_>) -> Vec<String> {
    let captures = obligations.captures.iter().filter(|turn| turn.claim.is_none());
    captures.map(|turn| turn.text(board)).collect()
}

/// Returns a rule that forces some moves, and those moves.
fn forced(rule: Option<String>, turns: &[String], language: Language) -> String {
    let turns = alternatives(turns, String::clone, language);
    TEXTS.say(language, "refusals.must_capture", &[text("rule", rule.unwrap_or_default()), text("turns", turns)])
}

/// Returns the first sentence with its sources.
fn first(sentences: Vec<RuleSentence>, language: Language) -> Option<String> {
    sentences.first().map(|sentence| sentence.with_origins(language))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{AnyRules, SquareNames, find_game, read_fen};

    fn game(fen: &str) -> AnyGame {
        let ruleset = find_game("shashki").unwrap().ruleset(None, &[]).unwrap();
        let start = read_fen(&ruleset, fen).unwrap();
        AnyRules::compile(ruleset).unwrap().game(Some(&start)).unwrap()
    }

    #[test]
    fn sentences_name_squares_as_asked() {
        let (game, numbers) = (game("W:Wc3,g1:Bd4,h8"), Some(SquareNames::Numbers));
        let turns = game.turns().unwrap();
        let wording = |squares| Wording { language: Language::En, squares };
        assert_eq!(obligations(&game, &turns, wording(None)), ["You must capture: c3xe5."]);
        assert_eq!(obligations(&game, &turns, wording(numbers)), ["You must capture: 22x15."]);
        let error = read_turn(&*game, "g1-h2").unwrap_err();
        for (names, capture) in [(None, "c3xe5"), (Some(SquareNames::Letters), "c3xe5"), (numbers, "22x15")] {
            let sentence = refusal(game.ruleset(), &error, wording(names));
            assert!(sentence.contains(capture), "{sentence}");
            let empty = explain(&game, &turns, &PartialRequest::default(), "b2", wording(names));
            assert!(empty.contains(if names == numbers { "25" } else { "b2" }), "{empty}");
        }
    }
}
