/** What an open effect would do, in words: to who chooses a target, who is asked, and everybody who waits. What is at
    stake comes from the house. */
import { placeAt } from "../model/places";
import { t } from "../../../i18n/phrases.svelte";
import { bonus, book, cardName, cardOf, skillName } from "../model/box";
import type { MaiStarView, Stake } from "../model/wire";

/** Somebody may cancel what is played against them. */
export interface Attack {
  by: number;
  target: number;
  used: number;
}
export function attackOf(view: MaiStarView): Attack | null {
  const [open] = view.owed;
  if (open?.what !== "Reacting") return null;
  const [by = 0, used = 0] = open.facts;
  return { by, target: open.seat, used };
}

/** The guest whose effect is open. */
export function usedCard(view: MaiStarView): number | null {
  const [open] = view.owed;
  return open?.what.startsWith("Using") ? (open.facts[0] ?? 0) : (attackOf(view)?.used ?? null);
}

/** An income "−3", or "service −1". */
function loss({ row, card }: Stake): string {
  if (card === null) return "";
  if (row === "guests") return `−${cardOf(card).income}`;
  const { plus, all } = bonus(card);
  return `${all ? t("mai.each") : skillName(cardOf(card).colour)} −${plus}`;
}

/** What an effect does to a seat, as whoever looks would say it. */
export function hit(view: MaiStarView, seat: number, names: string[]): string {
  const [used, stake] = [usedCard(view), view.stakes[seat]];
  if (used === null || !stake) return "";
  const by = attackOf(view)?.by ?? view.owed[0]?.seat ?? 0;
  const manner = seat === by ? "self" : seat === view.seat ? "you" : by === view.seat ? "them" : "third";
  return t(`mai.hit.${manner}.${stake.draws ? "draws" : cardOf(used).character}`, {
    who: names[by] ?? "",
    n: stake.draws,
    card: stake.card === null ? "" : cardName(stake.card),
    loss: loss(stake),
    cards: placeAt(view, seat).cards,
  });
}

/** The question to whoever is attacked. */
export function faced(view: MaiStarView, { by, target, used }: Attack, names: string[]): string {
  const stake = view.stakes[target];
  const card = stake?.card ?? null;
  return t(`mai.face.${cardOf(used).character}`, {
    who: names[by] ?? "",
    card: card === null ? "" : cardName(card),
    n: stake?.draws ?? 0,
  });
}

/** A red guest of Maple Leaf's acts twice. */
export const twice = (view: MaiStarView, { by }: Attack): string =>
  view.owed.some((each) => each.what === "UsingAgain" && each.seat === by)
    ? t("mai.twice", { geisha: book.say("geisha.maple_leaf") })
    : "";

export const capital = (said: string): string => said.charAt(0).toUpperCase() + said.slice(1);

/** What is kept by cancelling. */
export function spared(view: MaiStarView, { target }: Attack): string {
  const stake = view.stakes[target];
  if (!stake || stake.draws) return t("mai.spared.draws");
  if (stake.card === null) return t("mai.spared.hand");
  return capital(t("mai.spared.card", { card: cardName(stake.card) }));
}

/** What it costs to dismiss this Ronin, and what it saves. */
export function dismissed(view: MaiStarView, attack: Attack, place: number): string {
  const { guests } = placeAt(view, attack.target);
  const loses = { n: cardOf(guests[place] ?? 0).income };
  const himself = view.stakes[attack.target]?.row === "guests" && place === guests.length - 1;
  return himself ? t("mai.cancel.same", loses) : `${t("mai.cancel.ronin", loses)} ${spared(view, attack)}`;
}

/** What hangs on the answer, for those who wait for it. */
export function pending(view: MaiStarView, names: string[]): string {
  const attack = attackOf(view);
  if (!attack || attack.target === view.seat) return "";
  const happens = t("mai.unless", {
    who: names[attack.target] ?? "",
    what: hit(view, attack.target, names),
  });
  const ronin = placeAt(view, attack.target).guests.find((card) => cardOf(card).character === "ronin");
  return ronin === undefined ? happens : `${happens} ${t("mai.else.ronin", { n: cardOf(ronin).income })}`;
}
