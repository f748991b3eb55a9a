/** What a player has in mind at the table in words: one of the moves there are, or, while others think, one of those
    there were at the last question. A plan is at hand when it can be played, and is never played by itself. */
import type { Choice } from "../../api/wire";
import type { Session } from "../session/session.svelte";

export class Wanting {
  wanted = $state<string | null>(null);
  private known = $state.raw<Choice[]>([]);

  constructor(private readonly session: Session) {}

  private get mayPlan(): boolean {
    const { mine, seat, over, online, teacher } = this.session;
    return mine.length === 1 && seat === mine[0] && online && !over && !teacher;
  }
  get listed(): Choice[] {
    if (this.session.myTurn) return this.session.choices;
    return this.mayPlan ? this.known : [];
  }
  get chosen(): Choice | null {
    return this.listed.find((choice) => choice.notation === this.wanted) ?? null;
  }
  get plans(): boolean {
    return this.chosen !== null && !this.session.myTurn;
  }

  /** Something has happened: a choice belongs to one decision, even if the next one offers the same words. */
  follow(wasMine: boolean): void {
    const { myTurn, choices } = this.session;
    const gone = myTurn && !choices.some(({ notation }) => notation === this.wanted);
    if (wasMine || gone) this.wanted = null;
    if (myTurn) this.known = choices;
  }
}
