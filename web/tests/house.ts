/** A house for tests: sockets that only listen, answers of the API by path, a drawer in memory. */
import { vi } from "vitest";
import type { HouseMessage, SeatInfo, TableInfo, Updates } from "../src/api/wire";

export const motion = { on: false, stretch: 1 };
vi.mock("../src/state/settings.svelte", () => ({
  KEPT_AS: "hanamachi",
  settings: { lang: "en", sound: false, confirm: true },
  moves: () => motion.on,
  stretch: () => motion.stretch,
}));
vi.mock("../src/ui/sound", () => ({ play: vi.fn() }));
vi.mock("../src/api/app-version", () => ({ keepUp: () => Promise.resolve() }));

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
// what a window hears: the line is cut, the line is back
const ears = new EventTarget();
vi.stubGlobal("addEventListener", ears.addEventListener.bind(ears));
vi.stubGlobal("removeEventListener", ears.removeEventListener.bind(ears));
vi.stubGlobal("dispatchEvent", ears.dispatchEvent.bind(ears));
vi.stubGlobal("location", {
  protocol: "http:",
  host: "house",
  origin: "http://house",
  pathname: "/",
  search: "",
});

export class FakeSocket {
  static OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: { type: string; [field: string]: unknown }[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }
  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }
  close(): void {
    this.readyState = 3;
  }
  tell(message: HouseMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  die(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}
vi.stubGlobal("WebSocket", FakeSocket);

/** What the API answers, by method and path; a number is a status with this reason. */
export const answers = new Map<string, unknown>();
export const asked: { call: string; body: unknown }[] = [];
vi.stubGlobal("fetch", async (url: URL | string, sent: RequestInit = {}) => {
  const call = `${sent.method ?? "GET"} ${new URL(url, "http://house").pathname}`;
  asked.push({ call, body: sent.body ? JSON.parse(String(sent.body)) : null });
  const answer = answers.get(call);
  if (answer === undefined) throw new TypeError("unreachable");
  const refused = answer as { status?: number };
  return { ok: !refused.status, status: refused.status ?? 200, statusText: "", json: async () => answer };
});
export const refusal = (reason: string, status = 409) => ({ status, reason, sentence: reason });

export const person = (name: string, more: Partial<SeatInfo> = {}): SeatInfo => ({
  kind: "guest",
  name,
  ...more,
});
export const table = (more: Partial<TableInfo> = {}): TableInfo => ({
  id: "t1",
  game: "okiya",
  version: 1,
  options: {},
  seats: [person("Mika"), person("Rin")],
  spectators: true,
  takebacks: false,
  hints: false,
  started: true,
  commitment: "c1",
  words: ["", ""],
  patience: 60,
  stand_in: "novice",
  ...more,
});
const TAKE = { type: "Take", square: 1 };
export const updates = (more: Partial<Updates> = {}): Updates => ({
  type: "updates",
  table: table(),
  seat: 0,
  from_seq: 0,
  seq: 0,
  frames: [],
  view: null,
  words: "",
  ask: "?",
  asked: 0,
  choices: [{ move: TAKE, notation: "b1", label: "b1" }],
  takeback: null,
  result: null,
  ...more,
});

export function afresh(): void {
  kept.clear();
  answers.clear();
  asked.length = FakeSocket.all.length = 0;
}
