/** Made from the Python structs by tools/build/protocol.py. Do not edit. */
export type Seat = number;

/** A tagged struct of a game, a move or a veiled one: its kind, and fields that the game knows. */
export interface Tagged {
  type: string;
}

/** Watch a table from a seat (null: as a spectator). The client has the log up to `seq`. */
export interface Watch {
  type: "watch";
  table: string;
  seat?: number | null;
  seq?: number;
  lang?: string;
  words?: boolean;
  pictures?: boolean;
  reads?: boolean;
  through?: number | null;
}

/** Make a move, chosen while the log had the length `seq`. */
export interface Submit {
  type: "submit";
  seat: number;
  seq: number;
  move: unknown;
}

/**
 * Resign. Of two players the other wins; at a larger table a bot plays on in the seat, which is last in the
 * result.
 */
export interface Resign {
  type: "resign";
  seat: number;
}

/** Ask the other players to take back this seat's last move. */
export interface AskTakeback {
  type: "asktakeback";
  seat: number;
}

/** Accept or decline a takeback that another seat asks for. */
export interface AnswerTakeback {
  type: "answertakeback";
  seat: number;
  agree: boolean;
}

/** Offer a draw. The offer stands until the other player moves. */
export interface OfferDraw {
  type: "offerdraw";
  seat: number;
}

/** Accept or decline a draw that the other player offers. */
export interface AnswerDraw {
  type: "answerdraw";
  seat: number;
  agree: boolean;
}

/** Agree to a bot for a seat whose player has been away longer than the table's patience. */
export interface CallBot {
  type: "callbot";
  seat: number;
  absent: number;
}

/** Claim the win: the opponent has been away for longer than the seat is kept. */
export interface Claim {
  type: "claim";
  seat: number;
}

/**
 * Agree to end the game without a result because a player is away. It ends once all who are present agree.
 */
export interface CallOff {
  type: "calloff";
  seat: number;
}

/**
 * Confirm that the player sees the game that began meanwhile: from now on the clock may run. A move or
 * another `watch` confirms it, too.
 */
export interface Looked {
  type: "looked";
  seat: number;
}

/**
 * Offer a rematch with the sides changed, by the same options or new ones. The answer is the table's `child`,
 * where each player accepts by sending shuffle words; spectators may follow it.
 */
export interface Rematch {
  type: "rematch";
  seat: number;
  options?: Record<string, unknown> | null;
  level?: string | null;
  same_layout?: boolean;
}

/** Always pass from now on when this seat is asked a question with an answer window. */
export interface AlwaysPass {
  type: "alwayspass";
  seat: number;
  on: boolean;
}

/** Ask what would follow if this seat, which is asked now, made these moves one after the other. */
export interface Preview {
  type: "preview";
  id: number;
  seat: number;
  seq: number;
  moves: unknown[];
}

/** End the break between rounds for this user. A move does so, too. */
export interface Continue {
  type: "continue";
  seat: number;
}

/** Let spectators see what this seat sees, or stop it, at tables with the policy `seat`. */
export interface Show {
  type: "show";
  seat: number;
  on: boolean;
}

/** Say a line at the watched table: the id of a ready-made phrase, or free text. */
export interface Say {
  type: "say";
  id: number;
  phrase?: string | null;
  text?: string;
}

/** Hear no more of who said this line, at any table. They are not told. */
export interface Mute {
  type: "mute";
  id: number;
  side: "gallery" | "players";
  number: number;
}

/** Report this line to the host of the server, with the last 20 lines. Its author is not told. */
export interface Report {
  type: "report";
  id: number;
  side: "gallery" | "players";
  number: number;
}

/** Subscribe to changes of the user's own tables. */
export interface Street {
  type: "street";
  lang?: string;
}

/** Subscribe to the lobby, and to the user's place in the queue. */
export interface Lobby {
  type: "lobby";
  lang?: string;
  tables?: boolean;
}

/**
 * Join the queue for a match. What is left out is left to the others to choose. The same wish again changes
 * nothing, so a client that reconnects repeats it.
 */
export interface Queue {
  type: "queue";
  game: string;
  players?: number[];
  options?: Record<string, unknown>;
  clock?: Live | Days | NoClock | null;
  public?: boolean;
  unrated?: boolean;
}

/**
 * A live clock: seconds for the whole game; every decision adds `increment` seconds, or does not count its
 * first `delay` seconds.
 */
export interface Live {
  type: "live";
  base: number;
  increment?: number;
  delay?: number;
  plays_on?: boolean;
}

/** A correspondence clock: days for each decision. */
export interface Days {
  type: "days";
  days: number;
  plays_on?: boolean;
}

/** The wish for no clock, which strangers are not granted. */
export interface NoClock {
  type: "none";
}

/** Agree that bots take the free seats of a larger game when the waiting time is up. */
export interface WithBots {
  type: "withbots";
}

/** Leave the queue, or decline the match that was found. */
export interface LeaveQueue {
  type: "leavequeue";
}

/**
 * Ask for a pong. The server sends it, too, with a question on a live clock: a client that answers at once
 * gets the round-trip time back, up to half a second.
 */
export interface Ping {
  type: "ping";
}

/** Answer a ping. */
export interface Pong {
  type: "pong";
}

/** All that is new since `from_seq`: a frame for each row, the view after them, and the legal moves. */
export interface Updates<View = unknown, Move extends Tagged = Tagged> {
  type: "updates";
  table: TableInfo;
  seat: number | null;
  from_seq: number;
  seq: number;
  frames: Frame<View, Move>[];
  view: View;
  words: string;
  ask: string | null;
  asked: number | null;
  choices: Choice<Move>[];
  takeback: number | null;
  result: Result | null;
  draw?: number | null;
  seed?: string | null;
  window?: WindowInfo | null;
  pause?: PauseInfo | null;
  passing?: boolean;
  rule?: string;
  rules?: string[];
  undoes?: boolean;
  clock?: ClockInfo | null;
  shown?: number[];
  borrowed?: boolean;
  waking?: WakingInfo | null;
  moot?: boolean;
  closed?: string | null;
}

/** The public facts of a table. */
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
  patience: number;
  stand_in: string;
  parent?: string | null;
  child?: string | null;
  host?: number | null;
  offered_by?: number | null;
  offered_from?: number | null;
  layout?: string | null;
  lesson?: string | null;
  window?: number | null;
  draws?: boolean;
  clock?: Live | Days | null;
  damaged?: boolean;
  public?: boolean;
  watching?: string;
  until?: number | null;
  first_move?: number | null;
  rated?: boolean;
  talk?: "all" | "off" | "phrases";
}

/**
 * A seat: open, reserved, guest, shared or bot; closed if the table was called off. A level without `bot`
 * means that a bot stands in.
 */
export interface SeatInfo {
  kind: string;
  name: string;
  level?: string | null;
  ready?: boolean;
  declined?: boolean;
  gone?: boolean;
}

/** The table after `seq` rows: the last of them, and the view then. */
export interface Frame<View = unknown, Move extends Tagged = Tagged> {
  seq: number;
  line: Line<Move> | null;
  view?: View;
  words?: string;
  open?: View[];
}

/** One row of the log as the watcher may know it; `move` is a Move or a Veiled, null for an event. */
export interface Line<Move extends Tagged = Tagged> {
  seq: number;
  seat: number | null;
  move: Move | null;
  event: Tagged | null;
  said: string;
  chance?: Chance | null;
  took?: number | null;
  decided?: string;
}

/** One throw of nature: the round it fell in, the total weight, and what was picked below it. */
export type Chance = [round: number, total: number, pick: number];

/** A legal move, its notation and its label. */
export interface Choice<Move extends Tagged = Tagged> {
  move: Move;
  notation: string;
  label: string;
}

/** The end of a game. The reason is the number of a rule, or an event of the server. */
export interface Result {
  points: number[];
  ranks: number[];
  winners: number[];
  reason: string;
}

/** An answer window: the answer is revealed when a fixed time is up, in milliseconds. */
export interface WindowInfo {
  whole: number;
  left: number;
  sealed?: unknown;
}

/**
 * The break between two rounds: no bot moves and no window opens until these seats have gone on, or the time
 * (milliseconds) is up.
 */
export interface PauseInfo {
  whole: number;
  left: number;
  waiting: number[];
}

/**
 * The clocks of a table, in milliseconds: the time left to each seat (null: a bot plays there), the seat
 * whose clock runs, and how much of the delay is left before it does. With `first` the delay is the time for
 * that seat's first move: at its end the game is called off.
 */
export interface ClockInfo {
  left: (number | null)[];
  running?: number | null;
  delay?: number;
  first?: boolean;
}

/** A bot that must load before it can play: the game waits for it, and no clock runs. */
export interface WakingInfo {
  level: string;
  left?: number | null;
}

/** Which seats of the watched table belong to this user; sent before the first updates. */
export interface Yours {
  type: "yours";
  seats: number[];
}

/** Which seats have their players present, and how many spectators there are. Sent at most once a second. */
export interface Presence {
  type: "presence";
  here: boolean[];
  gallery: number;
  absent: Absent[];
}

/**
 * A player who is away: the seat is kept for so long (milliseconds). At 0 all who are present are asked
 * whether a bot shall play on; `agreed` have said yes. Not sent where the clock alone decides, as in games of
 * days.
 */
export interface Absent {
  seat: number;
  left: number;
  agreed: number[];
  claim?: number | null;
  call_off?: number | null;
  quits?: number[];
  came?: boolean;
  away?: number;
}

/** A message was refused, and why. Nothing changed. */
export interface Declined {
  type: "declined";
  reason: string;
  sentence: string;
  rule?: string;
}

/** A seat's request to the others was answered, or has lapsed. Nothing need be done. */
export interface Notice {
  type: "notice";
  reason: string;
  seat: number;
  sentence: string;
}

/**
 * The answer to a preview: the legal moves of it and their consequences, each with the view after it, up to a
 * decision or to a fact hidden from this seat. None of it has happened.
 */
export interface Foreseen<View = unknown, Move extends Tagged = Tagged> {
  type: "foreseen";
  id: number;
  seat: number;
  seq: number;
  frames: Frame<View, Move>[];
  choices: Choice<Move>[];
}

/**
 * Lines of the watched table's talk that are new; with `anew` all that can be heard, instead of what was sent
 * before. Not sent where nothing was said. Players and spectators hear their own side until the game ends.
 */
export interface Talk {
  type: "talk";
  lines: Spoken[];
  anew: boolean;
  muted: MutedAuthor[];
}

/** A line of the table's talk. Its key is its side and number. */
export interface Spoken {
  side: "gallery" | "players";
  number: number;
  at: number;
  name: string;
  seat: number | null;
  mine: boolean;
  phrase?: string | null;
  text?: string;
}

/** A user whom this one has muted. */
export interface MutedAuthor {
  id: string;
  name: string;
}

/** The answer to `say`, `mute` and `report`: it is saved, or (with a reason) why not. */
export interface TalkDone {
  type: "talkdone";
  id: number;
  reason?: string;
  sentence?: string;
}

/**
 * Those of the user's tables whose turn, seats or end changed; the first time, the newest of all. Sent at
 * most once a second.
 */
export interface MyTables {
  type: "mytables";
  tables: MyTable[];
  gone?: string[];
}

export interface MyTable {
  id: string;
  game: string;
  names: string[];
  started: boolean;
  over: boolean;
  yours: boolean;
  damaged?: boolean;
  mine?: number[];
  begun?: number | null;
  moved?: number | null;
  mode?: string[];
  score?: number[];
  result?: string;
  reason?: string;
  left?: number | null;
  hurry?: number;
  offer?: string;
  bots?: number[];
  rated?: boolean;
}

/** The state of the lobby, the same for all users. Sent at most once a second. */
export interface Tonight {
  type: "tonight";
  waiting: OpenTable[];
  games: OpenTable[];
  people: number;
  queues: Record<string, number>;
}

/** A public table in the lobby. */
export interface OpenTable {
  id: string;
  game: string;
  names: string[];
  mode: string[];
  free: number[];
  host?: string;
  watching?: string;
  spectators?: boolean;
  gallery?: number;
  moved?: number | null;
  bots?: number[];
  rated?: boolean;
}

/** The user's place in the queue. Times are milliseconds. */
export interface YourPlace {
  type: "yourplace";
  game: string;
  waited?: number;
  others?: number;
  fills?: number | null;
  agreed?: number;
  agrees?: boolean;
  found?: Found | null;
  why?: string;
}

/** A match that was found: a table that waits for this user's shuffle words for `left` milliseconds more. */
export interface Found {
  table: string;
  commitment: string;
  names: string[];
  mode: string[];
  left: number;
  ready: boolean;
  waiting: number;
  rated?: boolean;
}

/** My account changed: ask for it. */
export interface AccountNews {
  type: "accountnews";
}

/** The message of the day, or who may come in, has changed: ask `GET /api/house`. */
export interface HouseNews {
  type: "housenews";
}

/** For hosts alone: something of the host's page has changed, such as the reports. Ask for it again. */
export interface HostNews {
  type: "hostnews";
}

/** The answer of /healthz. `hanamachi` recognises a running server of ours by it. */
export interface Alive {
  alive?: boolean;
  program?: string;
}

export interface Ready {
  disk: number | null;
  bots?: Record<string, Record<string, string>>;
  bots_run_in?: string;
}

export interface GameCard {
  name: string;
  version: number;
  title: string;
  about: string;
  seats: number[];
  secrets: boolean;
  layouts: boolean;
  clock: Live;
  windows: boolean;
  judged: boolean;
  wing: string | null;
  options: OptionCard[];
  levels: LevelCard[];
  rules: RuleCard[];
  window_presets?: WindowCard[];
  box?: GroupCard[];
  explorer?: string | null;
  rated_apart?: string | null;
}

export interface OptionCard {
  option: Option;
  label: string;
  labels: Record<string, string>;
}

/** One option: its kind, its default, and its choices or bounds. */
export interface Option {
  name: string;
  kind: "bool" | "choice" | "int";
  default: boolean | number | string;
  choices?: string[];
  least?: number | null;
  most?: number | null;
  only?: Record<string, string[]>;
  players?: number[];
  seats?: Record<string, number>;
}

export interface LevelCard {
  name: string;
  label: string;
  about: string;
  easier: string | null;
  harder: string | null;
}

export interface RuleCard {
  number: string;
  text: string;
  when: Record<string, string>;
  ruling?: boolean;
}

export interface WindowCard {
  name: string;
  label: string;
  seconds: number;
}

/** Pieces of a game's box that are listed together. */
export interface GroupCard {
  title: string;
  pieces: Piece[];
}

/**
 * A kind of piece in a game's box: the group in which it is listed (the phrase box.GROUP), the key of its
 * picture, its name, the number of copies in words, and what it does.
 */
export interface Piece {
  group: string;
  key: string;
  name: string;
  copies: string;
  about: string;
}

/** The host's decisions that concern everybody. */
export interface House {
  message: string;
  until: number | null;
  registration: "closed" | "invited" | "open";
  guests: "closed" | "link" | "open";
}

export interface Mine {
  name: string;
  tables: MyTable[];
  member?: boolean;
  news?: boolean;
  host?: boolean;
  notices?: UserNotice[];
}

/** A host's deed that concerns me or my table, shown once: `DELETE /api/me/notices`. */
export interface UserNotice {
  kind: string;
  why: string;
  at: number;
  until?: number | null;
  table?: string | null;
  name?: string;
}

/** A page of the user's games, the newest first. */
export interface MyGames {
  games: MyTable[];
  next: number | null;
}

/** An earlier opponent: the player in this seat of this table. */
export interface Companion {
  table: string;
  seat: number;
  name: string;
  game: string;
  games: number;
  here: boolean;
  moved?: number | null;
  member?: boolean;
}

/** A challenge to the player in this seat of this table. In a larger game bots take the other seats. */
export interface Challenge {
  table: string;
  seat: number;
  game: string;
  options?: Record<string, unknown>;
  clock?: Live | Days | null;
  patience?: number;
  stand_in?: string | null;
  rated?: boolean;
}

export interface Opened {
  id: string;
  links: Record<string, string>;
  commitment: string;
}

/**
 * The name that I want. `signs_up`: I am new and sign up next, which may be allowed where new guests are not;
 * with an invitation, where one is needed.
 */
export interface MyName {
  name: string;
  signs_up?: boolean;
  invitation?: string;
}

export interface Me {
  name: string;
}

/** The seconds that a user's days off still last, and the days that may still be taken this year. */
export interface Holidays {
  left: number;
  days: number;
}

/** A request for days off from now on; 0 ends them. */
export interface Away {
  days: number;
}

/** A bot account of the user. */
export interface BotAccountInfo {
  name: string;
  made: number;
  used: number | null;
}

export interface BotName {
  name: string;
}

/** A new token of a bot account. It is shown only now. */
export interface BotToken {
  name: string;
  token: string;
}

/** A user of whom this one hears no more. */
export interface MutedUser {
  id: string;
  name: string;
  since: number;
}

export interface MuteName {
  id: string;
}

/** A browser in which the user is logged in. */
export interface Device {
  id: string;
  device: string;
  begun: number;
  seen: number;
  here: boolean;
}

export interface SessionName {
  id: string;
}

export interface Leaving {
  leave?: boolean;
}

/** A link that logs the user in on another browser, once. */
export interface DeviceCode {
  addresses: string[];
  qr: string;
  seconds: number;
  local: boolean;
}

export interface CodeWish {
  code: string;
}

/** My account. A guest has no credentials. */
export interface AccountState {
  member: boolean;
  name?: string;
  since?: number;
  password?: boolean;
  passkeys?: PasskeyInfo[];
  codes?: number;
  proved?: number;
  passkeys_here?: boolean;
  news?: NewsItem[];
}

export interface PasskeyInfo {
  id: string;
  site: string;
  device: string;
  made: number;
  used: number | null;
}

export interface NewsItem {
  kind: string;
  device: string;
  at: number;
}

export interface NameWish {
  name: string;
}

/** Whether a member may have this name; if not, a name like it that is free. */
export interface NameState {
  name: string;
  free: boolean;
  instead?: string;
}

/** A name that is mine alone, with a password or a passkey or both. */
export interface SignUp {
  name: string;
  password?: string;
  passkey?: PasskeyAnswer | null;
  keep?: string[];
  invitation?: string;
}

/** The answer of the browser's WebAuthn interface, as JSON. */
export interface PasskeyAnswer {
  challenge: string;
  credential: Record<string, unknown>;
}

/** Codes that sign me in once each. They are shown this once. */
export interface RecoveryCodes {
  name: string;
  codes: string[];
}

/** One of: name and password, name and recovery code, a passkey, a link that the host made. */
export interface SignIn {
  name?: string;
  password?: string;
  code?: string;
  passkey?: PasskeyAnswer | null;
  link?: string;
}

/** A request for a passkey: give `options` to its WebAuthn interface. */
export interface Ceremony {
  challenge: string;
  options: Record<string, unknown>;
}

export interface NewPassword {
  password: string;
}

export interface PasskeyName {
  id: string;
}

export interface JoinWish {
  join: string;
}

/** What joining would move: the guest's games; not those at which I sit, too. */
export interface JoinPreview {
  guest: string;
  games: MyTable[];
  more: number;
  stay: MyTable[];
  push: boolean;
  hook: boolean;
  waiting: boolean;
  days_off: boolean;
  browsers: number;
  puzzles?: boolean;
}

export interface Done {
  name: string;
  games?: number;
}

export interface SignedIn {
  name: string;
  join?: string;
  guest?: string;
  games?: number;
}

/** The places at which the user is notified while away. */
export interface MyBells {
  key: string;
  push: boolean;
  hooks: string[];
  hook: string | null;
  push_stopped?: boolean;
  hook_stopped?: boolean;
}

/** A browser's push subscription. */
export interface PushWish {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface HookWish {
  url: string;
}

/** What others may see of a member. */
export interface PublicChoice {
  ratings?: boolean;
  results?: boolean;
  games?: boolean;
}

/** All puzzles of this server. `first`: the game whose puzzle is the one of the day. */
export interface PuzzleHall {
  date: string;
  seconds: number;
  first: string | null;
  games: PuzzleGame[];
  damaged: string[];
  days?: PuzzleDays | null;
  past?: PuzzlePast[];
}

/** The puzzles of a game, and how far a user is with them. */
export interface PuzzleGame {
  game: string;
  count: number;
  today: string;
  done: boolean;
  rating: number | null;
  deviation: number | null;
  tries: number;
  themes: PuzzleTheme[];
}

export interface PuzzleTheme {
  theme: string;
  name: string;
  solved: number;
  count: number;
}

/** Days in a row on which a user tried a puzzle, and which of the last seven, today last. */
export interface PuzzleDays {
  row: number;
  today: boolean;
  week: boolean[];
}

/** A puzzle that the user has answered, and when (seconds since 1970). */
export interface PuzzlePast {
  puzzle: string;
  game: string;
  theme: string;
  verdict: string;
  at: number;
  rating?: RatingChange | null;
}

export interface RatingChange {
  before: number;
  after: number;
  deviation: number;
}

/** A puzzle as it is set: never its answer, unless the user has given one. */
export interface PuzzleCard<View = unknown, Move extends Tagged = Tagged> {
  id: string;
  game: string;
  kind: string;
  task: string;
  options: Record<string, unknown>;
  names: string[];
  seat: number;
  view: View;
  words: string;
  ask: string;
  choices: Choice<Move>[];
  rating: number;
  deviation: number;
  tries: number;
  solved: number;
  hint: boolean;
  day?: string | null;
  answered?: PuzzleVerdict | null;
}

/** The verdict on an answer: right, near, wrong or shown; and all that is told then. */
export interface PuzzleVerdict {
  verdict: string;
  place: number | null;
  right: number[];
  reason: string;
  theme: string;
  grade: string | null;
  worths: AnswerWorth[];
  proof: PuzzleProof;
  rating?: RatingChange | null;
  days?: PuzzleDays | null;
}

/** What one of the choices is worth, in their order: in points, and as far as it is known how it ends. */
export interface AnswerWorth {
  points: number;
  right: boolean;
  result?: string | null;
  plies?: number | null;
  chance?: number | null;
  margin?: number;
}

/** Why an answer is right, besides the worth of all: the rival's answers, or what the rival may hold. */
export interface PuzzleProof {
  replies?: PuzzleReply[];
  beliefs?: PuzzleBelief[];
  deals?: number | null;
}

/** One answer of the rival to the right move, the reply to it, and the moves until the end from there. */
export interface PuzzleReply {
  theirs: Tagged;
  label: string;
  mine: Tagged | null;
  reply: string;
  plies: number;
}

/** What a rival may hold: a phrase of the game, the chance of at least one, and that it is the Secret. */
export interface PuzzleBelief {
  item: string;
  chance: number;
  secret: number;
}

/** The answer to a puzzle: one of its moves. */
export interface PuzzleAnswer {
  move: unknown;
}

/** Choices that are not right, by their places. */
export interface PuzzleHint {
  wrong: number[];
}

/** A position: its legal moves, the best first, and the steps that led to it. */
export interface ExplorerWalk {
  game: string;
  layout: string;
  options: Record<string, unknown>;
  names: string[];
  seat: number | null;
  view: unknown;
  words: string;
  end: string;
  moves: ExplorerMove[];
  path: ExplorerStep[];
  turns: Record<string, ExplorerPlace>;
}

/** A legal move, and what it is worth for the seat that moves, if both play their best from then on. */
export interface ExplorerMove {
  notation: string;
  label: string;
  value: Value;
  best: boolean;
}

/**
 * The value for the mover under best play: the result, the plies until then, and the points won (lost if
 * negative) in games that count them.
 */
export interface Value {
  result: "draw" | "loss" | "win";
  plies: number;
  points?: number | null;
}

/** A step of a walk: by which seat, what it was worth, and whether there was no better one. */
export interface ExplorerStep {
  seat: number;
  notation: string;
  label: string;
  value: Value;
  best: boolean;
}

/** The same walk from a start that is turned. */
export interface ExplorerPlace {
  layout: string;
  moves: string[];
}

/** The actions that were played after some first steps. */
export interface ExplorerOpenings {
  game: string;
  setting: number;
  settings: string[];
  note: string;
  path: ExplorerLabelled[];
  starter: boolean;
  rows: ExplorerRow[];
  made: ExplorerMade | null;
  damaged: boolean;
  house: ExplorerHouse;
}

/** A step, in notation and in words. */
export interface ExplorerLabelled {
  step: string;
  label: string;
}

/** A step that was played. `house` is null below the least number of games that is told. */
export interface ExplorerRow {
  step: string;
  label: string;
  tally: ExplorerTally | null;
  house: ExplorerTally | null;
  more: boolean;
}

/** Games with an action, counted for its player. A drawn game counts as half won. */
export interface ExplorerTally {
  games: number;
  share: number;
  won: ExplorerInterval;
  lead: ExplorerInterval | null;
}

/** A mean, and its interval of 95 % confidence. */
export interface ExplorerInterval {
  mean: number;
  low: number;
  high: number;
}

/** How the games of the file were made: by bots of which levels, and how many of this setting. */
export interface ExplorerMade {
  opens: string;
  plays_on: string;
  version: number;
  games: number;
}

/**
 * The finished public games of this server: how many are counted, how many wait to be, and below how many
 * nothing is told of a step.
 */
export interface ExplorerHouse {
  games: number;
  waiting: number;
  least: number;
}

/** A rating list: the top of it, and the rows around the user's own if that is further down. */
export interface Leaderboard {
  list_name: string;
  game: string;
  value: string | null;
  solved: boolean;
  members: number;
  top: LeaderboardRow[];
  around: LeaderboardRow[];
  mine: LeaderboardRow | null;
  levels: LevelRow[];
}

/** A member in a rating list. */
export interface LeaderboardRow {
  place: number | null;
  name: string;
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
  change: number;
  mine: boolean;
}

/** A bot in a rating list: its fixed rating, and the interval in which it lies with 95 %. */
export interface LevelRow {
  level: string;
  rating: number;
  low: number;
  high: number;
}

/** A member as this user may see them. What they keep to themselves is empty. */
export interface MemberPage {
  name: string;
  since: number;
  mine: boolean;
  public: PublicChoice;
  ratings: MemberRating[];
  games: Tally[];
  opponents: Tally[];
  seats: Tally[];
  levels: Tally[];
  paces: Pace[];
  together?: Tally | null;
  met?: Meeting | null;
  owner?: string | null;
}

/** A member's rating in one list. */
export interface MemberRating {
  list_name: string;
  game: string;
  value: string | null;
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
  place: number | null;
  change: number;
  points: RatingPoint[];
  beaten?: string;
  levels?: string[];
}

export interface RatingPoint {
  at: number;
  rating: number;
}

/** How games ended: all of one kind, against one opponent or level, or from one seat. */
export interface Tally {
  game: string;
  name: string;
  won: number;
  lost: number;
  drawn: number;
  seat?: number | null;
  member?: boolean;
}

/** How long a member thinks: the mean of the decisions of their last games on a clock. */
export interface Pace {
  game: string;
  seconds: number;
  decisions: number;
}

/** The last table at which two users met, and the seat of the other one there. */
export interface Meeting {
  table: string;
  seat: number;
  game: string;
}

/** A page of a member's games, the newest first. */
export interface MemberGames {
  games: MemberGame[];
  next: number | null;
}

/** A finished game of a member. */
export interface MemberGame {
  table: MyTable;
  rated: boolean;
  change: number | null;
  may_watch: boolean;
}

/** A new table as its host wishes it. */
export interface TableWish {
  game: string;
  options?: Record<string, unknown>;
  seats: SeatWish[];
  spectators?: boolean;
  takebacks?: boolean;
  hints?: boolean;
  layout?: string | null;
  starter?: number | null;
  lesson?: string | null;
  unhurried?: boolean;
  window?: number;
  patience?: number;
  stand_in?: string | null;
  clock?: Live | Days | null;
  public?: boolean;
  watching?: string;
  rated?: boolean;
  talk?: "all" | "off" | "phrases";
}

/** A seat as the host of a new table wishes it. */
export interface SeatWish {
  kind?: string;
  level?: string | null;
  name?: string | null;
}

/** A table, and which of its seats belong to this user. */
export interface TableCard {
  table: TableInfo;
  mine: number[];
}

/** The ratings of a table's players, by seat; null: a guest, or a bot whose strength was not measured. */
export interface TableRatings {
  rated: boolean;
  list_name?: string;
  seats?: (SeatRating | null)[];
  counted?: boolean | null;
  pending?: boolean;
}

/** The rating of a player at a table. `change`: what the result of this table did to it. */
export interface SeatRating {
  rating: number;
  deviation: number;
  provisional?: boolean;
  fixed?: boolean;
  change?: number | null;
}

/** A seat to take: open, or reserved; then with the secret part of its link. */
export interface Seating {
  seat: number;
  token?: string;
  name?: string;
  words?: string | null;
  commitment?: string;
}

/** A bot for a free seat. */
export interface BotWish {
  seat: number;
  level: string;
}

/** A user's shuffle words for all their seats at a table, chosen after the commitment was seen. */
export interface Words {
  words: string;
  commitment: string;
}

export interface Replay<View = unknown, Move extends Tagged = Tagged> {
  table: TableInfo;
  frames: Frame<View, Move>[];
  result: Result | null;
  seed: string | null;
  moments?: Record<string, number[]>;
}

/**
 * For the decision at row `seq`: the best moves (every move, if their worth is known exactly), the best
 * first; what is hidden.
 */
export interface Advice {
  seq: number;
  seat: number;
  moves: Weighed[];
  holds: Hold[];
}

/**
 * A move and the chance to win after it; from an exact judge also what it leads to. Of a move in several
 * steps this is the first: `then` has the others, and the label tells all of them. `line`: what is expected
 * to follow.
 */
export interface Weighed {
  notation: string;
  label: string;
  chance: number;
  value?: Value | null;
  then?: Tagged[];
  line?: Expected[];
}

/** A move that is expected to follow, and in what share of the imagined deals. */
export interface Expected {
  seat: number;
  notation: string;
  label: string;
  move: unknown;
  share: number;
}

/**
 * A hidden item: the chance that a rival has one that still counts, and how many are expected in each place.
 */
export interface Hold {
  key: string;
  label: string;
  chance: number;
  places: Record<string, number>;
}

export interface Review {
  done: boolean;
  count: number;
  decisions: Decision[];
}

/**
 * A decision that began at row `seq` and was complete with row `last`, and what else there was: the best
 * first. Its chance spreads by `unknown` over what could not be known. `why` explains a slip.
 */
export interface Decision {
  seq: number;
  seat: number;
  played: Weighed;
  unknown: number;
  moves: Weighed[];
  holds: Hold[];
  last: number;
  why?: Reason[];
}

/**
 * A difference between the best move and the one that was made. It is the share of the judge's playouts in
 * which the seat gets something (`gets`), or the mean of some points (`points`).
 */
export interface Reason {
  kind: "gets" | "points";
  label: string;
  best: number;
  played: number;
}

/** A game that goes on from a row of another one. `level`: of the bots; "" to play with friends. */
export interface PlayOn {
  seq: number;
  seat: number;
  level: string;
}

export interface Invitation {
  addresses: string[];
  localhost_only: boolean;
  qr: string;
}

/** A study in the list of its owner. Times are seconds since 1970. */
export interface StudyCard {
  id: string;
  name: string;
  game: string;
  made: number;
  changed: number;
  shared: boolean;
  table?: string | null;
}

/**
 * A new study: of a finished game or a lesson (`table`), of a puzzle that its owner has answered (`puzzle`),
 * or of a game with these options from its start.
 */
export interface StudyWish {
  name?: string;
  table?: string | null;
  puzzle?: string | null;
  seq?: number | null;
  game?: string;
  seats?: number;
  options?: Record<string, unknown>;
}

/** A study, the moment at which it opens, and how often it was changed. */
export interface StudyOpened {
  id: string;
  at: number;
  revision?: number;
}

/** A study as text. */
export interface StudyText {
  text: string;
}

/** A study as its reader may see it. Moments stand in the order of the tree, the trunk's first. */
export interface StudyTree<Move extends Tagged = Tagged> {
  id: string;
  name: string;
  revision: number;
  mine: boolean;
  shared: boolean;
  table: string | null;
  info: TableInfo;
  moments: StudyMoment<Move>[];
  older: number;
  picture?: number | null;
}

/** A moment of the tree: after its parent's, by a move as these eyes heard it, or in another world. */
export interface StudyMoment<Move extends Tagged = Tagged> {
  id: number;
  parent: number;
  n: number;
  line?: Line<Move> | null;
  name?: string;
  note?: string;
  world?: StudyWorld | null;
  trunk?: boolean;
}

/** A change at a moment: a card in a hidden place; without a place all hidden cards. */
export interface StudyWorld {
  eyes: number;
  place?: string;
  of?: number | null;
  card?: string;
}

/**
 * The table after each move from the start through a moment to the end of its branch: `moments` has the
 * moment of each frame. `laid`: by moments, a card that was changed, while these eyes know where it lies.
 */
export interface StudyPath<View = unknown, Move extends Tagged = Tagged> {
  frames: Frame<View, Move>[];
  moments: number[];
  result: Result | null;
  laid?: Record<string, StudyLaid>;
}

/** A hidden card that was changed: the key of its place, who has it, and its number in moves. */
export interface StudyLaid {
  place: string;
  of: number | null;
  card: number;
}

/**
 * What can be done at a moment. The moves of another seat follow from its cards, so they are only told to its
 * own eyes, or with all cards open (`closed`), unless they answer an open offer. `counted`: a judge that is
 * asked now counts on the card that was changed.
 */
export interface StudyChoices<Move extends Tagged = Tagged> {
  at: number;
  seat: number | null;
  ask: string;
  choices: Choice<Move>[];
  hidden: HiddenPlace[];
  closed?: boolean;
  counted?: boolean;
}

/** A place that these eyes do not see into, and what may lie there: keys and names. */
export interface HiddenPlace {
  place: string;
  name: string;
  seat: number | null;
  cards: Record<string, string>;
}

/** A change of a study. `revision`: that from which it was made; another one is refused. */
export interface StudyEdit {
  revision: number;
  kind:
    "again" | "card" | "delete" | "keep" | "move" | "name" | "note" | "picture" | "share" | "throw" | "title";
  at?: number;
  eyes?: string;
  seat?: number | null;
  move?: unknown;
  text?: string;
  place?: string;
  card?: string;
  on?: boolean;
}

/** A question to a bot: what it would do at this moment, in the place of who decides. */
export interface StudyQuestion {
  at: number;
  level: string;
  eyes?: string;
}

/**
 * A bot's most frequent move, as these eyes hear it, and how often it was `asked`. `StudyEdit` keeps it by
 * its id, for a while.
 */
export interface StudyAnswer {
  id: string;
  seat: number;
  level: string;
  said: string;
  asked: number;
  shares: AnswerShare[];
}

/** An answer of a bot, and how often it was given. */
export interface AnswerShare {
  said: string;
  times: number;
}

/** A game that goes on from a moment of a study. `level`: of the bots; "" to play with friends. */
export interface StudyPlayOn {
  at: number;
  seat: number;
  level: string;
}

/** A name or a note that is reported. */
export interface StudyReport {
  at: number;
}

/** The secret after the # of a link that makes its reader a host. */
export interface HostLink {
  link: string;
}

/**
 * The next step for this browser to use the link: `sign_up` (or sign in), `prove` (use a credential), or
 * nothing (`ready`).
 */
export interface HostLinkState {
  state: "prove" | "ready" | "sign_up";
  name: string;
  wanted: string;
  seconds: number;
}

/** The first view of the host's page. */
export interface HostPage {
  name: string;
  proved: number;
  people: number;
  tables: number;
  reports: number;
  bans: number;
  invitations: number;
  message: MessageInfo;
  registration: "closed" | "invited" | "open";
  guests: "closed" | "link" | "open";
  health: HealthFact[];
  hosts: string[];
}

export interface MessageInfo {
  en: string;
  fr: string;
  pl: string;
  until: number | null;
}

/** One number about the server. Clients have the words: `host.health.<id>`. */
export interface HealthFact {
  id: string;
  state: "good" | "look";
  value?: number | null;
  most?: number | null;
  text?: string;
  since?: number | null;
}

/** A user who has a page open, or was searched for by name. */
export interface PersonHere {
  person: Person;
  here: boolean;
  since: number | null;
  created: number;
  tables: PersonTable[];
  waiting?: string;
  muted?: number | null;
  banned?: number | null;
  mine?: boolean;
}

/** A user, as hosts see them. */
export interface Person {
  handle: string;
  name: string;
  kind: "bot" | "guest" | "member";
  host?: boolean;
}

/** An unfinished table with players. */
export interface PersonTable {
  id: string;
  game: string;
}

/** A table whose game is not over. Nothing is told of what players hold. */
export interface TableHere {
  id: string;
  game: string;
  names: string[];
  people: (Person | null)[];
  bots: number[];
  begun: boolean;
  rated: boolean;
  public: boolean;
  looking: number;
  here: boolean[];
  moved: number | null;
  quiet: number;
  idle: boolean;
  talk: string;
}

/** A deed with its reason, which the person is told. `report`: the one that it answers. */
export interface Deed {
  why?: string;
  report?: string;
}

/** A report of a line, with what was said before it. */
export interface ReportInfo {
  id: string;
  at: number;
  table: string;
  game: string;
  reporter: Person | null;
  author: Person | null;
  lines: ReportLine[];
  games: number;
  reports: number;
  others: number;
  answering: Answering | null;
  resolved: number | null;
  outcome?: string;
  by?: string;
}

/** A line that a report keeps, with the name of then. */
export interface ReportLine {
  side: string;
  at: number;
  name: string;
  reported: boolean;
  phrase?: string | null;
  text?: string;
}

/** The host who looks into a report now. */
export interface Answering {
  name: string;
  mine: boolean;
  since: number;
}

/** Mute this person for so many seconds. */
export interface MuteDeed {
  seconds: number;
  why?: string;
  report?: string;
}

export interface RenameDeed {
  name: string;
  why?: string;
  report?: string;
}

/** What a ban of a person's network would mean. */
export interface SharedAddress {
  possible: boolean;
  why: string;
  people: number;
  members: number;
  most: number;
}

/**
 * A ban needs a reason and an end. With `address` new guests from the same network are refused, too, for at
 * most 7 days.
 */
export interface BanDeed {
  why: string;
  seconds: number;
  report?: string;
  address?: boolean;
}

/** A ban that holds. Of an address nothing is told but that it is one. */
export interface BanInfo {
  id: string;
  person: Person | null;
  name: string;
  address: boolean;
  why: string;
  by: string;
  at: number;
  until: number;
}

/** The message by language; all empty: none. `seconds`: until it goes; null: it stays. */
export interface MessageOfTheDay {
  en?: string;
  fr?: string;
  pl?: string;
  seconds?: number | null;
}

export interface RegistrationWish {
  registration: "closed" | "invited" | "open";
}

/** A code with which one person may sign up. It is shown only now. */
export interface InvitationCode {
  code: string;
  seconds: number;
  waiting: number;
}

export interface GuestsWish {
  guests: "closed" | "link" | "open";
}

/**
 * A limit that can be changed while the server runs. A rate is so many at once (`value`) and so many a minute
 * (`rate`).
 */
export interface LimitInfo {
  name: string;
  value: number;
  rate: number | null;
  usual: number;
  usual_rate: number | null;
  least: number;
  most: number;
  least_rate: number | null;
  most_rate: number | null;
}

/** Another value; null as `value`: what the server was started with. */
export interface LimitWish {
  name: string;
  value: number | null;
  rate?: number | null;
}

/** A page of the journal, the newest first. */
export interface Journal {
  deeds: DeedInfo[];
  next: number | null;
}

/** An entry of the journal. Names are those of then; an erased person has none. */
export interface DeedInfo {
  number: number;
  at: number;
  kind: string;
  by: string;
  terminal: boolean;
  name: string;
  table: string | null;
  until: number | null;
  why: string;
  what: string;
}

/** The content of a notification, for a browser or a program. */
export interface Call {
  kind: "began" | "challenge" | "flag" | "half" | "tenth" | "turn";
  table: string;
  game: string;
  players: string[];
  sentence: string;
  path: string;
}

/** Why a request was refused: a reason for programs, a sentence for people. */
export interface Problem {
  reason: string;
  sentence: string;
}

/** A move as others see it: the seat, the kind, and what of it is public. */
export interface Veiled {
  type: "Veiled";
  seat: number;
  kind: string;
  shown?: Record<string, number>;
}

export type ClientMessage =
  | Watch
  | Submit
  | Resign
  | AskTakeback
  | AnswerTakeback
  | OfferDraw
  | AnswerDraw
  | CallBot
  | Claim
  | CallOff
  | Looked
  | Rematch
  | AlwaysPass
  | Preview
  | Continue
  | Show
  | Say
  | Mute
  | Report
  | Street
  | Lobby
  | Queue
  | WithBots
  | LeaveQueue
  | Ping
  | Pong;
export type HouseMessage =
  | Updates
  | Yours
  | Presence
  | Declined
  | Notice
  | Foreseen
  | Talk
  | TalkDone
  | MyTables
  | Ping
  | Tonight
  | YourPlace
  | AccountNews
  | HouseNews
  | HostNews
  | Pong;
