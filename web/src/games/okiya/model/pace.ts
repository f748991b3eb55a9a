/** How Okiya is told: a tile flies to its place, and a decided round is looked at before the next garden. */
import { moves } from "../../../state/settings.svelte";
import { play } from "../../../ui/sound";
import { kindsOf, type Moment, type Pace } from "../../../table/session/playback.svelte";
import { fly } from "./fly";
import type { AnyMove, OkiyaView } from "./wire";

const TAKE = 560;

/** A round is over, and another follows: its garden is still to be seen. */
export const isDecided = (now: Moment<OkiyaView, AnyMove>): boolean =>
  kindsOf(now).includes("Score") && !now.view.outcome;

export const PACE: Pace<OkiyaView, AnyMove> = {
  pictures: (now) => (kindsOf(now).includes("Take") ? [TAKE] : []),
  page: (now) => (isDecided(now) ? Infinity : 0),
  turn(now) {
    for (const { move } of now.lines)
      if (move?.type === "Take") {
        play("tile");
        return moves() ? fly(move.square) : undefined;
      }
  },
};
