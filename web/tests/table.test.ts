import { expect, test } from "vitest";
import { plural } from "../src/lib/plural";
import { joined, standing } from "../src/lib/story";
import type { Choice, Line, Tagged } from "../src/lib/wire";
import { told } from "../src/lib/chapters";
import { found, grouped } from "../src/table/grouping";
import { rowsOf } from "../src/table/rows";
import { segments } from "../src/table/segments";

const line = (seq: number, seat: number | null, said = "", event: Tagged | null = null): Line => ({
  seq,
  seat,
  move: null,
  event,
  said,
});
const takeback = (to: number): Tagged & { to: number } => ({ type: "takeback", to });
const choice = (label: string): Choice => ({ move: { type: label }, notation: label, label });

test("what was taken back is no longer told", () => {
  const lines = [line(0, 0), line(1, 1), line(2, 0), line(3, null, "", takeback(1))];
  expect(standing(lines).map((each) => each.seq)).toEqual([0, 3]);
  expect(joined(lines.slice(0, 3), 3, lines.slice(3)).map((each) => each.seq)).toEqual([0, 3]);
});

test("hearing the same lines twice changes nothing", () => {
  const lines = [line(0, 0), line(1, 1)];
  expect(joined(lines, 1, lines.slice(1))).toEqual(lines);
  expect(joined(lines, 0, lines)).toEqual(lines);
});

test("moves are grouped by their first word, where that helps", () => {
  const many = [choice("gift fan"), choice("gift flute"), choice("secret fan")];
  expect(grouped(many).map((group) => [group.name, group.choices.length])).toEqual([
    ["gift", 2],
    ["secret", 1],
  ]);
  expect(grouped([choice("a1 x"), choice("b1 x")]).map((group) => group.name)).toEqual([""]);
});

test("the search knows no accents, and all its words must be there", () => {
  const many = [choice("świątynia złota"), choice("dom złoty")];
  expect(found(many, "zlot DOM").map((each) => each.label)).toEqual(["dom złoty"]);
  expect(found(many, "")).toHaveLength(2);
});

test("who acts stands out in the log", () => {
  const rows = rowsOf([line(0, -1, "Cards are dealt."), line(1, 0, "Ann passes.")], ["Ann"]);
  expect(rows).toEqual([
    { seq: 0, text: "Cards are dealt." },
    { seq: 1, n: 1, who: "Ann", text: "passes." },
  ]);
});

test("every rule stands in one chapter", () => {
  const rules = Array.from({ length: 13 }, (_, i) => ({ number: `O${i + 1}`, text: "", when: {} }));
  const chapters = ["box", "turn", "win"].map((key, i) => ({ key, from: 1 + 5 * i, signs: [] }));
  expect(told(rules, chapters).map((chapter) => chapter.rules.length)).toEqual([5, 5, 3]);
  expect(told(rules, chapters).flatMap((chapter) => chapter.rules)).toEqual(rules);
  expect(told(rules)).toHaveLength(1);
});

test("Polish has its three plurals", () => {
  expect([1, 3, 5, 22].map((n) => plural("pl", n))).toEqual(["one", "few", "many", "few"]);
});

test("columns stay as drawn, sentences show what they are about, inner lines stay with theirs", () => {
  const words =
    "1  red   black\n   a     b\nDeck: 7 cards.\n1. Ann, hand of 3.\n   Guests: none.\nNothing else";
  expect(segments(words)).toEqual([
    { drawn: "1  red   black\n   a     b" },
    { head: "Deck:", rest: "7 cards.", inner: false },
    { head: "1.", rest: "Ann, hand of 3.", inner: false },
    { head: "Guests:", rest: "none.", inner: true },
    { head: "", rest: "Nothing else", inner: false },
  ]);
});
