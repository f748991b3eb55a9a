/** The journeys that a choice would bring, as the house foresees them. */
import type { Choice, Frame, Tagged } from "../../../api/wire";
import { tripOf, type Trip } from "./journey";
import type { AnyMove, RoadView } from "./wire";

/** One's own next question is answered as it lies there: the cards in the order they were chosen, and guests. */
export function onward(chosen: number[]): (choices: Choice<AnyMove>[]) => unknown {
  return (choices) => {
    const moves = choices.map((choice) => choice.move);
    const first = (card: number): AnyMove | undefined =>
      moves.find((move) => move.type === "Resolve" && move.card === card);
    return chosen.map(first).find(Boolean) ?? moves.find((move) => move.type === "Take");
  };
}

/** A seat's journeys, one after the other. */
export function tripsIn(frames: Frame<RoadView, AnyMove>[], now: RoadView, seat: number): Trip[] {
  const trips: Trip[] = [];
  let before = now;
  for (const { line, view = before } of frames) {
    if (line?.move?.type === "Journey") trips.push(tripOf(before, view, line.move.card));
    before = view;
  }
  return trips.filter((trip) => trip.seat === seat);
}

/** What is asked is the same as long as this is. */
export const keyOf = (seq: number, moves: Tagged[]): string => JSON.stringify([seq, moves]);
