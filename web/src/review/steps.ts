/** A game told again goes from row to row of its log: each row is a step, and so is the start. */
import type { Decision, Frame, Line } from "../api/wire";
import type { Row } from "../table/log/rows";

export interface Step {
  /** The frame that shows the table after it; frames stand in the order of their seqs, from 0. */
  place: number;
  /** null: the start. */
  row: Row | null;
  /** The round that begins with it. */
  heading: string;
}

/** What chance does without a row of its own belongs to the step before. */
const follows = (line: Line | null | undefined, told: Set<number>): boolean =>
  Boolean(line) && (line?.seat ?? -1) < 0 && !told.has(line?.seq ?? -1);

export function stepsOf(frames: Frame[], rows: Row[]): Step[] {
  const told = new Set(rows.filter((row) => !row.heading).map((row) => row.seq));
  const settled = (place: number): number => {
    while (follows(frames[place + 1]?.line, told)) place++;
    return place;
  };
  const steps: Step[] = [{ place: settled(0), row: null, heading: "" }];
  let heading = "";
  for (const row of rows) {
    if (row.heading) heading = row.heading;
    else {
      steps.push({ place: settled(row.seq + 1), row, heading });
      heading = "";
    }
  }
  const end = steps.at(-1);
  if (end) end.place = frames.length - 1;
  return steps;
}

/** The step at or before a seq. */
export const stepAt = (steps: Step[], seq: number): number =>
  Math.max(
    steps.findLastIndex(({ place }) => place <= seq),
    0,
  );

/** The number of the last move up to a step, as log and list have it. */
export const numberAt = (steps: Step[], at: number): number =>
  steps.slice(0, at + 1).findLast(({ row }) => row?.n !== undefined)?.row?.n ?? 0;

/** The step that a decision led to. */
export const stepOf = (steps: Step[], { last }: Decision): number =>
  Math.max(
    steps.findIndex(({ place }) => place > last),
    0,
  );

/** "Mika b3 pine bird" */
export const saidOf = ({ row }: Step): string =>
  row ? [row.who, row.text, row.after].filter(Boolean).join(" ") : "";
