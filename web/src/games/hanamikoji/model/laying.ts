/** From chosen cards to the legal move they make. What is legal is said by the house: see `choices`. */
import type { Choice } from "../../../api/wire";
import { ACTIONS, CARDS, type AnyMove } from "./wire";

/** The ways to split four cards into two pairs, by their places in the order of choosing. */
type Split = [number, number, number, number];
const SPLITS: Split[] = [
  [0, 1, 2, 3],
  [0, 2, 1, 3],
  [0, 3, 1, 2],
];

export const byNumber = (cards: number): number | null => {
  const action = CARDS.findIndex((each) => each === cards);
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
const key = (items: readonly number[]): string => [...items].sort((a, b) => a - b).join();
const pairsKey = (pairs: readonly (readonly number[])[]): string => pairs.map(key).sort().join("/");

/** The legal moves that lay exactly these cards with an action; for a Competition, in the order in which its
    pairs are turned through: first as the cards were chosen. */
export function laid(choices: Choice<AnyMove>[], action: number, items: number[]): Choice<AnyMove>[] {
  const name = ACTIONS[action] ?? "";
  const fit = choices.filter(
    ({ move }) => move.type.toLowerCase() === name && key(itemsIn(move)) === key(items),
  );
  if (name !== "competition") return fit;
  const wanted = new Set(SPLITS.map((split) => pairsKey(dealt(split, items))));
  return [...wanted].flatMap((each) =>
    fit.filter(({ move }) => move.type === "Competition" && pairsKey(move.pairs) === each),
  );
}

/** The chosen cards, pair by pair. */
function dealt([a, b, c, d]: Split, items: number[]): number[][] {
  const at = (...places: number[]): number[] => places.flatMap((place) => items[place] ?? []);
  return [at(a, b), at(c, d)];
}

/** In which pair (0 or 1) each chosen card lies. */
export function pairOf(move: AnyMove, items: number[]): number[] {
  if (move.type !== "Competition") return items.map(() => 0);
  const halves = SPLITS.flatMap(([a, b, c, d]): Split[] => [
    [a, b, c, d],
    [c, d, a, b],
  ]);
  const meant = move.pairs.map(key).join("/");
  const split = halves.find((each) => dealt(each, items).map(key).join("/") === meant);
  return items.map((_, place) => (split && split.indexOf(place) >= 2 ? 1 : 0));
}
