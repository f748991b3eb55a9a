/** Made from the Python structs by tools/build/protocol.py. Do not edit. */
export type Seat = number;

/** A tagged struct of a game, a move or a veiled one: its kind, and fields that the game knows. */
export interface Tagged {
  type: string;
}

/** Show me this table through a seat's eyes (null: the gallery); I have the log up to `seq`. */
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

/** My move, made while the log had the length `seq`. */
export interface Submit {
  type: "submit";
  seat: number;
  seq: number;
  move: unknown;
}

/**
 * I give the game up. Of two players the other wins; at a table of many a bot plays on in my seat, and I am
 * last in the result.
 */
export interface Resign {
  type: "resign";
  seat: number;
}

/** May this seat's last move be taken back? */
export interface AskTakeback {
  type: "asktakeback";
  seat: number;
}

/** Yes or no to a takeback that another seat asks for. */
export interface AnswerTakeback {
  type: "answertakeback";
  seat: number;
  agree: boolean;
}

/** Shall it be a draw? The offer stands until somebody else moves. */
export interface OfferDraw {
  type: "offerdraw";
  seat: number;
}

/** Yes or no to a draw that the other player offers. */
export interface AnswerDraw {
  type: "answerdraw";
  seat: number;
  agree: boolean;
}

/** This seat agrees to a bot for one whose player has been away longer than the table's patience. */
export interface CallBot {
  type: "callbot";
  seat: number;
  absent: number;
}

/** I claim the win: the other one of two players has been away for longer than the seat is kept. */
export interface Claim {
  type: "claim";
  seat: number;
}

/**
 * I agree to end the game without a result, because a player is away. It ends once all who are here agree.
 */
export interface CallOff {
  type: "calloff";
  seat: number;
}

/**
 * I see the game that began while I waited for it: from now on my clock may run. A move or another `watch`
 * says so, too.
 */
export interface Looked {
  type: "looked";
  seat: number;
}

/**
 * I offer another game with the sides changed, by the same options or new ones. The answer is the table's
 * `child`, where each player accepts by giving words; who looks on may follow it there, or not.
 */
export interface Rematch {
  type: "rematch";
  seat: number;
  options?: Record<string, unknown> | null;
  level?: string | null;
  same_layout?: boolean;
}

/** A standing order: whenever this seat is asked a question with a window, its answer is to pass. */
export interface AlwaysPass {
  type: "alwayspass";
  seat: number;
  on: boolean;
}

/** What would follow if this seat, which is asked now, made these moves one after the other? */
export interface Preview {
  type: "preview";
  id: number;
  seat: number;
  seq: number;
  moves: unknown[];
}

/** I have read how the round ended: go on. A move says so, too. */
export interface Continue {
  type: "continue";
  seat: number;
}

/** Who looks on may see what I see, or no longer; at tables whose rule is `seat`. */
export interface Show {
  type: "show";
  seat: number;
  on: boolean;
}

/** Tell me which of my tables change, whether I watch one or not. */
export interface Street {
  type: "street";
  lang?: string;
}

/** Tell me of my place among those who want to play, and what goes on in the house. */
export interface Lobby {
  type: "lobby";
  lang?: string;
  tables?: boolean;
}

/**
 * I want to play this now, with whoever comes. What I leave out is left to the others. Said again with the
 * same wish it changes nothing, so it is also how one comes back.
 */
export interface Queue {
  type: "queue";
  game: string;
  players?: number[];
  options?: Record<string, unknown>;
  clock?: Live | Days | NoClock | null;
  public?: boolean;
}

/**
 * So many seconds for the whole game; with every decision `increment` seconds more, or `delay` seconds that
 * are not counted.
 */
export interface Live {
  type: "live";
  base: number;
  increment?: number;
  delay?: number;
  plays_on?: boolean;
}

/** So many days for each decision. */
export interface Days {
  type: "days";
  days: number;
  plays_on?: boolean;
}

/** No clock at all, which strangers do not get. */
export interface NoClock {
  type: "none";
}

/** In a game of many: when the time is up bots may take the seats that are still free. */
export interface WithBots {
  type: "withbots";
}

/** I do not want to play any more, or not with those who were found. */
export interface LeaveQueue {
  type: "leavequeue";
}

/**
 * Are you there? The house asks it, too, together with a question on a live clock: who answers at once gets
 * the time of both ways back, up to half a second.
 */
export interface Ping {
  type: "ping";
}

/** I am here: the answer to a ping. */
export interface Pong {
  type: "pong";
}

/** Everything new since `from_seq`: a frame for each row, the view after them, and what may be chosen. */
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
  undoes?: boolean;
  clock?: ClockInfo | null;
  shown?: number[];
  borrowed?: boolean;
  waking?: WakingInfo | null;
  moot?: boolean;
}

/** A table as everybody may know it. */
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
}

/**
 * Who holds a seat: open, reserved, guest, shared or bot; closed: the table was called off. A level without
 * `bot`: a bot stands in.
 */
export interface SeatInfo {
  kind: string;
  name: string;
  level?: string | null;
  ready?: boolean;
  declined?: boolean;
  gone?: boolean;
}

/** The table after `seq` rows: the last of them, and what is seen then. */
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
}

/** One throw of nature: the round it fell in, the total weight, and what was picked below it. */
export type Chance = [round: number, total: number, pick: number];

/** A legal move, its notation and its words. */
export interface Choice<Move extends Tagged = Tagged> {
  move: Move;
  notation: string;
  label: string;
}

/** How it ended. The reason is a rule's number, or the house's event. */
export interface Result {
  points: number[];
  ranks: number[];
  winners: number[];
  reason: string;
}

/** A question whose answer is told when a fixed time is up, in milliseconds. */
export interface WindowInfo {
  whole: number;
  left: number;
  sealed?: unknown;
}

/**
 * Between two rounds: no bot moves and no window opens until these seats have gone on, or the time
 * (milliseconds) is up.
 */
export interface PauseInfo {
  whole: number;
  left: number;
  waiting: number[];
}

/**
 * The clocks of a table, in milliseconds: what is left to each seat (null: a bot plays there), for whom time
 * runs, and how much of the delay is left before it does. With `first` the delay is the time for that seat's
 * first move: at its end the game is called off.
 */
export interface ClockInfo {
  left: (number | null)[];
  running?: number | null;
  delay?: number;
  first?: boolean;
}

/** A bot has to be woken before it can play: everybody waits for it, and no clock runs. */
export interface WakingInfo {
  level: string;
  left?: number | null;
}

/** Which seats of the watched table are this guest's; told before the first updates. */
export interface Yours {
  type: "yours";
  seats: number[];
}

/** Who is here, seat by seat, and how many look on. At most one a second. */
export interface Presence {
  type: "presence";
  here: boolean[];
  gallery: number;
  absent: Absent[];
}

/**
 * A player who is away: the seat is kept for so long (milliseconds). At 0 everybody who is here is asked
 * whether a bot shall play on; `agreed` have said yes. Where the clock rules that nothing may be done, as in
 * games of days, nobody is named here.
 */
export interface Absent {
  seat: number;
  left: number;
  agreed: number[];
  claim?: number | null;
  call_off?: number | null;
  quits?: number[];
  came?: boolean;
}

/** What was not taken, and why. Nothing changed. */
export interface Declined {
  type: "declined";
  reason: string;
  sentence: string;
}

/** What a seat asked of the others was answered, or is asked no more. Nothing need be done. */
export interface Notice {
  type: "notice";
  reason: string;
  seat: number;
  sentence: string;
}

/**
 * The answer to a preview: the moves as far as they are legal and what follows of them, each with the view
 * after it, up to a decision or to something that this seat cannot know. Nothing of it has happened.
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
 * Those of my tables whose turn, seats or end changed; the first time, the newest of all. At most one a
 * second.
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
}

/** What goes on in the house, the same for everybody. At most one a second. */
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
}

/** My place among those who want to play now. Times are milliseconds. */
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

/** A table at which I may sit down with others now, by giving words, for `left` milliseconds more. */
export interface Found {
  table: string;
  commitment: string;
  names: string[];
  mode: string[];
  left: number;
  ready: boolean;
  waiting: number;
}

export interface Alive {
  alive?: boolean;
}

export interface Ready {
  disk: number | null;
  bots?: Record<string, Record<string, string>>;
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
 * A kind of piece in a game's box: in which group it is listed (the phrase box.GROUP), how its picture is
 * called, how many of it there are, in words, and what it does.
 */
export interface Piece {
  group: string;
  key: string;
  name: string;
  copies: string;
  about: string;
}

export interface Mine {
  name: string;
  tables: MyTable[];
}

/** A page of my games, the newest first. */
export interface MyGames {
  games: MyTable[];
  next: number | null;
}

/** Somebody with whom I have played: whoever sat in this seat of this table. */
export interface Companion {
  table: string;
  seat: number;
  name: string;
  game: string;
  games: number;
  here: boolean;
  moved?: number | null;
}

/** A game with whoever sat in this seat of this table. In a game of many bots take the other seats. */
export interface Challenge {
  table: string;
  seat: number;
  game: string;
  options?: Record<string, unknown>;
  clock?: Live | Days | null;
  patience?: number;
  stand_in?: string | null;
}

export interface Opened {
  id: string;
  links: Record<string, string>;
  commitment: string;
}

export interface Me {
  name: string;
}

/** For how many seconds more I am away, and how many days off I may still take this year. */
export interface Holidays {
  left: number;
  days: number;
}

/** How many days off are wanted from now on; none: I am back. */
export interface Away {
  days: number;
}

/** A browser of mine. */
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

/** A link that makes another browser mine, once. */
export interface DeviceCode {
  addresses: string[];
  qr: string;
  seconds: number;
  local: boolean;
}

export interface CodeWish {
  code: string;
}

/** Where I am called when I am away. */
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

/** A new table as its host asks for it. */
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
}

/** What a new table's host wants of a seat. */
export interface SeatWish {
  kind?: string;
  level?: string | null;
  name?: string | null;
}

/** A table, and which of its seats are this guest's. */
export interface TableCard {
  table: TableInfo;
  mine: number[];
}

/**
 * Take a seat that is free, or reserved: then with the secret part of its link. A `name` names me first, as
 * PUT /me does. `words`, drawn after the `commitment` was seen, are my part in the shuffle, as POST /words
 * takes it; if it is refused, I do not sit down.
 */
export interface Seating {
  seat: number;
  token?: string;
  name?: string;
  words?: string | null;
  commitment?: string;
}

/** A bot for a seat that is free. */
export interface BotWish {
  seat: number;
  level: string;
}

/** A guest's part in the shuffle, drawn after the commitment was seen, for all their seats at a table. */
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
 * steps this is the first: `then` has the others, and the label tells all of them.
 */
export interface Weighed {
  notation: string;
  label: string;
  chance: number;
  value?: Value | null;
  then?: Tagged[];
}

/**
 * For the mover, under best play: the result, the plies until then, and the points won (lost if negative)
 * where a game counts them.
 */
export interface Value {
  result: "draw" | "loss" | "win";
  plies: number;
  points?: number | null;
}

/**
 * Something hidden: the chance that a rival has one that still counts, and how many are expected in each
 * place where some lie.
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
 * first. Its chance spreads by `unknown` over what could not be known.
 */
export interface Decision {
  seq: number;
  seat: number;
  played: Weighed;
  unknown: number;
  moves: Weighed[];
  holds: Hold[];
  last: number;
}

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

/** What is told: to a browser, and to a program. */
export interface Call {
  kind: "began" | "challenge" | "flag" | "half" | "tenth" | "turn";
  table: string;
  game: string;
  players: string[];
  sentence: string;
  path: string;
}

/** Why something was refused: a reason for programs, a sentence for people. */
export interface Problem {
  reason: string;
  sentence: string;
}

/** A move seen from outside: who, which kind, and what of it is public. */
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
  | Street
  | Lobby
  | Queue
  | WithBots
  | LeaveQueue
  | Ping
  | Pong;
export type HouseMessage =
  Updates | Yours | Presence | Declined | Notice | Foreseen | MyTables | Ping | Tonight | YourPlace | Pong;
