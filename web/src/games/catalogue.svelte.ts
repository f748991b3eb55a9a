/** The names that a game gives its things, in the language spoken; fetched once for each. */
import { api } from "../api/rest";
import { settings } from "../state/settings.svelte";
import { fill, type Holes } from "../i18n/phrases.svelte";

type Book = Record<string, string>;

const fetched = new Map<string, Promise<Book>>();
const books = new Map<string, Book>();
const keyOf = (game: string): string => `${game} ${settings.lang}`;

/** The book, or null if it cannot be had now. Who waits for it before drawing draws with names from the start. */
export async function fetchBook(game: string): Promise<Book | null> {
  const key = keyOf(game);
  const coming = fetched.get(key) ?? api.words(game);
  fetched.set(key, coming);
  const book = await coming.catch(() => null);
  if (book) books.set(key, book);
  else fetched.delete(key);
  return book;
}

export class Catalogue {
  private phrases = $state.raw<Book>({});

  constructor(private readonly game: string) {
    this.phrases = books.get(keyOf(game)) ?? {};
  }

  /** Called inside an effect: follows the language. */
  async load(): Promise<void> {
    const book = await fetchBook(this.game);
    if (book) this.phrases = book;
  }

  say(key: string, holes: Holes = {}): string {
    return fill(this.phrases[key] ?? "", holes);
  }
}
