//! Lessons: what there is to know of a ruleset, as tasks at its board.
//!
//! Nobody writes a lesson. Its positions come out of games by exactly these rules, each task asks for something that a turn
//! does, and the answers are the legal turns that do it. A rule that the ruleset does not have comes to no task; a house rule
//! changes the lesson as it changes the game.

mod collect;
mod decoy;
mod goal;
mod history_ends;

pub(crate) use collect::begun;
pub use goal::Goal;
pub(crate) use goal::after;

use crate::ruling::Ruling;
use crate::words::TEXTS;
use quirkat_rules::{AnyGame, Language, Point, Reason, Turn, TurnError, read_turn};
use quirkat_words::texts::{digits, text};
use quirkat_words::{RuleAspect, RuleSentence, sentences_about, side, vocabulary};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// What a task teaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Skill {
    /// The start of the game.
    Start,
    /// Taking a stone off a full board.
    Departure,
    /// Entering a piece from the hand.
    Drop,
    /// Moving without a capture.
    Step,
    /// Capturing.
    Capture,
    /// Capturing on in the same turn.
    GoOn,
    /// Stopping although the capture could go on.
    Stop,
    /// Leaving a capture that is not compulsory.
    Abstain,
    /// Capturing because one must.
    Duty,
    /// Taking what has to be taken among captures.
    Precedence,
    /// Claiming.
    Claim,
    /// Making a row of three.
    Row,
    /// Promoting.
    Promotion,
    /// Moving a promoted piece.
    King,
    /// Huffing.
    Huff,
    /// Closing a part of the board.
    Closing,
    /// Calling for single combat.
    Combat,
    /// Winning.
    Win(Reason),
    /// Drawing.
    Draw(Reason),
}

impl Skill {
    /// What the rules are asked about it.
    pub fn matter(self) -> RuleAspect {
        match self {
            Skill::Start => RuleAspect::Setup,
            Skill::Departure => RuleAspect::Departure,
            Skill::Drop => RuleAspect::Drop,
            Skill::Step => RuleAspect::Step,
            Skill::Capture => RuleAspect::Capture,
            Skill::GoOn | Skill::Stop => RuleAspect::GoingOn,
            Skill::Abstain | Skill::Duty => RuleAspect::Duty,
            Skill::Precedence => RuleAspect::Precedence,
            Skill::Claim => RuleAspect::Claim,
            Skill::Row => RuleAspect::Row,
            Skill::Promotion => RuleAspect::Promotion,
            Skill::King => RuleAspect::King,
            Skill::Huff => RuleAspect::Huff,
            Skill::Closing => RuleAspect::Closing,
            Skill::Combat => RuleAspect::Combat,
            Skill::Win(reason) | Skill::Draw(reason) => RuleAspect::End(reason),
        }
    }

    /// The skill as one word, for programs.
    pub fn word(self) -> &'static str {
        match self {
            Skill::Start => "start",
            Skill::Departure => "departure",
            Skill::Drop => "drop",
            Skill::Step => "step",
            Skill::Capture => "capture",
            Skill::GoOn => "go_on",
            Skill::Stop => "stop",
            Skill::Abstain => "abstain",
            Skill::Duty => "duty",
            Skill::Precedence => "precedence",
            Skill::Claim => "claim",
            Skill::Row => "row",
            Skill::Promotion => "promotion",
            Skill::King => "king",
            Skill::Huff => "huff",
            Skill::Closing => "closing",
            Skill::Combat => "combat",
            Skill::Win(_) => "win",
            Skill::Draw(_) => "draw",
        }
    }
}

/// A course in the rules of one ruleset.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its tasks, each by itself, in the order of the rules.
    pub exercises: Vec<Exercise>,
}

/// One task of a lesson.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// What it teaches.
    pub skill: Skill,
    /// The game in the position of the task; turns lie behind it only where the task rests on them.
    pub game: AnyGame,
    /// What is asked for.
    pub goal: Goal,
    /// The legal turns that do it, each path once: never none.
    pub answers: Vec<Turn>,
    /// A turn that one may think of and that the rule forbids: what the task is about shows itself by it.
    pub decoy: Option<String>,
}

/// What comes of a turn that a learner has named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnswerResult {
    /// It does what was asked for.
    Right(Turn),
    /// It is legal, and does not do it.
    Missed(Turn),
    /// It is no legal turn, and why.
    Refused(TurnError),
}

/// As many lessons are remembered.
const REMEMBERED: usize = 64;

type Remembered = HashMap<(String, Vec<String>), Arc<Lesson>>;

/// Finding a lesson takes a while, and many ask for the same ones.
static LESSONS: LazyLock<Mutex<Remembered>> = LazyLock::new(Mutex::default);

impl Lesson {
    /// The lesson of a game's rules: the same one every time.
    ///
    /// # Examples
    /// ```
    /// use quirkat_play::{Lesson, Ruling, Skill, AnswerResult};
    /// use quirkat_rules::Language;
    /// let ruling = Ruling::new("alquerque", &[])?;
    /// let lesson = Lesson::of(&ruling.new_game());
    /// let duty = lesson.exercises.iter().find(|exercise| exercise.skill == Skill::Duty).unwrap();
    /// assert_eq!(duty.rules(Language::En)[0].text, "A player who can capture must capture.");
    /// let answer = duty.answers[0].text(&ruling.ruleset().board);
    /// assert!(matches!(duty.judge(&answer), AnswerResult::Right(_)));
    /// assert!(matches!(duty.judge(duty.decoy.as_ref().unwrap()), AnswerResult::Refused(_)));
    ///
    /// let free = Ruling::new("alquerque", &["capture=optional".to_owned()])?;
    /// assert!(Lesson::of(&free.new_game()).exercises.iter().all(|exercise| exercise.skill != Skill::Duty));
    /// # Ok::<(), quirkat_play::RulingError>(())
    /// ```
    pub fn of(game: &AnyGame) -> Lesson {
        Lesson { exercises: collect::exercises(&game.rules()) }
    }

    /// The lesson of a published game's ruling. The last few dozen are remembered.
    pub fn remembered(ruling: &Ruling) -> Arc<Lesson> {
        let name = (ruling.title().to_owned(), ruling.rules().to_vec());
        let lessons = || LESSONS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lessons().get(&name) {
            return Arc::clone(known);
        }
        let found = Arc::new(Lesson::of(&ruling.new_game()));
        let mut lessons = lessons();
        if lessons.len() >= REMEMBERED {
            lessons.clear();
        }
        lessons.insert(name, Arc::clone(&found));
        found
    }
}

impl Exercise {
    /// Judges a turn that a learner has named.
    pub fn judge(&self, named: &str) -> AnswerResult {
        match read_turn(&*self.game, named) {
            // Paths that do the same are the same turn, unless the way is what was asked for.
            Ok(turn) if self.goal.is_met(&self.game, &turn) => AnswerResult::Right(turn),
            Ok(turn) => AnswerResult::Missed(turn),
            Err(error) => AnswerResult::Refused(error),
        }
    }

    /// Where an answer begins: a hint. Nowhere on the board where the answers are calls.
    pub fn hint(&self) -> Option<Point> {
        let turn = self.answers.first()?;
        let claimed = turn.claim.as_ref().map(|claim| claim.path[0]);
        claimed
            .or(turn.huff)
            .or(turn.drops.first().copied())
            .or(turn.path.first().copied())
            .or(turn.removed.first().copied())
    }

    /// The sentences of the rules that the task rests on.
    pub fn rules(&self, language: Language) -> Vec<RuleSentence> {
        sentences_about(self.game.ruleset(), self.skill.matter(), language)
    }

    /// What the task is about, as a heading.
    pub fn title(&self, language: Language) -> String {
        let key = match self.skill {
            Skill::Start => "lessons.start",
            Skill::Departure => "lessons.departure",
            Skill::Drop => "lessons.drop",
            Skill::Step => "lessons.step",
            Skill::Capture => "lessons.capture",
            Skill::GoOn => "lessons.go_on",
            Skill::Stop => "lessons.stop",
            Skill::Abstain => "lessons.abstain",
            Skill::Duty => "lessons.duty",
            Skill::Precedence => "lessons.precedence",
            Skill::Claim => "lessons.claim",
            Skill::Row => "lessons.row",
            Skill::Promotion => "lessons.promotion",
            Skill::King => "lessons.king",
            Skill::Huff => "lessons.huff",
            Skill::Closing => "lessons.closing",
            Skill::Combat => "lessons.combat",
            Skill::Win(_) => "lessons.win",
            Skill::Draw(_) => "lessons.draw",
        };
        TEXTS.words(language, key).to_owned()
    }

    /// What the learner is asked to do: `You play White. Capture what stands on c3.`
    pub fn task(&self, language: Language) -> String {
        let ruleset = self.game.ruleset();
        let at = |point: Point| text("point", ruleset.board.name(point));
        let of = |key, point| (key, vec![at(point)]);
        let (key, slots) = match self.goal {
            Goal::Legal if self.answers.len() == 1 => ("lessons.only_turn", vec![]),
            Goal::Legal => ("lessons.few_turns", vec![digits("count", self.answers.len())]),
            Goal::Move(point) => of("lessons.move", point),
            Goal::Go(point) => of("lessons.go", point),
            Goal::Place(point) => of("lessons.place", point),
            Goal::Lift(point) => of("lessons.lift", point),
            Goal::TakeThis(point) => of("lessons.take_this", point),
            Goal::Take(0) => ("lessons.take_nothing", vec![]),
            Goal::Take(count) => ("lessons.take", vec![digits("count", count)]),
            Goal::Promote => ("lessons.promote", vec![]),
            Goal::Huff => ("lessons.do_huff", vec![]),
            Goal::Claim => ("lessons.do_claim", vec![]),
            Goal::Row => ("lessons.make_a_row", vec![]),
            Goal::Close => ("lessons.close", vec![]),
            Goal::Call => ("lessons.call", vec![]),
            Goal::Win => ("lessons.do_win", vec![]),
            Goal::Draw => ("lessons.do_draw", vec![]),
        };
        let asked = TEXTS.say_of(language, key, &slots, &vocabulary(ruleset, language));
        let slots = [side("side", ruleset, self.game.to_move(), language), text("asked", asked)];
        TEXTS.say(language, "lessons.task", &slots)
    }
}
