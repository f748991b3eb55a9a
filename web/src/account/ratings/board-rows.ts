/** The rows of a leaderboard: members and bots together, by rating. */
import type { Leaderboard, LeaderboardRow, LevelRow } from "../../api/wire";

export type Row = { member: LeaderboardRow } | { bot: LevelRow } | { gap: true };

/** Members with the bots pinned between them. Below the top the rows around one's own follow after a gap. Whoever has
    no place yet stands where their rating is. */
export function rowsOf({ top, around = [], mine, levels }: Leaderboard): Row[] {
  const unplaced = mine && mine.place === null ? [mine] : [];
  const bots = [...levels];
  const pinned = (members: LeaderboardRow[]): Row[] =>
    members.flatMap((member) => {
      const above = bots.findIndex(({ rating }) => rating <= member.rating);
      const before = bots.splice(0, above < 0 ? bots.length : above);
      return [...before.map((bot) => ({ bot })), { member }];
    });
  const first = pinned([...top, ...unplaced].sort((a, b) => b.rating - a.rating));
  const second: Row[] = around.length ? [{ gap: true }, ...pinned(around)] : [];
  return [...first, ...second, ...bots.map((bot) => ({ bot }))];
}

export const keyOf = (row: Row): string =>
  "bot" in row ? `bot ${row.bot.level}` : "gap" in row ? "gap" : row.member.name;
