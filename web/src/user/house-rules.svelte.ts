/** What the host has decided for everybody: the message of the day, who may sign up, which guests may come. */
import { api } from "../api/rest";
import { line } from "../api/shared-socket";
import type { House } from "../api/wire";

class HouseRules {
  now = $state.raw<House | null>(null);

  async load(): Promise<void> {
    this.now = await api.house().catch(() => this.now);
  }

  /** Known, and asked for again when the host changes them; what is returned ends that. */
  watch(): () => void {
    void this.load();
    return line.join({
      opened: () => undefined,
      heard: ({ type }) => void (type === "housenews" && this.load()),
      lost: () => undefined,
    });
  }
}

export const houseRules = new HouseRules();
