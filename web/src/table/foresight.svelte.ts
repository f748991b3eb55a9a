/** What would follow of moves that this seat might make: the house works it out from what the seat knows. */
import type { Choice, ClientMessage, Foreseen, Frame, Seat } from "../lib/wire";

/** The house foresees at most so many moves of one seat. */
const MOST = 8;

interface Asking {
  readonly seat: Seat | null;
  readonly last: { seq: number } | null;
  send(message: ClientMessage): boolean;
}

export class Foresight {
  frames = $state.raw<Frame[]>([]);
  private id = 0;
  private moves: unknown[] = [];
  private onward: (choices: Choice[]) => unknown = () => undefined;

  constructor(private readonly session: Asking) {}

  /** `onward`: with which of its own next choices the seat would go on, if with any. */
  ask(moves: unknown[], onward: (choices: Choice[]) => unknown): void {
    this.frames = [];
    this.onward = onward;
    this.go(moves);
  }

  hear(told: Foreseen): void {
    if (told.id !== this.id) return;
    const next = told.choices.length && this.moves.length < MOST ? this.onward(told.choices) : undefined;
    if (next === undefined) this.frames = told.frames;
    else this.go([...this.moves, next]);
  }

  private go(moves: unknown[]): void {
    const { seat, last } = this.session;
    this.id++;
    this.moves = moves;
    if (moves.length && seat !== null && last)
      this.session.send({ type: "preview", id: this.id, seat, seq: last.seq, moves });
  }
}
