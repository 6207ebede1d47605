//! How fast somebody may ask: a bucket that fills again.

use axum::http::StatusCode;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A bucket of permissions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    a_second: f64,
    at_once: f64,
    left: f64,
    since: Instant,
}

impl Pace {
    /// So many a second, and so many at once.
    pub fn new(a_second: f64, at_once: f64) -> Pace {
        Pace { a_second, at_once, left: at_once, since: Instant::now() }
    }

    /// Takes a permission, if there is one.
    pub fn allows(&mut self) -> bool {
        let now = Instant::now();
        let filled = self.left + now.duration_since(self.since).as_secs_f64() * self.a_second;
        (self.left, self.since) = (filled.min(self.at_once), now);
        let allows = self.left >= 1.0;
        if allows {
            self.left -= 1.0;
        }
        allows
    }
}

/// The pace of everybody, by address. Whoever sits at this machine is not held back: it is theirs.
#[derive(Debug)]
pub struct Paces {
    a_second: f64,
    at_once: f64,
    known: Mutex<HashMap<IpAddr, Pace>>,
}

/// When so many addresses are known, they are forgotten.
const MOST: usize = 10_000;

impl Paces {
    /// So many a second, and so many at once, for each address.
    pub fn new(a_second: f64, at_once: f64) -> Paces {
        Paces { a_second, at_once, known: Mutex::default() }
    }

    /// Takes a permission of an address.
    ///
    /// # Errors
    /// When there is none: the status that says so.
    pub fn allow(&self, address: IpAddr) -> Result<(), StatusCode> {
        if address.is_loopback() {
            return Ok(());
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        let pace = known.entry(address).or_insert_with(|| Pace::new(self.a_second, self.at_once));
        if pace.allows() { Ok(()) } else { Err(StatusCode::TOO_MANY_REQUESTS) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_emptied_and_others_are_not() {
        let paces = Paces::new(0.001, 3.0);
        let (greedy, other) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        let allowed = (0..10).filter(|_| paces.allow(greedy).is_ok()).count();
        assert_eq!((allowed, paces.allow(other)), (3, Ok(())));
        assert!((0..100).all(|_| paces.allow([127, 0, 0, 1].into()).is_ok()));
    }
}
