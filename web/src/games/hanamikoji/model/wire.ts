/** Made from the Python structs by tools/build/protocol.py. Do not edit. */
export interface HanamikojiView {
  seat: number | null;
  prompt: Prompt | null;
  outcome: Outcome | null;
  options: Options;
  round: number;
  rounds: number | null;
  goal: Standing | null;
  starter: number | null;
  deck: number;
  hands: [number, number];
  hand: number[] | null;
  actions: [number[], number[]];
  secrets: [boolean, boolean];
  secret: number | null;
  discards: number[];
  offer: Gift | Competition | null;
  shares: Share[];
  sides: [number[], number[]];
  unseen: number[];
  tokens: (number | null)[];
  race: [Standing, Standing];
  outlook: Outlook;
  history: Round[];
  races: [Standing, Standing][];
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
  rounds: "3" | "until_won";
  starter: "first" | "random" | "second";
  box: "full" | "small";
}

/** Geishas won over, and their art points. */
export interface Standing {
  geishas: number;
  points: number;
}

export interface Gift {
  type: "Gift";
  items: [number, number, number];
}

export interface Competition {
  type: "Competition";
  pairs: [[number, number], [number, number]];
}

/** A part of an offer: the cards that come with it, and those left for the other seat (H10, H11). */
export interface Share {
  takes: number[];
  leaves: number[];
}

/** The result if the round ended now, with the public cards alone (H14 to H17). */
export interface Outlook {
  tokens: (number | null)[];
  ahead: number | null;
  wins: boolean;
  race: [Standing, Standing];
}

/** A finished round: the cards on the sides when it was scored, and the art tokens after it. */
export interface Round {
  starter: number;
  sides: [number[], number[]];
  tokens: (number | null)[];
  points: [number, number];
}

export interface Start {
  type: "Start";
  starter: number;
}

export interface Deal {
  type: "Deal";
  to: number;
  item: number;
}

export interface Draw {
  type: "Draw";
  to: number;
  item: number;
}

export interface Secret {
  type: "Secret";
  item: number;
}

export interface Discard {
  type: "Discard";
  items: [number, number];
}

export interface TakeOne {
  type: "TakeOne";
  item: number;
}

export interface TakePair {
  type: "TakePair";
  pair: [number, number];
}

export interface Reveal {
  type: "Reveal";
  owner: number;
  item: number;
}

/** The art tokens move to the players who won the geishas over. */
export interface Score {
  type: "Score";
}

/** A move as others see it: the seat, the kind, and what of it is public. */
export interface Veiled {
  type: "Veiled";
  seat: number;
  kind: string;
  shown: Record<string, number>;
}

export type Move =
  Start | Deal | Draw | Secret | Discard | Gift | Competition | TakeOne | TakePair | Reveal | Score;
export type AnyMove = Move | Veiled;
export const ITEMS = ["flute", "fan", "scroll", "parasol", "lute", "tea_set", "flower"] as const;
export const VALUE = [2, 2, 2, 3, 3, 4, 5] as const;
export const ACTIONS = ["secret", "discard", "gift", "competition"] as const;
export const CARDS = [1, 2, 3, 4] as const;
export const BOXES = {
  full: { items: [0, 1, 2, 3, 4, 5, 6], actions: [0, 1, 2, 3] },
  small: { items: [0, 3, 5], actions: [0, 2] },
} as const;
