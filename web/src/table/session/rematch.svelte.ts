/** The rematch of a finished game: who offers it, by which options, and what this guest says to it. */
import { sentenceOf } from "../../api/problem";
import { api } from "../../api/rest";
import { games } from "../../user/user.svelte";
import { giveWords } from "../../fairness/pledge";
import type { Rematch, TableCard } from "../../api/wire";
import type { Session } from "./session.svelte";
import { changes, partOf, type Change, type Part } from "./waiting-part";

export class Offer {
  /** The waiting table, once it was looked at. */
  card = $state.raw<TableCard | null>(null);
  /** This guest's own wish is on its way. */
  asked = $state(false);
  busy = $state(false);
  problem = $state("");
  /** What was wished for here: a rematch by the same options, or by others. */
  private wish = $state<"" | "same" | "other">("");
  private looked: string | null = null;

  constructor(private readonly session: Session) {}

  child = $derived.by(() => this.session.info?.child ?? null);
  private part: Part = $derived.by(() => (this.card ? partOf(this.card.table, this.card.mine) : "none"));
  /** Somebody else offers, and this guest has not answered. */
  open = $derived.by(() => this.part === "choose");
  refused = $derived.by(() => this.part === "declined");
  private by = $derived.by(() => this.card?.table.offered_by ?? null);
  /** Named as in the game that is over: players of one name are numbered by their seats. */
  who = $derived.by(() => this.session.info?.seats[this.card?.table.offered_from ?? -1]?.name ?? "");
  changes: Change[] = $derived.by(() => {
    const { info } = this.session;
    return this.card && info ? changes(games.of(info.game)?.options ?? [], info, this.card.table) : [];
  });
  sameLayout = $derived.by(() => Boolean(this.card?.table.layout));
  /** What was wished for here has come: our own rematch, or the same one that somebody else asked for at once. */
  granted = $derived.by(() => {
    if (!this.wish || !this.card) return false;
    if (this.by !== null && this.card.mine.includes(this.by)) return true;
    return this.open && this.wish === "same" && !this.changes.length && !this.sameLayout;
  });

  ask(other?: Pick<Rematch, "options" | "same_layout" | "level">): void {
    const { session } = this;
    const seat = session.seat ?? session.mine[0];
    if (seat === undefined) return;
    this.problem = "";
    this.wish = other ? "other" : "same";
    this.asked = session.send({ type: "rematch", seat, ...other });
  }

  /** The house did not take the wish. */
  forget(): void {
    this.asked = false;
    this.wish = "";
  }

  /** The house has spoken: there may be a rematch. */
  hear(): void {
    if (this.child === this.looked) return;
    this.looked = this.child;
    this.card = null;
    if (this.child !== null && this.session.mine.length) void this.look(this.child);
  }

  /** Words for the rematch. False: it did not work, and `problem` says why. */
  accept(): Promise<boolean> {
    return this.doing(async ({ table }) => giveWords(table.id, table.commitment));
  }

  decline(): Promise<boolean> {
    return this.doing(async ({ table }) => void (this.card = await api.decline(table.id)));
  }

  private async look(child: string): Promise<void> {
    const card = await api.table(child).catch(() => null);
    if (this.child === child) this.card = card;
  }

  private async doing(deed: (card: TableCard) => Promise<void>): Promise<boolean> {
    if (!this.card) return false;
    this.busy = true;
    this.problem = "";
    try {
      await deed(this.card);
      return true;
    } catch (error) {
      this.problem = sentenceOf(error);
      return false;
    } finally {
      this.busy = false;
      this.forget();
    }
  }
}
