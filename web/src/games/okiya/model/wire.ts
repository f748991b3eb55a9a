/** Made from the Python structs by tools/build/protocol.py. Do not edit. */
export interface OkiyaView {
  seat: number | null;
  prompt: Prompt | null;
  outcome: Outcome | null;
  options: Options;
  round: number;
  series: number;
  starter: number | null;
  layout: number[];
  geishas: [number, number];
  left: [number, number];
  last: number | null;
  legal: number[];
  answers: number[];
  scoring: Score | null;
  four: number[];
  rounds: Score[];
  wins: number[];
  points: number[];
  code: string;
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
  match: "points" | "series" | "single";
  target: number;
  full_board: "draw" | "last_mover";
}

/** A round is over: its winner (None for a draw), the deciding rule, and the tiles still in the garden. */
export interface Score {
  type: "Score";
  winner: number | null;
  rule: string;
  points: number;
}

export interface Begin {
  type: "Begin";
  starter: number;
}

export interface Lay {
  type: "Lay";
  tile: number;
}

export interface Take {
  type: "Take";
  square: number;
}

/** A move as others see it: the seat, the kind, and what of it is public. */
export interface Veiled {
  type: "Veiled";
  seat: number;
  kind: string;
  shown: Record<string, number>;
}

export type Move = Begin | Lay | Take | Score;
export type AnyMove = Move | Veiled;
export const PLANTS = ["maple", "cherry", "pine", "iris"] as const;
export const FEATURES = ["sun", "tanzaku", "bird", "rain"] as const;
