/** The messages of the house, as in src/hanamachi/house/wire.py. */
export type Seat = number;
export type Chance = [round: number, total: number, pick: number];
/** A tagged struct of a game: its name and its fields. */
export interface Tagged {
  type: string;
  [field: string]: unknown;
}

export interface Watch {
  type: "watch";
  table: string;
  seat?: Seat | null;
  seq?: number;
  lang?: string;
}
export interface Submit {
  type: "submit";
  seat: Seat;
  seq: number;
  move: unknown;
}
export interface Resign {
  type: "resign";
  seat: Seat;
}
export interface AskTakeback {
  type: "asktakeback";
  seat: Seat;
}
export interface AnswerTakeback {
  type: "answertakeback";
  seat: Seat;
  agree: boolean;
}
export interface CallBot {
  type: "callbot";
  seat: Seat;
  absent: Seat;
}
export interface ComeBack {
  type: "comeback";
  seat: Seat;
}
export interface Rematch {
  type: "rematch";
  seat: Seat;
  same?: boolean;
}
export interface Ping {
  type: "ping";
}
export type ClientMessage =
  | Watch
  | Submit
  | Resign
  | AskTakeback
  | AnswerTakeback
  | CallBot
  | ComeBack
  | Rematch
  | Ping;

export interface Line {
  seq: number;
  seat: Seat | null;
  move: unknown;
  event: unknown;
  said: string;
  chance?: Chance | null;
}
export interface SeatInfo {
  kind: string;
  name: string;
  level?: string | null;
  here?: boolean;
  mine?: boolean;
}
export interface Choice {
  move: unknown;
  notation: string;
  label: string;
}
export interface TableInfo {
  id: string;
  game: string;
  version: number;
  options: Record<string, unknown>;
  seats: SeatInfo[];
  spectators: boolean;
  takebacks: boolean;
  hints: boolean;
  started: boolean;
  commitment: string;
  words: string[];
  parent?: string | null;
  child?: string | null;
}
export interface Result {
  points: number[];
  ranks: number[];
  winners: Seat[];
  reason: string;
}
export interface Updates {
  type: "updates";
  table: TableInfo;
  seat: Seat | null;
  from_seq: number;
  seq: number;
  lines: Line[];
  view: unknown;
  words: string;
  ask: string | null;
  asked: Seat | null;
  choices: Choice[];
  takeback: Seat | null;
  result: Result | null;
  seed?: string | null;
}
export interface Declined {
  type: "declined";
  reason: string;
  sentence: string;
}
export interface Pong {
  type: "pong";
}
export type HouseMessage = Updates | Declined | Pong;
