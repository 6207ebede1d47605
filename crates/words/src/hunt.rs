//! Sentences on games in which only one side captures, and how each side wins them.

use super::ending::{by_aim, never_repeats, same_position};
use super::speech::{Rule, Speech};
use super::texts::{number, text};
use quirkat_rules::{Aim, Blocked, OptionKey, Repetition};

/// Returns which side captures, or `None` if both or neither do.
pub fn captors(say: &Speech<'_>) -> Option<Rule> {
    let captor = say.captor()?;
    let sides = [say.side("captor", captor), say.side("other", captor.other())];
    Some(say.rule(&[OptionKey::Captors], "hunt.captors", &sides))
}

/// Returns the number of captures by which the capturing side wins, or that it must take all.
pub fn toll(say: &Speech<'_>) -> Option<Rule> {
    let captor = say.captor().filter(|_| !say.has_towers())?;
    let side = say.side("captor", captor);
    let keys = say.stated(&[OptionKey::TakenToWin, OptionKey::Hunters]);
    let Some(toll) = say.toll(captor) else {
        let key = match say.options.aim {
            Aim::Win => "hunt.takes_all",
            Aim::Lose => "hunt.takes_all_loses",
        };
        return Some(say.rule(&by_aim(say, &keys), key, &[side]));
    };
    let left = match say.total(captor.other()) - toll {
        1 => say.text("hunt.left_one", &[]),
        left => say.text("hunt.left_many", &[number("left", left)]),
    };
    Some(say.rule(&keys, "hunt.toll", &[side, text("prizes", prizes(say, toll)), text("left", left)]))
}

/// Returns the pieces that are captured, with their number.
pub fn prizes(say: &Speech<'_>, count: usize) -> String {
    say.grammar().counted(&say.nouns.prize, count)
}

/// Returns the sentence that defines being shut in, if that decides the game.
pub fn shut_in(say: &Speech<'_>) -> Option<Rule> {
    let captor = say.captor().filter(|_| say.options.blocked == Blocked::Loss)?;
    let sides = [say.side("captor", captor), say.side("other", captor.other())];
    let key = match say.options.aim {
        Aim::Win => "hunt.shut_in",
        Aim::Lose => "hunt.shut_in_wins",
    };
    Some(say.rule(&by_aim(say, &[OptionKey::Blocked]), key, &sides))
}

/// Returns the sentence on the win of the capturing side when a position repeats.
pub fn repetition(say: &Speech<'_>) -> Option<Rule> {
    let wins = say.options.repetition == Repetition::CaptorWins && !never_repeats(say);
    let captor = say.captor().filter(|_| wins)?;
    let slots = [text("same", same_position(say)), say.side("captor", captor)];
    Some(say.rule(&[OptionKey::Repetition], "hunt.repetition", &slots))
}
