/** What is given away: a link, and the picture of what it leads to. */
import { settings } from "../../state/settings.svelte";

export interface Shared {
  title: string;
  /** The address of the page, from the first slash on. */
  path: string;
  /** The address of the picture, after /api, if there is one. */
  picture?: string;
}

const isNight = (): boolean =>
  settings.theme === "dark" ||
  (settings.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);

/** The address of a picture as the reader sees the page: in their language, by day or by night. */
export function picture(path: string): string {
  const url = new URL(`/api${path}`, location.origin);
  url.searchParams.set("lang", settings.lang);
  url.searchParams.set("theme", isNight() ? "night" : "day");
  return url.pathname + url.search;
}

export const sharesLinks = (): boolean => typeof navigator.share === "function";

export const copiesPictures = (): boolean =>
  isSecureContext && typeof ClipboardItem === "function" && typeof navigator.clipboard.write === "function";
