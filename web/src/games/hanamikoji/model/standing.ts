/** What the art tokens on a side come to. */
import { VALUE } from "./wire";

export interface Standing {
  geishas: number;
  points: number;
}

export type Tokens = readonly (number | null)[];
export type Sides = readonly [readonly number[], readonly number[]];

export function standing(tokens: Tokens, seat: number): Standing {
  const held = tokens.flatMap((owner, item) => (owner === seat ? [VALUE[item] ?? 0] : []));
  return { geishas: held.length, points: held.reduce((sum, value) => sum + value, 0) };
}
