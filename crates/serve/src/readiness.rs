//! Whether the storage can be written, checked at most once a second.

use crate::store::Store;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tokio::time::timeout;

/// Timeout of a check.
const CHECK_TIMEOUT: Duration = Duration::from_secs(2);
/// Time for which a result is reused.
const CACHE_TIME: Duration = Duration::from_secs(1);

/// The result of the last check and its time.
#[derive(Debug, Default)]
pub struct Readiness(Mutex<Option<(Instant, bool)>>);

impl Readiness {
    /// Returns whether the storage can be written. Concurrent callers share one check.
    pub async fn check(&self, store: &dyn Store) -> bool {
        let mut last = self.0.lock().await;
        if let Some((_, is_ready)) = last.filter(|(checked, _)| checked.elapsed() < CACHE_TIME) {
            return is_ready;
        }
        let is_ready = match timeout(CHECK_TIMEOUT, store.probe()).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::error!(%error, "the storage cannot be written");
                false
            }
            Err(_) => {
                tracing::error!("the storage does not answer");
                false
            }
        };
        *last = Some((Instant::now(), is_ready));
        is_ready
    }
}
