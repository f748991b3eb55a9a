/** The tables of this guest while a page looks at them: the house tells which of them change. */
import { guest } from "./guest.svelte";
import { merged } from "./mytables";
import { settings } from "./settings.svelte";
import { HouseSocket } from "./socket";
import type { HouseMessage, MyTable } from "./wire";

export class Street {
  /** What is known is of now. */
  fresh = $state(false);
  /** Between the question and its first answer: that one tells of all tables. */
  private asked = false;
  private readonly socket: HouseSocket;

  /** `changed` hears of tables that changed while this page looked. */
  constructor(private readonly changed: (tables: MyTable[], gone: string[]) => void = () => {}) {
    this.socket = new HouseSocket({
      opened: () => this.ask(),
      heard: (message) => this.hear(message),
      lost: () => this.lose(),
    });
  }

  ask(): void {
    this.asked = this.socket.send({ type: "street", lang: settings.lang });
  }

  close(): void {
    this.socket.close();
  }

  private hear(message: HouseMessage): void {
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
