/** The rematch of a finished game: who offers it, by which options, and what this guest says to it. */
import { api } from "../lib/api";
import { games } from "../lib/guest.svelte";
import { giveWords } from "../lib/pledge";
import type { TableCard } from "../lib/wire";
import { changes, partOf, type Change } from "./waiting";
import type { Session } from "./session.svelte";

export class Offer {
  /** The waiting table, once it was looked at. */
  card = $state.raw<TableCard | null>(null);
  /** This guest's own wish is on its way. */
  asked = $state(false);
  busy = $state(false);
  problem = $state("");
  private looked: string | null = null;

  constructor(private readonly session: Session) {}

  child = $derived.by(() => this.session.info?.child ?? null);
  by = $derived.by(() => (this.child === null ? null : (this.session.info?.offered_by ?? null)));
  ours = $derived.by(() => this.by !== null && this.session.mine.includes(this.by));
  /** Somebody else offers, and this guest has not answered. */
  open = $derived.by(() => {
    if (this.child === null || this.ours || !this.session.mine.length) return false;
    return this.card === null || partOf(this.card.table, this.card.mine) === "choose";
  });
  refused = $derived.by(() => this.card !== null && partOf(this.card.table, this.card.mine) === "declined");
  changes: Change[] = $derived.by(() => {
    const { info } = this.session;
    return this.card && info ? changes(games.of(info.game)?.options ?? [], info, this.card.table) : [];
  });
  sameGarden = $derived.by(() => Boolean(this.card?.table.layout));
  /** Both asked at once, for the same game: that is a yes. */
  crossed = $derived.by(() => this.asked && this.open && this.card !== null && !this.changes.length && !this.sameGarden);

  ask(options?: Record<string, unknown>, same_layout = false): void {
    const { session } = this;
    const seat = session.seat ?? session.mine[0]!;
    this.problem = "";
    this.asked = session.send(options ? { type: "rematch", seat, options, same_layout } : { type: "rematch", seat });
  }

  /** The house has spoken: there may be a rematch, or another one. */
  hear(): void {
    if (this.child === this.looked) return;
    this.looked = this.child;
    this.card = null;
    if (this.child !== null && this.session.mine.length && !this.ours) void this.look(this.child);
  }

  /** Words for the rematch. False: it did not work, and `problem` says why. */
  accept(): Promise<boolean> {
    return this.doing(async (child) => {
      const { table } = await api.table(child);
      await giveWords(child, table.commitment);
    });
  }

  decline(): Promise<boolean> {
    return this.doing(async (child) => {
      this.card = await api.decline(child);
    });
  }

  private async look(child: string): Promise<void> {
    const card = await api.table(child).catch(() => null);
    if (this.child === child) this.card = card;
  }

  private async doing(deed: (child: string) => Promise<void>): Promise<boolean> {
    this.busy = true;
    this.problem = "";
    try {
      await deed(this.child!);
      return true;
    } catch (error) {
      this.problem = (error as Error).message;
      return false;
    } finally {
      this.busy = this.asked = false;
    }
  }
}
