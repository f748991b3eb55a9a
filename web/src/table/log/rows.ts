/** Lines of the house as rows of the log: who acts stands out. */
import type { Line } from "../../api/wire";
import { t } from "../../i18n/phrases.svelte";
import { kindOf } from "../session/history";

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

/** From so many on, lines of one kind by which the game is set up are one row. */
const ALIKE = 4;
/** `by` nobody: a card is dealt, a tile is laid. */
const dealt = ({ seat, move }: Line): boolean => move !== null && (seat === null || seat < 0);

/** A deck that is dealt, a garden that is laid: the first card or tile, and how many follow. */
export function folded(lines: Line[]): Line[] {
  const runs: [Line, ...Line[]][] = [];
  for (const line of lines.filter(({ said }) => said)) {
    const run = runs.at(-1);
    if (run && isAlike(run[0], line)) run.push(line);
    else runs.push([line]);
  }
  return runs.flatMap((run) => {
    const [first] = run;
    if (run.length < ALIKE) return run;
    return [{ ...first, said: t("log.alike", { said: first.said, more: run.length - 1 }) }];
  });
}
const isAlike = (first: Line, next: Line): boolean =>
  dealt(first) && dealt(next) && kindOf(first) === kindOf(next);

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
