/** The table of a lesson: a real one, with every seat at this browser. */
import { api } from "../api/rest";
import { games, guest } from "../user/user.svelte";
import type { SeatWish, TableWish } from "../api/wire";
import { Session } from "../table/session/session.svelte";
import type { Lesson } from "../games/lesson";

const KEPT_AS = "hanamachi.learn";
/** Who else sits there; never somebody of the player's own name. */
const RIVALS = ["Rin", "Sora", "Ume", "Natsu", "Kaede", "Yuki"];

/** The lesson under way in this tab, so that a reload goes on where it was. */
async function kept(lesson: Lesson): Promise<Session | null> {
  const id = sessionStorage.getItem(KEPT_AS);
  if (!id) return null;
  const session = new Session(id);
  await session.open();
  if (
    session.missing === null &&
    session.info?.lesson === lesson.name &&
    session.mine.length === lesson.seats
  )
    return session;
  session.close();
  return null;
}

export const rivalsOf = (player: string, many: number): SeatWish[] =>
  RIVALS.filter((name) => name !== player)
    .slice(0, many)
    .map((name) => ({ kind: "shared", name }));

export async function sitDown(lesson: Lesson): Promise<Session> {
  // whether a curtain is needed is written on the game's card
  if (!games.of(lesson.game)) await games.load();
  const before = await kept(lesson);
  if (before) return before;
  await guest.known("");
  const seats = [{ kind: "me" }, ...rivalsOf(guest.name, lesson.seats - 1)];
  const wish: TableWish = { game: lesson.game, seats, spectators: false, lesson: lesson.name };
  if (lesson.options) wish.options = lesson.options;
  if (lesson.layout) Object.assign(wish, { layout: lesson.layout, starter: 0 });
  const { id } = await api.open(wish);
  sessionStorage.setItem(KEPT_AS, id);
  const session = new Session(id);
  await session.open();
  return session;
}

/** Nobody is left waiting at a table that was only for learning. */
export function standUp(session: Session): void {
  sessionStorage.removeItem(KEPT_AS);
  if (session.last && !session.over) session.send({ type: "resign", seat: 0 });
  session.close();
}
