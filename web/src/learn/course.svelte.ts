/** A lesson at a game's real table: the teacher speaks, the player makes the moves of the script, and the
    other seats answer by it. What is against the rules is refused by the house; what is only not meant, here. */
import { moves } from "../lib/settings.svelte";
import type { Choice, Tagged } from "../lib/wire";
import type { Session } from "../table/session.svelte";

/** Something the teacher says. The phrase is `key`, and `key.why` below it. */
export interface Step {
  key: string;
  /** How many decisions of the script are made when this is told. */
  from: number;
  /** What the teacher points at: values of data-piece on the table. */
  gold?: string[];
}

export interface Lesson {
  /** Fixes all chance. Script, name and phrases change together. */
  name: string;
  game: string;
  options: Record<string, unknown>;
  seats: number;
  /** Every decision, in order; seat 0 is the player's. */
  line: { seat: number; move: Tagged }[];
  steps: Step[];
}

const THINKING = 1100;

export class Course {
  readonly session: Session;
  readonly lesson: Lesson;
  at = $state(0);
  /** A legal move that is not the one of the script was tried. */
  strayed = $state(false);
  /** The words were read: others may act. */
  private read = $state(false);
  /** From the beginning, at a new table. */
  again: () => void = () => {};
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session, lesson: Lesson) {
    this.session = session;
    this.lesson = lesson;
    session.teacher = this;
  }

  step = $derived.by(() => this.lesson.steps[this.at]!);
  /** Decisions made so far. */
  made = $derived.by(() => this.session.lines.filter((line) => line.seat !== null && line.seat >= 0).length);
  /** A move of the script is asked before the next words. */
  acting = $derived.by(() => (this.lesson.steps[this.at + 1]?.from ?? this.step.from) > this.step.from);
  /** There is something to read first; nobody acts meanwhile. */
  reading = $derived.by(
    () => !this.acting || (!this.read && this.made === this.step.from && this.wanted?.seat !== 0),
  );
  last = $derived.by(() => this.at === this.lesson.steps.length - 1);
  wanted = $derived.by(() => this.lesson.line[this.made] ?? null);
  /** The player's own move is awaited now. */
  asked = $derived.by(() => this.acting && this.wanted?.seat === 0 && this.session.last?.asked === 0);
  gold = $derived.by(() => (this.made === this.step.from ? (this.step.gold ?? []) : []));

  /** Called inside effects: the words follow the table, the other seats follow the script. */
  keepUp(): void {
    if (this.made <= this.step.from) return;
    const exact = this.lesson.steps.findIndex((step) => step.from === this.made);
    const due = exact >= 0 ? exact : this.lesson.steps.findLastIndex((step) => step.from < this.made);
    if (due <= this.at) return;
    this.at = due;
    this.strayed = this.read = false;
  }
  answer(): void {
    clearTimeout(this.timer);
    const { online, last } = this.session;
    const due = this.wanted;
    if (!online || !due || due.seat === 0 || last?.asked !== due.seat) return;
    if (this.reading) return;
    this.timer = setTimeout(() => this.send(due.seat, due.move), moves() ? THINKING : 150);
  }

  next(): void {
    this.strayed = false;
    if (this.acting) this.read = true;
    else if (!this.last) this.at++;
  }

  /** Whether the player's choice is the one of the script. While there is something to read, none is. */
  allows(choice: Choice): boolean {
    const right = this.asked && same(choice.move, this.wanted!.move);
    this.strayed = this.asked && !right;
    return right;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private send(seat: number, move: Tagged): void {
    const { session } = this;
    session.sealing = session.send({ type: "submit", seat, seq: session.last!.seq, move });
  }
}

/** Fields in any order. */
export function same(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const [ours, theirs] = [Object.entries(a), Object.entries(b)];
  return (
    ours.length === theirs.length &&
    ours.every(([key, value]) => same(value, (b as Record<string, unknown>)[key]))
  );
}
