//! Invariants of every reader for any text: it returns a value or an error in bounded time, and writes each value in a form
//! that it reads back.
//!
//! The tests call these functions with text from proptest, the fuzz targets (`fuzz/`) with text from libFuzzer.

use quirkat_rules::{
    AnyGame, AnyRules, Board, GameFile, OptionKey, Options, Pdn, Setup, check_file, construct, find_game, parse_board,
    read_diagram, read_fen, read_turn, split_option, write_diagram, write_fen,
};
use std::sync::OnceLock;

/// Maximum length of an error message, whatever the length of the text.
const MAX_MESSAGE_LEN: usize = 4096;

/// House rules for positions of every kind: men, kings, pieces to be huffed, barred returns.
const HOUSES: [&[(&str, &str)]; 6] = [
    &[],
    &[("capture", "huff"), ("chain", "optional")],
    &[("return", "never"), ("last_row", "capture_sideways_only"), ("step_dirs", "no_back")],
    &[("return", "not_last"), ("choice", "max"), ("repetition", "forbidden")],
    &[("promotion", "long"), ("king_landing", "any_but_further"), ("promo_mid", "as_king")],
    &[("promotion", "short"), ("blocked", "pass"), ("cap_dirs", "forward"), ("chain", "straight")],
];

/// Positions in which most rules forbid something.
const POSITIONS: [(usize, &str); 8] = [
    (0, "W:Wa1,e1,c3:Bb2,d4,d2,b4"),
    (1, "W:Wc1,e1:Bb3,d3,d2,a5:huff=b3,d3"),
    (1, "W:Wa1:Bb2:huff=b2"),
    (2, "W:Wc3,a5:Bc4,b5,e1:been=c3<c2+d4,a5<a4"),
    (3, "B:Wa1,b2:Bc3,e5:last=b2<a2,e5<e4"),
    (4, "W:WKa1,c4:Bb2,d4,Kd2"),
    (5, "W:Wa1:Ba2,b1,b2,c1,a3,c3,e5"),
    (5, "B:WKc3,d3:Bd4,c5,Ke1"),
];

fn rules() -> &'static [AnyRules] {
    static RULES: OnceLock<Vec<AnyRules>> = OnceLock::new();
    RULES.get_or_init(|| {
        let file = find_game("alquerque").unwrap();
        HOUSES.iter().map(|house| AnyRules::compile(file.ruleset(None, house).unwrap()).unwrap()).collect()
    })
}

fn is_short(message: &dyn std::fmt::Display) {
    let message = message.to_string();
    assert!(!message.is_empty() && message.len() <= MAX_MESSAGE_LEN, "{} bytes: {message}", message.len());
}

/// Reads a turn in several positions.
pub fn turn(text: &str) {
    for (house, fen) in POSITIONS {
        let rules = &rules()[house];
        let ruleset = rules.ruleset();
        let mut game = rules.game(Some(&read_fen(&ruleset, fen).unwrap())).unwrap();
        match read_turn(&*game, text) {
            Err(error) => is_short(&error),
            Ok(turn) => {
                let written = turn.text(&ruleset.board);
                assert_eq!(read_turn(&*game, &written).as_ref(), Ok(&turn), "{written} in {fen}");
                game.play(&turn).unwrap();
            }
        }
    }
}

/// Returns whether the text is a turn in one of the positions.
pub fn is_turn(text: &str) -> bool {
    POSITIONS.iter().any(|(house, fen)| {
        let rules = &rules()[*house];
        let game = rules.game(Some(&read_fen(&rules.ruleset(), fen).unwrap())).unwrap();
        read_turn(&*game, text).is_ok()
    })
}

/// Checks an arbitrary game: its turns are listed, or there are too many.
fn look(game: &AnyGame) {
    let setup = game.setup();
    let Ok(turns) = game.turns() else { return };
    assert_eq!(game.outcome().is_some(), turns.is_empty(), "{setup:?}");
    let ruleset = game.ruleset();
    for turn in turns.iter().take(20) {
        let mut next = game.clone();
        next.play(turn).unwrap();
        let after = next.setup();
        let fen = write_fen(ruleset, &after);
        assert_eq!(read_fen(ruleset, &fen).as_ref(), Ok(&after), "{fen}");
        assert!(next.undo().is_some() && next.setup() == setup);
    }
}

/// Starts games from a setup under several rules.
fn play(setup: &Setup) {
    for rules in rules() {
        match rules.game(Some(setup)) {
            Err(error) => is_short(&error),
            Ok(game) => look(&game),
        }
    }
}

/// Reads a position on the usual board and on a larger one.
pub fn fen(text: &str) {
    static LARGE: OnceLock<GameFile> = OnceLock::new();
    let large = LARGE.get_or_init(|| {
        let row = "b ".repeat(13) + "\n";
        let text = format!("{}board = 'alq(13,11)'\nsetup = '''\n{}'''\n", HEAD, row.repeat(11));
        GameFile::parse("large.toml", &text, &|_| Err(String::new().into())).unwrap()
    });
    for (number, ruleset) in
        [find_game("alquerque").unwrap(), large].map(|f| f.ruleset(None, &[]).unwrap()).iter().enumerate()
    {
        match read_fen(ruleset, text) {
            Err(error) => is_short(&error),
            Ok(setup) => {
                let written = write_fen(ruleset, &setup);
                assert_eq!(read_fen(ruleset, &written).as_ref(), Ok(&setup), "{written}");
                if number == 0 {
                    play(&setup);
                }
            }
        }
    }
}

/// The parts of a game file other than the board.
pub const HEAD: &str = r#"
id = "trial"
version = 1
default = "only"
name = { en = "Trial", es = "Prueba" }
sides.first = { colour = "white", en = "White", es = "Blancas" }
sides.second = { colour = "black", en = "Black", es = "Negras" }
ranks.man = { en = ["man", "men"], es = ["el peón", "los peones"] }
ranks.king = { en = ["king", "kings"], es = ["la dama", "las damas"] }
variants.only.name = { en = "Only", es = "Única" }
"#;

/// Reads a setup diagram.
pub fn diagram(text: &str) {
    let ruleset = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
    let white = ruleset.white();
    match read_diagram(&ruleset.board, white, text) {
        Err(error) => is_short(&error),
        Ok(setup) => {
            let written = write_diagram(&ruleset.board, white, &setup);
            assert_eq!(read_diagram(&ruleset.board, white, &written).as_ref(), Ok(&setup), "{written}");
            play(&setup);
        }
    }
}

/// Reads game records, and replays them.
pub fn pdn(text: &str) {
    let records = match Pdn::read(text) {
        Err(error) => return is_short(&error),
        Ok(records) => records,
    };
    for record in records.iter().take(20) {
        let written = record.to_string();
        let back = Pdn::read(&written).unwrap_or_else(|error| panic!("{error} in {written:?}"));
        assert_eq!(back.as_slice(), std::slice::from_ref(record), "{written:?}");
        match record.replay(find_game("alquerque").unwrap()) {
            Err(error) => is_short(&error),
            Ok(game) => {
                look(&game);
                let again = Pdn::from_game(&*game, &[]).replay(find_game("alquerque").unwrap()).unwrap();
                assert_eq!((again.setup(), again.outcome()), (game.setup(), game.outcome()));
            }
        }
    }
}

/// Checks and reads a game file, and starts a game of each of its variants.
pub fn game_file(text: &str) {
    let report = check_file("x.toml", text, &|_| Err("there are no files".to_owned().into()));
    report.errors.iter().chain(&report.warnings).chain(&report.hints).for_each(|remark| is_short(remark));
    let file = match GameFile::parse("x.toml", text, &|_| Err("there are no files".to_owned().into())) {
        Err(faults) => {
            assert!(!faults.0.is_empty());
            return faults.0.iter().take(20).for_each(|fault| is_short(fault));
        }
        Ok(file) => file,
    };
    // A file is sound if and only if its variants can be played.
    assert!(!report.is_sound() || report.variants.len() == file.variants().count() || report.board.is_some());
    for variant in file.variants().take(5) {
        match file.ruleset(Some(variant), &[]) {
            Err(error) => is_short(&error),
            Ok(ruleset) => match AnyRules::compile(ruleset) {
                Err(error) => is_short(&error),
                Ok(rules) => look(&rules.new_game()),
            },
        }
    }
}

/// Reads a board file.
pub fn board_file(text: &str) {
    match parse_board("x.toml", text) {
        Err(faults) => faults.0.iter().take(20).for_each(|fault| is_short(fault)),
        Ok(board) => is_sound(&board),
    }
    match construct(text) {
        Err(error) => is_short(&error),
        Ok(board) => is_sound(&board),
    }
}

fn is_sound(board: &Board) {
    for point in board.points() {
        assert_eq!(board.point(board.name(point)), Some(point));
        for ray in board.rays(point) {
            assert!(!ray.points.is_empty() && !ray.points.contains(&point));
        }
    }
    for leap in board.leaps() {
        assert!(leap.from != leap.over && leap.over != leap.to && leap.from != leap.to);
        let joined = |a: quirkat_rules::Point, b| board.rays(a).iter().any(|ray| ray.points[0] == b);
        assert!(joined(leap.from, leap.over) && joined(leap.over, leap.to));
        // One leap is enough on large boards: searching rays repeatedly takes long.
        if board.len() > 64 {
            break;
        }
    }
    assert!((1..=8).contains(&board.symmetries().len()));
    assert_eq!(board.rows().iter().map(Vec::len).sum::<usize>(), board.len());
}

/// Reads options, one per line.
pub fn options(text: &str) {
    let pairs: Vec<_> =
        text.lines().filter_map(|line| split_option(line).map_err(|error| is_short(&error)).ok()).collect();
    match Options::default().with(pairs.iter().copied()) {
        Err(error) => is_short(&error),
        Ok(options) => {
            let values = OptionKey::ALL.map(|key| (key, key.value(&options)));
            let again = Options::default().with(values.iter().map(|(key, value)| (*key, value.as_str())));
            assert_eq!(again, Ok(options));
            for &(key, word) in &pairs {
                let value = values.iter().find(|(name, _)| *name == key).unwrap();
                // A number can have several forms.
                assert!(value.1 == word || word.parse::<u16>().is_ok_and(|number| number.to_string() == value.1));
            }
        }
    }
    let ruleset = find_game("alquerque").unwrap().ruleset(None, &pairs);
    match ruleset.map(AnyRules::compile) {
        Err(error) => is_short(&error),
        Ok(Err(error)) => is_short(&error),
        Ok(Ok(rules)) => look(&rules.new_game()),
    }
}
