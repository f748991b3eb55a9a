/** A choice made on the table is several answers to the house: the token, each card, the pairs. */
import type { Choice, Tagged } from "../../../api/wire";
import type { Open } from "../../../table/session/session.svelte";
import type { RoadView, AnyMove } from "./wire";

export interface Plan {
  /** An action with its cards; for an Intrigue the left one first. */
  action?: number;
  cards?: number[];
  /** The card of an offer that lies face down. */
  down?: number | null;
  /** The cards that make a pair in a Competition. */
  pair?: number[];
  /** An answer to an offer: what is taken, or what is exchanged. */
  places?: number[];
  out?: number;
  into?: number;
  hidden?: boolean;
  /** What is resolved first; what is taken for it. */
  first?: number;
  favour?: boolean;
}

/** The places of one's own offer: what is face down comes first, the rest in the order of the box. */
export function inPlaces(cards: number[], down: number | null): number[] {
  const up = cards.filter((card) => card !== down).sort((a, b) => a - b);
  return down === null ? up : [down, ...up];
}

/** Whether the plan answers with this move. */
export function says(plan: Plan, move: AnyMove): boolean {
  const { cards = [], down = null, pair = [] } = plan;
  switch (move.type) {
    case "Use":
      return move.action === plan.action && (move.hidden ?? false) === (down !== null);
    case "Lay":
      return cards.includes(move.card) && move.card !== down;
    case "Hide":
      return move.card === down;
    case "Left":
      return plan.action === 1 && move.card === cards[0];
    case "Right":
      return plan.action === 1 && move.card === cards.at(-1);
    case "Pair": {
      const places = inPlaces(cards, down);
      return pair.includes(places[0] ?? 0) === pair.includes(places[move.place] ?? 0);
    }
    case "Pass":
      return plan.places !== undefined;
    case "Counter":
      return plan.out !== undefined && (move.hidden ?? false) === (plan.hidden ?? false);
    case "Remove":
      return move.place === plan.out;
    case "Replace":
      return move.card === plan.into;
    case "Choose":
      return plan.places?.join() === move.places.join();
    case "Resolve":
      return move.card === plan.first;
    case "Take":
      return move.favour === plan.favour;
    default:
      return false;
  }
}

export const answer = (plan: Plan, choices: Choice<AnyMove>[]): Choice<AnyMove> | undefined =>
  choices.find((choice) => says(plan, choice.move));

/** In a lesson: whether the whole plan is what the script wants next of the player. */
export function meant(plan: Plan, due: Tagged[]): boolean {
  const run = due as unknown as AnyMove[];
  const last = run.findIndex(
    (move, i) => i > 0 && (move.type === "Use" || move.type === "Resolve" || move.type === "Take"),
  );
  return run.slice(0, last < 0 ? run.length : last).every((move) => says(plan, move));
}

/** Sends a plan answer by answer, each after the house has taken the one before. */
export class Errand {
  private plan: Plan | null = null;
  private answered = new Set<string>();

  constructor(private readonly session: Open<RoadView, AnyMove>) {}

  get running(): boolean {
    return this.plan !== null;
  }

  start(plan: Plan): void {
    const { teacher } = this.session;
    if (teacher && !(teacher.due.length && meant(plan, teacher.due))) return teacher.stray(true);
    this.plan = plan;
    this.answered.clear();
    this.goOn();
  }

  /** Called whenever the house has spoken. No question is answered twice by one plan, but "lay a card". */
  goOn(): void {
    const { session } = this;
    if (!this.plan || session.sealing) return;
    const choice = session.myTurn && !session.declined ? answer(this.plan, session.choices) : undefined;
    const type = choice?.move.type ?? "";
    if (!choice || (this.answered.has(type) && type !== "Lay")) {
      this.plan = null;
      return;
    }
    this.answered.add(type);
    session.submit(choice);
  }
}
