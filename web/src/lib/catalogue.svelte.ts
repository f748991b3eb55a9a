/** The names that a game gives its things, in the language spoken; fetched once for each. */
import { api } from "./api";
import { settings } from "./settings.svelte";
import { fill, type Holes } from "./words.svelte";

const fetched = new Map<string, Promise<Record<string, string>>>();

export class Catalogue {
  private phrases = $state.raw<Record<string, string>>({});

  constructor(private readonly game: string) {}

  /** Called inside an effect: follows the language. */
  async load(): Promise<void> {
    const key = `${this.game} ${settings.lang}`;
    if (!fetched.has(key)) fetched.set(key, api.words(this.game));
    const book = await fetched.get(key)!.catch(() => null);
    if (book) this.phrases = book;
    else fetched.delete(key);
  }

  say(key: string, holes: Holes = {}): string {
    return fill(this.phrases[key] ?? "", holes);
  }
}
