//! Game files for options that no built-in game has.

use quirkat_plain as plain;
use quirkat_rules::GameFile;

/// Returns a game file with one variant and the usual setup on `board`, the value of its key `board`.
pub fn game_file(board: &str, start: &plain::State, width: i32, height: i32) -> GameFile {
    let letter = |x, y| match start.pieces.get(&(x, y)) {
        None => ".",
        Some((plain::Side::First, _)) => "w",
        Some((plain::Side::Second, _)) => "b",
    };
    let rows: Vec<String> =
        (0..height).rev().map(|y| (0..width).map(|x| letter(x, y)).collect::<Vec<_>>().join(" ")).collect();
    let text = format!(
        r#"
        id = "trial"
        version = 1
        default = "only"
        board = {board}
        setup = """{}"""
        name = {{ en = "Trial", es = "Prueba" }}
        sides.first = {{ colour = "white", en = "White", es = "Blancas" }}
        sides.second = {{ colour = "black", en = "Black", es = "Negras" }}
        ranks.man = {{ en = ["man", "men"], es = ["el peón", "los peones"] }}
        ranks.king = {{ en = ["king", "kings"], es = ["la dama", "las damas"] }}
        variants.only.name = {{ en = "Only", es = "Única" }}
        "#,
        rows.join("\n")
    );
    GameFile::parse("trial.toml", &text, &|file| Err(format!("no file {file}").into()))
        .unwrap_or_else(|f| panic!("{f}"))
}
