import { expect, test } from "vitest";
import { crestOf, petal, turns } from "../src/ui/crest";

const NAMES = [
  "Hikari",
  "Yuki",
  "Mei",
  "Rin",
  "Mika",
  "Kiku",
  "Haru",
  "Sora",
  "Kenji",
  "Aoi",
  "Lucie",
  "Tomek",
];
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const key = (name: string): string => JSON.stringify(crestOf(name));

test("the same name always has the same crest, however it is encoded", () => {
  expect(crestOf("Étienne")).toEqual(crestOf("E\u0301tienne"));
  expect(crestOf(" Mei ")).toEqual(crestOf("Mei"));
  expect(crestOf("Mei")).toEqual({
    day: "#23664f",
    night: "#82c8a6",
    petals: 4,
    shape: "oval",
    ring: "double",
    turned: true,
    heart: true,
  });
});

test("different names nearly always have different crests", () => {
  expect(new Set(NAMES.map(key)).size).toBe(NAMES.length);
  const pairs = [...LETTERS].flatMap((a) => [...LETTERS].map((b) => `Ha${a}${b}`));
  const seen = new Map<string, number>();
  for (const name of pairs) seen.set(key(name), (seen.get(key(name)) ?? 0) + 1);
  // two of 676 names share a crest as often as chance has it, with 2880 crests
  const alike = [...seen.values()].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0);
  expect(alike / ((pairs.length * (pairs.length - 1)) / 2)).toBeLessThan(1 / 1000);
});

test("every part varies", () => {
  const all = [...LETTERS].flatMap((a) => [...LETTERS].map((b) => crestOf(a + b)));
  const count = (of: (crest: ReturnType<typeof crestOf>) => unknown): number => new Set(all.map(of)).size;
  expect(count((each) => each.day)).toBe(8);
  expect(count((each) => each.petals)).toBe(6);
  expect(count((each) => each.shape)).toBe(5);
  expect(count((each) => each.ring)).toBe(3);
});

test("petals stand evenly, and stay inside the ring", () => {
  expect(turns({ ...crestOf("Mei"), petals: 4, turned: false })).toEqual([0, 90, 180, 270]);
  expect(turns({ ...crestOf("Mei"), petals: 3, turned: true })).toEqual([60, 180, 300]);
  for (const name of NAMES)
    for (const [, number] of petal(crestOf(name)).matchAll(/(\d+(\.\d+)?)/g))
      expect(Number(number)).toBeLessThan(58);
});
