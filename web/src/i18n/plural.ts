import type { Lang } from "./lang";

const rules = new Map<Lang, Intl.PluralRules>();

/** The plural form of a number: one, few, many, other. */
export function plural(lang: Lang, n: number): Intl.LDMLPluralRule {
  const known = rules.get(lang) ?? new Intl.PluralRules(lang);
  rules.set(lang, known);
  return known.select(n);
}
