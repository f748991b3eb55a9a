import { expect, test } from "vitest";
import "./house";
import { rivalsOf } from "../src/learn/lesson-table";

test("rivals in a lesson have names of their own", () => {
  const names = rivalsOf("Rin", 3).map((seat) => seat.name);
  expect(new Set([...names, "Rin"]).size).toBe(4);
  expect(rivalsOf("Rin", 3).every((seat) => seat.kind === "shared")).toBe(true);
});
