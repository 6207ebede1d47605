// The turn box: side to move, next step, obligations, and the buttons of a partly entered move.

import { $, boot, make, svg, t } from "./page.js";
import { game } from "./play-game.js";
import { setEnabled, setShown, setText } from "./play-panel.js";
import { reasonInWords, statusInWords } from "./play-words.js";
import { callInWords, claimInWords, sideName } from "./sides.js";

/** @param {EntryControls} entering */
export function drawTurn(entering) {
  const { entry, isSent, hasPremove } = entering;
  const { state, view } = game;
  setText($("status"), statusInWords());
  $("status").classList.toggle("over", state.outcome !== null && view === null);
  document.body.classList.toggle("ended", state.outcome !== null);
  const isMine = game.isMyTurn && view === null;
  const partial = isMine ? entry.partial : null;
  setText($("hint"), hintInWords(partial, entering));
  // Only the player who has an obligation sees it: another visitor would take it for their own.
  const isShown = view === null && !state.outcome && !entry.begun && game.plays(state.toMove);
  setText($("pressing"), isShown ? state.pressing.join(" ") : "");
  setShown($("done"), isMine && !isSent && entry.complete !== null);
  setEnabled($("undo-hop"), hasPremove || (isMine && !isSent && entry.begun));
  drawClaims(isSent ? null : partial, entering);
}

/**
 * @param {EnteredPartial | null} partial
 * @param {EntryControls} entering
 */
function hintInWords(partial, { entry, isSent, hasPremove }) {
  if (game.state.outcome) return game.view === null ? reasonInWords(game.state.outcome) : "";
  if (game.view !== null) return game.isMyTurn ? t("play_hint_past") : "";
  if (hasPremove) return t("play_hint_premove");
  if (isSent) return t("play_hint_sent");
  if (!partial) return "";
  if (entry.complete) return t("play_hint_complete");
  // An obligation says more about the first choice.
  if (partial.asks === "start" && game.state.pressing.length > 0) return "";
  if (partial.asks === "tell" && boot.game.approaches) return t("play_hint_approach");
  if (partial.asks) return t(`play_hint_${partial.asks}`);
  return partial.calls.length > 0 ? t("play_hint_off") : "";
}

/**
 * @param {EnteredPartial | null} partial
 * @param {EntryControls} entering
 */
function drawClaims(partial, { entry, claim, call }) {
  const claims = partial?.claims ?? [];
  const calls = partial && !entry.begun ? partial.calls : [];
  const made = entry.request.claim;
  const box = $("claims");
  const key = JSON.stringify([claims, calls, made]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const hadFocus = active && box.contains(active) ? active.dataset.turn : null;
  /** @type {(text: string, words: string, act: () => void) => HTMLElement} */
  const button = (text, words, act) => {
    const element = make("button", { type: "button", class: "button", "data-turn": text }, words);
    element.addEventListener("click", act);
    return element;
  };
  const buttons = claims.map((text) => {
    const element = button(text, claimInWords(text), () => claim(text));
    element.setAttribute("aria-pressed", String(made === text));
    return element;
  });
  buttons.push(...calls.map((text) => button(text, callInWords(text), () => call(text))));
  box.replaceChildren(...buttons);
  if (hadFocus) (buttons.find(({ dataset }) => dataset.turn === hadFocus) ?? $("board")).focus({ preventScroll: true });
}

/** Shows the latest throw among the last two plies, and whose it was. */
export function drawDice() {
  const turns = game.state.history.slice(Math.max(0, game.shown - 2), game.shown);
  const thrown = turns.findLast(({ turn }) => turn.roll)?.turn ?? null;
  const dice = $("dice");
  const key = thrown ? `${thrown.by} ${thrown.roll}` : "";
  if (dice.dataset.roll === key) return;
  dice.dataset.roll = key;
  dice.hidden = !thrown?.roll;
  if (!thrown?.roll) return dice.replaceChildren();
  const numbers = make("span", { class: "visually-hidden" }, thrown.roll.join(", "));
  dice.replaceChildren(t("play_dice", { side: sideName(thrown.by) }), " ", ...thrown.roll.map(die), numbers);
}

/** Spots of a die's faces from 1 to 6, as indices into a grid of 3 by 3. */
const SPOTS = [[4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** @param {number} number */
function die(number) {
  const picture = svg(
    "svg",
    { viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("rect", { x: 5, y: 5, width: 90, height: 90, rx: 18 }),
  );
  for (const spot of SPOTS[number - 1] ?? [])
    picture.append(svg("circle", { cx: 25 + 25 * (spot % 3), cy: 25 + 25 * Math.floor(spot / 3), r: 10 }));
  return picture;
}
