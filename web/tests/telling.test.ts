import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { motion, updates } from "./house";
import { LOOKING, Telling, type Moment, type Pace } from "../src/table/session/playback.svelte";
import type { Frame, Line, Updates } from "../src/api/wire";

beforeEach(() => {
  Object.assign(motion, { on: true, stretch: 1 });
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** A view is how many rows it knows; a Walk has three pictures, a Score and a Question are pages. */
const WAITS: Record<string, number[]> = { Take: [500], Walk: [100, 100, 0] };
const PAGES: Record<string, number> = { Score: 2000, Question: Infinity };
const shown: string[] = [];
const PACE: Pace<number> = {
  pictures: (now) => WAITS[kind(now)] ?? [],
  page: (now) => PAGES[kind(now)] ?? 0,
  turn(now, picture) {
    shown.push(`${now.seq}.${picture}`);
    return () => shown.push(`${now.seq}.${picture} lies`);
  },
};
const kind = (now: Moment<number>): string => now.lines.at(-1)?.move?.type ?? "";
const TAKEBACK = { type: "takeback", to: 0 };
const row = (seq: number, type: string): Line =>
  type === "takeback"
    ? { seq, seat: null, move: null, event: TAKEBACK, said: "" }
    : { seq, seat: 0, move: { type }, event: null, said: "" };

/** Rows after `from`: a kind in brackets has no view of its own. */
function told(from: number, ...kinds: string[]): Updates<number> {
  const seq = from + kinds.length;
  const frames = kinds.map((each, i): Frame<number> => {
    const line = row(from + i, each.replace(/[()]/g, ""));
    const alone = !each.startsWith("(") && i < kinds.length - 1;
    return { seq: from + i + 1, line, ...(alone ? { view: from + i + 1 } : {}) };
  });
  return { ...updates({ from_seq: from, seq }), frames, view: seq };
}
/** No new rows. */
const again = (more: { seq: number; from_seq?: number; takeback?: number }): Updates<number> => ({
  ...updates(more),
  frames: [],
  view: more.seq,
});
function begun(): Telling<number> {
  shown.length = 0;
  return new Telling(again({ seq: 10 }), PACE);
}
const stand = (telling: Telling<number>): [number, number, boolean] => [
  telling.now.view,
  telling.picture,
  telling.busy,
];

test("each frame stays for its time; when the last one is there one may act", () => {
  const telling = begun();
  telling.follow(told(10, "Take", "Take"), false);
  expect(stand(telling)).toEqual([11, 0, true]);
  vi.advanceTimersByTime(499);
  expect(telling.now.view).toBe(11);
  vi.advanceTimersByTime(1);
  expect(stand(telling)).toEqual([12, 0, false]);
  expect(telling.before).toBe(11);
});

test("what comes meanwhile waits for its turn", () => {
  const telling = begun();
  telling.follow(told(10, "Take"), false);
  telling.follow(told(11, "Take"), false);
  expect(stand(telling)).toEqual([11, 0, true]);
  vi.advanceTimersByTime(500);
  expect(stand(telling)).toEqual([12, 0, false]);
});

test("rows without a view of their own belong to the next that has one", () => {
  const telling = begun();
  telling.follow(told(10, "(Deal)", "(Deal)", "Take", "Deal"), false);
  expect(stand(telling)).toEqual([13, 0, true]);
  expect(telling.now.lines.map((line) => line.seq)).toEqual([10, 11, 12]);
  vi.advanceTimersByTime(500);
  expect(stand(telling)).toEqual([14, 0, false]);
});

test("a moment of several pictures keeps everybody from acting until its last", () => {
  const telling = begun();
  telling.follow(told(10, "Walk"), false);
  expect(stand(telling)).toEqual([11, 0, true]);
  vi.advanceTimersByTime(100);
  expect(stand(telling)).toEqual([11, 1, true]);
  vi.advanceTimersByTime(100);
  expect(stand(telling)).toEqual([11, 2, false]);
});

test("skip shows the last picture, and then goes on", () => {
  const telling = begun();
  telling.follow(told(10, "Walk", "Question", "Take"), false);
  telling.skip();
  expect([telling.now.view, telling.held]).toEqual([12, true]);
  vi.advanceTimersByTime(60_000);
  expect(telling.now.view).toBe(12);
  telling.skip();
  expect([telling.now.view, telling.held, telling.busy]).toEqual([13, false, false]);
});

test("the speed that was chosen stretches every picture, and no page", () => {
  motion.stretch = 0.5;
  const telling = begun();
  telling.follow(told(10, "Take", "Score", "Take"), false);
  vi.advanceTimersByTime(249);
  expect(telling.now.view).toBe(11);
  vi.advanceTimersByTime(1);
  expect([telling.now.view, telling.held]).toEqual([12, true]);
  vi.advanceTimersByTime(1999);
  expect(telling.now.view).toBe(12);
});

test("without animations everything is there at once, up to a page", () => {
  Object.assign(motion, { on: false, stretch: 0 });
  const telling = begun();
  telling.follow(told(10, "Take", "Walk", "Question", "Take"), false);
  expect([telling.now.view, telling.held]).toEqual([13, true]);
});

test("a rush shows all that is left, up to a page, and takes no page away", () => {
  const telling = begun();
  telling.follow(told(10, "Walk", "Take", "Question", "Walk", "Take"), false);
  telling.rush();
  expect([telling.now.view, telling.held]).toEqual([13, true]);
  telling.rush();
  expect([telling.now.view, telling.held]).toEqual([13, true]);
  telling.skip();
  telling.rush();
  expect(stand(telling)).toEqual([15, 0, false]);
  telling.follow(told(15, "Take"), false);
  expect(shown.at(-1)).toBe("16.0");
});

test("a page is read for its time, or until the reader goes on", () => {
  const telling = begun();
  telling.follow(told(10, "Score", "Take"), false);
  expect([telling.now.view, telling.held, telling.busy]).toEqual([11, true, true]);
  vi.advanceTimersByTime(2000);
  expect([telling.now.view, telling.held]).toEqual([12, false]);
});

const AT_ONCE: [string, Updates<number>, boolean][] = [
  ["what is old news", told(12, "Walk", "Question", "Take"), true],
  ["what was taken back", told(12, "Walk", "takeback"), false],
  ["what must be answered in time", { ...told(12, "Walk", "Take"), window: { whole: 9, left: 9 } }, false],
  ["a log that is shorter than was thought", again({ from_seq: 4, seq: 4 }), false],
];
test.each(AT_ONCE)("%s is shown at once", (_, news, back) => {
  const telling = begun();
  telling.follow(told(10, "Score", "Take"), false);
  telling.follow(news, back);
  expect([telling.now.told, telling.before, telling.held, telling.busy]).toEqual([news, null, false, false]);
  vi.advanceTimersByTime(60_000);
  expect(telling.now.told).toBe(news);
});

test("the same rows told again change the question and start nothing anew", () => {
  const telling = begun();
  telling.follow(told(10, "Walk"), false);
  vi.advanceTimersByTime(100);
  telling.follow(again({ from_seq: 11, seq: 11, takeback: 1 }), false);
  expect([telling.picture, telling.now.told?.takeback, telling.now.lines.length]).toEqual([1, 1, 1]);
  telling.follow(told(11, "Take", "Take"), false);
  telling.follow(again({ from_seq: 13, seq: 13, takeback: 0 }), false);
  vi.advanceTimersByTime(2000);
  expect(telling.now.told?.takeback).toBe(0);
});

test("who is far behind is told twice as fast", () => {
  const telling = begun();
  telling.follow(told(10, "Take", "Take", "Take", "Take", "Take", "Take"), false);
  vi.advanceTimersByTime(250);
  expect(telling.now.view).toBe(12);
  vi.advanceTimersByTime(250);
  expect(telling.now.view).toBe(13);
  vi.advanceTimersByTime(499);
  expect(telling.now.view).toBe(13);
});

test("without motion only the last picture is shown, and not for long; pages are read as ever", () => {
  motion.on = false;
  const telling = begun();
  telling.follow(told(10, "Take", "Walk", "Score", "Take"), false);
  vi.advanceTimersByTime(150);
  expect([telling.now.view, telling.held]).toEqual([13, true]);
  vi.advanceTimersByTime(1999);
  expect(telling.now.view).toBe(13);
  vi.advanceTimersByTime(1);
  expect(telling.now.view).toBe(14);
});

test("the table is asked before a picture comes, and told when it lies there", async () => {
  const telling = begun();
  telling.follow(told(10, "Walk"), false);
  expect(shown).toEqual(["11.0"]);
  await vi.advanceTimersByTimeAsync(100);
  expect(shown).toEqual(["11.0", "11.0 lies", "11.1", "11.1 lies"]);
});

test("who comes while there is a page to read is held there", () => {
  const missed = (view: number): boolean => view === 10;
  const telling = new Telling(updates({ seq: 10, view: 10 }), { ...PACE, missed });
  telling.follow(told(10, "Take"), false);
  expect([telling.now.view, telling.busy]).toEqual([10, true]);
  telling.skip();
  expect([telling.now.view, telling.busy]).toEqual([11, false]);
  telling.follow(updates({ seq: 10, view: 10 }), true);
  expect([telling.now.view, telling.held]).toEqual([10, true]);
});

test("a window for somebody else takes nobody's page away; one's own does", () => {
  const telling = begun();
  telling.follow(told(10, "Question", "Take"), false);
  telling.follow({ ...told(12, "Take"), asked: 1, window: { whole: 9, left: 9 } }, false);
  expect([telling.now.view, telling.held]).toEqual([11, true]);
  const mine = { ...told(13, "Take"), asked: 0, window: { whole: 9, left: 9 } };
  telling.follow(mine, false);
  expect([telling.now.told, telling.held]).toEqual([mine, false]);
});

test("who only looks on is taken along, but not while the players read", () => {
  const pause = { whole: 20_000, left: 20_000, waiting: [0] };
  const telling = begun();
  telling.follow({ ...told(10, "Question", "Deal"), seat: null, pause }, false);
  vi.advanceTimersByTime(LOOKING + 1000);
  expect([telling.now.view, telling.held]).toEqual([11, true]);
  telling.follow({ ...again({ seq: 12, from_seq: 12 }), seat: null, pause: null }, false);
  expect([telling.now.view, telling.held]).toEqual([12, false]);
});

test("who only looks on has a while to read where nobody is waited for", () => {
  const telling = begun();
  telling.follow({ ...told(10, "Question", "Deal"), seat: null }, false);
  telling.follow({ ...told(12, "Take"), seat: null }, false);
  vi.advanceTimersByTime(LOOKING - 1);
  expect([telling.now.view, telling.held]).toEqual([11, true]);
  vi.advanceTimersByTime(1);
  expect(telling.held).toBe(false);
});

test("who comes to look on has missed no page", () => {
  const telling = new Telling(updates({ seq: 10, view: 10, seat: null }), { ...PACE, missed: () => true });
  expect(telling.held).toBe(false);
});

test("a table that is left tells no more", () => {
  const telling = begun();
  telling.follow(told(10, "Take", "Take"), false);
  telling.stop();
  vi.advanceTimersByTime(60_000);
  expect(telling.now.view).toBe(11);
});
