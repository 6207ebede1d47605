// The analysis page: a board on which the visitor plays both sides, the tree of moves, the engine, the position editor,
// import and export. The server applies the rules; the page stores the tree and updates the address.

import "./board.js";
import { Editor } from "./analysis-editor.js";
import { Engine } from "./analysis-engine.js";
import { Judge, writeReview } from "./analysis-judge.js";
import { isTree, lineOf, unpack } from "./analysis-link.js";
import { marksOf, SketchTools } from "./analysis-marks.js";
import { Openings } from "./analysis-openings.js";
import { Perfect } from "./analysis-perfect.js";
import { drawOut, Records } from "./analysis-records.js";
import { addressOf, arriving, loadAnalysis, Session } from "./analysis-session.js";
import { isAside, label, lineFrom, pathTo, Tree, TreeView, textsTo } from "./analysis-tree.js";
import { drawBar, drawChances, ended, evalText, evalWords, share } from "./analysis-value.js";
import { Curve } from "./curve.js";
import { Entry } from "./entry.js";
import { listen, load, tell, tried } from "./entry-board.js";
import { extras } from "./entry-extras.js";
import { loadFinished } from "./finished.js";
import { drawJudgement, slipsOf } from "./judging.js";
import { $, boot, make, part, t } from "./page.js";
import { analysisOf, attempt, exploreProved } from "./server.js";
import { turnInWords } from "./sides.js";
import { tabs } from "./tabs.js";

const { game, rules = [] } = boot;
const board = $("board");

/** @type {Tree} */
let tree;
/** The current node. @type {TreeNode} */
let here;
let visit = 0; // grows when the current node changes: answers to earlier requests are discarded
let flip = false;
/** State before the last deletion. @type {StoredAnalysis | null} */
let undo = null;
/** The move of a list that the visitor points at. @type {string | null} */
let hint = null;

// Requests

/**
 * Returns the request for a node: the start and the moves, because the rules of some games depend on earlier moves.
 * @type {(node: TreeNode) => Line}
 */
const at = (node) => ({ game: game.title, rules, position: tree.head.position ?? null, turns: textsTo(node) });

/**
 * Returns the request for a start position.
 * @type {(position: string | null) => Line}
 */
const startAt = (position) => ({ game: game.title, rules, position, turns: [] });

/**
 * Stores an answer of the server in its node and in the nodes that lead there.
 * @param {TreeNode} node
 * @param {Wire.Exploration} answer
 */
function learn(node, answer) {
  tree.root.position = answer.start;
  const path = pathTo(node);
  // Records and addresses may spell a move differently: the server's spelling replaces theirs.
  const respelt = answer.history.some(({ turn }, i) => path[i].text !== turn.text);
  answer.history.forEach((played, i) => {
    const { turn, position } = played;
    Object.assign(path[i], { turn, position, text: turn.text, words: turnInWords(played) });
  });
  if (respelt) view.draw(tree);
  if (answer.outcome) node.eval = ended(answer.outcome);
  node.answer = answer;
}

/** @param {TreeNode} node */
async function study(node) {
  if (node.answer) return node.answer;
  const answer = await exploreProved(at(node));
  learn(node, answer);
  return answer;
}

// Partial moves

const entry = new Entry(async (partial) => (await exploreProved({ ...at(here), partial })).partial);

function show() {
  if (editor.isOpen) return editor.show();
  if (!here.position) return;
  $("editor-toggle").disabled = false;
  const { begun, complete, partial, request } = entry;
  // While a drawing tool is selected, pieces cannot be picked up.
  const selection =
    sketch.isDrawing || !partial ? {} : { partial, ask: request, mover: entry.mover, starts: entry.starts };
  const marks = hint ? marksOf(hint) : null;
  board.show(begun && partial ? partial.position : here.position, {
    last: begun ? null : here.turn,
    ...selection,
    arrows: [...here.arrows, ...(marks?.arrows ?? [])],
    circles: [...sketch.circlesOf(here), ...(marks?.circles ?? [])],
  });
  // The buttons for a partial move stay visible, so that the page does not shift.
  $("entry-done").disabled = !complete;
  $("entry-back").disabled = !begun;
  $("extras").replaceChildren(...extras(entry, step));
}

/**
 * Handles a choice: it extends the partial move, completes it, or is refused.
 * @param {() => Choice | Promise<Choice>} act
 * @param {string | null} point
 */
async function step(act, point = null) {
  const request = visit;
  await tried(async () => {
    const outcome = await act();
    if (request !== visit) return;
    // The visitor has seen the entered hops: no animation.
    if (typeof outcome === "object") return play(outcome.done, { animate: false });
    show();
    if (outcome !== "refused" || !entry.refusal) return undefined;
    return point ? board.refuse(point, entry.refusal) : tell(entry.refusal);
  });
}

/**
 * Plays a move from the current node: goes to its child or adds one.
 * @param {string} text
 */
async function play(text, { animate = true } = {}) {
  const from = here;
  const request = visit;
  const existing = from.children.find((child) => child.text === text);
  if (existing) return go(existing, { animate });
  const turns = [...textsTo(from), text];
  const answer = await exploreProved({ ...at(from), turns });
  if (request !== visit) return undefined;
  const node = tree.add(from, answer.history[answer.history.length - 1].turn.text);
  learn(node, answer);
  view.draw(tree);
  return go(node, { animate });
}

// The sentences of the server name squares as the visitor has chosen.
addEventListener("quirkat-squares", () => {
  for (const node of tree.nodes()) node.answer = null;
  if (here) go(here, { animate: false }); // not yet while the page loads
});

listen(entry, step, (point) => {
  if (editor.isOpen) editor.touch(point);
  else if (sketch.isDrawing) sketch.touch(point);
  else step(() => entry.choose(point), point);
});
board.addEventListener("quirkat-arrow", (event) => {
  const { from, to, colour } = event.detail;
  event.preventDefault(); // marks belong to a move here
  if (!editor.isOpen) sketch.mark(from, to, colour);
  else if (from === to) editor.touch(from, "erase");
});

/** Shows a message below the typed move. @param {string} words */
const sayTurn = (words) => {
  $("turn-reply").textContent = words;
};
$("turn").addEventListener("input", () => sayTurn(""));
$("turn-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = $("turn").value.trim();
  if (!text || editor.isOpen) return;
  const request = visit;
  sayTurn("");
  await attempt(() => play(text), sayTurn);
  if (request !== visit) $("turn").value = "";
});

// Navigation

const view = new TreeView($("tree"), (node) => go(node));
const nameOf = (/** @type {TreeNode} */ node) => (node.parent ? label(node) : t("ana_start"));
const curve = new Curve($("curve"), { choose: (ply) => go(tree.main()[ply]), point: drawCurveNote });

function drawCurve() {
  const line = tree.main();
  const now = line.indexOf(here);
  curve.draw({
    shares: line.map((node) => (node.eval ? share(node.eval) : null)),
    verdicts: tree.judged ? slipsOf(tree.judged) : [],
    now: now < 0 ? null : now,
  });
  drawCurveNote(null);
}

/**
 * Describes a ply of the curve, or the current node.
 * @param {number | null} ply
 */
function drawCurveNote(ply) {
  const line = tree.main();
  const node = line[ply ?? line.indexOf(here)];
  const words = node ? `${nameOf(node)} · ${evalText(node.eval)}` : t("ana_curve_go");
  $("curve-note").textContent = line.some((one) => one.eval) ? words : t("ana_curve_hint");
}

/** Draws the review, unless the main line has changed since. */
function drawJudged() {
  const { judged } = tree;
  $("judged").hidden = !judged;
  if (!judged) return;
  drawJudgement($("judged"), judged, {
    go: (ply) => go(tree.main()[ply]),
    better({ ply, better }) {
      const node = tree.main()[ply - 1].children.find(({ text }) => text === better);
      if (node) go(node);
    },
  });
}

/** @param {TreeNode} node */
async function go(node, { animate = node.parent === here } = {}) {
  const request = ++visit;
  const before = here?.position; // undefined when the page opens
  here = node;
  for (let at = node; at.parent; at = at.parent) at.parent.lastVisited = at;
  hint = null;
  sketch.drop();
  entry.reset(null);
  engine.quiet();
  draw();
  session.save();
  const studying = study(node);
  studying.catch(() => {}); // handled below, after the animation
  if (animate && before && node.turn && node.position && !editor.isOpen) {
    await board.playTurn(node.turn, before, node.position, node.parent?.parent?.position);
    if (request !== visit) return;
  }
  show();
  await tried(async () => {
    const answer = await studying;
    if (request !== visit) return;
    entry.reset(answer.partial, answer.ahead);
    draw();
    show();
    if (node.words) board.say(node.words);
    think();
  });
}

/** Draws the parts of the page beside the board that depend on the current node. */
function draw() {
  view.mark(here);
  drawStatus();
  drawNote();
  drawOut(here.position?.fen, flip);
  drawValue();
  perfect.draw(here);
  openings.draw(here);
  drawCurve();
  const { parent, children } = here;
  $("go-first").disabled = $("go-back").disabled = !parent;
  $("go-on").disabled = $("go-last").disabled = !children.length;
  $("delete").disabled = !parent;
  $("promote").disabled = !isAside(here);
  $("undo").disabled = !undo;
}

function drawStatus() {
  const { answer } = here;
  if (!answer) return;
  const side = answer.toMove && game.sides[answer.toMove === "first" ? 0 : 1].name;
  const played = here.words ? [`${here.words}.`] : [];
  const now = answer.outcome ? [answer.outcome.words] : [t("ana_to_move", { side }), ...(answer.pressing ?? [])];
  tell([...played, ...now].join(" "));
  // In an analysis the visitor throws the dice.
  const turns = [...answer.legal.map(({ text }) => text), ...((answer.chance && answer.partial?.calls) || [])];
  $("turns").replaceChildren(...turns.map((value) => make("option", { value })));
}

function drawValue() {
  drawBar($("eval-bar"), here.eval, flip);
  $("eval-score").textContent = evalText(here.eval);
  $("eval-score").title = evalWords(here.eval);
  drawChances(here.eval);
}

/** @param {TreeNode} node */
function valued(node) {
  if (node === here) drawValue();
  drawCurve();
}

/** @type {Record<string, () => TreeNode | null | undefined>} */
const walks = {
  ArrowLeft: () => here.parent,
  ArrowRight: () => here.lastVisited ?? here.children[0],
  Home: () => tree.root,
  End: () => lineFrom(here).at(-1),
};
// The up and down keys switch between the alternatives to a move.
const sibling = (/** @type {number} */ offset) => {
  const siblings = here.parent?.children ?? [];
  return siblings[siblings.indexOf(here) + offset];
};
/** @type {typeof walks} */
const closeWalks = { ...walks, ArrowUp: () => sibling(-1), ArrowDown: () => sibling(1) };

/**
 * Whether the visitor uses the keyboard. Then the arrow keys move the cursor of the board; otherwise they step through
 * moves.
 */
let byKeyboard = false;
addEventListener("pointerdown", () => (byKeyboard = false), true);
addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Tab") byKeyboard = true;
    if (editor.isOpen || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, textarea, select, summary, [role=tab], [contenteditable]")) return;
    const onBoard = board.contains(target);
    if (onBoard && byKeyboard) return;
    const inTree = onBoard || $("tree").contains(target) || target.closest(".ana-steps");
    const walk = (inTree ? closeWalks : walks)[event.key];
    if (!walk || (!inTree && ["Home", "End"].includes(event.key))) return;
    event.preventDefault();
    event.stopPropagation();
    const node = walk();
    if (node && node !== here) go(node);
  },
  true,
);

const steps = /** @type {const} */ ({
  "go-first": "Home",
  "go-back": "ArrowLeft",
  "go-on": "ArrowRight",
  "go-last": "End",
});
for (const id of /** @type {(keyof typeof steps)[]} */ (Object.keys(steps))) {
  $(id).addEventListener("click", () => {
    const node = walks[steps[id]]();
    if (node) go(node);
  });
}

tabs($("tabs"));

$("flip").addEventListener("click", () => {
  flip = board.flip = !flip;
  show();
  draw();
  session.save();
});

// Editing the tree

/** Stores the tree, so that the next change can be undone. */
function rememberForUndo() {
  undo = { record: tree.record({ evals: true }), place: textsTo(here) };
}

/** Renders the changes of the tree. */
function changed() {
  view.draw(tree);
  draw();
  drawJudged();
  session.save();
}

$("delete").addEventListener("click", () => {
  rememberForUndo();
  const before = tree.remove(here);
  view.draw(tree);
  drawJudged();
  go(before, { animate: false });
  $("undo").focus();
});

$("promote").addEventListener("click", () => {
  tree.promote(here);
  changed();
});

$("undo").addEventListener("click", () => {
  if (!undo) return;
  const { record, place } = undo;
  undo = null;
  open(record, place);
  board.focus({ preventScroll: true });
});

$("clear").addEventListener("click", () => {
  rememberForUndo();
  open(fresh(tree.head.position));
});

/** @type {NodeListOf<HTMLButtonElement>} */
const glyphs = document.querySelectorAll("[data-glyph]");

function drawNote() {
  for (const button of glyphs) {
    button.setAttribute("aria-pressed", String(here.glyphs.includes(Number(button.dataset.glyph))));
    button.disabled = !here.parent;
  }
  if (document.activeElement !== $("comment")) $("comment").value = here.comments.join("\n\n");
}

for (const button of glyphs) {
  button.addEventListener("click", () => {
    const glyph = Number(button.dataset.glyph);
    // A move has one of the glyphs 1 to 6; other glyphs, which imported records may contain, stay.
    const others = here.glyphs.filter((one) => one > 6);
    here.glyphs = here.glyphs.includes(glyph) ? others : [glyph, ...others];
    changed();
  });
}

$("comment").addEventListener("input", () => {
  // A closing brace would end the comment in PDN.
  const texts = $("comment").value.replaceAll("}", ")").split(/\n\n+/);
  here.comments = texts.map((text) => text.trim()).filter(Boolean);
  view.draw(tree);
  view.mark(here);
  session.saveSoon();
});
$("comment").addEventListener("change", drawNote);

// The parts of the page

const session = new Session(() => ({ tree, here, flip }));
const sketch = new SketchTools({ node: () => here, show, drawn: () => session.saveSoon() });

/** Actions of the lists of moves beside the board. */
const turnList = {
  /** @param {string | null} turn */
  point(turn) {
    if (hint === turn) return;
    hint = turn;
    show();
  },
  play: (/** @type {string} */ text) => tried(() => play(text)),
};

const engine = new Engine({ at, again: think, valued, finished: () => session.saveSoon(), ...turnList });
const perfect = new Perfect(turnList);
const openings = new Openings(turnList);

const judge = new Judge(
  {
    at,
    learn,
    begin() {
      engine.quiet();
      return tree;
    },
    judged: changed,
    end: think,
  },
  tell,
);

function think() {
  engine.think(here, !judge.isRunning && !editor.isOpen);
}

const fault = (/** @type {string} */ words) => editor.fault(words);
const editor = new Editor(
  {
    box: $("editor"),
    palette: $("palette"),
    turn: $("editor-turn"),
    hands: [$("hand-first"), $("hand-second")],
    handRow: $("hands"),
    towers: $("towers"),
    clear: $("editor-clear"),
    start: $("editor-start"),
    use: $("editor-use"),
    cancel: $("editor-cancel"),
    text: $("editor-fen"),
    fault: $("editor-fault"),
  },
  board,
  game,
  {
    start: () => attempt(async () => (await exploreProved(startAt(null))).start, fault),
    use: (fen) => attempt(() => useFen(fen), fault),
    close: closeEditor,
  },
);

$("editor-toggle").addEventListener("click", () => {
  if (editor.isOpen) return closeEditor();
  if (!here.position) return undefined;
  judge.stop();
  engine.quiet();
  sketch.rest();
  editing(true);
  return editor.open(here.position);
});

/** @param {boolean} is */
function editing(is) {
  $("editor-toggle").setAttribute("aria-expanded", String(is));
  document.body.classList.toggle("ana-editing", is);
  part(document.body, ".ana-tools").inert = is;
}

function closeEditor() {
  editor.close();
  editing(false);
  show();
  think();
}

/**
 * Begins a new tree from a position, if the server accepts it. The old tree can be restored with undo.
 * @param {string} fen
 */
async function useFen(fen) {
  const { start } = await exploreProved(startAt(fen));
  rememberForUndo();
  if (editor.isOpen) closeEditor();
  await open(fresh(start.fen));
}

new Records({
  useFen,
  open(record) {
    rememberForUndo();
    return open(record);
  },
  record: () => tree.record(),
  address: () => addressOf(tree, here),
});

// The variant

for (const { title, name } of boot.variants ?? []) {
  const option = make("option", { value: title }, name);
  option.selected = title === game.title;
  $("variant").append(option);
}
$("variant").addEventListener("change", () =>
  tried(async () => {
    const title = $("variant").value;
    const position = tree.head.position ?? null;
    // Keeps the visitor's position if the new variant accepts it.
    const accepts =
      position &&
      (await exploreProved({ game: title, rules: [], position, turns: [] }).then(
        () => true,
        () => false,
      ));
    location.assign(analysisOf(title, [], accepts ? position : null));
  }),
);
// After going back, the browser may restore the selection of the other variant.
addEventListener("pageshow", () => {
  $("variant").value = game.title;
});

// Start

/** @type {(position: string | null) => StoredRecord} */
const fresh = (position) => ({
  tags: [
    ["Event", "?"],
    ["Date", new Date().toISOString().slice(0, 10).replaceAll("-", ".")],
  ],
  game: game.title,
  rules,
  position,
  comments: [],
  turns: [],
  result: "*",
  error: null,
});

/**
 * Returns a record of a line of moves.
 * @type {(turns: string[]) => StoredRecord}
 */
const lineRecord = (turns) => ({
  ...fresh(boot.position),
  turns: turns.map((text) => ({ text, glyphs: [], comments: [], variations: [] })),
});

/**
 * Opens a record and goes to the node that the moves lead to, or to the last of them that the record contains.
 * @param {StoredRecord} record
 * @param {string[]} place
 */
function open(record, place = []) {
  judge.stop();
  tree = new Tree(record);
  let node = tree.root;
  for (const text of place) node = node.children.find((child) => child.text === text) ?? node;
  view.draw(tree);
  drawJudged();
  return go(node, { animate: false });
}

/** Sets up the page: opens a record from another page, the tree of the address, or the last state of this tab. */
async function begin() {
  const sent = arriving();
  if (sent) return open(sent.record, sent.place);
  const linked = await unpack(location.hash);
  const place = linked?.place ?? boot.turns;
  const last = loadAnalysis(boot.position);
  if (last && holds(last, linked, place)) {
    flip = board.flip = Boolean(last.flip);
    const at = place ?? last.place;
    await open(last.record, at);
    if (last.drawn && at.join() === last.place.join()) {
      Object.assign(here, last.drawn);
      show();
    }
    return undefined;
  }
  // A link does not discard the last state of this tab.
  undo = last?.record.turns.length ? last : null;
  if (linked) return openLinked(linked);
  const finished = boot.id ? loadFinished(boot.id) : null;
  if (finished) return openFinished(finished);
  const isBroken = isTree(location.hash);
  await open(lineRecord(boot.turns ?? []), boot.turns ?? []);
  if (isBroken) tell(t("ana_link_broken"));
  return undefined;
}

/**
 * Returns whether the stored analysis contains the tree or moves of the address. It is preferred, because it has
 * evaluations.
 * @param {StoredAnalysis} stored
 * @param {import("./analysis-link.js").LinkedTree | null} linked
 * @param {string[] | null} place
 */
function holds({ record }, linked, place) {
  if (linked) return JSON.stringify(lineOf(record, linked.place)) === JSON.stringify(lineOf(linked, linked.place));
  return !place || Boolean(new Tree(record).find(place));
}

/**
 * Opens a finished game with its review, and with the side at the bottom that was there.
 * @param {import("./finished.js").FinishedGame} finished
 */
async function openFinished({ review, result, flip: wasFlipped }) {
  flip = board.flip = wasFlipped;
  await open(lineRecord(boot.turns ?? []), boot.turns ?? []);
  const isSame = review?.turns.map(({ turn }) => turn.text).join(";") === boot.turns?.join(";");
  if (!review || !isSame) return;
  writeReview(tree, review);
  // The board does not show that a side resigned or lost on time, nor that the players agreed to a draw.
  const last = tree.main().at(-1);
  if (last?.answer && !last.answer.outcome) last.comments.push(result);
  changed();
}

/** @param {import("./analysis-link.js").LinkedTree} linked */
const openLinked = ({ comments, turns, place }) => open({ ...fresh(boot.position), comments, turns }, place);

// The visitor may open a link to another tree of the same start position in this tab.
addEventListener("hashchange", async () => {
  if (!isTree(location.hash)) return;
  const linked = await unpack(location.hash);
  if (linked) {
    rememberForUndo();
    return openLinked(linked);
  }
  await study(here).catch(() => {}); // its answer replaces the status
  return tell(t("ana_link_broken"));
});

await load();
await begin();
