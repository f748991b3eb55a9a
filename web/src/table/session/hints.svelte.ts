/** Hints on request: the best moves with the chance to win after each. They belong to one decision. */
import { MediaQuery } from "svelte/reactivity";
import { api } from "../../api/rest";
import { sentenceOf } from "../../api/problem";
import type { Advice, Tagged, Weighed } from "../../api/wire";
import { perDecision } from "./decision.svelte";
import type { Open } from "./session.svelte";

export class Hints<Move extends Tagged = Tagged> {
  open = $state(false);
  advice = $state.raw<Advice | null>(null);
  problem = $state("");
  /** There is a log beside the table: hints lie below it, and nothing of the board under them. */
  private readonly railed = new MediaQuery("min-width: 1001px");

  constructor(private readonly session: Open<unknown, Move>) {}

  /** Called while a table is set up. */
  static of<Move extends Tagged>(session: Open<unknown, Move>): Hints<Move> {
    const hints = new Hints(session);
    perDecision(
      () => `${session.last.seq} ${session.seat}`,
      () => hints.close(),
    );
    return hints;
  }

  /** The table allows hints, and there is something to choose. */
  allowed = $derived.by(
    () => this.session.myTurn && this.session.info.hints && this.session.choices.length > 1,
  );
  beside = $derived.by(() => this.open && this.railed.current);
  below = $derived.by(() => this.open && !this.railed.current);

  close(): void {
    this.open = false;
    this.advice = null;
    this.problem = "";
  }

  async toggle(): Promise<void> {
    if (this.open) return this.close();
    this.open = true;
    const { seq } = this.session.last;
    const late = (): boolean => !this.open || this.session.last.seq !== seq;
    try {
      const told = await api.advice(this.session.id, seq);
      if (!late()) this.advice = told;
    } catch (error) {
      if (!late()) this.problem = sentenceOf(error);
    }
  }

  /** The steps of a hint, taken up to be looked at. What lies over the table makes room for them. */
  pick(hint: Weighed): Move[] {
    if (!this.railed.current) this.close();
    const first = this.session.choices.find((each) => each.notation === hint.notation);
    return first ? [first.move, ...((hint.then ?? []) as Move[])] : [];
  }
}
