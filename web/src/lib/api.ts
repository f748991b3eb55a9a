/** The house's REST API. */
import { settings } from "./settings.svelte";
import type { Line, Result, TableInfo } from "./wire";

export interface Option {
  name: string;
  kind: "bool" | "int" | "choice";
  default: boolean | number | string;
  choices: string[];
  least: number | null;
  most: number | null;
}
export interface OptionCard {
  option: Option;
  label: string;
  labels: Record<string, string>;
}
export interface GameInfo {
  name: string;
  title: string;
  about: string;
  version: number;
  seats: number[];
  secrets: boolean;
  options: OptionCard[];
  levels: { name: string; label: string }[];
  rules: { number: string; text: string }[];
}
export interface MyTable {
  id: string;
  game: string;
  names: string[];
  started: boolean;
  over: boolean;
  /** It waits for this guest. */
  yours: boolean;
}
export interface Me {
  name: string;
  tables: MyTable[];
}
export interface SeatWish {
  kind: "me" | "open" | "reserved" | "bot" | "shared";
  level?: string | null;
}
export interface TableWish {
  game: string;
  options: Record<string, boolean | number | string>;
  seats: SeatWish[];
  spectators: boolean;
  takebacks: boolean;
  hints: boolean;
  words: string;
  layout?: string;
  /** With a layout: who begins. */
  starter?: number;
}
export interface Opened {
  id: string;
  links: Record<string, string>;
}
export interface Frame {
  seq: number;
  line: Line | null;
  view: unknown;
  words: string;
}
export interface Replay {
  table: TableInfo;
  frames: Frame[];
  result: Result | null;
  seed: string | null;
}
export interface Hint {
  result: "win" | "draw" | "loss";
  plies: number;
  points: number | null;
}
/** Moves are named by their notation. */
export interface Hints {
  best: Hint;
  moves: Record<string, Hint>;
}
export interface Invite {
  addresses: string[];
  localhost_only: boolean;
  qr: string;
}

/** The house said no, and why. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const url = new URL(`/api${path}`, location.origin);
  url.searchParams.set("lang", settings.lang);
  const sent: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined) {
    sent.body = typeof body === "string" ? body : JSON.stringify(body);
    sent.headers = { "content-type": "application/json" };
  }
  const response = await fetch(url, sent);
  if (response.ok) return (await response.json()) as T;
  const said = (await response.json().catch(() => ({}))) as { reason?: string; sentence?: string };
  throw new Problem(response.status, said.reason ?? "unreachable", said.sentence ?? response.statusText);
}

const table = (id: string): string => `/tables/${encodeURIComponent(id)}`;

export const api = {
  me: () => call<Me>("GET", "/me"),
  name: (name: string) => call<{ name: string }>("PUT", "/me", { name }),
  games: () => call<GameInfo[]>("GET", "/games"),
  words: (book: string) => call<Record<string, string>>("GET", `/words/${book}`),
  open: (wish: TableWish) => call<Opened>("POST", "/tables", wish),
  table: (id: string) => call<TableInfo>("GET", table(id)),
  sit: (id: string, seat: number, words: string, token: string) =>
    call<TableInfo>("POST", `${table(id)}/seats`, { seat, words, token }),
  record: (id: string) => `/api${table(id)}/record`,
  bring: (record: string) => call<Opened>("POST", "/records", record),
  replay: (id: string, eyes: string) => call<Replay>("GET", `${table(id)}/replay?eyes=${encodeURIComponent(eyes)}`),
  hints: (id: string, seq: number) => call<Hints>("GET", `${table(id)}/hints?seq=${seq}`),
  playOn: (id: string, seq: number, seat: number, level: string) =>
    call<Opened>("POST", `${table(id)}/play-on`, { seq, seat, level }),
  invite: (id: string) => call<Invite>("GET", `/invite?table=${encodeURIComponent(id)}`),
};
