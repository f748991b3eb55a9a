/** The move that lost the game: the loser's last one that gave away more than it had to. */
import type { Advice, Frame } from "../../../api/wire";
import { squareName } from "./garden";
import type { AnyMove, OkiyaView } from "./wire";

export interface Turning {
  /** The table before it. */
  seq: number;
  seat: number;
  square: number;
}

type Frames = Frame<OkiyaView, AnyMove>[];

/** Whether somebody lost the last round on the board: a game that was called off or given up has no such move. */
export function wasLost(frames: Frames): boolean {
  const last = frames.findLast(({ line }) => line?.move?.type === "Lay" || line?.move?.type === "Score");
  return last?.line?.move?.type === "Score" && last.line.move.winner !== null;
}

export async function turningPoint(
  frames: Frames,
  ask: (seq: number) => Promise<Advice>,
): Promise<Turning | null> {
  let winner: number | null = null;
  for (const { seq, line } of frames.toReversed()) {
    const move = line?.move;
    if (move?.type === "Lay") return null;
    if (move?.type === "Score") {
      winner = move.winner;
      if (winner === null) return null;
    }
    if (winner === null || move?.type !== "Take" || line?.seat == null || line.seat === winner) continue;
    const { moves } = await ask(seq - 1);
    const made = moves.find((each) => each.notation === squareName(move.square));
    if (moves[0]?.value?.result !== "loss" && made?.value?.result === "loss")
      return { seq: seq - 1, seat: line.seat, square: move.square };
  }
  return null;
}
