/** What the browser makes of a puzzle and its answer. */
import { expect, test } from "vitest";
import "./house";
import type { PuzzleCard, PuzzleVerdict } from "../src/api/wire";
import { speakAlso } from "../src/i18n/phrases.svelte";
import { nextPath, puzzlePath } from "../src/puzzles/paths";
import { PuzzleSession } from "../src/puzzles/session";
import { BOOKS } from "../src/puzzles/words";
import { adviceOf, rowsOf, verdictOn, worthSaid } from "../src/puzzles/worth";

await speakAlso(BOOKS);

const choices = ["a1", "take fan", "c3"].map((label, square) => ({
  move: { type: "Take", square },
  notation: label,
  label,
}));
const card = (kind = "win_in"): PuzzleCard => ({
  ...{ id: "abc", game: "okiya", kind, task: "", options: {}, names: ["red", "black"], seat: 1, view: {} },
  ...{ words: "", ask: "?", choices, rating: 1500, deviation: 100, tries: 0, solved: 0, hint: true },
});
const told = (worths: PuzzleVerdict["worths"]): PuzzleVerdict => ({
  ...{ verdict: "wrong", place: 0, reason: "", theme: "x", grade: null, worths, proof: {} },
  right: worths.flatMap((each, place) => (each.right ? [place] : [])),
});
const exact = told([
  { points: 0, right: false, result: "loss", plies: 6 },
  { points: 100, right: true, result: "win", plies: 5 },
  { points: 100, right: false, result: "win", plies: 9 },
]);

test("a puzzle is a table at which only its question can be answered", () => {
  const moves: unknown[] = [];
  const session = new PuzzleSession(card(), "Mika", (move) => moves.push(move));
  expect(session.names).toEqual(["Red", "Mika"]);
  expect(session.myTurn).toBe(true);
  const [first, second] = session.choices;
  session.submit(first!);
  session.submit(second!); // the first is on its way
  expect(moves).toEqual([first!.move]);
  session.refuse("bad", "No.");
  expect(session.declined?.sentence).toBe("No.");
  const seq = session.last!.seq;
  session.ask(false);
  expect([session.myTurn, session.choices, session.declined]).toEqual([false, [], null]);
  expect(session.last!.seq).toBe(seq + 1);
  expect(session.send()).toBe(false);
});

test("another answer is judged as the house judges the first", () => {
  expect([0, 1, 2].map((place) => verdictOn("win_in", exact, place))).toEqual(["wrong", "right", "near"]);
  expect(verdictOn("points", exact, 2)).toBe("wrong");
  const chances = told([
    { points: 50, right: true, chance: 0.5 },
    { points: 47, right: false, chance: 0.47 },
    { points: 46.9, right: false, chance: 0.469 },
  ]);
  expect([0, 1, 2].map((place) => verdictOn("act", chances, place))).toEqual(["right", "near", "wrong"]);
});

test("what a choice is worth is said in words, with its interval where it is estimated", () => {
  expect(worthSaid("act", { points: 53.2, right: true, chance: 0.532, margin: 0.0069 })).toBe("53% ± 0.7");
  expect(worthSaid("act", { points: 100, right: true, chance: 1 })).toBe("100%");
  expect(worthSaid("win_in", exact.worths[1]!)).toBe("wins in 3 moves");
  expect(worthSaid("win_in", exact.worths[0]!)).toBe("loses in 3 moves");
  expect(worthSaid("save", { points: 50, right: true, result: "draw", plies: 0 })).toBe("a draw");
  expect(worthSaid("points", { points: 1, right: true, result: "win", plies: 5 })).toBe("wins 1 point");
  expect(worthSaid("certain", { points: 100, right: true, result: "win" })).toBe("wins for certain");
  expect(worthSaid("certain", { points: 85, right: false, chance: 0.85, margin: 0.05 })).toBe("85% ± 5");
});

test("all choices are told, the best first and one's own marked", () => {
  const rows = rowsOf(card(), exact, 0);
  expect(rows.map(({ label, right, yours }) => [label, right, yours])).toEqual([
    ["Take fan", true, false],
    ["c3", false, false],
    ["a1", false, true],
  ]);
});

test("a board is marked with endings, in one's own moves, and with nothing else", () => {
  expect(adviceOf(card(), exact)?.moves.map(({ value }) => value)).toEqual([
    { result: "win", plies: 3 },
    { result: "loss", plies: 3 },
    { result: "win", plies: 5 },
  ]);
  expect(adviceOf(card("points"), exact)).toBeNull();
  expect(adviceOf(card("act"), told([{ points: 50, right: true, chance: 0.5 }]))).toBeNull();
});

test("a theme goes along to the next puzzle", () => {
  expect(puzzlePath("okiya", "abc")).toBe("/puzzles/okiya/abc");
  expect(puzzlePath("okiya", "abc", "save")).toBe("/puzzles/okiya/abc?theme=save");
  expect(nextPath("okiya", "save")).toBe("/puzzles/okiya?theme=save");
});
