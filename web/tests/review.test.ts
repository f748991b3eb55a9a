/** A review: its steps, whose chances are told, what is drawn, what is called a slip. */
import { expect, test } from "vitest";
import { underSecret } from "../src/games/hanamikoji/model/beliefs";
import { percent } from "../src/i18n/percent";
import { speak } from "../src/i18n/phrases.svelte";
import type { Decision, Frame, Hold, Result } from "../src/api/wire";
import { across, bandOf, curve, lineOf, stairsOf, stepNear, triangleAt } from "../src/review/curve";
import { chanceAtEnd, markAt, marksOf, provenMarks } from "../src/review/marks";
import { chanceAt, fallsOf, readingOf } from "../src/review/reading";
import { numberAt, stepAt, stepOf, stepsOf } from "../src/review/steps";
import { comparedIn, isPlayed, judgementOf, largestOf, slipsOf, whyOf } from "../src/review/weighing";

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
  last: seq,
});
const won = (...winners: number[]): Result => ({ points: [0, 0], ranks: [1, 2], winners, reason: "H18" });

// Dealt twice; Ann plays at 2 and 5, chance follows at 3; Bo plays at 4 in two moves; all is counted at 6.
const SEATS = [null, -1, 0, -1, 1, 0, -1];
const frames: Frame[] = [null, ...SEATS].map((seat, place) => ({
  seq: place,
  line: place ? { seq: place - 1, seat, move: null, event: null, said: "" } : null,
  view: null,
  words: "",
}));
const ROWS = [
  { seq: 2, heading: "Round 1", text: "" },
  { seq: 2, text: "plays" },
  { seq: 4, text: "plays" },
  { seq: 5, text: "plays" },
  { seq: 6, text: "counted" },
];
const steps = stepsOf(frames, ROWS);

test("each row of the log is a step; what chance adds without a row belongs to the one before", () => {
  expect(steps.map(({ place }) => place)).toEqual([2, 4, 5, 6, 7]);
  expect(steps.map(({ heading }) => heading)).toEqual(["", "Round 1", "", "", ""]);
  expect(steps[0]?.row).toBeNull();
});

test("the moves of one row are one step, and a link between two steps shows the one before", () => {
  const offered = stepsOf(frames, [{ seq: 5, text: "offers" }]);
  expect(offered.map(({ place }) => place)).toEqual([2, 7]);
  expect([0, 3, 4, 99].map((seq) => stepAt(steps, seq))).toEqual([0, 0, 1, 4]);
});

test("a step has the number of its row; one without a number that of the move before", () => {
  const rows = [
    { seq: 1, text: "dealt" },
    { seq: 2, n: 1, text: "plays" },
    { seq: 3, text: "walks" },
    { seq: 4, n: 2, text: "plays" },
    { seq: 6, text: "counted" },
  ];
  const numbered = stepsOf(frames, rows);
  expect(numbered.map((_, at) => numberAt(numbered, at))).toEqual([0, 0, 1, 1, 2, 2]);
});

test("what was played is told beside another that begins alike", () => {
  const moves = [
    { notation: "use", label: "Gift: red", chance: 0.7 },
    { notation: "use", label: "Gift: blue", chance: 0.4 },
  ];
  const decision = { ...decided(2, 0, 0, 0), moves, played: { ...weighed("use", 0.5), label: "Gift: pink" } };
  const rows = comparedIn(decision);
  expect(rows.map(({ label }) => label)).toEqual(["Gift: red", "Gift: pink", "Gift: blue"]);
  expect(rows.map((move) => isPlayed(decision, move))).toEqual([false, true, false]);
  const best = { ...decision, played: { notation: "use", label: "Gift: red", chance: 0.7 } };
  expect(comparedIn(best)).toEqual(moves);
});

test("a decision leads to the step that tells of it", () => {
  expect([2, 4, 5].map((seq) => stepOf(steps, decided(seq, 0, 1, 1)))).toEqual([1, 2, 3]);
});

const GAME = {
  steps,
  decisions: [decided(2, 0, 0.5, 0.5, 0.1), decided(4, 1, 0.8, 0.4), decided(5, 0, 0.9, 0.6)],
  result: won(1),
  seats: 2,
};
const NAMES = ["Ann", "Bo"];

test("chances are told of one seat, and the result is the last", () => {
  expect(marksOf(GAME, 0, [0]).map(({ at, chance }) => [at, chance])).toEqual([
    [1, 0.5],
    [3, 0.6],
    [4, 0],
  ]);
  expect(marksOf(GAME, 0, [1]).map(({ at, chance }) => [at, chance])).toEqual([
    [2, 0.6],
    [4, 0],
  ]);
  expect(marksOf({ ...GAME, result: null }, 0, [0]).map(({ at }) => at)).toEqual([1, 3]); // not all is judged
  for (const reason of ["calledoff", "lapsed"])
    expect(marksOf({ ...GAME, result: { ...won(), reason } }, 0, [0]).map(({ at }) => at)).toEqual([1, 3]);
  const many = { ...GAME, seats: 3 };
  expect(marksOf(many, 0, [1]).map(({ at }) => at)).toEqual([4]); // of three, another's loss is not my gain
});

test("nobody's victory and everybody's is half of one", () => {
  expect([won(), won(0), won(1), won(0, 1)].map((each) => chanceAtEnd(each, 0, 2))).toEqual([0.5, 1, 0, 0.5]);
});

test("what is proven holds from the start, and until the next decision", () => {
  const marks = provenMarks(GAME, 1);
  expect(marks.map(({ at, chance }) => [at, Number(chance.toFixed(2))])).toEqual([
    [0, 0.5],
    [1, 0.5],
    [2, 0.4],
    [3, 0.4],
    [4, 1],
  ]);
  const sparse = marks.filter(({ at }) => at !== 3);
  expect(markAt(sparse, 3, true)?.at).toBe(2);
  expect(markAt(sparse, 3, false)).toBeUndefined();
});

const reader = { names: NAMES, eyes: null, mine: null, secrets: true };

test("where cards are hidden each seat has a line, but all tell the chances of one", () => {
  const open = readingOf(GAME, reader);
  expect(open.curves.map(({ name }) => name)).toEqual(NAMES);
  expect([1, 2, 3, 4].map((step) => chanceAt(open, step))).toEqual([0.5, 0.6, 0.6, 0]);
  const rival = readingOf(GAME, { ...reader, eyes: 1 });
  expect([rival.top, rival.curves.length, rival.decisions.length]).toEqual([1, 1, 1]);
});

test("where nothing is hidden there is one line through all decisions, for who reads", () => {
  const proven = { ...GAME, decisions: GAME.decisions.map((each) => ({ ...each })) };
  for (const each of proven.decisions)
    each.played = { ...each.played, value: { result: "win", plies: 3, points: null } };
  const told = readingOf(proven, { ...reader, mine: 1, secrets: false });
  expect([told.top, told.proven, told.curves.length]).toEqual([1, true, 1]);
  expect(told.decisions).toHaveLength(3);
});

test("a slip falls from the best to what was played, in the same eyes", () => {
  expect(fallsOf(GAME, 0, slipsOf(GAME.decisions))).toEqual([
    { at: 2, fell: { best: expect.closeTo(0.2), played: expect.closeTo(0.6) } },
    { at: 3, fell: { best: 0.9, played: 0.6 } },
  ]);
  expect(fallsOf({ ...GAME, seats: 3 }, 0, slipsOf(GAME.decisions))).toEqual([
    { at: 2, fell: null }, // marked all the same
    { at: 3, fell: { best: 0.9, played: 0.6 } },
  ]);
});

const FRAME = { wide: 400, high: 100, count: 5 };

test("steps are evenly spread, and a tap finds the nearest", () => {
  expect([0, 1, 4].map((at) => across(at, FRAME))).toEqual([0, 100, 400]);
  expect([0, 149, 151, 400].map((x) => stepNear(x, FRAME))).toEqual([0, 1, 2, 4]);
});

test("a line slopes, what is proven goes in stairs, what could not be known is a band", () => {
  const points = curve(marksOf(GAME, 0, [0]), FRAME);
  expect(lineOf(points)).toBe("M100.0 50.0L300.0 40.0L400.0 100.0");
  expect(stairsOf(points)).toBe("M100.0 50.0H300.0V40.0H400.0V100.0");
  expect(bandOf(points.slice(0, 2))).toBe("M100.0 40.0L300.0 40.0L300.0 40.0L100.0 60.0Z");
  expect(bandOf(points.slice(0, 1))).toBe("");
});

test("the largest slips come first, and small ones are none", () => {
  const small = decided(6, 1, 0.4, 0.39);
  expect(slipsOf([...GAME.decisions, small]).map((each) => each.seq)).toEqual([4, 5]);
});

test("only what is certain is called 0 or 100", async () => {
  await speak("en");
  expect([0, 0.001, 0.5, 0.999, 1].map(percent)).toEqual(["0%", "< 1%", "50%", "> 99%", "100%"]);
});

test("under a Secret the likeliest are named, the impossible are not", () => {
  const hold = (label: string, secret?: number): Hold => ({
    key: label,
    label,
    chance: 1,
    places: secret === undefined ? {} : { secret },
  });
  expect(underSecret([hold("fan", 0.2), hold("lute", 0), hold("flower", 0.8)], "en")).toBe(
    "flower 80%, fan 20%",
  );
  expect(underSecret([hold("fan")], "en")).toBe("");
});

test("a decision of several moves leads to the step at which it is complete", () => {
  expect(stepOf(steps, { ...decided(2, 0, 1, 1), last: 4 })).toBe(2);
});

test("every slip is marked; of equal ones the latest are the largest", () => {
  const slips = slipsOf([1, 2, 3, 4, 13].map((seq) => decided(seq, seq % 2, 1, 0)));
  expect(slips.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 13]);
  expect(largestOf(slips).map(({ seq }) => seq)).toEqual([13, 4, 3]);
  expect(largestOf([decided(1, 0, 0.9, 0.2), ...slips.slice(3)]).map(({ seq }) => seq)).toEqual([13, 4, 1]);
});

test("where the judge is exact, a lost position and a missed win are called so", () => {
  const exact = (best: "loss" | "win", plies: number, played: "loss" | "win"): Decision => ({
    ...decided(1, 0, best === "win" ? 1 : 0, played === "win" ? 1 : 0),
    moves: [{ ...weighed("d2", best === "win" ? 1 : 0), value: { result: best, plies, points: 0 } }],
  });
  expect(judgementOf(exact("loss", 4, "loss")).key).toBe("lost");
  expect(judgementOf(exact("win", 1, "loss"))).toEqual({ key: "missed.now", move: "d2" });
  expect(judgementOf(exact("win", 5, "loss"))).toEqual({ key: "missed", move: "d2" });
  expect(judgementOf(exact("win", 5, "win")).key).toBe("best");
  expect([0.995, 0.97, 0.5].map((played) => judgementOf(decided(1, 0, 1, played)).key)).toEqual(
    expect.arrayContaining(["close", "better"]),
  );
});

test("triangles of slips stand upright wherever their point is", () => {
  for (const y of [0, 50, 100]) expect(triangleAt(10, y, 100)).toMatch(/^M10 \d+l7 12h-14z$/);
  expect(triangleAt(10, 100, 100)).toBe("M10 88l7 12h-14z");
});

test("a slip is explained by shares of games, or by points with their sign", async () => {
  await speak("en");
  expect(whyOf({ kind: "gets", label: "Iroha (fan)", best: 0.812, played: 0.54 })).toBe(
    "Iroha (fan): won in 81 of 100 possible games, instead of 54.",
  );
  const lead = { kind: "points", label: "lead in points after the round", best: 3.14, played: -0.4 } as const;
  expect(whyOf(lead)).toBe("Lead in points after the round: +3.1 on average, instead of −0.4.");
});
