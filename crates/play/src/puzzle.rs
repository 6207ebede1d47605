//! Puzzles as records: the position in the tag `FEN`, the solution as turns.

use quirkat_rules::Pdn;
use quirkat_search::puzzles::{Goal, Puzzle};

/// The record of a puzzle. Its tags `Goal`, `Grade` and `Themes` say what it asks for, how difficult it is, from 1 to 5, and
/// what it is about.
pub fn puzzle_record(puzzle: &Puzzle) -> Pdn {
    let mut game = puzzle.game.clone();
    for turn in &puzzle.solution {
        game.play(turn).expect("the turns of a solution are legal");
    }
    let goal = match puzzle.goal {
        Goal::Win(plies) => format!("win in {plies} plies"),
        Goal::Gain => "gain".to_owned(),
    };
    let grade = puzzle.difficulty.grade().to_string();
    let themes = puzzle.themes.iter().map(|theme| theme.word()).collect::<Vec<_>>().join(" ");
    let tags = [("Event", "A puzzle of Quirkat"), ("Goal", &goal), ("Grade", &grade), ("Themes", &themes)];
    Pdn::of(&*game, &tags)
}
