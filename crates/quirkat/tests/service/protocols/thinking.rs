//! Tests input while the engine thinks.

use super::talk::Talk;
use std::time::{Duration, Instant};

pub fn an_infinite_search_answers_commands_and_stops() {
    let mut talk = Talk::engine();
    talk.say("setoption name UCI_Variant value international:fmjd");
    talk.say("go infinite");
    talk.until("info depth 3 ");
    talk.say("isready");
    talk.until("readyok");
    talk.say("fly");
    talk.until("info string there is no command `fly`");
    talk.say("position startpos moves 32-28");
    let began = Instant::now();
    talk.say("stop");
    let best = talk.until("bestmove ");
    assert!(began.elapsed() < Duration::from_secs(5));
    assert!(best.contains(" ponder "), "{best}");
    talk.say("query p1turn");
    assert_eq!(talk.line(), "response false", "commands during the search take effect");
}

pub fn a_decisive_score_is_shown_on_request() {
    for go in ["go infinite", "go", "go ponder movetime 10"] {
        let mut talk = Talk::engine();
        talk.say("position fen W:Wa1:Bb2");
        talk.say(go);
        assert!(talk.line().starts_with("info depth 1 multipv 1 score mate 1 "));
        assert!(talk.is_silent(), "{go}");
        talk.say(if go.contains("ponder") { "ponderhit" } else { "stop" });
        assert_eq!(talk.line(), "bestmove a1xc3");
    }
}

pub fn the_clock_runs_after_the_expected_move() {
    let mut talk = Talk::engine();
    talk.say("setoption name UCI_Variant value fanorona:tsivy");
    talk.say("go ponder wtime 2000 btime 2000");
    talk.until("info depth 2 ");
    let began = Instant::now();
    talk.say("ponderhit");
    talk.until("bestmove ");
    assert!(began.elapsed() < Duration::from_secs(5));
}

pub fn quit_ends_a_running_search() {
    for last in [Some("quit"), None] {
        let mut talk = Talk::engine();
        talk.say("go infinite");
        talk.until("info ");
        if let Some(line) = last {
            talk.say(line);
        }
        assert!(talk.end().1.success());
    }
}

pub fn the_clocks_are_saved() {
    let mut talk = Talk::engine();
    talk.say("setoption name UCI_Variant value international:fmjd");
    let began = Instant::now();
    talk.say("go wtime 5000 btime 1 winc 0 binc 0");
    talk.until("bestmove ");
    let took = began.elapsed();
    assert!((Duration::from_millis(100)..Duration::from_secs(4)).contains(&took), "{took:?}");
}

pub fn a_forced_move_is_played_at_once() {
    let mut talk = Talk::engine();
    let began = Instant::now();
    talk.say("position startpos moves b2-c3");
    talk.say("go movetime 60000");
    assert!(talk.until("bestmove ").starts_with("bestmove d4xb2"));
    assert!(began.elapsed() < Duration::from_secs(20));
}

pub fn several_lines_come_with_their_numbers() {
    let mut talk = Talk::engine();
    talk.say("setoption name MultiPV value 3");
    talk.say("go depth 2");
    for line in
        ["info depth 1 multipv 1 ", "info depth 1 multipv 2 ", "info depth 1 multipv 3 ", "info depth 2 multipv 1 "]
    {
        let answer = talk.line();
        assert!(answer.starts_with(line), "{answer}");
    }
    talk.until("bestmove ");
}

pub fn levels_hash_sizes_and_new_games_get_answers() {
    let mut talk = Talk::engine();
    talk.say("setoption name Level value 1");
    talk.say("setoption name Hash value 1");
    talk.say("go movetime 1000");
    assert!(talk.line().starts_with("bestmove "), "lower levels report no search results");
    talk.say("ucinewgame");
    talk.say("setoption name Level value 10");
    talk.say("go depth 1");
    assert!(talk.line().starts_with("info depth 1 "));
    talk.until("bestmove ");
}

pub fn every_offered_variant_can_be_played() {
    let mut talk = Talk::engine();
    talk.say("uci");
    let option = talk.until("option name UCI_Variant ");
    let titles: Vec<_> = option.split(" var ").skip(1).collect();
    assert!(titles.len() > 50 && titles.contains(&"bashni:bashni"), "{option}");
    talk.until("uciok");
    for title in titles {
        talk.say(&format!("setoption name UCI_Variant value {title}"));
        talk.say("go depth 1");
        let best = talk.until("bestmove ");
        let turn = best.split(' ').nth(1).unwrap();
        assert_ne!(turn, "(none)", "{title}");
        talk.say(&format!("position startpos moves {turn}"));
        talk.say("query gameover");
        assert!(talk.line().starts_with("response "), "{title}: {turn}");
    }
}

pub fn searchmoves_restricts_the_choice_at_every_level() {
    let mut talk = Talk::engine();
    for level in [1, 4, 10] {
        talk.say(&format!("setoption name Level value {level}"));
        for turn in ["b2-c3", "c2-c3", "d2-c3", "d3-c3"] {
            talk.say(&format!("go nodes 300 searchmoves {turn}"));
            let best = talk.until("bestmove ");
            assert_eq!(best.split(' ').nth(1), Some(turn), "level {level}");
        }
    }
    for (moves, why) in [("", "searchmoves needs at least one move"), ("b2-c3 b4-b3", "searchmoves: b4-b3: ")] {
        talk.say(&format!("go depth 1 searchmoves {moves}"));
        let line = talk.line();
        assert!(line.starts_with(&format!("info string {why}")), "{line}");
        assert_eq!(talk.line(), "bestmove (none)");
    }
    talk.say("setoption name UCI_Variant value alquerque-de-nueve:dados");
    talk.say("go depth 1 searchmoves roll_654");
    assert_eq!(talk.until("bestmove "), "bestmove roll_654");
}

pub fn every_hub_variant_can_be_played() {
    let mut talk = Talk::engine();
    talk.say("hub");
    let param = talk.until("param name=variant ");
    let variants = param.split("values=").nth(1).unwrap().trim_matches('"');
    assert!(variants.split(' ').any(|variant| variant == "normal"), "{param}");
    talk.until("wait");
    for variant in variants.split(' ') {
        talk.say(&format!("set-param name=variant value={variant}"));
        for line in ["init", "new-game", "pos", "level depth=1", "go think"] {
            talk.say(line);
        }
        let done = talk.until("done");
        let turn = done.strip_prefix("done move=").unwrap_or_else(|| panic!("{variant}: {done}"));
        talk.say(&format!("pos moves=\"{}\"", turn.split(' ').next().unwrap()));
        talk.say("ping");
        assert_eq!(talk.line(), "pong", "{variant}: {done}");
    }
}

pub fn own_games_are_listed_beside_the_others() {
    let adugo = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/adugo.toml");
    let mut talk = Talk::start(&["engine", adugo]);
    talk.say("uci");
    let option = talk.until("option name UCI_Variant ");
    assert!(option.contains(" default adugo:") && option.contains(" var adugo:all ") && option.contains("lasca:lasca"));
    talk.say("setoption name UCI_Variant value adugo:all");
    talk.say("go depth 1");
    assert!(talk.until("bestmove ").starts_with("bestmove c3-"));
}

pub fn hub_ponders_until_the_hit() {
    let mut talk = Talk::engine();
    talk.say("hub");
    talk.until("wait");
    for line in ["init", "pos moves=\"32-28\"", "level time=2 inc=0", "go ponder"] {
        talk.say(line);
    }
    talk.until("info depth=3 ");
    talk.say("ping");
    talk.until("pong");
    talk.say("ponder-hit");
    assert!(talk.until("done ").starts_with("done move="));
    talk.say("level depth=3");
    talk.say("go analyze");
    talk.until("done ");
    talk.say("pos");
    talk.say("go analyze");
    talk.until("info depth=2 ");
    talk.say("stop");
    talk.until("done ");
}

pub fn the_engine_uses_tables() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("strip");
    let dir = dir.to_str().unwrap();
    let rules = ["--rule", "n=4", "--rule", "repetition=draw"];
    let solved = std::process::Command::new(env!("CARGO_BIN_EXE_quirkat"))
        .args([&["solve", "awithlaknannai"], &rules[..], &["--dir", dir]].concat())
        .output()
        .unwrap();
    assert!(solved.status.success());
    let mut talk = Talk::engine();
    talk.say(&format!("setoption name Tables value {dir}"));
    talk.say("isready");
    assert_eq!(talk.line(), format!("info string no tables of alquerque:walker in {dir}"));
    assert_eq!(talk.line(), "readyok");
    talk.say("setoption name UCI_Variant value awithlaknannai");
    talk.say("setoption name Rules value n=4 repetition=draw");
    talk.say("position startpos");
    talk.say("go nodes 2000");
    assert_eq!(talk.until("bestmove").split(' ').nth(1), Some("b4-b3"));
    talk.say("setoption name Tables value /there/is/none");
    assert!(talk.line().starts_with("info string cannot read or write /there/is/none: "));
    talk.say("quit");
}
