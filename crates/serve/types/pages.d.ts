// What the scripts of the pages tell each other, and what their pages hold.

// Classes of scripts that others know without importing them.
type Board = import("../assets/board.js").Board;
type Entry = import("../assets/entry.js").Entry;
type Field = import("../assets/board-field.js").Field;
type Pieces = import("../assets/board-pieces.js").Pieces;
type Scene = import("../assets/board-scene.js").Scene;
type Tree = import("../assets/analysis-tree.js").Tree;

/** A place in a board's drawing. */
type XY = [x: number, y: number];

/** What is drawn on a point. */
interface Piece {
  code: string;
  element: SVGGElement;
}

/** What a board shows of a position. */
type Standing = Pick<Wire.Position, "pieces" | "closed"> & { toMove?: Wire.Side };

/** What may come next in a turn that is being entered, and what stands where meanwhile. */
type Entered = Omit<Wire.Partial, "position"> & { position: Standing };

type Arrow = [from: string, to: string, colour: string | null];
type Circle = [point: string, colour: string | null];

/** Everything about a position that a board shows beside what stands on it. */
interface BoardView {
  /** The turn that led here. */
  last?: Wire.Turn | null;
  /** What may come next, */
  partial?: Entered | null;
  /** what was entered so far, */
  ask?: Wire.PartialAsk | null;
  /** the points by which a turn can begin, */
  starts?: string[] | null;
  /** and where the piece stands that is on its way. */
  mover?: string | null;
  /** Points for the next turn, of a side that may choose them. */
  premove?: { colour: Wire.Colour; points: string[] } | null;
  arrows?: Arrow[];
  circles?: Circle[];
}

/** The right button, which draws an arrow from a point. */
interface ArrowPress {
  name: string;
  arrow: true;
}

/** A press on a point, from which a piece may be lifted. */
interface PiecePress {
  name: string;
  arrow?: false;
  lifts: boolean;
  x: number;
  y: number;
  /** Whether the press itself has chosen the point. */
  said: boolean;
  dragged: boolean;
  /** How far the piece is held over a fingertip. */
  lift: number;
}

/** What a board does when a pointer or the keyboard asks for it. */
interface PointerActs {
  choose(name: string, anew?: boolean): void;
  go(name: string): void;
  look(name: string | null): void;
  hover(name: string | null): void;
  dragging(is: boolean): void;
  /** Tells the page. */
  emit<K extends keyof BoardEvents>(name: K, detail: BoardEvents[K]): void;
}

interface CursorActs {
  choose(name: string): void;
  arrive(name: string): void;
  back(): void;
  finish(): void;
  say(text: string): void;
}

/** The events of a board, with what they tell. */
interface BoardEvents {
  "quirkat-point": { name: string; anew: boolean };
  "quirkat-arrow": { from: string; to: string };
  "quirkat-hop": { taken: number };
  "quirkat-look": { name: string | null; words: string };
  "quirkat-back": object;
  "quirkat-finish": object;
}

/** What is known of a turn that is to be seen hop by hop. */
interface Seen {
  /** What enters. */
  man: string;
  /** The position to which a claim goes back. */
  earlier: Standing | null;
  /** Whether what is taken stands until the turn is over. */
  stays: boolean;
}

/** What is known while a turn is seen hop by hop. */
interface Run {
  over: boolean;
  motions: Set<Animation>;
  /** The marks on what is taken and still stands. */
  crosses: Element[];
  halted: Promise<void>;
  halt(): void;
}

type CustomEvents = { [K in keyof BoardEvents]: CustomEvent<BoardEvents[K]> };
interface HTMLElementEventMap extends CustomEvents {}

/** A choice in a turn that is being entered: `done` is the text of the turn that it completes. */
type Choice = "changed" | "refused" | { done: string };

/** The turn as far as it is entered on the page of a game, and what its buttons do. */
interface Entering {
  entry: Entry;
  /** Whether it is on its way to the server. */
  isSent: boolean;
  /** Whether points for the next turn are remembered. */
  hasPremove: boolean;
  claim(text: string): void;
  call(text: string): void;
}

// The analysis

/** What a position is worth to White. */
interface Evaluation {
  /** Hundredths of a man, or who wins (1 is White) in how many plies; null where only the chances are known. */
  score: { hundredths: number; wins?: undefined } | { wins: 1 | -1; in: number | null } | null;
  chances: Wire.Chances;
}

/** A turn that was judged: the score that its side could expect before and after it. */
interface JudgedTurn {
  ply: number;
  text: string;
  by: Wire.Side;
  before: number;
  after: number;
  verdict: Wire.Verdict | null;
  /** The turn that would have been better, where it was bad. */
  better: string | null;
}

/** What is kept of a game that was judged. */
interface Judgement {
  turns: string[];
  accuracy: Wire.Both<number | null>;
  /** The turn with which the game turned. */
  turned: JudgedTurn | null;
  /** The turns of which something is to be said. */
  verdicts: JudgedTurn[];
}

/** What a curve shows: White's share ply by ply, null where it is not known; signs; the ply that is looked at. */
interface CurveView {
  shares: (number | null)[];
  verdicts: JudgedTurn[];
  now: number | null;
}

/** A turn of the tree and what is known of the position after it; no turn led to the root. */
interface TreeNode {
  parent: TreeNode | null;
  ply: number;
  text: string;
  glyphs: number[];
  comments: string[];
  /** The first goes on with the line, the others are variations. */
  children: TreeNode[];
  /** The child that was visited last, where the way forward goes. */
  lastVisited: TreeNode | null;
  eval: Evaluation | null;
  turn: Wire.Turn | null;
  /** The turn as it is said aloud, once the server has said it. */
  words: string;
  position: Wire.Position | null;
  /** What the server said of the position. */
  answer: Wire.Explored | null;
  arrows: Arrow[];
  circles: Circle[];
}

/** A record with evaluations and a judgement, for which PDN has no place. */
interface KeptTurn extends Wire.RecordTurn {
  value?: Evaluation;
  variations: KeptTurn[][];
}

interface KeptRecord extends Wire.GameRecord {
  value?: Evaluation;
  judgement?: Judgement;
  turns: KeptTurn[];
}

/** An analysis as the tab keeps it: `place` is the turns that lead to where it is looked at. */
interface KeptAnalysis {
  record: KeptRecord;
  place: string[];
  flip?: boolean;
  drawn?: Pick<TreeNode, "arrows" | "circles"> | null;
}

/** A position in the editor. */
interface Draft {
  pieces: Record<string, string>;
  toMove: Wire.Side;
  hand: Wire.Both<number>;
  /** The closed points as a field of position text, and as points for the drawing. */
  closed: string | null;
  shut: string[];
}

interface EditorParts {
  box: HTMLElement;
  palette: HTMLElement;
  turn: HTMLElement;
  hands: Wire.Both<HTMLInputElement>;
  handRow: HTMLElement;
  towers: HTMLInputElement;
  clear: HTMLButtonElement;
  start: HTMLButtonElement;
  use: HTMLButtonElement;
  cancel: HTMLButtonElement;
  text: HTMLInputElement;
  fault: HTMLElement;
}

interface EditorActs {
  /** Gives the game's own start. */
  start(): Promise<Wire.Position | undefined>;
  /** Takes the position as text. */
  use(fen: string): void;
  close(): void;
}

/** What a list of turns beside the board needs of the page. */
interface TurnListPage {
  /** A person points at a turn, or at none any more, */
  point(turn: string | null): void;
  /** and plays one. */
  play(turn: string): void;
}

/** What the engine needs of the page. */
interface EnginePage extends TurnListPage {
  /** How the server is asked about a node. */
  at(node: TreeNode): Wire.Line;
  /** Lets the engine think again. */
  again(): void;
  /** A node has been valued, */
  valued(node: TreeNode): void;
  /** and nothing more will come. */
  finished(): void;
}

/** What judging a whole game needs of the page. */
interface JudgePage extends Pick<EnginePage, "at"> {
  learn(node: TreeNode, answer: Wire.Explored): void;
  begin(): Tree;
  /** The tree has what came of it; */
  judged(): void;
  /** nothing more will come. */
  end(): void;
}

/** What drawing by hand needs of the page. */
interface SketchPage {
  /** The node that is drawn on. */
  node(): TreeNode;
  show(): void;
  drawn(): void;
}

/** What takes the positions and records that come in, and gives those that go out. */
interface RecordsPage {
  useFen(fen: string): Promise<void>;
  open(record: Wire.GameRecord): Promise<void>;
  record(): Wire.GameRecord;
  /**
   * What the server sees of the address of what is looked at, what it does not see, and whether both have all of it.
   */
  address(): Promise<{ path: string; hash: string; isWhole: boolean }>;
}

/** The elements of the pages by their ids. */
interface Ids {
  // Of several pages; those that may be missing are null there
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
  "play-button": HTMLButtonElement;
  print: HTMLFormElement;
  "print-button": HTMLButtonElement;
  "rules-in-words": HTMLElement;
  "save-file": HTMLButtonElement;
  share: HTMLButtonElement;
  stale: HTMLElement;
  text: HTMLTextAreaElement;
  "variant-box": HTMLElement;
  verdict: HTMLElement;

  // A game
  actions: HTMLElement;
  "call-off": HTMLButtonElement;
  claim: HTMLButtonElement;
  "claim-note": HTMLElement;
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
  told: HTMLElement;
  "moves-empty": HTMLElement;
  offer: HTMLElement;
  "offer-accept": HTMLButtonElement;
  "offer-decline": HTMLButtonElement;
  "player-first": HTMLElement;
  "player-second": HTMLElement;
  pressing: HTMLElement;
  prev: HTMLButtonElement;
  rematch: HTMLButtonElement;
  "rematch-link": HTMLAnchorElement;
  resign: HTMLButtonElement;
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
  sound: HTMLButtonElement;
  takeback: HTMLButtonElement;
  "type-error": HTMLElement;
  "type-form": HTMLFormElement;
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

  // A lesson, which has ids of a puzzle too
  before: HTMLButtonElement;
  place: HTMLElement;
  "play-it": HTMLButtonElement;
  tasks: HTMLOListElement;

  // A museum's screen, which has ids of a puzzle and of a game too
  alone: HTMLButtonElement;
  leaving: HTMLElement;
  pair: HTMLButtonElement;
  rules: HTMLDetailsElement;
  "turn-of": HTMLElement;

  // A puzzle
  again: HTMLButtonElement;
  entering: HTMLElement;
  solution: HTMLButtonElement;
  "to-find": HTMLElement;

  /** A line of words on the page of a game, a button of a puzzle. */
  "ask-hint": HTMLButtonElement;
  "told-hint": HTMLElement;
  hint: HTMLElement & HTMLButtonElement;
  /** A button on the page of a game, a link of a puzzle. */
  next: HTMLButtonElement & HTMLAnchorElement;
  /** What can be typed in the analysis, what was played of a puzzle. */
  turns: HTMLDataListElement & HTMLOListElement;
  /** The record: a link on the page of a game, a field in the analysis. */
  pdn: HTMLAnchorElement & HTMLTextAreaElement;
}

interface HTMLElementTagNameMap {
  "quirkat-board": Board;
}
