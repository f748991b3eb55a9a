/** A new table as its host thinks about it: options that matter, seats by name, codes, words for the set-up. */
import { beforeAll, expect, test } from "vitest";
import { person, table } from "./house";
import { readCode, showCode } from "../src/state/table-code";
import { told } from "../src/i18n/chapters";
import { applying, changed, choiceOf } from "../src/state/options";
import { hourOf } from "../src/i18n/dates";
import { seatNames, summary } from "../src/setup/seating";
import { Planning } from "../src/setup/new-table.svelte";
import type { GameCard, OptionCard } from "../src/api/wire";
import { speak } from "../src/i18n/phrases.svelte";
import { modeOf, setUp } from "../src/table/waiting/table-settings";

const MODE: OptionCard = {
  option: { name: "mode", kind: "choice", default: "basic", choices: ["basic", "full"] },
  label: "mode",
  labels: { basic: "the basic game", full: "everything" },
};
const EXTRA: OptionCard = {
  option: { name: "extra", kind: "int", default: 3, only: { mode: ["full"] } },
  label: "extra",
  labels: {},
};
const LAP: OptionCard = {
  option: { name: "lap", kind: "bool", default: true, players: [3] },
  label: "lap",
  labels: {},
};
const STARTER: OptionCard = {
  option: {
    name: "starter",
    kind: "choice",
    default: "random",
    choices: ["random", "first", "second"],
    seats: { first: 0, second: 1 },
  },
  label: "who starts",
  labels: { random: "by lot", first: "seat 1", second: "seat 2" },
};
const CARDS = [MODE, EXTRA, LAP, STARTER];
const GAME = {
  name: "g",
  title: "G",
  seats: [2, 3],
  judged: true,
  options: CARDS,
  levels: [{ name: "novice", label: "Novice", about: "" }],
  window_presets: [
    { name: "short", label: "short", seconds: 2 },
    { name: "usual", label: "usual", seconds: 5 },
  ],
} as unknown as GameCard;
const names = (cards: OptionCard[]): string[] => cards.map(({ option }) => option.name);

beforeAll(() => speak("en"));

test("an option that decides nothing is not asked, and not sent", () => {
  expect(names(applying(CARDS, {}, 2))).toEqual(["mode", "starter"]);
  expect(names(applying(CARDS, { mode: "full" }, 3))).toEqual(["mode", "extra", "lap", "starter"]);
  expect(changed(CARDS, { mode: "basic", extra: 9, lap: false }, 2)).toEqual({});
  expect(changed(CARDS, { mode: "full", extra: 9, lap: false }, 3)).toEqual({
    mode: "full",
    extra: 9,
    lap: false,
  });
});

test("a choice that means a seat is called by who sits there", () => {
  expect(choiceOf(STARTER, "second", ["You", "Rin"])).toBe("Rin");
  expect(choiceOf(STARTER, "second")).toBe("seat 2");
  expect(choiceOf(STARTER, "random", ["You", "Rin"])).toBe("by lot");
});

test("hints are there against the house, as at once from the street; a friend across needs a yes", () => {
  const plan = new Planning(GAME);
  expect([plan.hints, plan.window, plan.mode]).toEqual([true, 5, "the basic game"]);
  plan.rivals = [{ kind: "friend", level: "", name: "" }];
  expect(plan.hints).toBe(false);
  plan.hints = true;
  expect(plan.wish().hints).toBe(true);
  expect(new Planning({ ...GAME, judged: false }).wish().hints).toBe(false);
});

test("a challenge says game, options and clock, and calls the other by name", () => {
  const plan = new Planning(GAME);
  plan.companion = { table: "t1", seat: 1, name: "Rin", game: "other", games: 2, here: true };
  expect(plan.seats.slice(0, 2)).toContain("Rin");
  plan.clock = { type: "days", days: 3 };
  expect(plan.challenge(plan.companion)).toEqual({
    table: "t1",
    seat: 1,
    game: GAME.name,
    options: {},
    clock: { type: "days", days: 3 },
  });
});

test("where the seat of an absent player is kept, a challenge says for how long", () => {
  const plan = new Planning(GAME);
  expect(plan.keepsSeats).toBe(false); // against bots nobody else can be away
  const companion = { table: "t1", seat: 1, name: "Rin", game: "other", games: 2, here: true };
  plan.companion = companion;
  [plan.patience, plan.standIn] = [15, "novice"];
  plan.clock = { type: "live", base: 300 };
  expect(plan.keepsSeats).toBe(true);
  expect(plan.challenge(companion)).toMatchObject({ patience: 15, stand_in: "novice", clock: plan.clock });
  plan.clock = null;
  expect(plan.challenge(companion)).toMatchObject({ patience: 15 });
  plan.clock = { type: "days", days: 3 };
  expect(plan.keepsSeats).toBe(false);
});

test.each(["friend", "anyone"] as const)("the seat of %s is kept too", (kind) => {
  const plan = new Planning(GAME);
  plan.rivals = [{ kind, level: "", name: "" }];
  expect(plan.keepsSeats).toBe(true);
});

test("who shares the screen may have a name", () => {
  const plan = new Planning(GAME);
  plan.rivals = [{ kind: "shared", level: "", name: " Aki " }];
  expect(plan.seats).toEqual(["You", "Aki"]);
  expect(seatNames([{ kind: "shared", level: "", name: "" }])).toEqual(["You", "somebody on this screen"]);
  expect(plan.wish().seats).toEqual([{ kind: "me" }, { kind: "shared", name: "Aki" }]);
  plan.rivals = [{ kind: "shared", level: "", name: " " }];
  expect(plan.wish().seats).toEqual([{ kind: "me" }, { kind: "shared", name: "Player 2" }]);
});

test("a code is read as it is said; codes of older houses exactly", () => {
  for (const typed of ["k7m2p9xqrt", "K7M2P-9XQRT", " k7m2p 9xqrt "])
    expect(readCode(typed)).toBe("k7m2p9xqrt");
  expect(readCode("OIL2P9XQRT")).toBe("0112p9xqrt");
  expect(readCode(" JsCYALsX ")).toBe("JsCYALsX");
  expect([showCode("k7m2p9xqrt"), showCode("JsC-ALsX")]).toEqual(["K7M2P-9XQRT", "JsC-ALsX"]);
});

test("a table is told by what was decided for it", () => {
  const info = table({
    options: { mode: "full", starter: "second" },
    seats: [person("Hina"), { kind: "open", name: "" }],
    window: 2,
  });
  expect(modeOf(info, GAME)).toBe("everything");
  const said = Object.fromEntries(setUp(info, GAME).map(({ label, value }) => [label, value]));
  expect(said).toMatchObject({ mode: "everything", extra: "3", "who starts": "Seat 2", Hints: "no" });
  expect(said["lap"]).toBeUndefined();
});

test("a sign has the ink that was given, or the one that is called like it", () => {
  const chapters = [{ key: "box", from: 1, signs: ["item-fan", { name: "geisha-a", ink: "red" }] }];
  expect(told([], chapters)[0]?.signs).toEqual([
    { name: "item-fan", ink: "var(--fan, #1B2230)" },
    { name: "geisha-a", ink: "red" },
  ]);
});

test("a table for anybody is public, and a friend's seat at it is kept for the link", () => {
  const plan = new Planning(GAME);
  expect(plan.wish()).toMatchObject({ public: false, seats: [{ kind: "me" }, { kind: "bot" }] });
  const rival = { level: "", name: "" };
  plan.rivals = [
    { ...rival, kind: "anyone" },
    { ...rival, kind: "friend" },
  ];
  expect(plan.wish()).toMatchObject({
    public: true,
    seats: [{ kind: "me" }, { kind: "open" }, { kind: "reserved" }],
  });
  expect(summary(plan.rivals, [])).toBe("with anybody from the lobby, a friend");
});

test("how long an offer stands is told by the hour, and by the day if it is another one", () => {
  const now = new Date(2026, 10, 18, 15, 4);
  const at = (minutes: number): number => now.getTime() / 1000 + minutes * 60;
  expect(hourOf(at(15), "en", now)).toBe("15:19");
  expect(hourOf(at(15), "pl", now)).toBe("15:19");
  expect(hourOf(at(24 * 60), "en", now)).toBe("19 Nov 2026, 15:04");
});
