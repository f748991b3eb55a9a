/** What the house told, shown at a pace the eye can follow: each told moment stays for a while. */
import { moves } from "../../lib/settings.svelte";
import type { Updates } from "../../lib/wire";

const STAY = 700;
const HURRIED = 250;

export class Pace {
  shown = $state.raw<Updates | null>(null);
  private queue: Updates[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** The newest word of the house; with `jump` nothing before it is worth showing. */
  follow(told: Updates, jump: boolean): void {
    const newest = this.queue.at(-1) ?? this.shown;
    if (jump || !newest || told.seq < newest.seq || told.seat !== newest.seat) {
      this.stop();
      this.queue = [];
      this.shown = told;
    } else if (told.seq === newest.seq) {
      if (this.queue.length) this.queue[this.queue.length - 1] = told;
      else this.shown = told;
    } else {
      this.queue.push(told);
      if (this.timer === undefined) this.step();
    }
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private step(): void {
    this.stop();
    const next = this.queue.shift();
    if (!next) return;
    this.shown = next;
    const wait = !moves() ? 0 : this.queue.length > 2 ? HURRIED : STAY;
    this.timer = setTimeout(() => this.step(), wait);
  }
}
