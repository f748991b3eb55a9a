/** Whom the house suggests after a game against it. */
import { beforeAll, expect, test } from "vitest";
import { table } from "./house";
import { games } from "../src/user/user.svelte";
import type { GameCard, LevelCard, Result, SeatInfo } from "../src/api/wire";
import { speak } from "../src/i18n/phrases.svelte";
import { nextStep } from "../src/table/guide/next-level";

const card = (name: string, easier: string | null, harder: string | null): LevelCard => ({
  name,
  label: name.toUpperCase(),
  about: "",
  easier,
  harder,
});
const LEVELS = [
  card("random", null, "novice"),
  card("novice", null, "student"),
  card("student", "novice", "master"),
  card("master", "student", null),
  card("mine", null, null),
];
const me: SeatInfo = { kind: "guest", name: "Ann" };
const bot = (level: string): SeatInfo => ({ kind: "bot", name: level, level });
const won = (...winners: number[]): Result => ({ points: [], ranks: [], winners, reason: "O7" });
const said = (rivals: SeatInfo[], result: Result, mine = [0]): string | undefined =>
  nextStep(table({ game: "okiya", seats: [me, ...rivals] }), result, mine)?.said;

beforeAll(async () => {
  await speak("en");
  games.all = [{ name: "okiya", levels: LEVELS } as unknown as GameCard];
});

test("a step up after a win, a step down after a defeat", () => {
  expect(said([bot("novice")], won(0))).toBe("Next level: STUDENT");
  expect(said([bot("master")], won(1))).toBe("Lower level: STUDENT");
  expect(said([bot("student"), bot("student")], won(2))).toBe("Lower level: NOVICE");
});

test("nothing above the strongest, below the novice, beside the ladder, or when nobody won alone", () => {
  expect(said([bot("master")], won(0))).toBeUndefined();
  expect(said([bot("novice")], won(1))).toBeUndefined();
  expect(said([bot("mine")], won(0))).toBeUndefined();
  expect(said([bot("student")], won(0, 1))).toBeUndefined();
});

test("nothing where people sit across, bots differ, or one only looks on", () => {
  expect(said([me], won(0))).toBeUndefined();
  expect(said([bot("student"), me], won(0))).toBeUndefined();
  expect(said([bot("student"), bot("novice")], won(0))).toBeUndefined();
  expect(said([bot("student")], won(0), [])).toBeUndefined();
});
