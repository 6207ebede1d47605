//! Rate limits for each client.

use crate::client::{ClientAddr, LimitScope, NETWORK_SHARE, Network};
use crate::errors::Problem;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::hash::Hash;
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

/// A client or its network exceeded its rate limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("too many requests")]
pub struct RateLimitExceeded {
    /// Whose limit it is.
    pub scope: LimitScope,
    /// Time until the next request is allowed.
    pub retry_after: Duration,
}

impl From<RateLimitExceeded> for Problem {
    fn from(RateLimitExceeded { scope, retry_after }: RateLimitExceeded) -> Self {
        Problem::TooFast(retry_after, scope)
    }
}

/// Rate limiter with the same quota for every client and a larger one for every network, or with none.
#[derive(Debug)]
pub struct ClientRateLimiter(Option<Limiters>);

#[derive(Debug)]
struct Limiters {
    clients: DefaultKeyedRateLimiter<ClientAddr>,
    networks: DefaultKeyedRateLimiter<Network>,
}

/// Number of clients at which those that have been idle are dropped.
const MAX_CLIENTS: usize = 10_000;

impl ClientRateLimiter {
    /// Limits every client to a quota.
    pub fn new(quota: Quota) -> ClientRateLimiter {
        let period = quota.replenish_interval() / NETWORK_SHARE;
        let networks = self::quota(period, quota.burst_size().get().saturating_mul(NETWORK_SHARE));
        ClientRateLimiter(Some(Limiters { clients: RateLimiter::keyed(quota), networks: RateLimiter::keyed(networks) }))
    }

    /// Returns a limiter that allows every request.
    pub fn unlimited() -> ClientRateLimiter {
        ClientRateLimiter(None)
    }

    /// Counts a request of a client.
    ///
    /// # Errors
    /// When the client or its network exceeds its quota.
    pub fn allow(&self, client: ClientAddr) -> Result<(), RateLimitExceeded> {
        self.allow_units(client, 1)
    }

    /// Counts a request of a client that weighs `units` requests; more than the burst weigh as much as the burst.
    ///
    /// # Errors
    /// As [`allow`](Self::allow).
    pub fn allow_units(&self, client: ClientAddr, units: u32) -> Result<(), RateLimitExceeded> {
        let (Some(limiters), Some(units)) = (&self.0, NonZeroU32::new(units)) else { return Ok(()) };
        check(&limiters.clients, &client, units, LimitScope::Client)?;
        client.network().map_or(Ok(()), |network| check(&limiters.networks, &network, units, LimitScope::Network))
    }
}

fn check<K: Clone + Eq + Hash>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
    units: NonZeroU32,
    scope: LimitScope,
) -> Result<(), RateLimitExceeded> {
    if limiter.len() >= MAX_CLIENTS {
        limiter.retain_recent();
    }
    let units = limiter
        .check_key_n(key, units)
        .or_else(|burst| limiter.check_key_n(key, NonZeroU32::new(burst.0).unwrap_or(NonZeroU32::MIN)));
    match units {
        Ok(Err(until)) => {
            Err(RateLimitExceeded { scope, retry_after: until.wait_time_from(DefaultClock::default().now()) })
        }
        _ => Ok(()),
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
        let RateLimitExceeded { retry_after, .. } = limiter.allow(greedy).unwrap_err();
        assert!((1..=1_000).contains(&retry_after.as_secs()), "{retry_after:?}");
        assert!((0..100).all(|_| ClientRateLimiter::unlimited().allow(greedy).is_ok()));
    }

    #[test]
    fn a_network_has_a_quota_over_all_its_clients() {
        let limiter = ClientRateLimiter::new(quota(Duration::from_secs(1_000), 3));
        let client = |number: u16| ClientAddr::from_ip(format!("2001:db8:7:{number:x}::1").parse().unwrap());
        let scopes: Vec<_> = (0..20).map(|number| limiter.allow(client(number)).map_err(|error| error.scope)).collect();
        assert_eq!(scopes.iter().filter(|allowed| allowed.is_ok()).count(), 12);
        assert_eq!(scopes[19], Err(LimitScope::Network));
        assert_eq!(limiter.allow_units(ClientAddr::from_ip([192, 0, 2, 3].into()), 99), Ok(()), "the burst");
    }
}
