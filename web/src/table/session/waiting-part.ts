/** What a waiting table and an offered rematch want of this guest. */
import { games } from "../../user/user.svelte";
import type { OptionCard, Seat, TableInfo } from "../../api/wire";
import { t } from "../../i18n/phrases.svelte";

/** Nothing; to give words at once; to say yes or no; to wait, having said yes; having said no. */
export type Part = "none" | "give" | "choose" | "given" | "declined";

export function partOf(table: TableInfo, mine: Seat[]): Part {
  const held = mine.flatMap((seat) => table.seats[seat] ?? []);
  if (table.started || table.damaged || !held.length) return "none";
  if (held.some((each) => each.declined)) return "declined";
  if (held.every((each) => each.ready)) return "given";
  const offered = table.offered_by ?? null;
  return offered === null || mine.includes(offered) ? "give" : "choose";
}

export interface Change {
  label: string;
  value: boolean | number | string;
  /** The value in words, where it has some. */
  said: string;
}

/** A table names only what is not as usual. */
function valueOf({ option }: OptionCard, table: TableInfo): Change["value"] {
  const given = table.options[option.name];
  const plain = typeof given === "boolean" || typeof given === "number" || typeof given === "string";
  return plain ? given : option.default;
}

/** By which options a rematch differs, and by which level of its bots. */
export function changes(cards: OptionCard[], before: TableInfo, after: TableInfo): Change[] {
  const differing = cards.filter((card) => valueOf(card, after) !== valueOf(card, before));
  const options = differing.map((card) => {
    const value = valueOf(card, after);
    return { label: card.label, value, said: card.labels[String(value)] ?? "" };
  });
  const level = levelOf(after);
  if (level === levelOf(before)) return options;
  return [...options, { label: t("new.level"), value: level, said: games.level(after.game, level) }];
}

/** Of the bots at a table; empty if there are none. */
const levelOf = (table: TableInfo): string => table.seats.find((held) => held.kind === "bot")?.level ?? "";

/** Every option of a table, usual or not. */
export const optionsOf = (cards: OptionCard[], table: TableInfo): Record<string, Change["value"]> =>
  Object.fromEntries(cards.map((card) => [card.option.name, valueOf(card, table)]));
