/** The house's REST API. */
import { ended } from "../state/session-ended.svelte";
import { settings } from "../state/settings.svelte";
import type {
  Advice,
  Away,
  BotWish,
  Device,
  DeviceCode,
  Challenge,
  Companion,
  GameCard,
  Holidays,
  Invitation,
  Me,
  Mine,
  MyBells,
  MutedUser,
  MuteName,
  MyGames,
  Opened,
  PlayOn,
  PushWish,
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
  if (said.reason === "ended") ended.hear(said.sentence ?? "");
  throw new Problem(response.status, said.reason ?? "unreachable", said.sentence ?? response.statusText);
}

const table = (id: string): string => `/tables/${encodeURIComponent(id)}`;

/** Whether the server answers at all. */
const isAlive = (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

export const api = {
  isAlive,
  me: () => call<Mine>("GET", "/me"),
  name: (name: string) => call<Me>("PUT", "/me", { name } satisfies Me),
  away: () => call<Holidays>("GET", "/me/away"),
  takeDaysOff: (days: number) => call<Holidays>("PUT", "/me/away", { days } satisfies Away),
  export: () => `/api/me/export?lang=${settings.lang}`,
  forget: () => call<undefined>("DELETE", "/me"),
  myGames: (wanted: Record<string, string>) =>
    call<MyGames>("GET", `/me/games?${new URLSearchParams(wanted).toString()}`),
  devices: () => call<Device[]>("GET", "/me/devices"),
  endDevice: (id: string) => call<Device[]>("POST", "/me/devices/end", { id }),
  deviceCode: (leave: boolean) => call<DeviceCode>("POST", "/me/devices/code", { leave }),
  lookAtCode: (code: string) => call<Me>("POST", "/device/look", { code }),
  takeCode: (code: string) => call<Me>("POST", "/device", { code }),
  mutes: () => call<MutedUser[]>("GET", "/me/mutes"),
  unmute: (id: string) => call<MutedUser[]>("POST", "/me/mutes/end", { id } satisfies MuteName),
  bells: () => call<MyBells>("GET", "/me/bells"),
  push: (wish: PushWish) => call<MyBells>("PUT", "/me/push", wish),
  endPush: () => call<MyBells>("DELETE", "/me/push"),
  hook: (url: string) => call<MyBells>("PUT", "/me/hook", { url }),
  endHook: () => call<MyBells>("DELETE", "/me/hook"),
  companions: () => call<Companion[]>("GET", "/me/companions"),
  challenge: (wish: Challenge) => call<Opened>("POST", "/challenges", wish),
  games: () => call<GameCard[]>("GET", "/games"),
  words: (book: string) => call<Record<string, string>>("GET", `/words/${book}`),
  open: (wish: TableWish) => call<Opened>("POST", "/tables", wish),
  table: (id: string) => call<TableCard>("GET", table(id)),
  sit: (id: string, wish: Seating) => call<TableCard>("POST", `${table(id)}/seats`, wish),
  standUp: (id: string) => call<TableCard>("POST", `${table(id)}/stand-up`, {}),
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
