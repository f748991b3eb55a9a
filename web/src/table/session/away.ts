/** Players who are away: how long their seats are still kept, and when the others are asked. By the browser's clock. */
import type { Absent, Seat } from "../../api/wire";

/** A page that is loaded again is no absence: nothing is shown for so long, or for a fifth of a short patience. */
const GRACE = 4000;

export interface Away {
  seat: Seat;
  /** From when on it is shown. */
  shown: number;
  /** Since when they are away. */
  since: number;
  /** When the seat's time is up. */
  due: number;
  /** Who has said yes to a bot. */
  agreed: Seat[];
  /** From when on the win may be claimed, and the game be called off; null: never. */
  claim: number | null;
  callOff: number | null;
  /** Who agree to call it off. */
  quits: Seat[];
}

/** `patience`: the seconds for which a seat is kept. */
export function awayOf(told: Absent[], patience: number, now: number): Away[] {
  const whole = patience * 1000;
  const from = (wait: number | null | undefined): number | null => (wait == null ? null : now + wait);
  return told.map(({ seat, left, away, agreed, claim, call_off: callOff, quits }) => ({
    seat,
    shown: now + left - whole + Math.min(GRACE, whole / 5),
    since: now - (away ?? Math.max(0, whole - left)),
    due: now + left,
    agreed,
    claim: from(claim),
    callOff: from(callOff),
    quits: quits ?? [],
  }));
}

/** Whether something that is allowed from a moment on is allowed now. */
export const isOpen = (from: number | null, now: number): boolean => from !== null && from <= now;

export const isShown = (away: Away, now: number): boolean => away.shown <= now;

export const secondsLeft = (away: Away, now: number): number =>
  Math.max(0, Math.ceil((away.due - now) / 1000));

/** 75 is 1:15. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** When the others are asked about this seat; whoever chose to wait on is asked later. */
const asksAt = (away: Away, waits: ReadonlyMap<Seat, number>): number =>
  Math.max(away.due, waits.get(away.seat) ?? 0);

/** The seat that is asked about now. */
export const question = (all: Away[], waits: ReadonlyMap<Seat, number>, now: number): Away | null =>
  all.find((away) => asksAt(away, waits) <= now) ?? null;

/** In how many milliseconds there is something new to show or to ask. */
export function nextIn(all: Away[], waits: ReadonlyMap<Seat, number>, now: number): number | null {
  const later = all
    .flatMap((away) => [away.shown - now, asksAt(away, waits) - now])
    .filter((wait) => wait > 0);
  return later.length ? Math.min(...later) : null;
}
