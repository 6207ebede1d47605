//! How fast somebody may ask.

use crate::owner::Owner;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
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

/// Somebody asks too fast, and may ask again after this time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooFast(pub Duration);

/// The pace of everybody, by owner.
#[derive(Debug)]
pub struct Paces(Option<DefaultKeyedRateLimiter<Owner>>);

/// When so many owners are known, those that have not asked for a while are forgotten.
const MOST: usize = 10_000;

impl Paces {
    /// The same quota for each owner.
    pub fn new(quota: Quota) -> Paces {
        Paces(Some(RateLimiter::keyed(quota)))
    }

    /// No pace: everybody asks as fast as they like.
    pub fn free() -> Paces {
        Paces(None)
    }

    /// Takes a permission of an owner.
    ///
    /// # Errors
    /// When there is none.
    pub fn allow(&self, owner: Owner) -> Result<(), TooFast> {
        let Some(limiter) = &self.0 else { return Ok(()) };
        if limiter.len() >= MOST {
            limiter.retain_recent();
        }
        let refused = |until: governor::NotUntil<_>| TooFast(until.wait_time_from(DefaultClock::default().now()));
        limiter.check_key(&owner).map_err(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_emptied_and_others_are_not() {
        let paces = Paces::new(quota(Duration::from_secs(1_000), 3));
        let [greedy, other, here] =
            [[192, 0, 2, 1], [192, 0, 2, 2], [127, 0, 0, 1]].map(|bytes| Owner::of(bytes.into()));
        let allowed = |owner| (0..10).filter(|_| paces.allow(owner).is_ok()).count();
        assert_eq!([greedy, here].map(allowed), [3, 3]);
        assert_eq!(paces.allow(other), Ok(()));
        let TooFast(wait) = paces.allow(greedy).unwrap_err();
        assert!((1..=1_000).contains(&wait.as_secs()), "{wait:?}");
        assert!((0..100).all(|_| Paces::free().allow(greedy).is_ok()));
    }
}
