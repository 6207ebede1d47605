// The page of a game: what the server says is shown, what a person does is sent. The server is the only judge.

import "./board.js";
import { colourOf, disc } from "./board-pieces.js";
import { Entry } from "./entry.js";
import { svg, t } from "./page.js";

const $ = (id) => document.getElementById(id);
const boot = JSON.parse($("boot").textContent);
const board = $("board");
const SIDES = ["first", "second"];
const sides = boot.game.sides;
const nameOf = (side) => sides[SIDES.indexOf(side)].name;
const other = (side) => (side === "first" ? "second" : "first");

let state = boot.state;
let stateAt = performance.now(); // when the clocks of the state were right
let view = null; // the ply that is looked at, null: the latest
let premove = []; // points for the next turn
let sent = null; // the turn that was sent: { text, ply, entered }
let epoch = 0; // grows whenever what was entered is forgotten
let motion = 0; // grows with every animation that begins or is cut short
let isMoving = false;

const last = () => state.history.length;
const shownPly = () => view ?? last();
const positionAt = (ply) => (ply === 0 ? state.start : state.history[ply - 1].position);
const plays = (side) => side !== null && (state.seat === side || state.seat === "both");
const myTurn = () => !state.end && plays(state.toMove) && state.partial !== null;

// Connection

const live = {
  socket: null,
  tries: 0,
  timer: 0,
  heard: 0,
  isFresh: true, // no state has come on this connection yet
  asked: new Map(), // number of a question -> how to answer it
  number: 0,

  open() {
    clearTimeout(live.timer);
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + boot.live);
    live.socket = socket;
    live.isFresh = true;
    live.heard = performance.now();
    socket.addEventListener("open", () => (live.heard = performance.now()));
    socket.addEventListener("message", (event) => {
      if (socket !== live.socket) return;
      live.heard = performance.now();
      received(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => socket === live.socket && live.lost());
  },

  lost() {
    live.socket = null;
    connected(false);
    for (const { reject } of live.asked.values()) reject(new Error("not connected"));
    live.asked.clear();
    // Everybody comes back at another moment, so that a server that starts is not overrun.
    const wait = Math.min(8000, 250 * 2 ** live.tries) * (0.75 + Math.random() / 2);
    live.tries += 1;
    live.timer = setTimeout(live.open, wait);
  },

  again() {
    const socket = live.socket;
    live.socket = null;
    socket?.close();
    live.lost();
  },

  send(message) {
    if (live.socket?.readyState !== WebSocket.OPEN || document.body.dataset.connected !== "true") return false;
    live.socket.send(JSON.stringify(message));
    return true;
  },

  ask(request) {
    return new Promise((resolve, reject) => {
      const n = (live.number += 1);
      if (!live.send({ t: "partial", n, ply: last(), ...request })) return reject(new Error("not connected"));
      live.asked.set(n, { resolve, reject });
    });
  },
};

// A connection can be dead without a word: what is silent for too long is given up.
setInterval(() => {
  if (live.socket?.readyState !== WebSocket.OPEN) return;
  if (performance.now() - live.heard > 45000) live.again();
  else if (performance.now() - live.heard > 15000) live.send({ t: "ping" });
}, 5000);
addEventListener("online", () => live.socket === null && ((live.tries = 0), live.open()));
addEventListener("pageshow", (event) => event.persisted && live.again());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && live.socket === null) (live.tries = 0), live.open();
});

let lostTimer = 0;

function connected(isUp) {
  const was = document.body.dataset.connected === "true";
  document.body.dataset.connected = String(isUp);
  if (!isUp && !was && lostTimer !== 0) return; // told already, or about to be
  clearTimeout(lostTimer);
  lostTimer = 0;
  if (isUp) live.tries = 0;
  const banner = $("connection");
  if (isUp) {
    if (!banner.hidden && !was) {
      banner.classList.add("good");
      banner.textContent = t("play_connected");
      setTimeout(() => (banner.hidden = document.body.dataset.connected === "true"), 2000);
    }
    return;
  }
  // What comes back at once need not be told.
  lostTimer = setTimeout(() => {
    banner.classList.remove("good");
    banner.textContent = t("play_connecting");
    banner.hidden = false;
  }, 700);
}

function received(message) {
  switch (message.t) {
    case "state": {
      const isFresh = live.isFresh;
      live.isFresh = false;
      connected(true);
      return stateCame(message, isFresh);
    }
    case "turn":
      return turnCame(message);
    case "partial": {
      const { t: _, n, ...partial } = message;
      live.asked.get(n)?.resolve(partial);
      live.asked.delete(n);
      return;
    }
    case "refused":
      return refusalCame(message.message);
    case "presence":
      state.watchers = message.watchers;
      message.online.forEach((online, index) => (state.players[index].online = online));
      return drawPlayers();
  }
}

function stateCame(message, isFresh) {
  const before = state;
  state = message;
  stateAt = performance.now();
  const known = before.history.length;
  const goesOn = last() > known && before.history.every(({ turn }, index) => turn.text === state.history[index].turn.text);
  const offerEnded = before.offer && !state.offer && before.offer.by === state.seat && last() === known && !state.end;
  if (view !== null && view >= last()) view = null;
  // An offer or its answer leaves alone what is being entered; a new connection may have lost what was sent.
  // Nor is it the same when the friend has come, and the first turn can be made.
  const isSame =
    !isFresh && !goesOn && last() === known && message.toMove === before.toMove && !message.end === !before.end
    && !message.partial === !before.partial;
  if (isSame) drawPanel(), draw();
  else arrived(goesOn ? last() : null);
  if (offerEnded) board.say(t("play_offer_ended"));
  if (before.end === null && state.end) ended();
}

function turnCame({ t: _, turn, ...now }) {
  if (now.ply !== last() + 1) return live.again(); // a message was missed: the state repairs everything
  const before = state.end;
  state = { ...state, ...now, history: [...state.history, { turn, position: now.position }] };
  stateAt = performance.now();
  arrived(last());
  if (!before && state.end) ended();
}

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
  entry.reset(state.partial);
}

// Something new holds. `played` is the ply of a turn that is to be seen.
function arrived(played) {
  for (const { reject } of live.asked.values()) reject(new Error("of another position"));
  live.asked.clear();
  const own = sent && played !== null && state.history[played - 1].turn.text === sent.text ? sent : null;
  if (own) $("type-turn").value = $("type-error").textContent = "";
  sent = null;
  forget();
  drawPanel();
  if (played !== null) {
    board.say([spoken(state.history[played - 1].turn), state.end?.words].filter(Boolean).join(". "));
  }
  tryPremove();
  if (played === null || view !== null) {
    if (view === null) cutMotion();
    return draw();
  }
  const { turn } = state.history[played - 1];
  if (own?.entered && !isMoving) {
    // It was seen hop by hop while it was entered.
    hopSound(turn.captures.flat().length);
    return draw();
  }
  animate(played);
}

async function animate(ply) {
  const own = (motion += 1);
  const earlier = ply > 1 ? positionAt(ply - 2) : null;
  isMoving = true;
  await board.animate(state.history[ply - 1].turn, positionAt(ply - 1), positionAt(ply), earlier);
  if (motion !== own) return;
  isMoving = false;
  draw();
}

// Whoever does something does not wait for what is moving.
function cutMotion() {
  motion += 1;
  isMoving = false;
}

// Entering turns

const entry = new Entry((request) => live.ask(request));

// Only the clicks of now count: what was asked before a new position comes is forgotten.
async function step(work, point = null) {
  const before = epoch;
  let result;
  try {
    result = await work();
  } catch {
    if (before === epoch) board.refuse(point, t("play_not_sent"));
    result = "changed";
  }
  if (before !== epoch) return;
  if (result?.done) return submit(result.done, true);
  draw();
  // A click on nothing asks for nothing.
  const isIdle = !entry.begun && point && !positionAt(last()).pieces[point];
  if (result === "refused" && entry.refusal && !isIdle) board.refuse(point, entry.refusal);
}

function submit(text, entered) {
  if (!live.send({ t: "turn", ply: last(), text })) {
    forget();
    board.refuse(null, t("play_not_sent"));
    return draw();
  }
  sent = { text, entered };
  draw();
}

board.addEventListener("quirkat-point", ({ detail: { name, anew } }) => {
  cutMotion();
  if (view !== null || state.end || sent) return draw();
  if (myTurn()) return step(() => entry.choose(name), name);
  if (mayPremove()) remember(name, anew);
  draw();
});

board.addEventListener("quirkat-back", back);
board.addEventListener("quirkat-finish", finish);
$("undo-hop").addEventListener("click", back);
$("done").addEventListener("click", finish);

function back() {
  if (premove.length > 0) {
    premove = [];
    return draw();
  }
  if (myTurn() && view === null && entry.begun && !sent) step(() => entry.back());
}

function finish() {
  if (myTurn() && view === null && entry.complete && !sent) step(() => entry.finish());
}

// Points chosen while the other side thinks are remembered, and tried when the turn comes.

const mayPremove = () => !state.end && SIDES.includes(state.seat) && state.toMove === other(state.seat);
const isOwn = (column) => column && colourOf(column.at(-1)) === sides[SIDES.indexOf(state.seat)].colour;

// A point with an own piece may be meant too: the piece may be gone by then, and taken revenge for.
function remember(name, anew) {
  const { pieces, hand } = positionAt(last());
  const hasHand = hand[SIDES.indexOf(state.seat)] > 0;
  if (anew) premove = [name];
  else if (premove.at(-1) === name) premove = premove.slice(0, -1);
  else if (premove.length > 0 || isOwn(pieces[name]) || hasHand) premove = [...premove, name].slice(-12);
}

async function tryPremove() {
  if (premove.length === 0) return;
  if (state.end || !SIDES.includes(state.seat)) {
    premove = [];
    return;
  }
  if (!myTurn()) return;
  const points = premove;
  const before = epoch;
  premove = [];
  try {
    for (const point of points) {
      const result = await entry.choose(point);
      if (before !== epoch) return;
      if (result.done) return submit(result.done, true);
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

// The board

function draw() {
  drawTurnBox();
  drawMovesButtons();
  if (isMoving) return;
  const ply = shownPly();
  const turn = ply > 0 ? state.history[ply - 1].turn : null;
  if (view !== null) {
    board.readOnly = true;
    return board.show(positionAt(ply), { last: turn });
  }
  const isMine = myTurn();
  const isSent = sent !== null;
  board.readOnly = state.end !== null || isSent || !(isMine || mayPremove());
  const position = entry.begun && entry.partial ? entry.partial.position : state.position;
  board.show(position, {
    last: turn,
    partial: isMine && !isSent ? entry.partial : null,
    ask: isMine ? entry.request : null,
    starts: isMine ? entry.starts : null,
    mover: isMine ? entry.mover : null,
    premove: mayPremove() ? { colour: sides[SIDES.indexOf(state.seat)].colour, points: premove } : null,
  });
}

board.addEventListener("quirkat-look", ({ detail: { name, words } }) => {
  $("look-line").textContent = words ? `${name}: ${words}` : "";
});

// The panel

/** Shows or hides; focus that would be lost goes to the board. */
function setShown(element, isShown) {
  const hadFocus = !isShown && element.contains(document.activeElement);
  element.hidden = !isShown;
  if (hadFocus) board.focus({ preventScroll: true });
}

function setEnabled(button, isEnabled) {
  const hadFocus = !isEnabled && button === document.activeElement;
  button.disabled = !isEnabled;
  if (hadFocus) board.focus({ preventScroll: true });
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function drawPanel() {
  drawPlayers();
  drawTurnBox();
  drawMoves();
  drawOffer();
  drawEnd();
  drawDice();
  const { can } = state;
  const takesPart = state.seat !== null && !state.end;
  setShown($("actions"), takesPart);
  setEnabled($("takeback"), can.takeback);
  setEnabled($("draw"), can.draw);
  setEnabled($("resign"), can.resign);
  setShown($("count"), can.count);
  if (!can.resign) confirmResign(false);
  setShown($("type-form"), takesPart);
  setShown($("undo-hop"), takesPart);
  const invited = $("invite-box");
  if (invited) setShown(invited, state.players.some(({ kind }) => kind === "open"));
  const towers = [state.start, state.position].some(({ pieces }) => Object.values(pieces).some((column) => column.length > 1));
  if (towers) $("look-line").hidden = false;
  // The friend has a name only when they have come.
  const heading = `${boot.game.name}: ${state.players.map(({ name }) => name).join(" – ")}`;
  setText(document.querySelector(".panel-heading"), heading);
  document.title = `${myTurn() ? "▸ " : ""}${heading} · Quirkat`;
}

function drawPlayers() {
  SIDES.forEach((side, index) => {
    const bar = $(`player-${side}`);
    const { kind, name, online } = state.players[index];
    const isFacing = board.flip ? index === 0 : index === 1;
    bar.classList.toggle("above", isFacing);
    bar.classList.toggle("below", !isFacing);
    const moves = state.toMove === side && !state.end;
    bar.classList.toggle("moves", moves);
    setText(bar.querySelector(".player-name"), name);
    const notes = [
      sides[index].name,
      state.seat === side ? t("play_you") : kind === "person" ? t(online ? "play_here" : "play_away") : null,
      moves ? t("play_to_move") : null,
    ];
    setText(bar.querySelector(".player-note"), notes.filter(Boolean).join(" · "));
    drawTray(bar.querySelector(".player-tray"), index);
    const man = bar.querySelector(".player-man");
    if (!man.firstChild) man.append(disc(letterOf(index)));
  });
  setText($("watchers"), state.watchers > 0 ? t("play_watchers", { n: state.watchers }) : "");
}

const letterOf = (index) => (sides[index].colour === "white" ? "w" : "b");

// What a side has taken, and what it has in hand.
function drawTray(tray, index) {
  const { taken, hand } = positionAt(shownPly());
  const counts = [taken[1 - index], hand[index]];
  if (tray.dataset.counts === counts.join()) return;
  tray.dataset.counts = counts.join();
  const piles = [pile(letterOf(1 - index), counts[0], "play_took"), pile(letterOf(index), counts[1], "play_hand")];
  tray.replaceChildren(...piles.filter(Boolean));
}

function pile(letter, count, words) {
  if (!count) return null;
  const element = document.createElement("span");
  element.className = "pile";
  const shown = Math.min(count, 5);
  const picture = svg("svg", { viewBox: `-50 -50 ${60 + 40 * shown} 100`, "aria-hidden": "true" });
  for (let step = 0; step < shown; step += 1) picture.append(disc(letter, { transform: `translate(${40 * step} 0)` }));
  const text = document.createElement("span");
  text.textContent = t(words, { n: count });
  element.dataset.count = count; // all that there is room for on a phone
  element.append(picture, text);
  return element;
}

function drawTurnBox() {
  setText($("status"), statusWords());
  const isMine = myTurn() && view === null;
  const partial = isMine ? entry.partial : null;
  setText($("hint"), hintWords(partial));
  for (const id of ["hint", "pressing"]) $(id).hidden = state.end !== null;
  // What presses the opponent would be taken for one's own duty.
  const pressing = view === null && !state.end && (plays(state.toMove) || state.seat === null) ? state.pressing : [];
  const huffable = isMine && !entry.begun ? (partial?.huffable ?? []) : [];
  const huffs = huffable.length > 0 ? [t("play_huffable", { points: huffable.join(", ") })] : [];
  setText($("pressing"), [...pressing, ...huffs].join(" "));
  setShown($("done"), isMine && !sent && entry.complete !== null);
  setEnabled($("undo-hop"), premove.length > 0 || (isMine && !sent && entry.begun));
  drawClaims(sent ? null : partial);
}

function statusWords() {
  if (view !== null) return view === 0 ? t("play_past_start") : t("play_past", { n: view, all: last() });
  if (state.end) return [verdict(state.end), state.end.result].filter(Boolean).join(" · ");
  if (state.players.some(({ kind }) => kind === "open")) return t("play_open");
  const { kind, name } = state.players[SIDES.indexOf(state.toMove)];
  if (plays(state.toMove) && !state.partial) return t("play_throw");
  if (state.seat === state.toMove) return t("play_your_turn");
  if (kind === "engine") return t("play_engine_thinks", { name });
  return t("play_side_turn", { side: nameOf(state.toMove) });
}

function verdict({ winner }) {
  if (winner === null) return t("play_drawn");
  if (SIDES.includes(state.seat)) return t(winner === state.seat ? "play_won" : "play_lost");
  return nameOf(winner);
}

function hintWords(partial) {
  if (state.end) return "";
  if (view !== null) return myTurn() ? t("play_hint_past") : "";
  if (premove.length > 0) return t("play_hint_premove");
  if (sent) return t("play_hint_sent");
  if (!partial) return "";
  if (entry.complete) return t("play_hint_complete");
  if (partial.asks) return t(`play_hint_${partial.asks}`);
  return partial.calls.length > 0 ? t("play_hint_off") : "";
}

function drawClaims(partial) {
  const { claim } = entry.request;
  const claims = partial?.claims ?? [];
  const calls = partial && !entry.begun ? partial.calls : [];
  const box = $("claims");
  const key = JSON.stringify([claims, calls, claim]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const hadFocus = box.contains(document.activeElement) ? document.activeElement.dataset.turn : null;
  const button = (text, words, act) => {
    const element = document.createElement("button");
    element.type = "button";
    element.className = "button";
    element.dataset.turn = text;
    element.textContent = words;
    element.addEventListener("click", act);
    return element;
  };
  const buttons = claims.map((text) => {
    const element = button(text, t("play_claim", { turn: text.replace(/^claim /, "") }), () => step(() => entry.claim(text)));
    element.setAttribute("aria-pressed", String(claim === text));
    return element;
  });
  for (const text of calls) {
    const words = ["pass", "combat"].includes(text) ? t(`play_call_${text}`) : text;
    buttons.push(button(text, words, () => submit(text, false)));
  }
  box.replaceChildren(...buttons);
  if (hadFocus) (buttons.find(({ dataset }) => dataset.turn === hadFocus) ?? board).focus({ preventScroll: true });
}

function drawOffer() {
  const { offer } = state;
  const isOwn = offer !== null && offer.by === state.seat;
  const isSeen = offer !== null && state.seat !== null;
  if (isSeen) setText($("offer").firstElementChild, isOwn ? t(`play_${offer.what}_own`) : t(`play_${offer.what}_by`, { side: nameOf(offer.by) }));
  setShown($("offer").querySelector(".offer-buttons"), isSeen && !isOwn);
  setShown($("offer"), isSeen);
}

function drawEnd() {
  const { end } = state;
  setShown($("end"), end !== null);
  if (!end) return;
  setText($("end").querySelector(".end-words"), end.words);
  setShown($("rematch"), state.can.rematch && !state.rematch);
  setShown($("rematch-link"), state.rematch !== null);
  if (state.rematch) {
    $("rematch-link").href = state.rematch;
    if (wantsRematch) location.assign(state.rematch);
  }
}

let wantsRematch = false;

function ended() {
  confirmResign(false);
  endSound();
  board.say(state.end.words);
}

// Dice that were thrown are seen until a turn without a throw has been made after the next.
function drawDice() {
  const turns = state.history.slice(Math.max(0, shownPly() - 2), shownPly());
  const roll = turns.findLast(({ turn }) => turn.roll)?.turn.roll ?? null;
  const dice = $("dice");
  const key = String(roll ?? "");
  if (dice.dataset.roll === key) return;
  dice.dataset.roll = key;
  dice.hidden = roll === null;
  if (!roll) return dice.replaceChildren();
  const words = document.createElement("span");
  words.className = "visually-hidden";
  words.textContent = t("play_dice", { n: roll.join(", ") });
  dice.replaceChildren(words, ...roll.map(die));
}

function die(number) {
  const spots = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] }[number] ?? [];
  const picture = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, svg("rect", { x: 5, y: 5, width: 90, height: 90, rx: 18 }));
  for (const spot of spots) picture.append(svg("circle", { cx: 25 + 25 * (spot % 3), cy: 25 + 25 * Math.floor(spot / 3), r: 10 }));
  return picture;
}

// The turns played

let listed = []; // the texts in the list

function drawMoves() {
  const texts = state.history.map(({ turn }) => turn.text);
  const list = $("moves");
  if (!listed.every((text, index) => text === texts[index])) {
    const hadFocus = list.contains(document.activeElement);
    list.replaceChildren();
    listed = [];
    if (hadFocus) board.focus({ preventScroll: true });
  }
  state.history.slice(listed.length).forEach(({ turn }, index) => {
    const ply = listed.length + index + 1;
    let row = list.lastElementChild;
    const isOpen = row && !row.querySelector(`.${turn.by}`) && turn.by === "second";
    if (!isOpen) {
      row = document.createElement("li");
      const number = document.createElement("span");
      number.textContent = `${list.childElementCount + 1}.`;
      row.append(number);
      list.append(row);
    }
    const button = document.createElement("button");
    button.type = "button";
    button.className = turn.by;
    button.dataset.ply = ply;
    button.textContent = turn.text;
    row.append(button);
  });
  listed = texts;
  $("moves-empty").hidden = texts.length > 0;
  markMove();
}

function markMove() {
  const list = $("moves");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  for (const button of list.querySelectorAll('[tabindex="0"]')) button.tabIndex = -1;
  const ply = shownPly();
  const current = list.querySelector(`[data-ply="${Math.max(ply, 1)}"]`);
  for (const button of list.querySelectorAll("button:not([tabindex])")) button.tabIndex = -1;
  if (!current) return;
  current.tabIndex = 0; // one stop for the whole list; the arrow keys go through it
  if (ply > 0) current.setAttribute("aria-current", "true");
  if (list.contains(document.activeElement)) current.focus({ preventScroll: true });
  const row = current.parentElement;
  const [top, bottom] = [row.offsetTop - list.offsetTop, row.offsetTop - list.offsetTop + row.offsetHeight];
  if (top < list.scrollTop || ply === 0) list.scrollTop = ply === 0 ? 0 : top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 4;
  drawMovesButtons();
}

function drawMovesButtons() {
  const ply = shownPly();
  $("first").disabled = $("prev").disabled = ply === 0;
  $("next").disabled = $("last").disabled = ply === last();
  $("last").classList.toggle("behind", view !== null);
}

function look(ply) {
  const from = shownPly();
  const to = Math.max(0, Math.min(last(), ply));
  if (to === from) return;
  view = to === last() ? null : to;
  cutMotion();
  board.readOnly = true;
  markMove();
  drawPlayers();
  drawDice();
  const button = document.activeElement;
  drawTurnBox();
  // A button that has done its part leaves the focus to its neighbour.
  if (button?.disabled || document.activeElement === document.body) $(to === 0 ? "next" : "prev").focus({ preventScroll: true });
  if (to > 0) board.say(spoken(state.history[to - 1].turn));
  if (to === from + 1) animate(to);
  else draw();
}

$("moves").addEventListener("click", (event) => {
  const button = event.target.closest("[data-ply]");
  if (button) look(Number(button.dataset.ply));
});
const jumps = { first: () => 0, prev: () => shownPly() - 1, next: () => shownPly() + 1, last };
for (const [id, ply] of Object.entries(jumps)) $(id).addEventListener("click", () => look(ply()));

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === "Escape") {
    if (!$("resign-confirm").hidden) {
      confirmResign(false);
      $("resign").focus();
    } else {
      back();
    }
    return;
  }
  if (event.target.closest?.("input, textarea, select, summary, quirkat-board, .menu")) return;
  const id = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!id) return;
  event.preventDefault();
  look(jumps[id]());
});

/** A turn as it is said aloud. */
function spoken(turn) {
  const parts = [];
  if (turn.claim) parts.push(t("play_said_claims", { points: turn.claim.path.join(", ") }));
  if (turn.huff) parts.push(t("play_said_huffs", { points: turn.huff }));
  if (turn.drops.length > 0) parts.push(t("play_said_enters", { points: turn.drops.join(", ") }));
  if (turn.path.length > 0) parts.push(t("play_said_move", { from: turn.path[0], to: turn.path.slice(1).join(", ") }));
  const taken = turn.captures.flat();
  if (taken.length > 0) parts.push(t("play_said_takes", { points: taken.join(", ") }));
  if (turn.removed.length > 0) parts.push(t("play_said_removes", { points: turn.removed.join(", ") }));
  if (turn.roll) parts.push(t("play_dice", { n: turn.roll.join(", ") }));
  if (parts.length === 0) parts.push(["pass", "combat"].includes(turn.text) ? t(`play_call_${turn.text}`) : turn.text);
  return `${nameOf(turn.by)}: ${parts.join(", ")}`;
}

// Clocks

function tick() {
  const { clock } = state;
  SIDES.forEach((side, index) => {
    const face = $(`clock-${side}`);
    face.hidden = clock === null;
    if (clock === null) return;
    const runs = clock.running === side && !state.end;
    const left = Math.max(0, clock.left[index] - (runs ? performance.now() - stateAt : 0));
    setText(face, clockWords(left));
    face.classList.toggle("running", runs);
    face.classList.toggle("low", left < 20000 && !state.end);
  });
}

function clockWords(ms) {
  if (ms < 10000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

setInterval(tick, 100);

// Offers, resigning, another game

for (const what of ["draw", "takeback", "count"]) $(what).addEventListener("click", () => live.send({ t: "offer", what }));
$("offer-accept").addEventListener("click", () => live.send({ t: "accept" }));
$("offer-decline").addEventListener("click", () => live.send({ t: "decline" }));
$("rematch").addEventListener("click", () => {
  wantsRematch = live.send({ t: "rematch" });
});

function confirmResign(isAsked) {
  setShown($("resign-confirm"), isAsked);
  $("resign").setAttribute("aria-expanded", String(isAsked));
}

$("resign").addEventListener("click", () => {
  confirmResign($("resign-confirm").hidden);
  if (!$("resign-confirm").hidden) $("resign-no").focus();
});
$("resign-no").addEventListener("click", () => {
  $("resign").focus();
  confirmResign(false);
});
$("resign-yes").addEventListener("click", () => {
  live.send({ t: "resign" });
  $("resign").focus();
  confirmResign(false);
});

$("type-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("type-turn").value.trim();
  $("type-error").textContent = "";
  if (!text) return;
  if (!myTurn()) return ($("type-error").textContent = t("play_not_now"));
  look(last());
  submit(text, false);
});
$("type-turn").addEventListener("input", () => ($("type-error").textContent = ""));

// The board's side, links, sound

function flip(isFlipped) {
  board.flip = isFlipped;
  $("flip").setAttribute("aria-pressed", String(isFlipped));
  drawPlayers();
}

$("flip").addEventListener("click", () => {
  cutMotion();
  flip(!board.flip);
  draw();
});

for (const button of document.querySelectorAll("[data-copies]")) {
  const words = button.textContent;
  button.addEventListener("click", async () => {
    const field = $(button.dataset.copies);
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.focus(); // where the clipboard is closed to pages, the text stands chosen at least
      field.select();
      if (!document.execCommand("copy")) return;
      button.focus();
    }
    button.textContent = t("play_copied");
    board.say(t("play_copied"));
    setTimeout(() => (button.textContent = words), 2000);
  });
}

const kept = {
  get: (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set: (key, value) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // It lasts as long as the page.
    }
  },
};

let audio = null;
let isLoud = kept.get("quirkat-sound") !== "off";

// Browsers let a page sound only after a person has done something.
for (const kind of ["pointerup", "keydown"]) {
  addEventListener(kind, () => {
    if (!isLoud || typeof AudioContext === "undefined") return;
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {});
  });
}

function sound(isOn) {
  isLoud = isOn;
  kept.set("quirkat-sound", isOn ? "on" : "off");
  $("sound").setAttribute("aria-pressed", String(isOn));
}

$("sound").setAttribute("aria-pressed", String(isLoud));
$("sound").addEventListener("click", () => {
  sound(!isLoud);
  hopSound(0);
});

// A short knock: a tone that falls and dies away at once.
function knock(pitch, after = 0, length = 0.09, strength = 0.25) {
  if (!isLoud || audio?.state !== "running") return;
  const at = audio.currentTime + after;
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + length);
  loudness.gain.setValueAtTime(strength, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(loudness).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}

function hopSound(taken) {
  knock(520);
  if (taken > 0) knock(240, 0.03, 0.13, 0.35);
}

function endSound() {
  [392, 523, 659].forEach((pitch, index) => knock(pitch, 0.14 * index, 0.3, 0.2));
}

board.addEventListener("quirkat-hop", ({ detail: { taken } }) => hopSound(taken));

// The beginning

async function begin() {
  board.sides = sides;
  board.setAttribute("aria-label", `${t("board_label")}: ${boot.game.name}`);
  flip(state.seat === "second");
  $("watch").value = boot.watch;
  $("pdn").href = boot.pdn;
  $("analysis").href = boot.analysis;
  entry.reset(state.partial);
  drawPanel();
  tick();
  live.open();
  await board.load(boot.board);
  // The discs beside the board are those of its drawing.
  for (const man of document.querySelectorAll(".player-man")) man.replaceChildren();
  for (const tray of document.querySelectorAll(".player-tray")) delete tray.dataset.counts;
  drawPlayers();
  draw();
}

begin();
