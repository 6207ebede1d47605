//! The root: which turn is the best, and by how much.

use super::busy::Mark;
use super::ordering::BEFORE;
use super::{Interrupted, Node, Search, Window};
use crate::evaluate::Evaluator;
use crate::probe::{KnownTurn, Rank, score_of};
use crate::score::Score;
use quirkat_rules::{GameValue, Rules, Wdl};

/// No search goes deeper.
const MOST_DEPTH: u32 = 100;

/// A turn at the root: what it leads to, and what was found below it.
#[derive(Clone, Debug)]
pub(crate) struct RootTurn<M> {
    pub turn: M,
    pub score: Score,
    /// The best line that begins with the turn.
    pub line: Vec<M>,
    /// What tables know of it, where they know all turns.
    pub known: Option<KnownTurn>,
}

impl<M> RootTurn<M> {
    /// What the turn is worth: what is known of it, and what was found where that says more.
    pub fn worth(&self) -> Score {
        let found = self.score;
        match self.known.map(|known| known.known) {
            None => found,
            Some(GameValue { wdl: Wdl::Win, dtw: None }) if found.plies_to_end().is_some() && found.is_won() => found,
            Some(GameValue { wdl: Wdl::Loss, dtw: None }) if found.plies_to_end().is_some() && found.is_lost() => found,
            Some(known) => score_of(known, Score::DRAW),
        }
    }

    /// Turns are compared by a search only with others of the same rank.
    fn rank(&self) -> Rank {
        self.known.map_or(Rank::Level, |known| known.rank)
    }
}

/// How many of these turns, the best ones by their rank in front, are of the first one's rank.
fn peers<M>(turns: &[RootTurn<M>]) -> usize {
    turns.iter().take_while(|turn| turn.rank() == turns[0].rank()).count()
}

/// Sorts turns by their rank, the best ones to the front.
// There are few ranks, mostly one; and the library's stable sort is long to compile for every family.
pub(crate) fn sort_by_rank<M>(turns: &mut [RootTurn<M>]) {
    for sorted in 1..turns.len() {
        let rank = turns[sorted].rank();
        let place = turns[..sorted].partition_point(|turn| turn.rank() >= rank);
        turns[place..=sorted].rotate_right(1);
    }
}

/// Hears of the wanted turns, and of the depth if it was finished.
type Tell<'t, S, M> = dyn FnMut(&S, &[RootTurn<M>], Option<u32>) + 't;

impl<'s, G: Rules, E: Evaluator<G>> Search<'s, G, E> {
    /// Searches the turns of the root, sorted by their rank, deeper and deeper, and sorts the best `wanted` of them to the
    /// front; the scores of those are exact, the others are known only to be no better. Tells of them after each depth, and of
    /// the depth unless the search was stopped in it. Ends when the scores are certain, too, or nothing is left to compare.
    pub fn iterate(&mut self, turns: &mut [RootTurn<G::Move>], wanted: usize, tell: &mut Tell<'_, Self, G::Move>) {
        for depth in 1..=self.deepest() {
            let finished = self.best_root_turns(turns, depth, wanted).is_ok();
            tell(self, &turns[..wanted], finished.then_some(depth));
            let is_certain = |at: usize| {
                let plies = turns[at].score.plies_to_end();
                let is_near = plies.is_some_and(|plies| plies.unsigned_abs() <= depth);
                is_near
                    || turns[at].known.is_some()
                        && turns.iter().filter(|turn| turn.rank() == turns[at].rank()).count() == 1
            };
            if !finished || (0..wanted).all(is_certain) {
                return;
            }
        }
    }

    /// The depth at which the search ends.
    pub(super) fn deepest(&self) -> u32 {
        self.means.limits.depth.map_or(MOST_DEPTH, |depth| depth.clamp(1, MOST_DEPTH))
    }

    pub(super) fn root_node(&self) -> Node<'s, G::Position> {
        Node { position: self.root, key: 0, ply: 0, before: [0; BEFORE], is_capture: false }
    }

    fn best_root_turns(
        &mut self,
        turns: &mut [RootTurn<G::Move>],
        depth: u32,
        wanted: usize,
    ) -> Result<(), Interrupted> {
        for done in 0..wanted {
            let end = done + peers(&turns[done..]);
            self.best_root_turn(&mut turns[done..end], depth)?;
        }
        Ok(())
    }

    /// Moves the best of the turns to the front.
    fn best_root_turn(&mut self, turns: &mut [RootTurn<G::Move>], depth: u32) -> Result<(), Interrupted> {
        let root = self.root_node();
        let mut window = Window::OPEN;
        // Turns that others are searching come last: from here on, those that were put off.
        let mut put_off = turns.len();
        let mut number = 0;
        while number < turns.len() {
            let turn = turns[number].turn;
            let mark = self.means.busy.map(|busy| busy.mark(root.key, self.rules.signature(&turn)));
            if (1..put_off).contains(&number) && mark.is_some_and(Mark::is_set) {
                turns[number..].rotate_left(1);
                put_off -= 1;
                continue;
            }
            let marked = mark.map(Mark::set);
            let score = self.after_turn(root, &turn, |search, mover, child| match number {
                0 => search.below(mover, child, depth - 1, window),
                _ => search.below_later(mover, child, depth - 1, 0, window),
            })?;
            drop(marked);
            if score > window.alpha {
                window.alpha = score;
                let line = std::iter::once(turn).chain(self.plies[1].line.iter().copied()).collect();
                let known = turns[number].known;
                turns[number] = RootTurn { turn, score, line, known };
                // In front at once, so that a search that is stopped has it.
                turns[..=number].rotate_right(1);
            }
            number += 1;
        }
        Ok(())
    }
}
