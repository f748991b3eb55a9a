/** The garden as the eye sees it. Squares go row by row from a1; a tile is plant * 4 + feature. */
import { FEATURES, PLANTS, type OkiyaView, type Score } from "./wire";

export const TOKENS = ["token-red", "token-black"] as const;
export const plantOf = (tile: number): string => PLANTS[tile >> 2] ?? "";
export const featureOf = (tile: number): string => FEATURES[tile & 3] ?? "";
export const squareName = (square: number): string => "abcd".charAt(square & 3) + String((square >> 2) + 1);
export const has = (geishas: number, square: number): boolean => ((geishas >> square) & 1) === 1;
/** From the top left of the screen: a4 to d4, down to a1 to d1. */
export const ON_SCREEN = [3, 2, 1, 0].flatMap((row) => [0, 1, 2, 3].map((column) => row * 4 + column));

/** The garden at some moment. */
export interface Garden {
  round: number;
  layout: number[];
  geishas: [number, number];
  last: number | null;
  taken: number;
  /** Geishas that each house has not placed. */
  left: [number, number];
  /** The squares of a finished row or square, to be lit. */
  four: number[];
  score: Score | null;
}

/** The round that was just decided, as long as its garden lies. */
const scoreOf = (view: OkiyaView): Score | null =>
  view.scoring ?? (view.outcome ? (view.rounds.at(-1) ?? null) : null);

export function gardenOf(view: OkiyaView): Garden {
  const [red = 0, black = 0] = view.geishas;
  return {
    round: view.round,
    layout: view.layout,
    geishas: [red, black],
    last: view.last,
    taken: squaresOf(red | black).length,
    left: view.left,
    four: view.four,
    score: scoreOf(view),
  };
}

export const squaresOf = (bits: number): number[] => ON_SCREEN.filter((square) => has(bits, square));

/** What could be answered if a square is taken. */
export const answersTo = (view: OkiyaView, square: number): number[] =>
  squaresOf(view.answers[view.legal.indexOf(square)] ?? 0);
