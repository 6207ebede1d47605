// The analysis page: a board on which both sides are played, the tree of what was played, the engine's opinion, an editor,
// and the ways in and out. The server alone knows the rules; the page keeps the tree and the address.

import './board.js';
import { Entry } from './entry.js';
import { Tree, TreeView, isAside, label, lineFrom, pathTo, textsTo } from './analysis-tree.js';
import {
  Curve, Refusal, address, analyse, boot, drawBar, ended, evalText, evalWords, evaluation, explore, make, readPdn, word,
  writePdn,
} from './analysis-engine.js';
import { Editor } from './analysis-editor.js';

const $ = id => document.getElementById(id);
const { game, rules = [] } = boot;
const board = $('board');

/** How long the engine may think about a position that is looked at, and about each ply of a whole game, in seconds. */
const LOOK = 30;
const EACH = 1;
/** The longest query that is surely taken everywhere; longer lines live in the session only. */
const LONGEST = 6000;

let tree;
let here; // the node that is looked at
let visit = 0; // counts what makes earlier answers stale
let flip = false;
let undo = null; // the record and the place before something was deleted
let hint = null; // the line of the engine that is pointed at
let tool = null; // 'arrow' or 'circle' while these are drawn by clicks
let arrowFrom = null;

// ---- Asking the server ----

/** Names the position after a node by the start and the turns, so that what the rules remember is remembered. */
const at = node => ({ game: game.title, rules, position: tree.head.position ?? null, turns: textsTo(node) });

/** Keeps what the server said of the way to a node and of the node. */
function learn(node, answer) {
  tree.root.position = answer.start;
  const path = pathTo(node);
  // The server's spelling of a turn is the one that counts; records and addresses may have another.
  const respelt = answer.history.some(({ turn }, i) => path[i].text !== turn.text);
  answer.history.forEach(({ turn, position }, i) => {
    Object.assign(path[i], { turn, position, text: turn.text });
  });
  if (respelt) view.draw(tree);
  if (answer.end) node.eval = ended(answer.end);
  node.answer = answer;
}

async function study(node) {
  if (!node.answer) learn(node, await explore(at(node)));
  return node.answer;
}

/** Runs what may be refused, and says so where it is. */
async function attempt(what, say = tell) {
  try {
    return await what();
  } catch (error) {
    if (error.name === 'AbortError') return undefined;
    if (!(error instanceof Refusal)) console.error(error);
    say(error instanceof Refusal ? error.message : word('ana_failed', { code: '' }));
    return undefined;
  }
}

// ---- Entering turns ----

const entry = new Entry(async partial => {
  const answer = await attempt(() => explore({ ...at(here), partial }));
  if (!answer) throw new Error('no answer');
  return answer.partial;
});

function show() {
  if (editor.isOpen) return editor.show();
  if (!here.position) return;
  const { partial, request, begun, mover, starts } = entry;
  const marks = hint ? marksOf(hint) : { arrows: [], circles: [] };
  board.show(begun && partial ? partial.position : here.position, {
    last: begun ? null : here.turn,
    // While arrows are drawn by clicks nothing is to be picked up.
    partial: tool ? null : partial,
    ask: partial && !tool ? request : null,
    mover: tool ? null : mover,
    starts: tool ? null : starts,
    arrows: [...here.arrows, ...marks.arrows],
    circles: [...here.circles, ...marks.circles, ...(arrowFrom ? [[arrowFrom, colour()]] : [])],
  });
  drawEntry();
}

/** The buttons of a turn that is being entered; they keep their place, so that nothing below them moves. */
function drawEntry() {
  const { partial, request, begun } = entry;
  $('entry-done').disabled = !entry.complete;
  $('entry-back').disabled = !begun;
  const claims = (partial?.claims ?? []).map(text => extra(text, request.claim === text, () => entry.claim(text)));
  const calls = begun ? [] : (partial?.calls ?? []).map(text => extra(text, null, () => ({ done: text })));
  $('extras').replaceChildren(...claims, ...calls);
}

function extra(text, pressed, act) {
  const button = make('button', { type: 'button', class: 'button' }, text);
  if (pressed !== null) button.setAttribute('aria-pressed', pressed);
  button.addEventListener('click', () => step(act));
  return button;
}

/** One step of an entry: it changes what is shown, is refused, or completes a turn. */
async function step(act, point = null) {
  const asked = visit;
  await attempt(async () => {
    const outcome = await act();
    if (asked !== visit) return;
    // What was entered on the board has been seen there already.
    if (outcome?.done) return play(outcome.done, { animate: false });
    show();
    if (outcome !== 'refused' || !entry.refusal) return undefined;
    return point ? board.refuse(point, entry.refusal) : tell(entry.refusal);
  });
}

/** Plays a turn from the current node: a new child, or one that was there. */
async function play(text, { animate = true } = {}) {
  const from = here;
  const asked = visit;
  const known = from.children.find(child => child.text === text);
  if (known) return go(known, { animate });
  const turns = [...textsTo(from), text];
  const answer = await explore({ ...at(from), turns });
  if (asked !== visit) return undefined;
  const node = tree.add(from, answer.history.at(-1).turn.text);
  learn(node, answer);
  view.draw(tree);
  return go(node, { animate });
}

// ---- Going about the tree ----

const view = new TreeView($('tree'), node => go(node));
const curve = new Curve($('curve'), $('curve-note'), node => (node.parent ? label(node) : word('ana_start')), node => go(node));

async function go(node, { animate = node.parent === here } = {}) {
  const asked = ++visit;
  const before = here?.position;
  here = node;
  for (let on = node; on.parent; on = on.parent) on.parent.kept = on;
  hint = arrowFrom = null;
  entry.reset(null);
  quiet();
  draw();
  save();
  const studying = study(node);
  studying.catch(() => {}); // it is heard below, when the turn has been shown
  if (animate && before && node.turn && !editor.isOpen) {
    await board.animate(node.turn, before, node.position, node.parent.parent?.position);
    if (asked !== visit) return;
  }
  show();
  await attempt(async () => {
    const answer = await studying;
    if (asked !== visit) return;
    entry.reset(answer.partial);
    draw();
    show();
    if (node.parent) board.say(label(node));
    think();
  });
}

/** Everything beside the board that follows the current node. */
function draw() {
  view.mark(here);
  drawStatus();
  drawNote();
  drawOut();
  drawValue();
  curve.draw(tree.main(), here);
  const { parent, children } = here;
  $('go-first').disabled = $('go-back').disabled = !parent;
  $('go-on').disabled = $('go-last').disabled = !children.length;
  $('delete').disabled = !parent;
  $('promote').disabled = !isAside(here);
  $('undo').disabled = !undo;
}

function drawStatus() {
  const { answer } = here;
  if (!answer) return;
  const side = answer.toMove && game.sides[answer.toMove === 'first' ? 0 : 1].name;
  tell(answer.end ? answer.end.words : [word('ana_to_move', { side }), ...(answer.pressing ?? [])].join(' '));
  $('turns').replaceChildren(...answer.legal.map(text => make('option', { value: text })));
}

const tell = words => {
  if ($('status').textContent !== words) $('status').textContent = words;
};

function drawValue() {
  drawBar($('eval-bar'), here.eval, flip);
  $('eval-score').textContent = evalText(here.eval);
  $('eval-score').title = evalWords(here.eval);
}

const forward = () => here.kept ?? here.children[0];
const walks = {
  ArrowLeft: () => here.parent,
  ArrowRight: forward,
  Home: () => tree.root,
  End: () => lineFrom(here).at(-1),
};
// Up and down change between the turns that were tried in the same place.
const beside = by => {
  const among = here.parent?.children ?? [];
  return among[among.indexOf(here) + by];
};
const closeWalks = { ...walks, ArrowUp: () => beside(-1), ArrowDown: () => beside(1) };

/** On the board the arrow keys move its cursor for who uses the keyboard, and go through the turns for who clicks. */
let byKeyboard = false;
addEventListener('pointerdown', () => (byKeyboard = false), true);
addEventListener(
  'keydown',
  event => {
    if (event.key === 'Tab') byKeyboard = true;
    if (editor.isOpen || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { target } = event;
    if (target.closest('input, textarea, select, summary, [contenteditable]')) return;
    const onBoard = board.contains(target);
    if (onBoard && byKeyboard) return;
    const inTree = onBoard || $('tree').contains(target) || target.closest('.ana-steps');
    const walk = (inTree ? closeWalks : walks)[event.key];
    if (!walk || (!inTree && ['Home', 'End'].includes(event.key))) return;
    event.preventDefault();
    event.stopPropagation();
    const node = walk();
    if (node && node !== here) go(node);
  },
  true,
);

for (const [id, key] of Object.entries({
  'go-first': 'Home', 'go-back': 'ArrowLeft', 'go-on': 'ArrowRight', 'go-last': 'End',
})) {
  $(id).addEventListener('click', () => {
    const node = walks[key]();
    if (node) go(node);
  });
}

// ---- Changing the tree ----

/** Remembers the tree as it stands, to take back what follows. */
function mind() {
  undo = { record: tree.record({ evals: true }), place: textsTo(here) };
}

$('delete').addEventListener('click', () => {
  mind();
  const before = tree.remove(here);
  view.draw(tree);
  go(before, { animate: false });
  $('undo').focus();
});

$('promote').addEventListener('click', () => {
  tree.promote(here);
  view.draw(tree);
  draw();
  save();
});

$('undo').addEventListener('click', () => {
  const { record, place } = undo;
  undo = null;
  open(record, place);
  board.focus({ preventScroll: true });
});

$('clear').addEventListener('click', () => {
  mind();
  open(fresh(tree.head.position));
});

function drawNote() {
  for (const button of document.querySelectorAll('[data-glyph]')) {
    button.setAttribute('aria-pressed', here.glyphs.includes(+button.dataset.glyph));
    button.disabled = !here.parent;
  }
  if (document.activeElement !== $('comment')) $('comment').value = here.comments.join('\n\n');
}

for (const button of document.querySelectorAll('[data-glyph]')) {
  button.addEventListener('click', () => {
    const glyph = +button.dataset.glyph;
    // One sign for the turn itself; remarks with other numbers, which a file may bring, stay.
    const others = here.glyphs.filter(one => one > 6);
    here.glyphs = here.glyphs.includes(glyph) ? others : [glyph, ...others];
    view.draw(tree);
    draw();
    save();
  });
}

$('comment').addEventListener('input', ({ target }) => {
  // A closing brace would end the comment in a record.
  const texts = target.value.replaceAll('}', ')').split(/\n\n+/);
  here.comments = texts.map(text => text.trim()).filter(Boolean);
  view.draw(tree);
  view.mark(here);
  saveSoon();
});
$('comment').addEventListener('change', drawNote);

// ---- Keeping the state: the place in the address, the tree in the session ----

const fresh = position => ({
  tags: [['Event', '?'], ['Date', new Date().toISOString().slice(0, 10).replaceAll('-', '.')]],
  game: game.title, rules, position: position ?? null, comments: [], turns: [], result: '*', error: null,
});

/** A tree for each game and start; a record that another game's page is to open lies under a key of its own. */
const key = position => `quirkat-analysis ${game.title} ${[...rules].sort().join(' ')} ${position ?? ''}`;
const ARRIVING = 'quirkat-analysis arriving';

const stored = name => {
  try {
    return JSON.parse(sessionStorage.getItem(name));
  } catch {
    return null;
  }
};

const store = (name, value) => {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A full or forbidden store costs only the tree after a reload; the address still has the place.
  }
};

/** The page's address of a node. */
function addressOf(node) {
  const start = tree.head.position;
  const path = `/analysis/${encodeURI(game.title)}${start ? `/${encodeURIComponent(start)}` : ''}`;
  const full = address(path, rules, { turns: textsTo(node).join(';') });
  return full.length <= LONGEST ? full : address(path, rules);
}

let saving = 0;
function save() {
  clearTimeout(saving);
  saving = 0;
  const full = addressOf(here);
  history.replaceState(null, '', full);
  // The same page in the other language keeps its place.
  for (const link of document.querySelectorAll('a[hreflang][href*="lang="]')) {
    link.href = `${full}${full.includes('?') ? '&' : '?'}lang=${link.hreflang}`;
  }
  const place = textsTo(here);
  const drawn = here.arrows.length || here.circles.length ? { arrows: here.arrows, circles: here.circles } : null;
  store(key(tree.head.position), { record: tree.record({ evals: true }), place, flip, drawn });
}
function saveSoon() {
  clearTimeout(saving);
  saving = setTimeout(save, 300);
}
addEventListener('pagehide', () => saving && save());

/** Shows a record and goes to a place in it, or as near to it as the record leads. */
function open(record, place = []) {
  stopWhole();
  tree = new Tree(record);
  let node = tree.root;
  for (const text of place) node = node.children.find(child => child.text === text) ?? node;
  view.draw(tree);
  return go(node, { animate: false });
}

/** The record of a line of turns. */
const lineRecord = turns => ({
  ...fresh(boot.position),
  turns: turns.map(text => ({ text, glyphs: [], comments: [], variations: [] })),
});

/** What the page opens with: what was sent here, what this tab had, or what the address says. */
async function begin() {
  const arriving = stored(ARRIVING);
  sessionStorage.removeItem(ARRIVING);
  if (arriving?.record.game === game.title) return open(arriving.record, arriving.place);
  const turns = boot.turns ?? [];
  const kept = stored(key(boot.position));
  if (kept && (!turns.length || new Tree(kept.record).find(turns))) {
    flip = board.flip = Boolean(kept.flip);
    const place = turns.length ? turns : kept.place;
    await open(kept.record, place);
    if (kept.drawn && place.join() === kept.place.join()) {
      Object.assign(here, kept.drawn);
      show();
    }
    return undefined;
  }
  if (boot.pdn) {
    const records = await attempt(() => readPdn(boot.pdn));
    if (records?.[0]) return openRecord(records[0]);
  }
  return open(lineRecord(turns), turns);
}

// ---- The board ----

board.addEventListener('quirkat-point', ({ detail: { name } }) => {
  if (editor.isOpen) editor.touch(name);
  else if (tool) sketch(name);
  else step(() => entry.choose(name), name);
});
board.addEventListener('quirkat-back', () => step(() => entry.back()));
board.addEventListener('quirkat-finish', () => step(() => entry.finish()));
$('entry-back').addEventListener('click', () => step(() => entry.back()));
$('entry-done').addEventListener('click', () => step(() => entry.finish()));

$('turn-form').addEventListener('submit', async event => {
  event.preventDefault();
  const text = $('turn').value.trim();
  if (!text || editor.isOpen) return;
  const asked = visit;
  await attempt(() => play(text));
  if (asked !== visit) $('turn').value = '';
});

$('flip').addEventListener('click', () => {
  flip = board.flip = !flip;
  show();
  draw();
  save();
});

// ---- Arrows and circles ----

const colour = () => document.querySelector('[name=ana-colour]:checked').value;

/** The same mark a second time takes it away. */
const toggle = (marks, mark) => {
  const others = marks.filter(one => one.slice(0, -1).join() !== mark.slice(0, -1).join());
  const same = marks.some(one => one.join() === mark.join());
  return same ? others : [...others, mark];
};

function mark(from, to) {
  if (from === to) here.circles = toggle(here.circles, [from, colour()]);
  else here.arrows = toggle(here.arrows, [from, to, colour()]);
  arrowFrom = null;
  show();
  saveSoon();
}

function sketch(name) {
  if (tool === 'circle') mark(name, name);
  else if (arrowFrom === name) arrowFrom = null;
  else if (arrowFrom) mark(arrowFrom, name);
  else arrowFrom = name;
  show();
}

board.addEventListener('quirkat-arrow', ({ detail: { from, to } }) => {
  if (!editor.isOpen) mark(from, to);
  else if (from === to) editor.touch(from, 'erase');
});

for (const button of document.querySelectorAll('[data-tool]')) {
  button.addEventListener('click', () => {
    tool = tool === button.dataset.tool ? null : button.dataset.tool;
    arrowFrom = null;
    drawTools();
    show();
  });
}

function drawTools() {
  for (const button of document.querySelectorAll('[data-tool]')) {
    button.setAttribute('aria-pressed', button.dataset.tool === tool);
  }
}

$('marks-clear').addEventListener('click', () => {
  here.arrows = [];
  here.circles = [];
  arrowFrom = null;
  show();
  saveSoon();
});

const escaped = name => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const byLength = (boot.board?.points ?? []).map(([name]) => name).sort((a, b) => b.length - a.length);
const pointNames = new RegExp(byLength.map(escaped).join('|'), 'g');

/** Arrows along a turn's way; a man that enters, or a turn of one point, is a circle. */
function marksOf(text) {
  // The way is what is left without a claim and a huff before it and pieces taken off behind it.
  const way = text.replace(/^claim \S+ ?/, '').replace(/^huff \S+ ?/, '').replace(/ ?x\S+$/, '');
  const names = way.match(pointNames) ?? [];
  if (names.length === 1) return { arrows: [], circles: [[names[0], null]] };
  return { arrows: names.slice(1).map((name, i) => [names[i], name, null]), circles: [] };
}

// ---- The engine ----

let isOn = false;
let thinking = null;
let waiting = 0;

function quiet() {
  clearTimeout(waiting);
  thinking?.abort();
  thinking = null;
  drawLines([]);
}

/** Lets the engine think about the current position; a moment later, so that walking through turns starts nothing. */
function think() {
  quiet();
  const { answer } = here;
  const willThink = isOn && !whole && !editor.isOpen && answer && !answer.end;
  $('engine-note').textContent = willThink ? word('ana_thinking') : isOn && answer?.end ? word('ana_over') : '';
  if (!willThink) return;
  waiting = setTimeout(() => {
    const node = here;
    thinking = new AbortController();
    const { signal } = thinking;
    attempt(() => listen(node, signal), words => ($('engine-note').textContent = words));
  }, 200);
}

const inShort = new Intl.NumberFormat(boot.lang, { notation: 'compact', maximumFractionDigits: 1 });

async function listen(node, signal) {
  const lines = +$('line-count').value;
  let note = '';
  for await (const report of analyse({ ...at(node), lines, seconds: LOOK }, signal)) {
    if (signal.aborted) return;
    if (!report.lines?.length) continue;
    node.eval = evaluation(report.lines[0].score, node.answer.toMove);
    const speed = inShort.format(report.ms ? (1000 * report.nodes) / report.ms : 0);
    note = word('ana_depth', { depth: report.depth, speed });
    $('engine-note').textContent = note;
    drawLines(report.lines, node.answer.toMove);
    drawValue();
    curve.draw(tree.main(), here);
  }
  if (signal.aborted) return;
  $('engine-note').textContent = note ? `${note} · ${word('ana_done')}` : word('ana_done');
  saveSoon();
}

/** Rows stay where they are while their contents change, so that a pointed-at line does not slip away. */
function drawLines(lines, toMove) {
  const count = isOn ? +$('line-count').value : 0;
  const list = $('lines');
  while (list.children.length > count) list.lastElementChild.remove();
  while (list.children.length < count) list.append(make('li', {}, lineButton()));
  [...list.children].forEach((item, i) => {
    const [button] = item.children;
    const line = lines[i];
    button.disabled = !line;
    button.dataset.turn = line?.turns[0] ?? '';
    const value = line && evaluation(line.score, toMove);
    button.children[0].textContent = line ? evalText(value) : '';
    button.children[1].textContent = line ? line.turns.join('  ') : '';
    if (line) button.setAttribute('aria-label', word('ana_line', { turns: line.turns.join(', '), value: evalWords(value) }));
    else button.removeAttribute('aria-label');
  });
}

function lineButton() {
  const button = make('button', { type: 'button', class: 'ana-line' }, make('b'), make('span'));
  const point = turn => {
    if (hint === turn) return;
    hint = turn;
    show();
  };
  for (const name of ['pointerenter', 'focus']) button.addEventListener(name, () => point(button.dataset.turn || null));
  for (const name of ['pointerleave', 'blur']) button.addEventListener(name, () => point(null));
  button.addEventListener('click', () => {
    const text = button.dataset.turn;
    if (text) attempt(() => play(text));
  });
  return button;
}

$('engine-toggle').addEventListener('click', () => {
  isOn = !isOn;
  $('engine-toggle').setAttribute('aria-pressed', isOn);
  $('engine-toggle').textContent = word(isOn ? 'ana_engine_stop' : 'ana_engine_start');
  think();
});
$('line-count').addEventListener('change', think);

// ---- The whole game, ply by ply ----

let whole = null;

function stopWhole() {
  whole?.abort();
}

async function analyseWhole() {
  whole = new AbortController();
  const { signal } = whole;
  const mine = tree;
  const progress = $('whole-progress');
  quiet();
  drawWhole();
  try {
    // The last node's answer brings every turn and position before it.
    const nodes = tree.main();
    const end = nodes.at(-1);
    learn(end, await explore(at(end), signal));
    progress.max = nodes.length;
    for (const [ply, node] of nodes.entries()) {
      progress.value = ply;
      if (node === end && end.answer.end) break;
      const toMove = node.position.toMove;
      const wanted = { ...at(node), lines: 1, seconds: EACH };
      for await (const report of analyse(wanted, signal)) {
        if (report.lines?.length) node.eval = evaluation(report.lines[0].score, toMove);
      }
      if (signal.aborted || tree !== mine) return;
      curve.draw(tree.main(), here);
      if (node === here) drawValue();
    }
  } finally {
    whole = null;
    drawWhole();
    curve.draw(tree.main(), here);
    save();
    think();
  }
}

function drawWhole() {
  $('whole').textContent = word(whole ? 'ana_cancel' : 'ana_whole');
  $('whole-progress').classList.toggle('idle', !whole);
}

$('whole').addEventListener('click', () => (whole ? stopWhole() : attempt(analyseWhole)));

// ---- The editor ----

const editor = new Editor(
  {
    box: $('editor'), palette: $('palette'), turn: $('editor-turn'), hands: [$('hand-first'), $('hand-second')],
    handRow: $('hands'), towers: $('towers'), clear: $('editor-clear'), start: $('editor-start'), use: $('editor-use'),
    cancel: $('editor-cancel'), text: $('editor-fen'), fault: $('editor-fault'),
  },
  board,
  game,
  {
    start: () => attempt(async () => (await explore({ game: game.title, rules, position: null, turns: [] })).start, fault),
    use: fen => attempt(() => useFen(fen), fault),
    close: closeEditor,
  },
);

function fault(words) {
  editor.fault(words);
}

/** Begins a new tree from a position, if the server takes it; the tree before can be had back. */
async function useFen(fen) {
  const { start } = await explore({ game: game.title, rules, position: fen, turns: [] });
  mind();
  if (editor.isOpen) closeEditor();
  await open(fresh(start.fen));
}

$('editor-toggle').addEventListener('click', () => {
  if (editor.isOpen) return closeEditor();
  if (!here.position) return undefined;
  stopWhole();
  quiet();
  tool = null;
  drawTools();
  editing(true);
  return editor.open(here.position);
});

function editing(is) {
  $('editor-toggle').setAttribute('aria-expanded', is);
  document.body.classList.toggle('ana-editing', is);
  document.querySelector('.ana-tools').inert = is;
}

function closeEditor() {
  editor.close();
  editing(false);
  show();
  think();
}

// ---- Positions and records, in and out ----

/** A line of words near the field that they are about. */
const reply = id => words => ($(id).textContent = words);

$('fen-load').addEventListener('click', () => {
  const say = reply('fen-reply');
  say('');
  attempt(() => useFen($('fen').value.trim()), say);
});

const sayPdn = reply('pdn-reply');

async function loadPdn(text) {
  sayPdn('');
  $('records').replaceChildren();
  const records = await readPdn(text);
  if (records.length === 1) return openRecord(records[0]);
  sayPdn(word('ana_choose_record', { n: records.length }));
  $('records').replaceChildren(
    ...records.map((record, i) => {
      const button = make('button', { type: 'button', class: 'button quiet' }, `${i + 1}. ${titleOf(record)}`);
      button.addEventListener('click', () => openRecord(record));
      return make('li', {}, button);
    }),
  );
  return undefined;
}

function titleOf({ tags, result, turns, game: title }) {
  const tag = name => tags.find(([found, value]) => found === name && value && value !== '?')?.[1];
  const players = [tag('White'), tag('Black')].filter(Boolean).join(' – ');
  return [players, tag('Event'), tag('Date'), title, result, word('ana_plies', { n: turns.length })].filter(Boolean).join(' · ');
}

/** Opens a record here, or on the page of its own game and rules. */
function openRecord(record) {
  sayPdn(record.error ?? '');
  if (!record.game) return undefined;
  const same = (record.rules ?? []).slice().sort().join() === [...rules].sort().join();
  if (record.game === game.title && same) {
    mind();
    return open(record);
  }
  store(ARRIVING, { record, place: [] });
  location.assign(pageOf(record.game, record.rules ?? [], record.position));
  return undefined;
}

const pageOf = (title, itsRules, position) =>
  address(`/analysis/${encodeURI(title)}${position ? `/${encodeURIComponent(position)}` : ''}`, itsRules);

$('pdn-load').addEventListener('click', () => attempt(() => loadPdn($('pdn').value), sayPdn));
$('pdn-file').addEventListener('change', async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  $('pdn').value = await file.text();
  target.value = '';
  attempt(() => loadPdn($('pdn').value), sayPdn);
});
$('pdn-export').addEventListener('click', () =>
  attempt(async () => {
    $('pdn').value = await writePdn(tree.record());
    sayPdn('');
  }, sayPdn),
);
$('pdn-save').addEventListener('click', () =>
  attempt(async () => {
    const url = URL.createObjectURL(new Blob([await writePdn(tree.record())], { type: 'text/plain' }));
    make('a', { href: url, download: `${game.title.replace(':', '-')}.pdn` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }, sayPdn),
);

/** The ways out that follow the current node. */
function drawOut() {
  const fen = here.position?.fen;
  if (!fen) return;
  if (document.activeElement !== $('fen')) $('fen').value = fen;
  for (const kind of ['svg', 'png']) {
    $(`save-${kind}`).href = address(`/image/${encodeURI(game.title)}.${kind}`, rules, { fen, flip: flip ? '1' : '' });
  }
  const frame = address(`${location.origin}/embed/${encodeURI(game.title)}`, rules, { fen, flip: flip ? '1' : '' });
  const html = text => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  $('embed').value = `<iframe src="${html(frame)}" title="${html(game.name)}" width="400" height="460" loading="lazy"></iframe>`;
}

async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    reply('copy-reply')(word('ana_copied'));
  } catch {
    // Without leave to copy, the text is selected for the person to do it.
    field.hidden = false;
    field.value = text;
    field.select();
    reply('copy-reply')(word('ana_copy_by_hand'));
  }
}
$('copy-link').addEventListener('click', () => copy(location.origin + addressOf(here), $('link')));
$('copy-embed').addEventListener('click', () => copy($('embed').value, $('embed')));

// ---- The variant ----

for (const { title, name } of boot.variants ?? []) {
  const option = make('option', { value: title }, name);
  option.selected = title === game.title;
  $('variant').append(option);
}
$('variant').addEventListener('change', ({ target }) =>
  attempt(async () => {
    const title = target.value;
    const position = tree.head.position ?? null;
    // A position of one's own goes along where the other variant takes it.
    const takes = position && (await explore({ game: title, rules: [], position, turns: [] }).then(() => true, () => false));
    location.assign(pageOf(title, [], takes ? position : null));
  }),
);
// Going back in the browser may bring the page as it was left, with the other variant chosen.
addEventListener('pageshow', () => ($('variant').value = game.title));

// ---- Begin ----

// The board's place is kept before its drawing comes, so that nothing moves.
const across = [1, 2].map(i => boot.board.points.map(point => point[i]));
const [width, height] = across.map(places => Math.max(...places) - Math.min(...places) + 1);
document.documentElement.style.setProperty('--board-shape', width / height);

board.sides = game.sides;
await attempt(() => board.load(boot.board));
const box = board.querySelector('svg')?.viewBox.baseVal;
if (box?.height) document.documentElement.style.setProperty('--board-shape', box.width / box.height);
await begin();
