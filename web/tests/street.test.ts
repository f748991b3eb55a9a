/** What a guest's own pages know of the guest's tables, and how it changes while they are looked at. */
import { beforeEach, expect, test, vi } from "vitest";
import { afresh, answers, asked, FakeSocket, refusal } from "./house";
import { ended } from "../src/state/session-ended.svelte";
import { guest } from "../src/user/user.svelte";
import { goesOn, merged, rivals, waits } from "../src/user/my-tables";
import { questions, Shelf } from "../src/lobby/my-games.svelte";
import { Street } from "../src/user/my-tables-feed.svelte";
import type { MyTable } from "../src/api/wire";

const one = (id: string, more: Partial<MyTable> = {}): MyTable => ({
  id,
  game: "g",
  names: ["Hina", "Rin"],
  started: true,
  over: false,
  yours: true,
  mine: [0],
  ...more,
});
const ids = (tables: MyTable[]): string[] => tables.map((table) => table.id);

beforeEach(() => {
  afresh();
  guest.me = { name: "Hina", tables: [one("old")] };
});

test("what changed stays in its place, and what is new comes first", () => {
  const now = merged([one("a"), one("b")], [one("c"), one("b", { over: true })]);
  expect(ids(now)).toEqual(["c", "a", "b"]);
  expect(now[2]?.over).toBe(true);
});

test("a browser that was ended hears it by its socket, in words", async () => {
  const street = new Street();
  answers.set("GET /api/me", refusal("ended", 401));
  FakeSocket.last.die(4001);
  await vi.waitFor(() => expect(ended.sentence).toBe("ended"));
  street.close();
});

test("a table that is over or damaged waits for nobody", () => {
  expect([one("a"), one("b", { over: true }), one("c", { damaged: true })].map(waits)).toEqual([
    true,
    false,
    false,
  ]);
});

test("a game goes on while somebody else is asked", () => {
  const others = one("a", { yours: false });
  expect([others, one("b"), { ...others, over: true }, { ...others, started: false }].map(goesOn)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("a rival is who sits elsewhere, even by one's own name; who plays alone is told whole", () => {
  expect(rivals(one("a", { names: ["Hina", "Hina 2"] }))).toEqual(["Hina 2"]);
  expect(rivals(one("a", { names: ["", "Hina", "Aki"], mine: [1] }))).toEqual(["Aki"]);
  expect(rivals(one("a", { mine: [0, 1] }))).toEqual(["Hina", "Rin"]);
});

test("the street shows nothing older than what the house tells, then what changes", () => {
  const heard: string[][] = [];
  const street = new Street((tables) => heard.push(ids(tables)));
  expect(street.fresh).toBe(false);
  FakeSocket.last.onopen?.();
  expect(FakeSocket.last.sent).toEqual([{ type: "street", lang: "en" }]);
  FakeSocket.last.tell({ type: "mytables", tables: [one("new")] });
  expect([street.fresh, ids(guest.tables), heard]).toEqual([true, ["new"], []]);
  FakeSocket.last.tell({ type: "mytables", tables: [one("newer"), one("new", { over: true })] });
  expect(ids(guest.tables)).toEqual(["newer", "new"]);
  expect(guest.tables.filter(waits)).toHaveLength(1);
  expect(heard).toEqual([["newer", "new"]]);
  FakeSocket.last.tell({ type: "mytables", tables: [], gone: ["newer"] });
  expect(ids(guest.tables)).toEqual(["new"]);
  street.close();
});

test("without a socket the list is asked for", async () => {
  answers.set("GET /api/me", { name: "Hina", tables: [one("kept")] });
  const street = new Street();
  FakeSocket.last.die();
  await expect.poll(() => street.fresh).toBe(true);
  expect(ids(guest.tables)).toEqual(["kept"]);
  street.close();
});

test("a filter asks for games under way, for finished ones, or for both", () => {
  expect(questions({ game: "", show: "" })).toEqual({
    running: { state: "running" },
    finished: { state: "finished" },
  });
  expect(questions({ game: "g", show: "running" })).toEqual({
    running: { game: "g", state: "running" },
    finished: null,
  });
  expect(questions({ game: "", show: "lost" })).toEqual({
    running: null,
    finished: { result: "lost", state: "finished" },
  });
});

test("older games follow, and what changes is told in its place", async () => {
  answers.set("GET /api/me/games", { games: [one("a"), one("b")], next: 7 });
  const shelf = new Shelf();
  await shelf.load({ game: "", show: "running" });
  answers.set("GET /api/me/games", { games: [one("c")], next: null });
  await shelf.more(shelf.running);
  expect([ids(shelf.running.games), shelf.running.next]).toEqual([["a", "b", "c"], null]);
  const before = asked.length;
  shelf.hear([one("b", { yours: false })]);
  expect(shelf.running.games.map(waits)).toEqual([true, false, true]);
  expect(asked.length).toBe(before);
  shelf.hear([one("a", { over: true })]);
  expect(asked.length).toBe(before + 1);
});

test("what cannot be had is said", async () => {
  const shelf = new Shelf();
  await shelf.load({ game: "", show: "" });
  expect([shelf.loaded, shelf.problem]).toEqual([true, "unreachable"]);
});
