/** What a waiting table and an offered rematch want of this guest. */
import type { OptionCard, Seat, TableInfo } from "../lib/wire";

/** Nothing; to give words at once; to say yes or no; to wait, having said yes; having said no. */
export type Part = "none" | "give" | "choose" | "given" | "declined";

export function partOf(table: TableInfo, mine: Seat[]): Part {
  const held = mine.map((seat) => table.seats[seat]!);
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

/** By which options a rematch differs. */
export function changes(cards: OptionCard[], before: TableInfo, after: TableInfo): Change[] {
  const differs = ({ option }: OptionCard): boolean => after.options[option.name] !== before.options[option.name];
  return cards.filter(differs).map((card) => {
    const value = after.options[card.option.name] as boolean | number | string;
    return { label: card.label, value, said: card.labels[String(value)] ?? "" };
  });
}
