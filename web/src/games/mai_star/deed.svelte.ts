/** What this player has taken up, and the move that follows from it. */
import { settings } from "../../lib/settings.svelte";
import type { Choice } from "../../lib/wire";
import type { Open } from "../../table/session.svelte";
import { find, onlyVerb, optionsFor, whyNoGuest, type Option } from "./options";
import type { AnyMove, MaiStarView } from "./wire";

export class Deed {
  /** A card by its place in the hand (or in the hand that is looked at). */
  at = $state<number | null>(null);
  /** One's own advertiser, by its place. */
  place = $state<number | null>(null);
  key = $state<string | null>(null);
  /** Why the last tap did nothing. */
  refusal = $state("");
  /** After an Exchange: the card that goes with it. */
  private next: number | null = null;

  constructor(
    private readonly session: Open<MaiStarView, AnyMove>,
    private readonly view: () => MaiStarView,
    private readonly ready: () => boolean,
  ) {}

  active = $derived.by(
    () => this.ready() && this.session.myTurn && this.view().prompt?.seat === this.session.seat,
  );
  choices: Choice<AnyMove>[] = $derived.by(() => (this.active ? this.session.choices : []));
  ask = $derived.by(() => (this.active ? (this.view().prompt?.ask ?? "") : ""));
  /** The cards to choose from: one's own, or those a Sumo Wrestler sees. */
  cards: readonly number[] = $derived.by(() => {
    const view = this.view();
    return this.ask === "pick" ? (view.known[view.owed[0]?.facts[0] ?? 0] ?? []) : (view.hand ?? []);
  });
  card = $derived.by(() => (this.at === null ? null : (this.cards[this.at] ?? null)));
  verb = $derived.by(() => onlyVerb(this.ask, this.choices));
  options: Option[] = $derived.by(() =>
    this.active
      ? optionsFor(this.view(), this.choices, { card: this.card, place: this.place }, this.session.names)
      : [],
  );
  /** Cards that may be taken up; null: no card is asked for. */
  legal = $derived.by(() => {
    const cards = this.choices
      .map((choice) => choice.move)
      .flatMap((move) => ("card" in move ? [move.card] : []));
    return cards.length ? [...new Set(cards)] : null;
  });
  guests = $derived.by(() => this.choices.flatMap(({ move }) => (move.type === "Guest" ? [move.card] : [])));
  targets = $derived.by(() =>
    this.choices.flatMap(({ move }) => (move.type === "Target" ? [move.player] : [])),
  );
  swaps = $derived.by(() =>
    this.choices.flatMap(({ move }) => (move.type === "Exchange" ? [move.place] : [])),
  );
  ronins = $derived.by(() => this.choices.flatMap(({ move }) => (move.type === "Ronin" ? [move.place] : [])));
  geishas = $derived.by(() =>
    this.choices.flatMap(({ move }) => (move.type === "Choose" ? [move.geisha] : [])),
  );

  /** What the seal would send. */
  choice: Choice<AnyMove> | null = $derived.by(() => {
    if (!this.active) return null;
    const option = this.options.find((each) => each.key === this.key);
    if (option) return option.choice;
    if (this.card !== null && this.verb) return find(this.choices, this.verb, { card: this.card });
    return this.choices.find((each) => each.notation === this.key) ?? null;
  });
  move = $derived.by(() => this.choice?.move ?? null);

  why(card: number): string {
    if (!this.active || this.legal?.includes(card))
      return this.ask === "acting" && !this.guests.includes(card) ? whyNoGuest(this.view(), card) : "";
    return this.verb === "Guest" || ["following", "use_guest", "use_guest_again"].includes(this.ask)
      ? whyNoGuest(this.view(), card)
      : "";
  }

  take(place: number): void {
    this.fresh();
    if (!this.active) return;
    const card = this.cards[place] ?? 0;
    if (!this.legal) return;
    if (!this.legal.includes(card)) {
      this.refusal = this.why(card);
      return;
    }
    this.at = this.at === place ? null : place;
    if (this.key !== "Exchange") this.key = null;
    if (this.verb && this.at !== null) this.sealAtOnce();
  }
  pick(option: Option, byKey = false): void {
    this.fresh();
    if (!option.choice && !option.waits) {
      this.refusal = option.note;
      return;
    }
    if (this.key === option.key && byKey && this.choice) return this.seal();
    this.key = option.key;
    this.sealAtOnce();
  }
  /** A choice that is a piece of the table itself: a player, a geisha, a Ronin, the deck. */
  point(type: string, fields: Record<string, number> = {}, byKey = false): void {
    this.fresh();
    const choice = find(this.choices, type, fields);
    if (!choice) return;
    const option = this.options.find((each) => each.choice === choice);
    const key = option?.key ?? choice.notation;
    if (this.key === key && byKey) return this.seal();
    this.key = key;
    this.sealAtOnce();
  }
  swap(place: number): void {
    this.fresh();
    this.place = this.place === place ? null : place;
    this.key = this.place === null ? null : "Exchange";
    this.sealAtOnce();
  }
  clear(): void {
    this.at = this.place = this.key = null;
    this.refusal = "";
  }

  seal(): void {
    const choice = this.choice;
    if (!choice) return;
    this.next = choice.move.type === "Exchange" ? this.card : null;
    this.session.submit(choice);
  }
  /** The second half of an Exchange was chosen with the first. */
  follow(): void {
    if (this.next === null || this.ask !== "replace" || this.session.sealing) return;
    const choice = find(this.choices, "Replace", { card: this.next });
    this.next = null;
    if (choice) this.session.submit(choice);
  }

  private fresh(): void {
    this.refusal = "";
    this.session.declined = null;
  }
  private sealAtOnce(): void {
    if (this.choice && !settings.confirm && !this.session.resting) this.seal();
  }
}
