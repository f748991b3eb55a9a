/** The games that have a wing: every `index.ts` in a folder of its own. A game without one is played at the
    generic table. */
import type { Component } from "svelte";
import type { TableProps, Wing } from "./contract";

const found = import.meta.glob<Wing>("./*/index.ts", { eager: true, import: "default" });

/** By the game's name in the registry, which is that of the folder. */
export const WINGS = new Map(
  Object.entries(found).map(([path, wing]) => [path.split("/").at(-2) ?? "", wing]),
);

export const wingOf = (game: string): Wing | undefined => WINGS.get(game);

/** The table that a game from an installed package brought along. */
export const outside = (): Promise<{ default: Component<TableProps> }> => import("./Outside.svelte");
