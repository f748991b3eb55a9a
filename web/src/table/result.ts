/** How a game ended, in words. */
import { games } from "../lib/guest.svelte";
import { t } from "../lib/words.svelte";
import type { Line, Result, Seat, TableInfo } from "../lib/wire";

const EVENTS = ["resigned", "gaveup", "flagged", "agreed", "abandoned"];

export function verdict(result: Result, names: string[], seat: Seat | null): string {
  const { winners } = result;
  if (!winners.length) return t("end.none");
  if (winners.length > 1) return t("end.shared", { who: winners.map((each) => names[each]).join(", ") });
  const [winner = -1] = winners;
  return winner === seat ? t("end.win") : t("end.wins", { who: names[winner] ?? "" });
}

/** The rule or the event that ended it; an event is told by its line. */
export function because(result: Result, table: TableInfo, lines: Line[] = []): string {
  if (EVENTS.includes(result.reason))
    return lines.findLast((line) => line.event)?.said ?? t(`reason.${result.reason}`);
  return games.rule(table.game, result.reason, table.options);
}
