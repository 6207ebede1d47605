//! Tests broken input to the engine.

use super::talk::Talk;
use std::fs;

/// Sends a line, and checks that the engine reports the error and keeps running.
fn refused(talk: &mut Talk, line: &str, why: &str) {
    talk.say(line);
    let answer = talk.line();
    assert!(answer.starts_with("info string ") && answer.contains(why), "{line}: {answer}");
    talk.say("isready");
    assert_eq!(talk.line(), "readyok", "{line}");
}

pub fn uci_reports_unknown_input_and_continues() {
    let mut talk = Talk::engine();
    refused(&mut talk, "fly", "there is no command `fly`; allowed: uci, ugi, hub, isready");
    refused(&mut talk, "setoption Hash 3", "allowed: setoption name NAME value VALUE");
    refused(&mut talk, "setoption name Hash value 0", "Hash cannot be `0`; allowed: 1 to 4096");
    refused(&mut talk, "setoption name Threads value 257", "Threads cannot be `257`; allowed: 1 to 256");
    refused(&mut talk, "setoption name Style value wild", "there is no option `Style`; allowed: UCI_Variant, Rules");
    refused(&mut talk, "position", "allowed: position startpos, position fen FEN");
    refused(&mut talk, "position fen W:Wa9:Bb2", "the board has no point `a9`");
    refused(&mut talk, "position fen W:WKa1:Bb2", "the piece on a1 has a rank");
    refused(&mut talk, "position startpos moves d2-c3 b2-b9", "move 2: ");
    refused(&mut talk, "position startpos moves a1-e5", "move 1: a1-e5: e5 is occupied");
    talk.say("position startpos");
    refused(&mut talk, "query weather", "allowed: query gameover, p1turn, result");
    talk.say("");
    talk.say("  ");
    talk.say("ponderhit");
    talk.say("stop");
    assert!(talk.is_silent());
    talk.say("quit");
    assert!(talk.end().1.success());
}

pub fn overlong_and_non_utf8_lines_are_ignored() {
    for (greeting, ready) in [("uci", "uciok"), ("hub", "wait")] {
        let mut talk = Talk::engine();
        talk.say(greeting);
        talk.until(ready);
        talk.say(&"x ".repeat(5 << 20));
        assert!(talk.line().contains("a line has more than 1048576 bytes"));
        talk.say_bytes(b"position \xff\xfe\n");
        assert!(talk.line().contains("a line is not UTF-8"));
        talk.say_bytes(b"\0\0\0\r\n");
        let (answers, status) = talk.end();
        assert!(answers.len() <= 1 && status.success(), "{answers:?}");
    }
}

pub fn every_go_has_one_answer() {
    let mut talk = Talk::engine();
    for go in ["go depth", "go movetime soon", "go nodes 1e9"] {
        talk.say(go);
        assert!(talk.line().contains("needs a whole number"), "{go}");
        assert_eq!(talk.line(), "bestmove (none)", "{go}");
    }
    talk.say("position fen W:W:Ba1");
    talk.say("go depth 3");
    assert_eq!([talk.line(), talk.line()], ["info string the game is over", "bestmove (none)"]);
    talk.say("setoption name UCI_Variant value chess");
    talk.say("isready");
    assert!(talk.line().starts_with("info string there is no game `chess`; allowed: alquerque"));
    assert_eq!(talk.line(), "readyok");
    talk.say("go depth 1");
    assert!(talk.line().starts_with("info string there is no game `chess`"));
    assert_eq!(talk.line(), "bestmove (none)");
    talk.say("setoption name UCI_Variant value lasca:lasca");
    talk.say("setoption name Rules value capture=often");
    talk.say("go depth 1");
    assert!(talk.line().contains("`capture` cannot be `often`"));
    assert_eq!(talk.line(), "bestmove (none)");
    talk.say("setoption name Rules value <empty>");
    talk.say("go depth 1");
    assert!(talk.line().starts_with("info depth 1 multipv 1 score "));
    assert!(talk.line().starts_with("bestmove "));
    // A second `go` ends the first, and a refused one waits for it.
    talk.say("go infinite");
    talk.say("go infinite");
    talk.until("bestmove ");
    talk.say("go nodes many");
    talk.until("bestmove ");
    assert_eq!(talk.until("bestmove "), "bestmove (none)");
}

pub fn a_position_with_too_many_moves_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.toml");
    // A man in the corner, surrounded by men that it cannot leap.
    let letter = |x: u32, y: u32| match (x, y) {
        (0, 0) => "w",
        _ if x % 2 == 1 || y % 2 == 1 => "b",
        _ => ".",
    };
    let row = |y: u32| (0..13).map(|x| letter(x, y)).collect::<Vec<_>>().join(" ") + "\n";
    let rows: String = (0..13).rev().map(row).collect();
    let game = format!(
        "id = 'many'\nversion = 1\ndefault = 'free'\nboard = 'alq(13,13)'\nsetup = \"\"\"\n{rows}\"\"\"\n\
         name = {{ en = 'Many', es = 'Muchas' }}\n\
         sides.first = {{ colour = 'white', en = 'White', es = 'Blancas' }}\n\
         sides.second = {{ colour = 'black', en = 'Black', es = 'Negras' }}\n\
         ranks.man = {{ en = ['man', 'men'], es = ['el peón', 'los peones'] }}\n\
         ranks.king = {{ en = ['king', 'kings'], es = ['la dama', 'las damas'] }}\n\
         variants.free.name = {{ en = 'Free', es = 'Libre' }}\n"
    );
    fs::write(&path, game).unwrap();
    let mut talk = Talk::start(&["engine", path.to_str().unwrap()]);
    for (line, expected) in
        [("go depth 1", "info string the captures of this position take more than"), ("", "bestmove (none)")]
    {
        talk.say(line);
        let answer = talk.line();
        assert!(answer.starts_with(expected), "{answer}");
    }
    talk.say("position startpos moves a1xc1");
    assert!(talk.line().starts_with("info string move 1: the captures of this position take more than"));
}

pub fn hub_ignores_unknown_commands_and_reports_errors() {
    let mut talk = Talk::engine();
    talk.say("hub");
    talk.until("wait");
    for line in ["fly high=true", "set-param name=style value=wild", "level height=3", "", "stop", "ponder-hit"] {
        talk.say(line);
    }
    assert!(talk.is_silent());
    for (line, why) in [
        (
            "set-param name=variant value=chess",
            "there is no variant `chess`; allowed: normal, killer, bt, frisian, losing",
        ),
        ("set-param name=level value=11", "Level cannot be `11`; allowed: 1 to 10"),
        ("pos pos=Wbbb", "the position has 4 letters; allowed: 51"),
        ("pos moves=\"32-28 19-40\"", "move 2: 19-40: "),
        ("pos moves=\"32-28", "a closing \" is missing".replace('"', "'").as_str()),
        ("level depth=deep", "depth needs a number, not `deep`"),
    ] {
        talk.say(line);
        assert_eq!(
            talk.line().strip_prefix("error message=\"").map(|answer| answer.contains(why)),
            Some(true),
            "{line}"
        );
    }
    talk.say("pos pos=Wbbb");
    talk.say("go think");
    talk.until("error ");
    talk.until("error ");
    assert_eq!(talk.line(), "done");
    talk.say("ping");
    assert_eq!(talk.line(), "pong");
    talk.say("quit");
    assert!(talk.end().1.success());
}
