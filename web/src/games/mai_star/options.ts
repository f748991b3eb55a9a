/** What may be done with what is chosen: each way with its result, or the reason why not now. The moves come from
    the house; here they are only put in order. */
import { placeAt } from "./places";
import type { Choice } from "../../lib/wire";
import { t } from "../../lib/words.svelte";
import { BLACK, book, cardName, cardOf, characterName, geishaOf, shortName, skillName } from "./box";
import { SKILLS } from "./wire";
import type { AnyMove, MaiStarView, OpenPlace } from "./wire";

export interface Option {
  key: string;
  title: string;
  note: string;
  icon: string;
  /** null: not now, and the note says why; or something must be chosen first. */
  choice: Choice<AnyMove> | null;
  waits?: boolean;
}
/** What is taken up: a hand card by its kind, one's own advertiser by its place. */
export interface Picked {
  card: number | null;
  place: number | null;
}
export const find = (
  choices: Choice<AnyMove>[],
  type: string,
  fields: Record<string, number> = {},
): Choice<AnyMove> | null =>
  choices.find((choice) => {
    const move = new Map<string, unknown>(Object.entries(choice.move));
    return move.get("type") === type && Object.entries(fields).every(([at, value]) => move.get(at) === value);
  }) ?? null;

const acts = (ask: string): boolean => ask === "acting" || ask === "continuing";
export const cardVerbs = (choices: Choice<AnyMove>[]): string[] => [
  ...new Set(
    choices
      .map((choice) => choice.move)
      .filter((move) => "card" in move)
      .map((move) => move.type),
  ),
];

/** The one thing that a card can be used for now, if there is only one. */
export function onlyVerb(ask: string, choices: Choice<AnyMove>[]): string | null {
  const verbs = cardVerbs(choices);
  return !acts(ask) && verbs.length === 1 ? (verbs[0] ?? "") : null;
}

export function optionsFor(
  view: MaiStarView,
  choices: Choice<AnyMove>[],
  picked: Picked,
  names: string[],
): Option[] {
  const ask = view.prompt?.ask ?? "";
  if (acts(ask) && (picked.card !== null || picked.place !== null)) return withPiece(view, choices, picked);
  return choices
    .filter((choice) => !("card" in choice.move) && !["Exchange", "Choose"].includes(choice.move.type))
    .map((choice) => plain(view, choice, names));
}

function withPiece(view: MaiStarView, choices: Choice<AnyMove>[], { card, place }: Picked): Option[] {
  const me = placeAt(view, view.prompt?.seat);
  const option = (
    type: string,
    icon: string,
    choice: Choice<AnyMove> | null,
    note: string,
    waits = false,
  ): Option => ({
    key: type,
    title: book.say(`action.${type.toLowerCase()}`),
    note,
    icon,
    choice,
    waits,
  });
  const search = find(choices, "Search");
  const swap = place === null ? null : find(choices, "Exchange", { place });
  const exchange = option(
    "Exchange",
    "ui-undo",
    card === null ? null : swap,
    exchangeNote(view, choices, { card, place }),
    choices.some((each) => each.move.type === "Exchange"),
  );
  if (card === null) return [exchange];
  const guest = find(choices, "Guest", { card });
  const { income, character } = cardOf(card);
  const paid = t("mai.income", { from: me.income, to: me.income + income });
  return [
    option(
      "Guest",
      "guest",
      guest,
      guest ? `${paid} ${t(`mai.effect.${character}`)}` : whyNoGuest(view, card),
    ),
    option(
      "Advertise",
      "ui-people",
      find(choices, "Advertise", { card }),
      `${raised(me, card)} ${t(springs(me) ? "mai.draws.spring" : "mai.draws")}`,
    ),
    option(
      "Introduce",
      "ui-hand",
      find(choices, "Introduce", { card }),
      t(view.deck ? "mai.introduce" : "mai.no.deck"),
    ),
    exchange,
    option("Search", "ui-play", search, search ? t("mai.search", { n: view.deck }) : t("mai.no.deck")),
  ];
}

function exchangeNote(view: MaiStarView, choices: Choice<AnyMove>[], { card, place }: Picked): string {
  if (!choices.some((each) => each.move.type === "Exchange")) return t("mai.no.advertiser");
  const row = placeAt(view, view.prompt?.seat).advertisers;
  if (place === null) return t("mai.exchange.which");
  if (card === null) return t("mai.exchange.card", { card: cardName(row[place] ?? 0) });
  return t("mai.exchange.both", { card: cardName(card), old: cardName(row[place] ?? 0) });
}

const springs = (me: OpenPlace): boolean =>
  me.geisha !== null && geishaOf(me.geisha).name === "spring_breeze";

/** "service 5 → 6", for every skill that an advertiser raises. */
export function raised(me: OpenPlace, card: number): string {
  const now = me.reputation ?? [0, 0, 0];
  const parts = cardOf(card).bonus.flatMap((plus, skill) =>
    plus ? [`${skillName(skill)} ${now[skill]} → ${(now[skill] ?? 0) + plus}`] : [],
  );
  const said = parts.join(", ");
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

export function whyNoGuest(view: MaiStarView, card: number): string {
  const { character, colour, requirement } = cardOf(card);
  const fame = placeAt(view, view.prompt?.seat).reputation ?? [0, 0, 0];
  if (character === "oiran") return t("mai.no.oiran");
  const wanted = { following: 1, use_guest: usedColour(view), use_guest_again: usedColour(view) }[
    view.prompt?.ask ?? ""
  ];
  if (wanted !== undefined && wanted !== colour) return t("mai.no.colour");
  if (colour !== BLACK)
    return t("mai.no.requirement", { need: requirement, skill: skillName(colour), have: fame[colour] ?? 0 });
  const every = view.options.black_requirement === "all";
  return t(every ? "mai.no.every" : "mai.no.any", {
    need: requirement,
    have: every ? Math.min(...fame) : Math.max(...fame),
  });
}
const usedColour = (view: MaiStarView): number | undefined =>
  usedCard(view) === null ? undefined : cardOf(usedCard(view) ?? 0).colour;

/** The guest whose effect is open, and who answers for it. */
export function usedCard(view: MaiStarView): number | null {
  const open = view.owed[0];
  if (!open) return null;
  if (open.what.startsWith("Using")) return open.facts[0] ?? 0;
  return open.what === "Reacting" ? (open.facts[1] ?? 0) : null;
}

function plain(view: MaiStarView, choice: Choice<AnyMove>, names: string[]): Option {
  const move = choice.move;
  const me = view.prompt?.seat ?? 0;
  const ask = view.prompt?.ask ?? "";
  const option = (title: string, note: string, icon: string): Option => ({
    key: choice.notation,
    title,
    note,
    icon,
    choice,
  });
  switch (move.type) {
    case "Search":
      return option(book.say("action.search"), t("mai.search", { n: view.deck }), "ui-play");
    case "Shine":
      return option(
        t("mai.shine", { skill: skillName(move.skill) }),
        t("mai.shine.why"),
        `skill-${SKILLS[move.skill] ?? ""}`,
      );
    case "Target":
      return option(
        move.player === me ? t("mai.yourself") : (names[move.player] ?? ""),
        hit(view, move.player, names),
        "",
      );
    case "Use":
      return option(t("mai.use"), t(`mai.effect.${cardOf(usedCard(view) ?? 0).character}`), "ui-check");
    case "Allow":
      return option(t("mai.allow"), hit(view, me, names), "ui-hand");
    case "Ronin": {
      const card = placeAt(view, me).guests[move.place] ?? 0;
      return option(
        t("mai.cancel", { card: cardName(card) }),
        t("mai.cancel.ronin", { n: cardOf(card).income }),
        "char-ronin",
      );
    }
    case "Oiran":
      return option(
        t("mai.cancel", { card: book.say("character.oiran") }),
        t("mai.cancel.oiran"),
        "char-oiran",
      );
    default:
      return option(
        t(`mai.decline.${ask.startsWith("use") ? "use" : ask}`),
        t(`mai.decline.${ask.startsWith("use") ? "use" : ask}.why`),
        "ui-cross",
      );
  }
}

/** The card that an effect would hit on this seat. */
export function victim(view: MaiStarView, seat: number): number | null {
  const used = usedCard(view);
  const place = placeAt(view, seat);
  const rows: Record<string, readonly number[]> = {
    yakuza: place.advertisers,
    emissary: place.advertisers,
    thief: place.guests,
    samurai: place.guests,
  };
  return (used === null ? undefined : rows[cardOf(used).character])?.at(-1) ?? null;
}

/** What an effect does to this seat. */
export function hit(view: MaiStarView, seat: number, names: string[]): string {
  const used = usedCard(view);
  const [open] = view.owed;
  if (used === null || !open) return "";
  const by = open.what === "Reacting" ? (open.facts[0] ?? 0) : open.seat;
  const lost = victim(view, seat);
  const manner = seat === by ? "self" : open.what === "Reacting" ? "you" : "them";
  return t(`mai.hit.${manner}.${cardOf(used).character}`, {
    who: names[by] ?? "",
    card: lost === null ? "" : cardName(lost),
    cards: placeAt(view, seat).cards,
  });
}

/** What the seal does, in a few words. */
export function sealed(choice: Choice<AnyMove>, names: string[]): string {
  const move = choice.move;
  const holes: Record<string, string> = {};
  if ("card" in move) holes.card = shortName(move.card);
  if (move.type === "Choose") holes.geisha = book.say(`geisha.${geishaOf(move.geisha).name}`);
  if (move.type === "Target") holes.who = names[move.player] ?? "";
  return t(`mai.seal.${move.type}`, holes);
}

/** The open question, to whoever is asked. */
export function question(view: MaiStarView, names: string[], picked: Picked): string {
  const ask = view.prompt?.ask ?? "";
  const [open] = view.owed;
  const used = usedCard(view);
  const holes: Record<string, string> = {};
  if (used !== null) holes.card = characterName(used);
  if (open?.what === "Reacting" || open?.what === "Picking") holes.who = names[open.facts[0] ?? 0] ?? "";
  if (open?.what === "Replacing")
    holes.card = cardName(placeAt(view, open.seat).advertisers[open.facts[0] ?? 0] ?? 0);
  if (acts(ask) && picked.card !== null) return t("mai.ask.card", { card: cardName(picked.card) });
  return t(`mai.ask.${ask}`, holes);
}
