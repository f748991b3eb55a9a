/** What is said while nothing can be heard of a table. */
import { t } from "../../i18n/phrases.svelte";
import type { Open } from "../session/session.svelte";

export function offline(session: Open): string {
  if (session.trouble) return t("guide.trouble");
  const running = session.over ? null : session.ticking.running;
  if (running === null) return t("guide.offline");
  return t(session.mine.includes(running) ? "guide.offline.clock.mine" : "guide.offline.clock");
}
