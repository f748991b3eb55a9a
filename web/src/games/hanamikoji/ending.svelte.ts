/** The end of a round, told geisha by geisha: first the Secrets, then one art token after the other. */
import { moves } from "../../lib/settings.svelte";
import { play } from "../../lib/sound";
import type { Line } from "../../lib/wire";
import { kindOf } from "./rows";

const SECRETS = 1400;
const GEISHA = 450;

export class Ending {
  /** Which round is told, from 0; null when play goes on. */
  round = $state<number | null>(null);
  /** How many geishas have been compared. */
  compared = $state(0);
  private of = 7;
  private seen = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** New lines; the first `old` of them are no news. */
  follow(lines: Line[], old: number, geishas: number): void {
    const scores = (part: Line[]): number => part.filter((line) => kindOf(line) === "Score").length;
    const scored = scores(lines);
    this.seen = Math.max(Math.min(this.seen, scored), scores(lines.slice(0, old)));
    this.of = geishas;
    if (this.round !== null && this.round >= scored) this.close(); // taken back
    if (scored <= this.seen) return;
    this.seen = scored;
    this.round = scored - 1;
    this.compared = 0;
    play("round");
    this.wait(SECRETS);
  }

  get done(): boolean {
    return this.compared >= this.of;
  }

  /** Everything at once. */
  skip(): void {
    clearTimeout(this.timer);
    this.compared = this.of;
  }

  close(): void {
    this.skip();
    this.round = null;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private wait(time: number): void {
    clearTimeout(this.timer);
    if (!moves()) return this.skip();
    this.timer = setTimeout(() => {
      this.compared++;
      if (!this.done) this.wait(GEISHA);
    }, time);
  }
}
