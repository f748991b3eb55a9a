/** Clocks: what a host may choose, in words, and how time is shown. */
import type { Days, Live } from "../api/wire";
import { t } from "../i18n/phrases.svelte";

export type Clock = Live | Days;

const live = (minutes: number, increment: number): Live => ({ type: "live", base: minutes * 60, increment });
const days = (n: number): Days => ({ type: "days", days: n });
/** What most hosts choose from. */
export const PRESETS: readonly Clock[] = [
  live(3, 2),
  live(5, 3),
  live(10, 5),
  live(15, 10),
  live(20, 10),
  days(1),
  days(3),
  days(7),
];

export const sameClock = (one: Clock, other: Clock): boolean => clockWords(one) === clockWords(other);

const base = (seconds: number): string =>
  [
    ...(seconds >= 60 ? [t("time.minutes", { n: Math.floor(seconds / 60) })] : []),
    ...(seconds % 60 ? [t("time.seconds", { n: seconds % 60 })] : []),
  ].join(" ");

/** 5 min + 3 s a move; nothing where there is no clock. */
export function clockWords(clock: Clock | null | undefined): string {
  if (!clock) return "";
  if (clock.type === "days") return t("clock.days", { n: clock.days });
  const { increment = 0, delay = 0 } = clock;
  if (increment) return t("clock.increment", { base: base(clock.base), s: increment });
  if (delay) return t("clock.delay", { base: base(clock.base), s: delay });
  return t("clock.plain", { base: base(clock.base) });
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** From here on a clock is nearly out. */
export const LAST = 10 * SECOND;

const two = (n: number): string => String(n).padStart(2, "0");

/** As a clock shows it: 2 d 3 h, 1:02:03, 4:05, and tenths in the last ten seconds. */
export function face(ms: number): string {
  if (ms >= DAY) return t("clock.face.days", { d: Math.floor(ms / DAY), h: Math.floor((ms % DAY) / HOUR) });
  if (ms < LAST) return (Math.floor(ms / 100) / 10).toFixed(1);
  const s = Math.ceil(ms / SECOND);
  const [h, m] = [Math.floor(s / 3600), Math.floor((s % 3600) / 60)];
  return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

/** As it is said: the largest that counts. */
export function spoken(ms: number): string {
  if (ms >= DAY) return t("clock.said.days", { n: Math.floor(ms / DAY) });
  if (ms >= HOUR) return t("clock.said.hours", { n: Math.floor(ms / HOUR) });
  if (ms >= MINUTE) return t("clock.said.minutes", { n: Math.round(ms / MINUTE) });
  return t("clock.said.seconds", { n: Math.ceil(ms / SECOND) });
}

/** What is worth saying when a clock goes from one moment to the next: whole minutes, ten and five seconds. */
export function mark(before: number, now: number): number | null {
  const passed = (at: number): boolean => now <= at && at < before;
  for (const at of [5 * SECOND, LAST]) if (passed(at)) return at;
  const minute = Math.ceil(now / MINUTE) * MINUTE;
  return minute >= MINUTE && minute < HOUR && passed(minute) ? minute : null;
}

/** 0.4 s, 12 s, 2:05, 3 h, 2 d: what a decision took. */
export function took(seconds: number): string {
  if (seconds < 10) return t("time.seconds", { n: Math.round(seconds * 10) / 10 });
  if (seconds < 60) return t("time.seconds", { n: Math.round(seconds) });
  return face(seconds * SECOND);
}
