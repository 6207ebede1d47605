// Marks on a board: last move, selectable points, selection, and arrows of the visitor or the engine.

import { disc } from "./board-pieces.js";
import { svg } from "./page.js";

/** Rings that are drawn with an edge. */
const EDGED = ["mark-movable", "mark-choice", "mark-premove", "mark-circle", "mark-lifted"];

/**
 * Returns the marks under the pieces and the marks over them.
 * @param {Field} field
 * @param {Pick<Scene, "position" | "view" | "mover" | "lifted" | "sketch">} scene
 */
export function marks(field, { position, view, mover, lifted, sketch }) {
  const { last, partial, ask, premove } = view;
  const arrows = [...(view.arrows ?? []), ...sketch.arrows];
  const circles = [...(view.circles ?? []), ...sketch.circles];
  const { pieces } = position;
  const r = field.radius;
  /** @type {SVGElement[]} */
  const under = [];
  /** @type {SVGElement[]} */
  const over = [];

  /** @type {(list: SVGElement[], name: string, className: string, radius: number) => void} */
  const ring = (list, name, className, radius) => {
    const [cx, cy] = field.xy(name);
    // A wider ring of another colour makes the mark visible on every background.
    if (EDGED.includes(className)) list.push(svg("circle", { class: "mark-edge", cx, cy, r: radius }));
    list.push(svg("circle", { class: className, cx, cy, r: radius }));
  };
  /** Rings the pieces of a capture, and joins them. @type {(name: string, taken: string[]) => void} */
  const choice = (name, taken) => {
    path(over, taken, "mark-choice-way");
    for (const each of new Set([name, ...taken])) ring(over, each, "mark-choice", r + 6);
  };
  /** @type {(names: string[], className?: string) => void} */
  const crossOut = (names, className) => {
    for (const name of names) (pieces[name] ? over : under).push(cross(field.xy(name), 13, className));
  };
  /** @type {(list: SVGElement[], names: string[], className: string) => void} */
  const path = (list, names, className) => {
    if (names.length > 1)
      list.push(svg("polyline", { class: className, points: names.map((name) => field.xy(name).join(",")).join(" ") }));
  };

  for (const name of position.closed ?? []) {
    const [x, y] = field.xy(name);
    under.push(svg("path", { class: "mark-closed", d: `M${x - 24} ${y + 24}l48 -48m-48 26l22 -22m4 44l22 -22` }));
  }

  const points = ask?.points ?? [];
  const chosen = points.length > 0;
  // The path of a partial move replaces that of the last move.
  if (last && !chosen) {
    // A dark outline around a bright line is visible on every background.
    path(under, last.path, "mark-way");
    path(under, last.path, "mark-way-within");
    const [start] = last.path;
    const end = last.path.at(-1);
    if (end) {
      ring(under, start, "mark-left", r * 0.4);
      ring(under, end, "mark-came", r + 5);
    }
    for (const name of last.drops) ring(under, name, "mark-came", r + 5);
    crossOut([last.captures, last.removed, last.huff ?? [], last.claim?.captures ?? []].flat(3), "mark-lost");
  }
  crossOut(partial?.gone ?? []);

  if (partial) {
    for (const name of partial.next) {
      if (!pieces[name]) ring(over, name, "mark-target", partial.asks === "enter" ? 9 : 14);
      else if (partial.asks === "start") ring(chosen ? over : under, name, "mark-movable", r + 4);
      else choice(name, partial.takes?.[name] ?? [name]);
    }
    for (const name of chosen ? [] : (partial.huffable ?? [])) over.push(...huffable(field.xy(name), r));
  }
  path(under, pathOf(points, mover, pieces), "mark-own-way");
  if (mover) ring(under, mover, mover === lifted ? "mark-lifted" : "mark-selected", r + 6);
  if (lifted && pieces[lifted]) under.push(ghost(field, lifted, pieces[lifted].slice(-1)));
  if (ask?.huff) over.push(cross(field.xy(ask.huff), 13));

  if (premove?.points.length) {
    path(over, premove.points, "mark-premove-way");
    for (const name of premove.points) ring(over, name, "mark-premove", r + 6);
  }
  for (const [name, colour] of circles) {
    ring(over, name, "mark-circle", r + 8);
    const mark = over.at(-1);
    if (colour && mark) mark.style.stroke = paint(colour);
  }
  for (const [from, to, colour] of arrows) over.push(arrow(field.xy(from), field.xy(to), colour));
  return { under, over };
}

/**
 * Returns a ring around the piece of a point.
 * @param {Field} field
 * @param {string} name
 * @param {string} className
 */
export function halo(field, name, className) {
  const [cx, cy] = field.xy(name);
  return svg("circle", { class: className, cx, cy, r: field.radius + 8 });
}

/**
 * Returns a translucent piece on a point.
 * @param {Field} field
 * @param {string} name
 * @param {string} letter
 */
export function ghost(field, name, letter) {
  const [x, y] = field.xy(name);
  return svg("g", { class: "mark-ghost", transform: `translate(${x} ${y})` }, disc(letter));
}

/**
 * Returns the path of the moving piece, without the points of pieces that it captures.
 * @param {string[]} points
 * @param {string | null} mover
 * @param {Wire.Position["pieces"]} pieces
 */
function pathOf(points, mover, pieces) {
  const end = mover ? points.lastIndexOf(mover) : -1;
  return points.slice(0, end + 1).filter((name, index) => index === end || !pieces[name]);
}

/**
 * @param {XY} at
 * @param {number} size
 */
export function cross([x, y], size, className = "mark-taken") {
  return svg("path", {
    class: className,
    d: `M${x - size} ${y - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}`,
  });
}

/**
 * Returns a dashed ring with an exclamation mark, for a piece that missed a capture.
 * @param {XY} at
 * @param {number} r
 */
function huffable([cx, cy], r) {
  return [
    svg("circle", { class: "mark-huffable", cx, cy, r: r + 5 }),
    svg("circle", { class: "mark-huff-disc", cx: cx + r * 0.8, cy: cy - r * 0.8, r: 15 }),
    svg("text", { class: "mark-huff-sign", x: cx + r * 0.8, y: cy - r * 0.8 + 8 }, "!"),
  ];
}

/** Returns the colour of a mark, which the style sheet defines by name. @param {MarkColour} colour */
const paint = (colour) => `var(--mark-${colour})`;

/**
 * @param {XY} from
 * @param {XY} to
 * @param {MarkColour | null} colour
 */
function arrow([x, y], [u, v], colour) {
  const length = Math.hypot(u - x, v - y) || 1;
  const [a, b] = [(u - x) / length, (v - y) / length];
  const [p, q] = [u - 34 * a, v - 34 * b];
  const head = `M${p - 20 * b} ${q + 20 * a}L${u - 4 * a} ${v - 4 * b}L${p + 20 * b} ${q - 20 * a}Z`;
  const shaft = `M${x + 12 * a} ${y + 12 * b}L${p} ${q}`;
  const group = svg(
    "g",
    { class: "mark-arrow" },
    svg("path", { class: "shaft", d: shaft }),
    svg("path", { class: "head", d: head }),
  );
  if (colour) group.style.color = paint(colour);
  return group;
}

/** Returns the points where a move begins and ends, or its other points if no piece moves. @param {Wire.Turn} turn */
export function endsOf({ path, drops, removed, huff }) {
  const points = path.length ? [path[0], path[path.length - 1]] : [...drops, ...removed];
  return huff ? [huff, ...points] : points;
}

/**
 * Returns drawn marks with an arrow, or with a circle if both points are equal. The same mark again removes it.
 * @param {Sketch} sketch
 * @param {string} from
 * @param {string} to
 * @param {MarkColour} colour
 * @returns {Sketch}
 */
export function sketched({ arrows, circles }, from, to, colour) {
  if (from === to) return { arrows, circles: toggled(circles, [from, colour]) };
  return { arrows: toggled(arrows, [from, to, colour]), circles };
}

/**
 * @template {Arrow | Circle} Mark
 * @param {Mark[]} marks
 * @param {Mark} mark
 */
function toggled(marks, mark) {
  const others = marks.filter((one) => one.slice(0, -1).join() !== mark.slice(0, -1).join());
  const exists = marks.some((one) => one.join() === mark.join());
  return exists ? others : [...others, mark];
}
