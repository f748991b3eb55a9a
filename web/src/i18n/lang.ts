export const LANGUAGES = ["en", "fr", "pl"] as const;
export type Lang = (typeof LANGUAGES)[number];
/** Each language in its own words. */
export const NAMES: Record<Lang, string> = { en: "English", fr: "Français", pl: "Polski" };
