/** A geisha's journey, read off the table before and after it. */
import { colourOf, sum } from "./pieces";
import type { RoadView } from "./wire";

export interface Took {
  teahouse: number;
  guests: number;
  favour: boolean;
}

/** One card resolved. */
export interface Trip {
  seat: number;
  card: number;
  /** The teahouses on the way, where she stops last. */
  path: number[];
  home: boolean;
  /** What came to her tile, or was turned over there. */
  lantern: number | null;
  flipped: boolean;
  took: Took | null;
  /** Its player may choose what to take. */
  asks: boolean;
}

export function tripOf(before: RoadView, after: RoadView, card: number): Trip {
  const colour = colourOf(card);
  const path = walked(after.circle, before.pawns[colour] ?? 0, after.pawns[colour] ?? 0);
  const seat = after.sides.findIndex((side) => side.includes(card));
  const [was, is] = [before.tiles[colour] ?? [], after.tiles[colour] ?? []];
  const lit = was.join() !== is.join();
  return {
    seat,
    card,
    path,
    home: path.at(-1) === colour,
    lantern: lit ? (is.at(-1) ?? 0) : null,
    flipped: lit && was.length === is.length,
    took: tookOf(before, after, seat, path.at(-1) ?? 0),
    asks: after.stage.now === "Taking" && after.stage.card === card,
  };
}

/** Clockwise from one teahouse to another. */
function walked(circle: number[], from: number, to: number): number[] {
  const [start, end] = [circle.indexOf(from), circle.indexOf(to)];
  const steps = (end - start + circle.length) % circle.length;
  return Array.from({ length: steps }, (_, i) => circle[(start + i + 1) % circle.length] ?? 0);
}

/** What a seat has more at a teahouse. */
export function tookOf(before: RoadView, after: RoadView, seat: number, teahouse: number): Took | null {
  const guests = sum(after.guests[seat] ?? []) - sum(before.guests[seat] ?? []);
  const favour = after.favours[teahouse] === seat && before.favours[teahouse] !== seat;
  return guests || favour ? { teahouse, guests, favour } : null;
}

/** What is seen on the way: the card lies there, she walks from teahouse to teahouse, then comes the lantern. */
export function scenes(before: RoadView, after: RoadView, trip: Trip): RoadView[] {
  const { taken, sides, sums, leads } = after;
  const lying = { ...before, offer: null, taken, sides, sums, leads };
  const colour = colourOf(trip.card);
  const steps = trip.path.map((teahouse) => ({ ...lying, pawns: lying.pawns.with(colour, teahouse) }));
  const lit = { ...(steps.at(-1) ?? lying), upper: after.upper, lower: after.lower, tiles: after.tiles };
  return [lying, ...steps, ...(trip.lantern === null ? [] : [lit]), after];
}
