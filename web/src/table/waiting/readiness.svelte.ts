/** Whether a waiting table has what it wants of this guest: words after the imprint, or a yes or no to a rematch. */
import { untrack } from "svelte";
import { api } from "../../api/rest";
import { breachOf, giveWords } from "../../fairness/pledge";
import type { Session } from "../session/session.svelte";
import { partOf } from "../session/waiting-part";

export class Readiness {
  busy = $state(false);
  problem = $state("");

  constructor(private readonly session: () => Session) {}

  part = $derived.by(() => {
    const { info, mine } = this.session();
    return info && !breachOf(info, mine) ? partOf(info, mine) : "none";
  });

  /** Called inside an effect: what needs no answer is done without one, and again when the line is back. */
  follow(): void {
    if (this.part === "give" && this.session().online) untrack(() => void this.give());
  }

  give(): Promise<void> {
    const { info } = this.session();
    return this.doing(async () => info && giveWords(info.id, info.commitment));
  }

  decline(): Promise<void> {
    return this.doing(() => api.decline(this.session().id));
  }

  private async doing(deed: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    await deed().catch((error: Error) => (this.problem = error.message));
    this.busy = false;
  }
}
