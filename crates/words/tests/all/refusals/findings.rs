//! What is said of data files: every kind of finding is brought about by a broken file, and told in every language.

use super::{check, check_error};
use quirkat_rules::{
    Allowed, BoardError, Family, Fault, Finding, Found, Irrelevance, Key, Language, NoFile, OptionError, Options,
    Reason, check_file,
};
use quirkat_words::Refusal;
use std::collections::BTreeSet;

/// A number for each kind of finding: the compiler asks for that of a new one.
fn kind(finding: &Finding) -> usize {
    match finding {
        Finding::NoToml(_) => 0,
        Finding::TooLong { .. } => 1,
        Finding::NoFile(_) => 2,
        Finding::Unfit { .. } => 3,
        Finding::UnknownKey { .. } => 4,
        Finding::MissingKey(_) => 5,
        Finding::NoBoard { .. } => 6,
        Finding::NoPoints => 7,
        Finding::Place => 8,
        Finding::Board(_) => 9,
        Finding::Construct(_) => 10,
        Finding::Layout(_) => 11,
        Finding::Hands => 12,
        Finding::Position(_) => 13,
        Finding::Option(_) => 14,
        Finding::NoLayoutOption { .. } => 15,
        Finding::NotWithLayout(_) => 16,
        Finding::Ruleset(_) => 17,
        Finding::Start(_) => 18,
        Finding::OverAtOnce(_) => 19,
        Finding::VariantName(_) => 20,
        Finding::NoVariant { .. } => 21,
        Finding::NoParent { .. } => 22,
        Finding::OwnAncestor { .. } => 23,
        Finding::TooManyAncestors { .. } => 24,
        Finding::InVariant { .. } => 25,
        Finding::SameColour => 26,
        Finding::Noun => 27,
        Finding::NoArticle(_) => 28,
        Finding::NameTwice { .. } => 29,
        Finding::TakenWord(_) => 30,
        Finding::NamelessKings => 31,
        Finding::NeverApplies(_) => 32,
        Finding::StatedByAll(_) => 33,
        Finding::Repeats(_) => 34,
        Finding::NoGame(_) => 35,
        Finding::MissingGame(_) => 36,
    }
}
const KINDS: usize = 37;

/// A sound game; what is appended stands among its options first.
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

/// The game with a part of its text replaced.
fn with(part: &str, other: &str) -> String {
    assert!(SOUND.contains(part), "{part}");
    SOUND.replace(part, other)
}

/// The game with more after it.
fn and(more: &str) -> String {
    SOUND.to_owned() + more
}

/// Another variant of the game.
fn variant(id: &str, says: &str) -> String {
    and(&format!("[variants.{id}]\nname = {{ en = 'Other', es = 'Otra' }}\n{says}"))
}

/// Files of which something is to be said.
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
        with("'alq5'", "'alq(4,4)'"),
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
        with("default = 'only'", "default = 'nobody'"),
        variant("other", "parent = 'nobody'"),
        variant("other", "parent = 'other'"),
        and(&line_of_descent),
        variant("small", "board = 'alq(3,3)'"),
        with("'black'", "'white'"),
        with("['man', 'men']", "['man']"),
        with("'el peón'", "'peón'"),
        and("[[native]]\nname = 'Dama'\nlanguage = 'tr'\n[[native]]\nname = 'Dama'\nlanguage = 'tr'"),
        and("[[native]]\nname = ''\nlanguage = 'Turkish'"),
        and("promotion = 'short'"),
        and("turning = 'straight'"),
        and("capture = 'huff'\n[variants.only.options]\ncapture = 'optional'"),
        and("capture = 'huff'\n[variants.only.options]\ncapture = 'huff'"),
        variant("other", "parent = 'only'\noptions.chain = 'none'\n[variants.only.options]\nchain = 'none'"),
    ]
}

#[test]
fn every_finding_is_told_in_every_language() {
    let no_file = |file: &str| {
        Err(match file {
            "alone.toml" => NoFile::Alone(file.to_owned()),
            "held.toml" => NoFile::NotHeld(file.to_owned()),
            _ => NoFile::Unreadable("No such file or directory (os error 2)".to_owned()),
        })
    };
    let mut brought_about = BTreeSet::new();
    let mut tell = |fault: &Fault| {
        check_error(fault);
        check_error(&fault.problem);
        brought_about.insert(kind(&fault.problem));
    };
    for text in broken_files() {
        let report = check_file("x.toml", &text, &no_file);
        let said: Vec<_> = [report.faults, report.warnings, report.hints].concat();
        assert!(!said.is_empty(), "{text}");
        said.iter().for_each(&mut tell);
    }
    let family = include_str!("../../../../rules/family.toml").replace("games.queah", "games.quaeh");
    Family::parse("family.toml", &family).unwrap_err().0.iter().for_each(&mut tell);
    let missing: Vec<_> = (0..KINDS).filter(|kind| !brought_about.contains(kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// What a file can hardly bring about, or in many ways.
#[test]
fn the_parts_of_findings_are_told_in_every_language() {
    let a = || "a1".to_owned();
    let boards = [
        BoardError::Size(0),
        BoardError::NameTwice(a()),
        BoardError::BadName(a()),
        BoardError::PlaceTwice(a(), a()),
        BoardError::FarAway(a()),
        BoardError::ShortLine(2),
        BoardError::UnknownPoint(2, a()),
        BoardError::PointTwiceOnLine(2, a()),
        BoardError::EdgeTwice(a(), a()),
        BoardError::TooManyLines(5000),
    ];
    boards.iter().for_each(check_error);
    Irrelevance::ALL.iter().for_each(check_error);
    Reason::ALL.into_iter().for_each(|reason| check_error(&Finding::OverAtOnce(reason)));
    Language::ALL.into_iter().for_each(|language| check_error(&Finding::NoArticle(language)));
    check_error(&Finding::OwnAncestor { id: a(), line: vec![] });
    let counts = |count| {
        [
            Found::Characters(count),
            Found::Names(count),
            Found::Variants(count),
            Found::Entries(count),
            Found::Numbers(count),
            Found::Sides(count),
        ]
    };
    let kinds = [Found::Text, Found::Number, Found::Truth, Found::Date, Found::List, Found::Table];
    let these = [Found::Digits("5".to_owned()), Found::Words(a())];
    for found in kinds.into_iter().chain(these).chain([0, 1, 2].into_iter().flat_map(counts)) {
        check_error(&Finding::Unfit { found, allowed: Allowed::Text });
    }
    let allowed = [
        Allowed::Text,
        Allowed::Word,
        Allowed::List,
        Allowed::Table,
        Allowed::Whole(-90, 90),
        Allowed::Words(vec![a(), a()]),
        Allowed::Line,
        Allowed::Id,
        Allowed::Tag,
        Allowed::UpTo(60),
        Allowed::AtMost(8),
        Allowed::AtLeast(2),
        Allowed::Degrees,
    ];
    for allowed in allowed {
        check_error(&Finding::Unfit { found: Found::Table, allowed });
    }
}

/// Numbers that an option allows are told; words are the same in every language.
#[test]
fn what_options_allow_is_told_in_every_language() {
    for key in Key::ALL {
        let refused = Options::default().with([(key, "?")]).unwrap_err();
        check_error(&refused);
        let allowed = key.allowed();
        let is_told = allowed.contains(" number ") || allowed.contains(" width ");
        assert!(!(is_told && refused.in_words(Language::Es).contains(&allowed)), "{key}");
        assert!(is_told || refused.in_words(Language::Es).contains(&allowed), "{key}");
    }
    check_error(&OptionError::UnknownValue { key: Key::N, found: "7".to_owned() });
}

/// The sentences as people read them, once.
#[test]
fn the_faults_of_a_file_are_read_with_their_places() {
    let text = with("version = 1", "version = 'one'").replace("'alq5'", "'rope.toml'");
    let told = check_file("x.toml", &text, &|file| Err(NoFile::Alone(file.to_owned()))).faults;
    let told = |language| told.iter().map(|fault| fault.in_words(language)).collect::<Vec<_>>();
    check(|language| told(language).join("\n"), &told(Language::En).join("\n"));
    assert_eq!(told(Language::En)[0], "x.toml:2: version: found a text; allowed: a whole number from 1 to 1000000");
    assert_eq!(
        told(Language::Es),
        [
            "x.toml:2: version: hay un texto; se admite: un número entero de 1 a 1000000",
            "x.toml:4: board: junto a este archivo no hay ningún archivo rope.toml; se admite: el tablero como tabla, o una \
             construcción como alq(5,5)",
        ]
    );
    assert_eq!(
        told(Language::Fr)[0],
        "x.toml:2: version: on trouve un texte\u{202f}; est admis\u{a0}: un nombre entier de 1 à 1000000"
    );
}
