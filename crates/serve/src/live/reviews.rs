//! Reviews of finished games. Each game is reviewed once, by one job however many visitors wait for it, and the review is stored.

use super::registry::GameRegistry;
use crate::client::ClientAddr;
use crate::errors::Problem;
use crate::store::StoreChange;
use crate::workers::ReviewEvent;
use quirkat_play::LiveGame;
use quirkat_rules::{AnyGame, TooManyTurns};
use quirkat_wire::Review;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;

/// The state of a review.
#[derive(Clone, Debug)]
pub enum ReviewState {
    /// Number of moves left to review.
    Running(usize),
    /// The review, as JSON.
    Finished(Arc<str>),
    /// A position has too many moves.
    Refused(TooManyTurns),
}

/// The running reviews, by the ids of their games.
#[derive(Debug, Default)]
pub struct RunningReviews(Mutex<HashMap<String, watch::Sender<ReviewState>>>);

impl RunningReviews {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<ReviewState>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GameRegistry {
    /// Returns the review of a finished game: the stored one, the one that is running, or a new one. The channel closes after
    /// the last state. A review stops when no receiver is left. A new one is charged to `client`.
    ///
    /// # Errors
    /// When the queue is full or the storage fails.
    pub async fn review(
        self: &Arc<Self>,
        id: &str,
        live: &LiveGame,
        client: ClientAddr,
    ) -> Result<watch::Receiver<ReviewState>, Problem> {
        // Concurrent requests must not start a review each.
        let lock = self.loading_lock(id);
        let _guard = lock.lock().await;
        if let Some(running) = self.reviews.lock().get(id) {
            return Ok(running.subscribe());
        }
        if let Some(stored) = self.store().review(id).await? {
            return Ok(watch::channel(ReviewState::Finished(stored.into())).1);
        }
        let (events, stop) = self.workers().review(client, live.game.clone())?;
        let (sender, receiver) = watch::channel(ReviewState::Running(live.game.history().len()));
        self.reviews.lock().insert(id.to_owned(), sender.clone());
        let (games, id, game) = (Arc::clone(self), id.to_owned(), live.game.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = games.run_review(&id, &game, events, &sender) => drop(games.reviews.lock().remove(&id)),
                () = games.abandoned(&id, &sender) => stop.stop(),
            }
        });
        Ok(receiver)
    }

    /// Passes the events of a review on, and stores its result.
    async fn run_review(
        &self,
        id: &str,
        game: &AnyGame,
        mut events: UnboundedReceiver<ReviewEvent>,
        states: &watch::Sender<ReviewState>,
    ) {
        while let Some(event) = events.recv().await {
            let state = match event {
                ReviewEvent::Progress(left) => ReviewState::Running(left),
                ReviewEvent::Finished(Err(error)) => ReviewState::Refused(error),
                ReviewEvent::Finished(Ok(review)) => {
                    let own = serde_json::to_string(&Review::new(game, &review)).unwrap_or_default();
                    ReviewState::Finished(self.store_review(id, own).await.into())
                }
            };
            states.send_replace(state);
        }
    }

    /// Stores a review, and returns the one that the game has then: another server may have been first.
    async fn store_review(&self, id: &str, text: String) -> String {
        let stored = async {
            self.store().commit(vec![StoreChange::Review { id: id.to_owned(), text: text.clone() }]).await?;
            self.store().review(id).await
        };
        match stored.await {
            Ok(first) => first.unwrap_or(text),
            Err(error) => {
                tracing::error!(game = id, %error, "cannot store a review");
                text
            }
        }
    }

    /// Waits until no receiver of a review is left, and removes the review.
    async fn abandoned(&self, id: &str, states: &watch::Sender<ReviewState>) {
        loop {
            states.closed().await;
            // A request may have subscribed meanwhile.
            let mut running = self.reviews.lock();
            if states.is_closed() {
                running.remove(id);
                return;
            }
        }
    }
}
