/** What an answer is worth, and what is thought of it. */
import type { Advice, AnswerWorth, PuzzleCard, PuzzleVerdict, Value } from "../api/wire";
import { capitalised } from "../i18n/capital";
import { rounded } from "../i18n/numbers";
import { percent } from "../i18n/percent";
import { t } from "../i18n/phrases.svelte";

/** So many points below the best cost nothing, but where points are asked for. */
const NEAR = 3;
const CLOSE = 1e-9;

/** The verdict on another answer, once all is told: as the house would give it. */
export function verdictOn(kind: string, { right, worths }: PuzzleVerdict, place: number): string {
  if (right.includes(place)) return "right";
  const [best, given] = [worths[right[0] ?? -1], worths[place]];
  const near =
    kind !== "points" &&
    best &&
    given &&
    best.points - given.points <= NEAR + CLOSE &&
    (best.result ?? "") === (given.result ?? "");
  return near ? "near" : "wrong";
}

/** One's own moves until the end. */
const moves = (plies: number): number => Math.ceil(plies / 2);

/** "wins in 3 moves", "53 % ± 0.7" */
export function worthSaid(kind: string, worth: AnswerWorth): string {
  const { points, result, plies, chance, margin = 0 } = worth;
  if (chance != null) return margin ? `${percent(chance)} ± ${rounded(100 * margin)}` : percent(chance);
  if (result === "win" && kind === "points") return t("puzzle.worth.points", { n: Math.round(points) });
  if (result && plies != null) return t(`puzzle.worth.${result}`, { n: moves(plies) });
  return t("puzzle.worth.certain");
}

export interface Row {
  place: number;
  label: string;
  worth: string;
  right: boolean;
  yours: boolean;
}

/** All choices, the best first. */
export function rowsOf(card: PuzzleCard, told: PuzzleVerdict, place: number | null): Row[] {
  const order = (at: number): number => -(told.worths[at]?.points ?? 0) - (told.right.includes(at) ? 0.5 : 0);
  return card.choices
    .map(({ label }, at) => {
      const worth = told.worths[at];
      const [right, yours] = [told.right.includes(at), at === place];
      return {
        place: at,
        label: capitalised(label),
        worth: worth ? worthSaid(card.kind, worth) : "",
        right,
        yours,
      };
    })
    .sort((a, b) => order(a.place) - order(b.place));
}

/** The same, as a game's table draws it on the board; null where endings are not known, or count otherwise. */
export function adviceOf(card: PuzzleCard, told: PuzzleVerdict): Advice | null {
  if (card.kind === "points") return null;
  const valued = card.choices.flatMap(({ notation, label }, at) => {
    const worth = told.worths[at];
    if (!worth?.result || worth.plies == null) return [];
    const value = { result: worth.result, plies: moves(worth.plies) } as Value;
    return [{ notation, label, chance: worth.points / 100, value, right: worth.right }];
  });
  if (!valued.length) return null;
  const order = valued.sort((a, b) => Number(b.right) - Number(a.right));
  return { seq: 0, seat: card.seat, moves: order, holds: [] };
}
