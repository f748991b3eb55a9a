/** The scale beside a leaderboard: which ratings are marked, and where labels stand so that none covers another. */
export const STEP = 100;
const MOST_MARKS = 8;

/** The ratings that are marked between two ends, the lowest first: every hundred, or fewer on a long scale. */
export function marksOf(least: number, most: number): number[] {
  const step = STEP * Math.max(1, Math.ceil((most - least) / STEP / MOST_MARKS));
  const first = Math.ceil(least / step) * step;
  return Array.from({ length: Math.floor((most - first) / step) + 1 }, (_, n) => first + n * step);
}

/** Labels from top to bottom, each at least so far below the last one, and none below the end. */
export function spread<T extends { at: number }>(
  labels: T[],
  apart: number,
  end: number,
): (T & { shown: number })[] {
  const placed = labels
    .toSorted((one, other) => one.at - other.at)
    .map((each) => ({ ...each, shown: each.at }));
  placed.forEach((each, n) => {
    const above = placed[n - 1];
    if (above) each.shown = Math.max(each.shown, above.shown + apart);
  });
  placed.toReversed().forEach((each, n, all) => {
    const below = all[n - 1];
    each.shown = Math.min(each.shown, below ? below.shown - apart : end);
  });
  return placed;
}
