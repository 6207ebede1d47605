// Types of the JSON between server and scripts: values of the crate `wire` (see `docs/reference/wire.md`), and data
// that the server writes into pages. Only the fields that scripts use.

declare namespace Wire {
  type Side = "first" | "second";
  type Colour = "white" | "black";

  /** A value for the first side and one for the second. */
  type Both<T> = [first: T, second: T];

  interface Position {
    fen: string;
    toMove: Side;
    /** Letters of the pieces on each point, from bottom to top. */
    pieces: Record<string, string>;
    hand: Both<number>;
    closed: string[];
    taken: Both<number>;
  }

  interface Turn {
    text: string;
    by: Side;
    path: string[];
    /** Captured points of each hop. */
    captures: string[][];
    drops: string[];
    removed: string[];
    huff: string | null;
    claim: { path: string[]; captures: string[] } | null;
    roll: number[] | null;
  }

  /** Notation and description of a played move. */
  interface TurnTexts {
    short: string;
    words: string;
  }

  interface PlayedTurn extends TurnTexts {
    turn: Turn;
    position: Position;
  }

  /** A partial move. */
  interface PartialRequest {
    claim: string | null;
    huff: string | null;
    points: string[];
  }

  /** Role of the next point of a partial move. */
  type PointRole = "enter" | "start" | "go" | "tell" | "remove";

  /** Continuations of a partial move. */
  interface Partial {
    next: string[];
    asks: PointRole | null;
    complete: string | null;
    position: Position;
    /** Points of captured pieces so far, which may stay on the board until the move ends. */
    gone: string[];
    /** Points that each next point captures, where a capture is chosen. */
    takes?: Record<string, string[]>;
    huffable: string[];
    claims: string[];
    calls: string[];
    refused: string | null;
  }

  /** A legal point with all continuations. Missing fields are empty. */
  interface TurnStep {
    point: string;
    asks?: PointRole;
    complete?: string;
    gone?: string[];
    /** Points whose contents differ from the position before the first point; an empty text marks an empty point. */
    changed?: Record<string, string>;
    next?: TurnStep[];
  }

  /** All legal moves as trees of points, without and with each claim and huff. */
  interface TurnTree {
    steps: TurnStep[];
    beginnings: { claim: string | null; huff: string | null; partial: Partial; steps: TurnStep[] }[];
  }

  /** Result of a finished game. */
  interface Outcome {
    winner: Side | null;
    result: string;
    reason: string;
    words: string;
    /** Sentences of the rules that decided the game. */
    rules: Sentence[];
  }

  interface Sentence {
    text: string;
    grounds: { key: string; value: string; standing: string; source: string }[];
  }

  // Live games

  /** Kind of an offer. */
  type Deal = "draw" | "takeback" | "count" | "rematch";

  interface Player {
    kind: "person" | "engine" | "open";
    name: string;
    level: number | null;
    online: boolean;
  }

  /** The part of the state that changes with every move. */
  interface CurrentState {
    ply: number;
    position: Position;
    toMove: Side | null;
    partial: Partial | null;
    ahead: TurnTree | null;
    pressing: string[];
    /** Trapped pieces of the side that hunts. */
    trapped: { side: Side; trapped: number; all: number } | null;
    offer: { by: Side; what: Deal } | null;
    /** Message that the last offer was declined. */
    declined: string | null;
    can: Record<Deal | "resign" | "callOff" | "claim" | "say" | "shut" | "hint", boolean>;
    clock: { left: Both<number>; running: Side | null; increment: number } | null;
    outcome: Outcome | null;
    rematch: string | null;
    said: { by: Side; what: string; words: string }[];
    /** Hint that the visitor has requested in this position. */
    hint: Hint | null;
  }

  interface State extends CurrentState {
    t: "state";
    game: string;
    rules: string[];
    start: Position;
    history: PlayedTurn[];
    seat: Side | "both" | null;
    players: Both<Player>;
    watchers: number;
  }

  interface TurnMessage extends CurrentState, TurnTexts {
    t: "turn";
    turn: Turn;
  }

  interface Update extends CurrentState {
    t: "update";
    seat: Side | "both" | null;
    players: Both<Player>;
    watchers: number;
  }

  interface Presence {
    t: "presence";
    online: Both<boolean>;
    watchers: number;
  }

  /** A message of a live game. `PartialAnswer` answers a request with the same number. */
  type Message = State | TurnMessage | Update | Presence | { t: "refused"; message: string } | { t: "beat" };
  type PartialAnswer = Partial & { t: "partial"; n: number };

  /** A message of a page to a live game. */
  type Request =
    | ({ t: "partial"; n: number; ply: number } & PartialRequest)
    | { t: "seat"; token: string }
    | { t: "turn"; ply: number; text: string }
    | { t: "offer"; what: Deal }
    | { t: "say"; what: string }
    | { t: "accept" | "decline" | "resign" | "rematch" | "call_off" | "claim" | "shut" | "hint" };

  // Any position: /api/explore and /api/analyse

  /** A game, a position and moves from there. */
  interface LineRequest {
    game: string;
    rules: string[];
    position: string | null;
    turns: string[];
    partial?: PartialRequest;
  }

  /** The position after a line, with its legal moves. */
  interface Exploration {
    game: string;
    rules: string[];
    start: Position;
    history: PlayedTurn[];
    position: Position;
    toMove: Side | null;
    partial: Partial | null;
    ahead: TurnTree | null;
    legal: Turn[];
    legalCount: number;
    chance: boolean;
    outcome: Outcome | null;
    pressing: string[];
    tables: ProbeResult | null;
  }

  type Category = "win" | "draw" | "loss" | "unknown";

  /** Values of a position and of the positions after its moves, from endgame tables. */
  interface ProbeResult {
    category: Category;
    dtw: number | null;
    moves: { text: string; category: Category; dtw: number | null }[];
  }

  /** Score for the side to move: a proved result with or without its distance in plies, or hundredths of a man. */
  type Score =
    | { plies: number; certain?: undefined; hundredths?: undefined }
    | { plies?: undefined; certain: Category; hundredths?: undefined }
    | { plies?: undefined; certain?: undefined; hundredths: number };

  /** Outcome probabilities of a side. */
  interface Chances {
    win: number;
    draw: number;
    loss: number;
  }

  /** The WebAssembly module in a worker. `crates/web/package` describes its functions. */
  interface Module {
    reply(line: LineRequest, options: { level: number }): Promise<Turn>;
    hint(line: LineRequest, options: { squares?: string }): Promise<Hint>;
    analyse(
      line: LineRequest,
      options: { lines: number; seconds: number; onDepth: (report: Analysis) => void },
    ): Promise<Analysis>;
    review(line: LineRequest, options: { onProgress: (left: number) => void }): Promise<Review | null>;
    puzzles(): Promise<PuzzleList>;
    stop(): void;
  }

  /** The engine's result of a depth. */
  interface Analysis {
    depth: number;
    nodes: number;
    ms: number;
    lines: { score: Score; chances: Chances; turns: Turn[] }[];
  }

  /** Assessment of a move. */
  type Verdict = "only" | "inaccuracy" | "mistake" | "blunder";

  /** A reviewed move, with the outcome probabilities of its side before and after it. */
  interface ReviewedTurn {
    turn: Turn;
    before: Chances;
    after: Chances;
    score: Score | null;
    depth: number;
    verdict: Verdict | null;
    better: Analysis["lines"];
    /** Table values of the position before it. */
    tables: ProbeResult | null;
  }

  /** Review of a game. */
  interface Review {
    game: string;
    rules: string[];
    /** Expected score of the first side in each position. */
    curve: number[];
    turns: ReviewedTurn[];
    accuracy: Both<number | null>;
    turningPoint: number | null;
  }

  /** A line of the streams of analyses and reviews. */
  type Report = Analysis | { done: true } | { left: number } | Review | { error: string };

  // Lessons: /api/learn

  /** A task without its texts, which are part of the HTML. */
  interface LessonTask {
    toMove: Side;
    /** Position before `turns`, which lead to the position of the task. */
    start: string;
    turns: string[];
    answers: string[];
    hint: string | null;
    refused: string | null;
    shown: string | null;
  }

  interface Lesson {
    game: string;
    rules: string[];
    tasks: LessonTask[];
  }

  // Puzzles: /api/puzzles

  interface ResultCounts {
    first: number;
    draws: number;
    second: number;
  }

  interface OpeningMoves {
    game: string;
    moves: { text: string; engine: ResultCounts; server: ResultCounts }[];
  }

  interface PuzzleList {
    games: { game: string; grades: number[] }[];
  }

  interface PuzzleTask {
    game: string;
    rules: string[];
    position: Position;
    toMove: Side;
    number: number;
    goal: "win" | "gain";
    grade: number;
    toFind: number;
  }

  interface PuzzleResponse {
    trial: "wrong" | "right" | "solved";
    turns: Turn[];
    themes: string[];
  }

  // Records: /api/pdn/read and /api/pdn/write

  interface RecordTurn {
    text: string;
    glyphs: number[];
    comments: string[];
    variations: RecordTurn[][];
  }

  interface GameRecord {
    tags: [name: string, value: string][];
    game: string;
    rules: string[];
    position: string | null;
    comments: string[];
    turns: RecordTurn[];
    result: string;
    error: string | null;
    /** What was noticed while the record was replayed. */
    notes?: string[];
  }

  interface Records {
    records: GameRecord[];
    /** Number of games in the text. */
    count: number;
  }

  // Data in pages

  interface SideInfo {
    name: string;
    colour: Colour;
    /** Names of its man, prince and king, or null for ranks that the game does not have. */
    ranks: (string | null)[];
  }

  interface Game {
    title: string;
    name: string;
    variant: string;
    sides: Both<SideInfo>;
    /** Whether captured pieces are put under the capturing piece. */
    towers: boolean;
    /** Whether captured pieces stay on the board until the move ends. */
    stays: boolean;
    /** Whether pieces capture by approach and withdrawal. */
    approaches: boolean;
    /** Whether its board can have men, princes and kings. */
    stand: boolean[];
    /** Whether there are men in hand at the start. */
    hand: boolean;
  }

  interface Board {
    /** Address of its drawing. */
    svg: string;
    points: { name: string; other?: string; x: number; y: number }[];
    frame: [x: number, y: number, width: number, height: number];
    /** Whether it stands on its short side in portrait orientation. */
    isLong: boolean;
  }

  interface Boot {
    lang: string;
    game: Game;
    board: Board;
  }

  interface PlayBoot extends Boot {
    id: string;
    live: string;
    invite: string | null;
    /** Whether any visitor may join. */
    open: boolean;
    /** The game as a request to start it again, without opponent and side. */
    again: object;
    /** That each side wins, in words. */
    wins: Both<string>;
    watch: string;
    analysis: string;
    pdn: string;
    gif: string;
    state: State;
  }

  type Names = Record<string, string>;

  interface Fault {
    line: number;
    column: number;
    key: string;
    problem: string;
  }

  interface SideFacts {
    name: Names;
    pieces: number;
    hand: number;
  }

  /** Facts derived from a variant of a game file. */
  interface VariantFacts {
    game: string;
    name: Names;
    counts: { points: number };
    sides: Both<SideFacts>;
    firstTurns: string[] | null;
  }

  interface Section {
    heading: string;
    sentences: Sentence[];
  }

  interface Rules {
    game: string;
    sides: Both<{ name: Names }>;
    sections: Section[];
  }

  /** Findings about a game file, and the game that it describes. */
  interface Draft {
    sound: boolean;
    errors: Fault[];
    warnings: Fault[];
    hints: Fault[];
    variants: VariantFacts[];
    rules: Rules | null;
    picture: string | null;
    words: string;
  }

  /** Initial file of the workshop, unless the browser stores one that was open last. */
  interface WorkshopBoot {
    file: { name: string; text: string; isAskedFor: boolean };
  }

  interface LessonBoot extends Boot {
    lesson: Lesson;
  }

  /** A good move, and a text that recommends it with the reason. */
  interface Hint {
    turn: Turn;
    words: string;
  }

  interface MuseumBoot extends Boot {
    museum: {
      game: string;
      rules: string[];
      level: number;
      /** Whether the initial mode is one visitor against the engine. */
      alone: boolean;
      /** Time without input before the game restarts, in seconds. */
      reset: number;
    };
  }

  interface PuzzleBoot extends Boot {
    rules: string[];
    puzzle: PuzzleTask;
    /** Address of its API. */
    api: string;
  }

  /** Data of an analysis, and of an embedded board. */
  interface AnalysisBoot extends Boot {
    /** The live game that is analysed, if it is one. */
    id?: string;
    rules: string[];
    position: string | null;
    /** Moves that lead to the current node; null if the address contains none. */
    turns: string[] | null;
    variants: { title: string; name: string }[];
  }
}
