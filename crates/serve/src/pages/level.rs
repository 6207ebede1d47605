//! The engine's level for a visitor: asked before their first game, then remembered and adjusted to their results.

use super::mine::rooms;
use super::new::Fields;
use super::{Page, render};
use crate::app::App;
use crate::live::{Player, Room, Seats, seats_of};
use crate::rulings::percent_encode;
use crate::texts::Texts;
use crate::visitor::Visitor;
use askama::Template;
use axum::response::Response;
use quirkat_rules::{GameFile, Side};
use quirkat_search::Level;

/// Number of latest games among which those against the engine are looked for.
const RECENT: usize = 12;
/// Number of games in a row at a level that must be won, or lost, before the next game has another level.
const STREAK: usize = 2;
/// Levels that the page offers, from weak to strong. Each has a text.
const OFFERED: [u8; 5] = [1, 3, 5, 7, 10];

/// A game of the visitor against the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct EngineGame {
    level: Level,
    /// Whether the visitor won; `None` without a winner.
    won: Option<bool>,
}

/// Returns the level for the visitor's next game: that of their latest games against the engine, preferably of the same game,
/// adjusted to the results. `None` if they have played none lately.
pub async fn next_level(app: &App, visitor: &Visitor, game: &GameFile) -> Option<Level> {
    // Without its games the level is asked for again.
    let rooms = rooms(app, visitor, 0..RECENT).await.unwrap_or_default();
    let (same, others): (Vec<_>, Vec<_>) = rooms
        .iter()
        .filter_map(|room| Some((room.snapshot().live().game.ruleset().game == game.id, engine_game(room, visitor)?)))
        .partition(|(is_same, _)| *is_same);
    let games = if same.is_empty() { others } else { same };
    adjusted(&games.into_iter().map(|(_, game)| game).collect::<Vec<_>>())
}

fn engine_game(room: &Room, visitor: &Visitor) -> Option<EngineGame> {
    let snapshot = room.snapshot();
    let Seats::One(side) = seats_of(&snapshot, &visitor.credentials) else { return None };
    let Player::Engine(level) = *snapshot.live().player(side.other()) else { return None };
    let winner: Option<Side> = snapshot.live().end().and_then(|(winner, _)| winner);
    let level = level.number().and_then(Level::new)?;
    Some(EngineGame { level, won: winner.map(|winner| winner == side) })
}

/// Returns the level after some games, latest first: one more after a streak of wins, one less after a streak of losses.
fn adjusted(games: &[EngineGame]) -> Option<Level> {
    let level = games.first()?.level;
    let latest: Vec<_> = games.iter().take(STREAK).collect();
    let is_streak =
        |won| latest.len() == STREAK && latest.iter().all(|game| game.level == level && game.won == Some(won));
    let number = level.number()?;
    let next = match () {
        () if is_streak(true) => number + 1,
        () if is_streak(false) => number - 1,
        () => number,
    };
    Some(Level::new(next).unwrap_or(level))
}

/// A level that the page offers.
struct OfferedLevel {
    number: u8,
    words: String,
}

#[derive(Template)]
#[template(path = "level.html")]
struct LevelPage {
    page: Page,
    game: String,
    levels: Vec<OfferedLevel>,
    /// Other fields of the form, which the page sends along.
    fields: Vec<(String, String)>,
    /// Address of the form with all settings.
    all_settings: String,
}

/// Returns the page that asks for the level of a game and then starts it.
pub fn level_page(game: &GameFile, fields: Fields, texts: Texts) -> Response {
    let mut fields: Vec<_> = fields.into_iter().collect();
    fields.sort();
    let query: Vec<_> = fields.iter().map(|(name, value)| format!("{name}={}", percent_encode(value))).collect();
    let levels = OFFERED.map(|number| OfferedLevel { number, words: texts.get(&format!("level_{number}")).to_owned() });
    render(&LevelPage {
        page: Page::new(texts, texts.get("level_heading"), &format!("/new/{}", game.id)),
        game: game.id.clone(),
        levels: levels.into(),
        fields,
        all_settings: texts.at(format_args!("/new/{}?{}", game.id, query.join("&"))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_wins_raise_the_level_and_two_losses_lower_it() {
        let games = |results: &[(u8, Option<bool>)]| {
            let game = |&(level, won): &_| EngineGame { level: Level::new(level).unwrap(), won };
            adjusted(&results.iter().map(game).collect::<Vec<_>>()).and_then(Level::number)
        };
        let (won, lost) = (Some(true), Some(false));
        assert_eq!(games(&[]), None);
        assert_eq!(games(&[(4, won)]), Some(4));
        assert_eq!(games(&[(4, won), (4, won)]), Some(5));
        assert_eq!(games(&[(4, lost), (4, lost), (4, won)]), Some(3));
        assert_eq!(games(&[(4, won), (4, None), (4, won)]), Some(4), "a draw or an unfinished game ends a streak");
        assert_eq!(games(&[(5, won), (4, won), (4, won)]), Some(5), "the level was raised already");
        assert_eq!((games(&[(10, won); 2]), games(&[(1, lost); 2])), (Some(10), Some(1)));
    }
}
