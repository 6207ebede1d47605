//! Dice: what they show is nobody's choice.

use super::{DEEPEST, Node, Search, Stopped, Window};
use crate::evaluate::Evaluator;
use crate::probe::Probe;
use crate::score::Score;
use quirkat_rules::Rules;
use std::ops::ControlFlow::Continue;

impl<G: Rules, E: Evaluator<G>, P: Probe<G>> Search<'_, G, E, P> {
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
        for (turn, _, times) in &throws {
            let worth =
                self.after_turn(node, turn, |search, mover, child| search.below(mover, child, depth, Window::OPEN))?;
            sum += i64::from(worth.0) * times;
            all += times;
        }
        self.plies[ply as usize].line.clear();
        Ok(Score((sum / all.max(1)) as i32))
    }
}
