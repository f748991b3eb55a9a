/** What this player has taken up, and the move that follows from it. */
import { settings } from "../../../state/settings.svelte";
import type { Choice } from "../../../api/wire";
import type { Open } from "../../../table/session/session.svelte";
import { find, onlyVerb, optionsFor, whyNoGuest, type Option } from "./options";
import type { AnyMove, MaiStarView } from "./wire";

/** The second half of a deed that was chosen with the first: which question it answers, and how. */
interface Half {
  ask: string;
  type: string;
  fields: Record<string, number>;
}

export class Deed {
  /** A card by its place in the hand (or in the hand that is looked at). */
  at = $state<number | null>(null);
  /** A second card that is introduced with it. */
  also = $state<number | null>(null);
  /** One's own advertiser, by its place. */
  place = $state<number | null>(null);
  key = $state<string | null>(null);
  /** Why the last tap did nothing. */
  refusal = $state("");
  private next = $state.raw<Half | null>(null);
  /** A card that one has in mind while the others think: taken up when one is to act, never played by itself. */
  planned = $state<number | null>(null);

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
  other = $derived.by(() => (this.also === null ? null : (this.cards[this.also] ?? null)));
  taken = $derived.by(() =>
    this.planning
      ? [this.cards.indexOf(this.planned!)]
      : [this.at, this.also].filter((place) => place !== null),
  );
  /** While others think: something is in mind. */
  planning = $derived.by(
    () => !this.active && this.mayPlan && this.planned !== null && this.cards.includes(this.planned),
  );
  /** Another card may go with the one that is introduced. */
  pairs = $derived.by(() => this.key === "Introduce" && this.at !== null && this.view().introduces > 1);
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
  something = $derived.by(() => this.at !== null || this.place !== null || this.key !== null);

  /** Not in a lesson, not at the end, and not with the eyes of somebody else. */
  private get mayPlan(): boolean {
    return !this.session.teacher && !this.session.over && !this.session.borrowed;
  }

  why(card: number): string {
    if (!this.active || this.legal?.includes(card))
      return this.ask === "acting" && !this.guests.includes(card) ? whyNoGuest(this.view(), card) : "";
    return this.verb === "Guest" || ["following", "use_guest", "use_guest_again"].includes(this.ask)
      ? whyNoGuest(this.view(), card)
      : "";
  }

  take(place: number): void {
    this.fresh();
    const card = this.cards[place] ?? 0;
    if (!this.active && this.mayPlan) this.planned = this.planned === card ? null : card;
    if (!this.legal) return;
    if (!this.legal.includes(card)) {
      this.refusal = this.why(card);
      return;
    }
    if (this.pairs) return this.pair(place);
    this.at = this.at === place ? null : place;
    if (this.key !== "Exchange") this.key = null;
    if (this.verb && this.at !== null) this.sealAtOnce();
  }
  /** One or two cards are introduced: each tap takes one up or lays it down. */
  private pair(place: number): void {
    if (place === this.at) [this.at, this.also] = [this.also, null];
    else this.also = place === this.also ? null : place;
    if (this.at === null) this.key = null;
  }
  pick(option: Option, byKey = false): void {
    this.fresh();
    if (!option.choice && !option.waits) {
      this.refusal = option.note;
      return;
    }
    if (this.key === option.key && byKey && this.choice) return this.seal();
    this.key = option.key;
    this.also = null;
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
  /** A move that somebody proposes, taken up to be looked at: nothing is played by that. */
  adopt(move: AnyMove): void {
    this.fresh();
    this.clear();
    if ("card" in move) this.at = this.cards.indexOf(move.card);
    if (move.type === "Exchange") this.place = move.place;
    const own = this.options.find((each) => each.key === move.type);
    const choice = this.choices.find((each) => each.move === move);
    const option = this.options.find((each) => each.choice !== null && each.choice === choice);
    this.key = (own ?? option)?.key ?? (this.verb ? null : (choice?.notation ?? null));
  }
  swap(place: number): void {
    this.fresh();
    this.place = this.place === place ? null : place;
    this.key = this.place === null ? null : "Exchange";
    this.sealAtOnce();
  }
  /** Called inside an effect: whoever is to act has what was in mind at hand. */
  recall(): void {
    if (this.ask !== "acting" || this.planned === null) return;
    const place = this.cards.indexOf(this.planned);
    if (this.legal?.includes(this.planned) && place >= 0) this.at = place;
    this.planned = null;
  }
  drop(): void {
    this.clear();
    this.planned = null;
  }
  clear(): void {
    this.at = this.also = this.place = this.key = null;
    this.refusal = "";
  }

  seal(): void {
    const choice = this.choice;
    if (!choice) return;
    this.next = this.half(choice.move.type);
    this.session.submit(choice);
  }
  private half(type: string): Half | null {
    if (type === "Exchange" && this.card !== null)
      return { ask: "replace", type: "Replace", fields: { card: this.card } };
    if (type !== "Introduce" || !this.pairs) return null;
    if (this.other === null) return { ask: "introducing", type: "Decline", fields: {} };
    return { ask: "introducing", type: "Introduce", fields: { card: this.other } };
  }
  /** Called inside an effect: what was sealed with the first half follows it. */
  follow(): void {
    if (this.next === null || this.session.sealing) return;
    const { ask, type, fields } = this.next;
    this.next = null;
    if (this.session.last.view.prompt?.ask !== ask) return;
    const choice = find(this.session.choices, type, fields);
    if (choice) this.session.submit(choice);
  }

  private fresh(): void {
    this.refusal = "";
    this.session.declined = null;
  }
  private sealAtOnce(): void {
    if (this.choice && !this.pairs && !settings.confirm && !this.session.resting) this.seal();
  }
}
