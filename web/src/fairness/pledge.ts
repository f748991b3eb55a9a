/** This browser's part in the shuffle (docs/fairness.md): it remembers the imprint of the house's seed, and only
    then draws its words and sends them. Afterwards it can tell whether both stand as they were. */
import { api, Problem } from "../api/rest";
import { Drawer } from "../state/storage/local-store";
import { threeWords } from "../state/random-words";
import type { Seat, TableInfo } from "../api/wire";

export interface Pledge {
  /** The imprint that was seen before the words were sent. */
  commitment: string;
  words: string;
}

/** Letters enough for a sentence, and for every limit of the house. */
const LONGEST = 80;
const drawer = new Drawer<Pledge>("hanamachi pledges", 200);

export const pledgeOf = (table: string): Pledge | undefined => drawer.of(table);

/** Signs that the house does not take: control and direction signs, and letters with nothing to see. */
const UNSEEN = /\p{C}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/gu;

/** Words as the house takes them. */
export const tidy = (words: string): string =>
  [...words.normalize("NFC").replace(UNSEEN, " ").replace(/\s+/gu, " ").trim()]
    .slice(0, LONGEST)
    .join("")
    .trim();

/** The first imprint that was seen stands, and so do the first words: to send them again changes nothing. */
export function pledge(table: string, commitment: string, typed = ""): Pledge {
  const made = drawer.of(table) ?? { commitment, words: tidy(typed) || threeWords() };
  drawer.keep(table, made);
  return made;
}

export async function giveWords(table: string, commitment: string, typed = ""): Promise<void> {
  try {
    await api.give(table, pledge(table, commitment, typed));
  } catch (error) {
    if (!(error instanceof Problem && error.reason === "words_given")) throw error;
  }
}

export type Breach = "imprint" | "words" | "bots";

/** How the table differs from what this browser remembers. Bots are the house's own, so they add no words. */
export function breachOf(table: TableInfo, mine: Seat[], made = pledgeOf(table.id)): Breach | null {
  if (!made) return null;
  if (made.commitment !== table.commitment) return "imprint";
  if (!table.started) return null;
  if (mine.some((seat) => table.words[seat] !== made.words)) return "words";
  return table.seats.some((held, seat) => held.kind === "bot" && table.words[seat]) ? "bots" : null;
}

/** Why the promise does not hold here: a lesson, a layout by its code, a game that began without anybody's words. */
export function outside(table: TableInfo): "lesson" | "given" | "wordless" | null {
  if (table.lesson) return "lesson";
  if (table.layout) return "given";
  return table.started && table.words.every((said) => !said) ? "wordless" : null;
}
