/** The app's own phrases. Holes are {named}; a phrase with {n} may have plural forms key.one, key.few ... */
import type { Lang } from "./lang";
import { plural } from "./plural";

type Book = Record<string, string>;
export type Holes = Record<string, string | number>;

const BOOKS: Record<Lang, () => Promise<{ default: Book }>> = {
  en: () => import("../words/en.json"),
  fr: () => import("../words/fr.json"),
  pl: () => import("../words/pl.json"),
};

let book = $state.raw<Book>({});
let spoken = $state<Lang>("en");

export async function speak(lang: Lang): Promise<void> {
  const loaded = (await BOOKS[lang]()).default;
  book = loaded;
  spoken = lang;
}

export function fill(phrase: string, holes: Holes): string {
  return phrase.replace(/\{(\w+)\}/g, (whole, name: string) => String(holes[name] ?? whole));
}

/** A phrase in the language spoken. A missing key is shown as itself: a test forbids it. */
export function t(key: string, holes: Holes = {}): string {
  const form = typeof holes.n === "number" ? `${key}.${plural(spoken, holes.n)}` : key;
  return fill(book[form] ?? book[key] ?? key, holes);
}
