import { expect, test } from "vitest";
import {
  gardens,
  layoutCode,
  lit,
  ON_SCREEN,
  sharing,
  squareName,
  type Garden,
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

test("the story is folded into gardens, and a new round begins a new one", () => {
  const score = line(19, -1, { type: "Score", winner: 1, rule: "O9", points: 14 });
  const story = gardens([...round, score, ...lays(20)]);
  expect(story[18]).toMatchObject({ round: 1, geishas: [1 << 12, 1 << 13], last: 13, taken: 2 });
  expect(story[19]!.score).toMatchObject({ winner: 1 });
  expect(story.at(-1)).toMatchObject({ round: 2, geishas: [0, 0], last: null, score: null });
});

test("tiles that share a sign with a chosen one are marked", () => {
  const garden = gardens(round).at(-1)!;
  expect(sharing(garden, 0).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 8]);
});

test("a finished row, diagonal or square is lit", () => {
  const won = (squares: number[], rule: string): Garden => ({
    ...gardens(round).at(-1)!,
    geishas: [squares.reduce((all, square) => all | (1 << square), 0), 0],
    score: { winner: 0, rule, points: 0 },
  });
  expect(lit(won([4, 5, 6, 7], "O7"))).toEqual([4, 5, 6, 7]);
  expect(lit(won([3, 6, 9, 12, 0], "O7"))).toEqual([3, 6, 9, 12]);
  expect(lit(won([9, 10, 13, 14], "O8"))).toEqual([9, 10, 13, 14]);
  expect(lit(won([0, 1], "O9"))).toEqual([]);
});

test("layout codes are those of the house", () => {
  const sorted = Array.from({ length: 16 }, (_, i) => i);
  expect(layoutCode(sorted)).toBe("000000000");
  expect(layoutCode(sorted.toReversed())).toBe("K0XVQAZZZ");
});

test("the log names squares and signs, and hides the laying of tiles", () => {
  const say = {
    who: (seat: number) => `P${seat}`,
    plant: (n: string) => n,
    feature: (n: string) => n,
    round: String,
  };
  const rows = okiyaRows(round, gardens(round), false, say);
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
