/** Who is at the table and who is away, as the house told last. */
import type { Presence, Seat } from "../../api/wire";
import { awayOf, isShown, nextIn, question, type Away } from "./away";

export class Vigil {
  here = $state.raw<boolean[]>([]);
  /** Who has been away for more than a moment. */
  away = $state.raw<Away[]>([]);
  /** How many look on. */
  gallery = $state(0);
  /** The seat that the players are asked about. */
  asks = $state.raw<Away | null>(null);
  /** Who went and who came last. */
  gone = $state.raw<Seat[]>([]);
  back = $state.raw<Seat[]>([]);
  /** Who came last, for the first time. */
  joined = $state.raw<Seat[]>([]);
  /** Who had not come yet when the house told last. */
  private awaited: Seat[] = [];
  private all: Away[] = [];
  private readonly waits = new Map<Seat, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Until the house has spoken everybody seems to be here. */
  isHere(seat: Seat): boolean {
    return this.here[seat] ?? true;
  }

  of(seat: Seat): Away | null {
    return this.away.find((each) => each.seat === seat) ?? null;
  }

  hear(told: Presence, patience: number): void {
    const absent = told.absent.map((each) => each.seat);
    for (const seat of this.waits.keys()) if (!absent.includes(seat)) this.waits.delete(seat);
    const joined = this.awaited.filter((seat) => told.here[seat]);
    this.awaited = told.absent.flatMap((each) => (each.came === false ? [each.seat] : []));
    this.here = told.here;
    this.gallery = told.gallery;
    this.all = awayOf(told.absent, patience, performance.now());
    this.look(joined);
  }

  /** Not yet: ask this browser again in a while. */
  waitOn(seat: Seat, milliseconds: number): void {
    this.waits.set(seat, performance.now() + milliseconds);
    this.look();
  }

  /** The line is cut: what was known of the others is old. */
  stop(): void {
    clearTimeout(this.timer);
    this.away = this.all = this.gone = this.back = this.joined = this.awaited = [];
    this.asks = null;
  }

  private look(joined: Seat[] = []): void {
    const now = performance.now();
    clearTimeout(this.timer);
    this.show(
      this.all.filter((each) => isShown(each, now)),
      joined,
    );
    this.asks = question(this.away, this.waits, now);
    const wait = nextIn(this.all, this.waits, now);
    if (wait !== null) this.timer = setTimeout(() => this.look(), wait + 1);
  }

  private show(away: Away[], joined: Seat[]): void {
    const [before, after] = [this.away.map((each) => each.seat), away.map((each) => each.seat)];
    const gone = after.filter((seat) => !before.includes(seat));
    const here = before.filter((seat) => !after.includes(seat) && this.isHere(seat));
    const back = here.filter((seat) => !joined.includes(seat));
    this.away = away;
    if (gone.length || back.length || joined.length)
      [this.gone, this.back, this.joined] = [gone, back, joined];
  }
}
