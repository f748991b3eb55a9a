/** A rule in words follows the options and the seats of its table. */
import { expect, test } from "vitest";
import "./house";
import { games } from "../src/user/user.svelte";
import type { GameCard } from "../src/api/wire";

const option = (name: string, value: string | boolean) => ({
  option: { name, kind: "choice", default: value },
  label: "",
  labels: {},
});

test("a reason is told as the table has the rule", () => {
  const when = { "box=full": "Seven.", "box=small": "Three.", "long=true": "", "seats=6": "Six." };
  const rules = [
    { number: "H1", text: "Some.", when },
    { number: "H2", text: "Always.", when: {} },
  ];
  games.all = [
    { name: "hana", options: [option("long", false), option("box", "full")], rules } as unknown as GameCard,
  ];
  expect(games.rule("hana", "H1", {}, 2)).toBe("Seven.");
  expect(games.rule("hana", "H1", { box: "small" }, 2)).toBe("Three.");
  expect(games.rule("hana", "H1", { box: "odd" }, 2)).toBe("Some.");
  expect(games.rule("hana", "H1", { long: true }, 2)).toBe(""); // there is no such rule then
  expect(games.rule("hana", "H1", {}, 6)).toBe("Seven.");
  expect(games.rule("hana", "H1", { box: "odd" }, 6)).toBe("Six.");
  expect(games.rule("hana", "H2", { box: "small" }, 2)).toBe("Always.");
  expect(games.rule("hana", "H9", {}, 2)).toBe("");
  expect(games.rule("chess", "H1", {}, 2)).toBe("");
});
