/** A rematch in words: who offers it, and what would be different. */
import { t } from "../../i18n/phrases.svelte";
import type { Open } from "../session/session.svelte";
import type { Change } from "../session/waiting-part";

const value = (change: Change): string =>
  typeof change.value === "boolean"
    ? t(change.value ? "option.on" : "option.off")
    : change.said || String(change.value);

export function differing(changes: Change[], sameLayout: boolean): string {
  const said = changes.map((change) => t("named", { name: change.label, what: value(change) }));
  return [...said, ...(sameLayout ? [t("rematch.layout")] : [])].join(" · ");
}

export const offering = (who: string, other: string): string =>
  other ? t("rematch.offer.changed", { who, what: other }) : t("rematch.offer", { who });

export function offered(session: Open): string {
  const { who, changes, sameLayout } = session.offer;
  return offering(who, differing(changes, sameLayout));
}
