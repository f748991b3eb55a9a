/** Lines of the house as rows of the log: who acts stands out. */
import type { Line } from "../../api/wire";

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

/** A round of the log: what stands above it, and its deeds. */
export interface Part {
  key: number;
  heading: string;
  deeds: Row[][];
}

/** What belongs together: rounds, and in each of them deeds with what followed of them. */
export function parts(rows: Row[]): Part[] {
  const found: Part[] = [];
  for (const row of rows) {
    if (row.heading || !found.length) found.push({ key: row.seq, heading: row.heading ?? "", deeds: [] });
    if (row.heading) continue;
    const { deeds } = found[found.length - 1] as Part;
    const deed = deeds.at(-1);
    if (deed?.[0]?.n !== undefined && row.n === undefined) deed.push(row);
    else deeds.push([row]);
  }
  return found;
}

/** A sentence, with the name at its beginning apart. */
export function apart(said: string, who: string): Pick<Row, "who" | "text"> {
  const own = who !== "" && said.startsWith(who);
  return own ? { who, text: said.slice(who.length).trimStart() } : { text: said };
}

export function rowsOf(lines: Line[], names: string[]): Row[] {
  let n = 0;
  return lines
    .filter((line) => line.said)
    .map((line) => {
      const who = line.seat !== null && line.seat >= 0 ? (names[line.seat] ?? "") : "";
      const row: Row = { seq: line.seq, ...apart(line.said, who) };
      if (who) row.n = ++n;
      return row;
    });
}
