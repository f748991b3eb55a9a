/** The clocks of a table, counted on by this browser from what the house told last. */
import type { ClockInfo, Seat } from "../../api/wire";

export class Ticking {
  private told = $state.raw<ClockInfo | null>(null);
  private at = $state(0);

  hear(told: ClockInfo | null | undefined): void {
    this.told = told ?? null;
    this.at = performance.now();
  }

  has(seat: Seat): boolean {
    return (this.told?.left[seat] ?? null) !== null;
  }

  /** For whom time runs. */
  get running(): Seat | null {
    return this.told?.running ?? null;
  }

  /** Milliseconds in which the first move of a seat must come; null: its own clock counts. */
  first(seat: Seat, now: number): number | null {
    if (!this.told?.first || seat !== this.running) return null;
    return Math.max(0, (this.told.delay ?? 0) - (now - this.at));
  }

  /** Milliseconds left to a seat; null: it has no clock. */
  left(seat: Seat, now: number): number | null {
    const left = this.told?.left[seat] ?? null;
    if (left === null || seat !== this.running) return left;
    return Math.max(0, left - Math.max(0, now - this.at - (this.told?.delay ?? 0)));
  }
}
