/** The games that have a wing: every `wing.ts` in a folder of its own. A game without one is played at the
    generic table. */
import type { Wing } from "./wing";

const found = import.meta.glob<Wing>("./*/wing.ts", { eager: true, import: "default" });

/** By the game's name in the registry, which is that of the folder. */
export const WINGS = new Map(
  Object.entries(found).map(([path, wing]) => [path.split("/").at(-2) ?? "", wing]),
);

export const wingOf = (game: string): Wing | undefined => WINGS.get(game);
