import { expect, test } from "vitest";
import { plural } from "../src/i18n/plural";
import { joined, standing } from "../src/table/session/history";
import type { Choice, Frame, Line, Tagged } from "../src/api/wire";
import { told } from "../src/i18n/chapters";
import { updates } from "./house";
import { found, grouped } from "../src/table/generic/grouping";
import { asked } from "../src/table/help/help-topics";
import { opening } from "../src/table/session/catch-up";
import { parts, rowsOf, type Row } from "../src/table/log/rows";
import { cellsOf, segments } from "../src/table/generic/columns";

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

test("what is drawn in columns is a table for the ear", () => {
  expect(cellsOf("2  [maple sun]   RED\n1   pine bird   [iris rain]\n    a            b")).toEqual([
    { cells: ["2", "[maple sun]", "RED"], names: false },
    { cells: ["1", "pine bird", "[iris rain]"], names: false },
    { cells: ["", "a", "b"], names: true },
  ]);
  expect(cellsOf("one  two")).toBeNull();
  expect(cellsOf("a  b  c\nd")).toBeNull();
});

test("the log: each round below its heading, a deed together with what followed of it", () => {
  const row = (seq: number, n?: number): Row => ({ seq, text: `row ${seq}`, ...(n ? { n } : {}) });
  const heading = (seq: number): Row => ({ seq, heading: `round at ${seq}`, text: "" });
  const found = parts([heading(0), row(1), row(2, 1), row(3), row(4), row(5, 2), heading(6), row(7, 3)]);
  expect(found.map((part) => [part.heading, part.deeds.map((deed) => deed.map(({ seq }) => seq))])).toEqual([
    ["round at 0", [[1], [2, 3, 4], [5]]],
    ["round at 6", [[7]]],
  ]);
  expect(parts([row(0), row(1, 1)]).map((part) => part.deeds.length)).toEqual([2]);
});

test("the sheet begins with the rule of what is asked, and those around it in its chapter", () => {
  const chapter = (key: string, ...rules: string[]) => ({ key, rules: rules.map((number) => ({ number })) });
  const chapters = [chapter("setup", "O1", "O2"), chapter("turn", "O3", "O4", "O5", "O6", "O7", "O8")];
  expect(asked(chapters, "O6")).toEqual(["O4", "O5", "O6", "O7", "O8"]);
  expect(asked(chapters, "O1")).toEqual(["O1", "O2"]);
  expect(asked(chapters, "")).toBeNull();
  expect(asked(chapters, "O4", ["O5", "O9"])).toEqual(["O4", "O5", "O9"]);
});

test("who comes when others have moved sees the table before, then what they did", () => {
  const frame = (seq: number, seat: number | null, view?: number): Frame<number> => ({
    seq: seq + 1,
    line: line(seq, seat),
    ...(view === undefined ? {} : { view }),
  });
  const frames = [frame(0, null), frame(1, -1), frame(2, -1, 3), frame(3, 0, 4), frame(4, 1)];
  const [before, since] = opening({ ...updates({ seq: 5 }), frames, view: 5 })!;
  expect([before.seq, before.view, before.frames.length, before.choices]).toEqual([3, 3, 3, []]);
  expect([since.from_seq, since.seq, since.view, since.frames.length]).toEqual([3, 5, 5, 2]);
  expect(opening({ ...updates({ seq: 3 }), frames: frames.slice(0, 3), view: 3 })).toBeNull();
});
