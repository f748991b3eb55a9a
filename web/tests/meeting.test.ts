/** Strangers meet: one socket for the lobby, the place and the guest's tables, whichever page is shown. */
import { beforeEach, expect, test, vi } from "vitest";
import { afresh, answers, asked, FakeSocket } from "./house";

const memory = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => memory.get(key) ?? null,
  setItem: (key: string, value: string) => void memory.set(key, value),
  removeItem: (key: string) => void memory.delete(key),
});
vi.stubGlobal("history", { pushState: () => undefined, replaceState: () => undefined });
vi.stubGlobal("scrollTo", () => undefined);
vi.stubGlobal("window", globalThis);
const { guest } = await import("../src/user/user.svelte");
const { meeting } = await import("../src/matchmaking/matchmaking.svelte");
const { minutes } = await import("../src/ui/dom/every-second.svelte");
const { Street } = await import("../src/user/my-tables-feed.svelte");

const sent = (): string[] => FakeSocket.last.sent.map(({ type }) => type);
const NOBODY = { type: "yourplace" as const, game: "" };

beforeEach(() => {
  afresh();
  memory.clear();
  guest.me = { name: "Hina", tables: [] };
  meeting.place = null;
  meeting.problem = "";
});

test("a page has one socket, however much it shows", () => {
  const before = FakeSocket.all.length;
  const leave = meeting.show();
  const street = new Street();
  FakeSocket.last.onopen?.();
  expect(FakeSocket.all.length - before).toBe(1);
  expect(sent()).toContain("lobby");
  expect(sent()).toContain("street");
  street.close();
  expect(FakeSocket.last.readyState).toBe(1);
  leave();
  expect(FakeSocket.last.readyState).toBe(3);
});

test("a server that does not answer a second call is silent, until it answers", async () => {
  vi.useFakeTimers();
  const leave = meeting.show();
  FakeSocket.last.onopen?.();
  for (const silent of [false, false, true]) {
    FakeSocket.last.onclose?.({ code: 1006 });
    expect(meeting.silent).toBe(silent);
    await vi.runOnlyPendingTimersAsync();
  }
  FakeSocket.last.onopen?.();
  expect(meeting.silent).toBe(false);
  leave();
  vi.useRealTimers();
});

test("who waits listens on every page, and after a reload", async () => {
  const leave = meeting.show();
  FakeSocket.last.onopen?.();
  await meeting.seek({ game: "g", options: { match: "long" } });
  expect(FakeSocket.last.sent.at(-1)).toEqual({ type: "queue", game: "g", options: { match: "long" } });
  FakeSocket.last.tell({ type: "yourplace", game: "g", waited: 0 });
  leave();
  expect(meeting.waits).toBe(true);
  expect(FakeSocket.last.readyState).toBe(1);
  expect(memory.size).toBe(1);
  FakeSocket.last.tell(NOBODY);
  expect([meeting.waits, memory.size, FakeSocket.last.readyState]).toEqual([false, 0, 3]);
  memory.set("hanamachi waits", "g");
  meeting.comeBack();
  FakeSocket.last.onopen?.();
  expect(FakeSocket.last.sent).toEqual([{ type: "lobby", lang: "en", tables: false }]);
  FakeSocket.last.tell(NOBODY);
});

test("a wish that nobody could hear is sent when the line is there", async () => {
  const leave = meeting.show();
  FakeSocket.last.readyState = 0;
  await meeting.seek({ game: "g" });
  expect(sent()).not.toContain("queue");
  FakeSocket.last.readyState = 1;
  FakeSocket.last.onopen?.();
  expect(sent()).toEqual(["lobby", "queue"]);
  leave();
  FakeSocket.last.tell(NOBODY);
});

test("who is confirmed has given words, and is at the table", async () => {
  const leave = meeting.show();
  answers.set("POST /api/tables/t1/words", { table: {}, mine: [0] });
  const found = { table: "t1", commitment: "c", names: [], mode: [], left: 9, ready: false, waiting: 2 };
  FakeSocket.last.tell({ type: "yourplace", game: "g", found });
  await meeting.confirm();
  expect(asked.map(({ call }) => call)).toContain("POST /api/tables/t1/words");
  leave();
  FakeSocket.last.tell(NOBODY);
});

test("who confirmed in vain is taken from the table that is dead to the lobby, and waits on", async () => {
  const leave = meeting.show();
  const gone: string[] = [];
  vi.stubGlobal("history", { replaceState: (_: unknown, __: string, href: string) => void gone.push(href) });
  const found = { table: "t1", commitment: "c", names: [], mode: [], left: 9, ready: true, waiting: 1 };
  FakeSocket.last.tell({ type: "yourplace", game: "g", found });
  FakeSocket.last.tell({ type: "yourplace", game: "g", why: "Nobody came." });
  expect(gone).toEqual([]); // on whatever other page they are, they stay there
  location.pathname = "/t/t1";
  FakeSocket.last.tell({ type: "yourplace", game: "g", found });
  FakeSocket.last.tell({ type: "yourplace", game: "g", why: "Nobody came." });
  expect(gone).toEqual(["/lobby"]);
  expect([meeting.waits, meeting.place?.why]).toEqual([true, "Nobody came."]);
  FakeSocket.last.tell({ type: "yourplace", game: "g", found });
  FakeSocket.last.tell(NOBODY); // the game begins
  expect(gone).toEqual(["/lobby"]);
  location.pathname = "/";
  leave();
});

test("who did not confirm in time is told why they wait no longer; who said no is not", () => {
  const leave = meeting.show();
  const found = { table: "t1", commitment: "c", names: [], mode: [], left: 9000, ready: false, waiting: 2 };
  FakeSocket.last.tell({ type: "yourplace", game: "g", found });
  FakeSocket.last.tell(NOBODY);
  expect(meeting.problem).toBe("");
  FakeSocket.last.tell({ type: "yourplace", game: "g", found: { ...found, left: 0 } });
  FakeSocket.last.tell(NOBODY);
  expect(meeting.problem).not.toBe("");
  meeting.problem = "";
  leave();
});

test("time in minutes", () => {
  expect([0, 900, 61_000, 754_001].map(minutes)).toEqual(["0:00", "0:01", "1:01", "12:35"]);
});
