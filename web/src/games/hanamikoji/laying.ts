/** From chosen cards to the legal move they make. What is legal is said by the house: see `choices`. */
import type { Choice } from "../../lib/wire";
import { ACTIONS, CARDS } from "./pieces";
import type { AnyMove } from "./wire";

/** The ways to split four cards into two pairs, by their places in the order of choosing. */
const SPLITS = [
  [0, 1, 2, 3],
  [0, 2, 1, 3],
  [0, 3, 1, 2],
];

export const byNumber = (cards: number): number | null => {
  const action = CARDS.indexOf(cards);
  return action < 0 ? null : action;
};

/** The cards that an action lays, a Competition's pair by pair. */
export const itemsIn = (move: AnyMove): number[] => {
  if (move.type === "Secret") return [move.item];
  if (move.type === "Discard" || move.type === "Gift") return [...move.items];
  return move.type === "Competition" ? move.pairs.flat() : [];
};
/** Cards of a hand that are these items: see `spread`. */
export function keysOf(items: number[]): string[] {
  return items.map((item, i) => `${item}.${items.slice(0, i).filter((each) => each === item).length}`);
}
const key = (items: number[]): string => [...items].sort((a, b) => a - b).join();
const pairsKey = (pairs: number[][]): string => pairs.map(key).sort().join("/");

/** The legal moves that lay exactly these cards with an action; for a Competition, in the order in which its
    pairs are turned through: first as the cards were chosen. */
export function laid(choices: Choice<AnyMove>[], action: number, items: number[]): Choice<AnyMove>[] {
  const name = ACTIONS[action]!;
  const fit = choices.filter(({ move }) => {
    const each = move as AnyMove;
    return each.type.toLowerCase() === name && key(itemsIn(each)) === key(items);
  });
  if (name !== "competition") return fit;
  const wanted = SPLITS.map((split) => split.map((place) => items[place]!)).map(([a, b, c, d]) =>
    pairsKey([
      [a!, b!],
      [c!, d!],
    ]),
  );
  const ordered = [...new Set(wanted)].flatMap((each) =>
    fit.filter(({ move }) => pairsKey((move as { pairs: number[][] }).pairs) === each),
  );
  return ordered;
}

/** In which pair (0 or 1) each chosen card lies. */
export function pairOf(move: AnyMove, items: number[]): number[] {
  if (move.type !== "Competition") return items.map(() => 0);
  const first = key([...move.pairs[0]]);
  const halves = SPLITS.flatMap(([a, b, c, d]) => [
    [a!, b!, c!, d!],
    [c!, d!, a!, b!],
  ]);
  const fits = ([a, b, c, d]: number[]): boolean =>
    key([items[a!]!, items[b!]!]) === first && key([items[c!]!, items[d!]!]) === key([...move.pairs[1]]);
  const split = halves.find(fits)!;
  return items.map((_, place) => (split.indexOf(place) < 2 ? 0 : 1));
}
