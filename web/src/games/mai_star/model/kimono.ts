/** The six geishas as they are drawn. */
import { GEISHAS } from "./wire";

const KIMONO = ["#845900", "#A5351A", "#3550B0", "#0A8B74", "#6B34A8", "#4A505C"];

export const portrait = (geisha: number): string =>
  `geisha-${(GEISHAS[geisha] ?? GEISHAS[0]).name.replaceAll("_", "-")}`;
export const kimono = (geisha: number): string => KIMONO[geisha] ?? "";
