/** The lines of a log as they stand: what was taken back is no longer told. */
import type { Line, Tagged, Veiled } from "../../api/wire";

/** Everything from this row on is taken back. */
interface Takeback extends Tagged {
  to: number;
}
export const isTakeback = (event: Tagged | null): event is Takeback => event?.type === "takeback";
export const isVeiled = (move: Tagged): move is Veiled => move.type === "Veiled";

export function standing<Move extends Tagged>(lines: Line<Move>[]): Line<Move>[] {
  let told: Line<Move>[] = [];
  for (const line of lines) {
    const { event } = line;
    if (isTakeback(event)) told = told.filter(({ seq }) => seq < event.to);
    told.push(line);
  }
  return told;
}

/** What a client that has the log up to `from` knows after hearing more. */
export function joined<Move extends Tagged>(
  lines: Line<Move>[],
  from: number,
  more: Line<Move>[],
): Line<Move>[] {
  return standing([...lines.filter((line) => line.seq < from), ...more]);
}

/** The kind of a told move, veiled or not; of an event nothing. */
export function kindOf(line: Line | undefined): string {
  const move = line?.move;
  return move ? (isVeiled(move) ? move.kind : move.type) : "";
}
