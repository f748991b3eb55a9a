/** A strong player's opinion of a finished game, fetched while it is being formed. */
import { api } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { Decision, Hold, Review } from "../lib/wire";

const AGAIN = 700;
/** A move that gives away this much of the chance to win is a slip. */
export const SLIP = 0.1;
export const MOST_SLIPS = 3;
const MOST_LIKELY = 3;

export class Opinions {
  review = $state.raw<Review | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  decisions: Decision[] = $derived([...(this.review?.decisions ?? [])].sort((a, b) => a.seq - b.seq));
  slips = $derived(slipsOf(this.decisions));

  async load(id: string): Promise<void> {
    clearTimeout(this.timer);
    this.review = await api.review(id);
    if (!this.review.done) this.timer = setTimeout(() => void this.load(id).catch(() => undefined), AGAIN);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

export const lost = (decision: Decision): number => decision.moves[0]!.chance - decision.played.chance;

/** The largest swings, the worst first. */
export function slipsOf(decisions: Decision[]): Decision[] {
  return decisions
    .filter((each) => lost(each) >= SLIP)
    .sort((a, b) => lost(b) - lost(a))
    .slice(0, MOST_SLIPS);
}

/** What most likely lies under the Secret: "tea set 44 %, flower 31 %, lute 10 %". Empty if there is none. */
export function underSecret(holds: Hold[]): string {
  const ranked = holds.flatMap(({ label, places }) => (places.secret ? [{ label, chance: places.secret }] : [])).sort((a, b) => b.chance - a.chance);
  const said = ranked.slice(0, MOST_LIKELY).map(({ label, chance }) => `${label} ${percent(chance)}`);
  return new Intl.ListFormat(settings.lang, { type: "unit" }).format(said);
}

export const percent = (chance: number): string => `${Math.round(100 * chance)} %`;
