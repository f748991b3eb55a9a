/** Lines of the house as rows of the log: who acts stands out. */
import type { Line } from "../lib/wire";

/** One row of the log as the eye sees it. */
export interface Row {
  seq: number;
  /** A round begins here. */
  heading?: string;
  n?: number;
  who?: string;
  text: string;
  icon?: string;
  after?: string;
}

export function rowsOf(lines: Line[], names: string[]): Row[] {
  let n = 0;
  return lines
    .filter((line) => line.said)
    .map((line) => {
      const who = line.seat !== null && line.seat >= 0 ? (names[line.seat] ?? "") : "";
      const own = who !== "" && line.said.startsWith(who);
      const row: Row = { seq: line.seq, text: own ? line.said.slice(who.length).trimStart() : line.said };
      if (who) row.n = ++n;
      if (own) row.who = who;
      return row;
    });
}
