/** Which ready-made phrases suit a moment, and whether there is anybody to talk to. */
import { settings } from "../../state/settings.svelte";
import type { Open } from "../session/session.svelte";

const START = ["hello", "luck", "thanks", "moment"];
const MIDST = ["nice_move", "moment", "no_hurry", "thanks", "sorry"];
const END = ["good_game", "thanks", "again", "bye"];
/** What only who plays can say. */
const OF_PLAYERS = ["moment", "no_hurry", "sorry", "again"];

/** A game has begun until everybody has decided about this often. */
const GREETED = 2;

export function phrasesFor(session: Open): string[] {
  const moves = session.lines.filter((line) => line.move !== null && (line.seat ?? -1) >= 0).length;
  const begins = moves < GREETED * session.info.seats.length;
  const phrases = session.over ? END : begins ? START : MIDST;
  return session.mine.length ? phrases : phrases.filter((each) => !OF_PLAYERS.includes(each));
}

/** Somebody else is here who could hear or be heard, or was. */
export function isTalkedAt(session: Open): boolean {
  if (session.info.talk === "off" || session.info.lesson || settings.talk === "off") return false;
  const { info, mine, vigil, talk } = session;
  const others = info.seats.some((held, seat) => held.kind === "guest" && !mine.includes(seat));
  const heard = mine.length ? others || vigil.gallery > 0 : vigil.gallery > 1 || (session.over && others);
  return heard || talk.lines.length > 0 || talk.muted.length > 0;
}
