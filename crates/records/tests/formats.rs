//! Records of other programs: samples of each format, games that go there and back, and texts that are refused.
//!
//! The samples are ours, written after the public descriptions that `docs/reference/interop.md` names. Nothing in them is
//! taken from a collection.

#[path = "formats/reader.rs"]
mod reader;

use quirkat_records::{Exported, JsonObjects, OtherFormat};
use quirkat_rules::{AnyGame, AnyRules, GameFile, Pdn, find_game};

/// Time at which records are written.
const NOW: &str = "2026-11-30T12:00:00Z";

/// A format, a game with its variant, and house rules.
type Case = (OtherFormat, &'static str, &'static [(&'static str, &'static str)]);

/// Games that each format has.
const GAMES: [Case; 16] = [
    (OtherFormat::AbstractPlay, "fanorona:tsivy", &[]),
    (OtherFormat::AbstractPlay, "lasca:lasca", &[]),
    (OtherFormat::AbstractPlay, "konane:six", &[]),
    (OtherFormat::AbstractPlay, "konane:eight", &[]),
    (OtherFormat::Ludii, "fanorona:tsivy", &[]),
    (OtherFormat::Ludii, "fanorona:dimyand", &[]),
    (OtherFormat::Ludii, "fanorona:telo_capture", &[]),
    (OtherFormat::Ludii, "lasca:lasca", &[("rejump", "allowed")]),
    (OtherFormat::Ludii, "konane:hawaii10", &[]),
    (OtherFormat::Ludii, "konane:six", &[]),
    (OtherFormat::Ludii, "konane:eight", &[]),
    (OtherFormat::Ludii, "konane:hawaii10", &[("size", "12x12")]),
    (OtherFormat::Ludii, "bagh-chal:nepal", &[]),
    (OtherFormat::Ludii, "bagh-chal:all", &[]),
    (OtherFormat::Baghchal, "bagh-chal:nepal", &[]),
    (OtherFormat::Obx, "bagh-chal:nepal", &[]),
];

fn file_of(title: &str) -> (&'static GameFile, Option<&str>) {
    let (id, variant) = title.split_once(':').map_or((title, None), |(id, variant)| (id, Some(variant)));
    (find_game(id).unwrap(), variant)
}

/// Plays a random game of at most 150 moves.
fn random_game(title: &str, rules: &[(&str, &str)], random: &mut fastrand::Rng) -> AnyGame {
    let (file, variant) = file_of(title);
    let mut game = AnyRules::compile(file.ruleset(variant, rules).unwrap()).unwrap().new_game();
    for _ in 0..150 {
        let turns = game.turns().unwrap();
        let Some(turn) = random.choice(&turns) else { break };
        game.play(turn).unwrap();
    }
    game
}

fn record_of(game: &AnyGame, result: &str) -> Pdn {
    let tags =
        [("Event", "Club"), ("Date", "2026.11.30"), ("EndDate", "2026.12.01"), ("White", "Ana"), ("Black", "Bru")];
    let mut pdn = Pdn::from_game(&**game, &tags);
    if pdn.result == "*" {
        result.clone_into(&mut pdn.result);
        pdn.tags.iter_mut().filter(|(name, _)| name == "Result").for_each(|(_, value)| result.clone_into(value));
    }
    pdn
}

fn replay(pdn: &Pdn) -> AnyGame {
    pdn.replay(find_game(pdn.game().unwrap().0).unwrap()).unwrap_or_else(|error| panic!("{error}\n{pdn}"))
}

fn turns_of(game: &AnyGame) -> Vec<String> {
    game.history().iter().map(|turn| turn.text(&game.ruleset().board)).collect()
}

#[test]
fn a_game_that_the_other_program_names_is_that_of_its_format() {
    let text = "[Variant \"classic\"]\n[GameType \"20\"]\n\n1. G33 B1122 *\n";
    assert_eq!(turns_of(&replay(&OtherFormat::Baghchal.read(text).unwrap().pdn)).len(), 2);
}

fn refused(format: OtherFormat, text: &str) -> String {
    let error = format.read(text).expect_err(text).to_string();
    assert!(error.contains("allowed: "), "{error}");
    error
}

#[test]
fn games_go_to_each_format_and_back() {
    let mut random = fastrand::Rng::with_seed(60);
    for (format, title, rules) in GAMES {
        for _ in 0..6 {
            let game = random_game(title, rules, &mut random);
            let pdn = record_of(&game, "1-0");
            let Exported { text, notes } =
                format.write(&pdn, &game, NOW).unwrap_or_else(|error| panic!("{title}: {error}"));
            assert_eq!(OtherFormat::recognise(&text), Some(format), "{text}");
            let read = format.read(&text).unwrap_or_else(|error| panic!("{title}: {error}\n{text}")).pdn;
            let again = replay(&read);
            assert_eq!(turns_of(&again), turns_of(&game), "{title}");
            assert_eq!(again.setup().columns, game.setup().columns, "{title}");
            match format {
                OtherFormat::Obx => assert!(notes.iter().any(|note| note.contains("the result"))),
                _ => assert_eq!(read.result, pdn.result, "{title}"),
            }
            for name in ["White", "Black"] {
                let is_noted = notes.iter().any(|note| note.contains("not kept: tags") && note.contains(name));
                assert!(is_noted || read.tag(name) == pdn.tag(name), "{title}: {name} is kept or the loss is noted");
            }
            let text_again = format.write(&read, &again, NOW).unwrap().text;
            assert_eq!(text_again, text, "{title}: the second text is the first");
        }
    }
}

/// Returns the samples of other formats in `docs/reference/interop.md`.
fn documented() -> Vec<String> {
    let page = include_str!("../../../docs/reference/interop.md");
    let (_, section) = page.split_once("## Other formats").unwrap();
    let blocks = section.split("```").skip(1).step_by(2);
    blocks.map(|block| block.split_once('\n').unwrap().1.to_owned()).collect()
}

#[test]
fn the_documented_samples_are_read() {
    let mut found = Vec::new();
    for text in documented() {
        let Some(format) = OtherFormat::recognise(&text) else { continue };
        let game = replay(&format.read(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).pdn);
        found.push((format.name(), turns_of(&game).join(" ")));
    }
    let expected = [
        ("abstractplay", "d3-e3A f4-f3A"),
        ("ludii", "drop @b1 a1xc1"),
        ("baghchal", "drop @c3 a5-b4 drop @a5 b4xd2"),
        ("baghchal", ""),
        ("obx", "drop @c3 a5-b4"),
    ];
    assert_eq!(found, expected.map(|(name, turns)| (name, turns.to_owned())));
}

#[test]
fn players_dates_comments_and_ends_of_abstractplay_are_kept() {
    let text = r#"{"header": {"game": {"name": "Lasca", "variants": []}, "event": "Cup", "round": "2",
        "site": {"name": "Abstract Play", "gameid": 17}, "date-start": "2026-01-02T03:04:05.678Z",
        "date-end": "2026-01-03T03:04:05.000Z", "date-generated": "2026-01-03T03:04:06.000Z", "pied": true,
        "players": [{"name": "Ana", "userid": "u1", "result": 0, "is_ai": true}, {"name": "Bru", "result": 1}]},
        "moves": [["c3-d4", {"move": "e5xc3", "result": "a {first} capture"}],
            [{"move": "b2xd4", "result": [{"type": "capture", "where": "c3"}, {"type": "resigned", "player": 1}]}]]}"#;
    let read = OtherFormat::AbstractPlay.read(text).unwrap();
    assert_eq!(read.notes, ["not kept: pied, userid"]);
    let game = replay(&read.pdn);
    let record = read.record(&game);
    for (name, value) in [
        ("Event", "Cup"),
        ("Round", "2"),
        ("Site", "Abstract Play"),
        ("GameId", "17"),
        ("Date", "2026.01.02"),
        ("UTCTime", "03:04:05"),
        ("EndDate", "2026.01.03"),
        ("White", "Ana"),
        ("Black", "Bru"),
        ("WhiteType", "program"),
        ("Variant", "lasca:lasca"),
        ("Result", "0-1"),
        ("Termination", "resignation"),
    ] {
        assert_eq!(record.tag(name), Some(value), "{name}");
    }
    assert_eq!(record.turns[1].comments, ["a first capture"]);
    assert_eq!(Pdn::read(&record.to_string()).unwrap(), std::slice::from_ref(&record));
    let written = OtherFormat::AbstractPlay.write(&record, &game, NOW).unwrap();
    assert_eq!(written.notes, Vec::<String>::new());
    let again = OtherFormat::AbstractPlay.read(&written.text).unwrap();
    assert_eq!(again.record(&replay(&again.pdn)), record);
}

#[test]
fn black_begins_konane_and_wins_as_the_first_player() {
    let text = r#"{"header": {"game": {"name": "Konane"}, "site": {"name": "here"}, "date-generated": "x",
        "players": [{"name": "Ana", "result": 1}, {"name": "Bru", "result": 0}]}, "moves": [["a1", "b1"], ["a3-a1"]]}"#;
    let read = OtherFormat::AbstractPlay.read(text).unwrap();
    assert_eq!((read.pdn.tag("Black"), read.pdn.tag("White")), (Some("Ana"), Some("Bru")));
    assert_eq!(read.pdn.result, "0-1");
    assert_eq!(turns_of(&replay(&read.pdn)), ["xa1", "xb1", "a3xa1"]);
}

#[test]
fn a_start_of_ludii_is_compared_with_ours() {
    let trial = documented().into_iter().find(|text| text.starts_with("game=")).unwrap();
    let moved =
        trial.replace("from=4,to=4,actions=[Add:type=Vertex,to=4,", "from=5,to=5,actions=[Add:type=Vertex,to=5,");
    assert!(refused(OtherFormat::Ludii, &moved).contains("line 6"), "{moved}");
    let missing: String =
        trial.lines().filter(|line| !line.contains("Add:type=Vertex,to=24")).collect::<Vec<_>>().join("\n");
    assert!(refused(OtherFormat::Ludii, &missing).contains("3 pieces are placed"));
    let fewer = trial.replace("count=20", "count=19");
    assert!(refused(OtherFormat::Ludii, &fewer).contains("line 9"));
}

#[test]
fn texts_that_cannot_be_read_are_refused_with_their_place() {
    use OtherFormat::{AbstractPlay, Baghchal, Ludii, Obx};
    let header = r#""header": {"game": {"name": "G"}, "site": {"name": "s"}, "date-generated": "d",
        "players": [{"name": "a", "result": 0}, {"name": "b", "result": 0}]}"#;
    let record = |game: &str, moves: &str| format!("{{{}, \"moves\": {moves}}}", header.replace("\"G\"", game));
    for (format, text, part) in [
        (AbstractPlay, "{".to_owned(), "line 1 column 1"),
        (AbstractPlay, "{\"header\": {}}".to_owned(), "missing field"),
        (AbstractPlay, record("\"Chess\"", "[]"), "Fanorona; Lasca; Konane; Konane, size-8"),
        (AbstractPlay, record("\"Konane\", \"variants\": [\"size-7\"]", "[]"), "`Konane, size-7`"),
        (AbstractPlay, record("\"Lasca\"", "[[\"c3-d4\", \"c4c5\"]]"), "move 1 of player 2: `c4c5`"),
        (AbstractPlay, record("\"Lasca\"", "[[\"c3-d4\", null, \"a1-b2\"]]"), "a third player"),
        (AbstractPlay, "[".repeat(100_000), "JSON"),
        (Ludii, "game=chess.lud\n".to_owned(), "line 1, game: `chess`"),
        (Ludii, "game=Lasca.lud\nSTART GAME OPTIONS\nBoard/Lasca\nEND GAME OPTIONS".to_owned(), "`Lasca, Board/Lasca`"),
        (Ludii, "game=Lasca.lud\nMove=[Move:mover=1]".to_owned(), "line 2"),
        (
            Ludii,
            "game=Lasca.lud\nMove=[Move:mover=1,from=0,to=999999999999,actions=[Move:from=0]]".to_owned(),
            "line 2",
        ),
        (Ludii, "game=Lasca.lud\nMove=[Move:mover=3,from=0,to=8,actions=[Move:from=0,to=8]]".to_owned(), "line 2"),
        (Baghchal, "1. G33 B1199".to_owned(), "move 1 of the tigers: `B1199`"),
        (Baghchal, "1. G33 {open".to_owned(), "closing brace"),
        (Baghchal, "B3B/5/6/5/B3B G 0".to_owned(), "move 1 of the goats"),
        (Baghchal, "B3B/5/4/5/B3B G 0".to_owned(), "five points"),
        (Baghchal, "B3B/GGGGG/5/5/B3B G 2".to_owned(), "5 goats"),
        (Obx, "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT x c0 - #".to_owned(), "side to move"),
        (Obx, "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @3 c0 - #".to_owned(), "@20"),
        (Obx, "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c99 - #".to_owned(), "goats"),
        (
            Obx,
            "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #\nTXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC2 #g1".to_owned(),
            "line 2",
        ),
        (Obx, String::new(), "line 1"),
    ] {
        let error = refused(format, &text);
        assert!(error.contains(part), "{part}: {error}");
    }
    let long = " ".repeat(quirkat_records::MAX_RECORD_BYTES + 1);
    assert!(OtherFormat::ALL.into_iter().all(|format| refused(format, &long).contains("size")));
}

#[test]
fn games_without_a_counterpart_are_not_written() {
    let mut random = fastrand::Rng::with_seed(1);
    for (format, title, rules, part) in [
        (OtherFormat::AbstractPlay, "alquerque:walker", &[][..], "`alquerque:walker`; allowed: fanorona:tsivy"),
        (OtherFormat::AbstractPlay, "konane:hawaii10", &[], "`konane:hawaii10`"),
        (OtherFormat::Ludii, "konane:six", &[("size", "7x6")], "`konane:six`"),
        (OtherFormat::Baghchal, "fanorona:tsivy", &[], "`fanorona:tsivy`"),
        (OtherFormat::Obx, "lasca:lasca", &[], "`lasca:lasca`"),
    ] {
        let game = random_game(title, rules, &mut random);
        let error = format.write(&record_of(&game, "1-0"), &game, NOW).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    let unfinished = random_game("lasca:lasca", &[], &mut fastrand::Rng::with_seed(2));
    let mut pdn = record_of(&unfinished, "*");
    pdn.tags.retain(|(name, _)| name != "Result");
    "*".clone_into(&mut pdn.result);
    let error = OtherFormat::AbstractPlay.write(&pdn, &unfinished, NOW).unwrap_err().to_string();
    assert!(error.contains("an unfinished game"), "{error}");
}

#[test]
fn positions_go_to_the_notations_of_bagh_chal_and_back() {
    for (format, text, fen) in [
        (OtherFormat::Baghchal, "B3B/1G3/5/5/B3B B 1", "B:Wb4:Ba1,e1,a5,e5:hand=19,0"),
        (
            OtherFormat::Baghchal,
            "BGGGB/GGGGG/GGBGG/GG3/B4 G 20",
            "W:Wa2,b2,a3,b3,d3,e3,a4,b4,c4,d4,e4,b5,c5,d5:Ba1,c3,a5,e5",
        ),
        (OtherFormat::Obx, "TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t c2 - #", "B:Wb4:Ba1,e1,a5,e5:hand=17,0"),
    ] {
        let read = format.read(text).unwrap();
        assert_eq!(read.pdn.tag("FEN"), Some(fen), "{text}");
        let game = replay(&read.pdn);
        let written = format.write(&read.record(&game), &game, NOW).unwrap();
        assert_eq!(written.text.trim_end(), text);
    }
}

#[test]
fn json_files_are_divided_into_their_records() {
    let objects = |text: &str| -> Vec<_> {
        JsonObjects::new(text.as_bytes()).map(|read| read.unwrap()).map(|(line, read)| (line, read.ok())).collect()
    };
    let found = |line, text: &str| (line, Some(text.to_owned()));
    assert_eq!(objects("{\"a\": [1, {\"b\": \"}\\\"\"}]}"), [found(1, "{\"a\": [1, {\"b\": \"}\\\"\"}]}")]);
    assert_eq!(objects("[\n{\"a\": 1},\n{}]"), [found(2, "{\"a\": 1}"), found(3, "{}")]);
    assert_eq!(
        objects("{\n \"records\" : [ {\"a\": 1} , {}],\n\"count\": 2}"),
        [found(2, "{\"a\": 1}"), found(2, "{}")]
    );
    assert_eq!(objects(" \n"), []);
    for wrong in ["{\"a\": 1", "[{\"a\": 1", "[1, 2]", "word", "{\"records\": [{", "{\"rec"] {
        assert_eq!(objects(wrong).last().unwrap().1, None, "{wrong}");
    }
}

#[test]
fn mutated_texts_never_cause_a_panic() {
    let mut random = fastrand::Rng::with_seed(7);
    for text in documented() {
        for _ in 0..150 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..random.usize(1..4) {
                let at = random.usize(..bytes.len());
                match random.u8(..3) {
                    0 => bytes[at] = random.u8(..),
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, *random.choice(b"0-9[]{}\",=GBx/").unwrap()),
                }
            }
            reader::formats(&String::from_utf8_lossy(&bytes));
        }
    }
}
