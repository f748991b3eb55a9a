/** Chances in words. */
import { t } from "./phrases.svelte";

/** A chance. Only what is certain is called 0 or 100. */
export function percent(chance: number): string {
  if (chance > 0 && chance < 0.005) return t("percent.least");
  if (chance < 1 && chance >= 0.995) return t("percent.most");
  return t("percent", { share: Math.round(100 * chance) });
}
