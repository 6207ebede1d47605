//! Outcomes by history: repetition, turns without a capture, and draws by the remaining pieces.
//!
//! Only [`History`] decides them. Games, searches and random playouts each have one; they push a turn and pop it again.
//! So a search can check variations that were never played.

use crate::engine::outcome::Outcome;
use crate::engine::rules::Rules;
use crate::game::draws::{DrawCounters, is_quiet};
use crate::ground::reason::Reason;
use crate::ground::setup::Side;
use crate::options::{DrawRules, EndCount, Options, Repetition};
use std::cmp::Ordering;

/// Turns of each side without a capture after which an automatic count ends the game (seven, as reported for
/// El-Quirkat).
pub const AUTOMATIC_COUNT_TURNS: usize = 7;

/// Number of buckets for the low bits of keys.
const KEY_BUCKETS: usize = 512;

/// Occurrences of a position that make a repetition.
const REPETITIONS: usize = 3;

/// Keys and counters of the positions that led to the current one.
#[derive(Clone, Debug)]
pub struct History {
    options: Options,
    /// Plies without a capture below which no counter can end the game.
    min_quiet_plies: usize,
    /// Key of each position.
    keys: Vec<u64>,
    /// Number of keys in each bucket of low bits. Most positions are alone in their bucket and need no search for
    /// repetitions.
    buckets: [u32; KEY_BUCKETS],
    /// For each position, the index of the first position after the last capture.
    quiet_starts: Vec<u32>,
    /// Draw counters for each position; empty if the rules have no such draws.
    counters: Vec<DrawCounters>,
}

impl History {
    /// Creates the history of a game before its first turn.
    pub fn new<G: Rules>(rules: &G, start: &G::Position) -> History {
        let options = rules.ruleset().options;
        let automatic = if options.end_count == EndCount::Automatic { 2 * AUTOMATIC_COUNT_TURNS } else { usize::MAX };
        let min_quiet_plies = automatic.min(no_capture_limit(&options));
        let (keys, quiet_starts, counters) = (vec![], vec![], vec![]);
        let mut history = History { options, min_quiet_plies, keys, buckets: [0; KEY_BUCKETS], quiet_starts, counters };
        history.restart(rules, start);
        history
    }

    /// Restarts for another game of the same rules and reuses the buffers.
    pub fn restart<G: Rules>(&mut self, rules: &G, start: &G::Position) {
        self.keys.clear();
        self.buckets.fill(0);
        self.add(rules.key(start));
        self.quiet_starts.clear();
        self.quiet_starts.push(0);
        self.counters.clear();
        if self.options.draw_rules != DrawRules::None {
            self.counters.push(DrawCounters::start(self.options.draw_rules, rules.forces(start)));
        }
    }

    /// Returns whether the rules depend on keys. If not, [`History::push`] may get any numbers as keys.
    pub fn uses_keys(&self) -> bool {
        self.options.repetition != Repetition::None
    }

    /// Appends a turn, with the positions before and after it and the key of the latter.
    #[inline]
    pub fn push<G: Rules>(&mut self, rules: &G, before: &G::Position, turn: &G::Move, after: &G::Position, key: u64) {
        let takes = rules.removed_count(turn) > 0;
        self.quiet_starts.push(if takes { self.keys.len() as u32 } else { self.quiet_since() as u32 });
        self.add(key);
        if let Some(counters) = self.counters.last() {
            let forces = if rules.changes_forces(turn) { rules.forces(after) } else { counters.forces() };
            let by_king = !takes && rules.moves_king(before, turn);
            self.counters.push(counters.after_turn(self.options.draw_rules, forces, takes, by_king));
        }
    }

    /// Removes the last turn. There must be one.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.keys.len() > 1, "no turn is left to take back");
        self.buckets[bucket(self.key())] -= 1;
        self.keys.pop();
        self.quiet_starts.pop();
        self.counters.pop();
    }

    #[inline]
    fn add(&mut self, key: u64) {
        self.keys.push(key);
        self.buckets[bucket(key)] += 1;
    }

    /// Returns the number of plies since the last capture.
    #[inline]
    fn quiet(&self) -> usize {
        self.keys.len() - 1 - self.quiet_since()
    }

    /// Returns the index of the first position after the last capture.
    #[inline]
    fn quiet_since(&self) -> usize {
        self.quiet_starts.last().map_or(0, |&since| since as usize)
    }

    /// Returns the key of the current position.
    #[inline]
    pub fn key(&self) -> u64 {
        *self.keys.last().expect("there is a present position")
    }

    /// Returns whether the position with this key occurred since the last capture. Where repetition is forbidden, no
    /// turn may lead to it.
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        self.buckets[bucket(key)] > 0 && self.keys[self.quiet_since()..].contains(&key)
    }

    /// Returns the occurrences of the current position, this one included.
    #[inline]
    pub fn occurrences(&self) -> usize {
        let key = self.key();
        match self.buckets[bucket(key)] {
            1 => 1,
            _ => self.keys[self.quiet_since()..].iter().filter(|&&earlier| earlier == key).count(),
        }
    }

    /// Decides whether the game is over: by the position itself, else by history unless the players went on in spite of it
    /// (`went_on`), else because repetition forbids every turn. `has_turn` returns whether repetition allows a turn; a
    /// [call](Rules::call) is a turn, and a position with too many turns to list has one.
    #[inline]
    pub fn judge<G: Rules>(
        &self,
        rules: &G,
        position: &G::Position,
        went_on: bool,
        has_turn: impl FnOnce() -> bool,
    ) -> Option<Outcome> {
        let by_history = || if went_on { None } else { self.outcome(rules, position) };
        rules.outcome(position).or_else(by_history).or_else(|| {
            let is_barred = self.options.repetition == Repetition::Forbidden && !has_turn();
            is_barred.then(|| self.options.aim.outcome(rules.to_move(position).other(), Reason::Blocked))
        })
    }

    /// Returns the outcome by history in the current position, whatever turns remain.
    #[inline]
    pub fn outcome<G: Rules>(&self, rules: &G, position: &G::Position) -> Option<Outcome> {
        // Consecutive positions differ, so a third occurrence takes at least four plies.
        let may_be_again =
            self.quiet() >= 2 * (REPETITIONS - 1) && self.buckets[bucket(self.key())] as usize >= REPETITIONS;
        let again = self.uses_keys() && may_be_again && self.occurrences() >= REPETITIONS;
        let repeated = if again { self.repetition_outcome(rules, position) } else { None };
        repeated.or_else(|| self.count_outcome(rules, position))
    }

    /// Returns the outcome that a repetition of the current position has; `None` if the rules do not end the game by
    /// it.
    pub fn repetition_outcome<G: Rules>(&self, rules: &G, position: &G::Position) -> Option<Outcome> {
        match self.options.repetition {
            Repetition::Draw => Some(Outcome::drawn(Reason::Repetition)),
            Repetition::DrawIfEqual => {
                let is_equal = counted(rules, position, Reason::RepetitionCount).winner.is_none();
                is_equal.then(|| Outcome::drawn(Reason::Repetition))
            }
            Repetition::Count => Some(counted(rules, position, Reason::RepetitionCount)),
            Repetition::CaptorWins => Some(self.options.captor_wins()),
            Repetition::Forbidden | Repetition::None => None,
        }
    }

    /// Returns the outcome by the counters of quiet turns and few pieces. If the position itself ends the game too, its
    /// own outcome counts.
    #[inline]
    pub fn count_outcome<G: Rules>(&self, rules: &G, position: &G::Position) -> Option<Outcome> {
        let may_end = self.quiet() >= self.min_quiet_plies || !self.counters.is_empty();
        let counted = if may_end { self.count(rules, position) } else { None };
        counted.map(|counted| rules.outcome(position).unwrap_or(counted))
    }

    fn count<G: Rules>(&self, rules: &G, position: &G::Position) -> Option<Outcome> {
        let quiet = self.quiet();
        if self.options.end_count == EndCount::Automatic && quiet >= 2 * AUTOMATIC_COUNT_TURNS {
            return Some(counted(rules, position, Reason::Count));
        }
        let few = self.counters.last().and_then(|counters| counters.outcome(self.options.draw_rules));
        // Which of the last two pieces wins is decided once neither can capture or promote.
        let few = few.filter(|_| self.options.draw_rules != DrawRules::Turkish || is_quiet(rules, position));
        few.or_else(|| (quiet >= no_capture_limit(&self.options)).then(|| Outcome::drawn(Reason::NoCapture)))
    }
}

/// Returns the bucket of a key.
#[inline]
fn bucket(key: u64) -> usize {
    key as usize % KEY_BUCKETS
}

/// Returns the plies without a capture after which the game is drawn; the maximum if there is no limit.
fn no_capture_limit(options: &Options) -> usize {
    options.no_capture_limit.0.map_or(usize::MAX, |turns| 2 * usize::from(turns))
}

/// Returns the outcome of a game whose pieces are counted.
pub(crate) fn counted<G: Rules>(rules: &G, position: &G::Position, reason: Reason) -> Outcome {
    let [first, second] = Side::BOTH.map(|side| rules.pieces(position, side));
    match first.cmp(&second) {
        Ordering::Greater => Outcome::won(Side::First, reason),
        Ordering::Less => Outcome::won(Side::Second, reason),
        Ordering::Equal => Outcome::drawn(reason),
    }
}
