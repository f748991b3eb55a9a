/** The box as the eye sees it. Items are numbered as the house numbers them, from the flute to the flower. */
import type { Competition, Gift, HanamikojiView } from "./wire";

export const ITEMS = ["flute", "fan", "scroll", "parasol", "lute", "tea_set", "flower"] as const;
export const VALUE = [2, 2, 2, 3, 3, 4, 5];
export const ACTIONS = ["secret", "discard", "gift", "competition"] as const;
/** How many cards each action takes, and its rule. */
export const CARDS = [1, 2, 3, 4];
export const RULES = ["H8", "H9", "H10", "H11"];
export const GOAL = { geishas: 4, points: 11 };

const PORTRAITS = ["ayane", "iroha", "tomoyo", "yoko", "chiharu", "ruri", "anju"];
const drawing = (item: number): string => (ITEMS[item] ?? "").replace("_", "");
export const inkOf = (item: number): string => `var(--${drawing(item)})`;
export const signOf = (item: number): string => `item-${drawing(item)}`;
export const portraitOf = (item: number): string => `geisha-${PORTRAITS[item] ?? ""}`;

export type Offer = Gift | Competition;

/** The geishas and the action tokens that are played with. */
export const boxOf = (view: HanamikojiView): { items: number[]; actions: number[] } =>
  view.options.box === "small"
    ? { items: [0, 3, 5], actions: [0, 2] }
    : { items: [0, 1, 2, 3, 4, 5, 6], actions: [0, 1, 2, 3] };

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
