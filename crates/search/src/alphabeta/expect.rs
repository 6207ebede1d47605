//! Dice: what they show is nobody's choice.

use super::{DEEPEST, Node, Search, Stopped, Window};
use crate::evaluate::Evaluator;
use crate::score::Score;
use quirkat_rules::Rules;
use std::ops::ControlFlow::Continue;

/// What a certain end counts for in a mean with others, in hundredths of a man: a chance to win is worth no more than being
/// far ahead.
const CERTAIN: i32 = 1500;

impl<G: Rules, E: Evaluator<G>> Search<'_, G, E> {
    /// What the throw at the root is worth to the side to move, deeper and deeper; tells of each depth.
    pub fn iterate_throws(&mut self, tell: &mut dyn FnMut(&Self, Score, u32)) {
        let root = self.root_node();
        for depth in 1..=self.deepest() {
            let Ok(score) = self.expect(root, depth) else { return };
            tell(self, score, depth);
            if score.plies_to_end().is_some() {
                return;
            }
        }
    }

    /// The mean worth of what the dice can show.
    pub(super) fn expect(&mut self, node: Node<'_, G::Position>, depth: u32) -> Result<Score, Stopped> {
        self.count()?;
        let Node { position, ply, .. } = node;
        if depth == 0 || ply >= DEEPEST {
            return Ok(self.estimate(position, ply));
        }
        // Throws that allow the same are looked at once.
        let mut throws: Vec<(G::Move, G::Position, i64)> = vec![];
        let told = self.rules.each_turn(position, &mut |turn, _| {
            let after = self.rules.play(position, turn);
            match throws.iter_mut().find(|(_, known, _)| *known == after) {
                Some((_, _, times)) => *times += 1,
                None => throws.push((*turn, after, 1)),
            }
            Continue(())
        });
        debug_assert!(told.is_ok(), "there are 216 throws");
        let (mut sum, mut all) = (0, 0);
        let (mut lowest, mut highest) = (Score::HIGHEST, Score::LOWEST);
        for (turn, _, times) in &throws {
            let worth =
                self.after_turn(node, turn, |search, mover, child| search.below(mover, child, depth, Window::OPEN))?;
            (lowest, highest) = (lowest.min(worth), highest.max(worth));
            let counted = if worth.is_decided() { CERTAIN * worth.0.signum() } else { worth.0 };
            sum += i64::from(counted) * times;
            all += times;
        }
        self.plies[ply as usize].line.clear();
        // An end is certain where it is whatever the dice show, and as far away as the farthest.
        let is_certain = |score: Score, sign| score.is_decided() && score.0.signum() == sign;
        Ok(match () {
            () if is_certain(lowest, 1) => lowest,
            () if is_certain(highest, -1) => highest,
            () => Score((sum / all.max(1)) as i32),
        })
    }
}
