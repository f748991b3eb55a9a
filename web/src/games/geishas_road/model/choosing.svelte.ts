/** What the player has in mind: cards, an action, places of an offer. Nothing is sent before it is sealed. */
import type { Open } from "../../../table/session/session.svelte";
import { inPlaces, type Plan } from "./plan";
import { CARDS, type AnyMove, type RoadView } from "./wire";

export type Mode = "act" | "answer" | "counter" | "resolve" | "take" | "wait";

const MODES: Record<string, Mode> = {
  Acting: "act",
  Revealing: "act",
  SettingLeft: "act",
  SettingRight: "act",
  Hiding: "act",
  Laying: "act",
  Pairing: "act",
  Countering: "answer",
  Choosing: "answer",
  Removing: "counter",
  Replacing: "counter",
  Resolving: "resolve",
  Taking: "take",
};
const SPLITS = [
  [0, 1],
  [0, 2],
  [0, 3],
];
const MOST = Math.max(...CARDS);
/** The action that takes so many cards. */
const byNumber = (cards: number): number | null => {
  const action = CARDS.findIndex((each) => each === cards);
  return action < 0 ? null : action;
};

export class Choosing {
  picked = $state<number[]>([]);
  pressed = $state<number | null>(null);
  down = $state<number | null>(null);
  split = $state(0);
  places = $state<number[]>([]);
  countering = $state(false);
  hiding = $state(false);
  first = $state<number | null>(null);
  favour = $state<boolean | null>(null);

  constructor(
    private readonly session: Open<RoadView, AnyMove>,
    /** The table as it is shown: while a story is told, not yet the newest. */
    private readonly shown: () => RoadView,
    private readonly busy: () => boolean,
  ) {}

  view = $derived.by(() => this.shown());
  me = $derived.by(() => this.session.seat ?? this.session.mine[0] ?? 0);
  active = $derived.by(() => this.session.myTurn && !this.busy() && !this.session.over);
  now = $derived.by(() => this.view.stage.now);
  mode: Mode = $derived.by(() => {
    const mode = this.active ? (MODES[this.now] ?? "wait") : "wait";
    return mode === "answer" && this.countering ? "counter" : mode;
  });
  hand = $derived.by(() => this.view.hand ?? []);
  cards = $derived.by(() => this.picked.filter((card) => this.hand.includes(card)));

  /** An action under way cannot be changed any more. */
  fixed = $derived.by(() => (this.mode === "act" ? this.view.stage.action : null));
  laid = $derived.by(() =>
    this.mode === "act" && this.view.offer ? this.view.offer.cards.filter((card) => card !== null) : [],
  );
  tokens = $derived.by(() => this.view.tokens[this.me] ?? []);
  /** The number of chosen cards is the action, unless one was pressed. */
  action = $derived.by(() => {
    if (this.fixed !== null) return this.fixed;
    const meant = this.pressed ?? byNumber(this.cards.length);
    return meant !== null && this.tokens.includes(meant) ? meant : null;
  });
  need = $derived.by(() => {
    if (this.action === null) return 0;
    return this.fixed === null ? (CARDS[this.action] ?? 0) : this.view.stage.needs;
  });
  /** Whether a card of the offer may lie face down, and which one does. */
  mayHide = $derived.by(
    () =>
      this.active &&
      (this.now === "Hiding" ||
        this.session.choices.some(
          ({ move }) => move.type === "Use" && move.hidden && move.action === this.action,
        )),
  );
  faceDown = $derived.by(() => {
    if (this.laid.length && this.view.offer)
      return this.view.offer.cards[this.view.offer.down[this.me] ?? -1] ?? null;
    if (this.now === "Hiding" && this.active)
      return this.cards.includes(this.down ?? -1) ? this.down : (this.cards.at(-1) ?? null);
    return this.mayHide && this.cards.includes(this.down ?? -1) ? this.down : null;
  });
  /** The first pair of a Competition, and the other, as they would lie. */
  pairs = $derived.by(() => {
    const all = [...this.laid, ...this.cards];
    const one = (SPLITS[this.split % 3] ?? []).map((at) => all[at] ?? 0);
    return all.length === MOST ? [one, all.filter((card) => !one.includes(card))] : [];
  });

  mayCounter = $derived.by(
    () => this.active && this.session.choices.some((choice) => choice.move.type === "Counter"),
  );
  mayCounterHidden = $derived.by(
    () => this.active && this.session.choices.some(({ move }) => move.type === "Counter" && move.hidden),
  );
  /** What is taken together, and how much of it. */
  shares = $derived.by(() => this.view.shares);
  count = $derived.by(() => (this.mode === "counter" ? 1 : this.view.share));

  /** The cards that the choice would bring, in its order. */
  chosen = $derived.by(() =>
    this.mode === "resolve"
      ? (this.view.taken[this.me] ?? [])
      : this.places.flatMap((place) => this.view.offer?.cards[place] ?? []),
  );

  /** What would be sent; null if something is missing. */
  plan: Plan | null = $derived.by(() => {
    switch (this.mode) {
      case "act":
        if (this.action === null || this.cards.length !== this.need) return null;
        return {
          action: this.action,
          cards: [...this.laid, ...this.cards],
          down: this.faceDown,
          pair: this.pairs[0] ?? [],
        };
      case "answer":
        return this.places.length === this.count ? { places: [...this.places].sort((a, b) => a - b) } : null;
      case "counter":
        return this.exchange;
      case "resolve":
        return this.first === null ? null : { first: this.first };
      case "take":
        return this.favour === null ? null : { favour: this.favour };
      default:
        return null;
    }
  });
  private exchange: Plan | null = $derived.by(() => {
    const [out, into] = [this.places[0], this.cards[0]];
    if (this.now === "Removing") return out === undefined ? null : { out };
    if (this.now === "Replacing") return into === undefined ? null : { into };
    return out === undefined || into === undefined
      ? null
      : { out, into, hidden: this.hiding && this.mayCounterHidden };
  });
  something = $derived.by(
    () =>
      this.cards.length > 0 ||
      this.pressed !== null ||
      this.places.length > 0 ||
      this.countering ||
      this.first !== null ||
      this.favour !== null,
  );

  pick(card: number): void {
    const most =
      this.mode === "counter" ? 1 : this.fixed !== null || this.pressed !== null ? this.need || MOST : MOST;
    if (this.cards.includes(card)) this.picked = this.cards.filter((each) => each !== card);
    else this.picked = [...(this.cards.length < most ? this.cards : this.cards.slice(0, most - 1)), card];
    this.split = 0;
  }
  press(action: number): void {
    this.pressed = this.pressed === action ? null : action;
    if (this.pressed !== null) this.picked = this.cards.slice(0, CARDS[action]);
  }
  /** Another card of the offer face down, or none after the last. */
  hide(): void {
    const at = this.down === null ? this.cards.length : this.cards.indexOf(this.down);
    this.down = this.cards[at - 1] ?? null;
  }
  /** Hide another card of those that are offered; after the last one the first. */
  hideNext(): void {
    const at = this.cards.indexOf(this.faceDown ?? -1);
    this.down = this.cards.at((at + 1) % this.cards.length) ?? null;
  }
  place(place: number): void {
    if (this.mode === "counter") this.places = this.places[0] === place ? [] : [place];
    else if (this.view.offer && this.view.offer.partner !== null)
      this.places = this.places.includes(place)
        ? []
        : (this.shares.find((pair) => pair.includes(place)) ?? []);
    else if (this.places.includes(place)) this.places = this.places.filter((each) => each !== place);
    else this.places = [...this.places, place].slice(-this.count);
  }
  counter(on: boolean): void {
    this.countering = on;
    this.hiding = false;
    this.places = [];
    this.picked = [];
  }
  /** A whole move at once, to look at before it is sealed: an action with its cards, or an answer. */
  adopt(steps: AnyMove[]): void {
    this.clear();
    for (const move of steps) this.step(move);
    const partner = steps.find((move) => move.type === "Pair")?.place;
    if (partner !== undefined) this.join(partner);
  }
  private step(move: AnyMove): void {
    if (move.type === "Use") this.pressed = move.action;
    else if (move.type === "Counter") [this.countering, this.hiding] = [true, move.hidden];
    else if (move.type === "Remove") this.places = [move.place];
    else if (move.type === "Choose") this.places = move.places;
    else if (move.type === "Resolve") this.first = move.card;
    else if (move.type === "Take") this.favour = move.favour;
    else if ("card" in move) this.picked = [...this.picked, move.card];
    if (move.type === "Hide") this.down = move.card;
  }
  /** Pairs the first place of the offer with this one. */
  private join(partner: number): void {
    const places = inPlaces([...this.laid, ...this.cards], this.faceDown);
    const pair = [places[0], places[partner]];
    const together = (pairs: number[][]): boolean =>
      pairs.some((each) => pair.every((card) => each.includes(card ?? -1)));
    while (!together(this.pairs) && this.split < SPLITS.length) this.split++;
  }
  clear(): void {
    this.forget();
    this.picked = [];
    this.pressed = this.down = null;
    this.split = 0;
  }
  /** An answer to one question is none to the next; cards and an action may be a plan. */
  forget(): void {
    this.places = [];
    this.countering = this.hiding = false;
    this.first = this.favour = null;
  }
}
