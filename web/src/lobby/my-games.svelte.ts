/** This guest's games, a page at a time: those under way, and those that are over. */
import { api } from "../api/rest";
import { merged } from "../user/my-tables";
import { sentenceOf } from "../api/problem";
import type { MyTable } from "../api/wire";

export const SHOWN = ["", "running", "finished", "won", "lost", "drawn"] as const;
export type Shown = (typeof SHOWN)[number];
export interface Filter {
  game: string;
  show: Shown;
}

/** What is asked of the house for each of the two piles; null: nothing. */
export function questions({
  game,
  show,
}: Filter): Record<"running" | "finished", Record<string, string> | null> {
  const about: Record<string, string> = game ? { game } : {};
  const result: Record<string, string> = ["won", "lost", "drawn"].includes(show) ? { result: show } : {};
  return {
    running: show === "" || show === "running" ? { ...about, state: "running" } : null,
    finished: show === "running" ? null : { ...about, ...result, state: "finished" },
  };
}

class Pile {
  games = $state.raw<MyTable[]>([]);
  next = $state.raw<number | null>(null);
  private wanted: Record<string, string> | null = null;

  async load(wanted: Record<string, string> | null): Promise<void> {
    this.wanted = wanted;
    const page = wanted ? await api.myGames(wanted) : { games: [], next: null };
    if (wanted !== this.wanted) return;
    this.games = page.games;
    this.next = page.next;
  }

  async more(): Promise<void> {
    if (!this.wanted || this.next === null) return;
    const { wanted } = this;
    const page = await api.myGames({ ...wanted, before: String(this.next) });
    if (wanted !== this.wanted) return;
    this.games = [...this.games, ...page.games];
    this.next = page.next;
  }
}

export class Shelf {
  readonly running = new Pile();
  readonly finished = new Pile();
  loaded = $state(false);
  problem = $state("");
  private filter: Filter = { game: "", show: "" };

  async load(filter: Filter): Promise<void> {
    this.filter = filter;
    const wanted = questions(filter);
    await this.trying(() =>
      Promise.all([this.running.load(wanted.running), this.finished.load(wanted.finished)]),
    );
    this.loaded = true;
  }

  more(pile: Pile): Promise<void> {
    return this.trying(() => pile.more());
  }

  /** What changed while the page is looked at: in its place, or the page anew where it has none. */
  hear(told: MyTable[], gone: string[] = []): void {
    const { running } = this;
    const known = told.every(({ id, over }) => !over && running.games.some((game) => game.id === id));
    if (known) running.games = merged(running.games, told, gone);
    else void this.load(this.filter);
  }

  private async trying(deed: () => Promise<unknown>): Promise<void> {
    this.problem = "";
    await deed().catch((error: unknown) => (this.problem = sentenceOf(error)));
  }
}
