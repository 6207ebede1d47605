// <quirkat-board>: a board, what stands on it, and what a person does to it. It knows points and pieces and no rules:
// what may be done comes with show(), what a person wants goes out as events.

const SVG = "http://www.w3.org/2000/svg";
const LIFT = 9; // how far the next disc of a tower lies above the one before
const DISCS = 6; // how many discs of a tower are drawn; a number tells of more
const HOP = 240; // milliseconds
const STEP = 130; // milliseconds, for the person's own hops, which were expected
const LONG_PRESS = 450;
const CHOICES = {
  start: "board_movable",
  enter: "board_enter",
  go: "board_target",
  tell: "board_tell",
  remove: "board_remove",
};
const DRAG = 6; // pixels before a press becomes a drag

const words = JSON.parse(document.getElementById("words")?.textContent || "{}");

/** A text of the page's language, with values for its {names}. */
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

/** An SVG element. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The colour of a piece's letter. */
export const colourOf = (letter) => ("wpW".includes(letter) ? "white" : "black");

/** One disc, to be used in a box of 100 by 100 around the middle. */
export function disc(letter, attributes = {}) {
  const id = `q-${letter}`;
  // A symbol with a box of its own is laid into a box; one without is drawn where it is.
  const boxed = document.getElementById(id)?.hasAttribute("viewBox");
  const box = boxed ? { x: -50, y: -50, width: 100, height: 100 } : {};
  return svg("use", { href: `#${id}`, ...box, ...attributes });
}

/** What stands on a point in words, a tower from top to bottom. */
export function columnInWords(column, sides) {
  if (!column) return t("board_empty");
  const [top, ...below] = blocks(column).map(({ letter, count }) => {
    const piece = pieceInWords(letter, sides);
    return count > 1 ? t("board_many", { n: count, piece }) : piece;
  });
  return below.length > 0 ? t("board_over", { top, below: below.join(", ") }) : top;
}

function blocks(column) {
  const runs = [];
  for (const letter of [...column].reverse()) {
    if (runs.at(-1)?.letter === letter) runs.at(-1).count += 1;
    else runs.push({ letter, count: 1 });
  }
  return runs;
}

function pieceInWords(letter, sides) {
  const index = sides.findIndex((side) => side.colour === colourOf(letter));
  const own = sides[index]?.ranks ?? [];
  const place = "wb".includes(letter) ? 0 : "WB".includes(letter) ? own.length - 1 : 1;
  // Nouns come with their article in Spanish, which says "peón de Blancas" here.
  const rank = (own[place] ?? t("board_man")).replace(/^(el|la|los|las) /, "");
  // A goat is nobody's but the goats'.
  const isItsOwn = own[0] !== sides[1 - index]?.ranks?.[0];
  return isItsOwn ? rank : t("board_piece", { side: sides[index]?.name ?? "", rank });
}

export class Board extends HTMLElement {
  /** The sides of the game: names, colours and ranks, for what is said. */
  sides = [];

  #drawing = null;
  #layers = {};
  #places = new Map(); // point -> [x, y] as drawn for the first side
  #middle = [0, 0];
  #spacing = 100;
  #radius = 38;
  #names = []; // texts of the drawing with their places, to be turned with the board
  #flip = false;
  #readOnly = false;
  #position = { pieces: {}, closed: [] };
  #view = {};
  #starts = new Set();
  #pieces = new Map(); // point -> { code, element }
  #cursor = null;
  #column = 0; // the column that the cursor keeps to while it goes up and down
  #press = null;
  #put = null; // a piece that was dragged before it was known where it may go: { from, to }
  #run = null;
  #bubbleTimer = 0;
  #lookTimer = 0;

  connectedCallback() {
    if (this.#layers.live) return;
    this.tabIndex = 0;
    this.setAttribute("role", "application");
    if (!this.hasAttribute("aria-label")) this.setAttribute("aria-label", t("board_label"));
    const help = this.#add("p", "visually-hidden");
    help.id = `${this.id || "board"}-help`;
    help.textContent = t("board_help");
    this.setAttribute("aria-describedby", help.id);
    this.#layers.live = this.#add("p", "visually-hidden");
    this.#layers.live.setAttribute("aria-live", "polite");
    this.#layers.bubble = this.#add("p", "board-bubble");
    this.#layers.bubble.hidden = true;
    this.#layers.bubble.setAttribute("aria-hidden", "true"); // it is said as well
    this.#layers.look = this.#add("div", "board-look");
    this.#layers.look.hidden = true;
    this.#layers.look.setAttribute("aria-hidden", "true");
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("focus", () => this.#showCursor());
    this.addEventListener("blur", () => this.#look(null));
    this.dataset.busy = "false";
  }

  #add(name, className) {
    const element = document.createElement(name);
    element.className = className;
    this.append(element);
    return element;
  }

  /** Takes the board's drawing, which the page may hold already, and makes its points sensitive. */
  async load(info) {
    this.#halt();
    const held = this.querySelector("svg.quirkat");
    if (!held || (this.#drawing && this.#drawing.dataset.url !== info.svg)) {
      const text = await (await fetch(info.svg)).text();
      const drawing = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
      if (held) held.replaceWith(drawing);
      else this.prepend(drawing);
      this.#drawing = drawing;
    } else {
      this.#drawing = held;
    }
    const drawing = this.#drawing;
    drawing.dataset.url = info.svg;
    drawing.setAttribute("aria-hidden", "true");
    drawing.setAttribute("focusable", "false");
    this.#radius = Number(drawing.dataset.piece) || 38;
    const layer = (name) => drawing.querySelector(`.${name}`) ?? drawing.appendChild(svg("g", { class: name }));
    for (const name of ["q-marks", "q-pieces", "q-over", "q-hits"]) this.#layers[name] = layer(name);
    for (const name of ["q-marks", "q-pieces", "q-over", "q-hits"]) this.#layers[name].replaceChildren();
    this.#pieces.clear();
    this.#measure(info.points);
    this.#names = [...drawing.querySelectorAll(".q-names text")].map((element) => ({
      element,
      x: Number(element.getAttribute("x")),
      y: Number(element.getAttribute("y")),
    }));
    this.#cursor = this.#nearest(this.#middle, Infinity);
    this.#column = this.#places.get(this.#cursor)[0];
    for (const name of this.#places.keys()) {
      this.#layers["q-hits"].append(svg("circle", { "data-point": name, r: this.#spacing / 2 }));
    }
    drawing.addEventListener("pointerdown", (event) => this.#down(event));
    // A finger on a piece that can be picked up drags it, and elsewhere on the board it scrolls the page.
    const hold = (event) => this.#canLift(this.#at(event.touches[0])) && event.cancelable && event.preventDefault();
    drawing.addEventListener("touchstart", hold, { passive: false });
    drawing.addEventListener("pointermove", (event) => this.#move(event));
    drawing.addEventListener("pointerup", (event) => this.#up(event));
    drawing.addEventListener("pointercancel", () => this.#dropPress());
    drawing.addEventListener("pointerleave", () => this.#look(null));
    drawing.addEventListener("contextmenu", (event) => event.preventDefault());
    drawing.addEventListener("dblclick", (event) => {
      const name = this.#at(event);
      if (name && name === this.#mover()) this.#emit("quirkat-finish");
    });
    this.#turn();
  }

  #measure(points) {
    this.#places = new Map(points.map(([name, x, y]) => [name, [100 * x, -100 * y]]));
    const places = [...this.#places.values()];
    const [xs, ys] = [0, 1].map((axis) => places.map((place) => place[axis]));
    this.#middle = [xs, ys].map((values) => (Math.min(...values) + Math.max(...values)) / 2);
    this.#spacing = 200;
    for (const [index, [x, y]] of places.entries()) {
      for (const [u, v] of places.slice(0, index)) this.#spacing = Math.min(this.#spacing, Math.hypot(x - u, y - v));
    }
  }

  /** Whether the second side sits at the bottom. */
  get flip() {
    return this.#flip;
  }

  set flip(flip) {
    if (this.#flip === Boolean(flip)) return;
    this.#flip = Boolean(flip);
    if (this.#drawing) this.#turn();
  }

  /** Whether the board only shows. */
  get readOnly() {
    return this.#readOnly;
  }

  set readOnly(readOnly) {
    this.#readOnly = Boolean(readOnly);
    this.toggleAttribute("data-read-only", this.#readOnly);
  }

  #turn() {
    const [x, y] = this.#middle;
    for (const name of ["q-field", "q-lines", "q-points"]) {
      const group = this.#drawing.querySelector(`.${name}`);
      if (this.#flip) group?.setAttribute("transform", `rotate(180 ${x} ${y})`);
      else group?.removeAttribute("transform");
    }
    // Names stay upright. That of a point goes with the point, on the other side of it so that it keeps clear of the
    // lines; those of columns and rows stay at their edges.
    const places = [...this.#places.values()];
    const [left, bottom] = [Math.min(...places.map((place) => place[0])), Math.max(...places.map((place) => place[1]))];
    const rise = Number(this.#drawing.querySelector(".q-names")?.getAttribute("font-size") ?? 0) / 3;
    for (const name of this.#names) {
      const middle = name.y - rise; // a text stands on its baseline
      const isPoint = this.#places.has(name.element.textContent.trim());
      const turnsX = isPoint || middle > bottom + 30;
      const turnsY = isPoint || name.x < left - 30;
      name.element.setAttribute("x", this.#flip && turnsX ? 2 * x - name.x : name.x);
      name.element.setAttribute("y", this.#flip && turnsY ? 2 * y - middle + rise : name.y);
    }
    for (const hit of this.#layers["q-hits"].children) {
      const [cx, cy] = this.#xy(hit.dataset.point);
      hit.setAttribute("cx", cx);
      hit.setAttribute("cy", cy);
    }
    for (const { element } of this.#pieces.values()) element.remove();
    this.#pieces.clear();
    this.show(this.#position, this.#view);
    this.#showCursor();
  }

  #xy(name) {
    const [x, y] = this.#places.get(name) ?? this.#middle;
    return this.#flip ? [2 * this.#middle[0] - x, 2 * this.#middle[1] - y] : [x, y];
  }

  #nearest([x, y], reach) {
    let [best, least] = [null, reach];
    for (const name of this.#places.keys()) {
      const [u, v] = this.#xy(name);
      const distance = Math.hypot(x - u, y - v);
      if (distance < least) [best, least] = [name, distance];
    }
    return best;
  }

  // What is shown

  /**
   * Shows a position with its marks.
   * view: { last, partial, starts, ask, mover, premove: { colour, points }, arrows, circles }
   */
  show(position, view = {}) {
    this.#halt();
    this.#position = position;
    this.#view = view;
    if (view.partial && (view.starts || !view.ask?.points?.length)) this.#starts = new Set(view.starts ?? view.partial.next);
    if (!view.partial) this.#starts = new Set();
    if (!this.#drawing) return;
    if (this.#put && (this.#put.from !== this.#mover() || !view.partial?.next.includes(this.#put.to))) this.#put = null;
    this.#place(position.pieces);
    this.#mark();
  }

  #place(pieces) {
    for (const [name, { code, element }] of this.#pieces) {
      if (pieces[name] === code) continue;
      element.remove();
      this.#pieces.delete(name);
    }
    for (const [name, code] of Object.entries(pieces)) {
      if (code && !this.#pieces.has(name)) this.#pieces.set(name, { code, element: this.#piece(name, code) });
    }
    for (const [name, { element }] of this.#pieces) {
      const isHeld = (this.#press?.dragged && this.#press.name === name) || this.#put?.from === name;
      if (!isHeld) element.style.transform = "";
    }
    // Towers rise over the row behind them: what is nearer is drawn later.
    const order = [...this.#pieces].sort(([a], [b]) => this.#xy(a)[1] - this.#xy(b)[1] || this.#xy(a)[0] - this.#xy(b)[0]);
    const layer = this.#layers["q-pieces"];
    order.forEach(([, { element }], index) => {
      if (layer.children[index] !== element) layer.insertBefore(element, layer.children[index] ?? null);
    });
  }

  #piece(name, code) {
    const [x, y] = this.#xy(name);
    const group = svg("g", { class: "piece", "data-at": name, "data-code": code, transform: `translate(${x} ${y})` });
    const shown = code.slice(-DISCS);
    [...shown].forEach((letter, level) => group.append(disc(letter, level ? { transform: `translate(0 ${-LIFT * level})` } : {})));
    if (code.length > DISCS) {
      const height = -LIFT * (shown.length - 1);
      group.append(
        svg("circle", { class: "count-disc", cx: 30, cy: height - 26, r: 19 }),
        svg("text", { class: "count", x: 30, y: height - 19 }, String(code.length)),
      );
    }
    return group;
  }

  #mark() {
    const { last, partial, ask, premove, arrows = [], circles = [] } = this.#view;
    const r = this.#radius;
    const [under, over] = [[], []];
    const ring = (list, name, className, radius) => {
      const [cx, cy] = this.#xy(name);
      list.push(svg("circle", { class: className, cx, cy, r: radius }));
    };
    const cross = (list, name, className, size) => {
      const [x, y] = this.#xy(name);
      list.push(svg("path", { class: className, d: `M${x - size} ${y - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}` }));
    };
    const way = (list, points, className) => {
      if (points.length > 1) list.push(svg("polyline", { class: className, points: points.map((name) => this.#xy(name).join(",")).join(" ") }));
    };

    for (const name of this.#position.closed ?? []) {
      const [x, y] = this.#xy(name);
      under.push(svg("path", { class: "mark-closed", d: `M${x - 24} ${y + 24}l48 -48m-48 26l22 -22m4 44l22 -22` }));
    }
    // While a turn is entered its own way is what counts.
    const shown = ask?.points?.length ? null : last;
    if (shown) {
      way(under, shown.path, "mark-way");
      if (shown.path.length > 0) {
        ring(under, shown.path[0], "mark-left", r * 0.45);
        ring(under, shown.path.at(-1), "mark-came", r + 7);
      }
      for (const name of shown.drops) ring(under, name, "mark-came", r + 7);
      const taken = [shown.captures, shown.removed, shown.huff ?? [], shown.claim?.captures ?? []].flat(3);
      for (const name of taken) cross(this.#position.pieces[name] ? over : under, name, "mark-taken", 13);
    }
    for (const name of partial?.gone ?? []) cross(this.#position.pieces[name] ? over : under, name, "mark-taken", 13);

    const points = ask?.points ?? [];
    const chosen = points.length > 0;
    if (partial) {
      for (const name of partial.next) {
        const stands = this.#position.pieces[name];
        if (!stands) ring(over, name, "mark-target", 15);
        else if (partial.asks === "start" && !chosen) ring(under, name, "mark-movable", r + 5);
        else if (partial.asks === "start") ring(over, name, "mark-movable", r + 5);
        else ring(over, name, "mark-choice", r + 6);
      }
      for (const name of chosen ? [] : partial.huffable ?? []) this.#huffMark(over, name, r);
    }
    way(under, this.#way(points), "mark-own-way");
    const mover = this.#mover();
    if (mover) ring(under, mover, "mark-selected", r + 8);
    if (ask?.huff) cross(over, ask.huff, "mark-taken", 13);

    if (premove?.points?.length) {
      way(over, premove.points, "mark-premove-way");
      for (const name of premove.points) ring(over, name, "mark-premove", r + 6);
    }
    for (const [name, colour] of circles) {
      ring(over, name, "mark-circle", r + 8);
      if (colour) over.at(-1).setAttribute("stroke", colour);
    }
    for (const [from, to, colour] of arrows) over.push(this.#arrow(from, to, colour));
    this.#layers["q-marks"].replaceChildren(...under);
    this.#layers["q-over"].replaceChildren(...over, this.#cursorMark());
    this.#showCursor();
    this.#sense();
  }

  // A dashed ring with a mark of exclamation: this one should have captured.
  #huffMark(list, name, r) {
    const [cx, cy] = this.#xy(name);
    list.push(
      svg("circle", { class: "mark-huffable", cx, cy, r: r + 5 }),
      svg("circle", { class: "mark-huff-disc", cx: cx + r * 0.8, cy: cy - r * 0.8, r: 15 }),
      svg("text", { class: "mark-huff-sign", x: cx + r * 0.8, y: cy - r * 0.8 + 8 }, "!"),
    );
  }

  #arrow(from, to, colour) {
    const [[x, y], [u, v]] = [this.#xy(from), this.#xy(to)];
    const length = Math.hypot(u - x, v - y) || 1;
    const [a, b] = [(u - x) / length, (v - y) / length];
    const [p, q] = [u - 34 * a, v - 34 * b];
    const head = `M${p - 20 * b} ${q + 20 * a}L${u - 4 * a} ${v - 4 * b}L${p + 20 * b} ${q - 20 * a}Z`;
    const shaft = `M${x + 12 * a} ${y + 12 * b}L${p} ${q}`;
    const group = svg("g", { class: "mark-arrow" });
    group.append(svg("path", { class: "shaft", d: shaft }), svg("path", { class: "head", d: head }));
    if (colour) group.setAttribute("color", colour);
    return group;
  }

  // The way of the piece that is being moved, without the points that only say what it takes.
  #way(points) {
    const mover = this.#mover();
    const end = mover ? points.lastIndexOf(mover) : -1;
    if (end < 0 || this.#view.mover === undefined) return [];
    return points.slice(0, end + 1).filter((name, index) => index === end || !this.#position.pieces[name]);
  }

  #mover() {
    const { mover, ask } = this.#view;
    return mover === undefined ? (ask?.points?.at(-1) ?? null) : mover;
  }

  // All that can be chosen shows a hand.
  #sense() {
    const { partial, premove } = this.#view;
    const open = !this.#readOnly;
    for (const hit of this.#layers["q-hits"].children) {
      const name = hit.dataset.point;
      const chosen = partial && (partial.next.includes(name) || partial.huffable?.includes(name) || this.#starts.has(name));
      hit.classList.toggle("can", open && Boolean(chosen || this.#canLift(name) || premove?.points?.length));
      hit.classList.toggle("lifts", open && this.#canLift(name));
    }
  }

  #canLift(name) {
    const code = this.#position.pieces[name];
    if (this.#readOnly || !code) return false;
    const { partial, premove, ask } = this.#view;
    if (!partial) return Boolean(premove) && colourOf(code.at(-1)) === premove.colour;
    if (name === this.#mover()) return true;
    const isUnderWay = (ask?.points?.length ?? 0) > 1;
    return isUnderWay ? partial.asks === "start" && partial.next.includes(name) : this.#starts.has(name);
  }

  // Motion

  /** Shows a turn hop by hop; `earlier` is the position to which a claim goes back. */
  async animate(turn, before, after, earlier = null) {
    const end = { last: turn };
    if (isStill() || document.hidden || !this.#drawing) {
      this.#hopped(turn.captures.flat().length);
      return this.show(after, end);
    }
    this.show(before, {});
    const run = { over: false, motions: new Set() };
    run.halted = new Promise((resolve) => (run.halt = resolve));
    this.#run = run;
    this.dataset.busy = "true";
    await this.#hops(run, turn, before, after, earlier);
    if (!run.over) this.show(after, end);
  }

  async #hops(run, turn, before, after, earlier) {
    let columns = { ...before.pieces };
    const take = (name) => {
      const column = columns[name] ?? "";
      if (column.length > 1) columns[name] = column.slice(0, -1);
      else delete columns[name];
      return column.slice(-1);
    };
    const follow = async (path, captures, under) => {
      for (let hop = 1; hop < path.length && !run.over; hop += 1) {
        const [from, to] = [path[hop - 1], path[hop]];
        const taken = captures[hop - 1] ?? [];
        const fading = taken.map((name) => this.#fade(run, name, (columns[name] ?? "").length > 1));
        await Promise.all([this.#glide(run, from, to, HOP), ...fading]);
        if (run.over) return;
        this.#hopped(taken.length);
        const prisoners = taken.map(take).reverse().join("");
        const column = columns[from] ?? "";
        delete columns[from];
        columns[to] = (under ? prisoners : "") + column;
        this.#carry(from, to, columns[to]);
        this.#settle(run, columns);
        if (hop + 1 < path.length) await this.#wait(run, 70);
      }
    };
    const goesUnder = (path, from) => (after.pieces[path.at(-1)]?.length ?? 0) > (from[path[0]]?.length ?? 1);
    if (turn.claim && earlier) {
      columns = { ...earlier.pieces };
      this.#settle(run, columns);
      await this.#wait(run, HOP);
      const captures = turn.claim.captures.map((taken) => [taken].flat());
      await follow(turn.claim.path, captures, goesUnder(turn.claim.path, earlier.pieces));
    }
    for (const name of [turn.huff, ...turn.drops].filter(Boolean)) {
      if (run.over) return;
      if (name === turn.huff) {
        await this.#fade(run, name);
        take(name);
      } else {
        columns[name] = this.sides.find((_, index) => (index === 0) === (turn.by === "first"))?.colour === "black" ? "b" : "w";
      }
      if (run.over) return;
      this.#settle(run, columns);
      this.#hopped(name === turn.huff ? 1 : 0);
      await this.#wait(run, 120);
    }
    if (run.over) return;
    await follow(turn.path, turn.captures, goesUnder(turn.path, before.pieces));
    for (const name of turn.removed) {
      if (run.over) return;
      await this.#fade(run, name);
      take(name);
      if (run.over) return;
      this.#settle(run, columns);
      this.#hopped(1);
    }
  }

  #hopped(taken) {
    this.#emit("quirkat-hop", { taken });
  }

  // The drawn piece becomes that of its new point, so that it is not drawn anew.
  #carry(from, to, code) {
    const piece = this.#pieces.get(from);
    if (!piece) return;
    const [x, y] = this.#xy(to);
    this.#pieces.delete(from);
    this.#pieces.get(to)?.element.remove();
    if (piece.code !== code) return piece.element.remove();
    piece.element.dataset.at = to;
    piece.element.setAttribute("transform", `translate(${x} ${y})`);
    this.#pieces.set(to, piece);
  }

  async #glide(run, from, to, duration) {
    const element = this.#pieces.get(from)?.element;
    if (!element) return;
    this.#layers["q-pieces"].append(element); // over everything that it passes
    const [[x, y], [u, v]] = [this.#xy(from), this.#xy(to)];
    const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${u}px, ${v}px)` }];
    await this.#motion(run, element, frames, duration);
  }

  async #fade(run, name, onlyTop = false) {
    const element = this.#pieces.get(name)?.element;
    const part = onlyTop ? element?.querySelector("use:last-of-type") : element;
    if (part) await this.#motion(run, part, [{ opacity: 1 }, { opacity: 1, offset: 0.4 }, { opacity: 0 }], HOP);
  }

  async #motion(run, element, frames, duration) {
    const motion = element.animate(frames, { duration, easing: "ease-in-out", fill: "forwards" });
    run.motions.add(motion);
    // A hidden page holds its animations back: time goes on all the same.
    await Promise.race([motion.finished.catch(() => {}), this.#wait(run, duration + 100), run.halted]);
  }

  // Shows the columns as they stand, and lets go of the motions that have led there.
  #settle(run, columns) {
    this.#place(columns);
    for (const motion of run.motions) motion.cancel();
    run.motions.clear();
  }

  #wait(run, duration) {
    return Promise.race([new Promise((resolve) => setTimeout(resolve, duration)), run.halted]);
  }

  #halt() {
    const run = this.#run;
    if (!run) return;
    this.#run = null;
    run.over = true;
    for (const motion of run.motions) motion.cancel();
    run.halt();
    this.dataset.busy = "false";
  }

  // What a person does

  #emit(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }

  // A point is chosen: what surely follows is seen at once, before the server has answered.
  #choose(name, anew = false) {
    this.#hideBubble();
    const { partial } = this.#view;
    const mover = this.#mover();
    if (partial?.asks === "go" && mover && partial.next.includes(name) && this.#pieces.has(mover)) {
      const [x, y] = this.#xy(mover);
      const { element, code } = this.#pieces.get(mover);
      const [u, v] = this.#xy(name);
      const dragged = element.style.transform !== "";
      element.style.transform = "";
      this.#carry(mover, name, code);
      if (!dragged && !isStill()) {
        const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${u}px, ${v}px)` }];
        element.animate(frames, { duration: STEP, easing: "ease-out" });
      }
      this.#layers["q-over"].replaceChildren(this.#cursorMark());
      this.#hopped(0);
    } else if (this.#starts.has(name) && this.#canLift(name) && name !== mover) {
      const [cx, cy] = this.#xy(name);
      this.#layers["q-marks"].querySelector(".mark-selected")?.remove();
      this.#layers["q-marks"].append(svg("circle", { class: "mark-selected", cx, cy, r: this.#radius + 8 }));
    }
    this.#emit("quirkat-point", { name, anew });
  }

  #at(event) {
    const matrix = this.#drawing.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return this.#nearest([x, y], 0.72 * this.#spacing);
  }

  #down(event) {
    const name = this.#at(event);
    if (!name || !event.isPrimary) return;
    if (event.button === 2) {
      this.#press = { name, arrow: true };
      return;
    }
    if (event.button !== 0) return;
    this.#moveCursor(name);
    if ((this.#position.pieces[name]?.length ?? 0) > 1 && event.pointerType === "touch") {
      this.#lookTimer = setTimeout(() => this.#look(name), LONG_PRESS);
    }
    if (this.#readOnly) return;
    const lifts = this.#canLift(name);
    const isChosen = name === this.#mover() || (this.#view.premove?.points?.length ?? 0) > 0;
    this.#press = { name, lifts, x: event.clientX, y: event.clientY, said: false, dragged: false };
    if (lifts && !isChosen) {
      // Picked up with the press already: an answer should not wait for the finger to leave.
      this.#press.said = true;
      this.#choose(name);
    }
    if (lifts) this.#drawing.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const press = this.#press;
    if (!press) {
      if (event.pointerType === "mouse") this.#hover(this.#at(event));
      return;
    }
    if (press.arrow || !press.lifts) return;
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!press.dragged && distance < DRAG) return;
    if (!press.dragged) {
      press.dragged = true;
      clearTimeout(this.#lookTimer);
      this.#look(null);
      this.classList.add("dragging");
      // A finger would hide the piece: lift it over the fingertip.
      press.lift = event.pointerType === "touch" ? 30 : 0;
    }
    const piece = this.#pieces.get(press.name);
    const matrix = this.#drawing.getScreenCTM();
    if (!piece || !matrix) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    if (piece.element.nextSibling) this.#layers["q-pieces"].append(piece.element);
    piece.element.style.transform = `translate(${x}px, ${y - press.lift}px)`;
  }

  #up(event) {
    clearTimeout(this.#lookTimer);
    const press = this.#press;
    if (!press) return;
    this.#dropPress(false);
    const name = this.#at(event);
    if (press.arrow) {
      if (name) this.#emit("quirkat-arrow", { from: press.name, to: name });
      return;
    }
    const piece = this.#pieces.get(press.name);
    if (press.dragged && name && name !== press.name) {
      // Dragging another piece while a turn is remembered begins that turn anew.
      if (!press.said && this.#view.premove && this.#view.premove.points?.at(-1) !== press.name) this.#choose(press.name, true);
      const isKnown = this.#view.partial?.next.includes(name) && this.#mover() === press.name;
      const isAwaited = press.said && !isKnown && !this.#view.premove;
      if (piece && isAwaited) {
        // The answer to the picking up is still on its way: the piece waits where it was put.
        const [x, y] = this.#xy(name);
        piece.element.style.transform = `translate(${x}px, ${y}px)`;
        this.#put = { from: press.name, to: name };
      }
      this.#choose(name);
      if (piece && !isAwaited) piece.element.style.transform = "";
      this.#moveCursor(name);
      return;
    }
    if (piece) piece.element.style.transform = "";
    if (press.dragged || press.said || name !== press.name) return;
    this.#choose(name);
  }

  #dropPress(back = true) {
    const press = this.#press;
    this.#press = null;
    this.classList.remove("dragging");
    clearTimeout(this.#lookTimer);
    const piece = press && this.#pieces.get(press.name);
    if (back && piece) piece.element.style.transform = "";
  }

  #hover(name) {
    const isTower = name && (this.#position.pieces[name]?.length ?? 0) > 1;
    this.#look(isTower ? name : null);
  }

  /** Lists what a tower holds, beside it; and tells the page, which may say it in a line. */
  #look(name) {
    const look = this.#layers.look;
    if (!look || look.dataset.of === (name ?? "")) return;
    look.dataset.of = name ?? "";
    const column = name ? this.#position.pieces[name] : null;
    look.hidden = !column;
    this.#emit("quirkat-look", { name, words: column ? columnInWords(column, this.sides) : "" });
    if (!column) return;
    const rows = blocks(column).map(({ letter, count }) => {
      const row = document.createElement("span");
      const picture = svg("svg", { viewBox: "-50 -50 100 100" }, disc(letter));
      row.append(picture, count > 1 ? t("board_many", { n: count, piece: pieceInWords(letter, this.sides) }) : pieceInWords(letter, this.sides));
      return row;
    });
    look.replaceChildren(...rows);
    this.#beside(look, name);
  }

  /** Shows why a choice is refused, at its point, and says it. */
  refuse(point, text) {
    const bubble = this.#layers.bubble;
    clearTimeout(this.#bubbleTimer);
    this.#look(null);
    bubble.textContent = text;
    bubble.hidden = false;
    this.#beside(bubble, this.#places.has(point) ? point : null);
    if (this.#places.has(point)) {
      const [cx, cy] = this.#xy(point);
      const mark = svg("circle", { class: "mark-refused", cx, cy, r: this.#radius + 8 });
      this.#layers["q-over"].append(mark);
    }
    this.say(text);
    this.#bubbleTimer = setTimeout(() => this.#hideBubble(), Math.max(3000, 70 * text.length));
  }

  #hideBubble() {
    clearTimeout(this.#bubbleTimer);
    if (this.#layers.bubble) this.#layers.bubble.hidden = true;
    this.#layers["q-over"]?.querySelector(".mark-refused")?.remove();
  }

  // Over a point, or under it near the upper edge, and within the board from left to right.
  #beside(element, name) {
    const frame = this.getBoundingClientRect();
    const matrix = this.#drawing.getScreenCTM();
    const [x, y] = name ? this.#xy(name) : this.#middle;
    const place = new DOMPoint(x, y).matrixTransform(matrix);
    const gap = (this.#radius + 14) * matrix.d;
    const rise = name ? LIFT * (Math.min(this.#position.pieces[name]?.length ?? 1, DISCS) - 1) * matrix.d : 0;
    const [left, top] = [place.x - frame.left, place.y - frame.top];
    const { offsetWidth: width, offsetHeight: height } = element;
    const above = top - gap - rise - height;
    element.style.left = `${Math.max(4, Math.min(frame.width - width - 4, left - width / 2))}px`;
    element.style.top = `${above > 0 ? above : top + gap}px`;
  }

  /** Says words to those who listen. */
  say(text) {
    const live = this.#layers.live;
    live.textContent = "";
    clearTimeout(live.timer);
    live.timer = setTimeout(() => (live.textContent = text), 40); // the same words twice are said twice
  }

  // The keyboard

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this) return;
    const ways = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (ways[event.key]) {
      this.#step(ways[event.key]);
    } else if (event.key === "Enter" || event.key === " ") {
      if (!this.#readOnly) this.#choose(this.#cursor);
    } else if (event.key === "Escape" || event.key === "Backspace") {
      this.#hideBubble();
      this.#look(null);
      this.#emit("quirkat-back");
    } else if (event.key === "f" || event.key === "F") {
      this.#emit("quirkat-finish");
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // Up and down go to the next row, as close as may be to the column that the cursor came from; left and right go along
  // the row, and past its end to whatever lies there. So four keys reach every point of every board.
  #step([dx, dy]) {
    const [x, y] = this.#xy(this.#cursor);
    let [best, least] = [null, [Infinity, Infinity]];
    for (const name of this.#places.keys()) {
      const [u, v] = this.#xy(name);
      const [right, down] = [u - x, v - y];
      if (right * dx + down * dy <= 0) continue;
      const cost = dx === 0 ? [Math.abs(down), Math.abs(u - this.#column)] : [down === 0 ? 0 : 1, Math.abs(right) + 2 * Math.abs(down)];
      if (cost[0] < least[0] || (cost[0] === least[0] && cost[1] < least[1])) [best, least] = [name, cost];
    }
    if (!best) return this.say(t("board_edge"));
    this.#cursor = best;
    if (dx !== 0) this.#column = this.#xy(best)[0];
    this.#showCursor();
    this.#hover(best);
    this.say(this.#describe(best));
  }

  #moveCursor(name) {
    this.#cursor = name;
    this.#column = this.#xy(name)[0];
    this.#showCursor();
  }

  #cursorMark() {
    this.#layers.cursor ??= svg("rect", { class: "cursor", rx: 12 });
    return this.#layers.cursor;
  }

  #showCursor() {
    if (!this.#cursor || !this.#layers["q-over"]) return;
    const [x, y] = this.#xy(this.#cursor);
    const half = this.#radius + 13;
    const mark = this.#cursorMark();
    for (const [key, value] of Object.entries({ x: x - half, y: y - half, width: 2 * half, height: 2 * half })) mark.setAttribute(key, value);
    if (!mark.isConnected) this.#layers["q-over"].append(mark);
  }

  #describe(name) {
    const { partial, premove } = this.#view;
    const closed = this.#position.closed?.includes(name);
    const stands = closed ? t("board_closed") : columnInWords(this.#position.pieces[name], this.sides);
    const can =
      name === this.#mover() ? "board_selected"
      : premove?.points?.includes(name) ? "board_premove"
      : partial?.huffable?.includes(name) ? "board_huffable"
      : partial?.next.includes(name) ? CHOICES[partial.asks]
      : null;
    return [`${name}: ${stands}`, can ? t(can) : null].filter(Boolean).join(", ");
  }
}

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

function isStill() {
  return stillness.matches;
}

customElements.define("quirkat-board", Board);
