/** The lines of a log as they stand: what was taken back is no longer told. */
import type { Line, Tagged } from "./wire";

export function standing(lines: Line[]): Line[] {
  const told: Line[] = [];
  for (const line of lines) {
    const event = line.event as Tagged | null;
    if (event?.type === "takeback") {
      const to = event.to as number;
      while (told.length && told.at(-1)!.seq >= to) told.pop();
    }
    told.push(line);
  }
  return told;
}

/** What a client that has the log up to `from` knows after hearing more. */
export function joined(lines: Line[], from: number, more: Line[]): Line[] {
  return standing([...lines.filter((line) => line.seq < from), ...more]);
}

/** The kind of a told move, veiled or not; of an event nothing. */
export function kindOf(line: Line | undefined): string {
  const move = line?.move as (Tagged & { kind?: string }) | null | undefined;
  return move?.type === "Veiled" ? (move.kind ?? "") : (move?.type ?? "");
}
