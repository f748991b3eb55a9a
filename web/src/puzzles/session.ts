/** A puzzle's position as a table: nobody else is there, and a move is an answer. */
import type { PuzzleCard, TableInfo, Updates } from "../api/wire";
import { capitalised } from "../i18n/capital";
import { Session } from "../table/session/session.svelte";

/** What the house would tell of a table with this position. */
function tableOf({ id, game, options, names, seat }: PuzzleCard, me: string): TableInfo {
  const nobody = { spectators: false, takebacks: false, hints: false, talk: "off" as const };
  const plain = { commitment: "", words: [], patience: 0, stand_in: "" };
  const seats = names.map((name, at) => ({
    kind: "guest",
    name: at === seat ? me || capitalised(name) : capitalised(name),
  }));
  return { id, game, version: 0, options, seats, started: true, ...nobody, ...plain };
}

export class PuzzleSession extends Session {
  constructor(
    readonly card: PuzzleCard,
    me: string,
    private readonly onmove: (move: unknown) => void,
  ) {
    super(card.id);
    this.info = tableOf(card, me);
    this.mine = [card.seat];
    this.seat = card.seat;
    this.ask(true);
  }

  /** Ask the question, or take no answer any more. Each time it is another moment of the table. */
  ask(open: boolean): void {
    const { card } = this;
    this.sealing = false;
    this.declined = null;
    this.last = {
      type: "updates",
      table: this.info,
      seat: card.seat,
      from_seq: 0,
      seq: (this.last?.seq ?? 0) + 1,
      frames: [],
      view: card.view,
      words: card.words,
      ask: card.ask,
      asked: open ? card.seat : null,
      choices: open ? card.choices : [],
      takeback: null,
      result: null,
    } as Updates;
  }

  override attempt(move: unknown): void {
    if (this.sealing || !this.myTurn) return;
    this.sealing = true;
    this.onmove(move);
  }

  refuse(reason: string, sentence: string): void {
    this.sealing = false;
    this.declined = { type: "declined", reason, sentence };
  }

  /** There is no table to be told anything. */
  override send(): boolean {
    return false;
  }
}
