/** Who has won over whom, and what the table would say if the round ended now. */
import { GOAL, VALUE } from "./pieces";

export interface Standing {
  geishas: number;
  points: number;
}

export type Tokens = readonly (number | null)[];
export type Sides = readonly [readonly number[], readonly number[]];

export function standing(tokens: Tokens, seat: number): Standing {
  const held = tokens.flatMap((owner, item) => (owner === seat ? [VALUE[item]!] : []));
  return { geishas: held.length, points: held.reduce((sum, value) => sum + value, 0) };
}

/** Where the tokens would lie by the cards that everybody sees. */
export const wouldLie = (tokens: Tokens, sides: Sides): (number | null)[] =>
  tokens.map((token, item) =>
    sides[0][item] === sides[1][item] ? token : sides[0][item]! > sides[1][item]! ? 0 : 1,
  );

export const reaches = (now: Standing): boolean => now.geishas >= GOAL.geishas || now.points >= GOAL.points;

/** Whoever would be ahead; null if nobody is. */
export function leader(tokens: Tokens): number | null {
  const [one, other] = [standing(tokens, 0), standing(tokens, 1)];
  if (reaches(one) !== reaches(other)) return reaches(one) ? 0 : 1;
  return one.points === other.points ? null : one.points > other.points ? 0 : 1;
}
