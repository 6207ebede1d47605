//! Endings of particular games (hunts, mills, lost kings, single combat) and the errors for moves that break their rules.

use super::{drawn, is_over, play, won};
use quirkat_rules::{AnyGame, AnyRules, Reason, Side, find_game, read_fen, read_turn};

pub fn position(title: &str, fen: &str) -> AnyGame {
    let (game, variant) = title.split_once(':').map_or((title, None), |(game, variant)| (game, Some(variant)));
    let ruleset = find_game(game).unwrap().ruleset(variant, &[]).unwrap();
    let setup = read_fen(&ruleset, fen).unwrap();
    AnyRules::compile(ruleset).unwrap().game(Some(&setup)).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn texts(game: &AnyGame) -> Vec<String> {
    let board = &game.ruleset().board;
    let mut texts: Vec<_> = game.turns().unwrap().iter().map(|turn| turn.text(board)).collect();
    texts.sort();
    texts
}

fn why(game: &AnyGame, text: &str) -> String {
    read_turn(&**game, text).unwrap_err().to_string()
}

#[test]
fn the_hare_is_blocked_or_captures_enough_hunters() {
    let shut_in = "B:Wa2,b1,b2,a3,c1,c3,d4,e4,d5,e5:Ba1";
    is_over(&mut position("liebre", shut_in), won(Side::First, Reason::Blocked));
    let mut hunt = position("liebre:ten", "B:Wb2,e1,e2,e3,e4,e5,d1,d2,d5,c5:Ba1");
    assert_eq!(hunt.outcome(), None);
    play(&mut hunt, "a1xc3");
    is_over(&mut hunt, won(Side::Second, Reason::Toll));
    let twelve = position("liebre", "W:Wa1,b1,c1,d1,e1,a2,b2,c2,d2,e2:Ba5");
    assert_eq!(twelve.outcome(), None, "ten hunters are still enough");
}

#[test]
fn the_hare_may_finish_its_chain_below_ten_hunters() {
    let mut hunt = position("liebre:ten", "B:Wb2,d4,e1,e2,e3,d1,d2,c1,c2,b1:Ba1");
    assert!(texts(&hunt).contains(&"a1xc3xe5".to_owned()));
    play(&mut hunt, "a1xc3xe5");
    is_over(&mut hunt, won(Side::Second, Reason::Toll));
}

#[test]
fn tigers_capture_five_goats_or_are_blocked() {
    is_over(&mut position("bagh-chal", "B:Wa1,b1,c1,d1,e1:Ba5,e5:hand=10,0"), won(Side::Second, Reason::Toll));
    assert_eq!(position("bagh-chal", "B:Wa1,b1,c1,d1,e1,a2:Ba5,e5:hand=10,0").outcome(), None);
    assert_eq!(position("bagh-chal:all", "B:Wa1:Ba5,e5").outcome(), None);
    let shut_in = "B:Wa2,b1,b2,a3,c1,c3:Ba1:hand=14,0";
    is_over(&mut position("bagh-chal", shut_in), won(Side::First, Reason::Blocked));
}

#[test]
fn goats_move_only_after_all_are_placed_and_never_capture() {
    let placing = position("bagh-chal", "W:Wb2:Bc3:hand=19,0");
    assert_eq!(why(&placing, "b2-a1"), "b2-a1: a piece from the hand must be entered first, as in drop @c3");
    assert_eq!(why(&placing, "drop @b2"), "drop @b2: b2 is occupied");
    let placed = position("bagh-chal", "W:Wb2,a5,b5,c5,d5,e5,a4,b4,d4,e4,a3,b3,d3,e3,a2,e2:Bc3");
    assert_eq!(why(&placed, "b2xd4"), "b2xd4: d4 is occupied");
    assert_eq!(why(&placed, "drop @a1"), "drop @a1: no piece may be entered here now");
    let free = position("liebre", "W:Wb2,a1,b1,c1,d1,e1,a2,c2,d2,e2:Bc3");
    assert_eq!(why(&free, "b2xd4"), "b2xd4: Hunters cannot capture");
}

#[test]
fn three_in_a_row_win_and_a_full_placement_without_a_row_is_a_draw() {
    for title in ["alquerque-de-tres", "alquerque-de-tres:moving", "fanorona:telo_align"] {
        is_over(&mut position(title, "B:Wa1,b1,c1:Ba2,b3:hand=0,1"), won(Side::First, Reason::ThreeInARow));
        is_over(&mut position(title, "W:Wa1,b1,c2:Ba3,b2,c1"), won(Side::Second, Reason::ThreeInARow));
    }
    let no_row = "W:Wa1,b1,c2:Bc1,b2,a2";
    is_over(&mut position("alquerque-de-tres", no_row), drawn(Reason::Placed));
    assert_eq!(position("alquerque-de-tres:moving", no_row).outcome(), None);
    // Diagonals do not count in dris.
    assert_eq!(position("alquerque-de-tres:dris", "W:Wa1,b1,c2:Ba3,b2,c1").outcome(), None);
}

#[test]
fn two_men_are_too_few_for_a_mill() {
    let mut mill = position("alquerque-de-nueve", "W:Wa1,d1,g4,b2:Bf4,e3,b6");
    assert_eq!(mill.outcome(), None);
    assert_eq!(
        why(&mill, "g4-g1, xa4"),
        "g4-g1, xa4: a4 may not be removed; legal: g4-g1, xe3 or g4-g1, xf4 or g4-g1, xb6"
    );
    assert!(why(&mill, "g4-g1").contains("which one? g4-g1, xe3 or g4-g1, xf4"));
    let turn = read_turn(&*mill, "g4-g1, xe3").unwrap();
    mill.play(&turn).unwrap();
    is_over(&mut mill, won(Side::First, Reason::Toll));
}

#[test]
fn a_man_in_a_mill_is_safe_while_another_man_is_outside_mills() {
    let taken = |title: &str, black: &str| {
        let mill = position(title, &format!("W:Wa1,d1,g4,b2,b4:B{black}"));
        texts(&mill).into_iter().filter(|text| text.starts_with("g4-g1, x")).collect::<Vec<_>>()
    };
    assert_eq!(taken("alquerque-de-nueve", "a7,d7,g7,f4"), ["g4-g1, xf4"]);
    assert_eq!(taken("alquerque-de-nueve:unprotected", "a7,d7,g7,f4").len(), 4);
    assert_eq!(taken("alquerque-de-nueve", "a7,d7,g7").len(), 3, "all of them stand in mills");
}

#[test]
fn kings_alone_draw_and_a_lost_king_may_lose() {
    is_over(&mut position("dablot", "W:WKk7:BKa7"), drawn(Reason::OneEach));
    assert_eq!(position("dablot", "W:WKk7,a1:BKa7").outcome(), None);
    is_over(&mut position("dablot:royal", "W:Wa1,Pb2:BKa7"), won(Side::Second, Reason::KingLost));
    assert_eq!(position("dablot:royal", "W:WKa1:BKk13").outcome(), drawn(Reason::OneEach));
    is_over(&mut position("dablot:winther", "B:Wa1,Ka3:BKk13"), won(Side::First, Reason::KingLost));
}

#[test]
fn a_piece_captures_none_of_a_higher_rank() {
    let game = position("dablot", "W:Wa1,Kk7:BPb2,Ka7");
    assert_eq!(why(&game, "a1xc3"), "a1xc3: the piece on b2 has a higher rank");
    let game = position("dablot", "W:WPa1,Kk7:BPb2,Ka7");
    assert_eq!(read_turn(&*game, "a1xc3").unwrap().captures.len(), 1);
}

#[test]
fn single_combat_is_called_for_and_then_compulsory() {
    let mut duel = position("dablot", "W:Wa3:Ba7");
    assert_eq!(texts(&duel), ["a3-a1", "a3-a5", "a3-b2", "a3-b4", "a3-c3", "combat"]);
    play(&mut duel, "combat");
    assert_eq!((duel.to_move(), texts(&duel)), (Side::First, vec!["a3-a5".to_owned()]));
    assert_eq!(why(&duel, "a3-a1"), "a3-a1: the last two pieces must approach one another: a3-a5");
    assert_eq!(why(&duel, "combat"), "combat: single combat cannot be called for now");
    play(&mut duel, "a3-a5");
    assert_eq!(texts(&duel), ["a7xa3"], "who can take must");
    play(&mut duel, "a7xa3");
    is_over(&mut duel, won(Side::Second, Reason::NoPieces));
    let kings = position("dablot", "W:Wa1,c1:Bk13");
    assert!(!texts(&kings).contains(&"combat".to_owned()), "two against one is no duel");
}

#[test]
fn a_side_without_a_capture_loses_at_konane() {
    is_over(&mut position("konane:six", "B:Wf6:Ba1"), won(Side::Second, Reason::Blocked));
    let jump = position("konane:six", "B:Wb1,d1,d2:Ba1,f6");
    assert_eq!(texts(&jump), ["a1xc1", "a1xc1xe1"]);
    assert_eq!(why(&jump, "a1-a2"), "a1-a2: every move must capture");
    let opening = position(
        "konane:six",
        &quirkat_rules::write_fen(
            &find_game("konane").unwrap().ruleset(Some("six"), &[]).unwrap(),
            &find_game("konane").unwrap().ruleset(Some("six"), &[]).unwrap().start,
        ),
    );
    assert_eq!(texts(&opening), ["xa1", "xc3", "xd4", "xf6"]);
    assert_eq!(why(&opening, "xb1"), "xb1: b1 may not be removed; legal: xa1 or xc3 or xd4 or xf6");
}

#[test]
fn an_entry_is_illegal_if_it_leaves_no_move() {
    // One square is free, and a piece that enters there leaves no move.
    let all = ["a1", "c1", "e1", "b2", "d2", "a3", "c3", "e3", "b4", "d4", "a5", "c5"];
    let full = position("queah", &format!("W:W:B{}:hand=1,0", all.join(",")));
    assert_eq!(full.outcome(), won(Side::Second, Reason::Blocked));
    let entry = position("queah", "W:Wa1,b2:Be5:hand=1,0");
    assert!(texts(&entry).iter().all(|text| text.starts_with("drop @")));
    assert!(texts(&entry).contains(&"drop @c3, c3-d4".to_owned()));
    assert_eq!(why(&entry, "b2-c3"), "b2-c3: a piece from the hand must be entered first, as in drop @c3");
}

#[test]
fn a_hop_may_be_marked_as_approach_or_withdrawal() {
    let both = position("fanorona", "W:Wd3:Bc3,f3,a5");
    assert_eq!(texts(&both), ["d3-e3A", "d3-e3W"]);
    assert!(why(&both, "d3-e3").contains("which one? d3-e3A or d3-e3W"));
    assert_eq!(why(&both, "d3-d4"), "d3-d4: a capture is compulsory: d3-e3A or d3-e3W");
    let one = position("fanorona", "W:Wd3:Bf3,a5");
    assert_eq!(why(&one, "d3-e3W"), "d3-e3W: the hop from d3 to e3 does not capture in this way");
    assert_eq!(read_turn(&*one, "d3-e3").unwrap().text(&one.ruleset().board), "d3-e3A");
}

/// Issue 17, point 19: a claim may stop only where a capture may stop.
#[test]
fn a_claim_may_stop_where_a_chain_may() {
    let claims = |rules: &[(&str, &str)]| {
        let ruleset = find_game("buruj").unwrap().ruleset(Some("protest"), rules).unwrap();
        let setup = read_fen(&ruleset, "W:Wa1,e1:Bb2,d4,a5").unwrap();
        let mut game = AnyRules::compile(ruleset).unwrap().game(Some(&setup)).unwrap();
        play(&mut game, "e1-e2");
        let mut claims: Vec<_> =
            texts(&game).iter().filter_map(|text| Some(text.split_once(',')?.0.to_owned())).collect();
        claims.dedup();
        claims
    };
    assert_eq!(claims(&[]), ["claim a1xc3xe5"]);
    assert_eq!(claims(&[("chain", "optional")]), ["claim a1xc3", "claim a1xc3xe5"]);
    assert_eq!(claims(&[("chain", "none")]), ["claim a1xc3"]);
}
