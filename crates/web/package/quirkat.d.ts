import type {
  Analysis, Draft, Exploration, Game, Hint, Lesson, LineRequest, PuzzleResponse, PuzzleList, PuzzleTask, Record, Records, Review, Rules, Turn,
} from "./wire.js";

export type * from "./wire.js";

/** A line of moves. Missing fields have their defaults. */
export type Line = LineRequest & { game: string };

export interface Options {
  /** Language of texts and errors: `en` (the default), `es` or `fr`. */
  language?: string;
  /** Address of `module_bg.wasm`; by default beside the script. */
  wasm?: URL | string;
  /** Address of the folder `evaluations/`, with a slash at its end; by default beside the script. */
  evaluations?: URL | string;
  /** Address of the folder `tables/`, with a slash at its end; by default beside the script. */
  tables?: URL | string;
  /**
   * Memory for the transposition table. Modules in several workers that share it search together: one analyses, the others help.
   * It is shared (`shared: true`) and has a page at least; 32 MiB are enough.
   */
  sharedMemory?: WebAssembly.Memory;
}

/** Limits of an analysis. Without any, it runs until it is stopped, for at most an hour. */
export interface AnalysisOptions {
  /** Number of lines, from 1 (the default) to 10. */
  lines?: number;
  /** Time in seconds, at most 3600. */
  seconds?: number;
  /** Depth of the last iteration, in plies. */
  depth?: number;
  /** Number of nodes. */
  nodes?: number;
  /** Whether to evaluate by material and mobility alone, without the trained evaluation of the game. */
  classical?: boolean;
  /** Receives each finished depth; the analysis ends when it returns `false`. */
  onDepth?: (depth: Analysis) => unknown;
  /** Shared memory whose first number, when not 0, ends the search. */
  flag?: Int32Array;
}

export interface HelpOptions {
  /** Number of this helper among those of an analysis, from 1 to 6. */
  number: number;
  /** Shared memory whose first number, when not 0, ends the help. */
  flag: Int32Array;
}

export interface ReviewOptions {
  /** Receives the number of moves that are still to be judged; the review ends when it returns `false`. */
  onProgress?: (left: number) => unknown;
  /** Shared memory whose first number, when not 0, ends the review. */
  flag?: Int32Array;
}

/** Materials of a picture. */
export interface Materials {
  board?: "wood" | "stone" | "paper" | "contrast";
  pieces?: "turned" | "pebbles" | "flat";
}

export interface Picture extends Materials {
  game: string;
  /** House rules, each as `key=value`. */
  rules?: string[];
  /** Position; the start position if it is missing. */
  position?: string;
  /** Move that is shown as an arrow. */
  turn?: string;
  /** Whether the second side is at the bottom. */
  flip?: boolean;
}

/** Names of the squares of chequered boards in sentences; by default as is usual on each board. */
export interface SquareOptions {
  squares?: "letters" | "numbers";
}

/** The functions of the module in a language. Every error is an `Error` whose message is in that language. */
export interface Quirkat {
  /** Returns all games with their variants. */
  games(): Game[];
  /** Returns the rules of a variant. `drawing` becomes the address of the drawing of its board. */
  rules(game: string, options?: { rules?: string[]; drawing?: string }): Rules;
  /** Returns the rules of a variant as text in lines of at most `width` characters (default 80). */
  rulesInWords(game: string, options?: { rules?: string[]; width?: number }): string;
  /** Returns the position after a line. */
  explore(line: Line, options?: SquareOptions): Exploration;
  /** Returns the engine's move at a level from 1 to 10 (default 4); in games with dice also a roll. */
  reply(line: Line, options?: { level?: number }): Promise<Turn>;
  /** Returns a good move with the reason for it. */
  hint(line: Line, options?: SquareOptions): Promise<Hint>;
  /** Analyses the position after a line, and returns the result of the last finished depth. */
  analyse(line: Line, options?: AnalysisOptions): Promise<Analysis>;
  /**
   * Searches the same position as an analysis of the module in another worker with the same `sharedMemory`, until the flag is set. The
   * help must have ended before the other module searches again.
   */
  help(line: Line, options: HelpOptions): Promise<void>;
  /** Judges every move of a line; `null` if the review was stopped. */
  review(line: Line, options?: ReviewOptions): Promise<Review | null>;
  /** Returns the tasks of a lesson. */
  lesson(game: string, options?: { rules?: string[] } & SquareOptions): Lesson;
  /** Returns the grades of all puzzles. */
  puzzles(): PuzzleList;
  /** Returns the task of a puzzle, without its solution. */
  puzzle(game: string, number: number): PuzzleTask;
  /** Judges an attempt at a puzzle. */
  tryPuzzle(game: string, number: number, turns: string[], options?: SquareOptions): PuzzleResponse;
  /** Returns the solution of a puzzle. */
  solvePuzzle(game: string, number: number): PuzzleResponse;
  /** Checks a game file; the options are those of the picture. */
  check(file: string, options?: { variant?: string } & Materials): Draft;
  /** Loads the game of a file, and returns its name, by which requests name it. */
  loadGame(file: string): string;
  /**
   * Fetches the endgame tables of a game, some megabytes for draughts. Its positions with few pieces then have proved values,
   * and the engine plays perfectly from there.
   */
  loadTables(game: string): Promise<void>;
  /** Reads the records in a text. `game` is that of records that do not name theirs; `skip` are left out. */
  readPdn(text: string, options?: { game?: string; skip?: number }): Records;
  /** Writes a record as PDN. */
  writePdn(record: Record): string;
  /** Draws a position as SVG. */
  svg(picture: Picture): string;
  /** Draws the empty board of a variant as SVG, in colours that a style sheet determines. */
  boardSvg(game: string, options?: { rules?: string[] }): string;
  /** Returns a line of signatures with its result, by which a build shows that it plays and searches as others do. */
  signature(line: string): string;
}

/** Loads the module, once, and returns its functions. */
export function load(options?: Options): Promise<Quirkat>;
