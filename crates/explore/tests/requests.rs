//! Requests that cannot be answered get an error that says what was found, where, and what is allowed.

use quirkat_draw::svg::Materials;
use quirkat_explore::{
    RequestError, attempt, check, explore, level, play_line, puzzle_id, unfinished_game, write_record,
};
use quirkat_play::MAX_OWN_GAME_BYTES;
use quirkat_rules::Language;
use quirkat_wire::{LineRequest, PartialRequest, PuzzleAttempt, Record};
use quirkat_words::ErrorText;

fn line(game: &str, turns: &[&str]) -> LineRequest {
    let turns = turns.iter().map(|&turn| turn.to_owned()).collect();
    LineRequest { game: game.to_owned(), turns, ..LineRequest::default() }
}

fn refused<T>(result: Result<T, RequestError>) -> String {
    match result {
        Ok(_) => panic!("the request was answered"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_line_that_cannot_be_played_names_its_move_and_the_broken_rule() {
    let illegal = refused(explore(&line("alquerque", &["d2-c3", "b4xd2", "b2-c3"]), None, Language::En));
    assert!(illegal.starts_with("3. b2-c3: ") && illegal.contains("now: b2xb4 or e1xc3"), "{illegal}");
    let unknown = refused(explore(&line("chess", &[]), None, Language::En));
    assert!(unknown.starts_with("there is no game `chess`; allowed: alquerque"), "{unknown}");
    let long =
        refused(play_line(&LineRequest { turns: vec![String::new(); 2_001], ..line("alquerque", &[]) }, Language::En));
    assert_eq!(long, "turns: 2001 is not allowed; allowed: 0 to 2000");
}

#[test]
fn a_refused_point_of_a_partly_entered_move_is_explained_in_every_language() {
    let entered = |point: &str, language| {
        let partial = Some(PartialRequest { points: vec![point.to_owned()], ..PartialRequest::default() });
        explore(&LineRequest { partial, ..line("alquerque", &[]) }, None, language).unwrap().partial.unwrap().refused
    };
    assert_eq!(entered("d2", Language::En), None);
    assert_eq!(entered("c3", Language::En).unwrap(), "There is no piece on c3");
    assert_eq!(entered("a5", Language::Es).unwrap(), "Esa pieza no es tuya");
    assert_eq!(entered("a1", Language::Fr).unwrap(), "La pièce en a1 ne peut pas jouer maintenant");
}

#[test]
fn errors_state_what_is_allowed() {
    assert_eq!(refused(level(Some("11"))), "level: 11 is not allowed; allowed: 1 to 10");
    let puzzle = refused(puzzle_id("alquerque", "0"));
    assert!(puzzle.starts_with("There is no puzzle 0 of alquerque; allowed: 1 to "), "{puzzle}");
    assert!(refused(puzzle_id("chess", "1")).contains("allowed: alquerque, "));
    let file = " ".repeat(MAX_OWN_GAME_BYTES + 1);
    let long = refused(check(&file, None, Materials::default(), Language::En));
    assert_eq!(long, "The file has 65537 bytes; the maximum is 65536.");
    let over = LineRequest { position: Some("W:W:Ba1".to_owned()), ..line("alquerque", &[]) };
    let over = unfinished_game(&over, Language::En).map_err(|error| error.in_words(Language::Fr));
    assert_eq!(over.unwrap_err(), "La partie est finie après ces coups\u{a0}: plus rien ne peut être joué");
    let tried = PuzzleAttempt { turns: vec!["a1".to_owned()] };
    let puzzle = puzzle_id("alquerque", "1").unwrap();
    assert!(refused(attempt(puzzle, &tried, Language::En)).starts_with("1. a1: "));
    let record = Record { game: "alquerque:mine".to_owned(), ..Record::default() };
    assert!(refused(write_record(&record, Language::En)).contains("no variant `mine`"));
}
