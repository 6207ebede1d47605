//! Sentences on the end of the game: wins, losses and draws.

use super::speech::{Rule, Speech};
use super::texts::{number, text};
use super::{counts, hunt, mills, placing, promotion, ranks};
use quirkat_rules::{
    AUTOMATIC_COUNT_TURNS, AfterPlacing, Aim, Blocked, EndCount, OptionKey, Repetition, Return, Side, TurnLimit,
};

/// Returns the sentences on wins and losses, and on the events that end the game.
pub fn end(say: &Speech<'_>) -> Vec<Rule> {
    let blocked = hunt::shut_in(say).unwrap_or_else(|| blocked(say));
    mills::win(say)
        .into_iter()
        .chain(hunt::toll(say))
        .chain(losses(say))
        .chain(ranks::king_lost(say))
        .chain(promotion::wins(say))
        .chain(may_be_blocked(say).then_some(blocked))
        .chain(counts::wins(say))
        .chain(hunt::repetition(say))
        .chain(repetition_count(say))
        .chain(end_count(say))
        .chain(count(say))
        .chain([say.rule(&[], "ending.resigning", &[])])
        .collect()
}

/// Returns the sentences on draws, other than equal numbers when pieces are counted.
pub fn draws(say: &Speech<'_>) -> Vec<Rule> {
    [Some(say.rule(&[], "ending.agreement", &[])), placing::ending(say), repetition(say), no_capture_limit(say)]
        .into_iter()
        .flatten()
        .chain(counts::draws(say))
        .collect()
}

/// Returns how a side loses by its own losses, in games in which both sides capture.
fn losses(say: &Speech<'_>) -> Vec<Rule> {
    if say.has_towers() {
        let key = match say.options.aim {
            Aim::Win => "ending.no_column",
            Aim::Lose => "ending.no_column_wins",
        };
        return vec![say.rule(&by_aim(say, &[OptionKey::Removal]), key, &[])];
    }
    if !say.takes_pieces() || say.captor().is_some() {
        return vec![];
    }
    let tolls = Side::BOTH.map(|side| say.toll(side));
    let all = tolls.contains(&None).then(|| {
        let key = match (say.options.aim, say.has_hand()) {
            (Aim::Win, false) => "ending.no_pieces",
            (Aim::Win, true) => "ending.no_pieces_nor_hand",
            (Aim::Lose, false) => "ending.no_pieces_wins",
            (Aim::Lose, true) => "ending.no_pieces_nor_hand_wins",
        };
        say.rule(&by_aim(say, &say.stated(&[OptionKey::TakenToWin])), key, &[])
    });
    toll(say, tolls).into_iter().chain(all).collect()
}

/// Returns the sentence on the loss of a fixed number of pieces, in games in which both sides capture.
fn toll(say: &Speech<'_>, tolls: [Option<usize>; 2]) -> Option<Rule> {
    let toll = tolls.into_iter().flatten().next()?;
    let [first, second] = Side::BOTH.map(|side| say.total(side));
    let left = match first - toll.min(first) {
        _ if first != second => String::new(),
        1 => say.text("ending.left_one", &[]),
        left => say.text("ending.left_many", &[number("left", left)]),
    };
    let slots = [text("prizes", hunt::prizes(say, toll)), text("left", left)];
    Some(say.rule(&[OptionKey::TakenToWin], "ending.toll", &slots))
}

/// Returns whether a side can be without a legal turn.
fn may_be_blocked(say: &Speech<'_>) -> bool {
    match say.options.after_placing {
        AfterPlacing::Move => true,
        AfterPlacing::End => !say.has_placing(),
        AfterPlacing::Fly => false,
    }
}

/// Returns the result for a player without a legal turn.
fn blocked(say: &Speech<'_>) -> Rule {
    let movement = text("move", say.text(if say.captures_only() { "ending.capture" } else { "ending.move" }, &[]));
    let keys = [OptionKey::Blocked];
    let key = match (say.options.blocked, say.options.aim) {
        (Blocked::Draw, _) => return say.rule(&keys, "ending.blocked_draws", &[movement]),
        (Blocked::Loss, Aim::Win) => "ending.blocked_loses",
        (Blocked::Loss, Aim::Lose) => "ending.blocked_wins",
        (Blocked::LastHigher, Aim::Win) if say.has_kings() => "ending.blocked_last_higher",
        (Blocked::LastHigher, Aim::Lose) if say.has_kings() => "ending.blocked_last_higher_wins",
        (Blocked::Pass | Blocked::LastHigher, _) => return say.rule(&keys, "ending.blocked_passes", &[movement]),
    };
    say.rule(&by_aim(say, &keys), key, &[movement])
}

/// Returns the options of a sentence whose result the aim of the game reverses.
pub fn by_aim(say: &Speech<'_>, keys: &[OptionKey]) -> Vec<OptionKey> {
    [keys, &say.stated(&[OptionKey::Aim])].concat()
}

fn end_count(say: &Speech<'_>) -> Option<Rule> {
    match automatic(say) {
        EndCount::Off => None,
        EndCount::ByAgreement => Some(say.rule(&[OptionKey::EndCount], "ending.count_by_agreement", &[])),
        EndCount::Automatic => {
            let slots = [number("turns", AUTOMATIC_COUNT_TURNS), text("quiet", quiet(say))];
            Some(say.rule(&[OptionKey::EndCount], "ending.count_automatic", &slots))
        }
    }
}

/// Returns the result of counting the pieces, or `None` if the rules never count them.
fn count(say: &Speech<'_>) -> Option<Rule> {
    let keys: &[OptionKey] = match (repetition_count(say).is_some(), say.options.end_count != EndCount::Off) {
        (false, false) => return None,
        (true, false) => &[OptionKey::Repetition],
        (false, true) => &[OptionKey::EndCount],
        (true, true) => &[OptionKey::Repetition, OptionKey::EndCount],
    };
    Some(say.rule(keys, "ending.count", &[]))
}

/// Returns when the pieces are counted. The automatic count never occurs if every turn captures, or if a draw rule ends
/// the game earlier.
fn automatic(say: &Speech<'_>) -> EndCount {
    match (say.options.end_count, say.options.no_capture_limit) {
        (EndCount::Automatic, _) if say.captures_only() => EndCount::ByAgreement,
        (EndCount::Automatic, TurnLimit(Some(turns))) if usize::from(turns) < AUTOMATIC_COUNT_TURNS => {
            EndCount::ByAgreement
        }
        (count, _) => count,
    }
}

/// Returns the sentence on counting after a repetition. It belongs to the ends, because the count has a winner.
fn repetition_count(say: &Speech<'_>) -> Option<Rule> {
    match say.options.repetition {
        Repetition::Count if !never_repeats(say) => {
            Some(say.rule(&[OptionKey::Repetition], "ending.repetition_counts", &[text("same", same_position(say))]))
        }
        Repetition::Count
        | Repetition::Draw
        | Repetition::DrawIfEqual
        | Repetition::Forbidden
        | Repetition::CaptorWins
        | Repetition::None => None,
    }
}

fn repetition(say: &Speech<'_>) -> Option<Rule> {
    match say.options.repetition {
        _ if say.captures_only() => every_turn_takes(say),
        _ if !say.has_moves() => None,
        // If no piece returns to a point, a position includes the visited points, so every step makes a new one.
        _ if say.options.returning == Return::Never => {
            Some(say.rule(&[OptionKey::Return], "ending.nothing_repeats", &[]))
        }
        Repetition::CaptorWins if say.captor().is_some() => None,
        Repetition::Draw | Repetition::CaptorWins => {
            Some(say.rule(&[OptionKey::Repetition], "ending.repetition_draws", &[text("same", same_position(say))]))
        }
        Repetition::DrawIfEqual => {
            let same = text("same", same_position(say));
            Some(say.rule(&[OptionKey::Repetition], "ending.repetition_draws_if_equal", &[same]))
        }
        Repetition::None => Some(say.rule(&[OptionKey::Repetition], "ending.repetition_nothing", &[])),
        Repetition::Count | Repetition::Forbidden => None,
    }
}

/// Returns the sentence that no position repeats because every turn captures, if a source mentions repetition.
fn every_turn_takes(say: &Speech<'_>) -> Option<Rule> {
    let keys = say.stated(&[OptionKey::Repetition]);
    (!keys.is_empty()).then(|| say.rule(&keys, "ending.every_turn_takes", &[]))
}

/// Returns whether no position can repeat: every turn places or captures a piece, or no piece returns.
pub fn never_repeats(say: &Speech<'_>) -> bool {
    say.captures_only() || !say.has_moves() || say.options.returning == Return::Never
}

/// Returns the words for everything that two equal positions have in common, including what legality depends on.
pub fn same_position(say: &Speech<'_>) -> String {
    let remembers = say.has_huffs() || say.options.returning == Return::NotLast;
    say.text(if remembers { "ending.same_and_allowed" } else { "ending.same" }, &[])
}

fn no_capture_limit(say: &Speech<'_>) -> Option<Rule> {
    let TurnLimit(turns) = say.options.no_capture_limit;
    let turns = usize::from(turns?);
    // Such turns do not occur, or the automatic count comes first.
    if say.captures_only() || say.options.end_count == EndCount::Automatic && turns >= AUTOMATIC_COUNT_TURNS {
        return None;
    }
    Some(say.rule(&[OptionKey::NoCaptureLimit], "ending.limit", &[number("turns", turns), text("quiet", quiet(say))]))
}

/// Returns the words for the events that end a series of quiet turns. A huff removes pieces too.
fn quiet(say: &Speech<'_>) -> String {
    say.text(if say.has_huffs() { "ending.quiet_huff" } else { "ending.quiet" }, &[])
}
