//! Errors in words: the English text equals the `Display` of the error, and other languages have a complete text of
//! their own.

mod findings;

use quirkat_rules::{
    AnyRules, BoardKind, CompileError, ConstructError, DiagramError, Directions, FenError, IllegalReason, Language,
    LastRow, LayoutError, MAX_HOPS, OptionError, OptionKey, Pdn, PdnError, PdnLimit, PdnSyntaxError, PdnTagError,
    PdnTurnError, PlayError, RulesetError, SetupError, TooManyTurns, TurnError, find_game, games, read_fen, read_turn,
};
use quirkat_words::{ErrorText, refusal_in_words};

fn check(in_words: impl Fn(Language) -> String, displayed: &str) {
    assert_eq!(in_words(Language::En), displayed);
    for language in Language::ALL {
        let text = in_words(language);
        let is_gap = |sign| "{}$".contains(sign) && !displayed.contains(sign);
        assert!(!text.is_empty() && !text.contains(is_gap), "{language}: {text}");
        assert!(language == Language::En || text != displayed, "{language}: {text}");
    }
}

fn check_error(error: &(impl ErrorText + std::fmt::Display)) {
    check(|language| error.in_words(language), &error.to_string());
}

#[test]
fn every_reason_for_an_illegal_turn_has_words_in_every_language() {
    let walker = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
    let a = || "a1".to_owned();
    let side = |side: usize| Box::new(walker.info.sides[side].name.clone());
    let few = || vec!["a1-a2".to_owned(), "b1-b2".to_owned()];
    let many = || vec!["a1-a2".to_owned(); 8];
    let whys = [
        IllegalReason::Empty(a()),
        IllegalReason::NotYourPiece(a(), side(0)),
        IllegalReason::NotYourPiece(a(), side(1)),
        IllegalReason::SideNeverCaptures(side(1)),
        IllegalReason::StepDirection(Directions::NoBack),
        IllegalReason::CaptureDirection(Directions::Forward),
        IllegalReason::LastRow(LastRow::CaptureOnly),
        IllegalReason::Occupied(a()),
        IllegalReason::NotJoined(a(), a()),
        IllegalReason::OnlyCaptures(a(), a()),
        IllegalReason::KingMustRest(a(), 1),
        IllegalReason::KingMustRest(a(), 3),
        IllegalReason::NothingToTake(a(), a()),
        IllegalReason::CannotLeap(a()),
        IllegalReason::MustCapture(few()),
        IllegalReason::MustGoOn(many()),
        IllegalReason::MustTakeMost(few()),
        IllegalReason::MustLandBehind(vec![a()]),
        IllegalReason::MustStop(a()),
        IllegalReason::Return(a()),
        IllegalReason::TooFar(a(), a()),
        IllegalReason::Repetition,
        IllegalReason::NoClaim(few()),
        IllegalReason::NoClaim(vec![]),
        IllegalReason::NoDrop,
        IllegalReason::MustDrop,
        IllegalReason::NoRemoval(a(), few()),
        IllegalReason::NoRemoval(a(), vec![]),
        IllegalReason::MustRoll,
        IllegalReason::NoRoll,
        IllegalReason::NoCombat,
        IllegalReason::Combat(many()),
        IllegalReason::NoCentre(a()),
        IllegalReason::NoCaptureOnHop(a(), a()),
        IllegalReason::HigherRank(a()),
        IllegalReason::NoSteps,
        IllegalReason::NoHuff(a(), few()),
        IllegalReason::NoHuff(a(), vec![]),
        IllegalReason::NothingToHuff,
        IllegalReason::Unfinished(few()),
        IllegalReason::Unreachable(a()),
        IllegalReason::NoPass,
        IllegalReason::TakesNothing(a()),
        IllegalReason::Other(few()),
    ];
    let illegal = whys.into_iter().map(|why| TurnError::Illegal("a1-a2".to_owned(), why));
    let long = "a1-".repeat(100);
    let errors = [
        TurnError::TooLong(5000),
        TurnError::Syntax { found: long.clone(), step: a(), capture: a() },
        TurnError::GameOver,
        TurnError::Ambiguous(long, many()),
        TurnError::TooManyTurns(TooManyTurns::Hops { limit: MAX_HOPS }),
    ];
    for error in illegal.chain(errors) {
        check(|language| refusal_in_words(&walker, &error, language), &error.to_string());
    }
}

/// The English text of the refusal of a random turn equals its `Display`, including directions and last rows.
#[test]
fn english_refusals_equal_the_display_of_the_error() {
    for game in games() {
        for variant in game.variants() {
            let ruleset = game.ruleset(Some(variant), &[]).unwrap();
            let Ok(rules) = AnyRules::compile(ruleset) else { continue };
            let game = rules.new_game();
            let board = &game.ruleset().board;
            let names: Vec<_> = board.points().map(|point| board.name(point)).take(40).collect();
            for (from, to) in names.iter().flat_map(|from| names.iter().map(move |to| (from, to))) {
                if let Err(error) = read_turn(&*game, &format!("{from}-{to}")) {
                    let text = refusal_in_words(game.ruleset(), &error, Language::En);
                    assert_eq!(text, error.to_string(), "{}", game.ruleset().title());
                }
            }
        }
    }
}

#[test]
fn other_errors_have_words_in_every_language() {
    let word = || "x".repeat(80);
    check_error(&TooManyTurns::Hops { limit: MAX_HOPS });
    check_error(&TooManyTurns::Turns { found: 504_061, limit: 5_000 });
    check_error(&PlayError::NotLegal);
    check_error(&PlayError::NoCount);
    check_error(&PlayError::TooManyTurns(TooManyTurns::Hops { limit: MAX_HOPS }));
    check_error(&SetupError::OtherBoard { wanted: 25, found: 24 });
    check_error(&SetupError::Column("a1".to_owned()));
    check_error(&SetupError::Mixed("a1".to_owned()));
    check_error(&SetupError::TooManyPieces { most: 3, found: 4 });
    check_error(&SetupError::Rank("a1".to_owned()));
    check_error(&SetupError::UnusedMemory("huff"));
    check_error(&SetupError::Contradiction { what: "huff", point: "a1".to_owned() });
    check_error(&CompileError::Start(SetupError::UnusedMemory("huff")));
    check_error(&FenError::TooLong(70_000));
    check_error(&FenError::ToMove(word()));
    check_error(&FenError::UnknownField(word()));
    check_error(&FenError::UnknownPoint(word()));
    check_error(&FenError::OccupiedTwice("a1".to_owned()));
    check_error(&FenError::DuplicateField("huff".to_owned()));
    check_error(&FenError::NoPiece("a1".to_owned()));
    check_error(&FenError::Tower(word()));
    check_error(&DiagramError::RowCount { expected: 5, found: 4 });
    check_error(&DiagramError::RowLength { row: 2, expected: 5, found: 4 });
    check_error(&DiagramError::UnknownLetter(word()));
    check_error(&DiagramError::ToMove(FenError::ToMove(word())));
    check_error(&OptionError::UnknownKey(word()));
    check_error(&OptionError::UnknownValue { key: OptionKey::Capture, found: word() });
    check_error(&OptionError::Syntax(word()));
    check_error(&OptionError::Duplicate(OptionKey::Capture));
    check_error(&RulesetError::BoardTooLarge { option: Some((OptionKey::Dice, "yes")), most: 64, found: 65 });
    check_error(&RulesetError::BoardTooLarge { option: None, most: 64, found: 65 });
    check_error(&ConstructError::Unknown("circle(5)".to_owned()));
    for kind in BoardKind::ALL {
        check_error(&ConstructError::Form { found: "alq(4,5)".to_owned(), kind });
    }
    for error in
        [LayoutError::MissingBoard, LayoutError::MissingSetup, LayoutError::NoMiddlePoint, LayoutError::NoMirrorImage]
    {
        check_error(&RulesetError::Layout(error));
    }
    check_error(&LayoutError::Diagram(DiagramError::RowCount { expected: 5, found: 4 }));
    for (game, rule) in [("awithlaknannai", ("n", "5")), ("international", ("middle", "alternating"))] {
        check_error(&find_game(game).unwrap().ruleset(None, &[rule]).unwrap_err());
    }
    for refused in [find_game("alquerque").unwrap().ruleset(Some("none"), &[]), {
        find_game("alquerque").unwrap().ruleset(None, &[("hunters", "10")])
    }] {
        check_error(&refused.unwrap_err());
    }
    let walker = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
    check_error(&read_fen(&walker, &"W".repeat(70_000)).unwrap_err());
}

#[test]
fn contradictions_have_words_in_every_language() {
    let mut count = 0;
    for game in games() {
        for key in OptionKey::ALL {
            for (value, _) in key.words() {
                let Ok(ruleset) = game.ruleset(None, &[(key.name(), value)]) else { continue };
                if let Err(error) = AnyRules::compile(ruleset) {
                    check_error(&error);
                    count += 1;
                }
            }
        }
    }
    assert!(count > 20, "{count}");
}

#[test]
fn errors_of_record_syntax_have_words_in_every_language() {
    let faults = [
        "{ a comment }",
        "[Event \"",
        "1. b2-c3 {",
        "1. b2-c3 (",
        "1. b2-c3 )",
        "1. b2-c3 }",
        "(1. b2-c3)",
        "$1",
        "1. b2-c3 $65536",
        "1. b2-c3 - - *",
        "1. !?",
        "1. b2-c3 [",
    ];
    let refused = |text: &str| Pdn::read(text).unwrap_err();
    for text in faults {
        let error = refused(text);
        assert!(matches!(error, PdnError::Syntax(1, _)), "{text}: {error}");
        check_error(&error);
    }
    check_error(&refused(""));
    check_error(&refused(&format!("1. b2-c3 {}", "(1. c2-c3 ".repeat(20))));
    let parts = [
        PdnLimit::Bytes,
        PdnLimit::Games,
        PdnLimit::Tags,
        PdnLimit::Turns,
        PdnLimit::Comments,
        PdnLimit::Remarks,
        PdnLimit::Variations,
        PdnLimit::Depth,
    ];
    for part in parts {
        check_error(&PdnError::TooLarge(part, 10_000));
    }
    check_error(&PdnSyntaxError::Turn("x".repeat(80)));
}

#[test]
fn errors_of_record_content_have_words_in_every_language() {
    let alquerque = find_game("alquerque").unwrap();
    let records = [
        "1. b2-c3",
        "[Variant \"chess\"]",
        "[Variant \"alquerque:mine\"]",
        "[Variant \"alquerque\"][Rules \"huffing=yes\"]",
        "[Variant \"alquerque\"][Rules \"capture\"]",
        "[Variant \"alquerque\"][Rules \"hunters=10\"]",
        "[Variant \"alquerque\"][Rules \"version=99\"]",
        "[Variant \"alquerque\"][Rules \"removal=under capture_by=approach\"]",
        "[Variant \"alquerque\"][FEN \"W:Wz9\"]",
        "[Variant \"alquerque\"][FEN \"W:WKa1:Bb2\"]",
        "[Variant \"alquerque\"][Termination \"agreed_count\"]",
        "[Variant \"alquerque\"] 1. b2-c3 b3-b2",
    ];
    for text in records {
        let error = Pdn::read(text).unwrap()[0].replay(alquerque).err().unwrap_or_else(|| panic!("{text} is played"));
        check_error(&error);
    }
    let ruleset = AnyRules::compile(alquerque.ruleset(None, &[]).unwrap()).unwrap().ruleset();
    check_error(&PdnError::Turn { number: 3, why: PdnTurnError::Play(PlayError::NotLegal), ruleset });
    check_error(&PdnTagError::Termination(PlayError::NoCount));
}

/// Compares complete sentences, as a reader sees them.
#[test]
fn an_illegal_turn_of_a_record_has_the_usual_message() {
    let record = Pdn::read("[Variant \"alquerque\"][Rules \"capture=mandatory\"] 1. b2-c3 b3-b2").unwrap();
    let error = record[0].replay(find_game("alquerque").unwrap()).unwrap_err();
    assert_eq!(
        Language::ALL.map(|language| error.in_words(language)),
        [
            "move 2 of the record: b3-b2: a capture is compulsory: d4xb2",
            "jugada 2 del registro: b3-b2: es obligatorio capturar: d4xb2",
            "coup 2 de la partie notée\u{a0}: b3-b2\u{a0}: la prise est obligatoire\u{a0}: d4xb2",
        ]
    );
}
