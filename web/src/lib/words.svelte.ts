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

/** A game's own phrases lie with its table and come with it. */
const OF_GAMES = import.meta.glob<{ default: Book }>("../games/*/words/*.json");

let book = $state.raw<Book>({});
let spoken = $state<Lang>("en");
const open = new Set<string>();

async function pages(lang: Lang): Promise<Book> {
  const loaders = [
    BOOKS[lang],
    ...[...open].flatMap((game) => OF_GAMES[`../games/${game}/words/${lang}.json`] ?? []),
  ];
  const loaded = await Promise.all(loaders.map((load) => load()));
  return Object.assign({}, ...loaded.map((each) => each.default)) as Book;
}

export async function speak(lang: Lang): Promise<void> {
  const loaded = await pages(lang);
  book = loaded;
  spoken = lang;
}

/** The phrases of a game, too, in whatever language is spoken. */
export async function speakOf(game: string): Promise<void> {
  if (open.has(game)) return;
  open.add(game);
  await speak(spoken);
}

export function fill(phrase: string, holes: Holes): string {
  return phrase.replace(/\{(\w+)\}/g, (whole, name: string) => String(holes[name] ?? whole));
}

/** A phrase in the language spoken. A missing key is shown as itself: a test forbids it. */
export function t(key: string, holes: Holes = {}): string {
  const form = typeof holes.n === "number" ? `${key}.${plural(spoken, holes.n)}` : key;
  return fill(book[form] ?? book[key] ?? key, holes);
}
