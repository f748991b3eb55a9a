/** The games that have a wing: every `wing.ts` in a folder of its own. A game without one is played at the
    generic table. */
import { PLAIN, type Look } from "../lib/look";
import type { Wing } from "./wing";

export interface House extends Wing {
  /** The game's name in the registry, which is that of the folder. */
  name: string;
}

const found = import.meta.glob<Wing>("./*/wing.ts", { eager: true, import: "default" });

/** As they stand in the street. */
export const HOUSES: House[] = Object.entries(found)
  .map(([path, wing]) => ({ ...wing, name: path.split("/").at(-2) ?? "" }))
  .sort((a, b) => a.place - b.place);

export const wingOf = (game: string): House | undefined => HOUSES.find((house) => house.name === game);
export const lookOf = (game: string): Look => wingOf(game)?.look ?? PLAIN;

/** The game for newcomers. */
export const FIRST = (HOUSES.find((house) => house.first) ?? HOUSES[0])?.name ?? "";
