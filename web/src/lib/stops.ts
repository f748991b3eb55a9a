/** Where a replay stops: wherever somebody was to decide, and at the end. */
import type { Frame } from "./wire";

export function stops(frames: Frame[]): number[] {
  const last = frames.length - 1;
  return frames.flatMap((_, i) => {
    const next = frames[i + 1]?.line;
    return i === last || (next && next.seat !== null && next.seat >= 0) ? [i] : [];
  });
}

/** The stop at or before a seq. */
export function stopAt(frames: Frame[], places: number[], seq: number): number {
  const found = places.findLastIndex((place) => (frames[place]?.seq ?? 0) <= seq);
  return Math.max(found, 0);
}
