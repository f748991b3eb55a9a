/** How Okiya is told: a tile flies to its place, and a decided round is looked at before the next garden. */
import { moves } from "../../lib/settings.svelte";
import { play } from "../../lib/sound";
import type { Tagged } from "../../lib/wire";
import { kindOf } from "../../lib/story";
import { kindsOf, type Moment, type Pace } from "../../table/telling.svelte";
import { fly } from "./fly";
import type { OkiyaView } from "./garden";

const TAKE = 560;
const SCORE = 2600;

/** A round is over, and another follows: its garden is still to be seen. */
export const isDecided = (now: Moment<OkiyaView>): boolean =>
  kindsOf(now).includes("Score") && !now.view.outcome;

export const PACE: Pace<OkiyaView> = {
  pictures: (now) => (kindsOf(now).includes("Take") ? [TAKE] : []),
  page: (now) => (isDecided(now) ? SCORE : 0),
  turn(now) {
    const take = now.lines.find((line) => kindOf(line) === "Take");
    if (!take) return;
    play("tile");
    return moves() ? fly((take.move as Tagged).square as number) : undefined;
  },
};
