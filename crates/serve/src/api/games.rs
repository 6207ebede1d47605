//! The games and their rules.

use super::answer;
use crate::errors::Problem;
use crate::pages::drawing;
use crate::rulings::Ruling;
use crate::visitor::Visitor;
use axum::extract::{Path, Query};
use axum::response::Response;
use quirkat_draw::is_chequered;
use quirkat_rules::{find_game, games as all};
use quirkat_wire::{Game, Rules};

/// All games, each with its variants.
pub async fn games(visitor: Visitor) -> Response {
    let games: Vec<_> = all().filter_map(|file| Game::new(file, is_chequered)).collect();
    answer(Ok(games), visitor.texts)
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
        Ok(Rules { drawing: Some(drawing(&ruling, &ruleset)), ..Rules::new(&ruleset, texts.0) })
    };
    answer(found(), texts)
}
