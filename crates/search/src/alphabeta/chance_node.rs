//! Chance nodes: the expectation over all throws of dice (expectimax).
//!
//! Star1 pruning: a throw is searched with the window outside which the expectation leaves the window of the node,
//! whatever the remaining throws bring (B. W. Ballard, "The *-minimax search procedure for trees containing chance
//! nodes", 1983).

use super::{Interruption, Node, Search, Window};
use crate::evaluate::Evaluator;
use crate::params::{CHANCE_NODE_BOUND, MAX_PLY};
use crate::score::Score;
use quirkat_rules::Rules;
use std::ops::ControlFlow::Continue;

impl<G: Rules, E: Evaluator<G>> Search<'_, G, E> {
    /// Deepens a root that is a chance node, and reports the score and the depth of each iteration.
    pub fn deepen_chance_node(&mut self, progress: &mut dyn FnMut(&Self, Score, u32)) {
        let root = self.root_node();
        for depth in 1..=self.max_depth() {
            let Ok(score) = self.search_chance_node(root, depth, Window::FULL) else { return };
            progress(self, score, depth);
            if score.plies_to_end().is_some() {
                return;
            }
        }
    }

    /// Returns the expectation over all throws, or a bound of it outside the window.
    pub(super) fn search_chance_node(
        &mut self,
        node: Node<'_, G::Position>,
        depth: u32,
        window: Window,
    ) -> Result<Score, Interruption> {
        self.count_node()?;
        let Node { position, ply, .. } = node;
        if depth == 0 || ply >= MAX_PLY {
            return Ok(self.static_evaluation(node));
        }
        // Throws that lead to the same position are searched once.
        let mut throws: Vec<(G::Move, G::Position, i64)> = vec![];
        let generated = self.rules.for_each_turn(position, &mut |throw, _| {
            let after = self.rules.play(position, throw);
            match throws.iter_mut().find(|(_, other, _)| *other == after) {
                Some((_, _, count)) => *count += 1,
                None => throws.push((*throw, after, 1)),
            }
            Continue(())
        });
        debug_assert!(generated.is_ok(), "there are 216 throws");
        let mut expectation = Expectation::new(throws.iter().map(|(_, _, count)| count).sum());
        for (throw, _, count) in &throws {
            let inner = expectation.window(*count, window);
            let score =
                self.with_move(node, throw, |search, mover, child| search.search_child(mover, child, depth, inner))?;
            expectation.add(score, *count);
            if let Some(bound) = expectation.cutoff(window) {
                return Ok(bound);
            }
        }
        Ok(expectation.score())
    }
}

/// The mean score of throws, as they are searched one after another.
struct Expectation {
    /// Sum of the scores so far, each within [`CHANCE_NODE_BOUND`].
    sum: i64,
    /// Number of throws, and number of those not yet searched.
    throws: i64,
    remaining: i64,
    lowest: Score,
    highest: Score,
}

impl Expectation {
    fn new(throws: i64) -> Expectation {
        Expectation { sum: 0, throws, remaining: throws, lowest: Score::HIGHEST, highest: Score::LOWEST }
    }

    /// Adds the score of `count` throws.
    fn add(&mut self, score: Score, count: i64) {
        (self.lowest, self.highest) = (self.lowest.min(score), self.highest.max(score));
        self.sum += i64::from(score.0).clamp(-CHANCE_NODE_BOUND, CHANCE_NODE_BOUND) * count;
        self.remaining -= count;
    }

    /// Returns the score after all throws. It is decisive if every throw is, at the distance of the most distant end.
    fn score(&self) -> Score {
        match self {
            Expectation { lowest, .. } if lowest.is_won() => *lowest,
            Expectation { highest, .. } if highest.is_lost() => *highest,
            Expectation { sum, throws, .. } => Score((sum / throws.max(&1)) as i32),
        }
    }

    /// Returns the sums that match alpha and beta; `None` for a decisive bound, which no mean reaches.
    fn sums(&self, window: Window) -> [Option<i64>; 2] {
        [window.alpha, window.beta]
            .map(|Score(bound)| (i64::from(bound).abs() < CHANCE_NODE_BOUND).then(|| i64::from(bound) * self.throws))
    }

    /// Returns the window of the next `count` throws: outside it, the expectation is outside `window`.
    fn window(&self, count: i64, window: Window) -> Window {
        let [alpha, beta] = self.sums(window);
        let rest = (self.remaining - count) * CHANCE_NODE_BOUND;
        let above =
            alpha.map(|alpha| (alpha - self.sum - rest).div_euclid(count)).filter(|above| *above >= -CHANCE_NODE_BOUND);
        let below =
            beta.map(|beta| -(self.sum - beta - rest).div_euclid(count)).filter(|below| *below <= CHANCE_NODE_BOUND);
        Window {
            alpha: above.map_or(Score::LOWEST, |above| Score(above as i32)),
            beta: below.map_or(Score::HIGHEST, |below| Score(below as i32)),
        }
    }

    /// Returns a bound of the expectation if it is outside the window whatever the remaining throws bring.
    fn cutoff(&self, window: Window) -> Option<Score> {
        let [alpha, beta] = self.sums(window);
        let rest = self.remaining * CHANCE_NODE_BOUND;
        let (least, most) = (self.sum - rest, self.sum + rest);
        let bound = match () {
            () if self.remaining == 0 => return None,
            () if alpha.is_some_and(|alpha| most <= alpha) => most,
            () if beta.is_some_and(|beta| least >= beta) => least,
            () => return None,
        };
        Some(Score(bound.div_euclid(self.throws) as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Random, index};

    #[test]
    fn star1_keeps_scores_inside_the_window_and_the_side_of_the_others() {
        let mut rng = Random::with_seed(1);
        let mut draw = |scores: &[Score]| scores[index(&mut rng, scores.len())];
        let ends = [Score::won_in(9), Score::lost_in(8), Score::DRAW];
        let estimates: Vec<Score> = (-20..=20).map(|tens| Score::estimate(tens * 100)).collect();
        let all: Vec<Score> = ends.into_iter().chain(estimates).collect();
        for _ in 0..20_000 {
            let throws: Vec<(Score, i64)> = (1..=4).map(|count| (draw(&all), count)).collect();
            let [one, other] = [draw(&all), draw(&all)];
            let window = Window { alpha: one.min(other), beta: Score(one.max(other).0 + 1) };
            let search = |window: Window| {
                let mut expectation = Expectation::new(10);
                for (score, count) in &throws {
                    let inner = expectation.window(*count, window);
                    assert!(inner.alpha < inner.beta);
                    // A search may return any bound outside its window; this one returns the window's own.
                    expectation.add(*score.clamp(&inner.alpha, &inner.beta), *count);
                    if let Some(bound) = expectation.cutoff(window) {
                        return bound;
                    }
                }
                expectation.score()
            };
            let (exact, pruned) = (search(Window::FULL), search(window));
            let is_right = match () {
                () if exact <= window.alpha => pruned <= window.alpha,
                () if exact >= window.beta => pruned >= window.beta,
                () => pruned == exact,
            };
            assert!(is_right, "{throws:?}: {pruned:?} for {exact:?} between {:?} and {:?}", window.alpha, window.beta);
        }
    }
}
