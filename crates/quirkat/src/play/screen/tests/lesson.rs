//! Lessons on the whole screen.

use super::*;

/// A lesson on a test screen.
struct Pupil<'l> {
    screen: LessonScreen<'l>,
    terminal: Terminal<TestBackend>,
}

impl<'l> Pupil<'l> {
    fn new(lesson: &'l Lesson, look: CharacterSet) -> Pupil<'l> {
        let terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let screen = LessonScreen::new(lesson, Words(Language::En), look, Theme { colours: false });
        Pupil { screen, terminal }
    }

    fn press(&mut self, codes: impl IntoIterator<Item = KeyCode>) -> String {
        for code in codes {
            self.screen.on_event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        }
        self.terminal.draw(|frame| self.screen.draw(frame)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let row = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..buffer.area.height).map(|y| format!("{}\n", row(y).trim_end())).collect()
    }

    fn type_line(&mut self, line: &str) -> String {
        self.press(line.chars().map(KeyCode::Char).chain([KeyCode::Enter]))
    }
}

fn lesson(game: &str) -> Lesson {
    let ruleset = find_game(game).unwrap().ruleset(None, &[]).unwrap();
    Lesson::of(&AnyRules::compile(ruleset).unwrap().new_game())
}

#[test]
fn a_lesson_is_solved_on_the_screen() {
    let lesson = lesson("alquerque");
    let mut pupil = Pupil::new(&lesson, CharacterSet::Unicode);
    for (number, exercise) in lesson.exercises.iter().enumerate() {
        let board = &exercise.game.ruleset().board;
        let shown = pupil.press([]);
        assert!(shown.contains(&format!("{} of {}: ", number + 1, lesson.exercises.len())), "{shown}");
        let is_changed = number > 0 && lesson.exercises[number - 1].game.to_move() != exercise.game.to_move();
        assert_eq!(shown.contains("You change sides"), is_changed, "{shown}");
        let hint = pupil.press([KeyCode::Char('?')]);
        assert!(hint.contains("It begins on ") || hint.contains("It is "), "{hint}");
        let answer = exercise.answers[0].text(board);
        let more = pupil.press([KeyCode::Char('?')]);
        assert!(more.contains("It is "), "{more}");
        let right = pupil.type_line(&answer);
        assert!(right.contains("Right: ") && !right.contains("Not so"), "{right}");
        pupil.press([KeyCode::Enter]);
    }
    assert!(pupil.screen.has_quit() && pupil.screen.solved() == lesson.exercises.len());
}

#[test]
fn a_lesson_task_fits_80_by_24_in_every_game() {
    for game in quirkat_rules::games() {
        let lesson = lesson(&game.id);
        if lesson.exercises.is_empty() {
            continue;
        }
        for look in [CharacterSet::Unicode, CharacterSet::Ascii] {
            let mut pupil = Pupil::new(&lesson, look);
            for exercise in &lesson.exercises {
                let shown = pupil.press([]);
                assert!(pupil.screen.has_board(), "{}: {shown}", game.id);
                // The task is shown whole.
                let right: Vec<_> = shown.split_whitespace().collect();
                let task = exercise.task(Language::En, &exercise.game.ruleset().board);
                let last = task.split_whitespace().last().unwrap();
                assert!(look == CharacterSet::Ascii || right.contains(&last), "{}: {task}\n{shown}", game.id);
                assert!(look == CharacterSet::Unicode || shown.is_ascii(), "{shown}");
                pupil.press([KeyCode::PageDown]);
            }
        }
    }
}

#[test]
fn a_lesson_is_entered_with_the_cursor_and_refuses_with_the_rule() {
    let lesson = lesson("kharbaga");
    let mut pupil = Pupil::new(&lesson, CharacterSet::Unicode);
    let shown = pupil.press([]);
    check_screen("lesson", &shown);
    let refused = pupil.type_line("a1-e5");
    assert!(refused.contains("a1-e5: "), "{refused}");
    let chosen = pupil.press([KeyCode::Tab, KeyCode::Enter]);
    assert!(
        chosen.contains("Your move so far: ") || chosen.contains("Right: ") || chosen.contains("is legal"),
        "{chosen}"
    );
    let back = pupil.press([KeyCode::Esc, KeyCode::F(1)]);
    assert!(back.contains("Keys that act at once") && back.contains("a hint; asked again"), "{back}");
    pupil.type_line("quit");
    assert!(pupil.screen.has_quit());
}
