//! Boards: games in progress, moves and outcomes.

use crate::Reduced;
use crate::errors::{IllegalMove, bad_input};
use crate::game::{Game, language};
use crate::json::to_python;
use crate::records::{board_of_record, record_of};
use crate::state::{DEFAULT_MAX_TURNS, State};
use pyo3::prelude::*;
use quirkat_draw::svg::{self, Materials, Palette};
use quirkat_draw::{CharacterSet, Scene, terminal};
use quirkat_rules::{AnyGame, GameVisitor, Language, Pdn, Rules, Side, Turn, read_turn, write_fen};
use quirkat_wire::{LegalTurns, Subject};
use quirkat_words::{ErrorText, outcome_in_words, position_in_words, refusal_in_words, sentences_for_refusal};

/// Returns the word of a side.
pub fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// A legal move. `str(move)` is its notation.
#[pyclass(module = "quirkat", frozen)]
#[derive(Clone)]
pub struct Move {
    pub turn: Turn,
    wire: quirkat_wire::Turn,
}

impl Move {
    pub fn new(game: &AnyGame, turn: Turn) -> Move {
        Move { wire: quirkat_wire::Turn::new(&game.ruleset().board, game.to_move(), &turn), turn }
    }
}

#[pymethods]
impl Move {
    /// Notation, as the command line prints it.
    #[getter]
    fn text(&self) -> &str {
        &self.wire.text
    }

    /// Names of the points of the moving piece: its start and every landing point.
    #[getter]
    fn path(&self) -> Vec<String> {
        self.wire.path.clone()
    }

    /// Names of the captured points, in the order of the hops.
    #[getter]
    fn captures(&self) -> Vec<String> {
        self.wire.captures.concat()
    }

    /// Names of the points where men enter from the hand.
    #[getter]
    fn drops(&self) -> Vec<String> {
        self.wire.drops.clone()
    }

    /// Names of the points from which pieces are removed at the end.
    #[getter]
    fn removed(&self) -> Vec<String> {
        self.wire.removed.clone()
    }

    /// Name of the point that is huffed first.
    #[getter]
    fn huff(&self) -> Option<String> {
        self.wire.huff.clone()
    }

    /// Throw of the dice.
    #[getter]
    fn roll(&self) -> Option<[u8; 3]> {
        self.wire.roll
    }

    /// The JSON type `Turn` of `docs/reference/wire.md`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.wire)
    }

    fn __str__(&self) -> &str {
        &self.wire.text
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.wire.text)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Move>().is_ok_and(|other| other.get().wire == self.wire)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.wire.text.hash(&mut hasher);
        hasher.finish()
    }
}

/// End of a game.
#[pyclass(module = "quirkat", frozen, get_all)]
#[derive(Clone)]
pub struct Outcome {
    /// `first`, `second` or `None` for a draw.
    winner: Option<&'static str>,
    /// Score, White's first: `1-0`, `0-1` or `1/2-1/2`.
    result: &'static str,
    /// Reason as one word.
    reason: &'static str,
    /// English sentence.
    words: String,
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        format!("Outcome({}, {})", self.result, self.reason)
    }
}

/// A game in progress: a position with its history.
#[pyclass(module = "quirkat")]
#[derive(Clone)]
pub struct Board {
    pub game: AnyGame,
    pub of: Game,
}

/// Returns the key of a game's position.
struct PositionKey;

impl GameVisitor for PositionKey {
    type Output = u64;
    fn visit<G: Rules>(self, game: &quirkat_rules::Game<G>) -> u64 {
        game.rules().key(game.position())
    }
}

impl Board {
    /// Returns the legal turn that a text or a move denotes.
    pub fn turn_of(&self, chosen: &Bound<'_, PyAny>) -> PyResult<Turn> {
        let text = match chosen.cast::<Move>() {
            Ok(chosen) => chosen.get().wire.text.clone(),
            Err(_) => chosen.extract()?,
        };
        let refused = |error| IllegalMove::new_err(refusal_in_words(self.game.ruleset(), &error, Language::En));
        read_turn(&*self.game, &text).map_err(refused)
    }
}

#[pymethods]
impl Board {
    /// The game of the board.
    #[getter]
    fn game(&self) -> Game {
        self.of.clone()
    }

    /// Legal moves, one for each path of a capture; empty if the game is over.
    #[getter]
    fn legal_moves(&self) -> PyResult<Vec<Move>> {
        let turns = self.game.turns().map_err(bad_input)?;
        Ok(turns.into_iter().map(|turn| Move::new(&self.game, turn)).collect())
    }

    /// Plays a move, given as text or as `Move`.
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let known = r#move.cast::<Move>().is_ok_and(|chosen| self.game.play(&chosen.get().turn).is_ok());
        if !known {
            let turn = self.turn_of(r#move)?;
            self.game.play(&turn).map_err(|error| IllegalMove::new_err(error.in_words(Language::En)))?;
        }
        Ok(())
    }

    /// Takes back the last move and returns it.
    fn pop(&mut self) -> PyResult<Move> {
        let turn = self.game.undo().ok_or_else(|| bad_input("there is no move to take back"))?;
        Ok(Move::new(&self.game, turn))
    }

    /// Returns the legal move that a text denotes.
    fn parse(&self, text: &Bound<'_, PyAny>) -> PyResult<Move> {
        Ok(Move::new(&self.game, self.turn_of(text)?))
    }

    /// Returns why a move is illegal: a dict with `text`, `reason` and `rules`, the sentences of the rules with their
    /// sources. `None` if it is legal.
    #[pyo3(signature = (r#move, lang="en"))]
    fn why_not<'py>(&self, py: Python<'py>, r#move: &str, lang: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let language = language(lang)?;
        let Err(error) = read_turn(&*self.game, r#move) else { return Ok(None) };
        let ruleset = self.game.ruleset();
        let sentences = sentences_for_refusal(ruleset, &error, language).into_iter().map(quirkat_wire::Sentence::from);
        let why = serde_json::json!({
            "text": r#move,
            "reason": refusal_in_words(ruleset, &error, language),
            "rules": sentences.collect::<Vec<_>>(),
        });
        to_python(py, &why).map(Some)
    }

    /// FEN of the position, with everything that the rules remember.
    #[getter]
    fn fen(&self) -> String {
        write_fen(self.game.ruleset(), &self.game.setup())
    }

    /// Side to move: `first` or `second`.
    #[getter]
    fn turn(&self) -> &'static str {
        side_word(self.game.to_move())
    }

    /// Whether the next move is a throw of dice.
    #[getter]
    fn is_chance_node(&self) -> bool {
        self.game.is_chance_node()
    }

    /// End of the game; `None` while it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        let ruleset = self.game.ruleset();
        let outcome = self.game.outcome()?;
        Some(Outcome {
            winner: outcome.winner.map(side_word),
            result: outcome.result(ruleset.white()),
            reason: outcome.reason.word(),
            words: outcome_in_words(ruleset, outcome, Language::En),
        })
    }

    /// Hash of the position: pieces, side to move and what the rules remember.
    #[getter]
    fn key(&self) -> u64 {
        self.game.visit(PositionKey)
    }

    /// Moves played so far.
    #[getter]
    fn history(&self) -> Vec<Move> {
        let history = self.game.history();
        let board = &self.game.ruleset().board;
        let by = |ply: usize| self.game.setup_after(ply).to_move;
        let played = |(ply, turn): (usize, &&Turn)| Move {
            turn: (*turn).clone(),
            wire: quirkat_wire::Turn::new(board, by(ply), turn),
        };
        history.iter().enumerate().map(played).collect()
    }

    /// Drawing of the position as SVG, seen from the `first` or the `second` side.
    #[pyo3(signature = (side="first", lang="en"))]
    fn svg(&self, side: &str, lang: &str) -> PyResult<String> {
        let side = match side {
            "first" => Side::First,
            "second" => Side::Second,
            other => {
                return Err(bad_input(format!("no side `{}`; allowed: first, second", quirkat_rules::clip(other))));
            }
        };
        let words = position_in_words(self.game.ruleset(), &self.game.setup(), language(lang)?);
        let scene = Scene::of_ply(&self.game, self.game.history().len()).seen_from(side);
        Ok(svg::picture(&scene, &words, Palette::Fixed(Materials::default())))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("first", "en")
    }

    /// The JSON type `Legal` of `docs/reference/wire.md`: game, rules, position, outcome and legal moves.
    #[pyo3(signature = (lang="en"))]
    fn to_dict<'py>(&self, py: Python<'py>, lang: &str) -> PyResult<Bound<'py, PyAny>> {
        let turns = self.game.turns().map_err(bad_input)?;
        let legal = quirkat_wire::Turn::legal(&self.game, &turns);
        to_python(py, &LegalTurns { subject: Subject::new(&self.game, language(lang)?), legal })
    }

    /// Position in sentences.
    #[pyo3(signature = (lang="en"))]
    fn in_words(&self, lang: &str) -> PyResult<String> {
        Ok(position_in_words(self.game.ruleset(), &self.game.setup(), language(lang)?))
    }

    /// Record of the game in PDN.
    fn pdn(&self) -> String {
        record_of(self, &[]).to_string()
    }

    /// State for learning with the same history.
    #[pyo3(signature = (*, max_turns=DEFAULT_MAX_TURNS))]
    fn state(&self, max_turns: usize) -> PyResult<State> {
        State::of_board(self, max_turns)
    }

    /// Copy with its history.
    fn copy(&self) -> Board {
        self.clone()
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }

    /// Restores a board from `__reduce__`.
    #[staticmethod]
    fn _restore(py: Python<'_>, pdn: &str) -> PyResult<Board> {
        let mut records = Pdn::read(pdn).map_err(|error| bad_input(error.in_words(Language::En)))?;
        board_of_record(py, records.swap_remove(0), None)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, (String,)>> {
        let pdn = slf.borrow().pdn();
        // A record that is too large to be read again is refused now.
        Pdn::read(&pdn).map_err(|error| bad_input(error.in_words(Language::En)))?;
        Ok((slf.get_type().getattr("_restore")?, (pdn,)))
    }

    /// Whether rules and position are the same. The history does not matter.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Board>() else { return Ok(false) };
        let other = other.try_borrow()?;
        Ok(self.game.ruleset() == other.game.ruleset() && self.game.setup() == other.game.setup())
    }

    fn __hash__(&self) -> u64 {
        self.key()
    }

    fn __str__(&self) -> String {
        let scene = Scene::of_ply(&self.game, self.game.history().len());
        terminal::text(&scene, CharacterSet::Ascii, Language::En)
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.of.title(), self.fen())
    }
}
