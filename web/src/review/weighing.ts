/** What decisions are called: slips, the best, nearly the best. */
import { capitalised } from "../i18n/capital";
import { signed } from "../i18n/numbers";
import { t } from "../i18n/phrases.svelte";
import type { Decision, Reason } from "../api/wire";

/** A move that gives away this much of the chance to win is a slip. */
const SLIP = 0.1;
const MOST_SLIPS = 3;
/** One that gives away less than this is nearly the best. */
export const CLOSE = 0.04;
/** Chances that differ by less look the same. */
export const SAME = 0.005;

export const bestOf = (decision: Decision): Decision["played"] => decision.moves[0] ?? decision.played;
export const lost = (decision: Decision): number => bestOf(decision).chance - decision.played.chance;

/** What was played, and not only begun alike: a move may be completed in several ways. */
export const isPlayed = ({ played }: Decision, move: Decision["played"]): boolean =>
  move.label === played.label;

/** What else there was and what was played, the best first. */
export function comparedIn(decision: Decision): Decision["played"][] {
  const { moves, played } = decision;
  if (moves.some((move) => isPlayed(decision, move))) return moves;
  return [...moves, played].toSorted((a, b) => b.chance - a.chance);
}

/** Every move that is marked as a slip, in the order of the game. */
export const slipsOf = (decisions: Decision[]): Decision[] => decisions.filter((each) => lost(each) >= SLIP);

/** The largest slips, the worst first; of equals the latest, which nothing could make good any more. */
export const largestOf = (slips: Decision[]): Decision[] =>
  slips.toSorted((a, b) => lost(b) - lost(a) || b.seq - a.seq).slice(0, MOST_SLIPS);

/** What is said of a decision: the end of a phrase's key, and the move it names. */
export interface Judgement {
  key: "best" | "better" | "close" | "lost" | "missed" | "missed.now";
  move: string;
}

export function judgementOf(decision: Decision): Judgement {
  const best = bestOf(decision);
  const move = best.label;
  if (best.value?.result === "loss") return { key: "lost", move };
  if (lost(decision) < SAME) return { key: "best", move };
  if (best.value?.result === "win") return { key: best.value.plies === 1 ? "missed.now" : "missed", move };
  return { key: lost(decision) < CLOSE ? "close" : "better", move };
}

/** What the slip changed, in the judge's numbers. */
export function whyOf({ kind, label, best, played }: Reason): string {
  const said = (number: number): string =>
    kind === "gets" ? String(Math.round(100 * number)) : signed(number);
  return t(`review.why.${kind}`, { what: capitalised(label), best: said(best), played: said(played) });
}
