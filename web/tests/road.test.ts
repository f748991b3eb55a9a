import { expect, test } from "vitest";
import "./house";
import { onward, tripsIn } from "../src/games/geishas_road/model/foreseeing";
import { ended } from "../src/games/geishas_road/words/ending";
import { scenes, tripOf } from "../src/games/geishas_road/model/journey";
import { PACE } from "../src/games/geishas_road/model/pace";
import { inPlaces, meant, says } from "../src/games/geishas_road/model/plan";
import retell from "../src/games/geishas_road/words/past";
import { roadRows } from "../src/games/geishas_road/words/rows";
import wing from "../src/games/geishas_road/index";
import type { AnyMove, Resolve, RoadView, Take } from "../src/games/geishas_road/model/wire";
import type { Choice, Line, Result } from "../src/api/wire";
import { speakAlso } from "../src/i18n/phrases.svelte";
import type { Moment } from "../src/table/session/playback.svelte";

const FIVE = [0, 1, 2, 3, 4];
const BEFORE = {
  options: { mode: "harder", destiny: false },
  stage: { now: "Travelling", owed: 3, hidden: false, card: 5, action: null, needs: 0 },
  outcome: null,
  rounds: [],
  round: 1,
  circle: [3, 0, 1, 4, 2],
  pawns: FIVE,
  favours: [null, null, null, null, null],
  sides: [[], []],
  taken: [[5], []],
  tokens: [[0], [1]],
  tiles: [[], [], [], [], []],
  upper: [2, 4],
  lower: [6],
  offer: null,
  guests: [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
  ],
} as unknown as RoadView;
/** Red 2 (card 5) takes the red geisha two teahouses on, past the green one. */
const AFTER: RoadView = {
  ...BEFORE,
  stage: { now: "Acting", owed: 2, hidden: false, card: null, action: null, needs: 0 },
  pawns: BEFORE.pawns.with(1, 2),
  sides: [[5], []],
  taken: [[], []],
  favours: BEFORE.favours.with(2, 0),
};
const line = (seq: number, seat: number, move: AnyMove, said = ""): Line<AnyMove> => ({
  seq,
  seat,
  move,
  event: null,
  said,
});
const decided = (told: Line<AnyMove>, sentence: string): Line<AnyMove> => ({ ...told, decided: sentence });
const PLAYED = { scores: [], starter: null, opens: null };
const JOURNEY = line(7, -1, { type: "Journey", card: 5 }, "red 2: she walks.");

test("a journey is read off the table before and after it", () => {
  expect(tripOf(BEFORE, AFTER, 5)).toEqual({
    seat: 0,
    card: 5,
    path: [4, 2],
    home: false,
    lantern: null,
    flipped: false,
    took: { teahouse: 2, guests: 0, favour: true },
    asks: false,
  });
});

test("who comes home brings a lantern, or turns hers over", () => {
  const away = { ...BEFORE, pawns: BEFORE.pawns.with(1, 3) };
  const home = { ...AFTER, pawns: BEFORE.pawns, upper: [4], tiles: [[], [2], [], [], []] };
  expect(tripOf(away, home, 5)).toMatchObject({ path: [0, 1], home: true, lantern: 2, flipped: false });
  const lit = { ...away, tiles: [[], [2], [], [], []] };
  const turned = { ...home, tiles: [[], [3], [], [], []] };
  expect(tripOf(lit, turned, 5)).toMatchObject({ home: true, lantern: 3, flipped: true });
  expect(tripOf(away, { ...home, tiles: away.tiles }, 5)).toMatchObject({ home: true, lantern: null });
});

test("it is shown step by step, and the last picture is the table as the house tells it", () => {
  const trip = tripOf(BEFORE, AFTER, 5);
  const shown = scenes(BEFORE, AFTER, trip);
  expect(shown.map((each) => each.pawns[1])).toEqual([1, 4, 2, 2]);
  expect(shown.every((each) => each.sides[0]!.includes(5))).toBe(true);
  expect(shown.at(-1)).toBe(AFTER);
  const now: Moment<RoadView, AnyMove> = { seq: 8, view: AFTER, lines: [JOURNEY], told: null };
  expect(PACE.pictures(now, BEFORE)).toHaveLength(shown.length);
  const home = { ...AFTER, pawns: BEFORE.pawns, tiles: [[], [2], [], [], []] };
  const away = { ...BEFORE, pawns: BEFORE.pawns.with(1, 3) };
  expect(PACE.pictures({ ...now, view: home }, away)).toHaveLength(
    scenes(away, home, tripOf(away, home, 5)).length,
  );
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

test("the score of a round is a page; who comes between two rounds reads it", () => {
  const score = line(8, -1, { type: "Score" });
  const now: Moment<RoadView, AnyMove> = { seq: 9, view: AFTER, lines: [score], told: null };
  expect(PACE.page!(now)).toBe(Infinity);
  expect(PACE.page!({ ...now, view: { ...AFTER, outcome: {} as RoadView["outcome"] } })).toBe(0);
  const fresh = {
    ...AFTER,
    rounds: [{} as RoadView["rounds"][0]],
    tokens: [
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ],
  };
  expect([PACE.missed!(fresh), PACE.missed!(AFTER), PACE.missed!({ ...fresh, rounds: [] })]).toEqual([
    true,
    false,
    false,
  ]);
});

test("what the house foresees is shown: one's own journeys", () => {
  const theirs = { ...AFTER, sides: [[5], [0]], pawns: AFTER.pawns.with(0, 1) };
  const frames = [
    { seq: 7, line: line(6, 0, { type: "Choose", places: [0] }), view: BEFORE },
    { seq: 8, line: JOURNEY, view: AFTER },
    { seq: 9, line: line(8, -1, { type: "Journey", card: 0 }), view: theirs },
  ];
  expect(tripsIn(frames, BEFORE, 0).map((trip) => trip.card)).toEqual([5]);
});

test("a question of one's own on the way is answered in the order of choosing", () => {
  const choice = (move: AnyMove): Choice<AnyMove> => ({ move, notation: "", label: "" });
  const one: Resolve = { type: "Resolve", card: 3 };
  const other: Resolve = { type: "Resolve", card: 9 };
  expect(onward([9, 3])([choice(one), choice(other)])).toBe(other);
  const take: Take = { type: "Take", favour: false };
  expect(onward([9, 3])([choice(take)])).toBe(take);
  expect(onward([])([choice({ type: "Use", action: 0, hidden: false })])).toBeUndefined();
});

test("the log tells a decision in one row, where it ends", () => {
  const voice = { names: ["Mika", "Rin"], card: (card: number | null) => (card === null ? "?" : `c${card}`) };
  const veiled = (kind: string, shown = {}): AnyMove => ({ type: "Veiled", seat: 0, kind, shown });
  const lines = [
    line(0, -1, veiled("Deal", { to: 0 })),
    line(1, 0, { type: "Use", action: 3, hidden: true }),
    line(2, 0, veiled("Hide")),
    line(3, 0, { type: "Lay", card: 9 }),
    line(4, 0, { type: "Lay", card: 2 }),
    line(5, 0, { type: "Lay", card: 5 }),
    decided(line(6, 0, { type: "Pair", place: 2 }), "Mika offers a Competition: ? + c5 / c2 + c9."),
    decided(line(7, 1, { type: "Choose", places: [0, 2] }), "You take ? and c5."),
    line(8, -1, { type: "TurnUp", place: 0, card: 17 }),
    JOURNEY,
    line(10, -1, veiled("Deal", { to: 1 })),
  ];
  const rows = roadRows(lines, PLAYED, voice);
  expect(rows.map((row) => row.who ?? "")).toEqual(["", "Mika", "", "", "", "Rin"]);
  expect(rows.slice(1, 3).map((row) => row.text)).toEqual([
    "offers a Competition: ? + c5 / c2 + c9.",
    "You take ? and c5.",
  ]);
  expect(rows.map((row) => row.seq)).toEqual([0, 6, 7, 8, 7, 10]);
  expect(rows[4]!.text).toBe("Red 2: she walks.");
  expect(rows.map((row) => row.n)).toEqual([undefined, 1, 2, undefined, undefined, undefined]); // chance has none
  const past = retell(lines, AFTER, ["Mika", "Rin"]);
  expect(past.map((row) => row.seq)).toEqual([0, 6, 7, 8, 7]); // a replay steps over the cards that are drawn
});

test("the end is told in numbers, and by the rule where they are equal", async () => {
  await speakAlso(wing.words);
  const rounds = [{ starter: 0, sums: [], winners: [1, 1, 1, 1, null], lanterns: [], tallies: [] }];
  const seen = (...totals: number[]): RoadView => ({ ...AFTER, rounds, totals });
  const result = (reason: string, ...winners: number[]): Result => ({
    points: [],
    ranks: [],
    reason,
    winners,
  });
  expect(ended(result("G32", 1), seen(8, 11), "By G32.")).toBe("11 points to 8.");
  expect(ended(result("G32", 0, 1), seen(11, 11), "By G32.")).toBe("11 points to 11. By G32.");
  expect(ended(result("G25", 1), seen(0, 0), "By G25.")).toBe("4 geishas in one round.");
  expect(ended(result("resigned", 0), seen(0, 0), "Rin resigns.")).toBe("");
});

test("the score of round 1 says who starts round 2, and why", async () => {
  await speakAlso(wing.words);
  const voice = { names: ["Mika", "Rin"], card: String };
  const played = { scores: [[3, 9]], starter: 0, opens: "fewer" as const };
  const rows = roadRows([line(1, -1, { type: "Score" })], played, voice);
  expect(rows.at(-1)?.text).toMatch(/ Mika starts: fewer points\.$/);
});
