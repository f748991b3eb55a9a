/** Whoever gives a lesson at a table, as the table knows them. */
import type { Snippet } from "svelte";
import type { Advice, Choice, Tagged } from "../../api/wire";

/** What the table would say now: the teacher says it, or something else. */
export interface Said {
  /** About the pieces chosen now. */
  answer: string;
  /** Why something cannot be. */
  refusal: string;
  /** The table's own buttons. */
  rest: Snippet;
}

/** What stands around a table in place of its log and its menu. */
export interface Around {
  title: string;
  /** Beside the table, or in a sheet over it. */
  side: Snippet;
  sideName: string;
  /** In the bar above the table. */
  tools: Snippet;
}

export interface Teacher {
  readonly around?: Around;
  /** What every choice is worth, once that may be told. */
  readonly advice?: Advice | null;
  /** Which of the words are told. */
  readonly at: number;
  /** The moves that are meant next, as long as they are the player's. */
  readonly due: Tagged[];
  /** There is something to read first; nobody acts meanwhile. */
  readonly reading: boolean;
  /** A move against the rules is invited: nothing is to be drawn as forbidden. */
  readonly tries: boolean;
  /** Stands where the guide speaks at other tables. */
  readonly words: Snippet<[Said]>;
  /** Whether a choice is the one of the lesson, and what is said to it ("": what the table says). */
  weigh(choice: Choice): { right: boolean; said: string };
  /** Whether a choice may be sent. */
  allows(choice: Choice): boolean;
  /** Something else was tried; or it was taken back. */
  stray(strayed: boolean): void;
}
