/** Clocks: how they are shown and said, how this browser counts on, and what is answered to the house's pings. */
import { render } from "svelte/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afresh, answers, FakeSocket, table, updates } from "./house";
import { clockWords, face, mark, PRESETS, spoken, took } from "../src/state/time-control";
import { games } from "../src/user/user.svelte";
import type { ClockInfo, GameCard } from "../src/api/wire";
import { speak } from "../src/i18n/phrases.svelte";
import Clock from "../src/table/clock/Clock.svelte";
import { isOpen, Session, type Open } from "../src/table/session/session.svelte";
import { setUp } from "../src/table/waiting/table-settings";
import { Ticking } from "../src/table/session/clocks.svelte";

beforeEach(async () => {
  afresh();
  vi.useFakeTimers();
  await speak("en");
});
afterEach(() => void vi.useRealTimers());

const S = 1000;
const D = 86_400 * S;

test("a clock shows days, hours, minutes, and tenths at the end", () => {
  expect(
    [3 * D, 2 * D + 3 * 3600 * S, 3600 * S, 245 * S, 60 * S, 59_001, 10 * S, 9999, 40, 0].map(face),
  ).toEqual(["3 d 0 h", "2 d 3 h", "1:00:00", "4:05", "1:00", "1:00", "0:10", "9.9", "0.0", "0.0"]);
});

test("the ear hears whole minutes, then ten and five seconds, each once", () => {
  const heard: number[] = [];
  for (let left = 150 * S; left > 0; left -= 250) {
    const at = mark(left + 250, left);
    if (at !== null) heard.push(at / S);
  }
  expect(heard).toEqual([120, 60, 10, 5]);
  expect(mark(0, 0)).toBeNull();
  expect(mark(12 * S, 3 * S)).toBe(5 * S); // a page that slept says what counts
});

test("clocks in words, as their presets and as they are said", () => {
  expect(PRESETS.map(clockWords)).toEqual([
    "3 min + 2 s a move",
    "5 min + 3 s a move",
    "10 min + 5 s a move",
    "15 min + 10 s a move",
    "20 min + 10 s a move",
    "1 day a move",
    "3 days a move",
    "7 days a move",
  ]);
  expect(clockWords({ type: "live", base: 90 })).toBe("1 min 30 s a player");
  expect(clockWords({ type: "live", base: 60, delay: 5 })).toBe("1 min, 5 s delay a move");
  expect(clockWords(null)).toBe("");
  expect([2 * D, 3600 * S, 300 * S, 5 * S].map(spoken)).toEqual([
    "2 days",
    "1 hour",
    "5 minutes",
    "5 seconds",
  ]);
  expect([0.44, 12, 125].map(took)).toEqual(["0.4 s", "12 s", "2:05"]);
});

test("only the clock that runs goes on, after its delay, and never below nothing", () => {
  const ticking = new Ticking();
  expect(ticking.left(0, 0)).toBeNull();
  ticking.hear({ left: [60 * S, 50 * S, null], running: 1, delay: 2 * S });
  const at = performance.now();
  expect([0, 1, 2].map((seat) => ticking.left(seat, at + 5 * S))).toEqual([60 * S, 47 * S, null]);
  expect(ticking.left(1, at + S)).toBe(50 * S);
  expect(ticking.left(1, at + 99 * S)).toBe(0);
});

async function seated(clock: ClockInfo): Promise<{ session: Open; socket: FakeSocket }> {
  games.all = [{ name: "okiya", levels: [], options: [], secrets: false } as unknown as GameCard];
  const info = table({ clock: { type: "live", base: 300, increment: 3 } });
  answers.set("GET /api/tables/t1", { table: info, mine: [0] });
  const session = new Session("t1");
  await session.open();
  FakeSocket.last.onopen?.();
  FakeSocket.last.tell(updates({ table: info, seat: 0, clock }));
  if (!isOpen(session)) throw new Error("closed");
  return { session, socket: FakeSocket.last };
}

test("a seat's clock at the table, red in its last ten seconds", async () => {
  const { session } = await seated({ left: [9500, 300 * S], running: 0 });
  const [mine, theirs] = [0, 1].map((seat) => render(Clock, { props: { session, seat } }).body);
  expect(mine).toMatch(/class="clock[^"]* runs last/);
  expect(mine).toContain('aria-label="Mika’s clock: 10 seconds"');
  expect(theirs).toContain("5:00");
  expect(theirs).not.toContain("runs");
  expect(setUp(session.info, games.all[0]!)[0]).toEqual({ label: "Clock", value: "5 min + 3 s a move" });
});

test("a ping of the house is answered at once", async () => {
  const { socket } = await seated({ left: [1, 1], running: 0 });
  socket.tell({ type: "ping" });
  expect(socket.sent.at(-1)).toEqual({ type: "pong" });
});

test("what is planned while the rival thinks never becomes a move by itself", async () => {
  const { session, socket } = await seated({ left: [60 * S, 60 * S], running: 1 });
  const submitted = (): number => socket.sent.filter(({ type }) => type === "submit").length;
  const plan = { move: { type: "Take", square: 1 }, notation: "b1", label: "b1" };
  socket.tell(updates({ seq: 1, asked: 1, choices: [], clock: { left: [60 * S, 60 * S], running: 1 } }));
  session.submit(plan);
  expect(submitted()).toBe(0);
  const line = { seq: 1, seat: 1, move: null, event: null, said: "Rin moves." };
  const moved = { seq: 2, from_seq: 1, asked: 0, frames: [{ seq: 2, line }] };
  socket.tell(updates({ ...moved, clock: { left: [60 * S, 50 * S], running: 0 } }));
  session.submit(plan); // a tap that was on its way when the turn came
  expect(submitted()).toBe(0);
  vi.advanceTimersByTime(5000);
  expect(submitted()).toBe(0);
  session.submit(plan);
  expect(submitted()).toBe(1);
});
