/** How Hanamikoji is told: what is done, what is drawn, and at the end of a round first the Secrets, then one
    art token after the other. */
import { moves } from "../../../state/settings.svelte";
import { play } from "../../../ui/sound";
import { kindsOf, type Moment, type Pace } from "../../../table/session/playback.svelte";
import { boxOf } from "./pieces";
import type { Travel } from "./travel";
import type { AnyMove, HanamikojiView } from "./wire";

const SECRETS = 1400;
const GEISHA = 450;
const STAYS: Record<string, number> = {
  Secret: 600,
  Discard: 600,
  Gift: 600,
  Competition: 600,
  TakeOne: 600,
  TakePair: 600,
  Draw: 300,
  Deal: 300,
};

export const isScored = (now: Moment<HanamikojiView, AnyMove>): boolean => kindsOf(now).includes("Score");

/** `root`: where the cards lie that travel. */
export function paceOf(travel: Travel, root: () => HTMLElement | undefined): Pace<HanamikojiView, AnyMove> {
  return {
    pictures: (now) => (isScored(now) ? comparing(now.view) : staying(now)),
    page: (now) => (isScored(now) && !now.view.outcome ? Infinity : 0),
    turn(now, picture) {
      if (picture) return;
      if (isScored(now)) play("round");
      const at = root();
      if (!at || !moves()) return;
      travel.look(at);
      return () => travel.go(at);
    },
  };
}

/** The Secrets, then a picture for each geisha who has been compared. */
function comparing(view: HanamikojiView): number[] {
  const geishas = boxOf(view).items.map(() => GEISHA);
  return [SECRETS, ...geishas.slice(1), 0];
}

function staying(now: Moment<HanamikojiView, AnyMove>): number[] {
  const longest = Math.max(0, ...kindsOf(now).map((kind) => STAYS[kind] ?? 0));
  return longest ? [longest] : [];
}
