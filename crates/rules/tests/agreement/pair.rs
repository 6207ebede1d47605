//! The fast engine and the plain one side by side.
//!
//! A [`Pair`] holds the same rules in both engines. It plays the same turns in both and compares every position on the
//! way: pieces and memory, outcome, turns, positions after them, which turns have equal effects, and counts to depth 2.
//! It returns the first difference and does not panic, because the tests of planted mistakes expect one.

use crate::fast::{At, Fast};
use crate::statistics::Statistics;
use crate::translate::{Way, outcome};
use fastrand::Rng;
use quirkat_plain as plain;
use quirkat_plain::translate::{Translation, game, rules_of};
use quirkat_rules::{AnyRules, Chain, PerftMode, Ruleset, Setup, Turn};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Maximum number of turns of a compared position. The plain engine computes all captures again for each turn where
/// pieces may be huffed, so more would take too long.
const MAX_TURNS: u64 = 250;
/// Maximum number of turns, those after each huff included.
const MAX_TURNS_WITH_HUFFS: u64 = 1500;
/// Maximum number of turns of positions whose depth-2 counts are compared, on a sample of positions.
const MAX_TURNS_COUNTED: usize = 40;

/// The same rules in both engines.
pub struct Pair {
    pub fast: AnyRules,
    pub plain: plain::Rules,
    /// The fast rules without obligations; they bound the number of turns that the plain engine looks at.
    free: AnyRules,
    pub translation: Translation,
}

/// A difference between the engines.
#[derive(Debug)]
pub struct Difference {
    pub what: What,
    pub message: String,
    /// Position of the difference.
    pub at: Box<plain::State>,
}

/// Kind of difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The fast engine refuses a position of the plain one.
    Refused,
    Position,
    Outcome,
    /// The call for single combat differs.
    Call,
    Turns,
    After,
    Effects,
    Counts,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} differ: {}", self.what, self.message)
    }
}

impl Pair {
    /// Creates a pair with the ruleset's options; the plain engine uses its own board.
    pub fn new(ruleset: Ruleset, board: plain::Board) -> Pair {
        let plain = rules_of(&ruleset, board);
        Pair::of(ruleset, plain)
    }

    /// Creates a pair for a variant of a built-in game with further options; the plain engine makes its own board and
    /// start.
    pub fn game(name: &str, variant: &str, more: &[(&str, &str)]) -> Pair {
        let (ruleset, plain) = game(name, variant, more).unwrap_or_else(|error| panic!("{name}:{variant}: {error}"));
        Pair::of(ruleset, plain)
    }

    /// Creates a pair of different rules.
    pub fn of(ruleset: Ruleset, plain: plain::Rules) -> Pair {
        let mut free = ruleset.clone();
        free.options = free.options.with([("capture", "optional"), ("choice", "free")]).unwrap();
        if free.options.chain == Chain::Mandatory {
            free.options = free.options.with([("chain", "optional")]).unwrap();
        }
        let translation = Translation::of(&ruleset.board);
        let free = AnyRules::compile(free).unwrap();
        Pair { fast: AnyRules::compile(ruleset).unwrap(), plain, free, translation }
    }

    /// Returns the setup of a plain position.
    pub fn setup(&self, state: &plain::State) -> Setup {
        self.translation.setup(state)
    }

    /// Plays up to `plies` random turns in both engines and compares every position on the way.
    pub fn walk(
        &self,
        start: &plain::State,
        plies: usize,
        rng: &mut Rng,
        statistics: &mut Statistics,
    ) -> Result<plain::State, Difference> {
        let mut state = start.clone();
        let setup = self.setup(start);
        let mut fast = self.fast.visit(At(&setup)).map_err(|error| Difference {
            what: What::Refused,
            message: format!("{error}, {}", self.describe(&state)),
            at: Box::new(state.clone()),
        })?;
        for ply in 0..=plies {
            if !self.is_affordable(&state) {
                statistics.skipped += 1;
                break;
            }
            let mut next = self.compare(&*fast, &state, statistics)?;
            if next.is_empty() || ply == plies {
                break;
            }
            // Prefers captures, so that material changes and chains follow one another.
            let taking: Vec<_> = (0..next.len()).filter(|&at| next[at].takes).collect();
            let at = match taking[..] {
                [_, ..] if rng.bool() => taking[rng.usize(..taking.len())],
                _ => rng.usize(..next.len()),
            };
            let Next { number, after, .. } = next.swap_remove(at);
            state = after;
            fast.go_on(number);
        }
        Ok(state)
    }

    /// Returns whether a man steps to a point that is not next to it.
    fn passes_a_row(&self, state: &plain::State, turn: &plain::Turn) -> bool {
        let ([from, to], true) = (&turn.path[..], turn.taken.is_empty()) else { return false };
        let is_man = state.pieces.get(from).is_some_and(|piece| piece.1 == plain::Rank::Man);
        is_man && !self.plain.board.neighbours(*from).contains(to)
    }

    /// Returns whether the position has few enough turns for the plain engine.
    fn is_affordable(&self, state: &plain::State) -> bool {
        let mut setup = self.setup(state);
        setup.memory.huffable.clear();
        setup.memory.before = None;
        let huffs = state.huffable.len() as u64;
        let is_few = |turns: u64| turns <= MAX_TURNS && turns * (1 + huffs) <= MAX_TURNS_WITH_HUFFS;
        self.free.game(Some(&setup)).is_ok_and(|game| game.perft(1, PerftMode::Paths).is_ok_and(is_few))
    }
}

/// A turn that both engines generate.
struct Next {
    /// Index in the fast engine's list.
    number: usize,
    /// Position after the turn.
    after: plain::State,
    /// Whether the turn captures.
    takes: bool,
}

impl Pair {
    /// Compares one position in every respect and returns its turns.
    fn compare(
        &self,
        fast: &dyn Fast,
        state: &plain::State,
        statistics: &mut Statistics,
    ) -> Result<Vec<Next>, Difference> {
        let differ = |what: What, message: String| {
            let message = format!("{message}, {}", self.describe(state));
            Err(Difference { what, message, at: Box::new(state.clone()) })
        };
        statistics.positions += 1;
        if fast.setup() != self.setup(state) {
            return differ(What::Position, format!("the fast one has {:?}", fast.setup()));
        }
        let has_resting = state.movers().into_iter().any(|(point, _)| self.plain.must_rest(state, point));
        statistics.resting += usize::from(has_resting);
        let (plain_turns, plain_outcome) = match self.plain.judge(state) {
            Ok(turns) => (turns, None),
            Err(end) => (vec![], Some(end)),
        };
        let fast_outcome = fast.outcome();
        if fast_outcome != plain_outcome.map(outcome) {
            return differ(What::Outcome, format!("fast {fast_outcome:?}, plain {plain_outcome:?}"));
        }
        statistics.note_end(plain_outcome);
        let called = if plain_outcome.is_none() { self.plain.called(state) } else { None };
        if fast.after_call() != called.map(|called| self.setup(&called)) {
            return differ(What::Call, format!("the fast one has {:?}", fast.after_call()));
        }

        let ruleset = self.fast.ruleset();
        let Ok(listed) = fast.turns() else { return differ(What::Turns, "too many for the fast one".to_owned()) };
        let of_way: BTreeMap<Way, usize> =
            listed.iter().enumerate().map(|(number, (turn, _))| (Way::of(turn), number)).collect();
        let ways: Vec<Way> = plain_turns.iter().map(|turn| self.way(turn)).collect();
        let expected: BTreeSet<&Way> = ways.iter().collect();
        if !of_way.keys().eq(expected.iter().copied()) {
            // Shows only the first few.
            let text = |way: &Way| way.text(&ruleset.board);
            let only_fast: Vec<_> = of_way.keys().filter(|way| !expected.contains(way)).map(text).take(6).collect();
            let only_plain: Vec<_> = ways.iter().filter(|way| !of_way.contains_key(way)).map(text).take(6).collect();
            return differ(What::Turns, format!("only fast {only_fast:?}, only plain {only_plain:?}"));
        }
        if listed.len() != ways.len() || fast.count_turns() != Ok(ways.len() as u64) {
            let counted = fast.count_turns();
            return differ(What::Turns, format!("{} turns, {} listed, {counted:?}", ways.len(), listed.len()));
        }
        if fast.has_turn() == ways.is_empty() {
            return differ(What::Turns, "has_turn contradicts the list".to_owned());
        }

        let mut next = Vec::with_capacity(ways.len());
        let mut state_of_effect: BTreeMap<u64, plain::State> = BTreeMap::new();
        let mut states = BTreeSet::new();
        for (turn, way) in plain_turns.iter().zip(&ways) {
            let number = of_way[way];
            let (Turn { effect, .. }, setup) = &listed[number];
            let after = self.plain.play(state, turn);
            if *setup != self.setup(&after) {
                let fen = |setup| quirkat_rules::write_fen(&ruleset, setup);
                let (found, expected) = (fen(setup), fen(&self.setup(&after)));
                return differ(What::After, format!("after {turn:?} fast {found}, plain {expected}"));
            }
            if *state_of_effect.entry(*effect).or_insert_with(|| after.clone()) != after {
                return differ(What::Effects, format!("{turn:?} shares its effect with another"));
            }
            states.insert(after.clone());
            statistics.note(state, turn, &after);
            statistics.rows_passed += usize::from(self.passes_a_row(state, turn));
            next.push(Next {
                number,
                after,
                takes: [&turn.taken, &turn.removed].iter().any(|taken| !taken.is_empty())
                    || turn.huff.is_some()
                    || turn.claim.is_some(),
            });
        }
        if states.len() != state_of_effect.len() {
            return differ(What::Effects, format!("{} positions, {} effects", states.len(), state_of_effect.len()));
        }
        statistics.merged += usize::from(states.len() < ways.len());

        // The first ply is compared in full elsewhere; this checks how perft counts it.
        for (count, expected) in [(PerftMode::Moves, states.len()), (PerftMode::Paths, ways.len())] {
            let found = fast.perft(1, count);
            if found != Ok(expected as u64) {
                return differ(What::Counts, format!("{count:?} at depth 1: fast {found:?}, plain {expected}"));
            }
        }
        let counts = statistics.positions.is_multiple_of(8) && ways.len() <= MAX_TURNS_COUNTED;
        if counts && next.iter().all(|next| self.is_affordable(&next.after)) {
            statistics.counted += 1;
            // Counts the turns below each distinct position.
            let below = |state| {
                let turns = self.plain.turns(state);
                let after: BTreeSet<_> = turns.iter().map(|turn| self.plain.play(state, turn)).collect();
                (state, (after.len() as u64, turns.len() as u64))
            };
            let below: BTreeMap<&plain::State, (u64, u64)> = states.iter().map(below).collect();
            let moves = below.values().map(|&(moves, _)| moves).sum();
            let paths = next.iter().map(|next| below[&next.after].1).sum();
            for (count, expected) in [(PerftMode::Moves, moves), (PerftMode::Paths, paths)] {
                let found = fast.perft(2, count);
                if found != Ok(expected) {
                    return differ(What::Counts, format!("{count:?} at depth 2: fast {found:?}, plain {expected}"));
                }
            }
        }
        Ok(next)
    }
}
