/** Where a few words about a piece stand: above it or below, and never over what must stay readable. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
export interface Spot {
  left: number;
  top: number;
}
type Extent = Pick<Box, "width" | "height">;

const EDGE = 8;
const APART = 10;

const within = (at: number, most: number): number => Math.max(Math.min(at, most - EDGE), EDGE);
const meet = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

/** The first of above the piece, below it, above what must stay clear and below that which fits the window. */
export function placed(piece: Box, tip: Extent, clear: Box | null, window: Extent): Spot {
  const left = within(piece.left + piece.width / 2 - tip.width / 2, window.width - tip.width);
  const around = (box: Box): [number, number] => [box.top - tip.height - APART, box.top + box.height + APART];
  const [above, below] = around(piece);
  const tops = [above, below, ...(clear ? around(clear) : [])];
  const fits = (top: number): boolean =>
    top >= EDGE && top + tip.height <= window.height - EDGE && !(clear && meet({ left, top, ...tip }, clear));
  return { left, top: tops.find(fits) ?? within(above, window.height - tip.height) };
}
