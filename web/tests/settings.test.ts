/** What a person chose: the animation; and whether trouble passes. */
import { afterEach, expect, test, vi } from "vitest";
import { Problem, isPassing } from "../src/api/rest";
import { ANIMATIONS, animate, animation, settings, stretch } from "../src/state/settings.svelte";

vi.hoisted(() => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => animate("system"));

test("every choice of animation is told as it was chosen", () => {
  for (const each of ANIMATIONS) {
    animate(each);
    expect(animation()).toBe(each);
  }
});

test("what an older version of the app kept stays valid", () => {
  Object.assign(settings, { motion: "still", stories: "normal" });
  expect([animation(), stretch()]).toEqual(["none", 1]);
  Object.assign(settings, { motion: "system", stories: "slow" });
  expect([animation(), stretch()]).toEqual(["slow", 1.7]);
  Object.assign(settings, { motion: "moving", stories: "fast" });
  expect(animation()).toBe("fast");
  Object.assign(settings, { motion: "moving", stories: "none" });
  expect([animation(), stretch()]).toEqual(["none", 0]);
});

test("trouble of the server is told apart from what is not there", () => {
  expect(isPassing(new Problem(404, "no_table", "There is no such table."))).toBe(false);
  expect(isPassing(new Problem(503, "not_kept", "The server could not save this."))).toBe(true);
  expect(isPassing(new TypeError("Failed to fetch"))).toBe(true);
});
