//! The attacks. In each, one visitor or several send requests that the server allows.

mod connections;
mod cost;
mod requests;
mod sockets;
mod storage;

use crate::bystander::Job;
use crate::ground::Ground;
use std::pin::Pin;
use std::sync::Arc;

pub(crate) use cost::own_game;
pub use cost::{heavy_game, load_heavy_game};

/// Result of an attack: what it achieved beyond delaying others.
pub type Attacked = Result<(), String>;
type Attacking = Pin<Box<dyn Future<Output = Attacked> + Send>>;

/// An attack on a server.
#[derive(Clone, Copy)]
pub struct Attack {
    /// Name by which it is chosen.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// A short job of the bystander in the queue under attack.
    pub(crate) job: Option<Job>,
    pub(crate) run: fn(Arc<Ground>) -> Attacking,
}

impl std::fmt::Debug for Attack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

macro_rules! attacks {
    ($($name:literal $run:path, $job:expr, $summary:literal;)+) => {
        &[$(Attack { name: $name, summary: $summary, job: $job, run: |ground| Box::pin($run(ground)) }),+]
    };
}

/// All attacks, in the order in which they run. The first one sends nothing: it shows what the machine can measure.
pub static ATTACKS: &[Attack] = attacks! {
    "baseline" requests::baseline, None, "no attack, for comparison";
    "lessons" cost::lessons, None, "lessons of own games on boards of 21 × 21 points";
    "heavy-game" cost::heavy_games, None, "a live game of 100 expensive positions, opened by 20 requests at once";
    "heavy-positions" cost::heavy_positions, None, "12 expensive positions at once";
    "wide-positions" cost::wide_positions, None, "positions with 504,061 legal moves, on every route";
    "many-variants" cost::many_variants, Some(cost::small_check), "an own file of 100 variants on the largest board";
    "hostile-files" cost::hostile_files, Some(cost::small_check), "own files that take long to read";
    "heavy-records" cost::heavy_records, Some(cost::small_record), "500 expensive records in one request";
    "broken-records" cost::broken_records, Some(cost::small_record), "records of 2 MB that nest or never end";
    "long-reviews" cost::long_reviews, Some(cost::small_review), "two reviews of 285 plies";
    "heavy-replies" cost::heavy_replies, Some(cost::small_reply), "engine moves in expensive positions";
    "engine-moves" cost::engine_moves, Some(cost::small_reply), "30 engine moves of the highest level at once";
    "analyses" cost::analyses, None, "30 analyses of a minute each";
    "pictures" cost::pictures, Some(cost::small_picture), "40 large PNG pictures at once";
    "prints" cost::prints, None, "boards and leaflets as PDF and PNG";
    "replays" requests::replays, None, "60 requests at once for a game of 200 plies";
    "compression" requests::compression, None, "60 requests at once for the book, compressed";
    "acts" requests::acts, None, "1,200 acts a second over HTTP";
    "large-bodies" requests::large_bodies, None, "285 bodies of 2 MB at once";
    "forged-addresses" requests::forged_addresses, None, "new games under forged addresses, on one connection";
    "half-requests" connections::half_requests, None, "400 connections that send half a request";
    "slow-bodies" connections::slow_bodies, None, "80 bodies that arrive a byte at a time";
    "slow-readers" connections::slow_readers, None, "80 connections that request pages and read none";
    "reconnects" sockets::reconnects, None, "live connections that open and close as fast as possible";
    "spectators" sockets::spectators, None, "150 spectators who read nothing";
    "messages" sockets::messages, None, "live connections that send as fast as possible";
    "frames" sockets::frames, None, "invalid frames and overlong messages";
    "files-quota" storage::files, None, "one owner stores as many own files as it may";
    "games-quota" storage::open_games, None, "one owner opens as many games for anyone as it may";
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_of_attacks_are_distinct_words() {
        let names: BTreeSet<_> = ATTACKS.iter().map(|attack| attack.name).collect();
        assert_eq!(names.len(), ATTACKS.len());
        let is_word = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        assert!(names.iter().all(|name| is_word(name)));
    }
}
