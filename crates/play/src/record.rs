//! Game records in PDN: written with the tags of their players, and read back.

use crate::clock::Millis;
use crate::live::LiveGame;
use crate::own_game::RulesTexts;
use crate::timing;
use quirkat_rules::{Outcome, Pdn, PdnTurn, Reason, Side};

/// Tags that follow from the game itself and are never copied from an earlier record.
pub const DERIVED_TAGS: [&str; 9] =
    ["GameType", "Variant", "Rules", "SetUp", "FEN", "Result", "Termination", RulesTexts::FILE, RulesTexts::TEXT];

/// Comment on a turn before which a hint was shown.
const HINTED: &str = "a hint was asked for";

/// Returns the tags that the players have set, without those that follow from the game.
pub fn player_tags(pdn: &Pdn) -> Vec<(String, String)> {
    pdn.tags.iter().filter(|(name, _)| !DERIVED_TAGS.contains(&name.as_str())).cloned().collect()
}

/// Returns whether a record contains only the turns and their clock times, so that writing it again loses no comments
/// or variations.
pub fn is_unannotated(pdn: &Pdn) -> bool {
    let has_clocks = timing::terms(pdn).is_some();
    let has_only_clock_times =
        |turn: &PdnTurn| turn.comments.iter().all(|comment| has_clocks && timing::read_comment(comment).is_some());
    let is_bare = |turn: &PdnTurn| turn.glyphs.is_empty() && turn.variations.is_empty() && has_only_clock_times(turn);
    pdn.comments.is_empty() && pdn.turns.iter().all(is_bare)
}

impl LiveGame {
    /// Returns the record of an unfinished game at the given time, including the state of the clocks.
    pub fn record_at(&self, tags: &[(&str, &str)], at: Millis) -> Pdn {
        let mut pdn = self.record(tags);
        self.write_shown(&mut pdn, at);
        pdn
    }

    /// Returns the record of the game with additional tags.
    pub fn record(&self, tags: &[(&str, &str)]) -> Pdn {
        let mut pdn = Pdn::from_game(&*self.game, tags);
        for &ply in self.hinted_plies() {
            if let Some(turn) = pdn.turns.get_mut(ply).filter(|turn| turn.comments.is_empty()) {
                turn.comments.push(HINTED.to_owned());
            }
        }
        self.write_times(&mut pdn);
        if let Some(ending) = self.termination() {
            // PDN has no results for these ends: the loser counts as resigned, and without a loser there is no result.
            let lost = |loser: Side| Outcome { winner: Some(loser.other()), reason: Reason::Resignation };
            let result = ending.loser().map_or("*", |loser| lost(loser).result(self.game.ruleset().white()));
            for (_, value) in pdn.tags.iter_mut().filter(|(name, _)| name == "Result") {
                result.clone_into(value);
            }
            pdn.tags.push(("Termination".to_owned(), ending.word().to_owned()));
            result.clone_into(&mut pdn.result);
        }
        pdn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClockTerms, Event, LogEntry, PlayMode, Player, Ruling};

    fn people() -> [Player; 2] {
        ["Ana", "Bru"].map(|name| Player::Person(name.to_owned()))
    }

    #[test]
    fn a_game_continues_from_its_record_with_the_players_tags() {
        let ruling = Ruling::new("shashki", &[]).unwrap();
        let mut live = LiveGame::new(ruling.new_game(), people(), PlayMode::Home, None);
        let text = live.game.turns().unwrap()[0].text(&ruling.ruleset().board);
        live.apply(&LogEntry { at: 0, by: live.game.to_move(), event: Event::Turn(text) }).unwrap();
        let written = live.record(&[("Event", "a test")]).to_string();
        let pdn = Pdn::read(&written).unwrap().swap_remove(0);
        assert!(
            is_unannotated(&pdn) && !is_unannotated(&Pdn { comments: vec!["well played".to_owned()], ..pdn.clone() })
        );
        let tags = player_tags(&pdn);
        assert_eq!(tags, [("Event".to_owned(), "a test".to_owned())]);
        let file = quirkat_rules::find_game(ruling.game_id()).unwrap();
        let again = LiveGame::new(pdn.replay(file).unwrap(), people(), PlayMode::Home, None);
        assert_eq!((again.movers(), again.game.history()), (live.movers(), live.game.history()));
        let tags: Vec<_> = tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(again.record(&tags).to_string(), written);
    }

    #[test]
    fn a_side_loses_on_time() {
        let ruling = Ruling::new("alquerque", &[]).unwrap();
        let terms = ClockTerms::Whole { initial: 1_000, increment: 0 };
        let mut live = LiveGame::new(ruling.new_game(), people(), PlayMode::Club, Some(terms));
        live.apply(&LogEntry { at: 9, by: Side::First, event: Event::Flag }).unwrap();
        let text = live.record(&[]).to_string();
        assert!(text.contains("[Result \"0-1\"]") && text.contains("[Termination \"time\"]"), "{text}");
        assert!(text.trim_end().ends_with("0-1"), "{text}");
    }

    #[test]
    fn a_game_that_was_called_off_has_no_result() {
        let mut live = LiveGame::new(Ruling::new("lasca", &[]).unwrap().new_game(), people(), PlayMode::Club, None);
        live.apply(&LogEntry { at: 9, by: Side::Second, event: Event::CallOff }).unwrap();
        let text = live.record(&[]).to_string();
        assert!(text.contains("[Result \"*\"]") && text.contains("[Termination \"called_off\"]"), "{text}");
    }
}
