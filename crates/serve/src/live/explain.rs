//! Explanations of refused moves and of the obligations of the side to move.
//!
//! The explanations quote the rules in words, so that they fit every variant and house rule. They name squares as the visitor
//! has chosen.

use crate::texts::Texts;
use quirkat_play::Obligations;
use quirkat_rules::{AnyGame, Board, IllegalReason, Ruleset, Turn, TurnError, read_turn, rename_squares};
use quirkat_wire::PartialRequest;
use quirkat_words::{RuleAspect, RuleSentence, alternatives, refusal_in_words, sentences_about, sentences_for_refusal};

/// Returns why the last point of a partly entered move cannot follow the others.
pub fn explain(game: &AnyGame, turns: &[Turn], ask: &PartialRequest, texts: Texts) -> String {
    let (board, named) = (&game.ruleset().board, texts.named(game.ruleset()));
    let [before @ .., last] = &ask.points[..] else { return texts.get("live_unreadable").to_owned() };
    let say = |key: &str| texts.with(key, &[("point", rename_squares(last, board, &named.board))]);
    if !before.is_empty() {
        let prefix = ask.huff.iter().map(|huff| format!("huff {huff}, ")).collect::<String>();
        let text = format!("{prefix}{}-{last}", before.join("-"));
        return match read_turn(&**game, &text) {
            Err(error) => refusal(game.ruleset(), &error, texts),
            Ok(_) => say("refused_cannot_go"),
        };
    }
    let piece = board.point(last).and_then(|point| game.setup().top(point));
    let must_capture = || {
        let pressing = Obligations::of(&game.ruleset().options, turns);
        (pressing.duty.is_some() && turns.iter().any(|turn| !turn.captures.is_empty()))
            .then(|| capture_texts(&named.board, &pressing))
    };
    match piece {
        None => say("refused_empty"),
        Some(piece) if piece.side != game.to_move() => texts.get("refused_not_yours").to_owned(),
        Some(_) => match must_capture() {
            Some(captures) => {
                forced(first(sentences_about(&named, RuleAspect::Duty, texts.0), texts), &captures, texts)
            }
            None => say("refused_no_turn"),
        },
    }
}

/// Returns a refused move in words, with the rule that it breaks.
pub fn refusal(ruleset: &Ruleset, error: &TurnError, texts: Texts) -> String {
    let named = texts.named(ruleset);
    let (error, ruleset) = (&error.with_names(&ruleset.board, &named.board), &*named);
    let plainly = || refusal_in_words(ruleset, error, texts.0);
    let TurnError::Illegal(_, why) = error else { return plainly() };
    let rule = || first(sentences_for_refusal(ruleset, error, texts.0), texts);
    match why {
        IllegalReason::MustCapture(turns) | IllegalReason::MustGoOn(turns) | IllegalReason::MustTakeMost(turns) => {
            forced(rule(), turns, texts)
        }
        IllegalReason::Empty(point) => texts.with("refused_empty", &[("point", point.clone())]),
        IllegalReason::NotYourPiece(..) => texts.get("refused_not_yours").to_owned(),
        IllegalReason::Occupied(point) | IllegalReason::CannotLeap(point) => {
            texts.with("refused_cannot_go", &[("point", point.clone())])
        }
        IllegalReason::NotJoined(_, to) | IllegalReason::NothingToTake(_, to) | IllegalReason::TooFar(_, to) => {
            texts.with("refused_cannot_go", &[("point", to.clone())])
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
        _ => rule().map_or_else(plainly, |rule| texts.with("refused_by_rule", &[("rule", rule)])),
    }
}

/// Returns the obligations of the side to move, such as a compulsory capture, in sentences.
pub fn pressing(game: &AnyGame, turns: &[Turn], texts: Texts) -> Vec<String> {
    let ruleset = texts.named(game.ruleset());
    let sentences = Obligations::of(&ruleset.options, turns).in_words(&ruleset, texts.0);
    dice(game, turns, texts).into_iter().chain(sentences.into_iter().map(|sentence| sentence + ".")).collect()
}

/// Describes the moves that the last roll of the dice allows.
fn dice(game: &AnyGame, turns: &[Turn], texts: Texts) -> Option<String> {
    game.history().last()?.roll?;
    let allows_more = turns.iter().any(|turn| turn.drops.len() > 1);
    Some(texts.get(if allows_more { "throw_of_three" } else { "throw_of_one" }).to_owned())
}

/// Returns the captures that begin with no claim, as texts.
fn capture_texts(board: &Board, pressing: &Obligations<'_>) -> Vec<String> {
    let captures = pressing.captures.iter().filter(|turn| turn.claim.is_none());
    captures.map(|turn| turn.text(board)).collect()
}

/// Returns a rule that forces some moves, and those moves.
fn forced(rule: Option<String>, turns: &[String], texts: Texts) -> String {
    let rule = rule.unwrap_or_default();
    texts.with("refused_must_capture", &[("rule", rule), ("turns", alternatives(turns, String::clone, texts.0))])
}

/// Returns the first sentence with its sources.
fn first(sentences: Vec<RuleSentence>, texts: Texts) -> Option<String> {
    sentences.first().map(|sentence| sentence.with_origins(texts.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::Base;
    use quirkat_rules::{AnyRules, Language, SquareNames, find_game, read_fen};

    fn game(fen: &str) -> AnyGame {
        let ruleset = find_game("shashki").unwrap().ruleset(None, &[]).unwrap();
        let start = read_fen(&ruleset, fen).unwrap();
        AnyRules::compile(ruleset).unwrap().game(Some(&start)).unwrap()
    }

    #[test]
    fn sentences_name_squares_as_the_visitor_has_chosen() {
        let (game, numbers) = (game("W:Wc3,g1:Bd4,h8"), Some(SquareNames::Numbers));
        let turns = game.turns().unwrap();
        let texts = |names| Texts(Language::En, Base::default(), names);
        assert_eq!(pressing(&game, &turns, texts(None)), ["You must capture: c3xe5."]);
        assert_eq!(pressing(&game, &turns, texts(numbers)), ["You must capture: 22x15."]);
        let error = read_turn(&*game, "g1-h2").unwrap_err();
        for (names, capture) in [(None, "c3xe5"), (Some(SquareNames::Letters), "c3xe5"), (numbers, "22x15")] {
            let sentence = refusal(game.ruleset(), &error, texts(names));
            assert!(sentence.contains(capture), "{sentence}");
            let ask = PartialRequest { points: vec!["h8".to_owned()], ..PartialRequest::default() };
            assert!(!explain(&game, &turns, &ask, texts(names)).is_empty());
            let ask = PartialRequest { points: vec!["b2".to_owned()], ..PartialRequest::default() };
            let empty = explain(&game, &turns, &ask, texts(names));
            assert!(empty.contains(if names == numbers { "25" } else { "b2" }), "{empty}");
        }
    }
}
