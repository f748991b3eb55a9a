/** Who is at the table and who is away, as the house told last. */
import { SvelteMap } from "svelte/reactivity";
import type { Presence, Seat } from "../lib/wire";
import { awayOf, nextIn, question, type Away } from "./away";

export class Vigil {
  here = $state.raw<boolean[]>([]);
  away = $state.raw<Away[]>([]);
  /** How many look on. */
  gallery = $state(0);
  /** The seat that the players are asked about. */
  asks = $state.raw<Away | null>(null);
  /** Who went and who came, since it was told last. */
  gone = $state.raw<Seat[]>([]);
  back = $state.raw<Seat[]>([]);
  private readonly waits = new SvelteMap<Seat, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Until the house has spoken everybody seems to be here. */
  isHere(seat: Seat): boolean {
    return this.here[seat] ?? true;
  }

  of(seat: Seat): Away | null {
    return this.away.find((each) => each.seat === seat) ?? null;
  }

  hear(told: Presence): void {
    const [before, now] = [this.away.map((each) => each.seat), told.absent.map((each) => each.seat)];
    this.gone = now.filter((seat) => !before.includes(seat));
    this.back = before.filter((seat) => !now.includes(seat) && told.here[seat]);
    for (const seat of this.waits.keys()) if (!now.includes(seat)) this.waits.delete(seat);
    this.here = told.here;
    this.gallery = told.gallery;
    this.away = awayOf(told.absent, performance.now());
    this.look();
  }

  /** Not yet: ask this browser again in a while. */
  waitOn(seat: Seat, milliseconds: number): void {
    this.waits.set(seat, performance.now() + milliseconds);
    this.look();
  }

  /** The line is cut: what was known of the others is old. */
  stop(): void {
    clearTimeout(this.timer);
    this.away = this.gone = this.back = [];
    this.asks = null;
  }

  private look(): void {
    const now = performance.now();
    clearTimeout(this.timer);
    this.asks = question(this.away, this.waits, now);
    const wait = nextIn(this.away, this.waits, now);
    if (wait !== null) this.timer = setTimeout(() => this.look(), wait + 1);
  }
}
