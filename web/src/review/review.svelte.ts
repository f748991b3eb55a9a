/** A strong player's opinion of a finished game, fetched while it is being formed. */
import { api } from "../lib/api";
import type { Decision, Review } from "../lib/wire";

const AGAIN = 700;
/** A move that gives away this much of the chance to win is a slip. */
export const SLIP = 0.1;
export const MOST_SLIPS = 3;

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

export const percent = (chance: number): string => `${Math.round(100 * chance)} %`;
