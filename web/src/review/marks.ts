/** The chance to win, step by step, of one seat: what the graph draws and the list says. */
import { calledOff } from "../state/called-off";
import type { Decision, Result, Seat } from "../api/wire";
import { stepOf, type Step } from "./steps";
import { bestOf } from "./weighing";

export interface Mark {
  /** The step after which it is so. */
  at: number;
  chance: number;
  unknown: number;
}

export interface Game {
  steps: Step[];
  decisions: Decision[];
  /** null: as long as opinions are being formed, nothing leads there. */
  result: Result | null;
  /** How many play. */
  seats: number;
}

/** A chance of who decided, as `seat` sees it: of two, what one wins the other loses. */
export function seenBy(seat: Seat, decider: Seat, chance: number, seats: number): number | null {
  if (decider === seat) return chance;
  return seats === 2 ? 1 - chance : null;
}

/** What is left to be won when all is over. */
export function chanceAtEnd({ winners }: Result, seat: Seat, seats: number): number {
  if (!winners.length || winners.length === seats) return 0.5;
  return winners.includes(seat) ? 1 : 0;
}

/** The chances of `seat` by what the seats `by` knew when they decided; the result is the last. */
export function marksOf(game: Game, seat: Seat, by: Seat[]): Mark[] {
  const { steps, decisions, seats } = game;
  const { result } = game;
  const end = steps.length - 1;
  const made = decisions.flatMap((each) => {
    const chance = by.includes(each.seat) ? seenBy(seat, each.seat, each.played.chance, seats) : null;
    return chance === null ? [] : [{ at: stepOf(steps, each), chance, unknown: each.unknown }];
  });
  const last = made.filter(({ at }, i) => at !== made[i + 1]?.at && at < end);
  if (!result || calledOff(result.reason)) return last;
  return [...last, { at: end, chance: chanceAtEnd(result, seat, seats), unknown: 0 }];
}

/** Where the judge's word is proof, it holds before the first decision, too, and until the next one. */
export function provenMarks(game: Game, seat: Seat): Mark[] {
  const first = game.result ? game.decisions[0] : undefined; // earlier opinions may still be missing
  const everybody = Array.from({ length: game.seats }, (_, each) => each);
  const chance = first && seenBy(seat, first.seat, bestOf(first).chance, game.seats);
  return [
    ...(chance === undefined || chance === null ? [] : [{ at: 0, chance, unknown: 0 }]),
    ...marksOf(game, seat, everybody),
  ];
}

/** What is said of a step. What is proven stays true until something else is. */
export const markAt = (marks: Mark[], at: number, proven: boolean): Mark | undefined =>
  marks.findLast((mark) => (proven ? mark.at <= at : mark.at === at));
