//! Compares screens with stored ones that were reviewed, and plays games with keys and clicks. `UPDATE_SCREENS=1 cargo
//! test -p quirkat` rewrites the stored screens; review the difference before you commit it.

mod lesson;

use super::*;
use crate::play::record::Record;
use crate::play::{PlayOptions, Player};
use quirkat_draw::terminal::fit;
use quirkat_draw::{Mark, Scene};
use quirkat_rules::{
    AnyRules, Board, GameFile, Language, Piece, Point, Rank, Ruleset, Setup, Side, construct, find_game, read_fen,
};
use quirkat_search::{Level, Limits};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use std::path::Path;
use tempfile::TempDir;

const PEOPLE: [Player; 2] = [Player::Human, Player::Human];

fn alquerque(variant: &str) -> Ruleset {
    find_game("alquerque").unwrap().ruleset(Some(variant), &[]).unwrap()
}

fn session(ruleset: Ruleset, fen: Option<&str>, players: [Player; 2]) -> (TempDir, Session) {
    session_in(Language::En, ruleset, fen, players)
}

fn session_in(language: Language, ruleset: Ruleset, fen: Option<&str>, players: [Player; 2]) -> (TempDir, Session) {
    session_with(ruleset, fen, players, |options| options.language = language)
}

fn session_with(
    ruleset: Ruleset,
    fen: Option<&str>,
    players: [Player; 2],
    change: impl FnOnce(&mut PlayOptions),
) -> (TempDir, Session) {
    let folder = tempfile::tempdir().unwrap();
    let setup = fen.map(|fen| read_fen(&ruleset, fen).unwrap());
    let mut options = PlayOptions {
        game: AnyRules::compile(ruleset).unwrap().game(setup.as_ref()).unwrap(),
        saved: None,
        clock: None,
        players,
        outside: [None, None],
        library: None,
        record: Record::new(folder.path().join("game.pdn"), vec![]),
        limits: Limits { depth: Some(3), ..Limits::default() },
        seed: 7,
        look: CharacterSet::Unicode,
        language: Language::En,
        colour: false,
    };
    change(&mut options);
    (folder, Session::new(options))
}

/// An app and a test screen.
struct Stage<'s> {
    app: App<'s>,
    terminal: Terminal<TestBackend>,
    now: Instant,
}

impl<'s> Stage<'s> {
    fn new(session: &'s mut Session, colours: bool) -> Stage<'s> {
        Stage::sized(session, colours, CharacterSet::Unicode, (80, 24))
    }

    fn sized(session: &'s mut Session, colours: bool, look: CharacterSet, (width, height): (u16, u16)) -> Stage<'s> {
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut stage = Stage { app: App::new(session, look, Theme { colours }), terminal, now: Instant::now() };
        stage.draw();
        stage
    }

    /// Presses keys: letters, and names in angle brackets.
    fn press(&mut self, keys: &str) {
        for word in keys.split_inclusive('>') {
            let (letters, name) = match word.split_once('<') {
                Some((letters, name)) => (letters, Some(name.trim_end_matches('>'))),
                None => (word, None),
            };
            let named = name.map(|name| match name {
                "up" => KeyCode::Up,
                "down" => KeyCode::Down,
                "left" => KeyCode::Left,
                "right" => KeyCode::Right,
                "enter" => KeyCode::Enter,
                "tab" => KeyCode::Tab,
                "esc" => KeyCode::Esc,
                "back" => KeyCode::Backspace,
                "help" => KeyCode::F(1),
                other => panic!("there is no key <{other}>"),
            });
            for code in letters.chars().map(KeyCode::Char).chain(named) {
                self.app.on_event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
            }
        }
        self.draw();
    }

    fn click(&mut self, name: &str) {
        let (column, row) = self.find(name);
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.app.on_event(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        self.draw();
    }

    /// Returns the screen coordinates of a point, on boards with names at the edges.
    fn find(&self, name: &str) -> (u16, u16) {
        let screen = self.screen();
        let rows: Vec<_> = screen.lines().collect();
        let (letter, number) = name.split_at(1);
        let row = rows.iter().position(|row| row.trim_start().starts_with(&format!("{number} "))).unwrap();
        let letters = rows.iter().find(|row| row.contains("       c       ")).unwrap();
        let column = letters.chars().position(|sign| letter.starts_with(sign)).unwrap();
        (column as u16, row as u16)
    }

    fn draw(&mut self) {
        self.terminal.draw(|frame| view::draw(&mut self.app, frame)).unwrap();
    }

    /// Waits for the engine's move and its animation.
    fn wait(&mut self) {
        for _ in 0..1000 {
            self.now += Duration::from_millis(200);
            self.app.tick(self.now);
            if !self.app.is_lively() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        self.draw();
    }

    fn screen(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let row = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..buffer.area.height).map(|y| format!("{}\n", row(y).trim_end())).collect()
    }

    fn check(&self, name: &str) {
        check_screen(name, &self.screen());
    }
}

/// Compares a screen with the stored one of this name.
fn check_screen(name: &str, drawn: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(name).with_extension("txt");
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        std::fs::write(&file, drawn).unwrap();
    }
    let golden = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(golden == drawn, "{name} has changed from\n{golden}\nto\n{drawn}");
}

#[test]
fn the_start_and_a_selected_piece() {
    let engine = Player::Engine(Level::new(5).unwrap());
    let (_folder, mut session) = session(alquerque("walker"), None, [Player::Human, engine]);
    let mut stage = Stage::new(&mut session, false);
    stage.check("start");
    stage.press("<down><left><enter>");
    stage.check("selected");
    stage.press("<esc><up><up><enter>");
    assert!(stage.screen().contains("the piece on b4 is Black's"), "{}", stage.screen());
}

#[test]
fn the_readme_shows_the_screen_as_it_is() {
    let engine = Player::Engine(Level::new(5).unwrap());
    let configure = |options: &mut PlayOptions| {
        for turn in ["d2-c3", "b4xd2"] {
            let turn = quirkat_rules::read_turn(&*options.game, turn).unwrap();
            options.game.play(&turn).unwrap();
        }
    };
    let (_folder, mut session) = session_with(alquerque("walker"), None, [Player::Human, engine], configure);
    let screen = Stage::new(&mut session, true).screen();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = std::fs::read_to_string(&file).unwrap();
    let (before, rest) = readme.split_once("```text\n").unwrap();
    let (picture, after) = rest.split_once("```\n").unwrap();
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        std::fs::write(&file, format!("{before}```text\n{screen}```\n{after}")).unwrap();
    } else {
        assert!(picture == screen, "README.md shows\n{picture}\nand the screen is\n{screen}");
    }
}

#[test]
fn a_chain_hop_by_hop_and_the_end() {
    let fen = "W:Wa1,e1,e2:Bb2,d4,d5,b4";
    let (_folder, mut session) = session(alquerque("article"), Some(fen), PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    stage.press("<tab><enter>");
    stage.press("<tab><tab><tab><enter>");
    stage.check("chain");
    stage.press("<back>");
    assert!(stage.screen().contains("Your move so far: a1"), "{}", stage.screen());
    stage.press("<tab><tab><tab><enter><enter>");
    assert!(stage.screen().contains("1. a1xc3"), "it may stop there\n{}", stage.screen());
    stage.press("r<enter>y<enter>");
    stage.check("end");
    stage.press("u<enter>");
    assert!(stage.screen().contains("White to move."), "{}", stage.screen());
}

#[test]
fn a_huff_is_marked_and_begins_the_move() {
    let fen = "W:Wa1,e1:Bc5,e5,d4:huff=c5";
    let (_folder, mut session) = session(alquerque("smith_bell"), Some(fen), PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    stage.press("<up><up><enter>");
    stage.check("huff");
    stage.press("<tab><enter><tab><enter>");
    assert!(stage.screen().contains("huff c5, a1-"), "{}", stage.screen());
}

#[test]
fn a_huff_without_a_move_asks_for_the_move() {
    let fen = "W:Wa1,e1:Bc5,e5,d4:huff=c5";
    let (_folder, mut session) = session(alquerque("smith_bell"), Some(fen), PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    stage.press("huff c5<enter>");
    let screen = stage.screen();
    assert!(screen.contains("Your move so far: huff c5") && screen.contains("Now choose the piece that"), "{screen}");
    stage.press("a2<enter>");
    assert!(stage.screen().contains("huff c5, a1-a2"), "{}", stage.screen());
    assert_eq!(stage.app.session().turns().len(), 1);
}

#[test]
fn a_word_is_never_a_series_of_keys() {
    let (_folder, mut session) = session(alquerque("walker"), None, PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    stage.press("b2-c3<enter>");
    let before = stage.screen();
    for word in ["huff", "flip", "value", "claim", "next", "rook", "quirkat", "moves", "Undo"] {
        stage.press(word);
        assert!(stage.screen().contains(&format!("Move or command: {word}")), "{}", stage.screen());
        assert_eq!(stage.app.session().turns().len(), 1, "{word}");
        stage.press("<esc>");
        assert_eq!(stage.screen(), before, "{word}");
    }
    stage.press("huff<enter>");
    assert!(stage.screen().contains("huff: there is nothing to huff"), "{}", stage.screen());
    // The same on pages and before questions.
    stage.press("<help>huff<esc>");
    assert!(stage.screen().contains("Black to move."), "{}", stage.screen());
    stage.press("resign<enter>undo<enter>");
    let screen = stage.screen();
    assert!(screen.contains("answer with y or n") && screen.contains("Black: resign?"), "{screen}");
    stage.press("no<enter>draw<enter>yes<enter>yonder<enter>");
    assert!(stage.screen().contains("White: accept?"), "{}", stage.screen());
    stage.press("no<enter>");
    assert!(stage.screen().contains("Black to move."), "{}", stage.screen());
    assert_eq!(stage.app.session().turns().len(), 1);
}

#[test]
fn moves_taken_back_can_be_played_again() {
    let engine = Player::Engine(Level::new(5).unwrap());
    let (_folder, mut session) = session(alquerque("walker"), None, [Player::Human, engine]);
    let mut stage = Stage::new(&mut session, false);
    let texts = |stage: &Stage<'_>| stage.app.session().texts().to_vec();
    stage.press("redo<enter>");
    assert!(stage.screen().contains("there is no move to play again"), "{}", stage.screen());
    stage.press("b2-c3<enter>");
    stage.wait();
    let turn = stage.app.session().game().turns().unwrap()[0].text(&stage.app.session().game().ruleset().board);
    stage.press(&format!("{turn}<enter>"));
    stage.wait();
    let played = texts(&stage);
    assert_eq!(played.len(), 4);
    stage.press("u<enter>undo<enter>");
    assert_eq!(texts(&stage).len(), 0);
    stage.press("y<enter>");
    assert_eq!(texts(&stage), played[..2]);
    stage.press("redo<enter>");
    assert_eq!(texts(&stage), played);
    stage.press("u<enter>");
    let other = stage.app.session().game().turns().unwrap().pop().unwrap();
    stage.press(&format!("{}<enter>y<enter>", other.text(&stage.app.session().game().ruleset().board)));
    assert!(stage.screen().contains("there is no move to play again"), "{}", stage.screen());
}

#[test]
fn questions_lines_and_help() {
    let (_folder, mut session) = session(alquerque("walker"), None, PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    stage.press("d<enter>");
    assert!(stage.screen().contains("White: offer a draw? y / n"), "{}", stage.screen());
    stage.press("y<enter>");
    stage.check("offer");
    stage.press("n<enter>:b2");
    stage.check("typing");
    stage.press("-b3<enter>");
    assert!(stage.screen().contains("b2-b3: b3 is occupied"), "{}", stage.screen());
    stage.press(":b2-c3<enter>");
    assert!(stage.screen().contains("You must capture: d4xb2"), "{}", stage.screen());
    stage.press("<help>");
    stage.check("help");
    stage.press("<down><esc>");
    assert!(stage.screen().contains("Black to move."), "{}", stage.screen());
    stage.press("r<enter>");
    assert!(stage.screen().contains("y resign"), "{}", stage.screen());
    stage.press("n<enter>q<enter>");
    assert!(stage.app.has_quit());
}

#[test]
fn earlier_positions_are_shown_and_cannot_be_changed() {
    let (_folder, mut session) = session(alquerque("walker"), None, PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    stage.press(":d2-c3<enter>:b4xd2<enter>");
    assert!(stage.screen().contains("Black: man on b4 to d2, takes c3."), "{}", stage.screen());
    let present = stage.screen();
    stage.press(",");
    let screen = stage.screen();
    // Rows are wrapped, so texts are compared without line breaks.
    let has_line = |screen: &str, words: &str| {
        let plain: Vec<_> =
            screen.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        plain.join(" ").contains(words)
    };
    assert!(has_line(&screen, "After move 1 of 2") && screen.contains("< earlier"), "{screen}");
    stage.press(",");
    assert!(has_line(&stage.screen(), "Before the first of 2 moves"), "{}", stage.screen());
    stage.press(",.");
    assert!(has_line(&stage.screen(), "After move 1 of 2"), "{}", stage.screen());
    // A board key returns to the present position and does nothing else.
    stage.press("<enter>");
    assert_eq!(stage.screen(), present);
    stage.press(",.");
    assert_eq!(stage.screen(), present);
    stage.press(",:e1xc3<enter>");
    assert!(stage.screen().contains("2. e1xc3") && stage.screen().contains("Black to move."), "{}", stage.screen());
}

#[test]
fn the_evaluation_is_shown_when_switched_on() {
    let (_folder, mut session) = session(alquerque("walker"), Some("W:Wa1,e1:Bb2,d4"), PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    stage.wait();
    assert!(!stage.screen().contains("For White"), "{}", stage.screen());
    stage.press("v<enter>");
    stage.wait();
    assert!(stage.screen().contains("For White: wins in 1 move."), "{}", stage.screen());
    // A hint arrives when asked for, and a move does not wait for it.
    stage.press("t<enter>");
    stage.wait();
    assert!(stage.screen().contains("Hint: a1xc3xe5"), "{}", stage.screen());
    stage.press("v<enter>");
    assert!(!stage.screen().contains("For White"), "{}", stage.screen());
}

#[test]
fn what_is_proved_is_stated_beside_the_estimate() {
    let (_folder, mut session) = session(alquerque("walker"), None, PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    let words = |stage: &Stage<'_>| {
        let screen = stage.screen();
        let right = screen.lines().map(|row| row.chars().skip(40).collect::<String>());
        right
            .flat_map(|row| row.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
            .collect::<Vec<_>>()
            .join(" ")
    };
    stage.press("value<enter>");
    stage.wait();
    let text = words(&stage);
    assert!(
        text.contains("For White: score ") && text.contains("Proved: White wins. Perfect play: c2-c3 wins,"),
        "{text}"
    );
    stage.press("c2-c3<enter>");
    stage.wait();
    assert!(words(&stage).contains("Proved: White wins."), "{}", stage.screen());
    stage.press("undo<enter>hint<enter>");
    stage.wait();
    assert!(words(&stage).contains("c2-c3 wins"), "{}", stage.screen());
}

#[test]
fn a_refused_move_names_its_rule() {
    let (_folder, mut session) = session(alquerque("walker"), Some("W:Wa1,e1:Bb2"), PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    for keys in ["<right><right><down><down><enter>", ":e1-e2<enter>"] {
        stage.press(keys);
        stage.press("m<enter>");
        let screen = stage.screen();
        assert!(
            screen.contains("A player who can capture must capture.") && screen.contains("[Walker, rule 6]"),
            "{screen}"
        );
        stage.press("<esc>");
    }
}

#[test]
fn moves_of_every_game_can_be_typed() {
    for game in quirkat_rules::games() {
        let (_folder, mut session) = session(game.ruleset(None, &[]).unwrap(), None, PEOPLE);
        let mut stage = Stage::new(&mut session, false);
        for _ in 0..4 {
            stage.wait();
            let game = stage.app.session().game();
            let played = game.history().len();
            let turn = game.turns().unwrap().last().unwrap().text(&game.ruleset().board);
            stage.press(&format!("{turn}<enter>"));
            let game = stage.app.session().game();
            let last = game.history().get(played).map(|turn| turn.text(&game.ruleset().board));
            assert_eq!((last.as_deref(), game.outcome()), (Some(&*turn), None), "{}", stage.screen());
        }
    }
}

#[test]
fn keys_that_end_the_game_or_offer_something_ask_first() {
    let engine = Player::Engine(Level::new(5).unwrap());
    let setup = "W:Wa1,b1,c1,d1,e1:Bd5,e5";
    let (_folder, mut session) = session(alquerque("article"), Some(setup), [Player::Human, engine]);
    let mut stage = Stage::new(&mut session, false);
    for (keys, asks) in [
        ("d<enter>", "White: offer a draw? y / n"),
        ("c<enter>", "White: offer to count the"),
        ("r<enter>", "White: resign? y / n"),
    ] {
        stage.press(keys);
        assert!(stage.screen().contains(asks), "{}", stage.screen());
        stage.press("n<enter>");
        assert!(stage.screen().contains("White to move."), "{}", stage.screen());
    }
    stage.press("d");
    assert!(stage.screen().contains("Move or command: d   Enter offer a draw"), "{}", stage.screen());
    stage.press("<enter>y<enter>");
    stage.wait();
    assert!(
        stage.screen().contains("Black declines the draw."),
        "the engine declines a draw at the start\n{}",
        stage.screen()
    );
}

#[test]
fn a_hint_search_shows_its_progress_and_can_be_stopped() {
    let minutes = |options: &mut PlayOptions| {
        options.limits = Limits { time: Some(Duration::from_secs(600)), ..Limits::default() };
    };
    let (_folder, mut session) = session_with(alquerque("article"), None, PEOPLE, minutes);
    let mut stage = Stage::new(&mut session, false);
    stage.press("t<enter>");
    for _ in 0..1000 {
        std::thread::sleep(Duration::from_millis(5));
        stage.app.tick(stage.now);
        stage.draw();
        if stage.screen().contains("So far") {
            break;
        }
    }
    let screen = stage.screen();
    assert!(screen.contains("s of 600 s.") && screen.contains("depth ") && screen.contains(". Esc:"), "{screen}");
    stage.press("<esc>");
    stage.wait();
    assert!(stage.screen().contains("Hint: "), "{}", stage.screen());
}

#[test]
fn pieces_in_hand_or_given_up_do_not_count_as_captured() {
    let start = |game: &str| find_game(game).unwrap().ruleset(None, &[]).unwrap();
    for (game, turns) in [("bagh-chal", 1), ("queah", 2), ("konane", 2)] {
        let (_folder, mut session) = session(start(game), None, PEOPLE);
        let mut stage = Stage::new(&mut session, false);
        for _ in 0..turns {
            let game = stage.app.session().game();
            let turn = game.turns().unwrap()[0].text(&game.ruleset().board);
            stage.press(&format!("{turn}<enter>"));
        }
        assert_eq!(stage.screen().matches("took 0").count(), 2, "{}", stage.screen());
    }
    let (_folder, mut session) = session(start("bagh-chal"), Some("B:Wb1:Ba1:hand=19,0"), PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    stage.press("a1xc1<enter>");
    assert!(stage.screen().contains("took 1") && stage.screen().contains("took 0"), "{}", stage.screen());
}

#[test]
fn a_throw_states_the_moves_that_it_allows_and_has_no_number() {
    let dice = find_game("alquerque-de-nueve").unwrap().ruleset(Some("dados"), &[]).unwrap();
    // The dice follow from the seed. This finds a seed that allows three men.
    let allows_three = |seed: &u64| {
        let (_folder, mut session) = session_with(dice.clone(), None, PEOPLE, |options| options.seed = *seed);
        session.wait();
        session.game().turns().unwrap().iter().any(|turn| turn.drops.len() == 3)
    };
    let seed = (0..500).find(allows_three).unwrap();
    let (_folder, mut session) = session_with(dice, None, PEOPLE, |options| options.seed = seed);
    let mut stage = Stage::new(&mut session, false);
    stage.wait();
    assert!(stage.screen().contains("The dice show"), "{}", stage.screen());
    assert!(stage.screen().contains("three men"), "{}", stage.screen());
    stage.press("<tab><enter><enter>");
    assert!(stage.screen().contains("The throw allows more men."), "{}", stage.screen());
    stage.press("n<enter>");
    assert_eq!(stage.app.session().turns().len(), 1, "{}", stage.screen());
    stage.press("<enter>y<enter>");
    stage.wait();
    let screen = stage.screen();
    let is_whole = |row: &str| row.contains(" 1. roll ") && row.contains(", ");
    assert!(screen.lines().any(is_whole) && !screen.contains(" 3. "), "{screen}");
    assert_eq!(stage.app.session().turns().len(), 3, "{screen}");
}

#[test]
fn claimable_captures_are_not_called_compulsory() {
    let buruj = find_game("buruj").unwrap().ruleset(Some("protest"), &[]).unwrap();
    let (_folder, mut session) = session(buruj, Some("W:Wa1,e1:Bb2,e5"), PEOPLE);
    let stage = Stage::new(&mut session, false);
    assert!(stage.screen().contains("opponent may claim"), "{}", stage.screen());
    assert!(!stage.screen().contains("compulsory"), "{}", stage.screen());
}

#[test]
fn leaving_an_unsaved_game_asks_first() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let no_folder = |options: &mut PlayOptions| options.record = Record::new(file.path().join("game.pdn"), vec![]);
    let (_folder, mut session) = session_with(alquerque("walker"), None, PEOPLE, no_folder);
    let mut stage = Stage::new(&mut session, false);
    stage.press("b2-c3<enter>q<enter>");
    assert!(stage.screen().contains("could not be saved. Quit") && !stage.app.has_quit(), "{}", stage.screen());
    stage.press("n<enter>q<enter>y<enter>");
    assert!(stage.app.has_quit());
}

#[test]
fn screens_are_translated() {
    let fen = "W:Wa1,e1:Bc5,e5,d4:huff=c5";
    let (_folder, mut session) = session_in(Language::Fr, alquerque("smith_bell"), Some(fen), PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    stage.press("<up><up><enter>");
    stage.check("huff-fr");
    stage.press("d<enter>o<enter>oui<enter>");
    assert!(stage.screen().contains("Les Noirs acceptent la nulle."), "{}", stage.screen());
    let dice = find_game("alquerque-de-nueve").unwrap().ruleset(None, &[]).unwrap();
    let (_folder, mut session) = session_in(Language::Es, dice, None, PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    stage.check("placing-es");
    stage.press("<help>");
    stage.check("help-es");
}

#[test]
fn a_whole_game_against_the_engine_with_two_keys() {
    let engine = Player::Engine(Level::new(1).unwrap());
    let (_folder, mut session) = session(alquerque("walker"), None, [Player::Human, engine]);
    let mut stage = Stage::new(&mut session, true);
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..2000 {
        stage.wait();
        if stage.app.session().outcome().is_some() {
            break;
        }
        (0..rng.usize(0..4)).for_each(|_| stage.press("<tab>"));
        stage.press("<enter>");
    }
    assert!(stage.app.session().outcome().is_some(), "{}", stage.screen());
    assert!(stage.screen().contains("new game"), "{}", stage.screen());
    stage.press("n<enter>");
    assert_eq!(stage.app.session().turns().len(), 0);
}

#[test]
fn a_hint_is_shown_on_the_board() {
    let (_folder, mut session) = session(alquerque("walker"), Some("W:Wa1,e1,e2:Bb2,d4"), PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    stage.press("t<enter>");
    stage.wait();
    stage.check("hint");
}

#[test]
fn clicks_and_keys_have_the_same_effects() {
    let (_folder, mut session) = session(alquerque("walker"), None, PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    stage.click("b2");
    stage.click("c3");
    assert_eq!(stage.app.session().turns().len(), 1);
    stage.press("f<enter>");
    stage.click("d4");
    stage.click("b2");
    assert_eq!(stage.app.session().turns().len(), 2);
    stage.check("flipped");
}

#[test]
fn a_screen_without_colours_uses_no_colour() {
    let (_folder, mut session) = session(alquerque("walker"), None, PEOPLE);
    for colours in [false, true] {
        let mut stage = Stage::new(&mut session, colours);
        stage.press("<down><left><enter>");
        let content = &stage.terminal.backend().buffer().content;
        let coloured = content.iter().any(|cell| (cell.fg, cell.bg) != (Color::Reset, Color::Reset));
        assert_eq!(coloured, colours);
        assert!(content.iter().any(|cell| cell.modifier.contains(Modifier::BOLD)));
    }
}

#[test]
fn every_window_is_filled_or_states_the_needed_size() {
    let (_folder, mut session) = session(alquerque("walker"), None, PEOPLE);
    Stage::sized(&mut session, false, CharacterSet::Ascii, (100, 30)).check("large-ascii");
    Stage::sized(&mut session, false, CharacterSet::Unicode, (44, 30)).check("upright");
    Stage::sized(&mut session, false, CharacterSet::Unicode, (40, 12)).check("too-small");
    for (width, height) in [(1, 1), (0, 0), (2, 60), (200, 2), (17, 9), (300, 100)] {
        Stage::sized(&mut session, true, CharacterSet::Unicode, (width, height)).press("<tab><help><down>");
    }
}

#[test]
fn a_strip_has_its_panel_below() {
    let zuni = "\
        id = 'strip'\nversion = 1\ndefault = 'plain'\nboard = 'serpent(8,outer)'\n\
        setup = '''\nb b b b b b b b\nb b b b . w w w w\nw w w w w w w w\n'''\n\
        [name]\nen = 'Strip'\nes = 'Tira'\n[sides.first]\ncolour = 'white'\nen = 'White'\nes = 'Blancas'\n\
        [sides.second]\ncolour = 'black'\nen = 'Black'\nes = 'Negras'\n\
        [ranks.man]\nen = ['man', 'men']\nes = ['el peón', 'los peones']\n\
        [ranks.king]\nen = ['king', 'kings']\nes = ['la dama', 'las damas']\n\
        [variants.plain]\n[variants.plain.name]\nen = 'plain'\nes = 'sin más'\n";
    let file = GameFile::parse("strip.toml", zuni, &|name| Err(name.to_owned().into()))
        .unwrap_or_else(|faults| panic!("{faults}"));
    let (_folder, mut session) = session(file.ruleset(None, &[]).unwrap(), None, PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    stage.press("<tab><enter>");
    stage.check("strip");
}

/// Returns a game on a board of this constructor, with men and some kings at both ends.
fn game_on(call: &str, are_numbered: bool) -> Ruleset {
    let plain = construct(call).unwrap();
    let order: Vec<Point> = plain.rows().concat();
    let name = |point: Point| match are_numbered {
        true => (order.iter().position(|&other| other == point).unwrap() + 1).to_string(),
        false => plain.name(point).to_owned(),
    };
    let points = order.iter().map(|&point| (name(point), plain.place(point))).collect();
    let lines: Vec<Vec<_>> = plain.lines().iter().map(|line| line.iter().map(|&point| name(point)).collect()).collect();
    let board = Board::new(points, &lines).unwrap();
    let mut start = Setup::empty(&board);
    for point in board.points().filter(|point| point.index() % 3 != 1) {
        let piece = |side| Piece { side, rank: if point.index() % 8 == 2 { Rank::King } else { Rank::Man } };
        match point.index() * 5 / board.len() {
            0 | 1 => start.columns[point.index()].push(piece(Side::Second)),
            3 | 4 => start.columns[point.index()].push(piece(Side::First)),
            _ => {}
        }
    }
    Ruleset { board: board.into(), start, ..alquerque("arabic") }
}

#[test]
fn every_board_of_the_family_fits_80_by_24() {
    for (name, call, are_numbered) in [
        ("lasca", "lasca7()", false),
        ("bashni", "checker(8,8,left)", false),
        ("damas", "checker(8,8,right)", true),
        ("international", "checker(10,10,left)", true),
        ("international-letters", "checker(10,10,left)", false),
        ("dama", "grid(8,8)", false),
        ("zamma", "alq(9,9)", false),
        ("fanorona", "alq(9,5)", false),
        ("kharbaga", "cross(5,5)", false),
        ("sixteen-soldiers", "tri(2)", false),
        ("peralikatuma", "tri(4)", false),
        ("strip-4", "serpent(4,inner)", false),
        ("strip-16", "serpent(16,outer)", false),
    ] {
        let (_folder, mut session) = session(game_on(call, are_numbered), None, PEOPLE);
        let mut stage = Stage::new(&mut session, false);
        stage.press("<tab><enter>");
        stage.check(&format!("board-{name}"));
        assert!(!stage.screen().contains("needs a window"), "{call}");
        for (colours, look) in
            [(true, CharacterSet::Unicode), (true, CharacterSet::Ascii), (false, CharacterSet::Ascii)]
        {
            let screen = Stage::sized(&mut session, colours, look, (80, 24)).screen();
            assert!(screen.contains("White to move"), "{call}\n{screen}");
            assert!(look == CharacterSet::Unicode || screen.is_ascii(), "{call}\n{screen}");
        }
    }
}

#[test]
fn moves_can_be_typed_where_the_board_does_not_fit() {
    let (_folder, mut session) = session(game_on("alq(21,21)", false), None, PEOPLE);
    let mut stage = Stage::new(&mut session, false);
    stage.press(":zz<enter>");
    stage.check("no-room");
    let screen = stage.screen();
    assert!(screen.contains("needs a window of") && screen.contains("White to move"), "{screen}");
    let turn = stage.app.session().game().turns().unwrap()[0].text(&stage.app.session().game().ruleset().board);
    stage.press(&format!(":{turn}<enter>"));
    assert!(stage.screen().contains(&format!("1. {turn}")), "{}", stage.screen());
}

#[test]
fn messages_are_never_cut() {
    let (_folder, mut session) = session(game_on("alq(9,9)", false), None, PEOPLE);
    let mut stage = Stage::sized(&mut session, false, CharacterSet::Unicode, (72, 20));
    stage.press(":moves<enter>");
    assert!(stage.screen().contains("m: more"), "{}", stage.screen());
    stage.press("m<enter>");
    stage.check("more");
    let turns = stage.app.session().game().turns().unwrap();
    let board = &stage.app.session().game().ruleset().board;
    assert!(turns.iter().all(|turn| stage.screen().contains(&turn.text(board))), "{}", stage.screen());
    stage.press("<esc>");
    assert!(stage.screen().contains("m: more"), "the message is still there");
}

#[test]
fn long_moves_get_their_own_lines() {
    let fen = "W:Wa1,i1:Bb2,d4,f6,h8,a9";
    let (_folder, mut session) = session(game_on("alq(9,9)", false), Some(fen), PEOPLE);
    let mut stage = Stage::sized(&mut session, false, CharacterSet::Unicode, (72, 20));
    stage.press(":a1xc3xe5xg7xi9<enter>:a9-a8<enter>:i1-i2<enter>:a8-a7<enter>");
    stage.check("long-turns");
    assert!(stage.screen().contains("1. a1xc3xe5xg7xi9"), "{}", stage.screen());
    assert!(stage.screen().contains("... a9-a8"), "{}", stage.screen());
}

#[test]
fn towers_keep_their_height_where_pieces_are_tokens() {
    let mut ruleset = game_on("lasca7()", false);
    ruleset.start.columns.iter_mut().for_each(Vec::clear);
    let towers =
        [("a1", "wb"), ("d4", "bbwW"), ("g3", "wwwwwwwwwwwB"), ("e5", "wwb"), ("d2", "b"), ("g7", "wwwwwwbbbb")];
    for (name, pieces) in towers {
        let piece = |sign: char| Piece {
            side: if sign.eq_ignore_ascii_case(&'w') { Side::First } else { Side::Second },
            rank: if sign.is_ascii_uppercase() { Rank::King } else { Rank::Man },
        };
        let point = ruleset.board.point(name).unwrap();
        ruleset.start.columns[point.index()] = pieces.chars().map(piece).collect();
    }
    let mut scene = Scene::new(&ruleset, ruleset.start.clone());
    scene.mark(ruleset.board.point("d4").unwrap(), Mark::Cursor);
    scene.mark(ruleset.board.point("e5").unwrap(), Mark::Taken);
    let picture = fit(&scene, CharacterSet::Unicode, 48, 22).unwrap();
    let area = Rect::new(0, 0, 50, 22);
    for colours in [true, false] {
        let mut buffer = Buffer::empty(area);
        let at = board::draw(&scene, &picture, Theme { colours }, area, &mut buffer);
        let row = |y| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        let drawn: String = (0..area.height).map(|y| format!("{}\n", row(y).trim_end())).collect();
        for tower in ["●2", "[◎4]", "◉12", "×●3", "●10"] {
            assert!(drawn.contains(tower), "{tower}\n{drawn}");
        }
        let (column, row) = picture.spot(ruleset.board.point("g3").unwrap());
        let (x, y) = (at.x + column as u16, at.y + row as u16);
        assert_eq!(buffer[(x, y)].style(), buffer[(x + 2, y)].style(), "the height looks like the commander");
    }
}
