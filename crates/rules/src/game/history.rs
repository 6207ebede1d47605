//! What history decides: repetition, turns without a capture, the draws by the pieces that are left.
//!
//! There is one judge of it. A game, a search and a random game each carry a [`History`] along, which grows by a turn and
//! shrinks again: a search asks it about lines that nobody has played.

use crate::engine::outcome::Outcome;
use crate::engine::rules::Rules;
use crate::game::draws::{Tally, is_at_rest};
use crate::ground::reason::Reason;
use crate::ground::setup::Side;
use crate::options::{DrawRules, EndCount, Options, Repetition};
use std::cmp::Ordering;

/// A side has made this many turns without a capture when an automatic count ends the game (seven each, as reported
/// for El-Quirkat).
pub const AUTOMATIC_COUNT_TURNS: usize = 7;

/// The values of a key's last bits.
const ALIKE: usize = 512;

/// So often a position has to come up for the rules on repetition.
const TIMES: usize = 3;

/// The positions that led to the present one, and what follows from them.
#[derive(Clone, Debug)]
pub struct History {
    options: Options,
    /// Fewer turns in a row that take nothing end no game by themselves.
    patience: usize,
    /// The key of each position.
    keys: Vec<u64>,
    /// How many keys share their last bits, for each value of these: most positions share them with no other, and need not be
    /// looked for.
    alike: [u32; ALIKE],
    /// For each position the number of the first that can come up again: nothing was taken since.
    since: Vec<u32>,
    /// For each position, where the rules know draws by the pieces that are left.
    tallies: Vec<Tally>,
}

impl History {
    /// The history of a game before its first turn.
    pub fn new<G: Rules>(rules: &G, start: &G::Position) -> History {
        let options = rules.ruleset().options;
        let automatic = if options.end_count == EndCount::Automatic { 2 * AUTOMATIC_COUNT_TURNS } else { usize::MAX };
        let patience = automatic.min(no_capture_limit(&options));
        let (keys, since, tallies) = (vec![], vec![], vec![]);
        let mut history = History { options, patience, keys, alike: [0; ALIKE], since, tallies };
        history.restart(rules, start);
        history
    }

    /// Begins another game of the same rules, in the memory of this one.
    pub fn restart<G: Rules>(&mut self, rules: &G, start: &G::Position) {
        self.keys.clear();
        self.alike.fill(0);
        self.add(rules.key(start));
        self.since.clear();
        self.since.push(0);
        self.tallies.clear();
        if self.options.draw_rules != DrawRules::None {
            self.tallies.push(Tally::start(self.options.draw_rules, rules.forces(start)));
        }
    }

    /// Whether keys of positions decide anything: without repetition and its counts they may be any number.
    pub fn uses_keys(&self) -> bool {
        self.options.repetition != Repetition::None
    }

    /// Adds a turn, with the positions before and after it and the key of the latter.
    #[inline]
    pub fn push<G: Rules>(&mut self, rules: &G, before: &G::Position, turn: &G::Move, after: &G::Position, key: u64) {
        let takes = rules.removed_count(turn) > 0;
        self.since.push(if takes { self.keys.len() as u32 } else { self.quiet_since() as u32 });
        self.add(key);
        if let Some(tally) = self.tallies.last() {
            let forces = if rules.changes_forces(turn) { rules.forces(after) } else { tally.forces() };
            let by_king = !takes && rules.moves_king(before, turn);
            self.tallies.push(tally.then(self.options.draw_rules, forces, takes, by_king));
        }
    }

    /// Takes the last turn back; there must have been one.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.keys.len() > 1, "no turn is left to take back");
        self.alike[alike(self.key())] -= 1;
        self.keys.pop();
        self.since.pop();
        self.tallies.pop();
    }

    #[inline]
    fn add(&mut self, key: u64) {
        self.keys.push(key);
        self.alike[alike(key)] += 1;
    }

    /// How many turns were made since something was taken.
    #[inline]
    fn quiet(&self) -> usize {
        self.keys.len() - 1 - self.quiet_since()
    }

    /// The number of the first position since which nothing was taken.
    #[inline]
    fn quiet_since(&self) -> usize {
        self.since.last().map_or(0, |&since| since as usize)
    }

    /// The key of the present position.
    #[inline]
    pub fn key(&self) -> u64 {
        *self.keys.last().expect("there is a present position")
    }

    /// Whether the position of this key was there since the last capture: where repetition is forbidden, no turn may lead
    /// to it.
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        self.alike[alike(key)] > 0 && self.keys[self.quiet_since()..].contains(&key)
    }

    /// How often the present position has come up, now included.
    #[inline]
    pub fn occurrences(&self) -> usize {
        let key = self.key();
        match self.alike[alike(key)] {
            1 => 1,
            _ => self.keys[self.quiet_since()..].iter().filter(|&&earlier| earlier == key).count(),
        }
    }

    /// How history ends the game in the present position, whatever could still be played.
    #[inline]
    pub fn outcome<G: Rules>(&self, rules: &G, position: &G::Position) -> Option<Outcome> {
        // Positions that follow one another differ: it takes four turns to come up three times.
        let may_be_again = self.quiet() >= 2 * (TIMES - 1) && self.alike[alike(self.key())] as usize >= TIMES;
        let again = self.uses_keys() && may_be_again && self.occurrences() >= TIMES;
        let repeated = if again { self.repetition_outcome(rules, position) } else { None };
        repeated.or_else(|| self.count_outcome(rules, position))
    }

    /// How the game ends when its present position has come up often enough; `None` where that ends nothing.
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

    /// How the game ends when the turns that were made without a capture, or with few pieces, are as many as the rules
    /// allow: as the position itself says, if it ends the game too, otherwise by the count.
    #[inline]
    pub fn count_outcome<G: Rules>(&self, rules: &G, position: &G::Position) -> Option<Outcome> {
        let may_end = self.quiet() >= self.patience || !self.tallies.is_empty();
        let counted = if may_end { self.count(rules, position) } else { None };
        counted.map(|counted| rules.outcome(position).unwrap_or(counted))
    }

    fn count<G: Rules>(&self, rules: &G, position: &G::Position) -> Option<Outcome> {
        let quiet = self.quiet();
        if self.options.end_count == EndCount::Automatic && quiet >= 2 * AUTOMATIC_COUNT_TURNS {
            return Some(counted(rules, position, Reason::Count));
        }
        let few = self.tallies.last().and_then(|tally| tally.ended(self.options.draw_rules));
        // Which of the last two pieces wins is judged when neither can change it at once.
        let few = few.filter(|_| self.options.draw_rules != DrawRules::Turkish || is_at_rest(rules, position));
        few.or_else(|| (quiet >= no_capture_limit(&self.options)).then(|| Outcome::drawn(Reason::NoCapture)))
    }
}

/// The last bits of a key.
#[inline]
fn alike(key: u64) -> usize {
    key as usize % ALIKE
}

/// After so many turns in a row that take nothing the game is drawn; never, where the rules know no limit.
fn no_capture_limit(options: &Options) -> usize {
    options.no_capture_limit.0.map_or(usize::MAX, |turns| 2 * usize::from(turns))
}

/// The end of a game whose pieces are counted.
pub(crate) fn counted<G: Rules>(rules: &G, position: &G::Position, reason: Reason) -> Outcome {
    let [first, second] = Side::BOTH.map(|side| rules.pieces(position, side));
    match first.cmp(&second) {
        Ordering::Greater => Outcome::won(Side::First, reason),
        Ordering::Less => Outcome::won(Side::Second, reason),
        Ordering::Equal => Outcome::drawn(reason),
    }
}
