// The page of a game: shows the server's state and sends the visitor's actions. Only the server applies the rules.

import "./copying.js";
import { heldUpright } from "./board.js";
import { endsOf } from "./board-marks.js";
import { colourOf } from "./board-pieces.js";
import { Entry } from "./entry.js";
import { $, boot, part, setIcon, t } from "./page.js";
import { announce } from "./play-alerts.js";
import { setClocks } from "./play-clocks.js";
import { drawEnd, hideResult } from "./play-end.js";
import { game, sides } from "./play-game.js";
import { Live } from "./play-live.js";
import { chooseMoves, drawMoves, drawMovesButtons, markMove } from "./play-moves.js";
import { confirmResign, drawOffers, endResigning, isResigning, sendOffers } from "./play-offers.js";
import { setShown, setText } from "./play-panel.js";
import { drawPlayers, forgetDiscs } from "./play-players.js";
import { chooseReview, drawReview, markReview } from "./play-review.js";
import { isZen, setZen } from "./play-settings.js";
import { endSound, hopSound } from "./play-sound.js";
import { drawTalk, sendTalk } from "./play-talk.js";
import { judgeMove } from "./play-trainer.js";
import { drawDice, drawTurn } from "./play-turn.js";
import { offerInWords } from "./play-words.js";
import { turnInWords } from "./sides.js";

const board = $("board");
const live = new Live(boot.live, received);
const entry = new Entry((request) => live.ask({ ply: game.last, ...request }));

/** Points of a move that the visitor enters during the opponent's turn. @type {string[]} */
let premove = [];
/**
 * A move without an answer of the server yet; `entered` on the board or typed.
 * @type {{ text: string, entered: boolean } | null}
 */
let sent = null;
let epoch = 0; // grows whenever the entered move is discarded
let motion = 0; // grows when an animation begins or is cancelled
let isMoving = false;

// Messages of the server

/** Minimum time between the moves before and of the engine, in milliseconds: about that of a quick person. */
const ENGINE_PAUSE = 350;
let arrivedAt = 0; // time of the last move that the page has shown

/**
 * @param {GameMessage} message
 * @param {boolean} isFresh
 */
function received(message, isFresh) {
  switch (message.t) {
    case "state":
      return stateCame(message, isFresh);
    case "turn":
      return turnArrives(message);
    case "update":
      return updateCame(message, isFresh);
    case "refused":
      return refusalCame(message.message);
    case "presence":
      game.state.watchers = message.watchers;
      for (const [index, online] of message.online.entries()) game.state.players[index].online = online;
      return drawPlayers(board.flip);
  }
}

/**
 * @param {MessageOf<"state">} message
 * @param {boolean} isFresh
 */
function stateCame(message, isFresh) {
  const before = game.state;
  game.state = message;
  const length = before.history.length;
  const hasNewMoves =
    game.last > length && before.history.every(({ turn }, index) => turn.text === message.history[index].turn.text);
  if (game.view !== null && game.view >= game.last) game.view = null;
  setClocks(message);
  // An offer or its answer keeps the partial move. A reconnection does not, because a sent move may be lost, nor does
  // an opponent who joins, because the first move becomes legal.
  const isSame =
    !isFresh &&
    !hasNewMoves &&
    game.last === length &&
    message.toMove === before.toMove &&
    !message.outcome === !before.outcome &&
    !message.partial === !before.partial;
  if (isSame) {
    drawPanel();
    draw();
  } else {
    arrived(hasNewMoves ? game.last : null);
  }
  if (before.outcome === null && message.outcome) ended(message.outcome);
  const joined = before.players.findIndex(({ kind }) => kind === "open");
  if (joined !== -1 && !game.isOpen && message.seat !== null)
    announce("joined", t("play_joined", { name: message.players[joined].name }));
}

/** Shows a move, one of the engine after a pause. @param {MessageOf<"turn">} message */
async function turnArrives(message) {
  const mover = game.state.players[message.turn.by === "first" ? 0 : 1];
  const wait = mover.kind === "engine" ? arrivedAt + ENGINE_PAUSE - performance.now() : 0;
  if (wait > 0) await new Promise((done) => setTimeout(done, wait));
  turnCame(message);
}

/** @param {MessageOf<"turn">} message */
function turnCame({ t: _, turn, short, words, ...now }) {
  if (now.ply !== game.last + 1) return live.again(); // a message is missing: requests the complete state
  const before = game.state;
  game.state = { ...before, ...now, history: [...before.history, { turn, short, words, position: now.position }] };
  setClocks(game.state);
  arrived(game.last);
  if (!before.outcome && now.outcome) ended(now.outcome);
}

/**
 * @param {MessageOf<"update">} message
 * @param {boolean} isFresh
 */
function updateCame(message, isFresh) {
  if (message.ply > game.last) return live.again(); // a move is missing
  stateCame({ ...game.state, ...message, t: "state", history: game.state.history.slice(0, message.ply) }, isFresh);
}

/** @param {string} text */
function refusalCame(text) {
  const typed = sent && !sent.entered;
  sent = null;
  if (typed || document.activeElement === $("type-turn")) {
    $("type-error").textContent = text;
    board.say(text);
  } else {
    board.refuse(null, text);
  }
  forget();
  draw();
}

function forget() {
  epoch += 1;
  entry.reset(game.state.partial, game.state.ahead);
}

/**
 * Updates the page for a new position.
 * @param {number | null} played the ply of a move to animate
 */
function arrived(played) {
  arrivedAt = performance.now();
  live.forget("of another position");
  const latest = played !== null ? game.playedAt(played) : null;
  const turn = latest?.turn;
  const own = sent && turn?.text === sent.text ? sent : null;
  if (own) $("type-turn").value = $("type-error").textContent = "";
  sent = null;
  forget();
  drawPanel();
  if (turn && game.isMyTurn && !game.plays(turn.by) && premove.length === 0) announce("turn", t("play_your_turn"));
  if (latest) board.say([turnInWords(latest), game.state.outcome?.words].filter(Boolean).join(". "));
  judgeMove(played);
  tryPremove();
  if (played === null || !turn || game.view !== null) {
    if (game.view === null) cutMotion();
    return draw();
  }
  if (own?.entered && !isMoving) {
    // The visitor has entered these hops: no animation.
    hopSound(turn.captures.flat().length);
    return draw();
  }
  animate(played);
}

/** @param {Wire.Outcome} outcome */
function ended(outcome) {
  confirmResign(false);
  endSound();
  board.say(outcome.words);
}

// Rendering

function drawPanel() {
  drawPlayers(board.flip);
  drawTurnBox();
  drawMoves();
  drawOffers();
  drawEnd();
  drawTalk();
  drawDice();
  drawReview();
  const { state } = game;
  const takesPart = state.seat !== null && !state.outcome;
  setShown($("type-form"), takesPart);
  setShown($("undo-hop"), takesPart);
  const invitation = $("invite-box");
  if (invitation) setShown(invitation, game.isOpen);
  // The name of the opponent is known only after they have joined.
  const heading = `${boot.game.name}: ${state.players.map(({ name }) => name).join(" – ")}`;
  setText(part(document.body, ".panel-heading"), heading);
  const asked = offerInWords();
  document.title = asked ? `${asked} · ${heading}` : `${game.isMyTurn ? "▸ " : ""}${heading} · Quirkat`;
  setIcon(game.isMyTurn || asked !== null);
}

function drawTurnBox() {
  drawTurn({
    entry,
    isSent: sent !== null,
    hasPremove: premove.length > 0,
    claim: (text) => step(() => entry.claim(text)),
    call: (text) => submit(text, false),
  });
}

function draw() {
  drawTurnBox();
  drawMovesButtons();
  if (isMoving) return;
  const last = game.turnAt(game.shown);
  const better = betterMarks();
  if (game.view !== null) {
    board.readOnly = true;
    return board.show(game.positionAt(game.view), { last, ...better });
  }
  const isMine = game.isMyTurn;
  const isSent = sent !== null;
  const mine = mayPremove() ? game.mine : null;
  const hinted = game.state.hint ? endsOf(game.state.hint.turn) : [];
  board.readOnly = game.state.outcome !== null || isSent || !(isMine || mine);
  board.show(entry.begun && entry.partial ? entry.partial.position : game.state.position, {
    last,
    partial: isMine && !isSent ? entry.partial : null,
    ask: isMine ? entry.request : null,
    starts: isMine ? entry.starts : null,
    mover: isMine ? entry.mover : null,
    premove: mine && { colour: mine.colour, points: premove },
    arrows: better.arrows,
    circles: entry.begun ? [] : [...hinted.map((point) => /** @type {Circle} */ ([point, null])), ...better.circles],
  });
}

/**
 * Returns an arrow for the move that would have been better than the shown one, or a circle where a piece would enter.
 * @returns {{ arrows: Arrow[], circles: Circle[] }}
 */
function betterMarks() {
  const ends = game.slips.get(game.shown)?.ends ?? [];
  const [from, to] = ends;
  if (ends.length === 2) return { arrows: [[from, to, "better"]], circles: [] };
  return { arrows: [], circles: ends.map((point) => [point, "better"]) };
}

/** @param {number} ply */
async function animate(ply) {
  const turn = game.turnAt(ply);
  if (!turn) return;
  const own = ++motion;
  const earlier = ply > 1 ? game.positionAt(ply - 2) : null;
  isMoving = true;
  await board.playTurn(turn, game.positionAt(ply - 1), game.positionAt(ply), earlier);
  if (motion !== own) return;
  isMoving = false;
  draw();
}

// Cancels the running animation.
function cutMotion() {
  motion += 1;
  isMoving = false;
}

/**
 * Shows the position after a ply.
 * @param {number} ply
 */
function look(ply) {
  const from = game.shown;
  const to = Math.max(0, Math.min(game.last, ply));
  if (to === from) return;
  game.view = to === game.last ? null : to;
  hideResult();
  cutMotion();
  board.readOnly = true;
  markMove();
  markReview();
  drawPlayers(board.flip);
  drawDice();
  const button = /** @type {HTMLButtonElement | null} */ (document.activeElement);
  drawTurnBox();
  // A button that has become disabled or hidden passes the focus on.
  if (button?.disabled || document.activeElement === document.body)
    $(to === 0 ? "next" : "prev").focus({ preventScroll: true });
  const played = game.playedAt(to);
  if (played) board.say(turnInWords(played));
  if (to === from + 1) animate(to);
  else draw();
}

// The style sheet reserves the place of a long board by the same media query.
const upright = document.querySelector(".long") ? heldUpright : null;
const stand = () => (board.upright = upright?.matches ?? false);
upright?.addEventListener("change", stand);
stand();

/** @param {boolean} isFlipped */
function flip(isFlipped) {
  board.flip = isFlipped;
  $("flip").setAttribute("aria-pressed", String(isFlipped));
  drawPlayers(isFlipped);
}

// Partial moves

/**
 * Handles a choice; discards its result if the position has changed meanwhile.
 * @param {() => Promise<Choice>} work
 * @param {string | null} point
 */
async function step(work, point = null) {
  const before = epoch;
  /** @type {Choice} */
  let result;
  try {
    result = await work();
  } catch {
    if (before === epoch) board.refuse(point, t("play_not_sent"));
    result = "changed";
  }
  if (before !== epoch) return;
  if (typeof result === "object") return submit(result.done, true);
  draw();
  // A click on an empty point without a partial move is not reported as refused.
  const isIdle = !entry.begun && point && !game.state.position.pieces[point];
  if (result === "refused" && entry.refusal && !isIdle) board.refuse(point, entry.refusal);
}

/**
 * @param {string} text
 * @param {boolean} entered
 */
function submit(text, entered) {
  if (!live.send({ t: "turn", ply: game.last, text })) {
    forget();
    board.refuse(null, t("play_not_sent"));
    return draw();
  }
  sent = { text, entered };
  draw();
}

/** Takes back a point or the premove. Returns whether there was one. */
function back() {
  const isBegun = mayEnter() && entry.begun;
  if (premove.length > 0) {
    premove = [];
    draw();
  } else if (isBegun) {
    step(() => entry.back());
  } else {
    return false;
  }
  return true;
}

function leave() {
  if (isResigning()) endResigning();
  else if (!back() && isZen()) setZen(false);
}

function finish() {
  if (mayEnter() && entry.complete) step(() => entry.finish());
}

const mayEnter = () => game.isMyTurn && game.view === null && !sent;

// Premoves: points that the visitor chooses during the opponent's turn, played when the visitor's turn comes.

const mayPremove = () => {
  const { outcome, seat, toMove } = game.state;
  return !outcome && game.mine !== null && toMove !== null && toMove !== seat;
};

/**
 * Adds a point to the premove. A target may hold an own piece, because the opponent may capture it first.
 * @param {string} name
 * @param {boolean} restarts
 */
function addPremove(name, restarts) {
  const { mine } = game;
  if (!mine) return;
  const { pieces, hand } = game.state.position;
  const isOwn = pieces[name] && colourOf(pieces[name].slice(-1)) === mine.colour;
  const hasHand = hand[sides.indexOf(mine)] > 0;
  if (restarts) premove = [name];
  else if (premove.at(-1) === name) premove = premove.slice(0, -1);
  else if (premove.length > 0 || isOwn || hasHand) premove = [...premove, name].slice(-12);
}

async function tryPremove() {
  if (premove.length === 0) return;
  if (game.state.outcome || !game.mine) {
    premove = [];
    return;
  }
  if (!game.isMyTurn) return;
  const points = premove;
  const before = epoch;
  premove = [];
  try {
    for (const point of points) {
      const result = await entry.choose(point);
      if (before !== epoch) return;
      if (typeof result === "object") return submit(result.done, true);
      if (result === "refused") {
        const words = entry.refusal ?? t("play_premove_failed");
        forget();
        draw();
        return board.refuse(point, words);
      }
    }
    if (entry.complete) return submit(entry.complete, true);
  } catch {
    forget();
  }
  draw();
}

// Input

board.addEventListener("quirkat-point", ({ detail: { name, restarts } }) => {
  cutMotion();
  if (game.view !== null || game.state.outcome || sent) return draw();
  if (game.isMyTurn) return step(() => entry.choose(name), name);
  if (mayPremove()) addPremove(name, restarts);
  draw();
});
board.addEventListener("quirkat-back", leave);
board.addEventListener("quirkat-finish", finish);
board.addEventListener("quirkat-hop", ({ detail: { taken } }) => hopSound(taken));
board.addEventListener("quirkat-look", ({ detail: { name, words } }) => {
  $("look-line").textContent = words ? t("play_said", { name, words }) : "";
});
$("undo-hop").addEventListener("click", back);
$("done").addEventListener("click", finish);
$("flip").addEventListener("click", () => {
  cutMotion();
  flip(!board.flip);
  draw();
});
chooseMoves(look);
chooseReview(look);
sendOffers((message) => live.send(message));
sendTalk((message) => live.send(message));

addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  leave();
});

$("type-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("type-turn").value.trim();
  $("type-error").textContent = "";
  if (!text) return;
  if (!game.isMyTurn) {
    $("type-error").textContent = t("play_not_now");
    return;
  }
  look(game.last);
  submit(text, false);
});
$("type-turn").addEventListener("input", () => ($("type-error").textContent = ""));

addEventListener("copied", () => board.say(t("play_copied")));

// Start

async function begin() {
  board.sides = sides;
  board.stays = boot.game.stays;
  board.setAttribute("aria-label", `${t("board_label")}: ${boot.game.name}`);
  flip(game.state.seat === "second");
  $("watch").value = boot.watch;
  $("pdn").href = boot.pdn;
  $("gif").href = boot.gif;
  $("analysis").href = boot.analysis;
  entry.reset(game.state.partial, game.state.ahead);
  drawPanel();
  setClocks(game.state);
  live.open();
  await board.load(boot.board);
  // Draws the discs beside the board again with the symbols of its drawing.
  forgetDiscs();
  drawPlayers(board.flip);
  draw();
}

begin();
