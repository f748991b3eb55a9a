/** The positions of a walk, each asked for once. */
import { asError } from "../api/problem";
import { explorer } from "../api/explorer";
import type { ExplorerWalk } from "../api/wire";
import { queryOf, type Place } from "./place";

/** The positions that were looked at; the newest question is the one that is answered. */
export class Walking {
  shown = $state.raw<ExplorerWalk | null>(null);
  problem = $state.raw<Error | null>(null);
  private readonly known = new Map<string, ExplorerWalk>();
  private wanted = "";

  constructor(readonly game: string) {}

  async show(place: Place, lang: string): Promise<void> {
    const here = { ...place, moves: place.moves.slice(0, place.at) };
    const key = lang + queryOf(here);
    this.wanted = key;
    try {
      const found =
        this.known.get(key) ?? (await explorer.walk(this.game, here.layout, here.moves, here.options));
      if (place.layout) this.known.set(key, found);
      if (key !== this.wanted) return;
      this.shown = found;
      this.problem = null;
    } catch (error) {
      if (key === this.wanted) this.problem = asError(error);
    }
  }
}
