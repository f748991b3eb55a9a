/** The ratings at a table: before and during a game as they are, after a rated one with what it did to them. */
import { api } from "../../api/rest";
import type { TableRatings } from "../../api/wire";

const AGAIN = 700; // ms, until the house is asked once more about a result that is not worked out yet
const TRIES = 20;

export class RatingsHere {
  told = $state.raw<TableRatings | null>(null);
  private asked = 0;

  async load(table: string, over: boolean): Promise<void> {
    const asked = ++this.asked;
    for (let n = 0; n < TRIES; n++) {
      const told = await api.tableRatings(table).catch(() => null);
      if (asked !== this.asked) return;
      this.told = told;
      if (!over || (told && (told.counted === false || (told.counted && !told.pending)))) return;
      await new Promise((done) => setTimeout(done, AGAIN));
      if (asked !== this.asked) return;
    }
  }

  stop(): void {
    this.asked++;
  }
}
