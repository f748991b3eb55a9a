/** The app's own phrases. Holes are {named}; a phrase with {n} may have plural forms key.one, key.few ... */
import type { Lang } from "./lang";
import { plural } from "./plural";

/** Something that comes when it is asked for. */
export type Later<T> = () => Promise<{ default: T }>;
export type Book = Record<string, string>;
export type Holes = Record<string, string | number>;

const HOUSE: Record<Lang, Later<Book>> = {
  en: () => import("./en.json"),
  fr: () => import("./fr.json"),
  pl: () => import("./pl.json"),
};

let book = $state.raw<Book>({});
let spoken = $state<Lang>("en");
const open = new Set([HOUSE]);

export async function speak(lang: Lang): Promise<void> {
  const loaded = await Promise.all([...open].map((books) => books[lang]()));
  book = Object.assign({}, ...loaded.map((each) => each.default));
  spoken = lang;
}

/** These phrases, too, in whatever language is spoken: a game's own lie with its table and come with it. */
export async function speakAlso(books: Record<Lang, Later<Book>>): Promise<void> {
  if (open.has(books)) return;
  open.add(books);
  await speak(spoken);
}

const VOWEL = /^[aeiouœ]/i;

/** French "de" and "que" lose their e before a vowel: d’Aiko. No other language has them before a hole. */
const elide = (phrase: string, holes: Holes): string =>
  phrase.replace(/\b(d|qu)e (?=\{(\w+)\})/gi, (whole, start: string, name: string) =>
    VOWEL.test(String(holes[name] ?? "").normalize("NFD")) ? `${start}’` : whole,
  );

export function fill(phrase: string, holes: Holes): string {
  return elide(phrase, holes).replace(/\{(\w+)\}/g, (whole, name: string) => String(holes[name] ?? whole));
}

/** A phrase in the language spoken. A missing key is shown as itself: a test forbids it. */
export function t(key: string, holes: Holes = {}): string {
  const form = typeof holes.n === "number" ? `${key}.${plural(spoken, holes.n)}` : key;
  return fill(book[form] ?? book[key] ?? key, holes);
}

/** Of what is written in every language, the one that is spoken. */
export function inWords<T>(each: Record<Lang, T>): T {
  return each[spoken];
}
