/** The rules of a game in chapters: where each begins, and pictures of what it speaks of. */
import type { RuleCard } from "../api/wire";

/** A drawing and its ink; without one, the ink that is called like it, or black. */
export interface Sign {
  name: string;
  ink?: string;
}

export interface Chapter {
  key: string;
  from: number;
  signs: (string | Sign)[];
}

export interface Told {
  key: string;
  signs: Required<Sign>[];
  rules: RuleCard[];
}

const ALL: Chapter[] = [{ key: "all", from: 1, signs: [] }];

/** What a piece of the box looks like, by the key that the house gives it. */
export type Pictures = (piece: string) => (string | Sign)[];

export function inked(sign: string | Sign): Required<Sign> {
  const { name, ink }: Sign = typeof sign === "string" ? { name: sign } : sign;
  return { name, ink: ink ?? `var(--${name.replace(/^\w+-/, "")}, #1B2230)` };
}

/** The rules sorted into chapters; a game without any has one. */
export function told(rules: RuleCard[], chapters: Chapter[] = ALL): Told[] {
  const place = (number: string): number => Number(number.replace(/\D/g, ""));
  return chapters.map((chapter, i) => ({
    key: chapter.key,
    signs: chapter.signs.map(inked),
    rules: rules.filter(
      ({ number }) => place(number) >= chapter.from && place(number) < (chapters[i + 1]?.from ?? Infinity),
    ),
  }));
}
