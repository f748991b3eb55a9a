import { expect, test } from "vitest";
import { linkQuery, momentNow } from "../src/review/moments";

const MOVED = { "1": [0, 1, 4, 5], "2": [0, 1, 2, 3, 5, 6] };

test("a link without a version is of the table's first, and leads where its moment has gone", () => {
  expect(momentNow(2, null, MOVED)).toBe(4);
  expect(momentNow(4, "2", MOVED)).toBe(5);
});

test("a link of today, a table that never changed and a moment that came later stay as they are", () => {
  expect(momentNow(2, "3", MOVED)).toBe(2);
  expect(momentNow(2, null, {})).toBe(2);
  expect(momentNow(2, null)).toBe(2);
  expect(momentNow(9, null, MOVED)).toBe(9);
});

test("a link names its version where the table has had several", () => {
  expect(linkQuery(3, MOVED, "0")).toBe("?v=3&eyes=0");
  expect(linkQuery(3, MOVED)).toBe("?v=3");
  expect(linkQuery(1, {}, "open")).toBe("?eyes=open");
  expect(linkQuery(undefined)).toBe("");
});
