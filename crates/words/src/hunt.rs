//! Games in which only one side captures: who does, and how each side wins.

use super::ending::{never_repeats, same_position};
use super::speech::{Rule, Speech};
use super::texts::{number, text};
use quirkat_rules::{Blocked, OptionKey, Repetition};

/// Who captures, where not everybody does.
pub fn captors(say: &Speech<'_>) -> Option<Rule> {
    let captor = say.captor()?;
    let sides = [say.side("captor", captor), say.side("other", captor.other())];
    Some(say.rule(&[OptionKey::Captors], "hunt.captors", &sides))
}

/// The captures by which that side wins: so many, or all.
pub fn toll(say: &Speech<'_>) -> Option<Rule> {
    let captor = say.captor().filter(|_| !say.has_towers())?;
    let side = say.side("captor", captor);
    let keys = say.stated(&[OptionKey::TakenToWin, OptionKey::Hunters]);
    let Some(toll) = say.toll(captor) else {
        return Some(say.rule(&keys, "hunt.takes_all", &[side]));
    };
    let left = match say.total(captor.other()) - toll {
        1 => say.text("hunt.left_one", &[]),
        left => say.text("hunt.left_many", &[number("left", left)]),
    };
    Some(say.rule(&keys, "hunt.toll", &[side, text("prizes", prizes(say, toll)), text("left", left)]))
}

/// So many of what is captured.
pub fn prizes(say: &Speech<'_>, count: usize) -> String {
    say.grammar().counted(&say.nouns.prize, count)
}

/// What it means that a side is shut in, if that loses.
pub fn shut_in(say: &Speech<'_>) -> Option<Rule> {
    let captor = say.captor().filter(|_| say.options.blocked == Blocked::Loss)?;
    let sides = [say.side("captor", captor), say.side("other", captor.other())];
    Some(say.rule(&[OptionKey::Blocked], "hunt.shut_in", &sides))
}

/// The win of the side that captures when a position comes up again.
pub fn repetition(say: &Speech<'_>) -> Option<Rule> {
    let wins = say.options.repetition == Repetition::CaptorWins && !never_repeats(say);
    let captor = say.captor().filter(|_| wins)?;
    let slots = [text("same", same_position(say)), say.side("captor", captor)];
    Some(say.rule(&[OptionKey::Repetition], "hunt.repetition", &slots))
}
