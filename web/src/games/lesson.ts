/** A lesson as it lies in a game's folder: a line of play, and what the teacher says along it. */
import type { Tagged } from "../api/wire";
import type { Holes } from "../i18n/phrases.svelte";

/** What is said to a move, by its notation; without one, to any. */
export interface Reply {
  move?: string;
  key: string;
  holes?: Holes;
}

/** Something the teacher says. The phrase is `key`, and `key.why` below it. */
export interface Step {
  key: string;
  /** How many decisions of the script are made when this is told. */
  from: number;
  /** What the teacher points at: values of data-piece on the table. */
  gold?: string[];
  /** A move against the rules is invited: nothing is drawn as forbidden. */
  tries?: boolean;
  /** Said to the move of the script while it is only chosen, in place of the table's words. */
  right?: string;
  /** Said to other moves that may be made: the first that fits. */
  wrong?: Reply[];
}

export interface Lesson {
  /** Fixes all chance. Script, name and phrases change together. */
  name: string;
  game: string;
  options?: Record<string, unknown>;
  /** The code of the start, if the game has such; then seat 0 begins. */
  layout?: string;
  seats: number;
  /** Every decision, in order; seat 0 is the player's. */
  line: { seat: number; move: Tagged }[];
  steps: Step[];
  /** Said while another seat thinks. */
  waiting?: string;
}
