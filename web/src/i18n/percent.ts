/** A chance in words. Only what is certain is called 0 or 100. */
export function percent(chance: number): string {
  if (chance > 0 && chance < 0.005) return "< 1 %";
  if (chance < 1 && chance >= 0.995) return "> 99 %";
  return `${Math.round(100 * chance)} %`;
}
