/** The count of a game of guesses, and where the next one is asked. */
import type { Frame, Weighed } from "../api/wire";
import { SAME } from "../review/weighing";

export class Guessing {
  constructor(
    readonly asked = 0,
    readonly player = 0,
    /** Of those on which a judge spoke. */
    readonly judged = 0,
    readonly judge = 0,
  ) {}

  after(player: boolean, judge: boolean | null): Guessing {
    return new Guessing(
      this.asked + 1,
      this.player + Number(player),
      this.judged + Number(judge !== null),
      this.judge + Number(judge === true),
    );
  }
}

/** Whether a judge finds no move better than this one. */
export function agreed(moves: Weighed[], notation: string): boolean {
  const [best] = moves;
  const own = moves.find((move) => move.notation === notation);
  return Boolean(best && own && best.chance - own.chance < SAME);
}

interface Prompted {
  prompt?: { seat: number } | null;
}

/** Who is asked at a moment, as its view says. */
export const askedSeat = (frame: Frame | undefined): number | null =>
  (frame?.view as Prompted | undefined)?.prompt?.seat ?? null;

/** The first place from here on at which a seat decides, and a move was made. */
export function nextDecision(frames: Frame[], from: number, seat: number): number | null {
  for (let place = from; place < frames.length - 1; place++)
    if (askedSeat(frames[place]) === seat) return place;
  return null;
}
