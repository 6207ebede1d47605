// Perfect play: values of the current position and of its moves from endgame tables.

import { turnButton } from "./analysis-turns.js";
import { $, counted, make, part, shortForm, t } from "./page.js";
import { reversed, sideName } from "./sides.js";

/**
 * Describes a value, with its distance in plies if known.
 * @type {(category: Wire.Category, plies: number | null) => string}
 */
function describe(category, plies) {
  if (category === "draw" || category === "unknown" || plies === null) return t(`ana_perfect_${category}`);
  return category === "win" && plies === 1 ? t("ana_perfect_win_now") : counted(`ana_perfect_${category}_in`, plies);
}

/** The values of the position and of its moves, the best first. */
export class Perfect {
  #page;

  /** @param {TurnListPage} page */
  constructor(page) {
    this.#page = page;
  }

  /**
   * Shows the table values of a node; hides the panel if there are none or the game is over. Until the server answers,
   * the old contents stay, so that the page does not shift.
   * @param {TreeNode} node
   */
  draw({ answer }) {
    const panel = $("perfect");
    panel.classList.toggle("stale", !answer);
    if (!answer) return;
    const { tables, toMove } = answer;
    panel.hidden = !tables?.moves.length || !toMove;
    if (!tables || !toMove) return;
    const here = part(panel, ".perfect-here");
    here.className = `perfect-here ${tables.category}`;
    const plies = tables.dtw === null ? null : Math.abs(tables.dtw);
    here.textContent = t("ana_perfect", { side: sideName(toMove), worth: describe(tables.category, plies) });
    this.#drawTurns(tables.moves);
  }

  /**
   * Draws the moves. Reuses the rows, so that keyboard focus keeps its place.
   * @param {Wire.TurnProbe[]} moves
   */
  #drawTurns(moves) {
    const list = $("perfect-turns");
    while (list.children.length > moves.length) list.lastElementChild?.remove();
    while (list.children.length < moves.length)
      list.append(make("li", {}, turnButton(this.#page, make("b"), make("span"))));
    list.scrollTop = 0;
    list.querySelectorAll("button").forEach((button, i) => {
      const { text, category, dtw } = moves[i];
      // The value of a move is that of the next position, reversed and one ply longer.
      const own = reversed[category];
      button.dataset.turn = text;
      button.children[0].textContent = shortForm(text);
      button.children[1].textContent = describe(own, dtw === null ? null : Math.abs(dtw) + 1);
      button.children[1].className = `perfect-worth ${own}`;
    });
  }
}
