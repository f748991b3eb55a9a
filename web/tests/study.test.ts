/** A study's tree as rows, where its branches begin, and the count of guesses. */
import { expect, test } from "vitest";
import type { Frame, Line, StudyMoment, Weighed } from "../src/api/wire";
import { agreed, Guessing, nextDecision } from "../src/study/guessing";
import { branchOf, letterOf, rowAt, rowsOf, settled, worldAt } from "../src/study/tree";

const line = (seq: number, seat: number, said: string): Line =>
  ({ seq, seat, move: null, event: null, said, decided: "" }) as unknown as Line;
const moment = (id: number, parent: number, seat: number, said: string, more = {}): StudyMoment => ({
  id,
  parent,
  n: id,
  line: line(id, seat, said),
  ...more,
});
const trunk = [
  { id: 0, parent: -1, n: 0, trunk: true },
  moment(1, 0, 0, "Mika takes a1.", { trunk: true }),
  moment(2, 1, -1, "A card is dealt.", { trunk: true }),
  moment(3, 2, 1, "Rin takes b1.", { trunk: true }),
];
const moments: StudyMoment[] = [
  ...trunk,
  moment(4, 0, 0, "Mika takes a2.", { note: "why not" }),
  moment(5, 4, 1, "Rin takes b2."),
  moment(6, 2, 1, "Rin takes c1."),
  { id: 7, parent: 3, n: 3, world: { eyes: 0, place: "Hand", of: 1, card: "fan" } },
];
const names = ["Mika", "Rin"];

test("other moves stand below the one they replace, further to the right", () => {
  const rows = rowsOf(moments, names).map(({ id, level, letter, n }) => [id, level, letter, n]);
  expect(rows).toEqual([
    [1, 0, "", 1],
    [4, 1, "A", 1],
    [5, 1, "", 2],
    [3, 0, "", 2],
    [6, 1, "B", 2],
    [7, 1, "C", 2],
  ]);
});

test("chance has a row only where something is written or chosen", () => {
  expect(rowsOf(trunk, names).map(({ id }) => id)).toEqual([1, 3]);
  const noted = trunk.map((each) => (each.id === 2 ? { ...each, note: "!" } : each));
  expect(rowsOf(noted, names).map(({ id }) => id)).toEqual([1, 2, 3]);
});

test("a moment belongs to the row of the last move, and to its branch", () => {
  const rows = rowsOf(moments, names);
  expect(rowAt(rows, [0, 1, 2, 3], 2)?.id).toBe(1);
  expect(rowAt(rows, [0, 1, 2, 3], 0)).toBeUndefined();
  expect(settled(moments, rows, 1)).toBe(2);
  expect([3, 5, 6, 7].map((at) => branchOf(moments, at))).toEqual(["", "A", "B", "C"]);
});

test("a changed card lies otherwise in all that follows", () => {
  const after = [...moments, moment(8, 7, 1, "Rin takes d1.")];
  expect([3, 7, 8].map((at) => worldAt(after, at)?.card ?? "")).toEqual(["", "fan", "fan"]);
});

test("letters go on after Z", () => {
  expect([0, 25, 26, 51, 52].map(letterOf)).toEqual(["A", "Z", "AA", "AZ", "BA"]);
});

test("guesses count who agrees, and the judge only where it spoke", () => {
  const score = new Guessing().after(true, true).after(false, null).after(false, true);
  expect([score.asked, score.player, score.judged, score.judge]).toEqual([3, 1, 2, 2]);
  const moves = [
    { notation: "a", label: "a", chance: 0.5 },
    { notation: "b", label: "b", chance: 0.3 },
  ] as Weighed[];
  expect(agreed(moves, "a")).toBe(true);
  expect(agreed(moves, "b")).toBe(false);
  expect(agreed([], "a")).toBe(false);
});

test("the next decision is one at which a move was made", () => {
  const frames = [0, 1, 0, 0].map((seat, seq) => ({
    seq,
    line: null,
    view: { prompt: { seat } },
  })) as Frame[];
  expect(nextDecision(frames, 1, 0)).toBe(2);
  expect(nextDecision(frames, 3, 0)).toBeNull();
});
