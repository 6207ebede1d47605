//! `quirkat learn GAME`: a lesson made from the rules, task by task.

use super::languages;
use crate::output;
use crate::play::{self, MAX_LINE_LEN};
use crate::preferences::{CharacterArgument, preferences};
use crate::source::GameArguments;
use crate::words::Words;
use clap::Args;
use quirkat_draw::{CharacterSet, Scene, terminal};
use quirkat_match::lines::{Input, read_line};
use quirkat_play::{AnswerResult, Exercise, Lesson};
use quirkat_rules::Language;
use quirkat_words::texts::{digits, text};
use quirkat_words::{RuleSentence, refusal_in_words, sentences_for_refusal};
use std::io::{self, BufRead, ErrorKind, Write};

/// Learn a game by playing: a lesson made from its rules, task by task
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// The language
    #[arg(long, value_parser = languages(), default_value_t = preferences().language)]
    lang: Language,
    #[command(flatten)]
    characters: CharacterArgument,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let words = Words(arguments.lang);
    let (_, ruling) = arguments.game.ruling(arguments.lang)?;
    let course = Course {
        lesson: Lesson::of(&ruling.new_game()),
        words,
        look: arguments.characters.character_set(),
        title: words.title(&ruling.ruleset()),
        play_arguments: arguments
            .game
            .rules
            .iter()
            .fold(arguments.game.game.clone(), |named, rule| format!("{named} --rule {rule}")),
    };
    if let Some(done) = play::learn(&course.lesson, words, course.look)? {
        return Ok(course.farewell(done));
    }
    match course.teach(&mut io::stdin().lock(), &mut output::standard()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(String::new()),
    }
}

/// A lesson with its output settings.
struct Course {
    lesson: Lesson,
    words: Words,
    look: CharacterSet,
    title: String,
    /// Arguments of `quirkat play` for the same game.
    play_arguments: String,
}

impl Course {
    /// Runs the tasks until all are solved, the learner leaves, or the input ends.
    fn teach(&self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
        let Course { lesson, words, .. } = self;
        let count = lesson.exercises.len();
        writeln!(out, "{}", self.title)?;
        writeln!(out, "{}", words.say("learn.greeting", &[digits("count", count)]))?;
        let mut solved = vec![false; count];
        let mut at = 0;
        let mut is_shown = false;
        let mut side = None;
        let mut hints = 0;
        while let Some(exercise) = lesson.exercises.get(at) {
            if !is_shown {
                let to_move = exercise.game.to_move();
                let is_changed = side.replace(to_move).is_some_and(|before| before != to_move);
                self.show(exercise, at, is_changed, out)?;
                (is_shown, hints) = (true, 0);
            }
            out.flush()?;
            let line = match read_line(input, MAX_LINE_LEN)? {
                Input::End => {
                    writeln!(out, "{}", words.get("lines.end_of_input"))?;
                    break;
                }
                Input::Line(line) => line,
                Input::TooLong => {
                    writeln!(out, "{}", words.say("lines.too_long", &[digits("most", MAX_LINE_LEN)]))?;
                    continue;
                }
                Input::NotUtf8 => {
                    writeln!(out, "{}", words.get("lines.not_utf8"))?;
                    continue;
                }
            };
            let goes_to = match line.trim() {
                "" => None,
                "?" | "hint" => {
                    writeln!(out, "{}", self.hint(exercise, hints == 0))?;
                    hints += 1;
                    None
                }
                "skip" => Some(at + 1),
                "back" => Some(at.saturating_sub(1)),
                "board" => Some(at),
                "quit" | "q" => break,
                "help" => {
                    write!(out, "{}", words.get("learn.help"))?;
                    None
                }
                answer => {
                    let is_right = self.judge(exercise, answer, out)?;
                    solved[at] |= is_right;
                    is_right.then_some(at + 1)
                }
            };
            if let Some(next) = goes_to {
                at = next;
                is_shown = false;
            }
        }
        let done = solved.into_iter().filter(|&is_solved| is_solved).count();
        write!(out, "{}", self.farewell(done))?;
        out.flush()
    }

    /// Returns the number of solved tasks, and how to play the game.
    fn farewell(&self, done: usize) -> String {
        let slots = [digits("done", done), digits("count", self.lesson.exercises.len())];
        let (end, play) = (self.words.say("learn.end", &slots), self.words.get("learn.play"));
        format!("{end}\n{play}\n  quirkat play {}\n", self.play_arguments)
    }

    fn show(&self, exercise: &Exercise, at: usize, is_changed: bool, out: &mut dyn Write) -> io::Result<()> {
        let language = self.words.0;
        let ruleset = exercise.game.ruleset();
        let slots = [
            digits("number", at + 1),
            digits("count", self.lesson.exercises.len()),
            text("title", exercise.title(language)),
        ];
        writeln!(out, "\n{}", self.words.say("learn.heading", &slots))?;
        let scene = Scene::new(ruleset, exercise.game.setup());
        write!(out, "\n{}\n", terminal::text(&scene, self.look, language))?;
        self.print_rules(&exercise.rules(language), out)?;
        if is_changed {
            let change = self.words.of_side("learn.change", ruleset, exercise.game.to_move());
            write!(out, "\n{change}")?;
        }
        writeln!(out, "\n{}", exercise.task(language, &exercise.game.ruleset().board))
    }

    /// Prints sentences of the rules with their sources.
    fn print_rules(&self, rules: &[RuleSentence], out: &mut dyn Write) -> io::Result<()> {
        rules.iter().try_for_each(|rule| writeln!(out, "{}", self.words.rule(rule)))
    }

    /// Returns a hint: at first the point on which an answer begins, then the answer.
    fn hint(&self, exercise: &Exercise, is_first: bool) -> String {
        match exercise.hint().filter(|_| is_first) {
            Some(point) => {
                let name = exercise.game.ruleset().board.name(point);
                self.words.say("learn.hint", &[text("point", name)])
            }
            None => self
                .words
                .say("learn.hint_turn", &[text("turn", exercise.answers[0].text(&exercise.game.ruleset().board))]),
        }
    }

    /// Prints the verdict on a move, and returns whether it solves the task.
    fn judge(&self, exercise: &Exercise, answer: &str, out: &mut dyn Write) -> io::Result<bool> {
        let ruleset = exercise.game.ruleset();
        let language = self.words.0;
        let turn = |turn: &quirkat_rules::Turn| text("turn", turn.text(&ruleset.board));
        match exercise.judge(answer) {
            AnswerResult::Right(right) => {
                writeln!(out, "{}", self.words.say("learn.right", &[turn(&right)]))?;
                if let Some(decoy) = &exercise.decoy
                    && let AnswerResult::Refused(error) = exercise.judge(decoy)
                {
                    let why = text("why", refusal_in_words(ruleset, &error, language));
                    writeln!(out, "{}", self.words.say("learn.not_so", &[why]))?;
                }
                if let Some(shown) = exercise.shown_rule(language) {
                    writeln!(out, "{shown}")?;
                }
                Ok(true)
            }
            AnswerResult::Missed(missed) => {
                writeln!(out, "{}", self.words.say("learn.missed", &[turn(&missed)]))?;
                Ok(false)
            }
            AnswerResult::Refused(error) => {
                writeln!(out, "{}", refusal_in_words(ruleset, &error, language))?;
                self.print_rules(&sentences_for_refusal(ruleset, &error, language), out)?;
                Ok(false)
            }
        }
    }
}
