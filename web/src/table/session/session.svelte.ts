/** One table while this browser looks at it: what the house told last, and what this guest may do. */
import { tick } from "svelte";
import { calledOff } from "../../state/called-off";
import { asError } from "../../api/problem";
import { api, Problem } from "../../api/rest";
import { pledge } from "../../fairness/pledge";
import { play } from "../../ui/sound";
import { HouseSocket } from "../../api/socket";
import { joined } from "./history";
import { settings } from "../../state/settings.svelte";
import { LAST } from "../../state/time-control";
import { games, guest } from "../../user/user.svelte";
import { merged } from "../../user/my-tables";
import { t } from "../../i18n/phrases.svelte";
import type {
  Choice,
  ClientMessage,
  Declined,
  Foreseen,
  HouseMessage,
  Line,
  Notice,
  Seat,
  Seating,
  TableCard,
  TableInfo,
  Tagged,
  Updates,
} from "../../api/wire";
import { seatOf, welcome } from "../guide/absence-text";
import { Foresight } from "./preview.svelte";
import { opening } from "./catch-up";
import { Offer } from "./rematch.svelte";
import type { Teacher } from "./teacher";
import { whenSeen } from "../../ui/dom/page-seen";
import { Ticking } from "./clocks.svelte";
import { Talk } from "../talk/talk.svelte";
import { Vigil } from "./presence.svelte";

/** After the turn flips the seal takes no tap for so long: a plan must not become a move by accident. */
const REST = 400;

/** Whoever tells the story at this table, one picture after the other. */
export interface Teller {
  /** There is more to show. */
  readonly busy: boolean;
  /** A page is read before the story goes on. */
  readonly held: boolean;
  /** Shows the rest at once, up to the next page. */
  rush(): void;
}

/** What a seat of a shared screen knew when the curtain fell. */
interface Left<View, Move extends Tagged> {
  told: Updates<View, Move>;
  lines: Line<Move>[];
}

/** A table that the house has told of. */
export type Open<View = unknown, Move extends Tagged = Tagged> = Session<View, Move> & {
  info: TableInfo;
  last: Updates<View, Move>;
};
export const isOpen = (session: Session): session is Open => session.info !== null && session.last !== null;

/** A game knows its own views and moves; to everybody else they are what they are. */
export class Session<View = unknown, Move extends Tagged = Tagged> {
  readonly id: string;
  info = $state.raw<TableInfo | null>(null);
  last = $state.raw<Updates<View, Move> | null>(null);
  lines = $state.raw<Line<Move>[]>([]);
  /** The seats of this guest. */
  mine = $state.raw<Seat[]>([]);
  /** Through whose eyes this browser looks. */
  seat = $state<Seat | null>(null);
  /** This browser looks on, and those eyes are lent. */
  borrowed = $state(false);
  online = $state(true);
  again = $state(0);
  /** The server is there and cannot serve this table now: it could not save or read it. */
  trouble = $state(false);
  declined = $state.raw<Declined | null>(null);
  /** A move is on its way. */
  sealing = $state(false);
  /** The open question changes nothing: its answer is on its way, and nobody is asked. */
  private unasked = $state(false);
  /** The seal rests for a moment. */
  resting = $state(false);
  /** Who takes the shared screen next. */
  private next = $state<Seat | null>(null);
  /** What somebody asked of the others was answered. */
  notice = $state.raw<Notice | null>(null);
  teller = $state.raw<Teller | null>(null);
  /** Something is chosen that the seal would play. */
  chosen = $state(false);
  /** What was told last is no news: this browser has just come, or come back. */
  back = $state(true);
  /** What was told last, to be read aloud. */
  news = $state.raw<Line<Move>[]>([]);
  missing = $state.raw<Error | null>(null);
  /** A lesson is given at this table. */
  teacher = $state.raw<Teacher | null>(null);
  /** When the window of the open question ends, by this browser's clock. */
  due = $state(0);
  /** When the house waits no longer for those who read. */
  pauseEnds = $state(0);
  readonly vigil = new Vigil();
  readonly ticking = new Ticking();
  readonly offer = new Offer(this);
  readonly talk: Talk;
  readonly foresight = new Foresight<View, Move>(this);
  private seq = 0;
  private inWords = false;
  /** This browser was here before the game began. */
  private waited = false;
  /** Ends the wait for this browser's person to look at the game. */
  private looked: (() => void) | null = null;
  private socket: HouseSocket | null = null;
  private readonly left = new Map<Seat, Left<View, Move>>();
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.id = id;
    this.talk = new Talk(
      id,
      (message) => this.send(message),
      () => this.hurried,
    );
  }

  damaged = $derived(this.info?.damaged ?? false);
  myTurn = $derived(
    this.online &&
      !this.damaged &&
      !this.borrowed &&
      !this.unasked &&
      this.last?.asked != null &&
      this.last.asked === this.seat,
  );
  over = $derived(this.last?.result != null);
  choices: Choice<Move>[] = $derived(this.last?.choices ?? []);
  names = $derived(this.info?.seats.map((held) => held.name) ?? []);
  /** The seat of the one person at this browser, who is called "you". */
  you: Seat | null = $derived(this.mine.length === 1 || this.info?.lesson ? (this.mine[0] ?? null) : null);
  /** Everybody as this person would call them. */
  called = $derived(this.names.map((name, seat) => (seat === this.you ? t("you") : name)));
  busy = $derived(this.teller?.busy ?? false);
  /** How a round ended is read: nobody acts meanwhile. */
  reading = $derived(this.teller?.held ?? false);
  /** The others wait until this guest has read. */
  awaited = $derived(this.last?.pause?.waiting.some((seat) => this.mine.includes(seat)) ?? false);
  /** Whose turn it is to take the shared screen, once all has been seen. */
  curtain = $derived(this.busy ? null : this.next);
  /** The last seconds run of a move of this person. */
  private get hurried(): boolean {
    const seat = this.ticking.running;
    const left = seat === null ? null : this.ticking.left(seat, performance.now());
    return this.myTurn && left !== null && left < LAST;
  }
  secrets = $derived(games.of(this.info?.game ?? "")?.secrets ?? true);

  async open(): Promise<void> {
    try {
      this.take(await api.table(this.id));
    } catch (error) {
      this.missing = asError(error);
      return;
    }
    this.socket = new HouseSocket({
      opened: () => this.greet(),
      heard: (message) => this.hear(message),
      lost: (again, trouble) => this.lose(again, trouble),
      troubled: () => (this.trouble = true),
    });
  }

  /** This table; and which other one of this guest's begins to wait. */
  private greet(): void {
    this.watch(this.seq);
    this.send({ type: "street", lang: settings.lang });
  }

  close(): void {
    clearTimeout(this.rest);
    this.looked?.();
    this.vigil.stop();
    this.socket?.close();
  }

  /** Takes a seat in one request: with a name if it is new, and with words that were drawn after the imprint was
      seen. The socket stays, unless it was opened before the house knew this guest. */
  async join(seating: Seating, given: string, typed: string): Promise<void> {
    const stranger = !guest.me;
    const part = pledge(this.id, this.info?.commitment ?? "", typed);
    await guest.as(given, async (name) => {
      const renamed = stranger || name !== guest.name;
      this.take(await api.sit(this.id, { ...seating, ...part, name: renamed ? name : "" }));
      this.forget();
      if (renamed) guest.named(name);
    });
    if (stranger) this.socket?.renew();
    else this.watch(0);
  }

  hurry(): void {
    this.socket?.hurry();
  }

  /** Another pair of eyes or another language: everything is told anew. */
  lookAs(seat: Seat | null): void {
    this.seat = seat;
    this.borrowed = seat !== null && !this.mine.includes(seat);
    this.left.clear();
    this.forget();
    this.watch(0);
  }

  /** Whoever takes the shared screen sees what happened since it was theirs. */
  lift(seat: Seat): void {
    const left = this.left.get(seat);
    this.seat = seat;
    this.seq = left?.told.seq ?? 0;
    this.lines = left?.lines ?? [];
    if (left) [this.back, this.last] = [true, { ...left.told, asked: null, choices: [] }];
    this.watch(this.seq, true);
  }

  /** How the round ended has been read. */
  goOn(): void {
    const seat = this.last?.pause?.waiting.find((each) => this.mine.includes(each));
    if (seat !== undefined) this.send({ type: "continue", seat });
  }

  submit(choice: Choice<Move>): void {
    if (this.sealing || this.resting || !this.myTurn || this.seat === null) return;
    if (this.teacher && !this.teacher.allows(choice)) return play("error");
    this.declined = null;
    this.attempt(choice.move);
    if (this.sealing) play("seal");
  }

  /** A move that may be none: the house says which rule forbids it. */
  attempt(move: unknown): void {
    if (this.seat !== null && !this.borrowed)
      this.sealing = this.send({ type: "submit", seat: this.seat, seq: this.seq, move });
  }

  send(message: ClientMessage): boolean {
    return this.socket?.send(message) ?? false;
  }

  private take(card: TableCard): void {
    this.info = card.table;
    this.mine = card.mine;
    this.seat = this.mine.length === 1 || !this.secrets || this.info.lesson ? (this.mine[0] ?? null) : null;
  }

  private forget(): void {
    this.seq = 0;
    this.lines = [];
  }

  /** From now on the view is told in plain lines, too. */
  readWords(): void {
    if (this.inWords) return;
    this.inWords = true;
    if (this.last) this.watch(this.seq);
  }

  private watch(seq: number, pictures = false): void {
    this.send({
      type: "watch",
      table: this.id,
      seat: this.borrowed ? null : this.seat,
      through: this.borrowed ? this.seat : null,
      seq,
      lang: settings.lang,
      words: this.inWords,
      pictures,
      reads: this.mine.length > 0,
    });
  }

  private lose(again: number, trouble: boolean): void {
    this.online = false;
    this.trouble = trouble;
    // if a move was on its way, the next updates tell it, or ask for it again
    this.sealing = this.unasked = this.offer.asked = false;
    this.again = Date.now() + again;
    this.vigil.stop();
    this.talk.lose();
  }

  private hear(message: HouseMessage): void {
    // the wing at the table says what its game sends
    if (message.type === "updates") this.update(message as Updates<View, Move>);
    else if (message.type === "yours") this.mine = message.seats;
    else if (message.type === "presence") this.vigil.hear(message, this.info?.patience ?? 0);
    else if (message.type === "declined") this.decline(message);
    else if (message.type === "notice") this.notice = message;
    else if (message.type === "mytables") guest.hear(merged(guest.tables, message.tables, message.gone));
    else if (message.type === "accountnews") void guest.load().catch(() => undefined);
    else if (message.type === "talk") this.talk.hear(message);
    else if (message.type === "talkdone") this.talk.answer(message);
    else if (message.type === "foreseen") this.foresight.hear(message as Foreseen<View, Move>);
  }

  private decline(message: Declined): void {
    this.sealing = this.unasked = false;
    this.offer.forget();
    if (message.reason === "already_played") return;
    // before a game begins it is not ours any more when the table was called off meanwhile: we hear that next
    const unbegun = !this.last?.table.started;
    if (message.reason === "not_your_seat" && unbegun && this.seat !== null) return this.lookAs(null);
    if (message.reason === "no_consent" && this.borrowed) this.lookAs(null);
    if (!this.last) this.missing = new Problem(0, message.reason, message.sentence);
    this.declined = message;
    play("error");
  }

  private update(told: Updates<View, Move>): void {
    const first = this.lifted(told) ? opening(told) : null;
    if (first) this.hearAll(first);
    else this.learn(told);
  }

  /** Somebody has taken the shared screen for the first time: all that was done is news to them. */
  private lifted(told: Updates<View, Move>): boolean {
    return this.next !== null && told.seat === this.next && told.from_seq === 0;
  }
  private hearAll([before, since]: Updates<View, Move>[]): void {
    if (before) this.learn(before);
    if (since) void tick().then(() => this.learn(since));
  }

  private learn(told: Updates<View, Move>): void {
    const had = this.lines.length;
    const wasMine = this.myTurn;
    const back = !this.online || told.from_seq === 0;
    const fresh = told.frames.flatMap((frame) => frame.line ?? []);
    this.lines = joined(this.lines, told.from_seq, fresh);
    this.back = back;
    if (fresh.length) this.declined = null;
    if (fresh.length || back) this.news = back ? [] : fresh;
    this.info = told.table;
    this.due = performance.now() + (told.window?.left ?? 0);
    this.pauseEnds = performance.now() + (told.pause?.left ?? 0);
    this.ticking.hear(told.clock);
    this.last = told;
    this.seq = told.seq;
    this.online = true;
    this.sealing = this.unasked = false;
    this.offer.hear();
    this.comeBack(fresh);
    if (told.seat !== null && this.mine.length > 1) this.left.set(told.seat, { told, lines: this.lines });
    this.pass(told);
    this.look();
    this.answerMoot(told);
    if (this.myTurn && !wasMine) this.pause(back);
    if (!back && this.lines.length > had) this.sound(told);
  }

  /** The game began while this browser waited for it: the house hears when its person looks, and the clock of a
      player may run from then on. */
  private look(): void {
    const seat = this.mine[0];
    if (!this.last?.table.started) this.waited = true;
    else if (this.waited && !this.looked && seat !== undefined)
      this.looked = whenSeen(() => this.send({ type: "looked", seat }));
  }

  /** Answers for the player where every choice comes to the same. A lesson shows what is asked. */
  private answerMoot(told: Updates<View, Move>): void {
    const [first] = told.choices;
    if (!told.moot || !first || !this.myTurn || told.table.lesson) return;
    this.attempt(first.move);
    this.unasked = this.sealing;
  }

  /** A bot has given the seat back: its player is told. */
  private comeBack(fresh: Line[]): void {
    const back = fresh.find((line) => line.event?.type === "botreturns");
    const seat = back ? seatOf(back) : null;
    if (seat === null || !this.mine.includes(seat)) return;
    this.notice = { type: "notice", reason: "back", seat, sentence: welcome(this.lines, seat) };
  }

  private pause(quiet: boolean): void {
    this.resting = !quiet;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => (this.resting = false), REST);
  }

  private sound(told: Updates): void {
    if (!told.result) return this.myTurn ? play("turn") : undefined;
    if (this.seat === null || calledOff(told.result.reason)) return play("round");
    play(told.result.winners.includes(this.seat) ? "win" : "loss");
  }

  /** On a shared screen the next person takes over: behind a curtain if there is something to hide. */
  private pass(told: Updates): void {
    const next = told.asked;
    if (told.seat === this.next) this.next = null;
    if (told.table.lesson) return;
    if (next === null || next === this.seat || !this.mine.includes(next)) return;
    if (this.secrets) {
      this.next = next;
      return;
    }
    this.seat = next;
    this.watch(this.seq);
  }
}
