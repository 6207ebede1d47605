// The visitor's progress: rating and results in puzzles, and solved tasks of lessons. Only this browser stores it.

import { boot, isStatic, pageAt } from "./page.js";
import { listPuzzles } from "./server.js";

const KEY = "quirkat-progress";
/** Rating before the first puzzle. */
const START = 1000;
/** Rating of puzzles of grade 1, and the step to the next grade. */
const [EASIEST, GRADE_STEP] = [700, 250];
/** Number of first puzzles that change the rating faster. */
const PROVISIONAL = 20;
/** Largest changes of the rating by one puzzle: of the first puzzles, and of later ones. */
const [FAST, SLOW] = [60, 24];
/** Number of puzzles closest to the rating among which the next one is drawn. */
const CHOICE = 6;

/**
 * Result of a puzzle: whether the first attempt solved it, and the time of the last one in milliseconds since 1970.
 * @typedef {{ solved: boolean, at: number }} PuzzleResult
 */
/**
 * `puzzles` by ids such as `lasca/3`; `lessons` by titles of rule sets, with the name of the game and the number
 * of tasks.
 * @typedef {{ rating: number, puzzles: Record<string, PuzzleResult>, lessons: Record<string, { name: string, solved: number, count: number }> }} Progress
 */

/** @returns {Progress} */
export function progress() {
  const empty = { rating: START, puzzles: {}, lessons: {} };
  try {
    return { ...empty, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return empty;
  }
}

/** @param {Progress} value */
function store(value) {
  try {
    localStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // Without storage no progress is kept.
  }
}

/** @param {number} grade */
const ratingOf = (grade) => EASIEST + GRADE_STEP * (grade - 1);

/**
 * Stores an attempt at a puzzle. The first one changes the rating, by the Elo formula; returns the rating and its change.
 * @param {string} id
 * @param {number} grade
 * @param {boolean} isSolved
 */
export function ratePuzzle(id, grade, isSolved) {
  const { puzzles, ...others } = progress();
  const tried = Object.keys(puzzles).length;
  const expected = 1 / (1 + 10 ** ((ratingOf(grade) - others.rating) / 400));
  const largest = tried < PROVISIONAL ? FAST : SLOW;
  const change = puzzles[id] ? 0 : Math.round(largest * (Number(isSolved) - expected));
  const rating = others.rating + change;
  puzzles[id] = { solved: puzzles[id]?.solved ?? isSolved, at: Date.now() };
  store({ ...others, puzzles, rating });
  return { rating, change };
}

/**
 * Stores the number of solved tasks of a lesson, unless more were solved before.
 * @param {string} title
 * @param {string} name
 * @param {number} solved
 * @param {number} count
 */
export function rateLesson(title, name, solved, count) {
  const { lessons, ...others } = progress();
  lessons[title] = { name, solved: Math.max(solved, lessons[title]?.solved ?? 0), count };
  store({ ...others, lessons });
}

/**
 * Returns the address of a puzzle that suits the visitor's rating: one that they have not tried, or else one of those that
 * they tried longest ago.
 * @param {URLSearchParams} filter with the fields `game` and `grade` of the page of all puzzles
 */
export async function nextPuzzle(filter) {
  const list = await listPuzzles();
  const { rating, puzzles } = progress();
  const [wanted, grade] = ["game", "grade"].map((name) => filter.get(name) || null);
  // A static site may have the puzzles of some games only.
  const game = wanted ?? (isStatic ? boot.puzzle.game.split(":")[0] : null);
  const all = list.games
    .filter((set) => !game || set.game === game)
    .flatMap((set) => set.grades.map((own, index) => ({ id: `${set.game}/${index + 1}`, grade: own })))
    .filter((puzzle) => !grade || String(puzzle.grade) === grade);
  const fresh = all.filter(({ id }) => !puzzles[id]);
  const oldest = all.toSorted((one, other) => (puzzles[one.id]?.at ?? 0) - (puzzles[other.id]?.at ?? 0));
  const choices = fresh.length ? fresh : oldest.slice(0, Math.ceil(all.length / 2));
  const distance = (/** @type {{ grade: number }} */ puzzle) => Math.abs(ratingOf(puzzle.grade) - rating);
  // Shuffled first, so that equal distances leave the games in random order.
  const near = choices
    .map((puzzle) => ({ puzzle, lot: Math.random() }))
    .sort((one, other) => distance(one.puzzle) - distance(other.puzzle) || one.lot - other.lot)
    .slice(0, CHOICE);
  const next = near[Math.floor(Math.random() * near.length)];
  const query = new URLSearchParams([...filter].filter(([name, value]) => value && name !== "after"));
  return next ? `${pageAt(`/puzzles/${next.puzzle.id}`)}${query.size ? `?${query}` : ""}` : null;
}
