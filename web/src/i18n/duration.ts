/** 90 s, 2 min. */
import { t } from "./phrases.svelte";

export const period = (seconds: number): string =>
  seconds % 60 ? t("time.seconds", { n: seconds }) : t("time.minutes", { n: seconds / 60 });
