/** The box as the eye knows it: colours, signs and drawings of cards and geishas by their numbers. */
import { Catalogue } from "../../catalogue.svelte";
import { t } from "../../../i18n/phrases.svelte";
import { CARDS, GEISHAS, SKILLS } from "./wire";

const COLOURS = [...SKILLS, "black"] as const;
export const BLACK = 3;

export type Card = (typeof CARDS)[number];
export const cardOf = (card: number): Card => CARDS[card] ?? CARDS[0];
export const geishaOf = (geisha: number): (typeof GEISHAS)[number] => GEISHAS[geisha] ?? GEISHAS[0];
export const colourOf = (card: number): string => COLOURS[cardOf(card).colour] ?? "";
export const emblem = (card: number): string => `char-${cardOf(card).character.replace("_wrestler", "")}`;
export { kimono, portrait } from "./kimono";

/** The house's words for this game; the table loads them. */
export const book = new Catalogue("mai_star");
export const cardName = (card: number): string => book.say(`card.${cardOf(card).name}`);
export const characterName = (card: number): string => book.say(`character.${cardOf(card).character}`);
export const geishaName = (geisha: number): string => book.say(`geisha.${geishaOf(geisha).name}`);
export const skillName = (skill: number): string => book.say(`skill.${SKILLS[skill] ?? ""}`);
/** A name that fits below a card. */
export const shortName = (card: number): string =>
  cardOf(card).character === "sumo_wrestler" ? t("mai.sumo") : characterName(card);
/** The same for a small card: some languages have long words. */
export function briefName(card: number): string {
  const key = `mai.brief.${cardOf(card).character}`;
  const brief = t(key);
  return brief === key ? shortName(card) : brief;
}

/** What a card is, for the ear. */
export function described(card: number): string {
  const { requirement, income, character } = cardOf(card);
  if (character === "oiran") return cardName(card);
  return t("mai.card", { card: cardName(card), need: requirement, income });
}
/** "+1" in its own skill, "+2", or +1 in all three. */
export function bonus(card: number): { plus: number; all: boolean } {
  const each = cardOf(card).bonus;
  return { plus: Math.max(...each), all: each.every((n) => n > 0) };
}
