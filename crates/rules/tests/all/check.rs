//! Checking game files: all errors at once, clauses without effect, summaries of variants; and the format reference.

use quirkat_rules::{FileReport, GameFile, Language, OptionKey, Side, check_file, find_game, format_reference, games};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../..")
}

fn check(text: &str) -> FileReport {
    check_file("x.toml", text, &|file| match file {
        "board.toml" => Ok("points = { a = [0, 0], b = [1, 0], c = [2] }\nlines = ['a b', 4]".to_owned()),
        _ => Err(format!("cannot read {file}").into()),
    })
}

/// Returns a sound game file with these options, followed by these lines.
fn game(options: &str, more: &str) -> String {
    format!(
        "id = 'trial'
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
name = {{ en = 'Trial', es = 'Prueba' }}
sides.first = {{ colour = 'white', en = 'White', es = 'Blancas' }}
sides.second = {{ colour = 'black', en = 'Black', es = 'Negras' }}
ranks.man = {{ en = ['man', 'men'], es = ['el peón', 'los peones'] }}
variants.only.name = {{ en = 'Only', es = 'Única' }}
[options]
{options}
{more}"
    )
}

fn texts(list: &[quirkat_rules::Diagnostic]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}

/// Returns the errors of a game file with these options, followed by these lines.
fn faults(options: &str, more: &str) -> Vec<String> {
    texts(&check(&game(options, more)).errors)
}

fn warnings(options: &str, more: &str) -> Vec<String> {
    let report = check(&game(options, more));
    assert_eq!(texts(&report.errors), [""; 0]);
    texts(&report.warnings)
}

#[test]
fn catalogue_files_have_neither_errors_nor_warnings() {
    let own = ["crates/rules/games", "crates/rules/boards", "examples"];
    let files = own.iter().flat_map(|folder| fs::read_dir(root().join(folder)).unwrap());
    let mut wrong = vec![];
    for file in files.map(|entry| entry.unwrap().path()) {
        let name = file.file_name().unwrap().to_str().unwrap();
        let report =
            check_file(name, &fs::read_to_string(&file).unwrap(), &|_| Err("no other files".to_owned().into()));
        assert!(!report.variants.is_empty() || report.board.is_some() || !report.is_sound(), "{name}");
        wrong.extend(texts(&report.errors).into_iter().chain(texts(&report.warnings)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_game_of_the_catalogue_has_a_gallery_entry() {
    for game in games() {
        assert!(std::ptr::eq(find_game(&game.id).unwrap(), game), "{} is found by its word", game.id);
        let gallery = game.gallery.as_ref().unwrap_or_else(|| panic!("{} has no gallery", game.id));
        for text in [&gallery.place, &gallery.time] {
            for language in [Language::En, Language::Es] {
                let length = text.get(language).chars().count();
                assert!((1..=60).contains(&length), "{}: `{}`", game.id, text.get(language));
            }
        }
        assert!((5..=180).contains(&gallery.minutes) && (1..=3).contains(&gallery.difficulty), "{}", game.id);
    }
}

#[test]
fn gallery_entries_are_checked() {
    let gallery = |facts: &str| faults("", &format!("[gallery]\n{facts}"));
    let sound = "place = { en = 'Here', es = 'Aquí' }\ntime = { en = 'now', es = 'ahora' }\n";
    assert_eq!(gallery(&format!("{sound}minutes = 20\ndifficulty = 3")), [""; 0]);
    assert_eq!(gallery(&format!("{sound}minutes = 20\ndifficulty = 3\nkind = 'draughts'")), [""; 0]);
    assert_eq!(
        gallery(&format!("{sound}minutes = 20\ndifficulty = 3\nkind = 'chess'")),
        ["x.toml:24: gallery.kind: found `chess`; allowed: mills, hunt, towers, draughts, war"]
    );
    assert_eq!(
        gallery(&format!("{sound}minutes = 4\ndifficulty = 4")),
        [
            "x.toml:22: gallery.minutes: found 4; allowed: a whole number from 5 to 180",
            "x.toml:23: gallery.difficulty: found 4; allowed: a whole number from 1 to 3"
        ]
    );
    assert_eq!(
        gallery("place = 'Here'\nplaces = 2\ntime = {}\nminutes = 'long'\ndifficulty = 1"),
        [
            "x.toml:20: gallery.place: found a text; allowed: a table",
            "x.toml:21: gallery.places: unknown key `places`; similar: place; allowed: place, time, minutes, difficulty, kind",
            "x.toml:22: gallery.time: a text in at least one language is missing; allowed: en, es, fr",
            "x.toml:23: gallery.minutes: found a text; allowed: a whole number from 5 to 180"
        ]
    );
}

/// Returns whether a character belongs to a script that the leaflets can print.
fn is_printable(sign: char) -> bool {
    let scripts = [
        '\u{20}'..='\u{24f}',
        '\u{2b0}'..='\u{52f}',
        '\u{600}'..='\u{6ff}',
        '\u{900}'..='\u{97f}',
        '\u{1e00}'..='\u{1fff}',
    ];
    scripts.iter().any(|script| script.contains(&sign))
}

#[test]
fn games_of_the_catalogue_have_valid_native_names_and_inventors() {
    for game in games() {
        for native in &game.native {
            assert!(native.name.chars().all(is_printable), "{}: {}", game.id, native.name);
        }
        let ruleset = game.ruleset(None, &[]).unwrap();
        assert_eq!((&ruleset.info.native, &ruleset.info.inventor), (&game.native, &game.inventor));
    }
    let [bagh_chal, buruj, lasca] = ["bagh-chal", "buruj", "lasca"].map(|id| find_game(id).unwrap());
    let names: Vec<_> =
        bagh_chal.native.iter().map(|native| (native.name.as_str(), native.language.as_str())).collect();
    assert_eq!(names, [("बाघचाल", "ne")]);
    assert_eq!(buruj.inventor.as_deref(), Some("Sheikh Jahbooty"));
    assert_eq!(lasca.inventor.as_deref(), Some("Emanuel Lasker"));
}

#[test]
fn native_names_are_checked() {
    let native = |facts: &str| faults("", &format!("[[native]]\n{facts}"));
    assert_eq!(native("name = 'Kōnane'\nlanguage = 'haw'"), [""; 0]);
    assert_eq!(
        native("name = ''\nlanguage = 'Hawaiian'\nscript = 'Latn'"),
        [
            "x.toml:20: native.0.name: found 0 characters; allowed: 1 to 60".to_owned(),
            format!("x.toml:21: native.0.language: found `Hawaiian`; allowed: {TAG}"),
            "x.toml:22: native.0.script: unknown key `script`; allowed: name, language".to_owned(),
        ]
    );
    assert_eq!(
        native("name = \"a\\u202Eb\"\n[[native]]\nname = 'c '\nlanguage = 2"),
        [
            "x.toml:19: native.0: the key `language` is missing",
            "x.toml:20: native.0.name: found `a\\u{202e}b`; allowed: one line, without space at its ends and without \
             control characters",
            "x.toml:22: native.1.name: found `c `; allowed: one line, without space at its ends and without control \
             characters",
            "x.toml:23: native.1.language: found a number; allowed: a text"
        ]
    );
    let twice = "name = 'Dama'\nlanguage = 'tr'\n";
    assert_eq!(native(&format!("{twice}[[native]]\n{twice}")), ["x.toml:22: native.1: `Dama` (tr) is listed twice"]);
    assert_eq!(native(&format!("{twice}[[native]]\nname = 'Dama'\nlanguage = 'tl'")), [""; 0]);
    let many = format!("name = '{}'\nlanguage = 'tr'\n{}", "a".repeat(60), "[[native]]\n".repeat(8));
    assert_eq!(native(&many), ["x.toml:19: native: found 9 names; allowed: at most 8"]);
    assert_eq!(
        native(&format!("name = '{}'\nlanguage = 'tr'", "ñ".repeat(61))),
        ["x.toml:20: native.0.name: found 61 characters; allowed: 1 to 60"]
    );
    assert_eq!(faults("", "[native]\nname = 'Dama'"), ["x.toml:19: native: found a table; allowed: a list"]);
}

/// Description of valid language tags.
const TAG: &str = "a BCP 47 tag of up to 35 characters, such as `ne`, `haw` or `si-Latn`: a language of two or three small \
                   letters, then parts of one to eight letters or digits, each after a `-`";

#[test]
fn optional_languages_are_checked_if_present() {
    let sound = game("", "").replace("es = 'Única' }", "es = 'Única', fr = 'Seule' }");
    let parsed = |text: &str| GameFile::parse("x.toml", text, &|_| Err(String::new().into()));
    let ruleset = parsed(&sound).unwrap().ruleset(None, &[]).unwrap();
    let names = [&ruleset.info.variant_name, &ruleset.info.name].map(|words| words.get(Language::Fr));
    assert_eq!(names, ["Seule", "Trial"]);
    assert_eq!(
        (ruleset.info.variant_name.own(Language::Fr), ruleset.info.name.own(Language::Fr)),
        (Some("Seule"), None)
    );
    let noun = |noun: &str| {
        faults("", &format!("[ranks.king]\nen = ['king', 'kings']\nes = ['la dama', 'las damas']\nfr = {noun}"))
    };
    let bare = parsed(&game("", "[ranks.king]\nen = ['king', 'kings']\nes = ['la dama', 'las damas']")).unwrap();
    let bare = bare
        .ruleset(None, &[])
        .unwrap()
        .info
        .ranks
        .clone()
        .map(|noun| noun.map(|noun| Language::ALL.map(|language| noun.bare(language).to_owned())));
    assert_eq!(bare[2], Some(["king", "dama", "king"].map(str::to_owned)));
    for noun_of_two in ["['la dame', 'les dames']", "['un éléphant', 'les éléphants']", "['une oie', 'les oies']"] {
        assert_eq!(noun(noun_of_two), [""; 0]);
    }
    assert_eq!(
        noun("[\"l'oie\", 'les oies']"),
        ["x.toml:22: ranks.king.fr: a French noun begins with its article, `le` or `la` or `un` or `une`"]
    );
    assert_eq!(noun("['la dame']"), ["x.toml:22: ranks.king.fr: a noun is a list of two texts, singular and plural"]);
}

#[test]
fn the_keys_between_people_and_shown_are_checked() {
    let judged = |line: &str| texts(&check(&format!("{line}\n{}", game("", ""))).errors);
    assert_eq!(judged("between_people = 'only'"), [""; 0]);
    assert_eq!(
        judged("between_people = 'nobody'"),
        ["x.toml:1: between_people: there is no variant `nobody`; allowed: only"]
    );
    assert_eq!(judged("shown = ['W:Wa1,c1:Bb2']"), [""; 0]);
    assert_eq!(judged("shown = ['W:Wa9:B']"), ["x.toml:1: shown: the board has no point `a9`"]);
    let usual = find_game("buruj").unwrap();
    assert_eq!((usual.variants().next(), usual.between_people()), (Some("max"), "protest"));
    assert_eq!(find_game("alquerque").unwrap().between_people(), "walker");
}

#[test]
fn the_inventor_is_checked() {
    let inventor = |line: &str| texts(&check(&format!("{line}\n{}", game("", ""))).errors);
    assert_eq!(inventor("inventor = 'Emanuel Lasker'"), [""; 0]);
    assert_eq!(inventor("inventor = ['Lasker']"), ["x.toml:1: inventor: found a list; allowed: a text"]);
    let long = format!("inventor = '{}'", "x".repeat(81));
    assert_eq!(inventor(&long), ["x.toml:1: inventor: found 81 characters; allowed: 1 to 80"]);
    assert_eq!(
        inventor("inventor = \"Lasker\\nand others\""),
        ["x.toml:1: inventor: found `Lasker\\nand others`; allowed: one line, without space at its ends and without \
          control characters"]
    );
}

#[test]
fn the_format_reference_is_up_to_date() {
    let path = root().join("docs/reference/format.md");
    let reference = format_reference();
    if std::env::var_os("QUIRKAT_BLESS").is_some() {
        fs::write(&path, &reference).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == reference, "docs/reference/format.md is stale: run this test with QUIRKAT_BLESS=1");
    for key in OptionKey::ALL {
        assert!(reference.contains(&format!("### `{key}`\n")), "{key}");
    }
}

#[test]
fn summaries_of_variants_match_their_file() {
    let text = fs::read_to_string(root().join("examples/adugo.toml")).unwrap();
    let report = check(&text);
    let [five, all] = &report.variants[..] else { panic!("{report:?}") };
    assert_eq!((five.title.as_str(), all.title.as_str()), ("adugo:five", "adugo:all"));
    let board = five.board;
    assert_eq!((board.points, board.edges, board.lines, board.leaps, board.symmetries), (31, 66, 18, 96, 2));
    assert_eq!((five.pieces, five.hand, five.to_move), ([1, 14], [0, 0], Side::First));
    assert_eq!(five.turns.as_ref().unwrap(), &["c3-b2", "c3-c2", "c3-d2"]);
    let stated = five.standings;
    assert_eq!((stated.source, stated.unsourced, stated.reconstruction, stated.ours), (7, 0, 1, 2));
}

#[test]
fn examples_have_no_errors() {
    for entry in fs::read_dir(root().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        let report = check(&fs::read_to_string(&path).unwrap());
        assert!(report.errors.is_empty() && report.warnings.is_empty(), "{}: {report:?}", path.display());
    }
}

#[test]
fn board_files_are_checked() {
    let report = check("construct = 'alq(5,5)'");
    assert_eq!(report.board.map(|board| (board.points, board.edges, board.leaps)), Some((25, 56, 80)));
    assert_eq!(
        texts(
            &check(
                "points = { a = [0, 0], B = [0, 0], b = [1, 0], c = [2, 0] }\n\
                     lines = [\n'a b c',\n'b x a',\n'c',\n'c b']"
            )
            .errors
        ),
        [
            "x.toml:1: points.B: `B` cannot be a point's name: one to four small letters or digits, and neither x nor a word \
             of a turn",
            "x.toml:1: points.a: `B` and `a` have the same place",
            "x.toml:2: lines: `c` and `b` are joined by two lines",
            "x.toml:4: lines.1: line 2 names `x`, which is no point of the board",
            "x.toml:5: lines.2: line 3 has fewer than two points",
        ]
    );
    let large: String = (0..10_000).map(|number| format!("k{number:x} = [0, 0]\n")).collect();
    assert_eq!(
        texts(&check(&format!("lines = []\n[points]\n{large}")).errors),
        ["x.toml:2: points: a board has 1 to 512 points, found 10000"]
    );
    assert_eq!(texts(&check("points = {}").errors), ["x.toml:1: a board needs `construct`, or `points` and `lines`"]);
}

#[test]
fn all_errors_of_a_file_are_reported_at_once() {
    let text = game("capture = 'maybe'\ncastling = 'yes'\nchain = { is = 'none', standing = 'sure', page = 3 }", "")
        .replace("board = 'alq5'", "board = 'board.toml'")
        .replace("colour = 'white', en", "colour = 'red', an")
        .replace("['man', 'men']", "'man'")
        .replace("version = 1", "version = 'one'");
    let text = text
        + "[variants.other]\nparent = 'nobody'\nname.en = 3\nnote = {}\n[variants.self]\nparent = 'self'\nname = 4\n";
    let found = texts(&check(&text).errors);
    let expected_faults = [
        "x.toml:2: version: found a text",
        "x.toml:13: sides.first.colour: found `red`; allowed: white, black",
        "x.toml:13: sides.first.an: unknown key `an`; allowed: colour, en, es, fr, ranks",
        "x.toml:15: ranks.man.en: found a text; allowed: a list",
        "x.toml:18: options.capture: option `capture` cannot be `maybe`; allowed: optional, mandatory, huff, men",
        "x.toml:19: options.castling: there is no option `castling` here",
        "x.toml:20: options.chain.standing: found `sure`; allowed: source, reconstruction, ours",
        "x.toml:20: options.chain.page: unknown key `page`; allowed: is, source, standing",
        "x.toml:22: variants.other.parent: there is no parent `nobody`; allowed: only, other, self",
        "x.toml:23: variants.other.name.en: found a number; allowed: a text",
        "x.toml:24: variants.other.note: a text in at least one language is missing; allowed: en, es, fr",
        "x.toml:26: variants.self.parent: `self` descends from itself: self → self",
        "x.toml:27: variants.self.name: found a number; allowed: a table",
        "board.toml:1: points.c: a place is a list of two numbers",
        "board.toml:2: lines.1: found a number; allowed: a text",
    ];
    for beginning in expected_faults {
        assert!(found.iter().any(|fault| fault.starts_with(beginning)), "{beginning}\nin\n{}", found.join("\n"));
    }
    assert_eq!(found.len(), expected_faults.len(), "{}", found.join("\n"));
}

#[test]
fn errors_of_a_variant_are_reported_at_the_key_that_causes_them() {
    let more = "[variants.small]\nname = { en = 'Small', es = 'Pequeña' }\nboard = 'alq(3,3)'\n\
                [variants.tall]\nname = { en = 'Tall', es = 'Alta' }\n\
                setup = '''\nb b b b b\nb b b b b\nb b ww w w\nw w w w w\nw w w w w\n'''\n\
                [variants.over]\nname = { en = 'Over', es = 'Acabada' }\n\
                setup = '''\nb b b b b\nb b b b b\nb b . . .\n. . . . .\n. . . . .\n'''\n\
                [variants.tips.name]\nen = 'Tips'\nes = 'Puntas'\n[variants.tips.options]\ntips = 'empty'\n";
    assert_eq!(
        faults("", more),
        [
            "x.toml:5: setup: in variant `small`: the board has 3 rows, the diagram 5",
            "x.toml:24: variants.tall.setup: the start does not fit the rules: there is more than one piece on c3; this game \
             has no towers",
            "x.toml:33: variants.over.setup: the game is over before the first move (no_pieces)",
            "x.toml:44: variants.tips.options.tips: option `tips` has no effect in trial; layout options allowed: middle",
        ]
    );
    let tower = format!(
        "[variants.tower]\nname = {{ en = 'Tower', es = 'Torre' }}\nsetup = '''\n{}'''\noptions = {{ removal = 'under' }}\n",
        "wwwwww wwwwww wwwwww wwwwww wwwwww\n".repeat(4) + "b b b b b\n"
    );
    assert!(faults("", &tower)[0].contains("a side has 120 pieces; allowed in games with towers: at most 27"));
    let many: String = (0..200).map(|n| format!("[variants.v{n}.name]\nen = ''\nes = ''\n")).collect();
    assert!(faults("", &many)[0].ends_with("found 201 variants; allowed: at most 100"));
}

#[test]
fn contradictions_are_reported_at_the_option_nearer_to_the_variant() {
    let approach = "capture_by = 'approach'\npromotion = 'short'\nchoice = 'max'\nchain = 'straight'\nremoval = 'end'\n\
                    capture = 'huff'\nbent_leaps = true\nmills = 'take'";
    let found = faults(approach, "");
    for option in ["promotion", "choice", "chain", "removal", "capture", "bent_leaps", "mills"] {
        let beginning = format!("options.{option}: option `{option}` cannot be");
        assert!(found.iter().any(|fault| fault.contains(&beginning)), "{option}: {found:?}");
    }
    assert_eq!(
        faults("capture = 'huff'", "[variants.other]\nname = { en = 'O', es = 'O' }\noptions.capture_by = 'approach'"),
        [
            "x.toml:21: variants.other.options.capture_by: option `capture` cannot be `huff` where pieces capture by approach \
          (`capture_by=approach`); allowed: optional, mandatory"
        ]
    );
    let alone = [
        ("vela = 'on'", "where pieces do not capture by approach"),
        ("king_lost = 'loses'", "where a side has no king at the start"),
        ("placing = true", "where neither side has pieces in hand"),
        ("after_placing = 'end'", "where pieces are not placed before they move"),
        ("dice = true", "where three in a row have no effect"),
        ("captors = 'first'\npromotion = 'long'", "where pieces rank above men"),
        ("capture_by = 'none'\nstep_dirs = 'none'", "no piece could ever move"),
        ("rejump = 'allowed'", "where captured pieces leave the board"),
        ("choice = 'protest'", "where captured pieces leave the board"),
        ("taken_to_win = 13", "cannot be `13` where no side has that many pieces"),
        ("mills = 'take'\ncapture = 'huff'", "where three in a row remove a piece"),
        ("removal = 'under'\nreturn = 'never'", "where captured pieces go under the capturing piece"),
        ("removal = 'under'\nmills = 'win'", "where captured pieces go under the capturing piece"),
    ];
    for (options, place) in alone {
        assert!(faults(options, "").iter().any(|fault| fault.contains(place)), "{options}: {:?}", faults(options, ""));
    }
}

#[test]
fn clauses_without_effect_cause_warnings() {
    let alone = [
        ("promo_mid = 'stop'", "no man can be promoted inside a chain"),
        ("turning = 'straight'", "no king captures more than once in a turn"),
        ("king_landing = 'any'", "the game has no kings"),
        ("direction = 'free'", "no piece captures by approach"),
        ("must_offer = 'on'", "this is not the handicap game"),
        ("mill_protected = 'no'", "three in a row remove no piece"),
        ("diagonal_mills = 'no'", "three in a row have no effect"),
        ("resupply = 'then_move'", "no piece enters from the hand after the start"),
        ("closing_sides = 'all_four'", "the board does not close"),
        ("take_higher = 'no'", "all pieces have the same rank"),
        ("opening = 'centre'", "the board is not full at the start"),
        ("capture_by = 'none'\ncapture = 'optional'", "no move captures a piece"),
        ("draw_rules = 'spanish'", "its draw rules concern kings"),
        ("chain = 'none'\nchoice = 'max'", "every capture takes one piece"),
        ("repetition = 'captor_wins'", "both sides capture"),
    ];
    for (options, want) in alone {
        let found = warnings(options, "");
        assert!(found.iter().any(|warning| warning.contains(want)), "{options}: {found:?}");
        assert_eq!(found.len(), 1, "{found:?}");
    }
    let nameless = |options, more| match &warnings(options, more)[..] {
        [only] => assert!(only.contains("men are promoted, but `king` has no name"), "{only}"),
        found => panic!("{found:?}"),
    };
    nameless("promotion = 'long'\npromo_mid = 'stop'\nturning = 'no_reversal'\ncapture = 'huff'", "");
    // It has an effect in one of the two variants.
    let other = "[variants.other]\nname = { en = 'O', es = 'O' }\noptions.promotion = 'short'";
    nameless("promo_mid = 'stop'", other);
}

#[test]
fn clauses_that_repeat_the_parent_are_reported() {
    let more = "[variants.child]\nparent = 'only'\nname = { en = 'Child', es = 'Hijo' }\n[variants.child.options]\n\
                capture = 'huff'\nchain = { is = 'none', source = 'Smith' }\nstep_dirs = 'forward'\n";
    let report =
        check(&game("capture = { is = 'huff', source = 'Jones' }\nchain = 'none'\nstep_dirs = 'no_back'", more));
    assert_eq!(texts(&report.warnings), ["x.toml:25: variants.child.options.capture: it repeats its parent `only`"]);
    assert_eq!(texts(&report.hints), ["x.toml:26: variants.child.options.chain: it repeats its parent `only`"]);
    let unused = check(&game("capture = 'huff'", "[variants.only.options]\ncapture = 'optional'\n"));
    assert_eq!(texts(&unused.warnings), ["x.toml:18: options.capture: every variant overrides `capture`"]);
}
