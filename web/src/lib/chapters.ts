/** The rules of a game in chapters: where each begins, and pictures of what it speaks of. */
import type { RuleCard } from "./wire";

export interface Chapter {
  key: string;
  from: number;
  signs: string[];
}

export interface Told {
  key: string;
  signs: string[];
  rules: RuleCard[];
}

const ALL: Chapter[] = [{ key: "all", from: 1, signs: [] }];

/** The rules sorted into chapters; a game without any has one. */
export function told(rules: RuleCard[], chapters: Chapter[] = ALL): Told[] {
  const place = (number: string): number => Number(number.replace(/\D/g, ""));
  return chapters.map((chapter, i) => ({
    key: chapter.key,
    signs: chapter.signs,
    rules: rules.filter(
      ({ number }) => place(number) >= chapter.from && place(number) < (chapters[i + 1]?.from ?? Infinity),
    ),
  }));
}
