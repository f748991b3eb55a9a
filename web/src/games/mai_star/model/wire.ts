/** Made from the Python structs by tools/build/protocol.py. Do not edit. */
export interface MaiStarView {
  seat: number | null;
  prompt: Prompt | null;
  outcome: Outcome | null;
  options: Options;
  round: number;
  rounds: number;
  player: number | null;
  starter: number;
  owed: Owed[];
  places: OpenPlace[];
  hand: number[] | null;
  deck: number;
  buried: number;
  bottom: number[] | null;
  discards: number[];
  known: number[][];
  shown: number[][];
  half_shown: number[];
  turn: Turn;
  shone: boolean;
  lap: number | null;
  results: Result[];
  totals: number[];
  effect: Effect | null;
  stakes: (Stake | null)[];
  cancels: Cancel[];
  prospects: Prospect[];
  introduces: number;
}

/** The public question: the asked seat, the question, and the rule behind it. */
export interface Prompt {
  seat: number;
  ask: string;
  rule: string;
  facts: Record<string, string | number | string[]>;
  paced: boolean;
  rules: string[];
}

/** The end of a game: points and rank (1 is best) per seat, winners, and the rule that ended it. */
export interface Outcome {
  points: number[];
  ranks: number[];
  winners: number[];
  rule: string;
}

export interface Options {
  management: boolean;
  limited_guests: "at_once" | "end_of_turn" | "no";
  black_requirement: "all" | "any";
  last_lap: boolean;
  chooser: "first" | "random";
}

/** One step of the agenda, as the public sees it. */
export interface Owed {
  what: string;
  seat: number;
  facts: number[];
}

/** One player's side, as all players see it. */
export interface OpenPlace {
  geisha: number | null;
  cards: number;
  guests: number[];
  advertisers: number[];
  income: number;
  reputation: [number, number, number] | null;
  added: [number, number, number];
  shining: number | null;
}

/** The effects of a geisha's ability in this turn. */
export interface Turn {
  shining: number | null;
  doubled: boolean;
  followed: number;
}

/** A finished round, by seat, and the rule that ended it. */
export interface Result {
  rule: string;
  geishas: (number | null)[];
  income: number[];
  left: number[];
  points: number[];
}

/** The effect that is open: its guest, who uses it, and its target once that is chosen. */
export interface Effect {
  card: number;
  by: number;
  target: number | null;
  again: boolean;
}

/** The effect on a seat: it takes the newest card of a row, looks at a hand, or fills it. */
export interface Stake {
  row: "advertisers" | "guests" | "hand";
  card: number | null;
  draws: number;
}

/** A Ronin whom the attacked player may dismiss to cancel the effect (M15). */
export interface Cancel {
  place: number;
  income: number;
  saves: boolean;
}

/** The worth of a hand card now. */
export interface Prospect {
  card: number;
  barred: Bar | null;
  income: number;
  reputation: [number, number, number];
  draws: number;
  back: number;
}

/** The reason why a card may not be a guest now; for a requirement, with the needed and the present value. */
export interface Bar {
  reason: string;
  need: number;
  have: number;
}

/** Nature: the seat that chooses a geisha first in round 1, or starts a later round. */
export interface First {
  type: "First";
  player: number;
}

/** Nature: a card is drawn. */
export interface Draw {
  type: "Draw";
  to: number;
  card: number;
}

/** Nature: a card is dealt at the start of a round. */
export interface Deal {
  type: "Deal";
  to: number;
  card: number;
}

/** Nature: one card of a hand that a Sumo Wrestler looks at, in the order of the kinds. */
export interface Show {
  type: "Show";
  of: number;
  card: number;
}

/** Nature: the round is over. */
export interface Score {
  type: "Score";
}

export interface Guest {
  type: "Guest";
  card: number;
}

export interface Advertise {
  type: "Advertise";
  card: number;
}

/** Introduce one card. The next question is whether another goes with it. */
export interface Introduce {
  type: "Introduce";
  card: number;
}

export interface Exchange {
  type: "Exchange";
  place: number;
}

export interface Replace {
  type: "Replace";
  card: number;
}

export interface Search {
  type: "Search";
}

/** Use Morning Star's ability. */
export interface Shine {
  type: "Shine";
  skill: number;
}

export interface Choose {
  type: "Choose";
  geisha: number;
}

export interface Target {
  type: "Target";
  player: number;
}

export interface Use {
  type: "Use";
}

/** Decline an effect, a further guest or a further action. */
export interface Decline {
  type: "Decline";
}

/** Allow an effect to happen. */
export interface Allow {
  type: "Allow";
}

export interface Ronin {
  type: "Ronin";
  place: number;
}

export interface Oiran {
  type: "Oiran";
}

/** Discard this card from the hand of a Sumo Wrestler's target. */
export interface Pick {
  type: "Pick";
  card: number;
}

/** Put a card below the deck (Spring Breeze). */
export interface Bury {
  type: "Bury";
  card: number;
}

/** Discard a card, because the deck was short (Spring Breeze). */
export interface Discard {
  type: "Discard";
  card: number;
}

/** A move as others see it: the seat, the kind, and what of it is public. */
export interface Veiled {
  type: "Veiled";
  seat: number;
  kind: string;
  shown: Record<string, number>;
}

export type Move =
  | First
  | Draw
  | Deal
  | Show
  | Score
  | Guest
  | Advertise
  | Introduce
  | Exchange
  | Replace
  | Search
  | Shine
  | Choose
  | Target
  | Use
  | Decline
  | Allow
  | Ronin
  | Oiran
  | Pick
  | Bury
  | Discard;
export type AnyMove = Move | Veiled;
export const SKILLS = ["performance", "service", "intelligence"] as const;
export const CARDS = [
  { name: "red_citizen", character: "citizen", colour: 0, requirement: 1, income: 2, bonus: [1, 0, 0] },
  { name: "red_okaasan", character: "okaasan", colour: 0, requirement: 2, income: 1, bonus: [2, 0, 0] },
  { name: "red_ronin", character: "ronin", colour: 0, requirement: 2, income: 2, bonus: [1, 0, 0] },
  { name: "red_courtesan", character: "courtesan", colour: 0, requirement: 3, income: 0, bonus: [1, 0, 0] },
  { name: "red_yakuza", character: "yakuza", colour: 0, requirement: 3, income: 3, bonus: [1, 0, 0] },
  { name: "red_thief", character: "thief", colour: 0, requirement: 4, income: 4, bonus: [1, 0, 0] },
  { name: "red_merchant", character: "merchant", colour: 0, requirement: 4, income: 4, bonus: [1, 0, 0] },
  { name: "red_actor", character: "actor", colour: 0, requirement: 5, income: 5, bonus: [1, 1, 1] },
  {
    name: "red_sumo_wrestler",
    character: "sumo_wrestler",
    colour: 0,
    requirement: 5,
    income: 3,
    bonus: [1, 0, 0],
  },
  { name: "red_emissary", character: "emissary", colour: 0, requirement: 6, income: 5, bonus: [1, 0, 0] },
  { name: "red_doctor", character: "doctor", colour: 0, requirement: 7, income: 6, bonus: [1, 0, 0] },
  { name: "red_samurai", character: "samurai", colour: 0, requirement: 8, income: 8, bonus: [1, 0, 0] },
  { name: "red_daimyo", character: "daimyo", colour: 0, requirement: 9, income: 10, bonus: [1, 0, 0] },
  { name: "blue_citizen", character: "citizen", colour: 1, requirement: 1, income: 2, bonus: [0, 1, 0] },
  { name: "blue_okaasan", character: "okaasan", colour: 1, requirement: 2, income: 1, bonus: [0, 2, 0] },
  { name: "blue_ronin", character: "ronin", colour: 1, requirement: 2, income: 2, bonus: [0, 1, 0] },
  { name: "blue_courtesan", character: "courtesan", colour: 1, requirement: 3, income: 0, bonus: [0, 1, 0] },
  { name: "blue_yakuza", character: "yakuza", colour: 1, requirement: 3, income: 3, bonus: [0, 1, 0] },
  { name: "blue_thief", character: "thief", colour: 1, requirement: 4, income: 4, bonus: [0, 1, 0] },
  { name: "blue_merchant", character: "merchant", colour: 1, requirement: 4, income: 4, bonus: [0, 1, 0] },
  { name: "blue_actor", character: "actor", colour: 1, requirement: 5, income: 5, bonus: [1, 1, 1] },
  {
    name: "blue_sumo_wrestler",
    character: "sumo_wrestler",
    colour: 1,
    requirement: 5,
    income: 3,
    bonus: [0, 1, 0],
  },
  { name: "blue_emissary", character: "emissary", colour: 1, requirement: 6, income: 5, bonus: [0, 1, 0] },
  { name: "blue_doctor", character: "doctor", colour: 1, requirement: 7, income: 6, bonus: [0, 1, 0] },
  { name: "blue_samurai", character: "samurai", colour: 1, requirement: 8, income: 8, bonus: [0, 1, 0] },
  { name: "blue_daimyo", character: "daimyo", colour: 1, requirement: 9, income: 10, bonus: [0, 1, 0] },
  { name: "green_citizen", character: "citizen", colour: 2, requirement: 1, income: 2, bonus: [0, 0, 1] },
  { name: "green_okaasan", character: "okaasan", colour: 2, requirement: 2, income: 1, bonus: [0, 0, 2] },
  { name: "green_ronin", character: "ronin", colour: 2, requirement: 2, income: 2, bonus: [0, 0, 1] },
  { name: "green_courtesan", character: "courtesan", colour: 2, requirement: 3, income: 0, bonus: [0, 0, 1] },
  { name: "green_yakuza", character: "yakuza", colour: 2, requirement: 3, income: 3, bonus: [0, 0, 1] },
  { name: "green_thief", character: "thief", colour: 2, requirement: 4, income: 4, bonus: [0, 0, 1] },
  { name: "green_merchant", character: "merchant", colour: 2, requirement: 4, income: 4, bonus: [0, 0, 1] },
  { name: "green_actor", character: "actor", colour: 2, requirement: 5, income: 5, bonus: [1, 1, 1] },
  {
    name: "green_sumo_wrestler",
    character: "sumo_wrestler",
    colour: 2,
    requirement: 5,
    income: 3,
    bonus: [0, 0, 1],
  },
  { name: "green_emissary", character: "emissary", colour: 2, requirement: 6, income: 5, bonus: [0, 0, 1] },
  { name: "green_doctor", character: "doctor", colour: 2, requirement: 7, income: 6, bonus: [0, 0, 1] },
  { name: "green_samurai", character: "samurai", colour: 2, requirement: 8, income: 8, bonus: [0, 0, 1] },
  { name: "green_daimyo", character: "daimyo", colour: 2, requirement: 9, income: 10, bonus: [0, 0, 1] },
  { name: "foreigner", character: "foreigner", colour: 3, requirement: 9, income: 10, bonus: [1, 1, 1] },
  { name: "shogun", character: "shogun", colour: 3, requirement: 10, income: 10, bonus: [1, 1, 1] },
  { name: "oiran", character: "oiran", colour: 3, requirement: 0, income: 0, bonus: [1, 1, 1] },
] as const;
export const GEISHAS = [
  { name: "morning_star", start: [3, 3, 3] },
  { name: "maple_leaf", start: [5, 1, 3] },
  { name: "summer_sea", start: [3, 5, 1] },
  { name: "spring_breeze", start: [1, 3, 5] },
  { name: "sound_of_bell", start: [2, 2, 2] },
  { name: "hazy", start: [5, 5, 5] },
] as const;
