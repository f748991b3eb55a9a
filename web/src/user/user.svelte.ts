/** Who sits at this browser: the guest's name and tables, and the games of the house. */
import { api, Problem } from "../api/rest";
import { line } from "../api/shared-socket";
import { aName } from "../state/random-words";
import type { GameCard, Mine, MyName, MyTable } from "../api/wire";

const OTHERS = 5; // names that are proposed if members have those before

class Guest {
  /** null: the house does not know this guest yet. undefined: not asked yet. */
  me = $state.raw<Mine | null | undefined>(undefined);
  proposed = aName();
  /** The house did not answer. */
  unreachable = $state(false);

  get name(): string {
    return this.me?.name ?? "";
  }

  get tables(): MyTable[] {
    return this.me?.tables ?? [];
  }

  async load(): Promise<void> {
    try {
      const mine = await api.me();
      this.me = mine.name ? mine : null;
      this.unreachable = false;
    } catch (error) {
      this.unreachable = true;
      throw error;
    }
  }

  hear(tables: MyTable[]): void {
    if (this.me) this.me = { ...this.me, tables };
  }

  /** `wish`: who is about to sign up may come in where new guests may not. */
  async rename(name: string, wish: Omit<MyName, "name"> = {}): Promise<void> {
    const stranger = !this.me;
    await api.name({ name, ...wish });
    if (stranger) line.renew();
    await this.load();
  }

  /** The house has heard this name with another request. */
  named(name: string): void {
    const stranger = !this.me;
    this.me = { member: false, news: false, ...this.me, name, tables: this.tables };
    if (stranger) line.renew();
  }

  /** The house knows a name after this: the given one, or the one proposed. Tells whether it is new. */
  async known(name: string): Promise<boolean> {
    if (this.me === undefined) await this.load();
    if (this.me && (!name || name === this.me.name)) return false;
    await this.as(name, (each) => this.rename(each));
    return true;
  }

  /** Does something under the given name, one's own, or the one proposed. If that is a member's, another is. */
  async as<T>(given: string, act: (name: string) => Promise<T>): Promise<T> {
    let name = given || this.name || this.proposed;
    for (let left = OTHERS; ; left--) {
      try {
        return await act(name);
      } catch (error) {
        const taken = error instanceof Problem && error.reason === "name_taken";
        if (!taken || name !== this.proposed || !left) throw error;
        name = this.proposed = aName();
      }
    }
  }
}

export const guest = new Guest();

class Games {
  all = $state.raw<GameCard[]>([]);

  async load(): Promise<void> {
    this.all = await api.games();
  }

  of(name: string): GameCard | undefined {
    return this.all.find((game) => game.name === name);
  }

  title(name: string): string {
    return this.of(name)?.title ?? name;
  }

  /** A rule in words, as a table with these options and so many seats has it; what they do not name is as usual.
      Empty: there is no such rule at it. */
  rule(name: string, number: string, options: Record<string, unknown>, seats: number): string {
    const card = this.of(name);
    const rule = card?.rules.find((each) => each.number === number);
    const chosen = card?.options.map(
      ({ option }) => `${option.name}=${options[option.name] ?? option.default}`,
    );
    const said = [`seats=${seats}`, ...(chosen ?? [])].flatMap((each) => rule?.when[each] ?? []);
    return said.includes("") ? "" : (said.at(-1) ?? rule?.text ?? "");
  }

  /** How a level of a game is called. */
  level(name: string, level: string): string {
    return this.of(name)?.levels.find((each) => each.name === level)?.label ?? level;
  }
}

export const games = new Games();
