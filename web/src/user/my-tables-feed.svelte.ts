/** The tables of this guest while a page looks at them: the house tells which of them change. */
import { guest } from "./user.svelte";
import { line } from "../api/shared-socket";
import { merged } from "./my-tables";
import { settings } from "../state/settings.svelte";
import type { HouseMessage, MyTable } from "../api/wire";

export class Street {
  /** What is known is of now. */
  fresh = $state(false);
  /** Between the question and its first answer: that one tells of all tables. */
  private asked = false;
  private readonly leave: () => void;

  /** `changed` hears of tables that changed while this page looked. */
  constructor(private readonly changed: (tables: MyTable[], gone: string[]) => void = () => {}) {
    this.leave = line.join({
      opened: () => this.ask(),
      heard: (message) => this.hear(message),
      lost: () => this.lose(),
    });
  }

  ask(): void {
    this.asked = line.send({ type: "street", lang: settings.lang });
  }

  close(): void {
    this.leave();
  }

  private hear(message: HouseMessage): void {
    if (message.type === "accountnews") void guest.load().catch(() => undefined);
    if (message.type !== "mytables") return;
    const { tables, gone } = message;
    guest.hear(this.asked ? tables : merged(guest.tables, tables, gone));
    if (!this.asked) this.changed(tables, gone ?? []);
    this.asked = false;
    this.fresh = true;
  }

  /** Without a socket the list is asked for once; it is better than none. */
  private lose(): void {
    if (this.fresh) return;
    void guest.load().then(
      () => (this.fresh = true),
      () => undefined,
    );
  }
}
