//! What both faces of a game say to its players.

use super::Player;
use super::session::{Offer, Session};
use quirkat_play::{Duty, Pressing};
use quirkat_rules::{Language, Outcome, Piece, Play, Point, Ruleset, Side, Turn};
use quirkat_search::{Line, Score};
use quirkat_words::outcome_in_words;
use std::borrow::Cow;
use textwrap::WordSplitter;
use textwrap::core::display_width;

/// The language of the game's face.
pub const LANGUAGE: Language = Language::En;

/// What a side is called.
pub fn side(ruleset: &Ruleset, side: Side) -> &str {
    ruleset.about.sides[side.index()].name.get(LANGUAGE)
}

/// The game, its variant and its house rules, in so many columns: where they are too many they are counted only.
pub fn title_within(ruleset: &Ruleset, columns: usize) -> String {
    let whole = title(ruleset);
    if display_width(&whole) <= columns {
        return whole;
    }
    let plain = format!("{}: {}", ruleset.about.name.get(LANGUAGE), ruleset.about.variant_name.get(LANGUAGE));
    let shorter = match ruleset.house_rules.len() {
        0 => plain,
        1 => format!("{plain}, 1 house rule"),
        count => format!("{plain}, {count} house rules"),
    };
    let fits = display_width(&shorter) <= columns;
    if fits { shorter } else { ruleset.about.name.get(LANGUAGE).chars().take(columns).collect() }
}

/// The game, its variant and its house rules.
pub fn title(ruleset: &Ruleset) -> String {
    let house_rules = ruleset.house_rules.iter().map(|(key, value)| format!(", {key}={value}"));
    format!("{}: {}", ruleset.about.name.get(LANGUAGE), ruleset.about.variant_name.get(LANGUAGE))
        + &house_rules.collect::<String>()
}

/// What stands on a point, a tower from top to bottom.
pub fn column(ruleset: &Ruleset, point: Point, pieces: &[Piece]) -> String {
    let blocks: Vec<_> = pieces
        .chunk_by(|a, b| a == b)
        .rev()
        .map(|block| {
            let (count, piece) = (block.len(), block[0]);
            let owner = side(ruleset, piece.side).to_lowercase();
            let is_its_own = ruleset.about.sides[piece.side.index()].ranks[piece.rank.index()].is_some();
            let rank = ruleset.rank_name(Some(piece.side), piece.rank);
            let noun = rank.map_or("piece", |rank| if count == 1 { &rank.one } else { &rank.many }.get(LANGUAGE));
            // A goat is nobody's but the goats'.
            (count, if is_its_own { noun.to_owned() } else { format!("{owner} {noun}") })
        })
        .collect();
    let name = ruleset.board.name(point);
    let Some(((count, top), below)) = blocks.split_first() else { return format!("{name}: empty") };
    let top = if *count == 1 { top.clone() } else { format!("{count} {top}") };
    let below: Vec<_> = below.iter().map(|(count, block)| format!("{count} {block}")).collect();
    let over = if below.is_empty() { "" } else { " over " };
    format!("{name}: {top}{over}{}", below.join(", "))
}

/// A text in lines of at most so many columns, broken between words, and within words that are longer than a line.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let options = textwrap::Options::new(columns.max(1)).word_splitter(WordSplitter::NoHyphenation);
    let words = |paragraph: &str| paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines =
        |paragraph: &str| textwrap::wrap(&words(paragraph), &options).into_iter().map(Cow::into_owned).collect();
    text.split('\n').flat_map::<Vec<_>, _>(lines).collect()
}

/// Who plays a side.
pub fn player(player: Player) -> String {
    match player {
        Player::Human => "you".to_owned(),
        Player::Engine(level) => format!("engine, level {}", level.number()),
    }
}

/// How the game has ended.
pub fn outcome(ruleset: &Ruleset, outcome: Outcome) -> String {
    outcome_in_words(ruleset, outcome, LANGUAGE)
}

/// A turn and who made it.
pub fn turn(ruleset: &Ruleset, mover: Side, turn: &Turn) -> String {
    format!("{}: {}", side(ruleset, mover), turn.text(&ruleset.board))
}

/// What the engine would play, and what it thinks of it.
pub fn hint(ruleset: &Ruleset, line: &Line) -> String {
    let first = line.turns.first().map(|turn| turn.text(&ruleset.board)).unwrap_or_default();
    format!("Hint: {first} ({})", score(line.score))
}

fn score(score: Score) -> String {
    let turns = |plies: i32| match plies.unsigned_abs().div_ceil(2) {
        1 => "1 turn".to_owned(),
        turns => format!("{turns} turns"),
    };
    match score.plies_to_end() {
        Some(plies) if plies > 0 => format!("wins in {}", turns(plies)),
        Some(plies) => format!("but it loses in {}", turns(plies)),
        None => format!("score {score}"),
    }
}

/// An offer and what was answered.
pub fn answer(ruleset: &Ruleset, offer: Offer, accepted: bool) -> String {
    let verb = if accepted { "accepts" } else { "declines" };
    format!("{} {verb} the {}.", side(ruleset, offer.by.other()), offer.what.word())
}

/// What the rules say about capturing now, with the captures that there are; `None` where nothing presses.
pub fn compulsion(game: &dyn Play, turns: &[Turn]) -> Option<String> {
    let Pressing { duty, captures, .. } = Pressing::of(&game.ruleset().options, turns);
    let rule = match duty? {
        Duty::Capture => "A capture is compulsory",
        Duty::Largest => "A capture is compulsory, and the largest",
        Duty::Men => "A man that can capture makes a capture compulsory",
        Duty::Huff => "Who can capture and does not may be huffed",
    };
    let board = &game.ruleset().board;
    let texts: Vec<_> = captures.iter().take(3).map(|turn| turn.text(board)).collect();
    let more = match captures.len() - texts.len() {
        0 => String::new(),
        more => format!(" or {more} more"),
    };
    (!captures.is_empty()).then(|| format!("{rule}: {}{more}", texts.join(" or ")))
}

/// The captures that may be claimed, in words; `None` where none may.
pub fn claimable(game: &dyn Play, turns: &[Turn]) -> Option<String> {
    let board = &game.ruleset().board;
    let claim = |turn: &Turn| Turn { huff: None, path: vec![], ..turn.clone() }.text(board);
    let pressing = Pressing::of(&game.ruleset().options, turns);
    let mut claims: Vec<_> = pressing.claims.into_iter().map(claim).collect();
    claims.dedup();
    (!claims.is_empty()).then(|| format!("The last turn took too little; you may {}", claims.join(" or ")))
}

/// Where a point of the board may be huffed, in words; `None` where none may.
pub fn huffable(game: &dyn Play, turns: &[Turn]) -> Option<String> {
    let board = &game.ruleset().board;
    let pressing = Pressing::of(&game.ruleset().options, turns);
    let names: Vec<_> = pressing.huffable.iter().map(|&point| board.name(point)).collect();
    (!names.is_empty()).then(|| format!("May be huffed for not capturing: {}", names.join(" or ")))
}

/// What is said when the players leave: how the game ended, where it is kept, how it goes on.
pub fn farewell(session: &Session) -> String {
    let ending = session.game().outcome().map(|end| format!("{}\n", outcome(session.game().ruleset(), end)));
    let kept = match (session.is_kept(), session.trouble()) {
        (_, Some(trouble)) => format!("The game could not be saved: {trouble}\n"),
        (false, None) => String::new(),
        (true, None) if ending.is_some() => format!("The game is kept in {}\n", session.path().display()),
        (true, None) => format!("The game is saved. To go on with it:\n  quirkat play --resume {}\n", quoted(session)),
    };
    ending.unwrap_or_default() + &kept
}

/// The path of the record as a shell takes it.
fn quoted(session: &Session) -> String {
    let path = session.path().display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+,:@\\".contains(letter);
    if path.chars().all(plain) { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{Rank, find_game};

    #[test]
    fn towers_are_told_from_the_top() {
        let ruleset = find_game("alquerque").unwrap().ruleset(Some("roman"), &[]).unwrap();
        let point = ruleset.board.point("c3").unwrap();
        let pieces: Vec<_> = "BbbwwW"
            .chars()
            .map(|sign| Piece {
                side: if sign.eq_ignore_ascii_case(&'w') { Side::First } else { Side::Second },
                rank: if sign.is_ascii_uppercase() { Rank::King } else { Rank::Man },
            })
            .collect();
        let told = |pieces| column(&ruleset, point, pieces);
        assert_eq!(told(&pieces), "c3: white king over 2 white men, 2 black men, 1 black king");
        assert_eq!(told(&pieces[..4]), "c3: white man over 2 black men, 1 black king");
        assert_eq!(told(&pieces[..3]), "c3: 2 black men over 1 black king");
        assert_eq!(told(&pieces[3..4]), "c3: white man");
        assert_eq!(told(&[]), "c3: empty");
    }

    #[test]
    fn texts_are_wrapped_and_never_cut() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("a1xc3xe5xg7 b2", 6), ["a1xc3x", "e5xg7", "b2"]);
        assert_eq!(wrapped("to a1xc3xe5", 6), ["to", "a1xc3x", "e5"]);
        assert_eq!(wrapped("", 6), [""]);
    }
}
