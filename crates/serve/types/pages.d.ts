// Types that several scripts share, and the elements of pages.

// Classes that other scripts use without importing them.
type Board = import("../assets/board.js").Board;
type Entry = import("../assets/entry.js").Entry;
type Field = import("../assets/board-field.js").Field;
type Pieces = import("../assets/board-pieces.js").Pieces;
type Scene = import("../assets/board-scene.js").Scene;
type Tree = import("../assets/analysis-tree.js").Tree;

/** The functions of the WebAssembly module in a worker. */
type Module = import("../../web/package/client.js").QuirkatClient;

/** Materials of a picture. */
type Materials = import("../../web/package/client.js").Materials;

/** A message of a live game by its tag. */
type MessageOf<T extends Wire.Message["t"]> = Extract<Wire.Message, { t: T }>;

/** A message about a live game: any but the answer to a partial move. */
type GameMessage = Exclude<Wire.Message, { t: "partial" }>;

/** A partial move with all fields. */
type PartialTurn = Required<Wire.PartialRequest>;

/** A line of moves with all fields but the partial move. */
interface Line extends Wire.LineRequest {
  game: string;
  rules: string[];
  position: string | null;
  turns: string[];
}

/** A move of a record with all fields. */
interface RecordTurn extends Required<Wire.Node> {
  variations: RecordTurn[][];
}

/** A record with all fields but the notes, which only a record that was read has. */
interface GameRecord extends Required<Omit<Wire.Record, "notes">>, Pick<Wire.Record, "notes"> {
  turns: RecordTurn[];
}

/** The records of a text. */
interface RecordsRead extends Wire.Records {
  records: GameRecord[];
}

/** Coordinates in a board's drawing. */
type XY = [x: number, y: number];

/** The drawing of a piece or tower. */
interface Piece {
  code: string;
  element: SVGGElement;
}

/** The parts of a position that a board shows. */
type BoardPosition = Pick<Wire.Position, "pieces" | "closed"> & { toMove?: Wire.Side };

/** Continuations of a partial move, with the position after its points. */
type EnteredPartial = Omit<Wire.Partial, "position"> & { position: BoardPosition };

/** Colours of marks, which the style sheet of boards defines. */
type MarkColour = "green" | "red" | "amber" | "better";
type Arrow = [from: string, to: string, colour: MarkColour | null];
type Circle = [point: string, colour: MarkColour | null];

/** Arrows and circles that the visitor draws. */
interface Sketch {
  arrows: Arrow[];
  circles: Circle[];
}

/** Marks of a board and the choices of the visitor. */
interface BoardView {
  /** Move that led to the position. */
  last?: Wire.Turn | null;
  /** Continuations of the partial move. */
  partial?: EnteredPartial | null;
  /** The partial move. */
  ask?: PartialTurn | null;
  /** Points with which a move can begin. */
  starts?: string[] | null;
  /** Current point of the moving piece. */
  mover?: string | null;
  /** Premove, for a side that may enter one. */
  premove?: { colour: Colour; points: string[] } | null;
  arrows?: Arrow[];
  circles?: Circle[];
}

/** A press of the right button, which draws an arrow. */
interface ArrowPress {
  name: string;
  arrow: true;
}

/** A press of the left button or a touch. */
interface PiecePress {
  name: string;
  arrow?: false;
  lifts: boolean;
  x: number;
  y: number;
  /** Whether the point was chosen on the press, and not on the release. */
  choseOnPress: boolean;
  dragged: boolean;
  /** Vertical distance of the dragged piece from the pointer. */
  lift: number;
}

/** Actions of a board for pointer input. */
interface PointerActions {
  /** `restarts` begins a new premove. */
  choose(name: string, restarts?: boolean): void;
  go(name: string): void;
  look(name: string | null): void;
  hover(name: string | null): void;
  /** Receives the point of the dragged piece, or null at the end. */
  dragging(name: string | null): void;
  /** Draws an arrow, or a circle if both points are equal. */
  draw(from: string, to: string, colour: MarkColour | null): void;
  /** Removes drawn arrows and circles. */
  erase(): void;
  /** Emits an event of the board. */
  emit<K extends keyof BoardEvents>(name: K, detail: BoardEvents[K]): void;
}

/** Actions of a board for keyboard input. */
interface CursorActions {
  choose(name: string): void;
  arrive(name: string): void;
  back(): void;
  finish(): void;
  say(text: string): void;
}

/** The events of a board, with their details. */
interface BoardEvents {
  "quirkat-point": { name: string; restarts: boolean };
  "quirkat-arrow": { from: string; to: string; colour: MarkColour | null };
  "quirkat-hop": { taken: number };
  "quirkat-look": { name: string | null; words: string };
  "quirkat-back": object;
  "quirkat-finish": object;
}

/** Data for the animation of a move beside the move and its positions. */
interface MotionContext {
  /** Letter of a man that enters. */
  man: string;
  /** The position before the opponent's last move, for a claim. */
  earlier: BoardPosition | null;
  /** Whether captured pieces stay until the move ends. */
  stays: boolean;
}

/** State of a running animation. */
interface MotionRun {
  over: boolean;
  motions: Set<Animation>;
  /** Marks on captured pieces that are still on the board. */
  crosses: Element[];
  halted: Promise<void>;
  halt(): void;
}

type CustomEvents = { [K in keyof BoardEvents]: CustomEvent<BoardEvents[K]> };
interface HTMLElementEventMap extends CustomEvents {}

/** A choice of the looks, which theme.js applies and stores. */
interface WindowEventMap {
  "quirkat-look-chosen": CustomEvent<{ kind: "zen"; value: "on" | "off" }>;
}

/** Result of a choice in a partial move; `done` is the text of the completed move. */
type Choice = "changed" | "refused" | { done: string };

/** The partial move on the page of a game, and the actions of its buttons. */
interface EntryControls {
  entry: Entry;
  /** Whether a move was sent and not answered yet. */
  isSent: boolean;
  /** Whether a premove is entered. */
  hasPremove: boolean;
  claim(text: string): void;
  call(text: string): void;
}

// The analysis

/** Evaluation of a position for White. */
interface Evaluation {
  /**
   * Hundredths of a man, or the winner (1 is White) with the distance in plies; null if only the probabilities are
   * known.
   */
  score: { hundredths: number; wins?: undefined } | { wins: 1 | -1; in: number | null } | null;
  chances: Wire.Chances;
}

/** A reviewed move, with the expected score of its side before and after it. */
interface JudgedTurn {
  ply: number;
  text: string;
  by: Wire.Side;
  before: number;
  after: number;
  verdict: Wire.Verdict | null;
  /** A better move, if this one was bad, and the points where it begins and ends. */
  better: string | null;
  ends: string[];
}

/** The stored part of a review. */
interface Judgement {
  turns: string[];
  accuracy: Both<number | null>;
  /** Turning point of the game. */
  turned: JudgedTurn | null;
  /** The moves with a verdict. */
  verdicts: JudgedTurn[];
}

/** Contents of a curve: White's expected score by ply, or null; moves with verdicts; the current ply. */
interface CurveView {
  shares: (number | null)[];
  verdicts: JudgedTurn[];
  now: number | null;
}

/** A move of the tree and the position after it. The root has no move. */
interface TreeNode {
  parent: TreeNode | null;
  ply: number;
  text: string;
  glyphs: number[];
  comments: string[];
  /** The first child continues the line, the others are variations. */
  children: TreeNode[];
  /** The child that was visited last, to which the forward button goes. */
  lastVisited: TreeNode | null;
  eval: Evaluation | null;
  turn: Wire.Turn | null;
  /** Description of the move, empty until the server has sent it. */
  words: string;
  position: Wire.Position | null;
  /** The server's answer for the position. */
  answer: Wire.Exploration | null;
  arrows: Arrow[];
  circles: Circle[];
}

/** A move of a stored record, with its evaluation. */
interface StoredTurn extends RecordTurn {
  value?: Evaluation;
  variations: StoredTurn[][];
}

/** A record with evaluations and a review, which PDN cannot contain. */
interface StoredRecord extends GameRecord {
  value?: Evaluation;
  judgement?: Judgement;
  turns: StoredTurn[];
}

/** An analysis in session storage; `place` contains the moves that lead to the current node. */
interface StoredAnalysis {
  record: StoredRecord;
  place: string[];
  flip?: boolean;
  drawn?: Pick<TreeNode, "arrows" | "circles"> | null;
}

/** A position in the editor. */
interface Draft {
  pieces: Record<string, string>;
  toMove: Wire.Side;
  hand: Both<number>;
  /** The closed points as a field of the FEN, and as names. */
  closed: string | null;
  shut: string[];
}

interface EditorParts {
  box: HTMLElement;
  palette: HTMLElement;
  turn: HTMLElement;
  hands: Both<HTMLInputElement>;
  handRow: HTMLElement;
  towers: HTMLInputElement;
  clear: HTMLButtonElement;
  start: HTMLButtonElement;
  use: HTMLButtonElement;
  cancel: HTMLButtonElement;
  text: HTMLInputElement;
  fault: HTMLElement;
}

interface EditorActions {
  /** Returns the start position of the game. */
  start(): Promise<Wire.Position | undefined>;
  /** Begins an analysis of the position. */
  use(fen: string): void;
  close(): void;
}

/** Actions of the page for a list of moves. */
interface TurnListPage {
  /** Shows a move on the board, or none. */
  point(turn: string | null): void;
  /** Plays a move. */
  play(turn: string): void;
}

/** Actions of the page for the engine panel. */
interface EnginePage extends TurnListPage {
  /** Returns the request for a node. */
  at(node: TreeNode): Line;
  /** Restarts the analysis. */
  again(): void;
  /** Called when a node has a new evaluation. */
  valued(node: TreeNode): void;
  /** Called when the analysis has ended. */
  finished(): void;
}

/** Actions of the page for a review. */
interface JudgePage extends Pick<EnginePage, "at"> {
  learn(node: TreeNode, answer: Wire.Exploration): void;
  begin(): Tree;
  /** Called when the review is written into the tree. */
  judged(): void;
  /** Called when the review has ended, also by an error. */
  end(): void;
}

/** Actions of the page for drawing tools. */
interface SketchPage {
  /** Returns the current node. */
  node(): TreeNode;
  show(): void;
  drawn(): void;
}

/** Actions of the page for import and export. */
interface RecordsPage {
  useFen(fen: string): Promise<void>;
  open(record: GameRecord): Promise<void>;
  record(): GameRecord;
  /** Returns path, query and fragment of the address of the current node, and whether they contain the whole tree. */
  address(): Promise<{ path: string; hash: string; isWhole: boolean }>;
}

/** The elements of pages, by id. */
interface Ids {
  // Several pages; elements that may be missing can be null
  analysis: HTMLAnchorElement;
  board: Board;
  boot: HTMLScriptElement | null;
  clear: HTMLButtonElement;
  count: HTMLElement;
  curve: SVGSVGElement;
  "entry-back": HTMLButtonElement;
  "entry-done": HTMLButtonElement;
  extras: HTMLElement;
  flip: HTMLButtonElement;
  judge: HTMLButtonElement;
  "judge-progress": HTMLProgressElement;
  judged: HTMLElement;
  status: HTMLElement;
  variant: HTMLSelectElement;
  words: HTMLScriptElement | null;

  // Gallery
  filters: HTMLFormElement;
  none: HTMLElement;
  q: HTMLInputElement;

  // A new game
  changed: HTMLElement;
  changes: HTMLElement;
  clock: HTMLFieldSetElement;
  "days-box": HTMLFieldSetElement;
  "house-rules": HTMLDetailsElement | null;
  level: HTMLFieldSetElement;
  new: HTMLFormElement;
  side: HTMLFieldSetElement;

  // The workshop
  begin: HTMLSelectElement;
  drawn: HTMLElement;
  "file-name": HTMLInputElement;
  findings: HTMLElement;
  import: HTMLInputElement;
  kept: HTMLElement;
  "link-box": HTMLElement;
  "open-kept": HTMLSelectElement;
  picture: HTMLImageElement;
  play: HTMLFormElement;
  "local-button": HTMLButtonElement | null;
  "play-button": HTMLButtonElement;
  print: HTMLFormElement | null;
  "print-button": HTMLButtonElement;
  "rules-in-words": HTMLElement;
  "save-file": HTMLButtonElement;
  share: HTMLButtonElement;
  stale: HTMLElement;
  text: HTMLTextAreaElement;
  "variant-box": HTMLElement;
  verdict: HTMLElement;

  // A game
  absent: HTMLElement;
  actions: HTMLElement;
  after: HTMLElement;
  answer: HTMLElement;
  "call-off": HTMLButtonElement;
  claim: HTMLButtonElement;
  claims: HTMLElement;
  "clock-first": HTMLElement;
  "clock-second": HTMLElement;
  connection: HTMLElement;
  dice: HTMLElement;
  done: HTMLButtonElement;
  draw: HTMLButtonElement;
  end: HTMLElement;
  first: HTMLButtonElement;
  invite: HTMLInputElement;
  "invite-box": HTMLElement | null;
  last: HTMLButtonElement;
  "look-line": HTMLElement;
  moves: HTMLElement;
  advice: HTMLElement;
  "rules-box": HTMLElement;
  "shown-words": HTMLElement;
  "moves-empty": HTMLElement;
  offer: HTMLElement;
  easier: HTMLButtonElement;
  harder: HTMLButtonElement;
  "offer-accept": HTMLButtonElement;
  "offer-decline": HTMLButtonElement;
  "player-first": HTMLElement;
  "player-second": HTMLElement;
  pressing: HTMLElement;
  prev: HTMLButtonElement;
  rematch: HTMLButtonElement;
  "rematch-link": HTMLAnchorElement;
  resign: HTMLButtonElement;
  result: HTMLElement;
  review: HTMLElement;
  said: HTMLElement;
  shut: HTMLButtonElement;
  "shut-confirm": HTMLElement;
  "shut-no": HTMLButtonElement;
  "shut-yes": HTMLButtonElement;
  talk: HTMLElement;
  "talk-box": HTMLDetailsElement;
  "resign-confirm": HTMLElement;
  "resign-no": HTMLButtonElement;
  "resign-yes": HTMLButtonElement;
  "alerts-reply": HTMLElement;
  settings: HTMLDetailsElement;
  zen: HTMLButtonElement;
  "zen-leave": HTMLButtonElement;
  takeback: HTMLButtonElement;
  "type-error": HTMLElement;
  "type-form": HTMLFormElement;
  trainer: HTMLElement;
  "type-turn": HTMLInputElement;
  "undo-hop": HTMLButtonElement;
  watch: HTMLInputElement;
  watchers: HTMLElement;

  // My key
  export: HTMLAnchorElement;
  forget: HTMLFormElement;
  "key-link": HTMLInputElement;
  "taken-key": HTMLInputElement;
  use: HTMLElement;

  // The analysis
  comment: HTMLTextAreaElement;
  "copy-embed": HTMLButtonElement;
  "copy-link": HTMLButtonElement;
  "copy-reply": HTMLElement;
  chances: HTMLElement;
  "chances-bar": HTMLElement;
  "curve-note": HTMLElement;
  delete: HTMLButtonElement;
  editor: HTMLElement;
  "editor-cancel": HTMLButtonElement;
  "editor-clear": HTMLButtonElement;
  "editor-fault": HTMLElement;
  "editor-fen": HTMLInputElement;
  "editor-start": HTMLButtonElement;
  "editor-toggle": HTMLButtonElement;
  "editor-turn": HTMLElement;
  "editor-use": HTMLButtonElement;
  embed: HTMLTextAreaElement;
  "engine-note": HTMLElement;
  "engine-toggle": HTMLButtonElement;
  "eval-bar": HTMLElement;
  "eval-score": HTMLElement;
  fen: HTMLTextAreaElement;
  "fen-load": HTMLButtonElement;
  "fen-reply": HTMLElement;
  "go-back": HTMLButtonElement;
  "go-first": HTMLButtonElement;
  "go-last": HTMLButtonElement;
  "go-on": HTMLButtonElement;
  "hand-first": HTMLInputElement;
  "hand-second": HTMLInputElement;
  hands: HTMLElement;
  "line-count": HTMLSelectElement;
  lines: HTMLElement;
  link: HTMLInputElement;
  "marks-clear": HTMLButtonElement;
  palette: HTMLElement;
  "pdn-export": HTMLButtonElement;
  "pdn-file": HTMLInputElement;
  "pdn-load": HTMLButtonElement;
  "pdn-reply": HTMLElement;
  "pdn-save": HTMLButtonElement;
  perfect: HTMLElement;
  "perfect-turns": HTMLElement;
  promote: HTMLButtonElement;
  records: HTMLElement;
  "save-png": HTMLAnchorElement;
  "save-svg": HTMLAnchorElement;
  tabs: HTMLElement;
  towers: HTMLInputElement;
  tree: HTMLElement;
  turn: HTMLInputElement;
  "turn-form": HTMLFormElement;
  "turn-reply": HTMLElement;
  undo: HTMLButtonElement;

  // A lesson, which also uses ids of puzzles
  before: HTMLButtonElement;
  place: HTMLElement;
  "play-it": HTMLButtonElement;
  tasks: HTMLOListElement;

  // A museum's screen, which also uses ids of puzzles and games
  alone: HTMLButtonElement;
  gif: HTMLAnchorElement;
  leaving: HTMLElement;
  pair: HTMLButtonElement;
  rules: HTMLDetailsElement;
  "turn-of": HTMLElement;

  // Games that the browser stores, which also use ids of games and puzzles
  game: HTMLSelectElement;
  heading: HTMLElement;
  keep: HTMLButtonElement;
  keeping: HTMLElement;
  "kept-note": HTMLElement;
  "local-fault": HTMLElement;
  "local-games": HTMLUListElement;
  "local-new": HTMLFormElement | null;
  "local-none": HTMLElement | null;
  "local-section": HTMLElement;

  // The opening explorer
  openings: HTMLElement;
  "openings-moves": HTMLOListElement;
  "openings-note": HTMLElement;

  // "My games"
  "lesson-progress": HTMLElement;
  progress: HTMLElement;
  "puzzle-progress": HTMLElement;

  // A puzzle
  again: HTMLButtonElement;
  "any-puzzle": HTMLFormElement | null;
  entering: HTMLElement;
  rating: HTMLElement;
  solution: HTMLButtonElement;
  "to-find": HTMLElement;

  "ask-hint": HTMLButtonElement;
  "hint-words": HTMLElement;
  /** A line of text on the page of a game, a button of a puzzle. */
  hint: HTMLElement & HTMLButtonElement;
  /** A button on the page of a game, a link of a puzzle. */
  next: HTMLButtonElement & HTMLAnchorElement;
  /** Suggestions for typed moves in the analysis, the played moves of a puzzle. */
  turns: HTMLDataListElement & HTMLOListElement;
  /** The record: a link on the page of a game, a field in the analysis. */
  pdn: HTMLAnchorElement & HTMLTextAreaElement;
}

interface HTMLElementTagNameMap {
  "quirkat-board": Board;
}
