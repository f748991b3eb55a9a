/** What is said while the table waits for those who read how a round ended. */
import { t } from "../../i18n/phrases.svelte";
import type { Open } from "../session/session.svelte";

/** Those of the others who still read. */
export const readers = (session: Open): string =>
  (session.last.pause?.waiting ?? [])
    .filter((seat) => !session.mine.includes(seat))
    .map((seat) => session.names[seat] ?? "")
    .join(", ");

/** Whether anybody loses by waiting: another person, or this player's own clock. Bots wait for ever. */
export function hurries({ info, mine }: Open): boolean {
  const people = info.seats.some(({ kind, level }, seat) => kind !== "bot" && !level && !mine.includes(seat));
  return people || info.clock != null;
}

export function reading(session: Open): string {
  const who = readers(session);
  if (who) return t(session.awaited ? "pause.both" : "pause.others", { who });
  return session.awaited ? t("pause.you") : "";
}
