//! Tests the program in a real terminal, whose state it must restore.

use crate::harness::NO_PREFERENCES;
use nix::pty::{OpenptyResult, Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{LocalFlags, tcgetattr};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Escape codes that leave the alternate screen and the mouse mode.
const GIVEN_BACK: [&str; 2] = ["\x1b[?1049l", "\x1b[?1000l"];
/// Escape code that enters the alternate screen.
const TAKEN: &str = "\x1b[?1049h";

/// A terminal of 24 rows.
struct Terminal {
    keys: File,
    screen: OwnedFd,
    written: Arc<Mutex<String>>,
    child: Child,
    folder: TempDir,
}

impl Terminal {
    /// Starts a game between two people.
    fn start() -> Terminal {
        Terminal::with(&["play", "alquerque", "--black", "human", "--save", "game.pdn"])
    }

    fn with(arguments: &[&str]) -> Terminal {
        Terminal::within(tempfile::tempdir().unwrap(), arguments)
    }

    fn within(folder: TempDir, arguments: &[&str]) -> Terminal {
        Terminal::of(folder, arguments, &[], 80)
    }

    /// Starts a command with these variables in the environment, in a terminal of this width.
    fn of(folder: TempDir, arguments: &[&str], variables: &[(&str, &str)], columns: u16) -> Terminal {
        let (OpenptyResult { master, slave }, child) = at_terminal(arguments, folder.path(), variables, columns);
        let written: Arc<Mutex<String>> = Arc::default();
        let (screen_output, mut master) = (Arc::clone(&written), File::from(master));
        let keys = master.try_clone().unwrap();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = master.read(&mut bytes) {
                screen_output.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..length]));
            }
        });
        Terminal { keys, screen: slave, written, child, folder }
    }

    /// Types keys.
    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the saved game contains a text, and returns the record.
    fn saved(&self, sign: &str) -> String {
        let began = Instant::now();
        loop {
            let saved = std::fs::read_to_string(self.folder.path().join("game.pdn")).unwrap_or_default();
            if saved.contains(sign) {
                return saved;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "{sign} did not come: {saved:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id() as i32)
    }

    /// Waits until all texts have been written, and clears the output.
    fn until(&self, signs: &[&str]) {
        let began = Instant::now();
        loop {
            let mut written = self.written.lock().unwrap();
            if signs.iter().all(|sign| written.contains(sign)) {
                written.clear();
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "{signs:?} did not come: {written:?}");
            drop(written);
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Returns whether the terminal edits and echoes lines.
    fn is_plain(&self) -> bool {
        tcgetattr(&self.screen).unwrap().local_flags.contains(LocalFlags::ICANON | LocalFlags::ECHO)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts the program in a new terminal.
fn at_terminal(arguments: &[&str], folder: &Path, variables: &[(&str, &str)], columns: u16) -> (OpenptyResult, Child) {
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    let terminal = openpty(&size, None).unwrap();
    let stdio = || terminal.slave.try_clone().unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_quirkat"))
        .args(arguments)
        .current_dir(folder)
        .env("TERM", "xterm")
        .envs(NO_PREFERENCES)
        .envs(variables.iter().copied())
        // Signals to the program must not reach the test.
        .process_group(0)
        .stdin(stdio())
        .stdout(stdio())
        .stderr(stdio())
        .spawn()
        .unwrap();
    (terminal, child)
}

#[test]
fn a_new_game_is_written_from_answers() {
    let mut terminal = Terminal::with(&["new", "Our game"]);
    terminal.until(&["Language of the names", "[en]: "]);
    terminal.press("\n");
    terminal.until(&["Board, such as alq(6,6)", "[alq(5,5)]: "]);
    terminal.press("alq(5,6)\n");
    terminal.until(&["makes no board", "[alq(5,5)]: "]);
    terminal.press("alq(4,4)\n");
    terminal.until(&["Men of White and Black", "[7]: "]);
    terminal.press("9,9\n");
    terminal.until(&["each at least 1", "[7]: "]);
    terminal.press("4\n");
    terminal.until(&["[all]: "]);
    terminal.press("\n");
    terminal.until(&["optional, mandatory, huff", "[mandatory]: "]);
    terminal.press("optinal\n");
    terminal.until(&["similar: optional", "[mandatory]: "]);
    terminal.press("optional\n");
    terminal.until(&["[none]: "]);
    terminal.press("short\n");
    terminal.until(&["[all]: "]);
    terminal.press("\n");
    terminal.until(&["[loss]: "]);
    terminal.press("draw\n");
    terminal.until(&["Wrote our-game.toml"]);
    let file = std::fs::read_to_string(terminal.folder.path().join("our-game.toml")).unwrap();
    for line in [
        "board = \"alq(4,4)\"",
        "b b b b\n. . . .\n. . . .\nw w w w\n",
        "capture = { is = \"optional\", standing = \"ours\" }",
        "promotion = { is = \"short\", standing = \"ours\" }",
        "blocked = { is = \"draw\", standing = \"ours\" }",
        "[ranks.king]",
    ] {
        assert!(file.contains(line), "{line}: {file}");
    }
}

#[test]
fn a_new_game_that_is_given_up_leaves_no_file() {
    let mut terminal = Terminal::with(&["new", "Our game"]);
    terminal.until(&["Language of the names"]);
    terminal.press("\n");
    terminal.until(&["Board, "]);
    terminal.press("\u{4}");
    terminal.until(&["nothing was written"]);
    assert!(!terminal.folder.path().join("our-game.toml").exists());
}

#[test]
fn the_program_ends_with_its_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let (OpenptyResult { master, slave }, mut child) =
        at_terminal(&["play", "alquerque", "--black", "human"], folder.path(), &[], 80);
    let (mut master, mut written) = (File::from(master), String::new());
    while !written.contains("move.") {
        let mut bytes = [0; 4096];
        let length = master.read(&mut bytes).unwrap();
        written.push_str(&String::from_utf8_lossy(&bytes[..length]));
    }
    drop((master, slave));
    // The system sends this signal when a terminal closes.
    kill(Pid::from_raw(child.id() as i32), Signal::SIGHUP).unwrap();
    let began = Instant::now();
    let ended = loop {
        match child.try_wait().unwrap() {
            Some(status) => break Some(status),
            None if began.elapsed() > Duration::from_secs(20) => break None,
            None => std::thread::sleep(Duration::from_millis(50)),
        }
    };
    let _ = child.kill();
    assert_eq!(ended.and_then(|status| status.signal()), Some(Signal::SIGHUP as i32));
}

#[test]
fn ending_the_program_restores_the_terminal_and_saves_the_game() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP, Signal::SIGINT] {
        let mut terminal = Terminal::start();
        terminal.until(&[TAKEN, "move."]);
        assert!(!terminal.is_plain());
        terminal.press("b2-c3\r");
        terminal.until(&["Black"]);
        kill(terminal.pid(), signal).unwrap();
        terminal.until(&[GIVEN_BACK[0], GIVEN_BACK[1], "--resume game.pdn"]);
        assert_eq!(terminal.child.wait().unwrap().signal(), Some(signal as i32));
        assert!(terminal.is_plain(), "{signal}");
        let saved = std::fs::read_to_string(terminal.folder.path().join("game.pdn")).unwrap();
        assert!(saved.contains("1. b2-c3"), "{saved}");
    }
}

#[test]
fn ctrl_z_suspends_and_resumes_the_game() {
    let mut terminal = Terminal::start();
    terminal.until(&[TAKEN, "move."]);
    terminal.press("\x1a");
    let stopped = waitpid(terminal.pid(), Some(WaitPidFlag::WUNTRACED)).unwrap();
    assert_eq!(stopped, WaitStatus::Stopped(terminal.pid(), Signal::SIGTSTP));
    terminal.until(&GIVEN_BACK);
    assert!(terminal.is_plain());
    kill(terminal.pid(), Signal::SIGCONT).unwrap();
    terminal.until(&[TAKEN, "move."]);
    assert!(!terminal.is_plain());
    terminal.press("q\r");
    assert!(terminal.child.wait().unwrap().success());
    assert!(terminal.is_plain());
}

#[test]
fn a_word_is_never_a_series_of_keys() {
    let mut terminal = Terminal::start();
    terminal.until(&[TAKEN, "move."]);
    terminal.press("b2-c3\r");
    terminal.saved("1. b2-c3 ");
    terminal.press("huff\r");
    terminal.until(&["nothing"]);
    // Letters of the word would take the move back and flip the board.
    assert!(terminal.saved("").contains("1. b2-c3 "));
    terminal.press("undo\r");
    terminal.saved("\n\n*");
    terminal.press("redo\r");
    terminal.saved("1. b2-c3 ");
    terminal.press("q\r");
    assert!(terminal.child.wait().unwrap().success());
}

#[test]
fn text_is_wrapped_at_the_terminals_width_between_words() {
    for (arguments, columns) in [
        (&["best", "alquerque", "--nodes", "20000", "--lines", "2"][..], 60),
        (&["best", "alquerque", "--nodes", "20000"], 50),
        (&["rules", "fanorona"], 60),
        (&["rules", "fanorona", "--lang", "fr"], 120),
        (&["family"], 50),
    ] {
        let whole = crate::harness::out(arguments);
        let mut terminal = Terminal::of(tempfile::tempdir().unwrap(), arguments, &[], columns);
        assert!(terminal.child.wait().unwrap().success());
        std::thread::sleep(Duration::from_millis(200));
        let written = terminal.written.lock().unwrap().clone();
        // Progress is written over.
        let shown = written.rsplit("\x1b[K").next().unwrap().replace('\r', "");
        // Addresses are not broken.
        let of_words = shown.lines().filter(|line| line.trim().contains(' '));
        let widest = of_words.map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= columns.into() && widest > usize::from(columns) / 2, "{widest} of {columns}: {shown}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<std::collections::BTreeSet<_>>();
        let (whole, shown_words) = (words(&whole), words(&shown));
        let strange: Vec<_> =
            shown_words.difference(&whole).filter(|word| word.chars().all(char::is_alphabetic)).collect();
        assert!(strange.is_empty(), "{strange:?} in {shown}");
        if arguments[0] == "best" {
            let moves = shown.lines().skip(2).flat_map(str::split_whitespace).filter(|word| word.contains(['-', 'x']));
            assert!(moves.clone().count() > 2, "{shown}");
            for turn in moves.filter(|word| !word.starts_with(['-', '+'])) {
                let is_whole = turn.split(['-', 'x']).all(|point| point.len() == 2);
                assert!(is_whole, "{turn} in {shown}");
            }
        }
    }
}

#[test]
fn large_work_is_begun_only_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::within(folder, &["solve", "alquerque", "--dir", "tables"]);
    terminal.until(&["of memory", "of disk", "Begin? y / n"]);
    terminal.press("n\r");
    assert!(!terminal.child.wait().unwrap().success());
    terminal.until(&["not begun"]);
    assert!(!terminal.folder.path().join("tables").exists());
}

#[test]
fn a_lesson_is_a_screen() {
    let mut terminal = Terminal::with(&["learn", "kharbaga"]);
    terminal.until(&[TAKEN, "1 of ", "choose"]);
    assert!(!terminal.is_plain());
    terminal.press("skip\r");
    terminal.until(&["2"]);
    terminal.press("q\r");
    terminal.until(&[GIVEN_BACK[0], GIVEN_BACK[1], "0 of ", "quirkat play kharbaga"]);
    assert!(terminal.child.wait().unwrap().success());
    assert!(terminal.is_plain());
}

#[test]
fn the_locale_chooses_language_and_characters_of_the_screen() {
    let game = ["play", "konane", "--black", "human", "--save", "game.pdn"];
    let start = |variables: &[(&str, &str)]| Terminal::of(tempfile::tempdir().unwrap(), &game, variables, 80);
    let mut terminal = start(&[("LC_ALL", "fr_FR.UTF-8")]);
    terminal.until(&[TAKEN, "choisir"]);
    terminal.press("q\r");
    assert!(terminal.child.wait().unwrap().success());
    let terminal = start(&[("LC_ALL", "C")]);
    let began = Instant::now();
    while !terminal.written.lock().unwrap().contains("quit") {
        assert!(began.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
    let written = terminal.written.lock().unwrap().clone();
    assert!(written.is_ascii() && written.contains("Konane"), "{written:?}");
}

#[test]
fn a_clock_runs_while_a_person_thinks_and_ends_the_game() {
    let game = ["play", "alquerque", "--black", "human", "--save", "game.pdn", "--clock", "0.1"];
    let mut terminal = Terminal::with(&game);
    terminal.until(&[TAKEN, "0:06.0", "move."]);
    terminal.press("b2-c3\r");
    terminal.saved("1. b2-c3 ");
    terminal.press("d4xb2\r");
    let record = terminal.saved("d4xb2 ");
    assert!(record.contains("[TimeControl \"6+0\"]") && record.contains("b2-c3 {[%clk 0:00:06]}"), "{record}");
    let lost = terminal.saved("[Termination \"time\"]");
    assert!(lost.contains("[Result \"0-1\"]"), "{lost}");
    terminal.press("q\r");
    terminal.until(&["White ran out of time. Black wins."]);
}

#[test]
fn time_away_from_the_program_is_not_charged() {
    let mut terminal =
        Terminal::with(&["play", "alquerque", "--black", "human", "--save", "game.pdn", "--clock", "5+3"]);
    terminal.until(&[TAKEN, "5:00", "move."]);
    terminal.press("b2-c3\r");
    terminal.saved("1. b2-c3 ");
    terminal.press("d4xb2\r");
    terminal.saved("d4xb2 ");
    std::thread::sleep(Duration::from_millis(1_500));
    terminal.press("q\r");
    assert!(terminal.child.wait().unwrap().success());
    let left = terminal.saved("[WhiteClock \"0:04:5");
    assert!(left.contains("[BlackClock \"0:05:00\"]"), "{left}");
    std::thread::sleep(Duration::from_secs(3));
    let folder = std::mem::replace(&mut terminal.folder, tempfile::tempdir().unwrap());
    let terminal = Terminal::within(folder, &["play", "game.pdn"]);
    let (_, shown) = left.split_once("[WhiteClock \"0:0").unwrap();
    terminal.until(&[TAKEN, &shown[..4], "5:00"]);
}

#[test]
fn progress_shows_share_and_remaining_time() {
    let contest = ["match", "alquerque", "--a", "random", "--b", "random", "--openings", "100000"];
    for (arguments, things) in
        [(&contest[..], "games of alquerque"), (&["perft", "international", "14"], "parts"), (&["speed"], "games")]
    {
        let terminal = Terminal::with(arguments);
        terminal.until(&[" of ", things, " left"]);
    }
}
