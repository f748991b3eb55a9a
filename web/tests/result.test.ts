/** How a game ended, in a sentence with its numbers. */
import { beforeAll, expect, test } from "vitest";
import "./house";
import type { Result } from "../src/api/wire";
import { speak } from "../src/i18n/phrases.svelte";
import { verdictInNumbers } from "../src/table/session/result";

const result = (points: number[], winners: number[], reason = "G32"): Result => ({
  points,
  ranks: points.map(() => 1),
  winners,
  reason,
});
const PAIR = ["Ann", "Bo"];

beforeAll(() => speak("en"));

test("the sentence has the numbers that decided", () => {
  expect(verdictInNumbers(result([11, 8], [0]), PAIR, 0)).toBe("You win: 11 points to 8.");
  expect(verdictInNumbers(result([11, 8], [0]), PAIR, 1)).toBe("Ann wins: 11 points to 8.");
  expect(verdictInNumbers(result([25, 9, 11], [0]), [...PAIR, "Cy"], null)).toBe("Ann wins: 25 points.");
});

test("where points did not decide there are none", () => {
  expect(verdictInNumbers(result([9, 12], [0], "H18"), PAIR, 0)).toBe("You win.");
  expect(verdictInNumbers(result([1, 0], [0], "O7"), PAIR, 0)).toBe("You win.");
  expect(verdictInNumbers(result([0, 0], [1], "resigned"), PAIR, 0)).toBe("Bo wins.");
  expect(verdictInNumbers(result([7, 7], [0, 1]), PAIR, 0)).toBe("Shared victory: Ann, Bo.");
  expect(verdictInNumbers(result([0, 0], [], "agreed"), PAIR, 0)).toBe("Nobody wins.");
  expect(verdictInNumbers(result([0, 0], [1], "claimed"), PAIR, 1)).toBe("You win.");
  for (const reason of ["calledoff", "lapsed"])
    expect(verdictInNumbers(result([0, 0], [], reason), PAIR, 0)).toBe("Called off: no result.");
});
