//! Describes a turn that was played: *goat on f2 to e3, takes d4*. The exact notation is for records and for input.

use super::speech::Speech;
use super::texts::{Slot, Value, text};
use quirkat_rules::{Language, Piece, Play, Point, Rank, Ruleset, Setup, Turn};

/// Describes one turn of a game's history, without its player: which piece goes where, what it captures and what it
/// becomes. `ply` counts from 0. Returns `None` if the game has no such turn.
///
/// # Examples
/// ```
/// use quirkat_rules::{AnyRules, Language, find_game, read_turn};
/// use quirkat_words::turn_in_words;
/// let ruleset = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
/// let mut game = AnyRules::compile(ruleset).unwrap().new_game();
/// for text in ["d2-c3", "b4xd2"] {
///     let turn = read_turn(&*game, text).unwrap();
///     game.play(&turn).unwrap();
/// }
/// assert_eq!(turn_in_words(&*game, 1, Language::En).unwrap(), "man on b4 to d2, takes c3");
/// assert_eq!(turn_in_words(&*game, 1, Language::Es).unwrap(), "peón de b4 a d2, captura c3");
/// assert_eq!(turn_in_words(&*game, 2, Language::En), None);
/// ```
pub fn turn_in_words(game: &dyn Play, ply: usize, language: Language) -> Option<String> {
    let turn = *game.history().get(ply)?;
    Some(sentence(&Speech::new(game.ruleset(), language), &game.setup_after(ply), turn, &game.setup_after(ply + 1)))
}

/// Describes all turns of a game's history, each as [`turn_in_words`]. Its points have the names that they have in `named`,
/// the game's ruleset in one of its notations.
pub fn turns_in_words(game: &dyn Play, named: &Ruleset, language: Language) -> Vec<String> {
    let say = Speech::new(named, language);
    let mut before = game.setup_after(0);
    let describe = |(ply, turn): (usize, &Turn)| {
        let after = game.setup_after(ply + 1);
        sentence(&say, &std::mem::replace(&mut before, after.clone()), turn, &after)
    };
    game.history().into_iter().enumerate().map(describe).collect()
}

/// Describes a turn by the positions before and after it, as [`turn_in_words`].
pub fn move_in_words(ruleset: &Ruleset, before: &Setup, turn: &Turn, after: &Setup, language: Language) -> String {
    sentence(&Speech::new(ruleset, language), before, turn, after)
}

fn sentence(say: &Speech<'_>, before: &Setup, turn: &Turn, after: &Setup) -> String {
    let mut parts = Vec::new();
    let mut add_sentence = |key, slots: &[Slot]| parts.push(say.text(key, slots));
    if let Some(claim) = &turn.claim {
        add_sentence("turn.claims", &[points(say, "points", &claim.path)]);
    }
    if let Some(huffed) = turn.huff {
        add_sentence("turn.huffs", &[piece(say, before, huffed), point(say, "point", huffed)]);
    }
    if let Some(dice) = turn.roll {
        add_sentence("turn.throws", &[text("dice", say.grammar().list(&dice.map(|die| die.to_string())))]);
    }
    if turn.calls {
        add_sentence("turn.calls", &[]);
    }
    if !turn.drops.is_empty() {
        add_sentence(
            "turn.enters",
            &[say.noun("piece", before.to_move, Rank::Man), points(say, "points", &turn.drops)],
        );
    }
    if let [from, to @ ..] = &turn.path[..]
        && !to.is_empty()
    {
        add_sentence("turn.moves", &[piece(say, before, *from), point(say, "from", *from), points(say, "to", to)]);
    }
    if !turn.captures.is_empty() {
        add_sentence("turn.takes", &[points(say, "points", &turn.captures)]);
    }
    if let Some(rank) = promoted(before, turn, after) {
        add_sentence("turn.becomes", &[say.noun("rank", before.to_move, rank)]);
    }
    if !turn.removed.is_empty() {
        add_sentence("turn.takes_off", &[points(say, "points", &turn.removed)]);
    }
    if parts.is_empty() { say.text("turn.passes", &[]) } else { parts.join(", ") }
}

fn point(say: &Speech<'_>, slot: &'static str, point: Point) -> Slot {
    text(slot, say.ruleset.board.name(point))
}

fn points(say: &Speech<'_>, slot: &'static str, points: &[Point]) -> Slot {
    let names: Vec<_> = points.iter().map(|&point| say.ruleset.board.name(point).to_owned()).collect();
    text(slot, say.grammar().list(&names))
}

/// Returns a slot with the piece that moves or is huffed: a column if it has several pieces. A man that was entered or
/// claimed before it moves is not on the board of `before`.
fn piece(say: &Speech<'_>, before: &Setup, at: Point) -> Slot {
    match before.columns[at.index()][..] {
        [] => say.noun("piece", before.to_move, Rank::Man),
        [Piece { side, rank }] => say.noun("piece", side, rank),
        [..] => ("piece", Value::Noun(say.nouns.piece.clone())),
    }
}

/// Returns the rank to which the moved piece was promoted.
fn promoted(before: &Setup, turn: &Turn, after: &Setup) -> Option<Rank> {
    let (from, to) = turn.endpoints()?;
    let rank = |setup: &Setup, at: Point| setup.columns[at.index()].last().map(|piece| piece.rank);
    let (was, is) = (rank(before, from)?, rank(after, to)?);
    (is > was).then_some(is)
}
