//! Shipped puzzles by game.

use crate::puzzle::grade;
use crate::puzzle_exercise::PuzzleExercise;
use include_dir::{Dir, include_dir};
use quirkat_rules::{Pdn, game_ids};
use quirkat_search::puzzles::Grade;
use std::sync::{LazyLock, OnceLock};

/// Puzzle files, named after their games. `include_dir` embeds the folder, so that no list of games is kept here.
static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// Puzzles of each game that has any, in the order of the catalogue.
static ALL: LazyLock<Vec<PuzzleSet>> = LazyLock::new(|| {
    let file = |game: &str| FOLDER.get_file(format!("{game}.pdn"))?.contents_utf8();
    game_ids().filter_map(|game| Some(PuzzleSet::read(game, file(game)?))).collect()
});

/// Shipped puzzles of one game, numbered from 1.
#[derive(Debug)]
pub struct PuzzleSet {
    game: &'static str,
    /// Records with their grades. The puzzle itself is parsed on first use, because replaying all solutions takes
    /// longer than listing them.
    records: Vec<(Pdn, Grade, OnceLock<PuzzleExercise>)>,
}

/// Identifier of a puzzle: its game and its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PuzzleId {
    /// Id of the game in the catalogue.
    pub game: &'static str,
    /// Number of the puzzle in its game, from 1.
    pub number: usize,
}

/// Returns the shipped puzzles of all games.
pub fn puzzles() -> &'static [PuzzleSet] {
    &ALL
}

impl PuzzleSet {
    fn read(game: &'static str, text: &str) -> PuzzleSet {
        let records = Pdn::read(text).unwrap_or_else(|error| panic!("the puzzles of {game}: {error}"));
        let graded = |pdn: Pdn| {
            let grade = grade(&pdn).unwrap_or_else(|| panic!("a puzzle of {game} has no grade"));
            (pdn, grade, OnceLock::new())
        };
        PuzzleSet { game, records: records.into_iter().map(graded).collect() }
    }

    /// Returns the id of the game.
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// Returns the identifiers of the puzzles with their grades.
    pub fn grades(&self) -> impl Iterator<Item = (PuzzleId, Grade)> {
        (1..).zip(&self.records).map(|(number, (_, grade, _))| (PuzzleId { game: self.game, number }, *grade))
    }
}

impl PuzzleId {
    /// Returns the identifier of a puzzle, if the puzzle exists.
    pub fn new(game: &str, number: usize) -> Option<PuzzleId> {
        let puzzles = puzzles().iter().find(|puzzles| puzzles.game == game)?;
        (1..=puzzles.records.len()).contains(&number).then_some(PuzzleId { game: puzzles.game, number })
    }

    /// Returns all identifiers: the first puzzle of each game, then the second of each, and so on.
    pub fn all() -> Vec<PuzzleId> {
        let mut all: Vec<_> = puzzles().iter().flat_map(PuzzleSet::grades).map(|(place, _)| place).collect();
        all.sort_by_key(|place| place.number);
        all
    }

    /// Returns the puzzle of a day, the same for all visitors. Days count from any fixed day; consecutive days have
    /// different games.
    pub fn daily(day: u64) -> PuzzleId {
        let all = PuzzleId::all();
        all[(day % all.len() as u64) as usize]
    }

    /// Returns the puzzle with its solution.
    pub fn task(self) -> &'static PuzzleExercise {
        let (pdn, _, task) = self.record();
        task.get_or_init(|| PuzzleExercise::read(pdn).unwrap_or_else(|error| panic!("{self:?}: {error}")))
    }

    /// Returns the difficulty of the puzzle.
    pub fn grade(self) -> Grade {
        self.record().1
    }

    fn record(self) -> &'static (Pdn, Grade, OnceLock<PuzzleExercise>) {
        let puzzles = puzzles().iter().find(|puzzles| puzzles.game == self.game);
        puzzles.and_then(|puzzles| puzzles.records.get(self.number - 1)).expect("a place is made where a puzzle is")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle_exercise::AttemptResult;
    use quirkat_rules::{Turn, write_fen};
    use std::collections::HashSet;

    #[test]
    fn every_puzzle_can_be_solved_by_its_solution_and_by_no_other_first_turn() {
        for place in PuzzleId::all() {
            let task = place.task();
            assert_eq!(task.grade, place.grade());
            let solution: Vec<&Turn> = task.solution.iter().collect();
            assert_eq!(task.attempt(&solution), (AttemptResult::Solved, task.solution.clone()), "{place:?}");
            let (trial, line) = task.attempt(&solution[..1]);
            assert_eq!(trial == AttemptResult::Solved, task.to_find() == 1, "{place:?}");
            assert!(line.len() == task.solution.len() || task.to_find() > 1, "{place:?}");
            let turns = task.game.turns().unwrap();
            let wrong: Vec<_> = turns.iter().filter(|turn| turn.effect != solution[0].effect).collect();
            assert!(!wrong.is_empty(), "{place:?}: there is nothing to choose");
            for turn in wrong {
                let mut game = task.game.clone();
                game.play(turn).unwrap();
                let wins = game.outcome().is_some_and(|outcome| outcome.winner == Some(task.solver()));
                let trial = if wins { AttemptResult::Solved } else { AttemptResult::Wrong };
                assert_eq!(task.attempt(&[turn]).0, trial, "{place:?}");
                assert!(!wins || task.to_find() == 1, "{place:?}: the solution is longer than it need be");
            }
        }
    }

    #[test]
    fn every_shipped_puzzle_is_unique_and_belongs_to_a_published_game() {
        let mut known = HashSet::new();
        let files = FOLDER.files().filter(|file| file.path().extension().is_some_and(|extension| extension == "pdn"));
        assert_eq!(puzzles().len(), files.count(), "a file in puzzles/ is named after no game");
        for place in PuzzleId::all() {
            let task = place.task();
            let ruleset = task.game.ruleset();
            assert!(ruleset.title().starts_with(place.game) && ruleset.house_rules.is_empty(), "{place:?}");
            assert!(known.insert(format!("{} {}", place.game, write_fen(ruleset, &task.game.setup()))), "{place:?}");
        }
    }

    #[test]
    fn the_daily_puzzle_cycles_through_all_puzzles() {
        let all = PuzzleId::all();
        let days: HashSet<_> = (0..all.len() as u64).map(|day| PuzzleId::daily(20_000 + day)).collect();
        assert_eq!(days.len(), all.len());
        assert_ne!(PuzzleId::daily(20_000).game, PuzzleId::daily(20_001).game);
        assert_eq!(PuzzleId::new("alquerque", 0), None);
        assert_eq!(PuzzleId::new("chess", 1), None);
    }
}
