/** Ratings in words: lists, changes, places. */
import { choiceOf } from "../../state/options";
import { games } from "../../user/user.svelte";
import type { GameCard } from "../../api/wire";
import { t } from "../../i18n/phrases.svelte";

/** A rating list: a game, or one value of the option that it rates apart. */
export interface ListName {
  list: string;
  game: string;
  value: string;
}

/** The name of a list in addresses: `game`, or `game.value`. */
export function listNamed(list: string): ListName {
  const [game = "", value = ""] = list.split(".");
  return { list, game, value };
}

/** Every list, in the order of the games. A game that rates an option apart has one for each of its values. */
export const listsOf = (all: GameCard[]): ListName[] =>
  all.flatMap(({ name, rated_apart: apart, options }) => {
    const card = options.find(({ option }) => option.name === apart);
    if (!card) return [{ list: name, game: name, value: "" }];
    return (card.option.choices ?? []).map((value) => ({ list: `${name}.${value}`, game: name, value }));
  });

/** What the value of a list is called; empty for games with one list. */
export function valueTitle(game: string, value: string | null | undefined): string {
  const known = games.of(game);
  const card = known?.options.find(({ option }) => option.name === known.rated_apart);
  return card && value ? choiceOf(card, value, []) : "";
}

export function listTitle(game: string, value: string | null | undefined): string {
  const more = valueTitle(game, value);
  return more ? t("ratings.list", { game: games.title(game), mode: more }) : games.title(game);
}

/** A change with its sign: a real minus. */
export const signed = (change: number): string =>
  change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "±0";

/** The same for ears. */
export function changeWords(change: number): string {
  if (!change) return t("ratings.change.none");
  return t(change > 0 ? "ratings.change.up" : "ratings.change.down", { points: Math.abs(change) });
}
