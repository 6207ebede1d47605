//! Rate limits for each client.

use crate::client::ClientAddr;
use crate::errors::Problem;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;
use std::time::Duration;
use thiserror::Error;

/// Returns a quota of one request per `period`, with bursts of up to `burst` requests.
///
/// # Panics
/// When either is zero.
pub fn quota(period: Duration, burst: u32) -> Quota {
    let burst = NonZeroU32::new(burst).expect("the burst is not zero");
    Quota::with_period(period).expect("the period is not zero").allow_burst(burst)
}

/// A client exceeded its rate limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("too many requests")]
pub struct RateLimitExceeded {
    /// Time until the next request is allowed.
    pub retry_after: Duration,
}

impl From<RateLimitExceeded> for Problem {
    fn from(RateLimitExceeded { retry_after }: RateLimitExceeded) -> Self {
        Problem::TooFast(retry_after)
    }
}

/// Rate limiter with the same quota for every client, or with none.
#[derive(Debug)]
pub struct ClientRateLimiter(Option<DefaultKeyedRateLimiter<ClientAddr>>);

/// Number of clients at which those that have been idle are dropped.
const MAX_CLIENTS: usize = 10_000;

impl ClientRateLimiter {
    /// Limits every client to a quota.
    pub fn new(quota: Quota) -> ClientRateLimiter {
        ClientRateLimiter(Some(RateLimiter::keyed(quota)))
    }

    /// Returns a limiter that allows every request.
    pub fn unlimited() -> ClientRateLimiter {
        ClientRateLimiter(None)
    }

    /// Counts a request of a client.
    ///
    /// # Errors
    /// When the client exceeds its quota.
    pub fn allow(&self, client: ClientAddr) -> Result<(), RateLimitExceeded> {
        let Some(limiter) = &self.0 else { return Ok(()) };
        if limiter.len() >= MAX_CLIENTS {
            limiter.retain_recent();
        }
        limiter
            .check_key(&client)
            .map_err(|until| RateLimitExceeded { retry_after: until.wait_time_from(DefaultClock::default().now()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_client_has_its_own_quota() {
        let limiter = ClientRateLimiter::new(quota(Duration::from_secs(1_000), 3));
        let [greedy, other, local] =
            [[192, 0, 2, 1], [192, 0, 2, 2], [127, 0, 0, 1]].map(|bytes| ClientAddr::from_ip(bytes.into()));
        let allowed = |client| (0..10).filter(|_| limiter.allow(client).is_ok()).count();
        assert_eq!([greedy, local].map(allowed), [3, 3]);
        assert_eq!(limiter.allow(other), Ok(()));
        let RateLimitExceeded { retry_after } = limiter.allow(greedy).unwrap_err();
        assert!((1..=1_000).contains(&retry_after.as_secs()), "{retry_after:?}");
        assert!((0..100).all(|_| ClientRateLimiter::unlimited().allow(greedy).is_ok()));
    }
}
