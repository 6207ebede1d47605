// The opening explorer: the moves that were played from the current position, with the results of their games.

import { turnButton } from "./analysis-turns.js";
import { $, boot, counted, make, shortForm, t } from "./page.js";
import { openingMoves } from "./server.js";

const { game, rules = [] } = boot;
/** Number of plies at the beginning of a game that the server counts. */
const PLIES = 16;
/** Delay of a request, so that stepping through moves does not send one each, in milliseconds. */
const DELAY = 200;
/** Maximum moves shown. */
const MOST = 12;

/** @param {Wire.ResultCounts} counts */
const gamesOf = ({ first, draws, second }) => first + draws + second;
/** @type {(one: Wire.ResultCounts, other: Wire.ResultCounts) => Wire.ResultCounts} */
const sum = (one, other) => ({
  first: one.first + other.first,
  draws: one.draws + other.draws,
  second: one.second + other.second,
});

/** The list of moves. */
export class Openings {
  #page;
  /** Answers of the server by FEN. @type {Map<string, Promise<Wire.OpeningMoves | null>>} */
  #answers = new Map();
  /** FEN of the current position. @type {string | null} */
  #fen = null;

  /** @param {TurnListPage} page */
  constructor(page) {
    this.#page = page;
  }

  /**
   * Shows the moves of a node; hides the panel if there are none. Until the server answers, the old contents stay.
   * @param {TreeNode} node
   */
  async draw(node) {
    const fen = node.position?.fen ?? null;
    if (fen === this.#fen) return;
    this.#fen = fen;
    const panel = $("openings");
    panel.classList.add("stale");
    const isCounted = fen !== null && rules.length === 0 && node.ply < PLIES;
    if (isCounted && !this.#answers.has(fen)) {
      await new Promise((done) => setTimeout(done, DELAY));
      if (fen !== this.#fen) return;
      // Without an answer the panel is hidden, until the visitor returns to the position.
      const answer = openingMoves(game.title, fen).catch(() => {
        this.#answers.delete(fen);
        return null;
      });
      this.#answers.set(fen, answer);
    }
    const moves = (isCounted && (await this.#answers.get(fen))?.moves) || [];
    if (fen !== this.#fen) return;
    panel.hidden = moves.length === 0;
    panel.classList.remove("stale");
    this.#drawMoves(moves);
  }

  /** @param {Wire.OpeningMove[]} moves */
  #drawMoves(moves) {
    const engine = moves.reduce((all, move) => all + gamesOf(move.engine), 0);
    const server = moves.reduce((all, move) => all + gamesOf(move.server), 0);
    const sources = [
      engine && counted("ana_openings_engine", engine),
      server && counted("ana_openings_server", server),
    ];
    $("openings-note").textContent = sources.filter(Boolean).join(" · ");
    $("openings-moves").replaceChildren(...moves.slice(0, MOST).map((move) => make("li", {}, this.#button(move))));
  }

  /** @param {Wire.OpeningMove} move */
  #button({ text, engine, server }) {
    const counts = sum(engine, server);
    const games = gamesOf(counts);
    const shares = /** @type {const} */ (["first", "draws", "second"]).map((key) => counts[key] / games);
    const percent = shares.map((share) => `${Math.round(100 * share)} %`);
    const [first, second] = game.sides.map(({ name }) => name);
    const words = t("ana_openings_results", { first, second, wins: percent[0], draws: percent[1], losses: percent[2] });
    const colours = [game.sides[0].colour, "draw", game.sides[1].colour];
    const bar = shares.map((share, i) => {
      const part = make("i", { class: colours[i] });
      part.style.flexGrow = String(share);
      return part;
    });
    const button = turnButton(
      this.#page,
      make("b", {}, shortForm(text)),
      make("span", { class: "openings-games" }, counted("ana_openings_games", games)),
      make("span", { class: "openings-bar", "aria-hidden": "true" }, ...bar),
      make("span", { class: "visually-hidden" }, words),
    );
    button.dataset.turn = text;
    button.title = words;
    return button;
  }
}
