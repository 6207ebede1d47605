//! Plays the moves of a record.
//!
//! Records of other programs leave much open. The reader tries the readings that are possible, in this order, and takes the
//! first in which every move is legal: the notation of squares that `GameType` states, the board's own, and numbers or
//! letters from the other corners; White or Black to move where the FEN has `?`. A short capture that fits several moves
//! is followed in all of them until later moves decide.

use super::{Pdn, PdnError, PdnTagError, PdnTurnError};
use crate::engine::outcome::Outcome;
use crate::engine::rules::MAX_HOPS;
use crate::engine::work::add_work;
use crate::files::RulesetError;
use crate::game::PlayError;
use crate::game::any::{AnyGame, AnyRules};
use crate::ground::board::{Board, Corner, SquareNames, SquareNotation};
use crate::ground::reason::Reason;
use crate::ground::setup::Setup;
use crate::options::split_option;
use crate::ruleset::{GameFile, Ruleset, find_game, find_game_by_name, find_variant_by_name, games, is_full_name};
use crate::text::turns::{TurnError, read_turns};
use crate::text::{fen, read_fen};
use std::sync::Arc;

/// Maximum number of games that are followed while captures are ambiguous.
const MAX_ALTERNATIVES: usize = 64;

/// Limits of each position of a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplayLimits {
    /// Maximum number of listed turns, see [`Play::limit_turns`](crate::Play::limit_turns).
    pub max_turns: u64,
    /// Maximum number of capturing hops, see [`AnyRules::compile_bounded`].
    pub max_hops: u32,
}

impl Default for ReplayLimits {
    fn default() -> Self {
        ReplayLimits { max_turns: u64::MAX, max_hops: MAX_HOPS }
    }
}

/// A replayed record.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game at the end of the record. The names of its squares are those of the record.
    pub game: AnyGame,
    /// What the reader noticed, in the order of the moves.
    pub notes: Vec<PdnNote>,
}

/// Remark on a replayed record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PdnNote {
    /// The record goes on although the rules ended the game with this outcome before this move, counted from 1. In a
    /// tournament a player would have had to claim it.
    NotClaimed {
        /// Number of the move that was played nevertheless.
        number: usize,
        /// Outcome that the rules gave.
        outcome: Outcome,
    },
    /// This short capture, counted from 1, fits several moves, of which the later ones have decided.
    Decided(usize),
    /// The squares are named in another way than the tags state or the game usually does.
    Notation(SquareNotation),
}

impl Pdn {
    /// Returns the game id and the variant id of the record. The tag `Variant` names them. If it does not, other programs
    /// have written it. Then a full name in `Variant`, such as `American checkers`, the number in the tag `GameType`, or a
    /// general name in `Variant`, such as `Draughts`, selects a game of the catalogue.
    ///
    /// # Errors
    /// [`PdnError::NoGame`] if there is neither tag, [`PdnError::UnknownGame`] if they name no game of the catalogue.
    pub fn game(&self) -> Result<(&str, Option<&str>), PdnError> {
        self.game_among(None)
    }

    /// Returns the game as [`Pdn::game`] does, for a record whose game may be that of `file`, which need not be in the
    /// catalogue.
    ///
    /// # Errors
    /// As [`Pdn::game`].
    pub fn game_of<'a>(&'a self, file: &'a GameFile) -> Result<(&'a str, Option<&'a str>), PdnError> {
        self.game_among(Some(file))
    }

    /// Returns the game id and the variant id of the record, which may be those of `file`.
    fn game_among<'a>(&'a self, file: Option<&'a GameFile>) -> Result<(&'a str, Option<&'a str>), PdnError> {
        let title = self.stated("Variant");
        if let Some(title) = title {
            let (id, variant) = title.split_once(':').map_or((title, None), |(game, variant)| (game, Some(variant)));
            if file.is_some_and(|file| file.id == id) || find_game(id).is_some() {
                return Ok((id, variant));
            }
        }
        let game_type = self.stated("GameType");
        let by_type = game_type.and_then(|tag| of_game_type(tag, file));
        let is_own = by_type.is_some_and(|(game, _)| find_game(&game.id).is_none());
        let is_other = |game: &&GameFile| by_type.is_none_or(|(typed, _)| typed.id != game.id);
        let by_full_name = title.and_then(fully_called).filter(is_other).filter(|_| !is_own);
        let by_name = |game: &'a GameFile| (game, None);
        let by_variant = title.and_then(find_variant_by_name).filter(|_| !is_own).map(|(game, id)| (game, Some(id)));
        let found = by_full_name.map(by_name).or(by_variant).or(by_type);
        if let Some((found, variant)) = found.or_else(|| title.and_then(called).map(by_name)) {
            return Ok((&found.id, variant));
        }
        Err(title.or(game_type).map_or(PdnError::NoGame, |name| PdnError::UnknownGame(name.to_owned())))
    }

    /// Names the game of a record that names none, or none that is known here, and the variant if only the number of the
    /// game is given.
    pub fn assume_game(&mut self, file: &GameFile, variant: Option<&str>) {
        let is_open = match self.game_of(file) {
            Err(_) => true,
            Ok((id, recorded)) => {
                let names_it = self.tag("Variant").is_some_and(|title| title.split(':').next() == Some(id));
                id == file.id && variant.is_some() && recorded.is_none() && !names_it
            }
        };
        if is_open {
            let title = variant.map_or_else(|| file.id.clone(), |variant| format!("{}:{variant}", file.id));
            self.tags.retain(|(name, _)| name != "Variant");
            self.tags.push(("Variant".to_owned(), title));
        }
    }

    /// Returns the value of a tag, unless it is empty or `?`.
    fn stated(&self, name: &str) -> Option<&str> {
        self.tag(name).map(str::trim).filter(|value| !matches!(*value, "" | "?"))
    }

    /// Plays the main line of the record under the record's own rules.
    ///
    /// # Errors
    /// A [`PdnError`] if the record is of another game, or a tag or a move does not fit the rules.
    pub fn replay(&self, file: &GameFile) -> Result<AnyGame, PdnError> {
        Ok(self.replay_bounded(file, ReplayLimits::default(), &|| true)?.game)
    }

    /// Replays the record as [`Pdn::replay`] does, but with bounded work. The replay stops when `keep_going`, called
    /// before each move, returns false.
    ///
    /// # Errors
    /// As [`Pdn::replay`]. Also [`PdnError::Turn`] if a position exceeds the limits, and [`PdnError::Interrupted`] if
    /// `keep_going` returned false.
    pub fn replay_bounded(
        &self,
        file: &GameFile,
        limits: ReplayLimits,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Replay, PdnError> {
        let rules = AnyRules::compile_bounded(self.ruleset(file)?, limits.max_hops).map_err(PdnError::Rules)?;
        self.replay_by(&rules, limits, keep_going)
    }

    /// Returns the rules that the record states.
    ///
    /// # Errors
    /// A [`PdnError`] if the record is of another game, states invalid options, or a newer version of the rules.
    pub fn ruleset(&self, file: &GameFile) -> Result<Ruleset, PdnError> {
        let (id, variant) = self.game_among(Some(file))?;
        if id != file.id {
            return Err(PdnError::WrongGame { expected: file.id.clone(), found: id.to_owned() });
        }
        let mut choices = Vec::new();
        let mut version = None;
        for word in self.tag("Rules").unwrap_or_default().split_whitespace() {
            match split_option(word).map_err(|error| bad_tag(RulesetError::from(error)))? {
                ("version", number) => version = Some(number),
                choice => choices.push(choice),
            }
        }
        let ruleset = file.ruleset(variant, &choices).map_err(bad_tag)?;
        if let Some(found) = version
            && !found.parse::<u32>().is_ok_and(|version| (1..=ruleset.version).contains(&version))
        {
            return Err(PdnError::Version { known: ruleset.version, found: found.to_owned() });
        }
        Ok(ruleset)
    }

    /// Replays the record as [`Pdn::replay_bounded`] does, by compiled rules, which many records may share. They must
    /// be those of [`Pdn::ruleset`].
    ///
    /// # Errors
    /// As [`Pdn::replay_bounded`]. If no reading of the record is legal, the error is that of the reading that gets
    /// farthest.
    pub fn replay_by(
        &self,
        rules: &AnyRules,
        limits: ReplayLimits,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Replay, PdnError> {
        let ruleset = rules.ruleset();
        let (mut farthest, mut reached) = (None, 0);
        for (notation, is_expected) in self.notations(&ruleset.board) {
            let renamed = notation.and_then(|notation| ruleset.board.in_notation(notation));
            let rules = match renamed {
                None => rules.clone(),
                Some(board) => {
                    let ruleset = Ruleset { board: Arc::new(board), ..Ruleset::clone(&ruleset) };
                    AnyRules::compile_bounded(ruleset, limits.max_hops).map_err(PdnError::Rules)?
                }
            };
            for start in self.starts(&rules.ruleset()) {
                let played =
                    start.and_then(|start| self.play_all(&rules, start.as_ref(), limits.max_turns, keep_going));
                match played {
                    Ok(mut replay) => {
                        replay.notes.extend(notation.filter(|_| !is_expected).map(PdnNote::Notation));
                        return Ok(replay);
                    }
                    Err(error @ PdnError::Interrupted(_)) => return Err(error),
                    Err(error) => {
                        let at = if let PdnError::Turn { number, .. } = error { number } else { 0 };
                        if farthest.is_none() || at > reached {
                            (farthest, reached) = (Some(error), at);
                        }
                    }
                }
            }
        }
        Err(farthest.expect("there is at least one reading"))
    }

    /// Returns the notations in which the squares may be named, each with whether it is the expected one; `None` for the
    /// board's own. Our own records state how their squares are named.
    fn notations(&self, board: &Board) -> Vec<(Option<SquareNotation>, bool)> {
        let stated = self.tag("GameType").and_then(|tag| SquareNotation::of_game_type(tag, board));
        let own = board.notations();
        let is_own = |notation: &SquareNotation| own.is_some_and(|own| own[0] == *notation);
        let expected = stated.filter(|notation| own.is_some() && !is_own(notation));
        let mut readings = vec![(expected, true)];
        if own.is_none() || self.tag("Rules").is_some() {
            return readings;
        }
        if expected.is_some() {
            readings.push((None, false));
        }
        let first_move = self.turns.first().map(|turn| turn.text.as_str());
        let names = match first_move.and_then(|text| text.chars().next()) {
            Some(first) if first.is_ascii_digit() => SquareNames::Numbers,
            Some(_) => SquareNames::Letters,
            None => return readings,
        };
        let usual = board.notation_by(names);
        let corners = [Corner::FarLeft, Corner::NearRight, Corner::NearLeft, Corner::FarRight];
        let others = corners.map(|corner| SquareNotation { names, corner, mirrored: false });
        let is_new = |notation: &SquareNotation| Some(*notation) != usual && Some(*notation) != stated;
        readings.extend(others.into_iter().filter(is_new).map(|notation| (Some(notation), false)));
        readings
    }

    /// Returns the start positions that the record may mean: one, or two if its FEN does not tell the side to move; `None`
    /// for the start of the rules.
    fn starts(&self, ruleset: &Ruleset) -> Vec<Result<Option<Setup>, PdnError>> {
        let read = |text: &str| read_fen(ruleset, text).map(Some).map_err(bad_tag);
        match self.stated("FEN") {
            None => vec![Ok(None)],
            Some(text) => match text.strip_prefix(fen::UNKNOWN_SIDE) {
                Some(pieces) => ["W", "B"].map(|colour| read(&format!("{colour}{pieces}"))).into(),
                None => vec![read(text)],
            },
        }
    }

    /// Plays all moves from a start position.
    fn play_all(
        &self,
        rules: &AnyRules,
        start: Option<&Setup>,
        max_turns: u64,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Replay, PdnError> {
        start.map_or(Ok(()), |start| rules.ruleset().refuse_unpromoted_men(start)).map_err(bad_tag)?;
        let mut game = rules.game(start).map_err(bad_tag)?;
        game.limit_turns(max_turns);
        let mut notes = Vec::new();
        let mut games = vec![game];
        for (number, written) in (1..).zip(&self.turns) {
            if !keep_going() {
                return Err(PdnError::Interrupted(number));
            }
            let passed: Vec<_> = games.iter_mut().filter_map(|game| game.play_on()).collect();
            notes.extend(passed.first().map(|&outcome| PdnNote::NotClaimed { number, outcome }));
            let (played, is_ambiguous) = play_alternatives(games, &written.text).map_err(|why| {
                let ruleset = rules.ruleset();
                PdnError::Turn { number, why, ruleset }
            })?;
            games = played;
            notes.extend(is_ambiguous.then_some(PdnNote::Decided(number)));
        }
        if let Some(error) = self.ambiguity(&games) {
            return Err(error);
        }
        let mut game = games.swap_remove(0);
        self.end(&mut game).map_err(bad_tag)?;
        Ok(Replay { game, notes })
    }

    /// Returns the error of the first move that has more than one meaning in these games.
    fn ambiguity(&self, games: &[AnyGame]) -> Option<PdnError> {
        if games.len() == 1 {
            return None;
        }
        let histories: Vec<_> = games.iter().map(|game| game.history()).collect();
        let at = (0..histories[0].len()).find(|&ply| histories.iter().any(|other| other[ply] != histories[0][ply]))?;
        let ruleset = Arc::clone(games[0].ruleset());
        let mut texts: Vec<_> = histories.iter().map(|history| history[at].text(&ruleset.board)).collect();
        texts.dedup();
        let why = TurnError::Ambiguous(self.turns[at].text.clone(), texts).into();
        Some(PdnError::Turn { number: at + 1, why, ruleset })
    }

    /// Applies a resignation or an agreement, which the moves do not show.
    fn end(&self, game: &mut AnyGame) -> Result<(), PlayError> {
        let white = game.ruleset().white();
        let reason = Reason::ALL.into_iter().find(|reason| self.tag("Termination") == Some(reason.word()));
        match (reason, self.tag("Result")) {
            (Some(Reason::Resignation), Some("1-0")) => game.resign(white.other()),
            (Some(Reason::Resignation), Some("0-1")) => game.resign(white),
            (Some(Reason::Agreement), _) => game.agree_draw(),
            (Some(Reason::AgreedCount), _) => game.agree_count(),
            _ => Ok(()),
        }
    }
}

/// Plays a move in each of the games, in every way that its text allows. Also returns whether it allows several in one of
/// them. If it is legal in none, returns the first error.
fn play_alternatives(games: Vec<AnyGame>, text: &str) -> Result<(Vec<AnyGame>, bool), PdnTurnError> {
    let (mut after, mut is_ambiguous, mut first_error) = (Vec::new(), false, None);
    for game in games {
        let turns = match read_turns(&*game, text) {
            Ok(turns) => turns,
            Err(error) => {
                first_error.get_or_insert(PdnTurnError::from(error));
                continue;
            }
        };
        if after.len() + turns.len() > MAX_ALTERNATIVES {
            let texts = turns.iter().map(|turn| turn.text(&game.ruleset().board)).collect();
            return Err(TurnError::Ambiguous(text.to_owned(), texts).into());
        }
        let plies = game.history().len() as u64;
        is_ambiguous |= turns.len() > 1;
        for (turn, mut next) in turns.iter().zip(std::iter::repeat_n(game, turns.len())) {
            if turns.len() > 1 {
                add_work(plies);
            }
            match next.play(turn) {
                Ok(()) => after.push(next),
                Err(error) => drop(first_error.get_or_insert(error.into())),
            }
        }
    }
    match first_error {
        Some(error) if after.is_empty() => Err(error),
        _ => Ok((after, is_ambiguous)),
    }
}

/// Returns the game whose PDN `GameType` has the number of this tag, preferring `file`, then a game with the same tag; and
/// the variant, if only the variant has this number.
fn of_game_type<'a>(tag: &str, file: Option<&'a GameFile>) -> Option<(&'a GameFile, Option<&'a str>)> {
    fn number(tag: &str) -> Option<&str> {
        tag.split(',').next().map(str::trim)
    }
    fn with_variant<'a>(game: &'a GameFile, tag: &str) -> Option<(&'a GameFile, Option<&'a str>)> {
        let (variant, _) = game.variant_game_types().find(|(_, other)| number(other) == number(tag))?;
        Some((game, Some(variant)))
    }
    let has_number = |game: &&GameFile| game.game_type.as_deref().and_then(number) == number(tag);
    let is_same = |game: &&'static GameFile| game.game_type.as_deref() == Some(tag);
    let game =
        file.filter(has_number).or_else(|| games().find(is_same)).or_else(|| games().find(|game| has_number(game)));
    game.map(|game| (game, None))
        .or_else(|| with_variant(file?, tag))
        .or_else(|| games().find_map(|game| with_variant(game, tag)))
}

/// Returns the game of this name, to which `draughts` or `checkers` may be missing: lidraughts writes `Russian`.
fn called(name: &str) -> Option<&'static GameFile> {
    completed(name).find_map(|name| find_game_by_name(&name))
}

/// Returns the game as [`called`] does, if the name distinguishes the game from others.
fn fully_called(name: &str) -> Option<&'static GameFile> {
    completed(name).find_map(|name| find_game_by_name(&name).filter(|game| is_full_name(game, &name)))
}

fn completed(name: &str) -> impl Iterator<Item = String> {
    ["", "draughts", "checkers"].into_iter().map(move |kind| format!("{name}{kind}"))
}

fn bad_tag(error: impl Into<PdnTagError>) -> PdnError {
    PdnError::Tag(error.into())
}
