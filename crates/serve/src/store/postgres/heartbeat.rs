//! How a server says that it runs, and hears of the others.
//!
//! One connection does both, so that whoever says nothing hears nothing either: when it breaks it is made again, and what
//! happened meanwhile has to be read again.
//!
//! With each beat a server looks whether a newer program has brought the database up to date: then what is kept may be
//! nothing that this one can read, and it gives way.

use super::super::StoreError;
use super::connection::{ConnectTarget, Session};
use super::{CHANNEL, ClusterEvent, MIGRATIONS, VERSION};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::time::{MissedTickBehavior, interval, sleep};
use tokio_postgres::{Error, Notification};

/// A server is believed to run for two seconds after it has said so, and says so four times in them.
const BEAT: Duration = Duration::from_millis(500);
const RENEW: &str = "UPDATE servers SET until = clock_timestamp() + interval '2 seconds' WHERE id = $1";
const ENTER: &str = "INSERT INTO servers(until) VALUES(clock_timestamp() + interval '2 seconds') RETURNING id";
const LIVING: &str = "SELECT id FROM servers WHERE until > clock_timestamp()";
/// Nobody asks for a server any more that has said nothing for a minute.
const BURY: &str = "DELETE FROM servers WHERE until < clock_timestamp() - interval '1 minute'";

/// The connection, what comes by it, and the servers that ran when it was last asked.
pub struct Heartbeat {
    way: ConnectTarget,
    me: Arc<AtomicI64>,
    /// Told when the database is a newer program's.
    outdated: Arc<Notify>,
    session: Session,
    notified: UnboundedReceiver<Notification>,
    living: HashSet<i64>,
}

impl Heartbeat {
    /// Begins to beat: from now on there is this server.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn start(way: ConnectTarget, me: Arc<AtomicI64>, outdated: Arc<Notify>) -> Result<Heartbeat, StoreError> {
        let (session, notified) = Session::open(&way, &format!("LISTEN {CHANNEL}")).await?;
        let mut heart = Heartbeat { way, me, outdated, session, notified, living: HashSet::new() };
        heart.beat().await?;
        Ok(heart)
    }

    /// Says that the server runs, as the number that it has; whether another ran before and runs no more.
    async fn beat(&mut self) -> Result<bool, StoreError> {
        let me = self.me.load(Ordering::Acquire);
        let (me, living, version) = self.session.bounded(beat(&self.session, me)).await?;
        if version > MIGRATIONS.len() as i64 {
            self.outdated.notify_one();
        }
        // Whoever was away for so long that the others have forgotten it comes back as another.
        self.me.store(me, Ordering::Release);
        let is_gone = self.living.iter().any(|known| !living.contains(known));
        self.living = living;
        Ok(is_gone)
    }

    /// Beats and listens for as long as somebody wants to hear of it.
    pub async fn run(mut self, told: UnboundedSender<ClusterEvent>) {
        let mut beats = interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !told.is_closed() {
            let heard = tokio::select! {
                notification = self.notified.recv() => match notification {
                    Some(notification) => self.heard(notification.payload()).map(ClusterEvent::GameChanged),
                    None => self.again().await,
                },
                _ = beats.tick() => match self.beat().await {
                    Ok(true) => Some(ClusterEvent::ServerGone),
                    Ok(false) => None,
                    Err(error) => {
                        tracing::error!(%error, "the database does not hear this server");
                        self.again().await
                    }
                },
            };
            // Whoever wants to hear no more has gone.
            let _ = heard.map(|heard| told.send(heard));
        }
    }

    /// The game of which another server tells.
    fn heard(&self, payload: &str) -> Option<String> {
        let (server, game) = payload.split_once(' ')?;
        (server.parse() != Ok(self.me.load(Ordering::Acquire))).then(|| game.to_owned())
    }

    /// Connects again, once; there may be another time.
    async fn again(&mut self) -> Option<ClusterEvent> {
        match Session::open(&self.way, &format!("LISTEN {CHANNEL}")).await {
            Ok((session, notified)) => {
                (self.session, self.notified) = (session, notified);
                tracing::info!("the database hears this server again");
                Some(ClusterEvent::EventsMissed)
            }
            Err(error) => {
                tracing::debug!(%error, "the database cannot be reached");
                sleep(BEAT).await;
                None
            }
        }
    }
}

async fn beat(session: &Session, me: i64) -> Result<(i64, HashSet<i64>, i64), Error> {
    let me = match session.change(RENEW, &[&me]).await? {
        0 => session.rows(ENTER, &[]).await?.first().map(|row| row.try_get(0)).transpose()?.unwrap_or_default(),
        _ => me,
    };
    session.change(BURY, &[]).await?;
    let living = session.rows(LIVING, &[]).await?;
    let version = session.rows(VERSION, &[]).await?.first().map(|row| row.try_get(0)).transpose()?.unwrap_or_default();
    Ok((me, living.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?, version))
}
