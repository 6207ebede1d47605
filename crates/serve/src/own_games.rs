//! Visitors' own game files: checked while they are written, loaded for requests that name them, and stored while a game is
//! played by them.

use crate::app::App;
use crate::client::{ClientAddr, LimitScope};
use crate::errors::Problem;
use crate::rulings::Ruling;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use percent_encoding::percent_decode_str;
use quirkat_play::OwnGame;
use std::sync::Arc;

/// Maximum stored game files.
const MAX_FILES: u64 = 10_000;
/// Length of the name of an own game: `~` and 32 hexadecimal digits.
const NAME_LEN: usize = 33;

/// Loads the own game that the address of a request names, for as long as the request is handled.
pub async fn load_for_request(State(app): State<Arc<App>>, visitor: Visitor, request: Request, next: Next) -> Response {
    let name = request.uri().path_and_query().and_then(|address| name_in(address.as_str()));
    let Some(name) = name else { return next.run(request).await };
    // If the file is missing or cannot be loaded, the game is unknown, and the handler says so.
    let own = app.load_own_game(&name, visitor.client).await;
    if let Err(problem) = &own {
        tracing::warn!(?problem, "cannot load a visitor's own game");
    }
    let response = next.run(request).await;
    // The game stays loaded until here, however many others are read meanwhile.
    drop(own);
    response
}

/// Returns the name of an own game in an address.
fn name_in(address: &str) -> Option<String> {
    let address = percent_decode_str(address).decode_utf8().ok()?;
    let mut candidates = address.match_indices('~').filter_map(|(start, _)| address.get(start..start + NAME_LEN));
    candidates.find(|name| OwnGame::is_name(name)).map(str::to_owned)
}

impl App {
    /// Loads the own game of a title, if the title names one and its file is stored. The game stays loaded while the result is
    /// held.
    ///
    /// # Errors
    /// When the storage fails or the queue is full.
    pub async fn load_own_game(&self, title: &str, client: ClientAddr) -> Result<Option<Arc<OwnGame>>, Problem> {
        let name = title.split(':').next().unwrap_or_default();
        if !OwnGame::is_name(name) {
            return Ok(None);
        }
        if let Some(own) = OwnGame::named(name) {
            return Ok(Some(own));
        }
        let Some(text) = self.games.store().file(name).await? else { return Ok(None) };
        self.work(JobKind::Files, client, move || OwnGame::read(&text).map(Some).map_err(Problem::internal)).await
    }

    /// Checks whether a game may start if its file must be stored.
    ///
    /// # Errors
    /// When the client stores files too fast, or too many files are stored.
    pub async fn check_file_quota(&self, ruling: &Ruling, visitor: &Visitor) -> Result<(), Problem> {
        let Some(own) = ruling.own() else { return Ok(()) };
        let store = self.games.store();
        if store.file(own.name()).await?.is_some() {
            return Ok(());
        }
        self.file_rate.allow(visitor.client)?;
        if store.files().await? >= MAX_FILES {
            return Err(Problem::FilesFull(LimitScope::Server));
        }
        self.file_share.allow(visitor.client).map_err(|exceeded| Problem::FilesFull(exceeded.scope))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_own_games_in_any_encoding() {
        let name = "~0123456789abcdef0123456789abcdef";
        for address in
            [format!("/image/{name}:five.svg?fen=W"), format!("/api/analyse?game=%7E{}%3Afive&lines=1", &name[1..])]
        {
            assert_eq!(name_in(&address).as_deref(), Some(name), "{address}");
        }
        for address in ["/", "/image/alquerque.svg", "/image/~0123.svg", "/~~~", "/é~é", "/%ff~"] {
            assert_eq!(name_in(address), None, "{address}");
        }
    }
}
