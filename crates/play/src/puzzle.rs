//! Puzzles as records: the position in the tag `FEN`, the solution as turns.

use quirkat_rules::Pdn;
use quirkat_search::puzzles::{Goal, Grade, Puzzle, Theme};

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
    Pdn::from_game(&*game, &tags)
}

/// The goal of the puzzle of a record; none where the tag is missing or says what it cannot, as with those below.
pub(crate) fn goal(pdn: &Pdn) -> Option<Goal> {
    let text = pdn.tag("Goal")?;
    match text.strip_prefix("win in ").and_then(|rest| rest.strip_suffix(" plies")) {
        Some(plies) => plies.parse().ok().map(Goal::Win),
        None => (text == "gain").then_some(Goal::Gain),
    }
}

/// The grade of the puzzle of a record.
pub(crate) fn grade(pdn: &Pdn) -> Option<Grade> {
    Grade::new(pdn.tag("Grade")?.parse().ok()?)
}

/// What the puzzle of a record is about.
pub(crate) fn themes(pdn: &Pdn) -> Option<Vec<Theme>> {
    let words = pdn.tag("Themes").unwrap_or_default().split_whitespace();
    words.map(|word| Theme::ALL.into_iter().find(|theme| theme.word() == word)).collect()
}
