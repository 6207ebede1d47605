//! Lessons of all rulesets in every language, checked a second time by plain means.

use quirkat_play::{AnswerResult, Exercise, Goal, Lesson, Ruling, Skill, special_options};
use quirkat_rules::{
    AnyGame, AnyRules, Capture, CaptureBy, Closing, Language, Mills, OptionKey, Options, Precedence, Promotion, Rank,
    Removal, Ruleset, Setup, SetupMemory, Turn, TurnError, YesNo, games, no_effect_reason, write_fen,
};
use quirkat_words::{RuleAspect, sentences_about};
use std::collections::BTreeSet;
use std::thread;
use std::time::Instant;

/// House rules that no published variant has.
const HOUSE_RULES: [(&str, &[&str]); 12] = [
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
    ("alquerque", &["capture_by=custodial", "capture=optional"]),
    ("alquerque", &["capture_by=custodial_rows", "chain=none"]),
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
        Goal::Enter(count) => is_plain && text.split(", ").next().unwrap().matches('@').count() == count,
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
        Goal::Strike(point) => text.split(", x").skip(1).any(|struck| struck == named(point)),
        Goal::Remove(count) => text.matches(", x").count() == count,
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
        Goal::WinByReply => {
            let wins = |reply: &Turn| {
                let mut ended = played.clone();
                ended.play(reply).unwrap();
                ended.outcome().is_some_and(|outcome| outcome.result(mover) == "1-0")
            };
            let replies = played.turns().unwrap();
            !replies.is_empty() && replies.iter().all(wins)
        }
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
    want(Skill::King, options.promotion != Promotion::None && options.promotion_wins == YesNo::No);
    want(Skill::Row, options.mills == Mills::Take);
    want(Skill::Closing, options.closing != Closing::None);
    skills
}

#[test]
fn every_lesson_is_played_to_its_end_in_every_language() {
    let rulings = all_rulings();
    let wrong = in_parallel(&rulings, wrong_with);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn in_parallel(rulings: &[Ruling], faults: impl Fn(&Ruling) -> Vec<String> + Sync) -> Vec<String> {
    let faults = &faults;
    thread::scope(|scope| {
        let parts = rulings.chunks(rulings.len().div_ceil(4));
        let parts: Vec<_> =
            parts.map(|part| scope.spawn(|| part.iter().flat_map(faults).collect::<Vec<_>>())).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    })
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
        exercise.task(Language::En, &exercise.game.ruleset().board),
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
            AnswerResult::Refused(TurnError::Illegal(_, why)) => RuleAspect::of_refusal(why)
                .is_some_and(|aspect| aspect == exercise.skill.aspect() || rests_on_the_option(exercise, aspect)),
            _ => false,
        };
        check(is_shown, &|| format!("{decoy} is {verdict:?}"));
    }
    let names_its_start = matches!(exercise.goal, Goal::Move(_) | Goal::Place(_) | Goal::Lift(_));
    let has_hint = exercise.hint().is_some();
    let is_off_board = exercise.answers[0].is_off_board();
    check(has_hint || names_its_start || is_off_board, &|| "there is no hint".to_owned());
    let named = |point| {
        exercise.task(Language::En, &exercise.game.ruleset().board).contains(&format!(" {}.", board.name(point)))
    };
    check(exercise.hint().is_none_or(|point| !(names_its_start && named(point))), &|| {
        "the hint says nothing".to_owned()
    });
    let last = exercise.game.history().last().map(|turn| turn.text(board));
    check(last.is_none_or(|last| exercise.task(Language::En, &exercise.game.ruleset().board).contains(&last)), &|| {
        "the history is hidden".to_owned()
    });
    for language in Language::ALL {
        check(!exercise.rules(language).is_empty(), &|| format!("no sentence of the rules in {language}"));
        let shown = exercise.shown_rule(language);
        let is_special = matches!(exercise.skill, Skill::Special(_));
        check(shown.is_some() == is_special, &|| format!("{shown:?} in {language}"));
        for text in
            [exercise.title(language), exercise.task(language, &exercise.game.ruleset().board)].into_iter().chain(shown)
        {
            let is_whole = !text.is_empty() && !text.contains(['{', '}', '$', '|']) && !text.contains("  ");
            check(is_whole, &|| text.clone());
        }
    }
    faults
}

/// Returns whether an aspect of the rules rests on the option that an exercise is about.
fn rests_on_the_option(exercise: &Exercise, aspect: RuleAspect) -> bool {
    let Skill::Special(key) = exercise.skill else { return false };
    let sentences = sentences_about(exercise.game.ruleset(), aspect, Language::En);
    sentences.iter().flat_map(|sentence| &sentence.grounds).any(|ground| ground.key == key.name())
}

/// Options without an exercise, with the reason.
const UNTAUGHT: [(OptionKey, &str); 22] = [
    (OptionKey::CaptureBy, "`none` is the lack of a rule"),
    (OptionKey::Removal, "pieces that do not fly, or do not turn, seldom or never meet again what they have captured"),
    (OptionKey::PromoMid, "men that capture only forward or sideways cannot leave their last row"),
    (OptionKey::KingReach, "where the first king wins, no king captures"),
    (OptionKey::KingLanding, "where the first king wins, no king captures"),
    (OptionKey::SingleCombat, "the loss of the king ends the game before"),
    (OptionKey::First, "a lot or an agreement decides before the game"),
    (OptionKey::EndCount, "the players agree to count, without a turn"),
    (OptionKey::NoCaptureLimit, "it counts more turns than an exercise can show"),
    (OptionKey::Repetition, "`none` is the lack of a rule, and pieces that never return repeat nothing"),
    (OptionKey::DrawRules, "most count more turns than an exercise can show"),
    (OptionKey::Middle, "the start shows it"),
    (OptionKey::Board, "the board shows it"),
    (OptionKey::Size, "the board shows it"),
    (OptionKey::Hunters, "the start shows it"),
    (OptionKey::N, "the board shows it"),
    (OptionKey::Outer, "the board shows it"),
    (OptionKey::Tips, "the start shows it"),
    (OptionKey::Reading, "the board and the start show it"),
    (OptionKey::SideTriangle, "the start shows it"),
    (OptionKey::Centres, "the board shows it"),
    (OptionKey::Corner, "the board shows it"),
];

#[test]
fn every_special_option_is_shown_by_an_exercise() {
    let rulings = all_rulings();
    let untaught = in_parallel(&rulings, |ruling| {
        let lesson = Lesson::of(&ruling.new_game());
        let hidden = |key: &OptionKey| !lesson.exercises.iter().any(|exercise| shows(exercise, *key));
        let hidden = special(ruling).into_iter().filter(hidden);
        hidden.map(|key| format!("{}: {key}={}", name(ruling), key.value(&ruling.ruleset().options))).collect()
    });
    assert!(untaught.is_empty(), "{}", untaught.join("\n"));
}

/// Returns the options in which a ruleset differs from the plainest game, except those that no exercise can show.
fn special(ruling: &Ruling) -> Vec<OptionKey> {
    let ruleset = ruling.ruleset();
    let differing = ruleset.options.differences(&Options::default()).into_iter().map(|(key, _)| key);
    let taught = special_options(&ruleset);
    let is_expected = |key: &OptionKey| {
        let is_idle = no_effect_reason(*key, &ruleset).is_some();
        let is_excused = UNTAUGHT.iter().any(|(untaught, _)| untaught == key) && !taught.contains(key);
        !is_idle && !is_excused
    };
    differing.filter(is_expected).collect()
}

/// Returns whether each answer of an exercise is wrong or leads elsewhere with the default of an option, or whether an
/// illegal turn would then be an answer.
fn shows(exercise: &Exercise, key: OptionKey) -> bool {
    let plainer: Vec<_> = plainer_rulesets(exercise.game.ruleset(), key);
    let Some(rules) = plainer.into_iter().find_map(|ruleset| AnyRules::compile(ruleset).ok()) else { return false };
    let mut setup = exercise.game.setup_after(0);
    let highest = rules.ruleset().highest_rank();
    setup.columns.iter_mut().flatten().for_each(|piece| piece.rank = piece.rank.min(highest));
    let SetupMemory { closed, hand, rolled, .. } = setup.memory;
    let memories = [
        setup.memory.clone(),
        SetupMemory { closed, hand, rolled, ..SetupMemory::default() },
        SetupMemory { closed, hand, ..SetupMemory::default() },
        SetupMemory { hand, ..SetupMemory::default() },
        SetupMemory::default(),
    ];
    let start = |memory| rules.game(Some(&Setup { memory, ..setup.clone() })).ok();
    let Some(mut plain) = memories.into_iter().find_map(start) else { return false };
    let board = &exercise.game.ruleset().board;
    let texts = |turns: &[Turn]| turns.iter().map(|turn| turn.text(board)).collect::<BTreeSet<_>>();
    for turn in exercise.game.history() {
        if plain.play_first(&mut |other| other.text(board) == turn.text(board)).is_err() {
            return false;
        }
    }
    let mut answers = plain.turns().unwrap();
    let as_plain = Exercise { game: plain.clone(), ..exercise.clone() };
    answers.retain(|turn| does(&as_plain, turn));
    let result = |game: &AnyGame, text: &str| {
        let mut game = game.clone();
        game.play_first(&mut |turn| turn.text(board) == text).unwrap();
        let setup = game.setup();
        (setup.columns, setup.memory.closed, setup.memory.hand, game.outcome())
    };
    let (own, other, legal) = (texts(&exercise.answers), texts(&answers), texts(&exercise.game.turns().unwrap()));
    let differs = |text: &String| !other.contains(text) || result(&exercise.game, text) != result(&plain, text);
    own.iter().all(differs) || !other.is_subset(&legal)
}

/// Returns the ruleset with the default of an option, those with the default of one more option, and the plainest: the
/// rules may contradict the first.
fn plainer_rulesets(ruleset: &Ruleset, key: OptionKey) -> Vec<Ruleset> {
    let plain = Options::default();
    let all: Vec<_> = ruleset.options.differences(&plain).into_iter().map(|(other, _)| other).collect();
    let others = all.iter().filter(|&&other| other != key);
    let with = |keys: &[OptionKey]| {
        let values: Vec<_> = keys.iter().map(|key| (*key, key.value(&plain))).collect();
        let options = ruleset.options.with(values.iter().map(|(key, value)| (*key, value.as_str()))).unwrap();
        Ruleset { options, ..ruleset.clone() }
    };
    [with(&[key])].into_iter().chain(others.map(|&other| with(&[key, other]))).chain([with(&all)]).collect()
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
    assert_eq!(changed("alquerque", "chain=none"), (vec!["go_on"], vec!["special"]));
    assert_eq!(changed("alquerque", "chain=optional"), (vec![], vec!["stop"]));
    let (gone, come) = changed("alquerque", "promotion=long");
    assert!(gone.is_empty() && come.contains(&"promotion") && come.contains(&"king"), "{come:?}");
    let (gone, _) = changed("international", "choice=free");
    assert!(gone.contains(&"precedence"), "{gone:?}");
}
