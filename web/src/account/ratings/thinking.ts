/** How long somebody thinks, in words. */
import { period } from "../../i18n/duration";
import { settings } from "../../state/settings.svelte";
import { t } from "../../i18n/phrases.svelte";

const SHORT = 60;

/** Seconds with one digit; longer times as elsewhere. */
export function duration(seconds: number): string {
  if (seconds >= SHORT) return period(Math.round(seconds));
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return t("member.seconds", { time: seconds.toLocaleString(settings.lang, digits) });
}
