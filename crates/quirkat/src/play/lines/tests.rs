use super::*;
use crate::play::PlayOptions;
use crate::play::record::Record;
use quirkat_rules::{AnyRules, Language, find_game, read_fen};
use quirkat_search::{Level, Limits};

/// Returns the output for these input lines.
fn talk(fen: Option<&str>, black: Player, input: &[u8]) -> String {
    talk_in(Language::En, fen, black, input)
}

fn talk_in(language: Language, fen: Option<&str>, black: Player, input: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let ruleset = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
    let setup = fen.map(|fen| read_fen(&ruleset, fen).unwrap());
    let mut session = Session::new(PlayOptions {
        game: AnyRules::compile(ruleset).unwrap().game(setup.as_ref()).unwrap(),
        saved: None,
        clock: None,
        players: [Player::Human, black],
        outside: [None, None],
        library: None,
        record: Record::new(folder.path().join("game.pdn"), vec![]),
        limits: Limits { depth: Some(4), ..Limits::default() },
        seed: 7,
        look: CharacterSet::Ascii,
        language,
        colour: false,
    });
    let mut out = Vec::new();
    run(&mut session, CharacterSet::Ascii, &mut &input[..], &mut out).unwrap();
    String::from_utf8(out).unwrap().replace(&folder.path().display().to_string(), "FOLDER")
}

fn engine() -> Player {
    Player::Engine(Level::BEST)
}

#[test]
fn a_short_game_against_the_engine() {
    let talked = talk(Some("W:Wa1,e1,e2:Bb2,d4"), engine(), b"moves\nb2-c3\na1-a2\na1xc3xe5\n");
    assert_eq!(
        talked,
        "\
Alquerque: Walker's rules
w White: you
b Black: engine, level 10
`help` says what may be written.

5  +---+---+---+---+
   | \\ | / | \\ | / |
4  +---+---+---b---+
   | / | \\ | / | \\ |
3  +---+---+---+---+
   | \\ | / | \\ | / |
2  +---b---+---+---w
   | / | \\ | / | \\ |
1  w---+---+---+---w
   a   b   c   d   e

White to move.
You must capture: a1xc3xe5.
a1xc3xe5
b2-c3: the piece on b2 is Black's
a1-a2: a capture is compulsory: a1xc3xe5
  A player who can capture must capture. [Walker, rule 6]
White: a1xc3xe5

5  +---+---+---+---w
   | \\ | / | \\ | / |
4  +---+---+---+---+
   | / | \\ | / | \\ |
3  +---+---+---+---+
   | \\ | / | \\ | / |
2  +---+---+---+---w
   | / | \\ | / | \\ |
1  +---+---+---+---w
   a   b   c   d   e

White wins: Black has no men left.
  A player who has no men left loses.
The game is kept in FOLDER/game.pdn
"
    );
}

#[test]
fn the_engine_replies_in_notation() {
    let talked = talk(None, engine(), b"b2-c3\n");
    assert!(talked.contains("White: b2-c3\nBlack: d4xb2\n"), "{talked}");
    assert!(
        talked.ends_with(
            "The input has ended.\nThe game is saved. To go on with it:\n  quirkat play --resume FOLDER/game.pdn\n"
        ),
        "{talked}"
    );
}

#[test]
fn the_same_input_gives_the_same_output() {
    let weak = Player::Engine(Level::new(1).unwrap());
    let play = || talk(None, weak.clone(), b"c2-c3\nhint\nundo\nb2-c3\nquit\n");
    assert_eq!(play(), play());
}

#[test]
fn two_people_agree_on_a_draw() {
    let talked = talk(None, Player::Human, b"accept\ndraw\ndecline\ndraw\naccept\nb2-c3\n");
    let lines: Vec<_> = talked.lines().filter(|line| line.ends_with(['.', '?', 'r'])).skip(2).collect();
    assert_eq!(
        lines,
        [
            "there is no offer to answer",
            "White offers a draw.",
            "Black: accept or decline?",
            "Black declines the draw.",
            "White offers a draw.",
            "Black: accept or decline?",
            "Black accepts the draw.",
            "Draw by agreement.",
            "  The players may agree on a draw at any time.",
        ]
    );
}

#[test]
fn all_texts_are_in_the_chosen_language() {
    let lines = b"a1-a2\nb2-b3\nmoves\nload\nload /nowhere/at/all.pdn\nundo\ndraw\ndecline\na1xc3xe5\n";
    let spanish = talk_in(Language::Es, Some("W:Wa1,e1,e2:Bb2,d4"), Player::Human, lines);
    let lines: Vec<_> = spanish.lines().filter(|line| !line.contains(['|', '+']) && !line.is_empty()).collect();
    assert_eq!(
        lines,
        [
            "Alquerque de doce: Reglas de Walker",
            "w Blancas: tú",
            "b Negras: tú",
            "`help` dice lo que se puede escribir.",
            "   a   b   c   d   e",
            "Juegan las Blancas.",
            "Hay que capturar: a1xc3xe5.",
            "a1-a2: es obligatorio capturar: a1xc3xe5",
            "  Quien puede capturar está obligado a hacerlo. [Walker, regla 6]",
            "b2-b3: la pieza de b2 es de las Negras",
            "a1xc3xe5",
            "load necesita el nombre de un archivo: load partida.pdn",
            "no se puede leer /nowhere/at/all.pdn: No such file or directory (os error 2)",
            "no hay ninguna jugada tuya que deshacer",
            "Las Blancas proponen tablas.",
            "Negras: ¿acepta (accept) o rechaza (decline)?",
            "Las Negras rechazan las tablas.",
            "Blancas: a1xc3xe5",
            "   a   b   c   d   e",
            "Ganan las Blancas: las Negras se han quedado sin peones.",
            "  Pierde quien se queda sin peones.",
            "La partida está guardada en FOLDER/game.pdn",
        ]
    );
    let french = talk_in(Language::Fr, None, engine(), b"b2-c3\nhelp\nquit\n");
    for line in [
        "Blancs\u{a0}: b2-c3\nNoirs\u{a0}: d4xb2\n",
        "Les Blancs jouent.\n",
        "resign  abandonner",
        "Pour la reprendre\u{a0}:\n",
    ] {
        assert!(french.contains(line), "{line} is missing in\n{french}");
    }
}

#[test]
fn hostile_input_is_refused_and_the_game_continues() {
    let mut input = vec![b'x'; 3 * MAX_LINE_LEN];
    input.extend(b"\n\xff\xfe\nload\nload /nowhere/at/all.pdn\nc2-c3 c2-c3\nb2-c3\nresign\n");
    let talked = talk(None, Player::Human, &input);
    for line in [
        "a line has at most 4096 bytes",
        "the line is not UTF-8",
        "load needs the name of a file",
        "cannot read /nowhere/at/all.pdn",
        "White: b2-c3",
        "White wins: Black resigned.",
    ] {
        assert!(talked.contains(line), "{line} is missing in\n{talked}");
    }
}

#[test]
fn leaving_before_the_first_move_saves_nothing() {
    let talked = talk(None, Player::Human, b"help\nquit\n");
    assert!(talked.contains("draw    offer a draw"), "{talked}");
    assert!(!talked.contains("game.pdn"), "{talked}");
}
