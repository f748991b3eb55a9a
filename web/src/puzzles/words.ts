/** The phrases of the puzzles: they come with their pages. */
import type { Lang } from "../i18n/lang";
import type { Book, Later } from "../i18n/phrases.svelte";

export const BOOKS: Record<Lang, Later<Book>> = {
  en: () => import("./words/en.json"),
  fr: () => import("./words/fr.json"),
  pl: () => import("./words/pl.json"),
};
