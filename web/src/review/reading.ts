/** How a review is read: whose chances are told, by whose knowledge, and which decisions may be spoken of. */
import type { Decision, Seat } from "../api/wire";
import { markAt, marksOf, provenMarks, seenBy, type Game, type Mark } from "./marks";
import { stepOf } from "./steps";
import { bestOf } from "./weighing";

export interface Reader {
  names: string[];
  /** Whose eyes; null: everybody's or the gallery's. */
  eyes: Seat | null;
  /** The seat of who reads. */
  mine: Seat | null;
  /** The game hides something. */
  secrets: boolean;
}

interface Curve {
  name: string;
  marks: Mark[];
}

export interface Reading {
  /** Whose chances are told, everywhere. */
  top: Seat;
  /** The judge's word is proof. */
  proven: boolean;
  curves: Curve[];
  decisions: Decision[];
}

export function readingOf(game: Game, reader: Reader): Reading {
  const { names, eyes, secrets } = reader;
  const top = eyes ?? reader.mine ?? 0;
  const everybody = names.map((_, seat) => seat);
  const watched = secrets && eyes !== null ? [eyes] : everybody;
  const proven = game.decisions.some(({ played }) => played.value);
  return {
    top,
    proven,
    curves: proven ? [{ name: names[top] ?? "", marks: provenMarks(game, top) }] : curves(),
    decisions: game.decisions.filter(({ seat }) => watched.includes(seat)),
  };

  function curves(): Curve[] {
    const of = (by: Seat[]): Curve => ({ name: names[by[0] ?? top] ?? "", marks: marksOf(game, top, by) });
    if (!secrets) return [of(everybody)];
    const others = names.length === 2 ? watched.filter((seat) => seat !== top) : [];
    return [top, ...others].map((seat) => of([seat]));
  }
}

/** What graph and list say of a step. */
export const chanceAt = ({ curves, proven }: Reading, step: number): number | null =>
  curves.map(({ marks }) => markAt(marks, step, proven)).find(Boolean)?.chance ?? null;

/** A slip on the graph: where it happened, and how far it fell in the eyes of who is at the top. */
export interface Fall {
  at: number;
  /** What the best move was worth and what this one; null: among many, another's slip says nothing of that. */
  fell: { best: number; played: number } | null;
}

export function fallsOf({ steps, seats }: Game, top: Seat, slips: Decision[]): Fall[] {
  return slips.map((slip) => {
    const best = seenBy(top, slip.seat, bestOf(slip).chance, seats);
    const played = seenBy(top, slip.seat, slip.played.chance, seats);
    return { at: stepOf(steps, slip), fell: best === null || played === null ? null : { best, played } };
  });
}
