/** Whom to play next, when the house was alone across: one step up its ladder after a win, one down after a defeat. */
import { games } from "../../user/user.svelte";
import type { Result, Seat, TableInfo } from "../../api/wire";
import { t } from "../../i18n/phrases.svelte";

export interface Step {
  level: string;
  said: string;
}

export function nextStep(table: TableInfo, { winners }: Result, mine: Seat[]): Step | null {
  const rivals = table.seats.filter((_, seat) => !mine.includes(seat));
  const [level, ...others] = new Set(rivals.map((held) => (held.kind === "bot" ? held.level : null)));
  if (!level || others.length || mine.length !== 1 || winners.length !== 1) return null;
  const won = winners.some((seat) => mine.includes(seat));
  const card = games.of(table.game)?.levels.find(({ name }) => name === level);
  const next = won ? card?.harder : card?.easier;
  if (!next) return null;
  return {
    level: next,
    said: t(won ? "rematch.up" : "rematch.down", { level: games.level(table.game, next) }),
  };
}
