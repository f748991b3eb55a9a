/** Mai-Star's log: one row for each decision, with what nature adds to it; a heading for each festival. */
import type { Line } from "../../../api/wire";
import type { Row } from "../../../table/log/rows";
import { kindOf } from "../../../table/session/history";
import type { AnyMove } from "../model/wire";

export function maiRows(lines: Line<AnyMove>[], names: string[], heading: (round: number) => string): Row[] {
  const rows: Row[] = [];
  let [round, n, begun] = [0, 0, false];
  for (const line of lines) {
    const type = kindOf(line);
    if (type === "Deal" && !begun) {
      begun = true;
      rows.push({ seq: line.seq, heading: heading(++round), text: "" });
    }
    if (type === "Deal" || (line.event && rows.length === 0)) continue;
    if (type === "Score") begun = false;
    const by = line.seat === null || line.seat < 0 ? null : (names[line.seat] ?? "");
    const last = rows.at(-1);
    if (by === null && !line.event && type !== "Score" && last && !last.heading) {
      if (line.said) last.text += ` ${line.said}`;
      continue;
    }
    const own = by !== null && line.said.startsWith(by);
    const row: Row = { seq: line.seq, text: own ? line.said.slice(by.length).trimStart() : line.said };
    if (by !== null) row.n = ++n;
    if (own) row.who = by;
    rows.push(row);
  }
  return rows;
}

/** The last deed with what followed by itself: what is said of it, the card that it names, and whose it is. */
export function spokenOf(lines: Line<AnyMove>[]): {
  said: string;
  card: number | null;
  seat: number | null;
} {
  const at = lines.findLastIndex((line) => line.said && line.seat !== null && line.seat >= 0);
  const told = lines.slice(Math.max(at, 0)).filter((line) => line.said && kindOf(line) !== "Deal");
  const move = told[0]?.move;
  return {
    said: told.map((line) => line.said).join(" "),
    card: move && "card" in move ? move.card : null,
    seat: told[0]?.seat ?? null,
  };
}

/** The narrowest sliver that still tells a card, and the room that "+2" takes. */
const [SLIVER, MORE] = [17, 26];

/** How many of the oldest cards a row of this width leaves out: the newest is whole, the others are slivers. */
export function hidden(cards: number, width: number, whole: number): number {
  const fitting = (room: number): number => Math.max(1, Math.floor((room - whole) / SLIVER) + 1);
  return !width || cards <= fitting(width) ? 0 : cards - fitting(width - MORE);
}
