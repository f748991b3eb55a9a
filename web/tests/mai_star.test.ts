import { expect, test, vi } from "vitest";
import { find, hit, onlyVerb, optionsFor, usedCard, whyNoGuest } from "../src/games/mai_star/options";
import { maiRows, spokenOf } from "../src/games/mai_star/rows";
import { CARDS, type AnyMove, type MaiStarView } from "../src/games/mai_star/wire";
import type { Choice, Line } from "../src/lib/wire";

vi.mock("../src/lib/settings.svelte", () => ({ settings: { lang: "en" } }));
const card = (name: string): number => CARDS.findIndex((each) => each.name === name);
const choice = (type: string, fields: Record<string, number> = {}): Choice<AnyMove> => ({
  move: { type, ...fields } as AnyMove,
  notation: [type, ...Object.values(fields)].join(" ").toLowerCase(),
  label: "",
});
const place = (guests: number[] = [], advertisers: number[] = []) => ({
  geisha: 2,
  cards: 3,
  guests,
  advertisers,
  income: 4,
  reputation: [3, 5, 1] as [number, number, number],
});
const view = (ask: string, owed: MaiStarView["owed"]): MaiStarView =>
  ({
    seat: 0,
    prompt: { seat: 0, ask, rule: "M7" },
    options: {},
    places: [place([], [card("red_actor")]), place([card("blue_ronin"), card("red_thief")])],
    owed,
    deck: 9,
    stakes: [null, { row: "guests", card: card("red_thief") }],
    prospects: [
      {
        card: card("red_thief"),
        barred: { reason: "requirement", need: 4, have: 3 },
        income: 8,
        reputation: [4, 5, 1],
        draws: 3,
        back: 2,
      },
    ],
  }) as unknown as MaiStarView;

test("a card has its five ways, and those that the house did not offer have a reason instead of a move", () => {
  const thief = card("red_thief");
  const choices = [
    choice("Advertise", { card: thief }),
    choice("Introduce", { card: thief }),
    choice("Exchange", { place: 0 }),
    choice("Search"),
  ];
  const acting = view("acting", [{ what: "Acting", seat: 0, facts: [] }]);
  const options = optionsFor(acting, choices, { card: thief, place: null }, ["a", "b"]);
  expect(options.map((each) => each.key)).toEqual(["Guest", "Advertise", "Introduce", "Exchange", "Search"]);
  expect(options.map((each) => each.choice !== null)).toEqual([false, true, true, false, true]);
  expect(options[0]!.note).toContain("mai.no.requirement");
  expect(options[1]!.note).toContain("3 → 4. mai.draws.back");
  expect(options[3]!.waits).toBe(true);
  const swapped = optionsFor(acting, choices, { card: thief, place: 0 }, ["a", "b"]);
  expect(swapped[3]!.choice).toBe(choices[2]);
});

test("without a card only what needs none is offered; a question with one use for cards knows it", () => {
  const choices = [choice("Guest", { card: 3 }), choice("Search"), choice("Exchange", { place: 0 })];
  expect(
    optionsFor(
      view("acting", [{ what: "Acting", seat: 0, facts: [] }]),
      choices,
      { card: null, place: null },
      [],
    ).map((each) => each.key),
  ).toEqual(["search"]);
  expect(onlyVerb("acting", choices)).toBe(null);
  expect(onlyVerb("following", [choice("Guest", { card: 3 }), choice("Decline")])).toBe("Guest");
  expect(find(choices, "Guest", { card: 4 })).toBe(null);
});

test("an open effect knows its card, and says what the house tells that it would hit", () => {
  const using = view("use_target", [{ what: "Using", seat: 0, facts: [card("blue_thief")] }]);
  expect(usedCard(using)).toBe(card("blue_thief"));
  expect(hit(using, 1, ["Ann", "Bea"])).toContain("mai.hit.them.thief");
});

test("why a card is no guest comes from the house; what it says nothing of has no reason", () => {
  const acting = view("acting", [{ what: "Acting", seat: 0, facts: [] }]);
  expect(whyNoGuest(acting, card("red_thief"))).toContain("mai.no.requirement");
  expect(whyNoGuest(acting, card("oiran"))).toBe("");
});

test("the log joins what nature adds to a deed, hides the deal and begins each festival", () => {
  const line = (seq: number, seat: number | null, type: string, said: string): Line<AnyMove> => ({
    seq,
    seat,
    move: { type } as AnyMove,
    event: null,
    said,
  });
  const lines = [
    line(0, -1, "First", "The lot."),
    line(1, -1, "Deal", "dealt"),
    line(2, 0, "Search", "Ann searches."),
    line(3, -1, "Draw", "Ann draws a card."),
    line(4, -1, "Score", "Over."),
    line(5, -1, "Deal", "dealt"),
  ];
  const rows = maiRows(lines, ["Ann"], (round) => `Festival ${round}`);
  expect(rows.map((row) => row.heading ?? row.text)).toEqual([
    "The lot.",
    "Festival 1",
    "searches. Ann draws a card.",
    "Over.",
    "Festival 2",
  ]);
  expect(rows[2]).toMatchObject({ who: "Ann", n: 1 });
});

test("the stage speaks of the last deed whole, and shows the card that it names and no other", () => {
  const line = (seq: number, seat: number, move: object, said: string): Line<AnyMove> => ({
    seq,
    seat,
    move: move as AnyMove,
    event: null,
    said,
  });
  const daimyo = line(0, 1, { type: "Advertise", card: card("red_daimyo") }, "Bea advertises: red Daimyo.");
  const search = line(1, 0, { type: "Search" }, "Ann searches.");
  const draw = line(2, -1, { type: "Draw", to: 0, card: card("blue_citizen") }, "Ann draws blue Citizen.");
  expect(spokenOf([daimyo])).toEqual({ said: "Bea advertises: red Daimyo.", card: card("red_daimyo") });
  expect(spokenOf([daimyo, search, draw])).toEqual({
    said: "Ann searches. Ann draws blue Citizen.",
    card: null,
  });
  expect(spokenOf([])).toEqual({ said: "", card: null });
});
