/** A lesson at a game's real table: the teacher speaks, the player makes the moves of the script, and the
    other seats answer by it. What is against the rules is refused by the house; what is only not meant, here. */
import type { Snippet } from "svelte";
import { moves } from "../state/settings.svelte";
import type { Choice, Tagged } from "../api/wire";
import { t } from "../i18n/phrases.svelte";
import type { Session } from "../table/session/session.svelte";
import type { Said, Teacher } from "../table/session/teacher";
import type { Lesson, Step } from "../games/lesson";

const THINKING = 1100;

export class Course implements Teacher {
  readonly session: Session;
  readonly lesson: Lesson;
  readonly words: Snippet<[Said]>;
  at = $state(0);
  /** A legal move that is not the one of the script was tried. */
  strayed = $state(false);
  /** The words were read: others may act. */
  private read = $state(false);
  /** From the beginning, at a new table. */
  again: () => void = () => {};
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session, lesson: Lesson, words: Snippet<[Said]>) {
    this.session = session;
    this.lesson = lesson;
    this.words = words;
    session.teacher = this;
  }

  step: Step = $derived.by(() => this.lesson.steps[this.at] ?? { key: "", from: 0 });
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
  due = $derived.by(() => {
    if (!this.asked) return [];
    const left = this.lesson.line.slice(this.made);
    const end = left.findIndex((each) => each.seat !== 0);
    return left.slice(0, end < 0 ? left.length : end).map((each) => each.move);
  });
  /** Another seat thinks. */
  waiting = $derived.by(() => this.acting && !this.reading && this.wanted !== null && this.wanted.seat !== 0);
  tries = $derived.by(() => this.asked && (this.step.tries ?? false));
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

  weigh(choice: Choice): { right: boolean; said: string } {
    const { right = "", wrong = [] } = this.step;
    if (this.means(choice)) return { right: true, said: right && t(right) };
    const reply = wrong.find(({ move }) => move === undefined || move === choice.notation);
    return { right: false, said: reply ? t(reply.key, reply.holes) : t("learn.strayed") };
  }

  private means(choice: Choice): boolean {
    return this.wanted !== null && same(choice.move, this.wanted.move);
  }

  /** Whether the player's choice is the one of the script. While there is something to read, none is. */
  allows(choice: Choice): boolean {
    const right = this.asked && this.means(choice);
    this.strayed = this.asked && !right;
    return right;
  }

  stray(strayed: boolean): void {
    this.strayed = strayed;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private send(seat: number, move: Tagged): void {
    const { session } = this;
    session.sealing = session.send({ type: "submit", seat, seq: session.last?.seq ?? 0, move });
  }
}

/** Fields in any order. */
export function same(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const [ours, theirs] = [Object.entries(a), Object.entries(b)];
  const found = new Map(theirs);
  return ours.length === theirs.length && ours.every(([key, value]) => same(value, found.get(key)));
}
