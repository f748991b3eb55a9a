/** A moment of a study as a table: whoever decides sits at this browser, and a move makes a branch. */
import type { Frame, StudyChoices, TableInfo, Updates } from "../../api/wire";
import { Session } from "../../table/session/session.svelte";

export interface MomentToPlay {
  info: TableInfo;
  /** From the start to the moment that is shown. */
  frames: Frame[];
  choices: StudyChoices;
  /** Who decides. */
  seat: number;
  view: unknown;
}

export class StudySession extends Session {
  constructor(
    id: string,
    { info, frames, choices, seat, view }: MomentToPlay,
    private readonly onmove: (move: unknown) => Promise<unknown>,
  ) {
    super(id);
    this.info = { ...info, talk: "off", spectators: false, takebacks: false, hints: false };
    this.mine = [seat];
    this.seat = seat;
    this.lines = frames.flatMap(({ line }) => line ?? []);
    this.last = {
      type: "updates",
      table: info,
      seat,
      from_seq: 0,
      seq: frames.length - 1,
      frames: [],
      view,
      words: frames.at(-1)?.words ?? "",
      ask: choices.ask,
      asked: seat,
      choices: choices.choices,
      takeback: null,
      result: null,
    } as Updates;
  }

  override attempt(move: unknown): void {
    if (this.sealing || !this.myTurn) return;
    this.sealing = true;
    void this.onmove(move).finally(() => (this.sealing = false));
  }

  /** There is no table to be told anything. */
  override send(): boolean {
    return false;
  }
}
