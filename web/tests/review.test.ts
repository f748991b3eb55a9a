/** The picture of a review: where decisions lie, what is drawn, what is called a slip. */
import { expect, test } from "vitest";
import type { Decision, Hold } from "../src/lib/wire";
import { across, bandOf, curve, lineOf, placeOf } from "../src/review/curve";
import { percent } from "../src/lib/percent";
import { slipsOf, underSecret } from "../src/review/weighing";

const weighed = (notation: string, chance: number): Decision["played"] => ({
  notation,
  label: notation,
  chance,
});
const decided = (seq: number, seat: number, best: number, played: number, unknown = 0): Decision => ({
  seq,
  seat,
  played: weighed("played", played),
  unknown,
  moves: [weighed("best", best)],
  holds: [],
});
const GAME = [
  decided(20, 0, 0.5, 0.5, 0.1),
  decided(23, 1, 0.5, 0.3),
  decided(40, 0, 0.9, 0.6),
  decided(55, 1, 0.4, 0.39),
];
const FRAME = { wide: 300, high: 100, count: 4 };

test("decisions are evenly spread, whatever nature did in between", () => {
  expect([20, 23, 40, 55].map((seq) => across(placeOf(GAME, seq), FRAME))).toEqual([0, 100, 200, 300]);
  expect(placeOf(GAME, 24)).toBe(2);
  expect(placeOf(GAME, 99)).toBe(3);
});

test("a curve is a seat's own, and ends before what is still hidden", () => {
  expect(curve(GAME, 0, FRAME).map(({ x, y }) => [x, y])).toEqual([
    [0, 50],
    [200, 40],
  ]);
  expect(curve(GAME, 0, FRAME, 40)).toHaveLength(1);
  expect(lineOf(curve(GAME, 0, FRAME))).toBe("M0.0 50.0L200.0 40.0");
});

test("what could not be known is a band around the curve", () => {
  expect(bandOf(curve(GAME, 0, FRAME))).toBe("M0.0 40.0L200.0 40.0L200.0 40.0L0.0 60.0Z");
  expect(bandOf(curve(GAME, 0, FRAME, 40))).toBe("");
});

test("the largest slips come first, and small ones are none", () => {
  expect(slipsOf(GAME).map((each) => each.seq)).toEqual([40, 23]);
});

test("only what is certain is called 0 or 100", () => {
  expect([0, 0.001, 0.5, 0.999, 1].map(percent)).toEqual(["0 %", "< 1 %", "50 %", "> 99 %", "100 %"]);
});

test("under a Secret the likeliest are named, the impossible are not", () => {
  const hold = (label: string, secret?: number): Hold => ({
    key: label,
    label,
    chance: 1,
    places: secret === undefined ? {} : { secret },
  });
  expect(underSecret([hold("fan", 0.2), hold("lute", 0), hold("flower", 0.8)], "en")).toBe(
    "flower 80 %, fan 20 %",
  );
  expect(underSecret([hold("fan")], "en")).toBe("");
});
