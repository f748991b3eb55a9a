/** Quick match: every option may be wished for, and what is left open is left to the others. */
import { expect, test } from "vitest";
import { wishable, wished } from "../src/matchmaking/quick-match-wish";
import type { Option, OptionCard } from "../src/api/wire";

const card = (option: Partial<Option> & Pick<Option, "name">): OptionCard => ({
  option: { kind: "choice", default: "a", choices: ["a", "b"], ...option },
  label: option.name,
  labels: {},
});
const CARDS = [
  card({ name: "match" }),
  card({ name: "target", kind: "int", default: 10, only: { match: ["b"] } }),
  card({ name: "dark", kind: "bool", default: false }),
  card({ name: "last", kind: "bool", default: true, players: [6] }),
  card({ name: "starter", seats: { a: 0, b: 1 } }),
];
const names = (said: Record<string, string>, players = 0): string[] =>
  wishable(CARDS, said, players).map(({ option }) => option.name);

test("all that matters may be wished for, but not who sits where", () => {
  expect(names({})).toEqual(["match", "dark"]);
  expect(names({ match: "b" })).toEqual(["match", "target", "dark"]);
  expect(names({}, 6)).toEqual(["match", "dark", "last"]);
});

test("a wish holds what was said, and nothing that does not matter any more", () => {
  expect(wished(CARDS, {}, 0)).toEqual({});
  expect(wished(CARDS, { match: "a", dark: "" }, 0)).toEqual({ match: "a" });
  expect(wished(CARDS, { match: "b", target: "7", dark: "off" }, 0)).toEqual({
    match: "b",
    target: 7,
    dark: false,
  });
  expect(wished(CARDS, { match: "a", target: "7", last: "on", starter: "b" }, 0)).toEqual({ match: "a" });
  expect(wished(CARDS, { last: "on" }, 6)).toEqual({ last: true });
});
