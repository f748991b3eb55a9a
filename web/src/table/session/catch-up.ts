/** What somebody is told who comes to a game when others have moved: first the table as it lay before, then what they did. */
import type { Frame, Tagged, Updates } from "../../api/wire";

const decided = (frame: Frame): boolean => (frame.line?.seat ?? -1) >= 0;

/** Two tellings out of one; null if nothing was done, or if it was not pictured. */
export function opening<View, Move extends Tagged>(
  told: Updates<View, Move>,
): [Updates<View, Move>, Updates<View, Move>] | null {
  const first = told.frames.findIndex(decided);
  const at = told.frames.slice(0, Math.max(first, 0)).findLastIndex((frame) => frame.view !== undefined);
  const lay = told.frames[at];
  if (lay?.view === undefined) return null;
  const frames = told.frames.slice(0, at + 1);
  const before = { ...told, frames, seq: lay.seq, view: lay.view, asked: null, choices: [], result: null };
  return [before, { ...told, from_seq: lay.seq, frames: told.frames.slice(at + 1) }];
}
