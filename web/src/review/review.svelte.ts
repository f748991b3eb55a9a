/** A strong player's opinion of a finished game, fetched while it is being formed. */
import { api } from "../api/rest";
import type { Decision, Review } from "../api/wire";

const AGAIN = 700;

export class Opinions {
  review = $state.raw<Review | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  decisions: Decision[] = $derived([...(this.review?.decisions ?? [])].sort((a, b) => a.seq - b.seq));

  async load(id: string): Promise<void> {
    clearTimeout(this.timer);
    this.review = await api.review(id);
    if (!this.review.done) this.timer = setTimeout(() => void this.load(id).catch(() => undefined), AGAIN);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
