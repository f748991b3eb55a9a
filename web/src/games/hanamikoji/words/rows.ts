/** Hanamikoji's log: the house's sentences under a heading for each round. */
import type { Line } from "../../../api/wire";
import { rowsOf, type Row } from "../../../table/log/rows";
import { kindOf } from "../../../table/session/history";
import type { AnyMove } from "../model/wire";

/** Told by the cards that lie there, or by the strips. */
const silent = (line: Line<AnyMove>): boolean =>
  kindOf(line) === "Deal" || (kindOf(line) === "Draw" && line.move?.type === "Veiled");
const SETTLING = ["seated", "bottakes"];

const ICONS: Record<string, string> = {
  Secret: "action-secret",
  Discard: "action-discard",
  Gift: "action-gift",
  Competition: "action-competition",
  Reveal: "ui-eye",
  Score: "art-token",
};

export function hanamikojiRows(lines: Line<AnyMove>[], names: string[], round: (n: number) => string): Row[] {
  const kinds = new Map(lines.map((line) => [line.seq, kindOf(line)]));
  const begins = lines.find((line) => line.move !== null)?.seq ?? 0;
  const worth = (line: Line<AnyMove>): boolean =>
    !silent(line) && !(line.seq < begins && SETTLING.includes(line.event?.type ?? ""));
  const scored = lines.filter((line) => kindOf(line) === "Score").map((line) => line.seq);
  const rows: Row[] = [];
  let begun = 0;
  for (const row of rowsOf(lines.filter(worth), names)) {
    const number = 1 + scored.filter((seq) => seq < row.seq).length;
    if (number > begun && kinds.get(row.seq) !== "") {
      begun = number;
      rows.push({ seq: row.seq, heading: round(number), text: "" });
    }
    const icon = ICONS[kinds.get(row.seq) ?? ""];
    rows.push(icon ? { ...row, icon } : row);
  }
  return rows;
}
