//! What an attack works with: clients, a tally of its requests, and its time.

use crate::Settings;
use crate::client::{Answer, Client, ClientError, Request};
use crate::target::Target;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

/// State of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Preparation,
    Attack,
    End,
}

/// Clients, tally and time of one attack.
pub struct Ground {
    target: Target,
    /// Number of the attack, from which the addresses of its clients follow.
    number: u32,
    /// Seed of everything random.
    pub seed: u64,
    duration: Duration,
    phase: watch::Sender<Phase>,
    tally: Mutex<Tally>,
}

/// Number of requests by their status.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Answers by HTTP status.
    pub statuses: BTreeMap<u16, u64>,
    /// Requests without an answer when the attack ended, or at all.
    pub unanswered: u64,
}

impl Ground {
    /// Number of the bystander's client.
    pub const BYSTANDER: u32 = 0xff01;
    /// Number of the attacker's client; those of an attack from several addresses follow.
    const ATTACKER: u32 = 1;

    pub fn new(target: Target, number: usize, settings: &Settings) -> Ground {
        Ground {
            target,
            // Rate limits remember the clients of earlier attacks.
            number: (settings.seed as u32 % 4) * 50 + number as u32 + 1,
            seed: settings.seed,
            duration: settings.duration,
            phase: watch::Sender::new(Phase::Preparation),
            tally: Mutex::default(),
        }
    }

    /// Returns the client with a number below 65,536.
    pub fn client(&self, number: u32) -> Client {
        self.target.client(self.number << 16 | number)
    }

    /// Returns the attacker.
    pub fn attacker(&self) -> Client {
        self.client(Ground::ATTACKER)
    }

    /// Returns attackers with addresses of their own.
    pub fn attackers(&self, count: u32) -> Vec<Client> {
        (0..count).map(|number| self.client(Ground::ATTACKER + number)).collect()
    }

    /// Returns random numbers of this attack.
    pub fn rng(&self) -> fastrand::Rng {
        fastrand::Rng::with_seed(self.seed ^ u64::from(self.number) << 32)
    }

    /// Ends the preparation; returns when the attack must end.
    pub fn begin(&self) -> Instant {
        self.phase.send_replace(Phase::Attack);
        Instant::now() + self.duration
    }

    /// Ends the attack.
    pub fn end(&self) {
        self.phase.send_replace(Phase::End);
    }

    /// Follows the state of the attack.
    pub fn phase(&self) -> watch::Receiver<Phase> {
        self.phase.subscribe()
    }

    /// Returns the number of requests so far by status.
    pub fn tally(&self) -> Tally {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Counts an answer, or a request without one.
    pub fn count(&self, status: Option<u16>) {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        match status {
            Some(status) => *tally.statuses.entry(status).or_default() += 1,
            None => tally.unanswered += 1,
        }
    }

    /// Sends a request and counts its answer.
    ///
    /// # Errors
    /// When there is no answer.
    pub async fn ask(&self, client: &Client, request: &Request) -> Result<Answer, ClientError> {
        let answer = client.ask(request).await;
        self.count(answer.as_ref().ok().map(|answer| answer.status));
        answer
    }

    /// Sends the requests of `next` until the end of the attack, `at_once` of them at any time.
    pub async fn flood(
        self: &Arc<Self>,
        clients: &[Client],
        at_once: usize,
        next: impl Fn(usize) -> Request + Send + Sync + 'static,
    ) {
        let until = self.begin();
        let next = Arc::new(next);
        let mut tasks = tokio::task::JoinSet::new();
        for task in 0..at_once {
            let (ground, clients, next) = (Arc::clone(self), clients.to_vec(), Arc::clone(&next));
            tasks.spawn(async move {
                let mut number = task;
                while Instant::now() < until {
                    let request = next(number);
                    match timeout_at(until, clients[number % clients.len()].ask(&request)).await {
                        Ok(answer) => {
                            ground.count(answer.as_ref().ok().map(|answer| answer.status));
                            if !answer.is_ok_and(|answer| answer.status == 200) {
                                // An attacker that is refused tries again, but does not only measure refusals.
                                tokio::time::sleep(REFUSED_PAUSE).await;
                            }
                        }
                        Err(_) => ground.count(None),
                    }
                    number += at_once;
                }
            });
        }
        while tasks.join_next().await.is_some() {}
    }
}

/// Pause of an attacker after a refusal.
const REFUSED_PAUSE: Duration = Duration::from_millis(50);
