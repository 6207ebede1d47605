//! Puzzles as records: the tag `FEN` holds the position, the turns are the solution.

use quirkat_rules::Pdn;
use quirkat_search::puzzles::{Goal, Grade, Puzzle, Theme};

/// Converts a puzzle into a record. The tags `Goal`, `Grade` and `Themes` hold its goal, its difficulty from 1 to 5,
/// and its themes.
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

/// Reads the goal of a puzzle from its record. Returns `None` when the tag is missing or invalid.
pub(crate) fn goal(pdn: &Pdn) -> Option<Goal> {
    let text = pdn.tag("Goal")?;
    match text.strip_prefix("win in ").and_then(|rest| rest.strip_suffix(" plies")) {
        Some(plies) => plies.parse().ok().map(Goal::Win),
        None => (text == "gain").then_some(Goal::Gain),
    }
}

/// Reads the difficulty of a puzzle from its record.
pub(crate) fn grade(pdn: &Pdn) -> Option<Grade> {
    Grade::new(pdn.tag("Grade")?.parse().ok()?)
}

/// Reads the themes of a puzzle from its record.
pub(crate) fn themes(pdn: &Pdn) -> Option<Vec<Theme>> {
    let words = pdn.tag("Themes").unwrap_or_default().split_whitespace();
    words.map(|word| Theme::ALL.into_iter().find(|theme| theme.word() == word)).collect()
}
