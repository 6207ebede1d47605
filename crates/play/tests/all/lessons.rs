//! Lessons of all rulesets in every language, checked a second time by plain means.

use quirkat_play::{AnswerResult, Exercise, Goal, Lesson, Ruling, Skill};
use quirkat_rules::{
    Capture, CaptureBy, Closing, Language, Mills, Options, Precedence, Promotion, Rank, Removal, Setup, Turn,
    TurnError, games, write_fen,
};
use quirkat_words::RuleAspect;
use std::collections::BTreeSet;
use std::thread;
use std::time::Instant;

/// House rules that no published variant has.
const HOUSE_RULES: [(&str, &[&str]); 10] = [
    ("alquerque", &["capture=optional"]),
    ("alquerque", &["capture=huff"]),
    ("alquerque", &["chain=optional"]),
    ("alquerque", &["chain=none", "repetition=none"]),
    ("alquerque", &["promotion=long", "choice=max"]),
    ("english", &["capture=optional", "promotion=long"]),
    ("international", &["choice=free"]),
    ("fanorona", &["chain=mandatory"]),
    ("konane", &["opening=anywhere"]),
    ("bagh-chal", &["repetition=captor_wins"]),
];

fn all_rulings() -> Vec<Ruling> {
    let published = games().flat_map(|file| {
        file.variants().map(|variant| Ruling::new(&format!("{}:{variant}", file.id), &[]).unwrap()).collect::<Vec<_>>()
    });
    let house = HOUSE_RULES.iter().map(|(title, rules)| ruling(title, rules));
    published.chain(house).collect()
}

fn ruling(title: &str, rules: &[&str]) -> Ruling {
    Ruling::new(title, &rules.iter().map(|&rule| rule.to_owned()).collect::<Vec<_>>()).unwrap()
}

fn name(ruling: &Ruling) -> String {
    format!("{} {}", ruling.title(), ruling.rules().join(" "))
}

/// Returns whether a turn meets the goal, judged by its text and by the pieces before and after.
fn does(exercise: &Exercise, turn: &Turn) -> bool {
    let game = &exercise.game;
    let (mover, board) = (game.to_move(), &game.ruleset().board);
    let before = game.setup();
    let mut played = game.clone();
    played.play(turn).unwrap();
    let after = played.setup();
    let text = turn.text(board);
    let is_plain = !text.contains("huff") && !text.contains("claim");
    let taken = || {
        // Prisoners stay on the board, so that only the turn shows captures of columns.
        if game.ruleset().options.removal == Removal::Under {
            turn.captures.len()
        } else {
            before.count(mover.other()) - after.count(mover.other())
        }
    };
    let named = |point| board.name(point);
    match exercise.goal {
        Goal::Legal => true,
        Goal::Move(point) => is_plain && text.split(['-', 'x']).next() == Some(named(point)) && text != named(point),
        Goal::Go(point) => {
            let is_there = after.top(point).is_some_and(|piece| piece.side == mover);
            let comes_back = turn.path.first() == turn.path.last();
            let enters = text.contains(&format!("@{}", named(point)));
            is_plain
                && is_there
                && !enters
                && (before.top(point).is_none() || comes_back && turn.path.last() == Some(&point))
        }
        Goal::Place(point) => {
            is_plain && text.split(", ").next().unwrap().split('@').skip(1).any(|entered| entered == named(point))
        }
        Goal::Lift(point) => text == format!("x{}", named(point)),
        Goal::TakeThis(point) => {
            let stood = before.columns[point.index()].iter().filter(|piece| piece.side != mover).count();
            let stands = after.columns[point.index()].iter().filter(|piece| piece.side != mover).count();
            is_plain && stands < stood
        }
        Goal::Take(count) => is_plain && taken() == count,
        Goal::Promote => {
            let promoted = |setup: &Setup| {
                setup.columns.iter().flatten().filter(|piece| piece.side == mover && piece.rank > Rank::Man).count()
            };
            !text.contains("claim") && promoted(&after) > promoted(&before)
        }
        Goal::Huff => text.contains("huff "),
        Goal::Claim => text.starts_with("claim "),
        Goal::Row => text.contains(", x"),
        Goal::Close => {
            let closed = |setup| {
                write_fen(game.ruleset(), setup)
                    .split_once("closed=")
                    .map(|(_, rows)| rows.split(':').next().map(str::to_owned))
            };
            closed(&after) != closed(&before)
        }
        Goal::Call => text == "combat",
        Goal::Win => played.outcome().is_some_and(|outcome| outcome.result(mover) == "1-0"),
        Goal::Draw => played.outcome().is_some_and(|outcome| outcome.result(mover) == "1/2-1/2"),
    }
}

/// Skills that a lesson of these rules must contain.
fn required_skills(ruling: &Ruling) -> Vec<Skill> {
    let ruleset = ruling.ruleset();
    let options: &Options = &ruleset.options;
    let captures = options.capture_by != CaptureBy::None;
    let steps = !options.every_turn_captures();
    let mut skills = vec![Skill::Start];
    let mut want = |skill, is_wanted: bool| skills.extend(is_wanted.then_some(skill));
    want(Skill::Capture, captures);
    want(
        Skill::Duty,
        captures
            && steps
            && matches!(options.capture, Capture::Mandatory | Capture::Men)
            && options.choice != Precedence::Protest,
    );
    want(Skill::Huff, captures && options.capture == Capture::Huff);
    want(Skill::Claim, captures && options.choice == Precedence::Protest);
    want(Skill::Abstain, captures && steps && options.capture == Capture::Optional);
    want(Skill::Promotion, options.promotion != Promotion::None);
    want(Skill::King, options.promotion != Promotion::None);
    want(Skill::Row, options.mills == Mills::Take);
    want(Skill::Closing, options.closing != Closing::None);
    skills
}

#[test]
fn every_lesson_is_played_to_its_end_in_every_language() {
    let rulings = all_rulings();
    let wrong: Vec<String> = thread::scope(|scope| {
        let parts = rulings.chunks(rulings.len().div_ceil(4));
        let parts: Vec<_> =
            parts.map(|part| scope.spawn(|| part.iter().flat_map(wrong_with).collect::<Vec<_>>())).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the faults of the lesson of these rules.
fn wrong_with(ruling: &Ruling) -> Vec<String> {
    let what = name(ruling);
    let started = Instant::now();
    let lesson = Lesson::of(&ruling.new_game());
    println!("{what}: {:?}", started.elapsed());
    let mut wrong = vec![];
    for exercise in &lesson.exercises {
        wrong.extend(faults(exercise).iter().map(|fault| format!("{what}: {}: {fault}", text_of(exercise))));
    }
    let skills: Vec<_> = lesson.exercises.iter().map(|exercise| exercise.skill).collect();
    let missing = required_skills(ruling).into_iter().filter(|skill| !skills.contains(skill));
    wrong.extend(missing.map(|skill| format!("{what}: {skill:?}")));
    if !skills.iter().any(|skill| matches!(skill, Skill::Win(_))) {
        wrong.push(format!("{what}: a win"));
    }
    wrong
}

fn text_of(exercise: &Exercise) -> String {
    let (ruleset, setup) = (exercise.game.ruleset(), exercise.game.setup());
    let answers: Vec<_> = exercise.answers.iter().take(4).map(|turn| turn.text(&ruleset.board)).collect();
    format!(
        "{:?}: {} {} -> {} of {} [{}]",
        exercise.skill,
        exercise.task(Language::En),
        write_fen(ruleset, &setup),
        exercise.answers.len(),
        exercise.game.turns().unwrap().len(),
        answers.join(" | ")
    )
}

/// Returns the faults of an exercise.
fn faults(exercise: &Exercise) -> Vec<String> {
    let mut faults = vec![];
    let mut check = |holds: bool, fault: &dyn Fn() -> String| faults.extend((!holds).then(fault));
    let board = &exercise.game.ruleset().board;
    let turns = exercise.game.turns().unwrap();
    let fulfil: Vec<_> = turns.iter().filter(|turn| does(exercise, turn)).cloned().collect();
    let texts = |turns: &[Turn]| turns.iter().map(|turn| turn.text(board)).collect::<Vec<_>>();
    check(fulfil == exercise.answers, &|| format!("{:?} do it", texts(&fulfil)));
    check(!fulfil.is_empty(), &|| "nothing does it".to_owned());
    check(exercise.goal == Goal::Legal || fulfil.len() < turns.len(), &|| "there is no choice".to_owned());
    for turn in &turns {
        let verdict = exercise.judge(&turn.text(board));
        let is_right = matches!(verdict, AnswerResult::Right(_));
        check(is_right == fulfil.contains(turn), &|| format!("{} is {verdict:?}", turn.text(board)));
    }
    check(matches!(exercise.judge("?"), AnswerResult::Refused(TurnError::Syntax { .. })), &|| "`?` is read".to_owned());
    if let Some(decoy) = &exercise.decoy {
        let verdict = exercise.judge(decoy);
        let is_shown = match &verdict {
            AnswerResult::Refused(TurnError::Illegal(_, why)) => {
                RuleAspect::of_refusal(why) == Some(exercise.skill.aspect())
            }
            _ => false,
        };
        check(is_shown, &|| format!("{decoy} is {verdict:?}"));
    }
    let names_its_start = matches!(exercise.goal, Goal::Move(_) | Goal::Place(_) | Goal::Lift(_));
    let has_hint = exercise.hint().is_some();
    check(has_hint || names_its_start || exercise.goal == Goal::Call, &|| "there is no hint".to_owned());
    let named = |point| exercise.task(Language::En).contains(&format!(" {}.", board.name(point)));
    check(exercise.hint().is_none_or(|point| !(names_its_start && named(point))), &|| {
        "the hint says nothing".to_owned()
    });
    let last = exercise.game.history().last().map(|turn| turn.text(board));
    check(last.is_none_or(|last| exercise.task(Language::En).contains(&last)), &|| "the history is hidden".to_owned());
    for language in Language::ALL {
        check(!exercise.rules(language).is_empty(), &|| format!("no sentence of the rules in {language}"));
        for text in [exercise.title(language), exercise.task(language)] {
            let is_whole = !text.is_empty() && !text.contains(['{', '}', '$', '|']) && !text.contains("  ");
            check(is_whole, &|| text.clone());
        }
    }
    faults
}

#[test]
fn a_lesson_is_the_same_every_time() {
    for title in ["alquerque", "bashni", "queah", "alquerque-de-nueve"] {
        let game = ruling(title, &[]).new_game();
        let [one, other] = [(); 2].map(|()| Lesson::of(&game).exercises.iter().map(text_of).collect::<Vec<_>>());
        assert_eq!(one, other, "{title}");
    }
}

#[test]
fn an_option_changes_the_lesson() {
    let skills = |title: &str, rules: &[&str]| -> BTreeSet<&'static str> {
        Lesson::of(&ruling(title, rules).new_game()).exercises.iter().map(|exercise| exercise.skill.word()).collect()
    };
    let changed = |title: &str, rule: &str| {
        let (plain, house) = (skills(title, &[]), skills(title, &[rule]));
        (plain.difference(&house).copied().collect::<Vec<_>>(), house.difference(&plain).copied().collect::<Vec<_>>())
    };
    assert_eq!(changed("alquerque", "capture=optional"), (vec!["duty"], vec!["abstain"]));
    assert_eq!(changed("alquerque", "capture=huff"), (vec!["duty"], vec!["huff"]));
    assert_eq!(changed("alquerque", "chain=none"), (vec!["go_on"], vec![]));
    assert_eq!(changed("alquerque", "chain=optional"), (vec![], vec!["stop"]));
    let (gone, come) = changed("alquerque", "promotion=long");
    assert!(gone.is_empty() && come.contains(&"promotion") && come.contains(&"king"), "{come:?}");
    let (gone, _) = changed("international", "choice=free");
    assert!(gone.contains(&"precedence"), "{gone:?}");
}
