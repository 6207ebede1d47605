//! Errors of data files: a broken file produces each kind of finding, and every language explains it.

use super::{check, check_error};
use quirkat_rules::{
    BoardError, Diagnostic, Expected, Family, Finding, Language, MissingFile, NoEffectReason, OptionError, OptionKey,
    Options, Reason, Unexpected, check_file,
};
use quirkat_words::ErrorText;
use std::collections::BTreeSet;

/// Returns a number for each kind of finding. The compiler demands a number for a new kind.
fn kind(finding: &Finding) -> usize {
    match finding {
        Finding::InvalidToml(_) => 0,
        Finding::TooLong { .. } => 1,
        Finding::MissingFile(_) => 2,
        Finding::InvalidValue { .. } => 3,
        Finding::UnknownKey { .. } => 4,
        Finding::MissingKey(_) => 5,
        Finding::UnknownBoard { .. } => 6,
        Finding::MissingPoints => 7,
        Finding::InvalidPlace => 8,
        Finding::Board(_) => 9,
        Finding::Construct(_) => 10,
        Finding::Layout(_) => 11,
        Finding::InvalidHand => 12,
        Finding::Position(_) => 13,
        Finding::Option(_) => 14,
        Finding::NotLayoutOption { .. } => 15,
        Finding::NotRuleOption(_) => 16,
        Finding::Ruleset(_) => 17,
        Finding::Start(_) => 18,
        Finding::OverAtStart(_) => 19,
        Finding::InvalidVariantId(_) => 20,
        Finding::UnknownVariant { .. } => 21,
        Finding::UnknownParent { .. } => 22,
        Finding::CyclicDescent { .. } => 23,
        Finding::TooManyAncestors { .. } => 24,
        Finding::InVariant { .. } => 25,
        Finding::SameColour => 26,
        Finding::InvalidNoun => 27,
        Finding::MissingArticle(_) => 28,
        Finding::DuplicateNativeName { .. } => 29,
        Finding::ReservedId(_) => 30,
        Finding::UnnamedKings => 31,
        Finding::NoEffect(_) => 32,
        Finding::OverriddenEverywhere(_) => 33,
        Finding::RedundantClause(_) => 34,
        Finding::UnknownGame(_) => 35,
        Finding::MissingGame(_) => 36,
        Finding::StartNotExamined => 37,
        Finding::NoLanguage => 38,
        Finding::SkippedPoint { .. } => 39,
        Finding::TurnsBack(_) => 40,
    }
}
const KINDS: usize = 41;

/// Valid game file. Appended text belongs to its options.
const SOUND: &str = "\
id = 'trial'
version = 1
default = 'only'
board = 'alq5'
setup = '''
b b b b b
b b b b b
b b . w w
w w w w w
w w w w w
'''
name = { en = 'Trial', es = 'Prueba' }
sides.first = { colour = 'white', en = 'White', es = 'Blancas' }
sides.second = { colour = 'black', en = 'Black', es = 'Negras' }
ranks.man = { en = ['man', 'men'], es = ['el peón', 'los peones'] }
variants.only.name = { en = 'Only', es = 'Única' }
[options]
";

/// Returns the game file with a part of its text replaced.
fn with(part: &str, other: &str) -> String {
    assert!(SOUND.contains(part), "{part}");
    SOUND.replace(part, other)
}

/// Returns the game file with text appended.
fn and(more: &str) -> String {
    SOUND.to_owned() + more
}

/// Returns the game file with another variant.
fn variant(id: &str, says: &str) -> String {
    and(&format!("[variants.{id}]\nname = {{ en = 'Other', es = 'Otra' }}\n{says}"))
}

/// Returns a game file whose variants have a start with hundreds of thousands of capture paths.
fn costly() -> String {
    let piece = |x: usize, y: usize| match (x % 2, y % 2) {
        _ if y == 21 => "W",
        (1, 0) if x < 21 && y > 0 => "b",
        _ => ".",
    };
    let rows: Vec<_> = (0..22).map(|y| (0..22).map(|x| piece(x, y)).collect::<Vec<_>>().join(" ")).collect();
    let setup = SOUND.split("'''").nth(1).unwrap();
    let options = "promotion = 'long'\nking_landing = 'any'\ncapture = 'optional'\nremoval = 'end'\nchoice = 'max'\n";
    let names = "ranks.king = { en = ['king', 'kings'], es = ['la dama', 'las damas'] }\nvariants.only.name";
    let variants = (0..20).map(|n| format!("[variants.v{n}.name]\nen = 'V'\nes = 'V'\n"));
    with(setup, &format!("\n{}\n", rows.join("\n")))
        .replace("'alq5'", "'grid(22,22,all_diagonals)'")
        .replace("variants.only.name", names)
        + options
        + &variants.collect::<String>()
}

/// Returns files that each produce a finding.
fn broken_files() -> Vec<String> {
    let line_of_descent: String = (0..40)
        .map(|n| format!("[variants.v{n}]\nparent = 'v{}'\nname = {{ en = 'V', es = 'V' }}\n", n + 1))
        .chain(["[variants.v40.name]\nen = 'V'\nes = 'V'\n".to_owned()])
        .collect();
    vec![
        "a = ".to_owned(),
        " ".repeat((1 << 20) + 1),
        with("'alq5'", "'alone.toml'"),
        with("'alq5'", "'held.toml'"),
        with("'alq5'", "'read.toml'"),
        with("version = 1", "version = 'one'"),
        with("version = 1", "version = 0"),
        with("version = 1", "version = 1\nversions = 2"),
        with("id = 'trial'", ""),
        with("id = 'trial'", "id = 'My game'"),
        with("id = 'trial'", "id = 'alquerque'"),
        with("'alq5'", "'nothing'"),
        "points = {}".to_owned(),
        "points = { a = [0] }\nlines = []".to_owned(),
        "points = { A = [0, 0] }\nlines = []".to_owned(),
        with("'alq5'", "'alq(4,5)'"),
        "points = { a1 = [0, 0], b1 = [1, 0], c1 = [2, 0] }\nlines = ['a1 c1', 'b1 a1']".to_owned(),
        "points = { a1 = [0, 0], b2 = [2, 2], c1 = [1, 0] }\nlines = ['a1 b2 c1']".to_owned(),
        with("'alq5'", "'alq(3,3)'"),
        with("version = 1", "version = 1\nhand = [1]"),
        with("version = 1", "version = 1\nshown = ['W:Wz9:B']"),
        and("capture = 'maybe'"),
        and("no_capture_limit = 0"),
        and("[layouts.capture.huff]\nboard = 'alq5'"),
        and("[layouts.tips.empty.options]\ntips = 'empty'"),
        and("capture = 'huff'\ncapture_by = 'approach'"),
        with("b b . w w", "b b ww w w"),
        with("b b . w w\nw w w w w\nw w w w w", "b b . . .\n. . . . .\n. . . . ."),
        and("[variants.Big]"),
        with("default = 'only'", "default = 'absent'"),
        variant("other", "parent = 'absent'"),
        variant("other", "parent = 'other'"),
        and(&line_of_descent),
        variant("small", "board = 'alq(3,3)'"),
        with("'black'", "'white'"),
        with("['man', 'men']", "['man']"),
        with("{ en = 'Trial', es = 'Prueba' }", "{}"),
        with("'el peón'", "'peón'"),
        and("[[native]]\nname = 'Dama'\nlanguage = 'tr'\n[[native]]\nname = 'Dama'\nlanguage = 'tr'"),
        and("[[native]]\nname = ''\nlanguage = 'Turkish'"),
        and("promotion = 'short'"),
        and("turning = 'straight'"),
        and("capture = 'huff'\n[variants.only.options]\ncapture = 'optional'"),
        and("capture = 'huff'\n[variants.only.options]\ncapture = 'huff'"),
        variant("other", "parent = 'only'\noptions.chain = 'none'\n[variants.only.options]\nchain = 'none'"),
        costly(),
    ]
}

#[test]
fn every_finding_has_a_message_in_every_language() {
    let no_file = |file: &str| {
        Err(match file {
            "alone.toml" => MissingFile::Standalone(file.to_owned()),
            "held.toml" => MissingFile::NotInRecord(file.to_owned()),
            _ => MissingFile::Unreadable("No such file or directory (os error 2)".to_owned()),
        })
    };
    let mut brought_about = BTreeSet::new();
    let mut check_diagnostic = |fault: &Diagnostic| {
        check_error(fault);
        check_error(&fault.finding);
        brought_about.insert(kind(&fault.finding));
    };
    for text in broken_files() {
        let report = check_file("x.toml", &text, &no_file);
        let diagnostics: Vec<_> = [report.errors, report.warnings, report.hints].concat();
        assert!(!diagnostics.is_empty(), "{text}");
        diagnostics.iter().for_each(&mut check_diagnostic);
    }
    let family = include_str!("../../../../rules/family.toml").replace("games.queah", "games.quaeh");
    Family::parse("family.toml", &family).unwrap_err().0.iter().for_each(&mut check_diagnostic);
    let missing: Vec<_> = (0..KINDS).filter(|kind| !brought_about.contains(kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Parts that no file produces easily, or that many files produce.
#[test]
fn every_part_of_a_finding_has_words_in_every_language() {
    let a = || "a1".to_owned();
    let boards = [
        BoardError::Size(0),
        BoardError::DuplicateName(a()),
        BoardError::InvalidName(a()),
        BoardError::DuplicatePlace(a(), a()),
        BoardError::PlaceOutOfRange(a()),
        BoardError::ShortLine(2),
        BoardError::UnknownPoint(2, a()),
        BoardError::RepeatedPoint(2, a()),
        BoardError::DuplicateEdge(a(), a()),
        BoardError::TooManyLines(5000),
    ];
    boards.iter().for_each(check_error);
    NoEffectReason::ALL.iter().for_each(check_error);
    Reason::ALL.into_iter().for_each(|reason| check_error(&Finding::OverAtStart(reason)));
    Language::ALL.into_iter().for_each(|language| check_error(&Finding::MissingArticle(language)));
    check_error(&Finding::CyclicDescent { id: a(), line: vec![] });
    let counts = |count| {
        [
            Unexpected::Characters(count),
            Unexpected::Names(count),
            Unexpected::Variants(count),
            Unexpected::Entries(count),
            Unexpected::Numbers(count),
            Unexpected::Sides(count),
        ]
    };
    let kinds = [
        Unexpected::Text,
        Unexpected::Number,
        Unexpected::Truth,
        Unexpected::Date,
        Unexpected::List,
        Unexpected::Table,
    ];
    let these = [Unexpected::Digits("5".to_owned()), Unexpected::Words(a())];
    for found in kinds.into_iter().chain(these).chain([0, 1, 2].into_iter().flat_map(counts)) {
        check_error(&Finding::InvalidValue { found, allowed: Expected::Text });
    }
    let allowed = [
        Expected::Text,
        Expected::Word,
        Expected::List,
        Expected::Table,
        Expected::Whole(-90, 90),
        Expected::Words(vec![a(), a()]),
        Expected::Line,
        Expected::Printable,
        Expected::Id,
        Expected::Tag,
        Expected::UpTo(60),
        Expected::AtMost(8),
        Expected::AtLeast(2),
        Expected::Degrees,
    ];
    for allowed in allowed {
        check_error(&Finding::InvalidValue { found: Unexpected::Table, allowed });
    }
}

/// The text describes numbers that an option allows; words are the same in every language.
#[test]
fn allowed_values_have_words_in_every_language() {
    for key in OptionKey::ALL {
        let refused = Options::default().with([(key, "?")]).unwrap_err();
        check_error(&refused);
        let allowed = key.allowed();
        let is_told = allowed.contains(" number ") || allowed.contains(" width ");
        assert!(!(is_told && refused.in_words(Language::Es).contains(&allowed)), "{key}");
        assert!(is_told || refused.in_words(Language::Es).contains(&allowed), "{key}");
    }
    check_error(&OptionError::UnknownValue { key: OptionKey::N, found: "7".to_owned() });
}

/// Compares complete sentences, as a reader sees them.
#[test]
fn errors_of_a_file_include_their_places() {
    let text = with("version = 1", "version = 'one'").replace("'alq5'", "'rope.toml'");
    let faults = check_file("x.toml", &text, &|file| Err(MissingFile::Standalone(file.to_owned()))).errors;
    let faults = |language| faults.iter().map(|fault| fault.in_words(language)).collect::<Vec<_>>();
    check(|language| faults(language).join("\n"), &faults(Language::En).join("\n"));
    assert_eq!(faults(Language::En)[0], "x.toml:2: version: found a text; allowed: a whole number from 1 to 1000000");
    assert_eq!(
        faults(Language::Es),
        [
            "x.toml:2: version: hay un texto; se admite: un número entero de 1 a 1000000",
            "x.toml:4: board: junto a este archivo no hay ningún archivo rope.toml; se admite: el tablero como tabla, o una \
             construcción como alq(5,5)",
        ]
    );
    assert_eq!(
        faults(Language::Fr)[0],
        "x.toml:2: version: on trouve un texte\u{202f}; est admis\u{a0}: un nombre entier de 1 à 1000000"
    );
}
