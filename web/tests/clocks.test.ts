/** What counts down at a table, as it is drawn at a moment. */
import { render } from "svelte/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afresh, answers, FakeSocket, person, table, updates } from "./house";
import { games } from "../src/user/user.svelte";
import { speak } from "../src/i18n/phrases.svelte";
import type { GameCard, Presence, Updates } from "../src/api/wire";
import { arrivals } from "../src/table/guide/absence-text";
import Away from "../src/table/clock/AwayTimer.svelte";
import Clock from "../src/table/clock/Clock.svelte";
import GuideAbsent from "../src/table/guide/Absent.svelte";
import GuideWaiting from "../src/table/guide/Waiting.svelte";
import Pause from "../src/table/shell/RoundBreak.svelte";
import { isOpen, Session, type Open } from "../src/table/session/session.svelte";
import Window from "../src/table/clock/AnswerWindow.svelte";

beforeEach(async () => {
  afresh();
  vi.useFakeTimers();
  await speak("en");
  games.all = [{ name: "okiya", levels: [{ name: "novice", label: "Novice" }] } as unknown as GameCard];
});
const opened: Session[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
  vi.useRealTimers();
});

/** Mika at a table with Rin and Aki. */
async function sitting(more: Partial<Updates>, mine = [0]): Promise<Open> {
  const info = table({ seats: [person("Mika"), person("Rin"), person("Aki")] });
  answers.set("GET /api/tables/t1", { table: info, mine });
  const session = new Session("t1");
  opened.push(session);
  await session.open();
  FakeSocket.last.onopen!();
  FakeSocket.last.tell({ type: "yours", seats: mine });
  FakeSocket.last.tell(updates({ table: info, seat: mine[0] ?? null, seq: 3, ...more }));
  if (!isOpen(session)) throw new Error("closed");
  return session;
}
const text = (html: string): string =>
  html
    .replace(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const waiting = (...seats: number[]) => ({ whole: 20_000, left: 20_000, waiting: seats });

test.each([
  [[0], "Waiting for you. 14 s left"],
  [[0, 1], "Waiting for you and Rin. 14 s left"],
  [[1, 2], "Still reading: Rin, Aki. 14 s left"],
])("the pause says who reads and how long at most: %j", async (seats, said) => {
  const session = await sitting({ pause: waiting(...seats) });
  vi.advanceTimersByTime(6000);
  expect(text(render(Pause, { props: { session } }).body)).toBe(said);
});

test("the pause of who only looks on", async () => {
  const session = await sitting({ pause: waiting(1), seat: null, asked: 1 }, []);
  expect(text(render(Pause, { props: { session } }).body)).toBe("Still reading: Rin. 20 s left");
  expect(text(render(GuideWaiting, { props: { session, away: null, refusal: "" } }).body)).toBe(
    "The next round starts in a moment.",
  );
});

test("a pause that is over leaves nothing to count", async () => {
  const session = await sitting({ pause: waiting(0) });
  vi.advanceTimersByTime(60_000);
  expect(text(render(Pause, { props: { session } }).body)).toContain("0 s left");
});

test("who has read says so once, and only if somebody waits", async () => {
  const session = await sitting({ pause: waiting(0, 1) });
  const goesOn = () => FakeSocket.last.sent.filter((each) => each.type === "continue");
  session.goOn();
  expect(goesOn()).toEqual([{ type: "continue", seat: 0 }]);
  FakeSocket.last.tell(updates({ seq: 3, from_seq: 3, pause: waiting(1) }));
  session.goOn();
  expect([goesOn().length, session.awaited]).toEqual([1, false]);
});

test("a table is watched by readers, and the gallery is none", async () => {
  await sitting({});
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: "watch", reads: true });
  await sitting({ seat: null }, []);
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: "watch", reads: false });
});

test("a window counts down for whoever is asked", async () => {
  const session = await sitting({ asked: 0, window: { whole: 4000, left: 4000 } });
  vi.advanceTimersByTime(1500);
  const drawn = render(Window, { props: { session } }).body;
  expect(drawn).toContain("scale: 0.625 1");
  expect(text(drawn)).toContain("3 s");
  FakeSocket.last.tell(updates({ seq: 3, from_seq: 3, asked: 1, window: { whole: 4000, left: 2500 } }));
  expect(text(render(Window, { props: { session } }).body)).not.toContain("s,");
});

test("an absent player's seat is kept by the clock; then the others are asked", async () => {
  const session = await sitting({ asked: 1 });
  FakeSocket.last.tell({
    type: "presence",
    here: [true, false, true],
    gallery: 0,
    absent: [{ seat: 1, left: 60_000, agreed: [] }],
  });
  expect(session.vigil.of(1)).toBeNull(); // a page that is loaded again is no absence
  vi.advanceTimersByTime(15_000);
  const away = session.vigil.of(1)!;
  expect(text(render(Away, { props: { who: "Rin", away } }).body)).toContain("0:45");
  expect(text(render(GuideWaiting, { props: { session, away, refusal: "" } }).body)).toContain(
    "Rin is offline. The seat is kept for 0:45.",
  );
  expect(session.vigil.asks).toBeNull();
  for (let n = 0; n < 9; n++) {
    vi.advanceTimersByTime(5_100);
    FakeSocket.last.tell({ type: "pong" }); // the line is alive
  }
  const due = session.vigil.asks!;
  const asked = text(render(GuideAbsent, { props: { session, away: due } }).body);
  expect(asked).toContain("Rin has been offline for 1 min. Let a bot (Novice) take over?");
});

const absentSeat = (more: object): Presence => ({
  type: "presence",
  here: [true, false, true],
  gallery: 0,
  absent: [{ seat: 1, left: 0, agreed: [], ...more }],
});

test("who stayed is shown what the house allows", async () => {
  const session = await sitting({ asked: 1 });
  const shown = (more: object): string => {
    FakeSocket.last.tell(absentSeat(more));
    return text(render(GuideAbsent, { props: { session, away: session.vigil.asks! } }).body);
  };
  expect(shown({ claim: null, call_off: null })).not.toMatch(/Claim the win|Call it off/);
  expect(shown({ claim: 0, call_off: 540_000 })).toContain("Claim the win");
  expect(shown({ claim: 0, call_off: 540_000 })).not.toContain("Call it off");
  expect(shown({ claim: 0, call_off: 0 })).toContain("Call it off");
  expect(shown({ call_off: 0, quits: [2] })).toContain("Want to call it off: ");
  expect(shown({ call_off: 0, quits: [0] })).toContain("You want to call it off.");
  const drawn = render(GuideAbsent, { props: { session, away: session.vigil.asks! } }).body;
  expect(drawn).toMatch(/role="note"[^>]*>You want to call it off/); // small screens hide reasons without a role
});

test("a first arrival has joined, a return is told after an absence that was told, and to nobody of their own", async () => {
  const session = await sitting({ asked: 1 });
  const here: Presence = { type: "presence", here: [true, true, true], gallery: 0, absent: [] };
  FakeSocket.last.tell(absentSeat({ came: false }));
  FakeSocket.last.tell(here);
  expect(arrivals(session)).toBe("Rin joined.");
  FakeSocket.last.tell(absentSeat({ left: 60_000 })); // a page that is loaded again
  FakeSocket.last.tell(here);
  expect(arrivals(session)).toBe("Rin joined.");
  FakeSocket.last.tell(absentSeat({}));
  FakeSocket.last.tell(here);
  expect(arrivals(session)).toBe("Rin is back.");
  FakeSocket.last.tell({ ...absentSeat({ seat: 0, came: false }), here: [false, true, true] });
  FakeSocket.last.tell(here);
  expect(arrivals(session)).not.toContain(session.names[0]);
});

test("the time for a first move is shown instead of the clock", async () => {
  const clock = { left: [300_000, 300_000, null], running: 0, delay: 45_000, first: true };
  const session = await sitting({ asked: 0, clock });
  const drawn = render(Clock, { props: { session, seat: 0 } }).body;
  expect(text(drawn)).toContain("0:45");
  expect(drawn).toContain("or the game is called off");
  expect(text(render(Clock, { props: { session, seat: 1 } }).body)).toContain("5:00");
});

test("who has the seat back from a bot is told what it did", async () => {
  const session = await sitting({ asked: 1 });
  const event = (seq: number, type: string) => ({
    seq: seq + 1,
    line: { seq, seat: null, move: null, event: { type, seat: 0 }, said: "" },
  });
  const move = { seq: 5, line: { seq: 4, seat: 0, move: { type: "Take" }, event: null, said: "" } };
  FakeSocket.last.tell(
    updates({ from_seq: 3, seq: 6, frames: [event(3, "bottakes"), move, event(5, "botreturns")] }),
  );
  expect(session.notice?.sentence).toBe("You are back. A bot made 1 move for you.");
});
