/** What a game brings to the page on which it is told again. */
import type { Component } from "svelte";
import { wingOf } from "../games/registry";
import type { BeliefsProps, ReplayProps, Retell } from "../games/contract";
import { fetchBook } from "../games/catalogue.svelte";
import { speakAlso } from "../i18n/phrases.svelte";
import { rowsOf } from "../table/log/rows";

export interface Retelling {
  /** null: the table is told in words. */
  Stage: Component<ReplayProps> | null;
  Beliefs: Component<BeliefsProps> | null;
  retell: Retell;
}

/** The house's own sentences: what players did, from the first move on. */
const plain: Retell = (lines, _view, names) => {
  const begins = lines.findIndex((line) => line.move !== null);
  return rowsOf(
    lines.slice(begins).filter((line) => line.seat !== -1),
    names,
  );
};

export async function retellingOf(game: string): Promise<Retelling> {
  const wing = wingOf(game);
  if (!wing) return { Stage: null, Beliefs: null, retell: plain };
  const [stage, rows, beliefs] = await Promise.all([
    wing.replay(),
    wing.rows(),
    wing.beliefs?.(),
    speakAlso(wing.words),
    fetchBook(game),
  ]);
  return { Stage: stage.default, Beliefs: beliefs?.default ?? null, retell: rows.default };
}
