/** What would follow of moves that this seat might make: the house works it out from what the seat knows. */
import type { Choice, ClientMessage, Foreseen, Frame, Seat, Tagged } from "../../api/wire";

/** The house foresees at most so many moves of one seat. */
const MOST = 8;

interface Asking {
  readonly seat: Seat | null;
  readonly last: { seq: number } | null;
  send(message: ClientMessage): boolean;
}

interface Player<Move extends Tagged> {
  /** With which of its own next choices the seat would go on, if with any. */
  onward(choices: Choice<Move>[]): unknown;
}

export class Foresight<View = unknown, Move extends Tagged = Tagged> {
  frames = $state.raw<Frame<View, Move>[]>([]);
  private id = 0;
  private moves: unknown[] = [];
  private player: Player<Move> = { onward: () => undefined };

  constructor(private readonly session: Asking) {}

  ask(moves: unknown[], player: Player<Move>): void {
    this.frames = [];
    this.player = player;
    this.go(moves);
  }

  hear(told: Foreseen<View, Move>): void {
    if (told.id !== this.id) return;
    const next =
      told.choices.length && this.moves.length < MOST ? this.player.onward(told.choices) : undefined;
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
