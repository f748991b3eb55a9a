import { expect, test } from "vitest";
import { placed } from "../src/ui/help/placing";

const screen = { width: 1280, height: 800 };
const tip = { width: 300, height: 60 };
const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

test("words about a piece stand above it, within the window", () => {
  expect(placed(box(600, 300, 80, 100), tip, null, screen)).toEqual({ left: 490, top: 230 });
  expect(placed(box(0, 300, 80, 100), tip, null, screen).left).toBe(8);
  expect(placed(box(1240, 300, 40, 100), tip, null, screen).left).toBe(972);
  expect(placed(box(600, 20, 80, 100), tip, null, screen).top).toBe(130);
});

test("they never cover the guide", () => {
  const guide = box(24, 560, 960, 64);
  const card = box(800, 670, 86, 120);
  expect(placed(card, tip, guide, screen).top).toBe(490);
  expect(placed(box(1100, 670, 86, 120), tip, guide, screen).top).toBe(490);
  expect(placed(box(1150, 670, 86, 120), { ...tip, width: 200 }, guide, screen).top).toBe(600);
});

test("a window too small for both shows the words", () => {
  const low = { width: 600, height: 100 };
  expect(placed(box(300, 40, 50, 50), tip, box(0, 0, 600, 40), low)).toEqual({ left: 175, top: 8 });
});
