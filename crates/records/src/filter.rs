//! Selects games of a collection.

use crate::{GameResult, GameSummary};
use quirkat_rules::PdnEntry;

/// Conditions that a game must fulfil. The default selects every game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordFilter {
    /// Part of a player's name, without regard to case.
    pub player: Option<String>,
    /// Result.
    pub result: Option<GameResult>,
}

impl RecordFilter {
    /// Returns whether a game fulfils all conditions.
    pub fn accepts(&self, entry: &PdnEntry) -> bool {
        let summary = GameSummary::new(entry);
        let is_named = |part: &String| {
            let part = part.to_lowercase();
            [&summary.white, &summary.black].iter().any(|name| name.to_lowercase().contains(&part))
        };
        self.player.as_ref().is_none_or(is_named) && self.result.is_none_or(|result| result == summary.result)
    }
}
