import { expect, test } from "vitest";
import "./house";
import { answersTo, gardenOf, ON_SCREEN, squareName } from "../src/games/okiya/model/garden";
import { PACE } from "../src/games/okiya/model/pace";
import { okiyaRows } from "../src/games/okiya/words/rows";
import { turningPoint, wasLost } from "../src/games/okiya/model/losing-move";
import type { AnyMove, OkiyaView, Score } from "../src/games/okiya/model/wire";
import type { Advice, Frame, Line } from "../src/api/wire";

const line = (seq: number, seat: number, move: AnyMove, said = ""): Line<AnyMove> => ({
  seq,
  seat,
  move,
  event: null,
  said,
});
const lays = (from: number): Line<AnyMove>[] =>
  ON_SCREEN.map((_, i) => line(from + i, -1, { type: "Lay", tile: i }));
const take = (seq: number, seat: number, square: number): Line<AnyMove> =>
  line(seq, seat, { type: "Take", square });
const round = [line(0, -1, { type: "Begin", starter: 0 }), ...lays(1), take(17, 0, 12), take(18, 1, 13)];

test("the screen begins with a4 and ends with d1", () => {
  expect([squareName(ON_SCREEN[0]!), squareName(ON_SCREEN[15]!)]).toEqual(["a4", "d1"]);
});

test("a garden is what the view says: a decided round keeps its score while it lies", () => {
  const view: OkiyaView = {
    seat: 0,
    prompt: null,
    round: 1,
    series: 3,
    starter: 0,
    options: { match: "series", target: 0, full_board: "draw" },
    layout: [...ON_SCREEN],
    geishas: [1 << 12, 1 << 13],
    left: [7, 7],
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
  };
  expect(gardenOf(view)).toMatchObject({ round: 1, last: 13, taken: 2, score: null });
  expect(answersTo(view, 0)).toEqual([8, 2]);
  expect(answersTo(view, 1)).toEqual([]);
  const score: Score = { type: "Score", winner: 1, rule: "O9", points: 14 };
  expect(gardenOf({ ...view, scoring: score })).toMatchObject({ round: 1, score });
  const over = {
    ...view,
    rounds: [score],
    outcome: { points: [0, 14], ranks: [2, 1], winners: [1], rule: "O9" },
  };
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
  const score = line(19, -1, { type: "Score", winner: 0, rule: "O9", points: 14 });
  const numbers = okiyaRows([...round, score, ...round], true, say).map((row) => row.n);
  expect(numbers.filter(Boolean)).toEqual([1, 2, 3, 4]); // on and on through a match
});

test("the turning point is the loser's last move that gave a win or draw away", async () => {
  const moves = [...round, line(19, -1, { type: "Score", winner: 0, rule: "O9", points: 14 })];
  const frames: Frame<OkiyaView, AnyMove>[] = [null, ...moves].map((line, seq) => ({ seq, line }));
  const value = (result: "win" | "loss") => ({ result, plies: 1, points: null });
  const weighed = (notation: string, result: "win" | "loss") => ({
    notation,
    label: notation,
    chance: result === "win" ? 1 : 0,
    value: value(result),
  });
  const told = { seq: 18, seat: 1, holds: [] };
  const threw: Advice = { ...told, moves: [weighed("a1", "win"), weighed("b4", "loss")] };
  expect(await turningPoint(frames, async () => threw)).toEqual({ seq: 18, seat: 1, square: 13 });
  const lost: Advice = { ...told, moves: [weighed("b4", "loss")] };
  expect(await turningPoint(frames, async () => lost)).toBeNull();
});

test("only of a round that somebody lost is asked which move lost it", () => {
  const score = (winner: number | null): Line<AnyMove> =>
    line(19, -1, { type: "Score", winner, rule: "O7", points: 3 });
  const frames = (...lines: Line<AnyMove>[]): Frame<OkiyaView, AnyMove>[] =>
    lines.map((each) => ({ seq: each.seq, line: each, view: {} as OkiyaView }));
  const off: Line<AnyMove> = { seq: 40, seat: null, move: null, event: { type: "calledoff" }, said: "" };
  expect(wasLost(frames(...round, score(0)))).toBe(true);
  expect(wasLost(frames(...round, score(null)))).toBe(false);
  expect(wasLost(frames(...round, off))).toBe(false);
  expect(wasLost(frames(...round, score(1), ...lays(20), take(36, 0, 12), off))).toBe(false);
});

test("a decided round stays until the reader goes on, unless the game is over with it", () => {
  const score = line(19, -1, { type: "Score", winner: 0, rule: "O7", points: 3 });
  const view = { outcome: null } as OkiyaView;
  const now = { seq: 20, view, lines: [score], told: null };
  expect(PACE.page!(now)).toBe(Infinity);
  const over = { points: [1, 0], ranks: [1, 2], winners: [0], rule: "O7" };
  expect(PACE.page!({ ...now, view: { ...view, outcome: over } })).toBe(0);
});
