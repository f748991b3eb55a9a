/** What an open effect would do, in words: to who chooses a target, who is asked, and everybody who waits. What is at
    stake comes from the house. */
import { placeAt } from "../model/places";
import { t } from "../../../i18n/phrases.svelte";
import { bonus, book, cardName, cardOf, skillName } from "../model/box";
import type { Effect, MaiStarView, Stake } from "../model/wire";

/** Somebody may cancel what is played against them. */
export type Attack = Effect & { target: number };
export const attackOf = ({ effect }: MaiStarView): Attack | null =>
  effect && effect.target !== null ? { ...effect, target: effect.target } : null;

/** An income "−3", or "service −1". */
function loss({ row, card }: Stake): string {
  if (card === null) return "";
  if (row === "guests") return `−${cardOf(card).income}`;
  const { plus, all } = bonus(card);
  return `${all ? t("mai.each") : skillName(cardOf(card).colour)} −${plus}`;
}

/** What an effect does to a seat, as whoever looks would say it. */
export function hit(view: MaiStarView, seat: number, names: string[]): string {
  const { effect } = view;
  const stake = view.stakes[seat];
  if (!effect || !stake) return "";
  const { by, card: used } = effect;
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
export function faced(view: MaiStarView, { by, target, card: used }: Attack, names: string[]): string {
  const stake = view.stakes[target];
  const card = stake?.card ?? null;
  return t(`mai.face.${cardOf(used).character}`, {
    who: names[by] ?? "",
    card: card === null ? "" : cardName(card),
    n: stake?.draws ?? 0,
  });
}

/** A red guest of Maple Leaf's acts twice. */
export const twice = ({ again }: Attack): string =>
  again ? t("mai.twice", { geisha: book.say("geisha.maple_leaf") }) : "";

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
  const cancel = view.cancels.find((each) => each.place === place);
  if (!cancel) return "";
  const loses = { n: cancel.income };
  return cancel.saves
    ? `${t("mai.cancel.ronin", loses)} ${spared(view, attack)}`
    : t("mai.cancel.same", loses);
}

/** What hangs on the answer, for those who wait for it. */
export function pending(view: MaiStarView, names: string[]): string {
  const attack = attackOf(view);
  if (!attack || attack.target === view.seat) return "";
  const happens = t("mai.unless", {
    who: names[attack.target] ?? "",
    what: hit(view, attack.target, names),
  });
  const [ronin] = view.cancels;
  return ronin ? `${happens} ${t("mai.else.ronin", { n: ronin.income })}` : happens;
}
