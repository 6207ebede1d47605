//! Notation: moves, positions, diagrams and records are written and read back, records replay under their own rules, and
//! errors name the broken rule.

use crate::random::{all_rules, choose, random_game};
use fastrand::Rng;
use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, RngSeed, TestRunner};
use quirkat_rules::{
    AnyGame, AnyRules, Board, Capture, Directions, GameFile, IllegalReason, LastRow, Pdn, PdnError, PdnTurn, Point,
    Precedence, Ray, Repetition, ReplayLimits, Return, Setup, Side, Turn, TurnError, find_game, read_diagram, read_fen,
    read_turn, write_diagram, write_fen,
};
use std::cell::Cell;

/// Visits positions of random games with random rules, seed and number of turns.
fn each_game(cases: u32, look: impl Fn(&AnyGame, &mut Rng) -> Result<(), TestCaseError>) {
    let rules = all_rules();
    let config = ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1611),
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    };
    let drawn = (0..rules.len(), any::<u64>(), 0..120usize);
    let run = TestRunner::new(config).run(&drawn, |(number, seed, plies)| {
        let mut rng = Rng::with_seed(seed);
        look(&random_game(&rules[number], plies, &mut rng), &mut rng)
    });
    run.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn turns_are_read_back() {
    each_game(400, |game, _| {
        let board = &game.ruleset().board;
        for turn in game.turns().unwrap() {
            let text = turn.text(board);
            prop_assert_eq!(read_turn(&**game, &text), Ok(turn.clone()), "{}", text);
            // A sloppy form of the same move.
            for typed in
                [text.to_uppercase(), text.replace('x', ":"), text.replace(['-', 'x'], " "), format!(" {text} ")]
            {
                prop_assert_eq!(read_turn(&**game, &typed), Ok(turn.clone()), "{}", typed);
            }
        }
        Ok(())
    });
}

/// Returns the expected reading of the two ends of a capture, derived from the list of turns.
fn shortened(turns: &[Turn], long: &Turn, board: &Board) -> Result<u64, Vec<String>> {
    let (from, to) = long.endpoints().unwrap();
    // A step between the same two points is written with `-`.
    let is_exact = |turn: &&Turn| turn.huff == long.huff && turn.path == [from, to] && !turn.captures.is_empty();
    if let Some(exact) = turns.iter().find(is_exact) {
        return Ok(exact.effect);
    }
    let same = |turn: &&Turn| turn.huff == long.huff && turn.endpoints() == long.endpoints() && turn.captures.len() > 1;
    let fits: Vec<&Turn> = turns.iter().filter(same).collect();
    if fits.iter().all(|turn| turn.effect == long.effect) {
        Ok(long.effect)
    } else {
        Err(fits.iter().map(|turn| turn.text(board)).collect())
    }
}

#[test]
fn the_ends_of_an_unambiguous_capture_are_enough() {
    let (clear, ambiguous) = (Cell::new(0), Cell::new(0));
    let look = |game: &AnyGame| -> Result<(), TestCaseError> {
        let board = &game.ruleset().board;
        let turns = game.turns().unwrap();
        for turn in turns.iter().filter(|turn| turn.captures.len() > 1) {
            let (from, to) = turn.endpoints().unwrap();
            let ends = Turn { path: vec![from, to], ..turn.clone() }.text(board);
            match (read_turn(&**game, &ends), shortened(&turns, turn, board)) {
                (Ok(read), Ok(effect)) => {
                    prop_assert_eq!(read.effect, effect);
                    clear.set(clear.get() + 1);
                }
                (Err(TurnError::Ambiguous(text, named)), Err(expected)) => {
                    prop_assert_eq!((text, named.clone()), (ends, expected));
                    // The full text identifies each candidate.
                    for text in named {
                        prop_assert_eq!(read_turn(&**game, &text).unwrap().text(board), text);
                    }
                    ambiguous.set(ambiguous.get() + 1);
                }
                (read, expected) => prop_assert!(false, "{} is read as {:?}, not {:?}", ends, read, expected),
            }
        }
        Ok(())
    };
    // All positions of the games: captures of several pieces are rare near the end.
    each_game(600, |game, _| {
        let mut game = game.clone();
        while game.undo().is_some() {
            look(&game)?;
        }
        Ok(())
    });
    let (clear, ambiguous) = (clear.get(), ambiguous.get());
    assert!(clear + ambiguous > 500, "{clear} were clear, {ambiguous} ambiguous");
}

#[test]
fn positions_and_diagrams_are_read_back() {
    each_game(600, |game, _| {
        let ruleset = game.ruleset();
        let setup = game.setup();
        let fen = write_fen(ruleset, &setup);
        prop_assert_eq!(read_fen(ruleset, &fen), Ok(setup.clone()), "{}", fen);
        let diagram = write_diagram(&ruleset.board, ruleset.white(), &setup);
        let read = read_diagram(&ruleset.board, ruleset.white(), &diagram);
        prop_assert_eq!(read, Ok(setup.clone()), "{}", diagram);
        prop_assert_eq!(game.rules().game(Some(&setup)).unwrap().setup(), setup);
        Ok(())
    });
}

/// Ends the game by resignation or agreement, or leaves it open.
fn perhaps_end(game: &mut AnyGame, rng: &mut Rng) {
    let _ = match rng.u8(..5) {
        0 => game.resign(if rng.bool() { Side::First } else { Side::Second }),
        1 => game.agree_draw(),
        // Not every ruleset ends games by counting.
        2 => game.agree_count(),
        _ => Ok(()),
    };
}

#[test]
fn records_are_read_back_and_replayed() {
    each_game(500, |game, rng| {
        let mut game = game.clone();
        if rng.bool() {
            // Start from a position in the middle of a game, with its memory.
            game = game.rules().game(Some(&game.setup())).unwrap();
            for _ in 0..rng.usize(..20) {
                let turns = game.turns().unwrap();
                if !turns.is_empty() {
                    game.play(choose(&turns, rng)).unwrap();
                }
            }
        }
        perhaps_end(&mut game, rng);
        let tags = [("Event", "A \"good\" game \\ \u{e9}"), ("White", "?")];
        let record = Pdn::from_game(&*game, &tags);
        let text = record.to_string();
        prop_assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() <= 79), "{}", text);
        let read = Pdn::read(&text).unwrap();
        prop_assert_eq!(&read, &vec![record]);
        let again = read[0].replay(find_game("alquerque").unwrap()).unwrap();
        prop_assert_eq!(again.history(), game.history());
        prop_assert_eq!((again.setup(), again.setup_after(0)), (game.setup(), game.setup_after(0)));
        prop_assert_eq!(again.outcome(), game.outcome());
        prop_assert_eq!(again.ruleset().options, game.ruleset().options);
        Ok(())
    });
}

#[test]
fn glyphs_comments_and_variations_are_read_back() {
    let turn = |text: &str| PdnTurn { text: text.to_owned(), ..PdnTurn::default() };
    let mut first = turn("b2-c3");
    first.glyphs = vec![1, 14];
    first.comments = vec!["a long comment ".repeat(20).trim().to_owned(), String::new()];
    first.variations = vec![vec![turn("c2-c3"), turn("d4xb2")], vec![turn("huff b2, d2-c3")]];
    first.variations[0][0].variations = vec![vec![turn("1-0")]];
    let record = Pdn {
        tags: vec![("Event".to_owned(), "\\ \" ] [ } {".to_owned())],
        comments: vec!["before".to_owned()],
        turns: vec![first, turn("d4xb2"), turn("huff c3")],
        result: "0-1".to_owned(),
    };
    assert_eq!(Pdn::read(&record.to_string()), Ok(vec![record.clone()]));
    let two = format!("{record}\n{record}");
    assert_eq!(Pdn::read(&two).unwrap().len(), 2);
}

/// Returns a game file of one variant with these options.
fn file(version: u32, options: &str) -> GameFile {
    let text = format!(
        "id = 'trial'\nversion = {version}\ndefault = 'only'\nboard = 'alq5'\n\
         setup = '''\nb b b b b\nb b b b b\nb b . w w\nw w w w w\nw w w w w\n'''\n\
         name = {{ en = 'Trial', es = 'Prueba' }}\n\
         sides.first = {{ colour = 'white', en = 'White', es = 'Blancas' }}\n\
         sides.second = {{ colour = 'black', en = 'Black', es = 'Negras' }}\n\
         ranks.man = {{ en = ['man', 'men'], es = ['el peón', 'los peones'] }}\n\
         ranks.king = {{ en = ['king', 'kings'], es = ['la dama', 'las damas'] }}\n\
         variants.only = {{ name = {{ en = 'Only', es = 'Única' }}, options = {{ {options} }} }}\n"
    );
    GameFile::parse("trial.toml", &text, &|_| Err(String::new().into())).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Returns the text of a record in which a capture is not made.
fn record_of(file: &GameFile) -> String {
    let mut game = AnyRules::compile(file.ruleset(None, &[]).unwrap()).unwrap().new_game();
    for text in ["b2-c3", "b3-b2"] {
        let turn = read_turn(&*game, text).unwrap();
        game.play(&turn).unwrap();
    }
    Pdn::from_game(&*game, &[]).to_string()
}

#[test]
fn a_record_replays_under_its_own_rules_after_the_variant_has_changed() {
    let text = record_of(&file(3, "capture = 'optional'"));
    let record = &Pdn::read(&text).unwrap()[0];
    for later in [file(3, "capture = 'mandatory'"), file(4, "capture = 'mandatory', promotion = 'long'")] {
        let replayed = record.replay(&later).unwrap();
        assert_eq!(replayed.history().len(), 2);
        assert_eq!(replayed.ruleset().options.capture, Capture::Optional);
        // The rewritten record is the same.
        assert_eq!(Pdn::from_game(&*replayed, &[]).replay(&later).unwrap().history().len(), 2);
    }
    // Without its tag `Rules` the record does not replay.
    let without: String =
        text.lines().filter(|line| !line.starts_with("[Rules")).map(|line| format!("{line}\n")).collect();
    let refused = Pdn::read(&without).unwrap()[0].replay(&file(4, "capture = 'mandatory'")).unwrap_err();
    assert_eq!(refused.to_string(), "move 2 of the record: b3-b2: a capture is compulsory: d4xb2");
}

#[test]
fn a_record_of_newer_rules_is_refused() {
    let record = &Pdn::read(&record_of(&file(3, "capture = 'optional'"))).unwrap()[0];
    assert_eq!(
        record.replay(&file(2, "capture = 'optional'")).unwrap_err().to_string(),
        "the record was made under version 3 of the rules; this program knows versions up to 2"
    );
}

#[test]
fn a_replay_stops_when_the_caller_asks() {
    let record = &Pdn::read("[Variant \"alquerque\"] 1. b2-c3 d4xb2 2. a1xc3").unwrap()[0];
    let left = Cell::new(2_u32);
    let goes_on = || left.replace(left.get().saturating_sub(1)) > 0;
    let broken_off =
        record.replay_bounded(find_game("alquerque").unwrap(), ReplayLimits::default(), &goes_on).unwrap_err();
    assert_eq!(broken_off, PdnError::Interrupted(3));
}

#[test]
fn errors_of_a_record_name_their_place() {
    let alquerque = find_game("alquerque").unwrap();
    let refusal = |text: &str| Pdn::read(text).unwrap()[0].replay(alquerque).unwrap_err().to_string();
    assert_eq!(Pdn::read("").unwrap_err(), PdnError::Empty);
    assert!(refusal("1. b2-c3 *").contains("[GameType \"21\"]") && refusal("1. b2-c3 *").contains("--game english"));
    assert!(refusal("[Variant \"chess\"]").starts_with("the record is a game of `chess`, which is not known here"));
    assert_eq!(refusal("[Variant \"lasca\"]"), "the record is a game of lasca, not of alquerque");
    assert!(refusal("[Variant \"alquerque:mine\"]").contains("has no variant `mine`; allowed: walker, arabic"));
    assert!(refusal("[Variant \"alquerque\"][Rules \"huffing=yes\"]").contains("no option `huffing`"));
    assert!(refusal("[Variant \"alquerque\"][Rules \"capture\"]").contains("not of the form key=value"));
    assert!(refusal("[Variant \"alquerque\"][Rules \"version=0\"]").contains("version 0"));
    assert!(
        refusal("[Variant \"alquerque\"][FEN \"W:Wz9\"]").contains("tag `FEN` of the record: the board has no point")
    );
    assert!(refusal("[Variant \"alquerque\"][FEN \"W:WKa1:Bb2\"]").contains("the piece on a1 has a rank"));
    assert_eq!(refusal("[Variant \"alquerque\"] 1. b2-c3 b2-b3"), "move 2 of the record: b2-b3: b2 is empty");
    assert_eq!(
        Pdn::read("[A \"\"]\n1. b2-c3 {").unwrap_err().to_string(),
        "line 2 of the record: a comment has no closing brace"
    );
}

/// A game of `walker` with house rules from a position.
fn game(rules: &[(&str, &str)], fen: &str) -> AnyGame {
    let ruleset = find_game("alquerque").unwrap().ruleset(None, rules).unwrap();
    let setup = read_fen(&ruleset, fen).unwrap();
    AnyRules::compile(ruleset).unwrap().game(Some(&setup)).unwrap()
}

#[test]
fn illegal_moves_name_the_broken_rule() {
    let start = "W:Wa1,b1,c1,d1,e1,a2,b2,c2,d2,e2,d3,e3:Ba3,b3,a4,b4,c4,d4,e4,a5,b5,c5,d5,e5";
    let huff = ("capture", "huff");
    let free = ("capture", "optional");
    type Case<'a> = (&'a [(&'a str, &'a str)], &'a str, &'a str, &'a str);
    let cases: [Case<'_>; 37] = [
        (&[], start, "b2-b3", "b3 is occupied"),
        (&[], start, "c4-c3", "the piece on c4 is Black's"),
        (&[], start, "c3-c2", "c3 is empty"),
        (&[], start, "b2-c4", "no line leads from b2 to c4"),
        (&[], start, "a2-b3", "no line leads from a2 to b3"),
        (&[], start, "b2xc3", "the move captures nothing: b2-c3"),
        (&[], start, "pass", "a side that can move may not pass"),
        (&[], start, "huff b3, b2-c3", "b3 may not be huffed, nor any other piece"),
        (&[], "W:Wb2,e1:Bc3,c1,e4", "b2-b3", "a capture is compulsory: b2xd4"),
        (&[], "W:Wa1,e1:Bb2,d4,d2,e5", "e1-e2", "a capture is compulsory: a1xc3 or e1xc3"),
        (&[], "W:Wa1:Bb2,d4,e1", "a1xc3", "the capture must go on: a1xc3xe5"),
        (&[], "W:Wa1:Bb2,e1", "a1xc3xe5", "there is nothing to take between c3 and e5"),
        (&[], "W:Wa1:Bb2,c3,e5", "a1xc3", "c3 is occupied"),
        (&[], "W:Wa1:Bb2,c3,e5", "a1xd4", "the piece cannot move that far, from a1 to d4"),
        (&[], "W:Wa1,b1:Be5", "a1xc1", "the piece on b1 cannot be leapt"),
        (&[("removal", "end")], "W:Wa1:Bb2,d4", "a1xc3xa1", "the piece on b2 cannot be leapt"),
        (&[("chain", "none")], "W:Wa1:Bb2,d4", "a1xc3xe5", "the move ends on c3"),
        (&[("chain", "straight")], "W:Wa1:Bb2,c4,e1", "a1xc3xc5", "the move ends on c3"),
        (&[("promotion", "short"), ("promo_mid", "stop")], "W:Wc3:Bc4,d5,a1", "c3xc5xe5", "the move ends on c5"),
        (&[("step_dirs", "no_back")], "W:Wc3:Be5", "c3-c2", "men step forward, diagonally forward and sideways only"),
        (&[("step_dirs", "forward")], "W:Wc3:Be5", "c3-b3", "men step forward and diagonally forward only"),
        (&[("step_dirs", "no_back")], "B:Wa1:Bc3", "c3-c4", "men step forward, diagonally forward and sideways only"),
        (
            &[("cap_dirs", "no_back")],
            "W:Wc3:Bc2,e5",
            "c3xc1",
            "men capture forward, diagonally forward and sideways only",
        ),
        (&[("last_row", "capture_only"), free], "W:Wc5,a1:Bd5,e1", "c5-b5", "a man on its last row may only capture"),
        (
            &[("last_row", "capture_sideways_only"), free],
            "W:Wc5,a1:Bc4,e1",
            "c5xc3",
            "a man on its last row may only capture sideways",
        ),
        (
            &[("last_row", "capture_sideways_only"), free],
            "B:Wc2,e5:Bc1,a5",
            "c1xc3",
            "a man on its last row may only capture sideways",
        ),
        (&[("return", "never")], "W:Wc3:Be5:been=c3<c2+d4", "c3-c2", "this piece may not return to c2"),
        (&[("return", "never")], "W:Wc3:Bc2,e5:been=c3<c1", "c3xc1", "this piece may not return to c1"),
        (&[("return", "not_last")], "W:Wc3:Be5:last=c3<c2", "c3-c2", "this piece may not return to c2"),
        (&[huff], "W:Wc1,e1:Bb3,d3,a5:huff=b3", "huff d3, c1-c2", "d3 may not be huffed, but b3 may"),
        (&[huff], "W:Wc1,e1:Bb3,d3,a5", "huff d3", "d3 may not be huffed, nor any other piece"),
        (&[("choice", "max")], "W:Wa1,c1:Bb2,d4,c2", "c1xc3", "the capture must go on: c1xc3xe5"),
        (&[("choice", "max")], "W:Wa1,e1:Bb2,d4,e2,d3", "e1-d1", "a capture is compulsory: a1xc3xe3xc5 or e1xe3xc3xe5"),
        (
            &[("choice", "max"), ("chain", "none")],
            "W:Wa1:Ba2,b2,e5",
            "a1-b1",
            "a capture is compulsory: a1xa3 or a1xc3",
        ),
        (
            &[("choice", "max_quality"), ("promotion", "short")],
            "W:Wa1,e1:Bb2,Ke2",
            "a1xc3",
            "another capture takes precedence: e1xe3",
        ),
        (&[("promotion", "short")], "W:WKa1:Be5", "a1-a3", "the piece cannot move that far, from a1 to a3"),
        (
            &[("promotion", "long")],
            "W:WKa1,e1:Bc3,e4",
            "a1xb2",
            "a capture is compulsory: a1xd4 or a1xe5xe3 or a1xe5xe2",
        ),
    ];
    for (rules, fen, text, why) in cases {
        let game = game(rules, fen);
        match read_turn(&*game, text) {
            Err(error) => {
                let sorted = |text: &str| {
                    let mut words: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
                    words.sort_unstable();
                    words
                };
                // The order of the listed turns does not matter.
                assert_eq!(sorted(&error.to_string()), sorted(&format!("{text}: {why}")), "{fen} {rules:?}");
            }
            Ok(turn) => panic!("{text} is read as {turn:?} in {fen}"),
        }
    }
}

#[test]
fn of_several_rules_the_forbidding_one_is_named() {
    let max = ("choice", "max");
    let long = ("promotion", "long");
    let short = ("promotion", "short");
    type Case<'a> = (&'a [(&'a str, &'a str)], &'a str, &'a str, &'a str);
    let cases: [Case<'_>; 8] = [
        // The capture continues, but not with this hop.
        (&[max], "W:Wa1:Bb2,c2,d4,e4", "a1xc3xc1", "another capture takes precedence: a1xc3xe5xe3"),
        // No relaxed rule allows these hops.
        (&[short, max], "W:WKa1,e1:Bc3,d1", "a1xd4", "the piece cannot move that far, from a1 to d4"),
        (&[("step_dirs", "forward")], "W:Wc4:Be5", "c4-c1", "the piece cannot move that far, from c4 to c1"),
        (&[("return", "never")], "W:Wc3:Be5:been=c3<c1", "c3-c1", "there is nothing to take between c3 and c1"),
        // A king may not land where its capture would end.
        (
            &[long, ("king_landing", "any_but_further")],
            "W:WKa1:Bb2,e3",
            "a1xc3",
            "the capture must go on: a1xe5xe2 or a1xe5xe1",
        ),
        // On its last row the man may capture, but not backward.
        (
            &[("last_row", "capture_only"), ("cap_dirs", "forward"), ("capture", "optional")],
            "W:Wc5,a1:Bc4,e1",
            "c5xc3",
            "men capture forward and diagonally forward only",
        ),
        // Two broken rules: duty is reported before direction, direction before precedence.
        (&[("step_dirs", "forward")], "W:Wb2,e1,e3:Bc3", "e3-e2", "a capture is compulsory: b2xd4"),
        (
            &[max, ("cap_dirs", "forward")],
            "W:Wa1,e4:Bb2,d4,e3",
            "e4xe2",
            "men capture forward and diagonally forward only",
        ),
    ];
    for (rules, fen, text, why) in cases {
        let error = read_turn(&*game(rules, fen), text).unwrap_err();
        assert_eq!(error.to_string(), format!("{text}: {why}"), "{fen} {rules:?}");
    }
}

#[test]
fn ambiguous_captures_name_their_candidates() {
    let game = game(&[("chain", "optional")], "W:Wc1:Bb2,b4,d2,d4");
    let error = read_turn(&*game, "c1xc5").unwrap_err().to_string();
    assert!(
        error == "c1xc5: which one? c1xa3xc5 or c1xe3xc5" || error == "c1xc5: which one? c1xe3xc5 or c1xa3xc5",
        "{error}"
    );
    assert_eq!(read_turn(&*game, "c1xa3xc5").unwrap().captures.len(), 2);
}

#[test]
fn syntax_errors_show_the_notation() {
    let game = game(&[], "W:Wa1:Be5");
    let form = |game: &str| {
        read_turn(&*AnyRules::compile(find_game(game).unwrap().ruleset(None, &[]).unwrap()).unwrap().new_game(), "?")
    };
    let numbered = form("international").unwrap_err().to_string();
    assert!(numbered.contains("as in 46-41 or 46x37x28"), "{numbered}");
    for text in ["", "-", "foo", "a1-", "a1-f9", "a1-a2 foo", "a1-a2-", "1-0", "а1-а2"] {
        let error = read_turn(&*game, text).unwrap_err();
        assert!(matches!(error, TurnError::Syntax { .. }), "{text}: {error:?}");
        assert!(error.to_string().contains("as in a1-a2 or a1xa3xa5"), "{error}");
    }
}

#[test]
fn a_single_point_is_a_drop() {
    let ruleset = || find_game("bagh-chal").unwrap().ruleset(None, &[]).unwrap();
    let game = |fen: &str| {
        let start = read_fen(&ruleset(), fen).unwrap();
        AnyRules::compile(ruleset()).unwrap().game(Some(&start)).unwrap()
    };
    let placing = game("W:W:Ba1,e5:hand=20,0");
    assert_eq!(read_turn(&*placing, "c3").unwrap(), read_turn(&*placing, "drop @c3").unwrap());
    assert_eq!(read_turn(&*placing, "a1").unwrap_err().to_string(), "a1: a1 is occupied");
    let error = read_turn(&*placing, "@b2, c3").unwrap_err();
    assert!(matches!(error, TurnError::Syntax { .. }), "{error:?}");
    let tigers_move = game("B:W:Ba1,e5:hand=20,0");
    assert_eq!(read_turn(&*tigers_move, "b2").unwrap(), read_turn(&*tigers_move, "a1-b2").unwrap());
}

#[test]
fn a_single_point_is_the_end_of_the_only_move_to_it() {
    let start = game(&[], "W:Wa1,c1:Be5");
    let meant = |text| read_turn(&*start, text).map(|turn| turn.text(&start.ruleset().board));
    assert_eq!(meant("a2").as_deref(), Ok("a1-a2"));
    assert_eq!(meant("B1").unwrap_err().to_string(), "B1: which one? a1-b1 or c1-b1");
    assert_eq!(meant("d4").unwrap_err().to_string(), "d4: no move ends on d4");
    assert_eq!(meant("e5").unwrap_err().to_string(), "e5: the piece on e5 is Black's");
    assert_eq!(meant("a1").unwrap_err().to_string(), "a1: which one? a1-b1 or a1-a2 or a1-b2");
    let capture = game(&[], "W:Wa1,e1:Bb2,d4");
    assert_eq!(read_turn(&*capture, "e5").unwrap(), read_turn(&*capture, "a1xc3xe5").unwrap());
    let error = read_turn(&*capture, "e1").unwrap_err().to_string();
    assert_eq!(error, "e1: not a legal move; legal: a1xc3xe5");
}

#[test]
fn points_are_joined_by_any_dash_or_by_a_space() {
    let game = game(&[], "W:Wa1:Be5");
    let step = read_turn(&*game, "a1-a2").unwrap();
    for text in ["a1–a2", "a1—a2", "a1−a2", "a1‑a2", "a1 a2", "a1 - a2", "A1 A2", "a1a2"] {
        assert_eq!(read_turn(&*game, text).as_ref(), Ok(&step), "{text}");
    }
}

#[test]
fn refusals_quote_whole_words() {
    let game = game(&[], "W:Wa1:Be5");
    for (text, quoted) in [("xyz", "`xyz` "), ("a1-zz", "`zz` "), ("a1xyz", "`a1xyz` "), ("huff zz", "`zz` ")] {
        let error = read_turn(&*game, text).unwrap_err().to_string();
        assert!(error.starts_with(quoted), "{text}: {error}");
    }
}

#[test]
fn an_unfinished_huff_or_claim_asks_for_the_rest() {
    let after = |fen: &str, text: &str| {
        let ruleset = find_game("alquerque").unwrap().ruleset(Some("smith_bell"), &[]).unwrap();
        let start = read_fen(&ruleset, fen).unwrap();
        let game = AnyRules::compile(ruleset).unwrap().game(Some(&start)).unwrap();
        read_turn(&*game, text).unwrap_err().to_string()
    };
    let huffable = "W:Wa1:Bc5,e5,d4:huff=c5";
    assert_eq!(
        after(huffable, "huff c5"),
        "huff c5: which move follows? huff c5, a1-b1 or huff c5, a1-a2 or huff c5, a1-b2"
    );
    assert_eq!(after(huffable, "huff"), "huff: which one? huff c5");
    assert_eq!(after("W:Wa1:Bc5", "huff"), "huff: there is nothing to huff");
    assert_eq!(after("W:Wa1:Bc5", "claim"), "claim: there is nothing to claim");
}

/// Checks that a reason is true for the position and the rules.
fn is_true(why: &IllegalReason, game: &AnyGame, path: &[Point]) -> Result<(), TestCaseError> {
    let ruleset = game.ruleset();
    let (board, options, setup) = (&ruleset.board, &ruleset.options, game.setup());
    let top = |name: &str| setup.top(board.point(name).unwrap());
    let legal: Vec<String> = game.turns().unwrap().iter().map(|turn| turn.text(board)).collect();
    let are_legal = |turns: &[String]| !turns.is_empty() && turns.iter().all(|turn| legal.contains(turn));
    let is_true = match why {
        IllegalReason::Empty(point) => top(point).is_none(),
        IllegalReason::NotYourPiece(point, _) => top(point).is_some_and(|piece| piece.side != game.to_move()),
        IllegalReason::Occupied(point) => top(point).is_some(),
        IllegalReason::NotJoined(a, b) => {
            let (a, b) = (board.point(a).unwrap(), board.point(b).unwrap());
            board.capture_rays(a).iter().all(|ray| !ray.points.contains(&b))
        }
        IllegalReason::OnlyCaptures(a, b) => {
            let (a, b) = (board.point(a).unwrap(), board.point(b).unwrap());
            let leads = |rays: Vec<Ray>| rays.iter().any(|ray| ray.points.contains(&b));
            leads(board.capture_rays(a)) && !leads(board.rays(a))
        }
        IllegalReason::KingMustRest(point, limit) => {
            let counted = setup.memory.king_moves[game.to_move().index()];
            counted == Some((board.point(point).unwrap(), *limit)) && options.king_move_limit.0 == Some(*limit)
        }
        IllegalReason::NothingToTake(a, b) => {
            let (a, b) = (board.point(a).unwrap(), board.point(b).unwrap());
            let rays = board.capture_rays(a);
            let ray = rays.iter().find(|ray| ray.points.contains(&b)).unwrap();
            ray.points.iter().take_while(|&&point| point != b).all(|&point| setup.top(point).is_none())
        }
        IllegalReason::CannotLeap(point) => top(point).is_some_and(|piece| piece.side == game.to_move()),
        IllegalReason::MustCapture(turns) => options.capture == Capture::Mandatory && are_legal(turns),
        IllegalReason::MustGoOn(turns) => are_legal(turns) && options.chain != quirkat_rules::Chain::None,
        IllegalReason::MustLandBehind(turns) => {
            options.king_landing == quirkat_rules::KingLanding::Killer && are_legal(turns)
        }
        IllegalReason::MustTakeMost(turns) => options.choice != Precedence::Free && are_legal(turns),
        IllegalReason::StepDirection(_) => options.step_dirs != Directions::All,
        IllegalReason::CaptureDirection(_) => options.cap_dirs != Directions::All,
        IllegalReason::LastRow(_) => options.last_row != LastRow::Normal,
        IllegalReason::Return(_) => options.returning != Return::Free,
        IllegalReason::TooFar(a, b) => {
            let (a, b) = (board.point(a).unwrap(), board.point(b).unwrap());
            board.capture_rays(a).iter().any(|ray| ray.points[1..].contains(&b))
        }
        IllegalReason::Repetition => {
            // The turn is legal if repetition is allowed.
            let again = find_game("alquerque").unwrap().ruleset(None, &all_options(game, ("repetition", "none")));
            let again = AnyRules::compile(again.unwrap()).unwrap().game(Some(&setup)).unwrap();
            options.repetition == Repetition::Forbidden && again.turns().unwrap().iter().any(|turn| turn.path == path)
        }
        IllegalReason::Other(turns) => are_legal(turns),
        IllegalReason::MustStop(_)
        | IllegalReason::NoHuff(..)
        | IllegalReason::NothingToHuff
        | IllegalReason::Unfinished(_)
        | IllegalReason::Unreachable(_)
        | IllegalReason::NoPass
        | IllegalReason::TakesNothing(_)
        | IllegalReason::NoClaim(_)
        | IllegalReason::NoDrop => false,
        // ends/far.rs tests these rules.
        IllegalReason::MustDrop
        | IllegalReason::NoRemoval(..)
        | IllegalReason::MustRoll
        | IllegalReason::NoRoll
        | IllegalReason::NoCombat
        | IllegalReason::Combat(_)
        | IllegalReason::NoCentre(_)
        | IllegalReason::NoCaptureOnHop(..)
        | IllegalReason::SideNeverCaptures(_)
        | IllegalReason::HigherRank(_)
        | IllegalReason::NoSteps => false,
    };
    prop_assert!(is_true, "{:?} is not so for {:?} in {}", why, path, write_fen(ruleset, &setup));
    Ok(())
}

/// Returns the options of a game as house rules, except one.
fn all_options<'a>(game: &AnyGame, change: (&'a str, &'a str)) -> Vec<(&'a str, &'a str)> {
    let options = game.ruleset().options;
    let values = quirkat_rules::OptionKey::ALL.iter().map(|key| (key.name(), &*key.value(&options).leak()));
    values.filter(|(key, _)| *key != change.0).chain([change]).collect()
}

/// Every pair of points as a move is legal or refused for a true reason. `Other` names no rule, so it must be rare.
#[test]
fn reasons_for_refused_hops_are_true() {
    let others = Cell::new((0, 0));
    each_game(150, |game, _| {
        if game.outcome().is_some() {
            return Ok(());
        }
        let board = &game.ruleset().board;
        for from in board.points() {
            for to in board.points().filter(|&to| to != from) {
                let text = format!("{}-{}", board.name(from), board.name(to));
                match read_turn(&**game, &text) {
                    Ok(_) | Err(TurnError::Ambiguous(..)) => {}
                    Err(TurnError::Illegal(_, why)) => {
                        let (other, all) = others.get();
                        others.set((other + u32::from(matches!(why, IllegalReason::Other(_))), all + 1));
                        is_true(&why, game, &[from, to])?;
                    }
                    Err(error) => prop_assert!(false, "{}: {}", text, error),
                }
            }
        }
        Ok(())
    });
    let (other, all) = others.get();
    assert!(all > 10_000 && other * 1_000 < all, "{other} of {all} refusals give no reason");
}

#[test]
fn positions_that_contradict_themselves_are_refused() {
    let walker = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
    for (fen, why) in [
        ("", "`` is to move; allowed: W, B"),
        ("X:Wa1", "`X` is to move; allowed: W, B"),
        ("W:Wa1,a1", "there are two pieces on a1"),
        ("W:Wa1:Ba1", "there are two pieces on a1"),
        ("W:Wa9", "the board has no point `a9`"),
        ("W:Wa1:Wb1", "`W` is given twice"),
        ("W:Wa1:last=a2<a1", "there is no piece on a2"),
        ("W:Wa1:Bb2:huff=b2:huff=b2", "`huff` is given twice"),
    ] {
        assert_eq!(read_fen(&walker, fen).unwrap_err().to_string(), why, "{fen}");
    }
    let refusal = |rules: &[(&str, &str)], fen: &str| {
        let ruleset = find_game("alquerque").unwrap().ruleset(None, rules).unwrap();
        let setup: Setup = read_fen(&ruleset, fen).unwrap();
        AnyRules::compile(ruleset).unwrap().game(Some(&setup)).unwrap_err().to_string()
    };
    assert_eq!(refusal(&[], "W:WKa1:Bb2"), "the piece on a1 has a rank that no piece of this variant has");
    assert_eq!(refusal(&[], "W:Wa1:Bb2:huff=b2"), "these rules know nothing of `huff`");
    assert_eq!(refusal(&[("capture", "huff")], "W:Wa1:Bb2:huff=a1"), "`huff` does not fit what stands on a1");
}

/// Returns a game file with this board and with mills, so that moves end in removals.
fn on_board(board: &str, setup: &str) -> AnyRules {
    let text = format!(
        "id = 'named'\nversion = 1\ndefault = 'only'\nsetup = '''\n{setup}'''\n\
         name = {{ en = 'Named', es = 'Con nombres' }}\n\
         sides.first = {{ colour = 'white', en = 'White', es = 'Blancas' }}\n\
         sides.second = {{ colour = 'black', en = 'Black', es = 'Negras' }}\n\
         ranks.man = {{ en = ['man', 'men'], es = ['el peón', 'los peones'] }}\n\
         ranks.king = {{ en = ['king', 'kings'], es = ['la dama', 'las damas'] }}\n\
         options = {{ capture = 'optional', chain = 'optional', mills = 'take' }}\n\
         variants.only.name = {{ en = 'Only', es = 'Única' }}\n{board}\n"
    );
    let file = GameFile::parse("named.toml", &text, &|_| Err(String::new().into()))
        .unwrap_or_else(|faults| panic!("{faults}"));
    AnyRules::compile(file.ruleset(None, &[]).unwrap()).unwrap()
}

/// Issue 17, point 18: the name of a point may begin with `x`. Some of these names are others prefixed with `x`.
#[test]
fn points_whose_names_begin_with_x_are_read_by_the_board() {
    let board = "[board]\nlines = ['1 2 3', 'x1 x2 x3', 'a xa xxa', '1 x1 a', '2 x2 xa', '3 x3 xxa']\n[board.points]\n\
                 1 = [0, 0]\n2 = [1, 0]\n3 = [2, 0]\nx1 = [0, 1]\nx2 = [1, 1]\nx3 = [2, 1]\n\
                 a = [0, 2]\nxa = [1, 2]\nxxa = [2, 2]\n";
    let rules = on_board(board, "b b b\n. . .\nw w w\n");
    let mut rng = Rng::with_seed(17);
    let mut read = 0;
    for plies in 0..200 {
        let game = random_game(&rules, plies % 40, &mut rng);
        for turn in game.turns().unwrap() {
            let text = turn.text(&game.ruleset().board);
            assert_eq!(read_turn(&*game, &text), Ok(turn.clone()), "{text}");
            assert_eq!(read_turn(&*game, &text.replace(' ', "")), Ok(turn.clone()), "{text}");
            read += 1;
        }
    }
    assert!(read > 200, "{read}");
    let setup = read_fen(&rules.ruleset(), "W:W1,2,x3:Ba,xa,x1").unwrap();
    let game = rules.game(Some(&setup)).unwrap();
    for (text, name) in [("x3-3, xa", "a"), ("x3-3, xxa", "xa"), ("x3-3, xx1", "x1")] {
        let board = &game.ruleset().board;
        assert_eq!(read_turn(&*game, text).map(|turn| turn.removed), Ok(vec![board.point(name).unwrap()]), "{text}");
    }
}

#[test]
fn large_boards_with_a_column_x_can_be_played() {
    let rows: String = (0..25).rev().map(|y| format!("{}\n", [". "; 13][usize::from(y % 2 == 1)..].concat())).collect();
    let rules = on_board("board = 'cross(13,13)'", &rows.replacen(". .", "b .", 1).replacen("\n. ", "\nw ", 1));
    let setup = read_fen(&rules.ruleset(), "W:Wx2,w5:By5,w3").unwrap();
    assert_eq!(write_fen(&rules.ruleset(), &setup), "W:Wx2,w5:Bw3,y5");
    let game = rules.game(Some(&setup)).unwrap();
    for (typed, expected) in
        [("x2-w1", "x2-w1"), ("X2 W1", "x2-w1"), ("x2w1", "x2-w1"), ("x2xv4", "x2xv4"), ("x2:v4", "x2xv4")]
    {
        let turn = read_turn(&*game, typed).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(turn.text(&game.ruleset().board), expected);
    }
    let other = rules.game(Some(&read_fen(&rules.ruleset(), "W:Wv4:Bw3,a1").unwrap())).unwrap();
    assert_eq!(read_turn(&*other, "v4xx2").unwrap().captures.len(), 1);
    assert_eq!(read_turn(&*other, "v4x2").map(|turn| turn.path.len()), Ok(2), "the x is the point's");
}
