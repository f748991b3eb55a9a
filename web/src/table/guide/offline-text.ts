/** What is said while nothing can be heard of a table. */
import { t } from "../../i18n/phrases.svelte";
import { online } from "svelte/reactivity/window";
import type { Open } from "../session/session.svelte";

export function offline(session: Open): string {
  if (session.trouble) return t("guide.trouble");
  const running = session.over ? null : session.ticking.running;
  const why = t(online.current === false ? "guide.offline" : "guide.unreachable");
  if (running === null) return `${why} ${t("guide.offline.saved")}`;
  return `${why} ${t(session.mine.includes(running) ? "guide.offline.clock.mine" : "guide.offline.clock")}`;
}
