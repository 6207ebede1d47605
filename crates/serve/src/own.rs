//! Games of people's own: judged while they are written, at hand where something is asked that is played by them, and kept
//! while a game is.

use crate::app::App;
use crate::errors::Problem;
use crate::owner::Owner;
use crate::rulings::Ruling;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::Kind;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use percent_encoding::percent_decode_str;
use quirkat_play::{MAX_OWN_GAME_BYTES, OwnGame};
use quirkat_rules::find_game;
use std::sync::Arc;

/// As many files are kept, of all games together.
const MOST: u64 = 10_000;
/// So many characters has the name of a game of somebody's own.
const NAME: usize = 33;

/// Whether a title is that of a game that is known here: a published one, or one of somebody's own that is at hand.
pub fn is_known(title: &str) -> bool {
    let id = title.split(':').next().unwrap_or_default();
    find_game(id).is_some() || OwnGame::named(id).is_some()
}

/// A text that may be a game file.
///
/// # Errors
/// When it is longer than those are.
pub fn bounded(text: String, texts: Texts) -> Result<String, Problem> {
    if text.len() <= MAX_OWN_GAME_BYTES {
        return Ok(text);
    }
    let values = [("found", text.len().to_string()), ("most", MAX_OWN_GAME_BYTES.to_string())];
    Err(Problem::Bad(texts.with("own_too_long", &values)))
}

/// Has the file at hand that the address of a request names, if it is kept.
pub async fn at_hand(State(app): State<Arc<App>>, visitor: Visitor, request: Request, next: Next) -> Response {
    let name = request.uri().path_and_query().and_then(|address| named_in(address.as_str()));
    let Some(name) = name else { return next.run(request).await };
    // What is not kept is not known, which whoever answers the request says; so it is where it cannot be read.
    let own = app.fetch(&name, visitor.owner).await;
    if let Err(problem) = &own {
        tracing::warn!(?problem, "a file of somebody's own is not at hand");
    }
    let response = next.run(request).await;
    // It was at hand until now, however many others were read meanwhile.
    drop(own);
    response
}

/// The name of a game of somebody's own in an address.
fn named_in(address: &str) -> Option<String> {
    let address = percent_decode_str(address).decode_utf8().ok()?;
    let mut found = address.match_indices('~').filter_map(|(place, _)| address.get(place..place + NAME));
    found.find(|name| OwnGame::is_name(name)).map(str::to_owned)
}

impl App {
    /// Has the file of a title at hand, if it is one of somebody's own and kept; it stays so while what is given is held.
    ///
    /// # Errors
    /// When the storage fails, or too much waits.
    pub async fn fetch(&self, title: &str, owner: Owner) -> Result<Option<Arc<OwnGame>>, Problem> {
        let name = title.split(':').next().unwrap_or_default();
        if !OwnGame::is_name(name) {
            return Ok(None);
        }
        if let Some(own) = OwnGame::named(name) {
            return Ok(Some(own));
        }
        let Some(text) = self.rooms.store().file(name).await? else { return Ok(None) };
        self.work(Kind::Files, owner, move || OwnGame::read(&text).map(Some).map_err(Problem::broken)).await
    }

    /// Allows a game to be begun, whose file will be kept where it is one of somebody's own.
    ///
    /// # Errors
    /// When so many begin so fast, or there is no room for further files.
    pub async fn may_keep(&self, ruling: &Ruling, visitor: &Visitor) -> Result<(), Problem> {
        let Some(own) = ruling.own() else { return Ok(()) };
        let store = self.rooms.store();
        if store.file(own.name()).await?.is_some() {
            return Ok(());
        }
        self.filing.allow(visitor.owner)?;
        if store.files().await? >= MOST {
            return Err(Problem::Conflict(visitor.texts.get("own_no_room").to_owned()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_games_of_ones_own_however_they_are_written() {
        let name = "~0123456789abcdef0123456789abcdef";
        for address in
            [format!("/image/{name}:five.svg?fen=W"), format!("/api/analyse?game=%7E{}%3Afive&lines=1", &name[1..])]
        {
            assert_eq!(named_in(&address).as_deref(), Some(name), "{address}");
        }
        for address in ["/", "/image/alquerque.svg", "/image/~0123.svg", "/~~~", "/é~é", "/%ff~"] {
            assert_eq!(named_in(address), None, "{address}");
        }
    }
}
