/** Hints on request: the best moves with the chance to win after each. They belong to one decision. */
import { untrack } from "svelte";
import { api } from "../lib/api";
import { sentenceOf } from "../lib/problem";
import type { Advice, Choice, Tagged } from "../lib/wire";
import type { Open } from "./session.svelte";

export class Hints<Move extends Tagged = Tagged> {
  open = $state(false);
  advice = $state.raw<Advice | null>(null);
  problem = $state("");

  constructor(private readonly session: Open<unknown, Move>) {}

  /** Called while a table is set up. */
  static of<Move extends Tagged>(session: Open<unknown, Move>): Hints<Move> {
    const hints = new Hints(session);
    $effect(() => {
      void session.last.seq;
      untrack(() => hints.close());
    });
    return hints;
  }

  close(): void {
    this.open = false;
    this.advice = null;
    this.problem = "";
  }

  async toggle(): Promise<void> {
    if (this.open) return this.close();
    this.open = true;
    const { seq } = this.session.last;
    try {
      const told = await api.advice(this.session.id, seq);
      if (this.open && this.session.last.seq === seq) this.advice = told;
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }

  /** The move of a hint, taken up to be looked at. */
  pick(notation: string): Choice<Move> | undefined {
    this.close();
    return this.session.choices.find((each) => each.notation === notation);
  }
}
