/** What decisions are called: slips, the best, nearly the best. */
import { percent } from "../lib/percent";
import type { Decision, Hold } from "../lib/wire";

/** A move that gives away this much of the chance to win is a slip. */
const SLIP = 0.1;
const MOST_SLIPS = 3;
/** One that gives away less than this is nearly the best. */
export const CLOSE = 0.04;
/** Chances that differ by less look the same. */
export const SAME = 0.005;
const MOST_LIKELY = 3;
const UNLIKELY = 0.01;

export const bestOf = (decision: Decision): Decision["played"] => decision.moves[0] ?? decision.played;
export const lost = (decision: Decision): number => bestOf(decision).chance - decision.played.chance;

/** The largest swings, the worst first. */
export function slipsOf(decisions: Decision[]): Decision[] {
  return decisions
    .filter((each) => lost(each) >= SLIP)
    .sort((a, b) => lost(b) - lost(a))
    .slice(0, MOST_SLIPS);
}

/** What most likely lies under the Secret: "tea set 44 %, flower 31 %, lute 10 %". Empty if there is none. */
export function underSecret(holds: Hold[], lang: string): string {
  const ranked = holds
    .flatMap(({ label, places: { secret = 0 } }) => (secret >= UNLIKELY ? [{ label, secret }] : []))
    .sort((a, b) => b.secret - a.secret);
  const said = ranked.slice(0, MOST_LIKELY).map(({ label, secret }) => `${label} ${percent(secret)}`);
  return new Intl.ListFormat(lang, { type: "unit" }).format(said);
}
