//! A sample of every type that is an answer or a request, built by the calls of the program.

use super::{checked, game};
use quirkat_rules::{AnyGame, Dtw, GameValue, Language, PerftMode, Wdl, check_file, find_game, read_turn, short_text};
use quirkat_search::puzzles::{self, Difficulty};
use quirkat_search::{Engine, Limits, Probe, ReviewLimits, Stop, TableReport};
use quirkat_wire::*;
use quirkat_words::{RuleAspect, sentences_about};
use serde_json::Value;
use std::time::Duration;

/// Elapsed time in all samples.
const ELAPSED: Duration = Duration::from_micros(12_500);

/// A position with few pieces: White can capture two.
const FEW: &str = "W:Wa1:Bb2,d4";

/// A position in which the captured side can still move.
const MORE: &str = "W:Wa1:Bb2,e5";

/// Returns the samples by their names in the page.
pub fn samples() -> Vec<(&'static str, Value)> {
    let few = game("alquerque", &[], Some(FEW));
    let over = game("alquerque", &[], Some("W:W:Ba1"));
    let outcome = Outcome::new(over.ruleset(), over.outcome().unwrap(), Language::En);
    let legal = |game: &AnyGame| Turn::legal(game, &game.turns().unwrap());
    let subject = |game: &AnyGame| Subject::new(game, Language::En);
    let line = line();
    vec![
        ("Position", checked(&Position::after(&few, 0))),
        ("Turn", checked(&legal(&few)[0])),
        ("Outcome", checked(&outcome)),
        ("PartialRequest", checked(&ask())),
        ("Partial", checked(&Partial::new(&few, &few.turns().unwrap(), &ask()).unwrap())),
        ("TurnTree", checked(&TurnTree::new(&few, &few.turns().unwrap()).unwrap())),
        ("Game", checked(&Game::new(find_game("lasca").unwrap(), |_| false).unwrap())),
        ("Rules", checked(&rules())),
        ("EmptyBoard", checked(&EmptyBoard::new(game("alquerque-de-tres", &[], None).ruleset()))),
        ("PositionOnBoard", checked(&position_on_board(&game("alquerque-de-tres", &[], None)))),
        ("LegalTurns", checked(&LegalTurns { subject: subject(&few), legal: legal(&few) })),
        ("Legal, when the game is over", checked(&LegalTurns { subject: subject(&over), legal: legal(&over) })),
        ("PositionAnalysis", checked(&best(&few, Some(won_at_once())))),
        ("Best, when the game is over", checked(&best(&over, None))),
        ("AnalysisLine", checked(&AnalysisLine::Depth(analysis(&few)))),
        ("AnalysisLine, the last", checked(&AnalysisLine::End { done: true })),
        ("ReviewLine", checked(&ReviewLine::Progress { left: 12 })),
        ("Review", checked(&review())),
        ("Puzzle", checked(&puzzle())),
        ("Lesson", checked(&lesson(&few))),
        ("OpeningMoves", checked(&opening_moves())),
        ("PuzzleList", checked(&puzzle_list())),
        ("PuzzleTask", checked(&puzzle_task(&few))),
        ("PuzzleAttempt", checked(&PuzzleAttempt { turns: vec!["a1xc3xe5".to_owned()] })),
        ("PuzzleResponse", checked(&puzzle_answer(&few))),
        ("ProbeResult", checked(&probed(&few))),
        ("SolvedCounts", checked(&solved())),
        ("Solved, with distances", checked(&solved_with_distances())),
        ("EndingCounts", checked(&solved_endings())),
        ("TableInfo", checked(&table_info())),
        (
            "TableListing",
            checked(&TableListing {
                file: "distances-02-03.table".to_owned(),
                table: Some(table_info().table),
                fault: None,
            }),
        ),
        (
            "TableSample",
            checked(&TableSample {
                subject: subject(&few),
                worth: GameValue { wdl: Wdl::Win, dtw: Some(Dtw(1)) }.into(),
            }),
        ),
        ("TableVerification", checked(&verified(&few))),
        ("ProofCheck", checked(&replayed())),
        ("Perft", checked(&perft(&few))),
        ("Match", checked(&a_match())),
        ("Selfplay", checked(&selfplay())),
        ("Check", checked(&check())),
        ("Draft", checked(&draft())),
        ("LineRequest", checked(&line)),
        ("Exploration", checked(&explored(&line))),
        ("GameRequest", checked(&game_request())),
        ("GameResponse", checked(&created())),
        ("JoinRequest", checked(&JoinRequest { name: "Bruna".to_owned() })),
        (
            "JoinResponse",
            checked(&JoinResponse { id: "k3v9x2".to_owned(), side: Side::Second, token: "q8w…".to_owned() }),
        ),
        ("Acknowledgement", checked(&Acknowledgement { ok: true })),
        ("Error", checked(&Error { error: "there is no game `chess`".to_owned() })),
        ("Message, state", checked(&Message::State(Box::new(state())))),
        ("Message, turn", checked(&Message::Turn(Box::new(turn_message())))),
        ("Message, update", checked(&Message::Update(Box::new(update())))),
        ("Message, partial", checked(&partial_message(&few))),
        ("Message, presence", checked(&Message::Presence { online: [true, false], watchers: 3 })),
        ("Message, refused", checked(&Message::Refused { message: "It is the other side's turn.".to_owned() })),
        ("Message, pong", checked(&Message::Pong)),
        ("Message, beat", checked(&Message::Beat)),
        ("Request, seat", checked(&Request::Seat { token: "h2j7…".to_owned() })),
        ("Request, partial", checked(&Request::Partial { n: 7, ply: 0, ask: ask() })),
        ("Request, turn", checked(&Request::Turn { ply: 0, text: "d2-c3".to_owned() })),
        ("Request, offer", checked(&Request::Offer { what: "draw".to_owned() })),
        ("Request, accept", checked(&Request::Accept)),
        ("Request, say", checked(&Request::Say { what: "good_luck".to_owned() })),
        ("OpenGames", checked(&open_games())),
        ("GameLine, gameFull", checked(&GameLine::Full(Box::new(game_full())))),
        ("GameLine, gameState", checked(&GameLine::State(game_state()))),
        ("Records", checked(&Records { records: vec![record()], count: 1 })),
        ("RecordSummary", checked(&record_summary())),
    ]
}

fn ask() -> PartialRequest {
    PartialRequest { points: vec!["a1".to_owned(), "c3".to_owned()], ..PartialRequest::default() }
}

/// The rules of the smallest game, shortened to one section.
fn rules() -> Rules {
    let game = game("alquerque-de-tres", &[("blocked", "draw")], None);
    let mut rules = Rules::new(game.ruleset(), Language::Es);
    rules.sections.drain(..rules.sections.len() - 1);
    rules.options.retain(|choice| choice.key == "first" || choice.instead_of.is_some());
    rules.sources.truncate(1);
    rules.board.lines.truncate(3);
    let svg = "/board/alquerque-de-tres.svg?rule=blocked=draw".to_owned();
    Rules { drawing: Some(Drawing { svg, frame: [-80, -280, 360, 360] }), ..rules }
}

fn position_on_board(game: &AnyGame) -> PositionOnBoard {
    let ruleset = game.ruleset();
    let board = Board::from(&*ruleset.board);
    PositionOnBoard { subject: Subject::new(game, Language::En), board, start: Position::start(ruleset), proved: None }
}

/// Returns the value of [`FEW`], where the first capture takes all men.
fn won_at_once() -> ProbeResult {
    let turn = TurnProbe { text: "a1xc3xe5".to_owned(), category: Category::Loss, dtw: Some(0) };
    ProbeResult { category: Category::Win, dtw: Some(1), moves: vec![turn] }
}

fn best(game: &AnyGame, tables: Option<ProbeResult>) -> PositionAnalysis {
    let proved = tables.clone();
    PositionAnalysis { subject: Subject::new(game, Language::En), analysis: analysis(game), tables, proved }
}

fn analysis(game: &AnyGame) -> Analysis {
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let found = Engine::new(1).analyse(game, limits, 1, &Stop::default(), &mut |_| {}).unwrap();
    // The number of nodes changes with every improvement of the engine, so that the samples fix it.
    Analysis { nodes: 2 * found.lines.len() as u64, ms: ms(ELAPSED), ..Analysis::new(game, &found) }
}

/// A game of one turn, which leaves the diagonal open.
fn review() -> Review {
    let mut game = game("alquerque-de-tres", &[], Some("B:Wa1,b2:Bb1:hand=1,2"));
    let turn = read_turn(&*game, "drop @c1").unwrap();
    game.play(&turn).unwrap();
    let effort = ReviewLimits { limits: Limits { depth: Some(4), ..Limits::default() }, lines: 1 };
    let found = Engine::new(1).review(&game, effort, &Stop::default(), &mut |_| {}).unwrap();
    Review::new(&game, &found.unwrap())
}

fn lesson(game: &AnyGame) -> Lesson {
    let task = LessonTask {
        subject: Subject::new(game, Language::En),
        start: FEW.to_owned(),
        turns: vec![],
        skill: "duty".to_owned(),
        title: "What is compulsory".to_owned(),
        task: "You play White. Only one move is legal here: find it.".to_owned(),
        sentences: sentences_about(game.ruleset(), RuleAspect::Duty, Language::En)
            .into_iter()
            .map(Sentence::from)
            .collect(),
        answers: vec!["a1xc3xe5".to_owned()],
        hint: Some("a1".to_owned()),
        refused: Some("a1-a2: a capture is compulsory: a1xc3xe5".to_owned()),
        shown: None,
    };
    Lesson { game: "alquerque:walker".to_owned(), rules: vec![], language: "en".to_owned(), tasks: vec![task] }
}

fn opening_moves() -> OpeningMoves {
    let counts = |[first, draws, second]: [u64; 3]| ResultCounts { first, draws, second };
    let played = |text: &str, engine, server| OpeningMove {
        text: text.to_owned(),
        engine: counts(engine),
        server: counts(server),
    };
    let moves = vec![played("d2-c3", [12, 30, 51], [3, 1, 0]), played("c2-c3", [0, 0, 0], [0, 0, 1])];
    OpeningMoves { game: "alquerque:walker".to_owned(), moves }
}

fn puzzle_list() -> PuzzleList {
    let grades = |game: &str, grades: &[u8]| PuzzleGrades { game: game.to_owned(), grades: grades.to_vec() };
    PuzzleList { games: vec![grades("alquerque", &[1, 3, 2]), grades("zamma", &[2])] }
}

fn puzzle_task(game: &AnyGame) -> PuzzleTask {
    let subject = Subject::new(game, Language::En);
    PuzzleTask { subject, number: 3, goal: Goal::Win, grade: 1, to_find: 1 }
}

fn puzzle_answer(game: &AnyGame) -> PuzzleResponse {
    let turns = Turn::line(game, &game.turns().unwrap()[..1]);
    PuzzleResponse { trial: AttemptResult::Solved, turns, themes: vec![Theme::LongCapture] }
}

fn puzzle() -> Puzzle {
    let game = game("alquerque-de-tres", &[], Some("W:Wa1,b2:Bb1,c1:hand=1,1"));
    let solution = vec![read_turn(&*game, "drop @c3").unwrap()];
    Puzzle::new(&puzzles::Puzzle {
        game,
        goal: puzzles::Goal::Win(1),
        solution,
        best: quirkat_search::Score::won_in(1),
        second: quirkat_search::Score::DRAW,
        difficulty: Difficulty { depth: 1, choices: 5, turns: 1, is_quiet: false, is_sacrifice: false },
        themes: vec![],
    })
}

fn perft(game: &AnyGame) -> Perft {
    let below = game.divide(1, PerftMode::Paths).unwrap().into_iter();
    let divide = below.map(|(turn, nodes)| DivideEntry { turn: Turn::legal(game, [&turn]).remove(0), nodes });
    Perft {
        subject: Subject::new(game, Language::En),
        depth: 1,
        count: "paths".to_owned(),
        nodes: game.perft(1, PerftMode::Paths).unwrap(),
        complete: true,
        ms: ms(ELAPSED),
        divide: Some(divide.collect()),
    }
}

fn tally(of: &str) -> Tally {
    let reasons =
        [("no_pieces", 57), ("blocked", 31), ("repetition", 9)].map(|(reason, games)| (reason.to_owned(), games));
    Tally {
        of: of.to_owned(),
        games: 100,
        won: 80,
        drawn: 9,
        lost: 8,
        broken_off: 3,
        mean_plies: 42.5,
        reasons: reasons.into(),
    }
}

fn a_match() -> Match {
    let mut tally = tally("a");
    tally.reasons.extend([("no_pieces".to_owned(), 55), ("illegal_turn".to_owned(), 2)]);
    Match {
        game: "alquerque:walker".to_owned(),
        rules: vec![],
        a: "engine:10".to_owned(),
        b: "engine:5".to_owned(),
        turn_ms: Some(100.0),
        turn_nodes: None,
        longest_turn_ms: 101.375,
        tally,
        complete: true,
        score_percent: 86.0,
        error_percent: 7.25,
        elo: Elo { value: Some(315.25), low: Some(227.5), high: Some(456.0) },
        pairs: [2, 1, 5, 7, 35],
        as_first: SideTally { won: 42, drawn: 4, lost: 3, broken_off: 1, score_percent: 89.0 },
        as_second: SideTally { won: 38, drawn: 5, lost: 5, broken_off: 2, score_percent: 83.0 },
        failures_of_a: Failures { crashes: 0, illegal_turns: 0, time_forfeits: 0, first: None },
        failures_of_b: Failures {
            crashes: 0,
            illegal_turns: 2,
            time_forfeits: 0,
            first: Some("game 3.1: plays c3-a1, which is not legal".to_owned()),
        },
        sprt: Some(Sprt {
            elo0: 0.0,
            elo1: 20.0,
            llr: 2.5,
            lower: -2.944,
            upper: 2.944,
            verdict: "undecided".to_owned(),
        }),
    }
}

fn selfplay() -> Selfplay {
    Selfplay { game: "alquerque:walker".to_owned(), rules: vec!["middle=left".to_owned()], tally: tally("first") }
}

fn check() -> Check {
    let text = include_str!("../../../../examples/adugo.toml").replace("version = 1\n", "version = 0\n");
    let board = "points = { a1 = [0, 0], b1 = [1, 0], c1 = [2, 0] }\nlines = [\"a1 b1 c1\"]\n";
    let resolve = |_: &str| Err(String::new().into());
    let faulty = Check::new("adugo.toml", &check_file("adugo.toml", &text, &resolve), Language::En);
    let sound = include_str!("../../../../examples/adugo.toml");
    let mut check = Check::new("adugo.toml", &check_file("adugo.toml", sound, &resolve), Language::En);
    check.variants.truncate(1);
    checked(&Check::new("three.toml", &check_file("three.toml", board, &resolve), Language::En));
    Check { sound: false, errors: faulty.errors, ..check }
}

fn draft() -> Draft {
    let sound = include_str!("../../../../examples/adugo.toml");
    let mut check =
        Check::new("game.toml", &check_file("game.toml", sound, &|_| Err(String::new().into())), Language::En);
    check.variants.truncate(1);
    let picture = Some("<svg xmlns=\"http://www.w3.org/2000/svg\" …".to_owned());
    let words = "Adugo: Jaguar to move. Jaguar: 1 jaguar. Dogs: 14 dogs.".to_owned();
    Draft { check, rules: Some(rules()), picture, words }
}

fn line() -> LineRequest {
    LineRequest {
        game: "alquerque".to_owned(),
        rules: vec!["capture=optional".to_owned()],
        position: Some(MORE.to_owned()),
        turns: vec!["a1xc3".to_owned()],
        partial: None,
    }
}

fn explored(line: &LineRequest) -> Exploration {
    let mut game = game(&line.game, &[("capture", "optional")], line.position.as_deref());
    let turn = read_turn(&*game, &line.turns[0]).unwrap();
    game.play(&turn).unwrap();
    let turns = game.turns().unwrap();
    Exploration {
        subject: Subject::new(&game, Language::En),
        start: Position::after(&game, 0),
        history: PlayedTurn::all(&game, game.ruleset(), Language::En),
        partial: Partial::new(&game, &turns, &PartialRequest::default()),
        ahead: None,
        legal: Turn::legal(&game, turns.iter().take(1)),
        legal_count: turns.len(),
        chance: game.is_chance_node(),
        pressing: vec![],
        tables: Some(probed(&game)),
    }
}

/// Tables that give every turn the same value.
fn probed(game: &AnyGame) -> ProbeResult {
    #[derive(Debug)]
    struct Lost;
    impl Probe for Lost {
        fn max_pieces(&self) -> u32 {
            u32::MAX
        }
        fn probe(&self, _: &quirkat_rules::Anatomy) -> Option<GameValue> {
            Some(GameValue { wdl: Wdl::Loss, dtw: Some(Dtw(4)) })
        }
    }
    ProbeResult::new(game, &TableReport::new(game, &Lost).unwrap())
}

fn solved() -> SolvedCounts {
    let slice = |own, other| Slice { own, other };
    SolvedCounts::Either(
        [(slice(1, 1), SliceCounts::Results([24, 0, 276])), (slice(2, 1), SliceCounts::Results([6868, 0, 32]))].into(),
    )
}

fn solved_with_distances() -> SolvedCounts {
    let slices =
        |own, other| Slices::from([(Slice { own, other }, SliceCounts::Distance(6868, 0, 32, Some(21), None))]);
    SolvedCounts::Each { first: slices(2, 1), second: slices(2, 1) }
}

fn solved_endings() -> EndingCounts {
    let counts = [
        SliceCounts::Distance(331, 6, 531, Some(11), Some(4)),
        SliceCounts::Distance(53, 241, 574, Some(11), Some(12)),
    ];
    EndingCounts([("k1-m1".to_owned(), counts)].into())
}

fn table_info() -> TableInfo {
    let line = |(key, says): (&str, &str)| (key.to_owned(), says.to_owned());
    TableInfo {
        table: Table {
            kind: TableKind::Distances,
            game: "alquerque:walker".to_owned(),
            rules: vec!["blocked=draw".to_owned()],
            first_men: Some(2),
            second_men: Some(3),
            pieces: None,
            longest: Some(41),
            blocks: 17,
            bytes: 60_123,
        },
        law: [
            ("points", "25"),
            ("bytes a position", "1"),
            ("must capture", "true, further: must, blocked loses: false, endless: drawn"),
        ]
        .map(line)
        .into(),
    }
}

fn verified(game: &AnyGame) -> TableVerification {
    let untrue = TableContradiction {
        position: Position::after(game, 0),
        found: GameValue { wdl: Wdl::Win, dtw: Some(Dtw(3)) }.into(),
        follows: GameValue { wdl: Wdl::Win, dtw: Some(Dtw(1)) }.into(),
    };
    TableVerification { positions: 100_000, faults: vec![untrue] }
}

fn replayed() -> ProofCheck {
    let game = game("alquerque-de-tres", &[], None);
    let position = Position::after(&game, 0);
    let replayed = ProofCheck {
        game: game.ruleset().title(),
        rules: vec![],
        position: position.clone(),
        claims: vec![ProofClaim { side: Side::First, at_least: Category::Win }],
        proved: Some(ProofCounts { positions: 6967, ends: 2797 }),
        fault: None,
    };
    let fault = ProofFault { position, reason: "the answer is no turn that the rules allow".to_owned() };
    checked(&ProofCheck { proved: None, fault: Some(fault), ..replayed.clone() });
    replayed
}

fn game_request() -> GameRequest {
    GameRequest {
        game: "alquerque:walker".to_owned(),
        file: None,
        rules: vec![],
        position: None,
        opponent: "engine:5".to_owned(),
        side: "first".to_owned(),
        clock: Some(ClockRequest { minutes: Some(5.0), seconds: 3.0, days: None }),
        name: "Ana".to_owned(),
    }
}

fn created() -> GameResponse {
    GameResponse {
        id: "k3v9x2".to_owned(),
        url: "https://quirkat.example/play/k3v9x2".to_owned(),
        token: "h2j7…".to_owned(),
        invite: Some("https://quirkat.example/join/k3v9x2/m4n…".to_owned()),
    }
}

fn players() -> [Player; 2] {
    let person = Player { kind: PlayerKind::Person, name: "Ana".to_owned(), level: None, online: true };
    [person, Player { kind: PlayerKind::Engine, name: "Engine, level 5".to_owned(), level: Some(5), online: true }]
}

/// A live game before or after its first turn.
fn now(game: &AnyGame) -> CurrentState {
    let ply = game.history().len();
    let chooses = ply == 0;
    CurrentState {
        ply,
        position: Position::after(game, ply),
        to_move: Some(game.to_move().into()),
        partial: Partial::new(game, &game.turns().unwrap(), &PartialRequest::default()).filter(|_| chooses),
        ahead: TurnTree::new(game, &game.turns().unwrap()).filter(|_| chooses),
        pressing: vec![],
        trapped: (!chooses).then_some(TrappedPieces { side: Side::Second, trapped: 1, all: 4 }),
        offer: (!chooses).then(|| Offer { by: Side::First, what: "draw".to_owned() }),
        declined: chooses.then(|| "Black declines the draw.".to_owned()),
        can: Permissions {
            draw: false,
            takeback: !chooses,
            count: false,
            resign: true,
            rematch: false,
            call_off: true,
            claim: false,
            say: true,
            shut: true,
            hint: chooses,
        },
        clock: Some(Clock { left: [300_000, 300_000], running: None, increment: 3_000 }),
        outcome: None,
        rematch: None,
        chat: vec![ChatMessage { by: Side::Second, what: "hello".to_owned(), words: "Hello!".to_owned() }],
        hint: chooses.then(|| Hint {
            turn: Turn::legal(game, &game.turns().unwrap()[..1]).remove(0),
            words: "a1xc3: it takes 1 piece.".to_owned(),
        }),
    }
}

fn live() -> AnyGame {
    game("alquerque", &[("capture", "optional")], Some(MORE))
}

fn state() -> State {
    let game = live();
    State {
        game: game.ruleset().title(),
        rules: game.ruleset().house_rule_texts(),
        start: Position::after(&game, 0),
        history: PlayedTurn::all(&game, game.ruleset(), Language::En),
        seat: Some(Seat::First),
        players: players(),
        watchers: 1,
        current: now(&game),
    }
}

fn turn_message() -> TurnMessage {
    let mut game = live();
    let turn = read_turn(&*game, "a1xc3").unwrap();
    let short = short_text(&*game, &turn);
    game.play(&turn).unwrap();
    let texts = TurnTexts::last(&game, &short, game.ruleset(), Language::En).unwrap();
    TurnMessage { turn: Turn::of(&game, 0).unwrap(), texts, current: now(&game) }
}

fn update() -> Update {
    let State { seat, players, watchers, current, .. } = state();
    Update { seat, players, watchers, current }
}

fn open_games() -> OpenGames {
    let game = live();
    let (title, rules) = (game.ruleset().title(), game.ruleset().house_rule_texts());
    let url = |id: &str| format!("https://quirkat.example/play/{id}");
    let waiting = OpenGame {
        id: "k3v9x2".to_owned(),
        url: url("k3v9x2"),
        game: title.clone(),
        rules: rules.clone(),
        fen: MORE.to_owned(),
        clock: Some(ClockTerms { initial: 259_200_000, increment: 0, per_turn: true }),
        side: Side::Second,
        by: "Ana".to_owned(),
        since: 1_795_335_300_000,
    };
    let playing = WatchedGame {
        id: "m7p4q1".to_owned(),
        url: url("m7p4q1"),
        game: title,
        rules,
        fen: MORE.to_owned(),
        ply: 12,
        players: ["Ana", "Bruna"].map(|name| Player {
            kind: PlayerKind::Person,
            name: name.to_owned(),
            level: None,
            online: true,
        }),
        watchers: 2,
    };
    OpenGames { waiting: vec![waiting], playing: vec![playing] }
}

fn partial_message(game: &AnyGame) -> Message {
    let partial = Partial::new(game, &game.turns().unwrap(), &ask()).unwrap();
    Message::Partial { n: 7, partial: Box::new(partial) }
}

fn game_state() -> GameState {
    let game = live();
    GameState {
        r#type: LineType::GameState,
        moves: "a1xc3;e5-e4".to_owned(),
        fen: "W:Wc3:Be4".to_owned(),
        to_move: Some(game.to_move().into()),
        first_time: Some(301_250),
        second_time: Some(299_000),
        status: STARTED.to_owned(),
        winner: None,
        draw: None,
        takeback: Some(Side::Second),
        count: None,
        rematch: None,
    }
}

fn game_full() -> GameFull {
    GameFull {
        r#type: LineType::GameFull,
        id: "k3v9x2".to_owned(),
        game: "alquerque:walker".to_owned(),
        rules: vec!["capture=optional".to_owned()],
        initial_fen: MORE.to_owned(),
        created_at: 1_795_335_300_000,
        clock: Some(ClockTerms { initial: 300_000, increment: 3_000, per_turn: false }),
        players: players(),
        state: game_state(),
    }
}

fn record() -> Record {
    let node = |text: &str| Node { text: text.to_owned(), ..Node::default() };
    let other = Node { comments: vec!["keeps away".to_owned()], ..node("a1-b1") };
    Record {
        tags: [("Event", "A friendly game"), ("White", "Ana"), ("Black", "Bruna")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec(),
        game: "alquerque:walker".to_owned(),
        rules: vec!["capture=optional".to_owned()],
        position: Some(MORE.to_owned()),
        comments: vec![],
        turns: vec![Node { glyphs: vec![2], variations: vec![vec![other]], ..node("a1xc3") }, node("e5-e4")],
        result: "*".to_owned(),
        error: None,
        notes: vec![],
    }
}

fn record_summary() -> RecordSummary {
    RecordSummary {
        number: 12,
        line: 340,
        game: Some("international".to_owned()),
        white: "Ana".to_owned(),
        black: "Bruna".to_owned(),
        event: "A friendly game".to_owned(),
        date: "2026.11.29".to_owned(),
        result: "1-0".to_owned(),
        plies: 87,
        error: None,
        notes: vec![],
    }
}
