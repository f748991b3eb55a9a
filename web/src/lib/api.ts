/** The house's REST API. */
import { settings } from "./settings.svelte";
import type {
  Advice,
  Away,
  BotWish,
  GameCard,
  Holidays,
  Invitation,
  Me,
  Mine,
  MyGames,
  Opened,
  PlayOn,
  Replay,
  Review,
  Seating,
  TableCard,
  TableWish,
  Words,
} from "./wire";

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

const NOTHING = 204;

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const url = new URL(`/api${path}`, location.origin);
  url.searchParams.set("lang", settings.lang);
  const sent: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined) {
    sent.body = typeof body === "string" ? body : JSON.stringify(body);
    sent.headers = { "content-type": "application/json" };
  }
  const response = await fetch(url, sent);
  if (response.status === NOTHING) return undefined as T;
  if (response.ok) return (await response.json()) as T;
  const said = (await response.json().catch(() => ({}))) as { reason?: string; sentence?: string };
  throw new Problem(response.status, said.reason ?? "unreachable", said.sentence ?? response.statusText);
}

const table = (id: string): string => `/tables/${encodeURIComponent(id)}`;

export const api = {
  me: () => call<Mine>("GET", "/me"),
  name: (name: string) => call<Me>("PUT", "/me", { name } satisfies Me),
  away: () => call<Holidays>("GET", "/me/away"),
  takeDaysOff: (days: number) => call<Holidays>("PUT", "/me/away", { days } satisfies Away),
  export: () => `/api/me/export?lang=${settings.lang}`,
  forget: () => call<undefined>("DELETE", "/me"),
  myGames: (wanted: Record<string, string>) =>
    call<MyGames>("GET", `/me/games?${new URLSearchParams(wanted).toString()}`),
  games: () => call<GameCard[]>("GET", "/games"),
  words: (book: string) => call<Record<string, string>>("GET", `/words/${book}`),
  open: (wish: TableWish) => call<Opened>("POST", "/tables", wish),
  table: (id: string) => call<TableCard>("GET", table(id)),
  sit: (id: string, wish: Seating) => call<TableCard>("POST", `${table(id)}/seats`, wish),
  give: (id: string, wish: Words) => call<TableCard>("POST", `${table(id)}/words`, wish),
  seatBot: (id: string, wish: BotWish) => call<TableCard>("POST", `${table(id)}/bots`, wish),
  callOff: (id: string) => call<TableCard>("POST", `${table(id)}/call-off`, {}),
  decline: (id: string) => call<TableCard>("POST", `${table(id)}/decline`, {}),
  record: (id: string) => `/api${table(id)}/record`,
  bring: (record: string) => call<Opened>("POST", "/records", record),
  replay: (id: string, eyes: string) =>
    call<Replay>("GET", `${table(id)}/replay?eyes=${encodeURIComponent(eyes)}`),
  advice: (id: string, seq: number) => call<Advice>("GET", `${table(id)}/advice?seq=${seq}`),
  review: (id: string) => call<Review>("GET", `${table(id)}/review`),
  playOn: (id: string, wish: PlayOn) => call<Opened>("POST", `${table(id)}/play-on`, wish),
  invite: (id: string, seat: string) =>
    call<Invitation>("GET", `/invite?table=${encodeURIComponent(id)}&seat=${encodeURIComponent(seat)}`),
};
