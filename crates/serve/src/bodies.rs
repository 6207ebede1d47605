//! Request bodies: they are refused before they are read where that is possible, and all bodies in memory share a budget.
//!
//! A body counts against the budgets of its client, of the client's network and of the server while it is read and
//! while its request is handled. It counts as its bytes arrive, so slow bodies reserve no memory for bytes that have
//! not arrived.

use crate::app::App;
use crate::client::{ClientAddr, LimitScope, Tally};
use crate::errors::Problem;
use crate::middleware::problem_response;
use crate::rate_limit::{ClientRateLimiter, RateLimitExceeded};
use crate::visitor::Visitor;
use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::EXPECT;
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::BodyExt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// Timeout for the body of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(15);
/// Maximum bytes of a refused body that are received.
const MAX_DISCARDED: usize = 4 << 20;
/// Timeout for the rest of a refused body.
const DISCARD_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum bytes of all bodies in memory.
const MAX_BYTES: usize = 16 << 20;
/// Maximum bytes of the bodies of one client.
pub const MAX_BYTES_PER_CLIENT: usize = 4 << 20;
/// Bytes of a body that cost one unit of the rate limit; smaller bodies are free, since other limits count their requests.
const UNIT: usize = 64 << 10;

/// The bodies in memory.
#[derive(Debug)]
pub struct BodyBudget {
    held: Mutex<Tally>,
    rate: ClientRateLimiter,
    discard_rate: ClientRateLimiter,
}

impl BodyBudget {
    /// Returns the budget without bodies; `rate` limits units of 64 KiB, `discard_rate` those of refused bodies.
    pub fn new(max_per_client: usize, rate: ClientRateLimiter, discard_rate: ClientRateLimiter) -> Arc<BodyBudget> {
        Arc::new(BodyBudget { held: Mutex::new(Tally::new(max_per_client)), rate, discard_rate })
    }

    /// Counts the rate of a body with a length, before it is read.
    fn pace(&self, client: ClientAddr, len: usize) -> Result<(), RateLimitExceeded> {
        self.rate.allow_units(client, u32::try_from(len / UNIT).unwrap_or(u32::MAX))
    }

    fn held(&self) -> MutexGuard<'_, Tally> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes of a body that are counted until the value is dropped.
struct Share {
    budget: Arc<BodyBudget>,
    client: ClientAddr,
    bytes: usize,
}

impl Share {
    fn grow(&mut self, more: usize) -> Result<(), LimitScope> {
        let mut held = self.budget.held();
        if held.total() + more > MAX_BYTES {
            return Err(LimitScope::Server);
        }
        held.add(self.client, more)?;
        self.bytes += more;
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        if self.bytes > 0 {
            self.budget.held().subtract(self.client, self.bytes);
        }
    }
}

/// Reads the whole body before the request is handled. Rejects bodies that exceed `max_len` bytes, a budget, a rate or the
/// timeout, however slowly they arrive; a body that states such a length is not read.
pub async fn limit_body(
    State((app, max_len)): State<(Arc<App>, usize)>,
    visitor: Visitor,
    request: Request,
    next: Next,
) -> Response {
    let (parts, mut body) = request.into_parts();
    if body.is_end_stream() {
        return next.run(Request::from_parts(parts, body)).await;
    }
    let mut share = Share { budget: Arc::clone(&app.bodies), client: visitor.client, bytes: 0 };
    let problem = match timeout(BODY_TIMEOUT, read(&mut body, max_len, &mut share)).await {
        Ok(Ok(bytes)) => {
            // For the connection, a dropped body counts as received.
            drop(body);
            let response = next.run(Request::from_parts(parts, bytes.into())).await;
            drop(share);
            return response;
        }
        Ok(Err(problem)) => problem,
        Err(_) => Problem::TooSlow,
    };
    if !parts.headers.contains_key(EXPECT) {
        tokio::spawn(discard(body, Arc::clone(&app.bodies), visitor.client));
    }
    problem_response(&problem, parts.uri.path(), visitor.texts)
}

/// Receives the rest of a refused body without keeping it: many clients read no answer before they have sent everything. The
/// bodies of a client arrive no faster than the rate allows.
async fn discard(mut body: Body, budget: Arc<BodyBudget>, client: ClientAddr) {
    let mut left = MAX_DISCARDED;
    let discarded = async {
        while let Some(Ok(frame)) = body.frame().await {
            let len = frame.data_ref().map_or(0, |data| data.len());
            match left.checked_sub(len) {
                Some(rest) => left = rest,
                None => return,
            }
            while let Err(exceeded) = budget.discard_rate.allow_units(client, len.div_ceil(UNIT) as u32) {
                sleep(exceeded.retry_after).await;
            }
        }
    };
    // The connection ends if the client sends more, or nothing.
    let _ = timeout(DISCARD_TIMEOUT, discarded).await;
}

async fn read(body: &mut Body, max_len: usize, share: &mut Share) -> Result<Vec<u8>, Problem> {
    let size = body.size_hint();
    if size.lower() > max_len as u64 {
        return Err(Problem::TooLarge);
    }
    // A body without a stated length may have the maximum.
    let len = size.exact().and_then(|len| usize::try_from(len).ok()).unwrap_or(max_len);
    share.budget.pace(share.client, len)?;
    share.budget.held().check(share.client, len)?;
    // A stated length takes no memory until its bytes arrive.
    let mut bytes = Vec::with_capacity(if size.exact().is_some() { len } else { 0 });
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| Problem::Http(StatusCode::BAD_REQUEST))?.into_data() else { continue };
        if bytes.len() + data.len() > max_len {
            return Err(Problem::TooLarge);
        }
        share.grow(data.len())?;
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate_limit::quota;

    fn paced(max_per_client: usize, rate: ClientRateLimiter) -> Arc<BodyBudget> {
        BodyBudget::new(max_per_client, rate, ClientRateLimiter::unlimited())
    }

    fn share(budget: &Arc<BodyBudget>, last: u8) -> Share {
        Share { budget: Arc::clone(budget), client: ClientAddr::from_ip([192, 0, 2, last].into()), bytes: 0 }
    }

    async fn read_bytes(len: usize, max_len: usize, share: &mut Share) -> Result<usize, Problem> {
        read(&mut Body::from(vec![0; len]), max_len, share).await.map(|bytes| bytes.len())
    }

    #[tokio::test]
    async fn bodies_count_against_their_client_and_the_server_until_they_are_dropped() {
        let budget = paced(1_000, ClientRateLimiter::unlimited());
        let [mut first, mut second, mut other] = [share(&budget, 1), share(&budget, 1), share(&budget, 2)];
        assert_eq!(read_bytes(600, 1_000, &mut first).await.unwrap(), 600);
        let refused = read_bytes(600, 1_000, &mut second).await.unwrap_err();
        assert!(matches!(refused, Problem::TooFast(_, LimitScope::Client)), "{refused:?}");
        assert_eq!(read_bytes(600, 1_000, &mut other).await.unwrap(), 600);
        drop(first);
        assert_eq!(read_bytes(600, 1_000, &mut second).await.unwrap(), 600);
        assert_eq!(budget.held().total(), 1_200);
        drop((second, other));
        assert_eq!(budget.held().total(), 0);
        let wide = paced(usize::MAX, ClientRateLimiter::unlimited());
        let [mut all, mut late] = [share(&wide, 1), share(&wide, 2)];
        all.grow(MAX_BYTES).unwrap();
        let refused = read_bytes(1, 1_000, &mut late).await.unwrap_err();
        assert!(matches!(refused, Problem::Overloaded), "{refused:?}");
    }

    #[tokio::test]
    async fn large_bodies_are_paced_and_refused_before_they_are_read() {
        let budget = paced(usize::MAX, ClientRateLimiter::new(quota(Duration::from_secs(1_000), 4)));
        let mut own = share(&budget, 1);
        let refused = read_bytes(UNIT, UNIT - 1, &mut own).await.unwrap_err();
        assert!(matches!(refused, Problem::TooLarge) && own.bytes == 0, "{refused:?}");
        assert!(read_bytes(3 * UNIT, 4 * UNIT, &mut own).await.is_ok());
        let refused = read_bytes(3 * UNIT, 4 * UNIT, &mut own).await.unwrap_err();
        assert!(matches!(refused, Problem::TooFast(..)) && own.bytes == 3 * UNIT, "{refused:?}");
        assert!(read_bytes(UNIT - 1, UNIT, &mut own).await.is_ok(), "small bodies are not paced");
    }
}
