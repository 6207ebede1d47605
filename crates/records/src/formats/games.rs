//! Games of other programs: their names there, their rules here, and what a record of theirs can hold.

use super::FormatError;
use crate::GameResult;
use quirkat_rules::{AnyGame, AnyRules, Pdn, Ruleset, Side, Turn, clip, find_game, read_turn};

/// A game that other programs have too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Fanorona,
    Lasca,
    Konane,
    BaghChal,
}

impl Kind {
    /// Returns the id in the catalogue.
    fn id(self) -> &'static str {
        match self {
            Kind::Fanorona => "fanorona",
            Kind::Lasca => "lasca",
            Kind::Konane => "konane",
            Kind::BaghChal => "bagh-chal",
        }
    }
}

/// A game with its options in another program.
#[derive(Debug)]
pub struct ForeignGame {
    /// Name in the other program.
    pub name: &'static str,
    /// Options in the other program, without those that are usual there.
    pub options: &'static [&'static str],
    pub kind: Kind,
    /// Variant of the catalogue.
    pub variant: &'static str,
    /// Options in which the other program differs from the variant.
    pub rules: &'static [(&'static str, &'static str)],
    /// Whether the other program has the start mirrored from left to right.
    pub is_mirrored: bool,
}

/// A turn of a game, with what the position before it determines.
pub struct Ply {
    pub by: Side,
    pub turn: Turn,
    /// Whether the player could have gone on capturing with the same piece.
    pub could_go_on: bool,
}

/// Returns the game with this name and these options.
pub fn find(
    games: &'static [ForeignGame],
    place: &str,
    name: &str,
    options: &[String],
) -> Result<&'static ForeignGame, FormatError> {
    let is_asked = |game: &&ForeignGame| {
        game.name.eq_ignore_ascii_case(name)
            && game.options.len() == options.len()
            && options.iter().all(|option| game.options.contains(&option.as_str()))
    };
    games.iter().find(is_asked).ok_or_else(|| {
        let found = [&[name.to_owned()], options].concat().join(", ");
        let allowed: Vec<_> = games.iter().map(|game| [&[game.name], game.options].concat().join(", ")).collect();
        FormatError::quoting(place, &found, allowed.join("; "))
    })
}

/// Returns the game of another program that has the board, the start and the most options of this game.
///
/// # Errors
/// If there is none, or the game began from another position.
pub fn counterpart(games: &'static [ForeignGame], game: &AnyGame) -> Result<&'static ForeignGame, FormatError> {
    let ruleset = game.ruleset();
    let same_layout = |other: &&ForeignGame| {
        other.kind.id() == ruleset.game && {
            let theirs = other.ruleset();
            theirs.board.lines() == ruleset.board.lines() && theirs.start == ruleset.start
        }
    };
    let differences = |other: &&ForeignGame| other.ruleset().options.differences(&ruleset.options).len();
    let found = games.iter().filter(same_layout).min_by_key(differences).ok_or_else(|| {
        let mut allowed: Vec<_> = games.iter().map(|game| format!("{}:{}", game.kind.id(), game.variant)).collect();
        allowed.dedup();
        FormatError::quoting("game", &ruleset.title(), allowed.join(", "))
    })?;
    if game.setup_after(0) != ruleset.start {
        return Err(FormatError::new("start position", "another than that of the rules", "the usual start"));
    }
    Ok(found)
}

impl ForeignGame {
    /// Returns the rules by which the other program plays.
    pub fn ruleset(&self) -> Ruleset {
        let file = find_game(self.kind.id()).expect("the game is in the catalogue");
        file.ruleset(Some(self.variant), self.rules).expect("a test compiles the rules of every counterpart")
    }

    /// Returns a record without moves that states the game and the rules of the other program, after the caller's tags. A game
    /// or rules among these tags are names of the other program and are left out.
    pub fn record(&self, mut tags: Vec<(String, String)>) -> Pdn {
        tags.retain(|(name, _)| !["GameType", "Variant", "Rules"].contains(&name.as_str()));
        tags.push(("Variant".to_owned(), format!("{}:{}", self.kind.id(), self.variant)));
        if !self.rules.is_empty() {
            let rules: Vec<_> = self.rules.iter().map(|(key, value)| format!("{key}={value}")).collect();
            tags.push(("Rules".to_owned(), rules.join(" ")));
        }
        Pdn { tags, ..Pdn::default() }
    }

    /// Replays a game under the rules of the other program. Also returns a note where they differ.
    ///
    /// # Errors
    /// If a move is not legal there.
    pub fn replay(&self, program: &str, game: &AnyGame) -> Result<(AnyGame, Vec<Ply>, Option<String>), FormatError> {
        let ruleset = self.ruleset();
        let differences = ruleset.options.differences(&game.ruleset().options);
        let note = (!differences.is_empty()).then(|| {
            let rules: Vec<_> = differences.iter().map(|(key, value)| format!("{key}={value}")).collect();
            format!("{program} has its own rules, by which the moves are legal too: {}", rules.join(" "))
        });
        let rules = AnyRules::compile(ruleset).expect("a test compiles the rules of every counterpart");
        let mut theirs = rules.game(Some(&game.setup_after(0))).expect("the start is that of the rules");
        let mut plies = Vec::new();
        for (number, turn) in (1..).zip(game.history()) {
            theirs.play_on();
            let text = turn.text(&theirs.ruleset().board);
            let illegal = |why: &dyn std::fmt::Display| {
                FormatError::new(format_args!("move {number}"), why, format_args!("a move in the rules of {program}"))
            };
            let turn = read_turn(&*theirs, &text).map_err(|error| illegal(&error))?;
            let goes_on = |other: &Turn| other.path.len() > turn.path.len() && other.path.starts_with(&turn.path);
            let could_go_on = turn.path.len() > 1 && theirs.turns().is_ok_and(|turns| turns.iter().any(goes_on));
            plies.push(Ply { by: theirs.to_move(), turn: turn.clone(), could_go_on });
            theirs.play(&turn).map_err(|error| illegal(&error))?;
        }
        Ok((theirs, plies, note))
    }
}

/// Returns the tag with the name of a side's player.
pub fn player_tag(ruleset: &Ruleset, side: Side) -> &'static str {
    if side == ruleset.white() { "White" } else { "Black" }
}

/// Returns the result of a game that this side won, or a draw.
pub fn result_of(ruleset: &Ruleset, winner: Option<Side>) -> GameResult {
    match winner {
        None => GameResult::Draw,
        Some(side) if side == ruleset.white() => GameResult::White,
        Some(_) => GameResult::Black,
    }
}

/// Returns the winner by a result, `Some(None)` for a draw, `None` if it is not known.
pub fn winner_by(ruleset: &Ruleset, result: GameResult) -> Option<Option<Side>> {
    match result {
        GameResult::White => Some(Some(ruleset.white())),
        GameResult::Black => Some(Some(ruleset.white().other())),
        GameResult::Draw => Some(None),
        GameResult::Unknown => None,
    }
}

/// Sets the result of a record.
pub fn set_result(pdn: &mut Pdn, result: GameResult) {
    pdn.tags.push(("Result".to_owned(), result.to_string()));
    pdn.result = result.to_string();
}

/// Tags that follow from the game or from the result.
const DERIVED: [&str; 7] = ["GameType", "Variant", "Rules", "SetUp", "FEN", "Result", "Termination"];

/// Returns the tags that do not follow from the game or from the result.
pub fn own_tags(pdn: &Pdn) -> impl Iterator<Item = &(String, String)> {
    pdn.tags.iter().filter(|(name, _)| !DERIVED.contains(&name.as_str()))
}

/// Returns notes on the parts of a record that a format does not hold: tags but `kept`, and annotations. Comments on moves are
/// left out of the notes if the format has them.
pub fn notes_on_loss(pdn: &Pdn, kept: &[&str], keeps_comments: bool) -> Vec<String> {
    let is_lost = |(name, value): &&(String, String)| {
        let is_empty = matches!(value.trim(), "" | "?" | "????.??.??");
        !(is_empty || kept.contains(&name.as_str()))
    };
    let tags: Vec<_> = own_tags(pdn).filter(is_lost).map(|(name, _)| clip(name)).collect();
    let count = |count: &dyn Fn(&quirkat_rules::PdnTurn) -> usize| pdn.turns.iter().map(count).sum::<usize>();
    let comments = if keeps_comments { 0 } else { count(&|turn| turn.comments.len()) } + pdn.comments.len();
    let (glyphs, variations) = (count(&|turn| turn.glyphs.len()), count(&|turn| turn.variations.len()));
    let counted = |number: usize, thing: &str| {
        (number > 0).then(|| format!("not kept: {number} {thing}{}", if number == 1 { "" } else { "s" }))
    };
    let tags = (!tags.is_empty()).then(|| format!("not kept: tags {}", tags.join(", ")));
    let others = [(comments, "comment"), (glyphs, "glyph"), (variations, "variation")];
    tags.into_iter().chain(others.into_iter().filter_map(|(number, thing)| counted(number, thing))).collect()
}

/// Returns the column and row of a point that is named by a letter and a number, from 0.
pub fn place_of(name: &str) -> Option<(usize, usize)> {
    let (letter, number) = name.split_at_checked(1)?;
    let column = letter.bytes().next().filter(u8::is_ascii_lowercase)?;
    let is_number = number.bytes().all(|digit| digit.is_ascii_digit());
    let row: usize = number.parse().ok().filter(|row| is_number && (1..=99).contains(row))?;
    Some((usize::from(column - b'a'), row - 1))
}

/// Returns the name of the point in a column and a row, from 0.
pub fn name_of((column, row): (usize, usize)) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}
