//! Lessons: exercises about the rules of one ruleset, at its own board.
//!
//! No lesson is written by hand. Its positions come from random games by exactly these rules, each exercise states a
//! goal for one turn, and the answers are the legal turns that meet it. A rule that the ruleset lacks yields no
//! exercise, and a house rule changes the lesson as it changes the game.

mod collect;
mod decoy;
mod goal;
mod history_ends;
mod special;
mod subject;

pub(crate) use collect::start_game;
pub use goal::Goal;
pub(crate) use goal::after;
pub use special::special_options;
use subject::Subject;

use crate::bounded_cache::BoundedCache;
use crate::ruling::Ruling;
use crate::words::TEXTS;
use quirkat_rules::{AnyGame, Board, Language, OptionKey, Point, Reason, Turn, TurnError, read_turn};
use quirkat_words::texts::{digits, text};
use quirkat_words::{RuleAspect, RuleSentence, sentences_about, side, vocabulary};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Skill that an exercise teaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Skill {
    /// Making the first turn of the game.
    Start,
    /// Removing a stone from a full board.
    Departure,
    /// Placing a piece from the hand.
    Drop,
    /// Moving a piece without a capture.
    Step,
    /// Capturing with a single hop.
    Capture,
    /// Continuing a capture in the same turn.
    GoOn,
    /// Stopping although the capture could continue.
    Stop,
    /// Declining a capture that is not compulsory.
    Abstain,
    /// Capturing because a capture is compulsory.
    Duty,
    /// Choosing the capture that takes precedence.
    Precedence,
    /// Claiming a capture that the opponent missed.
    Claim,
    /// Making a row of three.
    Row,
    /// Promoting a man to a higher rank.
    Promotion,
    /// Moving or capturing with a promoted piece.
    King,
    /// Huffing a piece that did not capture.
    Huff,
    /// Closing a part of the board.
    Closing,
    /// Calling for single combat between two pieces.
    Combat,
    /// Winning the game, for this reason.
    Win(Reason),
    /// Drawing the game, for this reason.
    Draw(Reason),
    /// Playing by the value of an option in which the ruleset differs from the plainest game.
    Special(OptionKey),
}

impl Skill {
    /// Returns the aspect of the rules that the skill belongs to.
    pub fn aspect(self) -> RuleAspect {
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
            Skill::Special(key) => RuleAspect::Option(key),
        }
    }

    /// Returns the skill as one word for programs.
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
            Skill::Special(_) => "special",
        }
    }

    /// Returns whether a lesson keeps its exercise about the skill, however long it is.
    fn is_basic(self) -> bool {
        match self {
            Skill::Start
            | Skill::Capture
            | Skill::Abstain
            | Skill::Duty
            | Skill::Claim
            | Skill::Row
            | Skill::Promotion
            | Skill::King
            | Skill::Huff
            | Skill::Closing => true,
            Skill::Departure
            | Skill::Drop
            | Skill::Step
            | Skill::GoOn
            | Skill::Stop
            | Skill::Precedence
            | Skill::Combat
            | Skill::Win(_)
            | Skill::Draw(_)
            | Skill::Special(_) => false,
        }
    }

    /// Returns the key of the heading.
    fn heading(self) -> &'static str {
        match self {
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
            Skill::Special(key) => match Subject::of(key) {
                Some(Subject::Skill(skill)) => skill.heading(),
                Some(Subject::Ending) | None => "lessons.ending",
            },
        }
    }
}

/// A course in the rules of one ruleset.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Exercises, independent of one another, in the order of the rules.
    pub exercises: Vec<Exercise>,
}

/// One exercise of a lesson.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// Skill that the exercise teaches.
    pub skill: Skill,
    /// Game in the position of the exercise. It has a history only where the exercise depends on it.
    pub game: AnyGame,
    /// Goal that the answer has to meet.
    pub goal: Goal,
    /// Legal turns that meet the goal, one for each path; never empty.
    pub answers: Vec<Turn>,
    /// Illegal turn that a learner might try, in notation: its refusal shows the rule.
    pub decoy: Option<String>,
}

/// Result of a learner's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnswerResult {
    /// The turn meets the goal.
    Right(Turn),
    /// The turn is legal but does not meet the goal.
    Missed(Turn),
    /// The turn is illegal, for this reason.
    Refused(TurnError),
}

/// Maximum moves of the history in the instruction of an exercise.
const MAX_SHOWN_MOVES: usize = 12;
/// Maximum size of the cached lessons in bytes.
const MAX_CACHED: usize = 16 << 20;
/// Approximate size of an exercise in bytes, without its rules.
const EXERCISE_SIZE: usize = 8 << 10;

type LessonCache = BoundedCache<(String, Vec<String>), Arc<Lesson>>;

/// Cache of lessons. Collecting a lesson takes a while, and many visitors ask for the same ones.
static LESSONS: LazyLock<Mutex<LessonCache>> = LazyLock::new(|| Mutex::new(BoundedCache::new(MAX_CACHED)));

impl Lesson {
    /// Collects the lesson of a game's rules. The result is the same every time.
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

    /// Returns the lesson of a ruling from a cache of the lessons used last.
    pub fn remembered(ruling: &Ruling) -> Arc<Lesson> {
        let name = (ruling.title().to_owned(), ruling.rules().to_vec());
        let lessons = || LESSONS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lessons().get(&name) {
            return Arc::clone(known);
        }
        let lesson = Arc::new(Lesson::of(&ruling.new_game()));
        let size = ruling.size() + EXERCISE_SIZE * lesson.exercises.len();
        lessons().insert(name, Arc::clone(&lesson), size);
        lesson
    }
}

impl Exercise {
    /// Checks an answer that a learner has entered in notation.
    pub fn judge(&self, named: &str) -> AnswerResult {
        match read_turn(&*self.game, named) {
            // Paths with the same effect are the same turn, unless the goal requires a path.
            Ok(turn) if self.goal.is_met(&self.game, &turn) => AnswerResult::Right(turn),
            Ok(turn) => AnswerResult::Missed(turn),
            Err(error) => AnswerResult::Refused(error),
        }
    }

    /// Returns the point on which an answer begins, as a hint. Returns `None` where the answers are calls, and where the
    /// task names the point.
    pub fn hint(&self) -> Option<Point> {
        let turn = self.answers.first()?;
        let claimed = turn.claim.as_ref().map(|claim| claim.path[0]);
        let point = claimed
            .or(turn.huff)
            .or(turn.drops.first().copied())
            .or(turn.path.first().copied())
            .or(turn.removed.first().copied());
        point.filter(
            |&point| !matches!(self.goal, Goal::Move(named) | Goal::Place(named) | Goal::Lift(named) if named == point),
        )
    }

    /// Returns the sentences of the rules that the exercise rests on.
    pub fn rules(&self, language: Language) -> Vec<RuleSentence> {
        sentences_about(self.game.ruleset(), self.skill.aspect(), language)
    }

    /// Returns the text that follows a right answer: the rule that an exercise about a special option has shown.
    pub fn shown_rule(&self, language: Language) -> Option<String> {
        let Skill::Special(_) = self.skill else { return None };
        let rule = self.rules(language).into_iter().next()?.text;
        Some(TEXTS.say(language, "lessons.shown", &[text("rule", rule)]))
    }

    /// Returns the heading of the exercise.
    pub fn title(&self, language: Language) -> String {
        TEXTS.words(language, self.skill.heading()).to_owned()
    }

    /// Returns the instruction for the learner: `You play White. Capture what stands on c3.` Where the exercise depends on
    /// the history, the instruction names its last moves. Its points have the names that they have on `board`, the game's
    /// board in one of its notations.
    pub fn task(&self, language: Language, board: &Board) -> String {
        let ruleset = self.game.ruleset();
        let at = |point: Point| text("point", board.name(point));
        let of = |key, point| (key, vec![at(point)]);
        let (key, slots) = match self.goal {
            Goal::Legal if self.answers.len() == 1 => ("lessons.only_turn", vec![]),
            Goal::Legal => ("lessons.few_turns", vec![digits("count", self.answers.len())]),
            Goal::Move(point) => of("lessons.move", point),
            Goal::Go(point) => of("lessons.go", point),
            Goal::Place(point) => of("lessons.place", point),
            Goal::Enter(count) => ("lessons.enter", vec![digits("count", count)]),
            Goal::Lift(point) => of("lessons.lift", point),
            Goal::TakeThis(point) => of("lessons.take_this", point),
            Goal::Take(0) => ("lessons.take_nothing", vec![]),
            Goal::Take(count) => ("lessons.take", vec![digits("count", count)]),
            Goal::Promote => ("lessons.promote", vec![]),
            Goal::Huff => ("lessons.do_huff", vec![]),
            Goal::Claim => ("lessons.do_claim", vec![]),
            Goal::Row => ("lessons.make_a_row", vec![]),
            Goal::Strike(point) => of("lessons.strike", point),
            Goal::Remove(count) => ("lessons.remove", vec![digits("count", count)]),
            Goal::Close => ("lessons.close", vec![]),
            Goal::Call => ("lessons.call", vec![]),
            Goal::Win => ("lessons.do_win", vec![]),
            Goal::WinByReply => ("lessons.do_win_by_reply", vec![]),
            Goal::Draw if self.skill == Skill::Draw(Reason::Repetition) => ("lessons.do_repeat", vec![]),
            Goal::Draw => ("lessons.do_draw", vec![]),
        };
        let task_text = TEXTS.say_of(language, key, &slots, &vocabulary(ruleset, language));
        let slots = [side("side", ruleset, self.game.to_move(), language), text("asked", task_text)];
        let task = TEXTS.say(language, "lessons.task", &slots);
        match self.last_moves(board) {
            Some(moves) => format!("{task} {}", TEXTS.say(language, "lessons.history", &[text("moves", moves)])),
            None => task,
        }
    }

    /// Returns the last moves of the history, oldest first; `None` without a history.
    fn last_moves(&self, board: &Board) -> Option<String> {
        let moves: Vec<_> = self.game.history().into_iter().map(|turn| turn.text(board)).collect();
        let start = moves.len().saturating_sub(MAX_SHOWN_MOVES);
        let gap = if start > 0 { "… " } else { "" };
        (!moves.is_empty()).then(|| format!("{gap}{}", moves[start..].join(", ")))
    }
}
