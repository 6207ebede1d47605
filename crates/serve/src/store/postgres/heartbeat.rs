//! The heartbeat of a server, and the notifications of the others.
//!
//! One connection carries both, so that a server that cannot send its heartbeat receives no notifications either. When it breaks
//! it is made again, and all games have to be read again.
//!
//! Each beat also checks whether a newer program has migrated the database: then this one ends, since it may not be able to read
//! the data.

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

/// Interval of heartbeats: four within the two seconds for which a server counts as alive.
const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(500);
/// Extends the life of this server.
const RENEW: &str = "UPDATE servers SET until = clock_timestamp() + interval '2 seconds' WHERE id = $1";
/// Adds this server.
const JOIN: &str = "INSERT INTO servers(until) VALUES(clock_timestamp() + interval '2 seconds') RETURNING id";
/// Selects the servers that are alive.
const ALIVE: &str = "SELECT id FROM servers WHERE until > clock_timestamp()";
/// Removes servers that have been dead for a minute.
const REMOVE_DEAD: &str = "DELETE FROM servers WHERE until < clock_timestamp() - interval '1 minute'";

/// The connection, its notifications, and the servers that were alive at the last beat.
pub struct Heartbeat {
    target: ConnectTarget,
    me: Arc<AtomicI64>,
    /// Notified when a newer program has migrated the database.
    outdated: Arc<Notify>,
    session: Session,
    notifications: UnboundedReceiver<Notification>,
    alive: HashSet<i64>,
}

impl Heartbeat {
    /// Connects and sends the first beat, which adds this server.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn start(
        target: ConnectTarget,
        me: Arc<AtomicI64>,
        outdated: Arc<Notify>,
    ) -> Result<Heartbeat, StoreError> {
        let (session, notifications) = Session::open(&target, &format!("LISTEN {CHANNEL}")).await?;
        let mut heartbeat = Heartbeat { target, me, outdated, session, notifications, alive: HashSet::new() };
        heartbeat.beat().await?;
        Ok(heartbeat)
    }

    /// Sends a beat; returns whether another server has died since the last one.
    async fn beat(&mut self) -> Result<bool, StoreError> {
        let me = self.me.load(Ordering::Acquire);
        let (me, alive, version) = self.session.bounded(beat(&self.session, me)).await?;
        if version > MIGRATIONS.len() as i64 {
            self.outdated.notify_one();
        }
        // A server that the others have declared dead gets a new number.
        self.me.store(me, Ordering::Release);
        let has_died = self.alive.iter().any(|server| !alive.contains(server));
        self.alive = alive;
        Ok(has_died)
    }

    /// Sends beats and forwards notifications until the receiver is dropped.
    pub async fn run(mut self, events: UnboundedSender<ClusterEvent>) {
        let mut beats = interval(HEARTBEAT_INTERVAL);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !events.is_closed() {
            let event = tokio::select! {
                notification = self.notifications.recv() => match notification {
                    Some(notification) => self.changed_game(notification.payload()).map(ClusterEvent::GameChanged),
                    None => self.reconnect().await,
                },
                _ = beats.tick() => match self.beat().await {
                    Ok(true) => Some(ClusterEvent::ServerGone),
                    Ok(false) => None,
                    Err(error) => {
                        tracing::error!(%error, "cannot send the heartbeat to the database");
                        self.reconnect().await
                    }
                },
            };
            // The receiver may have been dropped meanwhile.
            let _ = event.map(|event| events.send(event));
        }
    }

    /// Returns the game of a notification, unless this server has sent it.
    fn changed_game(&self, payload: &str) -> Option<String> {
        let (server, game) = payload.split_once(' ')?;
        (server.parse() != Ok(self.me.load(Ordering::Acquire))).then(|| game.to_owned())
    }

    /// Tries once to connect again.
    async fn reconnect(&mut self) -> Option<ClusterEvent> {
        match Session::open(&self.target, &format!("LISTEN {CHANNEL}")).await {
            Ok((session, notifications)) => {
                (self.session, self.notifications) = (session, notifications);
                tracing::info!("the heartbeat reaches the database again");
                Some(ClusterEvent::EventsMissed)
            }
            Err(error) => {
                tracing::debug!(%error, "the database cannot be reached");
                sleep(HEARTBEAT_INTERVAL).await;
                None
            }
        }
    }
}

async fn beat(session: &Session, me: i64) -> Result<(i64, HashSet<i64>, i64), Error> {
    let me = match session.change(RENEW, &[&me]).await? {
        0 => session.rows(JOIN, &[]).await?.first().map(|row| row.try_get(0)).transpose()?.unwrap_or_default(),
        _ => me,
    };
    session.change(REMOVE_DEAD, &[]).await?;
    let alive = session.rows(ALIVE, &[]).await?;
    let version = session.rows(VERSION, &[]).await?.first().map(|row| row.try_get(0)).transpose()?.unwrap_or_default();
    Ok((me, alive.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?, version))
}
