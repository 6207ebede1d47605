// What the analysis asks of the server, and how it shows the engine's opinion: as text, as a bar, as a curve.

/** A page's JSON block; nothing where there is none (in tests without a page). */
const block = id => JSON.parse(globalThis.document?.getElementById(id)?.textContent || '{}');

const words = block('words');

export const boot = block('boot');

/** A text of the page's language, its slots filled. */
export function word(key, values = {}) {
  return Object.entries(values).reduce((text, [slot, value]) => text.replaceAll(`{${slot}}`, value), words[key] ?? key);
}

/** A new element; texts only ever become text nodes. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A request that the server, or the way to it, refused: its message is for people. */
export class Refusal extends Error {}

async function ask(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Refusal(word('ana_offline'));
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Refusal(answer.error ?? word('ana_failed', { code: response.status }));
}

const posted = (value, signal) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
  signal,
});

/** Plays turns from a position and says what may follow. `at` = { game, rules, position, turns, partial }. */
export const explore = async (at, signal) => (await ask('/api/explore', posted(at, signal))).json();

export const readPdn = async text =>
  (await (await ask('/api/pdn/read', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text })).json()).records;

export const writePdn = async record => (await ask('/api/pdn/write', posted(record))).text();

/** The address of something about a game: rules and what else is given as a query. */
export function address(path, rules, values = {}) {
  const query = new URLSearchParams();
  for (const rule of rules) query.append('rule', rule);
  for (const [key, value] of Object.entries(values)) if (value) query.set(key, value);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** The engine's finished depths, one after another, until it is done or the signal stops it. */
export async function* analyse({ game, rules, position, turns, lines, seconds }, signal) {
  const path = address('/api/analyse', rules, { game, position, turns: turns.join(';'), lines, seconds });
  const { body } = await ask(path, { signal });
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let rest = ''; ; ) {
      const { value, done } = await reader.read();
      const found = (rest + (value ?? '')).split('\n');
      rest = done ? '' : found.pop();
      for (const line of found) {
        if (!line.trim()) continue;
        const report = JSON.parse(line);
        if (report.error) throw new Refusal(report.error);
        if (report.done) return;
        yield report;
      }
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

const white = boot.game?.sides?.[1]?.colour === 'white' ? 'second' : 'first';
export const black = white === 'first' ? 'second' : 'first';
const nameOf = side => boot.game.sides[side === 'first' ? 0 : 1].name;

/**
 * A score of the side to move as an evaluation for White: { hundredths } of a man, or { wins: 1 | -1, in: plies }.
 * The evaluation stays the same whoever moves, so that bar and curve need no second thought.
 */
export function evaluation(score, toMove) {
  const sign = toMove === white ? 1 : -1;
  if (score.plies === undefined) return { hundredths: sign * score.hundredths };
  return { wins: sign * (score.plies > 0 ? 1 : -1), in: Math.abs(score.plies) };
}

/** The evaluation of a game that is over. */
export const ended = end => (end.winner ? { wins: end.winner === white ? 1 : -1, in: 0 } : { hundredths: 0 });

export function evalText(value) {
  if (!value) return '–';
  if (value.wins) return `${value.wins > 0 ? '+' : '−'}#${value.in || ''}`;
  const men = (Math.abs(value.hundredths) / 100).toFixed(2);
  return men === '0.00' ? men : `${value.hundredths > 0 ? '+' : '−'}${men}`;
}

export function evalWords(value) {
  if (!value) return word('ana_eval_unknown');
  const side = nameOf((value.wins ?? value.hundredths) > 0 ? white : black);
  if (value.wins) return word(value.in ? 'ana_eval_wins' : 'ana_eval_won', { side, n: value.in });
  const n = (Math.abs(value.hundredths) / 100).toFixed(2);
  return n === '0.00' ? word('ana_eval_even') : word('ana_eval_better', { side, n });
}

/** White's part of the bar. A man is more in these games than in chess: one ahead is about three quarters. */
export function share(value) {
  if (!value) return 0.5;
  if (value.wins) return value.wins > 0 ? 1 : 0;
  return 1 / (1 + 10 ** (-value.hundredths / 220));
}

/** Fills the bar from White's end, which lies where White sits. */
export function drawBar(bar, value, flip) {
  bar.classList.toggle('top', (white === 'first') === flip);
  bar.classList.toggle('unknown', !value);
  bar.firstElementChild.style.height = `${100 * share(value)}%`;
  bar.setAttribute('aria-label', evalWords(value));
}

const SVG = 'http://www.w3.org/2000/svg';
const shape = (name, attributes) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

/** A line without length and with round ends is a dot that stays round however the drawing is stretched. */
const dot = (name, x, y) => shape('line', { class: name, x1: x, x2: x, y1: y, y2: y });

/** How much of the bar a turn has to lose to be marked on the curve. */
const SLIP = 0.2;

/** The evaluations of a line of nodes: White's part lies below the curve. A click or a drag goes to the ply. */
export class Curve {
  #svg;
  #note;
  #label;
  #nodes = [];
  #current = null;

  constructor(svg, note, label, go) {
    this.#svg = svg;
    this.#note = note;
    this.#label = label;
    const at = event => {
      const box = svg.getBoundingClientRect();
      const ply = Math.round(((event.clientX - box.left) / box.width) * (this.#nodes.length - 1));
      return this.#nodes[Math.max(0, Math.min(ply, this.#nodes.length - 1))];
    };
    svg.addEventListener('click', event => at(event) && go(at(event)));
    svg.addEventListener('pointermove', event => this.#say(at(event)));
    svg.addEventListener('pointerleave', () => this.#say(this.#current));
  }

  draw(nodes, current) {
    this.#nodes = nodes;
    this.#current = nodes.includes(current) ? current : null;
    const last = Math.max(1, nodes.length - 1);
    const y = node => 100 * (1 - share(node.eval));
    this.#svg.setAttribute('viewBox', `0 0 ${last} 100`);
    this.#svg.replaceChildren(shape('line', { class: 'ana-even', x1: 0, x2: last, y1: 50, y2: 50 }));
    // Plies that were not analysed leave a gap rather than a false line.
    for (const [from, to] of runs(nodes)) {
      const points = nodes.slice(from, to + 1).map((node, i) => `${from + i},${y(node)}`);
      const area = (name, edge) =>
        shape('polygon', { class: name, points: `${from},${edge} ${points.join(' ')} ${to},${edge}` });
      this.#svg.prepend(area('ana-area', 100), area('ana-area black', 0));
      if (from === to) this.#svg.append(dot('ana-alone', from, y(nodes[from])));
      else this.#svg.append(shape('polyline', { class: 'ana-curve-line', points: points.join(' ') }));
    }
    nodes.forEach((node, ply) => {
      const before = nodes[ply - 1];
      if (!before?.eval || !node.eval || !node.turn) return;
      const sign = node.turn.by === white ? 1 : -1;
      if (sign * (share(before.eval) - share(node.eval)) < SLIP) return;
      this.#svg.append(dot('ana-slip', ply, y(node)));
    });
    if (this.#current) {
      const ply = nodes.indexOf(current);
      this.#svg.append(shape('line', { class: 'ana-now', x1: ply, x2: ply, y1: 0, y2: 100 }));
    }
    this.#say(this.#current);
  }

  #say(node) {
    const known = this.#nodes.some(one => one.eval);
    this.#note.textContent = !known
      ? word('ana_curve_hint')
      : node
        ? `${this.#label(node)} · ${evalText(node.eval)}`
        : word('ana_curve_go');
  }
}

/** The stretches of nodes with an evaluation, as pairs of plies. */
function runs(nodes) {
  const found = [];
  nodes.forEach((node, ply) => {
    if (!node.eval) return;
    const last = found.at(-1);
    if (last?.[1] === ply - 1) last[1] = ply;
    else found.push([ply, ply]);
  });
  return found;
}
