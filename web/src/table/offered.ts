/** A rematch in words: who offers it, and what would be different. */
import { t } from "../lib/words.svelte";
import type { Session } from "./session.svelte";
import type { Change } from "./waiting";

const value = (change: Change): string =>
  typeof change.value === "boolean" ? t(change.value ? "option.on" : "option.off") : change.said || String(change.value);

export function differing(changes: Change[], sameGarden: boolean): string {
  const said = changes.map((change) => `${change.label}: ${value(change)}`);
  return [...said, ...(sameGarden ? [t("rematch.garden")] : [])].join(" · ");
}

export function offered(session: Session): string {
  const { who, changes, sameGarden } = session.offer;
  const sentence = t("rematch.offer", { who });
  const other = differing(changes, sameGarden);
  return other ? `${sentence} ${t("rematch.changed", { what: other })}` : sentence;
}
