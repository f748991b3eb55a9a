import { expect, test } from "vitest";
import { ended } from "../src/games/hanamikoji/words/guide";
import { laid, pairOf } from "../src/games/hanamikoji/model/laying";
import { spread } from "../src/games/hanamikoji/model/pieces";
import { hanamikojiRows } from "../src/games/hanamikoji/words/rows";
import wing from "../src/games/hanamikoji/index";
import type { AnyMove } from "../src/games/hanamikoji/model/wire";
import type { Choice, Line, Result, Tagged } from "../src/api/wire";
import { speakAlso } from "../src/i18n/phrases.svelte";

const choice = (move: AnyMove): Choice<AnyMove> => ({ move, notation: "", label: "" });
const pairs = (...split: [number, number, number, number]): AnyMove => ({
  type: "Competition",
  pairs: [
    [split[0], split[1]],
    [split[2], split[3]],
  ],
});
const four = [pairs(0, 1, 2, 6), pairs(0, 2, 1, 6), pairs(0, 6, 1, 2)].map(choice);

test("equal cards of a hand are kept apart", () => {
  expect(spread([2, 0, 0, 0, 0, 0, 1]).map((card) => card.key)).toEqual(["0.0", "0.1", "6.0"]);
});

test("chosen cards find the legal move that lays just them, in any order", () => {
  const gift = choice({ type: "Gift", items: [0, 2, 6] });
  const choices = [choice({ type: "Secret", item: 6 }), choice({ type: "Discard", items: [0, 6] }), gift];
  expect(laid(choices, 2, [6, 0, 2])).toEqual([gift]);
  expect(laid(choices, 1, [6, 0])).toEqual([choices[1]]);
  expect(laid(choices, 2, [6, 0, 3])).toEqual([]);
});

test("a Competition begins with the pairs as they were chosen, and can be turned through all splits", () => {
  expect(laid(four, 3, [6, 0, 2, 1]).map((each) => each.move)).toEqual([
    pairs(0, 6, 1, 2),
    pairs(0, 1, 2, 6),
    pairs(0, 2, 1, 6),
  ]);
});

test("each chosen card is marked with its pair as the move names it", () => {
  expect(pairOf(pairs(0, 6, 1, 2), [6, 0, 2, 1])).toEqual([0, 0, 1, 1]);
  expect(pairOf(pairs(0, 1, 2, 6), [6, 0, 2, 1])).toEqual([1, 0, 1, 0]);
  expect(pairOf(pairs(2, 5, 4, 5), [5, 4, 5, 2])).toEqual([1, 1, 0, 0]);
});

test("the log has a heading for each round and leaves out what the table shows", () => {
  const line = (
    seq: number,
    seat: number | null,
    type: string,
    said: string,
    event: Tagged | null = null,
  ): Line<AnyMove> => ({ seq, seat, move: type ? ({ type } as AnyMove) : null, event, said });
  const veiled: Line<AnyMove> = {
    seq: 4,
    seat: -1,
    move: { type: "Veiled", seat: -1, kind: "Draw", shown: {} },
    event: null,
    said: "Rin draws a card.",
  };
  const lines = [
    line(0, null, "", "Mika takes a seat.", { type: "seated" }),
    line(1, -1, "Deal", "Mika is dealt: fan."),
    line(2, 0, "Secret", "Mika keeps a card secret: fan."),
    line(3, -1, "Score", "The tokens move."),
    veiled,
    line(5, 1, "Gift", "Rin offers a Gift: fan, fan, lute."),
  ];
  const rows = hanamikojiRows(lines, ["Mika", "Rin"], (n) => `Round ${n}`);
  expect(rows.map((row) => row.heading ?? row.text)).toEqual([
    "Round 1",
    "keeps a card secret: fan.",
    "The tokens move.",
    "Round 2",
    "offers a Gift: fan, fan, lute.",
  ]);
});

test("the end is told in numbers, the winner's first; the goal needs no rule beside them", async () => {
  await speakAlso(wing.words);
  const result = (reason: string, ...winners: number[]): Result => ({
    points: [],
    ranks: [],
    reason,
    winners,
  });
  const race = [
    { geishas: 2, points: 4 },
    { geishas: 4, points: 14 },
  ];
  expect(ended(result("H16", 1), race, "By H16.")).toBe(
    "4 geishas and 14 points against 2 geishas and 4 points.",
  );
  expect(ended(result("H19", 1), race, "By H19.")).toMatch(/4 points\. By H19\.$/);
  expect(ended(result("H19"), race, "By H19.")).toBe("");
  expect(ended(result("resigned", 0), race, "Rin resigns.")).toBe("");
});
