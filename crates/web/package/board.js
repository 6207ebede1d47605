// <quirkat-board game="fanorona">: a board for other people's pages, with playable rules, by pointer, keyboard and screen reader.
// Without `level` two people play at it; with `level` the engine plays the side that `side` does not name.

import { startWorker } from "./client.js";

const TEXTS = {
  en: { board: "{game}, board", finish: "End the move: {turn}", huff: "Huff {point}", claim: "There is a longer capture: {turn}", pass: "Pass", combat: "Call single combat", undo: "Undo", restart: "New game", wait: "The engine is thinking.", chosen: "chosen", target: "possible" },
  es: { board: "{game}, tablero", finish: "Terminar la jugada: {turn}", huff: "Soplar {point}", claim: "Hay una captura mayor: {turn}", pass: "Pasar", combat: "Pedir combate singular", undo: "Deshacer", restart: "Nueva partida", wait: "El motor piensa.", chosen: "elegido", target: "posible" },
  fr: { board: "{game}, plateau", finish: "Finir le coup : {turn}", huff: "Souffler {point}", claim: "Il y a une prise plus grande : {turn}", pass: "Passer", combat: "Demander le combat singulier", undo: "Annuler", restart: "Nouvelle partie", wait: "Le moteur réfléchit.", chosen: "choisi", target: "possible" },
};

const STYLE = `
  :host { display: block; max-width: 32rem; font-family: inherit; }
  .board { position: relative; }
  .board svg { display: block; width: 100%; height: auto; }
  .board button { position: absolute; padding: 0; border: 0; border-radius: 50%; background: none; translate: -50% -50%; aspect-ratio: 1; cursor: pointer; }
  .board button.target { box-shadow: inset 0 0 0 3px #1d6f42; }
  .board button.chosen { box-shadow: inset 0 0 0 5px #b3541e; }
  .board button:focus-visible { outline: 3px solid #0b57d0; outline-offset: 1px; }
  [role="status"] { min-height: 2lh; margin: 0.5em 0; }
  .actions { display: flex; flex-wrap: wrap; gap: 0.5em; }
`;

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Ranks of the pieces by their letters, as indices of `ranks`. */
const RANKS = { w: 0, b: 0, p: 1, q: 1, W: 2, B: 2 };
const COLOURS = { w: "white", p: "white", W: "white", b: "black", q: "black", B: "black" };

/** The workers by language: all boards of a page share one. @type {Map<string, ReturnType<typeof startWorker>>} */
const workers = new Map();

const workerOf = (language) => {
  if (!workers.has(language)) workers.set(language, startWorker({ language }));
  return workers.get(language);
};

/** @type {(text: string, values: Record<string, string>) => string} */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** @type {(name: string, fields: object, ...children: (Node | string)[]) => HTMLElement} */
function element(name, fields, ...children) {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...children);
  return made;
}

export class QuirkatBoard extends HTMLElement {
  static observedAttributes = ["game", "rules", "fen", "turns", "side", "level", "flip", "language"];

  #picture = element("div", {});
  #points = element("div", {});
  #status = element("p", {});
  #actions = element("div", { className: "actions" });
  /** Number of the last request: answers to older ones are ignored. */
  #request = 0;
  /** @type {string[]} */
  #turns = [];
  /** The move that is being entered. */
  #entry = { claim: null, huff: null, points: [] };
  /** The rules of the game, and the position after the moves. */
  #rules;
  #explored;
  /** Name of the point that the tabulator reaches. */
  #current = "";

  constructor() {
    super();
    this.#status.setAttribute("role", "status");
    this.#picture.setAttribute("aria-hidden", "true");
    this.#points.setAttribute("role", "group");
    const board = element("div", { className: "board" }, this.#picture, this.#points);
    this.attachShadow({ mode: "open" }).append(board, this.#status, this.#actions);
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    this.shadowRoot.adoptedStyleSheets = [style];
    this.#points.addEventListener("keydown", (event) => this.#onKey(event));
  }

  connectedCallback() {
    this.restart();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.restart();
  }

  get #language() {
    const language = this.getAttribute("language") ?? this.closest("[lang]")?.lang.slice(0, 2) ?? "en";
    return language in TEXTS ? language : "en";
  }

  get #worker() {
    return workerOf(this.#language);
  }

  /** Text of the element in its language. */
  #t(key, values = {}) {
    return filled(TEXTS[this.#language][key], values);
  }

  get #isFlipped() {
    return this.hasAttribute("flip");
  }

  get #line() {
    return {
      game: this.getAttribute("game") ?? "alquerque",
      rules: (this.getAttribute("rules") ?? "").split(/\s+/).filter(Boolean),
      position: this.getAttribute("fen"),
      turns: this.#turns,
    };
  }

  /** The moves so far, in notation. */
  get turns() {
    return [...this.#turns];
  }

  /** Plays other moves from the start. */
  set turns(turns) {
    this.#turns = [...turns];
    this.#clear();
    this.#update();
  }

  /** The FEN of the position; empty before the module is loaded. */
  get position() {
    return this.#explored?.position.fen ?? "";
  }

  /** Begins again with the attributes. */
  restart() {
    this.#rules = undefined;
    this.turns = (this.getAttribute("turns") ?? "").split(";").map((turn) => turn.trim()).filter(Boolean);
  }

  #clear() {
    this.#entry = { claim: null, huff: null, points: [] };
  }

  /** Whether the engine is to move. */
  get #awaitsEngine() {
    const { toMove, chance } = this.#explored;
    if (!toMove) return false;
    return chance || (this.hasAttribute("level") && toMove !== (this.getAttribute("side") ?? "first"));
  }

  /**
   * Requests the position and draws it; lets the engine move where it is its turn.
   * @param {string} [turn] the move that was just played, which the element dispatches
   */
  async #update(turn) {
    this.#request += 1;
    const request = this.#request;
    try {
      const line = this.#line;
      this.#rules ??= await this.#worker.rules(line.game, { rules: line.rules });
      const isEntering = this.#entry.points.length > 0 || this.#entry.claim !== null || this.#entry.huff !== null;
      const explored = await this.#worker.explore({ ...line, partial: isEntering ? this.#entry : null });
      if (request !== this.#request) return;
      const { refused, complete, next } = explored.partial ?? {};
      if (refused) this.#entry.points.pop();
      this.#explored = explored;
      if (complete && next.length === 0) {
        this.#play(complete);
        return;
      }
      await this.#draw();
      if (request !== this.#request) return;
      if (turn) this.#dispatch(turn);
      if (request !== this.#request || !this.#awaitsEngine) return;
      this.#say([this.#t("wait")]);
      const level = this.hasAttribute("level") ? Number(this.getAttribute("level")) : undefined;
      const { text } = await this.#worker.reply(line, { level });
      if (request === this.#request) this.#play(text);
    } catch (error) {
      if (request === this.#request) this.#say([error.message]);
    }
  }

  /** @param {string} turn */
  #play(turn) {
    this.#turns.push(turn);
    this.#clear();
    this.#update(turn);
  }

  /** @param {string} turn */
  #dispatch(turn) {
    const { position, outcome } = this.#explored;
    const detail = { turn, turns: this.turns, position: position.fen, outcome };
    this.dispatchEvent(new CustomEvent("quirkat-turn", { bubbles: true, composed: true, detail }));
  }

  async #draw() {
    const { game, rules } = this.#line;
    const position = this.#explored.partial?.position ?? this.#explored.position;
    const picture = { game, rules, position: position.fen, flip: this.#isFlipped };
    const request = this.#request;
    const svg = await this.#worker.svg(picture);
    if (request !== this.#request) return;
    this.#picture.innerHTML = svg;
    this.#drawPoints(position);
    this.#drawActions();
    const { outcome, history, pressing, partial } = this.#explored;
    const last = history.at(-1)?.words;
    this.#say([partial?.refused, outcome ? [last, outcome.words] : [last, ...pressing]].flat());
  }

  #drawPoints({ pieces }) {
    const [left, top, width, height] = this.#picture.firstElementChild.getAttribute("viewBox").split(" ").map(Number);
    const { points } = this.#rules.board;
    const sense = this.#isFlipped ? -1 : 1;
    const hadFocus = this.#points.contains(this.shadowRoot.activeElement);
    if (!points.some(({ name }) => name === this.#current)) this.#current = points[0].name;
    const name = this.#rules.name[this.#language] ?? this.#rules.name.en;
    this.#points.setAttribute("aria-label", this.#t("board", { game: name }));
    this.#points.replaceChildren(
      ...points.map((point) => {
        const isChosen = this.#entry.points.includes(point.name);
        const isTarget = !this.#awaitsEngine && (this.#explored.partial?.next.includes(point.name) ?? false);
        const words = [point.name, this.#column(pieces[point.name]), isChosen && this.#t("chosen"), isTarget && this.#t("target")];
        const button = element("button", {
          type: "button",
          className: isChosen ? "chosen" : isTarget ? "target" : "",
          tabIndex: point.name === this.#current ? 0 : -1,
          ariaLabel: words.filter(Boolean).join(", "),
          onclick: () => this.#choose(point.name),
          onfocus: () => this.#moveTabStop(point.name),
        });
        button.dataset.point = point.name;
        button.style.left = `${(100 * (100 * point.x * sense - left)) / width}%`;
        button.style.top = `${(100 * (-100 * point.y * sense - top)) / height}%`;
        button.style.width = `${9000 / width}%`;
        return button;
      }),
    );
    if (hadFocus) this.#button(this.#current)?.focus();
  }

  /** Describes the pieces on a point, from top to bottom. */
  #column(letters = "") {
    const piece = (letter) => {
      const side = this.#rules.sides.find(({ colour }) => colour === COLOURS[letter]);
      const names = [side?.name, side?.ranks[RANKS[letter]]].map((name) => name?.[this.#language] ?? name?.en);
      return names.filter(Boolean).join(" ");
    };
    return [...letters].reverse().map(piece).join(", ");
  }

  #button(point) {
    return [...this.#points.children].find((button) => button.dataset.point === point);
  }

  #moveTabStop(point) {
    const before = this.#button(this.#current);
    if (before) before.tabIndex = -1;
    this.#current = point;
    this.#button(point).tabIndex = 0;
  }

  #drawActions() {
    const { partial, outcome } = this.#explored;
    const action = (text, onclick, disabled = false) => element("button", { type: "button", onclick, disabled }, text);
    const actions = [];
    if (partial && !outcome && !this.#awaitsEngine) {
      const { complete, calls, claims, huffable } = partial;
      if (complete) actions.push(action(this.#t("finish", { turn: complete }), () => this.#play(complete)));
      for (const call of calls) actions.push(action(call in TEXTS.en ? this.#t(call) : call, () => this.#play(call)));
      for (const claim of claims) {
        actions.push(action(this.#t("claim", { turn: claim.replace(/^claim /, "") }), () => this.#enter({ claim })));
      }
      for (const huff of huffable) actions.push(action(this.#t("huff", { point: huff }), () => this.#enter({ huff })));
    }
    actions.push(action(this.#t("undo"), () => this.#undo(), this.#turns.length === 0 && this.#entry.points.length === 0));
    actions.push(action(this.#t("restart"), () => this.restart()));
    this.#actions.replaceChildren(...actions);
  }

  /** @param {(string | null | undefined)[]} sentences */
  #say(sentences) {
    this.#status.textContent = sentences.filter(Boolean).join(" ");
  }

  #enter(change) {
    this.#entry = { ...this.#entry, ...change };
    this.#update();
  }

  /** @param {string} point */
  #choose(point) {
    const { partial, outcome } = this.#explored;
    if (!partial || outcome || this.#awaitsEngine) return;
    const { points } = this.#entry;
    if (partial.complete && points.at(-1) === point && !partial.next.includes(point)) {
      this.#play(partial.complete);
      return;
    }
    // Each captured piece chooses its capture.
    const next = partial.next.find((name) => name === point || partial.takes?.[name]?.includes(point));
    const isOtherPiece = next === undefined && points.length === 1 && this.#explored.position.pieces[point];
    if (points.length === 1 && points[0] === point) this.#enter({ points: [] });
    else this.#enter({ points: isOtherPiece ? [point] : [...points, next ?? point] });
  }

  #undo() {
    if (this.#entry.points.length > 0) {
      this.#clear();
    } else {
      this.#turns.pop();
      // The engine's move is taken back with the move before it.
      const bySelf = this.getAttribute("side") ?? "first";
      const { history } = this.#explored;
      while (this.hasAttribute("level") && this.#turns.length > 0 && history[this.#turns.length].turn.by !== bySelf) {
        this.#turns.pop();
      }
    }
    this.#update();
  }

  /** Moves the focus to the nearest point in the direction of an arrow key. @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key === "Escape") {
      this.#clear();
      this.#update();
      return;
    }
    const direction = ARROWS[event.key];
    if (!direction) return;
    event.preventDefault();
    const sense = this.#isFlipped ? -1 : 1;
    const places = this.#rules.board.points.map(({ name, x, y }) => ({ name, x: sense * x, y: -sense * y }));
    const from = places.find(({ name }) => name === this.#current);
    const [dx, dy] = direction;
    const ahead = places
      .map((place) => {
        const [x, y] = [place.x - from.x, place.y - from.y];
        const along = x * dx + y * dy;
        return { ...place, along, cost: along + 3 * Math.abs(x * dy - y * dx) };
      })
      .filter(({ along }) => along > 0)
      .sort((a, b) => a.cost - b.cost);
    if (ahead.length > 0) this.#button(ahead[0].name).focus();
  }
}

customElements.define("quirkat-board", QuirkatBoard);
