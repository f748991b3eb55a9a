/** What this browser can swear to: that imprint and words stand as it remembers them, and, at the end, that every
    draw follows from them. */
import { api } from "../api/rest";
import { prove, type Proof } from "./verify";
import { breachOf, outside, pledgeOf } from "./pledge";
import type { Chance, Seat, TableInfo } from "../api/wire";

interface Kept {
  log: { type: string; chance?: Chance | null }[];
  fairness: { words: string[]; seed: string };
}

export class Witness {
  proof = $state.raw<Proof | null>(null);
  seed = $state("");

  constructor(
    private readonly table: () => TableInfo,
    private readonly mine: () => Seat[],
  ) {}

  private id = $derived.by(() => this.table().id);
  pledge = $derived.by(() => pledgeOf(this.id));
  breach = $derived.by(() => breachOf(this.table(), this.mine(), this.pledge));
  outside = $derived.by(() => outside(this.table()));
  follows = $derived.by(() => this.proof !== null && this.proof.sealed && this.proof.broken === null);
  broken = $derived.by(() => this.breach !== null || (this.proof !== null && !this.follows));

  /** The game is over: the seed is known. The words must be those that were shown while it went on. */
  async check(): Promise<void> {
    const response = await fetch(api.record(this.id));
    if (!response.ok) return;
    const { log, fairness } = (await response.json()) as Kept;
    const chances = log.flatMap((row) => (row.chance ? [row.chance] : []));
    this.seed = fairness.seed;
    this.proof = prove(this.table().commitment, fairness.seed, this.table().words, chances);
  }
}
