//! Scenes of a move that is being entered.

use crate::play::entry::Entry;
use quirkat_draw::{Mark, Scene};
use quirkat_rules::mid_turn::CapturedFate;
use quirkat_rules::{AnyGame, Point, Side};

/// Returns the position with the entry so far: the path of the piece and what it has captured.
pub fn entered(game: &AnyGame, entry: &Entry, bottom: Side) -> Scene {
    let ruleset = game.ruleset();
    let (setup, taken) = entry.position(&game.setup(), CapturedFate::from_ruleset(ruleset));
    let mut scene = Scene::new(ruleset, setup).seen_from(bottom);
    if let Some(&at) = entry.points().last() {
        let path = entry.path();
        scene.mark(path.last().copied().unwrap_or(at), Mark::Selected);
        scene.trail = path.to_vec();
        path.first().into_iter().for_each(|&start| scene.mark(start, Mark::Left));
    }
    taken.into_iter().for_each(|point| scene.mark(point, Mark::Taken));
    scene
}

/// Marks the points that can be chosen, and the cursor. With `at_cursor`, the targets are those of the piece under the
/// cursor.
pub fn mark_choices(scene: &mut Scene, entry: &Entry, cursor: Point, at_cursor: bool) {
    let targets = if at_cursor { entry.targets_from(cursor) } else { entry.targets() };
    targets.into_iter().for_each(|point| scene.mark(point, Mark::Target));
    if !entry.is_under_way() {
        entry.starts().into_iter().for_each(|point| scene.mark(point, Mark::Movable));
    }
    entry.huffable().into_iter().for_each(|point| scene.mark(point, Mark::Huffable));
    scene.mark(cursor, Mark::Cursor);
}
