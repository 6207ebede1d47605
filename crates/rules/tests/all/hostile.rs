//! Hostile text: no reader panics, hangs or accepts an invalid text.
//!
//! Three kinds of text are given to every reader: any Unicode, words of the right alphabet in any order, and valid texts
//! with a few letters changed. Further tests use excessive sizes and depths.

mod readers;

use fastrand::Rng;
use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, RngSeed};
use quirkat_rules::{
    AnyRules, GameFile, Options, Pdn, Ruleset, check_file, construct, find_game, parse_board, read_diagram, read_fen,
    read_turn, split_option, write_diagram, write_fen,
};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Time limit for reading any text. It is generous: it only distinguishes seconds from minutes.
const SOON: Duration = Duration::from_secs(5);

/// Reads a text and panics if an invariant is broken.
type Read = fn(&str);

/// A reader, a predicate for accepted texts, the words of its language, and texts that it accepts.
struct Reader {
    read: Read,
    accepts: fn(&str) -> bool,
    words: &'static [&'static str],
    valid: Vec<String>,
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1283),
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    }
}

fn check(reader: &Reader, cases: u32) {
    for text in &reader.valid {
        assert!((reader.accepts)(text), "{text:?} is refused");
        (reader.read)(text);
    }
    let mut runner = proptest::test_runner::TestRunner::new(config(cases));
    let unicode = "(?s).{0,60}";
    runner
        .run(&unicode, |text| {
            (reader.read)(&text);
            Ok(())
        })
        .unwrap();
    let words = prop::collection::vec(prop::sample::select(reader.words), 0..25);
    runner
        .run(&words, |words| {
            (reader.read)(&words.concat());
            Ok(())
        })
        .unwrap();
    let changed = (prop::sample::select(reader.valid.clone()), any::<u64>());
    runner
        .run(&changed, |(text, seed)| {
            (reader.read)(&change(&text, reader.words, &mut Rng::with_seed(seed)));
            Ok(())
        })
        .unwrap();
}

/// Mutates a text: deletes, doubles, inserts or moves a few letters.
fn change(text: &str, words: &[&str], rng: &mut Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..rng.usize(1..5) {
        let at = rng.usize(..=letters.len());
        let end = letters.len().min(at + rng.usize(..8));
        match rng.u8(..5) {
            0 => drop(letters.drain(at..end)),
            1 => {
                let twice: Vec<char> = letters[at..end].to_vec();
                letters.splice(at..at, twice);
            }
            2 => drop(letters.splice(at..at, words[rng.usize(..words.len())].chars())),
            3 => drop(letters.splice(at..end, [rng.char('\0'..='\u{ffff}')])),
            _ if !letters.is_empty() => {
                let (a, b) = (rng.usize(..letters.len()), rng.usize(..letters.len()));
                letters.swap(a, b);
            }
            _ => {}
        }
    }
    letters.into_iter().collect()
}

#[test]
fn seeds_and_findings_of_the_fuzzers_pass() {
    let readers: [(&str, Read); 7] = [
        ("board_file", readers::board_file),
        ("diagram", readers::diagram),
        ("fen", readers::fen),
        ("game_file", readers::game_file),
        ("options", readers::options),
        ("pdn", readers::pdn),
        ("turn", readers::turn),
    ];
    for (name, read) in readers {
        let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../fuzz/seeds").join(name);
        let files: Vec<_> = fs::read_dir(seeds).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(!files.is_empty(), "{name}");
        files.iter().for_each(|file| read(&fs::read_to_string(file).unwrap()));
    }
}

fn walker() -> Ruleset {
    find_game("alquerque").unwrap().ruleset(None, &[]).unwrap()
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn turns() {
    let words = &[
        "a1", "b2", "c3", "d4", "e5", "A1", "-", "x", "X", ":", "*", "×", " ", ", ", "huff ", "pass", "f9", "1",
        "\u{301}",
    ];
    let valid = owned(&["a1xc3xe5", "huff b3, c1-c2", "huff b2", "pass", "e5 - d5", "C3XA5", "a1:e5", "c3-c4"]);
    check(&Reader { read: readers::turn, accepts: readers::is_turn, words, valid }, 1500);
}

const FENS: [&str; 6] = [
    "W:Wa1,b1,c1,d1,e1,a2,b2,c2,d2,e2,d3,e3:Ba3,b3,a4,b4,c4,d4,e4,a5,b5,c5,d5,e5",
    "B:WKa1:BKe5,d5",
    "W:Wa1,c3:Bb2,e5:huff=b2,e5",
    "W:Wa1,c3:Bb2,e5:last=c3<c2,e5<e4",
    "B:Wa1,c3:Bb2,e5:been=a1<a2+b1,e5<a1",
    "b:bE5 : wa1.",
];

#[test]
fn positions() {
    let words = &[
        "W", "B", "w", "b", ":", "K", "a1", "b2", "e5", ",", "huff=", "last=", "been=", "<", "+", ".", " ", "m11", "=",
        "\n",
    ];
    let accepts = |text: &str| read_fen(&walker(), text).is_ok();
    check(&Reader { read: readers::fen, accepts, words, valid: owned(&FENS) }, 800);
}

#[test]
fn diagrams() {
    let words =
        &[".", "w", "b", "W", "B", " ", "\n", "\r\n", "to move:", "W", ":huff=", "a1", "last=", "been=", "<", "b2"];
    let ruleset = walker();
    let valid = FENS.map(|fen| {
        let setup = read_fen(&ruleset, fen).unwrap();
        write_diagram(&ruleset.board, ruleset.white(), &setup)
    });
    let accepts = |text: &str| read_diagram(&walker().board, walker().white(), text).is_ok();
    check(&Reader { read: readers::diagram, accepts, words, valid: valid.to_vec() }, 800);
}

/// A record that uses every feature of PDN.
const RECORD: &str = r#"[Event "A \"good\" game"]
[Variant "alquerque:covarrubias"]
[Rules "version=1 chain=optional"]
[SetUp "1"]
[FEN "W:Wa1,b1:Bc3,d4,e5"]
[Result "1-0"]
[Termination "resignation"]

{before} 1. a1-a2! $5 {a comment} (1. a1-b2?? (1. b1-c1) c3xa1 {taken}) 1... c3-c4
; to the end of the line
2. a2-a3 e5-e4 3. huff e4, b1-b2 1-0
"#;

#[test]
fn records() {
    let words = &[
        "[",
        "]",
        "\"",
        "\\",
        "Variant ",
        "alquerque",
        ":walker",
        "Rules ",
        "version=1",
        " ",
        "\n",
        "1.",
        "...",
        "b2-c3",
        "d4xb2",
        "{",
        "}",
        "(",
        ")",
        ";",
        "$",
        "7",
        "!",
        "?",
        "1-0",
        "*",
        "1/2-1/2",
        "huff",
        "FEN ",
        "W:Wa1:Be5",
        "é",
    ];
    let valid = owned(&[RECORD, "[Variant \"alquerque\"]\n\n1. b2-c3 d4xb2 2. a1xc3 *\n", "1. b2-c3 *", "*"]);
    check(&Reader { read: readers::pdn, accepts: |text| Pdn::read(text).is_ok(), words, valid }, 1000);
}

fn game_toml() -> String {
    let setup = "board = 'alq5'\nsetup = '''\nb b b b b\nb b b b b\nb b . w w\nw w w w w\nw w w w w\n'''\n";
    format!("inventor = 'Ana'\n{}{setup}", readers::HEAD)
        + "[options]\ncapture = { is = 'huff', source = 'x', standing = 'ours' }\n[variants.other]\nparent = 'only'\n\
           name = { en = 'Other', es = 'Otra' }\noptions = { promotion = 'long', no_capture_limit = 20 }\n\
           [[native]]\nname = 'بروج'\nlanguage = 'ar-Arab'\n"
}

#[test]
fn game_files() {
    let words = &[
        "id",
        "=",
        "\"",
        "'''",
        "[",
        "]",
        "{",
        "}",
        ".",
        "\n",
        "variants",
        "options",
        "parent",
        "native",
        "language",
        "inventor",
        "only",
        "other",
        "board",
        "alq(3,3)",
        "1",
        "-1",
        "true",
        "setup",
        "0x7fffffffffffffff",
        "1979-05-27",
        "#",
        ",",
        "é",
        "capture",
        "huff",
    ];
    let accepts = |text: &str| GameFile::parse("x.toml", text, &|_| Err(String::new().into())).is_ok();
    check(&Reader { read: readers::game_file, accepts, words, valid: vec![game_toml()] }, 600);
}

#[test]
fn board_files() {
    let words = &[
        "construct",
        "=",
        "'",
        "alq(",
        "5",
        ",",
        ")",
        "checker(",
        "left",
        "serpent(",
        "outer",
        "points",
        "lines",
        "[",
        "]",
        "{",
        "}",
        "a",
        "b",
        "c",
        " ",
        "\n",
        "-",
        "9999999999",
        "grid(",
        "22",
        "lasca7()",
        "tri(4)",
    ];
    let valid = owned(&[
        "construct = 'alq(5,5)'",
        "lines = ['a b c', 'c d']\npoints = { a = [0, 0], b = [0, 1], c = [0, 2], d = [1, 2] }",
        "serpent(8,outer)",
        "checker(8,8,left)",
        "mill24()",
        "cross(5,5)",
    ]);
    let accepts = |text: &str| parse_board("x.toml", text).is_ok() || construct(text).is_ok();
    check(&Reader { read: readers::board_file, accepts, words, valid }, 600);
}

#[test]
fn options() {
    let words = &[
        "capture",
        "=",
        "huff",
        "\n",
        " ",
        "promotion",
        "long",
        "short",
        "king_landing",
        "any",
        "next",
        "no_capture_limit",
        "1000",
        "+",
        "0",
        "7",
        "return",
        "never",
        "middle",
        "left",
        "first",
        "second",
        "é",
        "off",
    ];
    let valid = owned(&[
        "capture=huff\nchain = optional",
        "promotion=long\nking_landing=next\nno_capture_limit=20",
        "middle=left",
    ]);
    let accepts = |text: &str| {
        let pairs = text.lines().map(split_option).collect::<Result<Vec<_>, _>>();
        pairs.is_ok_and(|pairs| Options::default().with(pairs).is_ok())
    };
    check(&Reader { read: readers::options, accepts, words, valid }, 800);
}

/// Reads a text with every reader within the time limit.
fn soon(what: &str, text: &str) {
    let ruleset = walker();
    let game = AnyRules::compile(ruleset.clone()).unwrap().new_game();
    let nothing = |_: &str| Err(String::new().into());
    let readers: [(&str, &dyn Fn()); 10] = [
        ("turn", &|| drop(read_turn(&*game, text))),
        ("position", &|| drop(read_fen(&ruleset, text).map(|setup| write_fen(&ruleset, &setup)))),
        ("diagram", &|| drop(read_diagram(&ruleset.board, ruleset.white(), text))),
        ("record", &|| drop(Pdn::read(text).map(|records| records[0].replay(find_game("alquerque").unwrap())))),
        ("game file", &|| drop(GameFile::parse("x.toml", text, &nothing).map_err(|faults| faults.to_string()))),
        ("file to check", &|| drop(check_file("x.toml", text, &nothing))),
        ("board file", &|| drop(parse_board("x.toml", text).map_err(|faults| faults.to_string()))),
        ("constructor", &|| drop(construct(text))),
        ("options", &|| drop(Options::default().with(text.lines().filter_map(|line| line.split_once('='))))),
        ("variant", &|| {
            drop(find_game("alquerque").unwrap().ruleset(Some(text), &[]).map_err(|error| error.to_string()))
        }),
    ];
    for (name, read) in readers {
        let began = Instant::now();
        read();
        assert!(began.elapsed() < SOON, "{what} as a {name} took {:?}", began.elapsed());
    }
}

#[test]
fn large_texts_are_read_or_refused_quickly() {
    let pieces = [
        "a1-",
        "a1x",
        "a1,",
        "W:",
        "[",
        "(",
        "{",
        "1. ",
        "huff ",
        "w ",
        ". \n",
        "a.",
        "a=1\n",
        "[a]\n",
        "[[a]]\n",
        "=",
        "\"",
        "\\",
        "b2-c3 ",
        "$1 ",
        "!",
        ";\n",
        "{}",
        "()",
        "been=",
        "<a1+",
        "x = [",
        "x = {",
        "[A \"\"]\n",
        "é",
        "\u{feff}",
        "\0",
        "capture=huff\n",
    ];
    for piece in pieces {
        // Sizes below and above the limit for files.
        for size in [1 << 20, 9 << 19] {
            soon(&format!("{piece:?} repeated to {size}"), &piece.repeat(size / piece.len()));
        }
    }
}

#[test]
fn many_different_errors_are_reported_quickly() {
    let keys: String = (0..100_000).map(|number| format!("k{number:x}=1\n")).collect();
    soon("unknown keys", &keys);
    soon("unknown options", &format!("[options]\n{keys}"));
    soon("unknown variants", &(0..20_000).map(|number| format!("[variants.v{number}]\n")).collect::<String>());
    soon("points without lines", &format!("lines = []\n[points]\n{}", keys.replace("=1", "=[1,1]")));
}

#[test]
fn long_lines_of_descent_are_followed_quickly() {
    let mut text = game_toml();
    for number in 0..4_000 {
        text += &format!("[variants.v{number}]\nparent='v{}'\nname={{en='',es=''}}\n", number + 1);
    }
    soon("a variant without its first ancestor", &text);
    soon("a long line of variants", &(text + "[variants.v4000]\nname={en='',es=''}\n"));
}

/// Each text takes time in proportion to its length.
#[test]
fn records_of_many_small_parts_are_read_quickly() {
    for (what, text) in [
        ("games without tags", "1.a *\n".repeat(300_000)),
        ("quotes in a value", format!("[A \"{}\"]\n*", "\"".repeat(1_000_000))),
        ("quotes without a bracket", format!("[A \"{}\n*", "\"".repeat(1_000_000))),
        ("open values", "[A \"\n".repeat(300_000)),
        ("signs in parentheses", format!("1. a {}", "(!) ".repeat(300_000))),
        ("divided moves", "1 - ".repeat(300_000)),
    ] {
        let start = Instant::now();
        let read = Pdn::entries(&text).count();
        assert!(read > 0 && start.elapsed() < Duration::from_secs(5), "{what}: {:?}", start.elapsed());
    }
}

#[test]
fn a_record_of_many_moves_is_replayed_quickly() {
    let turns = "1. a1-a2 e5-e4 2. a2-a1 e4-e5 ".repeat(2_500);
    for repetition in ["none", "forbidden", "draw"] {
        let tags =
            format!("[Variant \"alquerque\"]\n[Rules \"version=1 repetition={repetition}\"]\n[FEN \"W:Wa1:Be5\"]\n\n");
        let text = tags + &turns;
        soon("a long record", &text);
        let replayed = Pdn::read(&text).unwrap()[0].replay(find_game("alquerque").unwrap());
        assert_eq!(
            replayed.is_ok_and(|game| game.history().len() == 10_000),
            repetition != "forbidden",
            "{repetition}"
        );
    }
}
