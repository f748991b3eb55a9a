import { expect, test } from "vitest";
import {
  answersTo,
  gardenOf,
  ON_SCREEN,
  squareName,
  type OkiyaView,
  type Score,
} from "../src/games/okiya/garden";
import { okiyaRows } from "../src/games/okiya/rows";
import { turningPoint } from "../src/games/okiya/turning";
import type { Frame, Hints, Line } from "../src/lib/wire";

const line = (seq: number, seat: number, move: unknown, said = ""): Line => ({
  seq,
  seat,
  move,
  event: null,
  said,
});
const lays = (from: number): Line[] => ON_SCREEN.map((_, i) => line(from + i, -1, { type: "Lay", tile: i }));
const take = (seq: number, seat: number, square: number): Line => line(seq, seat, { type: "Take", square });
const round = [line(0, -1, { type: "Begin", starter: 0 }), ...lays(1), take(17, 0, 12), take(18, 1, 13)];

test("the screen begins with a4 and ends with d1", () => {
  expect([squareName(ON_SCREEN[0]!), squareName(ON_SCREEN[15]!)]).toEqual(["a4", "d1"]);
});

test("a garden is what the view says: a decided round keeps its score while it lies", () => {
  const view = {
    options: { match: "series", target: 0 },
    layout: [...ON_SCREEN],
    geishas: [1 << 12, 1 << 13],
    last: 13,
    legal: [0, 8],
    answers: [(1 << 8) | (1 << 2), 1],
    scoring: null,
    four: [],
    rounds: [],
    wins: [0, 0],
    points: [0, 0],
    code: "",
    outcome: null,
  } satisfies OkiyaView;
  expect(gardenOf(view)).toMatchObject({ round: 1, last: 13, taken: 2, score: null });
  expect(answersTo(view, 0)).toEqual([8, 2]);
  expect(answersTo(view, 1)).toEqual([]);
  const score: Score = { winner: 1, rule: "O9", points: 14 };
  expect(gardenOf({ ...view, scoring: score })).toMatchObject({ round: 1, score });
  const over = { ...view, rounds: [score], outcome: {} };
  expect(gardenOf(over)).toMatchObject({ round: 1, score });
});

test("the log names squares and signs, and hides the laying of tiles", () => {
  const say = {
    who: (seat: number) => `P${seat}`,
    plant: (n: string) => n,
    feature: (n: string) => n,
    round: String,
  };
  const rows = okiyaRows(round, false, say);
  expect(rows.map((row) => [row.n, row.who, row.text, row.after])).toEqual([
    [1, "P0", "a4 iris", "sun"],
    [2, "P1", "b4 iris", "tanzaku"],
  ]);
});

test("the turning point is the loser's last move that gave a win or draw away", async () => {
  const moves = [...round, line(19, -1, { type: "Score", winner: 0, rule: "O9", points: 14 })];
  const frames: Frame[] = [null, ...moves].map((each, seq) => ({ seq, line: each, view: null, words: "" }));
  const value = (result: "win" | "loss") => ({ result, plies: 1, points: null });
  const threw: Hints = { best: value("win"), moves: { b4: value("loss") } };
  expect((await turningPoint(frames, async () => threw))?.seq).toBe(19);
  const lost: Hints = { best: value("loss"), moves: { b4: value("loss") } };
  expect(await turningPoint(frames, async () => lost)).toBeNull();
});
