import { expect, test } from "vitest";
import type { Line } from "../src/lib/wire";
import type { Board } from "../src/games/geishas_road/board";
import { chapters } from "../src/games/geishas_road/story";
import type { Options } from "../src/games/geishas_road/wire";
import { inPlaces, meant, says } from "../src/games/geishas_road/plan";
import games from "./road.games.json";

/** What all can see, in the order of the house's view. */
const SEEN = [
  "round",
  "circle",
  "pawns",
  "favours",
  "pool",
  "hands",
  "sides",
  "taken",
  "tokens",
  "specials",
  "lefts",
  "rights",
  "offer",
  "upper",
  "lower",
  "tiles",
  "waiting",
  "guests",
] as const;

function digest(board: Board): number {
  let found = 0x811c9dc5;
  for (const char of JSON.stringify(SEEN.map((field) => board[field])))
    found = Math.imul(found ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return found;
}

const lineOf = (seat: number, move: unknown, seq: number): Line => ({
  seq,
  seat,
  move,
  event: null,
  said: "",
});

test("whole games are folded as the law folds them, line by line", () => {
  for (const game of games) {
    const lines = game.lines.map(([seat, move], i) => lineOf(seat as number, move, i));
    const told = chapters(lines, game.options as unknown as Options);
    lines.forEach((line, i) => {
      const type = (line.move as { type: string }).type;
      if (type === "Score") return; // the law begins the next round at once; the browser first shows the score
      expect(
        digest(told[i]!.board),
        `${JSON.stringify(game.options)} line ${i} ${JSON.stringify(line.move)}`,
      ).toBe(game.lines[i]![2]);
    });
  }
});

test("a plan answers each question of its action, and no other", () => {
  const plan = { action: 3, cards: [12, 0, 5, 9], down: 12, pair: [12, 0] };
  expect(inPlaces(plan.cards, plan.down)).toEqual([12, 0, 5, 9]);
  expect(says(plan, { type: "Use", action: 3, hidden: true })).toBe(true);
  expect(says(plan, { type: "Use", action: 3, hidden: false })).toBe(false);
  expect(says(plan, { type: "Hide", card: 12 })).toBe(true);
  expect(says(plan, { type: "Lay", card: 12 })).toBe(false);
  expect([1, 2, 3].filter((place) => says(plan, { type: "Pair", place }))).toEqual([1]);
  expect(says(plan, { type: "Pass" })).toBe(false);
  expect(says({ places: [0, 2] }, { type: "Pass" })).toBe(true);
  expect(says({ places: [0, 2] }, { type: "Choose", places: [0, 2] })).toBe(true);
});

test("a lesson takes a plan only if all of it is meant", () => {
  const due = [
    { type: "Use", action: 1, hidden: false },
    { type: "Left", card: 2 },
    { type: "Right", card: 8 },
  ];
  expect(meant({ action: 1, cards: [2, 8] }, due)).toBe(true);
  expect(meant({ action: 1, cards: [8, 2] }, due)).toBe(false);
});
