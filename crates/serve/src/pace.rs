//! How fast somebody may ask.

use axum::http::StatusCode;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

/// One request in each such time, and so many at once.
///
/// # Panics
/// When either is nothing.
pub fn quota(each: Duration, at_once: u32) -> Quota {
    let at_once = NonZeroU32::new(at_once).expect("something is allowed");
    Quota::with_period(each).expect("time passes between requests").allow_burst(at_once)
}

/// The pace of everybody, by address. Whoever sits at this machine is not held back: it is theirs.
#[derive(Debug)]
pub struct Paces(DefaultKeyedRateLimiter<IpAddr>);

/// When so many addresses are known, those that have not asked for a while are forgotten.
const MOST: usize = 10_000;

impl Paces {
    /// The same quota for each address.
    pub fn new(quota: Quota) -> Paces {
        Paces(RateLimiter::keyed(quota))
    }

    /// Takes a permission of an address.
    ///
    /// # Errors
    /// When there is none: the status that says so.
    pub fn allow(&self, address: IpAddr) -> Result<(), StatusCode> {
        if address.is_loopback() {
            return Ok(());
        }
        if self.0.len() >= MOST {
            self.0.retain_recent();
        }
        self.0.check_key(&address).map_err(|_| StatusCode::TOO_MANY_REQUESTS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_emptied_and_others_are_not() {
        let paces = Paces::new(quota(Duration::from_secs(1_000), 3));
        let (greedy, other) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        let allowed = (0..10).filter(|_| paces.allow(greedy).is_ok()).count();
        assert_eq!((allowed, paces.allow(other)), (3, Ok(())));
        assert!((0..100).all(|_| paces.allow([127, 0, 0, 1].into()).is_ok()));
    }
}
