/** Leaderboards: where bots and oneself stand. And when guests are offered an account. */
import { expect, test } from "vitest";
import { keyOf, rowsOf } from "../src/account/ratings/board-rows";
import { marksOf, spread } from "../src/account/ratings/scale";
import { offersAccount } from "../src/account/member/sign-up-offer";
import type { Leaderboard, LeaderboardRow, Mine, MyTable } from "../src/api/wire";

const member = (name: string, rating: number, place: number | null = 1): LeaderboardRow => ({
  place,
  name,
  rating,
  deviation: 60,
  provisional: place === null,
  games: 20,
  change: 0,
  mine: name === "me",
});
const level = (name: string, rating: number) => ({ level: name, rating, low: rating - 5, high: rating + 5 });
const board = (more: Partial<Leaderboard>): Leaderboard => ({
  list_name: "okiya",
  game: "okiya",
  value: null,
  solved: true,
  members: 0,
  top: [],
  around: [],
  mine: null,
  levels: [level("perfect", 2000), level("adept", 1700), level("student", 1500), level("novice", 1100)],
  ...more,
});
const keys = (more: Partial<Leaderboard>): string[] => rowsOf(board(more)).map(keyOf);

test("bots are pinned between members", () => {
  const top = [member("Haru", 1900, 1), member("Sora", 1700, 2), member("Rin", 1400, 3)];
  expect(keys({ top })).toEqual([
    "bot perfect",
    "Haru",
    "Sora",
    "bot adept",
    "bot student",
    "Rin",
    "bot novice",
  ]);
});

test("bots are pinned in one's neighbourhood, too", () => {
  const top = [member("Haru", 1900, 1)];
  const around = [member("Kiku", 1600, 60), member("me", 1450, 61), member("Mei", 1000, 62)];
  expect(keys({ top, around, mine: around[1] ?? null })).toEqual([
    "bot perfect",
    "Haru",
    "gap",
    "bot adept",
    "Kiku",
    "bot student",
    "me",
    "bot novice",
    "Mei",
  ]);
});

test("whoever has no place yet stands where their rating is", () => {
  expect(keys({ mine: member("me", 1600, null) })).toEqual([
    "bot perfect",
    "bot adept",
    "me",
    "bot student",
    "bot novice",
  ]);
});

const game = (more: Partial<MyTable>): MyTable => ({
  id: "t",
  game: "okiya",
  names: [],
  started: true,
  over: true,
  yours: false,
  reason: "line",
  ...more,
});
const guest = (tables: MyTable[], more: Partial<Mine> = {}): Mine => ({
  name: "Rin",
  tables,
  member: false,
  news: false,
  ...more,
});

test("an account is offered after the third finished game, and at no table", () => {
  const two = [game({}), game({}), game({ over: false }), game({ reason: "calledoff" })];
  const three = [...two, game({ reason: "resigned" })];
  expect(offersAccount(guest(two), "", false)).toBe(false);
  expect(offersAccount(guest(three), "", false)).toBe(true);
  for (const page of ["t", "r", "learn", "sign-up", "settings"])
    expect(offersAccount(guest(three), page, false)).toBe(false);
  expect(offersAccount(guest(three, { member: true }), "", false)).toBe(false);
  expect(offersAccount(null, "", false)).toBe(false);
});

test("whoever stays a guest is not asked again", () => {
  expect(offersAccount(guest([game({}), game({}), game({})]), "", true)).toBe(false);
});

test("the scale marks every hundred points, and fewer on a long one", () => {
  expect(marksOf(1400, 1800)).toEqual([1400, 1500, 1600, 1700, 1800]);
  expect(marksOf(900, 2200)).toEqual([1000, 1200, 1400, 1600, 1800, 2000, 2200]);
});

test("labels of the scale cover none of each other and stay above its end", () => {
  const shown = (...at: number[]): number[] =>
    spread(
      at.map((each) => ({ at: each })),
      20,
      100,
    ).map((each) => each.shown);
  expect(shown(10, 60)).toEqual([10, 60]);
  expect(shown(12, 10)).toEqual([10, 30]);
  expect(shown(95, 100, 98)).toEqual([60, 80, 100]);
});
