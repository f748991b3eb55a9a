/** The move that lost the game: the loser's last one that gave away more than it had to. */
import type { Frame, Hints, Tagged } from "../../lib/wire";
import { squareName, type Score } from "./garden";

export async function turningPoint(
  frames: Frame[],
  ask: (seq: number) => Promise<Hints>,
): Promise<Frame | null> {
  const end = frames.findLastIndex((frame) => (frame.line?.move as Tagged | null)?.type === "Score");
  const score = frames[end]?.line?.move as unknown as Score | undefined;
  if (!score || score.winner === null) return null;
  for (let i = end; i > 0; i--) {
    const frame = frames[i]!;
    const move = frame.line?.move as Tagged | null;
    if (move?.type === "Lay") return null;
    if (move?.type !== "Take" || frame.line!.seat === score.winner) continue;
    const hints = await ask(frame.seq - 1);
    const played = hints.moves[squareName(move.square as number)];
    if (hints.best.result !== "loss" && played?.result === "loss") return frame;
  }
  return null;
}
