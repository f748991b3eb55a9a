/** A rule in words follows the options of its table. */
import { expect, test } from "vitest";
import "./house";
import { games } from "../src/lib/guest.svelte";
import type { GameCard } from "../src/lib/wire";

const option = (name: string, value: string | boolean) => ({
  option: { name, kind: "choice", default: value },
  label: "",
  labels: {},
});

test("a reason is told as the table has the rule", () => {
  const when = { "box=full": "Seven.", "box=small": "Three.", "long=true": "" };
  const rules = [
    { number: "H1", text: "Some.", when },
    { number: "H2", text: "Always.", when: {} },
  ];
  games.all = [
    { name: "hana", options: [option("long", false), option("box", "full")], rules } as unknown as GameCard,
  ];
  expect(games.rule("hana", "H1", {})).toBe("Seven.");
  expect(games.rule("hana", "H1", { box: "small" })).toBe("Three.");
  expect(games.rule("hana", "H1", { box: "odd", long: true })).toBe("Some.");
  expect(games.rule("hana", "H2", { box: "small" })).toBe("Always.");
  expect(games.rule("hana", "H9", {})).toBe("");
  expect(games.rule("chess", "H1", {})).toBe("");
});
