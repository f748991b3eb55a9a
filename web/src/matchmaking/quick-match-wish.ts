/** What somebody who wants to play now may ask for. What they leave open is left to the others. */
import { applying, type Value, type Values } from "../state/options";
import type { OptionCard } from "../api/wire";

/** As it was chosen in a form, by option; empty: whatever the others like. */
export type Said = Record<string, string>;

const read = ({ option }: OptionCard, said: string): Value =>
  option.kind === "bool" ? said === "on" : option.kind === "int" ? Number(said) : said;

const values = (cards: OptionCard[], said: Said): Values =>
  Object.fromEntries(
    cards.flatMap((card) => {
      const text = said[card.option.name];
      return text ? [[card.option.name, read(card, text)]] : [];
    }),
  );

/** The options that matter, but for who sits where: that is left to chance. */
export const wishable = (cards: OptionCard[], said: Said, players: number): OptionCard[] =>
  applying(cards, values(cards, said), players).filter(
    ({ option }) => Object.keys(option.seats ?? {}).length === 0,
  );

/** What is wished for, among those. */
export const wished = (cards: OptionCard[], said: Said, players: number): Values =>
  values(wishable(cards, said, players), said);
