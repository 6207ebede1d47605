//! Dice: what they show is nobody's choice. Of a mean that lies outside the window only that is found out, from what the
//! throws not yet looked at can make of it at most and at least (B. W. Ballard, "The *-minimax search procedure for trees
//! containing chance nodes", 1983).

use super::{DEEPEST, Interrupted, Node, Search, Window};
use crate::evaluate::Evaluator;
use crate::score::Score;
use quirkat_rules::Rules;
use std::ops::ControlFlow::Continue;

/// What a certain end counts for in a mean with others, and the most that anything does, in hundredths of a man: a chance to
/// win is worth no more than being far ahead.
const CERTAIN: i64 = 1500;

impl<G: Rules, E: Evaluator<G>> Search<'_, G, E> {
    /// What the throw at the root is worth to the side to move, deeper and deeper; tells of each depth.
    pub fn iterate_throws(&mut self, tell: &mut dyn FnMut(&Self, Score, u32)) {
        let root = self.root_node();
        for depth in 1..=self.deepest() {
            let Ok(score) = self.expect(root, depth, Window::OPEN) else { return };
            tell(self, score, depth);
            if score.plies_to_end().is_some() {
                return;
            }
        }
    }

    /// The mean worth of what the dice can show; outside the window, a bound of it.
    pub(super) fn expect(
        &mut self,
        node: Node<'_, G::Position>,
        depth: u32,
        window: Window,
    ) -> Result<Score, Interrupted> {
        self.count()?;
        let Node { position, ply, .. } = node;
        if depth == 0 || ply >= DEEPEST {
            return Ok(self.estimate(node));
        }
        // Throws that allow the same are looked at once.
        let mut throws: Vec<(G::Move, G::Position, i64)> = vec![];
        let told = self.rules.for_each_turn(position, &mut |turn, _| {
            let after = self.rules.play(position, turn);
            match throws.iter_mut().find(|(_, known, _)| *known == after) {
                Some((_, _, times)) => *times += 1,
                None => throws.push((*turn, after, 1)),
            }
            Continue(())
        });
        debug_assert!(told.is_ok(), "there are 216 throws");
        let mut mean = Mean::of(throws.iter().map(|(_, _, times)| times).sum());
        for (turn, _, times) in &throws {
            let inner = mean.window(*times, window);
            let worth = self.after_turn(node, turn, |search, mover, child| search.below(mover, child, depth, inner))?;
            mean.add(worth, *times);
            if let Some(bound) = mean.bound(window) {
                return Ok(bound);
            }
        }
        Ok(mean.worth())
    }
}

/// A mean that is not whole yet.
struct Mean {
    sum: i64,
    /// How many throws there are, and how many have not been looked at.
    all: i64,
    left: i64,
    lowest: Score,
    highest: Score,
}

impl Mean {
    fn of(all: i64) -> Mean {
        Mean { sum: 0, all, left: all, lowest: Score::HIGHEST, highest: Score::LOWEST }
    }

    fn add(&mut self, worth: Score, times: i64) {
        (self.lowest, self.highest) = (self.lowest.min(worth), self.highest.max(worth));
        self.sum += i64::from(worth.0).clamp(-CERTAIN, CERTAIN) * times;
        self.left -= times;
    }

    /// The mean where nothing is left. An end is certain where it is whatever the dice show, and as far away as the farthest.
    fn worth(&self) -> Score {
        match self {
            Mean { lowest, .. } if lowest.is_won() => *lowest,
            Mean { highest, .. } if highest.is_lost() => *highest,
            Mean { sum, all, .. } => Score((sum / all.max(&1)) as i32),
        }
    }

    /// The sums between which the mean matters. Where certain ends matter, all is looked at: they are no means.
    fn sums(&self, window: Window) -> [Option<i64>; 2] {
        [window.alpha, window.beta]
            .map(|Score(end)| (i64::from(end).abs() < CERTAIN).then(|| i64::from(end) * self.all))
    }

    /// Between which scores the next throws must be, so many that lead to the same, if the mean is to be in the window.
    fn window(&self, times: i64, window: Window) -> Window {
        let [alpha, beta] = self.sums(window);
        let rest = (self.left - times) * CERTAIN;
        let above = alpha.map(|alpha| (alpha - self.sum - rest).div_euclid(times)).filter(|above| *above >= -CERTAIN);
        let below = beta.map(|beta| -(self.sum - beta - rest).div_euclid(times)).filter(|below| *below <= CERTAIN);
        Window {
            alpha: above.map_or(Score::LOWEST, |above| Score(above as i32)),
            beta: below.map_or(Score::HIGHEST, |below| Score(below as i32)),
        }
    }

    /// What the mean is at most or at least, if it lies outside the window whatever the throws that are left come to.
    fn bound(&self, window: Window) -> Option<Score> {
        let [alpha, beta] = self.sums(window);
        let (least, most) = (self.sum - self.left * CERTAIN, self.sum + self.left * CERTAIN);
        let bound = match () {
            () if self.left == 0 => return None,
            () if alpha.is_some_and(|alpha| most <= alpha) => most,
            () if beta.is_some_and(|beta| least >= beta) => least,
            () => return None,
        };
        Some(Score(bound.div_euclid(self.all) as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Random, index};

    #[test]
    fn what_is_cut_short_is_on_the_right_side_of_the_window_and_the_rest_is_exact() {
        let mut rng = Random::with_seed(1);
        let mut drawn = |worths: &[Score]| worths[index(&mut rng, worths.len())];
        let ends = [Score::won_in(9), Score::lost_in(8), Score::DRAW];
        let estimates: Vec<Score> = (-20..=20).map(|tens| Score::estimate(tens * 100)).collect();
        let all: Vec<Score> = ends.into_iter().chain(estimates).collect();
        for _ in 0..20_000 {
            let throws: Vec<(Score, i64)> = (1..=4).map(|times| (drawn(&all), times)).collect();
            let [one, other] = [drawn(&all), drawn(&all)];
            let window = Window { alpha: one.min(other), beta: Score(one.max(other).0 + 1) };
            let found = |window: Window| {
                let mut mean = Mean::of(10);
                for (worth, times) in &throws {
                    let inner = mean.window(*times, window);
                    assert!(inner.alpha < inner.beta);
                    // What a search of the window may say of what lies outside.
                    mean.add(*worth.clamp(&inner.alpha, &inner.beta), *times);
                    if let Some(bound) = mean.bound(window) {
                        return bound;
                    }
                }
                mean.worth()
            };
            let (exact, found) = (found(Window::OPEN), found(window));
            let is_right = match () {
                () if exact <= window.alpha => found <= window.alpha,
                () if exact >= window.beta => found >= window.beta,
                () => found == exact,
            };
            assert!(is_right, "{throws:?}: {found:?} for {exact:?} between {:?} and {:?}", window.alpha, window.beta);
        }
    }
}
