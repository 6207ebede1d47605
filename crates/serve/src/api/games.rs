//! The games and their rules.

use super::answer;
use crate::errors::Problem;
use crate::pages::{Card, board_info, game_info};
use crate::rulings::Ruling;
use crate::visitor::Visitor;
use axum::extract::{Path, Query};
use axum::response::Response;
use quirkat_rules::{find_game, games as all, write_fen};
use quirkat_words::{choices_in_words, rules_in_words};
use serde_json::{Value, json};

/// All games, each with its variants.
pub async fn games(visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let game = |file: &quirkat_rules::GameFile| {
        let card = Card::new(file, texts)?;
        Some(json!({
            "id": card.id,
            "name": card.name,
            "place": card.place,
            "time": card.time,
            "kind": card.kind,
            "minutes": card.minutes.parse::<u32>().ok(),
            "difficulty": card.difficulty,
            "variants": file.variants().map(|id| format!("{}:{id}", file.id)).collect::<Vec<_>>(),
        }))
    };
    answer(Ok(all().iter().filter_map(game).collect::<Vec<Value>>()), texts)
}

/// One variant with its house rules: the board, the start, the rules in words with their sources, every option.
pub async fn game(Path(title): Path<String>, Query(query): Query<Vec<(String, String)>>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let found = || {
        let rules: Vec<_> = query.iter().filter(|(key, _)| key == "rule").map(|(_, rule)| rule.clone()).collect();
        if find_game(title.split(':').next().unwrap_or_default()).is_none() {
            return Err(Problem::NotFound);
        }
        let ruling = Ruling::new(&title, &rules)?;
        let ruleset = ruling.ruleset();
        let words = rules_in_words(&ruleset, texts.0);
        let sections = words.sections.iter().map(|section| {
            let sentences = section.sentences.iter().map(|sentence| {
                let grounds = sentence.grounds.iter().map(|ground| {
                    let (standing, source) = (ground.basis.word(), ground.basis.source());
                    json!({ "key": ground.key, "value": ground.value, "standing": standing, "source": source })
                });
                json!({ "text": sentence.text, "grounds": grounds.collect::<Vec<_>>() })
            });
            json!({ "heading": section.heading, "sentences": sentences.collect::<Vec<_>>() })
        });
        let options = choices_in_words(&ruleset, texts.0);
        let options = options.iter().map(|choice| {
            json!({ "key": choice.key, "value": choice.value, "about": choice.key_words, "words": choice.value_words })
        });
        Ok(json!({
            "game": game_info(&ruleset, texts),
            "board": board_info(&ruling, &ruleset),
            "start": write_fen(&ruleset, &ruleset.start),
            "version": ruleset.version,
            "inventor": words.inventor,
            "about": words.about,
            "note": words.note,
            "sections": sections.collect::<Vec<_>>(),
            "options": options.collect::<Vec<_>>(),
            "sources": words.sources,
        }))
    };
    answer(found(), texts)
}
