import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { awayOf, clock, nextIn, question, secondsLeft } from "../src/table/session/away";
import { Vigil } from "../src/table/session/presence.svelte";
import type { Absent, Presence } from "../src/api/wire";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const told = (...absent: Absent[]): Presence => ({
  type: "presence",
  here: [true, !absent.some((each) => each.seat === 1), true],
  gallery: 0,
  absent,
});
const rin = (left: number, agreed: number[] = []): Absent => ({ seat: 1, left, agreed });

test("the countdown goes by this browser's clock, in whole seconds, down to nothing", () => {
  const [away] = awayOf([rin(15_000)], 15, 1000);
  expect([1000, 1001, 2000, 15_999, 16_000, 99_000].map((now) => secondsLeft(away!, now))).toEqual([
    15, 15, 14, 1, 0, 0,
  ]);
  expect([0, 9, 60, 75, 600].map(clock)).toEqual(["0:00", "0:09", "1:00", "1:15", "10:00"]);
});

test("a question is due when the time is up, and later for whoever waits on", () => {
  const all = awayOf([rin(5000), { seat: 2, left: 8000, agreed: [] }], 15, 0);
  expect(question(all, new Map(), 4999)).toBeNull();
  expect(question(all, new Map(), 5000)?.seat).toBe(1);
  expect(question(all, new Map([[1, 65_000]]), 9000)?.seat).toBe(2);
  expect(nextIn(all, new Map(), 1000)).toBe(4000);
  expect(nextIn(all, new Map([[1, 65_000]]), 9000)).toBe(56_000);
  expect(nextIn(all, new Map(), 9000)).toBeNull();
});

test("a page that is loaded again is no absence", () => {
  const vigil = new Vigil();
  vigil.hear(told(rin(60_000)), 60);
  expect([vigil.isHere(1), vigil.of(1), vigil.gone]).toEqual([false, null, []]);
  vi.advanceTimersByTime(2000);
  vigil.hear(told(), 60);
  vi.advanceTimersByTime(9000);
  expect([vigil.of(1), vigil.gone, vigil.back]).toEqual([null, [], []]);
  vigil.hear(told(rin(60_000)), 60);
  vi.advanceTimersByTime(4010);
  expect([vigil.of(1)?.seat, vigil.gone]).toEqual([1, [1]]);
  vigil.hear(told(rin(50_000)), 60); // for whoever comes later it is shown at once
  expect(vigil.of(1)?.seat).toBe(1);
});

test("the question comes by itself, waits on for a while, and ends with the return", () => {
  const vigil = new Vigil();
  expect(vigil.isHere(1)).toBe(true); // nobody has said otherwise
  vigil.hear(told(rin(11_000)), 15);
  expect([vigil.isHere(1), vigil.gone, vigil.asks]).toEqual([false, [1], null]);
  vi.advanceTimersByTime(11_010);
  expect(vigil.asks?.seat).toBe(1);
  vigil.waitOn(1, 15_000);
  expect(vigil.asks).toBeNull();
  vi.advanceTimersByTime(15_010);
  expect(vigil.asks?.seat).toBe(1);
  vigil.hear(told(rin(0, [0])), 15);
  expect(vigil.asks?.agreed).toEqual([0]);
  vigil.hear(told(), 15);
  expect([vigil.asks, vigil.gone, vigil.back, vigil.of(1)]).toEqual([null, [], [1], null]);
});

test("who returns and goes again has the whole time again, even if one waited on", () => {
  const vigil = new Vigil();
  vigil.hear(told(rin(0)), 15);
  vigil.waitOn(1, 60_000);
  vigil.hear(told(), 15);
  vigil.hear(told(rin(15_000)), 15);
  vi.advanceTimersByTime(15_010);
  expect(vigil.asks?.seat).toBe(1);
});

test("without a line nobody is asked anything", () => {
  const vigil = new Vigil();
  vigil.hear(told(rin(1000)), 15);
  vigil.stop();
  vi.advanceTimersByTime(5000);
  expect([vigil.asks, vigil.away]).toEqual([null, []]);
});
