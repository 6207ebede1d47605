// Data that the server writes into pages for their scripts.

/** A value for the first side and one for the second. */
type Both<T> = [first: T, second: T];

type Colour = Wire.SideNames["colour"];

interface SideInfo {
  name: string;
  colour: Colour;
  /** Names of its man, prince and king, or null for ranks that the game does not have. */
  ranks: (string | null)[];
}

interface GameInfo {
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

interface BoardInfo extends Wire.Drawing {
  points: Wire.Point[];
  /** Whether it stands on its short side in portrait orientation. */
  isLong: boolean;
}

interface Boot {
  lang: string;
  game: GameInfo;
  board: BoardInfo;
}

interface PlayBoot extends Boot {
  id: string;
  live: string;
  invite: string | null;
  /** Whether any visitor may join. */
  open: boolean;
  /** The game as a request to start it again, without opponent and side. */
  again: Omit<Wire.GameRequest, "opponent" | "side">;
  /** That each side wins, in words. */
  wins: Both<string>;
  watch: string;
  analysis: string;
  pdn: string;
  gif: string;
  state: Wire.State;
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

interface LessonBoot extends Boot {
  lesson: Pick<Wire.Lesson, "game" | "rules"> & { tasks: LessonInfo[] };
}

/** A task of a lesson without its texts, which are part of the HTML. */
type LessonInfo = Pick<Wire.LessonTask, "toMove" | "start" | "turns" | "answers" | "hint" | "refused" | "shown">;

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

/** Data of a game that the browser stores, from the module. */
interface LocalBoot extends Boot {
  local: { stored: import("../assets/local-games.js").StoredGame; sections: Wire.Section[] };
}

interface PuzzleBoot extends Boot {
  rules: string[];
  puzzle: Wire.PuzzleTask;
}

/** Initial file of the workshop, unless the browser stores one that was open last. */
interface WorkshopBoot {
  file: { name: string; text: string; isAskedFor: boolean };
}
