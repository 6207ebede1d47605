// Types of the JSON that Quirkat takes and returns. `docs/reference/wire.md` shows a sample of each.
// Written by `QUIRKAT_BLESS=1 cargo test -p quirkat-wire --test wire typescript::`.

/** Result of the engine's search of a position. */
export type Analysis = {
  /** Depth of the last finished iteration, in plies. */
  depth: number;
  /** Number of positions that the search visited. */
  nodes: number;
  /** Elapsed time of the search, in milliseconds. */
  ms: number;
  /** Best lines, best first. Empty when the game is over; a single line without turns where dice are thrown next. */
  lines: EngineLine[];
};

/** A line of an analysis stream. */
export type AnalysisLine = Analysis | {
  /** Always `true`; refusals have another body. */
  done: boolean;
};

/** Verdict on an attempt to solve a puzzle. */
export type AttemptResult = "wrong" | "right" | "solved";

/** Number of stated options by what each rests on. */
export type BasisCounts = {
  /** Options that cite a source. */
  source: number;
  /** Options that are stated without a citation. */
  unsourced: number;
  /** Options that follow a modern reconstruction. */
  reconstruction: number;
  /** Options that follow our own reading. */
  ours: number;
};

/** Geometry of a board without pieces. */
export type Board = {
  /** Points in the order of their indices. */
  points: Point[];
  /** Lines of the board, each as the names of consecutive points that lie straight behind one another. */
  lines: string[][];
};

/** Counts of the parts of a board. */
export type BoardCounts = {
  /** Number of points of the board. */
  points: number;
  /** Number of pairs of neighbouring points. */
  edges: number;
  /** Number of lines of the board. */
  lines: number;
  /** Number of short leaps, counted in both directions of every line. */
  leaps: number;
  /** Number of symmetries, the identity included: at least 1. */
  symmetries: number;
};

/** Proved result of a position for its side to move. */
export type Category = "win" | "draw" | "loss" | "unknown";

/** Probabilities of the possible results for one side. They add up to 1 except for rounding. */
export type Chances = {
  /** Probability of a win, from 0 to 1, rounded to the thousandth. */
  win: number;
  /** Probability of a draw, from 0 to 1, rounded to the thousandth. */
  draw: number;
  /** Probability of a loss, from 0 to 1, rounded to the thousandth. */
  loss: number;
};

/** A phrase that a player sent. */
export type ChatMessage = {
  /** Side that sent the phrase. */
  by: Side;
  /** Phrase as one word, such as `hello`. */
  what: "hello" | "good_luck" | "nice_turn" | "well_played" | "thanks" | "sorry" | "moment" | "goodbye";
  /** Phrase in the visitor's language. */
  words: string;
};

/** An option with its value in words. */
export type Choice = {
  /** Key of the option, such as `capture`. */
  key: string;
  /** Value of the option, as in `key=value`. */
  value: string;
  /** Description of the option, in one language. */
  keyWords: string;
  /** Description of the value, in one language. */
  valueWords: string;
  /** Description of the variant's own value, where a house rule replaces it; `null` otherwise. */
  insteadOf: string | null;
};

/** A capture claimed in place of the opponent's last turn. */
export type Claim = {
  /** Names of the points of the claimed capture's path. */
  path: string[];
  /** Names of the points that it captures. */
  captures: string[];
};

/** Clocks of both sides, in milliseconds. */
export type Clock = {
  /** Remaining time of each side, in milliseconds. */
  left: [number, number];
  /** Side whose clock runs; `null` when none does. */
  running: Side | null;
  /** Increment for each turn, in milliseconds. */
  increment: number;
};

/** Requested clocks: either minutes for the whole game or days for each turn. */
export type ClockRequest = {
  /** Minutes of each side for the whole game, 0.1 to 180. */
  minutes?: number | null;
  /** Increment in seconds for each turn, 0 to 60. */
  seconds?: number;
  /** Days for each turn, 1 to 14; excludes `minutes`. */
  days?: number | null;
};

/** Report on a game file that is being written, with the resulting rules. */
export type Draft = {
  /** Name of the file as it was given. */
  file: string;
  /** Whether the file can be used: it has no errors. */
  sound: boolean;
  /** Errors, which make the file unusable. */
  errors: Fault[];
  /** Warnings about statements that have no effect. */
  warnings: Fault[];
  /** Hints about statements that could be left out. */
  hints: Fault[];
  /** Counts for the board of a board file; `null` for a game file. */
  counts: BoardCounts | null;
  /** Facts about each valid variant, the default variant first. */
  variants: VariantFacts[];
  /** Rules of the requested variant, or of the default one; `null` when the file cannot be used. */
  rules: Rules | null;
  /** SVG drawing of the start position; `null` when there are no rules. */
  picture: string | null;
  /** Description of the start position in words; empty when there are no rules. */
  words: string;
};

/** Location of the drawing of a board. */
export type Drawing = {
  /** URL path of the SVG file. */
  svg: string;
  /** Frame of the drawing: left, top, width and height in units of 1/100 grid step; `y` grows downwards. */
  frame: [number, number, number, number];
};

/** One line of play with its score. */
export type EngineLine = {
  /** Score for the side to move. */
  score: Score;
  /** Win, draw and loss probabilities for the side to move. */
  chances: Chances;
  /** Turns of the line, beginning with the best turn. */
  turns: Turn[];
};

/** JSON body of every refused request. */
export type Error = {
  /** Reason for the refusal, in words. */
  error: string;
};

/** Position that a line of turns reaches, with everything that can be played there. */
export type Exploration = {
  /** Title of the game and its variant: `alquerque:walker`. */
  game: string;
  /** House rules, each as `key=value`. */
  rules: string[];
  /** Current position of the game. */
  position: Position;
  /** Side to move; `null` when the game is over. */
  toMove: Side | null;
  /** End of the game; `null` while it continues. */
  outcome: Outcome | null;
  /** Position before the first turn of the line. */
  start: Position;
  /** Turns of the line, each with the position after it. */
  history: PlayedTurn[];
  /** State of the turn that is being entered; `null` when the game is over. */
  partial: Partial | null;
  /** Tree of all legal turns; `null` where it is too large, or part of a turn was already entered. */
  ahead: TurnTree | null;
  /** Legal turns, at most 200. Results of dice are not among them. */
  legal: Turn[];
  /** Number of legal turns, without the limit of `legal`. */
  legalCount: number;
  /** Whether dice are to be thrown; the `calls` of `partial` list the possible results. */
  chance: boolean;
  /** Obligations of the side to move, a sentence each: compulsory captures, huffs and claims. */
  pressing: string[];
  /** Values from endgame tables for the position and its turns; `null` when no tables of the game are loaded. */
  tables: ProbeResult | null;
};

/** A diagnostic with its place in a file. */
export type Fault = {
  /** Name of the file, as it was given. */
  file: string;
  /** Number of the line, counted from 1. */
  line: number;
  /** Column in characters, from 1. */
  column: number;
  /** Full key with its tables, such as `variants.free.capture`; empty where the text is not TOML. */
  key: string;
  /** Message in words: what was found and what is allowed. */
  problem: string;
};

/** A game of the catalogue with its variants. */
export type Game = {
  /** Title of the game, which selects its default variant. */
  id: string;
  /** Name of the game in every language. */
  name: Names;
  /** Place of origin in every language; empty where the file does not state it. */
  place: Names;
  /** Time of origin in every language; empty where the file does not state it. */
  time: Names;
  /** Kind of game by its play: rows of three, few against many, columns, draughts, or other captures. */
  kind: "mills" | "hunt" | "towers" | "draughts" | "war";
  /** Typical length of a game between two people, in minutes. */
  minutes: number | null;
  /** Effort to learn the game, from 1 (little) to 3 (much). */
  difficulty: number | null;
  /** Variants of the game, the default variant first. */
  variants: Variant[];
};

/** Request for a new live game. */
export type GameRequest = {
  /** Title of the game, with or without a variant. */
  game: string;
  /** TOML text of the game file, for a game that is not in the catalogue. */
  file?: string | null;
  /** House rules, each as `key=value`. */
  rules?: string[];
  /** Start position, where it is not the usual one: FEN, a setup diagram, or a `Position` object. */
  position?: TextOrObject | null;
  /**
   * Opponent: `engine:1` to `engine:10`; `friend`, who needs the invitation; `anyone`, which lists the game publicly
   * as open; or `here`, where the requester plays both sides.
   */
  opponent: string;
  /** Side of the requester: `first`, `second`, or `lot` for a random side. Empty means `lot`. */
  side?: "" | "first" | "second" | "lot";
  /** Clocks of the game; `null` for a game without clocks. */
  clock?: ClockRequest | null;
  /** Name of the requester; may be empty. */
  name?: string;
};

/** A new live game with the seat of the requester. */
export type GameResponse = {
  /** Id of the live game. */
  id: string;
  /** URL path of its page. */
  url: string;
  /** Secret token of the requester's seat. */
  token: string;
  /** URL with which a friend takes the other seat; `null` where there is no invitation. */
  invite: string | null;
};

/** Goal of a puzzle for its solver. */
export type Goal = "win" | "gain";

/** An option with its value and the basis of that value. */
export type Ground = {
  /** Key of the option, such as `capture`. */
  key: string;
  /** Value of the option, as in `key=value`. */
  value: string;
  /** Basis of the value. */
  standing: "source" | "reconstruction" | "ours" | "house_rule" | "unstated";
  /** Citation: book and page, site or rule; empty where none is given. */
  source: string;
};

/** A good turn with the reason for it. */
export type Hint = {
  /** Turn that the hint recommends. */
  turn: Turn;
  /** Turn and reason in words. */
  words: string;
};

/** A lesson in the rules of one variant with its house rules. */
export type Lesson = {
  /** Title of the game and its variant: `alquerque:walker`. */
  game: string;
  /** House rules, each as `key=value`. */
  rules: string[];
  /** Two-letter code of the language of all texts. */
  language: string;
  /** Exercises, independent of one another, in the order of the rules. */
  tasks: LessonTask[];
};

/** An exercise: one turn has to do what is asked. */
export type LessonTask = {
  /** Title of the game and its variant: `alquerque:walker`. */
  game: string;
  /** House rules, each as `key=value`. */
  rules: string[];
  /** Current position of the game. */
  position: Position;
  /** Side to move; `null` when the game is over. */
  toMove: Side | null;
  /** End of the game; `null` while it continues. */
  outcome: Outcome | null;
  /** FEN of the position before `turns`. */
  start: string;
  /** Turns from `start` to the position; empty unless the exercise depends on the history. */
  turns: string[];
  /** Skill that the exercise teaches, as one word: `capture`, `duty`, `promotion`. */
  skill: string;
  /** Heading of the exercise, in one language. */
  title: string;
  /** Instruction for the learner, one or two sentences. */
  task: string;
  /** Sentences of the rules on which the exercise rests. */
  sentences: Sentence[];
  /** Legal turns that solve the exercise, in notation. */
  answers: string[];
  /** Point on which an answer begins; `null` where no answer begins on the board. */
  hint: string | null;
  /** A tempting turn that the rules forbid, with the reason; `null` where no turn shows the rule. */
  refused: string | null;
  /** Text after a right answer: the special rule that the exercise has shown; `null` where the rule is a usual one. */
  shown: string | null;
};

/** Request for a position: a game, a start and the turns played from there. */
export type LineRequest = {
  /** Title of the game, with or without a variant: `alquerque`, `alquerque:walker`. */
  game?: string;
  /** House rules, each as `key=value`. */
  rules?: string[];
  /**
   * Start position, where it is not the game's usual one: FEN on one line, a setup diagram on several lines, or a
   * `Position` object.
   */
  position?: TextOrObject | null;
  /** Turns played from the start, in notation or as `Turn` objects. */
  turns?: TextOrObject[];
  /** Part of the next turn that has been entered so far. */
  partial?: PartialRequest | null;
};

/** Message of the server over the live connection of a game. */
export type Message = State & {
  t: "state";
} | TurnMessage & {
  t: "turn";
} | Update & {
  t: "update";
} | {
  t: "partial";
  /** Number of the request that is answered. */
  n: number;
  /** Names of the points that may come next. */
  next: string[];
  /** Role of the next point; `null` where nothing may follow. */
  asks: PointRole | null;
  /** Notation of the turn if it may end here; `null` otherwise. */
  complete: string | null;
  /** Position partway through the turn. Captured pieces stay on it as long as the rules leave them on the board. */
  position: Position;
  /** Names of the points from which pieces have been captured so far. */
  gone: string[];
  /** Names of the points that each next point captures, by its name, where a capture is chosen; absent elsewhere. */
  takes?: { [key: string]: string[] };
  /** Names of the points whose pieces may be huffed. */
  huffable: string[];
  /** Captures that may be claimed, in notation. */
  claims: string[];
  /** Legal turns without any point, in notation: passes, calls and results of dice. */
  calls: string[];
  /** Reason why the last point is refused, in words; `null` where it is allowed. */
  refused: string | null;
} | {
  t: "presence";
  /** Whether each player is connected, the first side's player first. */
  online: [boolean, boolean];
  /** Number of spectators who are connected. */
  watchers: number;
} | {
  t: "refused";
  /** Reason for the fault, in words. */
  message: string;
} | {
  t: "pong";
} | {
  t: "beat";
};

/** A name in every language by two-letter code. English replaces a missing translation. */
export type Names = { [key: string]: string };

/** A turn of a record with its annotations. */
export type Node = {
  /** Turn in notation, as text. */
  text?: string;
  /** Numeric annotation glyphs of PGN: 1 is good, 2 is bad. */
  glyphs?: number[];
  /** Comments that follow the turn, in their order. */
  comments?: string[];
  /** Alternatives to this turn, each with the turns that follow it. */
  variations?: Node[][];
};

/** An open offer with its maker. */
export type Offer = {
  /** Side that made the offer. */
  by: Side;
  /** Kind of offer as one word. */
  what: "draw" | "takeback" | "count" | "rematch";
};

/** A move with the results of the games in which it was played. */
export type OpeningMove = {
  /** Move in notation. */
  text: string;
  /** Games of the engine against itself. */
  engine: ResultCounts;
  /** Finished games that were played on the server. */
  server: ResultCounts;
};

/** The moves that were played from a position, most frequent first. */
export type OpeningMoves = {
  /** Title of the rule set. */
  game: string;
  /** Moves that were played. */
  moves: OpeningMove[];
};

/** End of a game: winner, reason and wording. */
export type Outcome = {
  /** Winner; `null` for a draw and for a game that was called off. */
  winner: Side | null;
  /** Score as records write it, White's first; `*` for a game that was called off. */
  result: "1-0" | "1/2-1/2" | "0-1" | "*";
  /** Reason for the end, as one word. */
  reason: "no_pieces" | "blocked" | "repetition" | "repetition_count" | "count" | "agreed_count" | "no_capture" | "kings_only" | "few_pieces" | "one_each" | "lone_man" | "three_in_a_row" | "toll" | "promotion" | "king_lost" | "placed" | "repetition_won" | "agreement" | "resignation" | "time" | "absence" | "called_off";
  /** Sentence that describes the end. */
  words: string;
  /** Sentences of the rules that decided the game; empty where the end lies outside the rules. */
  rules: Sentence[];
};

/** State of a turn that is being entered. */
export type Partial = {
  /** Names of the points that may come next. */
  next: string[];
  /** Role of the next point; `null` where nothing may follow. */
  asks: PointRole | null;
  /** Notation of the turn if it may end here; `null` otherwise. */
  complete: string | null;
  /** Position partway through the turn. Captured pieces stay on it as long as the rules leave them on the board. */
  position: Position;
  /** Names of the points from which pieces have been captured so far. */
  gone: string[];
  /** Names of the points that each next point captures, by its name, where a capture is chosen; absent elsewhere. */
  takes?: { [key: string]: string[] };
  /** Names of the points whose pieces may be huffed. */
  huffable: string[];
  /** Captures that may be claimed, in notation. */
  claims: string[];
  /** Legal turns without any point, in notation: passes, calls and results of dice. */
  calls: string[];
  /** Reason why the last point is refused, in words; `null` where it is allowed. */
  refused: string | null;
};

/** Part of a turn that has been entered. */
export type PartialRequest = {
  /** Claim that begins the turn, in notation; `null` without one. */
  claim?: string | null;
  /** Name of the point whose piece is huffed first; `null` without a huff. */
  huff?: string | null;
  /** Names of the points entered so far. */
  points?: string[];
};

/** Actions that a visitor may take in the current state. */
export type Permissions = {
  /** Whether a draw may be offered. */
  draw: boolean;
  /** Whether a takeback may be asked for. */
  takeback: boolean;
  /** Whether a count of the pieces may be offered. */
  count: boolean;
  /** Whether the game may be resigned. */
  resign: boolean;
  /** Whether a rematch may be offered. */
  rematch: boolean;
  /** Whether the game may be called off without a result. */
  callOff: boolean;
  /** Whether the win may be claimed because the opponent has stayed away. */
  claim: boolean;
  /** Whether a phrase may be sent. */
  say: boolean;
  /** Whether the other side may be muted. */
  shut: boolean;
  /** Whether a hint may be asked for. */
  hint: boolean;
};

/** A played turn with the position after it. */
export type PlayedTurn = {
  /** The turn that was played. */
  turn: Turn;
  /** Short notation: on numbered boards, without intermediate points where the turn stays unambiguous. */
  short: string;
  /** Description in words: the piece, its path, its captures and its promotion. */
  words: string;
  /** Position that the turn leads to. */
  position: Position;
};

/** A player of one side. */
export type Player = {
  /** Kind of player: person, engine or open seat. */
  kind: PlayerKind;
  /** Name of the player; may be empty. */
  name: string;
  /** Level of the engine, from 1; `null` for a person. */
  level: number | null;
  /** Whether the player is connected. */
  online: boolean;
};

/** Kind of player: person, engine or open seat. */
export type PlayerKind = "person" | "engine" | "open";

/** A point with its coordinates as the first side sees the board: `x` grows to the right, `y` upwards. */
export type Point = {
  /** Name of the point, such as `a1` or `12`. */
  name: string;
  /** Name of the square in the other notation of a chequered board: `12` instead of `a1`, or the reverse. */
  other?: string | null;
  /** Horizontal coordinate in grid steps; grows to the right. */
  x: number;
  /** Vertical coordinate in grid steps; grows upwards. */
  y: number;
};

/** Role of the next point in a turn. */
export type PointRole = "enter" | "start" | "go" | "tell" | "remove";

/** A position: the pieces on each point, and what the rules remember. */
export type Position = {
  /** FEN of the position with everything that the rules remember. */
  fen: string;
  /** Side to move in this position. */
  toMove: Side;
  /**
   * Letters of the pieces on each occupied point, from bottom to top: `w` and `b` are men, `p` and `q` princes, `W`
   * and `B` kings.
   */
  pieces: { [key: string]: string };
  /** Number of men in hand of the first and the second side. */
  hand: [number, number];
  /** Names of the points that are closed for good. */
  closed: string[];
  /** Number of pieces that each side has lost since the start. */
  taken: [number, number];
};

/** Table values of a position and of each of its turns. */
export type ProbeResult = {
  /** Result for the side to move. */
  category: Category;
  /**
   * Distance to win in plies: positive is a win, negative a loss, zero a game already lost; `null` for a draw or an
   * unknown distance.
   */
  dtw: number | null;
  /** Legal turns with their values, best first. */
  moves: TurnProbe[];
};

/** The puzzles of a game, without their positions. */
export type PuzzleGrades = {
  /** Id of the game. */
  game: string;
  /** Difficulties from 1 to 5 of the game's puzzles, by their numbers: that of puzzle 1 first. */
  grades: number[];
};

/** The puzzles of all games, without their positions. */
export type PuzzleList = {
  /** Games that have puzzles, in the order of the catalogue. */
  games: PuzzleGrades[];
};

/** Result of an attempt to solve a puzzle. */
export type PuzzleResponse = {
  /** Verdict on the attempt as a whole. */
  trial: AttemptResult;
  /** Correct turns of the attempt, followed by the opponent's reply. */
  turns: Turn[];
  /** Themes of the puzzle; empty until it is solved. */
  themes: Theme[];
};

/** A puzzle without its solution. */
export type PuzzleTask = {
  /** Title of the game and its variant: `alquerque:walker`. */
  game: string;
  /** House rules, each as `key=value`. */
  rules: string[];
  /** Current position of the game. */
  position: Position;
  /** Side to move; `null` when the game is over. */
  toMove: Side | null;
  /** End of the game; `null` while it continues. */
  outcome: Outcome | null;
  /** Number of the puzzle among those of its game, from 1. */
  number: number;
  /** Goal of the solver: a win or a gain. */
  goal: Goal;
  /** Difficulty from 1 to 5. */
  grade: number;
  /** Number of turns that the solver has to find. */
  toFind: number;
};

/** A game record. Positions and turns stand as they were written. */
export type Record = {
  /** Tags in their order, as pairs of name and value. */
  tags?: ([string, string])[];
  /** Title of the game and its variant; empty where the record does not say. */
  game?: string;
  /** House rules, each as `key=value`. */
  rules?: string[];
  /** Position before the first turn; `null` for the usual start. */
  position?: string | null;
  /** Comments before the first turn. */
  comments?: string[];
  /** Turns of the main line. */
  turns?: Node[];
  /** Result as written: `1-0`, `1/2-1/2`, `0-1`, or `*` for none. */
  result?: string;
  /** Reason why the record cannot be replayed, in words; `null` if it can. */
  error?: string | null;
  /** What was noticed while the record was replayed, in words. */
  notes?: string[];
};

/** The records of a text. */
export type Records = {
  /** Records in the order of the text; at most 500. */
  records: Record[];
  /** Number of games in the text. */
  count: number;
};

/** Message of a client over the live connection of a game. */
export type Request = {
  t: "seat";
  /** Secret token of the seat. */
  token: string;
} | {
  t: "partial";
  /** Number of the request, which the answer repeats. */
  n: number;
  /** Number of turns played in the position that is meant. */
  ply: number;
  /** Claim that begins the turn, in notation; `null` without one. */
  claim?: string | null;
  /** Name of the point whose piece is huffed first; `null` without a huff. */
  huff?: string | null;
  /** Names of the points entered so far. */
  points?: string[];
} | {
  t: "turn";
  /** Number of turns played before this one. */
  ply: number;
  /** Turn in notation, as text. */
  text: string;
} | {
  t: "offer";
  /** Kind of offer as one word. */
  what: "draw" | "takeback" | "count" | "rematch";
} | {
  t: "accept";
} | {
  t: "decline";
} | {
  t: "resign";
} | {
  t: "rematch";
} | {
  t: "call_off";
} | {
  t: "claim";
} | {
  t: "say";
  /** Phrase as one word, such as `hello`. */
  what: "hello" | "good_luck" | "nice_turn" | "well_played" | "thanks" | "sorry" | "moment" | "goodbye";
} | {
  t: "shut";
} | {
  t: "hint";
} | {
  t: "ping";
};

/** Numbers of games by result. */
export type ResultCounts = {
  /** Games that the first side won. */
  first: number;
  /** Drawn games. */
  draws: number;
  /** Games that the second side won. */
  second: number;
};

/** A game with the engine's review of each turn. */
export type Review = {
  /** Title of the game and its variant. */
  game: string;
  /** House rules, each as `key=value`. */
  rules: string[];
  /** Expected score of the first side in each position, the start first: 1 for a win, ½ for a draw, 0 for a loss. */
  curve: number[];
  /** Reviews of the turns in their order. */
  turns: ReviewedTurn[];
  /** Accuracy of each side in percent, by the formula of lichess; `null` for a side without a choice. */
  accuracy: [number | null, number | null];
  /** Index from 0 of the turn that decided the game; `null` without one. */
  turningPoint: number | null;
};

/** A line of a review stream. */
export type ReviewLine = {
  /** Number of turns left to review. */
  left: number;
} | Review | Error;

/** A turn of a game with the engine's review. */
export type ReviewedTurn = {
  /** The turn that was played. */
  turn: Turn;
  /** Probabilities before the turn, for the side that made it. */
  before: Chances;
  /** Probabilities after the turn, for the same side. */
  after: Chances;
  /** Score after the turn for the side that made it; `null` when the game is over or dice are thrown next. */
  score: Score | null;
  /** Depth of the search after the turn, in plies. */
  depth: number;
  /** Verdict on the turn; `null` where it is neither bad nor the only good one. */
  verdict: Verdict | null;
  /** Lines better than the played turn, best first. */
  better: EngineLine[];
  /**
   * Values from endgame tables for the position before the turn and for each of its turns; `null` where the tables
   * lack it.
   */
  tables: ProbeResult | null;
};

/** A variant with its house rules: board, start position, and rules in words of one language. */
export type Rules = {
  /** Title of the game and its variant: `alquerque:walker`. */
  game: string;
  /** House rules, each as `key=value`. */
  rules: string[];
  /** Version of the published rules, which grows with every change of the legal turns or the ends. */
  version: number;
  /** Name of the game in every language. */
  name: Names;
  /** Name of the variant in every language. */
  variantName: Names;
  /** Names of the sides, the first side first. */
  sides: [SideNames, SideNames];
  /** Points and lines of the board. */
  board: Board;
  /** Drawing of the board; absent where there is none. */
  drawing?: Drawing | null;
  /** Position before the first turn. */
  start: Position;
  /** Two-letter code of the language of all texts below. */
  language: string;
  /** Description and origin of the game; may be empty. */
  about: string;
  /** Inventor of the game; `null` where it has none that is known. */
  inventor: string | null;
  /** Note about this variant; may be empty. */
  note: string;
  /** Rules in the customary order. */
  sections: Section[];
  /** All options with their values. */
  options: Choice[];
  /** Sources of the game and of the variant. */
  sources: string[];
};

/** Score of a position for the side to move. */
export type Score = {
  hundredths: number;
} | {
  plies: number;
} | {
  certain: Category;
};

/** Seats that a visitor holds in a game. */
export type Seat = "first" | "second" | "both";

/** A section of the rules. */
export type Section = {
  /** Heading of the section, in one language. */
  heading: string;
  /** Sentences of the section in reading order. */
  sentences: Sentence[];
};

/** A sentence of the rules with the options behind it. */
export type Sentence = {
  /** Words of the sentence, in one language. */
  text: string;
  /** Options that the sentence expresses. */
  grounds: Ground[];
};

/** One of the two sides. */
export type Side = "first" | "second";

/** Facts about one side at the start. */
export type SideFacts = {
  /** Name of the side in every language. */
  name: Names;
  /** Number of its pieces on the board. */
  pieces: number;
  /** Number of its men in hand. */
  hand: number;
};

/** Names of a side and of its pieces. */
export type SideNames = {
  /** Name of the side in every language. */
  name: Names;
  /** Colour of its pieces: `white` or `black`. */
  colour: "white" | "black";
  /** Names of its men, princes and kings; `null` where the game does not name the rank. */
  ranks: [Names | null, Names | null, Names | null];
};

/** Complete state of a live game, as one visitor sees it. */
export type State = {
  /** Title of the game and its variant. */
  game: string;
  /** House rules, each as `key=value`. */
  rules: string[];
  /** Position before the first turn. */
  start: Position;
  /** Turns played so far, each with the position after it. */
  history: PlayedTurn[];
  /** Seats of the visitor; `null` for a spectator. */
  seat: Seat | null;
  /** Players, the first side's player first. */
  players: [Player, Player];
  /** Number of spectators who are connected. */
  watchers: number;
  /** Number of turns played so far, of both sides. */
  ply: number;
  /** Position after the last turn. */
  position: Position;
  /** Side to move; `null` when the game is over. */
  toMove: Side | null;
  /** State of an empty turn entry, where the visitor is to move; `null` otherwise. */
  partial: Partial | null;
  /** Tree of all legal turns, where the visitor is to move; `null` otherwise, or where it is too large. */
  ahead: TurnTree | null;
  /** Obligations of the side to move, a sentence each: compulsory captures, huffs and claims. */
  pressing: string[];
  /**
   * Pieces of the capturing side that cannot move, in a hunt that this side loses when all are shut in; `null` in other
   * games, and when the game is over.
   */
  trapped: TrappedPieces | null;
  /** Open offer; `null` without one. */
  offer: Offer | null;
  /**
   * Sentence about the last declined offer, until its maker plays on or another event replaces it; `null` without
   * one.
   */
  declined: string | null;
  /** Actions that the visitor may take. */
  can: Permissions;
  /** Clocks of both sides; `null` in a game without clocks. */
  clock: Clock | null;
  /** End of the game; `null` while it continues. */
  outcome: Outcome | null;
  /** URL path of the next game of the same players; `null` before a rematch. */
  rematch: string | null;
  /** Phrases that the players sent last, the latest last. */
  said: ChatMessage[];
  /** Hint for the visitor in this position; `null` without one. */
  hint: Hint | null;
};

/** A position or a turn, as text or as an object of an answer. */
export type TextOrObject = string | {
  fen: string;
} | {
  text: string;
};

/** Theme of a puzzle: what its solution shows. */
export type Theme = "sacrifice" | "quiet_turn" | "long_capture" | "breakthrough" | "shutting_in";

/** Number of pieces of a side that cannot move. */
export type TrappedPieces = {
  /** Side of the pieces. */
  side: Side;
  /** Number of its pieces that cannot move. */
  trapped: number;
  /** Number of its pieces. */
  all: number;
};

/** A turn, hop by hop. */
export type Turn = {
  /** Turn in notation, the form in which requests give it. */
  text: string;
  /** Side that makes the turn. */
  by: Side;
  /** Names of the points of the moving piece: its start and every landing point. */
  path: string[];
  /** Names of the points captured by each hop, in the order of the hops. */
  captures: string[][];
  /** Names of the points on which men enter from the hand. */
  drops: string[];
  /** Names of the points from which pieces are removed at the end. */
  removed: string[];
  /** Name of the point huffed first; `null` without a huff. */
  huff: string | null;
  /** Capture claimed first; `null` without a claim. */
  claim: Claim | null;
  /** Results of the dice; `null` for a turn without dice. */
  roll: [number, number, number] | null;
};

/** Last turn of a live game, with everything that it changed. */
export type TurnMessage = {
  /** The turn that was played. */
  turn: Turn;
  /** Short notation: on numbered boards, without intermediate points where the turn stays unambiguous. */
  short: string;
  /** Description in words: the piece, its path, its captures and its promotion. */
  words: string;
  /** Number of turns played so far, of both sides. */
  ply: number;
  /** Position after the last turn. */
  position: Position;
  /** Side to move; `null` when the game is over. */
  toMove: Side | null;
  /** State of an empty turn entry, where the visitor is to move; `null` otherwise. */
  partial: Partial | null;
  /** Tree of all legal turns, where the visitor is to move; `null` otherwise, or where it is too large. */
  ahead: TurnTree | null;
  /** Obligations of the side to move, a sentence each: compulsory captures, huffs and claims. */
  pressing: string[];
  /**
   * Pieces of the capturing side that cannot move, in a hunt that this side loses when all are shut in; `null` in other
   * games, and when the game is over.
   */
  trapped: TrappedPieces | null;
  /** Open offer; `null` without one. */
  offer: Offer | null;
  /**
   * Sentence about the last declined offer, until its maker plays on or another event replaces it; `null` without
   * one.
   */
  declined: string | null;
  /** Actions that the visitor may take. */
  can: Permissions;
  /** Clocks of both sides; `null` in a game without clocks. */
  clock: Clock | null;
  /** End of the game; `null` while it continues. */
  outcome: Outcome | null;
  /** URL path of the next game of the same players; `null` before a rematch. */
  rematch: string | null;
  /** Phrases that the players sent last, the latest last. */
  said: ChatMessage[];
  /** Hint for the visitor in this position; `null` without one. */
  hint: Hint | null;
};

/** Table value after a turn. */
export type TurnProbe = {
  /** Turn in notation, as text. */
  text: string;
  /** Result for the side to move after the turn. */
  category: Category;
  /**
   * Distance to win in plies from the position after the turn, for its side to move; zero after a turn that wins at
   * once.
   */
  dtw: number | null;
};

/** Start of a turn before any point is entered: a claim, a huff, or both. */
export type TurnStart = {
  /** Claimed capture in notation; `null` without a claim. */
  claim: string | null;
  /** Name of the huffed point; `null` without a huff. */
  huff: string | null;
  /** State of the turn after this start: the points that may come first, and the position. */
  partial: Partial;
  /** Continuations after this start, in the order of `partial.next`. */
  steps: TurnStep[];
};

/** One point of a turn and everything that may follow it. */
export type TurnStep = {
  /** Name of the point that is entered. */
  point: string;
  /** Role of the points in `next`; absent where nothing may follow. */
  asks?: PointRole | null;
  /** Notation of the turn if it may end here; absent otherwise. */
  complete?: string | null;
  /** Names of the points from which pieces have been captured so far. */
  gone?: string[];
  /**
   * Points whose contents differ from the position before the turn, each with the letters of its pieces from bottom
   * to top. An emptied point has an empty text.
   */
  changed?: { [key: string]: string };
  /** Points that may come next, each with its continuations. */
  next?: TurnStep[];
};

/** Tree of all legal turns of a position, point by point. */
export type TurnTree = {
  /** Points that may come first, each with its continuations, when the turn has no claim and no huff. */
  steps: TurnStep[];
  /** Turns that start with a claim or a huff. Entries after the step limit are left out. */
  beginnings: TurnStart[];
};

/** State of a live game without its list of turns. */
export type Update = {
  /** Seats of the visitor; `null` for a spectator. */
  seat: Seat | null;
  /** Players, the first side's player first. */
  players: [Player, Player];
  /** Number of spectators who are connected. */
  watchers: number;
  /** Number of turns played so far, of both sides. */
  ply: number;
  /** Position after the last turn. */
  position: Position;
  /** Side to move; `null` when the game is over. */
  toMove: Side | null;
  /** State of an empty turn entry, where the visitor is to move; `null` otherwise. */
  partial: Partial | null;
  /** Tree of all legal turns, where the visitor is to move; `null` otherwise, or where it is too large. */
  ahead: TurnTree | null;
  /** Obligations of the side to move, a sentence each: compulsory captures, huffs and claims. */
  pressing: string[];
  /**
   * Pieces of the capturing side that cannot move, in a hunt that this side loses when all are shut in; `null` in other
   * games, and when the game is over.
   */
  trapped: TrappedPieces | null;
  /** Open offer; `null` without one. */
  offer: Offer | null;
  /**
   * Sentence about the last declined offer, until its maker plays on or another event replaces it; `null` without
   * one.
   */
  declined: string | null;
  /** Actions that the visitor may take. */
  can: Permissions;
  /** Clocks of both sides; `null` in a game without clocks. */
  clock: Clock | null;
  /** End of the game; `null` while it continues. */
  outcome: Outcome | null;
  /** URL path of the next game of the same players; `null` before a rematch. */
  rematch: string | null;
  /** Phrases that the players sent last, the latest last. */
  said: ChatMessage[];
  /** Hint for the visitor in this position; `null` without one. */
  hint: Hint | null;
};

/** A variant of a game. */
export type Variant = {
  /** Title of the variant, `alquerque:walker`; other types call it `game`. */
  id: string;
  /** Name of the variant in every language. */
  name: Names;
};

/** Facts about one variant of a game file. */
export type VariantFacts = {
  /** Title of the variant: `alquerque:walker`. */
  game: string;
  /** Name of the variant in every language. */
  name: Names;
  /** Counts of the parts of its board. */
  counts: BoardCounts;
  /** Facts about the sides, the first side first. */
  sides: [SideFacts, SideFacts];
  /** Number of stated options by the basis of each. */
  stated: BasisCounts;
  /** Side that makes the first turn. */
  toMove: Side;
  /** Legal first turns in notation; `null` where there are too many to list. */
  firstTurns: string[] | null;
};

/** Verdict on a turn, by the loss of expected score. */
export type Verdict = "only" | "inaccuracy" | "mistake" | "blunder";
