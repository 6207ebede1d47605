//! A lesson on the whole screen: the board, the task and the rule behind it.

use super::app::{typed_letter, typed_sign};
use super::help::{page, tables_of_keys};
use super::keys::{Action, ENTER, ESCAPE, Key, Sign, action, find_word, scroll_page};
use super::panel::{NARROWEST, entry_lines};
use super::prompt::{Prompt, Purpose, Typing};
use super::scenes::{entered, mark_choices};
use super::theme::{Theme, Tone};
use super::view::{Hint, divide, hints_line, prompt_line, title_bar, too_small, write_in_ascii};
use super::{Screen, board};
use crate::play::cursor::Cursor;
use crate::play::entry::{Entry, Step};
use crate::play::words::wrapped;
use crate::words::Words;
use quirkat_draw::terminal::Picture;
use quirkat_draw::{CharacterSet, Mark, Scene};
use quirkat_play::{AnswerResult, Exercise, Lesson};
use quirkat_rules::{IllegalReason, Point, Side, Turn};
use quirkat_words::texts::{digits, text};
use quirkat_words::{refusal_in_words, sentences_for_refusal, why_in_words};
use ratatui::Frame;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

/// Part of the screen that has the keyboard focus.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Mode {
    Board,
    Prompt(Prompt),
    /// The help, scrolled down by a number of rows.
    Help(usize),
    /// All texts of the task, scrolled down by a number of rows.
    More(usize),
}

/// Action of a key or word of a lesson, besides those on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Command {
    Hint,
    Next,
    Before,
    More,
    Help,
    Quit,
}

/// Letters and words of the input line, with their commands and text keys.
const WORDS: [(&str, &str, Command, &str); 6] = [
    ("t", "hint", Command::Hint, "learn.key_hint"),
    ("s", "skip", Command::Next, "learn.key_next"),
    ("b", "back", Command::Before, "learn.key_before"),
    ("m", "more", Command::More, "learn.key_more"),
    ("h", "help", Command::Help, "keys.help"),
    ("q", "quit", Command::Quit, "learn.key_quit"),
];

/// Keys that act at once, with the text keys of their help.
const KEYS: [(&[Key], &str); 11] = [
    (&[super::keys::ARROWS], "keys.move"),
    (&[ENTER, Key::Named("keys.space")], "keys.choose"),
    (&[Sign("Tab"), Key::Named("keys.shift_tab")], "keys.cycle"),
    (&[super::keys::BACKSPACE], "keys.back"),
    (&[ESCAPE], "keys.clear"),
    (&[Key::Named("keys.mouse")], "keys.click"),
    (&[Sign("?")], "learn.key_hint"),
    (&[Key::Named("keys.page_down")], "learn.key_next"),
    (&[Key::Named("keys.page_up")], "learn.key_before"),
    (&[Sign("F1")], "keys.help"),
    (&[Sign("Ctrl-C"), Sign("Ctrl-D"), Sign("Ctrl-Q")], "learn.key_quit"),
];

/// State of a lesson on the screen.
pub struct LessonScreen<'l> {
    lesson: &'l Lesson,
    words: Words,
    look: CharacterSet,
    theme: Theme,
    at: usize,
    solved: Vec<bool>,
    entry: Entry,
    cursor: Cursor,
    mode: Mode,
    notices: Vec<(String, Tone)>,
    /// Number of hints given for this task.
    hints: usize,
    /// Right answer, until the next task.
    answer: Option<Turn>,
    /// Whether this task has another side to move than the one before.
    changes_side: bool,
    drawn: Option<(Rect, Picture)>,
    has_quit: bool,
}

impl<'l> LessonScreen<'l> {
    /// Begins a lesson, which has at least one task.
    pub fn new(lesson: &'l Lesson, words: Words, look: CharacterSet, theme: Theme) -> LessonScreen<'l> {
        let board = &lesson.exercises[0].game.ruleset().board;
        let mut screen = LessonScreen {
            lesson,
            words,
            look,
            theme,
            at: 0,
            solved: vec![false; lesson.exercises.len()],
            entry: Entry::new(board, vec![]),
            cursor: Cursor::in_the_middle(board),
            mode: Mode::Board,
            notices: vec![],
            hints: 0,
            answer: None,
            changes_side: false,
            drawn: None,
            has_quit: false,
        };
        screen.go_to(0);
        screen
    }

    /// Returns the number of solved tasks.
    pub fn solved(&self) -> usize {
        self.solved.iter().filter(|&&is_solved| is_solved).count()
    }

    /// Returns whether the board was drawn.
    #[cfg(test)]
    pub fn has_board(&self) -> bool {
        self.drawn.is_some()
    }

    fn exercise(&self) -> &'l Exercise {
        &self.lesson.exercises[self.at]
    }

    /// Shows a task. Beyond the last one the lesson ends.
    fn go_to(&mut self, at: usize) {
        let Some(exercise) = self.lesson.exercises.get(at) else {
            self.has_quit = true;
            return;
        };
        self.changes_side = self.exercise().game.to_move() != exercise.game.to_move();
        self.at = at;
        (self.notices, self.hints, self.answer) = (vec![], 0, None);
        let board = &exercise.game.ruleset().board;
        self.entry = Entry::new(board, exercise.game.turns().unwrap_or_default());
        self.cursor = Cursor::in_the_middle(board);
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Hint => self.hint(),
            Command::Next => self.go_to(self.at + 1),
            Command::Before => self.go_to(self.at.saturating_sub(1)),
            Command::More => self.mode = Mode::More(0),
            Command::Help => self.mode = Mode::Help(0),
            Command::Quit => self.has_quit = true,
        }
    }

    /// Gives a hint: first the point on which an answer begins, then the answer.
    fn hint(&mut self) {
        let exercise = self.exercise();
        let board = &exercise.game.ruleset().board;
        let point = exercise.hint().filter(|_| self.hints == 0);
        self.hints += 1;
        self.cursor_to(point);
        let hint = match point {
            Some(point) => self.words.say("learn.hint", &[text("point", board.name(point))]),
            None => self.words.say("learn.hint_turn", &[text("turn", exercise.answers[0].text(board))]),
        };
        self.notices = vec![(hint, Tone::Strong)];
    }

    fn judge(&mut self, answer: &str) {
        let exercise = self.exercise();
        let ruleset = exercise.game.ruleset();
        let named = |turn: &Turn| text("turn", turn.text(&ruleset.board));
        self.entry.clear();
        self.notices = match exercise.judge(answer) {
            AnswerResult::Right(turn) => {
                let mut notices = vec![(self.words.say("learn.right", &[named(&turn)]), Tone::Strong)];
                if let Some(decoy) = &exercise.decoy
                    && let AnswerResult::Refused(error) = exercise.judge(decoy)
                {
                    let why = text("why", refusal_in_words(ruleset, &error, self.words.0));
                    notices.push((self.words.say("learn.not_so", &[why]), Tone::Plain));
                }
                notices.extend(exercise.shown_rule(self.words.0).map(|shown| (shown, Tone::Plain)));
                notices.push((self.words.get("learn.go_on").to_owned(), Tone::Strong));
                self.solved[self.at] = true;
                self.answer = Some(turn);
                notices
            }
            AnswerResult::Missed(turn) => vec![(self.words.say("learn.missed", &[named(&turn)]), Tone::Warning)],
            AnswerResult::Refused(error) => {
                let refused = refusal_in_words(ruleset, &error, self.words.0);
                let rules = sentences_for_refusal(ruleset, &error, self.words.0);
                vec![(self.words.with_rules(refused, &rules), Tone::Warning)]
            }
        };
    }

    fn choose(&mut self, point: Point) {
        let ruleset = self.exercise().game.ruleset();
        let board = &ruleset.board;
        let only_passes = self.entry.starts().is_empty() && !self.entry.turns().is_empty();
        match if only_passes { self.entry.finish() } else { self.entry.choose(point) } {
            Step::Done(turn) => self.judge(&turn.text(board)),
            Step::Changed => {
                self.notices.clear();
                if let ([only], true) = (&self.entry.targets()[..], self.entry.complete().is_none()) {
                    self.cursor_to(Some(*only));
                }
            }
            Step::Refused if self.entry.path().is_empty() => {
                let name = board.name(point).to_owned();
                let piece = self.exercise().game.setup().top(point);
                let why = match piece {
                    None => why_in_words(ruleset, &IllegalReason::Empty(name), self.words.0),
                    Some(piece) if piece.side != self.exercise().game.to_move() => {
                        let owner = Box::new(ruleset.info.sides[piece.side.index()].name.clone());
                        why_in_words(ruleset, &IllegalReason::NotYourPiece(name, owner), self.words.0)
                    }
                    Some(_) => self.words.say("screen.no_turn", &[text("point", name)]),
                };
                self.notices = vec![(why, Tone::Warning)];
            }
            Step::Refused => {
                let path = [self.entry.path(), &[point]].concat();
                let turn = Turn { huff: self.entry.huff(), path, ..Turn::default() };
                self.judge(&turn.text(board));
            }
        }
    }

    fn cursor_to(&mut self, point: Option<Point>) {
        if let Some(point) = point {
            self.cursor = Cursor::new(&self.exercise().game.ruleset().board, point);
        }
    }

    fn on_key(&mut self, key: KeyEvent) {
        let key_action = action(key);
        if key_action == Some(Action::Quit) && key.modifiers.contains(KeyModifiers::CONTROL) {
            self.has_quit = true;
            return;
        }
        match &mut self.mode {
            Mode::Prompt(prompt) => match prompt.on_key(key) {
                Typing::Continues => {}
                Typing::Cancelled => self.mode = Mode::Board,
                Typing::Done => self.run_prompt(),
            },
            Mode::Help(_) | Mode::More(_) if let Some(letter) = typed_letter(key) => {
                self.mode = Mode::Prompt(Prompt::starting_with(letter, Purpose::Command));
            }
            Mode::Help(scroll) | Mode::More(scroll) => {
                if !scroll_page(scroll, key_action) {
                    self.mode = Mode::Board;
                }
            }
            Mode::Board => match (self.begins_line(key), key.code) {
                (Some(sign), _) => self.mode = Mode::Prompt(Prompt::starting_with(sign, Purpose::Command)),
                (None, KeyCode::Char('?')) => self.hint(),
                (None, KeyCode::PageDown) => self.obey(Command::Next),
                (None, KeyCode::PageUp) => self.obey(Command::Before),
                (None, _) => key_action.into_iter().for_each(|action| self.act(action)),
            },
        }
    }

    /// Returns the character of a key that opens the input line: a letter, or a sign with which a point begins.
    fn begins_line(&self, key: KeyEvent) -> Option<char> {
        let sign = typed_sign(key)?;
        let board = &self.exercise().game.ruleset().board;
        let begins = || board.points().any(|point| board.name(point).starts_with(sign));
        (sign.is_alphabetic() || begins()).then_some(sign)
    }

    fn act(&mut self, action: Action) {
        let board = &self.exercise().game.ruleset().board;
        match action {
            // After a right answer the choice is the next task.
            Action::Choose | Action::Cycle(1) if self.answer.is_some() => self.obey(Command::Next),
            Action::Go(direction) => self.cursor = self.cursor.step(board, Side::First, direction),
            Action::Choose => self.choose(self.cursor.point),
            Action::Cycle(by) => self.cursor_to(self.entry.next_choice(self.cursor.point, by)),
            Action::Back => {
                self.entry.back();
                self.cursor_to(self.entry.points().last().copied());
            }
            Action::Clear => {
                self.entry.clear();
                self.notices.clear();
            }
            Action::Type => self.mode = Mode::Prompt(Prompt::new(Purpose::Command)),
            Action::Help => self.obey(Command::Help),
            _ => {}
        }
    }

    fn run_prompt(&mut self) {
        let Mode::Prompt(prompt) = std::mem::replace(&mut self.mode, Mode::Board) else { return };
        match (find_word(&WORDS, &prompt.text), prompt.text.trim()) {
            (Some((command, _)), _) => self.obey(command),
            (None, "") => {}
            (None, "?") => self.hint(),
            (None, answer) => self.judge(answer),
        }
    }

    fn scene(&self) -> Scene {
        let game = &self.exercise().game;
        if let Some(turn) = &self.answer {
            let mut after = game.clone();
            let is_played = after.play(turn).is_ok();
            let mut scene = Scene::new(game.ruleset(), if is_played { after.setup() } else { game.setup() });
            scene.show_turn(turn);
            return scene;
        }
        let mut scene = entered(game, &self.entry, Side::First);
        mark_choices(&mut scene, &self.entry, self.cursor.point, self.entry.points().is_empty());
        if let Some(point) = self.exercise().hint().filter(|_| self.hints > 0 && self.entry.points().is_empty()) {
            scene.mark(point, Mark::Target);
        }
        scene
    }

    /// Returns the texts of the task: what to do, what has happened, and the rules.
    fn rows(&self, columns: usize) -> Vec<Line<'static>> {
        let (exercise, words) = (self.exercise(), self.words);
        let ruleset = exercise.game.ruleset();
        let slots = [
            digits("number", self.at + 1),
            digits("count", self.lesson.exercises.len()),
            text("title", exercise.title(words.0)),
        ];
        let mut parts = vec![(words.say("learn.heading", &slots), Tone::Bar)];
        if self.changes_side {
            parts.push((words.of_side("learn.change", ruleset, exercise.game.to_move()), Tone::Warning));
        }
        parts.push((exercise.task(words.0, &exercise.game.ruleset().board), Tone::Strong));
        let gap = || (String::new(), Tone::Plain);
        let entered = entry_lines(&self.entry, &ruleset.board, words);
        if !entered.is_empty() || !self.notices.is_empty() {
            parts.push(gap());
            parts.extend(entered);
            parts.extend(self.notices.iter().cloned());
        }
        parts.push(gap());
        parts.extend(exercise.rules(words.0).iter().map(|rule| (rule.with_origins(words.0), Tone::Plain)));
        let row = |(text, tone): (String, Tone)| {
            let style = self.theme.tone(tone);
            wrapped(&text, columns).into_iter().map(move |row| Line::styled(row, style))
        };
        parts.into_iter().flat_map(row).collect()
    }

    fn draw_panel(&self, frame: &mut Frame<'_>, area: Rect) {
        let mut rows = self.rows(area.width.into());
        let room = usize::from(area.height);
        if rows.len() > room {
            rows.truncate(room.saturating_sub(1));
            rows.push(Line::styled(self.words.get("screen.more"), self.theme.tone(Tone::Strong)));
        }
        frame.render_widget(Paragraph::new(rows), area);
    }

    fn help_rows(&self, width: usize) -> Vec<Line<'static>> {
        let name = |keys: &[Key]| keys.iter().map(|key| key.name(self.words)).collect::<Vec<_>>().join(" ");
        let keys = KEYS.iter().map(|(keys, what)| (name(keys), *what)).collect();
        let typed = WORDS.map(|(letter, word, _, what)| (format!("{letter}, {word}"), what));
        let typed = [("c2-c3, a1xc3".to_owned(), "keys.turn")].into_iter().chain(typed).collect();
        tables_of_keys(&[("keys.heading", keys), ("keys.words_heading", typed)], self.words, self.theme, width)
    }

    fn draw_bar(&self, frame: &mut Frame<'_>, area: Rect) {
        let (words, theme) = (self.words, self.theme);
        let last: [Hint; 2] = [(Sign("F1"), "keys.bar_help"), (Sign("q"), "keys.bar_quit")];
        let line = match &self.mode {
            Mode::Prompt(prompt) => {
                let meaning = find_word(&WORDS, &prompt.text).map(|(_, what)| what);
                prompt_line(prompt, meaning, words, theme, frame, area)
            }
            Mode::Help(_) | Mode::More(_) => {
                let hints = [(super::keys::ARROWS, "keys.bar_scroll"), (ESCAPE, "learn.bar_return")];
                hints_line(&hints, words, theme, area.width)
            }
            Mode::Board if self.answer.is_some() => {
                let hints = [(ENTER, "learn.bar_next"), (Key::Named("keys.page_up"), "learn.bar_before")];
                hints_line(&[&hints[..], &last].concat(), words, theme, area.width)
            }
            Mode::Board => {
                let hints = [
                    (ENTER, "keys.bar_choose"),
                    (Sign("Tab"), "keys.bar_next"),
                    (Sign("?"), "keys.bar_hint"),
                    (Key::Named("keys.page_down"), "learn.bar_next"),
                    (Key::Named("keys.page_up"), "learn.bar_before"),
                ];
                hints_line(&[&hints[..], &last].concat(), words, theme, area.width)
            }
        };
        frame.render_widget(Paragraph::new(line).style(theme.tone(Tone::Bar)), area);
    }
}

impl Screen for LessonScreen<'_> {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let [title, body, keys] =
            Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)]).areas(frame.area());
        let ruleset = self.exercise().game.ruleset();
        title_bar(ruleset, "Quirkat", self.words, self.theme, frame, title);
        self.drawn = None;
        match self.mode {
            Mode::Help(scroll) => {
                let furthest = page(frame, body, |width| self.help_rows(width), scroll);
                self.mode = Mode::Help(scroll.min(furthest));
            }
            Mode::More(scroll) => {
                let furthest = page(frame, body, |width| self.rows(width), scroll);
                self.mode = Mode::More(scroll.min(furthest));
            }
            Mode::Board | Mode::Prompt(_) => {
                let scene = self.scene();
                match divide(&scene, self.look, body).filter(|(.., panel)| panel.width + 2 >= NARROWEST) {
                    Some((picture, left, right)) => {
                        let at = board::draw(&scene, &picture, self.theme, left, frame.buffer_mut());
                        self.drawn = Some((at, picture));
                        self.draw_panel(frame, right);
                    }
                    None => {
                        let rows = wrapped(&too_small(&scene, self.words, frame.area()), body.width.into());
                        let [above, below] =
                            Layout::vertical([Constraint::Length(rows.len() as u16), Constraint::Fill(1)]).areas(body);
                        let rows: Vec<_> = rows.into_iter().map(Line::raw).collect();
                        frame.render_widget(Paragraph::new(rows), above);
                        self.draw_panel(frame, below);
                    }
                }
            }
        }
        self.draw_bar(frame, keys);
        if self.look == CharacterSet::Ascii {
            write_in_ascii(frame.buffer_mut());
        }
    }

    fn on_event(&mut self, input: &Input) {
        match input {
            Input::Key(key) if key.kind != KeyEventKind::Release => self.on_key(*key),
            Input::Mouse(mouse) => match (mouse.kind, &self.mode, &self.drawn) {
                (MouseEventKind::Down(MouseButton::Right), Mode::Board, _) => self.act(Action::Back),
                (MouseEventKind::Down(MouseButton::Left), Mode::Board, Some((area, picture))) => {
                    if area.contains((mouse.column, mouse.row).into())
                        && let Some(point) =
                            picture.nearest((mouse.column - area.x).into(), (mouse.row - area.y).into())
                    {
                        self.cursor_to(Some(point));
                        self.act(Action::Choose);
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn has_quit(&self) -> bool {
        self.has_quit
    }
}
