/** What decisions are called: slips, the best, nearly the best. */
import type { Decision } from "../lib/wire";

/** A move that gives away this much of the chance to win is a slip. */
const SLIP = 0.1;
const MOST_SLIPS = 3;
/** One that gives away less than this is nearly the best. */
export const CLOSE = 0.04;
/** Chances that differ by less look the same. */
export const SAME = 0.005;

export const bestOf = (decision: Decision): Decision["played"] => decision.moves[0] ?? decision.played;
export const lost = (decision: Decision): number => bestOf(decision).chance - decision.played.chance;

/** The largest swings, the worst first. */
export function slipsOf(decisions: Decision[]): Decision[] {
  return decisions
    .filter((each) => lost(each) >= SLIP)
    .sort((a, b) => lost(b) - lost(a))
    .slice(0, MOST_SLIPS);
}
