//! Rules of Frisian draughts and of the variants of international draughts: captures along rows and columns, the value of
//! captures, the limit of king moves, killer, breakthrough and antidraughts.

use quirkat_rules::{AnyGame, AnyRules, Outcome, Reason, Side, find_game, read_fen, read_turn, write_fen};

fn position(title: (&str, &str), fen: &str) -> AnyGame {
    let ruleset = find_game(title.0).unwrap().ruleset(Some(title.1), &[]).unwrap();
    let setup = read_fen(&ruleset, fen).unwrap();
    AnyRules::compile(ruleset).unwrap().game(Some(&setup)).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn frisian(fen: &str) -> AnyGame {
    position(("frisian", "wfd"), fen)
}

fn play(game: &mut AnyGame, turns: &str) {
    for text in turns.split_whitespace() {
        let turn = read_turn(&**game, text).unwrap_or_else(|error| panic!("{error}"));
        game.play(&turn).unwrap();
    }
}

/// Returns the legal moves as texts, sorted.
fn moves(game: &AnyGame) -> Vec<String> {
    let mut texts: Vec<_> = game.turns().unwrap().iter().map(|turn| turn.text(&game.ruleset().board)).collect();
    texts.sort();
    texts.dedup();
    texts
}

fn refusal(game: &AnyGame, text: &str) -> String {
    read_turn(&**game, text).unwrap_err().to_string()
}

fn won(winner: Side, reason: Reason) -> Option<Outcome> {
    Some(Outcome { winner: Some(winner), reason })
}

/// Official rules of Frisian draughts, article 7: a choice of eight directions.
#[test]
fn men_capture_in_eight_directions_over_the_next_square_of_their_colour() {
    for (captured, landing) in
        [("22", "17"), ("23", "19"), ("32", "37"), ("33", "39"), ("18", "8"), ("38", "48"), ("27", "26"), ("29", "30")]
    {
        let game = frisian(&format!("W:W28:B{captured}"));
        assert_eq!(moves(&game), [format!("28x{landing}")], "over {captured}");
    }
    assert_eq!(moves(&frisian("W:W28:B7")), ["28-22", "28-23"], "a man does not capture at a distance");
}

#[test]
fn kings_capture_at_a_distance_along_rows_and_columns_but_step_on_diagonals_alone() {
    assert_eq!(moves(&frisian("W:WK48:B28")), ["48x18", "48x8"]);
    let quiet = frisian("W:WK48:B1");
    assert!(!moves(&quiet).iter().any(|text| text == "48-38"));
    assert_eq!(refusal(&quiet, "48-38"), "48-38: pieces capture from 48 to 38 but do not step there");
    let international = position(("international", "fmjd"), "W:W28:B18,1");
    assert_eq!(refusal(&international, "28x8"), "28x8: no line leads from 28 to 8");
}

/// A king counts slightly less than two men: lidraughts counts 199 and 100.
#[test]
fn the_most_valuable_capture_precedes() {
    assert_eq!(moves(&frisian("W:W28:BK18,27,1")), ["28x8"], "a king is worth more than a man");
    assert_eq!(moves(&frisian("W:W28,35:B22,12,K30")), ["28x17x8"], "two men are worth more than a king");
    assert_eq!(moves(&frisian("W:W28,35:BK22,K12,30,20,10")), ["28x17x8"], "two kings are worth more than three men");
}

#[test]
fn among_captures_of_equal_value_a_king_must_make_one() {
    assert_eq!(moves(&frisian("W:W28,K50:B22,44")), ["50x33", "50x39"]);
}

/// All sources: three moves in a row, while the side has men; a capture and a move of another piece end the count.
#[test]
fn a_king_rests_after_three_moves_while_its_side_has_men() {
    let mut game = frisian("W:WK47,35:BK4,6");
    play(&mut game, "47-42 4-9 42-47 9-4 47-42");
    assert_eq!(write_fen(game.ruleset(), &game.setup()), "B:W35,K42:BK4,6:kings=42*3,4*2");
    play(&mut game, "4-9");
    assert_eq!(moves(&game), ["35-30"], "only the man may move");
    assert_eq!(
        refusal(&game, "42-47"),
        "42-47: the king on 42 has made 3 moves in a row; move another piece or capture"
    );
    play(&mut game, "35-30 6-11 42-47");
    assert_eq!(write_fen(game.ruleset(), &game.setup()), "B:W30,K47:BK9,11:kings=47*1");
}

#[test]
fn a_side_of_kings_alone_moves_without_limit() {
    let mut game = frisian("W:WK47,K49:BK4");
    play(&mut game, "47-42 4-9 42-47 9-4 47-42 4-9 42-47 9-4");
    assert_eq!(write_fen(game.ruleset(), &game.setup()), "W:WK47,K49:BK4");
}

#[test]
fn a_resting_king_may_capture_and_a_captured_king_loses_its_count() {
    let game = frisian("W:WK46,35:B23:kings=46*3");
    assert_eq!(moves(&game), ["46x10", "46x14", "46x19", "46x5"]);
    let mut game = frisian("W:W28,35:BK22,6,7:kings=22*2");
    play(&mut game, "28x17");
    assert!(!write_fen(game.ruleset(), &game.setup()).contains("kings"));
}

/// lidraughts writes Black's count first, each with its square.
#[test]
fn counts_of_king_moves_are_read_as_lidraughts_writes_them() {
    let game = frisian("W:WK46,35:BK5,6:H0:F9:+15+346");
    assert_eq!(write_fen(game.ruleset(), &game.setup()), "W:W35,K46:BK5,6:kings=46*3,5*1");
    let game = frisian("W:WK46,35:BK5,6:H0:F9:+0+0");
    assert_eq!(write_fen(game.ruleset(), &game.setup()), "W:W35,K46:BK5,6");
}

#[test]
fn counts_of_king_moves_that_do_not_fit_are_refused() {
    let ruleset = find_game("frisian").unwrap().ruleset(None, &[]).unwrap();
    for (fen, error) in [
        ("W:WK46:B6:kings=47*1", "there is no piece on 47"),
        ("W:WK46,47:B6:kings=46*1,46*2", "`kings` is given twice"),
    ] {
        assert_eq!(read_fen(&ruleset, fen).unwrap_err().to_string(), error, "{fen}");
    }
    for field in ["kings=46", "kings=46*0", "kings=46*x", "kings=", "+x+1", "+1"] {
        assert!(read_fen(&ruleset, &format!("W:WK46:B6:{field}")).is_err(), "{field}");
    }
    let man = read_fen(&ruleset, "W:WK46,47:B6:kings=47*1").unwrap();
    let refused = AnyRules::compile(ruleset).unwrap().game(Some(&man)).unwrap_err();
    assert_eq!(refused.to_string(), "`kings` does not fit what stands on 47");
}

#[test]
fn two_kings_have_seven_moves_against_one_and_one_king_each_has_two() {
    let drawn = Some(Outcome { winner: None, reason: Reason::FewPieces });
    let mut game = frisian("W:WK47,K49:BK4");
    play(&mut game, &"47-42 4-9 42-47 9-4 ".repeat(3));
    play(&mut game, "47-42");
    assert_eq!(game.outcome(), None, "thirteen plies");
    play(&mut game, "4-9");
    assert_eq!(game.outcome(), drawn);

    let mut game = frisian("W:WK47:BK4");
    play(&mut game, "47-42 4-9 42-47");
    assert_eq!(game.outcome(), None);
    play(&mut game, "9-4");
    assert_eq!(game.outcome(), drawn);
}

/// Scan 3.1: a king that captures a king last stops directly behind it.
#[test]
fn in_killer_a_king_stops_directly_behind_a_king() {
    let killer = |fen| moves(&position(("international", "killer"), fen));
    assert_eq!(killer("W:WK46:BK28,16"), ["46x23"]);
    assert_eq!(
        refusal(&position(("international", "killer"), "W:WK46:BK28,16"), "46x19"),
        "46x19: a king that captures a king last lands directly behind it: 46x23"
    );
    assert_eq!(killer("W:WK46:B28,16"), ["46x10", "46x14", "46x19", "46x23", "46x5"], "behind a man it may go on");
    assert_eq!(moves(&position(("international", "fmjd"), "W:WK46:BK28,16")).len(), 5);
    assert_eq!(killer("W:WK46:BK28,24"), ["46x19x30", "46x19x35"], "from 19 the capture goes on over a man");
    assert_eq!(killer("W:WK46:BK28,K24"), ["46x19x30"]);
}

/// Wikipedia, Armenian draughts: men step diagonally too, but no piece captures diagonally.
#[test]
fn in_tama_steps_follow_diagonals_and_captures_do_not() {
    let tama = |fen| position(("tama", "armenian"), fen);
    assert_eq!(moves(&tama("W:Wd4:Bh8")), ["d4-c4", "d4-c5", "d4-d5", "d4-e4", "d4-e5"]);
    assert_eq!(moves(&tama("W:Wd4:Be5,h8")), ["d4-c4", "d4-c5", "d4-d5", "d4-e4"], "e5 is not captured");
    assert_eq!(moves(&tama("W:Wd4:Bd5,h8")), ["d4xd6"]);
    assert_eq!(moves(&tama("W:WKa1:Bd4,h8")).len(), 7 + 7 + 2, "a king steps like the queen of chess");
    assert_eq!(moves(&tama("W:WKa1:Ba6,h8")), ["a1xa7", "a1xa8"]);
    assert_eq!(moves(&tama("W:Wc6:Bc7,d8,h1"))[0], "c6xc8xe8", "promoted within the capture, it goes on as a king");
}

/// Freeling: a straight unbroken line of men moves one square along its line; kings are no part of it.
#[test]
fn in_dameo_the_last_man_of_a_row_steps_over_the_others() {
    let dameo = |fen| moves(&position(("dameo", "freeling"), fen));
    assert_eq!(dameo("W:Wa1,a2,a3:Bh8,a5"), ["a1-a4", "a1-b2", "a2-a4", "a2-b3", "a3-a4", "a3-b4"]);
    let from = |fen, start: &str| dameo(fen).into_iter().filter(|text| text.starts_with(start)).collect::<Vec<_>>();
    assert_eq!(from("W:Wa1,a2,Ka3:Bh8", "a2"), ["a2-b3"], "a king is no part of a row");
    assert_eq!(from("W:Wa1,b2,c3,e1:Bd4,h8", "a1"), ["a1-a2"], "d4 is occupied");
    assert!(dameo("W:Wa6,a7:Bh8,h1").contains(&"a6-a8".to_owned()));
    let mut game = position(("dameo", "freeling"), "W:Wa6,a7:Bh8,h1");
    play(&mut game, "a6-a8");
    assert_eq!(write_fen(game.ruleset(), &game.setup()), "B:Wa7,Ka8:Bh1,h8", "promoted on the last row");
}

#[test]
fn in_breakthrough_the_first_king_wins() {
    let mut game = position(("international", "breakthrough"), "W:W7:B10,20");
    play(&mut game, "7-1");
    assert_eq!(game.outcome(), won(Side::First, Reason::Promotion));
    assert_eq!(moves(&game), [""; 0]);
}

#[test]
fn in_antidraughts_the_side_without_pieces_or_moves_wins() {
    let mut game = position(("international", "antidraughts"), "W:W28:B22");
    play(&mut game, "28x17");
    assert_eq!(game.outcome(), won(Side::Second, Reason::NoPieces));
    let blocked = |variant| position(("international", variant), "B:W41,47:B36").outcome();
    assert_eq!(blocked("antidraughts"), won(Side::Second, Reason::Blocked));
    assert_eq!(blocked("fmjd"), won(Side::First, Reason::Blocked));
}
