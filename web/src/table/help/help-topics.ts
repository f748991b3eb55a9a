/** What the sheet of rules shows first, and the keys of every table. */
import type { RuleCard } from "../../api/wire";

interface Told {
  key: string;
  rules: Pick<RuleCard, "number">[];
}

/** The rule of what is asked with those of each answer; else with those around it that belong to the same chapter. */
const AROUND = 2;
export function asked(chapters: Told[], rule: string, answers: string[] = []): string[] | null {
  if (answers.length) return [...new Set([rule, ...answers])];
  const numbers = chapters.map((each) => each.rules.map(({ number }) => number));
  const chapter = numbers.find((each) => each.includes(rule));
  if (!chapter) return null;
  const at = chapter.indexOf(rule);
  return chapter.slice(Math.max(0, at - AROUND), at + AROUND + 1);
}

/** What keys do, by the name under which both are told. */
export const KEYS = ["act", "move", "choose", "seal", "back", "skip", "log", "talk", "guide", "list", "help"];
