/** Made from the Python structs by tools/build/protocol.py. Do not edit. */
/** A seat's view. Fields with two entries are by seat, fields with five by colour. */
export interface RoadView {
  seat: number | null;
  prompt: Prompt | null;
  outcome: Outcome | null;
  options: Options;
  stage: Stage;
  round: number;
  starter: number | null;
  opens: "fewer" | "turn" | null;
  circle: number[];
  pawns: number[];
  favours: (number | null)[];
  rounds: Round[];
  scores: number[][];
  totals: number[];
  pool: number;
  hand: number[] | null;
  hands: number[];
  sides: number[][];
  sums: number[][];
  taken: number[][];
  tokens: number[][];
  specials: number[][];
  left: number | null;
  right: number | null;
  lefts: boolean[];
  rights: boolean[];
  offer: Offer | null;
  shares: number[][];
  share: number;
  counter_share: number;
  may_counter: boolean[];
  takings: Taking[];
  leads: (number | null)[];
  box: number[];
  upper: number[];
  lower: number[];
  tiles: number[][];
  waiting: number[];
  guests: number[][];
  worth: number[];
  drawn: number[];
  schemed: number[];
  hid: number[];
  returned: Returned[];
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
  mode: "advanced" | "basic" | "harder";
  destiny: boolean;
  double_counter_gift: "literal" | "shares_stay";
  starter: "first" | "random" | "second";
}

/** The public stage of the round. With the offer it is enough to rebuild the agenda. */
export interface Stage {
  now: string;
  owed: number;
  hidden: boolean;
  card: number | null;
  action: number | null;
  needs: number;
}

/** A finished round. */
export interface Round {
  starter: number;
  sums: number[][];
  winners: (number | null)[];
  lanterns: number[][];
  tallies: Tally[];
}

/** A seat's points in one round. */
export interface Tally {
  geishas: number;
  lanterns: number;
  guests: number;
  specials: number;
}

/** The cards of a Gift or a Competition, by place. */
export interface Offer {
  actor: number;
  action: number;
  cards: (number | null)[];
  down: (number | null)[];
  partner: number | null;
  counters: number;
  chosen: number[];
}

/** One answer to what a guest symbol brings: guests of a teahouse, with its favour token or without. */
export interface Taking {
  favour: boolean;
  guests: number;
  teahouse: number;
}

/**
 * A card that went back into the deck, and the public facts about where it may be now. A time is given by how
 * many cards each seat had drawn. A seat that holds the card now, or has shown it since, drew it after it
 * went back.
 */
export interface Returned {
  card: number;
  knower: number | null;
  since: number[];
  shown: [number, number] | null;
}

export interface Teahouse {
  type: "Teahouse";
  colour: number;
}

export interface Favour {
  type: "Favour";
  to: number;
  colour: number;
}

export interface Deal {
  type: "Deal";
  to: number;
  card: number;
}

export interface Hang {
  type: "Hang";
  lantern: number;
}

export interface Darken {
  type: "Darken";
  place: number;
}

export interface Start {
  type: "Start";
  starter: number;
}

export interface TurnUp {
  type: "TurnUp";
  place: number;
  card: number;
}

export interface ShowLeft {
  type: "ShowLeft";
  owner: number;
  card: number;
}

/** A card lies on a side and its geisha travels. Her destination and what she meets there follow from it. */
export interface Journey {
  type: "Journey";
  card: number;
}

/** The geishas choose their favourites and the round is counted. */
export interface Score {
  type: "Score";
}

/** Use an action token, alone or together with Hidden offer. */
export interface Use {
  type: "Use";
  action: number;
  hidden: boolean;
}

/** Lay a card face up: the one revealed, or one of an offer. */
export interface Lay {
  type: "Lay";
  card: number;
}

/** Lay the face-down card of an offer. */
export interface Hide {
  type: "Hide";
  card: number;
}

export interface Left {
  type: "Left";
  card: number;
}

export interface Right {
  type: "Right";
  card: number;
}

/** Pair a place with the first one. */
export interface Pair {
  type: "Pair";
  place: number;
}

export interface Pass {
  type: "Pass";
}

/** Use Counteroffer, alone or together with Hidden offer. */
export interface Counter {
  type: "Counter";
  hidden: boolean;
}

export interface Remove {
  type: "Remove";
  place: number;
}

export interface Replace {
  type: "Replace";
  card: number;
}

/** Choose places of an offer, in order. */
export interface Choose {
  type: "Choose";
  places: number[];
}

/** Resolve this card next. */
export interface Resolve {
  type: "Resolve";
  card: number;
}

/** Take the favour token and guests, or guests only. */
export interface Take {
  type: "Take";
  favour: boolean;
}

/** A move as others see it: the seat, the kind, and what of it is public. */
export interface Veiled {
  type: "Veiled";
  seat: number;
  kind: string;
  shown: Record<string, number>;
}

export type Move =
  | Teahouse
  | Favour
  | Deal
  | Hang
  | Darken
  | Start
  | TurnUp
  | ShowLeft
  | Journey
  | Score
  | Use
  | Lay
  | Hide
  | Left
  | Right
  | Pair
  | Pass
  | Counter
  | Remove
  | Replace
  | Choose
  | Resolve
  | Take;
export type AnyMove = Move | Veiled;
export const COLOURS = ["pink", "red", "blue", "yellow", "green"] as const;
export const ACTIONS = ["reveal", "intrigue", "gift", "competition"] as const;
export const SPECIALS = ["counteroffer", "hidden_offer"] as const;
export const CARDS = [1, 2, 3, 4] as const;
export const SYMBOLS = [2, 1, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0] as const;
export const POINTS = [1, 5, 1, 4, 2, 4, 2, 3, 2, 1, 3, 0, 3, -1, 4, -2] as const;
