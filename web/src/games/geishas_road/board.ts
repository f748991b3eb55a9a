/** What all can see of the table, and where it stands between two lines of the story. */
import type { Offer, Options, RoadView } from "./wire";

export type Seat = number;

/** Lists with two entries are by seat, with five by colour. */
export interface Board {
  round: number;
  mode: Options["mode"];
  destiny: boolean;
  circle: number[];
  pawns: number[];
  favours: (Seat | null)[];
  pool: number;
  hands: number[];
  sides: number[][];
  taken: number[][];
  tokens: number[][];
  specials: number[][];
  lefts: boolean[];
  rights: boolean[];
  offer: Offer | null;
  upper: number[];
  lower: number[];
  tiles: number[][];
  waiting: number[];
  guests: number[][];
  /** Who has cards to resolve, in order. */
  resolving: Seat[];
  /** A card whose player chooses between guest and favour token. */
  asking: number | null;
  /** The place that a Counteroffer has emptied, and whether the new card will lie face down. */
  gap: number | null;
  hiding: boolean;
  /** The round is counted; the next thing begins another. */
  scored: boolean;
}

export function put<T>(list: T[], at: number, value: T): T[] {
  return list.map((each, i) => (i === at ? value : each));
}
export const without = <T>(list: T[], value: T): T[] => list.filter((each) => each !== value);
export const adding = (cards: number[], card: number): number[] => [...cards, card].sort((a, b) => a - b);

const FIVE = [0, 1, 2, 3, 4];

/** A round before anything lies; the circle, the geishas and the favour tokens stay from the one before. */
export function fresh(options: Options, before: Board | null): Board {
  const advanced = options.mode === "advanced";
  return {
    round: (before?.round ?? 0) + 1,
    mode: options.mode,
    destiny: options.destiny,
    circle: before?.circle ?? [],
    pawns: before?.pawns ?? FIVE,
    favours: before?.favours ?? FIVE.map(() => null),
    pool: 20,
    hands: [0, 0],
    sides: [[], []],
    taken: [[], []],
    tokens: [
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ],
    specials: advanced
      ? [
          [0, 1],
          [0, 1],
        ]
      : [[], []],
    lefts: [false, false],
    rights: [false, false],
    offer: null,
    upper: [],
    lower: [],
    tiles: FIVE.map(() => []),
    waiting: FIVE.map(() => (options.mode === "basic" ? 0 : 3)),
    guests: [FIVE.map(() => 0), FIVE.map(() => 0)],
    resolving: [],
    asking: null,
    gap: null,
    hiding: false,
    scored: false,
  };
}

function gapOf(offer: Offer): number | null {
  const place = offer.cards.findIndex((card, at) => card === null && !offer.down.includes(at));
  return place < 0 ? null : place;
}

/** The table as the house tells it. */
export function boardOf(view: RoadView): Board {
  return {
    round: view.round,
    mode: view.options.mode,
    destiny: view.options.destiny,
    circle: view.circle,
    pawns: view.pawns,
    favours: view.favours,
    pool: view.pool,
    hands: view.hands,
    sides: view.sides,
    taken: view.taken,
    tokens: view.tokens,
    specials: view.specials,
    lefts: view.lefts,
    rights: view.rights,
    offer: view.offer,
    upper: view.upper,
    lower: view.lower,
    tiles: view.tiles,
    waiting: view.waiting,
    guests: view.guests,
    resolving: [],
    asking: view.stage.card,
    gap: view.offer ? gapOf(view.offer) : null,
    hiding: view.stage.hidden,
    scored: view.outcome !== null,
  };
}

/** Who chooses first: the rival of whoever laid the offer, or countered it last. */
export const chooserOf = (offer: Offer): Seat => (offer.counters % 2 ? offer.actor : 1 - offer.actor);

/** The places of an offer as they are taken together. */
export function pairsOf(offer: Offer): number[][] {
  if (offer.partner === null) return offer.cards.map((_, place) => [place]);
  const rest = [1, 2, 3].filter((place) => place !== offer.partner);
  return [[0, offer.partner], rest];
}
