/** Whoever's place is asked for. */
import type { MaiStarView, OpenPlace } from "./wire";

const EMPTY: OpenPlace = {
  geisha: null,
  cards: 0,
  guests: [],
  advertisers: [],
  income: 0,
  reputation: null,
  added: [0, 0, 0],
  shining: null,
};

/** A seat's place; of nobody, an empty one. */
export const placeAt = (view: MaiStarView, seat: number | undefined): OpenPlace =>
  view.places[seat ?? -1] ?? EMPTY;
