//! Records as people and other programs have written them: one small input for each form.

use quirkat_rules::{
    AnyGame, AnyRules, GameFile, Pdn, PdnError, PdnNote, PdnSyntaxError, ReplayLimits, Ruleset, SetupError,
    SquareNames, SquareNotation, find_game, read_fen, read_turn, write_fen,
};
use std::sync::Arc;

fn file(id: &str) -> &'static GameFile {
    find_game(id).unwrap()
}

/// Replays a record that may leave its game open.
fn replay(text: &str, id: &str) -> Result<(AnyGame, Vec<PdnNote>), PdnError> {
    let mut pdn = Pdn::read(text)?.remove(0);
    pdn.assume_game(file(id), None);
    let replay = pdn.replay_bounded(file(id), ReplayLimits::default(), &|| true)?;
    Ok((replay.game, replay.notes))
}

/// Returns the position at the end of a record.
fn end(text: &str, id: &str) -> String {
    let (game, _) = replay(text, id).unwrap_or_else(|error| panic!("{error} in {text}"));
    write_fen(&Pdn::from_game(&*game, &[]).ruleset(file(id)).unwrap(), &game.setup())
}

/// Position after three plies in international draughts.
const AFTER_THREE: &str = "1. 32-28 19-23 2. 28x19 14x23";

#[test]
fn moves_are_read_in_every_spelling() {
    let expected = end(AFTER_THREE, "international");
    for text in [
        "1.32-28 19-23 2.28x19 14x23",
        "1. 32 - 28 19- 23 2. 28 x 19 14x 23",
        "01. 32-28 19-23 02. 28X19 14:23",
        "1. 32–28 19-23 2. 28×19 14x23",
        "1. 3228 1923 2. 28x19 14x23",
        "1. 32-28! 19-23 ! 2. 28x19* (?) 14x23(!?)",
        "1. 32-28 19-23 * 2. 28x19 14x23 1-1",
        "1. 32-28 ... 19-23 2. 28x19 2... 14x23",
        "% a line\n1. 32-28 19-23 ; the rest\n2. 28x19 {a comment} 14x23 $902",
        "[Empty]\n[Event \"a \"quoted\" word\"]\n[Date 1999]\n1. 32-28 19-23 2. 28x19 14x23",
    ] {
        assert_eq!(end(text, "international"), expected, "{text}");
    }
    assert_eq!(end("1. 09-14 22-18 2. 05-09", "english"), end("1. 9-14 22-18 2. 5-9", "english"));
}

#[test]
fn signs_become_glyphs() {
    let pdn = &Pdn::read("1. 32-28! 19-23 !? 2. 28x19* 14x23(?) 3. 33-28 $902 *").unwrap()[0];
    let glyphs: Vec<_> = pdn.turns.iter().map(|turn| &turn.glyphs[..]).collect();
    assert_eq!(glyphs, [&[1][..], &[5], &[7], &[2], &[902]]);
    assert_eq!(Pdn::read(&pdn.to_string()).unwrap()[0].turns, pdn.turns);
}

#[test]
fn results_of_all_kinds_end_a_game() {
    for result in ["2-0", "1-1", "12-0", "0-12", "6-6", "1/2-1/2", "½-½", "½", "1/2", "*", "0-0"] {
        let pdn = &Pdn::read(&format!("1. 32-28 19-23 {result}")).unwrap()[0];
        assert_eq!((pdn.turns.len(), &pdn.result[..]), (2, result));
    }
    let stated = &Pdn::read("[Result \"4-6\"]\n1. 32-28 19-23 4-6").unwrap()[0];
    assert_eq!((stated.turns.len(), &stated.result[..]), (2, "4-6"));
    let games = Pdn::read("1. 32-28 19-23 2-0 1. 33-28 18-23 1-1").unwrap();
    assert_eq!(games.len(), 2, "a result and move 1 divide games");
}

#[test]
fn a_fault_costs_one_game() {
    for (fault, expected) in [
        ("1. 32-28 {open", Some(PdnSyntaxError::OpenComment)),
        ("1. 32-28 (19-23", Some(PdnSyntaxError::OpenVariation)),
        ("1. 32-28 {a {b} c} 19-23", None),
        ("1. 32-28 - - 2-0", Some(PdnSyntaxError::UnknownMove("--".to_owned()))),
        ("1. 32-28 [ 19-23", Some(PdnSyntaxError::Tag)),
        ("1. 32-28 $x", Some(PdnSyntaxError::Remark)),
    ] {
        let text = format!("[White \"A\"]\n\n1. 32-28 *\n\n[White \"B\"]\n\n{fault}\n\n[White \"C\"]\n\n1. 33-28 *\n");
        let entries: Vec<_> = Pdn::entries(&text).collect();
        let faults: Vec<_> = entries.iter().map(|entry| entry.fault.is_some()).collect();
        assert_eq!(faults, [false, true, false], "{fault}");
        assert_eq!((entries[1].number, entries[1].line), (2, 5), "{fault}");
        assert_eq!(entries[1].pdn.turns[0].text, "32-28", "what precedes the fault is kept");
        if let (Some(expected), Some(PdnError::Syntax(line, found))) = (expected, &entries[1].fault) {
            assert!(*found == expected && (7..=9).contains(line), "{fault}: line {line}, {found}");
        }
        assert!(Pdn::read(&text).is_err(), "a text that must be sound is refused: {fault}");
    }
}

#[test]
fn a_record_without_tags_is_read_as_the_given_game() {
    let refused = Pdn::read("1. 11-15 23-19 *").unwrap()[0].replay(file("english")).unwrap_err();
    assert_eq!(refused, PdnError::NoGame);
    assert_eq!(replay("1. 11-15 23-19 *", "english").unwrap().0.history().len(), 2);
    for tags in [
        "[GameType \"20\"]",
        "[Variant \"Standard (international) checkers\"]\n[GameType \"20\"]",
        "[Variant \"International draughts\"]",
        "[Variant \"international\"]",
    ] {
        let pdn = &Pdn::read(&format!("{tags}\n{AFTER_THREE}")).unwrap()[0];
        assert_eq!(pdn.game().map(|(id, _)| id), Ok("international"), "{tags}");
    }
    for (tag, id) in [("23", "pool"), ("23,W,8,8,A0,0", "unified-pool"), ("23,B,8,8,A1,1", "jamaican")] {
        let pdn = &Pdn::read(&format!("[GameType \"{tag}\"] *")).unwrap()[0];
        assert_eq!(pdn.game(), Ok((id, None)), "{tag}");
    }
    let pdn = &Pdn::read("[Variant \"Russian\"] 1. c3-d4 *").unwrap()[0];
    assert_eq!(pdn.game(), Ok(("shashki", None)), "as lidraughts writes it");
    for (title, game_type, id) in [
        ("American checkers", "23", "english"),
        ("Italian", "20", "italian"),
        ("Draughts", "20", "international"),
        ("Dama", "22", "italian"),
        ("Jamaican", "23", "jamaican"),
    ] {
        let tags = format!("[Variant \"{title}\"]\n[GameType \"{game_type}\"]");
        assert_eq!(Pdn::read(&format!("{tags} *")).unwrap()[0].game(), Ok((id, None)), "{tags}");
    }
    let unknown = Pdn::read("[Variant \"english:none\"] *").unwrap()[0].replay(file("english")).unwrap_err();
    assert!(matches!(&unknown, PdnError::Tag(error) if error.name() == "Variant"), "{unknown}");
    let other = Pdn::read("[GameType \"20\"] 1. 32-28").unwrap()[0].replay(file("english")).unwrap_err();
    assert!(matches!(other, PdnError::WrongGame { .. }));
    let mut american = Pdn::read("[Variant \"American/English\"] 1. 11-15").unwrap().remove(0);
    assert_eq!(american.game(), Err(PdnError::UnknownGame("American/English".to_owned())));
    american.assume_game(file("english"), Some("wcdf"));
    assert_eq!(american.game(), Ok(("english", Some("wcdf"))));
}

#[test]
fn squares_have_two_names() {
    // Numbers from Black's side, as lidraughts and py-draughts write them.
    let letters = "1. c3-d4 d6-c5 2. b2-c3 f6-g5";
    assert_eq!(end("1. 22-18 10-14 2. 25-22 11-16", "shashki"), end(letters, "shashki"));
    let game = AnyRules::compile(file("shashki").ruleset(None, &[]).unwrap()).unwrap().new_game();
    for (number, name) in [("22-18", "c3-d4"), ("22-17", "c3-b4"), ("24-20", "g3-h4")] {
        assert_eq!(read_turn(&*game, number), read_turn(&*game, name), "{number}");
    }
    let ruleset = game.ruleset();
    assert_eq!(read_fen(ruleset, "W:W21-32:B1-12").as_ref(), Ok(&ruleset.start));
    let board = ruleset.board.in_notation(SquareNotation::NUMBERS).unwrap();
    let numbered = Ruleset { board: Arc::new(board), ..Ruleset::clone(ruleset) };
    let game = AnyRules::compile(numbered).unwrap().new_game();
    let record = Pdn::from_game(&*game, &[]);
    assert_eq!(record.tag("GameType"), Some("25,W,8,8,N2,0"), "the record states how its squares are named");
    assert_eq!(read_turn(&*game, "c3-d4").unwrap().text(&game.ruleset().board), "22-18");
}

#[test]
fn the_notation_of_game_type_decides_and_a_wrong_one_is_noticed() {
    let turned = "[GameType \"20,W,10,10,N1,0\"]\n";
    // Number 1 at White's right: every square has the number 51 minus the usual one.
    let (game, notes) = replay(&format!("{turned}1. 19-23 32-28 2. 23x32 37x28"), "international").unwrap();
    assert!(notes.is_empty());
    assert_eq!(game.history()[0].text(&game.ruleset().board), "19-23", "the game keeps the names of its record");
    let usual = file("international").ruleset(None, &[]).unwrap();
    assert_eq!(write_fen(&usual, &game.setup()), end(AFTER_THREE, "international"));
    // A site wrote this tag above moves with the usual numbers.
    let (_, notes) = replay(&format!("{turned}{AFTER_THREE}"), "international").unwrap();
    assert!(matches!(notes[..], []), "the board's own notation needs no remark: {notes:?}");
    // Without a tag, the reading that is legal throughout.
    let (_, notes) = replay("1. 19-23 32-28 2. 23x32 37x28", "international").unwrap();
    assert!(matches!(notes[..], [PdnNote::Notation(notation)] if notation.names == SquareNames::Numbers));
}

/// lidraughts has numbers of its own for variants.
#[test]
fn the_number_of_game_type_may_name_a_variant() {
    for (number, title, turns) in [
        ("96", "international:breakthrough", "1. 32-28 19-23"),
        ("98", "international:antidraughts", "1. 32-28 19-23"),
        ("40", "frisian:wfd", "1. 32-28 19-23"),
        ("97", "frisian:frysk", "1. 46-41 5-10"),
    ] {
        let records = Pdn::read(&format!("[GameType \"{number}\"]\n{turns} *")).unwrap();
        let game = records[0].replay(file(title.split(':').next().unwrap())).unwrap();
        assert_eq!(game.ruleset().title(), title);
        let written = Pdn::from_game(&*game, &[]);
        assert_eq!(written.tag("GameType"), Some(&format!("{number},W,10,10,N2,0")[..]));
    }
}

#[test]
fn positions_are_read_in_every_spelling() {
    let ruleset = file("international").ruleset(None, &[]).unwrap();
    for (written, expected) in [
        ("W:WK1-3:B50", "W:WK1,K2,K3:B50"),
        ("W:WK1-K3:B50.", "W:WK1,K2,K3:B50"),
        ("B:W50:B01,K02", "B:W50:B1,K2"),
        ("W:W31,K45:B6:H2:F17", "W:W31,K45:B6"),
        ("W:W31,K45:B6:H0:F1:+1+0", "W:W31,K45:B6"),
    ] {
        assert_eq!(read_fen(&ruleset, written).map(|setup| write_fen(&ruleset, &setup)).unwrap(), expected);
    }
    let taken = read_fen(&ruleset, "W:W31,G23:B6").unwrap_err().to_string();
    assert!(taken.contains("a capture that has not ended"), "{taken}");
    assert_eq!(end("[FEN \"?\"] 1. 32-28 19-23 2. 28x19 14x23", "international"), end(AFTER_THREE, "international"));
    assert_eq!(end("[FEN \"?:W31:B6,20\"] 1. 20-24 *", "international"), "W:W31:B6,24", "the side that can move");
}

#[test]
fn a_man_on_its_last_row_is_refused() {
    let error = replay("[FEN \"W:W4:B20\"] *", "international").unwrap_err();
    let PdnError::Tag(error) = error else { panic!("{error}") };
    assert!(error.to_string().contains("the man on 4 has reached its last row"), "{error}");
    let ruleset = file("lasca").ruleset(None, &[]).unwrap();
    let freed = read_fen(&ruleset, "W:Wa7(bw):Ba1(wb)").unwrap();
    assert_eq!(ruleset.refuse_unpromoted_men(&freed), Ok(()), "a freed prisoner may stand there");
    let ruleset = file("english").ruleset(None, &[]).unwrap();
    let setup = read_fen(&ruleset, "W:W4:B20").unwrap();
    assert_eq!(ruleset.refuse_unpromoted_men(&setup), Err(SetupError::UnpromotedMan("4".to_owned())));
}

#[test]
fn a_short_capture_is_decided_by_later_moves() {
    // The man takes two pieces, either on its left or on its right.
    let record = "[FEN \"B:Bd2:Wc3,c5,e3,e5\"]\n1. d2xd6";
    let (game, notes) = replay(&format!("{record} c5-b4 *"), "english").unwrap();
    assert_eq!(notes, [PdnNote::Decided(1)]);
    let right = ["f4", "d6"].map(|name| game.ruleset().board.point(name).unwrap());
    assert_eq!(game.history()[0].path[1..], right);
    let ambiguous = replay(&format!("{record} *"), "english").unwrap_err();
    let PdnError::Turn { number: 1, why, .. } = ambiguous else { panic!("{ambiguous}") };
    assert!(why.to_string().contains("which one?"), "{why}");
}

#[test]
fn play_goes_on_after_a_draw_that_no_player_claimed() {
    let kings = "[FEN \"W:WK46,K50:BK1,K4\"]\n";
    let shuffle = "50-45 4-9 45-50 9-4 ";
    let (game, notes) = replay(&format!("{kings}{} 50-45 *", shuffle.repeat(3)), "international").unwrap();
    assert_eq!(game.history().len(), 13);
    assert!(matches!(notes[..], [PdnNote::NotClaimed { number: 9, .. }]), "{notes:?}");
    let (mut game, _) = replay(&format!("{kings}{}", shuffle.repeat(2)), "international").unwrap();
    assert!(game.outcome().is_some() && game.turns().unwrap().is_empty(), "the draw stands if the record ends with it");
    assert_eq!(game.outcome(), game.play_on());
    assert!(game.outcome().is_none() && !game.turns().unwrap().is_empty());
    game.undo();
    assert!(game.outcome().is_none());
    let turn = read_turn(&*game, "9-4").unwrap();
    game.play(&turn).unwrap();
    assert!(game.outcome().is_some(), "after the move is taken back the draw counts again");
}

#[test]
fn short_algebraic_moves_name_the_column() {
    let game = AnyRules::compile(file("shashki").ruleset(None, &[]).unwrap()).unwrap().new_game();
    assert_eq!(read_turn(&*game, "cb4"), read_turn(&*game, "c3-b4"));
    assert_eq!(read_turn(&*game, "gh4"), read_turn(&*game, "g3-h4"));
    let refused = |text: &str| read_turn(&*game, text).unwrap_err().to_string();
    assert_eq!(refused("cb2"), "cb2: b2 is occupied");
    assert!(refused("ac5").starts_with("ac5: not a legal move; legal: "));
    assert_eq!(
        end("1. cb4 ba5 2. bc5 d:b4 3. a:c5", "shashki"),
        end("1. c3-b4 b6-a5 2. b4-c5 d6xb4 3. a3xc5", "shashki")
    );
}

/// PDN 3.0: where a capture does not change its direction, the point between is the one directly behind the captured piece.
#[test]
fn long_captures_are_written_as_the_standard_says() {
    let written = |id: &str, fen: &str, text: &str| {
        let ruleset = file(id).ruleset(None, &[]).unwrap();
        let start = read_fen(&ruleset, fen).unwrap();
        let mut game = AnyRules::compile(ruleset).unwrap().game(Some(&start)).unwrap();
        let turn = read_turn(&*game, text).unwrap();
        game.play(&turn).unwrap();
        let pdn = Pdn::from_game(&*game, &[]);
        assert_eq!(pdn.replay(file(id)).unwrap().setup(), game.setup(), "{text}");
        // So are those that are written with other names of squares.
        let mut renamed = pdn.clone();
        let ruleset = game.ruleset();
        let [own, other] = ruleset.board.notations().unwrap();
        let names = |notation| ruleset.in_notation(notation).unwrap();
        renamed.rename_squares(&game, &names(other));
        renamed.rename_squares(&game.in_notation(other).unwrap(), &names(own));
        assert_eq!(renamed.turns[0].text, pdn.turns[0].text, "{text}");
        pdn.turns[0].text.clone()
    };
    for text in ["5x19x41", "5x23x41", "5x28x41"] {
        assert_eq!(written("international", "W:WK5:B1,14,32", text), "5x19x41");
    }
    assert_eq!(written("shashki", "W:WKa1:Ba3,c3,f6", "a1:e5:h8"), "a1xd4xh8");
    // The standard's own example.
    let example = "W:WK47:B14,19,29,31,42";
    assert_eq!(written("international", example, "47x33x24x13x36"), "47x38x24x13x36");
    assert_eq!(written("international", example, "47x33x20x9x36"), "47x38x20x9x36");
}
