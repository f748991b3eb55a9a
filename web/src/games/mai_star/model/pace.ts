/** How Mai-Star is told: each deed for as long as it takes to see it, and the score of a festival as a page. */
import { play } from "../../../ui/sound";
import { kindsOf, type Moment, type Pace } from "../../../table/session/playback.svelte";
import type { AnyMove, MaiStarView } from "./wire";

const STAYS: Record<string, number> = {
  Guest: 900,
  Advertise: 700,
  Target: 900,
  Allow: 500,
  Ronin: 1100,
  Oiran: 1300,
  Use: 700,
  Pick: 800,
  Exchange: 400,
  Search: 500,
  Introduce: 500,
};

/** A festival is over, and another follows: what lay there is still to be seen. */
export const isScored = (now: Moment<MaiStarView, AnyMove>): boolean =>
  kindsOf(now).includes("Score") && !now.view.outcome;

export const PACE: Pace<MaiStarView, AnyMove> = {
  pictures(now) {
    const longest = Math.max(0, ...kindsOf(now).map((kind) => STAYS[kind] ?? 0));
    return longest ? [longest, 0] : [];
  },
  page: (now) => (isScored(now) ? Infinity : 0),
  turn(now, picture) {
    if (!picture && kindsOf(now).some((kind) => kind === "Guest" || kind === "Advertise")) play("tile");
  },
};
