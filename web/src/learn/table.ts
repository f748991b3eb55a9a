/** The table of the lesson: a real one, with both seats at this browser. */
import { api } from "../lib/api";
import { games, guest } from "../lib/guest.svelte";
import { Session } from "../table/session.svelte";
import { LAYOUT } from "./script";

const KEPT_AS = "hanamachi.learn";

/** The lesson under way in this tab, so that a reload goes on where it was. */
async function kept(): Promise<Session | null> {
  const id = sessionStorage.getItem(KEPT_AS);
  if (!id) return null;
  const session = new Session(id);
  await session.open();
  if (session.missing === null && session.mine.length === 2) return session;
  session.close();
  return null;
}

export async function sitDown(): Promise<Session> {
  // only a game without secrets is passed from seat to seat with no curtain
  if (!games.of("okiya")) await games.load();
  const before = await kept();
  if (before) return before;
  await guest.known("");
  const { id } = await api.open({
    game: "okiya",
    seats: [{ kind: "me" }, { kind: "shared" }],
    spectators: false,
    words: "learn",
    layout: LAYOUT,
    starter: 0,
  });
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
