/** The story told at a pace the eye can follow. The house sends frames, the view after each row of the log; they
    are shown one after the other, each for as long as the game's pace says. */
import { tick, untrack } from "svelte";
import { moves, stretch } from "../../state/settings.svelte";
import { isTakeback, kindOf } from "./history";
import type { Line, Tagged, Updates } from "../../api/wire";
import type { Open } from "./session.svelte";

/** Without motion nothing stays longer, but what is to be read. */
const STILL = 150;
/** With more than so many moments to come everything goes twice as fast. */
const BEHIND = 3;
/** Whoever only looks on reads a page for so long, and for as long as the players do. */
export const LOOKING = 6000;

/** The table as it was once. */
export interface Moment<View, Move extends Tagged = Tagged> {
  /** How many rows of the log it knows. */
  seq: number;
  view: View;
  /** What was told since the moment before. */
  lines: Line<Move>[];
  /** The house's word, with the last of its frames: who is asked, and what may be chosen. */
  told: Updates<View, Move> | null;
}

/** How a game is told. */
export interface Pace<View, Move extends Tagged = Tagged> {
  /** How long each picture of a moment stays, in milliseconds. While there is another to come nobody acts. */
  pictures(now: Moment<View, Move>, before: View): number[];
  /** For how long the last of them is then read; Infinity: until the reader goes on. */
  page?(now: Moment<View, Move>): number;
  /** Called before a picture is shown; what it returns is called when it is on the page. */
  turn?(now: Moment<View, Move>, picture: number, before: View): (() => void) | void;
  /** Whether a player who comes to this view has a page to read first. */
  missed?(view: View): boolean;
}

export const kindsOf = (moment: Moment<unknown>): string[] => moment.lines.map(kindOf);

export class Telling<View, Move extends Tagged = Tagged> {
  now: Moment<View, Move>;
  /** What was seen before; null if that is no news. */
  before = $state.raw<View | null>(null);
  picture = $state(0);
  /** A page is read before the story goes on. */
  held = $state(false);
  private pictures = $state.raw<number[]>([]);
  private queue = $state.raw<Moment<View, Move>[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heard: Updates<View, Move>;
  /** A page that has been looked at for long enough. */
  private looked = false;
  /** Nothing is waited for until the next page. */
  private rushing = false;

  constructor(
    first: Updates<View, Move>,
    private readonly pace: Pace<View, Move>,
  ) {
    this.heard = first;
    this.now = $state.raw(newest(first));
    this.held = this.missed(first);
  }

  last = $derived(this.picture >= this.pictures.length - 1);
  /** There is more to show. */
  busy = $derived(this.queue.length > 0 || this.held || !this.last);

  /** Called while a table is set up: follows all that its session hears, for as long as it is looked at. */
  static of<View, Move extends Tagged>(
    session: Open<View, Move>,
    pace: Pace<View, Move>,
  ): Telling<View, Move> {
    const telling = new Telling(session.last, pace);
    $effect.pre(() => {
      const { last, back } = session;
      untrack(() => last && telling.follow(last, back));
    });
    session.teller = telling;
    $effect.pre(() => () => {
      telling.stop();
      session.teller = null;
    });
    // who has nothing left to read keeps nobody waiting
    $effect(() => {
      if (session.awaited && !telling.busy) session.goOn();
    });
    return telling;
  }

  /** The newest word of the house. What is old news, or must be answered in time, is shown at once. */
  follow(told: Updates<View, Move>, back: boolean): void {
    const known = this.queue.at(-1) ?? this.now;
    if (told === known.told) return;
    this.heard = told;
    const undone = told.frames.some((frame) => isTakeback(frame.line?.event ?? null));
    if (back || undone || this.urgent(told) || told.seq < known.seq) this.jump(told, back);
    else if (told.seq === known.seq) this.renew(told);
    else this.queue = [...this.queue, ...moments(told)];
    if (this.held && this.looked) this.takeAlong();
    else if (this.timer === undefined && !this.held) this.step();
  }

  /** A window that is open. One for somebody else takes nobody's page away. */
  private urgent(told: Updates<View, Move>): boolean {
    return told.window != null && (!this.held || told.asked === told.seat);
  }

  /** The last picture at once; when it is there, on with the story. */
  skip(): void {
    this.stop();
    if (this.last) return this.step();
    this.show(this.pictures.length - 1);
  }

  /** The rest of what is being shown at once, up to the next page that is to be read. */
  rush(): void {
    if (this.held || !this.busy) return;
    this.stop();
    this.rushing = true;
    if (this.last) this.goOn();
    else this.show(this.pictures.length - 1);
    this.rushing = false;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private jump(told: Updates<View, Move>, back: boolean): void {
    this.stop();
    this.queue = [];
    this.pictures = [];
    this.before = null;
    this.now = newest(told);
    this.looked = false;
    this.held = back && this.missed(told);
  }

  /** Whoever comes to look on sees what is now. */
  private missed(told: Updates<View, Move>): boolean {
    return told.seat !== null && (this.pace.missed?.(told.view) ?? false);
  }

  /** The same rows, told again: another question, an offer, a window. */
  private renew(told: Updates<View, Move>): void {
    const again = (moment: Moment<View, Move>): Moment<View, Move> => ({ ...moment, view: told.view, told });
    const last = this.queue.at(-1);
    if (last) this.queue = [...this.queue.slice(0, -1), again(last)];
    else this.now = again(this.now);
  }

  private step(): void {
    this.stop();
    this.held = this.looked = false;
    const [next, ...rest] = this.queue;
    if (!next) return;
    const after = this.rushing ? undefined : this.pace.turn?.(next, 0, this.now.view);
    this.queue = rest;
    this.before = this.now.view;
    this.now = next;
    this.pictures = this.pace.pictures(next, this.before);
    this.show(moves() && !this.rushing ? 0 : Math.max(this.pictures.length - 1, 0), after);
  }

  private show(
    picture: number,
    after = this.rushing ? undefined : this.pace.turn?.(this.now, picture, this.before ?? this.now.view),
  ): void {
    this.picture = picture;
    if (after) void tick().then(after);
    const stay = this.pictures[picture] ?? 0;
    const wait =
      ((moves() ? stay : Math.min(stay, STILL)) * stretch()) / (this.queue.length > BEHIND ? 2 : 1);
    if (wait && !this.rushing) this.timer = setTimeout(() => this.goOn(), wait);
    else this.goOn();
  }

  private goOn(): void {
    this.timer = undefined;
    if (!this.last) return this.show(this.picture + 1);
    const reading = this.pace.page?.(this.now) ?? 0;
    if (!reading) return this.step();
    this.held = true;
    if (reading !== Infinity) this.timer = setTimeout(() => this.step(), reading);
    else if (this.heard.seat === null) this.timer = setTimeout(() => this.look(), LOOKING);
  }

  private look(): void {
    this.timer = undefined;
    this.looked = true;
    this.takeAlong();
  }
  private takeAlong(): void {
    if (!this.heard.pause && this.queue.length) this.step();
  }
}

const newest = <View, Move extends Tagged>(told: Updates<View, Move>): Moment<View, Move> => ({
  seq: told.seq,
  view: told.view,
  lines: [],
  told,
});

/** A moment for each view; rows without one belong to the next. */
function moments<View, Move extends Tagged>(told: Updates<View, Move>): Moment<View, Move>[] {
  const all: Moment<View, Move>[] = [];
  let lines: Line<Move>[] = [];
  for (const frame of told.frames) {
    if (frame.line) lines = [...lines, frame.line];
    const last = frame === told.frames.at(-1);
    if (frame.view === undefined && !last) continue;
    all.push({ seq: frame.seq, view: frame.view ?? told.view, lines, told: last ? told : null });
    lines = [];
  }
  return all;
}
