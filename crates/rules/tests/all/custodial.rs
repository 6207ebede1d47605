//! Custodial captures: what a move encloses, how it is written, and why it is refused.

use quirkat_rules::{
    AnyGame, AnyRules, GameFile, IllegalReason, OptionKey, Partial, Pdn, Rank, Side, Turn, TurnError, no_effect_reason,
    read_fen, read_turn, short_text,
};
use std::fs;
use std::path::Path;

fn jul_gonu() -> GameFile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../examples/jul-gonu.toml");
    let text = fs::read_to_string(path).unwrap();
    GameFile::parse("jul-gonu.toml", &text, &|file| Err(format!("no file {file}").into())).unwrap()
}

/// Returns a position of the game. Its few pieces do not end it.
fn game(fen: &str, options: &[(&str, &str)]) -> AnyGame {
    let ruleset = jul_gonu().ruleset(None, &[&[("taken_to_win", "all")], options].concat()).unwrap();
    let start = read_fen(&ruleset, fen).unwrap();
    AnyRules::compile(ruleset).unwrap().game(Some(&start)).unwrap()
}

/// Returns the captured points of each hop of a move.
fn taken(game: &AnyGame, text: &str) -> Vec<Vec<String>> {
    let (board, turn) = (&game.ruleset().board, read_turn(&**game, text).unwrap());
    let names = |hop| turn.captures_of_hop(hop).iter().map(|&point| board.name(point).to_owned()).collect();
    (0..turn.path.len() - 1).map(names).collect()
}

fn texts(game: &AnyGame) -> Vec<String> {
    let turns: Vec<Turn> = game.turns().unwrap();
    turns.iter().map(|turn| turn.text(&game.ruleset().board)).collect()
}

fn refusal(game: &AnyGame, text: &str) -> IllegalReason {
    match read_turn(&**game, text) {
        Err(TurnError::Illegal(_, reason)) => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_move_takes_what_it_encloses_on_every_line() {
    // From b1 to b2 the stone encloses c2 before d2, and b3 before b4.
    let both = game("W:Wb1,d2,b4:Bc2,b3,a1", &[]);
    assert_eq!(taken(&both, "b1xb2"), [["c2", "b3"]]);
    assert_eq!(taken(&game("W:Wb1,d2,c4:Bc2,b3,a1", &[]), "b1xb2"), [["c2"]]);
    assert!(texts(&game("W:Wb1,c4:Bc2,b3,a1", &[])).contains(&"b1-b2".to_owned()), "nothing is enclosed");
    // The edge encloses nothing, and neither does a diagonal of this board.
    assert!(texts(&game("W:Wb1,a4:Ba2,c3,d4", &[])).contains(&"b1-b2".to_owned()));
}

#[test]
fn only_the_moving_side_captures() {
    let between = game("W:Wb1:Ba2,c2,d4", &[]);
    let (mut after, turn) = (between.clone(), read_turn(&*between, "b1-b2").unwrap());
    assert!(turn.captures.is_empty());
    after.play(&turn).unwrap();
    assert_eq!(after.setup().count(Side::First), 1);
    // Black takes the stone only when one of the two moves away and back.
    assert!(texts(&after).iter().all(|text| !text.contains('x')));
}

#[test]
fn rows_are_taken_whole_or_not_at_all() {
    let row = "W:Wa1,d2:Bb2,c2,d4";
    assert_eq!(taken(&game(row, &[]), "a1xa2"), [["b2", "c2"]]);
    let single = game(row, &[("capture_by", "custodial")]);
    assert!(texts(&single).contains(&"a1-a2".to_owned()), "{:?}", texts(&single));
}

#[test]
fn a_piece_goes_on_only_with_moves_that_capture() {
    let fen = "W:Wa1,c2,c3:Bb2,b3,d4";
    let chains = |chain| {
        let mut found = texts(&game(fen, &[("chain", chain)]));
        found.retain(|text| text.contains('x'));
        found
    };
    assert_eq!(chains("none"), ["a1xa2"]);
    assert_eq!(chains("optional"), ["a1xa2xa3", "a1xa2"]);
    assert_eq!(chains("mandatory"), ["a1xa2xa3"]);
    let long = game(fen, &[("chain", "optional")]);
    assert_eq!(taken(&long, "a1xa2xa3"), [["b2"], ["b3"]]);
}

#[test]
fn a_capture_is_compulsory_where_the_option_says_so() {
    let fen = "W:Wa1,c2,d1:Bb2,d4";
    assert_eq!(texts(&game(fen, &[("capture", "mandatory")])), ["a1xa2"]);
    let free = texts(&game(fen, &[]));
    assert!(free.contains(&"d1-d2".to_owned()) && !free.contains(&"a1-a2".to_owned()), "{free:?}");
    assert_eq!(free[0], "a1xa2", "captures come first");
}

#[test]
fn kings_enclose_with_their_own_moves_and_men_are_promoted_at_the_end() {
    let fen = "W:WKa1,c3,c2:Bb3,b4,d4";
    assert_eq!(taken(&game(fen, &[("promotion", "long")]), "a1xa3"), [["b3"]]);
    let short = game(fen, &[("promotion", "short")]);
    assert_eq!(refusal(&short, "a1-a3"), IllegalReason::TooFar("a1".to_owned(), "a3".to_owned()));
    let mut promoted = game("W:Wa3,c4,d1:Bb4,d3", &[("promotion", "short")]);
    let turn = read_turn(&*promoted, "a3xa4").unwrap();
    promoted.play(&turn).unwrap();
    let a4 = promoted.ruleset().board.point("a4").unwrap();
    assert_eq!(promoted.setup().top(a4).map(|piece| piece.rank), Some(Rank::King));
}

#[test]
fn captures_are_read_as_they_are_written() {
    let long = game("W:Wa1,c2,c3:Bb2,b3,d4", &[("chain", "optional")]);
    for turn in long.turns().unwrap() {
        let text = turn.text(&long.ruleset().board);
        assert_eq!(read_turn(&*long, &text).unwrap(), turn, "{text}");
        assert_eq!(short_text(&*long, &turn), text);
    }
    assert_eq!(read_turn(&*long, "a1-a2").unwrap().captures.len(), 1, "a dash is enough");
    let board = &long.ruleset().board;
    let turns = long.turns().unwrap();
    let points: Vec<_> = ["a1", "a2", "a3"].map(|name| board.point(name).unwrap()).to_vec();
    let partial = Partial::new(board, &turns, None, None, &points);
    assert_eq!(partial.complete.map(|turn| turn.text(board)), Some("a1xa2xa3".to_owned()));
    let mut played = long.clone();
    played.play(&read_turn(&*long, "a1xa2xa3").unwrap()).unwrap();
    let pdn = Pdn::from_game(&*played, &[]);
    let read = Pdn::read(&pdn.to_string()).unwrap().remove(0);
    assert_eq!(read.replay(&jul_gonu()).unwrap().setup(), played.setup());
}

#[test]
fn refusals_name_the_rule() {
    let start = "W:Wa1,c2,d1:Bb2,d4";
    let duty = game(start, &[("capture", "mandatory")]);
    assert_eq!(refusal(&duty, "d1-d2"), IllegalReason::MustCapture(vec!["a1xa2".to_owned()]));
    let free = game(start, &[]);
    assert_eq!(refusal(&free, "d1xd2"), IllegalReason::TakesNothing("d1-d2".to_owned()));
    assert_eq!(refusal(&free, "c2xa2"), IllegalReason::TooFar("c2".to_owned(), "a2".to_owned()));
    assert_eq!(refusal(&free, "d1-d3"), IllegalReason::TooFar("d1".to_owned(), "d3".to_owned()));
    assert_eq!(refusal(&free, "a1xa2xa3"), IllegalReason::MustStop("a2".to_owned()));
    let forward = game(start, &[("step_dirs", "forward")]);
    assert_eq!(refusal(&forward, "d1-c1").to_string(), "men step forward and diagonally forward only");
}

#[test]
fn options_that_speak_of_leaps_are_refused_or_have_no_effect() {
    let refused = [
        ("step_dirs", "none"),
        ("cap_dirs", "forward"),
        ("capture", "huff"),
        ("chain", "straight"),
        ("choice", "max"),
        ("removal", "end"),
        ("return", "never"),
        ("line_steps", "yes"),
        ("mills", "take"),
        ("promo_mid", "as_king"),
    ];
    for (key, value) in refused {
        let ruleset = jul_gonu().ruleset(None, &[(key, value)]).unwrap();
        let error = AnyRules::compile(ruleset).unwrap_err().to_string();
        assert!(error.contains(key) && error.contains("enclose"), "{key}: {error}");
    }
    let ruleset = jul_gonu().ruleset(None, &[("promotion", "long")]).unwrap();
    let reason = no_effect_reason(OptionKey::KingReach, &ruleset).unwrap();
    assert_eq!(reason.to_string(), "no piece captures by leap");
}
