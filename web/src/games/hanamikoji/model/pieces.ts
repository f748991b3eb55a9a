/** The box as the eye sees it. Items are numbered as the house numbers them, from the flute to the flower. */
import { BOXES, ITEMS, type Competition, type Gift, type HanamikojiView } from "./wire";

const PORTRAITS = ["ayane", "iroha", "tomoyo", "yoko", "chiharu", "ruri", "anju"];
const drawing = (item: number): string => (ITEMS[item] ?? "").replace("_", "");
export const inkOf = (item: number): string => `var(--${drawing(item)})`;
export const signOf = (item: number): string => `item-${drawing(item)}`;
export const portraitOf = (item: number): string => `geisha-${PORTRAITS[item] ?? ""}`;

export type Offer = Gift | Competition;
export type Tokens = readonly (number | null)[];
export type Sides = readonly [readonly number[], readonly number[]];

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
