import { SvelteSet } from "svelte/reactivity";
import { expect, test, vi } from "vitest";
import { Deed } from "../src/games/mai_star/model/choosing.svelte";
import { find, onlyVerb, optionsFor, question, whyNoGuest } from "../src/games/mai_star/model/options";
import { hidden, maiRows, spokenOf } from "../src/games/mai_star/words/rows";
import { attackOf, hit, pending } from "../src/games/mai_star/words/stakes";
import { CARDS, type AnyMove, type MaiStarView } from "../src/games/mai_star/model/wire";
import type { Choice, Line } from "../src/api/wire";
import { speakAlso } from "../src/i18n/phrases.svelte";
import type { Open } from "../src/table/session/session.svelte";
import words from "../src/games/mai_star/words/en.json";

vi.mock("../src/state/settings.svelte", () => ({ settings: { lang: "en", confirm: true } }));
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
  added: [0, 0, 0] as [number, number, number],
  shining: null,
});
const view = (ask: string, owed: MaiStarView["owed"]): MaiStarView =>
  ({
    seat: 0,
    prompt: { seat: 0, ask, rule: "M7" },
    options: {},
    places: [place([], [card("red_actor")]), place([card("blue_ronin"), card("red_thief")])],
    owed,
    deck: 9,
    introduces: 2,
    stakes: [null, { row: "guests", card: card("red_thief"), draws: 0 }],
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

test("an open effect says what the house tells that it would hit", () => {
  const using: MaiStarView = {
    ...view("use_target", []),
    effect: { card: card("blue_thief"), by: 0, target: null, again: false },
  };
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
    line(3, -1, "Draw", ""), // told with the next
    line(4, -1, "Draw", "Ann draws 2 cards."),
    line(5, -1, "Score", "Over."),
    line(6, -1, "Deal", "dealt"),
  ];
  const rows = maiRows(lines, ["Ann"], (round) => `Festival ${round}`);
  expect(rows.map((row) => row.heading ?? row.text)).toEqual([
    "The lot.",
    "Festival 1",
    "searches. Ann draws 2 cards.",
    "Over.",
    "Festival 2",
  ]);
  expect(rows[2]).toMatchObject({ who: "Ann", n: 1 });
  const twice = maiRows(
    [
      line(1, 0, "Search", "Ann searches."),
      ...[2, 3].map((seq) => line(seq, -1, "Draw", "Ann draws a card.")),
    ],
    ["Ann"],
    String,
  );
  expect(twice[0]?.text).toBe("searches. Ann draws a card. Ann draws a card."); // nothing is lost
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
  expect(spokenOf([daimyo])).toEqual({
    said: "Bea advertises: red Daimyo.",
    card: card("red_daimyo"),
    seat: 1,
  });
  expect(spokenOf([daimyo, search, draw])).toEqual({
    said: "Ann searches. Ann draws blue Citizen.",
    card: null,
    seat: 0,
  });
  expect(spokenOf([])).toEqual({ said: "", card: null, seat: null });
});

test("a long row leaves out its oldest cards and says how many", () => {
  expect(hidden(3, 0, 48)).toBe(0); // not measured yet
  expect(hidden(4, 48 + 3 * 17, 48)).toBe(0);
  expect(hidden(5, 48 + 3 * 17, 48)).toBe(3);
  expect(hidden(9, 20, 48)).toBe(8);
});

/** Bea's blue Thief is after Ann's newest guest; Ann has a Ronin. */
const attacked = (seat: number | null, more: Partial<MaiStarView> = {}): MaiStarView => ({
  ...view("react_open", [{ what: "Reacting", seat: 0, facts: [1, card("blue_thief")] }]),
  seat,
  places: [place([card("green_ronin"), card("red_sumo_wrestler")]), place(), place()],
  effect: { card: card("blue_thief"), by: 1, target: 0, again: false },
  stakes: [{ row: "guests", card: card("red_sumo_wrestler"), draws: 0 }, null, null],
  cancels: [
    { place: 0, income: 2, saves: true },
    { place: 1, income: 3, saves: false },
  ],
  ...more,
});
const NAMES = ["Ann", "Bea", "Cho"];
const ANSWERS = [
  choice("Allow"),
  choice("Ronin", { place: 0 }),
  choice("Ronin", { place: 1 }),
  choice("Oiran"),
];

test("a reaction says what is at stake, to whoever is asked, who attacks and who looks on", async () => {
  const english = (): Promise<{ default: Record<string, string> }> => Promise.resolve({ default: words });
  await speakAlso({ en: english, fr: english, pl: english });
  const mine = attacked(0);
  expect(attackOf(mine)).toEqual({ by: 1, target: 0, card: card("blue_thief"), again: false });
  expect(question(mine, NAMES, { card: null, place: null })).toContain(
    "Bea’s Thief is after your newest guest",
  );
  const notes = optionsFor(mine, ANSWERS, { card: null, place: null }, NAMES).map((each) => each.note);
  expect(notes[0]).toMatch(/^you lose .* \(−3\)\.$/);
  expect(notes[1]).toMatch(/^Ronin leaves \(−2\)\. .* stays\.$/);
  expect(notes[2]).toContain("anyway");
  expect(notes[3]).toMatch(/^She leaves your hand\. .* stays\.$/);
  expect(pending(mine, NAMES)).toBe("");
  for (const seat of [1, 2, null])
    expect(pending(attacked(seat), NAMES)).toMatch(
      /^If Ann lets it happen: loses .* \(−3\)\. Or a Ronin leaves \(−2\), and nothing happens\.$/,
    );
  const merchant = attacked(2, {
    effect: { card: card("red_merchant"), by: 1, target: 0, again: false },
    cancels: [],
    places: [place(), place(), place()],
    stakes: [{ row: "hand", card: null, draws: 1 }, null, null],
  });
  expect(pending(merchant, NAMES)).toBe("If Ann lets it happen: draws 1 card.");
  const samurai = attacked(1, {
    effect: { card: card("red_samurai"), by: 1, target: 0, again: false },
  });
  expect(pending(samurai, NAMES)).toContain("becomes your guest (−3)");
});

/** A table where Ann may introduce cards: what was sent. */
function acting(): { deed: Deed; sent: AnyMove[]; ask: (ask: string, choices: Choice<AnyMove>[]) => void } {
  const hand = [card("red_thief"), card("blue_actor"), card("blue_actor")];
  const cards = [...new Set(hand)];
  const seen = { ...view("acting", [{ what: "Acting", seat: 0, facts: [] }]), hand };
  const sent: AnyMove[] = [];
  const session = {
    seat: 0,
    names: NAMES,
    myTurn: true,
    sealing: false,
    choices: cards.map((each) => choice("Introduce", { card: each })),
    last: { view: seen },
    submit: ({ move }: Choice<AnyMove>) => void sent.push(move),
  };
  const deed = new Deed(
    session as unknown as Open<MaiStarView, AnyMove>,
    () => seen,
    () => true,
  );
  const ask = (what: string, choices: Choice<AnyMove>[]): void => {
    session.last = { view: { ...seen, prompt: { ...seen.prompt!, ask: what } } };
    session.choices = choices;
    deed.follow();
  };
  const option = deed.options;
  expect(option).toEqual([]);
  deed.take(0);
  deed.pick(deed.options.find((each) => each.key === "Introduce")!);
  return { deed, sent, ask };
}

test("two cards are introduced with one seal; a tap lays each down again", () => {
  const { deed, sent, ask } = acting();
  deed.take(1);
  deed.take(2);
  expect(deed.taken).toEqual([0, 2]);
  deed.take(0);
  expect(deed.taken).toEqual([2]);
  deed.take(1);
  deed.seal();
  ask("introducing", [choice("Introduce", { card: card("blue_actor") }), choice("Decline")]);
  expect(sent).toEqual([
    { type: "Introduce", card: card("blue_actor") },
    { type: "Introduce", card: card("blue_actor") },
  ]);
});

test("a card had in mind while others think is at hand when one is to act, and is never played by itself", () => {
  const hand = [card("red_thief"), card("blue_actor")];
  const turn = new SvelteSet<string>();
  const session = {
    seat: 0,
    names: NAMES,
    over: false,
    get myTurn() {
      return turn.has("mine");
    },
    choices: [choice("Advertise", { card: card("blue_actor") }), choice("Search")],
    submit: () => expect.unreachable(),
  };
  const seen = { ...view("acting", [{ what: "Acting", seat: 0, facts: [] }]), hand };
  const deed = new Deed(
    session as unknown as Open<MaiStarView, AnyMove>,
    () => seen,
    () => true,
  );
  deed.take(1);
  expect([deed.planning, deed.taken, deed.choice]).toEqual([true, [1], null]);
  deed.clear(); // somebody else has moved
  expect(deed.taken).toEqual([1]);
  deed.take(1);
  expect([deed.planning, deed.taken]).toEqual([false, []]);
  deed.take(1);
  turn.add("mine");
  deed.recall();
  expect([deed.planning, deed.card, deed.planned, deed.key]).toEqual([false, card("blue_actor"), null, null]);
  turn.clear();
  deed.drop();
  deed.take(0); // and one that cannot be played then is forgotten
  turn.add("mine");
  deed.recall();
  expect([deed.card, deed.planned]).toEqual([null, null]);
});

test("one card alone is introduced with one seal, too; another question is never answered by it", () => {
  const one = acting();
  one.deed.seal();
  one.ask("introducing", [choice("Introduce", { card: card("blue_actor") }), choice("Decline")]);
  expect(one.sent.map((move) => move.type)).toEqual(["Introduce", "Decline"]);
  const other = acting();
  other.deed.seal();
  other.ask("ringing", [choice("Decline")]);
  expect(other.sent.map((move) => move.type)).toEqual(["Introduce"]);
});
