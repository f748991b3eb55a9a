/** Days and months in the language spoken. A moment is in seconds since 1970. */
import type { Lang } from "./lang";

/** English as the rest of the app writes it: the day before the month. */
const localeOf = (lang: Lang): string => (lang === "en" ? "en-GB" : lang);
const at = (moment: number): Date => new Date(moment * 1000);

export const dayOf = (moment: number, lang: Lang): string =>
  at(moment).toLocaleString(localeOf(lang), { dateStyle: "medium", timeStyle: "short" });

/** The hour of a moment today, else the day, too. */
export const hourOf = (moment: number, lang: Lang, now = new Date()): string =>
  at(moment).toDateString() === now.toDateString()
    ? at(moment).toLocaleTimeString(localeOf(lang), { timeStyle: "short" })
    : dayOf(moment, lang);

export const monthOf = (moment: number, lang: Lang): string =>
  at(moment).toLocaleString(localeOf(lang), { month: "long", year: "numeric" });
