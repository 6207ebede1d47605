//! Drives fake engines, each a few lines of shell.

use super::*;
use quirkat_rules::{AnyRules, find_game};
use std::time::Instant;

/// Returns an engine that answers lines by the cases of a shell.
fn engine(protocol: &str, cases: &str) -> EngineProgram {
    let script = format!("while read -r line; do case \"$line\" in {cases} quit) exit;; esac; done");
    program(protocol, &script)
}

fn program(protocol: &str, script: &str) -> EngineProgram {
    format!("{protocol}:sh -c {}", shlex::try_quote(script).unwrap()).parse().unwrap()
}

fn game(title: &str, rules: &[(&str, &str)]) -> AnyGame {
    AnyRules::compile(find_game(title).unwrap().ruleset(None, rules).unwrap()).unwrap().new_game()
}

const UCI: &str = "uci) echo id name Fake; echo uciok;; isready) echo readyok;;";
const HUB: &str = "hub) echo id name=Fake version=2; echo wait;; init) echo ready;;";

const SHORT: Limits = Limits { time: Some(Duration::from_millis(100)), depth: None, nodes: None };

/// Asks such an engine for its first turn.
fn first_turn(protocol: &str, cases: &str) -> Result<String, OutsideError> {
    let (title, greeting) = if protocol == "uci" { ("alquerque", UCI) } else { ("international", HUB) };
    let game = game(title, &[]);
    let mut outside = OutsideEngine::start(&engine(protocol, &format!("{greeting} {cases}")), game.ruleset())?;
    let turn = outside.choose(&game, SHORT, &Stop::default())?;
    Ok(turn.text(&game.ruleset().board))
}

#[test]
fn turns_are_found_between_other_lines() {
    assert_eq!(
        first_turn("uci", "go*) echo info depth 1; echo; echo bestmove b2-c3 ponder d4xb2;;"),
        Ok("b2-c3".to_owned())
    );
    assert_eq!(
        first_turn("hub", "go*) echo info depth=1; echo done move=32-28 ponder=19-23;;"),
        Ok("32-28".to_owned())
    );
}

#[test]
fn the_first_version_of_hub_is_recognised_by_its_greeting() {
    let game = game("international", &[]);
    let cases = "hub) echo name Fake 1; echo wait;; init) echo ready;; \
         pos\\ [WB]*) echo error who is to move is a small letter;; time\\ 100) echo info 1;; time*) echo error;; \
         go) echo move 32-28 19-23;;";
    let mut outside = OutsideEngine::start(&engine("hub", cases), game.ruleset()).unwrap();
    assert_eq!(outside.name(), "Fake 1");
    outside.new_game().unwrap();
    let turn = outside.choose(&game, SHORT, &Stop::default()).unwrap();
    assert_eq!(turn.text(&game.ruleset().board), "32-28");
    let nodes = Limits { nodes: Some(9), ..Limits::default() };
    assert_eq!(outside.check_limits(nodes), Err(OutsideError::NoNodes("Hub 1")));
    assert_eq!(outside.choose(&game, nodes, &Stop::default()), Err(OutsideError::NoNodes("Hub 1")));
}

#[test]
fn an_illegal_turn_is_reported_with_its_position_and_the_engine_stays_usable() {
    let game = game("alquerque", &[]);
    let program = engine("uci", &format!("{UCI} go*depth*) echo bestmove b2-c3;; go*) echo bestmove b2-b3;;"));
    let mut outside = OutsideEngine::start(&program, game.ruleset()).unwrap();
    let error = outside.choose(&game, SHORT, &Stop::default()).unwrap_err();
    assert!(
        error.to_string().starts_with("it plays `b2-b3` in W:Wa1,b1,")
            && error.to_string().ends_with(": b3 is occupied"),
        "{error}"
    );
    assert!(outside.choose(&game, Limits { depth: Some(1), ..SHORT }, &Stop::default()).is_ok());
    let error = first_turn("hub", "go*) echo done move=32-27x22;;").unwrap_err();
    assert!(error.to_string().contains("32-27x22: not a legal move; legal: "), "{error}");
}

#[test]
fn an_exit_is_reported_with_its_status() {
    let died = |awaited, status: &str| Err(OutsideError::Died { awaited, status: Some(status.to_owned()) });
    assert_eq!(first_turn("uci", "go*) exit 3;;"), died("bestmove", "exit status: 3"));
    assert_eq!(first_turn("hub", "go*) kill -9 $$;;"), died("done", "signal: 9 (SIGKILL)"));
    let game = game("alquerque", &[]);
    let start = |program: &str| OutsideEngine::start(&program.parse().unwrap(), game.ruleset()).err().unwrap();
    assert_eq!(Err::<String, _>(start("uci:true")), died("uciok", "exit status: 0"));
    let error = start("uci:no-such-engine --fast").to_string();
    assert!(error.starts_with("cannot start no-such-engine: "), "{error}");
}

#[test]
fn protocol_errors_are_reported_and_end_the_use_of_the_engine() {
    assert_eq!(first_turn("uci", "go*) echo bestmove;;"), Err(ProtocolError::NoTurn("bestmove").into()));
    assert_eq!(first_turn("hub", "go*) echo done;;"), Err(ProtocolError::NoTurn("done").into()));
    assert_eq!(
        first_turn("hub", "pos*) echo error message=\\\"bad position\\\";;"),
        Err(ProtocolError::Refusal("bad position".to_owned()).into())
    );
    assert_eq!(first_turn("uci", "go*) printf '\\377\\n';;"), Err(ProtocolError::NotUtf8.into()));
    assert_eq!(
        first_turn("uci", "go*) head -c 3000000 /dev/zero; echo;;"),
        Err(ProtocolError::LongLine(1 << 20).into())
    );
    let game = game("alquerque", &[]);
    let program = engine("uci", &format!("{UCI} go*) echo bestmove; echo bestmove b2-c3;;"));
    let mut outside = OutsideEngine::start(&program, game.ruleset()).unwrap();
    for _ in 0..2 {
        assert_eq!(outside.choose(&game, SHORT, &Stop::default()), Err(ProtocolError::NoTurn("bestmove").into()));
    }
    assert!(outside.new_game().is_err());
}

#[test]
fn greetings_are_bounded() {
    for (protocol, title, awaited) in [("uci", "alquerque", "uciok"), ("hub", "international", "wait")] {
        let chatty = program(protocol, "while :; do echo option name Hash type spin; done");
        let error = OutsideEngine::start(&chatty, game(title, &[]).ruleset()).err();
        assert_eq!(error, Some(ProtocolError::LongGreeting { awaited, most: 1 << 20 }.into()));
    }
}

#[test]
fn hanging_programs_time_out_and_are_killed() {
    let began = Instant::now();
    // The program neither reads nor writes, and ignores SIGTERM.
    let mut process = Process::start(&program("uci", "trap '' TERM; sleep 600; :")).unwrap();
    (0..100).for_each(|_| process.send("x".repeat(4096)));
    let timeout = Duration::from_millis(200);
    let silent = process.read_until("uciok", timeout, &Stop::default(), |_| Ok(None::<()>));
    assert_eq!(silent, Err(OutsideError::Silent { awaited: "uciok", after: timeout }));
    drop(process);
    assert!(began.elapsed() < Duration::from_secs(20));
    // A program that writes without end times out as well.
    let mut process = Process::start(&program("uci", "while :; do echo info; done")).unwrap();
    let silent = process.read_until("uciok", timeout, &Stop::default(), |_| Ok(None::<()>));
    assert_eq!(silent, Err(OutsideError::Silent { awaited: "uciok", after: timeout }));
}

// The next two tests wait at the same time.
#[test]
fn a_late_answer_is_accepted() {
    assert_eq!(first_turn("uci", "go*) sleep 1; echo bestmove b2-c3;;"), Ok("b2-c3".to_owned()));
}

#[test]
fn a_missing_answer_times_out() {
    let silent = OutsideError::Silent { awaited: "done", after: Duration::from_millis(5100) };
    assert_eq!(first_turn("hub", ""), Err(silent));
}

#[test]
fn an_unlimited_search_is_stopped() {
    let game = game("alquerque", &[]);
    let program = engine("uci", &format!("{UCI} stop) echo bestmove b2-c3;;"));
    let mut outside = OutsideEngine::start(&program, game.ruleset()).unwrap();
    let stop = Stop::default();
    stop.stop();
    assert!(outside.choose(&game, Limits::default(), &stop).is_ok());
}

#[test]
fn a_game_with_other_rules_is_refused() {
    let program = engine("uci", &format!("{UCI} go*) echo bestmove b2-c3;;"));
    let mut outside = OutsideEngine::start(&program, game("alquerque", &[]).ruleset()).unwrap();
    let other = game("alquerque", &[("chain", "none")]);
    let refused = outside.choose(&other, SHORT, &Stop::default()).unwrap_err();
    assert_eq!(refused.to_string(), "it does not play alquerque:walker chain=none");
}

#[test]
fn only_games_and_settings_that_the_engine_lists_are_used() {
    let offers = |options: &str| engine("uci", &format!("uci) {options} echo uciok;; isready) echo readyok;;"));
    let start = |program: &EngineProgram, game: &AnyGame| OutsideEngine::start(program, game.ruleset()).err();
    let walker = game("alquerque", &[]);
    let lasca = "echo option name UCI_Variant type combo default lasca:lasca var lasca:lasca;";
    let unknown = |rules: &[&str]| {
        let rules = rules.iter().map(|&rule| rule.to_owned()).collect();
        Some(OutsideError::UnknownGame { title: "alquerque:walker".to_owned(), rules })
    };
    assert_eq!(start(&offers(lasca), &walker), unknown(&[]));
    // The name of a game stands for its default variant, and the engine receives the name that it offers.
    let english = "echo option name UCI_Variant type combo default chess var chess var english;";
    let greeting = format!("uci) {english} echo uciok;; setoption*english) n=english;; isready) echo readyok;;");
    let program = engine("uci", &format!("{greeting} go*) [ \"$n\" ] && echo bestmove 11-15;;"));
    let wcdf = game("english", &[]);
    let mut checkers = OutsideEngine::start(&program, wcdf.ruleset()).unwrap();
    assert!(checkers.choose(&wcdf, SHORT, &Stop::default()).is_ok());
    let plain = offers("echo option name UCI_Variant type combo default alquerque var alquerque;");
    assert_eq!(start(&plain, &walker), None);
    let other = find_game("alquerque").unwrap().ruleset(Some("smith_bell"), &[]).unwrap();
    let refused = OutsideEngine::start(&plain, &other).err();
    assert!(matches!(refused, Some(OutsideError::UnknownGame { .. })), "{refused:?}");
    let house = game("alquerque", &[("capture", "optional")]);
    assert_eq!(start(&offers(""), &house), unknown(&["capture=optional"]));
    assert_eq!(start(&offers("echo option name Rules type string default;"), &house), None);
    assert_eq!(start(&engine("hub", HUB), &walker), unknown(&[]));
    let hub = engine("hub", "hub) echo id name=Fake; echo param name=variant type=enum values=frisian; echo wait;;");
    let international = game("international", &[]);
    assert!(matches!(start(&hub, &international), Some(OutsideError::UnknownGame { .. })));
    let set = |name: &str| {
        let settings = vec![(name.to_owned(), "1".to_owned())];
        let mut program = offers("echo option name Hash type spin;");
        program.settings = settings;
        program
    };
    assert_eq!(start(&set("hash"), &walker), None);
    let error = start(&set("Style"), &walker).unwrap();
    assert_eq!(error.to_string(), "it has no setting `Style`; allowed: Hash");
}
