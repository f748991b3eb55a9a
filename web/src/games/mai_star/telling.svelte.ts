/** What the house tells, at a pace the eye can follow: which of its messages is shown now. */
import { moves } from "../../lib/settings.svelte";
import { play } from "../../lib/sound";
import type { Tagged, Updates } from "../../lib/wire";

const WAITS: Record<string, number> = {
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
  Score: 9000,
};
const kinds = (told: Updates): string[] => told.lines.map((line) => (line.move as Tagged | null)?.type ?? "");
const scored = (told: Updates): boolean => kinds(told).includes("Score") && !told.result;

export class Telling {
  shown = $state.raw<Updates>() as Updates;
  private queue: Updates[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** In a lesson the score stays until the teacher has done. */
  constructor(
    first: Updates,
    private readonly lesson: boolean,
  ) {
    this.shown = first;
  }

  /** There is more to show. */
  busy = $state(false);
  /** A festival has just been scored. */
  scoring = $state(false);

  /** A new message. What is old news, or must be answered in time, is shown at once. */
  follow(told: Updates, back: boolean): void {
    if (told === this.shown || this.queue.includes(told)) return;
    const again =
      told.seq === this.shown.seq &&
      told.seat === this.shown.seat &&
      this.queue.length === 0 &&
      !this.scoring;
    if (back || again || told.window || told.seat !== this.shown.seat) return this.jump(told);
    this.queue.push(told);
    this.busy = true;
    if (this.timer === undefined) this.step();
  }

  /** No more waiting for what is shown now. */
  skip(): void {
    clearTimeout(this.timer);
    this.step();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private jump(told: Updates): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    this.shown = told;
    this.busy = this.scoring = false;
  }

  private step(): void {
    this.timer = undefined;
    this.scoring = false;
    const next = this.queue.shift();
    if (!next) {
      this.busy = false;
      return;
    }
    this.shown = next;
    if (kinds(next).some((kind) => kind === "Guest" || kind === "Advertise")) play("tile");
    this.scoring = scored(next);
    if (this.scoring && this.lesson) return;
    const longest = Math.max(0, ...kinds(next).map((kind) => WAITS[kind] ?? 0));
    const hurry = this.queue.length > 3 ? 2 : 1;
    if (longest && (moves() || this.scoring)) this.timer = setTimeout(() => this.step(), longest / hurry);
    else this.step();
  }
}
