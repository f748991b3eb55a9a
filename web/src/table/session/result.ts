/** How a game ended, in words. */
import { calledOff } from "../../state/called-off";
import { games } from "../../user/user.svelte";
import { t } from "../../i18n/phrases.svelte";
import type { Line, Result, Seat, TableInfo } from "../../api/wire";

const EVENTS = ["resigned", "gaveup", "flagged", "agreed", "abandoned", "claimed", "calledoff", "lapsed"];

/** The table was closed by the host of the server: what is said instead, with the reason. */
export const closedByHost = (why: string): string => [t("end.closed"), why].filter(Boolean).join(" ");

export function verdict(result: Result, names: string[], seat: Seat | null): string {
  const { winners } = result;
  if (calledOff(result.reason)) return t("end.calledoff");
  if (!winners.length) return t("end.none");
  if (winners.length > 1) return t("end.shared", { who: winners.map((each) => names[each]).join(", ") });
  const [winner = -1] = winners;
  return winner === seat ? t("end.win") : t("end.wins", { who: names[winner] ?? "" });
}

/** The same with the points that decided it: "You win: 11 points to 8." */
export function verdictInNumbers(result: Result, names: string[], seat: Seat | null): string {
  const [winner = -1, ...others] = result.winners;
  const points = others.length ? null : pointsOf(result, winner);
  if (!points) return verdict(result, names, seat);
  return t(winner === seat ? "end.win.points" : "end.wins.points", { who: names[winner] ?? "", ...points });
}

/** The winner's points, and of two players the other's, where points decided; a single round won is no score. */
function pointsOf({ points, reason }: Result, winner: Seat): { n: number; against: string } | null {
  const n = points[winner] ?? 0;
  const others = points.filter((_, seat) => seat !== winner);
  const most = Math.max(...others);
  if (EVENTS.includes(reason) || n < 2 || n <= most) return null;
  return { n, against: others.length === 1 ? t("end.against", { points: most }) : "" };
}

/** The rule or the event that ended it; an event is told by its line. */
export function because(result: Result, table: TableInfo, lines: Line[] = []): string {
  if (EVENTS.includes(result.reason))
    return lines.findLast((line) => line.event)?.said ?? t(`reason.${result.reason}`);
  return games.rule(table.game, result.reason, table.options, table.seats.length);
}
