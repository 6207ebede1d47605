//! Tests DamExchange: games of two of our programs over a loopback connection, and broken input.

use super::talk::Talk;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

/// Starts the engine as a server. Returns it with its address.
fn server(words: &[&str]) -> (Talk, String) {
    let mut talk = Talk::start(&[&["engine", "--dxp", "0", "--time", "10ms"], words].concat());
    let address = talk.line().strip_prefix("waiting for DamExchange at ").expect("its address").to_owned();
    (talk, address)
}

fn quirkat(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quirkat")).args(words).output().unwrap()
}

/// A program that sends raw messages.
struct Peer(TcpStream);

impl Peer {
    fn connect(address: &str) -> Peer {
        Peer::new(TcpStream::connect(address).unwrap())
    }

    fn new(stream: TcpStream) -> Peer {
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Peer(stream)
    }

    fn say(&mut self, message: &str) {
        self.0.write_all(format!("{message}\0").as_bytes()).unwrap();
    }

    /// Returns the next message; empty when the connection is closed.
    fn hear(&mut self) -> String {
        let mut message = String::new();
        let mut byte = [0];
        while self.0.read(&mut byte).is_ok_and(|count| count > 0) && byte != [0] {
            message.push(char::from(byte[0]));
        }
        message
    }
}

/// Returns the request of a game with this end.
fn request(version: &str, end: &str) -> String {
    format!("R{version}{:32}{end}", "Peer")
}

pub fn two_programs_play_whole_games_by_damexchange() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.pdn");
    let (mut talk, address) = server(&["--games", "2", "--level", "8"]);
    let b = format!("dxp:minutes=5 {address}");
    let settings = ["--openings", "1", "--plies", "2", "--balance", "50", "--threads", "2", "--time", "10ms"];
    let record = ["--pdn", games.to_str().unwrap()];
    let match_words = ["match", "international", "--a", "random", "--b", &b];
    let output = quirkat(&[&match_words[..], &settings, &record].concat());
    assert!(output.status.success(), "{output:?}");
    let record = std::fs::read_to_string(&games).unwrap();
    assert_eq!(record.matches("[Event ").count(), 2, "{record}");
    assert!(!record.contains("Failure") && !record.contains("longest"), "{record}");
    for (number, colour) in [(1, "Black"), (2, "White")] {
        let begun = talk.line();
        let expected = format!("game {number} with Quirkat {}: Quirkat is {colour}", env!("CARGO_PKG_VERSION"));
        assert_eq!(begun, expected);
        let ended = talk.line();
        // The server has received the last move: it has the result, and the record has as many moves and the opening.
        assert!(ended.contains(": won after "), "{ended}\n{record}");
    }
    let (rest, status) = talk.end();
    assert!(rest.is_empty() && status.success(), "{rest:?}");
}

pub fn a_damexchange_server_survives_garbage() {
    let (mut talk, address) = server(&["--level", "1"]);
    for (garbage, reason) in [
        (&b"GET / HTTP/1.1\r\n\r\n\0"[..], "is no message"),
        (&[b'C'; 200], "a message has more than 127 bytes"),
        (b"\xff\xfe\xfd\0", "is no message"),
        (b"M0001322800\0", "is not expected here"),
        (b"R01\0", "the name is"),
    ] {
        let mut peer = Peer::connect(&address);
        peer.0.write_all(garbage).unwrap();
        let line = talk.line();
        assert!(line.starts_with("the connection is given up: ") && line.contains(reason), "{line}");
        assert_eq!(peer.hear(), "");
    }
    // A peer that leaves in the middle of a message.
    let mut peer = Peer::connect(&address);
    peer.0.write_all(b"R01Peer").unwrap();
    peer.0.shutdown(Shutdown::Both).unwrap();
    let mut peer = Peer::connect(&address);
    let empty = "e".repeat(48);
    for (message, code) in [
        (request("02", "W010000A"), '1'),
        (request("01", &format!("W010000BWx{empty}z")), '2'),
        (request("01", &format!("W010000BWee{empty}")), '2'),
        (request("01", &format!("Z010000BWw{empty}z")), '2'),
    ] {
        peer.say(&message);
        assert!(peer.hear().ends_with(code), "{message}");
        assert!(talk.line().starts_with("a game is declined"));
    }
    // An illegal move ends the game, and the connection remains.
    for illegal in ["M0001320100", "M0001999900", "M00013228010101", "M0001202500"] {
        peer.say(&request("01", "Z010000A"));
        assert!(peer.hear().ends_with('0'));
        peer.say("Chello");
        peer.say("B001W");
        assert_eq!(peer.hear(), "K1");
        peer.say(illegal);
        let answer = peer.hear();
        assert!(answer.starts_with('C') && answer.contains("is not legal"), "{answer}");
        assert_eq!(peer.hear(), "E00");
        peer.say("E00");
        assert!(talk.line().ends_with("Quirkat is Black"));
        assert!(talk.line().contains("ended without a result"));
    }
    // The engine moves first where it is White, and a peer may end the game for good.
    peer.say(&request("01", "W010000A"));
    assert!(peer.hear().ends_with('0'));
    assert!(peer.hear().starts_with("M0"));
    peer.say("E11");
    assert_eq!(peer.hear(), "E00");
    assert!(talk.line().ends_with("Quirkat is White"));
    assert!(talk.line().ends_with("won after 1 plies"));
    assert_eq!(peer.hear(), "", "the connection is closed");
}

pub fn a_damexchange_opponent_that_fails_loses() {
    let accept = format!("A{:32}0", "Peer");
    let answers: [(&[&str], &str); 5] = [
        (&["not a message"], "crash"),
        (&[&accept, "M0001999900"], "illegal_turn"),
        (&[&accept, "E00"], "crash"),
        (&[&accept, "E10"], "resignation"),
        (&[&accept], "crash"),
    ];
    for (answers, end) in answers {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let answers: Vec<_> = answers.iter().map(|&answer| answer.to_owned()).collect();
        thread::spawn(move || {
            while let Ok((stream, _)) = listener.accept() {
                let mut peer = Peer::new(stream);
                // A request is answered by all answers, then the connection is closed.
                if peer.hear().starts_with('R') {
                    answers.iter().for_each(|answer| peer.say(answer));
                    peer.0.shutdown(Shutdown::Write).unwrap();
                }
            }
        });
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games.pdn");
        let b = format!("dxp:{address}");
        let words = ["match", "international", "--a", "engine:1", "--b", &b, "--openings", "1", "--time", "10ms"];
        let output = quirkat(&[&words[..], &["--balance", "50", "--pdn", games.to_str().unwrap()]].concat());
        assert!(output.status.success(), "{output:?}");
        let record = std::fs::read_to_string(&games).unwrap();
        assert_eq!(record.matches(&format!("[Termination \"{end}\"]")).count(), 2, "{record}");
    }
}

pub fn damexchange_stays_on_this_machine_unless_it_is_allowed_to_leave() {
    let refused = |words: &[&str], code, why: &str| {
        let output = quirkat(words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(code) && error.contains(why), "{words:?}: {error}");
    };
    refused(&["engine", "--dxp", "0.0.0.0:0"], 2, "allowed with --remote");
    refused(&["engine", "--dxp", "port"], 2, "allowed: a port such as 27531");
    refused(&["engine", "--level", "3"], 2, "--dxp");
    let opponent = |address: &str| ["match", "international", "--b", address].map(str::to_owned);
    let refused_match = |address: &str, code, why: &str| {
        refused(&opponent(address).each_ref().map(String::as_str), code, why);
    };
    refused_match("dxp:192.0.2.1:27531", 1, "is on another machine");
    refused_match("dxp:localhost", 2, "allowed: dxp:HOST:PORT");
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    refused_match(&format!("dxp:{closed}"), 1, "cannot connect to");
    refused(&["match", "alquerque", "--b", &format!("dxp:{closed}")], 1, "it does not play alquerque:walker");
    let (_talk, address) = server(&[]);
    let nodes = ["match", "international", "--nodes", "9", "--b", &format!("dxp:{address}")];
    refused(&nodes, 1, "it speaks DamExchange, which has no limit of nodes");
}
