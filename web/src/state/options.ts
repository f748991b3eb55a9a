/** The options of a game as the host of a table meets them: those that decide something. */
import type { OptionCard } from "../api/wire";

export type Value = boolean | number | string;
export type Values = Record<string, Value>;

export const valueOf = ({ option }: OptionCard, values: Values): Value =>
  values[option.name] ?? option.default;

/** The options that matter at a table with these values, for so many players. */
export function applying(cards: OptionCard[], values: Values, players: number): OptionCard[] {
  const named = new Map(cards.map((card) => [card.option.name, card]));
  const holds = (name: string, wanted: string[]): boolean => {
    const card = named.get(name);
    return card !== undefined && wanted.includes(String(valueOf(card, values)));
  };
  return cards.filter(({ option: { only = {}, players: numbers = [] } }) => {
    const seated = !numbers.length || numbers.includes(players);
    return seated && Object.entries(only).every(([name, wanted]) => holds(name, wanted));
  });
}

/** What is not as usual, among the options that matter. */
export function changed(cards: OptionCard[], values: Values, players: number): Values {
  const others = applying(cards, values, players).filter(
    (card) => valueOf(card, values) !== card.option.default,
  );
  return Object.fromEntries(others.map((card) => [card.option.name, valueOf(card, values)]));
}

/** A choice in words; one that means a seat is called by who sits there. */
export function choiceOf({ option, labels }: OptionCard, choice: string, seats: string[] = []): string {
  const seat = option.seats?.[choice];
  return (seat === undefined ? undefined : seats[seat]) ?? labels[choice] ?? choice;
}
