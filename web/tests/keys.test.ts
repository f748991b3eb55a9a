import { expect, test } from "vitest";
import { walk } from "../src/ui/dom/roving";

test("a row goes round, a grid ends at its edge", () => {
  expect(walk(0, [-1, 0], 5, 0)).toBe(4);
  expect(walk(4, [0, 1], 5, 0)).toBe(0);
  expect(walk(5, [0, 1], 16, 4)).toBe(9);
  expect(walk(5, [0, -1], 16, 4)).toBe(1);
  expect(walk(7, [1, 0], 16, 4)).toBe(7);
  expect(walk(8, [-1, 0], 16, 4)).toBe(8);
  expect(walk(2, [0, -1], 16, 4)).toBe(2);
  expect(walk(13, [0, 1], 16, 4)).toBe(13);
});
