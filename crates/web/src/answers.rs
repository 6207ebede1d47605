//! Answers without the engine: games, positions, lessons, puzzles, game files, records and pictures.

use crate::{json, read, tables, text, wording, write};
use quirkat_draw::svg::{BoardMaterial, Materials, Palette, PieceMaterial};
use quirkat_explore::{
    AssumedGame, PictureRequest, RequestError, board_picture, position_picture, puzzle_id, read_records, write_record,
};
use quirkat_play::{OwnGame, Ruling};
use quirkat_rules::Side;
use quirkat_search::signature::Signature;
use quirkat_wire::Record;
use quirkat_words::rules_in_words as words_of_rules;
use serde::Deserialize;
use std::cell::RefCell;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

thread_local! {
    /// Games from files of the user. They stay loaded, so that requests may name them.
    static OWN_GAMES: RefCell<Vec<Arc<OwnGame>>> = const { RefCell::new(vec![]) };
}

/// Returns all games with their variants.
#[wasm_bindgen]
pub fn games() -> String {
    write(&quirkat_explore::games())
}

/// Returns the rules of a variant with house rules (JSON list). `address` is the address of the drawing of its board.
///
/// # Errors
/// When there is no such game, variant or rule.
#[wasm_bindgen]
pub fn rules(title: &str, house_rules: &str, address: String, language: &str) -> Result<String, JsError> {
    json(language, |language| {
        Ok(quirkat_explore::rules(&Ruling::new(title, &read::<Vec<String>>(house_rules)?)?, address, language))
    })
}

/// Returns the rules of a variant with house rules (JSON list) as text in lines of at most `width` characters.
///
/// # Errors
/// When there is no such game, variant or rule.
#[wasm_bindgen(js_name = rulesInWords)]
pub fn rules_in_words(title: &str, house_rules: &str, width: usize, language: &str) -> Result<String, JsError> {
    text(language, |language| {
        let ruling = Ruling::new(title, &read::<Vec<String>>(house_rules)?)?;
        Ok(words_of_rules(&ruling.ruleset(), language).plain(width))
    })
}

/// Returns the position after a line. `squares` names the squares of chequered boards in sentences: `letters`, `numbers`, or as
/// is usual.
///
/// # Errors
/// When the line cannot be played.
#[wasm_bindgen]
pub fn explore(line: &str, squares: Option<String>, language: &str) -> Result<String, JsError> {
    json(language, |language| {
        let tables = tables::library();
        quirkat_explore::explore(&read(line)?, tables.as_deref(), wording(language, squares.as_deref()))
    })
}

/// Returns the lesson of a variant with house rules (JSON list). `squares` is as in [`explore`].
///
/// # Errors
/// When there is no such game, variant or rule.
#[wasm_bindgen]
pub fn lesson(title: &str, house_rules: &str, squares: Option<String>, language: &str) -> Result<String, JsError> {
    json(language, |language| {
        let ruling = Ruling::new(title, &read::<Vec<String>>(house_rules)?)?;
        Ok(quirkat_explore::lesson(&ruling, wording(language, squares.as_deref())))
    })
}

/// Returns the grades of all puzzles.
#[wasm_bindgen]
pub fn puzzles() -> String {
    write(&quirkat_explore::puzzle_list())
}

/// Returns the task of a puzzle.
///
/// # Errors
/// When there is no such puzzle.
#[wasm_bindgen]
pub fn puzzle(game: &str, number: &str, language: &str) -> Result<String, JsError> {
    json(language, |language| Ok(quirkat_explore::puzzle_task(puzzle_id(game, number)?, language)))
}

/// Judges an attempt at a puzzle. `squares` is as in [`explore`].
///
/// # Errors
/// When there is no such puzzle, or the moves cannot be played.
#[wasm_bindgen(js_name = tryPuzzle)]
pub fn try_puzzle(
    game: &str,
    number: &str,
    attempt: &str,
    squares: Option<String>,
    language: &str,
) -> Result<String, JsError> {
    json(language, |language| {
        let wording = wording(language, squares.as_deref());
        quirkat_explore::attempt(puzzle_id(game, number)?, &read(attempt)?, wording)
    })
}

/// Returns the solution of a puzzle.
///
/// # Errors
/// When there is no such puzzle.
#[wasm_bindgen(js_name = solvePuzzle)]
pub fn solve_puzzle(game: &str, number: &str, language: &str) -> Result<String, JsError> {
    json(language, |_| Ok(quirkat_explore::solution(puzzle_id(game, number)?)))
}

/// Checks a game file; `variant`, `board` and `pieces` are those of the picture.
///
/// # Errors
/// When the file is too long or a material is not allowed.
#[wasm_bindgen]
pub fn check(
    file: &str,
    variant: Option<String>,
    board: Option<String>,
    pieces: Option<String>,
    language: &str,
) -> Result<String, JsError> {
    json(language, |language| {
        let materials = materials(board.as_deref(), pieces.as_deref())?;
        quirkat_explore::check(file, variant.as_deref(), materials, language)
    })
}

/// Loads the game of a file, and returns its name, by which requests name it. It stays loaded.
///
/// # Errors
/// When the file has errors.
#[wasm_bindgen(js_name = loadGame)]
pub fn load_game(file: &str, language: &str) -> Result<String, JsError> {
    text(language, |_| {
        let own = OwnGame::read(file)?;
        let name = own.name().to_owned();
        OWN_GAMES.with_borrow_mut(|games| {
            if !games.iter().any(|known| known.name() == name) {
                games.push(own);
            }
        });
        Ok(name)
    })
}

/// Reads the records in a text. `title` is the game of records that do not name theirs, or empty.
///
/// # Errors
/// When the text contains no record.
#[wasm_bindgen(js_name = readPdn)]
pub fn read_pdn(pdn: &str, title: &str, skipped: usize, language: &str) -> Result<String, JsError> {
    json(language, |language| {
        let own = OwnGame::named(title.split(':').next().unwrap_or_default());
        let assumed = (!title.is_empty()).then_some(AssumedGame { title, own });
        read_records(pdn, assumed, skipped, language)
    })
}

/// Writes a record as PDN.
///
/// # Errors
/// When its moves cannot be played.
#[wasm_bindgen(js_name = writePdn)]
pub fn write_pdn(record: &str, language: &str) -> Result<String, JsError> {
    text(language, |language| write_record(&read::<Record>(record)?, language))
}

/// Contents of a picture.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Picture {
    /// Title of the game.
    game: String,
    /// House rules.
    rules: Vec<String>,
    /// Position; the start position if it is missing.
    position: Option<String>,
    /// Move that is shown as an arrow.
    turn: Option<String>,
    /// Whether the second side is at the bottom.
    flip: bool,
    /// Material of the board.
    board: Option<String>,
    /// Material of the pieces.
    pieces: Option<String>,
}

/// Draws a position.
///
/// # Errors
/// When the game, the position, the move or a material is not allowed.
#[wasm_bindgen]
pub fn svg(picture: &str, language: &str) -> Result<String, JsError> {
    text(language, |language| {
        let picture: Picture = read(picture)?;
        let materials = materials(picture.board.as_deref(), picture.pieces.as_deref())?;
        let request = PictureRequest {
            position: picture.position.as_deref(),
            turn: picture.turn.as_deref(),
            bottom: if picture.flip { Side::Second } else { Side::First },
            palette: Palette::Fixed(materials),
        };
        position_picture(&Ruling::new(&picture.game, &picture.rules)?, &request, language)
    })
}

/// Draws the empty board of a variant with house rules (JSON list). Style sheets determine its colours.
///
/// # Errors
/// When there is no such game, variant or rule.
#[wasm_bindgen(js_name = boardSvg)]
pub fn board_svg(title: &str, house_rules: &str, language: &str) -> Result<String, JsError> {
    text(language, |language| {
        let ruleset = Ruling::new(title, &read::<Vec<String>>(house_rules)?)?.ruleset();
        Ok(board_picture(&ruleset, Side::First, Palette::default(), language))
    })
}

/// Returns the materials of a picture by their names.
fn materials(board: Option<&str>, pieces: Option<&str>) -> Result<Materials, RequestError> {
    Ok(Materials {
        board: material("board", board, BoardMaterial::ALL, BoardMaterial::name)?,
        pieces: material("pieces", pieces, PieceMaterial::ALL, PieceMaterial::name)?,
    })
}

/// Returns the material of a name; the default if there is none.
fn material<M: Copy + Default>(
    field: &str,
    found: Option<&str>,
    all: &[M],
    name: fn(M) -> &'static str,
) -> Result<M, RequestError> {
    let Some(found) = found else { return Ok(M::default()) };
    all.iter().copied().find(|&material| name(material) == found).ok_or_else(|| {
        let allowed: Vec<_> = all.iter().map(|&material| name(material)).collect();
        RequestError::not_allowed(field, found, &allowed.join(", "))
    })
}

/// Returns the result of a line of signatures, by which a build shows that it plays and searches as others do.
///
/// # Errors
/// When the line is no signature.
#[wasm_bindgen]
pub fn signature(line: &str) -> Result<String, JsError> {
    Ok(Signature::read(line)?.updated()?)
}
