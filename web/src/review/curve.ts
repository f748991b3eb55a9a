/** Marks as a picture: a line through them, the band of what could not be known, or stairs. */
import type { Mark } from "./marks";

export interface Frame {
  wide: number;
  high: number;
  /** How many steps the game has, the start included. */
  count: number;
}
export interface Point {
  x: number;
  y: number;
  /** What could not be known, as a stretch of the chance. */
  low: number;
  high: number;
}

/** Every step has the same room. */
export const across = (at: number, { wide, count }: Frame): number => (wide * at) / Math.max(count - 1, 1);
export const down = (chance: number, { high }: Frame): number =>
  high * (1 - Math.min(Math.max(chance, 0), 1));
/** The step that is drawn nearest to a place. */
export const stepNear = (x: number, { wide, count }: Frame): number =>
  Math.round((x / wide) * Math.max(count - 1, 1));

export const curve = (marks: Mark[], frame: Frame): Point[] =>
  marks.map(({ at, chance, unknown }) => ({
    x: across(at, frame),
    y: down(chance, frame),
    low: down(chance - unknown, frame),
    high: down(chance + unknown, frame),
  }));

/** The triangle of a slip: below its point, as far as there is room, and always upright. */
const [GAP, TALL, HALF] = [8, 12, 7];
export const triangleAt = (x: number, y: number, high: number): string =>
  `M${x} ${Math.min(y + GAP, high - TALL)}l${HALF} ${TALL}h-${2 * HALF}z`;

const spot = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
export const lineOf = (points: Point[]): string =>
  points.map(({ x, y }, i) => `${i ? "L" : "M"}${spot(x, y)}`).join("");
/** Level until the next mark, then up or down at once. */
export const stairsOf = (points: Point[]): string =>
  points.map(({ x, y }, i) => (i ? `H${x.toFixed(1)}V${y.toFixed(1)}` : `M${spot(x, y)}`)).join("");
const upper = (points: Point[]): string[] => points.map(({ x, high }) => spot(x, high));
const lower = (points: Point[]): string[] => points.toReversed().map(({ x, low }) => spot(x, low));
/** Along the upper edge, and back along the lower. */
export const bandOf = (points: Point[]): string =>
  points.length > 1 ? `M${[...upper(points), ...lower(points)].join("L")}Z` : "";
