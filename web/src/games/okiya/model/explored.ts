/** Where a moment of a game stands in the explorer. */
import type { Frame } from "../../../api/wire";
import { squareName } from "./garden";
import type { AnyMove, OkiyaView } from "./wire";

/** The tiles that were taken in the round up to a moment. */
export function takenIn(frames: Frame<OkiyaView, AnyMove>[], place: number): string[] {
  const taken: string[] = [];
  for (const { line } of frames.slice(0, place + 1)) {
    if (line?.move?.type === "Lay") taken.length = 0;
    if (line?.move?.type === "Take") taken.push(squareName(line.move.square));
  }
  return taken;
}
