// What goes between the server and the pages: the values of the crate `wire` (see `docs/reference/wire.md`), and of
// `pages/`, as the scripts see them.

declare namespace Wire {
  type Side = "first" | "second";
  type Colour = "white" | "black";

  /** Something about the first and about the second side. */
  type Both<T> = [first: T, second: T];

  interface Position {
    fen: string;
    toMove: Side;
    /** The letters of what stands on a point, from bottom to top. */
    pieces: Record<string, string>;
    hand: Both<number>;
    closed: string[];
    taken: Both<number>;
  }

  interface Turn {
    text: string;
    by: Side;
    path: string[];
    /** What each hop took. */
    captures: string[][];
    drops: string[];
    removed: string[];
    huff: string | null;
    claim: { path: string[]; captures: string[] } | null;
    roll: number[] | null;
  }

  /** How a turn that was played is said to people. */
  interface Told {
    short: string;
    words: string;
  }

  interface Played extends Told {
    turn: Turn;
    position: Position;
  }

  /** What a person has entered of a turn. */
  interface PartialAsk {
    claim: string | null;
    huff: string | null;
    points: string[];
  }

  /** What the next point of a turn would be. */
  type Ask = "enter" | "start" | "go" | "tell" | "remove";

  /** What may come next in a turn that is being entered. */
  interface Partial {
    next: string[];
    asks: Ask | null;
    complete: string | null;
    position: Position;
    /** Where the captures so far have taken something, which may stand there until the turn is over. */
    gone: string[];
    huffable: string[];
    claims: string[];
    calls: string[];
    refused: string | null;
  }

  /** A point that may be named, and all that may come after it. What is not there is empty. */
  interface Step {
    point: string;
    asks?: Ask;
    complete?: string;
    gone?: string[];
    /** What stands otherwise than before the first point; empty where nothing stands any more. */
    changed?: Record<string, string>;
    next?: Step[];
  }

  /** All that may come of a turn, from each way in which it can begin. */
  interface Ahead {
    steps: Step[];
    beginnings: { claim: string | null; huff: string | null; partial: Partial; steps: Step[] }[];
  }

  /** How a game has ended. */
  interface Outcome {
    winner: Side | null;
    result: string;
    reason: string;
    words: string;
    /** The sentences of the rules that decided it. */
    rules: Sentence[];
  }

  interface Sentence {
    text: string;
    grounds: { key: string; value: string; standing: string; source: string }[];
  }

  // Live games

  /** What one player offers the other. */
  type Deal = "draw" | "takeback" | "count" | "rematch";

  interface Player {
    kind: "person" | "engine" | "open";
    name: string;
    level: number | null;
    online: boolean;
  }

  /** What changes from turn to turn. */
  interface Now {
    ply: number;
    position: Position;
    toMove: Side | null;
    partial: Partial | null;
    ahead: Ahead | null;
    pressing: string[];
    offer: { by: Side; what: Deal } | null;
    /** Who has declined what was offered last, in words. */
    declined: string | null;
    can: Record<Deal | "resign" | "callOff" | "claim" | "say" | "shut" | "hint", boolean>;
    clock: { left: Both<number>; running: Side | null; increment: number } | null;
    outcome: Outcome | null;
    rematch: string | null;
    said: { by: Side; what: string; words: string }[];
    /** The good turn of which whoever looks was told. */
    hint: Hint | null;
  }

  interface State extends Now {
    t: "state";
    game: string;
    rules: string[];
    start: Position;
    history: Played[];
    seat: Side | "both" | null;
    players: Both<Player>;
    watchers: number;
  }

  interface TurnMessage extends Now, Told {
    t: "turn";
    turn: Turn;
  }

  interface Update extends Now {
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

  /** What a live game tells its pages without being asked; `Answer` is what it says to a question. */
  type News = State | TurnMessage | Update | Presence | { t: "refused"; message: string } | { t: "beat" };
  type Answer = Partial & { t: "partial"; n: number };

  /** What a page tells a live game. */
  type Request =
    | ({ t: "partial"; n: number; ply: number } & PartialAsk)
    | { t: "turn"; ply: number; text: string }
    | { t: "offer"; what: Deal }
    | { t: "say"; what: string }
    | { t: "accept" | "decline" | "resign" | "rematch" | "call_off" | "claim" | "shut" | "hint" };

  // Any position: /api/explore and /api/analyse

  /** A game, a position and the turns from there. */
  interface Line {
    game: string;
    rules: string[];
    position: string | null;
    turns: string[];
    partial?: PartialAsk;
  }

  /** Where a line leads, and what can be played there. */
  interface Explored {
    game: string;
    rules: string[];
    start: Position;
    history: Played[];
    position: Position;
    toMove: Side | null;
    partial: Partial | null;
    ahead: Ahead | null;
    legal: Turn[];
    legalCount: number;
    chance: boolean;
    outcome: Outcome | null;
    pressing: string[];
    tables: Probed | null;
  }

  type Category = "win" | "draw" | "loss" | "unknown";

  /** What tables say of a position; of a turn it is what they say of the position after it. */
  interface Probed {
    category: Category;
    dtw: number | null;
    moves: { text: string; category: Category; dtw: number | null }[];
  }

  /**
   * A score of the side to move: plies to the end of the game, a certain end nobody knows when, or hundredths of a man.
   */
  type Score =
    | { plies: number; certain?: undefined; hundredths?: undefined }
    | { plies?: undefined; certain: Category; hundredths?: undefined }
    | { plies?: undefined; certain?: undefined; hundredths: number };

  /** What a side may expect of the end of a game, as shares of one. */
  interface Chances {
    win: number;
    draw: number;
    loss: number;
  }

  /** What the engine has found at a depth. */
  interface Depth {
    depth: number;
    nodes: number;
    ms: number;
    lines: { score: Score; chances: Chances; turns: Turn[] }[];
  }

  /** What is said of a turn. */
  type Verdict = "only" | "inaccuracy" | "mistake" | "blunder";

  /** A turn of a game that was judged, with the chances of its side before and after it. */
  interface Reviewed {
    turn: Turn;
    before: Chances;
    after: Chances;
    score: Score | null;
    depth: number;
    verdict: Verdict | null;
    better: Depth["lines"];
    /** What tables say of the position before it. */
    tables: Probed | null;
  }

  /** A game that was judged. */
  interface Review {
    game: string;
    rules: string[];
    /** The score that the first side may expect in each position. */
    curve: number[];
    turns: Reviewed[];
    accuracy: Both<number | null>;
    turningPoint: number | null;
  }

  /** A line of the engine's streams. */
  type Report = Depth | { done: true } | { left: number } | Review | { error: string };

  // Lessons: /api/learn

  /** A task as its page holds it: what is read of it stands in the page itself. */
  interface LessonTask {
    toMove: Side;
    /** The position before the turns that the task rests on, and those. */
    start: string;
    turns: string[];
    answers: string[];
    hint: string | null;
    refused: string | null;
  }

  interface Lesson {
    game: string;
    rules: string[];
    tasks: LessonTask[];
  }

  // Puzzles: /api/puzzles

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

  interface PuzzleAnswer {
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
  }

  // What stands in the pages

  interface SideInfo {
    name: string;
    colour: Colour;
    /** What its man, prince and king are called, as far as the game has them. */
    ranks: (string | null)[];
  }

  interface Game {
    title: string;
    name: string;
    variant: string;
    sides: Both<SideInfo>;
    /** Whether pieces are captured under the piece that takes them. */
    towers: boolean;
    /** Whether what is captured stands where it is until the turn is over. */
    stays: boolean;
    /** Whether men, princes and kings can stand on its board. */
    stand: boolean[];
    /** Whether there are men in hand at the start. */
    hand: boolean;
  }

  interface Board {
    /** Where its drawing is. */
    svg: string;
    points: { name: string; x: number; y: number }[];
    frame: [x: number, y: number, width: number, height: number];
    /** Whether it is so long that it stands on its short side where there is more height than width. */
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
    /** Whether anybody might join. */
    open: boolean;
    watch: string;
    analysis: string;
    pdn: string;
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

  /** What follows from a rule set of a game file. */
  interface Facts {
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

  /** What is to be said of a game file, and the game that comes of it. */
  interface Draft {
    sound: boolean;
    errors: Fault[];
    warnings: Fault[];
    hints: Fault[];
    variants: Facts[];
    rules: Rules | null;
    picture: string | null;
    words: string;
  }

  /** The file with which the workshop opens, unless the browser keeps one that was open last. */
  interface WorkshopBoot {
    file: { name: string; text: string; isAskedFor: boolean };
  }

  interface LessonBoot extends Boot {
    lesson: Lesson;
  }

  /** A good turn, and it with what speaks for it in words. */
  interface Hint {
    turn: Turn;
    words: string;
  }

  interface MuseumBoot extends Boot {
    museum: {
      game: string;
      rules: string[];
      level: number;
      /** Whether one person plays at first, against the engine. */
      alone: boolean;
      /** After how long without a touch it begins again, in seconds. */
      reset: number;
    };
  }

  interface PuzzleBoot extends Boot {
    rules: string[];
    puzzle: PuzzleTask;
    /** Where it is asked about. */
    api: string;
  }

  /** Of an analysis, and of a board in another page. */
  interface AnalysisBoot extends Boot {
    rules: string[];
    position: string | null;
    /** The turns that lead to the place; null where the address names none. */
    turns: string[] | null;
    variants: { title: string; name: string }[];
  }
}
