/** What the player has chosen and not yet sealed: cards for an action, or a part of an offer. */
import { across, sideOf } from "../../../table/session/sides";
import { settings } from "../../../state/settings.svelte";
import { play } from "../../../ui/sound";
import type { Choice } from "../../../api/wire";
import type { Open } from "../../../table/session/session.svelte";
import { byNumber, itemsIn, keysOf, laid, pairOf } from "./laying";
import type { Naming } from "../words/names.svelte";
import { spread } from "./pieces";
import { CARDS, type AnyMove, type HanamikojiView, type Share } from "./wire";

/** A card that would come to lie on a side; the mark says how sure that is. */
export interface Ghost {
  item: number;
  seat: number;
  mark: "" | "?" | "A" | "B" | "secret";
}

interface Table {
  session: Open<HanamikojiView, AnyMove>;
  say: Naming;
  view: () => HanamikojiView;
  /** The player may decide now. */
  active: () => boolean;
}

export class Choosing {
  /** Cards in the order they were chosen. */
  private wanted = $state<string[]>([]);
  /** An action chosen before its cards. */
  private wish = $state<number | null>(null);
  private turned = $state(0);
  part = $state<number | null>(null);
  refusal = $state("");

  constructor(private readonly table: Table) {}

  me = $derived.by(() => sideOf(this.table.session.seat));
  private offered = $derived.by(() =>
    this.table.view().prompt?.seat === this.me ? this.table.view().offer : null,
  );
  private shares = $derived.by(() => this.table.view().shares);
  /** The chosen part of the offer. */
  share: Share | null = $derived.by(() => (this.part === null ? null : (this.shares[this.part] ?? null)));
  hand = $derived.by(() => spread(this.table.view().hand ?? []));
  picked = $derived.by(() => this.wanted.flatMap((key) => this.hand.find((card) => card.key === key) ?? []));
  items = $derived.by(() => this.picked.map((card) => card.item));
  action = $derived.by(() => this.wish ?? byNumber(this.picked.length));
  /** The chosen action was used up earlier. */
  spent = $derived.by(() => this.action !== null && !this.unused(this.action));
  missing = $derived.by(() => (this.wish === null ? 0 : (CARDS[this.wish] ?? 0) - this.picked.length));
  private ways = $derived.by(() =>
    this.action === null || this.offered || !this.table.active()
      ? []
      : laid(this.table.session.choices, this.action, this.items),
  );
  splits = $derived.by(() => this.ways.length);

  /** The legal move that the choice makes. */
  choice: Choice<AnyMove> | null = $derived.by(() => {
    if (!this.table.active()) return null;
    if (this.offered) return this.share && this.taking(this.share.takes);
    return this.ways[this.turned % Math.max(this.ways.length, 1)] ?? null;
  });
  any = $derived.by(() => this.picked.length > 0 || this.wish !== null || this.part !== null);
  /** Which pair each chosen card lies in, or null if it is no Competition. */
  pairs = $derived.by(() => {
    const move = this.choice?.move;
    return move?.type === "Competition"
      ? new Map(pairOf(move, this.items).map((pair, i) => [this.picked[i]?.key ?? "", pair]))
      : null;
  });

  ghosts: Ghost[] = $derived.by(() => {
    const [me, rival] = [this.me, across(this.me)];
    if (this.offered) {
      const lie = (items: number[], seat: number): Ghost[] =>
        items.map((item) => ({ item, seat, mark: "" as const }));
      return this.share ? [...lie(this.share.takes, me), ...lie(this.share.leaves, rival)] : [];
    }
    const move = this.choice?.move;
    if (move?.type === "Secret") return [{ item: move.item, seat: me, mark: "secret" }];
    if (move?.type === "Gift") return move.items.map((item) => ({ item, seat: me, mark: "?" }));
    if (move?.type === "Competition")
      return move.pairs.flatMap((pair, i) =>
        pair.map((item): Ghost => ({ item, seat: me, mark: i ? "B" : "A" })),
      );
    return [];
  });

  unused(action: number): boolean {
    return (this.table.view().actions[this.me] ?? []).includes(action);
  }

  clear(): void {
    this.wanted = [];
    this.wish = this.part = null;
    this.turned = 0;
    this.fresh();
  }

  /** A card of the hand. */
  pick(key: string): void {
    this.fresh();
    if (this.wanted.includes(key)) this.wanted = this.wanted.filter((each) => each !== key);
    else if (this.picked.length === Math.max(...CARDS))
      this.refuse(this.table.say.wrongCount(CARDS.length - 1, this.picked.length + 1));
    else this.wanted = [...this.picked.map((card) => card.key), key];
    if (this.missing < 0) this.wish = null;
    if (this.spent && this.table.active()) this.refuse(this.table.say.used(this.action ?? 0));
    const quick = !settings.confirm && this.wish !== null && this.splits === 1;
    if (quick) this.seal();
  }

  /** An action token. */
  act(action: number): void {
    this.fresh();
    if (!this.unused(action)) return this.refuse(this.table.say.used(action));
    if (this.wish === action) this.wish = null;
    else this.wish = action;
    if (this.missing < 0) this.wanted = [];
  }

  otherPairs(): void {
    this.turned++;
  }

  /** A card of a Gift, or a pair of a Competition. */
  take(part: number): void {
    this.fresh();
    const again = this.part === part;
    this.part = again ? null : part;
    if (!settings.confirm && !again && this.table.active()) this.seal();
  }

  /** A whole move at once, to look at before it is sealed. */
  adopt(move: AnyMove): void {
    this.clear();
    if (this.offered) {
      const taken = move.type === "TakeOne" ? [move.item] : move.type === "TakePair" ? [...move.pair] : [];
      const part = this.shares.findIndex(({ takes }) => takes.join() === taken.join());
      this.part = part < 0 ? null : part;
    } else this.wanted = keysOf(itemsIn(move));
  }

  seal(): void {
    if (this.choice) this.table.session.submit(this.choice);
    else if (this.action !== null && !this.offered && this.table.active()) {
      if (this.spent) this.refuse(this.table.say.used(this.action));
      else if (this.missing > 0) this.refuse(this.table.say.wrongCount(this.action, this.picked.length));
    }
  }

  private taking(items: number[]): Choice<AnyMove> | null {
    const found = this.table.session.choices.find(({ move: each }) => {
      if (each.type === "TakeOne") return items.length === 1 && each.item === items[0];
      return each.type === "TakePair" && items.join() === each.pair.join();
    });
    return found ?? null;
  }

  private fresh(): void {
    this.refusal = "";
    this.table.session.declined = null;
  }

  private refuse(reason: string): void {
    this.refusal = reason;
    play("error");
  }
}
