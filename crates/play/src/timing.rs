//! Clock times in records, in the conventions of other programs.
//!
//! The tag `TimeControl` holds the time control in seconds (`300+3`; `1/86400` is a day for each turn). The comment
//! `[%clk 0:04:57.3]` after a turn holds the remaining time of the side that made it. The tags `WhiteClock` and
//! `BlackClock` hold the clocks of an unfinished game.

use crate::clock::{ClockTerms, Millis};
use crate::live::LiveGame;
use quirkat_rules::{Pdn, PdnTurn, Side};

/// Name of the tag with the time control.
const TERMS: &str = "TimeControl";
/// Names of the tags with the clocks of White and of Black.
const SHOWN: [&str; 2] = ["WhiteClock", "BlackClock"];
/// Start and end of a comment with a clock time.
const COMMENT: [&str; 2] = ["[%clk ", "]"];

/// Reads the time control of a record, if it is a total time within the supported range.
pub fn terms(pdn: &Pdn) -> Option<ClockTerms> {
    let (initial, increment) = pdn.tag(TERMS)?.split_once('+')?;
    ClockTerms::whole(initial.parse::<f64>().ok()? / 60.0, increment.parse().ok()?)
}

/// Reads a comment that contains only a clock time.
pub fn read_comment(comment: &str) -> Option<Millis> {
    time(comment.strip_prefix(COMMENT[0])?.strip_suffix(COMMENT[1])?)
}

/// Reads the remaining time of both sides after each turn and at the end of the record; `movers` are the sides that
/// made the turns.
pub fn read(pdn: &Pdn, movers: &[Side], white: Side, terms: ClockTerms) -> (Vec<[Millis; 2]>, [Millis; 2]) {
    let mut left = [terms.initial(); 2];
    let after = |(turn, by): (&PdnTurn, &Side)| {
        if let Some(told) = turn.comments.iter().find_map(|comment| read_comment(comment)) {
            left[by.index()] = told;
        }
        left
    };
    let clocked = pdn.turns.iter().zip(movers).map(after).collect();
    for (name, side) in SHOWN.into_iter().zip([white, white.other()]) {
        if let Some(shown) = pdn.tag(name).and_then(time) {
            left[side.index()] = shown;
        }
    }
    (clocked, left)
}

/// Formats a time as `0:04:57.3`, to the tenth of a second.
fn clock_text(left: Millis) -> String {
    let tenths = left.max(0) / 100;
    let (seconds, rest) = (tenths / 10, tenths % 10);
    let whole = format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if rest == 0 { whole } else { format!("{whole}.{rest}") }
}

/// Parses a time in this format.
fn time(text: &str) -> Option<Millis> {
    let mut parts = text.splitn(3, ':');
    let mut whole = || parts.next()?.parse::<u32>().ok().map(Millis::from);
    let (hours, minutes) = (whole()?, whole()?);
    let seconds = parts.next()?.parse::<f64>().ok().filter(|seconds| (0.0..60.0).contains(seconds))?;
    Some((hours * 60 + minutes) * 60_000 + (seconds * 1_000.0).round() as Millis)
}

impl LiveGame {
    /// Writes the time control, and the remaining time of the mover after each turn.
    pub(crate) fn write_times(&self, pdn: &mut Pdn) {
        let Some(clock) = self.clock else { return };
        let seconds = |millis: Millis| millis as f64 / 1_000.0;
        let terms = match clock.terms() {
            ClockTerms::Turn(each) => format!("1/{}", seconds(each)),
            ClockTerms::Whole { initial, increment } => format!("{}+{}", seconds(initial), seconds(increment)),
        };
        pdn.tags.retain(|(name, _)| name != TERMS && !SHOWN.contains(&name.as_str()));
        pdn.tags.push((TERMS.to_owned(), terms));
        if let ClockTerms::Whole { .. } = clock.terms() {
            for ((turn, by), left) in pdn.turns.iter_mut().zip(self.movers()).zip(self.clock_history()) {
                turn.comments.push(format!("{}{}{}", COMMENT[0], clock_text(left[by.index()]), COMMENT[1]));
            }
        }
    }

    /// Writes the clocks at the given time, while the game continues.
    pub(crate) fn write_shown(&self, pdn: &mut Pdn, at: Millis) {
        let Some(clock) = self.clock.filter(|_| self.end().is_none()) else { return };
        let white = self.game.ruleset().white();
        for (name, side) in SHOWN.into_iter().zip([white, white.other()]) {
            pdn.tags.push((name.to_owned(), clock_text(clock.remaining(side, at))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Act, Event, LogEntry, OfferKind, PlayMode, Player, Ruling, Seats};
    use quirkat_rules::find_game;

    fn people() -> [Player; 2] {
        ["Ana", "Bru"].map(|name| Player::Person(name.to_owned()))
    }

    /// Plays this number of turns, one each second, with clocks of five minutes and an increment of three seconds.
    fn timed(turns: i64, mode: PlayMode) -> LiveGame {
        let ruling = Ruling::new("shashki", &[]).unwrap();
        let mut live = LiveGame::new(ruling.new_game(), people(), mode, ClockTerms::read("5+3"));
        for second in 0..turns {
            let turn = live.turn_event(&live.game.turns().unwrap()[0]);
            live.apply(&LogEntry { at: second * 1_000, by: live.game.to_move(), event: turn }).unwrap();
        }
        live
    }

    fn reread(pdn: &Pdn, at: Millis) -> LiveGame {
        let read = Pdn::read(&pdn.to_string()).unwrap().swap_remove(0);
        let game = read.replay(find_game("shashki").unwrap()).unwrap();
        LiveGame::from_record(game, &read, people(), PlayMode::Home, at)
    }

    #[test]
    fn a_record_has_the_clocks_after_each_turn_and_when_the_game_was_left() {
        let live = timed(4, PlayMode::Home);
        let left = live.record_at(&[], 3_450);
        let clocks: Vec<_> = left.turns.iter().map(|turn| turn.comments.join(" ")).collect();
        let [five, later] = ["[%clk 0:05:00]", "[%clk 0:05:02]"];
        assert_eq!(clocks, [five, five, later, later], "a second each, three seconds more");
        let tags = ["TimeControl", "WhiteClock", "BlackClock"].map(|tag| left.tag(tag).unwrap());
        assert_eq!(tags, ["300+3", "0:05:01.5", "0:05:02"]);
        assert!(crate::is_unannotated(&left));

        let later = reread(&left, 1_000_000);
        assert_eq!(Side::BOTH.map(|side| later.clock.unwrap().remaining(side, 1_000_500)), [301_000, 302_000]);
        assert_eq!((later.clock_history(), later.record_at(&[], 1_000_000)), (live.clock_history(), left));
    }

    #[test]
    fn a_takeback_restores_the_clock_only_at_home() {
        for (mode, left) in [(PlayMode::Home, [302_000, 300_000]), (PlayMode::Alone, [294_000, 293_000])] {
            let mut live = timed(3, mode);
            let turn = live.turn_event(&live.game.turns().unwrap()[0]);
            live.apply(&LogEntry { at: 12_000, by: Side::Second, event: turn }).unwrap();
            for (by, event) in live.judge(Seats::Both, &Act::Offer(OfferKind::Takeback), 20_000).unwrap() {
                live.apply(&LogEntry { at: 20_000, by, event }).unwrap();
            }
            let clock = live.clock.unwrap();
            assert_eq!((clock.running(), live.clock_history().len()), (Some(Side::Second), 3));
            assert_eq!(Side::BOTH.map(|side| clock.remaining(side, 20_000)), left, "{mode:?}");
        }
    }

    #[test]
    fn a_takeback_at_home_undoes_a_loss_on_time() {
        let mut live = timed(3, PlayMode::Home);
        assert_eq!((live.out_of_time(301_999), live.out_of_time(302_000)), (None, Some(Side::Second)));
        live.apply(&LogEntry { at: 302_000, by: Side::Second, event: Event::Flag }).unwrap();
        let lost = reread(&live.record_at(&[], 302_000), 0);
        assert_eq!((lost.end(), lost.clock.unwrap().running()), (Some((Some(Side::First), "time")), None));
        assert_eq!(lost.out_of_time(999_999), None, "once is enough");
        for (by, event) in live.judge(Seats::Both, &Act::Offer(OfferKind::Takeback), 400_000).unwrap() {
            live.apply(&LogEntry { at: 400_000, by, event }).unwrap();
        }
        let clock = live.clock.unwrap();
        assert_eq!((live.end(), clock.running()), (None, Some(Side::First)));
        assert_eq!(Side::BOTH.map(|side| clock.remaining(side, 400_000)), [300_000; 2]);
    }

    #[test]
    fn unsupported_clocks_are_ignored() {
        let mut pdn = timed(3, PlayMode::Home).record(&[]);
        for tag in ["", "-", "40/7200", "300", "1+1", "1e9+0", "300+99", "NaN+0"] {
            pdn.tags.retain(|(name, _)| name != TERMS);
            pdn.tags.push((TERMS.to_owned(), tag.to_owned()));
            assert_eq!((reread(&pdn, 0).clock, crate::is_unannotated(&pdn)), (None, false), "{tag}");
        }
        for comment in ["[%clk 0:04]", "[%clk -1:00:00]", "[%clk 0:00:99]", "[%clk 0:00:NaN]", "[%clk 1:2:3] well", ""]
        {
            assert_eq!(read_comment(comment), None, "{comment}");
        }
        assert_eq!(
            read_comment("[%clk 4294967295:59:59.9]"),
            Some(((4_294_967_295 * 60 + 59) * 60 + 59) * 1_000 + 900)
        );
    }
}
