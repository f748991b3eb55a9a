/** The house's REST API. */
import { banned, BANS } from "../state/banned.svelte";
import { ended } from "../state/session-ended.svelte";
import { settings } from "../state/settings.svelte";
import type {
  AccountState,
  Advice,
  Away,
  BotAccountInfo,
  BotName,
  BotToken,
  BotWish,
  Ceremony,
  Device,
  DeviceCode,
  Done,
  Challenge,
  Companion,
  GameCard,
  House,
  Holidays,
  Invitation,
  JoinPreview,
  Leaderboard,
  Me,
  MemberGames,
  MemberPage,
  Mine,
  MyBells,
  MutedUser,
  MuteName,
  MyGames,
  MyName,
  NameState,
  Opened,
  PasskeyAnswer,
  PlayOn,
  PublicChoice,
  PushWish,
  RecoveryCodes,
  Replay,
  Review,
  Seating,
  SignedIn,
  SignIn,
  SignUp,
  TableCard,
  TableRatings,
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

/** What the server says when it cannot do now what it can do later. */
const PASSING = ["not_kept", "took_too_long", "closing", "too_many", "broken", "unreachable"];

/** Whether it may work in a moment; where the server says nothing at all, it could not be asked. */
export const isPassing = (error: Error): boolean =>
  !(error instanceof Problem) || PASSING.includes(error.reason);

const NOTHING = 204;

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
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
  if (BANS.includes(said.reason ?? "")) banned.hear(said.reason ?? "", said.sentence ?? "");
  throw new Problem(response.status, said.reason ?? "unreachable", said.sentence ?? response.statusText);
}

const member = (name: string): string => `/members/${encodeURIComponent(name)}`;
const table = (id: string): string => `/tables/${encodeURIComponent(id)}`;

/** Whether the server answers at all. */
const isAlive = (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

export const api = {
  isAlive,
  house: () => call<House>("GET", "/house"),
  me: () => call<Mine>("GET", "/me"),
  noticesShown: () => call<undefined>("DELETE", "/me/notices"),
  name: (wish: MyName) => call<Me>("PUT", "/me", wish),
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
  account: () => call<AccountState>("GET", "/account"),
  isNameFree: (name: string) => call<NameState>("POST", "/account/name", { name }),
  signUp: (wish: Partial<SignUp>) => call<RecoveryCodes>("POST", "/account", wish),
  prove: (wish: Partial<SignIn>) => call<AccountState>("POST", "/account/proof", wish),
  askToProve: () => call<Ceremony>("POST", "/account/proof/passkey", {}),
  setPassword: (password: string) => call<AccountState>("PUT", "/account/password", { password }),
  removePassword: () => call<AccountState>("DELETE", "/account/password"),
  askToMakePasskey: (name: string) => call<Ceremony>("POST", "/account/passkeys/ask", { name }),
  addPasskey: (made: PasskeyAnswer) => call<AccountState>("POST", "/account/passkeys", made),
  removePasskey: (id: string) => call<AccountState>("POST", "/account/passkeys/remove", { id }),
  newCodes: () => call<RecoveryCodes>("POST", "/account/codes", {}),
  newsShown: () => call<AccountState>("DELETE", "/account/news"),
  lookAtGuest: (join: string) => call<JoinPreview>("POST", "/account/join/look", { join }),
  join: (join: string) => call<Done>("POST", "/account/join", { join }),
  signIn: (wish: Partial<SignIn>) => call<SignedIn>("POST", "/session", wish),
  askToSignIn: () => call<Ceremony>("POST", "/session/passkey", {}),
  lookAtLink: (code: string) => call<Me>("POST", "/session/look", { code }),
  signOut: () => call<undefined>("DELETE", "/session"),
  bots: () => call<BotAccountInfo[]>("GET", "/me/bots"),
  makeBot: (name: string) => call<BotToken>("POST", "/me/bots", { name } satisfies BotName),
  renewBot: (name: string) => call<BotToken>("POST", "/me/bots/token", { name } satisfies BotName),
  deleteBot: (name: string) => call<BotAccountInfo[]>("POST", "/me/bots/delete", { name } satisfies BotName),
  mutes: () => call<MutedUser[]>("GET", "/me/mutes"),
  unmute: (id: string) => call<MutedUser[]>("POST", "/me/mutes/end", { id } satisfies MuteName),
  bells: () => call<MyBells>("GET", "/me/bells"),
  push: (wish: PushWish) => call<MyBells>("PUT", "/me/push", wish),
  endPush: () => call<MyBells>("DELETE", "/me/push"),
  hook: (url: string) => call<MyBells>("PUT", "/me/hook", { url }),
  endHook: () => call<MyBells>("DELETE", "/me/hook"),
  leaderboard: (list: string, bots = false) =>
    call<Leaderboard>("GET", `/ratings/${encodeURIComponent(list)}${bots ? "?of=bots" : ""}`),
  member: (name: string) => call<MemberPage>("GET", member(name)),
  memberGames: (name: string, wanted: Record<string, string>) =>
    call<MemberGames>("GET", `${member(name)}/games?${new URLSearchParams(wanted).toString()}`),
  choosePublic: (wish: PublicChoice) => call<PublicChoice>("PUT", "/me/public", wish),
  tableRatings: (id: string) => call<TableRatings>("GET", `${table(id)}/ratings`),
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
  /** The address of a picture, after /api. */
  picture: (table: string, seq: number, eyes: string) =>
    `/tables/${encodeURIComponent(table)}/picture?seq=${seq}&eyes=${eyes === "open" ? "gallery" : eyes}`,
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
