/** The places of an offer as they are taken together. */
import type { Offer } from "./wire";

export function pairsOf({ cards, partner }: Pick<Offer, "cards" | "partner">): number[][] {
  const places = cards.map((_, place) => place);
  if (partner === null) return places.map((place) => [place]);
  return [[0, partner], places.filter((place) => place !== 0 && place !== partner)];
}
