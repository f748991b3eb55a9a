/** When a guest is offered an account: after a few finished games, on pages where nobody plays, until they decline. */
import { calledOff } from "../../state/called-off";
import type { Mine } from "../../api/wire";

const GAMES = 3;
const PAGES = ["", "games", "lobby", "ratings", "member"];

/** `page`: the first piece of its path. `stays`: the guest has declined. */
export function offersAccount(me: Mine | null | undefined, page: string, stays: boolean): boolean {
  if (!me || me.member || stays || !PAGES.includes(page)) return false;
  const finished = me.tables.filter(({ over, reason }) => over && !calledOff(reason));
  return finished.length >= GAMES;
}
