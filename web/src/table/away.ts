/** Players who are away: how long their seats are still kept, and when the others are asked. By the browser's clock. */
import type { Absent, Seat } from "../lib/wire";

export interface Away {
  seat: Seat;
  /** When the seat's time is up. */
  due: number;
  /** Who has said yes to a bot. */
  agreed: Seat[];
}

export const awayOf = (told: Absent[], now: number): Away[] => told.map(({ seat, left, agreed }) => ({ seat, due: now + left, agreed }));

export const secondsLeft = (away: Away, now: number): number => Math.max(0, Math.ceil((away.due - now) / 1000));

/** 75 is 1:15. */
export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** When the others are asked about this seat; whoever chose to wait on is asked later. */
const asksAt = (away: Away, waits: ReadonlyMap<Seat, number>): number => Math.max(away.due, waits.get(away.seat) ?? 0);

/** The seat that is asked about now. */
export const question = (all: Away[], waits: ReadonlyMap<Seat, number>, now: number): Away | null =>
  all.find((away) => asksAt(away, waits) <= now) ?? null;

/** In how many milliseconds there is something new to ask. */
export function nextIn(all: Away[], waits: ReadonlyMap<Seat, number>, now: number): number | null {
  const later = all.map((away) => asksAt(away, waits) - now).filter((wait) => wait > 0);
  return later.length ? Math.min(...later) : null;
}
