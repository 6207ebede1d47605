// The players above and below the board: names, whose turn it is, captured pieces and men in hand. Also the number of
// watchers.

import { disc, manOf } from "./board-pieces.js";
import { $, make, part, svg, t } from "./page.js";
import { game, SIDES, sides } from "./play-game.js";
import { setText } from "./play-panel.js";

/** @param {boolean} isFlipped whether the second side sits below */
export function drawPlayers(isFlipped) {
  const { players, seat, toMove, outcome, trapped, watchers } = game.state;
  SIDES.forEach((side, index) => {
    const bar = $(`player-${side}`);
    const { kind, name, online } = players[index];
    const isFacing = isFlipped ? index === 0 : index === 1;
    bar.classList.toggle("above", isFacing);
    bar.classList.toggle("below", !isFacing);
    const moves = toMove === side && !outcome;
    bar.classList.toggle("moves", moves);
    setText(part(bar, ".player-name"), name);
    const notes = [
      sides[index].name,
      seat === side ? t("play_you") : kind === "person" ? t(online ? "play_here" : "play_away") : null,
      moves ? t("play_to_move") : null,
      trapped?.side === side ? t("play_trapped", { n: trapped.trapped, all: trapped.all }) : null,
    ];
    setText(part(bar, ".player-note"), notes.filter(Boolean).join(" · "));
    drawTray(part(bar, ".player-tray"), index);
    const man = part(bar, ".player-man");
    if (!man.firstChild) man.append(disc(manOf(sides[index])));
  });
  setText($("watchers"), watchers > 0 ? t("play_watchers", { n: watchers }) : "");
}

/** Removes discs that were drawn before the board's drawing was loaded. */
export function forgetDiscs() {
  for (const man of document.querySelectorAll(".player-man")) man.replaceChildren();
  /** @type {NodeListOf<HTMLElement>} */
  const trays = document.querySelectorAll(".player-tray");
  for (const tray of trays) delete tray.dataset.counts;
}

/**
 * @param {HTMLElement} tray
 * @param {number} index
 */
function drawTray(tray, index) {
  const { taken, hand } = game.positionAt(game.shown);
  const counts = [taken[1 - index], hand[index]];
  if (tray.dataset.counts === counts.join()) return;
  tray.dataset.counts = counts.join();
  const piles = [
    pile(manOf(sides[1 - index]), counts[0], "play_took"),
    pile(manOf(sides[index]), counts[1], "play_hand"),
  ];
  tray.replaceChildren(...piles.filter((element) => element !== null));
}

/**
 * @param {string} letter
 * @param {number} count
 * @param {string} words
 */
function pile(letter, count, words) {
  if (!count) return null;
  const shown = Math.min(count, 5);
  const picture = svg("svg", { viewBox: `-50 -50 ${60 + 40 * shown} 100`, "aria-hidden": "true" });
  for (let step = 0; step < shown; step += 1) picture.append(disc(letter, { transform: `translate(${40 * step} 0)` }));
  // On phones the style sheet shows only the number.
  return make("span", { class: "pile", "data-count": count }, picture, make("span", {}, t(words, { n: count })));
}
