/** The box as the eye sees it. Items are numbered as the house numbers them, from the flute to the flower. */
import { BOXES, ITEMS, type Competition, type Gift, type HanamikojiView } from "./wire";

const PORTRAITS = ["ayane", "iroha", "tomoyo", "yoko", "chiharu", "ruri", "anju"];
const drawing = (item: number): string => (ITEMS[item] ?? "").replace("_", "");
export const inkOf = (item: number): string => `var(--${drawing(item)})`;
export const signOf = (item: number): string => `item-${drawing(item)}`;
export const portraitOf = (item: number): string => `geisha-${PORTRAITS[item] ?? ""}`;

export type Offer = Gift | Competition;

/** The geishas and the action tokens that are played with. */
export const boxOf = (view: HanamikojiView): { items: readonly number[]; actions: readonly number[] } =>
  BOXES[view.options.box];

/** A card in a hand: which of the copies it is makes no difference, but keeps it apart on the screen. */
export interface Held {
  key: string;
  item: number;
}

export const spread = (counts: readonly number[]): Held[] =>
  counts.flatMap((held, item) =>
    Array.from({ length: held }, (_, copy) => ({ key: `${item}.${copy}`, item })),
  );

/** What of an offer can be taken: single cards, or pairs. */
export const partsOf = (offer: Offer): number[][] =>
  offer.type === "Gift" ? offer.items.map((item) => [item]) : offer.pairs.map((pair) => [...pair]);

/** The rest of an offer when one of its parts is taken. */
export const leftOf = (offer: Offer, part: number): number[] =>
  partsOf(offer).flatMap((items, i) => (i === part ? [] : items));
