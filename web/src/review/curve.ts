/** The chance to win as a picture: where each decision lies, and what may be drawn already. Decisions come sorted. */
import type { Decision, Seat } from "../lib/wire";

export interface Frame {
  wide: number;
  high: number;
  /** How many decisions the game has, those included that are not yet weighed. */
  count: number;
}
export interface Point {
  x: number;
  y: number;
  /** What could not be known, as a stretch of the chance. */
  low: number;
  high: number;
}

/** Every decision has the same room, whatever chance did in between. */
export const across = (at: number, { wide, count }: Frame): number => (wide * at) / Math.max(count - 1, 1);
export const down = (chance: number, { high }: Frame): number =>
  high * (1 - Math.min(Math.max(chance, 0), 1));

/** The place of the first decision at or after a row. */
export function placeOf(decisions: Decision[], seq: number): number {
  const at = decisions.findIndex((each) => each.seq >= seq);
  return at < 0 ? Math.max(decisions.length - 1, 0) : at;
}

/** A seat's own curve. With `before`, only what it had decided before that row. */
export function curve(decisions: Decision[], seat: Seat, frame: Frame, before = Infinity): Point[] {
  return decisions.flatMap((each, at) =>
    each.seat === seat && each.seq < before
      ? [
          {
            x: across(at, frame),
            y: down(each.played.chance, frame),
            low: down(each.played.chance - each.unknown, frame),
            high: down(each.played.chance + each.unknown, frame),
          },
        ]
      : [],
  );
}

const spot = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
export const lineOf = (points: Point[]): string =>
  points.map(({ x, y }, i) => `${i ? "L" : "M"}${spot(x, y)}`).join("");
const upper = (points: Point[]): string[] => points.map(({ x, high }) => spot(x, high));
const lower = (points: Point[]): string[] => points.toReversed().map(({ x, low }) => spot(x, low));
/** Along the upper edge, and back along the lower. */
export const bandOf = (points: Point[]): string =>
  points.length > 1 ? `M${[...upper(points), ...lower(points)].join("L")}Z` : "";
