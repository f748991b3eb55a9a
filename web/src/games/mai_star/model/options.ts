/** What may be done with what is chosen: each way with its result, or the reason why not now. The moves come from
    the house; here they are only put in order. */
import { placeAt } from "./places";
import type { Choice } from "../../../api/wire";
import { t } from "../../../i18n/phrases.svelte";
import { BLACK, book, cardName, cardOf, characterName, geishaOf, shortName, skillName } from "./box";
import { attackOf, capital, dismissed, faced, hit, spared } from "../words/stakes";
import { SKILLS } from "./wire";
import type { AnyMove, MaiStarView, OpenPlace, Prospect } from "./wire";

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
  const [guest, introduce] = [find(choices, "Guest", { card }), find(choices, "Introduce", { card })];
  const brings = prospect(view, card);
  const paid = t("mai.income", { from: me.income, to: brings?.income ?? me.income });
  return [
    option(
      "Guest",
      "guest",
      guest,
      guest ? `${paid} ${t(`mai.effect.${cardOf(card).character}`)}` : whyNoGuest(view, card),
    ),
    option(
      "Advertise",
      "ui-people",
      find(choices, "Advertise", { card }),
      brings ? `${raised(me, brings)} ${drawn(brings)}` : "",
    ),
    option("Introduce", "ui-hand", introduce, introduceNote(view)),
    exchange,
    option("Search", "ui-play", search, search ? t("mai.search", { n: view.deck }) : t("mai.no.deck")),
  ];
}

function introduceNote({ introduces }: MaiStarView): string {
  if (!introduces) return t("mai.no.deck");
  return t(introduces > 1 ? "mai.introduce" : "mai.introduce.single");
}

function exchangeNote(view: MaiStarView, choices: Choice<AnyMove>[], { card, place }: Picked): string {
  if (!choices.some((each) => each.move.type === "Exchange")) return t("mai.no.advertiser");
  const row = placeAt(view, view.prompt?.seat).advertisers;
  if (place === null) return t("mai.exchange.which");
  if (card === null) return t("mai.exchange.card", { card: cardName(row[place] ?? 0) });
  return t("mai.exchange.both", { card: cardName(card), old: cardName(row[place] ?? 0) });
}

/** What the house says that a card in hand would bring. */
const prospect = (view: MaiStarView, card: number): Prospect | undefined =>
  view.prospects.find((each) => each.card === card);

/** "service 5 → 6", for every skill that an advertiser raises. */
function raised(me: OpenPlace, { reputation }: Prospect): string {
  const now = me.reputation ?? reputation;
  const parts = reputation.flatMap((then, skill) =>
    then === now[skill] ? [] : [`${skillName(skill)} ${now[skill]} → ${then}`],
  );
  return `${capital(parts.join(", "))}.`;
}
function drawn({ draws, back }: Prospect): string {
  if (!draws) return t("mai.no.deck");
  return back ? t("mai.draws.back", { draws, back }) : t("mai.draws");
}

export function whyNoGuest(view: MaiStarView, card: number): string {
  const bar = prospect(view, card)?.barred;
  if (!bar) return "";
  const { colour } = cardOf(card);
  const skill = colour === BLACK ? "" : skillName(colour);
  return t(`mai.no.${bar.reason}`, { need: bar.need, have: bar.have, skill });
}

function plain(view: MaiStarView, choice: Choice<AnyMove>, names: string[]): Option {
  const move = choice.move;
  const me = view.prompt?.seat ?? 0;
  const ask = view.prompt?.ask ?? "";
  const attack = attackOf(view);
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
      return option(t("mai.use"), t(`mai.effect.${cardOf(view.effect?.card ?? 0).character}`), "ui-check");
    case "Allow":
      return option(t("mai.allow"), `${hit(view, me, names)}.`, "ui-hand");
    case "Ronin":
      return option(
        t("mai.cancel", { card: cardName(placeAt(view, me).guests[move.place] ?? 0) }),
        attack ? dismissed(view, attack, move.place) : "",
        "char-ronin",
      );
    case "Oiran":
      return option(
        t("mai.cancel", { card: book.say("character.oiran") }),
        attack ? `${t("mai.cancel.oiran")} ${spared(view, attack)}` : "",
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

/** What the seal does, in a few words. */
export function sealed(choice: Choice<AnyMove>, names: string[], also: number | null = null): string {
  const move = choice.move;
  if (move.type === "Introduce" && also !== null)
    return t("mai.seal.Introduce.two", { card: shortName(move.card), other: shortName(also) });
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
  const attack = attackOf(view);
  if (attack) return faced(view, attack, names);
  const holes: Record<string, string> = {};
  if (view.effect) holes.card = characterName(view.effect.card);
  if (open?.what === "Picking") holes.who = names[open.facts[0] ?? 0] ?? "";
  if (open?.what === "Replacing")
    holes.card = cardName(placeAt(view, open.seat).advertisers[open.facts[0] ?? 0] ?? 0);
  if (acts(ask) && picked.card !== null) return t("mai.ask.card", { card: cardName(picked.card) });
  return t(`mai.ask.${ask}`, holes);
}
