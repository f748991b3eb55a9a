/** How the Road is told: a geisha walks from teahouse to teahouse, then comes the lantern, then the guests; the
    score of a round is read before the next begins. */
import { play } from "../../../ui/sound";
import { kindsOf, type Moment, type Pace } from "../../../table/session/playback.svelte";
import { tripOf, type Trip } from "./journey";
import { ACTIONS, type AnyMove, type RoadView } from "./wire";

const STEP = 220;
const LANTERN = 620;
const TOKENS = 420;
const STAYS: Record<string, number> = {
  Lay: 320,
  Hide: 320,
  Pair: 260,
  Left: 260,
  Right: 260,
  Remove: 520,
  Replace: 520,
  Choose: 800,
  TurnUp: 900,
  ShowLeft: 800,
  Take: TOKENS,
};

/** A round is over, and another follows. */
export const isScored = (now: Moment<RoadView, AnyMove>): boolean =>
  kindsOf(now).includes("Score") && !now.view.outcome;

/** The journey that this moment tells. */
export function tripIn(now: Moment<RoadView, AnyMove>, before: RoadView | null): Trip | null {
  const [card] = now.lines.flatMap(({ move }) => (move?.type === "Journey" ? [move.card] : []));
  return card !== undefined && before ? tripOf(before, now.view, card) : null;
}

export const PACE: Pace<RoadView, AnyMove> = {
  pictures(now, before) {
    const trip = tripIn(now, before);
    if (trip) return travelling(trip);
    const stay = Math.max(0, ...kindsOf(now).map((kind) => STAYS[kind] ?? 0));
    return stay ? [stay] : [];
  },
  page: (now) => (isScored(now) ? Infinity : 0),
  /** Who comes between two rounds reads the score. */
  missed: (view) =>
    view.rounds.length > 0 && !view.outcome && view.tokens.every((left) => left.length === ACTIONS.length),
  turn(now, picture, before) {
    const trip = tripIn(now, before);
    if (isScored(now)) play("round");
    else if (trip) step(trip, picture);
    else if (kindsOf(now).some((kind) => STAYS[kind])) play("tile");
  },
};

function step({ path, lantern }: Trip, picture: number): void {
  if (picture > 0 && picture <= path.length) play("tile");
  if (lantern !== null && picture === path.length + 1) play("pluck");
}

const travelling = (trip: Trip): number[] => [
  STEP,
  ...trip.path.map(() => STEP),
  ...(trip.lantern === null ? [] : [LANTERN]),
  trip.took ? TOKENS : STEP,
];
