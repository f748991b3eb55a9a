/** How the promise was broken, in words. */
import { t } from "../i18n/phrases.svelte";
import type { Witness } from "./witness.svelte";

export const breach = (witness: Witness): string =>
  witness.breach ? t(`fair.breach.${witness.breach}`) : t("fair.broken");
